package regex

import (
	"slices"
	"sync"
	"unicode"
)

const maxRune = unicode.MaxRune

// A span is an inclusive range of code points.
type span struct{ lo, hi rune }

// A runeSet is a set of code points as sorted spans that do not touch.
type runeSet []span

// normalize sorts the spans and joins those that touch.
func (s runeSet) normalize() runeSet {
	if len(s) < 2 {
		return s
	}
	slices.SortFunc(s, func(a, b span) int { return int(a.lo) - int(b.lo) })
	out := s[:1]
	for _, r := range s[1:] {
		last := &out[len(out)-1]
		if r.lo <= last.hi+1 {
			last.hi = max(last.hi, r.hi)
		} else {
			out = append(out, r)
		}
	}
	return out
}

// negate returns the complement of a normalized set within 0..limit.
func (s runeSet) negate(limit rune) runeSet {
	out := make(runeSet, 0, len(s)+1)
	next := rune(0)
	for _, r := range s {
		if r.lo > limit {
			break
		}
		if r.lo > next {
			out = append(out, span{next, r.lo - 1})
		}
		next = r.hi + 1
	}
	if next <= limit {
		out = append(out, span{next, limit})
	}
	return out
}

// has reports whether a normalized set holds c.
func (s runeSet) has(c rune) bool {
	lo, hi := 0, len(s)
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		switch r := s[mid]; {
		case c < r.lo:
			hi = mid
		case c > r.hi:
			lo = mid + 1
		default:
			return true
		}
	}
	return false
}

// overlap says how much of lo..hi a normalized set holds: 0 nothing, 1 a part,
// 2 all of it.
func (s runeSet) overlap(lo, hi rune) int {
	i, _ := slices.BinarySearchFunc(s, lo, func(r span, c rune) int { return int(r.hi) - int(c) })
	switch {
	case i == len(s) || s[i].lo > hi:
		return 0
	case s[i].lo <= lo && s[i].hi >= hi:
		return 2
	}
	return 1
}

// fromTable turns a table of package unicode into a set.
func fromTable(tables ...*unicode.RangeTable) runeSet {
	var s runeSet
	add := func(lo, hi, stride rune) {
		if stride == 1 {
			s = append(s, span{lo, hi})
			return
		}
		for c := lo; c <= hi; c += stride {
			s = append(s, span{c, c})
		}
	}
	for _, t := range tables {
		for _, r := range t.R16 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
		for _, r := range t.R32 {
			add(rune(r.Lo), rune(r.Hi), rune(r.Stride))
		}
	}
	return s.normalize()
}

// A category is a class such as \d; the values are even, the negated class is
// the next odd value.
type category uint8

const (
	catDigit category = iota * 2
	catSpace
	catWord
)

// The classes as sets. The ASCII forms serve bytes patterns too.
var (
	asciiDigit = runeSet{{'0', '9'}}
	asciiSpace = runeSet{{'\t', '\r'}, {' ', ' '}}
	asciiWord  = runeSet{{'0', '9'}, {'A', 'Z'}, {'_', '_'}, {'a', 'z'}}

	unicodeDigit = sync.OnceValue(func() runeSet { return fromTable(unicode.Nd) })
	unicodeSpace = sync.OnceValue(func() runeSet {
		// Besides category Zs the characters of the bidirectional classes WS, B and S.
		s := append(fromTable(unicode.Zs), span{'\t', '\r'}, span{0x1c, 0x1f}, span{0x85, 0x85}, span{0x2028, 0x2029})
		return s.normalize()
	})
	unicodeWord = sync.OnceValue(func() runeSet {
		return append(fromTable(unicode.L, unicode.N), span{'_', '_'}).normalize()
	})
)

// set returns the members of a category. The result is shared.
func (c category) set(uni bool, limit rune) runeSet {
	var s runeSet
	switch c &^ 1 {
	case catDigit:
		s = asciiDigit
		if uni {
			s = unicodeDigit()
		}
	case catSpace:
		s = asciiSpace
		if uni {
			s = unicodeSpace()
		}
	default:
		s = asciiWord
		if uni {
			s = unicodeWord()
		}
	}
	if c&1 != 0 {
		return s.negate(limit)
	}
	return s
}
