package regex

import (
	"errors"
	"math"
	"sync"
)

// A frame is a choice point: what to restore and where to go on if the
// present attempt fails. What pc, p and aux mean depends on the instruction.
type frame struct {
	pc, p, aux          int32
	lastMark, lastIndex int32
	saved               int32 // marks on matcher.saves
}

// A loopState is the counter of a loop that is being run.
type loopState struct {
	count int
	last  int // where the last iteration began, or -1
}

// A cut is the state of the stacks at the start of an atomic group or an
// assertion.
type cut struct{ frames, saves, p int }

// A matcher is the state of matching. It is used for one text at a time.
type matcher struct {
	prog  *Program
	s     string // the text up to the end position
	start int    // where the present attempt starts
	end   int    // where the last match ended

	full bool // only a match that reaches the end of s counts
	must int  // an empty match here does not count; -1: no such place

	marks               []int32
	lastMark, lastIndex int32
	stack               []frame // the whole of it; frames up to sp are in use
	sp                  int
	saves               []int32
	loops               []loopState
	cuts                []cut
	runEnd              int // where the run that the pattern starts with ended

	steps   int // until the next poll
	budget  Budget
	charged int // bytes reported to budget
	err     error
}

var matchers = sync.Pool{New: func() any { return &matcher{stack: make([]frame, 64)} }}

// errTooLong keeps positions within 32 bits.
var errTooLong = errors.New("match: the text is longer than 2 GiB; match a part of it")

// ErrSpan is returned when a group ends before it starts, which CPython too
// reports (as a SystemError) for some possessive loops that hold groups.
var ErrSpan = errors.New("The span of capturing group is wrong, please report a bug for the re module.")

// newMatcher takes a matcher from the pool. The text ends at end.
func newMatcher(prog *Program, text string, end int, b Budget) *matcher {
	m := matchers.Get().(*matcher)
	m.prog, m.s, m.budget, m.err = prog, text[:end], b, nil
	m.full, m.must = false, -1
	m.steps = pollSteps
	if end > math.MaxInt32-8 {
		m.err = errTooLong
	}
	m.marks = resize(m.marks, 2*prog.Groups)
	m.loops = resize(m.loops, prog.loops)
	m.cuts = resize(m.cuts, prog.cuts)
	return m
}

func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n)
	}
	return s[:n]
}

// release gives the matcher back to the pool.
func (m *matcher) release() {
	if m.charged != 0 {
		m.stack, m.saves = make([]frame, 64), nil
		_ = m.budget.Alloc(-m.charged) // giving back cannot fail
		m.charged = 0
	}
	m.prog, m.s, m.budget = nil, "", nil
	matchers.Put(m)
}

// poll reports the steps taken. It returns false if the match must stop.
func (m *matcher) poll() bool {
	n := pollSteps - m.steps
	m.steps = pollSteps
	if m.budget != nil && m.err == nil {
		m.err = m.budget.Steps(n)
	}
	return m.err == nil
}

// work takes the steps for looking at n bytes of text. It returns false if the
// match must stop.
func (m *matcher) work(n int) bool {
	m.steps -= n >> 5
	return m.steps > 0 || m.poll()
}

// grow doubles the stack. It returns false if the match must stop.
func (m *matcher) grow() bool {
	n := len(m.stack)
	if n >= maxFrames {
		m.err = ErrStack
		return false
	}
	if !m.charge(n, frameBytes) {
		return false
	}
	bigger := make([]frame, 2*n)
	copy(bigger, m.stack)
	m.stack = bigger
	return true
}

// charge reports n more items of the given size, once there are so many that
// they will not be kept for the next match.
func (m *matcher) charge(n, size int) bool {
	if m.budget == nil || n < keepFrames {
		return true
	}
	if m.err = m.budget.Alloc(n * size); m.err != nil {
		return false
	}
	m.charged += n * size
	return true
}

// push adds a choice point for in. It returns false if the match must stop.
func (m *matcher) push(in *inst, pc, p, aux int) bool {
	if m.steps--; m.steps < 0 && !m.poll() || m.sp == len(m.stack) && !m.grow() {
		return false
	}
	f := &m.stack[m.sp]
	m.sp++
	*f = frame{pc: int32(pc), p: int32(p), aux: int32(aux), lastMark: m.lastMark, lastIndex: m.lastIndex}
	if n := min(in.saveTo, m.lastMark+1) - in.saveFrom; n > 0 {
		f.saved = n
		return m.saveMarks(in.saveFrom, n)
	}
	return true
}

func (m *matcher) saveMarks(from, n int32) bool {
	m.steps -= int(n >> 4)
	if len(m.saves)+int(n) > cap(m.saves) {
		c := max(2*cap(m.saves), len(m.saves)+int(n), 64)
		if !m.charge(c-cap(m.saves), 4) {
			return false
		}
		m.saves = append(make([]int32, 0, c), m.saves...)
	}
	m.saves = append(m.saves, m.marks[from:from+n]...)
	return true
}

// restore brings back the groups as they were when f was pushed.
func (m *matcher) restore(f *frame, in *inst) {
	m.lastMark, m.lastIndex = f.lastMark, f.lastIndex
	if f.saved > 0 {
		copy(m.marks[in.saveFrom:], m.saves[len(m.saves)-int(f.saved):])
	}
}

// pop drops the topmost choice point f.
func (m *matcher) pop(f *frame) {
	m.sp--
	m.saves = m.saves[:len(m.saves)-int(f.saved)]
}

// cutTo drops the choice points since the cut.
func (m *matcher) cutTo(c *cut) {
	m.sp = c.frames
	m.saves = m.saves[:c.saves]
}

// mark notes the position p in mark n.
func (m *matcher) mark(n int32, p int) {
	if n&1 != 0 {
		m.lastIndex = n/2 + 1
	}
	if n > m.lastMark {
		for i := m.lastMark + 1; i < n; i++ {
			m.marks[i] = -1
		}
		m.lastMark = n
	}
	m.marks[n] = int32(p)
}

// group returns the text of group n (from 0), if it has matched.
func (m *matcher) group(n int32) (from, to int, ok bool) {
	if 2*n >= m.lastMark {
		return 0, 0, false
	}
	a, b := m.marks[2*n], m.marks[2*n+1]
	return int(a), int(b), a >= 0 && b >= a
}
