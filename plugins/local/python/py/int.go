package py

import (
	"math"
	"math/big"
	"math/bits"
)

func defineInt() {
	s := Slots{
		New: intNew, Repr: intRepr, Hash: intHash, Compare: intCompare,
		Bool: func(vm *VM, v Value) (bool, error) {
			n, wide, _ := intOf(v)
			return n != 0 || wide != nil, nil
		},
		Neg: intNeg, Pos: intSelf, Abs: intAbs, Invert: intInvert,
		ToInt: intSelf, Index: intSelf, ToFloat: intToFloat, PowMod: intPowMod,
		Binary: [numBinaryOps]BinaryFunc{
			OpAdd: intAdd, OpSub: intSub, OpMul: intMul, OpTrueDiv: intTrueDiv,
			OpFloorDiv: intFloorDiv, OpMod: intMod, OpDivmod: intDivmod, OpPow: intPow,
			OpLShift: intLShift, OpRShift: intRShift, OpAnd: intAnd, OpOr: intOr, OpXor: intXor,
		},
		Size: func(v Value) int {
			if b := v.BigInt(); b != nil {
				return 48 + 8*len(b.V.Bits())
			}
			return 0
		},
	}
	IntType.define(TypeSpec{
		Flags: TypeMatchSelf,
		Doc: "int([x]) -> integer\nint(x, base=10) -> integer\n\nConvert a number or string to an integer, or return 0 if no arguments\n" +
			"are given.  With a base, x must be a string, bytes or bytearray that\nholds an integer literal in that base; base 0 reads the prefix.",
		Slots: s, Methods: intMethods(), Members: intMembers,
	})
}

func intSelf(vm *VM, v Value) (Value, error) { return vm.exactInt(v), nil }

func intToFloat(vm *VM, v Value) (Value, error) {
	f, _, err := floatOperand(v)
	return Float(f), err
}

func intNeg(vm *VM, v Value) (Value, error) {
	if n, wide, _ := intOf(v); wide == nil && n != math.MinInt64 {
		return Int(-n), nil
	}
	return vm.NewInt(new(big.Int).Neg(vm.AsBig(v))), nil
}

func intAbs(vm *VM, v Value) (Value, error) {
	n, wide, _ := intOf(v)
	if n < 0 || wide != nil && wide.Sign() < 0 {
		return intNeg(vm, v)
	}
	return vm.exactInt(v), nil
}

func intInvert(vm *VM, v Value) (Value, error) {
	n, wide, _ := intOf(v)
	if wide == nil {
		return Int(^n), nil
	}
	return vm.NewInt(new(big.Int).Not(wide)), nil
}

// intPair gives the operands of a binary operation on ints; ok is false if one
// is no int. small means that both fit in 64 bits.
func intPair(a, b Value) (x, y int64, small, ok bool) {
	x, wx, okx := intOf(a)
	y, wy, oky := intOf(b)
	return x, y, wx == nil && wy == nil, okx && oky
}

func intAdd(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small {
		if s := x + y; (s^x)&(s^y) >= 0 {
			return Int(s), nil
		}
	}
	return vm.linear(a, b, (*big.Int).Add)
}

func intSub(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small {
		if d := x - y; (x^y)&(d^x) >= 0 {
			return Int(d), nil
		}
	}
	return vm.linear(a, b, (*big.Int).Sub)
}

// linear does an operation whose cost and result are of the operands' size.
func (vm *VM) linear(a, b Value, op func(z, x, y *big.Int) *big.Int) (Value, error) {
	x, y := vm.operands(a, b)
	if quick(x, y) {
		box := newBox(max(len(x.Bits()), len(y.Bits())) + 1)
		op(&box.n, x, y)
		return vm.boxed(box), nil
	}
	x, y = vm.AsBig(a), vm.AsBig(b)
	if n := max(len(x.Bits()), len(y.Bits())); n > 64 {
		if err := vm.reserveWords(n + 1); err != nil {
			return Value{}, err
		}
	}
	return vm.NewInt(op(new(big.Int), x, y)), nil
}

// reserveWords asks for room for a number of n words and pays for work of that
// length.
func (vm *VM) reserveWords(n int) error {
	if err := vm.Reserve(int64(n) * 8); err != nil {
		return err
	}
	return vm.Tick(1 + n>>6)
}

func intMul(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small {
		hi, lo := bits.Mul64(uint64(x), uint64(y))
		hi -= uint64(x>>63)&uint64(y) + uint64(y>>63)&uint64(x)
		if int64(hi) == int64(lo)>>63 {
			return Int(int64(lo)), nil
		}
	}
	if p, q := vm.operands(a, b); quick(p, q) {
		return vm.quickMul(p, q), nil
	}
	z, err := vm.BigMul(vm.AsBig(a), vm.AsBig(b))
	if err != nil {
		return Value{}, err
	}
	return vm.NewInt(z), nil
}

func intTrueDiv(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small {
		if y == 0 {
			return Value{}, Raise(ZeroDivisionError, "division by zero")
		}
		const exact = 1 << 53
		if x <= exact && x >= -exact && y <= exact && y >= -exact {
			return Float(float64(x) / float64(y)), nil
		}
	}
	f, err := vm.BigTrueDiv(vm.AsBig(a), vm.AsBig(b))
	return Float(f), err
}

func floorDiv64(x, y int64) (q, r int64) {
	q, r = x/y, x%y
	if r != 0 && (r^y) < 0 {
		q, r = q-1, r+y
	}
	return q, r
}

const (
	errIntDivZero = "integer division or modulo by zero"
	errIntModZero = "integer modulo by zero"
)

func intFloorDiv(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small && y != -1 {
		if y == 0 {
			return Value{}, Raise(ZeroDivisionError, errIntDivZero)
		}
		q, _ := floorDiv64(x, y)
		return Int(q), nil
	}
	q, _, err := vm.BigDivMod(vm.AsBig(a), vm.AsBig(b))
	if err != nil {
		return Value{}, err
	}
	return vm.NewInt(q), nil
}

func intMod(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small {
		if y == 0 {
			return Value{}, Raise(ZeroDivisionError, errIntModZero)
		}
		_, r := floorDiv64(x, y)
		return Int(r), nil
	}
	if p, q := vm.operands(a, b); quick(p, q) && q.Sign() != 0 {
		return vm.quickMod(p, q), nil
	}
	p, q := vm.AsBig(a), vm.AsBig(b)
	if q.Sign() == 0 {
		return Value{}, Raise(ZeroDivisionError, errIntModZero)
	}
	_, r, err := vm.BigDivMod(p, q)
	if err != nil {
		return Value{}, err
	}
	return vm.NewInt(r), nil
}

func intDivmod(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small && y != -1 {
		if y == 0 {
			return Value{}, Raise(ZeroDivisionError, errIntDivZero)
		}
		q, r := floorDiv64(x, y)
		return vm.NewTuple([]Value{Int(q), Int(r)}), nil
	}
	q, r, err := vm.BigDivMod(vm.AsBig(a), vm.AsBig(b))
	if err != nil {
		return Value{}, err
	}
	return vm.NewTuple([]Value{vm.NewInt(q), vm.NewInt(r)}), nil
}

func intAnd(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small {
		return Int(x & y), nil
	}
	return vm.linear(a, b, (*big.Int).And)
}

func intOr(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small {
		return Int(x | y), nil
	}
	return vm.linear(a, b, (*big.Int).Or)
}

func intXor(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small {
		return Int(x ^ y), nil
	}
	return vm.linear(a, b, (*big.Int).Xor)
}

func intLShift(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small {
		if y < 0 {
			return Value{}, ValueErrorf("negative shift count")
		}
		if y < 64 {
			if r := x << uint(y); r>>uint(y) == x {
				return Int(r), nil
			}
		}
		if x == 0 {
			return Int(0), nil
		}
	}
	return vm.bigLShift(vm.AsBig(a), vm.AsBig(b))
}

func (vm *VM) bigLShift(x, by *big.Int) (Value, error) {
	switch {
	case by.Sign() < 0:
		return Value{}, ValueErrorf("negative shift count")
	case x.Sign() == 0:
		return Int(0), nil
	case by.BitLen() > 48:
		return Value{}, NewException(MemoryError, "")
	}
	n := by.Int64()
	if err := vm.reserveWords(int((int64(x.BitLen()) + n) / 64)); err != nil {
		return Value{}, err
	}
	return vm.NewInt(new(big.Int).Lsh(x, uint(n))), nil
}

func intRShift(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small {
		if y < 0 {
			return Value{}, ValueErrorf("negative shift count")
		}
		return Int(x >> min(uint64(y), 63)), nil
	}
	wx, wy := vm.AsBig(a), vm.AsBig(b)
	if wy.Sign() < 0 {
		return Value{}, ValueErrorf("negative shift count")
	}
	if !wy.IsInt64() || wy.Int64() >= int64(wx.BitLen()) {
		if wx.Sign() < 0 {
			return Int(-1), nil
		}
		return Int(0), nil
	}
	if err := vm.reserveWords(len(wx.Bits())); err != nil {
		return Value{}, err
	}
	return vm.NewInt(new(big.Int).Rsh(wx, uint(wy.Int64()))), nil
}

// cmpInt compares two ints as -1, 0, 1.
func cmpInt(vm *VM, a, b Value) int {
	x, y, small, _ := intPair(a, b)
	if !small {
		return vm.AsBig(a).Cmp(vm.AsBig(b))
	}
	switch {
	case x < y:
		return -1
	case x > y:
		return 1
	}
	return 0
}

// ordered is the answer of a comparison whose operands compare as c (-1, 0 or
// 1).
func ordered(c int, op CompareOp) Value {
	switch op {
	case Lt:
		return Bool(c < 0)
	case Le:
		return Bool(c <= 0)
	case Eq:
		return Bool(c == 0)
	case Ne:
		return Bool(c != 0)
	case Gt:
		return Bool(c > 0)
	}
	return Bool(c >= 0)
}

func intCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	if !isInt(a) || !isInt(b) {
		return NotImplemented, nil
	}
	return ordered(cmpInt(vm, a, b), op), nil
}
