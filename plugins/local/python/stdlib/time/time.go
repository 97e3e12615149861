// Package time is Python's module time. Local time is UTC.
package time

import (
	"math"
	"math/big"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/datetime"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/timetuple"
)

// start is when the monotonic clocks read 0.
var start = time.Now()

// A clock is read in nanoseconds.
type clock func(vm *py.VM) int64

func wall(vm *py.VM) int64    { return vm.Now().UnixNano() }
func elapsed(vm *py.VM) int64 { return int64(vm.Now().Sub(start)) }

// clocks are the clocks by the name of their function.
var clocks = []struct {
	name, doc, source string
	read              clock
	adjustable        bool
}{
	{"time", "Return the current time in seconds since the Epoch.\nFractions of a second may be present if the system clock provides them.", "CLOCK_REALTIME", wall, true},
	{"monotonic", "Monotonic clock, cannot go backward.", "CLOCK_MONOTONIC", elapsed, false},
	{"perf_counter", "Performance counter for benchmarking.", "CLOCK_MONOTONIC", elapsed, false},
	{"process_time", "Process time for profiling: sum of the kernel and user-space CPU time.", "CLOCK_PROCESS_CPUTIME_ID", elapsed, false},
	{"thread_time", "Thread time for profiling: sum of the kernel and user-space CPU time.", "CLOCK_THREAD_CPUTIME_ID", elapsed, false},
}

// clockIDs are the numbers of clock_gettime.
var clockIDs = []struct {
	name string
	id   int64
	read clock
}{
	{"CLOCK_REALTIME", 0, wall}, {"CLOCK_MONOTONIC", 1, elapsed}, {"CLOCK_PROCESS_CPUTIME_ID", 2, elapsed},
	{"CLOCK_THREAD_CPUTIME_ID", 3, elapsed}, {"CLOCK_MONOTONIC_RAW", 4, elapsed}, {"CLOCK_BOOTTIME", 7, elapsed}, {"CLOCK_TAI", 11, wall},
}

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("time", "This module provides various functions to manipulate time values.")
	datetime.Setup()
	m.Set("struct_time", py.Of(&timetuple.Type().Object))
	for _, name := range []string{"timezone", "altzone", "daylight"} {
		m.Set(name, py.Int(0))
	}
	m.Set("_STRUCT_TM_ITEMS", py.Int(11))
	m.Set("tzname", vm.NewTupleOf(py.NewStr("UTC"), py.NewStr("UTC")))
	for _, c := range clocks {
		m.Add(
			py.Func(c.name, 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return seconds(c.read(vm)), nil }).WithDoc(c.name+"() -> float\n\n"+c.doc),
			py.Func(c.name+"_ns", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(c.read(vm)), nil }).WithDoc(c.name+"_ns() -> int\n\n"+c.doc),
		)
	}
	for _, c := range clockIDs {
		m.Set(c.name, py.Int(c.id))
	}
	m.Add(functions()...)
	m.Add(texts()...)
	return m, nil
}

func seconds(ns int64) py.Value { return py.Float(float64(ns) / 1e9) }

func functions() []*py.Builtin {
	return []*py.Builtin{
		py.Func("sleep", 1, 1, sleep).WithDoc("sleep(seconds)\n\nDelay execution for a given number of seconds.  The argument may be\na floating point number for subsecond precision."),
		py.Func("gmtime", 0, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return split(vm, a, "GMT") }),
		py.Func("localtime", 0, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return split(vm, a, "UTC") }),
		py.Func("mktime", 1, 1, mktime),
		py.Func("tzset", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, nil }),
		py.Func("clock_gettime", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			c, err := clockOf(vm, a[0])
			if err != nil {
				return py.Value{}, err
			}
			return seconds(c(vm)), nil
		}),
		py.Func("clock_gettime_ns", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			c, err := clockOf(vm, a[0])
			if err != nil {
				return py.Value{}, err
			}
			return py.Int(c(vm)), nil
		}),
		py.Func("clock_getres", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			_, err := clockOf(vm, a[0])
			return py.Float(1e-9), err
		}),
		py.FuncSig("get_clock_info", "name, /", clockInfo),
	}
}

func clockOf(vm *py.VM, v py.Value) (clock, error) {
	id, err := vm.IndexInt(v, py.OverflowError)
	if err != nil {
		return nil, err
	}
	for _, c := range clockIDs {
		if c.id == int64(id) {
			return c.read, nil
		}
	}
	return nil, py.NewOSError(vm, 22, "Invalid argument")
}

func clockInfo(vm *py.VM, a []py.Value) (py.Value, error) {
	s := a[0].Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("get_clock_info() argument 1 must be str, not %s", a[0].Type().Name)
	}
	for _, c := range clocks {
		if c.name != s.S {
			continue
		}
		_, types, err := vm.Import("types")
		if err != nil {
			return py.Value{}, err
		}
		names := []py.Value{py.NewStr("implementation"), py.NewStr("monotonic"), py.NewStr("adjustable"), py.NewStr("resolution")}
		vals := []py.Value{vm.NewString("clock_gettime(" + c.source + ")"), py.Bool(!c.adjustable), py.Bool(c.adjustable), py.Float(1e-9)}
		return vm.CallKw(types.Dict.GetStr(py.Name("SimpleNamespace")), nil, py.Kwargs{Names: names, Vals: vals})
	}
	return py.Value{}, py.ValueErrorf("unknown clock")
}

// duration reads a number of seconds, rounded up to the nanosecond.
func duration(vm *py.VM, v py.Value) (time.Duration, error) {
	const tooLarge = "timestamp too large to convert to C _PyTime_t"
	if v.IsFloat() || v.FloatObject() != nil {
		f, err := vm.ToFloat(v)
		if err != nil {
			return 0, err
		}
		if math.IsNaN(f) {
			return 0, py.ValueErrorf("Invalid value NaN (not a number)")
		}
		if ns := math.Ceil(f * 1e9); ns >= math.MinInt64 && ns < math.MaxInt64 {
			return time.Duration(ns), nil
		}
		return 0, py.Raise(py.OverflowError, tooLarge)
	}
	i, err := vm.Index(v)
	if err != nil {
		return 0, err
	}
	ns := new(big.Int).Mul(vm.AsBig(i), big.NewInt(1e9))
	if !ns.IsInt64() {
		return 0, py.Raise(py.OverflowError, tooLarge)
	}
	return time.Duration(ns.Int64()), nil
}

func sleep(vm *py.VM, a []py.Value) (py.Value, error) {
	d, err := duration(vm, a[0])
	if err != nil {
		return py.Value{}, err
	}
	if d < 0 {
		return py.Value{}, py.ValueErrorf("sleep length must be non-negative")
	}
	return py.None, vm.Sleep(d)
}
