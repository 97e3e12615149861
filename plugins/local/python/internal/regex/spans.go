package regex

import "strings"

// scan returns the position after at most n characters of set from p on.
func scan(set *charset, s string, p, n int) int {
	if n >= len(s)-p {
		return scanAll(set, s, p)
	}
	for ; n > 0 && p < len(s); n-- {
		q := set.match(s, p)
		if q < 0 {
			break
		}
		p = q
	}
	return p
}

// scanAll returns the position after all the characters of set from p on.
func scanAll(set *charset, s string, p int) int {
	if set.not >= 0 {
		if i := strings.IndexByte(s[p:], byte(set.not)); i >= 0 {
			return p + i
		}
		return len(s)
	}
	for {
		for uint(p) < uint(len(s)) && set.tab[s[p]] == 1 {
			p++
		}
		if p >= len(s) {
			return len(s)
		}
		q := set.match(s, p)
		if q < 0 {
			return p
		}
		p = q
	}
}

// runOf matches the run of in at p. It returns its end, and the position after
// the least number of characters, or -1 if there are fewer.
func (m *matcher) runOf(in *inst, p int) (end, least int) {
	s := m.s
	least = p
	switch in.min {
	case 0:
	case 1:
		if p >= len(s) {
			return 0, -1
		}
		if least = in.set.match(s, p); least < 0 {
			return 0, -1
		}
	default:
		if in.min > len(s)-p || !m.work(in.min) {
			return 0, -1
		}
		for i := 0; i < in.min; i++ {
			if least >= len(s) {
				return 0, -1
			}
			if least = in.set.match(s, least); least < 0 {
				return 0, -1
			}
		}
	}
	switch {
	case in.max == maxInt:
		end = scanAll(in.set, s, least)
	case in.max == in.min:
		end = least
	default:
		end = scan(in.set, s, least, in.max-in.min)
	}
	if in.lead {
		m.runEnd = end
	}
	if end-p >= 32 && !m.work(end-p) {
		return 0, -1
	}
	return end, least
}

// star matches the run of a greedy repeat and returns where to go on, or -1.
func (m *matcher) star(in *inst, pc, p int) int {
	end, least := m.runOf(in, p)
	if least < 0 {
		return -1
	}
	q := m.giveBack(in, end, least)
	if q < 0 {
		return -1
	}
	if (q > least || m.prog.exact) && !m.push(in, pc, q, least) {
		return -1
	}
	return q
}

// giveBack returns the last position from least to p where what follows in can
// match, or -1.
func (m *matcher) giveBack(in *inst, p, least int) int {
	if in.tail == nil || p < least {
		return max(p, -1)
	}
	s, from := m.s, p
	switch {
	case in.tailByte >= 0:
		p = least + strings.LastIndexByte(s[least:min(p+1, len(s))], byte(in.tailByte))
	default:
		for p >= least && !in.accepts(s, p) {
			p--
		}
	}
	if !m.work(from - p) {
		return -1
	}
	if p < least {
		return -1
	}
	return p
}

// lazy matches the least of a lazy repeat and returns where to go on, or -1.
func (m *matcher) lazy(in *inst, pc, p int) int {
	s := m.s
	if in.min > len(s)-p || !m.work(in.min) {
		return -1
	}
	for i := 0; i < in.min; i++ {
		if p >= len(s) {
			return -1
		}
		if p = in.set.match(s, p); p < 0 {
			return -1
		}
	}
	more := -1
	if in.max != maxInt {
		more = in.max - in.min
	}
	p, more = m.forward(in, p, more)
	if p < 0 || !m.push(in, pc, p, more) {
		return -1
	}
	return p
}

// forward moves p on to where what follows in can match, or returns -1. more is
// how many characters may still be taken, -1 for no limit.
func (m *matcher) forward(in *inst, p, more int) (int, int) {
	for n := 0; ; n++ {
		if in.accepts(m.s, p) {
			if !m.work(n) {
				return -1, 0
			}
			return p, more
		}
		if p, more = m.take(in, p, more); p < 0 {
			m.work(n)
			return -1, 0
		}
	}
}

// take moves over one more character of a lazy repeat, or returns -1.
func (m *matcher) take(in *inst, p, more int) (int, int) {
	q := -1
	if more != 0 && p < len(m.s) {
		q = in.set.match(m.s, p)
	}
	if q < 0 && in.lead {
		m.runEnd = p
	}
	if more > 0 {
		more--
	}
	return q, more
}
