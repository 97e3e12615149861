package py

import (
	"math"
	"math/big"
	"strconv"
)

// intOf splits an int (or bool, or instance of a subclass) into its value: n
// if it fits in 64 bits (then wide is nil), else wide.
func intOf(v Value) (n int64, wide *big.Int, ok bool) {
	if v.p == intP || v.p == boolP {
		return int64(v.n), nil, true
	}
	b := v.BigInt()
	if b == nil {
		return 0, nil, false
	}
	if b.V.IsInt64() {
		return b.V.Int64(), nil, true
	}
	return 0, b.V, true
}

// isInt reports whether v is an int of any kind.
func isInt(v Value) bool {
	return v.p == intP || v.p == boolP || v.Kind() == KindBigInt
}

// AsBig is the value of an int; it must not be changed. nil if v is no int.
func (vm *VM) AsBig(v Value) *big.Int {
	if b := v.BigInt(); b != nil {
		return b.V
	}
	if v.p == intP || v.p == boolP {
		return big.NewInt(int64(v.n))
	}
	return nil
}

// NewInt is the int of i, which must not be changed afterwards.
func (vm *VM) NewInt(i *big.Int) Value {
	if i.IsInt64() {
		return Int(i.Int64())
	}
	vm.charge(int64(48 + 8*len(i.Bits())))
	return Of(&(&BigInt{Object: Object{typ: IntType, kind: KindBigInt}, V: i}).Object)
}

// Uint is the int of an unsigned number.
func (vm *VM) Uint(u uint64) Value {
	if u <= math.MaxInt64 {
		return Int(int64(u))
	}
	return vm.NewInt(new(big.Int).SetUint64(u))
}

// exactInt is the int of the same value without the subclass.
func (vm *VM) exactInt(v Value) Value {
	if v.p == intP || v.Type() == IntType {
		return v
	}
	if v.p == boolP {
		return Int(int64(v.n))
	}
	return vm.NewInt(v.BigInt().V)
}

// Index is operator.index(v): an exact int.
func (vm *VM) Index(v Value) (Value, error) {
	if v.p == intP {
		return v, nil
	}
	if isInt(v) {
		return vm.exactInt(v), nil
	}
	f := v.Type().slots.Index
	if f == nil {
		return Value{}, TypeErrorf("'%s' object cannot be interpreted as an integer", v.Type().Name)
	}
	r, err := f(vm, v)
	if err != nil {
		return Value{}, err
	}
	return vm.exactInt(r), nil
}

// IndexInt is operator.index(v) as a Go int; a value that doesn't fit raises
// the class overflow, or is clamped if overflow is nil.
func (vm *VM) IndexInt(v Value, overflow *Type) (int, error) {
	if v.p == intP {
		return int(int64(v.n)), nil
	}
	i, err := vm.Index(v)
	if err != nil {
		return 0, err
	}
	n, wide, _ := intOf(i)
	switch {
	case wide == nil:
		return int(n), nil
	case overflow != nil:
		return 0, Raise(overflow, "cannot fit '%s' into an index-sized integer", v.Type().Name)
	case wide.Sign() < 0:
		return math.MinInt, nil
	}
	return math.MaxInt, nil
}

// sizeArg is an argument that C would take as a size.
func (vm *VM) sizeArg(v Value) (int, error) { return vm.cArg(v, math.MaxInt, "ssize_t") }

// intArg is an argument that C would take as an int.
func (vm *VM) intArg(v Value) (int, error) { return vm.cArg(v, math.MaxInt32, "int") }

func (vm *VM) cArg(v Value, limit int, name string) (int, error) {
	if v.p != intP {
		x, err := vm.Index(v)
		if err != nil {
			return 0, err
		}
		v = x
	}
	n, wide, _ := intOf(v)
	if wide != nil || n > int64(limit) || n < -int64(limit)-1 {
		return 0, Raise(OverflowError, "Python int too large to convert to C %s", name)
	}
	return int(n), nil
}

// ToFloat is the float that a function of floats takes v for: a float, an
// int, or what __float__ or __index__ gives.
func (vm *VM) ToFloat(v Value) (float64, error) {
	if v.p == floatP {
		return v.AsFloat(), nil
	}
	if f, ok, err := floatOperand(v); ok || err != nil {
		return f, err
	}
	s := &v.Type().slots
	if s.ToFloat != nil {
		r, err := s.ToFloat(vm, v)
		if err != nil {
			return 0, err
		}
		f, _, err := floatOperand(r)
		return f, err
	}
	if s.Index != nil {
		r, err := s.Index(vm, v)
		if err != nil {
			return 0, err
		}
		f, _, err := floatOperand(r)
		return f, err
	}
	return 0, TypeErrorf("must be real number, not %s", v.Type().Name)
}

// floatOperand is the value of a float or int as a float; ok is false for all
// else. An int beyond the floats is an OverflowError.
func floatOperand(v Value) (f float64, ok bool, err error) {
	switch v.Kind() {
	case KindFloat:
		return v.AsFloat(), true, nil
	case KindInt, KindBool:
		return float64(int64(v.n)), true, nil
	case KindFloatObject:
		return v.FloatObject().V, true, nil
	case KindBigInt:
		f, err := bigToFloat(v.BigInt().V)
		return f, err == nil, err
	}
	return 0, false, nil
}

// bigToFloat is the nearest float, ties to even.
func bigToFloat(b *big.Int) (float64, error) {
	f, _ := b.Float64()
	if math.IsInf(f, 0) {
		return 0, Raise(OverflowError, "int too large to convert to float")
	}
	return f, nil
}

// appendInt appends the decimal digits of i.
func appendInt(buf []byte, i int64) []byte { return strconv.AppendInt(buf, i, 10) }

// asciiStr makes a str of text known to be ASCII.
func (vm *VM) asciiStr(s string) Value {
	vm.charge(int64(48 + len(s)))
	return Of(&(&Str{Object: Object{typ: StrType, kind: KindStr, flags: flagASCII}, S: s, runes: int32(len(s))}).Object)
}
