package py

import (
	"math"
	"strconv"
	"strings"
)

// numberText is a number on its way into a specifier's layout.
type numberText struct {
	neg    bool
	prefix string // 0x and the like
	digits string // what grouping and zero padding apply to
	rest   string // point, fraction, exponent, percent sign; inf or nan
}

// layout writes a number with sign, prefix, grouping and padding.
func (f *formatSpec) layout(vm *VM, t numberText) (Value, error) {
	if f.width > 64 {
		if err := vm.Reserve(int64(f.width) * 4); err != nil {
			return Value{}, err
		}
	}
	sign := ""
	switch {
	case t.neg:
		sign = "-"
	case f.sign == '+':
		sign = "+"
	case f.sign == ' ':
		sign = " "
	}
	zeroTo := 0
	if f.fill == '0' && f.align == '=' {
		zeroTo = f.width - len(sign) - len(t.prefix) - len(t.rest)
	}
	digits := t.digits
	if digits == "" {
		zeroTo = 0 // inf and nan are filled, not grouped
	}
	if f.grouping != 0 && (len(digits) > 3 || zeroTo > 3) {
		digits = group(digits, f.grouping, f.groupSize(), zeroTo)
	} else if zeroTo > len(digits) {
		digits = strings.Repeat("0", zeroTo-len(digits)) + digits
	}
	n := len(sign) + len(t.prefix) + len(digits) + len(t.rest)
	if f.width <= n {
		return vm.asciiStr(sign + t.prefix + digits + t.rest), nil
	}
	if f.align != '=' {
		return f.pad(vm, sign+t.prefix+digits+t.rest, n)
	}
	var b strings.Builder
	b.Grow(f.width)
	b.WriteString(sign)
	b.WriteString(t.prefix)
	f.writeFill(&b, f.width-n)
	b.WriteString(digits)
	b.WriteString(t.rest)
	return vm.NewString(b.String()), nil
}

// group puts separators between groups of size digits, after adding zeros in
// front until the text is at least width long; it never begins with a
// separator.
func group(digits string, sep byte, size, width int) string {
	var rev []byte
	remaining := len(digits)
	for {
		n := min(size, max(remaining, width, 1))
		for i := range n {
			if i < remaining {
				rev = append(rev, digits[remaining-1-i])
			} else {
				rev = append(rev, '0')
			}
		}
		remaining = max(remaining-n, 0)
		width -= n
		if remaining <= 0 && width <= 0 {
			break
		}
		rev = append(rev, sep)
		width--
	}
	reverseBytes(rev)
	return string(rev)
}

func (vm *VM) formatInt(v Value, spec string) (Value, error) {
	f, err := parseFormat(v, spec, '>', 'd')
	if err != nil {
		return Value{}, err
	}
	base, prefix := 10, ""
	switch f.typ {
	case 'd', 'n':
	case 'b':
		base, prefix = 2, "0b"
	case 'o':
		base, prefix = 8, "0o"
	case 'x', 'X':
		base, prefix = 16, "0x"
	case 'c':
	case 'e', 'E', 'f', 'F', 'g', 'G', '%':
		x, _, err := floatOperand(v)
		if err != nil {
			return Value{}, err
		}
		return f.float(vm, v, x)
	default:
		return Value{}, f.unknownType(v)
	}
	if f.zero {
		return Value{}, ValueErrorf("Negative zero coercion (z) not allowed in integer format specifier")
	}
	if f.precision >= 0 {
		return Value{}, ValueErrorf("Precision not allowed in integer format specifier")
	}
	if f.typ == 'c' {
		return f.char(vm, v)
	}
	var t numberText
	if t.digits, t.neg, err = vm.intDigits(v, base); err != nil {
		return Value{}, err
	}
	if f.alt {
		t.prefix = prefix
	}
	if f.typ == 'X' {
		t.prefix, t.digits = strings.ToUpper(t.prefix), strings.ToUpper(t.digits)
	}
	return f.layout(vm, t)
}

func (f *formatSpec) char(vm *VM, v Value) (Value, error) {
	if f.sign != 0 {
		return Value{}, ValueErrorf("Sign not allowed with integer format specifier 'c'")
	}
	if f.alt {
		return Value{}, ValueErrorf("Alternate form (#) not allowed with integer format specifier 'c'")
	}
	n, wide, _ := intOf(v)
	if wide != nil {
		return Value{}, Raise(OverflowError, "Python int too large to convert to C long")
	}
	if n < 0 || n > 0x10FFFF {
		return Value{}, Raise(OverflowError, "%s", "%c arg not in range(0x110000)")
	}
	return f.pad(vm, runeText(rune(n)), 1)
}

// runeText is a code point as text, surrogates too.
func runeText(r rune) string {
	if r >= 0xD800 && r < 0xE000 {
		return string([]byte{0xE0 | byte(r>>12), 0x80 | byte(r>>6)&0x3F, 0x80 | byte(r)&0x3F})
	}
	return string(r)
}

func (vm *VM) formatFloat(v Value, x float64, spec string) (Value, error) {
	f, err := parseFormat(v, spec, '>', 0)
	if err != nil {
		return Value{}, err
	}
	return f.float(vm, v, x)
}

// float formats x, the value of v.
func (f *formatSpec) float(vm *VM, v Value, x float64) (Value, error) {
	switch f.typ {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n', '%':
	default:
		return Value{}, f.unknownType(v)
	}
	d := floatDigits{typ: byte(f.typ), precision: f.precision, alt: f.alt, dot0: f.typ == 0}
	if err := d.prepare(vm); err != nil {
		return Value{}, err
	}
	if f.typ == '%' {
		x *= 100
	}
	text := d.format(x)
	t := splitNumber(text)
	if f.zero && t.neg && allZero(text) {
		t.neg = false
	}
	if f.typ == '%' {
		t.rest += "%"
	}
	return f.layout(vm, t)
}

// splitNumber divides the text of a float into sign, whole digits and rest.
func splitNumber(text string) (t numberText) {
	if text[0] == '-' {
		t.neg, text = true, text[1:]
	}
	i := 0
	for i < len(text) && isDigit(text[i]) {
		i++
	}
	t.digits, t.rest = text[:i], text[i:]
	return t
}

// allZero reports whether the text of a number has no digit but 0 before the
// exponent.
func allZero(text string) bool {
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == 'e' || c == 'E':
			return true
		case c >= '1' && c <= '9' || c == 'i' || c == 'n' || c == 'I' || c == 'N':
			return false
		}
	}
	return true
}

// floatDigits says how to turn a float into text: C's %e, %f and %g, or the
// shortest form.
type floatDigits struct {
	typ       byte // e E f F g G n % or 0 for the shortest
	precision int  // -1: the default
	alt       bool // always a point, and %g keeps its zeros
	dot0      bool // ".0" where there is neither point nor exponent
}

// prepare applies the defaults and checks the precision.
func (d *floatDigits) prepare(vm *VM) error {
	if d.precision > math.MaxInt32 {
		return ValueErrorf("precision too big")
	}
	if d.precision > 64 {
		if err := vm.Reserve(int64(d.precision) * 2); err != nil {
			return err
		}
	}
	switch d.typ {
	case 'n':
		d.typ = 'g'
	case '%':
		d.typ = 'f'
	case 0:
		if d.precision >= 0 {
			d.typ = 'g'
		}
		return nil
	}
	if d.precision < 0 {
		d.precision = 6
	}
	return nil
}

// format is the text of x with '-' where negative.
func (d *floatDigits) format(x float64) string {
	if x-x != 0 {
		s := FormatFloat(x)
		if d.typ == 'E' || d.typ == 'F' || d.typ == 'G' {
			s = strings.ToUpper(s)
		}
		return s
	}
	var arr [64]byte
	buf := arr[:0]
	switch d.typ {
	case 0:
		buf = d.shortest(buf, x)
	case 'f', 'F':
		buf = appendFixed(buf, x, d.precision)
		if d.alt && d.precision == 0 {
			buf = append(buf, '.')
		}
	case 'e', 'E':
		buf = strconv.AppendFloat(buf, x, d.typ, d.precision, 64)
		if d.alt && d.precision == 0 {
			buf = insertPoint(buf)
		}
	default:
		buf = d.general(buf, x)
	}
	return string(buf)
}

func (d *floatDigits) shortest(buf []byte, x float64) []byte {
	buf = appendFloat(buf, x)
	if !d.dot0 && !d.alt && len(buf) > 2 && string(buf[len(buf)-2:]) == ".0" {
		return buf[:len(buf)-2]
	}
	if d.alt {
		if !d.dot0 && string(buf[len(buf)-2:]) == ".0" {
			return buf[:len(buf)-1]
		}
		for _, c := range buf {
			if c == '.' {
				return buf
			}
		}
		return insertPoint(buf)
	}
	return buf
}

// insertPoint puts a point before the exponent of a number without one.
func insertPoint(buf []byte) []byte {
	for i, c := range buf {
		if c == 'e' || c == 'E' {
			buf = append(buf, 0)
			copy(buf[i+1:], buf[i:])
			buf[i] = '.'
			return buf
		}
	}
	return append(buf, '.')
}

// general is %g: the shorter of %e and %f by C's rule. With dot0 the exponent
// form begins one digit earlier.
func (d *floatDigits) general(buf []byte, x float64) []byte {
	prec := max(d.precision, 1)
	start := len(buf)
	expByte := byte('e')
	if d.typ == 'G' {
		expByte = 'E'
	}
	buf = strconv.AppendFloat(buf, x, expByte, prec-1, 64)
	i := len(buf) - 1
	for buf[i] != expByte {
		i--
	}
	exp, _ := strconv.Atoi(string(buf[i+1:]))
	limit := prec
	if d.dot0 {
		limit--
	}
	if exp < -4 || exp >= limit {
		if d.alt {
			if prec == 1 {
				buf = insertPoint(buf)
			}
			return buf
		}
		tail := string(buf[i:])
		return append(trimZeros(buf[:i], start), tail...)
	}
	buf = strconv.AppendFloat(buf[:start], x, 'f', prec-1-exp, 64)
	if !d.alt {
		buf = trimZeros(buf, start)
	}
	hasPoint := false
	for _, c := range buf[start:] {
		hasPoint = hasPoint || c == '.'
	}
	switch {
	case hasPoint:
	case d.dot0:
		buf = append(buf, '.', '0')
	case d.alt:
		buf = append(buf, '.')
	}
	return buf
}

// trimZeros removes zeros at the end of a fraction, and its point with the
// last.
func trimZeros(buf []byte, start int) []byte {
	point := false
	for _, c := range buf[start:] {
		point = point || c == '.'
	}
	if !point {
		return buf
	}
	for buf[len(buf)-1] == '0' {
		buf = buf[:len(buf)-1]
	}
	if buf[len(buf)-1] == '.' {
		buf = buf[:len(buf)-1]
	}
	return buf
}

var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16}

// appendFixed is %.<prec>f. strconv is fast for a given number of digits in
// the exponent form only, so frequent sizes go that way and are laid out here.
func appendFixed(buf []byte, x float64, prec int) []byte {
	a := math.Abs(x)
	whole := 1 // digits before the point
	for whole < len(tens) && a >= tens[whole] {
		whole++
	}
	if a < 1 || whole == len(tens) || whole+prec > 17 {
		return strconv.AppendFloat(buf, x, 'f', prec, 64)
	}
	var arr [32]byte
	e := strconv.AppendFloat(arr[:0], a, 'e', whole+prec-1, 64)
	if math.Signbit(x) {
		buf = append(buf, '-')
	}
	digits := arr[:0]
	digits = append(digits, e[0])
	i := 1
	if e[1] == '.' {
		for i = 2; e[i] != 'e'; i++ {
			digits = append(digits, e[i])
		}
	}
	// Rounding may have carried into one more digit.
	if exp, _ := strconv.Atoi(string(e[i+1:])); exp == whole {
		whole++
		digits = append(digits, '0')
	}
	buf = append(buf, digits[:whole]...)
	if prec > 0 {
		buf = append(buf, '.')
		buf = append(buf, digits[whole:whole+prec]...)
	}
	return buf
}

func (vm *VM) formatComplex(v Value, spec string) (Value, error) {
	f, err := parseFormat(v, spec, '>', 0)
	if err != nil {
		return Value{}, err
	}
	switch f.typ {
	case 0, 'e', 'E', 'f', 'F', 'g', 'G', 'n':
	default:
		return Value{}, f.unknownType(v)
	}
	switch {
	case f.precision > math.MaxInt32:
		err = ValueErrorf("precision too big")
	case f.fill == '0':
		err = ValueErrorf("Zero padding is not allowed in complex format specifier")
	case f.align == '=':
		err = ValueErrorf("'=' alignment flag is not allowed in complex format specifier")
	}
	if err != nil {
		return Value{}, err
	}
	d := floatDigits{typ: byte(f.typ), precision: f.precision, alt: f.alt}
	if err := d.prepare(vm); err != nil {
		return Value{}, err
	}
	c := v.Complex().V
	part := formatSpec{fill: ' ', align: '>', sign: f.sign, grouping: f.grouping, width: -1, typ: f.typ}
	text := func(x float64) (string, error) {
		t := splitNumber(d.format(x))
		if f.zero && t.neg && allZero(t.digits+t.rest) {
			t.neg = false
		}
		r, err := part.layout(vm, t)
		if err != nil {
			return "", err
		}
		return r.Str().S, nil
	}
	out, parens := "", false
	if f.typ != 0 || real(c) != 0 || math.Signbit(real(c)) {
		if out, err = text(real(c)); err != nil {
			return Value{}, err
		}
		part.sign, parens = '+', f.typ == 0
	}
	im, err := text(imag(c))
	if err != nil {
		return Value{}, err
	}
	if out += im + "j"; parens {
		out = "(" + out + ")"
	}
	return f.pad(vm, out, len(out))
}
