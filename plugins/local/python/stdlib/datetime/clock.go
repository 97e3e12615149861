package datetime

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/civil"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
)

func checkClock(n []int) error {
	switch {
	case n[0] < 0 || n[0] > 23:
		return py.ValueErrorf("hour must be in 0..23")
	case n[1] < 0 || n[1] > 59:
		return py.ValueErrorf("minute must be in 0..59")
	case n[2] < 0 || n[2] > 59:
		return py.ValueErrorf("second must be in 0..59")
	case n[3] < 0 || n[3] > 999999:
		return py.ValueErrorf("microsecond must be in 0..999999")
	case n[4] != 0 && n[4] != 1:
		return py.ValueErrorf("fold must be either 0 or 1")
	}
	return nil
}

// clockOf makes a clock of hour, minute, second, microsecond and fold, which
// must be valid.
func clockOf(n []int, tz py.Value) clock {
	return clock{uint8(n[0]), uint8(n[1]), uint8(n[2]), uint8(n[4]), int32(n[3]), tz}
}

// numbers is the reverse of clockOf.
func (c *clock) numbers() [5]int {
	return [5]int{int(c.hour), int(c.min), int(c.sec), int(c.us), int(c.fold)}
}

func (c *clock) seconds() int { return int(c.hour)*3600 + int(c.min)*60 + int(c.sec) }

func (c *clock) compare(o *clock) int {
	if d := c.seconds() - o.seconds(); d != 0 {
		return d
	}
	return int(c.us - o.us)
}

// iso appends the time in the precision of a timespec.
func (c *clock) iso(b []byte, timespec string) ([]byte, error) {
	if timespec == "auto" {
		timespec = "seconds"
		if c.us != 0 {
			timespec = "microseconds"
		}
	}
	b = digits(b, int(c.hour), 2)
	level := map[string]int{"hours": 1, "minutes": 2, "seconds": 3, "milliseconds": 4, "microseconds": 5}[timespec]
	if level == 0 {
		return nil, py.ValueErrorf("Unknown timespec value")
	}
	if level > 1 {
		b = digits(append(b, ':'), int(c.min), 2)
	}
	if level > 2 {
		b = digits(append(b, ':'), int(c.sec), 2)
	}
	switch level {
	case 4:
		b = digits(append(b, '.'), int(c.us/1000), 3)
	case 5:
		b = digits(append(b, '.'), int(c.us), 6)
	}
	return b, nil
}

// appendZone appends the offset of an aware time.
func appendZone(vm *py.VM, b []byte, tz, arg py.Value) ([]byte, error) {
	offset, ok, err := zoneOffset(vm, tz, nameUTCOffset, arg)
	if ok {
		b = appendOffset(b, offset, ":")
	}
	return b, err
}

// tail is what the reprs of time and datetime end with, after text. They have
// the fold in different places.
func (c *clock) tail(vm *py.VM, text string, foldFirst bool) (string, error) {
	text += itoa(int(c.hour)) + ", " + itoa(int(c.min))
	if c.sec != 0 || c.us != 0 {
		text += ", " + itoa(int(c.sec))
	}
	if c.us != 0 {
		text += ", " + itoa(int(c.us))
	}
	if c.fold != 0 && foldFirst {
		text += ", fold=1"
	}
	if !c.tz.IsNone() {
		r, err := vm.Repr(c.tz)
		if err != nil {
			return "", err
		}
		text += ", tzinfo=" + r
	}
	if c.fold != 0 && !foldFirst {
		text += ", fold=1"
	}
	return text + ")", nil
}

// zoneMethods are utcoffset, dst and tzname of time and datetime. get gives
// the zone and what to ask it with.
func zoneMethods(get func(self py.Value) (tz, arg py.Value)) []*py.Builtin {
	duration := func(name *py.Str, doc string) *py.Builtin {
		return py.Method(name.S, 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			tz, arg := get(a[0])
			if f := asFixed(tz); f != nil && name == nameUTCOffset {
				return f.offset.value(), nil
			}
			s, ok, err := zoneOffset(vm, tz, name, arg)
			if err != nil || !ok {
				return py.None, err
			}
			return newDelta(vm, s, nil)
		}).WithDoc(doc)
	}
	return []*py.Builtin{
		duration(nameUTCOffset, "Return self.tzinfo.utcoffset(self)."),
		duration(nameDST, "Return self.tzinfo.dst(self)."),
		py.Method("tzname", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			tz, arg := get(a[0])
			return zoneName(vm, tz, arg)
		}).WithDoc("Return self.tzinfo.tzname(self)."),
	}
}

func clockMembers[T any](as func(py.Value) *T, get func(*T) *clock) []py.Member {
	members := fields(as,
		intField[T]{"hour", func(x *T) int { return int(get(x).hour) }},
		intField[T]{"minute", func(x *T) int { return int(get(x).min) }},
		intField[T]{"second", func(x *T) int { return int(get(x).sec) }},
		intField[T]{"microsecond", func(x *T) int { return int(get(x).us) }},
		intField[T]{"fold", func(x *T) int { return int(get(x).fold) }},
	)
	return append(members, py.Member{Name: "tzinfo", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return get(as(v)).tz, nil }})
}

func allocTime(vm *py.VM, cls *py.Type, c clock) py.Value {
	t := &timeOfDay{clock: c}
	vm.NewObject(&t.Object, cls, 56)
	return py.Of(&t.Object)
}

var (
	clockNames      = []string{"hour", "minute", "second", "microsecond", "tzinfo", "fold"}
	timeSpec        = getargs.Spec{Names: clockNames, Positional: 5}
	timeReplaceSpec = getargs.Spec{Func: "replace", Names: clockNames, Positional: 5}
	timeISOSpec     = getargs.Spec{Func: "isoformat", Names: []string{"timespec"}}
)

// clockArgs reads the arguments hour, minute, second, microsecond, tzinfo and
// fold, where given, over the clock c.
func clockArgs(vm *py.VM, a []py.Value, c clock) (clock, error) {
	n := c.numbers()
	if err := ints(vm, a[:4], n[:]); err != nil {
		return c, err
	}
	if err := ints(vm, a[5:], n[4:]); err != nil {
		return c, err
	}
	if err := checkClock(n[:]); err != nil {
		return c, err
	}
	tz := c.tz
	if a[4].Bound() {
		if err := checkTZ(a[4]); err != nil {
			return c, err
		}
		tz = a[4]
	}
	return clockOf(n[:], tz), nil
}

func timeNew(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	if n := len(args); (n == 1 || n == 2) && kw.Len() == 0 && args[0].Bytes() != nil {
		if s := args[0].Bytes().S; len(s) == 6 && s[0]&0x7F < 24 {
			c := clockState(s, args[1:])
			return allocTime(vm, cls, c), checkState(c.tz)
		}
	}
	var a [6]py.Value
	if err := timeSpec.Parse(args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	c, err := clockArgs(vm, a[:], clock{tz: py.None})
	if err != nil {
		return py.Value{}, err
	}
	return allocTime(vm, cls, c), nil
}

// state is the six bytes of a pickled time.
func (c *clock) state() string {
	return string([]byte{c.hour, c.min, c.sec, byte(c.us >> 16), byte(c.us >> 8), byte(c.us)})
}

// checkState refuses what is no time zone in a pickled state.
func checkState(tz py.Value) error {
	if checkTZ(tz) != nil {
		return py.TypeErrorf("bad tzinfo state arg")
	}
	return nil
}

func clockState(s string, tz []py.Value) clock {
	c := clock{hour: s[0] & 0x7F, fold: s[0] >> 7, min: s[1], sec: s[2], us: int32(s[3])<<16 | int32(s[4])<<8 | int32(s[5]), tz: py.None}
	if len(tz) > 0 {
		c.tz = tz[0]
	}
	return c
}

func (c *clock) stateArgs(vm *py.VM, first string) py.Value {
	args := []py.Value{vm.NewBytes(first + c.state())}
	if !c.tz.IsNone() {
		args = append(args, c.tz)
	}
	return vm.NewTuple(args)
}

func timeCompare(vm *py.VM, a, b py.Value, op py.CompareOp) (py.Value, error) {
	x, y := asTime(a), asTime(b)
	if x == nil || y == nil {
		return py.NotImplemented, nil
	}
	if x.tz == y.tz {
		return ordered(x.compare(&y.clock), op), nil
	}
	ox, okx, err := zoneOffset(vm, x.tz, nameUTCOffset, py.None)
	if err != nil {
		return py.Value{}, err
	}
	oy, oky, err := zoneOffset(vm, y.tz, nameUTCOffset, py.None)
	if err != nil {
		return py.Value{}, err
	}
	switch {
	case okx == oky && (!okx || ox == oy):
		return ordered(x.compare(&y.clock), op), nil
	case okx && oky:
		d := x.seconds() - int(ox.seconds()) - y.seconds() + int(oy.seconds())
		if d == 0 {
			d = int(x.us - y.us)
		}
		return ordered(d, op), nil
	case op == py.Eq || op == py.Ne:
		return py.Bool(op == py.Ne), nil
	}
	return py.Value{}, py.TypeErrorf("can't compare offset-naive and offset-aware times")
}

func timeHash(vm *py.VM, v py.Value) (int64, error) {
	t := asTime(v)
	offset, _, err := zoneOffset(vm, t.tz, nameUTCOffset, py.None)
	if err != nil {
		return 0, err
	}
	return mix((int64(t.seconds())-offset.seconds())*usPerSecond + int64(t.us) - int64(offset.us)), nil
}

func newTimeType() *py.Type {
	get := func(v py.Value) (tz, arg py.Value) { return asTime(v).tz, py.None }
	return py.NewNativeType[timeOfDay](py.TypeSpec{
		Name: "time", Module: "datetime",
		Doc: "time([hour[, minute[, second[, microsecond[, tzinfo]]]]]) --> a time object\n\nAll arguments are optional. tzinfo may be None, or an instance of\na tzinfo subclass. The remaining arguments may be ints.",
		Slots: py.Slots{
			New: timeNew, Compare: timeCompare, Hash: timeHash,
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) {
				s, err := asTime(v).tail(vm, v.Type().Name+"(", false)
				return vm.NewString(s), err
			},
			Str:   func(vm *py.VM, v py.Value) (py.Value, error) { return vm.CallMethod(v, nameISOFormat) },
			Visit: func(v py.Value, f func(py.Value)) { f(asTime(v).tz) },
		},
		Methods: append(zoneMethods(get), timeMethods()...),
		Members: clockMembers(asTime, func(t *timeOfDay) *clock { return &t.clock }),
	})
}

func timeMethods() []*py.Builtin {
	return []*py.Builtin{
		py.MethodKw("isoformat", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			var a [1]py.Value
			if err := timeISOSpec.Parse(args[1:], kw, a[:]); err != nil {
				return py.Value{}, err
			}
			timespec := "auto"
			if a[0].Bound() {
				var err error
				if timespec, err = getargs.Text("isoformat", 1, a[0]); err != nil {
					return py.Value{}, err
				}
			}
			t := asTime(args[0])
			b, err := t.iso(nil, timespec)
			if err == nil {
				b, err = appendZone(vm, b, t.tz, py.None)
			}
			return vm.NewString(string(b)), err
		}).WithDoc("Return string in ISO 8601 format, [HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM].\n\nThe optional argument timespec specifies the number of additional terms\nof the time to include. Valid options are 'auto', 'hours', 'minutes',\n'seconds', 'milliseconds' and 'microseconds'.\n"),
		py.ClassMethod("fromisoformat", "object, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
			s := a[1].Str()
			if s == nil {
				return py.Value{}, py.TypeErrorf("fromisoformat: argument must be str")
			}
			text := s.S
			if text != "" && text[0] == 'T' {
				text = text[1:]
			}
			t, ok := parseISOTime(text)
			if !ok {
				return py.Value{}, invalidISO(vm, a[1])
			}
			tz, err := t.tz(vm)
			if err != nil {
				return py.Value{}, err
			}
			if a[0].AsType() != timeType {
				return vm.Call(a[0], py.Int(int64(t.n[0])), py.Int(int64(t.n[1])), py.Int(int64(t.n[2])), py.Int(int64(t.n[3])), tz)
			}
			n := []int{t.n[0], t.n[1], t.n[2], t.n[3], 0}
			if err := checkClock(n); err != nil {
				return py.Value{}, err
			}
			return allocTime(vm, timeType, clockOf(n, tz)), nil
		}).WithDoc("string -> time from a string in ISO 8601 format"),
		py.MethodKw("strftime", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			t := asTime(args[0])
			m := &civil.Moment{Year: 1900, Month: 1, Day: 1, Hour: int(t.hour), Minute: int(t.min), Second: int(t.sec), YearDay: 1, DST: -1}
			return strftime(vm, args, kw, m, int(t.us), t.tz, py.None)
		}).WithDoc("format -> strftime() style string."),
		formatMethod(),
		py.MethodKw("replace", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			var a [6]py.Value
			if err := timeReplaceSpec.Parse(args[1:], kw, a[:]); err != nil {
				return py.Value{}, err
			}
			c, err := clockArgs(vm, a[:], asTime(args[0]).clock)
			if err != nil {
				return py.Value{}, err
			}
			return allocTime(vm, args[0].Type(), c), nil
		}).WithDoc("Return time with new specified fields."),
		py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return vm.NewTupleOf(py.Of(&a[0].Type().Object), asTime(a[0]).stateArgs(vm, "")), nil
		}).WithDoc("__reduce__() -> (cls, state)"),
	}
}
