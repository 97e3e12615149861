package token

import (
	"strings"
	"unicode/utf8"
)

// Limits of CPython's tokenizer.
const (
	maxBrackets  = 200
	maxIndents   = 100
	maxFStrings  = 150
	maxSpecLevel = 3 // expressions nested in format specs
	tabSize      = 8
)

// fstring is an f-string that was not closed yet.
type fstring struct {
	quote     byte
	size      int8 // 1 or 3 quotes
	raw       bool
	text      bool  // scanning text rather than an expression
	exprDepth int32 // nesting of expressions in format specs, -1 in the text
	brackets  int32 // brackets opened inside
	start     int32 // of the prefix
	line      int32
	lineStart int32
}

// scanner holds the state between two tokens.
type scanner struct {
	Meter
	file      *File
	src       string
	pos       int // next byte
	line      int32
	lineStart int
	buffer    int // start of the first of the lines that tokens or backslashes join

	start int // of the token
	bol   bool
	blank bool
	brace bool // skip one brace after this token
	pend  int  // INDENTs (positive) or DEDENTs (negative) to emit

	indents    []int32
	altIndents []int32 // the same with tabs of one column
	open       []Bracket
	fstrings   []fstring
	err        *Err
}

// Tokenize cuts the source into tokens. Lines must end in "\n" alone, as
// NormalizeNewlines leaves them; without one at the end of the source there is
// no NEWLINE token there. On an error the last token is Error and
// File.Err is set. An error of the budget unwinds, see Catch.
func Tokenize(src string, budget Budget) *File {
	f := &File{Src: src}
	s := &scanner{Meter: Meter{Budget: budget}, file: f, src: src, line: 1, bol: true, indents: []int32{0}, altIndents: []int32{0}}
	room := len(src)/4 + 8
	s.Step(int64(room) * tokenSize)
	if room > largeSource {
		s.Report(0)
	}
	f.Tokens = make([]Token, 0, room)
	f.Lines = append(make([]int32, 0, len(src)/32+4), 0)
	for {
		kind := s.next()
		if kind == EOF && s.err == nil || kind == Error {
			break
		}
	}
	f.Open = s.open
	f.Err = s.err
	return f
}

// next scans one token and appends it.
func (s *scanner) next() Kind {
	var kind Kind
	if n := len(s.fstrings); n > 0 && s.fstrings[n-1].text {
		kind = s.fstringText()
	} else {
		kind = s.regular()
	}
	s.emit(kind)
	if s.brace {
		// The text has one brace of two, but CPython's column counts both.
		s.file.Tokens[len(s.file.Tokens)-1].EndCol++
		s.brace = false
		s.pos++
	}
	return kind
}

// tokenLine finds the line on which the token that was scanned last starts: a
// string or the text of an f-string may span lines.
func (s *scanner) tokenLine() (line int32, lineStart int) {
	line, lineStart = s.line, s.lineStart
	for lineStart > s.start {
		line--
		lineStart = int(s.file.Lines[line-1])
	}
	return line, lineStart
}

func (s *scanner) emit(kind Kind) {
	line, lineStart := s.tokenLine()
	t := Token{
		Kind: kind, Start: int32(s.start), End: int32(s.pos), Line: line, EndLine: s.line,
		Col: int32(s.start - lineStart), EndCol: int32(s.pos - s.lineStart), Level: int16(len(s.open)),
	}
	switch kind {
	case Newline: // the token does not hold the line break itself
		t.End, t.EndLine, t.EndCol = int32(s.pos-1), t.Line, int32(s.pos-lineStart)
	case Indent, Dedent, EOF:
		t.Col, t.EndCol = -1, -1
		// At the end of the source they belong to the last line.
		t.Line = s.lastLine()
		t.EndLine = t.Line
	}
	s.Step(0)
	if len(s.file.Tokens) == cap(s.file.Tokens) {
		s.grow()
	}
	s.file.Tokens = append(s.file.Tokens, t)
}

const (
	tokenSize = 32
	lineSize  = 8 // with the room that append makes
	// largeSource is the number of tokens whose memory is asked for at once.
	largeSource = 4096
)

// grow makes room for more tokens. The old ones are there until they are
// copied.
func (s *scanner) grow() {
	n := cap(s.file.Tokens)
	room := n + n/2 + 8
	s.Step(int64(room) * tokenSize)
	if room > largeSource {
		s.Report(0)
	}
	s.file.Tokens = append(make([]Token, 0, room), s.file.Tokens...)
	s.Step(-int64(n) * tokenSize)
}

// newline records that the byte before pos ended a line.
func (s *scanner) newline() {
	s.innerNewline()
	s.buffer = s.pos
}

// innerNewline records the end of a line inside a token or after a backslash.
func (s *scanner) innerNewline() {
	s.Step(lineSize)
	s.line++
	s.lineStart = s.pos
	s.file.Lines = append(s.file.Lines, int32(s.pos))
}

// peek is the next byte, 0 at the end.
func (s *scanner) peek() byte {
	if s.pos < len(s.src) {
		return s.src[s.pos]
	}
	return 0
}

func (s *scanner) peekAt(n int) byte {
	if s.pos+n < len(s.src) {
		return s.src[s.pos+n]
	}
	return 0
}

// regular scans a token outside the text of f-strings.
func (s *scanner) regular() Kind {
	for {
		if s.bol {
			s.bol = false
			if !s.indentation() {
				return Error
			}
		}
		s.start = s.pos
		if s.pend < 0 {
			s.pend++
			return Dedent
		} else if s.pend > 0 {
			s.pend--
			return Indent
		}
		if kind, ok := s.token(); ok {
			return kind
		}
	}
}

// token scans one token within a line; false when a line without a NEWLINE
// token ended.
func (s *scanner) token() (Kind, bool) {
	comment, ok := s.space()
	if !ok {
		return Error, true
	}
	s.start = s.pos
	if s.pos >= len(s.src) {
		if len(s.open) > 0 {
			return s.unclosed(), true
		}
		return EOF, true
	}
	c := s.src[s.pos]
	switch {
	case c == '\n':
		s.pos++
		s.newline()
		s.bol = true
		if s.blank || len(s.open) > 0 {
			return 0, false
		}
		if comment >= 0 {
			s.start = comment // the token starts at the comment
		}
		return Newline, true
	case isNameStart(c):
		return s.name(), true
	case c >= '0' && c <= '9':
		return s.number(), true
	case c == '\'' || c == '"':
		return s.str(), true
	case c == '.' && isDigit(s.peekAt(1)):
		s.pos++
		return s.fraction(), true
	}
	return s.operator(c), true
}

// space skips blanks, a comment and joined lines. It says where the comment
// starts, -1 if there is none.
func (s *scanner) space() (comment int, ok bool) {
	comment = -1
	for s.pos < len(s.src) {
		switch s.src[s.pos] {
		case ' ', '\t', '\f':
			s.pos++
		case '#':
			comment = s.pos
			if i := strings.IndexByte(s.src[s.pos:], '\n'); i >= 0 {
				s.pos += i
			} else {
				s.pos = len(s.src)
			}
		case '\\':
			s.start = s.pos
			if !s.joinLine() {
				return comment, false
			}
		default:
			return comment, true
		}
	}
	return comment, true
}

// joinLine skips a backslash and the line break after it.
func (s *scanner) joinLine() bool {
	s.pos++
	if s.peek() != '\n' || s.pos >= len(s.src) {
		// CPython counts this column from where its buffer starts.
		if s.pos < len(s.src) {
			s.pos += utf8Len(s.src[s.pos:])
		}
		s.fail(&Err{Kind: SyntaxError, Msg: "unexpected character after line continuation character", Soft: true,
			Line: s.line, Col: s.column(s.buffer, s.pos), EndLine: s.line, EndCol: 0})
		return false
	}
	s.pos++
	s.innerNewline()
	if s.pos >= len(s.src) && len(s.open) > 0 {
		s.unclosed()
		return false
	}
	if s.pos >= len(s.src) {
		s.fail(&Err{Kind: SyntaxError, Msg: "unexpected EOF while parsing", Soft: true, Incomplete: true,
			Line: s.line - 1, Col: s.column(int(s.file.Lines[s.line-2]), s.pos), EndLine: s.line - 1, EndCol: -1})
		return false
	}
	return true
}

// indentation measures the blanks at the start of a line and notes the INDENTs
// or DEDENTs that they mean.
func (s *scanner) indentation() bool {
	var col, alt, joined int32
	for done := false; !done; {
		switch s.peek() {
		case ' ':
			col++
			alt++
			s.pos++
		case '\t':
			col = (col/tabSize + 1) * tabSize
			alt++
			s.pos++
		case '\f':
			col, alt = 0, 0
			s.pos++
		case '\\':
			// The blanks before the first backslash count.
			if joined == 0 {
				joined = col
			}
			if !s.joinLine() {
				return false
			}
			s.buffer = s.pos
		default:
			done = true
		}
	}
	c := s.peek()
	s.blank = (c == '#' || c == '\n') && s.pos < len(s.src)
	if s.blank || len(s.open) > 0 {
		return true
	}
	if joined != 0 {
		col, alt = joined, joined
	}
	return s.indent(col, alt)
}

func (s *scanner) indent(col, alt int32) bool {
	top := len(s.indents) - 1
	switch {
	case col == s.indents[top]:
		return alt == s.altIndents[top] || s.tabError()
	case col > s.indents[top]:
		if top+1 >= maxIndents {
			return s.lineError(IndentationError, "too many levels of indentation")
		}
		if alt <= s.altIndents[top] {
			return s.tabError()
		}
		s.pend++
		s.indents = append(s.indents, col)
		s.altIndents = append(s.altIndents, alt)
		return true
	}
	for top > 0 && col < s.indents[top] {
		s.pend--
		top--
	}
	s.indents, s.altIndents = s.indents[:top+1], s.altIndents[:top+1]
	if col != s.indents[top] {
		return s.dedentError()
	}
	return alt == s.altIndents[top] || s.tabError()
}

func (s *scanner) tabError() bool {
	return s.lineError(TabError, "inconsistent use of tabs and spaces in indentation")
}

// name scans an identifier, a keyword, or a string after its prefix.
func (s *scanner) name() Kind {
	i := s.pos
	if isPrefixLetter(s.src[i]) {
		if n, kind := s.prefixed(); n > 0 {
			return kind
		}
	}
	ascii := true
	for i < len(s.src) && isNameChar(s.src[i]) {
		if s.src[i] >= utf8.RuneSelf {
			ascii = false
		}
		i++
	}
	s.pos = i
	if !ascii {
		if !s.checkIdentifier() {
			return Error
		}
		return Name
	}
	if n := i - s.start; n >= 2 && n <= maxKeyword {
		if kind, ok := keywords[s.src[s.start:i]]; ok {
			return kind
		}
	}
	return Name
}

// prefixed scans a string whose prefix starts at pos; n is 0 if there is none.
func (s *scanner) prefixed() (n int, kind Kind) {
	var b, r, u, f bool
	for {
		c := s.peekAt(n)
		switch c | 0x20 {
		case 'b':
			if b || u || f {
				return 0, 0
			}
			b = true
		case 'u':
			if b || u || r || f {
				return 0, 0
			}
			u = true
		case 'r':
			if r || u {
				return 0, 0
			}
			r = true
		case 'f':
			if f || b || u {
				return 0, 0
			}
			f = true
		default:
			return 0, 0
		}
		n++
		if c = s.peekAt(n); c == '\'' || c == '"' {
			s.pos += n
			if f {
				return n, s.fstringStart(r)
			}
			return n, s.str()
		}
	}
}

// str scans a string literal from its first quote.
func (s *scanner) str() Kind {
	quote := s.src[s.pos]
	line, lineStart := s.line, s.lineStart
	s.pos++
	size := 1
	if s.peek() == quote {
		if s.peekAt(1) != quote {
			s.pos++
			return String
		}
		size = 3
		s.pos += 2
	}
	for ends := 0; ends != size; {
		if s.pos >= len(s.src) || size == 1 && s.src[s.pos] == '\n' {
			return s.unterminated(quote, size, line, lineStart)
		}
		c := s.src[s.pos]
		s.pos++
		switch c {
		case quote:
			ends++
			continue
		case '\n':
			s.innerNewline()
		case '\\':
			if s.pos < len(s.src) {
				s.pos++
				if s.src[s.pos-1] == '\n' {
					s.innerNewline()
				}
			}
		}
		ends = 0
	}
	return String
}

// operator scans an operator, a bracket or a stray character.
func (s *scanner) operator(c byte) Kind {
	var f *fstring
	if n := len(s.fstrings); n > 0 {
		f = &s.fstrings[n-1]
	}
	if c == ':' && f != nil && f.exprDepth >= 0 && f.brackets-1 == f.exprDepth {
		f.text = true // the format spec
		s.pos++
		return Colon
	}
	if kind, n := operatorAt(c, s.peekAt(1), s.peekAt(2)); n > 0 {
		s.pos += n
		return kind
	}
	switch c {
	case '(', '[', '{':
		return s.openBracket(c, f)
	case ')', ']', '}':
		return s.closeBracket(c, f)
	}
	if kind := oneChar[c]; kind != 0 {
		s.pos++
		return kind
	}
	return s.stray()
}

func (s *scanner) openBracket(c byte, f *fstring) Kind {
	if len(s.open) >= maxBrackets {
		s.pos++
		return s.syntaxError("too many nested parentheses")
	}
	s.open = append(s.open, Bracket{Char: c, Line: s.line, Col: int32(s.pos - s.lineStart)})
	if f != nil {
		f.brackets++
	}
	s.pos++
	switch c {
	case '(':
		return LParen
	case '[':
		return LBracket
	}
	return LBrace
}

func (s *scanner) closeBracket(c byte, f *fstring) Kind {
	s.pos++
	if f != nil && f.brackets == 0 && c == '}' {
		return s.syntaxError("f-string: single '}' is not allowed")
	}
	if len(s.open) == 0 {
		return s.syntaxError("unmatched '" + string(c) + "'")
	}
	top := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	kind := closers[top.Char]
	if kind.String()[0] != c {
		return s.mismatched(c, top, f)
	}
	if f != nil {
		f.brackets--
		if c == '}' && f.brackets == f.exprDepth {
			f.exprDepth--
			f.text = true
		}
	}
	return kind
}

var closers = [...]Kind{'(': RParen, '[': RBracket, '{': RBrace}
