// Package half converts floats of 16 bits (binary16 of IEEE 754).
package half

import "math"

// FromFloat rounds to the nearest, ties to even; ok is false beyond the range.
func FromFloat(f float64) (bits uint16, ok bool) {
	sign := uint16(0)
	if math.Signbit(f) {
		sign, f = 0x8000, -f
	}
	switch {
	case math.IsNaN(f):
		return sign | 0x7E00, true
	case math.IsInf(f, 0):
		return sign | 0x7C00, true
	case f == 0:
		return sign, true
	}
	frac, exp := math.Frexp(f) // f = frac * 2**exp, frac from 0.5 to 1
	exp--                      // now frac*2 from 1 to 2
	if exp < -14 {
		// Subnormal: in units of 2**-24.
		return sign | uint16(math.RoundToEven(math.Ldexp(f, 24))), true
	}
	mantissa := math.RoundToEven(math.Ldexp(frac*2-1, 10))
	if mantissa == 1024 {
		mantissa, exp = 0, exp+1
	}
	if exp > 15 {
		return 0, false
	}
	return sign | uint16(exp+15)<<10 | uint16(mantissa), true
}

// ToFloat is exact.
func ToFloat(bits uint16) float64 {
	exp, mantissa := int(bits>>10&0x1F), float64(bits&0x3FF)
	f := 0.0
	switch exp {
	case 0:
		f = math.Ldexp(mantissa, -24)
	case 31:
		f = math.Inf(1)
		if mantissa != 0 {
			f = math.NaN()
		}
	default:
		f = math.Ldexp(1+mantissa/1024, exp-15)
	}
	if bits&0x8000 != 0 {
		f = -f
	}
	return f
}
