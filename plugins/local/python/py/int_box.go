package py

import "math/big"

// bigBox is a BigInt with its number in one allocation.
type bigBox struct {
	BigInt
	n big.Int
}

// Boxes with room for the words of a number of the usual sizes.
type (
	bigBox4 struct {
		bigBox
		w [4]big.Word
	}
	bigBox12 struct {
		bigBox
		w [12]big.Word
	}
	bigBox28 struct {
		bigBox
		w [28]big.Word
	}
	bigBox60 struct {
		bigBox
		w [60]big.Word
	}
)

// newBox is a box with room for a result of n words.
func newBox(n int) *bigBox {
	switch {
	case n <= 4:
		x := &bigBox4{}
		x.n.SetBits(x.w[:0])
		return &x.bigBox
	case n <= 12:
		x := &bigBox12{}
		x.n.SetBits(x.w[:0])
		return &x.bigBox
	case n <= 28:
		x := &bigBox28{}
		x.n.SetBits(x.w[:0])
		return &x.bigBox
	case n <= 60:
		x := &bigBox60{}
		x.n.SetBits(x.w[:0])
		return &x.bigBox
	}
	return &bigBox{}
}

// quickWords is the size up to which an operation on big ints is done at once,
// without asking for room or time.
const quickWords = 64

// operands gives two ints as big ints for an operation on the spot: small ones
// stand in the machine's scratch numbers.
func (vm *VM) operands(a, b Value) (x, y *big.Int) {
	if p := a.BigInt(); p != nil {
		x = p.V
	} else {
		x = vm.scratchInt[0].SetInt64(int64(a.n))
	}
	if p := b.BigInt(); p != nil {
		y = p.V
	} else {
		y = vm.scratchInt[1].SetInt64(int64(b.n))
	}
	return x, y
}

func quick(x, y *big.Int) bool { return len(x.Bits()) <= quickWords && len(y.Bits()) <= quickWords }

// boxed is the int of the box's number.
func (vm *VM) boxed(box *bigBox) Value {
	if box.n.IsInt64() {
		return Int(box.n.Int64())
	}
	vm.charge(int64(80 + 8*len(box.n.Bits())))
	box.typ, box.kind, box.V = IntType, KindBigInt, &box.n
	return Of(&box.Object)
}

// quickMul is x * y for operands of few words.
func (vm *VM) quickMul(x, y *big.Int) Value {
	box := newBox(len(x.Bits()) + len(y.Bits()))
	box.n.Mul(x, y)
	return vm.boxed(box)
}

// quickMod is x % y for operands of few words; y is not 0.
func (vm *VM) quickMod(x, y *big.Int) Value {
	box := newBox(len(y.Bits()) + 1)
	vm.scratchInt[2].QuoRem(x, y, &box.n)
	if box.n.Sign() != 0 && box.n.Sign() != y.Sign() {
		box.n.Add(&box.n, y)
	}
	return vm.boxed(box)
}
