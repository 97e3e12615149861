package math

import (
	"math"
	"math/big"
	"math/bits"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// fraction is b as m * 2**e with m between 1/2 and 1.
func fraction(b *big.Int) (m float64, e int) {
	e = b.BitLen()
	shift := max(e-64, 0)
	top := new(big.Int).Rsh(b, uint(shift))
	if b.TrailingZeroBits() < uint(shift) {
		top.SetBit(top, 0, 1) // keeps the rounding right
	}
	f, _ := top.Float64()
	m = math.Ldexp(f, shift-e)
	if m == 1 {
		return 0.5, e + 1
	}
	return m, e
}

// fold combines the ints of all arguments.
func fold(vm *py.VM, a []py.Value, start int64, f func(x, y *big.Int) (*big.Int, error)) (py.Value, error) {
	acc := big.NewInt(start)
	for i, v := range a {
		n, err := vm.Index(v)
		if err != nil {
			return py.Value{}, err
		}
		x := new(big.Int).Abs(vm.AsBig(n))
		if i == 0 {
			acc = x
			continue
		}
		if acc, err = f(acc, x); err != nil {
			return py.Value{}, err
		}
	}
	return vm.NewInt(acc), nil
}

func gcd(vm *py.VM, a []py.Value) (py.Value, error) {
	if len(a) == 2 && a[0].IsInt() && a[1].IsInt() && a[0].AsInt() != math.MinInt64 && a[1].AsInt() != math.MinInt64 {
		return py.Int(gcd64(a[0].AsInt(), a[1].AsInt())), nil
	}
	return fold(vm, a, 0, vm.BigGCD)
}

func gcd64(x, y int64) int64 {
	for y != 0 {
		x, y = y, x%y
	}
	return max(x, -x)
}

func lcm(vm *py.VM, a []py.Value) (py.Value, error) {
	return fold(vm, a, 1, func(x, y *big.Int) (*big.Int, error) {
		if x.Sign() == 0 || y.Sign() == 0 {
			return new(big.Int), nil
		}
		g, err := vm.BigGCD(x, y)
		if err != nil {
			return nil, err
		}
		q, _, err := vm.BigDivMod(x, g)
		if err != nil {
			return nil, err
		}
		return vm.BigMul(q, y)
	})
}

// product is lo*(lo+1)*...*hi, by halves, so that the factors are of like size.
func product(vm *py.VM, lo, hi int64) (*big.Int, error) {
	if lo > hi {
		return big.NewInt(1), nil
	}
	if hi-lo < 16 {
		z := big.NewInt(lo)
		acc := uint64(1)
		for i := uint64(lo) + 1; i <= uint64(hi); i++ {
			if h, l := bits.Mul64(acc, i); h == 0 {
				acc = l
				continue
			}
			z.Mul(z, new(big.Int).SetUint64(acc))
			acc = i
		}
		return z.Mul(z, new(big.Int).SetUint64(acc)), vm.Tick(16)
	}
	mid := lo + (hi-lo)/2
	x, err := product(vm, lo, mid)
	if err != nil {
		return nil, err
	}
	y, err := product(vm, mid+1, hi)
	if err != nil {
		return nil, err
	}
	return vm.BigMul(x, y)
}

// reserveProduct refuses a product of count numbers up to n that can't fit.
func reserveProduct(vm *py.VM, count, n int64) error {
	return vm.Reserve(int64(math.Min(float64(count)*math.Max(math.Log2(float64(n))-1.5, 0)/8, math.MaxInt64/2)))
}

func factorialOf(vm *py.VM, n int64) (py.Value, error) {
	if n <= 20 {
		r := int64(1)
		for i := int64(2); i <= n; i++ {
			r *= i
		}
		return py.Int(r), nil
	}
	if err := reserveProduct(vm, n, n); err != nil {
		return py.Value{}, err
	}
	z, err := product(vm, 2, n)
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewInt(z), nil
}

func factorial(vm *py.VM, a []py.Value) (py.Value, error) {
	v, err := vm.Index(a[0])
	if err != nil {
		return py.Value{}, err
	}
	if vm.AsBig(v).Sign() < 0 {
		return py.Value{}, py.ValueErrorf("factorial() not defined for negative values")
	}
	if !v.IsInt() {
		return py.Value{}, py.Raise(py.OverflowError, "factorial() argument should not exceed %d", math.MaxInt64)
	}
	return factorialOf(vm, v.AsInt())
}

// counts reads n and k, both not negative.
func counts(vm *py.VM, a []py.Value) (n, k *big.Int, err error) {
	vn, err := vm.Index(a[0])
	if err != nil {
		return nil, nil, err
	}
	vk, err := vm.Index(a[1])
	if err != nil {
		return nil, nil, err
	}
	n, k = vm.AsBig(vn), vm.AsBig(vk)
	if n.Sign() < 0 {
		return nil, nil, py.ValueErrorf("n must be a non-negative integer")
	}
	if k.Sign() < 0 {
		return nil, nil, py.ValueErrorf("k must be a non-negative integer")
	}
	return n, k, nil
}

// falling is n*(n-1)*... of k factors.
func falling(vm *py.VM, n *big.Int, k int64) (*big.Int, error) {
	if n.IsInt64() {
		if err := reserveProduct(vm, k, n.Int64()); err != nil {
			return nil, err
		}
		return product(vm, n.Int64()-k+1, n.Int64())
	}
	if err := vm.Reserve(int64(math.Min(float64(k)*float64(n.BitLen()-1)/8, math.MaxInt64/2))); err != nil {
		return nil, err
	}
	return fallingBig(vm, n, 0, k)
}

// fallingBig is the product of n-i for i from lo up to hi.
func fallingBig(vm *py.VM, n *big.Int, lo, hi int64) (*big.Int, error) {
	switch hi - lo {
	case 0:
		return big.NewInt(1), nil
	case 1:
		return new(big.Int).Sub(n, big.NewInt(lo)), vm.Tick(1)
	}
	mid := lo + (hi-lo)/2
	x, err := fallingBig(vm, n, lo, mid)
	if err != nil {
		return nil, err
	}
	y, err := fallingBig(vm, n, mid, hi)
	if err != nil {
		return nil, err
	}
	return vm.BigMul(x, y)
}

func comb(vm *py.VM, a []py.Value) (py.Value, error) {
	n, k, err := counts(vm, a)
	if err != nil {
		return py.Value{}, err
	}
	rest := new(big.Int).Sub(n, k)
	if rest.Sign() < 0 {
		return py.Int(0), nil
	}
	if rest.Cmp(k) < 0 {
		k = rest
	}
	if !k.IsInt64() {
		return py.Value{}, py.Raise(py.OverflowError, "min(n - k, k) must not exceed %d", math.MaxInt64)
	}
	if n.IsInt64() {
		if r, ok := comb64(uint64(n.Int64()), uint64(k.Int64())); ok {
			return py.Int(r), nil
		}
	}
	num, err := falling(vm, n, k.Int64())
	if err != nil {
		return py.Value{}, err
	}
	den, err := product(vm, 1, k.Int64())
	if err != nil {
		return py.Value{}, err
	}
	q, _, err := vm.BigDivMod(num, den)
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewInt(q), nil
}

// comb64 multiplies and divides in turn while the numbers fit.
func comb64(n, k uint64) (int64, bool) {
	if k > 64 {
		return 0, false
	}
	r := uint64(1)
	for i := range k {
		hi, lo := bits.Mul64(r, n-i)
		if hi > i {
			return 0, false
		}
		r, _ = bits.Div64(hi, lo, i+1)
	}
	return int64(r), r <= math.MaxInt64
}

func perm(vm *py.VM, a []py.Value) (py.Value, error) {
	if len(a) == 1 || a[1].IsNone() {
		return factorial(vm, a[:1])
	}
	n, k, err := counts(vm, a)
	if err != nil {
		return py.Value{}, err
	}
	if n.Cmp(k) < 0 {
		return py.Int(0), nil
	}
	if !k.IsInt64() {
		return py.Value{}, py.Raise(py.OverflowError, "k must not exceed %d", math.MaxInt64)
	}
	z, err := falling(vm, n, k.Int64())
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewInt(z), nil
}

func isqrt(vm *py.VM, a []py.Value) (py.Value, error) {
	v, err := vm.Index(a[0])
	if err != nil {
		return py.Value{}, err
	}
	x := vm.AsBig(v)
	if x.Sign() < 0 {
		return py.Value{}, py.ValueErrorf("isqrt() argument must be nonnegative")
	}
	r, err := vm.BigSqrt(x)
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewInt(r), nil
}
