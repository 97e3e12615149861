package datetime

import (
	"errors"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/caller"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/civil"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
)

func newMomentType() *py.Type {
	get := func(v py.Value) (tz, arg py.Value) { return asMoment(v).tz, v }
	methods := append(momentMakers(), zoneMethods(get)...)
	methods = append(methods, momentConversions()...)
	return py.NewNativeType[moment](py.TypeSpec{
		Name: "datetime", Module: "datetime", Base: dateType,
		Doc: "datetime(year, month, day[, hour[, minute[, second[, microsecond[,tzinfo]]]]])\n\nThe year, month and day arguments are required. tzinfo may be None, or an\ninstance of a tzinfo subclass. The remaining arguments may be ints.\n",
		Slots: py.Slots{
			New: momentNew, Compare: momentCompare, Hash: momentHash,
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) {
				m := asMoment(v)
				y, mon, d := m.parts()
				s, err := m.tail(vm, v.Type().Name+"("+itoa(y)+", "+itoa(mon)+", "+itoa(d)+", ", true)
				return vm.NewString(s), err
			},
			Str: func(vm *py.VM, v py.Value) (py.Value, error) {
				return vm.CallMethod(v, nameISOFormat, py.NewStr(" "))
			},
			Binary: py.BinarySlots{py.OpAdd: momentAdd, py.OpSub: momentSub},
			Visit:  func(v py.Value, f func(py.Value)) { f(asMoment(v).tz) },
		},
		Methods: append(methods, momentTexts()...),
		Members: clockMembers(asMoment, func(m *moment) *clock { return &m.clock }),
	})
}

var (
	fromTimestampSpec = getargs.Spec{Func: "fromtimestamp", Names: []string{"timestamp", "tz"}, Required: 1}
	combineSpec       = getargs.Spec{Func: "combine", Names: []string{"date", "time", "tzinfo"}, Required: 2}
	isoSpec           = getargs.Spec{Func: "isoformat", Names: []string{"sep", "timespec"}}
	astimezoneSpec    = getargs.Spec{Func: "astimezone", Names: []string{"tz"}}
)

// momentMakers are the class methods.
func momentMakers() []*py.Builtin {
	return []*py.Builtin{
		py.ClassMethod("now", "tz=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
			now := vm.Now()
			return fromEpoch(vm, a[0].AsType(), now.Unix(), now.Nanosecond()/1000, a[1])
		}).WithDoc("Returns new datetime object representing current time local to tz.\n\n  tz\n    Timezone object.\n\nIf no tz is specified, uses local timezone."),
		py.ClassMethod("utcnow", "", func(vm *py.VM, a []py.Value) (py.Value, error) {
			if err := warnOfUTC(vm, "utcnow", "now(datetime.UTC)"); err != nil {
				return py.Value{}, err
			}
			now := vm.Now()
			return fromEpoch(vm, a[0].AsType(), now.Unix(), now.Nanosecond()/1000, py.None)
		}).WithDoc("Return a new datetime representing UTC day and time."),
		getargs.ClassMethod("fromtimestamp", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			a := [2]py.Value{1: py.None}
			if err := fromTimestampSpec.Parse(args[1:], kw, a[:]); err != nil {
				return py.Value{}, err
			}
			if err := checkTZ(a[1]); err != nil {
				return py.Value{}, err
			}
			sec, us, err := timestamp(vm, a[0])
			if err != nil {
				return py.Value{}, err
			}
			return fromEpoch(vm, args[0].AsType(), sec, us, a[1])
		}).WithDoc("timestamp[, tz] -> tz's local time from POSIX timestamp."),
		py.ClassMethod("utcfromtimestamp", "timestamp, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
			if err := warnOfUTC(vm, "utcfromtimestamp", "fromtimestamp(timestamp, datetime.UTC)"); err != nil {
				return py.Value{}, err
			}
			sec, us, err := timestamp(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			return fromEpoch(vm, a[0].AsType(), sec, us, py.None)
		}).WithDoc("Construct a naive UTC datetime from a POSIX timestamp."),
		getargs.ClassMethod("combine", combine).WithDoc("date, time -> datetime with same date and time fields"),
		py.ClassMethod("fromisoformat", "object, /", momentFromISO).WithDoc("string -> datetime from a string in most ISO 8601 formats"),
		getargs.ClassMethod("strptime", strptime).WithDoc("string, format -> new datetime parsed from a string (like time.strptime())."),
	}
}

// warnOfUTC gives the warning of a method that makes a naive time of UTC.
func warnOfUTC(vm *py.VM, method, instead string) error {
	return caller.Warn(vm, py.DeprecationWarning, "datetime.datetime."+method+"() is deprecated and scheduled for removal in a future version. "+
		"Use timezone-aware objects to represent datetimes in UTC: datetime.datetime."+instead+".")
}

func combine(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [3]py.Value
	if err := combineSpec.Parse(args[1:], kw, a[:]); err != nil {
		return py.Value{}, err
	}
	d, t := asDate(a[0]), asTime(a[1])
	if d == nil {
		return py.Value{}, py.TypeErrorf("combine() argument 1 must be datetime.date, not %s", a[0].Type().Name)
	}
	if t == nil {
		return py.Value{}, py.TypeErrorf("combine() argument 2 must be datetime.time, not %s", a[1].Type().Name)
	}
	c := t.clock
	if a[2].Bound() {
		if err := checkTZ(a[2]); err != nil {
			return py.Value{}, err
		}
		c.tz = a[2]
	}
	y, m, day := d.parts()
	return newMoment(vm, args[0].AsType(), y, m, day, c)
}

func momentFromISO(vm *py.VM, a []py.Value) (py.Value, error) {
	s := a[1].Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("fromisoformat: argument must be str")
	}
	y, m, d, t, ok := parseISO(s.S)
	if !ok {
		return py.Value{}, invalidISO(vm, a[1])
	}
	tz, err := t.tz(vm)
	if err != nil {
		return py.Value{}, err
	}
	if err := checkDate(y, m, d); err != nil {
		return py.Value{}, err
	}
	n := []int{t.n[0], t.n[1], t.n[2], t.n[3], 0}
	if err := checkClock(n); err != nil {
		return py.Value{}, err
	}
	return newMoment(vm, a[0].AsType(), y, m, d, clockOf(n, tz))
}

// Strptime reads a text by a format, with Python's errors.
func Strptime(vm *py.VM, text, format py.Value) (*civil.Parsed, error) {
	textRepr, err := vm.Repr(text)
	if err != nil {
		return nil, err
	}
	formatRepr, err := vm.Repr(format)
	if err != nil {
		return nil, err
	}
	p, err := civil.Parse(text.Str().S, format.Str().S, textRepr, formatRepr)
	var bad *civil.ParseError
	if errors.As(err, &bad) {
		e := py.NewException(py.ValueError, bad.Text)
		e.SuppressContext = bad.Format
		return nil, e
	}
	if err == civil.ErrTwice {
		return nil, directiveTwice(vm, format)
	}
	return p, err
}

// directiveTwice is the re.error of a format.
func directiveTwice(vm *py.VM, format py.Value) error {
	_, m, err := vm.Import("_strptime")
	if err != nil {
		return err
	}
	re, err := vm.Call(m.Dict.GetStr(py.Name("TimeRE")))
	if err != nil {
		return err
	}
	_, err = vm.CallMethod(re, py.Name("compile"), format)
	return err
}

func strptime(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
	if kw.Len() > 0 {
		return py.Value{}, py.TypeErrorf("datetime.strptime() takes no keyword arguments")
	}
	if len(args) != 3 {
		return py.Value{}, py.TypeErrorf("strptime() takes exactly 2 arguments (%d given)", len(args)-1)
	}
	for i, v := range args[1:] {
		if _, err := getargs.Text("strptime", i+1, v); err != nil {
			return py.Value{}, err
		}
	}
	p, err := Strptime(vm, args[1], args[2])
	if err != nil {
		return py.Value{}, err
	}
	tz := py.None
	if p.HasOffset {
		s, err := newSpan(0, int64(p.Offset), int64(p.OffsetMicro))
		if err != nil {
			return py.Value{}, err
		}
		var name py.Value
		if p.Zone != "" {
			name = vm.NewString(p.Zone)
		}
		if tz, err = timezoneOf(vm, s, name); err != nil {
			return py.Value{}, err
		}
	}
	n := []int{p.Hour, p.Minute, p.Second, p.Micro, 0}
	if err := checkClock(n); err != nil {
		return py.Value{}, err
	}
	if err := checkDate(p.Year, p.Month, p.Day); err != nil {
		return py.Value{}, err
	}
	return newMoment(vm, args[0].AsType(), p.Year, p.Month, p.Day, clockOf(n, tz))
}

// momentConversions are the methods that give other times.
func momentConversions() []*py.Builtin {
	return []*py.Builtin{
		py.Method("date", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			y, m, d := asMoment(a[0]).parts()
			return allocDate(vm, dateType, y, m, d), nil
		}).WithDoc("Return date object with same year, month and day."),
		py.Method("time", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			c := asMoment(a[0]).clock
			c.tz = py.None
			return allocTime(vm, timeType, c), nil
		}).WithDoc("Return time object with same time but with tzinfo=None."),
		py.Method("timetz", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return allocTime(vm, timeType, asMoment(a[0]).clock), nil
		}).WithDoc("Return time object with same time and tzinfo."),
		py.Method("timetuple", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			m := asMoment(a[0])
			dst, err := m.dstFlag(vm)
			return m.tuple(vm, m.clock, dst), err
		}).WithDoc("Return time tuple, compatible with time.localtime()."),
		py.Method("utctimetuple", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			m := asMoment(a[0])
			offset, ok, err := m.offset(vm)
			if err != nil {
				return py.Value{}, err
			}
			if ok {
				s, err := m.local().minus(offset)
				if err != nil {
					return py.Value{}, err
				}
				v, err := fromLocal(vm, momentType, s, py.None, 0)
				if err != nil {
					return py.Value{}, err
				}
				m = asMoment(v)
			}
			return m.tuple(vm, m.clock, 0), nil
		}).WithDoc("Return UTC time tuple, compatible with time.localtime()."),
		py.Method("timestamp", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			m := asMoment(a[0])
			offset, _, err := m.offset(vm)
			if err != nil {
				return py.Value{}, err
			}
			s, err := m.local().minus(offset)
			if err != nil {
				return py.Value{}, err
			}
			s.days -= civil.UnixEpoch
			us, _ := s.micros()
			return vm.Binary(py.OpTrueDiv, py.Int(us), py.Int(usPerSecond))
		}).WithDoc("Return POSIX timestamp as float."),
		py.MethodKw("replace", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			var a [9]py.Value
			if err := momentReplaceSpec.Parse(args[1:], kw, a[:]); err != nil {
				return py.Value{}, err
			}
			m := asMoment(args[0])
			y, mon, d := m.parts()
			return momentOf(vm, args[0].Type(), a[:], [3]int{y, mon, d}, m.clock)
		}).WithDoc("Return datetime with new specified fields."),
		py.MethodKw("astimezone", astimezone).WithDoc("tz -> convert to local time in new timezone tz\n"),
		py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			m := asMoment(a[0])
			day := string([]byte{byte(m.y >> 8), byte(m.y), m.m, m.d})
			return vm.NewTupleOf(py.Of(&a[0].Type().Object), m.stateArgs(vm, day)), nil
		}).WithDoc("__reduce__() -> (cls, state)"),
		py.Method("__reduce_ex__", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			m := asMoment(a[0])
			month := m.m | m.fold<<7
			day := string([]byte{byte(m.y >> 8), byte(m.y), month, m.d})
			return vm.NewTupleOf(py.Of(&a[0].Type().Object), m.stateArgs(vm, day)), nil
		}).WithDoc("__reduce_ex__(proto) -> (cls, state)"),
	}
}

// astimezone converts to another zone. Local time is UTC here.
func astimezone(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
	a := [1]py.Value{py.None}
	if err := astimezoneSpec.Parse(args[1:], kw, a[:]); err != nil {
		return py.Value{}, err
	}
	tz, m := a[0], asMoment(args[0])
	if err := checkTZ(tz); err != nil {
		return py.Value{}, err
	}
	if tz == m.tz && !tz.IsNone() {
		return args[0], nil
	}
	offset, _, err := m.offset(vm)
	if err != nil {
		return py.Value{}, err
	}
	if tz.IsNone() {
		if tz, err = timezoneOf(vm, span{}, vm.NewString("UTC")); err != nil {
			return py.Value{}, err
		}
	}
	s, err := m.local().minus(offset)
	if err != nil {
		return py.Value{}, err
	}
	v, err := fromLocal(vm, args[0].Type(), s, tz, 0)
	if err != nil {
		return py.Value{}, err
	}
	return vm.CallMethod(tz, nameFromUTC, v)
}

// momentTexts are the methods that give texts.
func momentTexts() []*py.Builtin {
	return []*py.Builtin{
		py.MethodKw("isoformat", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			var a [2]py.Value
			if err := isoSpec.Parse(args[1:], kw, a[:]); err != nil {
				return py.Value{}, err
			}
			sep, timespec := "T", "auto"
			if a[0].Bound() {
				s := a[0].Str()
				n := 0
				if s != nil {
					n, _ = vm.Len(a[0])
				}
				if n != 1 {
					return py.Value{}, py.TypeErrorf("isoformat() argument 1 must be a unicode character, not %s", a[0].Type().Name)
				}
				sep = s.S
			}
			var err error
			if a[1].Bound() {
				if timespec, err = getargs.Text("isoformat", 2, a[1]); err != nil {
					return py.Value{}, err
				}
			}
			m := asMoment(args[0])
			b, err := m.clock.iso(append(m.date.iso(nil), sep...), timespec)
			if err == nil {
				b, err = appendZone(vm, b, m.tz, args[0])
			}
			return vm.NewString(string(b)), err
		}).WithDoc("[sep] -> string in ISO 8601 format, YYYY-MM-DDT[HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM].\nsep is used to separate the year from the time, and defaults to 'T'.\nThe optional argument timespec specifies the number of additional terms\nof the time to include. Valid options are 'auto', 'hours', 'minutes',\n'seconds', 'milliseconds' and 'microseconds'.\n"),
		py.Method("ctime", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			m := asMoment(a[0])
			return vm.NewString(civil.Format("%a %b %e %H:%M:%S ", m.civil()) + string(digits(nil, int(m.y), 4))), nil
		}).WithDoc("Return ctime() style string."),
		py.MethodKw("strftime", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			m := asMoment(args[0])
			c := m.civil()
			var err error
			if c.DST, err = m.dstFlag(vm); err != nil {
				return py.Value{}, err
			}
			return strftime(vm, args, kw, c, int(m.us), m.tz, args[0])
		}).WithDoc("format -> strftime() style string."),
	}
}
