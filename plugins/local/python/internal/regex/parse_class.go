package regex

import (
	"fmt"

	"github.com/airlockhq/airlock/plugins/local/python/internal/uniname"
)

// A member is what one item of a class stands for: a character or a category.
type member struct {
	item setItem
	lit  bool
}

// class parses a class whose bracket has been read.
func (p *parser) class() *node {
	here := p.tell() - 1
	if p.next.is('[') {
		p.warn("Possible nested set at position %d", p.tell())
	}
	n := &node{op: nIn, not: p.accept('^')}
	var set []setItem
	unterminated := func(t token) {
		if t.end() {
			panic(p.errorf(p.tell()-here, "unterminated character set"))
		}
	}
	for {
		this := p.get()
		unterminated(this)
		if this.is(']') && set != nil {
			break
		}
		if set != nil {
			p.warnSetOperation(this)
		}
		from := p.member(this)
		if !p.accept('-') {
			set = append(set, from.item)
			continue
		}
		that := p.get()
		unterminated(that)
		if that.is(']') {
			set = append(set, from.item, setItem{lo: '-', hi: '-'})
			break
		}
		if that.is('-') {
			p.warn("Possible set difference at position %d", p.tell()-2)
		}
		to := p.member(that)
		if !from.lit || !to.lit || to.item.lo < from.item.lo {
			panic(p.errorf(this.size+1+that.size, "bad character range "+show(this.runes())+"-"+show(that.runes())))
		}
		set = append(set, setItem{lo: from.item.lo, hi: to.item.lo})
	}
	set = unique(set)
	if len(set) == 1 && set[0].single() {
		if n.not {
			return &node{op: nNotLiteral, c: set[0].lo}
		}
		return &node{op: nLiteral, c: set[0].lo}
	}
	n.set = set
	return n
}

func (p *parser) warn(format string, args ...any) {
	p.warnings = append(p.warnings, fmt.Sprintf(format, args...))
}

// warnSetOperation warns of a doubled character that may become an operator on
// sets.
func (p *parser) warnSetOperation(t token) {
	if !t.oneOf("-&~|") || !p.next.is(t.c) {
		return
	}
	name := map[rune]string{'-': "difference", '&': "intersection", '~': "symmetric difference", '|': "union"}[t.c]
	p.warn("Possible set %s at position %d", name, p.tell()-1)
}

// member parses an item of a class that starts with t.
func (p *parser) member(t token) member {
	if !t.escaped() {
		return literalMember(t.c)
	}
	if c, ok := simpleEscape(t.c); ok {
		return literalMember(c)
	}
	if cat, ok := categoryOf(t.c); ok {
		return member{item: setItem{isCat: true, cat: cat}}
	}
	if c, ok := p.codeEscape(t); ok {
		return literalMember(c)
	}
	if t.oneOfEscaped(octDigits) {
		source := p.takeWhile(t.runes(), 2, octDigits)
		return literalMember(p.octal(source))
	}
	return literalMember(p.plainEscape(t))
}

func literalMember(c rune) member { return member{setItem{lo: c, hi: c}, true} }

// oneOfEscaped reports whether t is a backslash before a character of set.
func (t token) oneOfEscaped(set string) bool {
	return t.escaped() && token{t.c, 1}.oneOf(set)
}

// octal converts an escape of three octal digits at most.
func (l *lexer) octal(source []rune) rune {
	c := octalValue(source[1:])
	if c > 0o377 {
		panic(l.errorf(len(source), "octal escape value "+show(source)+" outside of range 0-0o377"))
	}
	return c
}

func octalValue(digits []rune) rune {
	c := rune(0)
	for _, d := range digits {
		c = c*8 + d - '0'
	}
	return c
}

// plainEscape is the character after a backslash that has no meaning of its
// own; letters and digits are errors.
func (l *lexer) plainEscape(t token) rune {
	if casedASCII(t.c) || t.oneOfEscaped(digits) {
		panic(l.errorf(2, "bad escape "+show(t.runes())))
	}
	return t.c
}

// simpleEscape returns the character that \a, \b and the like stand for.
func simpleEscape(c rune) (rune, bool) {
	switch c {
	case 'a':
		return '\a', true
	case 'b':
		return '\b', true
	case 'f':
		return '\f', true
	case 'n':
		return '\n', true
	case 'r':
		return '\r', true
	case 't':
		return '\t', true
	case 'v':
		return '\v', true
	case '\\':
		return '\\', true
	}
	return 0, false
}

// categoryOf returns the category of \d, \s, \w and their negations.
func categoryOf(c rune) (category, bool) {
	switch c {
	case 'd':
		return catDigit, true
	case 'D':
		return catDigit + 1, true
	case 's':
		return catSpace, true
	case 'S':
		return catSpace + 1, true
	case 'w':
		return catWord, true
	case 'W':
		return catWord + 1, true
	}
	return 0, false
}

// codeEscape parses \x, \u, \U and \N.
func (p *parser) codeEscape(t token) (rune, bool) {
	size := 0
	switch {
	case t.c == 'x':
		size = 2
	case p.isBytes:
		return 0, false
	case t.c == 'u':
		size = 4
	case t.c == 'U':
		size = 8
	case t.c == 'N':
		return p.namedChar(), true
	default:
		return 0, false
	}
	source := p.takeWhile(t.runes(), size, hexDigits)
	if len(source) != 2+size {
		panic(p.errorf(len(source), "incomplete escape "+show(source)))
	}
	c := int64(0)
	for _, d := range source[2:] {
		switch {
		case d <= '9':
			d -= '0'
		default:
			d = d&^0x20 - 'A' + 10
		}
		c = c<<4 | int64(d)
	}
	if c > 1<<31-1 {
		fail(KindOverflow, "Python int too large to convert to C int")
	}
	if c > maxRune {
		panic(p.errorf(len(source), "bad escape "+show(source)))
	}
	return rune(c), true
}

// namedChar parses the rest of \N{NAME}.
func (p *parser) namedChar() rune {
	if !p.accept('{') {
		panic(p.errorf(0, "missing {"))
	}
	name := p.takeUntil('}', "character name")
	c, ok := uniname.Lookup(show(name))
	if !ok {
		panic(p.errorf(len(name)+len(`\N{}`), "undefined character name "+pyRepr(name, false)))
	}
	return c
}

// escape parses an escape outside of classes.
func (p *parser) escape(t token) *node {
	switch t.c {
	case 'A':
		return &node{op: nAt, at: atBeginString}
	case 'Z':
		return &node{op: nAt, at: atEndString}
	case 'b':
		return &node{op: nAt, at: atBoundary}
	case 'B':
		return &node{op: nAt, at: atNotBoundary}
	}
	if cat, ok := categoryOf(t.c); ok {
		return &node{op: nIn, set: []setItem{{isCat: true, cat: cat}}}
	}
	literal := func(c rune) *node { return &node{op: nLiteral, c: c} }
	if c, ok := simpleEscape(t.c); ok {
		return literal(c)
	}
	if c, ok := p.codeEscape(t); ok {
		return literal(c)
	}
	if t.c == '0' {
		return literal(p.octal(p.takeWhile(t.runes(), 2, octDigits)))
	}
	if t.oneOfEscaped(digits) {
		return p.numberEscape(t)
	}
	return literal(p.plainEscape(t))
}

// numberEscape parses \1 to \99, a reference, or three octal digits.
func (p *parser) numberEscape(t token) *node {
	source := p.takeWhile(t.runes(), 1, digits)
	if len(source) == 3 && isOctal(source[1:]) && p.next.oneOf(octDigits) {
		source = append(source, p.get().c)
		return &node{op: nLiteral, c: p.octal(source)}
	}
	id := atoi(string(source[1:]))
	if id >= len(p.groups) {
		panic(p.errorf(len(source)-1, fmt.Sprintf("invalid group reference %d", id)))
	}
	p.checkOpen(id, len(source))
	p.checkBehind(id)
	return &node{op: nRef, group: id}
}

func isOctal(s []rune) bool {
	for _, c := range s {
		if c < '0' || c > '7' {
			return false
		}
	}
	return true
}
