package zoneinfo

import (
	"errors"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/civil"
)

// rule is a time zone in the notation of POSIX: standard and daylight saving
// time, and when one follows the other.
type rule struct {
	std, dst   kind
	hasDST     bool
	start, end change
}

// change is a day of the year and a time on that day.
type change struct {
	form             byte // M, J or 0 for a day counted from 0
	month, week, day int
	time             int64 // seconds after midnight
}

var errRule = errors.New("malformed TZ string")

// parser reads a rule.
type parser struct {
	s   string
	bad bool
}

func parseRule(s string) (*rule, error) {
	p := &parser{s: s}
	r := &rule{}
	r.std.name = p.name()
	r.std.offset = -p.time(24)
	if p.s != "" && !p.bad {
		r.hasDST = true
		r.dst.name = p.name()
		r.dst.offset = r.std.offset + 3600
		if p.s != "" && p.s[0] != ',' {
			r.dst.offset = -p.time(24)
		}
		r.dst.dst = r.dst.offset - r.std.offset
		r.start = p.change()
		r.end = p.change()
	}
	if p.bad || p.s != "" {
		return nil, errRule
	}
	return r, nil
}

func (p *parser) name() string {
	if strings.HasPrefix(p.s, "<") {
		name, rest, ok := strings.Cut(p.s[1:], ">")
		p.s, p.bad = rest, p.bad || !ok
		return name
	}
	rest := strings.TrimLeft(p.s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz")
	name := p.s[:len(p.s)-len(rest)]
	p.s, p.bad = rest, p.bad || name == ""
	return name
}

func (p *parser) skip(c byte) bool {
	if p.s != "" && p.s[0] == c {
		p.s = p.s[1:]
		return true
	}
	return false
}

func (p *parser) number(most int) int64 {
	n, digits := 0, 0
	for p.s != "" && p.s[0] >= '0' && p.s[0] <= '9' && digits < 4 {
		n = n*10 + int(p.s[0]-'0')
		p.s = p.s[1:]
		digits++
	}
	if digits == 0 || n > most {
		p.bad = true
	}
	return int64(n)
}

// time reads [+-]hh[:mm[:ss]] in seconds.
func (p *parser) time(hours int) int64 {
	sign := int64(1)
	if p.skip('-') {
		sign = -1
	} else {
		p.skip('+')
	}
	t := p.number(hours) * 3600
	if p.skip(':') {
		t += p.number(59) * 60
		if p.skip(':') {
			t += p.number(59)
		}
	}
	return sign * t
}

// change reads ,date[/time].
func (p *parser) change() change {
	c := change{time: 2 * 3600}
	if !p.skip(',') {
		p.bad = true
		return c
	}
	switch {
	case p.skip('M'):
		c.form = 'M'
		c.month = int(p.number(12))
		p.bad = !p.skip('.') || p.bad
		c.week = int(p.number(5))
		p.bad = !p.skip('.') || p.bad || c.month == 0 || c.week == 0
		c.day = int(p.number(6))
	case p.skip('J'):
		c.form = 'J'
		c.day = int(p.number(365))
	default:
		c.day = int(p.number(365))
	}
	if p.skip('/') {
		c.time = p.time(167)
	}
	return c
}

// in is when the change happens in a year, on the clock that it ends, in
// seconds since 1970.
func (c *change) in(year int) int64 {
	ordinal := 0
	switch c.form {
	case 'M':
		first := civil.Weekday(year, c.month, 1) // Monday is 0; the rule counts from Sunday
		day := (c.day+6-first)%7 + 1 + (c.week-1)*7
		if day > civil.DaysInMonth(year, c.month) {
			day -= 7
		}
		ordinal = civil.Ordinal(year, c.month, day)
	case 'J':
		ordinal = civil.Ordinal(year, 1, 1) + c.day - 1
		if c.day >= 60 && civil.IsLeap(year) {
			ordinal++
		}
	default:
		ordinal = civil.Ordinal(year, 1, 1) + c.day
	}
	return int64(ordinal-civil.UnixEpoch)*86400 + c.time
}

// between reports whether ts lies from start to end, around the turn of the
// year if end comes first.
func between(ts, start, end int64) bool {
	if start < end {
		return start <= ts && ts < end
	}
	return !(end <= ts && ts < start)
}

func (r *rule) pick(isDST bool) *kind {
	if isDST {
		return &r.dst
	}
	return &r.std
}

// local is the kind of time when the clock shows ts.
func (r *rule) local(ts int64, year int, fold uint8) *kind {
	start, end, diff := r.start.in(year), r.end.in(year), r.dst.dst
	if (fold == 1) == (diff >= 0) {
		end -= diff
	} else {
		start += diff
	}
	return r.pick(between(ts, start, end))
}

// utc is the kind of time at ts, and whether the clock shows it for the second
// time.
func (r *rule) utc(ts int64, year int) (*kind, bool) {
	start, end := r.start.in(year)-r.std.offset, r.end.in(year)-r.dst.offset
	from, to := end, end+r.dst.dst
	if r.dst.dst <= 0 {
		from, to = start, start-r.dst.dst
	}
	return r.pick(between(ts, start, end)), from <= ts && ts < to
}
