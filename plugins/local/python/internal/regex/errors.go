package regex

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// A Kind is the Python exception class that an Error stands for.
type Kind uint8

// The exception classes that compiling can end in.
const (
	KindPattern   Kind = iota // re.error
	KindOverflow              // OverflowError
	KindValue                 // ValueError
	KindIndex                 // IndexError
	KindRecursion             // RecursionError
)

// An Error says why a pattern or a replacement template is not valid. Its
// Error method gives the text that str() of the Python exception gives.
type Error struct {
	Kind Kind
	// Msg is the message without the position.
	Msg string
	// Pos is the character index in the pattern, or -1 if there is none.
	Pos int
	// Line and Col count from 1; they are 0 if Pos is -1.
	Line, Col int

	manyLines bool
}

func (e *Error) Error() string {
	if e.Pos < 0 {
		return e.Msg
	}
	s := fmt.Sprintf("%s at position %d", e.Msg, e.Pos)
	if e.manyLines {
		s += fmt.Sprintf(" (line %d, column %d)", e.Line, e.Col)
	}
	return s
}

// ErrStack is returned by the matching methods when the backtrack stack has
// outgrown its fixed limit. Python raises MemoryError in that case.
var ErrStack = errors.New("match: the backtrack stack is full; simplify the pattern or shorten the text")

// fail aborts parsing with an error that has no position.
func fail(kind Kind, format string, args ...any) {
	panic(&Error{Kind: kind, Msg: fmt.Sprintf(format, args...), Pos: -1})
}

// tooLarge aborts compiling with the error that CPython has for it.
func tooLarge() { fail(KindOverflow, "regular expression code size limit exceeded") }

// errorAt makes a pattern error at the given character of text.
func errorAt(msg string, text []rune, pos int) *Error {
	e := &Error{Msg: msg, Pos: pos, Line: 1}
	last := -1
	for i, c := range text {
		if c != '\n' {
			continue
		}
		e.manyLines = true
		if i < pos {
			e.Line++
			last = i
		}
	}
	e.Col = pos - last
	return e
}

// checkDigits imitates the limit of int() on the length of a decimal literal.
func checkDigits(digits string) {
	if len(digits) > 4300 {
		fail(KindValue, "Exceeds the limit (4300 digits) for integer string conversion: value has %d digits; "+
			"use sys.set_int_max_str_digits() to increase the limit", len(digits))
	}
}

// atoi converts decimal digits, saturating far above every limit in use here.
func atoi(digits string) int {
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil {
		return 1 << 62
	}
	return int(n)
}

// trimZeros gives decimal digits the way Python prints the number.
func trimZeros(digits string) string {
	if t := strings.TrimLeft(digits, "0"); t != "" {
		return t
	}
	return "0"
}

// pyRepr is Python's repr of a text, or its ascii if asciiOnly.
func pyRepr(s []rune, asciiOnly bool) string {
	quote := '\''
	hasSingle, hasDouble := false, false
	for _, c := range s {
		hasSingle = hasSingle || c == '\''
		hasDouble = hasDouble || c == '"'
	}
	if hasSingle && !hasDouble {
		quote = '"'
	}
	b := []byte{byte(quote)}
	for _, c := range s {
		switch {
		case c == quote || c == '\\':
			b = append(b, '\\', byte(c))
		case c == '\n':
			b = append(b, `\n`...)
		case c == '\r':
			b = append(b, `\r`...)
		case c == '\t':
			b = append(b, `\t`...)
		case c >= ' ' && c < 0x7f:
			b = append(b, byte(c))
		case c >= 0x7f && !asciiOnly && !isSurrogate(c) && unicode.IsPrint(c):
			b = appendRune(b, c)
		default:
			b = appendEscape(b, c)
		}
	}
	return string(append(b, byte(quote)))
}

// appendEscape appends the \x, \u or \U form of c.
func appendEscape(b []byte, c rune) []byte {
	switch {
	case c < 0x100:
		return fmt.Appendf(b, `\x%02x`, c)
	case c < 0x10000:
		return fmt.Appendf(b, `\u%04x`, c)
	}
	return fmt.Appendf(b, `\U%08x`, c)
}
