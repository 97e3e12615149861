package fmath

import "math"

// Lanczos' approximation of the gamma function with 13 terms and g as below:
// gamma(x) = (x+g-1/2)**(x-1/2) / e**(x+g-1/2) * sum(x), where sum is a
// quotient of polynomials.
const (
	lanczosG = 6.024680040776729583740234375
	gHalf    = lanczosG - 0.5
)

var (
	lanczosNum = [...]float64{
		23531376880.410759688572007674451636754734846804940,
		42919803642.649098768957899047001988850926355848959,
		35711959237.355668049440185451547166705960488635843,
		17921034426.037209699919755754458931112671403265390,
		6039542586.3520280050642916443072979210699388420708,
		1439720407.3117216736632230727949123939715485786372,
		248874557.86205415651146038641322942321632125127801,
		31426415.585400194380614231628318205362874684987640,
		2876370.6289353724412254090516208496135991145378768,
		186056.26539522349504029498971604569928220784236328,
		8071.6720023658162106380029022722506138218516325024,
		210.82427775157934587250973392071336271166969580291,
		2.5066282746310002701649081771338373386264310793408,
	}
	// The coefficients of x(x+1)...(x+11).
	lanczosDen = [...]float64{0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1}
)

func lanczosSum(x float64) float64 {
	var num, den float64
	if x < 5 {
		for i := len(lanczosNum) - 1; i >= 0; i-- {
			num = float64(num*x) + lanczosNum[i]
			den = float64(den*x) + lanczosDen[i]
		}
	} else {
		for i := range lanczosNum {
			num = num/x + lanczosNum[i]
			den = den/x + lanczosDen[i]
		}
	}
	return num / den
}

// sinPi is sin(pi*x) for x >= 0, exact at multiples of 1/2.
func sinPi(x float64) float64 {
	y := math.Mod(x, 2)
	switch int(math.Round(2 * y)) {
	case 0:
		return Sin(math.Pi * y)
	case 1:
		return Cos(math.Pi * (y - 0.5))
	case 2:
		return Sin(math.Pi * (1 - y))
	case 3:
		return -Cos(math.Pi * (y - 1.5))
	}
	return Sin(math.Pi * (y - 2))
}

// Gamma is the gamma function. It gives infinity at 0 and where the result is too large, NaN at the
// other poles.
func Gamma(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x || math.IsInf(x, 1):
		return x
	case math.IsInf(x, -1):
		return math.NaN()
	case x == 0:
		return math.Copysign(math.Inf(1), x)
	case x == math.Floor(x) && x < 0:
		return math.NaN()
	case x == math.Floor(x) && x <= 23:
		r := 1.0
		for i := 2.0; i < x; i++ {
			r *= i
		}
		return r
	case a < 1e-20:
		return 1 / x
	case x > 200:
		return math.Inf(1)
	case x < -200:
		return 0 / -sinPi(a)
	}
	y := a + gHalf
	// What the sum lost.
	var z float64
	if a > gHalf {
		z = (y - a) - gHalf
	} else {
		z = (y - gHalf) - a
	}
	z = z * lanczosG / y
	power := func(r float64, f func(r, p float64) float64) float64 {
		if a < 140 {
			return f(r, Pow(y, a-0.5))
		}
		root := Pow(y, float64(a/2)-0.25)
		return f(f(r, root), root)
	}
	if x < 0 {
		r := -math.Pi / sinPi(a) / a * Exp(y) / lanczosSum(a)
		r -= float64(z * r)
		return power(r, func(r, p float64) float64 { return r / p })
	}
	r := lanczosSum(a) / Exp(y)
	r += float64(z * r)
	return power(r, func(r, p float64) float64 { return r * p })
}

// Lgamma is the logarithm of |gamma(x)|; infinity at the poles.
func Lgamma(x float64) float64 {
	a := math.Abs(x)
	switch {
	case x != x:
		return x
	case math.IsInf(x, 0):
		return math.Inf(1)
	case x == math.Floor(x) && x <= 2:
		if x <= 0 {
			return math.Inf(1)
		}
		return 0
	case a < 1e-20:
		return -Log(a)
	}
	r := Log(lanczosSum(a)) - lanczosG
	r += float64((a - 0.5) * (Log(a+lanczosG-0.5) - 1))
	if x < 0 {
		const logPi = 1.144729885849400174143427351353058711647
		r = logPi - Log(math.Abs(sinPi(a))) - Log(a) - r
	}
	return r
}
