// Package math is Python's module math.
package math

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/internal/fmath"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("math", "This module provides access to the mathematical functions\ndefined by the C standard.")
	m.Add(functions...)
	m.Set("pi", py.Float(math.Pi))
	m.Set("e", py.Float(math.E))
	m.Set("tau", py.Float(2*math.Pi))
	m.Set("inf", py.Float(math.Inf(1)))
	m.Set("nan", py.Float(math.NaN()))
	return m, nil
}

var functions = []*py.Builtin{
	real1("acos", fmath.Acos, false), real1("acosh", fmath.Acosh, false),
	real1("asin", fmath.Asin, false), real1("asinh", fmath.Asinh, false),
	real1("atan", fmath.Atan, false), real1("atanh", fmath.Atanh, false),
	real1("cbrt", fmath.Cbrt, false), real1("cos", fmath.Cos, false), real1("cosh", fmath.Cosh, true),
	real1("exp", fmath.Exp, true), real1("exp2", fmath.Exp2, true), real1("expm1", fmath.Expm1, true),
	real1("fabs", math.Abs, false), real1("log1p", fmath.Log1p, false),
	real1("sin", fmath.Sin, false), real1("sinh", fmath.Sinh, true), real1("sqrt", math.Sqrt, false),
	real1("tan", fmath.Tan, false), real1("tanh", fmath.Tanh, false),
	real1("erf", math.Erf, false), real1("erfc", math.Erfc, false),
	real1("degrees", func(x float64) float64 { return x * (180 / math.Pi) }, true),
	real1("radians", func(x float64) float64 { return x * (math.Pi / 180) }, false),
	real1("ulp", ulp, true), real1("gamma", fmath.Gamma, true), real1("lgamma", fmath.Lgamma, true),
	real2("atan2", fmath.Atan2), real2("copysign", math.Copysign),
	py.Func("fmod", 2, 2, fmod), py.Func("remainder", 2, 2, remainder), py.Func("pow", 2, 2, pow),
	py.Func("log", 1, 2, log), py.Func("log2", 1, 1, logOf(fmath.Log2)), py.Func("log10", 1, 1, logOf(fmath.Log10)),
	test("isnan", func(x float64) bool { return x != x }),
	test("isinf", func(x float64) bool { return math.IsInf(x, 0) }),
	test("isfinite", func(x float64) bool { return x-x == 0 }),
	py.FuncSig("isclose", "a, b, *, rel_tol=1e-09, abs_tol=0.0", isclose),
	py.Func("frexp", 1, 1, frexp), py.Func("ldexp", 2, 2, ldexp), py.Func("modf", 1, 1, modf),
	py.FuncSig("nextafter", "x, y, /, *, steps=None", nextafter),
	py.Func("hypot", 0, -1, hypot), py.Func("dist", 2, 2, dist),
	py.Func("floor", 1, 1, rounding("__floor__", math.Floor)), py.Func("ceil", 1, 1, rounding("__ceil__", math.Ceil)),
	py.Func("trunc", 1, 1, trunc),
	py.Func("gcd", 0, -1, gcd), py.Func("lcm", 0, -1, lcm), py.Func("factorial", 1, 1, factorial),
	py.Func("comb", 2, 2, comb), py.Func("perm", 1, 2, perm), py.Func("isqrt", 1, 1, isqrt),
	py.Func("fsum", 1, 1, fsum), py.FuncSig("prod", "iterable, /, *, start=1", prod), py.Func("sumprod", 2, 2, sumprod),
}

func domainError() error { return py.ValueErrorf("math domain error") }
func rangeError() error  { return py.Raise(py.OverflowError, "math range error") }

func toFloat(vm *py.VM, v py.Value) (float64, error) {
	if v.IsFloat() {
		return v.AsFloat(), nil
	}
	return vm.ToFloat(v)
}

// real1 wraps a function of one float. A NaN that was not an argument is a
// domain error; so is an infinity, unless the function can overflow.
func real1(name string, f func(float64) float64, overflows bool) *py.Builtin {
	return py.Func(name, 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		x, err := toFloat(vm, a[0])
		if err != nil {
			return py.Value{}, err
		}
		r := f(x)
		if r-r != 0 && x-x == 0 {
			if overflows && r == r {
				if name == "gamma" && x <= 0 || name == "lgamma" && x <= 0 && x == math.Floor(x) {
					return py.Value{}, domainError()
				}
				return py.Value{}, rangeError()
			}
			return py.Value{}, domainError()
		}
		if r != r && x == x {
			return py.Value{}, domainError()
		}
		return py.Float(r), nil
	})
}

func floats2(vm *py.VM, a []py.Value) (x, y float64, err error) {
	if x, err = toFloat(vm, a[0]); err == nil {
		y, err = toFloat(vm, a[1])
	}
	return x, y, err
}

// real2 wraps a function of two floats that accepts all values.
func real2(name string, f func(x, y float64) float64) *py.Builtin {
	return py.Func(name, 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
		x, y, err := floats2(vm, a)
		return py.Float(f(x, y)), err
	})
}

func test(name string, f func(float64) bool) *py.Builtin {
	return py.Func(name, 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		x, err := toFloat(vm, a[0])
		return py.Bool(f(x)), err
	})
}

func fmod(vm *py.VM, a []py.Value) (py.Value, error) {
	x, y, err := floats2(vm, a)
	if err != nil {
		return py.Value{}, err
	}
	if math.IsInf(y, 0) && x-x == 0 {
		return py.Float(x), nil
	}
	r := math.Mod(x, y)
	if r != r && x == x && y == y {
		return py.Value{}, domainError()
	}
	return py.Float(r), nil
}

func remainder(vm *py.VM, a []py.Value) (py.Value, error) {
	x, y, err := floats2(vm, a)
	if err != nil {
		return py.Value{}, err
	}
	r := math.Remainder(x, y)
	if r != r && x == x && y == y {
		return py.Value{}, domainError()
	}
	return py.Float(r), nil
}

func pow(vm *py.VM, a []py.Value) (py.Value, error) {
	x, y, err := floats2(vm, a)
	if err != nil {
		return py.Value{}, err
	}
	r := fmath.Pow(x, y)
	if r-r != 0 && x-x == 0 && y-y == 0 {
		if r != r || x == 0 {
			return py.Value{}, domainError()
		}
		return py.Value{}, rangeError()
	}
	return py.Float(r), nil
}

// logOf wraps a logarithm; ints beyond the floats have one too.
func logOf(f func(float64) float64) py.NativeFunc {
	return func(vm *py.VM, a []py.Value) (py.Value, error) {
		r, err := logarithm(vm, a[0], f)
		return py.Float(r), err
	}
}

func logarithm(vm *py.VM, v py.Value, f func(float64) float64) (float64, error) {
	if b := v.BigInt(); b != nil {
		if b.V.Sign() <= 0 {
			return 0, domainError()
		}
		if n := b.V.BitLen(); n > 1023 {
			m, e := fraction(b.V)
			return f(m) + f(2)*float64(e), nil
		}
	}
	x, err := toFloat(vm, v)
	if err != nil {
		return 0, err
	}
	if x <= 0 {
		return 0, domainError()
	}
	return f(x), nil
}

func log(vm *py.VM, a []py.Value) (py.Value, error) {
	x, err := logarithm(vm, a[0], fmath.Log)
	if err != nil || len(a) == 1 {
		return py.Float(x), err
	}
	base, err := logarithm(vm, a[1], fmath.Log)
	if err != nil {
		return py.Value{}, err
	}
	if base == 0 {
		return py.Value{}, py.Raise(py.ZeroDivisionError, "float division by zero")
	}
	return py.Float(x / base), nil
}

func isclose(vm *py.VM, a []py.Value) (py.Value, error) {
	var f [4]float64
	for i := range f {
		var err error
		if f[i], err = toFloat(vm, a[i]); err != nil {
			return py.Value{}, err
		}
	}
	x, y, rel, abs := f[0], f[1], f[2], f[3]
	switch {
	case rel < 0 || abs < 0:
		return py.Value{}, py.ValueErrorf("tolerances must be non-negative")
	case x == y:
		return py.True, nil
	case math.IsInf(x, 0) || math.IsInf(y, 0):
		return py.False, nil
	}
	d := math.Abs(x - y)
	return py.Bool(d <= math.Abs(rel*y) || d <= math.Abs(rel*x) || d <= abs), nil
}

func frexp(vm *py.VM, a []py.Value) (py.Value, error) {
	x, err := toFloat(vm, a[0])
	if err != nil {
		return py.Value{}, err
	}
	m, e := x, 0
	if x-x == 0 {
		m, e = math.Frexp(x)
	}
	return vm.NewTuple([]py.Value{py.Float(m), py.Int(int64(e))}), nil
}

func ldexp(vm *py.VM, a []py.Value) (py.Value, error) {
	x, err := toFloat(vm, a[0])
	if err != nil {
		return py.Value{}, err
	}
	if !py.IsInstance(a[1], py.IntType) {
		return py.Value{}, py.TypeErrorf("Expected an int as second argument to ldexp.")
	}
	e, err := vm.IndexInt(a[1], nil)
	if err != nil {
		return py.Value{}, err
	}
	if x == 0 || x-x != 0 {
		return py.Float(x), nil
	}
	r := math.Ldexp(x, min(max(e, -5000), 5000))
	if math.IsInf(r, 0) {
		return py.Value{}, rangeError()
	}
	return py.Float(r), nil
}

func modf(vm *py.VM, a []py.Value) (py.Value, error) {
	x, err := toFloat(vm, a[0])
	if err != nil {
		return py.Value{}, err
	}
	whole, frac := math.Trunc(x), math.Copysign(0, x)
	if x != x {
		frac = x
	} else if x != whole {
		frac = x - whole
	}
	return vm.NewTuple([]py.Value{py.Float(frac), py.Float(whole)}), nil
}

func ulp(x float64) float64 {
	x = math.Abs(x)
	if x-x != 0 {
		return x
	}
	if next := math.Nextafter(x, math.Inf(1)); !math.IsInf(next, 0) {
		return next - x
	}
	return x - math.Nextafter(x, 0)
}

func nextafter(vm *py.VM, a []py.Value) (py.Value, error) {
	x, y, err := floats2(vm, a)
	if err != nil {
		return py.Value{}, err
	}
	if a[2].IsNone() {
		return py.Float(math.Nextafter(x, y)), nil
	}
	n, err := vm.IndexInt(a[2], nil)
	if err != nil {
		return py.Value{}, err
	}
	if n < 0 {
		return py.Value{}, py.ValueErrorf("steps must be a non-negative integer")
	}
	switch {
	case n == 0:
		return py.Float(x), nil
	case x != x:
		return py.Float(x), nil
	case y != y || x == y:
		return py.Float(y), nil
	}
	// On the line of all floats, numbered so that 0 is 0.
	from, to := position(x), position(y)
	if from < to {
		if uint64(to-from) <= uint64(n) {
			return py.Float(y), nil
		}
		from += int64(n)
	} else {
		if uint64(from-to) <= uint64(n) {
			return py.Float(y), nil
		}
		from -= int64(n)
	}
	if from < 0 {
		return py.Float(-math.Float64frombits(uint64(-from))), nil
	}
	if from == 0 {
		return py.Float(math.Copysign(0, x)), nil
	}
	return py.Float(math.Float64frombits(uint64(from))), nil
}

func position(x float64) int64 {
	if p := int64(math.Float64bits(math.Abs(x))); x < 0 {
		return -p
	} else {
		return p
	}
}

func hypot(vm *py.VM, a []py.Value) (py.Value, error) {
	coords := make([]float64, len(a))
	for i, v := range a {
		var err error
		if coords[i], err = toFloat(vm, v); err != nil {
			return py.Value{}, err
		}
	}
	return py.Float(norm(coords)), nil
}

func norm(v []float64) float64 {
	nan := false
	for _, x := range v {
		if math.IsInf(x, 0) {
			return math.Inf(1)
		}
		nan = nan || x != x
	}
	if nan {
		return math.NaN()
	}
	return fmath.Norm(v)
}

func dist(vm *py.VM, a []py.Value) (py.Value, error) {
	p, err := vm.Collect(a[0])
	if err != nil {
		return py.Value{}, err
	}
	q, err := vm.Collect(a[1])
	if err != nil {
		return py.Value{}, err
	}
	if len(p) != len(q) {
		return py.Value{}, py.ValueErrorf("both points must have the same number of dimensions")
	}
	diff := make([]float64, len(p))
	for i := range p {
		x, y, err := floats2(vm, []py.Value{p[i], q[i]})
		if err != nil {
			return py.Value{}, err
		}
		diff[i] = x - y
	}
	return py.Float(norm(diff)), nil
}

// rounding is floor or ceil: of a float, else what the method gives.
func rounding(method string, f func(float64) float64) py.NativeFunc {
	name := py.Name(method)
	return func(vm *py.VM, a []py.Value) (py.Value, error) {
		v := a[0]
		if !v.IsFloat() {
			if v.IsInt() {
				return v, nil
			}
			r, err := vm.CallSpecial(v, name)
			if err != nil || r.Bound() {
				return r, err
			}
		}
		x, err := toFloat(vm, v)
		if err != nil {
			return py.Value{}, err
		}
		return vm.ToInt(py.Float(f(x)))
	}
}

var nameTrunc = py.Name("__trunc__")

func trunc(vm *py.VM, a []py.Value) (py.Value, error) {
	if a[0].IsFloat() {
		return vm.ToInt(a[0])
	}
	r, err := vm.CallSpecial(a[0], nameTrunc)
	if err == nil && !r.Bound() {
		err = py.TypeErrorf("type %s doesn't define __trunc__ method", a[0].Type().Name)
	}
	return r, err
}
