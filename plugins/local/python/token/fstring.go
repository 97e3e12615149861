package token

import "fmt"

// fstringStart scans the opening quotes of an f-string.
func (s *scanner) fstringStart(raw bool) Kind {
	quote := s.src[s.pos]
	size := int8(1)
	s.pos++
	if s.peek() == quote && s.peekAt(1) == quote {
		size = 3
		s.pos += 2
	}
	if len(s.fstrings)+1 >= maxFStrings {
		return s.syntaxError("too many nested f-strings")
	}
	s.fstrings = append(s.fstrings, fstring{
		quote: quote, size: size, raw: raw, text: true, exprDepth: -1,
		start: int32(s.start), line: s.line, lineStart: int32(s.lineStart),
	})
	return FStringStart
}

// fstringText scans the text of an f-string up to an expression, a doubled
// brace or the end, or scans the end itself.
func (s *scanner) fstringText() Kind {
	f := &s.fstrings[len(s.fstrings)-1]
	s.start = s.pos
	if s.peek() == '{' && s.peekAt(1) != '{' {
		return s.fstringExpr(f)
	}
	if s.atQuotes(f) {
		s.pos += int(f.size)
		s.fstrings = s.fstrings[:len(s.fstrings)-1]
		return FStringEnd
	}
	return s.fstringMiddle(f)
}

// fstringExpr enters an expression at its opening brace.
func (s *scanner) fstringExpr(f *fstring) Kind {
	if !s.enterExpr(f) {
		return Error
	}
	return s.regular()
}

func (s *scanner) enterExpr(f *fstring) bool {
	f.exprDepth++
	if f.exprDepth >= maxSpecLevel {
		s.syntaxError("f-string: expressions nested too deeply")
		return false
	}
	f.text = false
	return true
}

func (s *scanner) atQuotes(f *fstring) bool {
	for i := range int(f.size) {
		if s.peekAt(i) != f.quote || s.pos+i >= len(s.src) {
			return false
		}
	}
	return true
}

// fstringMiddle scans text. After a doubled brace the token holds one brace and
// the other is skipped.
func (s *scanner) fstringMiddle(f *fstring) Kind {
	inSpec, named := f.exprDepth >= 0, false
	for {
		if inSpec && f.size == 1 && s.peek() == '\n' {
			f.text = false // a format spec ends with the line
			return FStringMiddle
		}
		if s.pos >= len(s.src) || f.size == 1 && s.src[s.pos] == '\n' {
			return s.fstringEnds(f)
		}
		if s.atQuotes(f) {
			return FStringMiddle
		}
		c := s.src[s.pos]
		switch {
		case c == '}' && named:
			s.pos++
			return FStringMiddle
		case c == '{' && (inSpec || s.peekAt(1) != '{'):
			if !s.enterExpr(f) {
				return Error
			}
			return FStringMiddle
		case c == '{', c == '}' && !inSpec && s.peekAt(1) == '}':
			s.pos++
			s.brace = true
			return FStringMiddle
		case c == '}':
			f.text = false
			return FStringMiddle
		}
		s.pos++
		if c == '\n' {
			s.innerNewline()
		} else if c == '\\' && s.escape(f.raw) {
			named = true
		}
	}
}

// escape skips the character after a backslash; true after \N{.
func (s *scanner) escape(raw bool) bool {
	if s.pos >= len(s.src) {
		return false
	}
	c := s.src[s.pos]
	if c == '{' || c == '}' {
		return false // the brace still means an expression
	}
	s.pos++
	if c == '\n' {
		s.innerNewline()
	}
	if raw || c != 'N' || s.peek() != '{' {
		return false
	}
	s.pos++
	return true
}

// fstringEnds fails because an f-string does not end.
func (s *scanner) fstringEnds(f *fstring) Kind {
	name := ""
	if f.size == 3 {
		name = "triple-quoted "
	}
	msg := fmt.Sprintf("unterminated %sf-string literal (detected at line %d)", name, s.lastLine())
	s.failAt(msg, f.line, int(f.lineStart), int(f.start)+1)
	s.err.Incomplete = s.pos >= len(s.src)
	return Error
}
