package py

import (
	"math/big"
	"strings"
	"unicode"
	"unicode/utf8"
)

var (
	nameTrunc, nameBase = Name("__trunc__"), Name("base")
)

func intNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if cls == BoolType {
		return Value{}, TypeErrorf("int.__new__(bool) is not safe, use bool.__new__()")
	}
	v, err := vm.intArgs(args, kw)
	if err != nil || cls == IntType {
		return v, err
	}
	b := &BigInt{V: vm.AsBig(v)}
	vm.NewObject(&b.Object, cls, 48+8*len(b.V.Bits()))
	return Of(&b.Object), nil
}

func (vm *VM) intArgs(args []Value, kw Kwargs) (Value, error) {
	var base Value
	if len(args)+kw.Len() > 2 {
		return Value{}, tooManyArguments("int", 2, len(args), kw)
	}
	for i, name := range kw.Names {
		if !sameStr(name, nameBase) {
			return Value{}, TypeErrorf("'%s' is an invalid keyword argument for int()", name.Str().S)
		}
		if len(args) == 2 {
			return Value{}, TypeErrorf("argument for int() given by name ('base') and position (2)")
		}
		base = kw.Vals[i]
	}
	if len(args) == 2 {
		base = args[1]
	}
	if len(args) == 0 {
		if base.Bound() {
			return Value{}, TypeErrorf("int() missing string argument")
		}
		return Int(0), nil
	}
	if !base.Bound() {
		return vm.ToInt(args[0])
	}
	n, err := vm.IndexInt(base, nil)
	if err != nil {
		return Value{}, err
	}
	if n != 0 && n < 2 || n > 36 {
		return Value{}, ValueErrorf("int() base must be >= 2 and <= 36, or 0")
	}
	if v, ok, err := vm.intFromText(args[0], n); ok {
		return v, err
	}
	return Value{}, TypeErrorf("int() can't convert non-string with explicit base")
}

// ToInt is int(v).
func (vm *VM) ToInt(v Value) (Value, error) {
	s := &v.Type().slots
	if v.p == intP {
		return v, nil
	}
	if s.ToInt != nil {
		r, err := s.ToInt(vm, v)
		if err != nil {
			return Value{}, err
		}
		return vm.exactInt(r), nil
	}
	if s.Index != nil {
		return vm.Index(v)
	}
	r, err := vm.maybeCallSpecial(v, nameTrunc)
	if err != nil {
		return Value{}, err
	}
	if r.Bound() {
		if isInt(r) || r.Type().slots.Index != nil {
			return vm.Index(r)
		}
		return Value{}, TypeErrorf("__trunc__ returned non-Integral (type %s)", r.Type().Name)
	}
	if r, ok, err := vm.intFromText(v, 10); ok {
		return r, err
	}
	if data, ok := dataOf(v); ok {
		r, _, err := vm.intFromText(vm.NewBytes(strings.Clone(data)), 10)
		return r, err
	}
	return Value{}, TypeErrorf("int() argument must be a string, a bytes-like object or a real number, not '%s'", v.Type().Name)
}

// intFromText reads the int that a str, bytes or bytearray spells; ok is false
// for values of other types.
func (vm *VM) intFromText(v Value, base int) (r Value, ok bool, err error) {
	var text string
	if s := v.Str(); s != nil {
		if text = s.S; !s.ASCII() {
			text = asciiDigits(text)
		}
	} else if text, ok = bytesLike(v); !ok {
		return Value{}, false, nil
	}
	r, err = vm.parseInt(text, base)
	if err == errLiteral {
		if b := v.ByteArray(); b != nil {
			v = vm.bytesValue(string(b.B))
		}
		err = vm.literalError(v, 200, "invalid literal for int() with base %d: %s", base)
	}
	return r, true, err
}

// bytesLike is the content of a bytes or bytearray.
func bytesLike(v Value) (string, bool) {
	if b := v.Bytes(); b != nil {
		return b.S, true
	}
	if b := v.ByteArray(); b != nil {
		return string(b.B), true
	}
	return "", false
}

var errLiteral = NewException(ValueError, "invalid literal")

// literalError is the ValueError of text that spells no number; the text is
// shown as its repr, cut at a number of characters.
func (vm *VM) literalError(v Value, limit int, format string, args ...any) error {
	r, err := vm.Repr(v)
	if err != nil {
		return err
	}
	if utf8.RuneCountInString(r) > limit {
		r = string([]rune(r)[:limit])
	}
	return ValueErrorf(format, append(args, r)...)
}

func (vm *VM) bytesValue(s string) Value {
	vm.charge(int64(40 + len(s)))
	return Of(&(&Bytes{Object: Object{typ: BytesType, kind: KindBytes}, S: s}).Object)
}

// asciiDigits replaces the decimal digits of other scripts by 0 to 9 and their
// spaces by a space; what is neither becomes '?'.
func asciiDigits(s string) string {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		switch {
		case r < utf8.RuneSelf:
			out = append(out, byte(r))
		case wideSpace(r):
			out = append(out, ' ')
		default:
			if d := DecimalDigit(r); d >= 0 {
				out = append(out, byte('0'+d))
			} else {
				out = append(out, '?')
			}
		}
	}
	return string(out)
}

// wideSpace is str.isspace for a code point beyond ASCII.
func wideSpace(r rune) bool { return r == 0x85 || unicode.Is(unicode.Z, r) && r != 0x200b }

// DecimalDigit is the value of a decimal digit of any script, or -1. The
// digits of a script follow each other from its zero.
func DecimalDigit(r rune) int {
	if r < utf8.RuneSelf {
		if r >= '0' && r <= '9' {
			return int(r - '0')
		}
		return -1
	}
	for _, b := range unicode.Nd.R16 {
		if r >= rune(b.Lo) && r <= rune(b.Hi) {
			return int(r-rune(b.Lo)) % 10
		}
	}
	for _, b := range unicode.Nd.R32 {
		if r >= rune(b.Lo) && r <= rune(b.Hi) {
			return int(r-rune(b.Lo)) % 10
		}
	}
	return -1
}

func isASCIISpace(c byte) bool { return c == ' ' || c >= 9 && c <= 13 || c >= 0x1c && c <= 0x1f }

// trimSpace removes ASCII white space at both ends.
func trimSpace(s string) string {
	for len(s) > 0 && isASCIISpace(s[0]) {
		s = s[1:]
	}
	for len(s) > 0 && isASCIISpace(s[len(s)-1]) {
		s = s[:len(s)-1]
	}
	return s
}

// digitVal is the value of a digit in bases up to 36; 99 for other bytes.
func digitVal(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'z':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'Z':
		return int(c-'A') + 10
	}
	return 99
}

// parseInt reads an integer literal; errLiteral if it is none.
func (vm *VM) parseInt(text string, base int) (Value, error) {
	s := trimSpace(text)
	neg := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg = s[0] == '-'
		s = s[1:]
	}
	s, base, zeroOnly := splitPrefix(s, base)
	digits, ok := cleanDigits(s, base)
	if !ok {
		return Value{}, errLiteral
	}
	if len(digits) <= 11 || base <= 10 && len(digits) <= 18 {
		n := int64(0)
		for i := 0; i < len(digits); i++ {
			n = n*int64(base) + int64(digitVal(digits[i]))
		}
		if zeroOnly && n != 0 {
			return Value{}, errLiteral
		}
		if neg {
			n = -n
		}
		return Int(n), nil
	}
	z, err := vm.digitsToBig(digits, base)
	if err != nil {
		return Value{}, err
	}
	if zeroOnly && z.Sign() != 0 {
		return Value{}, errLiteral
	}
	if neg {
		z.Neg(z)
	}
	return vm.NewInt(z), nil
}

// splitPrefix takes the prefix 0x, 0o or 0b that the base allows; with base 0
// it decides the base, and zeroOnly tells that a leading 0 allows only zeros.
func splitPrefix(s string, base int) (rest string, newBase int, zeroOnly bool) {
	if len(s) > 1 && s[0] == '0' {
		prefix := 0
		switch s[1] | 0x20 {
		case 'x':
			prefix = 16
		case 'o':
			prefix = 8
		case 'b':
			prefix = 2
		}
		if prefix != 0 && (base == 0 || base == prefix) {
			s = s[2:]
			if s != "" && s[0] == '_' {
				s = s[1:]
			}
			return s, prefix, false
		}
	}
	if base == 0 {
		return s, 10, s != "" && s[0] == '0'
	}
	return s, base, false
}

// cleanDigits checks the digits and removes the underscores between them.
func cleanDigits(s string, base int) (string, bool) {
	if s == "" {
		return "", false
	}
	under := false
	for i := 0; i < len(s); i++ {
		if s[i] == '_' {
			if i == 0 || i == len(s)-1 || s[i-1] == '_' {
				return "", false
			}
			under = true
		} else if digitVal(s[i]) >= base {
			return "", false
		}
	}
	if !under {
		return s, true
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] != '_' {
			out = append(out, s[i])
		}
	}
	return string(out), true
}

// digitsToBig reads a row of digits, halving long ones.
func (vm *VM) digitsToBig(s string, base int) (*big.Int, error) {
	if base&(base-1) != 0 {
		if limit := vm.IntMaxStrDigits(); limit > 0 && len(s) > limit {
			return nil, ValueErrorf("Exceeds the limit (%d digits) for integer string conversion: value has %d digits; use sys.set_int_max_str_digits() to increase the limit", limit, len(s))
		}
	}
	if err := vm.Reserve(int64(len(s))); err != nil {
		return nil, err
	}
	return vm.readDigits(s, base, map[int]*big.Int{})
}

// BigFromText reads a row of decimal digits, whatever the limit on them.
func (vm *VM) BigFromText(digits string) (*big.Int, error) {
	if err := vm.Reserve(int64(len(digits))); err != nil {
		return nil, err
	}
	return vm.readDigits(digits, 10, map[int]*big.Int{})
}

func (vm *VM) readDigits(s string, base int, powers map[int]*big.Int) (*big.Int, error) {
	const direct = 4000
	if len(s) <= direct || base&(base-1) == 0 && len(s) < 1<<22 {
		if err := vm.Tick(1 + len(s)/8); err != nil {
			return nil, err
		}
		z, _ := new(big.Int).SetString(s, base)
		return z, nil
	}
	// The low part has direct digits times a power of two, so that the powers
	// of the base are few.
	low := direct
	for low*2 < len(s) {
		low *= 2
	}
	hi, err := vm.readDigits(s[:len(s)-low], base, powers)
	if err != nil {
		return nil, err
	}
	lo, err := vm.readDigits(s[len(s)-low:], base, powers)
	if err != nil {
		return nil, err
	}
	p := powers[low]
	if p == nil {
		if p, err = vm.BigPow(big.NewInt(int64(base)), big.NewInt(int64(low))); err != nil {
			return nil, err
		}
		powers[low] = p
	}
	z, err := vm.BigMul(hi, p)
	if err != nil {
		return nil, err
	}
	return z.Add(z, lo), nil
}

// NumberText is a str as the constructors of numbers in other packages read it:
// without white space at the ends, without underscores, with the decimal digits
// of all scripts as 0 to 9.
func NumberText(s *Str) string {
	text := s.S
	if !s.ASCII() {
		text = asciiDigits(text)
	}
	return strings.ReplaceAll(trimSpace(text), "_", "")
}
