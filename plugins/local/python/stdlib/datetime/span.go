package datetime

import (
	"math"
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

const (
	maxDays      = 999999999
	usPerSecond  = 1000000
	secondsADay  = 86400
	usPerDay     = secondsADay * usPerSecond
	safeDays     = 100000000 // fewer than that fit in an int64 as microseconds
	cIntTooLarge = "Python int too large to convert to C int"
)

// newSpan brings a duration to normal form. sec and us may be any numbers
// below 1e17.
func newSpan(days, sec, us int64) (span, error) {
	sec += floorDiv(us, usPerSecond)
	us = floorMod(us, usPerSecond)
	days += floorDiv(sec, secondsADay)
	sec = floorMod(sec, secondsADay)
	if days < -maxDays || days > maxDays {
		return span{}, daysError(days)
	}
	return span{int32(days), int32(sec), int32(us)}, nil
}

func daysError(days int64) error {
	if days < math.MinInt32 || days > math.MaxInt32 {
		return py.Raise(py.OverflowError, cIntTooLarge)
	}
	return py.Raise(py.OverflowError, "days=%d; must have magnitude <= %d", days, maxDays)
}

func floorDiv(a, b int64) int64 {
	q := a / b
	if a%b != 0 && (a < 0) != (b < 0) {
		q--
	}
	return q
}

func floorMod(a, b int64) int64 { return a - b*floorDiv(a, b) }

// micros is the duration in microseconds if that fits in an int64.
func (s span) micros() (int64, bool) {
	if s.days >= safeDays || s.days <= -safeDays {
		return 0, false
	}
	return (int64(s.days)*secondsADay+int64(s.sec))*usPerSecond + int64(s.us), true
}

// big is the duration in microseconds.
func (s span) big() *big.Int {
	if n, ok := s.micros(); ok {
		return big.NewInt(n)
	}
	b := big.NewInt(int64(s.days)*secondsADay + int64(s.sec))
	b.Mul(b, big.NewInt(usPerSecond))
	return b.Add(b, big.NewInt(int64(s.us)))
}

func spanOfMicros(n int64) (span, error) { return newSpan(0, 0, n) }

func spanOfBig(n *big.Int) (span, error) {
	if n.IsInt64() {
		return spanOfMicros(n.Int64())
	}
	days, us := new(big.Int).DivMod(n, big.NewInt(usPerDay), new(big.Int))
	if !days.IsInt64() {
		return span{}, py.Raise(py.OverflowError, cIntTooLarge)
	}
	return newSpan(days.Int64(), 0, us.Int64())
}

func (s span) plus(o span) (span, error) {
	return newSpan(int64(s.days)+int64(o.days), int64(s.sec)+int64(o.sec), int64(s.us)+int64(o.us))
}

func (s span) minus(o span) (span, error) {
	return newSpan(int64(s.days)-int64(o.days), int64(s.sec)-int64(o.sec), int64(s.us)-int64(o.us))
}

func (s span) compare(o span) int {
	for _, d := range [3]int32{s.days - o.days, s.sec - o.sec, s.us - o.us} {
		if d != 0 {
			return int(d)
		}
	}
	return 0
}

func (s span) zero() bool { return s == span{} }

// seconds is the whole duration in seconds, without the microseconds.
func (s span) seconds() int64 { return int64(s.days)*secondsADay + int64(s.sec) }

// nearest is a/b rounded half to even.
func nearest(a, b *big.Int) *big.Int {
	if b.Sign() < 0 {
		a, b = new(big.Int).Neg(a), new(big.Int).Neg(b)
	}
	q, r := new(big.Int).DivMod(a, b, new(big.Int))
	r.Lsh(r, 1)
	if c := r.Cmp(b); c > 0 || c == 0 && q.Bit(0) == 1 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// total collects the parts of a duration in microseconds, exactly.
type total struct {
	n    int64
	wide *big.Int // set once n would overflow
	rest float64  // fractions of a microsecond
}

func (t *total) add(v, factor int64) {
	if t.wide == nil {
		p := v * factor
		s := t.n + p
		if (v == 0 || p/factor == v && v != math.MinInt64) && (s >= t.n) == (p >= 0) {
			t.n = s
			return
		}
		t.wide = big.NewInt(t.n)
	}
	t.addBig(big.NewInt(v), factor)
}

func (t *total) addBig(v *big.Int, factor int64) {
	if t.wide == nil {
		t.wide = big.NewInt(t.n)
	}
	t.wide.Add(t.wide, new(big.Int).Mul(v, big.NewInt(factor)))
}

// addFloat adds a float: its whole part exactly, the rest as far as floats go.
func (t *total) addFloat(f float64, factor int64) error {
	if math.IsNaN(f) {
		return py.ValueErrorf("cannot convert float NaN to integer")
	}
	if math.IsInf(f, 0) {
		return py.Raise(py.OverflowError, "cannot convert float infinity to integer")
	}
	whole, frac := math.Modf(f)
	t.addWhole(whole, factor)
	if frac != 0 {
		whole, frac = math.Modf(float64(factor) * frac)
		t.rest += frac
		t.addWhole(whole, 1)
	}
	return nil
}

func (t *total) addWhole(f float64, factor int64) {
	if math.Abs(f) < 1<<53 {
		t.add(int64(f), factor)
		return
	}
	b, _ := big.NewFloat(f).Int(nil)
	t.addBig(b, factor)
}

func (t *total) span() (span, error) {
	if t.rest != 0 {
		odd := t.n&1 != 0
		if t.wide != nil {
			odd = t.wide.Bit(0) == 1
		}
		whole := math.Round(t.rest)
		if math.Abs(whole-t.rest) == 0.5 {
			o := 0.0
			if odd {
				o = 1
			}
			whole = 2*math.Round((t.rest+o)*0.5) - o
		}
		t.addWhole(whole, 1)
	}
	if t.wide != nil {
		return spanOfBig(t.wide)
	}
	return spanOfMicros(t.n)
}
