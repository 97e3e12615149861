package py

import (
	"math"
	"strconv"
	"strings"
)

// PercentSpec is a conversion of the % operator: %[flags][width][.prec]type.
type PercentSpec struct {
	Minus, Plus, Space, Alt, Zero bool

	Width int  // 0: none
	Prec  int  // -1: none
	Type  byte // d i u o x X e E f F g G c
}

// FormatPercentNumber is the text of v under a numeric conversion, padded.
func (vm *VM) FormatPercentNumber(v Value, s PercentSpec) (string, error) {
	text, err := "", error(nil)
	switch s.Type {
	case 'd', 'i', 'u', 'o', 'x', 'X':
		text, err = vm.percentInt(v, s)
	default:
		text, err = vm.percentFloat(v, s)
	}
	if err != nil {
		return "", err
	}
	return vm.padPercentNumber(text, s)
}

// percentInt is the signed text of %d %i %u %o %x %X without padding to the
// width.
func (vm *VM) percentInt(v Value, s PercentSpec) (string, error) {
	if v.IsInt() && s.Prec < 0 && s.Type != 'o' && s.Type|0x20 != 'x' {
		return strconv.FormatInt(v.AsInt(), 10), nil
	}
	i, err := vm.percentOperand(v, s.Type)
	if err != nil {
		return "", err
	}
	base, prefix := 10, ""
	switch s.Type {
	case 'o':
		base, prefix = 8, "0o"
	case 'x':
		base, prefix = 16, "0x"
	case 'X':
		base, prefix = 16, "0X"
	}
	digits, neg, err := vm.intDigits(i, base)
	if err != nil {
		return "", err
	}
	if s.Type == 'X' {
		digits = strings.ToUpper(digits)
	}
	if s.Prec > math.MaxInt32-3 {
		return "", Raise(OverflowError, "precision too large")
	}
	if n := s.Prec - len(digits); n > 0 {
		if err := vm.Reserve(int64(n) * 2); err != nil {
			return "", err
		}
		digits = strings.Repeat("0", n) + digits
	}
	if s.Alt {
		digits = prefix + digits
	}
	if neg {
		digits = "-" + digits
	}
	return digits, nil
}

// percentOperand is the int that a conversion takes v for.
func (vm *VM) percentOperand(v Value, typ byte) (Value, error) {
	if isInt(v) {
		return v, nil
	}
	s := &v.Type().slots
	hex := typ == 'o' || typ|0x20 == 'x'
	var r Value
	var err error
	switch {
	case hex && s.Index != nil:
		r, err = vm.Index(v)
	case !hex && (s.ToInt != nil || s.Index != nil):
		r, err = vm.ToInt(v)
	default:
		err = TypeErrorf("")
	}
	if e, ok := err.(*Exception); ok && e.typ.IsSubtype(TypeError) {
		what := "a real number"
		if hex {
			what = "an integer"
		}
		return Value{}, TypeErrorf("%%%c format: %s is required, not %s", typ, what, v.Type().Name)
	}
	return r, err
}

func (vm *VM) percentFloat(v Value, s PercentSpec) (string, error) {
	x, err := vm.ToFloat(v)
	if err != nil {
		return "", err
	}
	d := floatDigits{typ: s.Type, precision: s.Prec, alt: s.Alt}
	if err := d.prepare(vm); err != nil {
		return "", err
	}
	return d.format(x), nil
}

// padPercentNumber adds sign and padding to a number's text.
func (vm *VM) padPercentNumber(text string, s PercentSpec) (string, error) {
	sign := ""
	switch {
	case text[0] == '-':
		sign, text = "-", text[1:]
	case s.Plus:
		sign = "+"
	case s.Space:
		sign = " "
	}
	fill := s.Width - len(sign) - len(text)
	if fill <= 0 {
		return sign + text, nil
	}
	if err := vm.Reserve(int64(s.Width) * 2); err != nil {
		return "", err
	}
	switch {
	case s.Minus:
		return sign + text + strings.Repeat(" ", fill), nil
	case s.Zero:
		if s.Alt && len(text) > 1 && (s.Type == 'o' || s.Type|0x20 == 'x') {
			sign, text = sign+text[:2], text[2:]
		}
		return sign + strings.Repeat("0", fill) + text, nil
	}
	return strings.Repeat(" ", fill) + sign + text, nil
}

// FormatPercentChar is the character of %c without padding: an int's code
// point or a str of one.
func (vm *VM) FormatPercentChar(v Value) (string, error) {
	if s := v.Str(); s != nil {
		if leadingChars(s.S) == 1 {
			return s.S, nil
		}
		return "", TypeErrorf("%s", "%c requires int or char")
	}
	if !isInt(v) && v.Type().slots.Index == nil {
		return "", TypeErrorf("%s", "%c requires int or char")
	}
	n, err := vm.IndexInt(v, nil)
	if err != nil {
		return "", err
	}
	if n < 0 || n > 0x10FFFF {
		return "", Raise(OverflowError, "%s", "%c arg not in range(0x110000)")
	}
	return runeText(rune(n)), nil
}
