package decimal

import (
	"math/big"
	"strings"
)

// logicalDigits are the digits of a number of zeros and ones.
func (w *work) logicalDigits(n number) (string, bool) {
	if n.form != finite || n.neg || n.exp != 0 {
		return "", false
	}
	d := w.digitText(n.coef)
	return d, strings.Trim(d, "01") == ""
}

// logical combines the digits of two numbers.
func (w *work) logical(a, b number, f func(x, y bool) bool) number {
	x, okx := w.logicalDigits(a)
	y, oky := w.logicalDigits(b)
	if !okx || !oky {
		return w.invalid(invalidOperation)
	}
	n := max(len(x), len(y))
	out := make([]byte, n)
	bit := func(s string, i int) bool { i -= n - len(s); return i >= 0 && s[i] == '1' }
	for i := range out {
		out[i] = '0'
		if f(bit(x, i), bit(y, i)) {
			out[i] = '1'
		}
	}
	return w.logicalResult(out)
}

// logicalResult keeps the last digits, as many as the precision allows.
func (w *work) logicalResult(out []byte) number {
	if int64(len(out)) > w.prec {
		out = out[int64(len(out))-w.prec:]
	}
	return number{coef: w.fromDigits(strings.TrimLeft(string(out), "0"))}
}

func (w *work) logicalInvert(n number) number {
	x, ok := w.logicalDigits(n)
	if !ok {
		return w.invalid(invalidOperation)
	}
	if w.failed(w.vm.Reserve(w.prec)) {
		return nan()
	}
	out := []byte(strings.Repeat("1", int(w.prec)))
	for i := range min(len(x), len(out)) {
		if x[len(x)-1-i] == '1' {
			out[len(out)-1-i] = '0'
		}
	}
	return w.logicalResult(out)
}

// places reads the second operand of shift and rotate.
func (w *work) places(b number) (int64, bool) {
	if b.form != finite || b.exp != 0 || !b.coef.IsInt64() || b.coef.Int64() > w.prec {
		return 0, false
	}
	n := b.coef.Int64()
	if b.neg {
		n = -n
	}
	return n, true
}

// shiftDigits moves a coefficient's digits; those beyond the precision are
// lost.
func (w *work) shiftDigits(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	n, ok := w.places(b)
	if !ok {
		return w.invalid(invalidOperation)
	}
	if a.form == infinite {
		return a
	}
	if n < 0 {
		a.coef, _ = w.drop(w.lastDigits(a.coef), -n)
		return a
	}
	a.coef = w.lastDigits(w.shift(a.coef, n))
	return a
}

// lastDigits keeps as many digits as the precision allows.
func (w *work) lastDigits(c *big.Int) *big.Int {
	if digits(c) <= w.prec {
		return c
	}
	_, r := w.divide(c, w.power10(w.prec))
	return r
}

func (w *work) rotate(a, b number) number {
	if n, ok := w.nans(a, b); ok {
		return n
	}
	n, ok := w.places(b)
	if !ok {
		return w.invalid(invalidOperation)
	}
	if a.form == infinite {
		return a
	}
	if n < 0 {
		n += w.prec
	}
	// The first n of prec digits go to the end.
	c := w.lastDigits(a.coef)
	head, tail := w.divide(c, w.power10(w.prec-n))
	a.coef = new(big.Int).Add(w.shift(tail, n), head)
	return a
}
