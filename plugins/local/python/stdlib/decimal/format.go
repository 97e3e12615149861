package decimal

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// layout is a parsed format specifier.
type layout struct {
	fill      string
	align     byte // < > ^ = or z for zeros after the sign
	sign      byte
	noNegZero bool
	width     int64
	comma     bool
	point     string // the decimal point
	sep       string // between groups of digits; "" for none
	groups    string // their sizes from the right as localeconv() gives them
	prec      int64  // -1: none
	typ       byte   // e E f F g G % n, or 0
}

func errFormat() error { return py.ValueErrorf("invalid format string") }

func parseLayout(s string) (l layout, ok bool) {
	l = layout{fill: " ", align: '>', sign: '-', prec: -1, point: "."}
	aligned := false
	isAlign := func(c byte) bool { return c == '<' || c == '>' || c == '^' || c == '=' }
	if s != "" {
		if _, n := utf8.DecodeRuneInString(s); len(s) > n && isAlign(s[n]) {
			l.fill, l.align, aligned = s[:n], s[n], true
			s = s[n+1:]
		} else if isAlign(s[0]) {
			l.align, aligned = s[0], true
			s = s[1:]
		}
	}
	if s != "" && (s[0] == '+' || s[0] == '-' || s[0] == ' ') {
		l.sign = s[0]
		s = s[1:]
	}
	if s != "" && s[0] == 'z' {
		l.noNegZero = true
		s = s[1:]
	}
	if s != "" && s[0] == '0' {
		if aligned {
			return l, false
		}
		l.align, l.fill = 'z', "0"
		s = s[1:]
	}
	if l.width, s, ok = leadingNumber(s); !ok {
		return l, false
	}
	l.width = max(l.width, 0)
	if s != "" && s[0] == ',' {
		l.comma, l.sep, l.groups = true, ",", "\x03"
		s = s[1:]
	}
	if s != "" && s[0] == '.' {
		if l.prec, s, ok = leadingNumber(s[1:]); !ok || l.prec < 0 {
			return l, false
		}
	}
	if s != "" && strings.IndexByte("eEfFgG%n", s[0]) >= 0 {
		l.typ = s[0]
		if l.typ == 'n' {
			if l.comma {
				return l, false
			}
			l.typ = 'g'
		}
		s = s[1:]
	}
	return l, s == ""
}

// leadingNumber reads digits; -1 if there are none.
func leadingNumber(s string) (n int64, rest string, ok bool) {
	n = -1
	for s != "" && s[0] >= '0' && s[0] <= '9' {
		n = max(n, 0)*10 + int64(s[0]-'0')
		if n > 1<<40 {
			return n, s, false
		}
		s = s[1:]
	}
	return n, s, true
}

func formatDecimal(vm *py.VM, a []py.Value) (py.Value, error) {
	spec := a[1].Str()
	if spec == nil {
		return py.Value{}, py.TypeErrorf("format argument must be str")
	}
	c := current(vm)
	w := c.begin(vm)
	n := decimalOf(a[0]).number
	if spec.S == "" {
		return vm.StrValue(a[0])
	}
	l, ok := parseLayout(spec.S)
	if !ok {
		return py.Value{}, errFormat()
	}
	if len(a) > 2 && !a[2].IsNone() {
		if err := l.override(vm, a[2]); err != nil {
			return py.Value{}, err
		}
	}
	if err := vm.Reserve(2*max(l.width, l.prec) + 64); err != nil {
		return py.Value{}, err
	}
	s := w.format(n, &l)
	if w.err != nil {
		return py.Value{}, w.err
	}
	return vm.NewString(s), nil
}

// charMax is the size of a group that takes all digits left.
const charMax = 127

// override lays numbers out by what a dict like that of localeconv() says.
func (l *layout) override(vm *py.VM, v py.Value) error {
	d := v.Dict()
	if d == nil {
		return py.TypeErrorf("optional argument must be a dict")
	}
	text := func(key string, to *string) error {
		v := d.GetStr(py.Name(key))
		if !v.Bound() {
			return nil
		}
		s := v.Str()
		if s == nil {
			return py.ValueErrorf("invalid override dict")
		}
		*to = s.S
		return nil
	}
	for key, to := range map[string]*string{"decimal_point": &l.point, "thousands_sep": &l.sep, "grouping": &l.groups} {
		if err := text(key, to); err != nil {
			return err
		}
	}
	bad := func(r rune) bool { return r > charMax }
	if utf8.RuneCountInString(l.point) > 1 || l.point == "" || utf8.RuneCountInString(l.sep) > 1 || strings.ContainsFunc(l.groups, bad) {
		return py.ValueErrorf("invalid override dict")
	}
	if l.groups == "" || l.groups[0] == 0 || l.groups[0] == charMax {
		l.sep = ""
	}
	return nil
}

// format lays a number out.
func (w *work) format(n number, l *layout) string {
	typ := l.typ
	if typ == 0 {
		typ = 'g'
		if w.capitals {
			typ = 'G'
		}
	}
	if n.isSpecial() {
		body := w.text(n.withSign(false), false, true)
		if typ == '%' {
			body += "%"
		}
		return l.pad(l.signText(n.neg), body)
	}
	if typ == '%' {
		n.exp += 2
	}
	n = w.roundFor(n, typ, l.prec)
	if w.err != nil {
		return ""
	}
	if n.isZero() && l.noNegZero {
		n.neg = false
	}
	d := w.digitText(n.coef)
	left := n.exp + int64(len(d))
	point := left
	switch typ {
	case 'e', 'E':
		point = 1
		if n.isZero() && l.prec >= 0 {
			point = 1 - l.prec
		}
	case 'g', 'G':
		if n.exp > 0 || left <= -6 {
			point = 1
		}
	}
	if w.failed(w.vm.Reserve(max(point, -point))) {
		return ""
	}
	var whole, frac string
	switch {
	case point < 0:
		whole, frac = "0", strings.Repeat("0", int(-point))+d
	case point > int64(len(d)):
		whole = d + strings.Repeat("0", int(point)-len(d))
	default:
		if whole, frac = d[:point], d[point:]; whole == "" {
			whole = "0"
		}
	}
	if frac != "" {
		frac = l.point + frac
	}
	if e := left - point; e != 0 || typ|0x20 == 'e' {
		letter := "e"
		if typ == 'E' || typ == 'G' {
			letter = "E"
		}
		frac += letter
		if e >= 0 {
			frac += "+"
		}
		frac += itoa(e)
	}
	if typ == '%' {
		frac += "%"
	}
	sign := l.signText(n.neg)
	zeros := int64(0)
	if l.align == 'z' {
		zeros = l.width - int64(len(frac)+len(sign))
	}
	return l.pad(sign, l.group(whole, zeros)+frac)
}

// roundFor rounds a number for a type's precision.
func (w *work) roundFor(n number, typ byte, prec int64) number {
	switch typ {
	case 'f', 'F', '%':
		if prec >= 0 {
			n, _ = w.rescale(n, -prec, w.round)
		} else if n.isZero() && n.exp > 0 {
			n.exp = 0
		}
	case 'e', 'E':
		if prec >= 0 && !n.isZero() {
			n = w.significant(n, prec+1)
		}
	default:
		if prec >= 0 && digits(n.coef) > max(prec, 1) {
			n = w.significant(n, max(prec, 1))
		}
	}
	return n
}

// significant rounds (or extends) to a number of digits.
func (w *work) significant(n number, prec int64) number {
	exp := n.adjusted() - prec + 1
	r, _ := w.rescale(n, exp, w.round)
	if digits(r.coef) > prec && r.exp == exp && w.err == nil {
		r, _ = w.rescale(r, exp+1, w.round)
	}
	return r
}

func (l *layout) signText(neg bool) string {
	switch {
	case neg:
		return "-"
	case l.sign != '-':
		return string(l.sign)
	}
	return ""
}

// group puts separators between groups of digits, after zeros up to a width.
func (l *layout) group(whole string, width int64) string {
	if l.sep == "" {
		if n := width - int64(len(whole)); n > 0 {
			return strings.Repeat("0", int(n)) + whole
		}
		return whole
	}
	var parts []string
	for sizes := l.groups; ; {
		n := max(len(whole), int(width), 1)
		if size := int(sizes[0]); size != charMax {
			n = min(n, size)
		}
		part := strings.Repeat("0", max(n-len(whole), 0)) + whole[max(len(whole)-n, 0):]
		parts = append(parts, part)
		whole = whole[:max(len(whole)-n, 0)]
		width -= int64(n)
		if whole == "" && width <= 0 {
			break
		}
		width--
		if sizes[0] != charMax && len(sizes) > 1 && sizes[1] != 0 {
			sizes = sizes[1:]
		}
	}
	slices.Reverse(parts)
	return strings.Join(parts, l.sep)
}

// pad fills up to the width.
func (l *layout) pad(sign, body string) string {
	n := int(l.width) - len(sign) - len(body)
	if n <= 0 {
		return sign + body
	}
	fill := l.fill
	if l.align == 'z' {
		fill = " " // only inf and nan are still short
	}
	switch l.align {
	case '<':
		return sign + body + strings.Repeat(fill, n)
	case '^':
		return strings.Repeat(fill, n/2) + sign + body + strings.Repeat(fill, n-n/2)
	case '=':
		return sign + strings.Repeat(fill, n) + body
	}
	return strings.Repeat(fill, n) + sign + body
}
