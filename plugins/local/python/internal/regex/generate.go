package regex

import (
	"encoding/binary"
	"slices"
)

// A generator turns a resolved tree into instructions.
type generator struct {
	code  []inst
	bytes bool
	loops int
	cuts  int
	// exact says that choice points must be handled step by step as CPython
	// does: it leaves traces of failed attempts in the groups, which show in two
	// cases: in a possessive loop that holds groups, and where a conditional asks
	// for the group that it is in.
	exact bool
	refs  bool // the outcome depends on groups

	tables map[[4]uint64]*[256]bool // see table

	// where the generator is
	inRepeat bool   // inside a loop that is not possessive
	inLoop   bool   // inside any loop
	outer    [2]int // the marks of the outermost loop around
	all      [2]int // all marks
}

func generate(prog *Program, body []*item) {
	g := &generator{bytes: prog.IsBytes, tables: map[[4]uint64]*[256]bool{}}
	g.scan(body, make([]bool, prog.Groups))
	g.all = [2]int{0, 2 * prog.Groups}
	var lead *item
	prog.pre, lead = g.prefilter(body)
	g.sequence(body, anything)
	g.emit(inst{op: opMatch})
	if lead != nil {
		g.markLead()
	}
	prog.code, prog.loops, prog.cuts, prog.exact = g.code, g.loops, g.cuts, g.exact
}

// scan looks for what has an influence on the whole program. open has the
// groups around.
func (g *generator) scan(items []*item, open []bool) {
	for _, it := range items {
		switch it.op {
		case iMark:
			open[it.n/2] = it.n%2 == 0
		case iRef:
			g.refs = true
		case iCond:
			g.refs = true
			g.exact = g.exact || open[it.n-1]
		case iRepeat:
			if it.kind == possessive && it.marks[0] != it.marks[1] {
				g.exact = true
			}
		}
		for _, s := range it.subs {
			g.scan(s, open)
		}
	}
}

// markLead flags the repeat that the program starts with.
func (g *generator) markLead() {
	for i := range g.code {
		if op := g.code[i].op; op == opSpan || op == opStar || op == opLazy {
			g.code[i].lead = true
			return
		}
	}
}

func (g *generator) emit(in inst) int {
	g.code = append(g.code, in)
	return len(g.code) - 1
}

func (g *generator) pc() int32 { return int32(len(g.code)) }

// save sets the marks that a choice point keeps: CPython does so only inside
// loops, except for the choice points of the loops themselves.
func (g *generator) save(in *inst, always bool) {
	if !always && !g.inRepeat {
		return
	}
	marks := g.outer
	if g.exact {
		marks = g.all
	}
	in.saveFrom, in.saveTo = int32(marks[0]), int32(marks[1])
}

// setTail gives an instruction what is known of what follows it.
func (g *generator) setTail(in *inst, f first) {
	in.tail, in.tailEnd, in.tailByte = g.table(f), f.end, -1
	if c := f.single(); c >= 0 && !f.end {
		in.tailByte = int16(c)
	}
}

// sequence emits items; follow is the first of what comes after them.
func (g *generator) sequence(items []*item, follow first) {
	after := make([]first, len(items)+1)
	after[len(items)] = follow
	for i := len(items) - 1; i > 0; i-- {
		after[i] = g.firstItem(items[i], after[i+1])
	}
	for i := 0; i < len(items); i++ {
		if items[i].op != iChar {
			g.item(items, i, after[i+1])
			continue
		}
		lit := g.encode(nil, items[i].c)
		for ; i+1 < len(items) && items[i+1].op == iChar; i++ {
			lit = g.encode(lit, items[i+1].c)
		}
		if len(lit) == 1 {
			g.emit(inst{op: opByte, c: lit[0]})
		} else {
			g.emit(inst{op: opLit, lit: string(lit)})
		}
	}
}

// item emits items[i], after which follow comes.
func (g *generator) item(items []*item, i int, follow first) {
	it := items[i]
	switch it.op {
	case iSet:
		g.emit(inst{op: opSet, set: it.set})
	case iAt:
		g.emit(inst{op: opAt, at: it.at, chars: !g.bytes})
	case iMark:
		g.emit(inst{op: opMark, n: int32(it.n)})
	case iBranch:
		g.branch(it.subs, follow)
	case iRepeat:
		if it.simple() {
			g.span(it, items[i+1:], follow)
		} else {
			g.repeat(it, follow)
		}
	case iAtomic:
		slot := g.newCut()
		g.emit(inst{op: opAtomic, slot: slot})
		g.sequence(it.subs[0], anything)
		g.emit(inst{op: opAtomicEnd, slot: slot})
	case iAssert:
		g.assert(it)
	case iRef:
		op := opRef
		if it.fold != foldNone {
			op = opRefFold
		}
		g.emit(inst{op: op, n: int32(it.n - 1), fold: it.fold, chars: !g.bytes})
	case iCond:
		g.cond(it, follow)
	}
}

func (g *generator) newCut() int32 {
	g.cuts++
	return int32(g.cuts - 1)
}

// branch emits alternatives.
func (g *generator) branch(subs [][]*item, follow first) {
	in := inst{op: opBranch}
	g.save(&in, false)
	at := g.emit(in)
	firsts := make([]first, len(subs))
	starts := make([]int32, len(subs))
	var ends []int
	for i, s := range subs {
		firsts[i] = anything
		if !g.exact || literalStart(s) {
			firsts[i] = g.firstOf(s, follow)
		}
		starts[i] = g.pc()
		g.sequence(s, follow)
		if i < len(subs)-1 {
			ends = append(ends, g.emit(inst{op: opJump}))
		}
	}
	for _, e := range ends {
		g.code[e].to = g.pc()
	}
	g.code[at].branch = newBranch(firsts, starts)
}

// newBranch sorts the alternatives by what they can start with.
func newBranch(firsts []first, starts []int32) *branch {
	br := &branch{}
	known := map[string]uint16{}
	var list []int32
	var key []byte
	enter := func(can func(first) bool) uint16 {
		list, key = list[:0], key[:0]
		for i, f := range firsts {
			if can(f) {
				list = append(list, starts[i])
				key = binary.LittleEndian.AppendUint32(key, uint32(i))
			}
		}
		n, ok := known[string(key)]
		if !ok {
			n = uint16(len(br.lists))
			known[string(key)] = n
			br.lists = append(br.lists, slices.Clone(list))
		}
		return n
	}
	for c := range br.pick {
		br.pick[c] = enter(func(f first) bool { return f.has(byte(c)) })
	}
	br.end = enter(func(f first) bool { return f.end })
	return br
}

// literalStart reports whether CPython looks at the next character before it
// tries the alternative s.
func literalStart(s []*item) bool {
	return len(s) > 0 && (s[0].op == iChar || s[0].op == iSet && s[0].set.in)
}

// span emits the repeat of one character; rest are the items after it.
func (g *generator) span(it *item, rest []*item, follow first) {
	cs := it.subs[0][0].set
	if cs == nil {
		c := it.subs[0][0].c
		cs = newCharset(runeSet{{c, c}}, !g.bytes)
	}
	in := inst{op: opStar, set: cs, min: it.min, max: it.max, chars: !g.bytes && !asciiOnly(cs)}
	if it.max == MaxRepeat {
		in.max = maxInt
	}
	g.save(&in, false)
	switch {
	case it.kind == possessive || it.min == it.max && !g.exact:
		in.op = opSpan
	case it.kind == lazy:
		in.op = opLazy
	case g.exact:
	case ofSet(cs).disjoint(follow) || boundaryStops(cs, it.min, rest, g.bytes):
		in.op = opSpan
	}
	g.setTail(&in, follow)
	if g.exact && (len(rest) == 0 || rest[0].op != iChar || in.op == opLazy) {
		g.setTail(&in, anything)
	}
	g.emit(in)
}

const maxInt = int(^uint(0) >> 1)

// boundaryStops reports whether a \b after a run of cs cannot match inside the
// run: if all of cs are word characters, or none.
func boundaryStops(cs *charset, min int, rest []*item, bytes bool) bool {
	if min == 0 || len(rest) == 0 || rest[0].op != iAt {
		return false
	}
	uni := rest[0].at == atBoundaryUnicode
	if !uni && rest[0].at != atBoundary {
		return false
	}
	word, other := false, false
	for c := 0; c < 256; c++ {
		switch {
		case cs.tab[c] == 0:
		case asciiWord.has(rune(c)):
			word = true
		case c < 0x80 || bytes:
			other = true
		case uni && cs.wide != nil && len(cs.wide.set) > 0 && &cs.wide.set[0] == &unicodeWord()[0]:
			word = true
		default:
			return false
		}
	}
	return !word || !other
}

// repeat emits the repeat of anything but one character.
func (g *generator) repeat(it *item, follow first) {
	body := it.subs[0]
	if it.kind == possessive {
		g.possessive(it)
		return
	}
	if !g.exact {
		switch {
		case it.max == 0:
			return
		case it.min == 1 && it.max == 1:
			g.sequence(body, follow)
			return
		case it.min == 0 && it.max == 1 && it.kind == greedy:
			g.branch([][]*item{body, nil}, follow)
			return
		case it.min == 0 && it.max == 1:
			g.branch([][]*item{nil, body}, follow)
			return
		}
	}
	saved := *g
	prevRepeat := g.inRepeat
	if !g.inLoop {
		g.outer = it.marks
	}
	g.inRepeat, g.inLoop = true, true
	if !g.exact && it.min == it.max && it.max <= unrollLimit && it.max*weight(body) <= unrollLimit {
		g.unroll(body, it.min, follow)
	} else {
		g.loop(it, follow, prevRepeat)
	}
	g.inRepeat, g.inLoop, g.outer = saved.inRepeat, saved.inLoop, saved.outer
}

// unrollLimit is how many items a loop of a fixed count may become.
const unrollLimit = 24

// weight is the number of items in a body whose loops of a fixed count are
// unrolled; beyond the limit it is not exact.
func weight(items []*item) int {
	n := max(len(items), 1)
	for _, it := range items {
		w := 0
		for _, s := range it.subs {
			if w += weight(s); w > unrollLimit {
				return w
			}
		}
		if it.op == iRepeat && it.min == it.max {
			w *= min(max(it.max, 1), unrollLimit)
		}
		if n += w; n > unrollLimit {
			return n
		}
	}
	return n
}

// unroll emits a body n times.
func (g *generator) unroll(body []*item, n int, follow first) {
	again := g.firstOf(body, anything)
	for ; n > 1; n-- {
		g.sequence(body, again)
	}
	g.sequence(body, follow)
}

// loop emits a loop with a counter.
func (g *generator) loop(it *item, follow first, outerRepeat bool) {
	slot := int32(g.loops)
	g.loops++
	enter := g.emit(inst{op: opLoop, slot: slot})
	bodyAt := g.pc()
	bodyFirst := g.bodyFirst(it)
	g.sequence(it.subs[0], bodyFirst.union(follow))
	until := inst{op: opUntil, slot: slot, to: bodyAt, min: it.min, max: it.max}
	if it.max == MaxRepeat {
		until.max = maxInt
	}
	if it.kind == lazy {
		until.op = opUntilLazy
		if outerRepeat {
			g.save(&until, true)
		}
	} else {
		g.save(&until, true)
	}
	g.setTail(&until, follow)
	if g.exact {
		g.setTail(&until, anything)
	} else {
		until.body, until.bodyEnd = g.table(bodyFirst), bodyFirst.end
	}
	g.code[enter].to = int32(g.emit(until))
}

// possessive emits a possessive loop.
func (g *generator) possessive(it *item) {
	outer, inLoop := g.outer, g.inLoop
	if !inLoop {
		g.outer = it.marks
	}
	g.inLoop = true
	slot, cut := int32(g.loops), g.newCut()
	g.loops++
	g.emit(inst{op: opPossBegin, slot: slot})
	head := inst{op: opPossLoop, slot: slot, n: cut, min: it.min, max: it.max}
	if it.max == MaxRepeat {
		head.max = maxInt
	}
	g.save(&head, true)
	at := g.emit(head)
	g.sequence(it.subs[0], anything)
	g.emit(inst{op: opPossEnd, slot: slot, n: cut, to: int32(at)})
	g.code[at].to = g.pc()
	g.outer, g.inLoop = outer, inLoop
}

func (g *generator) assert(it *item) {
	slot := g.newCut()
	in := inst{op: opAssert, slot: slot, n: int32(it.n), chars: !g.bytes}
	end := opAssertEnd
	if it.not {
		in.op, end = opNot, opNotEnd
		g.save(&in, false)
	}
	at := g.emit(in)
	g.sequence(it.subs[0], anything)
	g.emit(inst{op: end, slot: slot})
	g.code[at].to = g.pc()
}

func (g *generator) cond(it *item, follow first) {
	at := g.emit(inst{op: opCond, n: int32(it.n - 1)})
	g.sequence(it.subs[0], follow)
	if len(it.subs) == 2 {
		jump := g.emit(inst{op: opJump})
		g.code[at].to = g.pc()
		g.sequence(it.subs[1], follow)
		g.code[jump].to = g.pc()
	} else {
		g.code[at].to = g.pc()
	}
}

// asciiOnly reports whether every member of a text's set is ASCII.
func asciiOnly(cs *charset) bool {
	for _, k := range cs.tab[0x80:] {
		if k != 0 {
			return false
		}
	}
	return true
}
