package decimal

import "math/big"

// rescale gives a finite number the exponent exp, rounding by a mode; exact
// tells that nothing but zeros was lost.
func (w *work) rescale(n number, exp int64, mode rounding) (r number, exact bool) {
	switch {
	case n.coef.Sign() == 0:
		n.exp = exp
		return n, true
	case n.exp >= exp:
		n.coef, n.exp = w.shift(n.coef, n.exp-exp), exp
		return n, true
	}
	n.coef, exact = w.reduce(n.coef, exp-n.exp, n.neg, mode)
	n.exp = exp
	return n, exact
}

// quantize gives a the exponent of b.
func (w *work) quantize(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	if a.isSpecial() || b.isSpecial() {
		if a.form == infinite && b.form == infinite {
			return a
		}
		return w.invalid(invalidOperation)
	}
	return w.quantizeTo(a, b.exp)
}

func (w *work) quantizeTo(a number, exp int64) number {
	if exp < w.etiny() || exp > w.emax {
		return w.invalid(invalidOperation)
	}
	if a.isZero() {
		a.exp = exp
		return w.finish(a)
	}
	adjusted := a.adjusted()
	if adjusted > w.emax || adjusted-exp+1 > w.prec {
		return w.invalid(invalidOperation)
	}
	r, exact := w.rescale(a, exp, w.round)
	if w.err != nil {
		return nan()
	}
	if r.adjusted() > w.emax || digits(r.coef) > w.prec {
		return w.invalid(invalidOperation)
	}
	if !r.isZero() && r.adjusted() < w.emin {
		w.status |= subnormal
	}
	if r.exp > a.exp {
		w.status |= rounded
		if !exact {
			w.status |= inexact
		}
	}
	return w.finish(r)
}

// toIntegral rounds to an integer; report says whether the conditions Inexact
// and Rounded are raised.
func (w *work) toIntegral(n number, mode rounding, report bool) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	if n.form == infinite || n.exp >= 0 {
		return n
	}
	if n.isZero() {
		n.exp = 0
		return n
	}
	r, exact := w.rescale(n, 0, mode)
	if report {
		w.status |= rounded
		if !exact {
			w.status |= inexact
		}
	}
	return r
}

// normalize strips zeros at the end.
func (w *work) normalize(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	r := w.finish(n)
	if r.form != finite {
		return r
	}
	if r.isZero() {
		return number{coef: zero, neg: r.neg}
	}
	limit := w.emax
	if w.clamp {
		limit = w.etop()
	}
	if r.exp < limit {
		r.coef, r.exp = w.stripZeros(r.coef, r.exp, limit)
	}
	return r
}

// scaleB multiplies by a power of ten.
func (w *work) scaleB(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	if b.form != finite || b.exp != 0 {
		return w.invalid(invalidOperation)
	}
	limit := 2 * (w.emax + w.prec)
	if !b.coef.IsInt64() || b.coef.Int64() > limit {
		return w.invalid(invalidOperation)
	}
	if a.form == infinite {
		return a
	}
	e := b.coef.Int64()
	if b.neg {
		e = -e
	}
	a.exp += e
	return w.finish(a)
}

// logB is the exponent of the first digit as a number.
func (w *work) logB(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	switch {
	case n.form == infinite:
		return infinity(false)
	case n.isZero():
		w.status |= divisionByZero
		return infinity(true)
	}
	return w.finish(fromInt(n.adjusted()))
}

// nextMinus and nextPlus are the neighbours that can be represented.
func (w *work) nextMinus(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	return w.step(n, roundFloor)
}

func (w *work) nextPlus(n number) number {
	if r, ok := w.nans(n); ok {
		return r
	}
	return w.step(n, roundCeiling)
}

// step goes to the next number in the direction of a mode.
func (w *work) step(n number, mode rounding) number {
	up := mode == roundCeiling
	if n.form == infinite {
		if n.neg != up {
			return n
		}
		return number{neg: n.neg, coef: new(big.Int).Sub(w.power10(w.prec), one), exp: w.etop()}
	}
	s := w.settings
	s.round = mode
	t := w.sub(s)
	r := t.finish(n)
	if r.form != finite || t.compare(r, n) == 0 {
		if r.form == finite {
			tiny := number{coef: one, exp: w.etiny() - 1, neg: !up}
			r = t.add(r, tiny)
		}
	}
	w.failed(t.err)
	return r
}

func (w *work) nextToward(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	c := w.compare(a, b)
	if c == 0 {
		return a.withSign(b.neg)
	}
	mode := roundCeiling
	if c > 0 {
		mode = roundFloor
	}
	r := w.step(a, mode)
	if r.form == infinite {
		w.status |= overflow | inexact | rounded
	} else if r.isZero() || r.adjusted() < w.emin {
		w.status |= underflow | subnormal | inexact | rounded
		if r.isZero() {
			w.status |= clamped
		}
	}
	return r
}

// extreme is the larger or the smaller operand; a quiet NaN counts for nothing
// beside a number.
func (w *work) extreme(a, b number, largest, magnitude bool) number {
	if a.isNaN() || b.isNaN() {
		if a.form == quietNaN && !b.isNaN() {
			return w.finish(b)
		}
		if b.form == quietNaN && !a.isNaN() {
			return w.finish(a)
		}
		n, _ := w.nans(a, b)
		return n
	}
	c := 0
	if magnitude {
		c = w.compare(a.withSign(false), b.withSign(false))
	} else {
		c = w.compare(a, b)
	}
	if c == 0 {
		c = w.compareTotal(a, b)
	}
	if c > 0 == largest && c != 0 || c == 0 {
		return w.finish(a)
	}
	return w.finish(b)
}
