package regex

import (
	"fmt"
	"slices"
	"unicode"
)

// group parses what follows an opening parenthesis. It returns nil for what
// leaves nothing in the tree: comments and flags for the whole pattern. Those
// are allowed only if first.
func (p *parser) group(verbose *bool, depth int, first bool) *node {
	start := p.tell() - 1
	n := &node{op: nGroup}
	var name []rune
	capture := true
	if p.accept('?') {
		capture = false
		t := p.get()
		switch {
		case t.end():
			panic(p.errorf(0, "unexpected end of pattern"))
		case t.is('P') && p.accept('<'):
			name = p.takeUntil('>', "group name")
			p.checkName(name, 1)
			capture = true
		case t.is('P'):
			return p.namedRef()
		case t.is(':'):
		case t.is('#'):
			p.comment(start)
			return nil
		case t.oneOf("=!<"):
			return p.assertion(t, *verbose, depth, start)
		case t.is('('):
			return p.conditional(*verbose, depth, start)
		case t.is('>'):
			n.op = nAtomic
		case flagOf(t) != 0 || t.is('-'):
			global := false
			n.add, n.del, global = p.inlineFlags(t)
			if global {
				if !first {
					panic(p.errorf(p.tell()-start, "global flags not at the start of the expression"))
				}
				*verbose = p.flags&Verbose != 0
				return nil
			}
		default:
			panic(p.errorf(t.size+1, "unknown extension ?"+show(t.runes())))
		}
	}
	if capture {
		n.group = p.openGroup(name)
	}
	inner := (*verbose || n.add&Verbose != 0) && n.del&Verbose == 0
	body := p.alternation(inner, depth+1)
	p.closeParen(start)
	if capture {
		p.groups[n.group] = group{closed: true, w: body.width(p)}
	}
	n.subs = []*seq{body}
	return n
}

// closeParen expects the parenthesis that closes the group opened at start.
func (p *parser) closeParen(start int) {
	if !p.accept(')') {
		panic(p.errorf(p.tell()-start, "missing ), unterminated subpattern"))
	}
}

func (p *parser) openGroup(name []rune) int {
	id := len(p.groups)
	p.groups = append(p.groups, group{})
	if name != nil {
		key := fromRunes(name, false)
		if old, ok := p.byName[key]; ok {
			panic(p.errorf(len(name)+1, fmt.Sprintf("redefinition of group name %s as group %d; was group %d",
				pyRepr(name, false), id, old)))
		}
		p.byName[key] = id
		p.names = append(p.names, NamedGroup{key, id})
	}
	return id
}

// lookupName finds the group called name, which ended one character before the
// next token.
func (p *parser) lookupName(name []rune) int {
	p.checkName(name, 1)
	id, ok := p.byName[fromRunes(name, false)]
	if !ok {
		panic(p.errorf(len(name)+1, "unknown group name "+pyRepr(name, false)))
	}
	return id
}

// checkOpen raises an error if group id is not complete; the reference to it
// started offset characters before the next token.
func (p *parser) checkOpen(id, offset int) {
	if id >= len(p.groups) || !p.groups[id].closed {
		panic(p.errorf(offset, "cannot refer to an open group"))
	}
}

// checkBehind raises an error if a lookbehind refers to a group of its own.
func (p *parser) checkBehind(id int) {
	if p.behind == 0 {
		return
	}
	p.checkOpen(id, 0)
	if id >= p.behind {
		panic(p.errorf(0, "cannot refer to group defined in the same lookbehind subpattern"))
	}
}

// namedRef parses the rest of (?P=name).
func (p *parser) namedRef() *node {
	if !p.accept('=') {
		t := p.get()
		if t.end() {
			panic(p.errorf(0, "unexpected end of pattern"))
		}
		panic(p.errorf(t.size+2, "unknown extension ?P"+show(t.runes())))
	}
	name := p.takeUntil(')', "group name")
	id := p.lookupName(name)
	p.checkOpen(id, len(name)+1)
	p.checkBehind(id)
	return &node{op: nRef, group: id}
}

func (p *parser) comment(start int) {
	for {
		if p.next.end() {
			panic(p.errorf(p.tell()-start, "missing ), unterminated comment"))
		}
		if p.get().is(')') {
			return
		}
	}
}

// assertion parses a lookahead or lookbehind from the token after (? on.
func (p *parser) assertion(t token, verbose bool, depth, start int) *node {
	n := &node{op: nAssert}
	outer := p.behind
	if t.is('<') {
		t = p.get()
		if t.end() {
			panic(p.errorf(0, "unexpected end of pattern"))
		}
		if !t.oneOf("=!") {
			panic(p.errorf(t.size+2, "unknown extension ?<"+show(t.runes())))
		}
		n.behind = true
		if outer == 0 {
			p.behind = len(p.groups)
		}
	}
	n.not = t.is('!')
	body := p.alternation(verbose, depth+1)
	p.behind = outer
	p.closeParen(start)
	n.subs = []*seq{body}
	return n
}

// conditional parses the rest of (?(id)yes|no).
func (p *parser) conditional(verbose bool, depth, start int) *node {
	if depth >= maxDepth {
		fail(KindRecursion, "maximum recursion depth exceeded")
	}
	name := p.takeUntil(')', "group name")
	n := &node{op: nCond}
	if isNumber(name) {
		n.group = p.groupNumber(name)
		if n.group == 0 {
			panic(p.errorf(len(name)+1, "bad group number"))
		}
		known := slices.ContainsFunc(p.refs, func(r groupRef) bool { return r.group == n.group })
		if !known {
			p.refs = append(p.refs, groupRef{n.group, p.tell() - len(name) - 1})
		}
	} else {
		n.group = p.lookupName(name)
	}
	p.checkBehind(n.group)
	n.subs = []*seq{p.sequence(verbose, depth+1, false)}
	if p.accept('|') {
		n.subs = append(n.subs, p.sequence(verbose, depth+1, false))
		if p.next.is('|') {
			panic(p.errorf(0, "conditional backref with more than two branches"))
		}
	}
	p.closeParen(start)
	return n
}

// MaxGroups is CPython's limit on group numbers.
const MaxGroups = 1073741823

// groupNumber converts the digits of a reference, which ended one character
// before the next token.
func (l *lexer) groupNumber(name []rune) int {
	checkDigits(string(name))
	id := atoi(string(name))
	if id >= MaxGroups {
		panic(l.errorf(len(name)+1, "invalid group reference "+trimZeros(string(name))))
	}
	return id
}

// flagOf returns the flag that a letter stands for, or 0.
func flagOf(t token) Flags {
	if t.size != 1 {
		return 0
	}
	switch t.c {
	case 'i':
		return IgnoreCase
	case 'L':
		return Locale
	case 'm':
		return Multiline
	case 's':
		return DotAll
	case 'x':
		return Verbose
	case 'a':
		return ASCII
	case 't':
		return TemplateFlag
	case 'u':
		return Unicode
	}
	return 0
}

// inlineFlags parses the flags that start with t. If they are global, they are
// already in effect.
func (p *parser) inlineFlags(t token) (add, del Flags, global bool) {
	if !t.is('-') {
		add, t = p.flagsOn(t)
	}
	if t.is(')') {
		p.flags |= add
		return 0, 0, true
	}
	if add&globalFlags != 0 {
		panic(p.errorf(1, "bad inline flags: cannot turn on global flag"))
	}
	if t.is('-') {
		del = p.flagsOff()
	}
	if del&globalFlags != 0 {
		panic(p.errorf(1, "bad inline flags: cannot turn off global flag"))
	}
	if add&del != 0 {
		panic(p.errorf(1, "bad inline flags: flag turned on and off"))
	}
	return add, del, false
}

// flagsOn reads flags to turn on, and the token that ends them.
func (p *parser) flagsOn(t token) (add Flags, end token) {
	for {
		f := flagOf(t)
		if f == Locale && !p.isBytes {
			panic(p.errorf(0, "bad inline flags: cannot use 'L' flag with a str pattern"))
		}
		if f == Unicode && p.isBytes {
			panic(p.errorf(0, "bad inline flags: cannot use 'u' flag with a bytes pattern"))
		}
		add |= f
		if f&typeFlags != 0 && add&typeFlags != f {
			panic(p.errorf(0, "bad inline flags: flags 'a', 'u' and 'L' are incompatible"))
		}
		t = p.get()
		if t.end() {
			panic(p.errorf(0, "missing -, : or )"))
		}
		if t.oneOf(")-:") {
			return add, t
		}
		p.checkFlag(t, "missing -, : or )")
	}
}

// flagsOff reads flags to turn off, up to the colon.
func (p *parser) flagsOff() (del Flags) {
	t := p.get()
	if t.end() {
		panic(p.errorf(0, "missing flag"))
	}
	p.checkFlag(t, "missing flag")
	for {
		f := flagOf(t)
		if f&typeFlags != 0 {
			panic(p.errorf(0, "bad inline flags: cannot turn off flags 'a', 'u' and 'L'"))
		}
		del |= f
		t = p.get()
		if t.end() {
			panic(p.errorf(0, "missing :"))
		}
		if t.is(':') {
			return del
		}
		p.checkFlag(t, "missing :")
	}
}

// checkFlag raises an error unless t is a flag; missing is the message if it
// is not even a letter.
func (p *parser) checkFlag(t token, missing string) {
	if flagOf(t) != 0 {
		return
	}
	if t.size == 1 && unicode.IsLetter(t.c) {
		missing = "unknown flag"
	}
	panic(p.errorf(t.size, missing))
}
