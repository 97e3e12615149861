package datetime

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/civil"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
)

func (m *moment) value() py.Value { return py.Of(&m.Object) }

func allocMoment(vm *py.VM, cls *py.Type, y, mon, d int, c clock) py.Value {
	m := &moment{date{y: int16(y), m: uint8(mon), d: uint8(d)}, c}
	vm.NewObject(&m.Object, cls, 64)
	return m.value()
}

// newMoment makes a datetime of the class from valid parts: a guest's subclass
// by calling it.
func newMoment(vm *py.VM, cls *py.Type, y, mon, d int, c clock) (py.Value, error) {
	if cls == momentType {
		return allocMoment(vm, cls, y, mon, d, c), nil
	}
	n := c.numbers()
	args := []py.Value{py.Int(int64(y)), py.Int(int64(mon)), py.Int(int64(d))}
	for _, x := range n[:4] {
		args = append(args, py.Int(int64(x)))
	}
	args = append(args, c.tz)
	if c.fold == 0 {
		return vm.Call(py.Of(&cls.Object), args...)
	}
	return vm.CallKw(py.Of(&cls.Object), args, py.Kwargs{Names: []py.Value{py.Of(&py.Name("fold").Object)}, Vals: []py.Value{py.Int(1)}})
}

var (
	momentNames       = []string{"year", "month", "day", "hour", "minute", "second", "microsecond", "tzinfo", "fold"}
	momentSpec        = getargs.Spec{Names: momentNames, Required: 3, Positional: 8}
	momentReplaceSpec = getargs.Spec{Func: "replace", Names: momentNames, Positional: 8}
)

func momentNew(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	if n := len(args); (n == 1 || n == 2) && kw.Len() == 0 && args[0].Bytes() != nil {
		if s := args[0].Bytes().S; len(s) == 10 && s[2]&0x7F >= 1 && s[2]&0x7F <= 12 {
			c := clockState(s[4:], args[1:])
			c.fold = s[2] >> 7
			return allocMoment(vm, cls, int(s[0])<<8|int(s[1]), int(s[2]&0x7F), int(s[3]), c), checkState(c.tz)
		}
	}
	var a [9]py.Value
	if err := momentSpec.Parse(args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	return momentOf(vm, cls, a[:], [3]int{}, clock{tz: py.None})
}

// momentOf makes a datetime of the arguments where given, else of the date and
// clock.
func momentOf(vm *py.VM, cls *py.Type, a []py.Value, n [3]int, c clock) (py.Value, error) {
	if err := ints(vm, a[:3], n[:]); err != nil {
		return py.Value{}, err
	}
	t := c.numbers()
	if err := ints(vm, a[3:7], t[:]); err != nil {
		return py.Value{}, err
	}
	if err := ints(vm, a[8:], t[4:]); err != nil {
		return py.Value{}, err
	}
	if err := checkDate(n[0], n[1], n[2]); err != nil {
		return py.Value{}, err
	}
	if err := checkClock(t[:]); err != nil {
		return py.Value{}, err
	}
	tz := c.tz
	if a[7].Bound() {
		if err := checkTZ(a[7]); err != nil {
			return py.Value{}, err
		}
		tz = a[7]
	}
	return allocMoment(vm, cls, n[0], n[1], n[2], clockOf(t[:], tz)), nil
}

// local is the time on the clock as a duration since the day before the year 1.
func (m *moment) local() span {
	return span{int32(m.ordinal()), int32(m.seconds()), m.us}
}

// fromLocal makes a datetime of the class from a duration as local gives it.
func fromLocal(vm *py.VM, cls *py.Type, s span, tz py.Value, fold uint8) (py.Value, error) {
	if s.days < 1 || s.days > civil.MaxOrdinal {
		return py.Value{}, py.Raise(py.OverflowError, "date value out of range")
	}
	y, mon, d := civil.Date(int(s.days))
	return newMoment(vm, cls, y, mon, d, clock{uint8(s.sec / 3600), uint8(s.sec / 60 % 60), uint8(s.sec % 60), fold, s.us, tz})
}

func addToMoment(vm *py.VM, m *moment, s span) (py.Value, error) {
	sum, err := m.local().plus(s)
	if err != nil {
		return py.Value{}, err
	}
	return fromLocal(vm, m.value().Type(), sum, m.tz, 0)
}

func momentAdd(vm *py.VM, a, b py.Value) (py.Value, error) {
	m, d := asMoment(a), asDelta(b)
	if m == nil {
		m, d = asMoment(b), asDelta(a)
	}
	if m == nil || d == nil {
		return py.NotImplemented, nil
	}
	return addToMoment(vm, m, d.span)
}

func momentSub(vm *py.VM, a, b py.Value) (py.Value, error) {
	x := asMoment(a)
	if x == nil {
		return py.NotImplemented, nil
	}
	if y := asMoment(b); y != nil {
		s, err := momentDiff(vm, x, y)
		return newDelta(vm, s, err)
	}
	d := asDelta(b)
	if d == nil {
		return py.NotImplemented, nil
	}
	diff, err := x.local().minus(d.span)
	if err != nil {
		return py.Value{}, err
	}
	return fromLocal(vm, a.Type(), diff, x.tz, 0)
}

func (m *moment) offset(vm *py.VM) (span, bool, error) {
	return zoneOffset(vm, m.tz, nameUTCOffset, m.value())
}

func momentDiff(vm *py.VM, x, y *moment) (span, error) {
	diff, err := x.local().minus(y.local())
	if err != nil || x.tz == y.tz {
		return diff, err
	}
	ox, okx, err := x.offset(vm)
	if err != nil {
		return span{}, err
	}
	oy, oky, err := y.offset(vm)
	if err != nil {
		return span{}, err
	}
	if okx != oky {
		return span{}, py.TypeErrorf("can't subtract offset-naive and offset-aware datetimes")
	}
	if diff, err = diff.minus(ox); err != nil {
		return span{}, err
	}
	return diff.plus(oy)
}

func momentCompare(vm *py.VM, a, b py.Value, op py.CompareOp) (py.Value, error) {
	x, y := asMoment(a), asMoment(b)
	if y == nil {
		if asDate(b) == nil {
			return py.NotImplemented, nil
		}
		if op == py.Eq || op == py.Ne {
			return py.Bool(op == py.Ne), nil
		}
		return py.Value{}, py.TypeErrorf("can't compare %s to %s", a.Type().Name, b.Type().Name)
	}
	if x.tz == y.tz {
		return ordered(x.local().compare(y.local()), op), nil
	}
	ox, okx, err := x.offset(vm)
	if err != nil {
		return py.Value{}, err
	}
	oy, oky, err := y.offset(vm)
	if err != nil {
		return py.Value{}, err
	}
	equality := op == py.Eq || op == py.Ne
	switch {
	case okx != oky && equality:
		return py.Bool(op == py.Ne), nil
	case okx != oky:
		return py.Value{}, py.TypeErrorf("can't compare offset-naive and offset-aware datetimes")
	}
	diff, err := x.local().minus(y.local())
	if err != nil {
		return py.Value{}, err
	}
	if ox != oy {
		if diff, err = diff.minus(ox); err == nil {
			diff, err = diff.plus(oy)
		}
		if err != nil {
			return py.Value{}, err
		}
	}
	c := diff.compare(span{})
	if c == 0 && equality {
		for _, m := range [2]*moment{x, y} {
			ambiguous, err := m.ambiguous(vm)
			if err != nil {
				return py.Value{}, err
			}
			if ambiguous {
				return py.Bool(op == py.Ne), nil
			}
		}
	}
	return ordered(c, op), nil
}

// ambiguous reports whether the offset depends on the fold: such a time equals
// no time of another zone.
func (m *moment) ambiguous(vm *py.VM) (bool, error) {
	if m.tz.IsNone() || asFixed(m.tz) != nil {
		return false, nil
	}
	one, ok1, err := m.offset(vm)
	if err != nil {
		return false, err
	}
	y, mon, d := m.parts()
	c := m.clock
	c.fold ^= 1
	two, ok2, err := asMoment(allocMoment(vm, momentType, y, mon, d, c)).offset(vm)
	return ok1 != ok2 || one != two, err
}

func momentHash(vm *py.VM, v py.Value) (int64, error) {
	m := asMoment(v)
	if m.fold != 0 {
		y, mon, d := m.parts()
		c := m.clock
		c.fold = 0
		m = asMoment(allocMoment(vm, momentType, y, mon, d, c))
	}
	offset, _, err := m.offset(vm)
	if err != nil {
		return 0, err
	}
	s, err := m.local().minus(offset)
	if err != nil {
		return 0, err
	}
	return mix(int64(s.days), int64(s.sec), int64(s.us)), nil
}

// tzForNow is the moment of seconds since 1970 in a time zone.
func fromEpoch(vm *py.VM, cls *py.Type, sec int64, us int, tz py.Value) (py.Value, error) {
	if err := checkTZ(tz); err != nil {
		return py.Value{}, err
	}
	y, mon, d, rest, err := civilOf(vm, sec)
	if err != nil {
		return py.Value{}, err
	}
	c := clock{uint8(rest / 3600), uint8(rest / 60 % 60), uint8(rest % 60), 0, int32(us), tz}
	v, err := newMoment(vm, cls, y, mon, d, c)
	if err != nil || tz.IsNone() {
		return v, err
	}
	return vm.CallMethod(tz, nameFromUTC, v)
}

func (m *moment) civil() *civil.Moment {
	c := m.date.civil()
	c.Hour, c.Minute, c.Second = int(m.hour), int(m.min), int(m.sec)
	return c
}

// dstFlag is tm_isdst.
func (m *moment) dstFlag(vm *py.VM) (int, error) {
	s, ok, err := zoneOffset(vm, m.tz, nameDST, m.value())
	switch {
	case !ok:
		return -1, err
	case s.zero():
		return 0, nil
	}
	return 1, nil
}
