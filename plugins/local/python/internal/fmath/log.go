package fmath

import "math"

// logSplit divides a positive finite x into powers and tables: x is 2**k times
// p times the number whose logarithm is logTable[i], with p near 1.
func logSplit(x float64) (k float64, i int, p dd) {
	b := math.Float64bits(x)
	e := 0
	if b < 1<<52 {
		b = math.Float64bits(x * 0x1p54)
		e = -54
	}
	e += int(b>>52) - 1023
	i = int(b >> 45 & 127)
	if i >= 53 {
		e++ // the table has the logarithm of half the mantissa
	}
	m := math.Float64frombits(b&(1<<52-1) | 1023<<52)
	return float64(e), i, twoProd(m, logInverse[i])
}

// logDD is the natural logarithm of a positive finite x, with an error of some
// 2**-80.
func logDD(x float64) dd {
	k, i, p := logSplit(x)
	r := p.h - 1
	sq := twoProd(r, r)
	cube := twoProd(r, sq.h)
	c3 := twoProd(cube.h, third.h)
	tail := sq.h * sq.h * (-1.0/4 + r*(1.0/5+r*(-1.0/6+r*(1.0/7+r*(-1.0/8+r*(1.0/9+r*(-1.0/10+r*(1.0/11))))))))
	c := logTable[i]
	a := twoSum(k*ln2Hi, c.h)
	s := twoSum(a.h, r)
	u := twoSum(s.h, -sq.h/2)
	v := twoSum(u.h, c3.h)
	rest := c3.l + cube.h*third.l + (cube.l+r*sq.l)*third.h
	low := tail + (rest - sq.l/2 - r*(1-r)*p.l) + (c.l + k*ln2Lo) + p.l
	return fastSum(v.h, v.l+u.l+s.l+a.l+low)
}

// Log is the natural logarithm.
func Log(x float64) float64 {
	if !(x > 0) || x > math.MaxFloat64 {
		return math.Log(x)
	}
	k, i, p := logSplit(x)
	r := p.h - 1
	sq := twoProd(r, r)
	tail := p.l - r*p.l + r*sq.h*(1.0/3+r*(-1.0/4+r*(1.0/5+r*(-1.0/6+r*(1.0/7+r*(-1.0/8+r/9))))))
	if k == 0 && i == 0 {
		s := fastSum(r, -sq.h/2)
		return s.h + (s.l - sq.l/2 + tail)
	}
	c := logTable[i]
	a := twoSum(k*ln2Hi, c.h)
	s := twoSum(a.h, r)
	u := twoSum(s.h, -sq.h/2)
	return u.h + (u.l + s.l + a.l + c.l + k*ln2Lo - sq.l/2 + tail)
}

// Log2 is the logarithm to base 2.
func Log2(x float64) float64 {
	if !(x > 0) || x > math.MaxFloat64 {
		return math.Log2(x)
	}
	return logDD(x).mul(log2e).float()
}

// Log10 is the logarithm to base 10, computed as C libraries do: from the
// logarithm of the mantissa.
func Log10(x float64) float64 {
	if !(x > 0) || x > math.MaxFloat64 {
		return math.Log10(x)
	}
	m, e := math.Frexp(x)
	m, e = 2*m, e-1
	if e < 0 {
		m, e = m/2, e+1
	}
	y := float64(e)
	z := float64(y*log10Of2Lo) + float64(log10e.h*Log(m))
	return z + float64(y*log10Of2Hi)
}

// Log1p is log(1+x); see Expm1.
func Log1p(x float64) float64 { return math.Log1p(x) }

// Asinh is the inverse hyperbolic sine.
func Asinh(x float64) float64 {
	a := math.Abs(x)
	var w float64
	switch {
	case x-x != 0 || a < 0x1p-28:
		return math.Asinh(x)
	case a > 0x1p28:
		w = Log(a) + math.Ln2
	case a > 2:
		w = Log(2*a + 1/(math.Sqrt(float64(a*a)+1)+a))
	default:
		t := a * a
		w = math.Log1p(a + t/(1+math.Sqrt(1+t)))
	}
	return math.Copysign(w, x)
}

// Acosh is the inverse hyperbolic cosine.
func Acosh(x float64) float64 {
	switch {
	case !(x > 1) || x-x != 0:
		return math.Acosh(x)
	case x > 0x1p28:
		return Log(x) + math.Ln2
	case x > 2:
		return Log(2*x - 1/(x+math.Sqrt(float64(x*x)-1)))
	}
	t := x - 1
	return math.Log1p(t + math.Sqrt(2*t+float64(t*t)))
}

// Atanh is the inverse hyperbolic tangent.
func Atanh(x float64) float64 { return math.Atanh(x) }
