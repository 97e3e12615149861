package py

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// formatSpec is a parsed format specifier:
// [[fill]align][sign][z][#][0][width][grouping][.precision][type].
type formatSpec struct {
	fill      rune
	align     byte // '<', '>', '^' or '='
	aligned   bool // the specifier names the alignment
	sign      byte // 0, '+', '-' or ' '
	zero      bool // z: no negative zero
	alt       bool // #
	grouping  byte // 0, ',' or '_'
	width     int  // -1: none
	precision int  // -1: none
	typ       rune // 0: none
}

// Format is format(v, spec).
func (vm *VM) Format(v Value, spec string) (Value, error) {
	switch t := v.Type(); t {
	case StrType:
		if spec == "" {
			return v, nil
		}
		return vm.formatStr(v.Str(), spec)
	case IntType:
		if spec == "" {
			return intRepr(vm, v)
		}
		return vm.formatInt(v, spec)
	case FloatType:
		if spec == "" {
			return floatRepr(vm, v)
		}
		return vm.formatFloat(v, floatOf(v), spec)
	}
	r, err := vm.callSpecial(v, nameFormat, NewStr(spec))
	if err != nil {
		return Value{}, err
	}
	if r.Str() == nil {
		return Value{}, TypeErrorf("__format__ must return a str, not %s", r.Type().Name)
	}
	return r, nil
}

var nameFormat = Name("__format__")

// formatMethod is __format__ of the numbers and str.
func formatMethod(vm *VM, a []Value) (Value, error) {
	v, spec := a[0], a[1].Str()
	if spec == nil {
		return Value{}, TypeErrorf("__format__() argument must be str, not %s", argKind(a[1]))
	}
	if spec.S == "" {
		if v.Type() == StrType {
			return v, nil
		}
		return vm.StrValue(v)
	}
	switch v.Kind() {
	case KindStr:
		return vm.formatStr(v.Str(), spec.S)
	case KindFloat, KindFloatObject:
		return vm.formatFloat(v, floatOf(v), spec.S)
	case KindComplex:
		return vm.formatComplex(v, spec.S)
	}
	return vm.formatInt(v, spec.S)
}

func isAlign(c byte) bool { return c == '<' || c == '>' || c == '=' || c == '^' }

// parseFormat reads a specifier for v. align and typ are the defaults of v's
// type.
func parseFormat(v Value, spec string, align byte, typ rune) (f formatSpec, err error) {
	f = formatSpec{fill: ' ', align: align, width: -1, precision: -1, typ: typ}
	s := spec
	filled := false
	if s != "" {
		r, n := rune(s[0]), 1
		if r >= utf8.RuneSelf {
			if r, n = utf8.DecodeRuneInString(s); r == utf8.RuneError && n == 1 && len(s) >= 3 {
				r, n = rune(s[0]&0xF)<<12|rune(s[1]&0x3F)<<6|rune(s[2]&0x3F), 3 // a surrogate
			}
		}
		if len(s) > n && isAlign(s[n]) {
			f.fill, f.align, f.aligned, filled = r, s[n], true, true
			s = s[n+1:]
		} else if isAlign(s[0]) {
			f.align, f.aligned = s[0], true
			s = s[1:]
		}
	}
	if s != "" && (s[0] == '+' || s[0] == '-' || s[0] == ' ') {
		f.sign = s[0]
		s = s[1:]
	}
	if s != "" && s[0] == 'z' {
		f.zero = true
		s = s[1:]
	}
	if s != "" && s[0] == '#' {
		f.alt = true
		s = s[1:]
	}
	if !filled && s != "" && s[0] == '0' {
		f.fill = '0'
		if !f.aligned && align == '>' {
			f.align = '='
		}
		s = s[1:]
	}
	if f.width, s, err = formatNumber(s); err != nil {
		return f, err
	}
	if s, err = f.parseGrouping(s); err != nil {
		return f, err
	}
	if s != "" && s[0] == '.' {
		if f.precision, s, err = formatNumber(s[1:]); err != nil {
			return f, err
		}
		if f.precision < 0 {
			return f, ValueErrorf("Format specifier missing precision")
		}
	}
	if s != "" {
		r, n := utf8.DecodeRuneInString(s)
		if n < len(s) {
			return f, ValueErrorf("Invalid format specifier '%s' for object of type '%s'", spec, v.Type().Name)
		}
		f.typ = r
	}
	return f, f.checkGrouping()
}

// formatNumber reads decimal digits, of any script; -1 if there are none.
func formatNumber(s string) (n int, rest string, err error) {
	n = -1
	for s != "" {
		d, size := int(s[0])-'0', 1
		if s[0] >= utf8.RuneSelf {
			var r rune
			r, size = utf8.DecodeRuneInString(s)
			d = DecimalDigit(r)
		}
		if d < 0 || d > 9 {
			break
		}
		n = max(n, 0)
		if n > (math.MaxInt-d)/10 {
			return 0, "", ValueErrorf("Too many decimal digits in format string")
		}
		n = n*10 + d
		s = s[size:]
	}
	return n, s, nil
}

func (f *formatSpec) parseGrouping(s string) (string, error) {
	if s != "" && s[0] == ',' {
		f.grouping = ','
		s = s[1:]
	}
	if s != "" && s[0] == '_' {
		if f.grouping != 0 {
			return s, ValueErrorf("Cannot specify both ',' and '_'.")
		}
		f.grouping = '_'
		s = s[1:]
	}
	if s != "" && s[0] == ',' && f.grouping == '_' {
		return s, ValueErrorf("Cannot specify both ',' and '_'.")
	}
	return s, nil
}

func (f *formatSpec) checkGrouping() error {
	if f.grouping == 0 {
		return nil
	}
	switch f.typ {
	case 'd', 'e', 'f', 'g', 'E', 'G', '%', 'F', 0:
		return nil
	case 'b', 'o', 'x', 'X':
		if f.grouping == '_' {
			return nil
		}
	}
	return ValueErrorf("Cannot specify '%c' with '%s'.", f.grouping, typeCode(f.typ, 33))
}

// typeCode shows the type of a specifier in an error.
func typeCode(r, from rune) string {
	if r >= from && r < 128 {
		return string(r)
	}
	return fmt.Sprintf(`\x%x`, r)
}

func (f *formatSpec) unknownType(v Value) error {
	return ValueErrorf("Unknown format code '%s' for object of type '%s'", typeCode(f.typ, 33), v.Type().Name)
}

// groupSize is the number of digits between separators.
func (f *formatSpec) groupSize() int {
	switch f.typ {
	case 'b', 'o', 'x', 'X':
		return 4
	}
	return 3
}

// pad puts text, of n characters, into the width.
func (f *formatSpec) pad(vm *VM, text string, n int) (Value, error) {
	if f.width <= n {
		return vm.NewString(text), nil
	}
	fill := f.width - n
	if err := vm.Reserve(int64(fill) * int64(utf8.RuneLen(f.fill)+3)); err != nil {
		return Value{}, err
	}
	left := 0
	switch f.align {
	case '>', '=':
		left = fill
	case '^':
		left = fill / 2
	}
	var b strings.Builder
	b.Grow(len(text) + fill)
	f.writeFill(&b, left)
	b.WriteString(text)
	f.writeFill(&b, fill-left)
	return vm.NewString(b.String()), nil
}

func (f *formatSpec) writeFill(b *strings.Builder, n int) {
	if f.fill < utf8.RuneSelf {
		for ; n > 0; n-- {
			b.WriteByte(byte(f.fill))
		}
		return
	}
	var one [4]byte
	text := utf8.AppendRune(one[:0], f.fill)
	if f.fill >= 0xD800 && f.fill < 0xE000 {
		text = append(one[:0], 0xE0|byte(f.fill>>12), 0x80|byte(f.fill>>6)&0x3F, 0x80|byte(f.fill)&0x3F)
	}
	for ; n > 0; n-- {
		b.Write(text)
	}
}

func (vm *VM) formatStr(s *Str, spec string) (Value, error) {
	v := Of(&s.Object)
	f, err := parseFormat(v, spec, '<', 's')
	if err != nil {
		return Value{}, err
	}
	switch {
	case f.typ != 's':
		err = f.unknownType(v)
	case f.sign == ' ':
		err = ValueErrorf("Space not allowed in string format specifier")
	case f.sign != 0:
		err = ValueErrorf("Sign not allowed in string format specifier")
	case f.zero:
		err = ValueErrorf("Negative zero coercion (z) not allowed in string format specifier")
	case f.alt:
		err = ValueErrorf("Alternate form (#) not allowed in string format specifier")
	case f.align == '=':
		err = ValueErrorf("'=' alignment not allowed in string format specifier")
	}
	if err != nil {
		return Value{}, err
	}
	text, n := s.S, len(s.S)
	if !s.ASCII() {
		n = leadingChars(text)
	}
	if f.precision >= 0 && f.precision < n {
		text, n = firstChars(text, f.precision), f.precision
	}
	return f.pad(vm, text, n)
}

// leadingChars counts code points: bytes that begin one.
func leadingChars(s string) int {
	n := 0
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			n++
		}
	}
	return n
}

// firstChars is the first n code points of s.
func firstChars(s string, n int) string {
	for i := 0; i < len(s); i++ {
		if s[i]&0xC0 != 0x80 {
			if n == 0 {
				return s[:i]
			}
			n--
		}
	}
	return s
}
