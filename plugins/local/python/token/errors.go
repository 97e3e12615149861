package token

import (
	"fmt"
	"unicode"
	"unicode/utf8"
)

func (s *scanner) fail(e *Err) {
	if s.err == nil {
		e.InFString = len(s.fstrings) > 0
		s.err = e
	}
}

// column counts characters between two offsets.
func (s *scanner) column(from, to int) int32 {
	return int32(utf8.RuneCountInString(s.src[from:to]))
}

// failAt fails at the character of a line that ends at pos.
func (s *scanner) failAt(msg string, line int32, lineStart, pos int) {
	col := s.column(lineStart, pos)
	s.fail(&Err{Kind: SyntaxError, Msg: msg, Line: line, Col: col, EndLine: line, EndCol: col})
}

// syntaxError fails at the character before pos.
func (s *scanner) syntaxError(msg string) Kind {
	s.failAt(msg, s.line, s.lineStart, s.pos)
	return Error
}

// dedentError fails at the end of a line that starts in the wrong column.
func (s *scanner) dedentError() bool {
	end := s.pos
	for end < len(s.src) && s.src[end] != '\n' {
		end++
	}
	col := s.column(s.lineStart, end)
	if end < len(s.src) {
		col++
	}
	s.fail(&Err{Kind: IndentationError, Msg: "unindent does not match any outer indentation level",
		Line: s.line, Col: col, EndLine: s.line, EndCol: -1, Soft: true})
	return false
}

// lineError fails at the start of a line.
func (s *scanner) lineError(kind ErrorKind, msg string) bool {
	s.fail(&Err{Kind: kind, Msg: msg, Line: s.line, Col: 1, EndLine: s.line, EndCol: 0, Soft: true})
	return false
}

// unclosed fails because the source ended inside brackets.
func (s *scanner) unclosed() Kind {
	s.file.Open = s.open
	s.fail(s.file.Unclosed())
	return Error
}

// unterminated fails at the opening quote of a string that does not end.
func (s *scanner) unterminated(quote byte, size int, line int32, lineStart int) Kind {
	if n := len(s.fstrings); n > 0 {
		if f := &s.fstrings[n-1]; f.quote == quote && int(f.size) == size {
			// The quote was meant to end the f-string around.
			s.failAt("f-string: expecting '}'", line, lineStart, s.start+1)
			return Error
		}
	}
	name := ""
	if size == 3 {
		name = "triple-quoted "
	}
	s.failAt(fmt.Sprintf("unterminated %sstring literal (detected at line %d)", name, s.lastLine()), line, lineStart, s.start+1)
	s.err.Incomplete = s.pos >= len(s.src)
	return Error
}

// lastLine is the number of the line that holds pos; at the end of the source
// it is that of the last line with text.
func (s *scanner) lastLine() int32 {
	if s.pos >= len(s.src) && s.pos == s.lineStart {
		return s.line - 1
	}
	return s.line
}

func (s *scanner) mismatched(c byte, top Bracket, f *fstring) Kind {
	if f != nil && top.Char == '{' && f.brackets-1 == f.exprDepth {
		return s.syntaxError(fmt.Sprintf("f-string: unmatched '%c'", c))
	}
	msg := fmt.Sprintf("closing parenthesis '%c' does not match opening parenthesis '%c'", c, top.Char)
	if top.Line != s.line {
		msg += fmt.Sprintf(" on line %d", top.Line)
	}
	return s.syntaxError(msg)
}

// stray takes a character that starts no token.
func (s *scanner) stray() Kind {
	r, n := utf8.DecodeRuneInString(s.src[s.pos:])
	s.pos += n
	if !unicode.IsPrint(r) {
		return s.syntaxError(fmt.Sprintf("invalid non-printable character U+%04X", r))
	}
	return Unknown
}

// checkIdentifier checks the characters of a name that is not all ASCII, and
// fails at the first that may not be there.
func (s *scanner) checkIdentifier() bool {
	for i, r := range s.src[s.start:s.pos] {
		if i == 0 && IsIdentifierStart(r) || i > 0 && IsIdentifierPart(r) {
			continue
		}
		s.pos = s.start + i + utf8Len(s.src[s.start+i:])
		if unicode.IsPrint(r) {
			s.syntaxError(fmt.Sprintf("invalid character '%c' (U+%04X)", r, r))
		} else {
			s.syntaxError(fmt.Sprintf("invalid non-printable character U+%04X", r))
		}
		return false
	}
	return true
}
