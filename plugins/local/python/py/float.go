package py

import (
	"math"
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/internal/fmath"
)

func defineFloat() {
	FloatType.define(TypeSpec{
		Flags: TypeMatchSelf,
		Doc:   "Convert a string or number to a floating point number, if possible.",
		Slots: Slots{
			New: floatNew, Repr: floatRepr, Compare: floatCompare,
			Hash: func(vm *VM, v Value) (int64, error) {
				if f := floatOf(v); f == f {
					return hashFloat(f), nil
				}
				return objectHash(vm, v) // NaNs differ
			},
			Bool: func(vm *VM, v Value) (bool, error) { return floatOf(v) != 0, nil },
			Neg:  func(vm *VM, v Value) (Value, error) { return Float(-floatOf(v)), nil },
			Pos:  floatSelf, ToFloat: floatSelf,
			Abs:   func(vm *VM, v Value) (Value, error) { return Float(math.Abs(floatOf(v))), nil },
			ToInt: func(vm *VM, v Value) (Value, error) { return vm.floatToInt(floatOf(v)) },
			PowMod: func(vm *VM, a, b, c Value) (Value, error) {
				return Value{}, TypeErrorf("pow() 3rd argument not allowed unless all arguments are integers")
			},
			Binary: [numBinaryOps]BinaryFunc{
				OpAdd: floatAdd, OpSub: floatSub, OpMul: floatMul, OpTrueDiv: floatTrueDiv,
				OpFloorDiv: floatFloorDiv, OpMod: floatMod, OpDivmod: floatDivmod, OpPow: floatPow,
			},
		},
		Methods: floatMethods(),
		Members: []Member{
			{Name: "real", Get: floatSelf},
			{Name: "imag", Get: func(vm *VM, v Value) (Value, error) { return Float(0), nil }},
		},
	})
}

// floatOf is the value of a float or of an instance of a subclass.
func floatOf(v Value) float64 {
	if v.p == floatP {
		return math.Float64frombits(v.n)
	}
	return v.FloatObject().V
}

func floatSelf(vm *VM, v Value) (Value, error) { return Float(floatOf(v)), nil }

// floatPair gives the operands of a binary operation with a float; ok is false
// if one is no number that floats take.
func floatPair(a, b Value) (x, y float64, ok bool, err error) {
	x, ok, err = floatOperand(a)
	if !ok {
		return 0, 0, false, err
	}
	y, ok, err = floatOperand(b)
	return x, y, ok, err
}

// floatResult is what a binary slot gives where floatPair found no pair.
func floatResult(err error) (Value, error) {
	if err != nil {
		return Value{}, err
	}
	return NotImplemented, nil
}

func floatAdd(vm *VM, a, b Value) (Value, error) {
	x, y, ok, err := floatPair(a, b)
	if !ok {
		return floatResult(err)
	}
	return Float(x + y), nil
}

func floatSub(vm *VM, a, b Value) (Value, error) {
	x, y, ok, err := floatPair(a, b)
	if !ok {
		return floatResult(err)
	}
	return Float(x - y), nil
}

func floatMul(vm *VM, a, b Value) (Value, error) {
	x, y, ok, err := floatPair(a, b)
	if !ok {
		return floatResult(err)
	}
	return Float(x * y), nil
}

func floatTrueDiv(vm *VM, a, b Value) (Value, error) {
	x, y, ok, err := floatPair(a, b)
	if !ok {
		return floatResult(err)
	}
	if y == 0 {
		return Value{}, Raise(ZeroDivisionError, "float division by zero")
	}
	return Float(x / y), nil
}

// fmod is C's fmod: the rest of a truncated division, exact.
func fmod(x, y float64) float64 {
	ax, ay := math.Abs(x), math.Abs(y)
	if ax < ay {
		return x
	}
	q := ax / ay
	if !(q < 1<<52) || ay < 1e-290 {
		return math.Mod(x, y)
	}
	// The quotient may have been rounded up to the next integer; the rest is
	// exact in any case, as a multiple of y's last bit that is not above y.
	r := math.FMA(-math.Trunc(q), ay, ax)
	if r < 0 {
		r += ay
	}
	return math.Copysign(r, x)
}

// floorDivMod is divmod for floats; y is not 0.
func floorDivMod(x, y float64) (div, mod float64) {
	mod = fmod(x, y)
	div = (x - mod) / y
	if mod != 0 {
		if (y < 0) != (mod < 0) {
			mod += y
			div--
		}
	} else {
		mod = math.Copysign(0, y)
	}
	if div == 0 {
		return math.Copysign(0, x/y), mod
	}
	floor := math.Floor(div)
	if div-floor > 0.5 {
		floor++
	}
	return floor, mod
}

func floatFloorDiv(vm *VM, a, b Value) (Value, error) {
	x, y, ok, err := floatPair(a, b)
	if !ok {
		return floatResult(err)
	}
	if y == 0 {
		return Value{}, Raise(ZeroDivisionError, "float floor division by zero")
	}
	div, _ := floorDivMod(x, y)
	return Float(div), nil
}

func floatMod(vm *VM, a, b Value) (Value, error) {
	x, y, ok, err := floatPair(a, b)
	if !ok {
		return floatResult(err)
	}
	if y == 0 {
		return Value{}, Raise(ZeroDivisionError, "float modulo")
	}
	_, mod := floorDivMod(x, y)
	return Float(mod), nil
}

func floatDivmod(vm *VM, a, b Value) (Value, error) {
	x, y, ok, err := floatPair(a, b)
	if !ok {
		return floatResult(err)
	}
	if y == 0 {
		return Value{}, Raise(ZeroDivisionError, "float divmod()")
	}
	div, mod := floorDivMod(x, y)
	return vm.NewTuple([]Value{Float(div), Float(mod)}), nil
}

func floatPow(vm *VM, a, b Value) (Value, error) {
	x, y, ok, err := floatPair(a, b)
	if !ok {
		return floatResult(err)
	}
	return vm.floatPower(x, y)
}

// floatPower is x ** y for floats; a negative x with a fractional y gives a
// complex.
func (vm *VM) floatPower(x, y float64) (Value, error) {
	switch {
	case y == 0:
		return Float(1), nil
	case x == 0 && y < 0 && !math.IsInf(y, 0):
		return Value{}, Raise(ZeroDivisionError, "0.0 cannot be raised to a negative power")
	case x < 0 && y != math.Trunc(y) && y == y && !math.IsInf(x, 0) && !math.IsInf(y, 0):
		return vm.complexPower(complex(x, 0), complex(y, 0))
	}
	r := fmath.Pow(x, y)
	if math.IsInf(r, 0) && !math.IsInf(x, 0) && !math.IsInf(y, 0) {
		return Value{}, errRange()
	}
	return Float(r), nil
}

// errRange is what C's ERANGE becomes.
func errRange() error {
	e := NewException(OverflowError, "")
	e.Args = &Tuple{Object: Object{typ: TupleType, kind: KindTuple}, Items: []Value{Int(34), NewStr("Numerical result out of range")}}
	return e
}

// floatToInt truncates.
func (vm *VM) floatToInt(f float64) (Value, error) {
	if f > -(1<<63) && f < 1<<63 {
		return Int(int64(f)), nil
	}
	switch {
	case f != f:
		return Value{}, ValueErrorf("cannot convert float NaN to integer")
	case math.IsInf(f, 0):
		return Value{}, Raise(OverflowError, "cannot convert float infinity to integer")
	}
	return vm.NewInt(floatToBig(f)), nil
}

// floatToBig truncates a finite float.
func floatToBig(f float64) *big.Int {
	m, e := math.Frexp(f)
	z := big.NewInt(int64(m * (1 << 53)))
	if e -= 53; e >= 0 {
		return z.Lsh(z, uint(e))
	}
	return z.Quo(z, new(big.Int).Lsh(one, uint(-e)))
}

// cmpIntFloat compares an int with a float that is not a NaN, exactly.
func cmpIntFloat(v Value, f float64) int {
	n, wide, _ := intOf(v)
	if wide != nil {
		if math.IsInf(f, 0) || math.Abs(f) < 1<<62 {
			if math.IsInf(f, 0) {
				return cmpFloat(0, f)
			}
			return wide.Sign()
		}
		return wide.Cmp(floatToBig(f)) // of this size floats are integers
	}
	switch {
	case f >= 1<<63:
		return -1
	case f < -(1 << 63):
		return 1
	}
	whole := int64(f)
	switch {
	case n < whole:
		return -1
	case n > whole:
		return 1
	}
	return cmpFloat(0, f-float64(whole))
}

func cmpFloat(a, b float64) int {
	switch {
	case a < b:
		return -1
	case a > b:
		return 1
	}
	return 0
}

func floatCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	x := floatOf(a)
	var c int
	switch b.Kind() {
	case KindFloat, KindFloatObject:
		y := floatOf(b)
		if x != x || y != y {
			return Bool(op == Ne), nil
		}
		c = cmpFloat(x, y)
	case KindInt, KindBool, KindBigInt:
		if x != x {
			return Bool(op == Ne), nil
		}
		c = -cmpIntFloat(b, x)
	default:
		return NotImplemented, nil
	}
	return ordered(c, op), nil
}

func floatNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if err := keywordsToNew(cls, FloatType, kw); err != nil {
		return Value{}, err
	}
	if len(args) > 1 {
		return Value{}, TypeErrorf("float expected at most 1 argument, got %d", len(args))
	}
	f := 0.0
	if len(args) == 1 {
		var err error
		if f, err = vm.floatFrom(args[0]); err != nil {
			return Value{}, err
		}
	}
	if cls == FloatType {
		return Float(f), nil
	}
	o := &FloatObject{V: f}
	vm.NewObject(&o.Object, cls, 40)
	return Of(&o.Object), nil
}

// floatFrom is float(v).
func (vm *VM) floatFrom(v Value) (float64, error) {
	var text string
	if s := v.Str(); s != nil && v.Type().slots.ToFloat == nil {
		if text = s.S; !s.ASCII() {
			text = asciiDigits(text)
		}
	} else if b, ok := bytesLike(v); ok && v.Type().slots.ToFloat == nil {
		text = b
	} else {
		if s := &v.Type().slots; s.ToFloat != nil || s.Index != nil {
			return vm.ToFloat(v)
		}
		if text, ok = dataOf(v); !ok {
			return 0, TypeErrorf("float() argument must be a string or a real number, not '%s'", v.Type().Name)
		}
	}
	f, ok := parseFloat(trimSpace(text))
	if !ok {
		return 0, vm.literalError(v, math.MaxInt, "could not convert string to float: %s")
	}
	return f, nil
}
