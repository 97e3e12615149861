package datetime

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/civil"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
)

func newDateType() *py.Type {
	return py.NewNativeType[date](py.TypeSpec{
		Name: "date", Module: "datetime", Doc: "date(year, month, day) --> date object",
		Slots: py.Slots{
			New: dateNew, Compare: dateCompare,
			Hash: func(vm *py.VM, v py.Value) (int64, error) {
				d := asDate(v)
				return mix(int64(d.y), int64(d.m), int64(d.d)), nil
			},
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) {
				y, m, d := asDate(v).parts()
				return vm.NewString(v.Type().Name + "(" + itoa(y) + ", " + itoa(m) + ", " + itoa(d) + ")"), nil
			},
			Str: func(vm *py.VM, v py.Value) (py.Value, error) {
				return vm.CallMethod(v, nameISOFormat)
			},
			Binary: py.BinarySlots{py.OpAdd: dateAdd, py.OpSub: dateSub},
		},
		Methods: append(dateMakers(), dateMethods()...),
		Members: fields(asDate,
			intField[date]{"year", func(d *date) int { return int(d.y) }},
			intField[date]{"month", func(d *date) int { return int(d.m) }},
			intField[date]{"day", func(d *date) int { return int(d.d) }},
		),
	})
}

var (
	nameISOFormat     = py.Name("isoformat")
	nameFromTimestamp = py.Name("fromtimestamp")
	isoCalendarSpec   = getargs.Spec{Func: "fromisocalendar", Names: []string{"year", "week", "day"}, Required: 3}
	dateReplaceSpec   = getargs.Spec{Func: "replace", Names: []string{"year", "month", "day"}}
	formatSpec        = getargs.Spec{Func: "strftime", Names: []string{"format"}, Required: 1}
)

// dateMakers are the class methods of date, which datetime shares or replaces.
func dateMakers() []*py.Builtin {
	return []*py.Builtin{
		py.ClassMethod("today", "", func(vm *py.VM, a []py.Value) (py.Value, error) {
			now := vm.Now()
			return vm.CallMethod(a[0], nameFromTimestamp, py.Float(float64(now.UnixNano())/1e9))
		}).WithDoc("Current date or datetime:  same as self.__class__.fromtimestamp(time.time())."),
		py.ClassMethod("fromtimestamp", "timestamp, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
			sec, _, err := timestamp(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			y, m, d, _, err := civilOf(vm, sec)
			if err != nil {
				return py.Value{}, err
			}
			return newClass(vm, a[0].AsType(), y, m, d)
		}).WithDoc("Create a date from a POSIX timestamp.\n\nThe timestamp is a number, e.g. created via time.time(), that is interpreted\nas local time."),
		py.ClassMethod("fromordinal", "ordinal, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
			n, err := getargs.Int32(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			return dateOfOrdinal(vm, a[0].AsType(), n)
		}).WithDoc("int -> date corresponding to a proleptic Gregorian ordinal."),
		py.ClassMethod("fromisoformat", "object, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
			s := a[1].Str()
			if s == nil {
				return py.Value{}, py.TypeErrorf("fromisoformat: argument must be str")
			}
			y, m, d, ok := parseISODate(s.S)
			if !ok {
				return py.Value{}, invalidISO(vm, a[1])
			}
			if err := checkDate(y, m, d); err != nil {
				return py.Value{}, err
			}
			return newClass(vm, a[0].AsType(), y, m, d)
		}).WithDoc("str -> Construct a date from a string in ISO 8601 format."),
		getargs.ClassMethod("fromisocalendar", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			var a [3]py.Value
			var n [3]int
			if err := isoCalendarSpec.Parse(args[1:], kw, a[:]); err != nil {
				return py.Value{}, err
			}
			if err := ints(vm, a[:], n[:]); err != nil {
				if e, ok := err.(*py.Exception); ok && py.IsInstance(py.Of(&e.Object), py.OverflowError) {
					err = py.ValueErrorf("ISO calendar component out of range")
				}
				return py.Value{}, err
			}
			if bad := civil.CheckISO(n[0], n[1], n[2]); bad != "" {
				return py.Value{}, py.ValueErrorf("%s", bad)
			}
			y, m, d := civil.Date(civil.ISOOrdinal(n[0], n[1], n[2]))
			if err := checkDate(y, m, d); err != nil {
				return py.Value{}, err
			}
			return newClass(vm, args[0].AsType(), y, m, d)
		}).WithDoc("int, int, int -> Construct a date from the ISO year, week number and weekday.\n\nThis is the inverse of the function isocalendar()."),
	}
}

func dateMethods() []*py.Builtin {
	number := func(name, doc string, f func(y, m, d int) int) *py.Builtin {
		return py.Method(name, 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return py.Int(int64(f(asDate(a[0]).parts()))), nil
		}).WithDoc(doc)
	}
	return []*py.Builtin{
		number("toordinal", "Return proleptic Gregorian ordinal.  January 1 of year 1 is day 1.", civil.Ordinal),
		number("weekday", "Return the day of the week represented by the date.\nMonday == 0 ... Sunday == 6", civil.Weekday),
		number("isoweekday", "Return the day of the week represented by the date.\nMonday == 1 ... Sunday == 7", func(y, m, d int) int { return civil.Weekday(y, m, d) + 1 }),
		py.Method("isocalendar", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			y, w, d := civil.ISOWeek(asDate(a[0]).parts())
			return newISOCalendar(vm, y, w, d), nil
		}).WithDoc("Return a named tuple containing ISO year, week number, and weekday."),
		py.Method("isoformat", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return vm.NewString(string(asDate(a[0]).iso(nil))), nil
		}).WithDoc("Return string in ISO 8601 format, YYYY-MM-DD."),
		py.Method("ctime", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return vm.NewString(civil.Format("%a %b %e 00:00:00 ", asDate(a[0]).civil()) + string(digits(nil, int(asDate(a[0]).y), 4))), nil
		}).WithDoc("Return ctime() style string."),
		py.Method("timetuple", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return asDate(a[0]).tuple(vm, clock{}, -1), nil
		}).WithDoc("Return time tuple, compatible with time.localtime()."),
		py.MethodKw("strftime", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			return strftime(vm, args, kw, asDate(args[0]).civil(), 0, py.None, py.None)
		}).WithDoc("format -> strftime() style string."),
		formatMethod(),
		py.MethodKw("replace", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			var a [3]py.Value
			if err := dateReplaceSpec.Parse(args[1:], kw, a[:]); err != nil {
				return py.Value{}, err
			}
			y, m, d := asDate(args[0]).parts()
			n := [3]int{y, m, d}
			if err := ints(vm, a[:], n[:]); err != nil {
				return py.Value{}, err
			}
			if err := checkDate(n[0], n[1], n[2]); err != nil {
				return py.Value{}, err
			}
			return allocDate(vm, args[0].Type(), n[0], n[1], n[2]), nil
		}).WithDoc("Return date with new specified fields."),
		py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			d := asDate(a[0])
			state := string([]byte{byte(d.y >> 8), byte(d.y), d.m, d.d})
			return vm.NewTupleOf(py.Of(&a[0].Type().Object), vm.NewTupleOf(vm.NewBytes(state))), nil
		}).WithDoc("__reduce__() -> (cls, state)"),
	}
}

// strftime is the method of that name: args[0] is self; zone and zoneArg are
// the time zone and what its methods are asked with.
func strftime(vm *py.VM, args []py.Value, kw py.Kwargs, m *civil.Moment, us int, zone, zoneArg py.Value) (py.Value, error) {
	var a [1]py.Value
	if err := formatSpec.Parse(args[1:], kw, a[:]); err != nil {
		return py.Value{}, err
	}
	format, err := getargs.Text("strftime", 1, a[0])
	if err != nil {
		return py.Value{}, err
	}
	var b []byte
	for i := 0; i < len(format); i++ {
		if format[i] != '%' || i+1 == len(format) {
			b = append(b, format[i])
			continue
		}
		i++
		switch c := format[i]; {
		case c == 'f':
			b = digits(b, us, 6)
		case c == 'z' || c == ':' && i+1 < len(format) && format[i+1] == 'z':
			sep := ""
			if c == ':' {
				sep = ":"
				i++
			}
			offset, ok, err := zoneOffset(vm, zone, nameUTCOffset, zoneArg)
			if err != nil {
				return py.Value{}, err
			}
			if ok {
				b = appendOffset(b, offset, sep)
			}
		case c == 'Z':
			name, err := zoneName(vm, zone, zoneArg)
			if err != nil {
				return py.Value{}, err
			}
			if name.Str() != nil && name.Type() != py.StrType {
				if name, err = vm.CallMethod(name, py.Name("replace"), py.NewStr("%"), py.NewStr("%%")); err != nil {
					return py.Value{}, err
				}
				if name.Str() == nil {
					return py.Value{}, py.TypeErrorf("tzname.replace() did not return a string")
				}
				b = append(b, name.Str().S...)
			} else if s := name.Str(); s != nil {
				for j := range len(s.S) {
					if s.S[j] == '%' {
						b = append(b, '%')
					}
					b = append(b, s.S[j])
				}
			}
		default:
			b = append(b, '%', c)
		}
	}
	if err := vm.Reserve(int64(len(b)) * 16); err != nil {
		return py.Value{}, err
	}
	return vm.NewString(civil.Format(string(b), m)), nil
}
