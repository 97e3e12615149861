package decimal

import (
	"math/big"
	"math/bits"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func decimalSpec() py.TypeSpec {
	s := py.Slots{
		New: decimalNew, Compare: decimalCompare, Hash: decimalHash,
		Str: func(vm *py.VM, v py.Value) (py.Value, error) { return decimalText(vm, v, false) },
		Repr: func(vm *py.VM, v py.Value) (py.Value, error) {
			w := current(vm).begin(vm)
			s := w.text(decimalOf(v).number, false, w.capitals)
			return vm.NewString("Decimal('" + s + "')"), w.err
		},
		// CPython's words of 19 digits.
		Size: func(v py.Value) int { return 104 + 8*(decimalOf(v).coef.BitLen()*30103/100000/19+1) },
		Bool: func(vm *py.VM, v py.Value) (bool, error) { return !decimalOf(v).isZero(), nil },
		Neg:  unarySlot((*work).minus), Pos: unarySlot((*work).plus), Abs: unarySlot((*work).abs),
		ToInt: func(vm *py.VM, v py.Value) (py.Value, error) { return toInt(vm, decimalOf(v).number, roundDown) },
		ToFloat: func(vm *py.VM, v py.Value) (py.Value, error) {
			w := current(vm).begin(vm)
			f, err := w.nearestFloat(decimalOf(v).number)
			return py.Float(f), err
		},
		PowMod: func(vm *py.VM, a, b, m py.Value) (py.Value, error) {
			var in [3]number
			for i, v := range [...]py.Value{a, b, m} {
				n, ok := operand(vm, v)
				if !ok {
					return py.NotImplemented, nil
				}
				in[i] = n
			}
			c := current(vm)
			w := c.begin(vm)
			return c.result(w, powerMod3(w, in))
		},
	}
	s.Binary[py.OpAdd] = binarySlot((*work).add)
	s.Binary[py.OpSub] = binarySlot((*work).subtract)
	s.Binary[py.OpMul] = binarySlot((*work).multiply)
	s.Binary[py.OpTrueDiv] = binarySlot((*work).quotient)
	s.Binary[py.OpFloorDiv] = binarySlot((*work).integerQuotient)
	s.Binary[py.OpMod] = binarySlot((*work).remainder)
	s.Binary[py.OpPow] = binarySlot((*work).power)
	s.Binary[py.OpDivmod] = func(vm *py.VM, a, b py.Value) (py.Value, error) {
		x, okx := operand(vm, a)
		y, oky := operand(vm, b)
		if !okx || !oky {
			return py.NotImplemented, nil
		}
		return divModResult(vm, current(vm), x, y)
	}
	return py.TypeSpec{
		Name: "Decimal", Module: "decimal",
		Doc:   "Construct a new Decimal object. 'value' can be an integer, string, tuple,\nor another Decimal object. If no value is given, return Decimal('0').\nThe context does not affect the conversion and is only passed to determine\nif the InvalidOperation trap is active.",
		Slots: s, Methods: decimalMethods(),
		Members: []py.Member{
			{Name: "real", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return v, nil }},
			{Name: "imag", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return newDecimal(vm, fromInt(0)), nil }},
		},
	}
}

func unarySlot(f func(w *work, n number) number) py.UnaryFunc {
	return func(vm *py.VM, v py.Value) (py.Value, error) {
		c := current(vm)
		w := c.begin(vm)
		return c.result(w, f(w, decimalOf(v).number))
	}
}

func binarySlot(f func(w *work, a, b number) number) py.BinaryFunc {
	return func(vm *py.VM, a, b py.Value) (py.Value, error) {
		x, okx := operand(vm, a)
		y, oky := operand(vm, b)
		if !okx || !oky {
			return py.NotImplemented, nil
		}
		c := current(vm)
		w := c.begin(vm)
		return c.result(w, f(w, x, y))
	}
}

func decimalNew(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var in [2]py.Value
	if n := len(args) + kw.Len(); n > 2 {
		return py.Value{}, py.TypeErrorf("function takes at most 2 arguments (%d given)", n)
	}
	copy(in[:], args)
	for i, name := range kw.Names {
		switch name.Str().S {
		case "value":
			in[0] = kw.Vals[i]
		case "context":
			in[1] = kw.Vals[i]
		default:
			return py.Value{}, py.TypeErrorf("'%s' is an invalid keyword argument for this function", name.Str().S)
		}
	}
	c, err := optionalContext(vm, in[1])
	if err != nil {
		return py.Value{}, err
	}
	if !in[0].Bound() {
		return newOf(vm, cls, fromInt(0)), nil
	}
	if cls == decimalType && in[0].Type() == decimalType {
		return in[0], nil
	}
	n, err := convert(vm, c, in[0])
	if err != nil {
		return py.Value{}, err
	}
	return newOf(vm, cls, n), nil
}

func decimalText(vm *py.VM, v py.Value, eng bool) (py.Value, error) {
	w := current(vm).begin(vm)
	s := w.text(decimalOf(v).number, eng, w.capitals)
	return vm.NewString(s), w.err
}

// toInt rounds to an int.
func toInt(vm *py.VM, n number, mode rounding) (py.Value, error) {
	switch n.form {
	case infinite:
		return py.Value{}, py.Raise(py.OverflowError, "cannot convert Infinity to integer")
	case quietNaN, signalNaN:
		return py.Value{}, py.ValueErrorf("cannot convert NaN to integer")
	}
	w := &work{settings: maximal, vm: vm}
	r, _ := w.rescale(n, max(n.exp, 0), mode)
	b := w.toBig(r)
	if w.err != nil {
		return py.Value{}, w.err
	}
	return vm.NewInt(b), nil
}

// The hash of numbers is the value modulo this prime.
const (
	hashPrime = 1<<61 - 1
	hashInf   = 314159
)

func mulMod(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	r := lo&hashPrime + (lo>>61 | hi<<3)
	r = r&hashPrime + r>>61
	if r >= hashPrime {
		r -= hashPrime
	}
	return r
}

func powMod(a, e uint64) uint64 {
	r := uint64(1)
	for ; e > 0; e >>= 1 {
		if e&1 != 0 {
			r = mulMod(r, a)
		}
		a = mulMod(a, a)
	}
	return r
}

func decimalHash(vm *py.VM, v py.Value) (int64, error) {
	n := decimalOf(v).number
	switch n.form {
	case signalNaN:
		return 0, py.TypeErrorf("Cannot hash a signaling NaN value")
	case quietNaN:
		return int64(vm.ID(v) >> 4), nil
	case infinite:
		if n.neg {
			return -hashInf, nil
		}
		return hashInf, nil
	}
	h := new(big.Int).Rem(n.coef, big.NewInt(hashPrime)).Uint64()
	if n.exp >= 0 {
		h = mulMod(h, powMod(10, uint64(n.exp)))
	} else {
		h = mulMod(h, powMod(powMod(10, hashPrime-2), uint64(-n.exp)))
	}
	r := int64(h)
	if n.neg {
		r = -r
	}
	if r == -1 {
		r = -2
	}
	return r, nil
}

var nameNumerator, nameDenominator = py.Name("numerator"), py.Name("denominator")

// comparable gives b as a number to be compared with a, which may have to be
// scaled for it.
func comparable(vm *py.VM, w *work, a number, v py.Value, equality bool) (x, y number, ok bool, err error) {
	if n, ok := operand(vm, v); ok {
		return a, n, true, nil
	}
	if c, isComplex := v.AsComplex(); isComplex && equality && imag(c) == 0 {
		w.status |= floatOperation
		return a, fromFloat(real(c)), true, nil
	}
	if py.IsInstance(v, py.FloatType) {
		f, err := vm.ToFloat(v)
		w.status |= floatOperation
		return a, fromFloat(f), true, err
	}
	rational := stateOf(vm).rational
	if !rational.Bound() {
		return a, a, false, nil
	}
	is, err := vm.IsInstanceOf(v, rational)
	if !is || err != nil {
		return a, a, false, err
	}
	num, err := vm.GetAttr(v, nameNumerator)
	if err != nil {
		return a, a, false, err
	}
	den, err := vm.GetAttr(v, nameDenominator)
	if err != nil {
		return a, a, false, err
	}
	n, d := vm.AsBig(num), vm.AsBig(den)
	if n == nil || d == nil {
		return a, a, false, nil
	}
	if a.form == finite {
		a.coef = w.times(a.coef, d)
	}
	return a, fromBig(n), true, nil
}

func decimalCompare(vm *py.VM, self, other py.Value, op py.CompareOp) (py.Value, error) {
	c := current(vm)
	w := c.begin(vm)
	equality := op == py.Eq || op == py.Ne
	a, b, ok, err := comparable(vm, w, decimalOf(self).number, other, equality)
	if err != nil {
		return py.Value{}, err
	}
	if !ok {
		return py.NotImplemented, nil
	}
	if equality && w.status&floatOperation != 0 {
		// Comparing for equality sets the flag and never traps.
		c.status |= floatOperation
		w.status = 0
	} else if err := c.raise(w); err != nil {
		return py.Value{}, err
	}
	w.status = 0
	if a.isNaN() || b.isNaN() {
		if a.form == signalNaN || b.form == signalNaN || !equality {
			w.status |= invalidOperation
		}
		if err := c.raise(w); err != nil {
			return py.Value{}, err
		}
		return py.Bool(op == py.Ne), nil
	}
	r := w.compare(a, b)
	if w.err != nil {
		return py.Value{}, w.err
	}
	switch op {
	case py.Lt:
		return py.Bool(r < 0), nil
	case py.Le:
		return py.Bool(r <= 0), nil
	case py.Eq:
		return py.Bool(r == 0), nil
	case py.Ne:
		return py.Bool(r != 0), nil
	case py.Gt:
		return py.Bool(r > 0), nil
	}
	return py.Bool(r >= 0), nil
}

func decimalOnlyMethods() []*py.Builtin {
	self := func(vm *py.VM, a []py.Value) (py.Value, error) { return a[0], nil }
	integral := func(name string, report bool) *py.Builtin {
		return py.MethodSig(name, "rounding=None, context=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
			c, err := optionalContext(vm, a[2])
			if err != nil {
				return py.Value{}, err
			}
			w := c.begin(vm)
			if !a[1].IsNone() {
				if w.round, err = roundingOf(a[1]); err != nil {
					return py.Value{}, err
				}
			}
			return c.result(w, w.toIntegral(decimalOf(a[0]).number, w.round, report))
		})
	}
	whole := func(name string, mode rounding) *py.Builtin {
		return py.Method(name, 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return toInt(vm, decimalOf(a[0]).number, mode)
		})
	}
	return []*py.Builtin{
		integral("to_integral", false), integral("to_integral_value", false), integral("to_integral_exact", true),
		whole("__trunc__", roundDown), whole("__floor__", roundFloor), whole("__ceil__", roundCeiling),
		py.Method("__round__", 0, 1, decimalRound),
		py.Method("__format__", 1, 2, formatDecimal),
		py.Method("__complex__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			f, err := current(vm).begin(vm).nearestFloat(decimalOf(a[0]).number)
			return vm.NewComplex(complex(f, 0)), err
		}),
		py.Method("__copy__", 0, 0, self), py.Method("__deepcopy__", 1, 1, self),
		py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			s, err := decimalText(vm, a[0], false)
			return vm.NewTuple([]py.Value{py.Of(&a[0].Type().Object), vm.NewTuple([]py.Value{s})}), err
		}),
		py.Method("adjusted", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			n := decimalOf(a[0]).number
			if n.isSpecial() {
				return py.Int(0), nil
			}
			return py.Int(n.adjusted()), nil
		}),
		py.Method("as_integer_ratio", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			n := decimalOf(a[0]).number
			if n.isNaN() {
				return py.Value{}, py.ValueErrorf("cannot convert NaN to integer ratio")
			}
			if n.form == infinite {
				return py.Value{}, py.Raise(py.OverflowError, "cannot convert Infinity to integer ratio")
			}
			w := current(vm).begin(vm)
			num, den := w.ratio(n)
			if w.err != nil {
				return py.Value{}, w.err
			}
			return vm.NewTuple([]py.Value{vm.NewInt(num), vm.NewInt(den)}), nil
		}),
		py.Method("as_tuple", 0, 0, asTuple),
		py.Method("canonical", 0, 0, self), py.Method("conjugate", 0, 0, self),
		py.Method("copy_abs", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return newDecimal(vm, decimalOf(a[0]).withSign(false)), nil
		}),
		py.Method("copy_negate", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			n := decimalOf(a[0]).number
			return newDecimal(vm, n.withSign(!n.neg)), nil
		}),
		py.ClassMethod("from_float", "f, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
			if !py.IsInstance(a[1], py.FloatType) && !py.IsInstance(a[1], py.IntType) {
				return py.Value{}, py.TypeErrorf("argument must be int or float")
			}
			n, err := floatNumber(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			d := newDecimal(vm, n)
			if cls := a[0].AsType(); cls != decimalType {
				return vm.Call(a[0], d)
			}
			return d, nil
		}),
		py.MethodSig("number_class", "context=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
			c, err := optionalContext(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewString(c.begin(vm).class(decimalOf(a[0]).number)), nil
		}),
		py.MethodSig("quantize", "exp, rounding=None, context=None", quantizeMethod),
		py.Method("radix", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return newDecimal(vm, fromInt(10)), nil }),
		py.MethodSig("same_quantum", "other, context=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
			if _, err := optionalContext(vm, a[2]); err != nil {
				return py.Value{}, err
			}
			return sameQuantum(vm, a[0], a[1])
		}),
		py.MethodSig("to_eng_string", "context=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
			c, err := optionalContext(vm, a[1])
			if err != nil {
				return py.Value{}, err
			}
			w := c.begin(vm)
			s := w.text(decimalOf(a[0]).number, true, w.capitals)
			return vm.NewString(s), w.err
		}),
	}
}

func quantizeMethod(vm *py.VM, a []py.Value) (py.Value, error) {
	c, err := optionalContext(vm, a[3])
	if err != nil {
		return py.Value{}, err
	}
	w := c.begin(vm)
	if !a[2].IsNone() {
		if w.round, err = roundingOf(a[2]); err != nil {
			return py.Value{}, err
		}
	}
	b, err := argument(vm, a[1])
	if err != nil {
		return py.Value{}, err
	}
	return c.result(w, w.quantize(decimalOf(a[0]).number, b))
}

// decimalRound is __round__: to an int, or to a number of places.
func decimalRound(vm *py.VM, a []py.Value) (py.Value, error) {
	n := decimalOf(a[0]).number
	if len(a) < 2 {
		return toInt(vm, n, roundHalfEven)
	}
	if !py.IsInstance(a[1], py.IntType) {
		return py.Value{}, py.TypeErrorf("optional arg must be an integer")
	}
	places, err := vm.IndexInt(a[1], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	c := current(vm)
	w := c.begin(vm)
	w.round = roundHalfEven
	exp := int64(-min(max(places, -maxEmax*2), maxEmax*2))
	return c.result(w, w.quantize(n, number{coef: one, exp: exp}))
}

func asTuple(vm *py.VM, a []py.Value) (py.Value, error) {
	n := decimalOf(a[0]).number
	w := current(vm).begin(vm)
	exp := py.Int(n.exp)
	var ds []py.Value
	switch n.form {
	case infinite:
		ds, exp = []py.Value{py.Int(0)}, py.NewStr("F")
	case quietNaN:
		exp = py.NewStr("n")
	case signalNaN:
		exp = py.NewStr("N")
	}
	if n.form == finite || n.isNaN() && n.coef.Sign() != 0 {
		for _, d := range w.digitText(n.coef) {
			ds = append(ds, py.Int(int64(d-'0')))
		}
	}
	if w.err != nil {
		return py.Value{}, w.err
	}
	return vm.Call(stateOf(vm).tuple, py.Int(oneIf(n.neg)), vm.NewTuple(ds), exp)
}
