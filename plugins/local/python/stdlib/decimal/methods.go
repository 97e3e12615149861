package decimal

import (
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func itoa(i int64) string { return strconv.FormatInt(i, 10) }

// op is an operation that both Decimal (as a method of its first operand, with
// an optional context) and Context offer.
type op struct {
	name string
	n    int // operands
	f    func(w *work, a [3]number) number
}

func unary(name string, f func(w *work, n number) number) op {
	return op{name, 1, func(w *work, a [3]number) number { return f(w, a[0]) }}
}

func binary(name string, f func(w *work, a, b number) number) op {
	return op{name, 2, func(w *work, a [3]number) number { return f(w, a[0], a[1]) }}
}

// sharedOps have the same name in both classes.
var sharedOps = []op{
	unary("exp", (*work).exp), unary("ln", (*work).ln), unary("log10", (*work).log10), unary("logb", (*work).logB),
	unary("next_minus", (*work).nextMinus), unary("next_plus", (*work).nextPlus), unary("normalize", (*work).normalize),
	unary("sqrt", (*work).sqrt), unary("logical_invert", (*work).logicalInvert),
	binary("compare", func(w *work, a, b number) number { return w.compareResult(a, b, false) }),
	binary("compare_signal", func(w *work, a, b number) number { return w.compareResult(a, b, true) }),
	binary("max", func(w *work, a, b number) number { return w.extreme(a, b, true, false) }),
	binary("max_mag", func(w *work, a, b number) number { return w.extreme(a, b, true, true) }),
	binary("min", func(w *work, a, b number) number { return w.extreme(a, b, false, false) }),
	binary("min_mag", func(w *work, a, b number) number { return w.extreme(a, b, false, true) }),
	binary("next_toward", (*work).nextToward), binary("remainder_near", (*work).remainderNear),
	binary("logical_and", func(w *work, a, b number) number { return w.logical(a, b, func(x, y bool) bool { return x && y }) }),
	binary("logical_or", func(w *work, a, b number) number { return w.logical(a, b, func(x, y bool) bool { return x || y }) }),
	binary("logical_xor", func(w *work, a, b number) number { return w.logical(a, b, func(x, y bool) bool { return x != y }) }),
	binary("rotate", (*work).rotate), binary("shift", (*work).shiftDigits), binary("scaleb", (*work).scaleB),
	binary("compare_total", func(w *work, a, b number) number { return fromInt(int64(signum(w.compareTotal(a, b)))) }),
	binary("compare_total_mag", func(w *work, a, b number) number { return fromInt(int64(signum(w.totalMagnitude(a, b)))) }),
	binary("copy_sign", func(w *work, a, b number) number { return a.withSign(b.neg) }),
	{"fma", 3, func(w *work, a [3]number) number { return w.fma(a[0], a[1], a[2]) }},
}

// contextOps are those that Context alone offers by name; Decimal has them as
// operators or without context.
var contextOps = []op{
	binary("add", (*work).add), binary("subtract", (*work).subtract), binary("multiply", (*work).multiply),
	binary("divide", (*work).quotient), binary("divide_int", (*work).integerQuotient), binary("remainder", (*work).remainder),
	binary("quantize", (*work).quantize),
	unary("plus", (*work).plus), unary("minus", (*work).minus), unary("abs", (*work).abs),
	unary("copy_abs", func(w *work, n number) number { return n.withSign(false) }),
	unary("copy_negate", func(w *work, n number) number { return n.withSign(!n.neg) }),
	unary("copy_decimal", func(w *work, n number) number { return n }),
	unary("to_integral_exact", func(w *work, n number) number { return w.toIntegral(n, w.round, true) }),
	unary("to_integral_value", func(w *work, n number) number { return w.toIntegral(n, w.round, false) }),
	unary("to_integral", func(w *work, n number) number { return w.toIntegral(n, w.round, false) }),
}

func signum(c int) int {
	switch {
	case c < 0:
		return -1
	case c > 0:
		return 1
	}
	return 0
}

func (w *work) compareResult(a, b number, signal bool) number {
	if a.isNaN() || b.isNaN() {
		if signal {
			w.status |= invalidOperation
		}
		n, _ := w.nans(a, b)
		return n
	}
	return fromInt(int64(signum(w.compare(a, b))))
}

func (w *work) plus(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	if n.isZero() && w.round != roundFloor {
		n.neg = false
	}
	return w.finish(n)
}

func (w *work) minus(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	if n.isZero() && w.round != roundFloor {
		return w.finish(n.withSign(false))
	}
	return w.finish(n.withSign(!n.neg))
}

func (w *work) abs(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	return w.finish(n.withSign(false))
}

// test is a property of a number.
type test struct {
	name string
	f    func(w *work, n number) bool
}

var tests = []test{
	{"is_canonical", func(w *work, n number) bool { return true }},
	{"is_finite", func(w *work, n number) bool { return n.form == finite }},
	{"is_infinite", func(w *work, n number) bool { return n.form == infinite }},
	{"is_nan", func(w *work, n number) bool { return n.isNaN() }},
	{"is_qnan", func(w *work, n number) bool { return n.form == quietNaN }},
	{"is_snan", func(w *work, n number) bool { return n.form == signalNaN }},
	{"is_signed", func(w *work, n number) bool { return n.neg }},
	{"is_zero", func(w *work, n number) bool { return n.isZero() }},
	{"is_normal", func(w *work, n number) bool {
		return n.form == finite && !n.isZero() && n.adjusted() >= w.emin
	}},
	{"is_subnormal", func(w *work, n number) bool {
		return n.form == finite && !n.isZero() && n.adjusted() < w.emin
	}},
}

func (w *work) class(n number) string {
	switch n.form {
	case signalNaN:
		return "sNaN"
	case quietNaN:
		return "NaN"
	}
	kind := "Normal"
	switch {
	case n.form == infinite:
		kind = "Infinity"
	case n.isZero():
		kind = "Zero"
	case n.adjusted() < w.emin:
		kind = "Subnormal"
	}
	if n.neg {
		return "-" + kind
	}
	return "+" + kind
}

// optionalContext is the context argument of a method.
func optionalContext(vm *py.VM, v py.Value) (*context, error) {
	if !v.Bound() || v.IsNone() {
		return current(vm), nil
	}
	c := contextOf(v)
	if c == nil {
		return nil, py.TypeErrorf("optional argument must be a context")
	}
	return c, nil
}

// operandNames are the parameters of Decimal's methods, by their number.
var operandNames = [...]string{"", "other", "other, third"}

func decimalMethods() []*py.Builtin {
	var list []*py.Builtin
	for _, o := range sharedOps {
		sig := "context=None"
		if o.n > 1 {
			sig = operandNames[o.n-1] + ", context=None"
		}
		list = append(list, py.MethodSig(o.name, sig, func(vm *py.VM, a []py.Value) (py.Value, error) {
			c, err := optionalContext(vm, a[o.n])
			if err != nil {
				return py.Value{}, err
			}
			return applyOp(vm, c, o, a[:o.n])
		}))
	}
	for _, t := range tests {
		sig := ""
		if t.name == "is_normal" || t.name == "is_subnormal" {
			sig = "context=None"
		}
		list = append(list, py.MethodSig(t.name, sig, func(vm *py.VM, a []py.Value) (py.Value, error) {
			c := current(vm)
			if len(a) > 1 {
				var err error
				if c, err = optionalContext(vm, a[1]); err != nil {
					return py.Value{}, err
				}
			}
			return py.Bool(t.f(c.begin(vm), decimalOf(a[0]).number)), nil
		}))
	}
	return append(list, decimalOnlyMethods()...)
}

// applyOp converts the operands and carries an operation out.
func applyOp(vm *py.VM, c *context, o op, args []py.Value) (py.Value, error) {
	var in [3]number
	for i, v := range args {
		var err error
		if in[i], err = argument(vm, v); err != nil {
			return py.Value{}, err
		}
	}
	w := c.begin(vm)
	r := o.f(w, in)
	return c.result(w, r)
}

func contextMethods() []*py.Builtin {
	var list []*py.Builtin
	for _, o := range append(append([]op{}, sharedOps...), contextOps...) {
		least, most := o.n, o.n
		if o.n > 1 {
			least, most = 0, -1 // the message is another one
		}
		list = append(list, py.Method(o.name, least, most, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if len(a) != o.n+1 {
				return py.Value{}, py.TypeErrorf("function takes exactly %d arguments (%d given)", o.n, len(a)-1)
			}
			return applyOp(vm, contextOf(a[0]), o, a[1:])
		}))
	}
	for _, t := range tests {
		list = append(list, py.Method(t.name, 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if t.name == "is_canonical" && decimalOf(a[1]) == nil {
				return py.Value{}, py.TypeErrorf("argument must be a Decimal")
			}
			n, err := argument(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			return py.Bool(t.f(contextOf(a[0]).begin(vm), n)), nil
		}))
	}
	return append(list, contextOnlyMethods()...)
}

func contextOnlyMethods() []*py.Builtin {
	text := func(name string, eng bool) *py.Builtin {
		return py.Method(name, 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			n, err := argument(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			w := contextOf(a[0]).begin(vm)
			s := w.text(n, eng, w.capitals)
			return vm.NewString(s), w.err
		})
	}
	copyOf := func(vm *py.VM, a []py.Value) (py.Value, error) {
		c := contextOf(a[0])
		d := newContext(vm, c.settings, c.traps)
		d.status = c.status
		return py.Of(&d.Object), nil
	}
	create := func(vm *py.VM, a []py.Value) (py.Value, error) {
		v := py.Int(0)
		if len(a) > 1 {
			v = a[1]
		}
		return createDecimal(vm, contextOf(a[0]), v)
	}
	return []*py.Builtin{
		text("to_sci_string", false), text("to_eng_string", true),
		py.Method("copy", 0, 0, copyOf), py.Method("__copy__", 0, 0, copyOf),
		py.Method("create_decimal", 0, 1, create), py.Method("_apply", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			n, err := argument(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			c := contextOf(a[0])
			w := c.begin(vm)
			if n.isNaN() {
				return c.result(w, w.finishNaN(n))
			}
			return c.result(w, w.finish(n))
		}),
		py.Method("create_decimal_from_float", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if !py.IsInstance(a[1], py.FloatType) && !py.IsInstance(a[1], py.IntType) {
				return py.Value{}, py.TypeErrorf("argument must be int or float")
			}
			n, err := floatNumber(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			c := contextOf(a[0])
			w := c.begin(vm)
			return c.result(w, w.finish(n))
		}),
		py.Method("clear_flags", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			contextOf(a[0]).status = 0
			return py.None, nil
		}),
		py.Method("clear_traps", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			contextOf(a[0]).traps = 0
			return py.None, nil
		}),
		py.Method("Etiny", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(contextOf(a[0]).etiny()), nil }),
		py.Method("Etop", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(contextOf(a[0]).etop()), nil }),
		py.Method("radix", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return newDecimal(vm, fromInt(10)), nil }),
		py.Method("number_class", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			n, err := argument(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewString(contextOf(a[0]).begin(vm).class(n)), nil
		}),
		py.Method("canonical", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if decimalOf(a[1]) == nil {
				return py.Value{}, py.TypeErrorf("argument must be a Decimal")
			}
			return a[1], nil
		}),
		py.Method("same_quantum", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) { return sameQuantum(vm, a[1], a[2]) }),
		py.Method("divmod", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			x, err := argument(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			y, err := argument(vm, a[2])
			if err != nil {
				return py.Value{}, err
			}
			return divModResult(vm, contextOf(a[0]), x, y)
		}),
		py.MethodSig("power", "a, b, modulo=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
			if a[3].IsNone() {
				return applyOp(vm, contextOf(a[0]), binary("power", (*work).power), a[1:3])
			}
			return applyOp(vm, contextOf(a[0]), op{"power", 3, powerMod3}, a[1:4])
		}),
		py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			c := contextOf(a[0])
			fields := []py.Value{
				py.Int(c.prec), py.NewStr(roundingNames[c.round]), py.Int(c.emin), py.Int(c.emax),
				py.Int(oneIf(c.capitals)), py.Int(oneIf(c.clamp)), signalValues(vm, c.status), signalValues(vm, c.traps),
			}
			return vm.NewTuple([]py.Value{py.Of(&a[0].Type().Object), vm.NewTuple(fields)}), nil
		}),
	}
}

func powerMod3(w *work, a [3]number) number { return w.powerMod(a[0], a[1], a[2]) }

// signalValues is the list of signals in flags.
func signalValues(vm *py.VM, f flags) py.Value {
	var list []py.Value
	for i, c := range conditions[:numSignals] {
		if c.flag&f != 0 {
			list = append(list, stateOf(vm).exceptions[i])
		}
	}
	return vm.NewList(list)
}

// createDecimal is Context.create_decimal: a conversion rounded to the context.
func createDecimal(vm *py.VM, c *context, v py.Value) (py.Value, error) {
	w := c.begin(vm)
	if s := v.Str(); s != nil && strings.ContainsFunc(s.S, func(r rune) bool { return r == '_' || unicode.IsSpace(r) || r >= 0x1C && r <= 0x1F }) {
		return c.result(w, w.invalid(conversionSyntax)) // blanks and underscores are for Decimal() alone
	}
	n, err := w.from(c, v)
	if err != nil {
		return py.Value{}, err
	}
	if n.isNaN() {
		// A payload that is too long is no number.
		limit := w.prec
		if w.clamp {
			limit--
		}
		if n.coef.Sign() != 0 && digits(n.coef) > limit {
			return c.result(w, w.invalid(conversionSyntax))
		}
		return c.result(w, n)
	}
	return c.result(w, w.finish(n))
}

func floatNumber(vm *py.VM, v py.Value) (number, error) {
	if b := vm.AsBig(v); b != nil {
		return fromBig(b), nil
	}
	f, err := vm.ToFloat(v)
	return fromFloat(f), err
}

func sameQuantum(vm *py.VM, x, y py.Value) (py.Value, error) {
	a, err := argument(vm, x)
	if err != nil {
		return py.Value{}, err
	}
	b, err := argument(vm, y)
	if err != nil {
		return py.Value{}, err
	}
	if a.isSpecial() || b.isSpecial() {
		return py.Bool(a.isNaN() && b.isNaN() || a.form == infinite && b.form == infinite), nil
	}
	return py.Bool(a.exp == b.exp), nil
}

func divModResult(vm *py.VM, c *context, a, b number) (py.Value, error) {
	w := c.begin(vm)
	q, r := w.divMod(a, b)
	if err := c.raise(w); err != nil {
		return py.Value{}, err
	}
	return vm.NewTuple([]py.Value{newDecimal(vm, q), newDecimal(vm, r)}), nil
}

// ratio is a finite number as a fraction in lowest terms.
func (w *work) ratio(n number) (num, den *big.Int) {
	if n.exp >= 0 {
		return w.toBig(n), one
	}
	num, den = n.coef, w.power10(-n.exp)
	g, err := w.vm.BigGCD(num, den)
	if w.failed(err) {
		return zero, one
	}
	num, _ = w.divide(num, g)
	den, _ = w.divide(den, g)
	if n.neg {
		num = new(big.Int).Neg(num)
	}
	return num, den
}
