package regex

import "unicode/utf8"

// A Match is the outcome of a successful match.
type Match struct {
	// Spans has two byte offsets for each group, the whole match being group
	// 0; they are -1 for a group that took no part.
	Spans []int
	// LastIndex is the number of the group that was closed last, or 0.
	LastIndex int
}

// Group returns the byte offsets of group n, or -1, -1.
func (mt *Match) Group(n int) (from, to int) { return mt.Spans[2*n], mt.Spans[2*n+1] }

// Match matches at the byte offset pos, in the text up to the byte offset end
// (-1: all of it). It returns false if there is no match. dst may be reused.
func (prog *Program) Match(in Input, pos, end int, b Budget, dst *Match) (bool, error) {
	return prog.once(in, pos, end, b, dst, (*matcher).attempt)
}

// FullMatch is like Match, for a match that reaches the end.
func (prog *Program) FullMatch(in Input, pos, end int, b Budget, dst *Match) (bool, error) {
	return prog.once(in, pos, end, b, dst, func(m *matcher, p int) bool {
		m.full = true
		return m.attempt(p)
	})
}

// Search is like Match, for the first match that starts at pos or after it.
func (prog *Program) Search(in Input, pos, end int, b Budget, dst *Match) (bool, error) {
	return prog.once(in, pos, end, b, dst, (*matcher).search)
}

func (prog *Program) once(in Input, pos, end int, b Budget, dst *Match, try func(*matcher, int) bool) (bool, error) {
	pos, end = clamp(in, pos, end)
	if pos > end {
		return false, nil
	}
	m := newMatcher(prog, in.Text, end, b)
	ok := m.err == nil && try(m, pos) && m.result(dst)
	err := m.err
	m.release()
	return ok && err == nil, err
}

// clamp puts the bounds into the text.
func clamp(in Input, pos, end int) (int, int) {
	if end < 0 || end > len(in.Text) {
		end = len(in.Text)
	}
	return min(max(pos, 0), len(in.Text)), end
}

// attemptWork is what an attempt counts, in bytes of text.
const attemptWork = 32

// search tries to match at p and at each later place.
func (m *matcher) search(p int) bool {
	pre := &m.prog.pre
	if pre.kind == preStart {
		return p == 0 && m.attempt(0)
	}
	limit := len(m.s) - m.prog.minWidth
	for p <= limit {
		q := pre.next(m.s, p)
		if q < 0 || q > limit {
			m.work(len(m.s) - p)
			return false
		}
		if !m.work(q - p + attemptWork) {
			return false
		}
		if pre.allows(m.s, q) && m.attempt(q) {
			return true
		}
		if m.err != nil {
			return false
		}
		p = m.after(q)
	}
	return false
}

// after returns the next place to try after the attempt at p has failed.
func (m *matcher) after(p int) int {
	if m.prog.pre.run && m.runEnd > p {
		p = m.runEnd
	}
	if m.prog.IsBytes || p >= len(m.s) || m.s[p] < utf8.RuneSelf {
		return p + 1
	}
	return p + runeLen(m.s[p])
}

// result stores the match in dst. It returns false if it is not valid.
func (m *matcher) result(dst *Match) bool {
	n := 2 * (m.prog.Groups + 1)
	if cap(dst.Spans) < n {
		dst.Spans = make([]int, n)
	}
	dst.Spans = dst.Spans[:n]
	dst.Spans[0], dst.Spans[1] = m.start, m.end
	dst.LastIndex = int(m.lastIndex)
	for i := 0; i < n-2; i += 2 {
		a, b := -1, -1
		if i < int(m.lastMark) {
			a, b = int(m.marks[i]), int(m.marks[i+1])
			if a < 0 || b < 0 {
				a, b = -1, -1
			}
		}
		if a > b {
			m.err = ErrSpan
			return false
		}
		dst.Spans[i+2], dst.Spans[i+3] = a, b
	}
	return true
}

// An Iter finds the matches in a text one after the other, as finditer does: an
// empty match is allowed right after another match, but not twice at one place.
type Iter struct {
	m    *matcher
	p    int
	done bool
}

// Iter returns an iterator over the matches in the text from the byte offset
// pos to the byte offset end (-1: to its end). It holds memory until Next or
// NextHere has returned false, or Close is called.
func (prog *Program) Iter(in Input, pos, end int, b Budget) *Iter {
	pos, end = clamp(in, pos, end)
	it := &Iter{p: pos, done: pos > end}
	it.m = newMatcher(prog, in.Text, end, b)
	return it
}

// Next searches for the next match. After it has returned false or an error,
// it returns false.
func (it *Iter) Next(dst *Match) (bool, error) { return it.step(dst, (*matcher).search) }

// NextHere is like Next, but the match must start where the last one ended.
func (it *Iter) NextHere(dst *Match) (bool, error) { return it.step(dst, (*matcher).attempt) }

func (it *Iter) step(dst *Match, try func(*matcher, int) bool) (bool, error) {
	if it.done {
		return false, nil
	}
	m := it.m
	ok := m.err == nil && try(m, it.p) && m.result(dst)
	if err := m.err; !ok || err != nil {
		it.Close()
		return false, err
	}
	m.must = -1
	if m.start == m.end {
		m.must = m.end
	}
	it.p = m.end
	return true, nil
}

// Close ends the iteration and gives back the memory that it holds. It may be
// called again.
func (it *Iter) Close() {
	if it.m != nil {
		it.m.release()
		it.m, it.done = nil, true
	}
}
