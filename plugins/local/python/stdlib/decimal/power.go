package decimal

import (
	"math"
	"math/big"
)

// isOdd reports whether a whole number is odd.
func (w *work) isOdd(n number) bool {
	if n.exp > 0 || n.isZero() {
		return false
	}
	return w.toBig(n).Bit(0) != 0
}

// power is a ** b.
func (w *work) power(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	if b.isZero() {
		if a.isZero() {
			return w.invalid(invalidOperation)
		}
		return number{coef: one}
	}
	whole := w.isInteger(b)
	neg := a.neg && whole && w.isOdd(b)
	switch {
	case a.isZero() && b.neg:
		return infinity(neg)
	case a.isZero():
		return number{coef: zero, neg: neg}
	case a.neg && !whole:
		return w.invalid(invalidOperation)
	case a.form == infinite:
		if b.neg {
			return number{coef: zero, neg: neg}
		}
		return infinity(neg)
	}
	a.neg = false
	return w.powerFinite(a, b, neg, whole)
}

func (w *work) powerFinite(a, b number, neg, whole bool) number {
	if w.isOne(a) {
		return w.powerOfOne(a, b, neg, whole)
	}
	large := a.adjusted() >= 0 // above 1
	if b.form == infinite {
		if large == b.neg {
			return number{coef: zero, neg: neg}
		}
		return infinity(neg)
	}
	// The exponent of the result, as far as a float can tell it.
	if e := w.log10Float(a) * w.float(b); e > float64(w.emax)+2 || e < float64(w.etiny())-float64(w.prec)-10 {
		if e > 0 {
			return w.finish(number{coef: one, exp: w.emax + 1, neg: neg})
		}
		return w.finish(number{coef: one, exp: w.etiny() - 1, neg: neg})
	}
	if whole {
		return w.powerInt(a, b, neg)
	}
	if size := float64(b.adjusted()+1) + math.Log10(math.Abs(w.log10Float(a))*math.Ln10); size < -float64(max(w.prec, digits(a.coef), digits(b.coef))+23) {
		// 1 and next to nothing: the digits that CPython works with don't show it to any rounding mode.
		w.status |= inexact | rounded
		return number{coef: w.power10(w.prec - 1), exp: 1 - w.prec}
	}
	r := w.powerReal(a, b)
	r.neg = neg
	// Inexact by definition, even if no digit was lost.
	if d := digits(r.coef); d <= w.prec {
		r.coef, r.exp = w.shift(r.coef, w.prec+1-d), r.exp-(w.prec+1-d)
	}
	r = w.finish(r)
	w.status |= inexact | rounded
	if w.status&subnormal != 0 {
		w.status |= underflow
	}
	return r
}

// powerOfOne is 1 with as many zeros as the exponent brings along.
func (w *work) powerOfOne(a, b number, neg, whole bool) number {
	if b.form == infinite || !whole {
		w.status |= inexact | rounded
		return number{coef: w.power10(w.prec - 1), exp: 1 - w.prec, neg: neg}
	}
	times := int64(0)
	if !b.neg {
		times = w.prec
		if b.adjusted() < 18 {
			times = min(times, w.toBig(b).Int64())
		}
	}
	exp := a.exp * times
	if exp < 1-w.prec {
		exp = 1 - w.prec
		w.status |= rounded
	}
	return number{coef: w.power10(-exp), exp: exp, neg: neg}
}

// float is the nearest float of a number, roughly.
func (w *work) float(n number) float64 {
	d := digits(n.coef)
	c, exp := n.coef, n.exp
	if d > 17 {
		c, _ = w.drop(c, d-17)
		exp += d - 17
	}
	f, _ := new(big.Float).SetInt(c).Float64()
	f *= math.Pow(10, float64(exp))
	if n.neg {
		return -f
	}
	return f
}

// log10Float is log10 of a positive number as a float, also near 1.
func (w *work) log10Float(n number) float64 {
	d := n.adjusted()
	m := w.float(number{coef: n.coef, exp: n.exp - d})
	if d == -1 && m > 9.9 || d == 0 && m < 1.1 {
		diff := w.sub(maximal)
		delta := diff.exactAdd(n, number{coef: one, neg: true})
		w.failed(diff.err)
		return math.Log1p(w.float(delta)) / math.Ln10
	}
	return math.Log10(m) + float64(d)
}

// powerInt multiplies, with so many digits more that the last is right.
func (w *work) powerInt(a, b number, neg bool) number {
	s := w.settings
	s.prec += b.adjusted() + 1 + 2
	s.round, s.clamp = roundHalfEven, false
	if b.neg {
		s.prec++
	}
	t := w.sub(s)
	base := a
	if b.neg {
		base = t.quotient(number{coef: one}, a)
	}
	e := t.toBig(b.withSign(false))
	r := base
	for i := e.BitLen() - 2; i >= 0 && t.err == nil; i-- {
		r = t.multiply(r, r)
		if e.Bit(i) != 0 {
			r = t.multiply(r, base)
		}
		if r.isSpecial() || r.isZero() && t.status&clamped != 0 {
			break
		}
	}
	w.done(t, r)
	return w.finish(r.withSign(neg))
}

// powerReal is e ** (b * ln a) with more digits than the precision.
func (w *work) powerReal(a, b number) number {
	t := w.nearest()
	p := w.prec
	// Guard digits for what the product has before its point.
	lead := max(b.adjusted(), 0) + 24
	r := t.repeatPower(a, b, p, lead)
	w.failed(t.err)
	return r
}

func (w *work) repeatPower(a, b number, p, lead int64) number {
	if exact, ok := w.exactRoot(a, b, p); ok {
		return exact
	}
	return w.repeat(p, func(bits uint) (*big.Int, uint, int64) {
		s := w.settings
		s.prec = int64(float64(bits)/3.32) + lead
		s.emax, s.emin = maxEmax, minEmin
		t := w.sub(s)
		l := t.logarithm(a, s.prec, false)
		x := t.multiply(l, b)
		if w.failed(t.err) {
			return zero, bits, 0
		}
		have := bits + bitsOf(max(x.adjusted(), 0)+2)
		k, r := new(big.Int), new(big.Int)
		k.DivMod(w.fixed(x, have), w.ln10(have), r)
		return w.fixedExp(r.Rsh(r, have-bits), bits), bits, k.Int64()
	})
}

// exactRoot finds results that have few digits, such as 4 ** 0.5, which no
// number of guard digits would settle.
func (w *work) exactRoot(a, b number, p int64) (number, bool) {
	if digits(b.coef) > 10 || b.exp < -20 {
		return number{}, false
	}
	t := w.sub(settings{prec: p + 4, emax: maxEmax, emin: minEmin, round: roundHalfEven})
	s := t.settings
	s.prec = p + 8
	u := t.sub(s)
	l := u.logarithm(a, s.prec+24, false)
	guess := u.expOf(u.multiply(l, b))
	if t.failed(u.err) {
		return number{}, false
	}
	c := t.finish(guess)
	c.coef, c.exp = t.stripZeros(c.coef, c.exp, maxEmax)
	if digits(c.coef) > p {
		return number{}, false
	}
	// c ** (10**-b.exp) == a ** b.coef, with the sign of b, in integers.
	den := new(big.Int).Exp(ten, big.NewInt(-b.exp), nil)
	num := new(big.Int).Set(b.coef)
	g := new(big.Int).GCD(nil, nil, den, num)
	den.Quo(den, g)
	num.Quo(num, g)
	if den.BitLen() > 20 || num.BitLen() > 20 {
		return number{}, false
	}
	left := t.exactPower(c, den.Int64())
	right := t.exactPower(a, num.Int64())
	if b.neg {
		// c**den * a**num == 1
		prod := number{coef: t.times(left.coef, right.coef), exp: left.exp + right.exp}
		return c, t.err == nil && t.isOne(prod)
	}
	return c, t.err == nil && t.compare(left, right) == 0
}

// exactPower is n**e without rounding.
func (w *work) exactPower(n number, e int64) number {
	c, err := w.vm.BigPow(n.coef, big.NewInt(e))
	if w.failed(err) {
		return nan()
	}
	return number{coef: c, exp: n.exp * e}
}

// powerMod is a ** b % m for integers.
func (w *work) powerMod(a, b, m number) number {
	if n, ok := w.nans(a, b, m); ok {
		return n
	}
	if !w.isInteger(a) || !w.isInteger(b) || !w.isInteger(m) || b.neg && !b.isZero() || m.isZero() ||
		m.adjusted() >= w.prec || a.isZero() && b.isZero() {
		return w.invalid(invalidOperation)
	}
	neg := a.neg && w.isOdd(b)
	e, mod := w.toBig(b), w.toBig(m.withSign(false))
	if w.err != nil {
		return nan()
	}
	base := a.coef
	if a.exp > 0 { // the number itself may be far too large
		zeros, err := w.vm.BigPowMod(ten, big.NewInt(a.exp), mod)
		if w.failed(err) {
			return nan()
		}
		_, base = w.divide(w.times(base, zeros), mod)
	} else if a.exp < 0 {
		base = w.toBig(a.withSign(false))
	}
	r, err := w.vm.BigPowMod(base, e, mod)
	if w.failed(err) {
		return nan()
	}
	return w.finish(number{coef: r, neg: neg})
}
