package regex

import "sync"

// A charset matches one character. tab is indexed by the first byte of the
// character: 0 means that no member starts so, 1 to 4 that each character which
// starts so is a member of that length, and partial that the character must be
// decoded and looked up in wide.
type charset struct {
	tab  [256]uint8
	wide *pages
	// not is the one byte that is not in the set, if every other character is;
	// otherwise -1. Runs of such a set are found with a byte search.
	not int
	// in tells a set written as a class from one that stands for a literal.
	in bool
}

const partial = 5

// smallSet is how many spans are searched faster than a bitmap is looked up.
const smallSet = 8

// newCharset builds the matcher of a normalized set. In a text every character
// is a UTF-8 sequence, else it is a byte.
func newCharset(s runeSet, text bool) *charset {
	cs := &charset{not: -1}
	limit := rune(0xFF)
	if text {
		limit = 0x7F
	}
	holes, decoded := 0, false
	for c := rune(0); c <= limit; c++ {
		if s.has(c) {
			cs.tab[c] = 1
		} else {
			holes++
			cs.not = int(c)
		}
	}
	if text {
		for b := 0xC2; b <= 0xF4; b++ {
			lo, hi := leadRange(byte(b))
			switch s.overlap(lo, hi) {
			case 1:
				cs.tab[b] = partial
				decoded = true
				holes++
			case 2:
				cs.tab[b] = uint8(runeLen(byte(b)))
			default:
				holes++
			}
		}
	}
	if decoded {
		cs.wide = newPages(s)
	}
	if holes != 1 || cs.not < 0 {
		cs.not = -1
	}
	return cs
}

// leadRange returns the code points whose encoding starts with b.
func leadRange(b byte) (lo, hi rune) {
	switch runeLen(b) {
	case 2:
		lo = rune(b&0x1F) << 6
		return lo, lo + 0x3F
	case 3:
		lo = rune(b&0x0F) << 12
		return max(lo, 0x800), lo + 0xFFF
	}
	lo = rune(b&0x07) << 18
	return max(lo, 0x10000), min(lo+0x3FFFF, maxRune)
}

// match returns the position after the character at s[p] if it is in the set,
// else -1. p must be inside s.
func (cs *charset) match(s string, p int) int {
	k := cs.tab[s[p]]
	switch {
	case k == 0:
		return -1
	case k < partial:
		return p + int(k)
	}
	c, n := decode(s, p)
	if !cs.wide.has(c) {
		return -1
	}
	return p + n
}

// pages is a set of code points as a two-level bitmap, built on first use.
type pages struct {
	set   runeSet
	once  sync.Once
	index []uint16
	bits  [][4]uint64
}

// newPages prepares the lookup of a normalized set; the sets of the categories
// are large and share theirs.
func newPages(s runeSet) *pages {
	if len(s) <= smallSet {
		return &pages{set: s}
	}
	for _, shared := range []*pages{digitPages(), spacePages(), wordPages()} {
		if len(s) == len(shared.set) && &s[0] == &shared.set[0] {
			return shared
		}
	}
	return &pages{set: s}
}

var (
	digitPages = sync.OnceValue(func() *pages { return &pages{set: unicodeDigit()} })
	spacePages = sync.OnceValue(func() *pages { return &pages{set: unicodeSpace()} })
	wordPages  = sync.OnceValue(func() *pages { return &pages{set: unicodeWord()} })
)

func (p *pages) has(c rune) bool {
	if len(p.set) <= smallSet {
		return p.set.has(c)
	}
	p.once.Do(p.build)
	w := &p.bits[p.index[c>>8]]
	return w[c>>6&3]>>(c&63)&1 != 0
}

func (p *pages) build() {
	known := map[[4]uint64]uint16{}
	p.index = make([]uint16, maxRune>>8+1)
	for i := range p.index {
		lo := rune(i) << 8
		var w [4]uint64
		switch p.set.overlap(lo, lo+0xFF) {
		case 1:
			for c := lo; c < lo+0x100; c++ {
				if p.set.has(c) {
					w[c>>6&3] |= 1 << (c & 63)
				}
			}
		case 2:
			w = [4]uint64{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
		}
		n, ok := known[w]
		if !ok {
			n = uint16(len(p.bits))
			known[w] = n
			p.bits = append(p.bits, w)
		}
		p.index[i] = n
	}
}
