package regex

import (
	"slices"
	"sync"
	"unicode"
)

// lowerASCII is the lower case that ASCII, bytes and locale patterns use.
func lowerASCII(c rune) rune {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}

func casedASCII(c rune) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z'
}

// lowerUnicode is the one-character lower case that text patterns use.
func lowerUnicode(c rune) rune {
	if c < 0x80 {
		return lowerASCII(c)
	}
	return unicode.ToLower(c)
}

// upperUnicode is the first character of the full upper case, as the engine of
// CPython has it.
func upperUnicode(c rune) rune {
	switch {
	case c >= 0x1F80 && c <= 0x1F8F:
		return 0x1F08 + c&7
	case c >= 0x1F90 && c <= 0x1F9F:
		return 0x1F28 + c&7
	case c >= 0x1FA0 && c <= 0x1FAF:
		return 0x1F68 + c&7
	}
	if u, ok := longUpper[c]; ok {
		return u
	}
	return unicode.ToUpper(c)
}

// longUpper has the characters whose upper case is longer than one character,
// and the first of those.
var longUpper = map[rune]rune{
	0xDF: 'S', 0x149: 0x2BC, 0x1F0: 'J', 0x390: 0x399, 0x3B0: 0x3A5, 0x587: 0x535,
	0x1E96: 'H', 0x1E97: 'T', 0x1E98: 'W', 0x1E99: 'Y', 0x1E9A: 'A',
	0x1F50: 0x3A5, 0x1F52: 0x3A5, 0x1F54: 0x3A5, 0x1F56: 0x3A5,
	0x1FB2: 0x1FBA, 0x1FB3: 0x391, 0x1FB4: 0x386, 0x1FB6: 0x391, 0x1FB7: 0x391, 0x1FBC: 0x391,
	0x1FC2: 0x1FCA, 0x1FC3: 0x397, 0x1FC4: 0x389, 0x1FC6: 0x397, 0x1FC7: 0x397, 0x1FCC: 0x397,
	0x1FD2: 0x399, 0x1FD3: 0x399, 0x1FD6: 0x399, 0x1FD7: 0x399,
	0x1FE2: 0x3A5, 0x1FE3: 0x3A5, 0x1FE4: 0x3A1, 0x1FE6: 0x3A5, 0x1FE7: 0x3A5,
	0x1FF2: 0x1FFA, 0x1FF3: 0x3A9, 0x1FF4: 0x38F, 0x1FF6: 0x3A9, 0x1FF7: 0x3A9, 0x1FFC: 0x3A9,
	0xFB00: 'F', 0xFB01: 'F', 0xFB02: 'F', 0xFB03: 'F', 0xFB04: 'F', 0xFB05: 'S', 0xFB06: 'S',
	0xFB13: 0x544, 0xFB14: 0x544, 0xFB15: 0x544, 0xFB16: 0x54E, 0xFB17: 0x544,
}

func casedUnicode(c rune) bool {
	return c != lowerUnicode(c) || c != upperUnicode(c)
}

// caseTables are derived from the case mappings of Unicode.
type caseTables struct {
	// lowers lists each character that is not its own lower case.
	lowers []span // lo the character, hi its lower case
	// preimage has, for a lower case character, the others that map to it.
	preimage map[rune][]rune
	// extra has, for a lower case character, the other lower case characters
	// with the same upper case.
	extra map[rune][]rune
	// cased are the characters that differ from their lower or upper case.
	cased runeSet
}

var cases = sync.OnceValue(func() *caseTables {
	t := &caseTables{preimage: map[rune][]rune{}, extra: map[rune][]rune{}}
	byUpper := map[rune][]rune{}
	for _, r := range unicode.CaseRanges {
		for c := rune(r.Lo); c <= rune(r.Hi); c++ {
			if casedUnicode(c) {
				t.cased = append(t.cased, span{c, c})
			}
			l := lowerUnicode(c)
			if l != c {
				t.lowers = append(t.lowers, span{c, l})
				t.preimage[l] = append(t.preimage[l], c)
				continue
			}
			u := unicode.ToUpper(c)
			byUpper[u] = append(byUpper[u], c)
		}
	}
	for c := range longUpper {
		t.cased = append(t.cased, span{c, c})
	}
	t.cased = t.cased.normalize()
	for _, group := range byUpper {
		t.relate(group)
	}
	// These pairs agree only in their full upper case.
	t.relate([]rune{0x390, 0x1FD3})
	t.relate([]rune{0x3B0, 0x1FE3})
	t.relate([]rune{0xFB05, 0xFB06})
	return t
})

// relate enters the members of a group as each other's extra cases.
func (t *caseTables) relate(group []rune) {
	if len(group) < 2 {
		return
	}
	for i, c := range group {
		t.extra[c] = slices.Delete(slices.Clone(group), i, i+1)
	}
}

// foldMode says how a part of a pattern compares characters.
type foldMode uint8

const (
	foldNone foldMode = iota
	foldASCII
	foldUnicode
)

func (f foldMode) lower(c rune) rune {
	switch f {
	case foldASCII:
		return lowerASCII(c)
	case foldUnicode:
		return lowerUnicode(c)
	}
	return c
}

func (f foldMode) cased(c rune) bool {
	if f == foldASCII {
		return casedASCII(c)
	}
	return casedUnicode(c)
}

// extras returns the other lower case characters that match the lower case c.
func (f foldMode) extras(c rune) []rune {
	if f != foldUnicode {
		return nil
	}
	return cases().extra[c]
}

// unfold turns a set of which the lower case of a character must be a member
// into the set of the characters themselves.
func (f foldMode) unfold(s runeSet, limit rune) runeSet {
	var out runeSet
	var drop []rune
	check := func(c, lower rune) {
		if in := s.has(lower); in == s.has(c) {
			return
		} else if in {
			out = append(out, span{c, c})
		} else {
			drop = append(drop, c)
		}
	}
	if f == foldASCII {
		for c := 'A'; c <= 'Z'; c++ {
			check(c, lowerASCII(c))
		}
	} else {
		for _, p := range cases().lowers {
			check(p.lo, p.hi)
		}
	}
	if out == nil && drop == nil {
		return s
	}
	out = append(out, s...).normalize()
	if drop == nil {
		return out
	}
	gone := make(runeSet, len(drop))
	for i, c := range drop {
		gone[i] = span{c, c}
	}
	return append(out.negate(limit), gone...).normalize().negate(limit)
}
