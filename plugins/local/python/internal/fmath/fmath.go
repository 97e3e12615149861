// Package fmath has the elementary functions of float64, rounded correctly but
// for one case in many thousands: CPython's results come from C libraries that
// are as good, and Go's package math is not, so results would differ in the
// last digit. Values are computed as sums of two floats, with an error of about
// 2**-70, and rounded once at the end.
package fmath

//go:generate go run gen.go

import "math"

// dd is the unevaluated sum of two floats, the second at most half a unit in
// the last place of the first.
type dd struct{ h, l float64 }

// twoSum is a+b exactly.
func twoSum(a, b float64) dd {
	s := a + b
	t := s - a
	return dd{s, (a - (s - t)) + (b - t)}
}

// fastSum is a+b exactly where |a| >= |b|, or a is 0.
func fastSum(a, b float64) dd {
	s := a + b
	return dd{s, b - (s - a)}
}

// twoProd is a*b exactly.
func twoProd(a, b float64) dd {
	p := a * b
	return dd{p, math.FMA(a, b, -p)}
}

func (a dd) add(b dd) dd {
	s := twoSum(a.h, b.h)
	t := twoSum(a.l, b.l)
	s = fastSum(s.h, s.l+t.h)
	return fastSum(s.h, s.l+t.l)
}

func (a dd) mul(b dd) dd {
	p := twoProd(a.h, b.h)
	return fastSum(p.h, p.l+math.FMA(a.h, b.l, a.l*b.h))
}

func (a dd) mulf(b float64) dd {
	p := twoProd(a.h, b)
	return fastSum(p.h, math.FMA(a.l, b, p.l))
}

func (a dd) neg() dd { return dd{-a.h, -a.l} }

func (a dd) sqrt() dd {
	if a.h <= 0 {
		return dd{}
	}
	s := math.Sqrt(a.h)
	r := a.add(twoProd(s, s).neg())
	return fastSum(s, r.h/(2*s))
}

func (a dd) float() float64 { return a.h + a.l }

// pow2 is 2**e for an e within the normal range.
func pow2(e int) float64 { return math.Float64frombits(uint64(e+1023) << 52) }

// ldexp is a*2**e rounded once, also where the result is subnormal; a is
// about 1.
func (a dd) ldexp(e int) float64 {
	switch {
	case e > -1020 && e < 1023:
		return a.float() * pow2(e)
	case e >= 1023:
		return a.float() * pow2(1023-2) * pow2(min(e-1021, 1023))
	case e < -1080:
		return math.Ldexp(a.h, e)
	}
	// Adding 2**52 units of the result's last place rounds to that place.
	big := math.Copysign(1.5*pow2(52-1074-e), a.h)
	s := twoSum(big, a.h)
	r := s.h + (s.l + a.l) - big
	return math.Ldexp(r, e)
}
