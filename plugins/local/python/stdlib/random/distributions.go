package random

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/internal/fmath"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

const twoPi = 2 * math.Pi

var (
	normalMagic = 4 * fmath.Exp(-0.5) / math.Sqrt(2)
	gammaMagic  = 1 + fmath.Log(4.5)
	log4        = fmath.Log(4)
)

func distributionMethods() []*py.Builtin {
	return []*py.Builtin{
		py.MethodSig("uniform", "a, b", uniform),
		py.MethodSig("triangular", "low=0.0, high=1.0, mode=None", triangular),
		py.MethodSig("normalvariate", "mu=0.0, sigma=1.0", normal),
		py.MethodSig("gauss", "mu=0.0, sigma=1.0", gauss),
		py.MethodSig("lognormvariate", "mu, sigma", lognormal),
		py.MethodSig("expovariate", "lambd=1.0", exponential),
		py.MethodSig("vonmisesvariate", "mu, kappa", vonMises),
		py.MethodSig("gammavariate", "alpha, beta", gammaVariate),
		py.MethodSig("betavariate", "alpha, beta", betaVariate),
		py.MethodSig("paretovariate", "alpha", pareto),
		py.MethodSig("weibullvariate", "alpha, beta", weibull),
		py.MethodSig("binomialvariate", "n=1, p=0.5", binomial),
	}
}

// calc evaluates with Python's operators, floats without a detour; the first
// error stays.
type calc struct {
	vm  *py.VM
	err error
}

func (c *calc) op(op py.BinaryOp, a, b py.Value) py.Value {
	if c.err != nil {
		return py.Float(0)
	}
	if a.IsFloat() && b.IsFloat() {
		switch op {
		case py.OpAdd:
			return py.Float(a.AsFloat() + b.AsFloat())
		case py.OpSub:
			return py.Float(a.AsFloat() - b.AsFloat())
		case py.OpMul:
			return py.Float(a.AsFloat() * b.AsFloat())
		}
	}
	var r py.Value
	r, c.err = c.vm.Binary(op, a, b)
	return r
}

func (c *calc) add(a, b py.Value) py.Value { return c.op(py.OpAdd, a, b) }
func (c *calc) sub(a, b py.Value) py.Value { return c.op(py.OpSub, a, b) }
func (c *calc) mul(a, b py.Value) py.Value { return c.op(py.OpMul, a, b) }

// linear is mu + z*sigma.
func linear(vm *py.VM, mu, sigma py.Value, z float64) (py.Value, error) {
	c := calc{vm: vm}
	r := c.add(mu, c.mul(py.Float(z), sigma))
	return r, c.err
}

func floats(vm *py.VM, a ...py.Value) (f [2]float64, err error) {
	for i, v := range a {
		if f[i], err = vm.ToFloat(v); err != nil {
			return f, err
		}
	}
	return f, nil
}

func uniform(vm *py.VM, a []py.Value) (py.Value, error) {
	s := sourceOf(vm, a[0])
	c := calc{vm: vm}
	width := c.sub(a[2], a[1])
	if c.err != nil {
		return py.Value{}, c.err
	}
	r, err := s.float()
	if err != nil {
		return py.Value{}, err
	}
	v := c.add(a[1], c.mul(width, py.Float(r)))
	return v, c.err
}

func triangular(vm *py.VM, a []py.Value) (py.Value, error) {
	low, high, mode := a[1], a[2], a[3]
	s := sourceOf(vm, a[0])
	u, err := s.float()
	if err != nil {
		return py.Value{}, err
	}
	c := calc{vm: vm}
	at := py.Float(0.5)
	if !mode.IsNone() {
		at = c.op(py.OpTrueDiv, c.sub(mode, low), c.sub(high, low))
		if e, ok := c.err.(*py.Exception); ok && e.Type().IsSubtype(py.ZeroDivisionError) {
			return low, nil
		}
	}
	if c.err != nil {
		return py.Value{}, c.err
	}
	f, err := vm.ToFloat(at)
	if err != nil {
		return py.Value{}, err
	}
	if u > f {
		u, f = 1-u, 1-f
		low, high = high, low
	}
	if u*f < 0 {
		return py.Value{}, py.ValueErrorf("math domain error")
	}
	r := c.add(low, c.mul(c.sub(high, low), py.Float(math.Sqrt(u*f))))
	return r, c.err
}

// unitNormal is a standard normal by the ratio of uniforms.
func unitNormal(s *source) (float64, error) {
	for {
		u1, err := s.float()
		if err != nil {
			return 0, err
		}
		u2, err := s.float()
		if err != nil {
			return 0, err
		}
		u2 = 1 - u2
		z := normalMagic * (u1 - 0.5) / u2
		if z*z/4 <= -fmath.Log(u2) {
			return z, nil
		}
		if err := s.vm.Tick(1); err != nil {
			return 0, err
		}
	}
}

func normal(vm *py.VM, a []py.Value) (py.Value, error) {
	s := sourceOf(vm, a[0])
	z, err := unitNormal(&s)
	if err != nil {
		return py.Value{}, err
	}
	return linear(vm, a[1], a[2], z)
}

func gauss(vm *py.VM, a []py.Value) (py.Value, error) {
	s := sourceOf(vm, a[0])
	next := s.g.gaussNext
	s.g.gaussNext = py.None
	if next.IsNone() {
		u, err := s.float()
		if err != nil {
			return py.Value{}, err
		}
		w, err := s.float()
		if err != nil {
			return py.Value{}, err
		}
		angle, radius := u*twoPi, math.Sqrt(-2*fmath.Log(1-w))
		next = py.Float(fmath.Cos(angle) * radius)
		s.g.gaussNext = py.Float(fmath.Sin(angle) * radius)
	}
	c := calc{vm: vm}
	r := c.add(a[1], c.mul(next, a[2]))
	return r, c.err
}

func lognormal(vm *py.VM, a []py.Value) (py.Value, error) {
	v, err := normal(vm, a)
	if err != nil {
		return py.Value{}, err
	}
	x, err := vm.ToFloat(v)
	if err != nil {
		return py.Value{}, err
	}
	return expResult(x)
}

func expResult(x float64) (py.Value, error) {
	r := fmath.Exp(x)
	if math.IsInf(r, 0) && !math.IsInf(x, 0) {
		return py.Value{}, py.Raise(py.OverflowError, "math range error")
	}
	return py.Float(r), nil
}

func exponential(vm *py.VM, a []py.Value) (py.Value, error) {
	s := sourceOf(vm, a[0])
	u, err := s.float()
	if err != nil {
		return py.Value{}, err
	}
	return vm.Binary(py.OpTrueDiv, py.Float(-fmath.Log(1-u)), a[1])
}

func vonMises(vm *py.VM, a []py.Value) (py.Value, error) {
	f, err := floats(vm, a[1], a[2])
	if err != nil {
		return py.Value{}, err
	}
	mu, kappa := f[0], f[1]
	s := sourceOf(vm, a[0])
	if kappa <= 1e-6 {
		u, err := s.float()
		return py.Float(twoPi * u), err
	}
	h := 0.5 / kappa
	r := h + math.Sqrt(1+float64(h*h))
	var z float64
	for {
		u1, err := s.float()
		if err != nil {
			return py.Value{}, err
		}
		z = fmath.Cos(math.Pi * u1)
		d := z / (r + z)
		u2, err := s.float()
		if err != nil {
			return py.Value{}, err
		}
		if u2 < 1-float64(d*d) || u2 <= float64((1-d)*fmath.Exp(d)) {
			break
		}
		if err := vm.Tick(1); err != nil {
			return py.Value{}, err
		}
	}
	q := 1 / r
	x := (q + z) / (1 + float64(q*z))
	u3, err := s.float()
	if err != nil {
		return py.Value{}, err
	}
	angle := mu - fmath.Acos(x)
	if u3 > 0.5 {
		angle = mu + fmath.Acos(x)
	}
	return vm.Binary(py.OpMod, py.Float(angle), py.Float(twoPi))
}

func gammaVariate(vm *py.VM, a []py.Value) (py.Value, error) {
	f, err := floats(vm, a[1], a[2])
	if err != nil {
		return py.Value{}, err
	}
	s := sourceOf(vm, a[0])
	r, err := s.gamma(f[0], f[1])
	return py.Float(r), err
}

// gamma draws by Cheng's method for alpha above 1, by Ahrens and Dieter's
// (GS) below.
func (s *source) gamma(alpha, beta float64) (float64, error) {
	if !(alpha > 0 && beta > 0) && (alpha <= 0 || beta <= 0) {
		return 0, py.ValueErrorf("gammavariate: alpha and beta must be > 0.0")
	}
	switch {
	case alpha > 1:
		x, err := s.gammaLarge(alpha)
		return x * beta, err
	case alpha == 1:
		u, err := s.float()
		return -fmath.Log(1-u) * beta, err
	}
	x, err := s.gammaSmall(alpha)
	return x * beta, err
}

func (s *source) gammaLarge(alpha float64) (float64, error) {
	ainv := math.Sqrt(2*alpha - 1)
	bbb, ccc := alpha-log4, alpha+ainv
	for {
		if err := s.vm.Tick(1); err != nil {
			return 0, err
		}
		u1, err := s.float()
		if err != nil {
			return 0, err
		}
		if !(1e-7 < u1 && u1 < 0.9999999) {
			continue
		}
		u2, err := s.float()
		if err != nil {
			return 0, err
		}
		u2 = 1 - u2
		v := fmath.Log(u1/(1-u1)) / ainv
		x := alpha * fmath.Exp(v)
		z := u1 * u1 * u2
		r := bbb + float64(ccc*v) - x
		if r+gammaMagic-float64(4.5*z) >= 0 || r >= fmath.Log(z) {
			return x, nil
		}
	}
}

func (s *source) gammaSmall(alpha float64) (float64, error) {
	for {
		if err := s.vm.Tick(1); err != nil {
			return 0, err
		}
		u, err := s.float()
		if err != nil {
			return 0, err
		}
		b := (math.E + alpha) / math.E
		p := b * u
		var x float64
		if p <= 1 {
			x = fmath.Pow(p, 1/alpha)
		} else {
			x = -fmath.Log((b - p) / alpha)
		}
		u1, err := s.float()
		if err != nil {
			return 0, err
		}
		if p > 1 && u1 <= fmath.Pow(x, alpha-1) || p <= 1 && u1 <= fmath.Exp(-x) {
			return x, nil
		}
	}
}

func betaVariate(vm *py.VM, a []py.Value) (py.Value, error) {
	f, err := floats(vm, a[1], a[2])
	if err != nil {
		return py.Value{}, err
	}
	s := sourceOf(vm, a[0])
	y, err := s.gamma(f[0], 1)
	if err != nil || y == 0 {
		return py.Float(0), err
	}
	z, err := s.gamma(f[1], 1)
	return py.Float(y / (y + z)), err
}

func pareto(vm *py.VM, a []py.Value) (py.Value, error) {
	s := sourceOf(vm, a[0])
	u, err := s.float()
	if err != nil {
		return py.Value{}, err
	}
	e, err := vm.Binary(py.OpTrueDiv, py.Float(-1), a[1])
	if err != nil {
		return py.Value{}, err
	}
	return vm.Binary(py.OpPow, py.Float(1-u), e)
}

func weibull(vm *py.VM, a []py.Value) (py.Value, error) {
	s := sourceOf(vm, a[0])
	u, err := s.float()
	if err != nil {
		return py.Value{}, err
	}
	e, err := vm.Binary(py.OpTrueDiv, py.Float(1), a[2])
	if err != nil {
		return py.Value{}, err
	}
	p, err := vm.Binary(py.OpPow, py.Float(-fmath.Log(1-u)), e)
	if err != nil {
		return py.Value{}, err
	}
	return vm.Binary(py.OpMul, a[1], p)
}

func binomial(vm *py.VM, a []py.Value) (py.Value, error) {
	n, err := vm.IndexInt(a[1], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	p, err := vm.ToFloat(a[2])
	if err != nil {
		return py.Value{}, err
	}
	if n < 0 {
		return py.Value{}, py.ValueErrorf("n must be non-negative")
	}
	if p <= 0 || p >= 1 {
		switch p {
		case 0:
			return py.Int(0), nil
		case 1:
			return py.Int(int64(n)), nil
		}
		return py.Value{}, py.ValueErrorf("p must be in the range 0.0 <= p <= 1.0")
	}
	s := sourceOf(vm, a[0])
	k, err := s.binomial(n, p)
	return py.Int(int64(k)), err
}

func (s *source) binomial(n int, p float64) (int, error) {
	switch {
	case n == 1:
		u, err := s.float()
		if u < p {
			return 1, err
		}
		return 0, err
	case p > 0.5:
		k, err := s.binomial(n, 1-p)
		return n - k, err
	case float64(n)*p < 10:
		return s.binomialSmall(n, p)
	}
	return s.binomialLarge(float64(n), p)
}

// binomialSmall counts geometric gaps (Devroye).
func (s *source) binomialSmall(n int, p float64) (int, error) {
	c := fmath.Log2(1 - p)
	if c == 0 {
		return 0, nil
	}
	for x, y := 0, 0.0; ; x++ {
		u, err := s.float()
		if err != nil {
			return 0, err
		}
		y += math.Floor(fmath.Log2(u)/c) + 1
		if y > float64(n) {
			return x, nil
		}
	}
}

// binomialLarge is Hörmann's transformed rejection with squeeze (BTRS).
func (s *source) binomialLarge(n, p float64) (int, error) {
	spq := math.Sqrt(n * p * (1 - p))
	b := 1.15 + float64(2.53*spq)
	a := -0.0873 + float64(0.0248*b) + float64(0.01*p)
	c := float64(n*p) + 0.5
	vr := 0.92 - 4.2/b
	alpha := (2.83 + 5.1/b) * spq
	lpq := fmath.Log(p / (1 - p))
	m := math.Floor((n + 1) * p)
	h := fmath.Lgamma(m+1) + fmath.Lgamma(n-m+1)
	for {
		if err := s.vm.Tick(1); err != nil {
			return 0, err
		}
		u, err := s.float()
		if err != nil {
			return 0, err
		}
		u -= 0.5
		us := 0.5 - math.Abs(u)
		k := math.Floor(float64((2*a/us+b)*u) + c)
		if k < 0 || k > n {
			continue
		}
		v, err := s.float()
		if err != nil {
			return 0, err
		}
		if us >= 0.07 && v <= vr {
			return int(k), nil
		}
		v *= alpha / (a/(us*us) + b)
		if fmath.Log(v) <= h-fmath.Lgamma(k+1)-fmath.Lgamma(n-k+1)+float64((k-m)*lpq) {
			return int(k), nil
		}
	}
}
