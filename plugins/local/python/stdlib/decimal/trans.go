package decimal

import (
	"math"
	"math/big"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Transcendental functions work on fixed-point numbers: ints that count units
// of 2**-bits. Errors are a few hundred units; callers carry guard digits and
// repeat with more while rounding could go either way.

const guardBits = 40

// bitsOf is the number of bits that d decimal digits take.
func bitsOf(d int64) uint { return uint(float64(d)*3.3219280948873626) + 8 }

// fixedMul is x*y of fixed-point numbers.
func (w *work) fixedMul(x, y *big.Int, bits uint) *big.Int {
	z := w.times(x, y)
	return new(big.Int).Rsh(z, bits)
}

// atanhInverse is atanh(1/n).
func (w *work) atanhInverse(n int64, bits uint) *big.Int {
	sum := new(big.Int)
	p := new(big.Int).Quo(new(big.Int).Lsh(one, bits), big.NewInt(n))
	sq := big.NewInt(n * n)
	for k := int64(1); p.Sign() != 0 && w.err == nil; k += 2 {
		sum.Add(sum, new(big.Int).Quo(p, big.NewInt(k)))
		p.Quo(p, sq)
		w.failed(w.vm.Tick(1 + len(p.Bits())/8))
	}
	return sum
}

// constants keeps logarithms between calls.
var constants struct {
	sync.Mutex
	ln10 *big.Int
	bits uint
}

// maxKept bounds the precision of what is kept for all machines.
const maxKept = 1 << 16

func (w *work) ln10(bits uint) *big.Int {
	constants.Lock()
	kept, keptBits := constants.ln10, constants.bits
	constants.Unlock()
	if kept != nil && keptBits >= bits {
		return new(big.Int).Rsh(kept, keptBits-bits)
	}
	have := bits + guardBits
	if have < maxKept {
		have = max(have, 512)
	}
	r := new(big.Int).Mul(w.atanhInverse(31, have), big.NewInt(46))
	r.Add(r, new(big.Int).Mul(w.atanhInverse(49, have), big.NewInt(34)))
	r.Add(r, new(big.Int).Mul(w.atanhInverse(161, have), big.NewInt(20)))
	if w.err == nil && have < maxKept {
		constants.Lock()
		constants.ln10, constants.bits = r, have
		constants.Unlock()
	}
	return new(big.Int).Rsh(r, have-bits)
}

// fixedExp is e**x for 0 <= x < 4.
func (w *work) fixedExp(x *big.Int, bits uint) *big.Int {
	// e**x = (e**(x/2**h))**(2**h)
	h := uint(math.Sqrt(float64(bits))/2) + 2
	have := bits + 2*h + 8
	r := new(big.Int).Lsh(x, have-bits-h)
	unit := new(big.Int).Lsh(one, have)
	sum := new(big.Int).Add(unit, r)
	term := r
	for n := int64(2); term.Sign() != 0 && w.err == nil; n++ {
		term = w.fixedMul(term, r, have)
		term.Quo(term, big.NewInt(n))
		sum.Add(sum, term)
		w.failed(w.vm.Tick(1 + len(term.Bits())/8))
	}
	for range h {
		sum = w.fixedMul(sum, sum, have)
	}
	return sum.Rsh(sum, have-bits)
}

// fixedLn is the logarithm of f, between 0.3 and 3.2.
func (w *work) fixedLn(f *big.Int, bits uint) *big.Int {
	approx, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(f), -int(bits)).Float64()
	y, yBits := new(big.Int), uint(62)
	new(big.Float).SetMantExp(big.NewFloat(math.Log(approx)), int(yBits)).Int(y)
	// Each step of y += 2 (f - e**y) / (f + e**y) triples the correct digits.
	for correct := uint(45); ; correct *= 3 {
		have := min(correct*3, bits) + 16
		if have > yBits {
			y = new(big.Int).Lsh(y, have-yBits)
		} else {
			y = new(big.Int).Rsh(y, yBits-have)
		}
		yBits = have
		var fx *big.Int
		if have >= bits {
			fx = new(big.Int).Lsh(f, have-bits)
		} else {
			fx = new(big.Int).Rsh(f, bits-have)
		}
		// e**y for y below 0 through e**(y+2).
		two := new(big.Int).Lsh(one, have+1)
		e := w.fixedExp(new(big.Int).Add(y, two), have)
		e = w.fixedQuo(e, w.fixedExp(two, have), have)
		d := w.fixedQuo(new(big.Int).Sub(fx, e), new(big.Int).Add(fx, e), have)
		y = new(big.Int).Add(y, d.Lsh(d, 1))
		if correct*3 >= bits || w.err != nil {
			break
		}
	}
	return new(big.Int).Rsh(y, yBits-bits)
}

func (w *work) fixedQuo(x, y *big.Int, bits uint) *big.Int {
	neg := x.Sign() < 0
	if w.err != nil || y.Sign() == 0 {
		return zero
	}
	q, _ := w.divide(new(big.Int).Lsh(new(big.Int).Abs(x), bits), y)
	if neg {
		q = new(big.Int).Neg(q)
	}
	return q
}

// fixed is a finite number as a fixed-point number.
func (w *work) fixed(n number, bits uint) *big.Int {
	c := new(big.Int).Lsh(n.coef, bits)
	if n.exp >= 0 {
		c = w.shift(c, n.exp)
	} else {
		c, _ = w.divide(c, w.power10(-n.exp))
	}
	if n.neg {
		c = new(big.Int).Neg(c)
	}
	return c
}

// decimalOf is a positive fixed-point number with two or three digits more than
// p. It fails
// if the error could change how the number is rounded to p digits.
func (w *work) decimalOf(x *big.Int, bits uint, p int64) (n number, ok bool) {
	// The exponent of the first digit, from the number of bits.
	first := int64(math.Floor((float64(x.BitLen()) - float64(bits) - 1) * math.Log10(2)))
	exp := first - p
	var scaled *big.Int
	rest := bits
	if exp <= 0 {
		scaled = w.shift(x, -exp)
	} else {
		scaled, _ = w.divide(x, w.power10(exp))
	}
	c := new(big.Int).Rsh(scaled, rest)
	drop := digits(c) - p
	if w.err != nil || drop < 1 {
		return n, false
	}
	// The whole interval of the error must lie between two neighbouring
	// multiples of half a unit.
	slack := w.scaleSlack(new(big.Int).Lsh(one, 12), exp)
	unit := new(big.Int).Quo(w.power10(drop), big.NewInt(2))
	unit.Lsh(unit, rest)
	lo, _ := w.divide(new(big.Int).Sub(scaled, slack), unit)
	hi, _ := w.divide(new(big.Int).Add(scaled, slack), unit)
	if lo.Cmp(hi) != 0 {
		return n, false
	}
	// A last digit says that the number goes on.
	c = new(big.Int).Mul(c, ten)
	return number{coef: c.Add(c, one), exp: exp - 1}, true
}

// scaleSlack brings an error to the scale of a decimal with exponent exp.
func (w *work) scaleSlack(s *big.Int, exp int64) *big.Int {
	if exp <= 0 {
		return w.shift(s, -exp)
	}
	return s
}

// nearest is the sub-context of functions that round half to even whatever the
// context says.
func (w *work) nearest() *work {
	s := w.settings
	s.round = roundHalfEven
	return w.sub(s)
}

// done takes over the conditions of a sub-context.
func (w *work) done(t *work, n number) number {
	w.failed(t.err)
	w.status |= t.status
	return n
}

// repeat computes a positive inexact result with more and more guard digits
// until it can be rounded. f gives it with a precision of about the bits asked
// for, as a fixed-point number of have bits times a power of ten.
func (w *work) repeat(p int64, f func(bits uint) (x *big.Int, have uint, exp int64)) number {
	if w.failed(w.vm.Reserve(p)) {
		return nan()
	}
	for extra := int64(8); ; extra *= 2 {
		bits := bitsOf(p+extra) + guardBits
		x, have, exp := f(bits)
		if w.err != nil {
			return nan()
		}
		if n, ok := w.decimalOf(x, have, p); ok {
			n.exp += exp
			return n
		}
		if w.err != nil {
			return nan()
		}
	}
}

// exp is e**n.
func (w *work) exp(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	switch {
	case n.form == infinite && n.neg:
		return number{coef: zero}
	case n.form == infinite:
		return n
	case n.isZero():
		return number{coef: one}
	}
	t := w.nearest()
	return w.done(t, t.finish(t.expOf(n)))
}

// expOf is e**n with more digits than the precision.
func (w *work) expOf(n number) number {
	adj, p := n.adjusted(), w.prec
	switch {
	case adj > 20 || adj > 0 && !n.neg && adj > digits64(uint64(w.emax+1)*3) || adj > 0 && n.neg && adj > digits64(uint64(-w.etiny()+1)*3):
		if n.neg {
			return number{coef: one, exp: w.etiny() - 1}
		}
		return number{coef: one, exp: w.emax + 1}
	case !n.neg && adj < -p:
		return number{coef: new(big.Int).Add(w.power10(p), one), exp: -p}
	case n.neg && adj < -p-1:
		return number{coef: new(big.Int).Sub(w.power10(p+1), one), exp: -p - 1}
	}
	return w.repeat(p, func(bits uint) (*big.Int, uint, int64) {
		have := bits + bitsOf(max(adj, 0)+2)
		x := w.fixed(n, have)
		ln10 := w.ln10(have)
		k := new(big.Int)
		r := new(big.Int)
		k.DivMod(x, ln10, r)
		return w.fixedExp(r.Rsh(r, have-bits), bits), bits, k.Int64()
	})
}

// ln is the natural logarithm.
func (w *work) ln(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	switch {
	case n.isZero():
		return infinity(true)
	case n.neg:
		return w.invalid(invalidOperation)
	case n.form == infinite:
		return n
	case w.isOne(n):
		return number{coef: zero}
	}
	t := w.nearest()
	r := t.logarithm(n, t.prec, false)
	return w.done(t, t.finish(r))
}

func (w *work) isOne(n number) bool {
	return n.form == finite && n.adjusted() == 0 && n.coef.Cmp(w.power10(max(-n.exp, 0))) == 0
}

// logarithm is ln n, or log10 n, of a positive number other than 1, with more
// than p digits.
func (w *work) logarithm(n number, p int64, base10 bool) number {
	neg := false
	r := w.repeat(p, func(bits uint) (*big.Int, uint, int64) {
		// A result near 0 needs as many bits more as it has leading zeros.
		for have := bits; ; {
			wide := have + bitsOf(20)
			x := w.fixedLogarithm(n, wide)
			if base10 {
				x = w.fixedQuo(x, w.ln10(wide), wide)
			}
			neg = x.Sign() < 0
			x = new(big.Int).Abs(x)
			x.Rsh(x, bitsOf(20))
			missing := int(bits) - x.BitLen()
			if missing <= 8 || w.err != nil {
				return x, have, 0
			}
			have += uint(missing)
		}
	})
	r.neg = neg
	return r
}

func (w *work) fixedLogarithm(n number, bits uint) *big.Int {
	adj := n.adjusted()
	f := number{coef: n.coef, exp: n.exp - adj}
	x := w.fixed(f, bits)
	if x.Cmp(new(big.Int).Lsh(big.NewInt(3), bits)) > 0 {
		f.exp--
		adj++
		x = w.fixed(f, bits)
	}
	r := w.fixedLn(x, bits)
	if adj != 0 {
		have := bits + bitsOf(20)
		l := new(big.Int).Mul(w.ln10(have), big.NewInt(adj))
		r = new(big.Int).Add(r, l.Rsh(l, have-bits))
	}
	return r
}

// log10 is the logarithm to base 10; that of a power of ten is exact.
func (w *work) log10(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	switch {
	case n.isZero():
		return infinity(true)
	case n.neg:
		return w.invalid(invalidOperation)
	case n.form == infinite:
		return n
	}
	t := w.nearest()
	if n.coef.Cmp(w.power10(digits(n.coef)-1)) == 0 {
		return w.done(t, t.finish(fromInt(n.adjusted())))
	}
	return w.done(t, t.finish(t.logarithm(n, t.prec, true)))
}

// sqrt is the square root, rounded half to even.
func (w *work) sqrt(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	switch {
	case n.form == infinite && !n.neg:
		return n
	case n.isZero():
		return w.finish(number{coef: zero, exp: n.exp >> 1, neg: n.neg})
	case n.neg:
		return w.invalid(invalidOperation)
	}
	e, c := n.exp>>1, n.coef
	l := (digits(c) + 1) >> 1
	if n.exp&1 != 0 {
		c = new(big.Int).Mul(c, ten)
		l = digits(n.coef)>>1 + 1
	}
	shift := w.prec + 1 - l
	if shift > longShift {
		s, err := w.vm.BigSqrt(c)
		if w.failed(err) {
			return nan()
		}
		if w.times(s, s).Cmp(c) == 0 {
			t := w.nearest()
			return w.done(t, t.finish(number{coef: s, exp: e}))
		}
	}
	if w.failed(w.vm.Reserve(w.prec)) {
		return nan()
	}
	exact := true
	if shift >= 0 {
		c = w.shift(c, 2*shift)
	} else {
		var r *big.Int
		c, r = w.divide(c, w.power10(-2*shift))
		exact = r.Sign() == 0
	}
	e -= shift
	s, err := w.vm.BigSqrt(c)
	if w.failed(err) {
		return nan()
	}
	exact = exact && w.times(s, s).Cmp(c) == 0
	if exact {
		if shift >= 0 {
			s, _ = w.divide(s, w.power10(shift))
		} else {
			s = w.shift(s, -shift)
		}
		e += shift
	} else if new(big.Int).Rem(s, five).Sign() == 0 {
		s = new(big.Int).Add(s, one)
	}
	t := w.nearest()
	return w.done(t, t.finish(number{coef: s, exp: e}))
}

// isInteger reports whether a finite number is whole.
func (w *work) isInteger(n number) bool {
	if n.form != finite {
		return false
	}
	if n.exp >= 0 || n.isZero() {
		return true
	}
	if -n.exp >= digits(n.coef) {
		return false
	}
	_, part := w.drop(n.coef, -n.exp)
	return part == 0
}

// toBig truncates a finite number to an int.
func (w *work) toBig(n number) *big.Int {
	var b *big.Int
	if n.exp >= 0 {
		if n.exp > 1<<40 {
			w.failed(py.NewException(py.MemoryError, ""))
			return zero
		}
		b = w.shift(n.coef, n.exp)
	} else {
		b, _ = w.drop(n.coef, -n.exp)
	}
	if n.neg {
		b = new(big.Int).Neg(b)
	}
	return b
}
