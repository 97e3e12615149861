package parser

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// startsMatch reports whether the name "match" here starts a match statement:
// its line ends in a colon and an indented "case" follows.
func (p *parser) startsMatch() bool {
	if k := p.peek(); !startsExpression[k] && k != token.Star {
		return false
	}
	for i := p.i + 1; i < len(p.toks); i++ {
		if p.toks[i].Kind == token.Newline {
			return p.toks[i-1].Kind == token.Colon && i > p.i+2 && p.toks[i+1].Kind == token.Indent &&
				p.toks[i+2].Kind == token.Name && p.file.Text(&p.toks[i+2]) == "case"
		}
	}
	return false
}

func (p *parser) matchStmt() ast.Stmt {
	start := p.i
	p.next()
	s := &ast.Match{Subject: p.subject()}
	p.want(token.Colon)
	p.want(token.Newline)
	p.want(token.Indent)
	p.enter(3)
	for p.isName("case") {
		s.Cases = append(s.Cases, p.matchCase())
	}
	p.want(token.Dedent)
	p.leave(3)
	s.Span = p.span(start)
	return s
}

func (p *parser) subject() ast.Expr {
	start := p.i
	e := p.starNamed()
	if p.k == token.Comma {
		t := &ast.Tuple{Elts: []ast.Expr{e}}
		for p.accept(token.Comma) && p.startsStarExpression() {
			t.Elts = append(t.Elts, p.starNamed())
		}
		t.Span = p.span(start)
		return t
	}
	if _, star := e.(*ast.Starred); star {
		p.fail()
	}
	return e
}

func (p *parser) matchCase() *ast.MatchCase {
	p.next()
	c := &ast.MatchCase{Pattern: p.patterns()}
	if p.accept(token.If) {
		c.Guard = p.namedExpression()
	}
	c.Body = p.block()
	return c
}

// patterns parses a pattern, or a sequence of them without brackets.
func (p *parser) patterns() ast.Pattern {
	start := p.i
	star := p.k == token.Star
	first := p.maybeStar()
	if p.k != token.Comma {
		if star {
			p.fail()
		}
		return first
	}
	s := &ast.MatchSequence{Patterns: []ast.Pattern{first}}
	for p.accept(token.Comma) && p.k != token.Colon && p.k != token.If {
		s.Patterns = append(s.Patterns, p.maybeStar())
	}
	s.Span = p.span(start)
	return s
}

func (p *parser) maybeStar() ast.Pattern {
	if p.k != token.Star {
		return p.asPattern()
	}
	start := p.i
	p.next()
	m := &ast.MatchStar{Name: p.capture()}
	m.Span = p.span(start)
	return m
}

// capture takes the name that a pattern binds, "" for the wildcard.
func (p *parser) capture() string {
	name := p.name()
	if p.k == token.Dot || p.k == token.LParen || p.k == token.Equal {
		p.fail()
	}
	if name == "_" {
		return ""
	}
	return name
}

func (p *parser) asPattern() ast.Pattern {
	start := p.i
	p.enter(1)
	pat := p.orPattern()
	if p.accept(token.As) {
		as := &ast.MatchAs{Pattern: pat, Name: p.capture()}
		if as.Name == "" {
			p.fail()
		}
		as.Span = p.span(start)
		pat = as
	}
	p.leave(1)
	return pat
}

func (p *parser) orPattern() ast.Pattern {
	start := p.i
	pat := p.closedPattern()
	if p.k != token.VBar {
		return pat
	}
	or := &ast.MatchOr{Patterns: []ast.Pattern{pat}}
	for p.accept(token.VBar) {
		or.Patterns = append(or.Patterns, p.closedPattern())
	}
	or.Span = p.span(start)
	return or
}

func (p *parser) closedPattern() ast.Pattern {
	start := p.i
	switch p.k {
	case token.None:
		p.next()
		return &ast.MatchSingleton{Span: p.span(start)}
	case token.True, token.False:
		p.next()
		return &ast.MatchSingleton{Value: p.toks[start].Kind == token.True, Span: p.span(start)}
	case token.Number, token.Minus, token.String, token.FStringStart:
		v := &ast.MatchValue{Value: p.literal()}
		v.Span = p.span(start)
		return v
	case token.LParen:
		return p.groupPattern()
	case token.LBracket:
		p.next()
		s := &ast.MatchSequence{Patterns: p.patternList(token.RBracket)}
		p.want(token.RBracket)
		s.Span = p.span(start)
		return s
	case token.LBrace:
		return p.mappingPattern()
	case token.Name:
		return p.namePattern()
	}
	p.fail()
	return nil
}

// literal parses a number, perhaps negative or complex, or a string.
func (p *parser) literal() ast.Expr {
	if p.k == token.String || p.k == token.FStringStart {
		return p.strings()
	}
	start := p.i
	e := p.signedNumber()
	if p.k != token.Plus && p.k != token.Minus {
		return e
	}
	b := &ast.BinOp{Left: e, Op: binaryOperators[p.k-token.Plus]}
	p.next()
	if p.k != token.Number {
		p.fail()
	}
	if imaginary(e) {
		p.fail()
	}
	b.Right = p.atom()
	if !imaginary(b.Right) {
		p.fail()
	}
	b.Span = p.span(start)
	return b
}

func (p *parser) signedNumber() ast.Expr {
	start := p.i
	if p.k == token.Number {
		return p.atom()
	}
	p.next()
	if p.k != token.Number {
		p.fail()
	}
	u := &ast.UnaryOp{Op: ast.USub, Operand: p.atom()}
	u.Span = p.span(start)
	return u
}

func imaginary(e ast.Expr) bool {
	if u, ok := e.(*ast.UnaryOp); ok {
		e = u.Operand
	}
	_, ok := e.(*ast.Constant).Value.(complex128)
	return ok
}

// groupPattern parses a pattern or a sequence in parentheses.
func (p *parser) groupPattern() ast.Pattern {
	start := p.i
	p.next()
	star := p.k == token.Star
	if p.k == token.RParen {
		p.next()
		return &ast.MatchSequence{Span: p.span(start)}
	}
	first := p.maybeStar()
	if p.k != token.Comma {
		if star {
			p.fail()
		}
		p.want(token.RParen)
		return first
	}
	p.next()
	s := &ast.MatchSequence{Patterns: append([]ast.Pattern{first}, p.patternList(token.RParen)...)}
	p.want(token.RParen)
	s.Span = p.span(start)
	return s
}

func (p *parser) patternList(end token.Kind) []ast.Pattern {
	var list []ast.Pattern
	for p.k != end {
		list = append(list, p.maybeStar())
		if !p.accept(token.Comma) {
			break
		}
	}
	return list
}

func (p *parser) mappingPattern() ast.Pattern {
	start := p.i
	p.next()
	m := &ast.MatchMapping{}
	for p.k != token.RBrace {
		if m.Rest != "" {
			p.fail()
		}
		if p.accept(token.DoubleStar) {
			if m.Rest = p.capture(); m.Rest == "" {
				p.fail()
			}
		} else {
			m.Keys = append(m.Keys, p.mappingKey())
			p.want(token.Colon)
			m.Patterns = append(m.Patterns, p.asPattern())
		}
		if !p.accept(token.Comma) {
			break
		}
	}
	p.want(token.RBrace)
	m.Span = p.span(start)
	return m
}

func (p *parser) mappingKey() ast.Expr {
	switch p.k {
	case token.None, token.True, token.False:
		return p.atom()
	case token.Number, token.Minus, token.String, token.FStringStart:
		return p.literal()
	}
	e := p.nameOrAttr()
	if _, dotted := e.(*ast.Attribute); !dotted {
		p.fail()
	}
	return e
}

func (p *parser) nameOrAttr() ast.Expr {
	start := p.i
	n := &ast.Name{ID: p.name()}
	n.Span = p.span(start)
	var e ast.Expr = n
	for length := 1; p.accept(token.Dot); length++ {
		a := &ast.Attribute{Value: e, Attr: p.name()}
		a.Span = p.span(start)
		p.chained(length)
		e = a
	}
	return e
}

// namePattern parses a capture, a wildcard, a dotted value or a class pattern.
func (p *parser) namePattern() ast.Pattern {
	start := p.i
	e := p.nameOrAttr()
	if p.k == token.LParen {
		return p.classPattern(start, e)
	}
	if n, isName := e.(*ast.Name); isName {
		if p.k == token.Equal {
			p.fail()
		}
		as := &ast.MatchAs{Name: n.ID}
		if n.ID == "_" {
			as.Name = ""
		}
		as.Span = p.span(start)
		return as
	}
	v := &ast.MatchValue{Value: e}
	v.Span = p.span(start)
	return v
}

func (p *parser) classPattern(start int, class ast.Expr) ast.Pattern {
	p.next()
	m := &ast.MatchClass{Class: class}
	for p.k != token.RParen {
		if p.k == token.Name && p.peek() == token.Equal {
			m.KwdAttrs = append(m.KwdAttrs, p.name())
			p.next()
			m.KwdPatterns = append(m.KwdPatterns, p.asPattern())
		} else if m.KwdAttrs != nil {
			p.fail()
		} else {
			m.Patterns = append(m.Patterns, p.asPattern())
		}
		if !p.accept(token.Comma) {
			break
		}
	}
	p.want(token.RParen)
	m.Span = p.span(start)
	return m
}
