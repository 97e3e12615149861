package regex

import (
	"fmt"
	"strings"
)

// A Part of a template is a literal text or the number of a group.
type Part struct {
	Text  string
	Group int // -1 for a text
}

// A Template is a parsed replacement.
type Template struct {
	Parts []Part
}

// ParseTemplate parses a replacement for matches of prog. The error is an
// *Error.
func (prog *Program) ParseTemplate(repl string) (t *Template, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			t, err = nil, r
		default:
			panic(r)
		}
	}()
	p := &templateParser{lexer: newLexer(repl, prog.IsBytes), prog: prog}
	for !p.next.end() {
		t := p.get()
		if t.escaped() {
			p.escape(t)
		} else {
			p.lit = append(p.lit, t.c)
		}
	}
	p.flush()
	return &Template{p.parts}, nil
}

// Literal returns the text of a template that refers to no group.
func (t *Template) Literal() (string, bool) {
	switch {
	case len(t.Parts) == 0:
		return "", true
	case len(t.Parts) == 1 && t.Parts[0].Group < 0:
		return t.Parts[0].Text, true
	}
	return "", false
}

// Expand writes the replacement for the match mt in text. Groups that took no
// part are empty.
func (t *Template) Expand(dst *strings.Builder, text string, mt *Match) {
	for _, p := range t.Parts {
		if p.Group < 0 {
			dst.WriteString(p.Text)
		} else if a, b := mt.Group(p.Group); a >= 0 {
			dst.WriteString(text[a:b])
		}
	}
}

type templateParser struct {
	*lexer
	prog  *Program
	parts []Part
	lit   []rune
}

func (p *templateParser) flush() {
	if len(p.lit) > 0 {
		p.parts = append(p.parts, Part{fromRunes(p.lit, p.isBytes), -1})
		p.lit = p.lit[:0]
	}
}

// group adds a reference; offset is where it started before the next token.
func (p *templateParser) group(id, offset int) {
	if id > p.prog.Groups {
		panic(p.errorf(offset, fmt.Sprintf("invalid group reference %d", id)))
	}
	p.flush()
	p.parts = append(p.parts, Part{Group: id})
}

func (p *templateParser) escape(t token) {
	switch {
	case t.c == 'g':
		p.named()
	case t.c == '0':
		source := p.takeWhile(t.runes(), 2, octDigits)
		p.lit = append(p.lit, octalValue(source[1:])&0xFF)
	case t.oneOfEscaped(digits):
		p.number(t)
	default:
		c, ok := simpleEscape(t.c)
		if ok {
			p.lit = append(p.lit, c)
			return
		}
		if casedASCII(t.c) {
			panic(p.errorf(2, "bad escape "+show(t.runes())))
		}
		p.lit = append(p.lit, '\\', t.c)
	}
}

// named parses the rest of \g<name>.
func (p *templateParser) named() {
	if !p.accept('<') {
		panic(p.errorf(0, "missing <"))
	}
	name := p.takeUntil('>', "group name")
	var id int
	if isNumber(name) {
		id = p.groupNumber(name)
	} else {
		p.checkName(name, 1)
		var ok bool
		if id, ok = p.prog.GroupNumber(fromRunes(name, false)); !ok {
			fail(KindIndex, "unknown group name %s", pyRepr(name, false))
		}
	}
	p.group(id, len(name)+1)
}

// number parses \1 to \99, a reference, or three octal digits.
func (p *templateParser) number(t token) {
	source := p.takeWhile(t.runes(), 1, digits)
	if len(source) == 3 && isOctal(source[1:]) && p.next.oneOf(octDigits) {
		source = append(source, p.get().c)
		p.lit = append(p.lit, p.octal(source))
		return
	}
	p.group(atoi(string(source[1:])), len(source)-1)
}

// Sub replaces matches in the text, count at most if it is not 0, and returns
// the new text and the number of replacements. Without a match the text is the
// old one. The memory of the result is charged to b.
func (prog *Program) Sub(in Input, t *Template, count int, b Budget) (string, int, error) {
	it := prog.Iter(in, 0, -1, b)
	defer it.Close()
	var mt Match
	var out strings.Builder
	n, done := 0, 0
	for count == 0 || n < count {
		ok, err := it.Next(&mt)
		if err != nil {
			return "", 0, err
		}
		if !ok {
			break
		}
		if err := room(&out, mt.Spans[0]-done+t.size(&mt), len(in.Text), b); err != nil {
			return "", 0, err
		}
		out.WriteString(in.Text[done:mt.Spans[0]])
		t.Expand(&out, in.Text, &mt)
		done = mt.Spans[1]
		n++
	}
	if n == 0 {
		return in.Text, 0, nil
	}
	if err := room(&out, len(in.Text)-done, 0, b); err != nil {
		return "", 0, err
	}
	out.WriteString(in.Text[done:])
	return out.String(), n, nil
}

// size is the length of the replacement for mt.
func (t *Template) size(mt *Match) int {
	n := 0
	for _, p := range t.Parts {
		n += len(p.Text)
		if p.Group >= 0 {
			a, b := mt.Group(p.Group)
			n += b - a
		}
	}
	return n
}

// room makes sure that n more bytes fit into out; at first it makes place for
// at least the given number. The memory is charged before it is taken.
func room(out *strings.Builder, n, least int, b Budget) error {
	if out.Cap()-out.Len() >= n {
		return nil
	}
	if out.Cap() == 0 {
		n = max(n, least)
	}
	if b != nil {
		// Grow takes twice the old capacity and what it is asked for.
		if err := b.Alloc(out.Cap() + n); err != nil {
			return err
		}
	}
	out.Grow(n)
	return nil
}
