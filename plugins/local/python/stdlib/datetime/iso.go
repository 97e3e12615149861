package datetime

import (
	"strings"
	"unicode/utf8"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/civil"
)

func invalidISO(vm *py.VM, v py.Value) error {
	r, err := vm.Repr(v)
	if err != nil {
		return err
	}
	return py.ValueErrorf("Invalid isoformat string: %s", r)
}

// scanner reads digits from the start of a text.
type scanner struct {
	s   string
	bad bool
}

func (p *scanner) digits(n int) int {
	if len(p.s) < n {
		p.bad = true
		return 0
	}
	v := 0
	for i := range n {
		c := p.s[i]
		if c < '0' || c > '9' {
			p.bad = true
			return 0
		}
		v = v*10 + int(c-'0')
	}
	p.s = p.s[n:]
	return v
}

// skip steps over c if it comes next.
func (p *scanner) skip(c byte) bool {
	if p.s != "" && p.s[0] == c {
		p.s = p.s[1:]
		return true
	}
	return false
}

// parseISODate reads YYYY-MM-DD, YYYYMMDD, YYYY-Www[-D] or YYYYWww[D]. The
// date may be out of range.
func parseISODate(s string) (y, m, d int, ok bool) {
	if n := len(s); n != 7 && n != 8 && n != 10 {
		return 0, 0, 0, false
	}
	p := &scanner{s: s}
	y = p.digits(4)
	dashes := p.skip('-')
	if p.skip('W') {
		week, day := p.digits(2), 1
		if p.s != "" && !p.bad {
			if dashes && !p.skip('-') {
				return 0, 0, 0, false
			}
			day = p.digits(1)
		}
		if p.bad || civil.CheckISO(y, week, day) != "" {
			return 0, 0, 0, false
		}
		y, m, d = civil.Date(civil.ISOOrdinal(y, week, day))
		return y, m, d, true
	}
	m = p.digits(2)
	if dashes && !p.skip('-') {
		return 0, 0, 0, false
	}
	d = p.digits(2)
	return y, m, d, !p.bad && p.s == ""
}

// isoTime is what parseISOTime reads.
type isoTime struct {
	n         [4]int // hours, minutes, seconds, microseconds
	zone      bool
	offset    int // seconds east of UTC
	offsetUsz int
}

// parseISOTime reads a time of day with or without an offset.
func parseISOTime(s string) (t isoTime, ok bool) {
	at := strings.IndexAny(s, "+-Z")
	if at < 0 {
		t.n, ok = parseClock(s, true)
		return t, ok
	}
	if t.n, ok = parseClock(s[:at], false); !ok {
		return t, false
	}
	t.zone = true
	if s[at] == 'Z' {
		return t, at+1 == len(s)
	}
	n, ok := parseClock(s[at+1:], true)
	t.offset, t.offsetUsz = n[0]*3600+n[1]*60+n[2], n[3]
	if s[at] == '-' {
		t.offset, t.offsetUsz = -t.offset, -t.offsetUsz
	}
	return t, ok
}

// parseClock reads HH[:MM[:SS[.f…]]] with or without the colons. last tells
// that the text ends there; else one separator may follow before the offset.
func parseClock(s string, last bool) (n [4]int, ok bool) {
	p := &scanner{s: s}
	colons := false
	for i := range 3 {
		n[i] = p.digits(2)
		if p.bad {
			return n, false
		}
		if len(p.s) <= 1 {
			return n, p.s == "" || !last
		}
		c := p.s[0]
		if i == 0 {
			colons = c == ':'
		}
		if c == '.' || c == ',' {
			p.s = p.s[1:]
			break
		}
		if colons && !p.skip(':') {
			return n, false
		}
	}
	return n, p.fraction(&n[3], last)
}

// fraction reads the digits of a second's fraction, to the microsecond. What
// follows the sixth digit counts only at the end of the text.
func (p *scanner) fraction(us *int, last bool) bool {
	digits := min(len(p.s), 6)
	*us = p.digits(digits) * pow10(6-digits)
	p.s = strings.TrimLeft(p.s, "0123456789")
	return !p.bad && (p.s == "" || !last)
}

// dateEnd is where the date ends in the text of a date and a time, or -1.
func dateEnd(s string) int {
	digit := func(i int) bool { return i < len(s) && s[i] >= '0' && s[i] <= '9' }
	switch {
	case len(s) == 7:
		return 7
	case s[4] == '-' && s[5] == 'W':
		switch {
		case len(s) > 8 && s[8] == '-':
			switch {
			case len(s) == 9:
				return -1
			case len(s) > 10 && digit(10):
				return 8
			}
			return 10
		}
		return 8
	case s[4] == '-':
		return 10
	case s[4] == 'W':
		i := 7
		for digit(i) {
			i++
		}
		switch {
		case i < 9:
			return i
		case i%2 == 0:
			return 7
		}
		return 8
	}
	return 8
}

// parseISO reads a date with or without a time.
func parseISO(s string) (y, m, d int, t isoTime, ok bool) {
	if len(s) < 7 {
		return
	}
	end := dateEnd(s)
	if end < 0 || end > len(s) {
		return
	}
	if y, m, d, ok = parseISODate(s[:end]); !ok || end == len(s) {
		return
	}
	_, sep := utf8.DecodeRuneInString(s[end:])
	if s[end] == 0xED {
		sep = min(3, len(s)-end) // a lone surrogate
	}
	t, ok = parseISOTime(s[end+sep:])
	return
}

// zone is the time zone that an offset stands for.
func (t *isoTime) tz(vm *py.VM) (py.Value, error) {
	switch {
	case !t.zone:
		return py.None, nil
	case t.offset == 0:
		return py.Of(&utc.Object), nil
	}
	s, err := newSpan(0, int64(t.offset), int64(t.offsetUsz))
	if err != nil {
		return py.Value{}, err
	}
	return timezoneOf(vm, s, py.Value{})
}
