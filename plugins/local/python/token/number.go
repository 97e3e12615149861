package token

import (
	"strings"
	"unicode/utf8"
)

// number scans a number from its first digit.
func (s *scanner) number() Kind {
	if s.src[s.pos] != '0' {
		if !s.digits() {
			return Error
		}
		return s.afterInt()
	}
	s.pos++
	switch s.peek() | 0x20 {
	case 'x':
		return s.radix("hexadecimal", isHex)
	case 'o':
		return s.radix("octal", func(c byte) bool { return c >= '0' && c <= '7' })
	case 'b':
		return s.radix("binary", func(c byte) bool { return c == '0' || c == '1' })
	}
	return s.zero()
}

// radix scans the digits after 0x, 0o or 0b.
func (s *scanner) radix(name string, digit func(byte) bool) Kind {
	s.pos++
	for {
		if s.peek() == '_' {
			s.pos++
		}
		c := s.peek()
		if !digit(c) {
			if isDigit(c) {
				return s.wrongDigit(c, name)
			}
			return s.syntaxError("invalid " + name + " literal")
		}
		for digit(s.peek()) {
			s.pos++
		}
		if s.peek() != '_' {
			break
		}
	}
	if c := s.peek(); isDigit(c) {
		return s.wrongDigit(c, name)
	}
	return s.endNumber(name)
}

func (s *scanner) wrongDigit(c byte, name string) Kind {
	s.pos++
	return s.syntaxError("invalid digit '" + string(c) + "' in " + name + " literal")
}

// zero scans the rest of a decimal number that starts with 0.
func (s *scanner) zero() Kind {
	for {
		if s.peek() == '_' {
			s.pos++
			if !isDigit(s.peek()) {
				return s.syntaxError("invalid decimal literal")
			}
		}
		if s.peek() != '0' {
			break
		}
		s.pos++
	}
	if !isDigit(s.peek()) {
		return s.afterInt()
	}
	zeros := s.pos + 1
	if !s.digits() {
		return Error
	}
	switch s.peek() {
	case '.', 'e', 'E', 'j', 'J':
		return s.afterInt()
	}
	s.fail(&Err{Kind: SyntaxError,
		Msg:  "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal integers",
		Line: s.line, Col: int32(s.start + 1 - s.lineStart), EndLine: s.line, EndCol: int32(zeros - s.lineStart)}) // bytes, as in CPython
	return Error
}

// afterInt scans the fraction, exponent and j after the digits of an integer.
func (s *scanner) afterInt() Kind {
	if s.peek() == '.' {
		s.pos++
		return s.fraction()
	}
	return s.exponent()
}

// fraction scans the digits after a point, and on.
func (s *scanner) fraction() Kind {
	if isDigit(s.peek()) && !s.digits() {
		return Error
	}
	return s.exponent()
}

func (s *scanner) exponent() Kind {
	if c := s.peek(); c|0x20 == 'e' {
		next := s.peekAt(1)
		switch {
		case next == '+' || next == '-':
			s.pos += 2
			if !isDigit(s.peek()) {
				return s.syntaxError("invalid decimal literal")
			}
		case isDigit(next):
			s.pos++
		default:
			return s.endNumber("decimal")
		}
		if !s.digits() {
			return Error
		}
	}
	if s.peek()|0x20 == 'j' {
		s.pos++
		return s.endNumber("imaginary")
	}
	return s.endNumber("decimal")
}

// digits scans decimal digits with single underscores between them.
func (s *scanner) digits() bool {
	for {
		for isDigit(s.peek()) {
			s.pos++
		}
		if s.peek() != '_' {
			return true
		}
		s.pos++
		if !isDigit(s.peek()) {
			s.syntaxError("invalid decimal literal")
			return false
		}
	}
}

// endNumber checks that no name follows a number, other than the keywords that
// may follow one without a blank.
func (s *scanner) endNumber(name string) Kind {
	if c := s.peek(); !isNameChar(c) || c >= utf8.RuneSelf {
		return Number
	}
	if s.keywordFollows() {
		s.Step(WarningSize)
		col := s.column(s.lineStart, s.pos)
		s.file.Warnings = append(s.file.Warnings, Warning{
			Msg: "invalid " + name + " literal", Line: s.line, Col: col, EndLine: s.line, EndCol: col, Tokens: true,
		})
		return Number
	}
	return s.syntaxError("invalid " + name + " literal")
}

func (s *scanner) keywordFollows() bool {
	rest := s.src[s.pos:]
	for _, word := range [...]string{"and", "else", "for", "or", "not"} {
		if strings.HasPrefix(rest, word) && !isNameChar(s.peekAt(len(word))) {
			return true
		}
	}
	return strings.HasPrefix(rest, "if") || strings.HasPrefix(rest, "in") || strings.HasPrefix(rest, "is")
}
