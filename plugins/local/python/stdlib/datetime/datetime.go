// Package datetime is Python's module datetime. The types are shared by all
// machines; module zoneinfo builds its own on TZInfo.
package datetime

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/civil"
)

// The Go structs of the types. Values never change once they are made.
type (
	date struct {
		py.Object
		y    int16
		m, d uint8
	}
	moment struct { // datetime
		date
		clock
	}
	clock struct {
		hour, min, sec, fold uint8
		us                   int32
		tz                   py.Value // None if naive
	}
	timeOfDay struct { // time
		py.Object
		clock
	}
	delta struct {
		py.Object
		span
	}
	// span is a duration in normal form: 0 <= sec < 86400, 0 <= us < 1e6.
	span struct {
		days, sec, us int32
	}
	// TZInfo is the base of all time zones.
	TZInfo struct {
		py.Object
		Zone Zone // nil for zones in Python
	}
	fixed struct { // timezone
		TZInfo
		offset *delta
		name   py.Value // None if derived from the offset
	}
)

// The Python types.
var (
	dateType, momentType, timeType, deltaType, fixedType *py.Type
	// TZInfoType is tzinfo.
	TZInfoType *py.Type
	utc        *fixed
)

// Setup makes the types, once a process.
var Setup = sync.OnceFunc(func() {
	deltaType = newDeltaType()
	TZInfoType = newTZInfoType()
	fixedType = newFixedType()
	dateType = newDateType()
	timeType = newTimeType()
	momentType = newMomentType()
	addConstants()
})

func addConstants() {
	static := func(days, sec, us int32) *delta {
		d := &delta{span: span{days, sec, us}}
		py.Immortal(&d.Object, deltaType)
		return d
	}
	resolution := static(0, 0, 1)
	deltaType.AddConst("min", static(-maxDays, 0, 0).value())
	deltaType.AddConst("max", static(maxDays, 86399, 999999).value())
	deltaType.AddConst("resolution", resolution.value())
	zone := func(offset *delta) *fixed {
		z := &fixed{offset: offset, name: py.None}
		py.Immortal(&z.Object, fixedType)
		return z
	}
	utc = zone(static(0, 0, 0))
	fixedType.AddConst("utc", py.Of(&utc.Object))
	fixedType.AddConst("min", py.Of(&zone(static(-1, 60, 0)).Object))
	fixedType.AddConst("max", py.Of(&zone(static(0, 86340, 0)).Object))

	day := func(y int16, m, d uint8) py.Value {
		x := &date{y: y, m: m, d: d}
		return py.Immortal(&x.Object, dateType)
	}
	dateType.AddConst("min", day(1, 1, 1))
	dateType.AddConst("max", day(9999, 12, 31))
	dateType.AddConst("resolution", static(1, 0, 0).value())

	last := clock{23, 59, 59, 0, 999999, py.None}
	at := func(c clock) py.Value {
		t := &timeOfDay{clock: c}
		return py.Immortal(&t.Object, timeType)
	}
	timeType.AddConst("min", at(clock{tz: py.None}))
	timeType.AddConst("max", at(last))
	timeType.AddConst("resolution", resolution.value())

	when := func(y int16, m, d uint8, c clock) py.Value {
		t := &moment{date{y: y, m: m, d: d}, c}
		return py.Immortal(&t.Object, momentType)
	}
	momentType.AddConst("min", when(1, 1, 1, clock{tz: py.None}))
	momentType.AddConst("max", when(9999, 12, 31, last))
	momentType.AddConst("resolution", resolution.value())
}

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	Setup()
	m := vm.NewModule("datetime", "Fast implementation of the datetime type.")
	names := []py.Value{}
	for _, t := range []*py.Type{dateType, momentType, timeType, deltaType, fixedType, TZInfoType} {
		m.Set(t.ShortName(), py.Of(&t.Object))
		names = append(names, vm.NewString(t.ShortName()))
	}
	m.Set("MINYEAR", py.Int(civil.MinYear))
	m.Set("MAXYEAR", py.Int(civil.MaxYear))
	m.Set("UTC", py.Of(&utc.Object))
	names = append(names, py.NewStr("MINYEAR"), py.NewStr("MAXYEAR"), py.NewStr("UTC"))
	m.Set("__all__", vm.NewTuple(names))
	return m, nil
}

func asDate(v py.Value) *date      { return py.As[date](v, dateType) }
func asMoment(v py.Value) *moment  { return py.As[moment](v, momentType) }
func asTime(v py.Value) *timeOfDay { return py.As[timeOfDay](v, timeType) }
func asDelta(v py.Value) *delta    { return py.As[delta](v, deltaType) }

func (d *delta) value() py.Value { return py.Of(&d.Object) }

// intField is a member that is an int.
type intField[T any] struct {
	name string
	get  func(x *T) int
}

func fields[T any](as func(py.Value) *T, list ...intField[T]) []py.Member {
	var out []py.Member
	for _, f := range list {
		out = append(out, py.Member{Name: f.name, Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Int(int64(f.get(as(v)))), nil }})
	}
	return out
}

func ordered(c int, op py.CompareOp) py.Value {
	switch op {
	case py.Lt:
		return py.Bool(c < 0)
	case py.Le:
		return py.Bool(c <= 0)
	case py.Eq:
		return py.Bool(c == 0)
	case py.Ne:
		return py.Bool(c != 0)
	case py.Gt:
		return py.Bool(c > 0)
	}
	return py.Bool(c >= 0)
}

// formatMethod is __format__ of the types with strftime.
func formatMethod() *py.Builtin {
	strftime := py.Name("strftime")
	return py.Method("__format__", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		s := a[1].Str()
		if s == nil {
			return py.Value{}, py.TypeErrorf("__format__() argument 1 must be str, not %s", a[1].Type().Name)
		}
		if s.S == "" {
			return vm.StrValue(a[0])
		}
		return vm.CallMethod(a[0], strftime, a[1])
	})
}
