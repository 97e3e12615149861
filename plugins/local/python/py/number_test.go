package py

import (
	"math/big"
	"testing"
)

func newTestVM() *VM { return NewVM(Config{}) }

func TestIntArithmeticLeaves64Bits(t *testing.T) {
	vm := newTestVM()
	for _, c := range []struct {
		op   BinaryOp
		a, b int64
		want string
	}{
		{OpAdd, 1<<63 - 1, 1, "9223372036854775808"},
		{OpSub, -1 << 63, 1, "-9223372036854775809"},
		{OpMul, 1 << 40, -1 << 40, "-1208925819614629174706176"},
		{OpFloorDiv, -1 << 63, -1, "9223372036854775808"},
		{OpFloorDiv, -7, 2, "-4"},
		{OpMod, -7, 2, "1"},
		{OpPow, 3, 41, "36472996377170786403"},
		{OpPow, -2, 63, "-9223372036854775808"},
		{OpLShift, 1, 64, "18446744073709551616"},
		{OpRShift, -5, 1, "-3"},
	} {
		v, err := vm.Binary(c.op, Int(c.a), Int(c.b))
		if err != nil {
			t.Fatal(err)
		}
		if got, _ := vm.Repr(v); got != c.want {
			t.Errorf("%d %s %d = %s, want %s", c.a, binarySymbols[c.op], c.b, got, c.want)
		}
	}
}

// The divided operations must give what math/big gives in one.
func TestSlicedBigArithmetic(t *testing.T) {
	vm := newTestVM()
	pow := func(base, e int64) *big.Int { return new(big.Int).Exp(big.NewInt(base), big.NewInt(e), nil) }
	numbers := []*big.Int{
		pow(3, 1), pow(-7, 401), pow(3, 60_001), pow(5, 90_000), pow(-11, 120_001),
		new(big.Int).Sub(new(big.Int).Lsh(one, 600_000), one), new(big.Int).Lsh(one, 500_000),
	}
	for i, x := range numbers {
		for j, y := range numbers {
			z, err := vm.BigMul(x, y)
			if err != nil || z.Cmp(new(big.Int).Mul(x, y)) != 0 {
				t.Errorf("product of %d and %d is wrong (%v)", i, j, err)
			}
			q, r, err := vm.quoRem(x, y)
			wq, wr := new(big.Int).QuoRem(x, y, new(big.Int))
			if err != nil || q.Cmp(wq) != 0 || r.Cmp(wr) != 0 {
				t.Errorf("quotient of %d and %d is wrong (%v)", i, j, err)
			}
		}
		vm.maxStrDigits = -1
		s, err := vm.bigDecimal(x)
		if err != nil || s != x.String() {
			t.Errorf("decimal text of %d is wrong (%v)", i, err)
		}
		back, err := vm.parseInt(s, 10)
		if err != nil || vm.AsBig(back).Cmp(x) != 0 {
			t.Errorf("reading %d back is wrong (%v)", i, err)
		}
	}
}
