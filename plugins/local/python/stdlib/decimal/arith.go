package decimal

import "math/big"

func (w *work) add(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	if a.isSpecial() || b.isSpecial() {
		switch {
		case a.form == infinite && b.form == infinite && a.neg != b.neg:
			return w.invalid(invalidOperation)
		case a.form == infinite:
			return a
		}
		return b
	}
	return w.finish(w.exactAdd(a, b))
}

func (w *work) subtract(a, b number) number {
	if b.isNaN() {
		return w.add(a, b)
	}
	return w.add(a, b.withSign(!b.neg))
}

// exactAdd adds finite numbers without rounding, but for digits that are so far
// down that only their presence matters.
func (w *work) exactAdd(a, b number) number {
	if a.exp < b.exp {
		a, b = b, a
	}
	// a has the larger exponent.
	switch {
	case a.isZero() && b.isZero():
		return number{coef: zero, exp: b.exp, neg: w.zeroSign(a.neg, b.neg)}
	case a.isZero():
		return b
	case b.isZero():
		if gap := a.exp - b.exp; gap > w.prec+2 {
			b.exp = max(b.exp, a.exp-w.prec-2)
		}
	default:
		// Digits below those that can round, of either operand, become a 1.
		if last := a.exp + min(-1, digits(a.coef)-w.prec-2); b.adjusted() < last {
			b.coef, b.exp = one, last
		}
	}
	x, y := w.shift(a.coef, a.exp-b.exp), b.coef
	n := number{exp: b.exp, neg: a.neg}
	if a.neg == b.neg {
		n.coef = new(big.Int).Add(x, y)
		return n
	}
	n.coef = new(big.Int).Sub(x, y)
	switch n.coef.Sign() {
	case 0:
		n.neg = w.zeroSign(a.neg, b.neg)
	case -1:
		n.coef.Neg(n.coef)
		n.neg = b.neg
	}
	return n
}

// zeroSign is the sign of a sum that is zero.
func (w *work) zeroSign(a, b bool) bool {
	if w.round == roundFloor {
		return a || b
	}
	return a && b
}

func (w *work) multiply(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	if a.isSpecial() || b.isSpecial() {
		if a.isZero() || b.isZero() {
			return w.invalid(invalidOperation)
		}
		return infinity(a.neg != b.neg)
	}
	return w.finish(number{coef: w.times(a.coef, b.coef), exp: a.exp + b.exp, neg: a.neg != b.neg})
}

func (w *work) quotient(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	neg := a.neg != b.neg
	switch {
	case a.form == infinite && b.form == infinite:
		return w.invalid(invalidOperation)
	case a.form == infinite:
		return infinity(neg)
	case b.form == infinite:
		w.status |= clamped
		return number{coef: zero, exp: w.etiny(), neg: neg}
	case b.isZero():
		if a.isZero() {
			return w.invalid(divisionUndefined)
		}
		w.status |= divisionByZero
		return infinity(neg)
	case a.isZero():
		return w.finish(number{coef: zero, exp: a.exp - b.exp, neg: neg})
	}
	shift := digits(b.coef) - digits(a.coef) + w.prec + 1
	if shift > longShift {
		if r, ok := w.exactQuotient(a, b); ok {
			return w.finish(r)
		}
	}
	n := number{exp: a.exp - b.exp - shift, neg: neg}
	x, y := a.coef, b.coef
	if shift >= 0 {
		x = w.shift(x, shift)
	} else {
		y = w.shift(y, -shift)
	}
	q, r := w.divide(x, y)
	if r.Sign() != 0 {
		// A last digit that keeps the rounding right.
		if new(big.Int).Rem(q, five).Sign() == 0 {
			q = new(big.Int).Add(q, one)
		}
		n.coef = q
		return w.finish(n)
	}
	n.coef, n.exp = w.stripZeros(q, n.exp, a.exp-b.exp)
	return w.finish(n)
}

// longShift is a number of digits beyond the operands' from which on it pays to
// look for an exact result first.
const longShift = 1 << 12

// exactQuotient is a / b if that ends.
func (w *work) exactQuotient(a, b number) (r number, ok bool) {
	g, err := w.vm.BigGCD(a.coef, b.coef)
	if w.failed(err) {
		return r, false
	}
	num, _ := w.divide(a.coef, g)
	den, _ := w.divide(b.coef, g)
	twos := int64(den.TrailingZeroBits())
	den = new(big.Int).Rsh(den, uint(twos))
	fives := int64(0)
	for den.Cmp(one) > 0 {
		q, rest := w.divide(den, five)
		if rest.Sign() != 0 || w.err != nil {
			return r, false
		}
		den, fives = q, fives+1
	}
	// num / (2**twos * 5**fives) with as few decimal places as possible.
	places := max(twos, fives)
	num = w.times(num, new(big.Int).Lsh(one, uint(places-twos)))
	p, err := w.vm.BigPow(five, big.NewInt(places-fives))
	if w.failed(err) {
		return r, false
	}
	return number{coef: w.times(num, p), exp: a.exp - b.exp - places, neg: a.neg != b.neg}, w.err == nil
}

// stripZeros removes zeros from the end of a coefficient while the exponent is
// below the limit.
func (w *work) stripZeros(c *big.Int, exp, limit int64) (*big.Int, int64) {
	if c.Sign() == 0 {
		return c, limit
	}
	// No more zeros than factors of two.
	most := min(int64(c.TrailingZeroBits()), limit-exp)
	for step := int64(1); most > 0; {
		step = min(step, most)
		q, r := w.divide(c, w.power10(step))
		if w.err != nil {
			return c, exp
		}
		if r.Sign() == 0 {
			c, exp, most = q, exp+step, most-step
			step *= 2
			continue
		}
		if step == 1 {
			break
		}
		step /= 2
		most = min(most, 2*step)
	}
	return c, exp
}

// divInt is the quotient truncated to an integer, and the remainder.
func (w *work) divInt(a, b number) (q, r number) {
	neg := a.neg != b.neg
	ideal := min(a.exp, b.exp)
	if b.form == infinite {
		ideal = a.exp
	}
	gap := int64(-2)
	if b.form != infinite && !a.isZero() {
		gap = a.adjusted() - b.adjusted()
	}
	if a.isZero() || b.form == infinite || gap <= -2 {
		rest := a
		if a.isZero() || b.form == infinite && a.exp > ideal {
			rest.exp = ideal
		} else if a.exp > ideal {
			rest.coef, rest.exp = w.shift(a.coef, a.exp-ideal), ideal
		}
		return number{coef: zero, neg: neg}, rest
	}
	if gap > w.prec {
		return w.invalid(divisionImpossible), nan()
	}
	x, y := a.coef, b.coef
	if a.exp >= b.exp {
		x = w.shift(x, a.exp-b.exp)
	} else {
		y = w.shift(y, b.exp-a.exp)
	}
	cq, cr := w.divide(x, y)
	if digits(cq) > w.prec {
		return w.invalid(divisionImpossible), nan()
	}
	return number{coef: cq, neg: neg}, number{coef: cr, exp: ideal, neg: a.neg}
}

func (w *work) integerQuotient(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	neg := a.neg != b.neg
	switch {
	case a.form == infinite && b.form == infinite:
		return w.invalid(invalidOperation)
	case a.form == infinite:
		return infinity(neg)
	case b.isZero():
		if a.isZero() {
			return w.invalid(divisionUndefined)
		}
		w.status |= divisionByZero
		return infinity(neg)
	}
	q, _ := w.divInt(a, b)
	return w.finish(q)
}

func (w *work) remainder(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	switch {
	case a.form == infinite:
		return w.invalid(invalidOperation)
	case b.isZero():
		if a.isZero() {
			return w.invalid(divisionUndefined)
		}
		return w.invalid(invalidOperation)
	}
	_, r := w.divInt(a, b)
	return w.finish(r)
}

func (w *work) divMod(a, b number) (q, r number) {
	if n, ok := w.nans(a, b); ok {
		return n, n
	}
	neg := a.neg != b.neg
	switch {
	case a.form == infinite:
		if b.form == infinite {
			return w.invalid(invalidOperation), nan()
		}
		w.status |= invalidOperation
		return infinity(neg), nan()
	case b.isZero():
		if a.isZero() {
			return w.invalid(divisionUndefined), nan()
		}
		w.status |= divisionByZero | invalidOperation
		return infinity(neg), nan()
	}
	q, r = w.divInt(a, b)
	return w.finish(q), w.finish(r)
}

// remainderNear is the rest of the division with the nearest integer quotient,
// ties to even.
func (w *work) remainderNear(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	switch {
	case a.form == infinite:
		return w.invalid(invalidOperation)
	case b.isZero():
		if a.isZero() {
			return w.invalid(divisionUndefined)
		}
		return w.invalid(invalidOperation)
	case b.form == infinite:
		return w.finish(a)
	}
	ideal := min(a.exp, b.exp)
	if a.isZero() {
		return w.finish(number{coef: zero, exp: ideal, neg: a.neg})
	}
	gap := a.adjusted() - b.adjusted()
	if gap >= w.prec+1 {
		return w.invalid(divisionImpossible)
	}
	if gap <= -2 {
		a.coef, a.exp = w.shift(a.coef, a.exp-ideal), ideal
		return w.finish(a)
	}
	x, y := w.shift(a.coef, a.exp-ideal), w.shift(b.coef, b.exp-ideal)
	q, r := w.divide(x, y)
	neg := a.neg
	twice := new(big.Int).Lsh(r, 1)
	if c := twice.Cmp(y); c > 0 || c == 0 && q.Bit(0) != 0 {
		r = new(big.Int).Sub(y, r)
		q = new(big.Int).Add(q, one)
		neg = !neg
	}
	if digits(q) > w.prec {
		return w.invalid(divisionImpossible)
	}
	return w.finish(number{coef: r, exp: ideal, neg: neg})
}

// fma is a*b + c with one rounding.
func (w *work) fma(a, b, c number) number {
	if a.form == infinite && b.isZero() || b.form == infinite && a.isZero() {
		return w.invalid(invalidOperation)
	}
	for _, n := range [...]number{a, b, c} {
		if n.form == signalNaN {
			r, _ := w.nans(n)
			return r
		}
	}
	if n, ok := w.nans(a, b); ok {
		return n
	}
	var p number
	switch {
	case a.isSpecial() || b.isSpecial():
		p = infinity(a.neg != b.neg)
	default:
		p = number{coef: w.times(a.coef, b.coef), exp: a.exp + b.exp, neg: a.neg != b.neg}
	}
	return w.add(p, c)
}

// compare orders numbers that are no NaNs.
func (w *work) compare(a, b number) int {
	if a.isSpecial() || b.isSpecial() {
		rank := func(n number) int {
			switch {
			case n.form != infinite:
				return 0
			case n.neg:
				return -1
			}
			return 1
		}
		return rank(a) - rank(b)
	}
	az, bz := a.isZero(), b.isZero()
	switch {
	case az && bz:
		return 0
	case az:
		return signOf(!b.neg, -1)
	case bz:
		return signOf(!a.neg, 1)
	case a.neg != b.neg:
		return signOf(!a.neg, 1)
	}
	c := w.compareMagnitude(a, b)
	if a.neg {
		return -c
	}
	return c
}

func signOf(plus bool, v int) int {
	if plus {
		return v
	}
	return -v
}

// compareMagnitude compares finite numbers that are not 0, without the signs.
func (w *work) compareMagnitude(a, b number) int {
	if x, y := a.adjusted(), b.adjusted(); x != y {
		return signOf(x > y, 1)
	}
	x, y := a.coef, b.coef
	if a.exp > b.exp {
		x = w.shift(x, a.exp-b.exp)
	} else {
		y = w.shift(y, b.exp-a.exp)
	}
	return x.Cmp(y)
}

// compareTotal orders all numbers by sign, value and exponent, NaNs too.
func (w *work) compareTotal(a, b number) int {
	if a.neg != b.neg {
		return signOf(b.neg, 1)
	}
	c := w.totalMagnitude(a, b)
	if a.neg {
		return -c
	}
	return c
}

func (w *work) totalMagnitude(a, b number) int {
	rank := [...]int{finite: 0, infinite: 1, signalNaN: 2, quietNaN: 3}
	if x, y := rank[a.form], rank[b.form]; x != y {
		return x - y
	}
	if a.isNaN() {
		return a.coef.Cmp(b.coef)
	}
	a.neg, b.neg = false, false
	if c := w.compare(a, b); c != 0 {
		return c
	}
	switch {
	case a.form == infinite || a.exp == b.exp:
		return 0
	case a.exp < b.exp:
		return -1
	}
	return 1
}
