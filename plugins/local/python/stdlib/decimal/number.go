package decimal

import (
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"sync"
)

// form is the kind of a number.
type form uint8

const (
	finite form = iota
	infinite
	quietNaN
	signalNaN
)

// number is a decimal number: coef * 10**exp with a sign. A NaN's payload is in
// coef. Numbers never change.
type number struct {
	coef *big.Int
	exp  int64
	form form
	neg  bool
}

var (
	zero = new(big.Int)
	one  = big.NewInt(1)
	five = big.NewInt(5)
	ten  = big.NewInt(10)
)

// tens are the powers of ten that are kept.
var tens = sync.OnceValue(func() *[512]*big.Int {
	t := &[512]*big.Int{one}
	for i := 1; i < len(t); i++ {
		t[i] = new(big.Int).Mul(t[i-1], ten)
	}
	return t
})

var tens64 = [20]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

func fromInt(i int64) number {
	return number{coef: new(big.Int).Abs(big.NewInt(i)), neg: i < 0}
}

func fromBig(b *big.Int) number { return number{coef: new(big.Int).Abs(b), neg: b.Sign() < 0} }

func (n number) isNaN() bool     { return n.form >= quietNaN }
func (n number) isZero() bool    { return n.form == finite && n.coef.Sign() == 0 }
func (n number) isSpecial() bool { return n.form != finite }

// withSign is n with the sign given.
func (n number) withSign(neg bool) number { n.neg = neg; return n }

func infinity(neg bool) number { return number{coef: zero, form: infinite, neg: neg} }
func nan() number              { return number{coef: zero, form: quietNaN} }

// digits is the length of a coefficient in decimal digits; 1 for 0.
func digits(b *big.Int) int64 {
	n := b.BitLen()
	if n <= 64 {
		return digits64(b.Uint64())
	}
	// log10(2) in parts of 2**32: a lower bound, then one or two comparisons.
	d := int64(uint64(n-1) * 1292913986 >> 32)
	if d+2 >= int64(len(tens())) {
		return longDigits(b, d)
	}
	for b.CmpAbs(tens()[d]) >= 0 {
		d++
	}
	return d
}

func digits64(u uint64) int64 {
	if u == 0 {
		return 1
	}
	d := bits.Len64(u) * 1233 >> 12
	if u >= tens64[min(d, 19)] && d < 20 {
		return int64(d) + 1
	}
	return int64(d)
}

// longDigits counts the digits of a number with d of them or a few more: the
// leading part of the number decides, seldom the whole.
func longDigits(b *big.Int, d int64) int64 {
	for cmpPower(b, d) >= 0 {
		d++
	}
	return d
}

// cmpPower compares b with 10**d.
func cmpPower(b *big.Int, d int64) int {
	// 10**d to 128 bits by squaring, as an interval.
	f := new(big.Float).SetPrec(256).SetInt(b)
	p := new(big.Float).SetPrec(256).SetInt64(1)
	base := new(big.Float).SetPrec(256).SetInt64(10)
	for e := d; e > 0; e >>= 1 {
		if e&1 != 0 {
			p.Mul(p, base)
		}
		base.Mul(base, base)
	}
	diff := new(big.Float).SetPrec(256).Sub(f, p)
	if diff.Sign() != 0 && diff.MantExp(nil) > p.MantExp(nil)-180 {
		return diff.Sign()
	}
	return b.Cmp(new(big.Int).Exp(ten, big.NewInt(d), nil))
}

// adjusted is the exponent of the first digit.
func (n number) adjusted() int64 { return n.exp + digits(n.coef) - 1 }

// parse reads a number as the constructor does: optional sign, digits with a
// point, exponent; or inf, nan, snan with digits.
func (w *work) parse(text string) (number, bool) {
	s := text
	var n number
	if s != "" && (s[0] == '-' || s[0] == '+') {
		n.neg = s[0] == '-'
		s = s[1:]
	}
	if s == "" {
		return n, false
	}
	if c := s[0] | 0x20; c == 'i' || c == 'n' || c == 's' {
		return w.parseSpecial(n, strings.ToLower(s))
	}
	mant, expText := s, ""
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		if mant, expText = s[:i], s[i+1:]; expText == "" {
			return n, false
		}
	}
	whole, frac, _ := strings.Cut(mant, ".")
	all := whole + frac
	if !onlyDigits(all) {
		return n, false
	}
	if expText != "" {
		e, ok := parseExponent(expText)
		if !ok {
			return n, false
		}
		n.exp = e
	}
	n.exp -= int64(len(frac))
	all = strings.TrimLeft(all, "0")
	n.coef = w.fromDigits(all)
	return n, true
}

func onlyDigits(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return s != ""
}

// parseExponent reads a signed number, cut at a limit beyond all exponents.
func parseExponent(s string) (int64, bool) {
	neg := false
	if s[0] == '-' || s[0] == '+' {
		neg = s[0] == '-'
		s = s[1:]
	}
	if !onlyDigits(s) {
		return 0, false
	}
	const limit = 4e18
	e, err := strconv.ParseInt(s, 10, 64)
	if err != nil || e > limit {
		e = limit
	}
	if neg {
		e = -e
	}
	return e, true
}

func (w *work) parseSpecial(n number, s string) (number, bool) {
	switch {
	case s == "inf" || s == "infinity":
		return infinity(n.neg), true
	case strings.HasPrefix(s, "nan"):
		n.form, s = quietNaN, s[3:]
	case strings.HasPrefix(s, "snan"):
		n.form, s = signalNaN, s[4:]
	default:
		return n, false
	}
	n.coef = zero
	if s != "" {
		if !onlyDigits(s) {
			return n, false
		}
		n.coef = w.fromDigits(strings.TrimLeft(s, "0"))
	}
	return n, true
}

// fromDigits reads a row of digits, which may be empty.
func (w *work) fromDigits(s string) *big.Int {
	if len(s) <= 18 {
		u := uint64(0)
		for i := 0; i < len(s); i++ {
			u = u*10 + uint64(s[i]-'0')
		}
		return new(big.Int).SetUint64(u)
	}
	b, err := w.vm.BigFromText(s)
	if w.failed(err) {
		return zero
	}
	return b
}

// text is to-scientific-string (or to-engineering-string) of the standard.
func (w *work) text(n number, eng, capitals bool) string {
	sign := ""
	if n.neg {
		sign = "-"
	}
	switch n.form {
	case infinite:
		return sign + "Infinity"
	case quietNaN, signalNaN:
		name := "NaN"
		if n.form == signalNaN {
			name = "sNaN"
		}
		if n.coef.Sign() != 0 {
			name += w.digitText(n.coef)
		}
		return sign + name
	}
	d := w.digitText(n.coef)
	left := n.exp + int64(len(d)) // digits before the point, were it written out
	point := int64(1)
	switch {
	case n.exp <= 0 && left > -6:
		point = left
	case !eng:
	case n.coef.Sign() == 0:
		point = mod(left+1, 3) - 1
	default:
		point = mod(left-1, 3) + 1
	}
	var b strings.Builder
	b.WriteString(sign)
	switch {
	case point <= 0:
		b.WriteString("0.")
		b.WriteString(strings.Repeat("0", int(-point)))
		b.WriteString(d)
	case point >= int64(len(d)):
		b.WriteString(d)
		b.WriteString(strings.Repeat("0", int(point)-len(d)))
	default:
		b.WriteString(d[:point])
		b.WriteByte('.')
		b.WriteString(d[point:])
	}
	if left != point {
		if capitals {
			b.WriteByte('E')
		} else {
			b.WriteByte('e')
		}
		if left > point {
			b.WriteByte('+')
		}
		b.WriteString(strconv.FormatInt(left-point, 10))
	}
	return b.String()
}

// mod is a modulo b with a result that is not negative.
func mod(a, b int64) int64 { return (a%b + b) % b }

func (w *work) digitText(b *big.Int) string {
	if b.IsUint64() {
		return strconv.FormatUint(b.Uint64(), 10)
	}
	s, err := w.vm.BigText(b)
	if w.failed(err) {
		return "0"
	}
	return s
}
