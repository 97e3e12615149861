package py

import (
	"math/big"
	"math/bits"
)

var intMembers = []Member{
	{Name: "real", Get: intSelf},
	{Name: "imag", Get: func(vm *VM, v Value) (Value, error) { return Int(0), nil }},
	{Name: "numerator", Get: intSelf},
	{Name: "denominator", Get: func(vm *VM, v Value) (Value, error) { return Int(1), nil }},
}

func intMethods() []*Builtin {
	self := func(vm *VM, a []Value) (Value, error) { return vm.exactInt(a[0]), nil }
	return []*Builtin{
		Method("conjugate", 0, 0, self),
		Method("__trunc__", 0, 0, self),
		Method("__floor__", 0, 0, self),
		Method("__ceil__", 0, 0, self),
		Method("__round__", 0, 1, intRound),
		Method("__format__", 1, 1, formatMethod),
		Method("__getnewargs__", 0, 0, func(vm *VM, a []Value) (Value, error) {
			return vm.NewTuple([]Value{vm.exactInt(a[0])}), nil
		}),
		Method("__sizeof__", 0, 0, func(vm *VM, a []Value) (Value, error) {
			n := (vm.AsBig(a[0]).BitLen() + 29) / 30
			return Int(int64(24 + 4*max(n, 1))), nil
		}),
		Method("bit_length", 0, 0, func(vm *VM, a []Value) (Value, error) {
			return Int(int64(vm.AsBig(a[0]).BitLen())), nil
		}),
		Method("bit_count", 0, 0, func(vm *VM, a []Value) (Value, error) {
			n := 0
			vm.work(vm.AsBig(a[0]).BitLen() / 8)
			for _, w := range vm.AsBig(a[0]).Bits() {
				n += bits.OnesCount(uint(w))
			}
			return Int(int64(n)), nil
		}),
		Method("is_integer", 0, 0, func(vm *VM, a []Value) (Value, error) { return True, nil }),
		Method("as_integer_ratio", 0, 0, func(vm *VM, a []Value) (Value, error) {
			return vm.NewTuple([]Value{vm.exactInt(a[0]), Int(1)}), nil
		}),
		MethodSig("to_bytes", "length=1, byteorder='big', *, signed=False", intToBytes),
		ClassMethod("from_bytes", "bytes, byteorder='big', *, signed=False", intFromBytes),
	}
}

// intRound is int.__round__: to a multiple of a power of ten, ties to even.
func intRound(vm *VM, a []Value) (Value, error) {
	v := vm.exactInt(a[0])
	if len(a) < 2 {
		return v, nil
	}
	n, err := vm.Index(a[1])
	if err != nil {
		return Value{}, err
	}
	k, wide, _ := intOf(n)
	if wide != nil && wide.Sign() > 0 || k >= 0 && wide == nil {
		return v, nil
	}
	// 10**-k beyond twice the number rounds to 0.
	if wide != nil || -k > int64(vm.AsBig(v).BitLen()/3)+2 {
		return Int(0), nil
	}
	unit, err := vm.BigPow(big.NewInt(10), big.NewInt(-k))
	if err != nil {
		return Value{}, err
	}
	q, r, err := vm.BigDivMod(vm.AsBig(v), unit)
	if err != nil {
		return Value{}, err
	}
	twice := new(big.Int).Lsh(r, 1)
	if c := twice.Cmp(unit); c > 0 || c == 0 && q.Bit(0) != 0 {
		q = new(big.Int).Add(q, one)
	}
	z, err := vm.BigMul(q, unit)
	if err != nil {
		return Value{}, err
	}
	return vm.NewInt(z), nil
}

func byteOrder(method string, v Value) (little bool, err error) {
	s := v.Str()
	if s == nil {
		return false, TypeErrorf("%s() argument 'byteorder' must be str, not %s", method, argKind(v))
	}
	switch s.S {
	case "little":
		return true, nil
	case "big":
		return false, nil
	}
	return false, ValueErrorf("byteorder must be either 'little' or 'big'")
}

func intToBytes(vm *VM, a []Value) (Value, error) {
	length, err := vm.sizeArg(a[1])
	if err != nil {
		return Value{}, err
	}
	little, err := byteOrder("to_bytes", a[2])
	if err != nil {
		return Value{}, err
	}
	signed, err := vm.Truth(a[3])
	if err != nil {
		return Value{}, err
	}
	if length < 0 {
		return Value{}, ValueErrorf("length argument must be non-negative")
	}
	x := vm.AsBig(a[0])
	if x.Sign() < 0 && !signed {
		return Value{}, Raise(OverflowError, "can't convert negative int to unsigned")
	}
	if err := vm.Reserve(int64(length)); err != nil {
		return Value{}, err
	}
	need := x.BitLen()
	if x.Sign() < 0 {
		need = new(big.Int).Not(x).BitLen()
	}
	if signed && x.Sign() != 0 {
		need++
	}
	if need > length*8 {
		return Value{}, Raise(OverflowError, "int too big to convert")
	}
	out := make([]byte, length)
	if x.Sign() < 0 {
		new(big.Int).Not(x).FillBytes(out)
		for i := range out {
			out[i] = ^out[i]
		}
	} else {
		x.FillBytes(out)
	}
	if little {
		reverseBytes(out)
	}
	return vm.bytesValue(string(out)), nil
}

func reverseBytes(b []byte) {
	for i, j := 0, len(b)-1; i < j; i, j = i+1, j-1 {
		b[i], b[j] = b[j], b[i]
	}
}

func intFromBytes(vm *VM, a []Value) (Value, error) {
	little, err := byteOrder("from_bytes", a[2])
	if err != nil {
		return Value{}, err
	}
	signed, err := vm.Truth(a[3])
	if err != nil {
		return Value{}, err
	}
	data, err := vm.bytesFrom(a[1])
	if err == nil {
		err = vm.Reserve(2 * int64(len(data))) // the copy is there already
	}
	if err != nil {
		return Value{}, err
	}
	if little {
		reverseBytes(data)
	}
	z := new(big.Int)
	if signed && len(data) > 0 && data[0]&0x80 != 0 {
		for i := range data {
			data[i] = ^data[i]
		}
		z.SetBytes(data)
		z.Not(z)
	} else {
		z.SetBytes(data)
	}
	r := vm.NewInt(z)
	if cls := a[0].AsType(); cls != IntType {
		return vm.Call(a[0], r)
	}
	return r, nil
}

var nameBytes = Name("__bytes__")

// bytesFrom is a copy of the bytes that v stands for: bytes-like, with
// __bytes__, or an iterable of ints.
func (vm *VM) bytesFrom(v Value) ([]byte, error) {
	r, err := vm.maybeCallSpecial(v, nameBytes)
	if err != nil {
		return nil, err
	}
	if r.Bound() {
		b := r.Bytes()
		if b == nil {
			return nil, TypeErrorf("__bytes__ returned non-bytes (type %s)", r.Type().Name)
		}
		return []byte(b.S), nil
	}
	if s, ok := bytesLike(v); ok {
		return []byte(s), nil
	}
	if v.Str() != nil || v.Type().slots.Iter == nil {
		return nil, TypeErrorf("cannot convert '%s' object to bytes", v.Type().Name)
	}
	var out []byte
	err = vm.Iterate(v, func(item Value) error {
		n, err := vm.IndexInt(item, nil)
		if err == nil && (n < 0 || n > 255) {
			err = ValueErrorf("bytes must be in range(0, 256)")
		}
		out = append(out, byte(n))
		return err
	})
	return out, err
}
