package datetime

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
)

var (
	nameUTCOffset, nameDST, nameTZName, nameFromUTC = py.Name("utcoffset"), py.Name("dst"), py.Name("tzname"), py.Name("fromutc")
	nameReduce                                      = py.Name("__getinitargs__")
)

func isTZInfo(v py.Value) bool { return py.IsInstance(v, TZInfoType) }

// checkTZ refuses what is no time zone.
func checkTZ(v py.Value) error {
	if v.IsNone() || isTZInfo(v) {
		return nil
	}
	return py.TypeErrorf("tzinfo argument must be None or of a tzinfo subclass, not type '%s'", v.Type().Name)
}

const offsetRange = "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24)"

// inRange reports whether a duration can be an offset.
func (s span) inRange() bool { return s.days == 0 || s.days == -1 && (s.sec != 0 || s.us != 0) }

// zoneOffset is tz.utcoffset(dt) or tz.dst(dt); ok is false for None.
func zoneOffset(vm *py.VM, tz py.Value, method *py.Str, dt py.Value) (s span, ok bool, err error) {
	if tz.IsNone() {
		return span{}, false, nil
	}
	if f := asFixed(tz); f != nil && f.Type() == fixedType {
		if method != nameUTCOffset {
			return span{}, false, nil
		}
		return f.offset.span, true, nil
	}
	if offset, dst, _, ok := askZone(tz, dt); ok {
		if method == nameDST {
			offset = dst
		}
		s, err := newSpan(0, offset, 0)
		return s, true, err
	}
	r, err := vm.CallMethod(tz, method, dt)
	if err != nil || r.IsNone() {
		return span{}, false, err
	}
	d := asDelta(r)
	if d == nil {
		return span{}, false, py.TypeErrorf("tzinfo.%s() must return None or a timedelta, not '%s'", method.S, r.Type().Name)
	}
	if !d.inRange() {
		return span{}, false, py.ValueErrorf(offsetRange + ".")
	}
	return d.span, true, nil
}

// zoneName is tz.tzname(dt): a str or None.
func zoneName(vm *py.VM, tz, dt py.Value) (py.Value, error) {
	if tz.IsNone() {
		return py.None, nil
	}
	if _, _, name, ok := askZone(tz, dt); ok {
		return vm.NewString(name), nil
	}
	r, err := vm.CallMethod(tz, nameTZName, dt)
	if err == nil && !r.IsNone() && r.Str() == nil {
		return py.Value{}, py.TypeErrorf("tzinfo.tzname() must return None or a string, not '%s'", r.Type().Name)
	}
	return r, err
}

func asFixed(v py.Value) *fixed { return py.As[fixed](v, fixedType) }

func (f *fixed) Type() *py.Type { return py.Of(&f.Object).Type() }

func newTZInfoType() *py.Type {
	abstract := func(name, doc string) *py.Builtin {
		return py.Method(name, 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return py.Value{}, py.Raise(py.NotImplementedError, "a tzinfo subclass must implement %s()", name)
		}).WithDoc(doc)
	}
	return py.NewNativeType[TZInfo](py.TypeSpec{
		Name: "tzinfo", Module: "datetime", Doc: "Abstract base class for time zone info objects.",
		Slots: py.Slots{New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
			z := &TZInfo{}
			vm.NewObject(&z.Object, cls, 24)
			return py.Of(&z.Object), nil
		}},
		Methods: []*py.Builtin{
			abstract("tzname", "datetime -> string name of time zone."),
			abstract("utcoffset", "datetime -> timedelta showing offset from UTC, negative values indicating West of UTC"),
			abstract("dst", "datetime -> DST offset as timedelta positive east of UTC."),
			py.Method("fromutc", 1, 1, fromUTC).WithDoc("datetime in UTC -> datetime in local time."),
			py.Method("__reduce__", 0, 0, reduceTZInfo).WithDoc("-> (cls, state)"),
		},
	})
}

func reduceTZInfo(vm *py.VM, a []py.Value) (py.Value, error) {
	args := py.EmptyTuple
	if a[0].Type().Lookup(nameReduce).Bound() {
		r, err := vm.CallMethod(a[0], nameReduce)
		if err != nil {
			return py.Value{}, err
		}
		args = r
	}
	state, err := vm.CallMethod(a[0], py.Name("__getstate__"))
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewTupleOf(py.Of(&a[0].Type().Object), args, state), nil
}

// checkFromUTC gives the argument of a fromutc method.
func checkFromUTC(self, dt py.Value) (*moment, error) {
	m := asMoment(dt)
	if m == nil {
		return nil, py.TypeErrorf("fromutc: argument must be a datetime")
	}
	if m.tz != self {
		return nil, py.ValueErrorf("fromutc: dt.tzinfo is not self")
	}
	return m, nil
}

// fromUTC is the general way from UTC to local time, for zones whose standard
// offset does not depend on the time.
func fromUTC(vm *py.VM, a []py.Value) (py.Value, error) {
	m, err := checkFromUTC(a[0], a[1])
	if err != nil {
		return py.Value{}, err
	}
	offset, ok, err := zoneOffset(vm, m.tz, nameUTCOffset, a[1])
	if err != nil {
		return py.Value{}, err
	}
	if !ok {
		return py.Value{}, py.ValueErrorf("fromutc: non-None utcoffset() result required")
	}
	dst, ok, err := zoneOffset(vm, m.tz, nameDST, a[1])
	if err != nil {
		return py.Value{}, err
	}
	if !ok {
		return py.Value{}, py.ValueErrorf("fromutc: non-None dst() result required")
	}
	standard, err := offset.minus(dst)
	if err != nil {
		return py.Value{}, err
	}
	result, err := addToMoment(vm, m, standard)
	if err != nil {
		return py.Value{}, err
	}
	if dst, ok, err = zoneOffset(vm, m.tz, nameDST, result); err != nil {
		return py.Value{}, err
	}
	if !ok {
		return py.Value{}, py.ValueErrorf("fromutc: tz.dst() gave inconsistent results; cannot convert")
	}
	if dst.zero() {
		return result, nil
	}
	return addToMoment(vm, asMoment(result), dst)
}

var fixedSpec = getargs.Spec{Func: "timezone", Names: []string{"offset", "name"}, Required: 1}

func fixedNew(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [2]py.Value
	if err := fixedSpec.Parse(args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	d := asDelta(a[0])
	if d == nil {
		return py.Value{}, py.TypeErrorf("timezone() argument 1 must be datetime.timedelta, not %s", a[0].Type().Name)
	}
	if a[1].Bound() {
		if _, err := getargs.Text("timezone", 2, a[1]); err != nil {
			return py.Value{}, err
		}
	}
	return newFixed(vm, d, a[1])
}

// newFixed makes a timezone; an unbound name means the one of the offset.
func newFixed(vm *py.VM, d *delta, name py.Value) (py.Value, error) {
	if !name.Bound() {
		name = py.None
		if d.zero() {
			return py.Of(&utc.Object), nil
		}
	}
	if !d.inRange() {
		return py.Value{}, py.ValueErrorf("%s, not %s.", offsetRange, d.repr())
	}
	f := &fixed{offset: d, name: name}
	vm.NewObject(&f.Object, fixedType, 48)
	return py.Of(&f.Object), nil
}

// timezoneOf is timezone(timedelta of s).
func timezoneOf(vm *py.VM, s span, name py.Value) (py.Value, error) {
	d, err := newDelta(vm, s, nil)
	if err != nil {
		return py.Value{}, err
	}
	return newFixed(vm, asDelta(d), name)
}

// appendOffset appends an offset: +HH:MM[:SS[.ffffff]] with sep for the colon.
func appendOffset(b []byte, s span, sep string) []byte {
	sign := byte('+')
	if s.days < 0 {
		sign = '-'
		s, _ = span{}.minus(s)
	}
	b = append(b, sign)
	b = digits(b, int(s.sec/3600), 2)
	b = append(b, sep...)
	b = digits(b, int(s.sec/60%60), 2)
	if s.sec%60 != 0 || s.us != 0 {
		b = append(b, sep...)
		b = digits(b, int(s.sec%60), 2)
	}
	if s.us != 0 {
		b = append(b, '.')
		b = digits(b, int(s.us), 6)
	}
	return b
}

func (f *fixed) text() string {
	if s := f.name.Str(); s != nil {
		return s.S
	}
	if f.offset.zero() {
		return "UTC"
	}
	return string(appendOffset([]byte("UTC"), f.offset.span, ":"))
}

// zoneArg checks the argument of timezone's methods.
func zoneArg(method string, v py.Value) error {
	if v.IsNone() || asMoment(v) != nil {
		return nil
	}
	return py.TypeErrorf("%s(dt) argument must be a datetime instance or None, not %s", method, v.Type().Name)
}

func newFixedType() *py.Type {
	initArgs := func(f *fixed) []py.Value {
		args := []py.Value{f.offset.value()}
		if !f.name.IsNone() {
			args = append(args, f.name)
		}
		return args
	}
	return py.NewNativeType[fixed](py.TypeSpec{
		Name: "timezone", Module: "datetime", Base: TZInfoType, Flags: py.TypeNoSubclass,
		Doc: "Fixed offset from UTC implementation of tzinfo.",
		Slots: py.Slots{
			New: fixedNew,
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) {
				f := asFixed(v)
				if f == utc {
					return vm.NewString("datetime.timezone.utc"), nil
				}
				text := "datetime.timezone(" + f.offset.repr()
				if !f.name.IsNone() {
					r, err := vm.Repr(f.name)
					if err != nil {
						return py.Value{}, err
					}
					text += ", " + r
				}
				return vm.NewString(text + ")"), nil
			},
			Str:  func(vm *py.VM, v py.Value) (py.Value, error) { return vm.NewString(asFixed(v).text()), nil },
			Hash: func(vm *py.VM, v py.Value) (int64, error) { return asFixed(v).offset.hash(vm) },
			Compare: func(vm *py.VM, a, b py.Value, op py.CompareOp) (py.Value, error) {
				x, y := asFixed(a), asFixed(b)
				if op != py.Eq && op != py.Ne || y == nil {
					return py.NotImplemented, nil
				}
				return ordered(x.offset.compare(y.offset.span), op), nil
			},
			Visit: func(v py.Value, f func(py.Value)) {
				f(asFixed(v).offset.value())
				f(asFixed(v).name)
			},
		},
		Methods: []*py.Builtin{
			py.Method("tzname", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				if err := zoneArg("tzname", a[1]); err != nil {
					return py.Value{}, err
				}
				return vm.NewString(asFixed(a[0]).text()), nil
			}).WithDoc("If name is specified when timezone is created, returns the name.  Otherwise returns offset as 'UTC(+|-)HH:MM'."),
			py.Method("utcoffset", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				return asFixed(a[0]).offset.value(), zoneArg("utcoffset", a[1])
			}).WithDoc("Return fixed offset."),
			py.Method("dst", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				return py.None, zoneArg("dst", a[1])
			}).WithDoc("Return None."),
			py.Method("fromutc", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				m, err := checkFromUTC(a[0], a[1])
				if err != nil {
					return py.Value{}, err
				}
				return addToMoment(vm, m, asFixed(a[0]).offset.span)
			}).WithDoc("datetime in UTC -> datetime in local time."),
			py.Method("__getinitargs__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				return vm.NewTuple(initArgs(asFixed(a[0]))), nil
			}),
		},
	})
}
