package datetime

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/civil"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/timetuple"
)

func checkDate(y, m, d int) error {
	switch {
	case y < civil.MinYear || y > civil.MaxYear:
		return py.ValueErrorf("year %d is out of range", y)
	case m < 1 || m > 12:
		return py.ValueErrorf("month must be in 1..12")
	case d < 1 || d > civil.DaysInMonth(y, m):
		return py.ValueErrorf("day is out of range for month")
	}
	return nil
}

// newDate makes a date of the class: a guest's subclass by calling it.
func newDate(vm *py.VM, cls *py.Type, y, m, d int) (py.Value, error) {
	if cls != dateType {
		return vm.Call(py.Of(&cls.Object), py.Int(int64(y)), py.Int(int64(m)), py.Int(int64(d)))
	}
	if err := checkDate(y, m, d); err != nil {
		return py.Value{}, err
	}
	return allocDate(vm, cls, y, m, d), nil
}

func allocDate(vm *py.VM, cls *py.Type, y, m, d int) py.Value {
	x := &date{y: int16(y), m: uint8(m), d: uint8(d)}
	vm.NewObject(&x.Object, cls, 32)
	return py.Of(&x.Object)
}

func (d *date) parts() (y, m, day int) { return int(d.y), int(d.m), int(d.d) }
func (d *date) ordinal() int           { return civil.Ordinal(d.parts()) }

func (d *date) compare(o *date) int {
	return (int(d.y)-int(o.y))<<16 + (int(d.m)-int(o.m))<<8 + int(d.d) - int(o.d)
}

var dateSpec = getargs.Spec{Names: []string{"year", "month", "day"}, Required: 3}

func ints(vm *py.VM, a []py.Value, out []int) error {
	for i, v := range a {
		if !v.Bound() {
			continue
		}
		n, err := getargs.Int32(vm, v)
		if err != nil {
			return err
		}
		out[i] = n
	}
	return nil
}

func dateNew(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	if len(args) == 1 && kw.Len() == 0 && args[0].Bytes() != nil {
		if s := args[0].Bytes().S; len(s) == 4 && s[2] >= 1 && s[2] <= 12 {
			return allocDate(vm, cls, int(s[0])<<8|int(s[1]), int(s[2]), int(s[3])), nil
		}
	}
	var a [3]py.Value
	var n [3]int
	if err := dateSpec.Parse(args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	if err := ints(vm, a[:], n[:]); err != nil {
		return py.Value{}, err
	}
	if err := checkDate(n[0], n[1], n[2]); err != nil {
		return py.Value{}, err
	}
	return allocDate(vm, cls, n[0], n[1], n[2]), nil
}

// dateOfOrdinal makes a date from a day number that may be out of range.
func dateOfOrdinal(vm *py.VM, cls *py.Type, n int) (py.Value, error) {
	if n < 1 {
		return py.Value{}, py.ValueErrorf("ordinal must be >= 1")
	}
	y, m, d := civil.Date(n)
	if err := checkDate(y, m, d); err != nil {
		return py.Value{}, err
	}
	return newClass(vm, cls, y, m, d)
}

// newClass makes a date of any class below date, datetime included.
func newClass(vm *py.VM, cls *py.Type, y, m, d int) (py.Value, error) {
	if cls == momentType {
		return allocMoment(vm, cls, y, m, d, clock{tz: py.None}), nil
	}
	return newDate(vm, cls, y, m, d)
}

// addDays is the date n days later.
func addDays(vm *py.VM, v py.Value, days int) (py.Value, error) {
	d := asDate(v)
	n := d.ordinal() + days
	if n < 1 || n > civil.MaxOrdinal {
		return py.Value{}, py.Raise(py.OverflowError, "date value out of range")
	}
	y, m, day := civil.Date(n)
	return newDate(vm, v.Type(), y, m, day)
}

func dateAdd(vm *py.VM, a, b py.Value) (py.Value, error) {
	if asMoment(a) != nil || asMoment(b) != nil {
		return py.NotImplemented, nil
	}
	if d := asDelta(b); d != nil && asDate(a) != nil {
		return addDays(vm, a, int(d.days))
	}
	if d := asDelta(a); d != nil && asDate(b) != nil {
		return addDays(vm, b, int(d.days))
	}
	return py.NotImplemented, nil
}

func dateSub(vm *py.VM, a, b py.Value) (py.Value, error) {
	x := asDate(a)
	if x == nil || asMoment(a) != nil || asMoment(b) != nil {
		return py.NotImplemented, nil
	}
	if y := asDate(b); y != nil {
		return newDelta(vm, span{days: int32(x.ordinal() - y.ordinal())}, nil)
	}
	if d := asDelta(b); d != nil {
		return addDays(vm, a, -int(d.days))
	}
	return py.NotImplemented, nil
}

func dateCompare(vm *py.VM, a, b py.Value, op py.CompareOp) (py.Value, error) {
	x, y := asDate(a), asDate(b)
	if x == nil || y == nil {
		return py.NotImplemented, nil
	}
	return ordered(x.compare(y), op), nil
}

// mix makes a hash of a few small numbers.
func mix(parts ...int64) int64 {
	h := uint64(0x9E3779B97F4A7C15)
	for _, p := range parts {
		h = (h ^ uint64(p)) * 0xff51afd7ed558ccd
		h ^= h >> 32
	}
	return int64(h >> 2)
}

func (d *date) iso(b []byte) []byte {
	b = digits(b, int(d.y), 4)
	b = append(b, '-')
	b = digits(b, int(d.m), 2)
	b = append(b, '-')
	return digits(b, int(d.d), 2)
}

func (d *date) civil() *civil.Moment {
	y, m, day := d.parts()
	return &civil.Moment{Year: y, Month: m, Day: day, Weekday: civil.Weekday(y, m, day), YearDay: civil.YearDay(y, m, day), DST: -1}
}

// timestamp reads a number of seconds since 1970; us is rounded half to even.
func timestamp(vm *py.VM, v py.Value) (sec int64, us int, err error) {
	if !isFloat(v) {
		i, err := vm.Index(v)
		if err != nil {
			return 0, 0, err
		}
		if !i.IsInt() {
			return 0, 0, py.Raise(py.OverflowError, "timestamp out of range for platform time_t")
		}
		return i.AsInt(), 0, nil
	}
	f, err := vm.ToFloat(v)
	if err != nil {
		return 0, 0, err
	}
	if math.IsNaN(f) {
		return 0, 0, py.ValueErrorf("Invalid value NaN (not a number)")
	}
	whole, frac := math.Modf(f)
	frac = math.RoundToEven(frac * usPerSecond)
	if frac >= usPerSecond {
		frac -= usPerSecond
		whole++
	} else if frac < 0 {
		frac += usPerSecond
		whole--
	}
	if !(whole >= math.MinInt64 && whole < math.MaxInt64) {
		return 0, 0, py.Raise(py.OverflowError, "timestamp out of range for platform time_t")
	}
	return int64(whole), int(frac), nil
}

// civilOf splits seconds since 1970 into a date and seconds of the day.
func civilOf(vm *py.VM, sec int64) (y, m, d, rest int, err error) {
	days := floorDiv(sec, secondsADay)
	y, m, d = civil.Date(int(days) + civil.UnixEpoch)
	if y-1900 != int(int32(y-1900)) { // more than C's struct tm holds
		return 0, 0, 0, 0, py.NewOSError(vm, 75, "Value too large for defined data type")
	}
	y = int(int32(y)) // a struct tm counts from 1900, and C adds that
	if y < civil.MinYear || y > civil.MaxYear {
		return 0, 0, 0, 0, py.ValueErrorf("year %d is out of range", y)
	}
	return y, m, d, int(floorMod(sec, secondsADay)), nil
}

func (d *date) tuple(vm *py.VM, c clock, dst int) py.Value {
	y, m, day := d.parts()
	t := timetuple.Fields{
		Year: y, Month: m, Day: day, Hour: int(c.hour), Minute: int(c.min), Second: int(c.sec),
		Weekday: civil.Weekday(y, m, day), YearDay: civil.YearDay(y, m, day), DST: dst,
	}
	return t.Value(vm)
}
