package value

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// maxDays is the size of the largest timedelta.
const maxDays = 999_999_999

const (
	microsPerSecond = 1_000_000
	secondsPerDay   = 86_400
)

func (d Date) String() string { return fmt.Sprintf("%04d-%02d-%02d", d.Year, d.Month, d.Day) }

// String is isoformat.
func (t Time) String() string {
	s := fmt.Sprintf("%02d:%02d:%02d", t.Hour, t.Minute, t.Second)
	if t.Microsecond != 0 {
		s += fmt.Sprintf(".%06d", t.Microsecond)
	}
	if t.Zone == nil {
		return s
	}
	off, sign := t.Zone.Offset, '+'
	if off < 0 {
		off, sign = -off, '-'
	}
	micros, secs := off%microsPerSecond, off/microsPerSecond
	s += fmt.Sprintf("%c%02d:%02d", sign, secs/3600, secs/60%60)
	if secs%60 != 0 || micros != 0 {
		s += fmt.Sprintf(":%02d", secs%60)
	}
	if micros != 0 {
		s += fmt.Sprintf(".%06d", micros)
	}
	return s
}

// String is isoformat.
func (t DateTime) String() string { return t.Date.String() + "T" + t.Time.String() }

// TotalSeconds is the delta as Python's total_seconds returns it.
func (d TimeDelta) TotalSeconds() float64 {
	// The microseconds of the largest delta exceed neither int64 nor, by much, what a float holds exactly; Python divides the same way.
	return float64((int64(d.Days)*secondsPerDay+int64(d.Seconds))*microsPerSecond+int64(d.Microseconds)) / microsPerSecond
}

// NewTimeDelta makes a delta of a Go duration, whose nanoseconds are cut.
func NewTimeDelta(d time.Duration) TimeDelta { return deltaFromMicros(d.Microseconds()) }

func deltaFromMicros(us int64) TimeDelta {
	days := floorDiv(us, secondsPerDay*microsPerSecond)
	us -= days * secondsPerDay * microsPerSecond
	return TimeDelta{int(days), int(us / microsPerSecond), int(us % microsPerSecond)}
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

// deltaFromSeconds is timedelta(seconds=s): rounded to microseconds, half to even.
func deltaFromSeconds(s float64) (TimeDelta, bool) {
	whole, frac := math.Modf(s)
	if math.IsNaN(s) || math.Abs(whole) > maxDays*secondsPerDay {
		return TimeDelta{}, false
	}
	return deltaFromMicros(int64(whole)*microsPerSecond + int64(math.RoundToEven(frac*microsPerSecond))), true
}

// Duration returns the delta as a Go duration, if it fits.
func (d TimeDelta) Duration() (time.Duration, bool) {
	const limit = math.MaxInt64 / int64(24*time.Hour)
	if int64(d.Days) >= limit || int64(d.Days) <= -limit {
		return 0, false
	}
	return time.Duration(d.Days)*24*time.Hour + time.Duration(d.Seconds)*time.Second + time.Duration(d.Microseconds)*time.Microsecond, true
}

// NewDateTime makes an aware DateTime of a Go time, whose nanoseconds are cut.
func NewDateTime(t time.Time) (DateTime, error) {
	if t.Year() < 1 || t.Year() > 9999 {
		return DateTime{}, fmt.Errorf("year %d is out of range", t.Year())
	}
	_, offset := t.Zone()
	z := &Zone{Offset: int64(offset) * microsPerSecond}
	if name := t.Location().String(); strings.Contains(name, "/") {
		z.Name = name
	}
	return DateTime{
		Date{t.Year(), int(t.Month()), t.Day()},
		Time{Hour: t.Hour(), Minute: t.Minute(), Second: t.Second(), Microsecond: t.Nanosecond() / 1000, Zone: z},
	}, nil
}

// Go returns the time in its offset; a naive one is taken for UTC.
func (t DateTime) Go() time.Time {
	loc := time.UTC
	if t.Time.Zone != nil && (t.Time.Zone.Offset != 0 || t.Time.Zone.Name != "") {
		loc = time.FixedZone(t.Time.Zone.Name, int(t.Time.Zone.Offset/microsPerSecond))
	}
	return time.Date(t.Date.Year, time.Month(t.Date.Month), t.Date.Day, t.Time.Hour, t.Time.Minute, t.Time.Second, t.Time.Microsecond*1000, loc)
}

// digitsOf reads a number of exactly n digits at the start of s.
func digitsOf(s string, n int) (v int, rest string, ok bool) {
	if len(s) < n {
		return 0, s, false
	}
	for _, c := range []byte(s[:n]) {
		if c < '0' || c > '9' {
			return 0, s, false
		}
		v = v*10 + int(c-'0')
	}
	return v, s[n:], true
}

// separated is digitsOf after the separator sep.
func separated(s string, sep byte, n int) (v int, rest string, ok bool) {
	if s == "" || s[0] != sep {
		return 0, s, false
	}
	return digitsOf(s[1:], n)
}

func parseDate(s string) (Date, bool) {
	d, rest, ok := dateAt(s)
	return d, ok && rest == ""
}

func dateAt(s string) (d Date, rest string, ok bool) {
	var oks [3]bool
	d.Year, s, oks[0] = digitsOf(s, 4)
	d.Month, s, oks[1] = separated(s, '-', 2)
	d.Day, s, oks[2] = separated(s, '-', 2)
	if oks != [3]bool{true, true, true} || d.Year < 1 || d.Month < 1 || d.Month > 12 || d.Day < 1 {
		return Date{}, s, false
	}
	// The day before the first of the next month is the last of this one.
	last := time.Date(d.Year, time.Month(d.Month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
	return d, s, d.Day <= last
}

func parseDateTime(s string) (DateTime, bool) {
	d, rest, ok := dateAt(s)
	if !ok || rest == "" || rest[0] != 'T' {
		return DateTime{}, false
	}
	t, ok := parseTime(rest[1:])
	return DateTime{d, t}, ok
}

func parseTime(s string) (Time, bool) {
	h, m, sec, us, rest, ok := clockAt(s, true)
	t := Time{Hour: h, Minute: m, Second: sec, Microsecond: us}
	if !ok || rest == "" {
		return t, ok
	}
	sign := rest[0]
	if sign != '+' && sign != '-' {
		return t, false
	}
	h, m, sec, us, rest, ok = clockAt(rest[1:], false)
	off := (int64(h)*3600+int64(m)*60+int64(sec))*microsPerSecond + int64(us)
	if sign == '-' {
		off = -off
	}
	t.Zone = &Zone{Offset: off}
	return t, ok && rest == ""
}

// clockAt reads HH:MM[:SS[.ffffff]].
func clockAt(s string, needSeconds bool) (h, m, sec, us int, rest string, ok bool) {
	h, s, ok = digitsOf(s, 2)
	if !ok || h > 23 {
		return h, m, sec, us, s, false
	}
	if m, s, ok = separated(s, ':', 2); !ok || m > 59 {
		return h, m, sec, us, s, false
	}
	if s == "" || s[0] != ':' {
		return h, m, sec, us, s, !needSeconds
	}
	if sec, s, ok = separated(s, ':', 2); !ok || sec > 59 {
		return h, m, sec, us, s, false
	}
	if s == "" || s[0] != '.' {
		return h, m, sec, us, s, true
	}
	us, s, ok = separated(s, '.', 6)
	return h, m, sec, us, s, ok
}

// validDecimal checks what str of a Decimal looks like: a number, an infinity or a nan with digits.
func validDecimal(s string) bool {
	s = strings.TrimPrefix(s, "-")
	if s == "Infinity" {
		return true
	}
	if payload, ok := strings.CutPrefix(strings.TrimPrefix(s, "s"), "NaN"); ok {
		return strings.Trim(payload, "0123456789") == ""
	}
	mantissa, exp, hasExp := strings.Cut(s, "E")
	if hasExp {
		exp = strings.TrimPrefix(strings.TrimPrefix(exp, "+"), "-")
		if _, err := strconv.ParseUint(exp, 10, 63); err != nil {
			return false
		}
	}
	whole, frac, _ := strings.Cut(mantissa, ".")
	return whole+frac != "" && strings.Trim(whole+frac, "0123456789") == ""
}
