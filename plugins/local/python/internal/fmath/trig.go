package fmath

import (
	"math"
	"math/big"
	"math/bits"
	"sync"
)

// reduce is x - n*pi/2 with n the nearest integer, and n modulo 4.
func reduce(x float64) (r dd, quadrant int) {
	if math.Abs(x) < 0x1p19 {
		n := math.RoundToEven(x * (2 / math.Pi))
		// The first two parts have so few bits that the products are exact.
		r = twoSum(x-n*piBy21, -n*piBy22)
		return fastSum(r.h, r.l-n*piBy23), int(n) & 3
	}
	return reduceLarge(x)
}

// twoByPi are the binary digits of 2/pi after the point, in words of 64 from
// the most significant on.
var twoByPi = sync.OnceValue(func() []uint64 {
	// pi by Machin's formula, with some words more than the largest exponent asks for.
	const words = 22
	one := new(big.Int).Lsh(big.NewInt(1), words*64)
	arctan := func(n int64) *big.Int {
		sum, p, sq := new(big.Int), new(big.Int).Quo(one, big.NewInt(n)), big.NewInt(n*n)
		for k := int64(1); p.Sign() != 0; k += 2 {
			t := new(big.Int).Quo(p, big.NewInt(k))
			if k%4 == 3 {
				t.Neg(t)
			}
			sum.Add(sum, t)
			p.Quo(p, sq)
		}
		return sum
	}
	pi := new(big.Int).Mul(arctan(5), big.NewInt(16))
	pi.Sub(pi, new(big.Int).Mul(arctan(239), big.NewInt(4)))
	q := new(big.Int).Mul(one, one)
	q.Lsh(q, 1).Quo(q, pi)
	buf := q.FillBytes(make([]byte, words*8))
	out := make([]uint64, words)
	for i := range out {
		for _, b := range buf[8*i : 8*i+8] {
			out[i] = out[i]<<8 | uint64(b)
		}
	}
	return out
})

// reduceLarge multiplies by the digits of 2/pi that matter for x (Payne and
// Hanek's method).
func reduceLarge(x float64) (r dd, quadrant int) {
	b := math.Float64bits(math.Abs(x))
	m := b&(1<<52-1) | 1<<52
	e := int(b>>52) - 1023 - 52 // |x| = m * 2**e
	// The window begins 62 bits above the first digit that matters: what is
	// left out above gives multiples of 4. Before the digits there are zeros.
	const shift = 62
	from := e - shift
	table := twoByPi()
	word := func(i int) uint64 {
		if i < 0 {
			return 0
		}
		return table[i]
	}
	var w [4]uint64
	for i := range w {
		at, sh := from>>6+i, uint(from&63)
		w[i] = word(at)<<sh | word(at+1)>>1>>(63-sh)
	}
	// The product of m with the window: prod[0] is its whole part, and shifting
	// it moves the point to where it belongs.
	var prod [5]uint64
	var carry uint64
	for i := 3; i >= 0; i-- {
		hi, lo := bits.Mul64(m, w[i])
		lo, c := bits.Add64(lo, carry, 0)
		prod[i+1], carry = lo, hi+c
	}
	prod[0] = carry
	n := prod[1]>>(64-shift) | prod[0]<<shift
	var f [3]uint64
	for i := range f {
		f[i] = prod[i+1]<<shift | prod[i+2]>>(64-shift)
	}
	neg := false
	if f[0]>>63 != 0 {
		n++
		neg = true
		var c uint64
		f[2], c = bits.Sub64(0, f[2], 0)
		f[1], c = bits.Sub64(0, f[1], c)
		f[0], _ = bits.Sub64(0, f[0], c)
	}
	frac := wordsToDD(f)
	if neg {
		frac = frac.neg()
	}
	r, quadrant = frac.mul(halfPi), int(n&3)
	if x < 0 {
		r, quadrant = r.neg(), (4-quadrant)&3
	}
	return r, quadrant
}

// wordsToDD is a fraction of 192 bits.
func wordsToDD(f [3]uint64) dd {
	part := func(u uint64, e int) dd {
		return fastSum(float64(u>>32)*pow2(e+32), float64(u&(1<<32-1))*pow2(e))
	}
	return part(f[0], -64).add(part(f[1], -128)).add(part(f[2], -192))
}

// sinCos is sine and cosine of |r| <= pi/4, with an error of 2**-68.
func sinCos(r dd) (sin, cos dd) {
	neg := r.h < 0
	if neg {
		r = r.neg()
	}
	i := int(r.h*64 + 0.5)
	d := r.h - float64(i)/64
	q := d * d
	// d + sd is the sine of the rest, 1 + cd its cosine.
	sd := r.l + d*q*(-1.0/6+q*(1.0/120-q*(1.0/5040)))
	cd := q*(-0.5+q*(1.0/24+q*(-1.0/720+q*(1.0/40320)))) - d*r.l
	if i == 0 {
		sin, cos = dd{d, sd}, dd{1, cd}
	} else {
		ts, tc := sinTable[i], cosTable[i]
		p := twoProd(tc.h, d)
		sin = fastSum(ts.h, p.h)
		sin.l += p.l + (ts.l + tc.l*d + (tc.h*sd + ts.h*cd))
		p = twoProd(ts.h, d)
		cos = fastSum(tc.h, -p.h)
		cos.l += tc.l - p.l - ts.l*d + (tc.h*cd - ts.h*sd)
	}
	if neg {
		sin = sin.neg()
	}
	return sin, cos
}

// Sin is the sine.
func Sin(x float64) float64 {
	if x-x != 0 || math.Abs(x) < 0x1p-26 {
		return math.Sin(x)
	}
	r, q := reduce(x)
	s, c := sinCos(r)
	switch q {
	case 0:
		return s.float()
	case 1:
		return c.float()
	case 2:
		return -s.float()
	}
	return -c.float()
}

// Cos is the cosine.
func Cos(x float64) float64 {
	if x-x != 0 {
		return math.Cos(x)
	}
	r, q := reduce(x)
	s, c := sinCos(r)
	switch q {
	case 0:
		return c.float()
	case 1:
		return -s.float()
	case 2:
		return -c.float()
	}
	return s.float()
}

// Tan is the tangent.
func Tan(x float64) float64 {
	if x-x != 0 || math.Abs(x) < 0x1p-27 {
		return math.Tan(x)
	}
	r, q := reduce(x)
	s, c := sinCos(r)
	if q&1 != 0 {
		s, c = c.neg(), s
	}
	t := quo(fastSum(s.h, s.l), fastSum(c.h, c.l))
	return t.h + t.l
}

// quo is a/b with an error of about 2**-100.
func quo(a, b dd) dd {
	q := a.h / b.h
	return dd{q, (math.FMA(-q, b.h, a.h) - q*b.l + a.l) / b.h}
}

// atan is the arc tangent of 0 <= x <= 1.
func atan(x dd) dd {
	i := int(x.h*64 + 0.5)
	if i == 0 {
		q := x.h * x.h
		return dd{x.h, x.l + x.h*q*(-1.0/3+q*(1.0/5+q*(-1.0/7+q*(1.0/9-q/11))))}
	}
	c := float64(i) / 64
	p := twoProd(x.h, c)
	den := fastSum(1, p.h)
	den.l += p.l + x.l*c
	z := quo(dd{x.h - c, x.l}, den)
	q := z.h * z.h
	t := atanTable[i]
	s := fastSum(t.h, z.h)
	s.l += t.l + z.l + z.h*q*(-1.0/3+q*(1.0/5+q*(-1.0/7+q/9)))
	return s
}

// atan2 is the angle of the point (x, y) with y >= 0, x and y not both 0.
func atan2(y, x dd) float64 {
	ax := x
	if x.h < 0 {
		ax = x.neg()
	}
	var r dd
	if y.h <= ax.h {
		r = atan(quo(y, ax))
	} else {
		r = atan(quo(ax, y))
		s := fastSum(halfPi.h, -r.h)
		r = dd{s.h, s.l + halfPi.l - r.l}
	}
	if x.h < 0 {
		s := fastSum(pi.h, -r.h)
		r = dd{s.h, s.l + pi.l - r.l}
	}
	return r.h + r.l
}

// Atan is the arc tangent.
func Atan(x float64) float64 {
	a := math.Abs(x)
	if x != x || a < 0x1p-27 || a > 0x1p60 {
		return math.Atan(x)
	}
	return math.Copysign(atan2(dd{h: a}, dd{h: 1}), x)
}

// Atan2 is the angle of the point (x, y).
func Atan2(y, x float64) float64 {
	if x-x != 0 || y-y != 0 || x == 0 || y == 0 {
		return math.Atan2(y, x)
	}
	ay := math.Abs(y)
	ex, ey := int(math.Float64bits(x)>>52&0x7ff), int(math.Float64bits(y)>>52&0x7ff)
	switch d := ey - ex; {
	case d > 70 || d < -70 && x < 0:
		return math.Atan2(y, x)
	case d < -70:
		return math.Copysign(ay/x, y)
	}
	if ex < 100 || ex > 1946 || ey < 100 || ey > 1946 { // keep the products of rests apart from the limits
		ay, x = math.Ldexp(ay, 1023-ex), math.Ldexp(x, 1023-ex)
	}
	return math.Copysign(atan2(dd{h: ay}, dd{h: x}), y)
}

// Asin is the arc sine.
func Asin(x float64) float64 {
	a := math.Abs(x)
	if !(a < 1) || a < 0x1p-27 {
		return math.Asin(x)
	}
	return math.Copysign(atan2(dd{h: a}, cosOfSin(a)), x)
}

// Acos is the arc cosine.
func Acos(x float64) float64 {
	if !(math.Abs(x) < 1) {
		return math.Acos(x)
	}
	return atan2(cosOfSin(math.Abs(x)), dd{h: x})
}

// cosOfSin is the square root of 1 - a*a.
func cosOfSin(a float64) dd {
	w := twoSum(1, -a).mul(twoSum(1, a))
	s := math.Sqrt(w.h)
	return dd{s, (math.FMA(-s, s, w.h) + w.l) / (2 * s)}
}
