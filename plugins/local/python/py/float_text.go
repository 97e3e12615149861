package py

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// appendFloat appends the repr: the shortest digits that read back as the same
// float, with an exponent below 1e-4 and from 1e16 on.
func appendFloat(buf []byte, f float64) []byte {
	a := math.Abs(f)
	if a < 1e16 && a >= 1e-4 || a == 0 {
		n := len(buf)
		buf = strconv.AppendFloat(buf, f, 'f', -1, 64)
		for _, c := range buf[n:] {
			if c == '.' {
				return buf
			}
		}
		return append(buf, '.', '0')
	}
	switch {
	case a <= math.MaxFloat64:
		return strconv.AppendFloat(buf, f, 'e', -1, 64)
	case f > 0:
		return append(buf, "inf"...)
	case f < 0:
		return append(buf, "-inf"...)
	}
	return append(buf, "nan"...)
}

// FormatFloat is the repr of a float.
func FormatFloat(f float64) string {
	var buf [32]byte
	return string(appendFloat(buf[:0], f))
}

func floatRepr(vm *VM, v Value) (Value, error) {
	return vm.asciiStr(FormatFloat(floatOf(v))), nil
}

// parseFloat reads a float literal as float() takes it, without white space at
// the ends.
func parseFloat(s string) (float64, bool) {
	if s == "" {
		return 0, false
	}
	if strings.IndexByte(s, '_') >= 0 {
		if !underscoresFit(s) {
			return 0, false
		}
		s = strings.ReplaceAll(s, "_", "")
	}
	// What strconv takes beyond Python: hexadecimal floats.
	for i := 0; i < len(s); i++ {
		if s[i] == 'x' || s[i] == 'X' || s[i] == 'p' || s[i] == 'P' {
			return 0, false
		}
	}
	if len(s) == 4 && (s[0] == '-' || s[0] == '+') && strings.EqualFold(s[1:], "nan") {
		// strconv knows no NaN with a sign.
		sign := 1.0
		if s[0] == '-' {
			sign = -1
		}
		return math.Copysign(math.NaN(), sign), true
	}
	f, err := strconv.ParseFloat(fewerDigits(s), 64)
	if err != nil && !math.IsInf(f, 0) {
		return 0, false
	}
	return f, true
}

// underscoresFit reports whether all underscores stand between digits.
func underscoresFit(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] == '_' && (i == 0 || i == len(s)-1 || !isDigit(s[i-1]) || !isDigit(s[i+1])) {
			return false
		}
	}
	return true
}

// maxDigits is more digits than can decide how a float is rounded.
const maxDigits = 780

// fewerDigits rewrites a decimal literal of very many digits as one of the same
// float with at most maxDigits: strconv loses the exponent of longer ones.
func fewerDigits(s string) string {
	if len(s) <= maxDigits {
		return s
	}
	body := strings.TrimLeft(s, "+-")
	mant, expText := body, ""
	if i := strings.IndexAny(body, "eE"); i >= 0 {
		mant, expText = body[:i], body[i+1:]
		if !decimalExponent(expText) {
			return s
		}
	}
	whole, frac, _ := strings.Cut(mant, ".")
	digits := whole + frac
	if len(s)-len(body) > 1 || digits == "" || strings.Trim(digits, "0123456789") != "" {
		return s
	}
	exp, err := strconv.Atoi(expText)
	if err != nil && expText != "" {
		return s // far beyond the floats: strconv tells
	}
	exp -= len(frac)
	digits = strings.TrimLeft(digits, "0")
	if drop := len(digits) - maxDigits; drop > 0 {
		rest := strings.Trim(digits[maxDigits:], "0")
		digits = digits[:maxDigits]
		exp += drop
		if rest != "" { // any digit that is not 0 tells a tie from more
			digits += "1"
			exp--
		}
	}
	return s[:len(s)-len(body)] + "0" + digits + "e" + strconv.Itoa(exp)
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// hexFloat is float.hex.
func hexFloat(f float64) string {
	if f != f || math.IsInf(f, 0) {
		return FormatFloat(f)
	}
	sign := ""
	if math.Signbit(f) {
		sign = "-"
	}
	b := math.Float64bits(f)
	e, m := int(b>>52&0x7ff), b&(1<<52-1)
	switch {
	case e == 0 && m == 0:
		return sign + "0x0.0p+0"
	case e == 0:
		return sign + "0x0." + hex13(m) + "p-1022"
	}
	out := sign + "0x1." + hex13(m) + "p"
	if e -= 1023; e >= 0 {
		out += "+"
	}
	return out + strconv.Itoa(e)
}

func hex13(m uint64) string {
	s := strconv.FormatUint(m, 16)
	return strings.Repeat("0", 13-len(s)) + s
}

// parseHexFloat is float.fromhex.
func parseHexFloat(text string) (float64, error) {
	bad := ValueErrorf("invalid hexadecimal floating-point string")
	s := trimSpace(text)
	neg := false
	if s != "" && (s[0] == '+' || s[0] == '-') {
		neg, s = s[0] == '-', s[1:]
	}
	signed := func(f float64) float64 {
		if neg {
			return -f
		}
		return f
	}
	switch strings.ToLower(s) {
	case "inf", "infinity":
		return signed(math.Inf(1)), nil
	case "nan":
		return math.Copysign(math.NaN(), signed(1)), nil
	}
	if len(s) > 1 && s[0] == '0' && s[1]|0x20 == 'x' {
		s = s[2:]
	}
	mant, expText, hasExp := s, "", false
	if i := strings.IndexAny(s, "pP"); i >= 0 {
		mant, expText, hasExp = s[:i], s[i+1:], true
	}
	whole, frac, _ := strings.Cut(mant, ".")
	digits := whole + frac
	if digits == "" {
		return 0, bad
	}
	for i := 0; i < len(digits); i++ {
		if digitVal(digits[i]) > 15 {
			return 0, bad
		}
	}
	exp := 0
	if hasExp {
		if !decimalExponent(expText) {
			return 0, bad
		}
		e, err := strconv.Atoi(expText)
		if err != nil || e > 1<<40 || e < -1<<40 {
			e = 1 << 40
			if expText[0] == '-' {
				e = -e
			}
		}
		exp = e
	}
	m, _ := new(big.Int).SetString(digits, 16)
	if m.Sign() == 0 {
		return signed(0), nil
	}
	exp -= 4 * len(frac)
	if top := exp + m.BitLen(); top < -1100 {
		return signed(0), nil
	} else if top > 1024 {
		return 0, Raise(OverflowError, "hexadecimal value too large to represent as a float")
	}
	f := roundBig(m, exp, false)
	if math.IsInf(f, 0) {
		return 0, Raise(OverflowError, "hexadecimal value too large to represent as a float")
	}
	return signed(f), nil
}

// decimalExponent reports whether s is an optional sign and digits.
func decimalExponent(s string) bool {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		s = s[1:]
	}
	for i := 0; i < len(s); i++ {
		if !isDigit(s[i]) {
			return false
		}
	}
	return s != ""
}
