package py

import (
	"math"
	"math/big"
)

func intPow(vm *VM, a, b Value) (Value, error) {
	x, y, small, ok := intPair(a, b)
	if !ok {
		return NotImplemented, nil
	}
	if small && y >= 0 {
		if r, ok := pow64(x, y); ok {
			return Int(r), nil
		}
	}
	if y < 0 || !small && vm.AsBig(b).Sign() < 0 {
		fx, _, err := floatOperand(a)
		if err != nil {
			return Value{}, err
		}
		fy, _, err := floatOperand(b)
		if err != nil {
			return Value{}, err
		}
		return vm.floatPower(fx, fy)
	}
	z, err := vm.BigPow(vm.AsBig(a), vm.AsBig(b))
	if err != nil {
		return Value{}, err
	}
	return vm.NewInt(z), nil
}

// pow64 is x**y if it fits in 64 bits.
func pow64(x, y int64) (int64, bool) {
	r := int64(1)
	for {
		if y&1 != 0 {
			p := r * x
			if x != 0 && (p/x != r || x == -1 && r == math.MinInt64) {
				return 0, false
			}
			r = p
		}
		if y >>= 1; y == 0 {
			return r, true
		}
		if x > 3037000499 || x < -3037000499 {
			return 0, false
		}
		x *= x
	}
}

// BigPow is x**e for e >= 0.
func (vm *VM) BigPow(x, e *big.Int) (*big.Int, error) {
	if e.Sign() == 0 {
		return big.NewInt(1), nil
	}
	if x.IsInt64() {
		switch x.Int64() {
		case 0, 1:
			return x, nil
		case -1:
			return big.NewInt(1 - 2*int64(e.Bit(0))), nil
		}
	}
	if e.BitLen() > 44 {
		return nil, NewException(MemoryError, "")
	}
	n := e.Int64()
	words := int64(float64(n)*(float64(x.BitLen())-1)/64) + 1
	if err := vm.Reserve(words * 8); err != nil {
		return nil, err
	}
	zeros := x.TrailingZeroBits()
	base := x
	if zeros > 0 {
		base = new(big.Int).Rsh(x, zeros)
	}
	r := base
	for i := e.BitLen() - 2; i >= 0; i-- {
		var err error
		if r, err = vm.BigMul(r, r); err != nil {
			return nil, err
		}
		if e.Bit(i) != 0 {
			if r, err = vm.BigMul(r, base); err != nil {
				return nil, err
			}
		}
	}
	if zeros > 0 {
		r = new(big.Int).Lsh(r, zeros*uint(n))
	}
	return r, nil
}

func intPowMod(vm *VM, a, b, c Value) (Value, error) {
	if !isInt(a) || !isInt(b) || !isInt(c) {
		return NotImplemented, nil
	}
	z, err := vm.BigPowMod(vm.AsBig(a), vm.AsBig(b), vm.AsBig(c))
	if err != nil {
		return Value{}, err
	}
	return vm.NewInt(z), nil
}

// BigPowMod is pow(x, e, m), with the sign of m.
func (vm *VM) BigPowMod(x, e, m *big.Int) (*big.Int, error) {
	if m.Sign() == 0 {
		return nil, ValueErrorf("pow() 3rd argument cannot be 0")
	}
	mod := new(big.Int).Abs(m)
	_, base, err := vm.BigDivMod(x, mod)
	if err != nil {
		return nil, err
	}
	if e.Sign() < 0 {
		if base, err = vm.bigInverse(base, mod); err != nil {
			return nil, err
		}
		e = new(big.Int).Neg(e)
	}
	r, err := vm.modExp(base, e, mod)
	if err != nil {
		return nil, err
	}
	if m.Sign() < 0 && r.Sign() != 0 {
		r = new(big.Int).Add(r, m)
	}
	return r, nil
}

// modExp is base**e % mod for 0 <= base < mod and e >= 0.
func (vm *VM) modExp(base, e, mod *big.Int) (*big.Int, error) {
	words := float64(len(mod.Bits()))
	cost := float64(e.BitLen()) * words * words
	if cost <= sliceCost {
		if err := vm.Tick(1 + int(cost)/costPerTick); err != nil {
			return nil, err
		}
		return new(big.Int).Exp(base, e, mod), nil
	}
	r := new(big.Int).Mod(big.NewInt(1), mod)
	step := func(f *big.Int) (err error) {
		if r, err = vm.BigMul(r, f); err == nil {
			_, r, err = vm.BigDivMod(r, mod)
		}
		return err
	}
	for i := e.BitLen() - 1; i >= 0; i-- {
		if err := step(r); err != nil {
			return nil, err
		}
		if e.Bit(i) != 0 {
			if err := step(base); err != nil {
				return nil, err
			}
		}
	}
	return r, nil
}

// bigInverse is the inverse of x modulo m > 0.
func (vm *VM) bigInverse(x, m *big.Int) (*big.Int, error) {
	if m.IsInt64() && m.Int64() == 1 {
		return new(big.Int), nil
	}
	g, inv, err := vm.bigGCDInverse(x, m)
	if err != nil {
		return nil, err
	}
	if !g.IsInt64() || g.Int64() != 1 {
		return nil, ValueErrorf("base is not invertible for the given modulus")
	}
	return inv, nil
}

// bigGCDInverse is gcd(x, m) for 0 <= x < m, and x's inverse modulo m if the
// gcd is 1.
func (vm *VM) bigGCDInverse(x, m *big.Int) (g, inv *big.Int, err error) {
	n := len(m.Bits())
	if float64(n)*float64(n) <= sliceCost {
		if err := vm.Tick(1 + n*n/costPerTick); err != nil {
			return nil, nil, err
		}
		inv = new(big.Int)
		g = new(big.Int).GCD(inv, nil, x, m)
		if inv.Sign() < 0 {
			inv.Add(inv, m)
		}
		return g, inv, nil
	}
	// Euclid's steps one by one, so that the limits hold.
	a, b := m, x
	ca, cb := new(big.Int), big.NewInt(1)
	for b.Sign() != 0 {
		q, r, err := vm.BigDivMod(a, b)
		if err != nil {
			return nil, nil, err
		}
		p, err := vm.BigMul(q, cb)
		if err != nil {
			return nil, nil, err
		}
		a, b = b, r
		ca, cb = cb, p.Sub(ca, p)
	}
	if ca.Sign() < 0 {
		ca.Add(ca, m)
	}
	return a, ca, nil
}

// Pow is pow(a, b, mod); an unbound or None mod means a ** b.
func (vm *VM) Pow(a, b, mod Value) (Value, error) {
	if !mod.Bound() || mod.IsNone() {
		return vm.Binary(OpPow, a, b)
	}
	guest := false
	for _, v := range [...]Value{a, b, mod} {
		f := v.Type().slots.PowMod
		if f == nil || guest && v.Type().flags&TypeHeap != 0 {
			continue
		}
		guest = guest || v.Type().flags&TypeHeap != 0
		r, err := f(vm, a, b, mod)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	return Value{}, TypeErrorf("unsupported operand type(s) for ** or pow(): '%s', '%s', '%s'",
		a.Type().Name, b.Type().Name, mod.Type().Name)
}
