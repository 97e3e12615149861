package datetime

import (
	"math/big"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
)

func newDelta(vm *py.VM, s span, err error) (py.Value, error) {
	if err != nil {
		return py.Value{}, err
	}
	d := &delta{span: s}
	vm.NewObject(&d.Object, deltaType, 40)
	return d.value(), nil
}

var deltaSpec = getargs.Spec{Func: "__new__", Names: []string{"days", "seconds", "microseconds", "milliseconds", "minutes", "hours", "weeks"}}

// deltaParts are the arguments in the order in which they are added up, and
// what they are in microseconds.
var deltaParts = []struct {
	arg    int
	factor int64
}{{2, 1}, {3, 1000}, {1, usPerSecond}, {4, 60 * usPerSecond}, {5, 3600 * usPerSecond}, {0, usPerDay}, {6, 7 * usPerDay}}

func deltaNew(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [7]py.Value
	if err := deltaSpec.Parse(args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	var sum total
	for _, p := range deltaParts {
		v := a[p.arg]
		if !v.Bound() {
			continue
		}
		switch {
		case v.IsInt() || v.IsBool():
			sum.add(v.AsInt(), p.factor)
		case v.IsFloat():
			if err := sum.addFloat(v.AsFloat(), p.factor); err != nil {
				return py.Value{}, err
			}
		case v.BigInt() != nil:
			sum.addBig(v.BigInt().V, p.factor)
		case v.FloatObject() != nil:
			if err := sum.addFloat(v.FloatObject().V, p.factor); err != nil {
				return py.Value{}, err
			}
		default:
			return py.Value{}, py.TypeErrorf("unsupported type for timedelta %s component: %s", deltaSpec.Names[p.arg], v.Type().Name)
		}
	}
	s, err := sum.span()
	if err != nil {
		return py.Value{}, err
	}
	d := &delta{span: s}
	vm.NewObject(&d.Object, cls, 40)
	return d.value(), nil
}

func deltaAdd(vm *py.VM, a, b py.Value) (py.Value, error) {
	x, y := asDelta(a), asDelta(b)
	if x == nil || y == nil {
		return py.NotImplemented, nil
	}
	s, err := x.plus(y.span)
	return newDelta(vm, s, err)
}

func deltaSub(vm *py.VM, a, b py.Value) (py.Value, error) {
	x, y := asDelta(a), asDelta(b)
	if x == nil || y == nil {
		return py.NotImplemented, nil
	}
	s, err := x.minus(y.span)
	return newDelta(vm, s, err)
}

// intOperand is the value of an int; nil for anything else.
func intOperand(vm *py.VM, v py.Value) *big.Int { return vm.AsBig(v) }

func isFloat(v py.Value) bool { return v.IsFloat() || v.FloatObject() != nil }

func deltaMul(vm *py.VM, a, b py.Value) (py.Value, error) {
	d, v := asDelta(a), b
	if d == nil {
		d, v = asDelta(b), a
	}
	if d == nil {
		return py.NotImplemented, nil
	}
	if us, ok := d.micros(); ok && (v.IsInt() || v.IsBool()) {
		n := v.AsInt()
		if p := us * n; us == 0 || n != 0 && p/n == us && !(n == -1 && p == us) || n == 0 {
			s, err := spanOfMicros(p)
			return newDelta(vm, s, err)
		}
	}
	if n := intOperand(vm, v); n != nil {
		s, err := spanOfBig(new(big.Int).Mul(d.big(), n))
		return newDelta(vm, s, err)
	}
	if isFloat(v) {
		n, den, err := ratio(vm, v)
		if err != nil {
			return py.Value{}, err
		}
		if den.Sign() == 0 {
			return py.Value{}, py.Raise(py.ZeroDivisionError, divisionByZero)
		}
		s, err := spanOfBig(nearest(n.Mul(n, d.big()), den))
		return newDelta(vm, s, err)
	}
	return py.NotImplemented, nil
}

var asIntegerRatio = py.Name("as_integer_ratio")

// ratio is a float as a fraction; the caller may change the numbers.
func ratio(vm *py.VM, v py.Value) (n, d *big.Int, err error) {
	r, err := vm.CallMethod(v, asIntegerRatio)
	if err != nil {
		return nil, nil, err
	}
	if r.Tuple() == nil {
		return nil, nil, py.TypeErrorf("unexpected return type from as_integer_ratio(): expected tuple, got '%s'", r.Type().ShortName())
	}
	items := r.Tuple().Items
	if len(items) != 2 {
		return nil, nil, py.ValueErrorf("as_integer_ratio() must return a 2-tuple")
	}
	n, d = vm.AsBig(items[0]), vm.AsBig(items[1])
	if n == nil || d == nil {
		return nil, nil, py.TypeErrorf("non-integer arguments in division")
	}
	return new(big.Int).Set(n), new(big.Int).Set(d), nil
}

const divisionByZero = "integer division or modulo by zero"

func deltaTrueDiv(vm *py.VM, a, b py.Value) (py.Value, error) {
	d := asDelta(a)
	if d == nil {
		return py.NotImplemented, nil
	}
	if o := asDelta(b); o != nil {
		return vm.Binary(py.OpTrueDiv, vm.NewInt(d.big()), vm.NewInt(o.big()))
	}
	if n := intOperand(vm, b); n != nil {
		if n.Sign() == 0 {
			return py.Value{}, py.Raise(py.ZeroDivisionError, divisionByZero)
		}
		s, err := spanOfBig(nearest(d.big(), n))
		return newDelta(vm, s, err)
	}
	if !isFloat(b) {
		return py.NotImplemented, nil
	}
	n, den, err := ratio(vm, b)
	if err != nil {
		return py.Value{}, err
	}
	if n.Sign() == 0 {
		return py.Value{}, py.Raise(py.ZeroDivisionError, divisionByZero)
	}
	s, err := spanOfBig(nearest(den.Mul(den, d.big()), n))
	return newDelta(vm, s, err)
}

// floorDivMod is divmod for a divisor other than 0.
func floorDivMod(a, b *big.Int) (q, r *big.Int) {
	q, r = new(big.Int).QuoRem(a, b, new(big.Int))
	if r.Sign() != 0 && r.Sign() != b.Sign() {
		q.Sub(q, big.NewInt(1))
		r.Add(r, b)
	}
	return q, r
}

func deltaFloorDiv(vm *py.VM, a, b py.Value) (py.Value, error) {
	d := asDelta(a)
	if d == nil {
		return py.NotImplemented, nil
	}
	if o := asDelta(b); o != nil {
		if o.zero() {
			return py.Value{}, py.Raise(py.ZeroDivisionError, divisionByZero)
		}
		q, _ := floorDivMod(d.big(), o.big())
		return vm.NewInt(q), nil
	}
	n := intOperand(vm, b)
	if n == nil {
		return py.NotImplemented, nil
	}
	if n.Sign() == 0 {
		return py.Value{}, py.Raise(py.ZeroDivisionError, divisionByZero)
	}
	q, _ := floorDivMod(d.big(), n)
	s, err := spanOfBig(q)
	return newDelta(vm, s, err)
}

func deltaMod(vm *py.VM, a, b py.Value) (py.Value, error) {
	d, o := asDelta(a), asDelta(b)
	if d == nil || o == nil {
		return py.NotImplemented, nil
	}
	if o.zero() {
		return py.Value{}, py.Raise(py.ZeroDivisionError, "integer modulo by zero")
	}
	_, r := floorDivMod(d.big(), o.big())
	s, err := spanOfBig(r)
	return newDelta(vm, s, err)
}

func deltaDivmod(vm *py.VM, a, b py.Value) (py.Value, error) {
	d, o := asDelta(a), asDelta(b)
	if d == nil || o == nil {
		return py.NotImplemented, nil
	}
	if o.zero() {
		return py.Value{}, py.Raise(py.ZeroDivisionError, divisionByZero)
	}
	q, r := floorDivMod(d.big(), o.big())
	s, err := spanOfBig(r)
	rest, err := newDelta(vm, s, err)
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewTupleOf(vm.NewInt(q), rest), nil
}

func deltaNeg(vm *py.VM, v py.Value) (py.Value, error) {
	s, err := span{}.minus(asDelta(v).span)
	return newDelta(vm, s, err)
}

func deltaCompare(vm *py.VM, a, b py.Value, op py.CompareOp) (py.Value, error) {
	x, y := asDelta(a), asDelta(b)
	if x == nil || y == nil {
		return py.NotImplemented, nil
	}
	return ordered(x.compare(y.span), op), nil
}

func deltaHash(vm *py.VM, v py.Value) (int64, error) { return asDelta(v).hash(vm) }

func (s span) hash(vm *py.VM) (int64, error) {
	return vm.Hash(vm.NewTupleOf(py.Int(int64(s.days)), py.Int(int64(s.sec)), py.Int(int64(s.us))))
}

func (d *delta) repr() string {
	var parts []string
	for _, p := range []struct {
		name string
		n    int32
	}{{"days", d.days}, {"seconds", d.sec}, {"microseconds", d.us}} {
		if p.n != 0 {
			parts = append(parts, p.name+"="+strconv.Itoa(int(p.n)))
		}
	}
	if len(parts) == 0 {
		parts = []string{"0"}
	}
	return d.typeName() + "(" + strings.Join(parts, ", ") + ")"
}

func (d *delta) typeName() string { return d.value().Type().Name }

func (s span) String() string {
	var b []byte
	if s.days != 0 {
		b = strconv.AppendInt(b, int64(s.days), 10)
		b = append(b, " day"...)
		if s.days != 1 && s.days != -1 {
			b = append(b, 's')
		}
		b = append(b, ", "...)
	}
	b = strconv.AppendInt(b, int64(s.sec/3600), 10)
	b = append(b, ':')
	b = digits(b, int(s.sec/60%60), 2)
	b = append(b, ':')
	b = digits(b, int(s.sec%60), 2)
	if s.us != 0 {
		b = append(b, '.')
		b = digits(b, int(s.us), 6)
	}
	return string(b)
}

// digits appends n with leading zeros.
func digits(b []byte, n, width int) []byte {
	for p := pow10(width - 1); p > 0; p /= 10 {
		b = append(b, byte('0'+n/p%10))
	}
	return b
}

func pow10(n int) int {
	p := 1
	for ; n > 0; n-- {
		p *= 10
	}
	return p
}

func newDeltaType() *py.Type {
	return py.NewNativeType[delta](py.TypeSpec{
		Name: "timedelta", Module: "datetime",
		Doc: "Difference between two datetime values.\n\ntimedelta(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0)\n\nAll arguments are optional and default to 0.\nArguments may be integers or floats, and may be positive or negative.",
		Slots: py.Slots{
			New: deltaNew, Compare: deltaCompare, Hash: deltaHash, Neg: deltaNeg,
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) { return vm.NewString(asDelta(v).repr()), nil },
			Str:  func(vm *py.VM, v py.Value) (py.Value, error) { return vm.NewString(asDelta(v).String()), nil },
			Bool: func(vm *py.VM, v py.Value) (bool, error) { return !asDelta(v).zero(), nil },
			Pos:  func(vm *py.VM, v py.Value) (py.Value, error) { return newDelta(vm, asDelta(v).span, nil) },
			Abs: func(vm *py.VM, v py.Value) (py.Value, error) {
				if asDelta(v).days < 0 {
					return deltaNeg(vm, v)
				}
				return newDelta(vm, asDelta(v).span, nil)
			},
			Binary: py.BinarySlots{
				py.OpAdd: deltaAdd, py.OpSub: deltaSub, py.OpMul: deltaMul, py.OpTrueDiv: deltaTrueDiv,
				py.OpFloorDiv: deltaFloorDiv, py.OpMod: deltaMod, py.OpDivmod: deltaDivmod,
			},
		},
		Methods: []*py.Builtin{
			py.Method("total_seconds", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				d := asDelta(a[0])
				return vm.Binary(py.OpTrueDiv, vm.NewInt(d.big()), py.Int(usPerSecond))
			}).WithDoc("Total seconds in the duration."),
			py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				d := asDelta(a[0])
				return vm.NewTupleOf(py.Of(&a[0].Type().Object), vm.NewTupleOf(py.Int(int64(d.days)), py.Int(int64(d.sec)), py.Int(int64(d.us)))), nil
			}),
		},
		Members: fields(asDelta,
			intField[delta]{"days", func(d *delta) int { return int(d.days) }},
			intField[delta]{"seconds", func(d *delta) int { return int(d.sec) }},
			intField[delta]{"microseconds", func(d *delta) int { return int(d.us) }},
		),
	})
}
