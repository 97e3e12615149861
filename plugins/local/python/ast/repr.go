package ast

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Repr is Python's repr of a constant.
func Repr(v Const) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		if v {
			return "True"
		}
		return "False"
	case int:
		return strconv.Itoa(v)
	case int64:
		return strconv.FormatInt(v, 10)
	case float64:
		return reprFloat(v)
	case complex128:
		return reprComplex(v)
	case string:
		return reprString(v)
	case Bytes:
		return reprBytes(string(v))
	case Ellipsis:
		return "Ellipsis"
	}
	return fmt.Sprint(v)
}

func reprFloat(f float64) string {
	s := shortFloat(f)
	if strings.ContainsAny(s, ".enia") {
		return s
	}
	return s + ".0"
}

// shortFloat is the shortest text for a float, without ".0".
func shortFloat(f float64) string {
	switch {
	case math.IsInf(f, 1):
		return "inf"
	case math.IsInf(f, -1):
		return "-inf"
	case math.IsNaN(f):
		return "nan"
	}
	s := strconv.FormatFloat(f, 'e', -1, 64)
	mantissa, exp, _ := strings.Cut(s, "e")
	if n, _ := strconv.Atoi(exp); n >= -4 && n < 16 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return mantissa + "e" + exp
}

// reprComplex formats the value of an imaginary literal: its real part is 0.
func reprComplex(c complex128) string { return shortFloat(imag(c)) + "j" }

func quoteFor(s string) byte {
	if strings.IndexByte(s, '\'') >= 0 && strings.IndexByte(s, '"') < 0 {
		return '"'
	}
	return '\''
}

func reprString(s string) string {
	quote := quoteFor(s)
	var b strings.Builder
	b.Grow(len(s) + 2)
	b.WriteByte(quote)
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 && i+3 <= len(s) {
			// A lone surrogate.
			fmt.Fprintf(&b, `\u%04x`, 0xD000|rune(s[i+1]&0x3F)<<6|rune(s[i+2]&0x3F))
			i += 3
			continue
		}
		i += n
		writeRune(&b, r, quote)
	}
	b.WriteByte(quote)
	return b.String()
}

func writeRune(b *strings.Builder, r rune, quote byte) {
	switch {
	case r == rune(quote) || r == '\\':
		b.WriteByte('\\')
		b.WriteRune(r)
	case r == '\n':
		b.WriteString(`\n`)
	case r == '\r':
		b.WriteString(`\r`)
	case r == '\t':
		b.WriteString(`\t`)
	case unicode.IsPrint(r):
		b.WriteRune(r)
	case r < 0x100:
		fmt.Fprintf(b, `\x%02x`, r)
	case r < 0x10000:
		fmt.Fprintf(b, `\u%04x`, r)
	default:
		fmt.Fprintf(b, `\U%08x`, r)
	}
}

func reprBytes(s string) string {
	quote := quoteFor(s)
	var b strings.Builder
	b.WriteByte('b')
	b.WriteByte(quote)
	for i := range len(s) {
		if c := s[i]; c < 0x7F {
			writeRune(&b, rune(c), quote)
		} else {
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	b.WriteByte(quote)
	return b.String()
}
