package decimal

import (
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// rounding is a rounding mode.
type rounding uint8

// The modes, in the order of their names in roundingNames.
const (
	roundUp rounding = iota
	roundDown
	roundCeiling
	roundFloor
	roundHalfUp
	roundHalfDown
	roundHalfEven
	round05Up
)

var roundingNames = [...]string{
	"ROUND_UP", "ROUND_DOWN", "ROUND_CEILING", "ROUND_FLOOR", "ROUND_HALF_UP", "ROUND_HALF_DOWN", "ROUND_HALF_EVEN", "ROUND_05UP",
}

// flags are the conditions that operations raise.
type flags uint16

const (
	clamped flags = 1 << iota
	conversionSyntax
	divisionByZero
	divisionImpossible
	divisionUndefined
	inexact
	invalidContext
	invalidOperation
	floatOperation
	overflow
	rounded
	subnormal
	underflow

	// anyInvalid are the conditions that the signal InvalidOperation covers.
	anyInvalid = conversionSyntax | divisionImpossible | divisionUndefined | invalidContext | invalidOperation
)

// The limits of precision and exponents.
const (
	maxPrec  = 999999999999999999
	maxEmax  = 999999999999999999
	minEmin  = -999999999999999999
	minEtiny = minEmin - (maxPrec - 1)
)

// settings are what a context says about results.
type settings struct {
	prec       int64
	emax, emin int64
	round      rounding
	clamp      bool
	capitals   bool
}

// maximal is the context of exact conversions.
var maximal = settings{prec: maxPrec, emax: maxEmax, emin: minEmin, round: roundHalfEven, capitals: true}

func (s *settings) etiny() int64 { return s.emin - s.prec + 1 }
func (s *settings) etop() int64  { return s.emax - s.prec + 1 }

// work is an operation under way: the settings, the conditions so far and the
// first error of the machine (a limit), after which results mean nothing.
type work struct {
	settings
	vm     *py.VM
	status flags
	err    error
}

func (w *work) failed(err error) bool {
	if err != nil && w.err == nil {
		w.err = err
	}
	return w.err != nil
}

// sub is a work with other settings whose conditions stay apart.
func (w *work) sub(s settings) *work { return &work{settings: s, vm: w.vm, err: w.err} }

// invalid raises a condition and gives the NaN that stands for it.
func (w *work) invalid(f flags) number {
	w.status |= f
	return nan()
}

// power10 is 10**n.
func (w *work) power10(n int64) *big.Int {
	if n < int64(len(tens())) {
		return tens()[n]
	}
	p, err := w.vm.BigPow(ten, big.NewInt(n))
	if w.failed(err) {
		return one
	}
	return p
}

// shift is b * 10**n for n >= 0.
func (w *work) shift(b *big.Int, n int64) *big.Int {
	if n == 0 || b.Sign() == 0 {
		return b
	}
	return w.times(b, w.power10(n))
}

func (w *work) times(a, b *big.Int) *big.Int {
	if len(a.Bits())+len(b.Bits()) <= 16 {
		return new(big.Int).Mul(a, b)
	}
	z, err := w.vm.BigMul(a, b)
	if w.failed(err) {
		return zero
	}
	return z
}

// divide is the quotient and the rest of numbers that are not negative.
func (w *work) divide(a, b *big.Int) (q, r *big.Int) {
	if w.err != nil || b.Sign() == 0 {
		return new(big.Int), new(big.Int) // after a limit was passed
	}
	if len(a.Bits()) <= 16 {
		return new(big.Int).QuoRem(a, b, new(big.Int))
	}
	q, r, err := w.vm.BigDivMod(a, b)
	if w.failed(err) {
		return new(big.Int), new(big.Int)
	}
	return q, r
}

// drop removes the last n digits of a coefficient; the result says how the
// removed part compares with one half: part is 0 for nothing, 1 below, 2 equal
// and 3 above.
func (w *work) drop(b *big.Int, n int64) (q *big.Int, part int) {
	if n <= 19 && b.IsUint64() {
		u, p := b.Uint64(), tens64[n]
		r := u % p
		return new(big.Int).SetUint64(u / p), partOf(r, p)
	}
	if d := digits(b); n > d {
		if b.Sign() == 0 {
			return zero, 0
		}
		return zero, 1
	}
	p := w.power10(n)
	q, r := w.divide(b, p)
	if r.Sign() == 0 {
		return q, 0
	}
	return q, 2 + new(big.Int).Lsh(r, 1).Cmp(p)
}

func partOf(r, p uint64) int {
	switch {
	case r == 0:
		return 0
	case r > p-r:
		return 3
	case r == p-r:
		return 2
	}
	return 1
}

// increments reports whether a mode rounds a quotient away from zero.
func increments(mode rounding, neg bool, q *big.Int, part int) bool {
	switch mode {
	case roundUp:
		return part > 0
	case roundCeiling:
		return part > 0 && !neg
	case roundFloor:
		return part > 0 && neg
	case roundHalfUp:
		return part >= 2
	case roundHalfDown:
		return part > 2
	case roundHalfEven:
		return part > 2 || part == 2 && q.Bit(0) != 0
	case round05Up:
		return part > 0 && new(big.Int).Rem(q, five).Sign() == 0
	}
	return false
}

// reduce drops n digits by a mode; exact tells that they were zeros.
func (w *work) reduce(b *big.Int, n int64, neg bool, mode rounding) (q *big.Int, exact bool) {
	q, part := w.drop(b, n)
	if increments(mode, neg, q, part) {
		q = new(big.Int).Add(q, one)
	}
	return q, part == 0
}

// overflowed is the result of a number that is too large.
func (w *work) overflowed(neg bool) number {
	w.status |= overflow | inexact | rounded
	switch m := w.round; {
	case m == roundDown || m == round05Up || m == roundCeiling && neg || m == roundFloor && !neg:
		if w.prec > 1<<40 {
			w.failed(py.NewException(py.MemoryError, ""))
			return nan()
		}
		return number{neg: neg, coef: new(big.Int).Sub(w.power10(w.prec), one), exp: w.etop()}
	}
	return infinity(neg)
}

// finish makes a result out of an exact number: rounded to the precision and
// within the exponents.
func (w *work) finish(n number) number {
	if w.err != nil {
		return nan()
	}
	switch n.form {
	case infinite:
		return n
	case quietNaN, signalNaN:
		return w.finishNaN(n)
	}
	tiny, top := w.etiny(), w.etop()
	if n.coef.Sign() == 0 {
		limit := w.emax
		if w.clamp {
			limit = top
		}
		if e := min(max(n.exp, tiny), limit); e != n.exp {
			w.status |= clamped
			n.exp = e
		}
		return n
	}
	d := digits(n.coef)
	least := d + n.exp - w.prec // the exponent that leaves prec digits
	if least > top {
		return w.overflowed(n.neg)
	}
	small := least < tiny
	if small {
		least = tiny
	}
	if n.exp >= least {
		if small {
			w.status |= subnormal
		}
		if w.clamp && n.exp > top {
			w.status |= clamped
			n.coef, n.exp = w.shift(n.coef, n.exp-top), top
		}
		return n
	}
	q, exact := w.reduce(n.coef, least-n.exp, n.neg, w.round)
	n.coef, n.exp = q, least
	if digits(q) > w.prec {
		n.coef, _ = w.drop(q, 1)
		n.exp++
	}
	if n.exp > top {
		return w.overflowed(n.neg)
	}
	w.status |= rounded
	if small {
		w.status |= subnormal
	}
	if !exact {
		w.status |= inexact
		if small {
			w.status |= underflow
		}
	}
	if n.coef.Sign() == 0 {
		w.status |= clamped
	}
	return n
}

// finishNaN cuts a NaN's payload to what fits.
func (w *work) finishNaN(n number) number {
	limit := w.prec
	if w.clamp {
		limit--
	}
	if n.coef.Sign() != 0 && digits(n.coef) > limit {
		_, n.coef = w.divide(n.coef, w.power10(limit))
	}
	return n
}

// nans gives the result of an operation that has a NaN among its operands.
func (w *work) nans(ops ...number) (number, bool) {
	for _, n := range ops {
		if n.form == signalNaN {
			w.status |= invalidOperation
			n.form = quietNaN
			return w.finishNaN(n), true
		}
	}
	for _, n := range ops {
		if n.form == quietNaN {
			return w.finishNaN(n), true
		}
	}
	return number{}, false
}
