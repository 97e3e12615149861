package fmath

import "math"

// Exp is e**x.
func Exp(x float64) float64 {
	switch {
	case x != x || x > 710 || x < -746:
		return math.Exp(x)
	case math.Abs(x) < 0x1p-54:
		return 1 + x
	}
	return expSum(x, 0)
}

// expSum is e**(x+l) for an l that is tiny against x.
func expSum(x, l float64) float64 {
	k := math.RoundToEven(x * (128 / math.Ln2))
	a, b := x-k*ln2By1281, k*ln2By1282
	r := a - b
	d := fastSum(r, (a-r)-b-k*ln2By1283+l)
	return expTail(int(k), d.h, d.l)
}

// expTail is 2**(n/128) * e**(r+l) for |r| up to ln 2 / 256.
func expTail(n int, r, l float64) float64 {
	t := exp2Table[n&127]
	tail := l + r*r*(0.5+r*(1.0/6+r*(1.0/24+r*(1.0/120+r/720))))
	p := twoProd(t.h, r)
	s := fastSum(t.h, p.h)
	s.l += p.l + (t.l + t.h*tail + t.l*r)
	return s.ldexp(n >> 7)
}

// Exp2 is 2**x.
func Exp2(x float64) float64 {
	if x != x || x >= 1024 || x < -1076 {
		return math.Exp2(x)
	}
	k := math.RoundToEven(x * 128)
	p := twoProd(x-k/128, ln2.h)
	return expTail(int(k), p.h, p.l+(x-k/128)*ln2.l)
}

// Expm1 is e**x - 1. Unlike the others it and the functions built on it follow
// what C libraries have in common, with errors of up to two units in the last
// place: the formulas are the same everywhere, and so are the results.
func Expm1(x float64) float64 { return math.Expm1(x) }

// Sinh is the hyperbolic sine.
func Sinh(x float64) float64 {
	a := math.Abs(x)
	h := math.Copysign(0.5, x)
	switch {
	case x-x != 0 || a < 0x1p-28 || a > 711:
		return math.Sinh(x)
	case a < 1:
		t := math.Expm1(a)
		return h * (2*t - float64(t*t)/(t+1))
	case a < 22:
		t := math.Expm1(a)
		return h * (t + t/(t+1))
	case a < 709:
		return h * Exp(a)
	}
	w := Exp(0.5 * a)
	return float64(h*w) * w
}

// Cosh is the hyperbolic cosine.
func Cosh(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x-x != 0 || a > 711:
		return math.Cosh(x)
	case a < 0.5*math.Ln2:
		t := math.Expm1(a)
		w := 1 + t
		return 1 + float64(t*t)/(w+w)
	case a < 22:
		t := Exp(a)
		return float64(0.5*t) + 0.5/t
	case a < 709:
		return 0.5 * Exp(a)
	}
	w := Exp(0.5 * a)
	return float64(0.5*w) * w
}

// Tanh is the hyperbolic tangent.
func Tanh(x float64) float64 {
	a := math.Abs(x)
	var z float64
	switch {
	case x-x != 0 || a < 0x1p-55:
		return math.Tanh(x)
	case a >= 22:
		z = 1
	case a >= 1:
		z = 1 - 2/(math.Expm1(2*a)+2)
	default:
		t := math.Expm1(-2 * a)
		z = -t / (t + 2)
	}
	return math.Copysign(z, x)
}
