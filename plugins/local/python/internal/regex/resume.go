package regex

// resume goes back to the last choice point that has something left to try. It
// returns where to go on, or a negative pc if there is none or the match must
// stop.
func (m *matcher) resume() (pc, p int) {
	code := m.prog.code
	for m.sp > 0 {
		if m.steps--; m.steps < 0 && !m.poll() {
			return -1, 0
		}
		f := &m.stack[m.sp-1]
		in := &code[f.pc]
		pc, p = -1, int(f.p)
		switch in.op {
		case opStar:
			pc, p = m.resumeStar(f, in)
		case opLazy:
			pc, p = m.resumeLazy(f, in)
		case opBranch:
			pc = m.resumeBranch(f, in)
		case opUntil:
			pc = m.resumeUntil(f, in)
		case opUntilLazy:
			pc, p = m.resumeUntilLazy(f, in)
		case opLoop:
			m.loops[in.slot] = loopState{int(f.aux), p}
			m.pop(f)
		case opPossLoop, opNot:
			m.restore(f, in)
			m.pop(f)
			pc = int(in.to)
		}
		if pc >= 0 || m.err != nil {
			return pc, p
		}
	}
	return -1, 0
}

// resumeStar gives back one more character.
func (m *matcher) resumeStar(f *frame, in *inst) (int, int) {
	m.restore(f, in)
	p, least := int(f.p), int(f.aux)
	if p > least {
		if in.chars {
			p = stepBack(m.s, p)
		} else {
			p--
		}
		p = m.giveBack(in, p, least)
	} else {
		p = -1
	}
	if p < 0 {
		m.pop(f)
		return -1, 0
	}
	pc := int(f.pc) + 1
	if p == least && !m.prog.exact {
		m.pop(f)
	} else {
		f.p = int32(p)
	}
	return pc, p
}

// resumeLazy takes one more character.
func (m *matcher) resumeLazy(f *frame, in *inst) (int, int) {
	m.restore(f, in)
	p, more := m.take(in, int(f.p), int(f.aux))
	if p >= 0 {
		p, more = m.forward(in, p, more)
	}
	if p < 0 {
		m.pop(f)
		return -1, 0
	}
	f.p, f.aux = int32(p), int32(more)
	return int(f.pc) + 1, p
}

// resumeBranch enters the next alternative.
func (m *matcher) resumeBranch(f *frame, in *inst) int {
	m.restore(f, in)
	list := in.branch.at(m.s, int(f.p))
	i := int(f.aux)
	if i == len(list) {
		m.pop(f)
		return -1
	}
	if i == len(list)-1 && !m.prog.exact {
		m.pop(f)
	} else {
		f.aux++
	}
	return int(list[i])
}

// resumeUntil leaves a greedy loop whose next iteration has failed.
func (m *matcher) resumeUntil(f *frame, in *inst) int {
	l := &m.loops[in.slot]
	l.count--
	if f.aux == undoCount {
		m.pop(f)
		return -1
	}
	l.last = int(f.aux)
	m.restore(f, in)
	m.pop(f)
	if !in.accepts(m.s, int(f.p)) {
		return -1
	}
	return int(f.pc) + 1
}

// resumeUntilLazy begins another iteration after what follows the loop has
// failed, or takes an iteration back.
func (m *matcher) resumeUntilLazy(f *frame, in *inst) (int, int) {
	l := &m.loops[in.slot]
	switch f.aux {
	case undoCount:
		l.count--
	case triedTail:
		m.restore(f, in)
		m.pop(f)
		return m.lazyBody(in, int(f.pc), int(f.p))
	default:
		l.count--
		l.last = int(f.aux)
	}
	m.pop(f)
	return -1, 0
}
