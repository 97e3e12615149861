package regex

// attempt tries to match at p.
func (m *matcher) attempt(p int) bool {
	m.lastMark, m.lastIndex = -1, 0
	m.sp, m.saves = 0, m.saves[:0]
	m.start, m.runEnd = p, 0
	return m.run(p)
}

// runFuel is how many instructions may run before they are counted as steps,
// besides those for backtracking.
const runFuel = 512

// run executes the program from its start at p. When an instruction fails, the
// last choice point says where to go on.
func (m *matcher) run(p int) bool {
	s, code := m.s, m.prog.code
	pc := 0
	for fuel := runFuel; ; fuel-- {
		if fuel == 0 {
			fuel = runFuel
			if !m.work(runFuel) {
				return false
			}
		}
		in := &code[pc]
		switch in.op {
		case opMatch:
			if !(m.full && p != len(s) || p == m.must && p == m.start) {
				m.end = p
				return true
			}
		case opByte:
			if uint(p) < uint(len(s)) && s[p] == in.c {
				p++
				pc++
				continue
			}
		case opLit:
			if len(s)-p >= len(in.lit) && s[p:p+len(in.lit)] == in.lit {
				p += len(in.lit)
				pc++
				continue
			}
		case opSet:
			if uint(p) < uint(len(s)) {
				if in.set.tab[s[p]] == 1 {
					p++
					pc++
					continue
				}
				if q := in.set.match(s, p); q >= 0 {
					p = q
					pc++
					continue
				}
			}
		case opMark:
			m.mark(in.n, p)
			pc++
			continue
		case opSpan:
			if q, least := m.runOf(in, p); least >= 0 {
				p = q
				pc++
				continue
			}
		case opStar:
			if q := m.star(in, pc, p); q >= 0 {
				p = q
				pc++
				continue
			}
		case opLazy:
			if q := m.lazy(in, pc, p); q >= 0 {
				p = q
				pc++
				continue
			}
		case opAt:
			if m.at(in.at, p) {
				pc++
				continue
			}
		case opJump:
			pc = int(in.to)
			continue
		case opBranch:
			if next := m.branch(in, pc, p); next >= 0 {
				pc = next
				continue
			}
		case opUntil:
			if next := m.until(in, pc, p); next >= 0 {
				pc = next
				continue
			}
		default:
			if nextPC, nextP := m.control(in, pc, p); nextPC >= 0 {
				pc, p = nextPC, nextP
				continue
			}
		}
		if m.err != nil {
			return false
		}
		if pc, p = m.resume(); pc < 0 {
			return false
		}
	}
}

// control executes the instructions that are less frequent. It returns where
// to go on, or -1 if the instruction fails.
func (m *matcher) control(in *inst, pc, p int) (int, int) {
	switch in.op {
	case opLoop:
		l := &m.loops[in.slot]
		if !m.push(in, pc, l.last, l.count) {
			return -1, 0
		}
		*l = loopState{-1, -1}
		return int(in.to), p
	case opUntilLazy:
		return m.untilLazy(in, pc, p)
	case opPossBegin:
		m.loops[in.slot] = loopState{0, -1}
	case opPossLoop:
		return m.possessive(in, pc, p)
	case opPossEnd:
		m.cutTo(&m.cuts[in.n])
		m.loops[in.slot].count++
		return int(in.to), p
	case opAtomic:
		m.cuts[in.slot] = cut{m.sp, len(m.saves), p}
	case opAtomicEnd:
		m.cutTo(&m.cuts[in.slot])
	case opAssert:
		q := m.back(in, p)
		if q < 0 {
			return -1, 0
		}
		m.cuts[in.slot] = cut{m.sp, len(m.saves), p}
		p = q
	case opAssertEnd:
		c := &m.cuts[in.slot]
		m.cutTo(c)
		p = c.p
	case opNot:
		q := m.back(in, p)
		if q < 0 {
			return int(in.to), p
		}
		m.cuts[in.slot] = cut{m.sp, len(m.saves), p}
		if !m.push(in, pc, p, 0) {
			return -1, 0
		}
		p = q
	case opNotEnd:
		m.cutTo(&m.cuts[in.slot])
		return -1, 0
	case opRef, opRefFold:
		if p = m.ref(in, p); p < 0 {
			return -1, 0
		}
	case opCond:
		if _, _, ok := m.group(in.n); !ok {
			return int(in.to), p
		}
	}
	return pc + 1, p
}

// back returns the position in.n characters before p, or -1.
func (m *matcher) back(in *inst, p int) int {
	if !in.chars {
		return max(p-int(in.n), -1)
	}
	if p < int(in.n) || in.n > 64 && !m.work(int(in.n)) {
		return -1
	}
	for n := in.n; n > 0; n-- {
		if p == 0 {
			return -1
		}
		p = stepBack(m.s, p)
	}
	return p
}

// branch enters the first alternative that can match at p.
func (m *matcher) branch(in *inst, pc, p int) int {
	list := in.branch.at(m.s, p)
	if len(list) == 0 || (len(list) > 1 || m.prog.exact) && !m.push(in, pc, p, 1) {
		return -1
	}
	return int(list[0])
}

// What a frame of a loop means if its aux is not the saved loopState.last.
const (
	undoCount = -2 // take back one iteration and fail
	triedTail = -3 // what follows the lazy loop has failed
)

// until ends an iteration of a greedy loop, or enters the loop.
func (m *matcher) until(in *inst, pc, p int) int {
	l := &m.loops[in.slot]
	count := l.count + 1
	if count < in.min {
		l.count = count
		if !m.push(&noSave, pc, p, undoCount) {
			return -1
		}
		return int(in.to)
	}
	if count < in.max && p != l.last && in.enters(m.s, p) {
		if !m.push(in, pc, p, l.last) {
			return -1
		}
		*l = loopState{count, p}
		return int(in.to)
	}
	if !in.accepts(m.s, p) {
		return -1
	}
	return pc + 1
}

// noSave is an instruction for choice points that keep no marks.
var noSave inst

// untilLazy ends an iteration of a lazy loop, or enters the loop.
func (m *matcher) untilLazy(in *inst, pc, p int) (int, int) {
	l := &m.loops[in.slot]
	if l.count+1 < in.min {
		l.count++
		if !m.push(&noSave, pc, p, undoCount) {
			return -1, 0
		}
		return int(in.to), p
	}
	if in.accepts(m.s, p) {
		if !m.push(in, pc, p, triedTail) {
			return -1, 0
		}
		return pc + 1, p
	}
	return m.lazyBody(in, pc, p)
}

// lazyBody enters another iteration of a lazy loop if there may be one.
func (m *matcher) lazyBody(in *inst, pc, p int) (int, int) {
	l := &m.loops[in.slot]
	count := l.count + 1
	if count >= in.max && in.max != maxInt || p == l.last || !in.enters(m.s, p) {
		return -1, 0
	}
	if !m.push(&noSave, pc, p, l.last) {
		return -1, 0
	}
	*l = loopState{count, p}
	return int(in.to), p
}

// possessive begins an iteration of a possessive loop, or leaves the loop.
func (m *matcher) possessive(in *inst, pc, p int) (int, int) {
	l := &m.loops[in.slot]
	m.cuts[in.n] = cut{m.sp, len(m.saves), p}
	if l.count < in.min {
		if m.steps--; m.steps < 0 && !m.poll() {
			return -1, 0
		}
		return pc + 1, p
	}
	if l.count >= in.max || p == l.last {
		return int(in.to), p
	}
	if !m.push(in, pc, p, 0) {
		return -1, 0
	}
	l.last = p
	return pc + 1, p
}

// ref matches the text of a group at p and returns the position after it.
func (m *matcher) ref(in *inst, p int) int {
	a, b, ok := m.group(in.n)
	if !ok || !m.work(b-a) {
		return -1
	}
	s := m.s
	if in.op == opRef {
		if len(s)-p < b-a || s[p:p+b-a] != s[a:b] {
			return -1
		}
		return p + b - a
	}
	for a < b {
		if p >= len(s) {
			return -1
		}
		c, n := rune(s[a]), 1
		d, k := rune(s[p]), 1
		if in.chars {
			c, n = decode(s, a)
			d, k = decode(s, p)
		}
		if c != d && in.fold.lower(c) != in.fold.lower(d) {
			return -1
		}
		a += n
		p += k
	}
	return p
}

// at tests an anchor at p.
func (m *matcher) at(at atKind, p int) bool {
	s := m.s
	switch at {
	case atBeginString, atBegin:
		return p == 0
	case atBeginLine:
		return p == 0 || s[p-1] == '\n'
	case atEnd:
		return p == len(s) || p == len(s)-1 && s[p] == '\n'
	case atEndLine:
		return p == len(s) || s[p] == '\n'
	case atEndString:
		return p == len(s)
	case atBoundary:
		return s != "" && m.wordBefore(p, false) != m.wordAfter(p, false)
	case atNotBoundary:
		return s != "" && m.wordBefore(p, false) == m.wordAfter(p, false)
	case atBoundaryUnicode:
		return s != "" && m.wordBefore(p, true) != m.wordAfter(p, true)
	}
	return s != "" && m.wordBefore(p, true) == m.wordAfter(p, true)
}

// wordBytes are the ASCII word characters.
var wordBytes = func() (t [256]bool) {
	for c := range t {
		t[c] = asciiWord.has(rune(c))
	}
	return t
}()

func (m *matcher) wordBefore(p int, uni bool) bool {
	if p == 0 {
		return false
	}
	c := m.s[p-1]
	if c < 0x80 || !uni {
		return wordBytes[c]
	}
	r, _ := decodeLast(m.s, p)
	return wordPages().has(r)
}

func (m *matcher) wordAfter(p int, uni bool) bool {
	if p >= len(m.s) {
		return false
	}
	c := m.s[p]
	if c < 0x80 || !uni {
		return wordBytes[c]
	}
	r, _ := decode(m.s, p)
	return wordPages().has(r)
}
