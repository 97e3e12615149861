package py

import (
	"math"
	"math/big"
	"strconv"
)

func floatMethods() []*Builtin {
	return []*Builtin{
		Method("conjugate", 0, 0, func(vm *VM, a []Value) (Value, error) { return Float(floatOf(a[0])), nil }),
		Method("__trunc__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.floatToInt(floatOf(a[0])) }),
		Method("__floor__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.floatToInt(math.Floor(floatOf(a[0]))) }),
		Method("__ceil__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.floatToInt(math.Ceil(floatOf(a[0]))) }),
		Method("__round__", 0, 1, floatRound),
		Method("__format__", 1, 1, formatMethod),
		Method("__getnewargs__", 0, 0, func(vm *VM, a []Value) (Value, error) {
			return vm.NewTuple([]Value{Float(floatOf(a[0]))}), nil
		}),
		Method("is_integer", 0, 0, func(vm *VM, a []Value) (Value, error) {
			f := floatOf(a[0])
			return Bool(f == math.Trunc(f) && !math.IsInf(f, 0)), nil
		}),
		Method("as_integer_ratio", 0, 0, func(vm *VM, a []Value) (Value, error) {
			n, d, err := floatRatio(floatOf(a[0]))
			if err != nil {
				return Value{}, err
			}
			return vm.NewTuple([]Value{vm.NewInt(n), vm.NewInt(d)}), nil
		}),
		Method("hex", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.asciiStr(hexFloat(floatOf(a[0]))), nil }),
		ClassMethod("fromhex", "string, /", func(vm *VM, a []Value) (Value, error) {
			s := a[1].Str()
			if s == nil {
				return Value{}, TypeErrorf("fromhex() argument must be str, not %s", argKind(a[1]))
			}
			f, err := parseHexFloat(s.S)
			if err != nil || a[0].AsType() == FloatType {
				return Float(f), err
			}
			return vm.Call(a[0], Float(f))
		}),
		ClassMethod("__getformat__", "typestr, /", func(vm *VM, a []Value) (Value, error) {
			s := a[1].Str()
			if s == nil {
				return Value{}, TypeErrorf("__getformat__() argument must be str, not %s", argKind(a[1]))
			}
			if s.S != "double" && s.S != "float" {
				return Value{}, ValueErrorf("__getformat__() argument 1 must be 'double' or 'float'")
			}
			return NewStr("IEEE, little-endian"), nil
		}),
	}
}

// floatRatio is the float as a fraction in lowest terms.
func floatRatio(f float64) (n, d *big.Int, err error) {
	switch {
	case f != f:
		return nil, nil, ValueErrorf("cannot convert NaN to integer ratio")
	case math.IsInf(f, 0):
		return nil, nil, Raise(OverflowError, "cannot convert Infinity to integer ratio")
	case f == 0:
		return new(big.Int), big.NewInt(1), nil
	}
	m, e := math.Frexp(f)
	n = big.NewInt(int64(m * (1 << 53)))
	zeros := n.TrailingZeroBits()
	n.Rsh(n, zeros)
	if e += int(zeros) - 53; e >= 0 {
		return n.Lsh(n, uint(e)), big.NewInt(1), nil
	}
	return n, new(big.Int).Lsh(one, uint(-e)), nil
}

// floatRound is float.__round__: without digits to an int, else to a float
// that is the nearest to the decimal rounding, ties to even.
func floatRound(vm *VM, a []Value) (Value, error) {
	f := floatOf(a[0])
	if len(a) < 2 || a[1].IsNone() {
		return vm.floatToInt(math.RoundToEven(f))
	}
	n, err := vm.IndexInt(a[1], nil)
	if err != nil {
		return Value{}, err
	}
	r, err := roundFloat(f, n)
	return Float(r), err
}

func roundFloat(f float64, n int) (float64, error) {
	if f != f || math.IsInf(f, 0) || f == 0 || n > 323 {
		return f, nil
	}
	if n < -308 {
		return math.Copysign(0, f), nil
	}
	if n < 0 {
		return roundTens(f, -n)
	}
	var buf [400]byte
	r, _ := strconv.ParseFloat(string(strconv.AppendFloat(buf[:0], f, 'f', n, 64)), 64)
	return r, nil
}

// roundTens rounds to a multiple of 10**n.
func roundTens(f float64, n int) (float64, error) {
	// The decimal digits before the point, rounded by decimal arithmetic on the exact value.
	digits := int(math.Floor(math.Log10(math.Abs(f)))) + 1
	prec := digits - n
	if prec < -1 {
		return math.Copysign(0, f), nil
	}
	num, den, err := floatRatio(math.Abs(f))
	if err != nil {
		return 0, err
	}
	unit := new(big.Int).Exp(big.NewInt(10), big.NewInt(int64(n)), nil)
	den.Mul(den, unit)
	q, r := new(big.Int).QuoRem(num, den, new(big.Int))
	if c := r.Lsh(r, 1).Cmp(den); c > 0 || c == 0 && q.Bit(0) != 0 {
		q.Add(q, one)
	}
	out, _ := q.Mul(q, unit).Float64()
	if math.IsInf(out, 0) {
		return 0, Raise(OverflowError, "rounded value too large to represent")
	}
	return math.Copysign(out, f), nil
}
