// Package decimal is Python's module decimal: the General Decimal Arithmetic
// standard over math/big, with the conditions and the texts of CPython's
// implementation in C.
package decimal

import (
	"math"
	"math/big"
	"strconv"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/contextvars"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// object is a Decimal.
type object struct {
	py.Object
	number
}

// module is what a machine keeps for the module.
type module struct {
	py.Object
	current    *context // of the running contextvars.Context
	exceptions [len(conditions)]py.Value
	signals    py.Value // the class of flags and traps
	tuple      py.Value // DecimalTuple
	rational   py.Value // numbers.Rational
	templates  [3]*context
	vars       vars
}

var (
	typesOnce                            sync.Once
	decimalType, contextType, moduleType *py.Type
	stateKey                             = new(py.StateKey)
)

func makeTypes() {
	moduleType = py.NewNativeType[module](py.TypeSpec{
		Name: "state", Module: "decimal", Flags: py.TypeNoInstance | py.TypeNoSubclass,
		Slots: py.Slots{Visit: visitModule},
	})
	contextType = py.NewNativeType[context](contextSpec())
	decimalType = py.NewNativeType[object](decimalSpec())
}

func visitModule(v py.Value, f func(py.Value)) {
	m := py.As[module](v, moduleType)
	f(py.Of(&m.current.Object))
	m.vars.visit(f)
	for _, e := range m.exceptions {
		f(e)
	}
}

// Load makes the module. The exceptions, the tuple and the dicts of signals are
// in Python.
func Load(vm *py.VM) (*py.Module, error) {
	typesOnce.Do(makeTypes)
	m := vm.NewModule("decimal", "Decimal fixed-point and floating-point arithmetic, by the General Decimal\nArithmetic specification.")
	m.Set("Decimal", py.Of(&decimalType.Object))
	m.Set("Context", py.Of(&contextType.Object))
	for _, name := range roundingNames {
		m.Set(name, py.Of(&py.Name(name).Object))
	}
	for name, n := range map[string]int64{"MAX_PREC": maxPrec, "MAX_EMAX": maxEmax, "MIN_EMIN": minEmin, "MIN_ETINY": minEtiny} {
		m.Set(name, py.Int(n))
	}
	m.Set("HAVE_THREADS", py.True)
	m.Set("HAVE_CONTEXTVAR", py.True)
	m.Set("__version__", py.NewStr("1.70"))
	m.Set("__libmpdec_version__", py.NewStr("2.5.1"))
	m.Add(moduleFunctions...)
	state := &module{}
	vm.NewObject(&state.Object, moduleType, 256)
	basic := settings{prec: 9, emax: 999999, emin: -999999, round: roundHalfUp, capitals: true}
	standard := basic
	standard.prec, standard.round = 28, roundHalfEven
	extended := basic
	extended.round = roundHalfEven
	const usual = anyInvalid | divisionByZero | overflow
	state.templates = [...]*context{
		newContext(vm, standard, usual), newContext(vm, basic, usual|clamped|underflow), newContext(vm, extended, 0),
	}
	for i, name := range [...]string{"DefaultContext", "BasicContext", "ExtendedContext"} {
		m.Set(name, py.Of(&state.templates[i].Object))
	}
	state.vars.key = contextvars.NewVar(vm, "decimal_context")
	if err := state.setCurrent(vm, newContext(vm, standard, usual)); err != nil {
		return nil, err
	}
	vm.SetState(stateKey, py.Of(&state.Object))
	if err := pymod.Exec(vm, m, "decimal"); err != nil {
		return nil, err
	}
	for i, c := range conditions {
		state.exceptions[i] = m.Dict.GetStr(py.Name(c.name))
	}
	state.signals = m.Dict.GetStr(py.Name("_SignalDict"))
	state.tuple = m.Dict.GetStr(py.Name("DecimalTuple"))
	state.rational = m.Dict.GetStr(py.Name("_Rational"))
	return m, nil
}

func stateOf(vm *py.VM) *module { return py.As[module](vm.State(stateKey), moduleType) }

func decimalOf(v py.Value) *object { return py.As[object](v, decimalType) }

// newDecimal makes a Decimal.
func newDecimal(vm *py.VM, n number) py.Value { return newOf(vm, decimalType, n) }

func newOf(vm *py.VM, cls *py.Type, n number) py.Value {
	o := &object{number: n}
	vm.NewObject(&o.Object, cls, 88+8*len(n.coef.Bits()))
	return py.Of(&o.Object)
}

// operand is the number that an operator takes v for: a Decimal or an int.
func operand(vm *py.VM, v py.Value) (number, bool) {
	if v.IsInt() {
		return fromInt(v.AsInt()), true
	}
	if d := decimalOf(v); d != nil {
		return d.number, true
	}
	if b := vm.AsBig(v); b != nil {
		return fromBig(b), true
	}
	return number{}, false
}

// argument is operand for methods, which insist.
func argument(vm *py.VM, v py.Value) (number, error) {
	n, ok := operand(vm, v)
	if !ok {
		return n, py.TypeErrorf("conversion from %s to Decimal is not supported", v.Type().Name)
	}
	return n, nil
}

// convert is Decimal(v): exact. The type decides.
func convert(vm *py.VM, c *context, v py.Value) (number, error) {
	w := &work{settings: maximal, vm: vm}
	n, err := w.from(c, v)
	if err != nil {
		return n, err
	}
	n = w.finish(n)
	if w.status&(inexact|rounded|clamped) != 0 {
		n, w.status = nan(), w.status|invalidOperation
	}
	w.status &= anyInvalid | divisionByZero | floatOperation
	return n, c.raise(w)
}

// from reads a value without bounds.
func (w *work) from(c *context, v py.Value) (number, error) {
	if n, ok := operand(w.vm, v); ok {
		return n, nil
	}
	switch {
	case v.Str() != nil:
		return w.fromText(c, v.Str())
	case py.IsInstance(v, py.FloatType):
		if err := c.raise(&work{vm: w.vm, status: floatOperation}); err != nil {
			return number{}, err
		}
		f, err := w.vm.ToFloat(v)
		return fromFloat(f), err
	case v.Tuple() != nil || v.List() != nil:
		return w.fromTuple(c, v)
	}
	return number{}, py.TypeErrorf("conversion from %s to Decimal is not supported", v.Type().Name)
}

func (w *work) fromText(c *context, s *py.Str) (number, error) {
	n, ok := w.parse(py.NumberText(s))
	if w.err != nil {
		return n, w.err
	}
	if !ok {
		return nan(), c.raise(&work{vm: w.vm, status: conversionSyntax})
	}
	return n, nil
}

// fromFloat is the exact value of a float.
func fromFloat(f float64) number {
	switch {
	case f != f:
		return nan().withSign(math.Signbit(f))
	case math.IsInf(f, 0):
		return infinity(f < 0)
	case f == 0:
		return number{coef: zero, neg: math.Signbit(f)}
	}
	m, e := math.Frexp(math.Abs(f))
	c := new(big.Int).SetUint64(uint64(m * (1 << 53)))
	e -= 53
	z := c.TrailingZeroBits()
	c.Rsh(c, z)
	n := number{neg: f < 0}
	if e += int(z); e >= 0 {
		n.coef = c.Lsh(c, uint(e))
		return n
	}
	n.coef = c.Mul(c, new(big.Int).Exp(five, big.NewInt(int64(-e)), nil))
	n.exp = int64(e)
	return n
}

// fromTuple reads (sign, digits, exponent).
func (w *work) fromTuple(c *context, v py.Value) (number, error) {
	items, err := w.vm.Collect(v)
	if err != nil {
		return number{}, err
	}
	if len(items) != 3 {
		return number{}, py.ValueErrorf("argument must be a sequence of length 3")
	}
	if !py.IsInstance(items[0], py.IntType) {
		return number{}, py.ValueErrorf("sign must be an integer with the value 0 or 1")
	}
	sign, err := w.vm.IndexInt(items[0], nil)
	if err != nil {
		return number{}, err
	}
	if sign != 0 && sign != 1 {
		return number{}, py.ValueErrorf("sign must be an integer with the value 0 or 1")
	}
	n := number{neg: sign == 1}
	if s := items[2].Str(); s != nil {
		switch s.S {
		case "F":
			return infinity(n.neg), nil
		case "n":
			n.form = quietNaN
		case "N":
			n.form = signalNaN
		default:
			return number{}, py.ValueErrorf("string argument in the third position must be 'F', 'n' or 'N'")
		}
	} else {
		if !py.IsInstance(items[2], py.IntType) {
			return number{}, py.ValueErrorf("exponent must be an integer")
		}
		e, err := w.vm.IndexInt(items[2], py.OverflowError)
		if err != nil {
			return number{}, err
		}
		n.exp = int64(min(max(e, -4*maxEmax), 4*maxEmax)) // beyond it's all the same
	}
	if items[1].Tuple() == nil && items[1].List() == nil {
		return number{}, py.ValueErrorf("coefficient must be a tuple of digits")
	}
	ds, err := w.vm.Collect(items[1])
	if err != nil {
		return number{}, err
	}
	text := make([]byte, 0, len(ds))
	for _, d := range ds {
		if !d.IsInt() || d.AsInt() < 0 || d.AsInt() > 9 {
			return number{}, py.ValueErrorf("coefficient must be a tuple of digits")
		}
		if d.AsInt() != 0 || len(text) > 0 {
			text = append(text, byte('0'+d.AsInt()))
		}
	}
	n.coef = w.fromDigits(string(text))
	return n, w.err
}

// nearestFloat is float(n).
func (w *work) nearestFloat(n number) (float64, error) {
	if n.form == signalNaN {
		return 0, py.ValueErrorf("cannot convert signaling NaN to float")
	}
	if n.form == quietNaN {
		return math.Copysign(math.NaN(), map[bool]float64{true: -1, false: 1}[n.neg]), nil
	}
	f, err := strconv.ParseFloat(w.text(n, false, true), 64)
	if err != nil && !math.IsInf(f, 0) {
		f = math.NaN()
	}
	return f, w.err
}
