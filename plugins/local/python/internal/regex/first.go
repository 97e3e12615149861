package regex

import "math/bits"

// A first tells what a part of a pattern, with all that follows it, can start
// with: a set of bytes, and perhaps the end of the text. It may hold more than
// that, never less.
type first struct {
	bits [4]uint64
	end  bool
}

// anything is the first of a part about which nothing is known.
var anything = first{[4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}, true}

func (f *first) add(b byte)     { f.bits[b>>6] |= 1 << (b & 63) }
func (f first) has(b byte) bool { return f.bits[b>>6]>>(b&63)&1 != 0 }

func (f first) union(g first) first {
	for i := range f.bits {
		f.bits[i] |= g.bits[i]
	}
	f.end = f.end || g.end
	return f
}

func (f first) intersect(g first) first {
	for i := range f.bits {
		f.bits[i] &= g.bits[i]
	}
	f.end = f.end && g.end
	return f
}

// disjoint reports whether no byte is in both.
func (f first) disjoint(g first) bool {
	for i := range f.bits {
		if f.bits[i]&g.bits[i] != 0 {
			return false
		}
	}
	return true
}

// single returns the only byte in f, or -1.
func (f first) single() int {
	found := -1
	for i, w := range f.bits {
		switch {
		case w == 0:
		case w&(w-1) != 0 || found >= 0:
			return -1
		default:
			found = i<<6 + bits.TrailingZeros64(w)
		}
	}
	return found
}

// table spells the bytes out for fast lookup; nil means that any byte will do.
func (g *generator) table(f first) *[256]bool {
	if f.bits == anything.bits {
		return nil
	}
	t, ok := g.tables[f.bits]
	if ok {
		return t
	}
	t = new([256]bool)
	g.tables[f.bits] = t
	for b := range t {
		t[b] = f.has(byte(b))
	}
	return t
}

// ofSet is the first of a set.
func ofSet(cs *charset) first {
	var f first
	for b, k := range cs.tab {
		if k != 0 {
			f.add(byte(b))
		}
	}
	return f
}

// encode appends a character as it stands in the text.
func (g *generator) encode(dst []byte, c rune) []byte {
	if g.bytes {
		return append(dst, byte(c))
	}
	return appendRune(dst, c)
}

// consumes reports whether an item surely matches a character, whatever
// follows it.
func consumes(it *item) bool {
	return it.op == iChar || it.op == iSet || it.op == iRepeat && it.min > 0 && it.simple()
}

// firstOf is the first of a sequence before what has the first follow.
func (g *generator) firstOf(items []*item, follow first) first {
	n := 0
	for n < len(items) && !consumes(items[n]) {
		n++
	}
	f := follow
	if n < len(items) {
		n++
	}
	for n--; n >= 0; n-- {
		f = g.firstItem(items[n], f)
	}
	return f
}

// firstItem is the first of one item before what has the first follow.
func (g *generator) firstItem(it *item, follow first) first {
	switch it.op {
	case iChar:
		var f first
		f.add(g.encode(nil, it.c)[0])
		return f
	case iSet:
		return ofSet(it.set)
	case iAt:
		return firstAt(it.at, follow)
	case iBranch:
		var f first
		for _, s := range it.subs {
			f = f.union(g.firstOf(s, follow))
		}
		return f
	case iRepeat:
		switch {
		case it.max == 0:
			return follow
		case it.min == 0:
			return g.bodyFirst(it).union(follow)
		}
		return g.bodyFirst(it)
	case iAtomic:
		return g.firstOf(it.subs[0], follow)
	case iAssert:
		if !it.not && it.n == 0 {
			return g.firstOf(it.subs[0], anything).intersect(follow)
		}
	case iRef:
		return anything
	case iCond:
		f := follow
		if len(it.subs) == 2 {
			f = g.firstOf(it.subs[1], follow)
		}
		return f.union(g.firstOf(it.subs[0], follow))
	}
	return follow
}

func firstAt(at atKind, follow first) first {
	switch at {
	case atEndString:
		return first{end: follow.end}
	case atEnd, atEndLine:
		only := first{end: true}
		only.add('\n')
		return follow.intersect(only)
	}
	return follow
}

// bodyFirst is the first of a repeat's body, whatever follows it.
func (g *generator) bodyFirst(it *item) first {
	if it.first == nil {
		f := g.firstOf(it.subs[0], anything)
		it.first = &f
	}
	return *it.first
}

// simple reports whether a repeat's body is one character.
func (it *item) simple() bool {
	s := it.subs[0]
	return len(s) == 1 && (s[0].op == iChar || s[0].op == iSet)
}
