package regex

// itemOp is the kind of an item of the resolved tree, in which flags and
// groups have become plain items.
type itemOp uint8

const (
	iChar itemOp = iota // one exact character
	iSet                // one character of a set
	iAt
	iMark
	iBranch
	iRepeat
	iAtomic
	iAssert
	iRef
	iCond
)

// An item is a node of the resolved tree. Which fields count depends on op.
type item struct {
	op       itemOp
	kind     repeatKind // iRepeat
	at       atKind     // iAt
	not      bool       // iAssert
	fold     foldMode   // iRef
	c        rune       // iChar
	n        int        // iMark: index of the mark; iRef, iCond: group; iAssert: characters to go back
	min, max int        // iRepeat
	set      *charset   // iSet
	subs     [][]*item
	marks    [2]int // the marks inside, from and to, for items with subs
	first    *first // what a body can start with, filled in by the generator
}

// A resolver applies the flags to the parse tree.
type resolver struct {
	parser  *parser
	bytes   bool
	sets    map[setKey]*charset
	classes int // bytes taken by the classes so far
}

// A setKey identifies a set that is needed again and again.
type setKey struct {
	kind byte // 'c' category, 'l' literal, 'n' not literal, '.', 's' (dot all)
	c    rune
	fold foldMode
	uni  bool
}

func (r *resolver) limit() rune {
	if r.bytes {
		return 0xFF
	}
	return maxRune
}

func (f Flags) fold() foldMode {
	switch {
	case f&IgnoreCase == 0:
		return foldNone
	case f&Unicode != 0 && f&Locale == 0:
		return foldUnicode
	}
	// The C locale is in force, so LOCALE folds as ASCII does.
	return foldASCII
}

// combine applies the flags of a group.
func (f Flags) combine(add, del Flags) Flags {
	if add&typeFlags != 0 {
		f &^= typeFlags
	}
	return (f | add) &^ del
}

func (r *resolver) resolve(s *seq, flags Flags) []*item {
	return r.appendSeq(make([]*item, 0, len(s.nodes)), s, flags)
}

// appendSeq resolves a sequence into dst.
func (r *resolver) appendSeq(dst []*item, s *seq, flags Flags) []*item {
	for _, n := range s.nodes {
		if n.op == nGroup {
			dst = r.appendGroup(dst, n, flags)
		} else {
			dst = append(dst, r.item(n, flags))
		}
	}
	return dst
}

func (r *resolver) appendGroup(dst []*item, n *node, flags Flags) []*item {
	flags = flags.combine(n.add, n.del)
	if n.group == 0 {
		return r.appendSeq(dst, n.subs[0], flags)
	}
	dst = append(dst, &item{op: iMark, n: 2 * (n.group - 1)})
	dst = r.appendSeq(dst, n.subs[0], flags)
	return append(dst, &item{op: iMark, n: 2*(n.group-1) + 1})
}

// item resolves a node that is not a group.
func (r *resolver) item(n *node, flags Flags) *item {
	out := &item{kind: n.kind, not: n.not, n: n.group, min: n.min, max: n.max}
	switch n.op {
	case nLiteral:
		return r.literal(n.c, flags)
	case nNotLiteral:
		return r.notLiteral(n.c, flags)
	case nAny:
		return r.any(flags)
	case nIn:
		return r.in(n, flags)
	case nAt:
		out.op, out.at = iAt, n.at.under(flags)
		return out
	case nRef:
		out.op, out.fold = iRef, flags.fold()
		return out
	case nBranch:
		out.op = iBranch
	case nAtomic:
		out.op = iAtomic
	case nCond:
		out.op = iCond
	case nRepeat:
		if flags&TemplateFlag != 0 {
			fail(KindPattern, "internal: unsupported template operator %s", repeatNames[n.kind])
		}
		out.op = iRepeat
	case nAssert:
		out.op = iAssert
		if n.behind {
			out.n = r.behindWidth(n.subs[0])
		}
	}
	for _, s := range n.subs {
		out.subs = append(out.subs, r.resolve(s, flags))
	}
	out.countMarks()
	return out
}

// behindWidth checks that a lookbehind has a fixed width and returns it.
func (r *resolver) behindWidth(s *seq) int {
	w := s.width(r.parser)
	if w.min > 1<<32-1 {
		fail(KindPattern, "looks too much behind")
	}
	if w.min != w.max {
		fail(KindPattern, "look-behind requires fixed-width pattern")
	}
	return int(w.min)
}

// countMarks notes the range of marks inside the subs.
func (it *item) countMarks() {
	include := func(from, to int) {
		if from == to {
			return
		}
		if it.marks[0] == it.marks[1] {
			it.marks = [2]int{from, to}
			return
		}
		it.marks = [2]int{min(it.marks[0], from), max(it.marks[1], to)}
	}
	for _, s := range it.subs {
		for _, x := range s {
			if x.op == iMark {
				include(x.n, x.n+1)
			} else {
				include(x.marks[0], x.marks[1])
			}
		}
	}
}

// under chooses the form of an anchor that the flags ask for.
func (a atKind) under(flags Flags) atKind {
	multi := flags&Multiline != 0
	uni := flags.wide()
	switch {
	case a == atBegin && multi:
		return atBeginLine
	case a == atEnd && multi:
		return atEndLine
	case a == atBegin:
		return atBeginString
	case a == atBoundary && uni:
		return atBoundaryUnicode
	case a == atNotBoundary && uni:
		return atNotBoundaryUnicode
	}
	return a
}

// cached returns the set for key, making it on first use.
func (r *resolver) cached(key setKey, build func() runeSet) *charset {
	if cs, ok := r.sets[key]; ok {
		return cs
	}
	if r.sets == nil {
		r.sets = map[setKey]*charset{}
	}
	cs := newCharset(build(), !r.bytes)
	cs.in = key.kind == 'c'
	r.sets[key] = cs
	return cs
}

// folded returns the characters that match the literal c.
func folded(c rune, fold foldMode) runeSet {
	out := runeSet{{c, c}}
	if fold == foldNone || !fold.cased(c) {
		return out
	}
	low := fold.lower(c)
	out[0] = span{low, low}
	for _, e := range fold.extras(low) {
		out = append(out, span{e, e})
	}
	for _, s := range out {
		if fold == foldASCII {
			if 'a' <= s.lo && s.lo <= 'z' {
				up := s.lo - 'a' + 'A'
				out = append(out, span{up, up})
			}
			continue
		}
		for _, p := range cases().preimage[s.lo] {
			out = append(out, span{p, p})
		}
	}
	return out.normalize()
}

func (r *resolver) literal(c rune, flags Flags) *item {
	fold := flags.fold()
	if fold == foldNone || !fold.cased(c) {
		return &item{op: iChar, c: c}
	}
	key := setKey{kind: 'l', c: c, fold: fold}
	return &item{op: iSet, set: r.cached(key, func() runeSet { return folded(c, fold) })}
}

func (r *resolver) notLiteral(c rune, flags Flags) *item {
	fold := flags.fold()
	key := setKey{kind: 'n', c: c, fold: fold}
	return &item{op: iSet, set: r.cached(key, func() runeSet { return folded(c, fold).negate(r.limit()) })}
}

func (r *resolver) any(flags Flags) *item {
	if flags&DotAll != 0 {
		return &item{op: iSet, set: r.cached(setKey{kind: 's'}, func() runeSet {
			return runeSet{{0, r.limit()}}
		})}
	}
	return &item{op: iSet, set: r.cached(setKey{kind: '.'}, func() runeSet {
		return runeSet{{'\n', '\n'}}.negate(r.limit())
	})}
}

// in resolves a class.
func (r *resolver) in(n *node, flags Flags) *item {
	uni := flags.wide()
	if len(n.set) == 1 && n.set[0].isCat {
		cat := n.set[0].cat
		if n.not {
			cat ^= 1
		}
		key := setKey{kind: 'c', c: rune(cat), uni: uni}
		return &item{op: iSet, set: r.cached(key, func() runeSet { return cat.set(uni, r.limit()) })}
	}
	locale := flags&IgnoreCase != 0 && flags&Locale != 0
	fold := flags.fold()
	if locale {
		fold = foldNone
	}
	set, cased := r.members(n.set, fold, uni)
	if n.not {
		set = set.negate(r.limit())
	}
	if cased {
		set = fold.unfold(set, r.limit())
	}
	if locale {
		set = foldLocale(set)
	}
	const charsetBytes = 512
	if r.classes += charsetBytes + 8*len(set); r.classes > maxClasses {
		tooLarge()
	}
	cs := newCharset(set, !r.bytes)
	cs.in = !cased && !locale
	return &item{op: iSet, set: cs}
}

// outerClass returns the class that CPython scans for in a search, if it is not
// the one that the pattern starts with: inside a group with another type flag
// CPython scans for the class as the flags of the whole pattern have it.
func (r *resolver) outerClass(s *seq, outer Flags) *charset {
	flags := outer
	for len(s.nodes) > 0 && s.nodes[0].op == nGroup {
		n := s.nodes[0]
		flags = flags.combine(n.add, n.del)
		s = n.subs[0]
	}
	if len(s.nodes) == 0 || s.nodes[0].op != nIn || flags.wide() == outer.wide() {
		return nil
	}
	for _, it := range s.nodes[0].set {
		if it.isCat || flags&IgnoreCase == 0 {
			continue
		}
		if _, cased := flags.fold().appendCases(nil, it.lo, it.hi); cased {
			return nil
		}
	}
	return r.in(s.nodes[0], outer&^IgnoreCase).set
}

// wide reports whether the flags make classes see beyond ASCII.
func (f Flags) wide() bool { return f&Unicode != 0 && f&Locale == 0 }

// members collects the members of a class. If the fold makes a difference,
// cased is true and the lower case of a character must be looked up in them.
func (r *resolver) members(items []setItem, fold foldMode, uni bool) (set runeSet, cased bool) {
	for _, it := range items {
		if it.isCat {
			set = append(set, it.cat.set(uni, r.limit())...)
			continue
		}
		set = append(set, span{it.lo, it.hi})
		if fold != foldNone {
			var c bool
			set, c = fold.appendCases(set, it.lo, it.hi)
			cased = cased || c
		}
	}
	return set.normalize(), cased
}

// appendCases adds to a class that has the characters lo to hi their other
// cases, and reports whether any of them has case.
func (f foldMode) appendCases(set runeSet, lo, hi rune) (runeSet, bool) {
	const bmp = 0xFFFF // CPython treats characters beyond the basic plane in its own way
	cased := hi > bmp
	if f == foldASCII {
		for c := max(lo, 'A'); c <= min(hi, 'z'); c++ {
			if casedASCII(c) {
				low := lowerASCII(c)
				set = append(set, span{low, low})
				cased = true
			}
		}
	} else if lo <= bmp {
		set = f.appendLower(set, lo, min(hi, bmp))
		cased = cased || cases().cased.overlap(lo, hi) > 0
	}
	if hi <= bmp || lo == hi {
		return set, cased
	}
	// A range holds each character whose upper case is in it; a single character
	// is left as it is, so that an upper case one matches nothing.
	for _, r := range cases().cased {
		for c := r.lo; c <= r.hi; c++ {
			if u := upperUnicode(c); lo <= u && u <= hi {
				set = append(set, span{c, c})
			}
		}
	}
	return set, cased
}

// appendLower adds the lower cases, and the equivalents of those, of the
// characters lo to hi.
func (f foldMode) appendLower(set runeSet, lo, hi rune) runeSet {
	add := func(low rune) {
		set = append(set, span{low, low})
		for _, e := range f.extras(low) {
			set = append(set, span{e, e})
		}
	}
	if hi-lo < 64 {
		for c := lo; c <= hi; c++ {
			add(f.lower(c))
		}
		return set
	}
	for _, p := range cases().lowers {
		if lo <= p.lo && p.lo <= hi {
			add(p.hi)
		}
	}
	for c := range cases().extra {
		if lo <= c && c <= hi {
			add(c)
		}
	}
	return set
}

// foldLocale makes a class hold both cases of a letter of which it holds one.
// Negated classes are no exception in CPython.
func foldLocale(s runeSet) runeSet {
	out := append(runeSet(nil), s...)
	for c := 'a'; c <= 'z'; c++ {
		up := c - 'a' + 'A'
		if s.has(c) || s.has(up) {
			out = append(out, span{c, c}, span{up, up})
		}
	}
	return out.normalize()
}
