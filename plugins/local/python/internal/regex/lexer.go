package regex

import "slices"

// A token is a character of the pattern, or a backslash with the character
// after it. The zero token is the end of the pattern.
type token struct {
	c    rune // the character; after a backslash, the escaped one
	size int  // characters: 0 at the end, 2 with a backslash
}

func (t token) end() bool      { return t.size == 0 }
func (t token) escaped() bool  { return t.size == 2 }
func (t token) is(c rune) bool { return t.size == 1 && t.c == c }

// oneOf reports whether t is an unescaped character of set.
func (t token) oneOf(set string) bool {
	if t.size != 1 || t.c >= 0x80 {
		return false
	}
	for i := 0; i < len(set); i++ {
		if rune(set[i]) == t.c {
			return true
		}
	}
	return false
}

// runes gives the source of t.
func (t token) runes() []rune {
	switch t.size {
	case 0:
		return nil
	case 1:
		return []rune{t.c}
	}
	return []rune{'\\', t.c}
}

// A lexer splits a pattern or a replacement template into tokens.
type lexer struct {
	text    []rune
	isBytes bool
	index   int // after next
	next    token
}

func newLexer(text string, isBytes bool) *lexer {
	l := &lexer{text: toRunes(text, isBytes), isBytes: isBytes}
	l.advance()
	return l
}

func (l *lexer) advance() {
	i := l.index
	if i >= len(l.text) {
		l.next = token{}
		return
	}
	l.next = token{l.text[i], 1}
	if l.next.c == '\\' {
		i++
		if i >= len(l.text) {
			panic(errorAt("bad escape (end of pattern)", l.text, len(l.text)-1))
		}
		l.next = token{l.text[i], 2}
	}
	l.index = i + 1
}

// get returns the next token and moves on.
func (l *lexer) get() token {
	t := l.next
	l.advance()
	return t
}

// accept moves on if the next token is the character c.
func (l *lexer) accept(c rune) bool {
	if l.next.is(c) {
		l.advance()
		return true
	}
	return false
}

// tell is the index of the next token.
func (l *lexer) tell() int { return l.index - l.next.size }

func (l *lexer) seek(index int) {
	l.index = index
	l.advance()
}

// takeWhile appends to dst at most n characters from set.
func (l *lexer) takeWhile(dst []rune, n int, set string) []rune {
	for ; n > 0 && l.next.oneOf(set); n-- {
		dst = append(dst, l.get().c)
	}
	return dst
}

// takeUntil reads up to a terminator, which it skips; what names the text read.
func (l *lexer) takeUntil(terminator rune, what string) []rune {
	var out []rune
	for {
		t := l.next
		l.advance()
		switch {
		case t.end() && len(out) == 0:
			panic(l.errorf(0, "missing "+what))
		case t.end():
			panic(l.errorf(len(out), "missing "+string(terminator)+", unterminated name"))
		case t.is(terminator) && len(out) == 0:
			panic(l.errorf(1, "missing "+what))
		case t.is(terminator):
			return out
		}
		out = append(out, t.runes()...)
	}
}

// errorf makes a pattern error at offset characters before the next token. In
// a bytes pattern the characters of msg that are not ASCII are escaped.
func (l *lexer) errorf(offset int, msg string) *Error {
	if l.isBytes {
		var b []byte
		for _, c := range msg {
			if c < 0x80 {
				b = append(b, byte(c))
			} else {
				b = appendEscape(b, c)
			}
		}
		msg = string(b)
	}
	return errorAt(msg, l.text, l.tell()-offset)
}

// text of a message built from characters of the pattern
func show(r []rune) string { return fromRunes(r, false) }

// checkName raises an error unless name can name a group. The name ended
// offset characters before the next token.
func (l *lexer) checkName(name []rune, offset int) {
	ascii := !slices.ContainsFunc(name, func(c rune) bool { return c >= 0x80 })
	if l.isBytes && !ascii || !isIdentifier(name) {
		panic(l.errorf(len(name)+offset, "bad character in group name "+pyRepr(name, l.isBytes)))
	}
}

// isNumber reports whether name is all ASCII digits.
func isNumber(name []rune) bool {
	for _, c := range name {
		if c < '0' || c > '9' {
			return false
		}
	}
	return len(name) > 0
}
