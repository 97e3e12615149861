package fmath

import (
	"math"
	"math/bits"
)

// Pow is x**y, with C's rules for the special values.
func Pow(x, y float64) float64 {
	switch {
	case y == 0 || x == 1:
		return 1
	case y == 1:
		return x
	case x-x != 0 || y-y != 0 || x == 0:
		return math.Pow(x, y)
	case y == 2:
		return x * x
	case y == 0.5:
		return math.Sqrt(x)
	case y == -1:
		return 1 / x
	}
	a, neg := math.Abs(x), false
	if x < 0 {
		if y != math.Trunc(y) {
			return math.NaN()
		}
		neg = math.Abs(y) < 1<<53 && int64(y)&1 != 0
	}
	r := powAbs(a, y)
	if neg {
		return -r
	}
	return r
}

func powAbs(a, y float64) float64 {
	if y > 2 && y <= 64 && y == math.Trunc(y) {
		if r, ok := powExact(a, int(y)); ok {
			return r
		}
	}
	if y == math.Trunc(y) && y <= 64 && y >= -64 && a > 0x1p-15 && a < 0x1p15 {
		return powInt(a, int(y))
	}
	p := logDD(a).mulf(y)
	switch {
	case p.h > 710:
		return math.Inf(1)
	case p.h < -746:
		return 0
	}
	return expSum(p.h, p.l)
}

// powInt multiplies; the result is far from the limits.
func powInt(a float64, n int) float64 {
	neg := n < 0
	if neg {
		n = -n
	}
	r, p := dd{h: 1}, dd{h: a}
	for {
		if n&1 != 0 {
			r = r.mul(p)
		}
		if n >>= 1; n == 0 {
			break
		}
		p = p.mul(p)
	}
	if neg {
		q := quo(dd{h: 1}, r)
		return q.h + q.l
	}
	return r.float()
}

// powExact is a**n where it has at most 64 bits: only such results can lie
// half way between two floats.
func powExact(a float64, n int) (float64, bool) {
	frac, e := math.Frexp(a)
	m := uint64(frac * (1 << 53))
	zeros := bits.TrailingZeros64(m)
	m >>= zeros
	e += zeros - 53
	if bits.Len64(m)*n > 64 {
		return 0, false
	}
	r := uint64(1)
	for range n {
		r *= m
	}
	if e *= n; e < -1000 || e > 900 {
		return 0, false
	}
	return math.Ldexp(float64(r), e), true
}

// Cbrt is the cube root.
func Cbrt(x float64) float64 {
	y := math.Cbrt(x)
	a := math.Abs(x)
	if x-x != 0 || a < 0x1p-900 || a > 0x1p900 {
		return y
	}
	r := twoSum(x, 0).add(twoProd(y, y).mulf(y).neg())
	return y + r.h/(3*y*y)
}

// Hypot is the square root of x*x + y*y.
func Hypot(x, y float64) float64 {
	if x-x != 0 || y-y != 0 {
		return math.Hypot(x, y)
	}
	return Norm([]float64{x, y})
}

// Norm is the length of a vector of finite floats.
func Norm(v []float64) float64 {
	top := 0.0
	for _, x := range v {
		top = max(top, math.Abs(x))
	}
	if top == 0 {
		return 0
	}
	_, e := math.Frexp(top)
	var sum dd
	for _, x := range v {
		x = math.Ldexp(x, -e)
		sum = sum.add(twoProd(x, x))
	}
	s := sum.sqrt()
	if e > -1000 {
		return math.Ldexp(s.float(), e)
	}
	return s.ldexp(e)
}
