// Package cmath is Python's module cmath. The formulas are Kahan's, which keep
// the signs of zeros and the digits near branch cuts.
package cmath

import (
	"math"
	"math/cmplx"

	"github.com/airlockhq/airlock/plugins/local/python/internal/fmath"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("cmath", "This module provides access to mathematical functions for complex\nnumbers.")
	m.Add(functions...)
	for name, f := range map[string]float64{"pi": math.Pi, "e": math.E, "tau": 2 * math.Pi, "inf": math.Inf(1), "nan": math.NaN()} {
		m.Set(name, py.Float(f))
	}
	m.Set("infj", vm.NewComplex(complex(0, math.Inf(1))))
	m.Set("nanj", vm.NewComplex(complex(0, math.NaN())))
	return m, nil
}

var functions = []*py.Builtin{
	function("sqrt", sqrt, cmplx.Sqrt), function("exp", exp, cmplx.Exp), function("log10", log10, cmplx.Log10),
	function("acos", acos, cmplx.Acos), function("asin", asin, cmplx.Asin), function("atan", atan, cmplx.Atan),
	function("cos", func(z complex128) complex128 { return cosh(timesI(z)) }, cmplx.Cos),
	function("sin", func(z complex128) complex128 { return overI(sinh(timesI(z))) }, cmplx.Sin),
	function("tan", func(z complex128) complex128 { return overI(tanh(timesI(z))) }, cmplx.Tan),
	function("acosh", acosh, cmplx.Acosh), function("asinh", asinh, cmplx.Asinh), function("atanh", atanh, cmplx.Atanh),
	function("cosh", cosh, cmplx.Cosh), function("sinh", sinh, cmplx.Sinh), function("tanh", tanh, cmplx.Tanh),
	py.Func("log", 1, 2, logBase), py.Func("phase", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		z, err := vm.ToComplex(a[0])
		return py.Float(fmath.Atan2(imag(z), real(z))), err
	}),
	py.Func("polar", 1, 1, polar), py.Func("rect", 2, 2, rect),
	predicate("isfinite", func(x, y float64) bool { return x-x == 0 && y-y == 0 }),
	predicate("isinf", func(x, y float64) bool { return math.IsInf(x, 0) || math.IsInf(y, 0) }),
	predicate("isnan", func(x, y float64) bool { return x != x || y != y }),
	py.FuncSig("isclose", "a, b, *, rel_tol=1e-09, abs_tol=0.0", isClose),
}

func timesI(z complex128) complex128 { return complex(-imag(z), real(z)) }
func overI(z complex128) complex128  { return complex(imag(z), -real(z)) }

func finite(z complex128) bool { return real(z)-real(z) == 0 && imag(z)-imag(z) == 0 }

func domainError() error { return py.ValueErrorf("math domain error") }
func rangeError() error  { return py.Raise(py.OverflowError, "math range error") }

// function wraps f; special is for arguments that are not finite.
func function(name string, f, special func(complex128) complex128) *py.Builtin {
	return py.Func(name, 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		z, err := vm.ToComplex(a[0])
		if err != nil {
			return py.Value{}, err
		}
		if !finite(z) {
			return vm.NewComplex(special(z)), nil
		}
		if name == "log10" && z == 0 || (name == "atanh" && (z == 1 || z == -1)) || (name == "atan" && (z == 1i || z == -1i)) {
			return py.Value{}, domainError()
		}
		r := f(z)
		if !finite(r) {
			return py.Value{}, rangeError()
		}
		return vm.NewComplex(r), nil
	})
}

func predicate(name string, f func(x, y float64) bool) *py.Builtin {
	return py.Func(name, 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		z, err := vm.ToComplex(a[0])
		return py.Bool(f(real(z), imag(z))), err
	})
}

func sqrt(z complex128) complex128 {
	x, y := real(z), imag(z)
	if x == 0 && y == 0 {
		return complex(0, y)
	}
	ax, ay := math.Abs(x), math.Abs(y)
	var s float64
	if ax < 0x1p-1022 && ay < 0x1p-1022 && (ax > 0 || ay > 0) {
		ax = math.Ldexp(ax, 52)
		s = math.Ldexp(math.Sqrt(ax+fmath.Hypot(ax, math.Ldexp(ay, 52))), -27) * math.Sqrt2
	} else {
		ax /= 8
		s = 2 * math.Sqrt(ax+fmath.Hypot(ax, ay/8))
	}
	d := ay / (2 * s)
	if x >= 0 {
		return complex(s, math.Copysign(d, y))
	}
	return complex(d, math.Copysign(s, y))
}

func exp(z complex128) complex128 {
	x, y := real(z), imag(z)
	if x > 708 { // e**x alone may be too large
		l := fmath.Exp(x - 1)
		return complex(l*fmath.Cos(y)*math.E, l*fmath.Sin(y)*math.E)
	}
	l := fmath.Exp(x)
	return complex(l*fmath.Cos(y), l*fmath.Sin(y))
}

// logarithm is the natural logarithm of z other than 0.
func logarithm(z complex128) complex128 {
	ax, ay := math.Abs(real(z)), math.Abs(imag(z))
	angle := fmath.Atan2(imag(z), real(z))
	h := fmath.Hypot(ax, ay)
	switch {
	case math.IsInf(h, 0):
		return complex(fmath.Log(fmath.Hypot(ax/2, ay/2))+math.Ln2, angle)
	case h < 0x1p-1000:
		return complex(fmath.Log(fmath.Hypot(math.Ldexp(ax, 53), math.Ldexp(ay, 53)))-53*math.Ln2, angle)
	case h >= 0.71 && h <= 1.73:
		big, small := max(ax, ay), min(ax, ay)
		return complex(fmath.Log1p(float64((big-1)*(big+1))+float64(small*small))/2, angle)
	}
	return complex(fmath.Log(h), angle)
}

func log10(z complex128) complex128 {
	l := logarithm(z)
	return complex(real(l)/math.Ln10, imag(l)/math.Ln10)
}

func logBase(vm *py.VM, a []py.Value) (py.Value, error) {
	var l [2]complex128
	for i, v := range a {
		z, err := vm.ToComplex(v)
		if err != nil {
			return py.Value{}, err
		}
		switch {
		case z == 0:
			return py.Value{}, domainError()
		case finite(z):
			l[i] = logarithm(z)
		default:
			l[i] = cmplx.Log(z)
		}
	}
	if len(a) == 1 {
		return vm.NewComplex(l[0]), nil
	}
	return vm.Binary(py.OpTrueDiv, vm.NewComplex(l[0]), vm.NewComplex(l[1]))
}

func acos(z complex128) complex128 {
	x, y := real(z), imag(z)
	s1, s2 := sqrt(complex(1-x, -y)), sqrt(complex(1+x, y))
	return complex(2*fmath.Atan2(real(s1), real(s2)), fmath.Asinh(float64(real(s2)*imag(s1))-float64(imag(s2)*real(s1))))
}

func acosh(z complex128) complex128 {
	x, y := real(z), imag(z)
	s1, s2 := sqrt(complex(x-1, y)), sqrt(complex(x+1, y))
	return complex(fmath.Asinh(float64(real(s1)*real(s2))+float64(imag(s1)*imag(s2))), 2*fmath.Atan2(imag(s1), real(s2)))
}

func asinh(z complex128) complex128 {
	x, y := real(z), imag(z)
	s1, s2 := sqrt(complex(1+y, -x)), sqrt(complex(1-y, x))
	return complex(
		fmath.Asinh(float64(real(s1)*imag(s2))-float64(real(s2)*imag(s1))),
		fmath.Atan2(y, float64(real(s1)*real(s2))-float64(imag(s1)*imag(s2))),
	)
}

func asin(z complex128) complex128 { return overI(asinh(timesI(z))) }

func atanh(z complex128) complex128 {
	x, y := real(z), imag(z)
	if x < 0 || x == 0 && math.Signbit(x) {
		return -atanh(-z)
	}
	ay := math.Abs(y)
	if x == 1 && ay < 1e-150 {
		return complex(-fmath.Log(math.Sqrt(ay)/math.Sqrt(fmath.Hypot(ay, 2))), math.Copysign(fmath.Atan2(2, -ay)/2, y))
	}
	return complex(
		fmath.Log1p(4*x/(float64((1-x)*(1-x))+float64(ay*ay)))/4,
		-fmath.Atan2(-2*y, float64((1-x)*(1+x))-float64(ay*ay))/2,
	)
}

func atan(z complex128) complex128 { return overI(atanh(timesI(z))) }

func cosh(z complex128) complex128 {
	x, y := real(z), imag(z)
	return complex(fmath.Cos(y)*fmath.Cosh(x), fmath.Sin(y)*fmath.Sinh(x))
}

func sinh(z complex128) complex128 {
	x, y := real(z), imag(z)
	return complex(fmath.Cos(y)*fmath.Sinh(x), fmath.Sin(y)*fmath.Cosh(x))
}

func tanh(z complex128) complex128 {
	x, y := real(z), imag(z)
	if math.Abs(x) > 354 {
		return complex(math.Copysign(1, x), 4*fmath.Sin(y)*fmath.Cos(y)*fmath.Exp(-2*math.Abs(x)))
	}
	tx, ty, cx := fmath.Tanh(x), fmath.Tan(y), 1/fmath.Cosh(x)
	p := tx * ty
	den := 1 + float64(p*p)
	return complex(tx*(1+float64(ty*ty))/den, (ty/den*cx)*cx)
}

func polar(vm *py.VM, a []py.Value) (py.Value, error) {
	z, err := vm.ToComplex(a[0])
	if err != nil {
		return py.Value{}, err
	}
	r := fmath.Hypot(real(z), imag(z))
	if math.IsInf(r, 0) && finite(z) {
		return py.Value{}, rangeError()
	}
	return vm.NewTuple([]py.Value{py.Float(r), py.Float(fmath.Atan2(imag(z), real(z)))}), nil
}

func rect(vm *py.VM, a []py.Value) (py.Value, error) {
	r, err := vm.ToFloat(a[0])
	if err != nil {
		return py.Value{}, err
	}
	phi, err := vm.ToFloat(a[1])
	if err != nil {
		return py.Value{}, err
	}
	if math.IsInf(phi, 0) && r != 0 && r == r {
		return py.Value{}, domainError()
	}
	if phi == 0 {
		return vm.NewComplex(complex(r, r*phi)), nil
	}
	return vm.NewComplex(complex(r*fmath.Cos(phi), r*fmath.Sin(phi))), nil
}

func isClose(vm *py.VM, a []py.Value) (py.Value, error) {
	x, err := vm.ToComplex(a[0])
	if err != nil {
		return py.Value{}, err
	}
	y, err := vm.ToComplex(a[1])
	if err != nil {
		return py.Value{}, err
	}
	rel, err := vm.ToFloat(a[2])
	if err != nil {
		return py.Value{}, err
	}
	abs, err := vm.ToFloat(a[3])
	if err != nil {
		return py.Value{}, err
	}
	switch {
	case rel < 0 || abs < 0:
		return py.Value{}, py.ValueErrorf("tolerances must be non-negative")
	case x == y:
		return py.True, nil
	case !finite(x) || !finite(y):
		return py.False, nil
	}
	d := fmath.Hypot(real(x-y), imag(x-y))
	ax, ay := fmath.Hypot(real(x), imag(x)), fmath.Hypot(real(y), imag(y))
	return py.Bool(d <= rel*ay || d <= rel*ax || d <= abs), nil
}
