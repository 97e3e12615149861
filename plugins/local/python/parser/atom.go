package parser

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

func (p *parser) atom() ast.Expr {
	start := p.i
	switch p.k {
	case token.Name:
		n := &ast.Name{ID: p.nameAt(start)}
		p.next()
		n.Span = p.span(start)
		return n
	case token.Number:
		c := &ast.Constant{Value: p.number()}
		p.next()
		c.Span = p.span(start)
		return c
	case token.String, token.FStringStart:
		return p.strings()
	case token.LParen:
		return p.paren()
	case token.LBracket:
		return p.list()
	case token.LBrace:
		return p.braces()
	case token.None:
		return p.constant(nil)
	case token.True:
		return p.constant(true)
	case token.False:
		return p.constant(false)
	case token.Ellipsis:
		return p.constant(ast.Ellipsis{})
	}
	p.fail()
	return nil
}

func (p *parser) constant(v ast.Const) ast.Expr {
	p.next()
	return &ast.Constant{Value: v, Span: p.span(p.i - 1)}
}

// paren parses a tuple, a generator expression or an expression in parentheses.
func (p *parser) paren() ast.Expr {
	start := p.i
	p.next()
	if p.accept(token.RParen) {
		return &ast.Tuple{Span: p.span(start)}
	}
	if p.k == token.Yield {
		e := p.yield()
		p.want(token.RParen)
		return e
	}
	star := p.k == token.Star
	e := p.starNamed()
	switch {
	case p.k == token.Comma:
		t := &ast.Tuple{Elts: p.restOf(e, token.RParen)}
		t.Span = p.span(start)
		return t
	case star:
		p.fail()
	case p.startsComprehension():
		g := &ast.GeneratorExp{Elt: e, Generators: p.comprehensions()}
		p.want(token.RParen)
		g.Span = p.span(start)
		return g
	}
	p.want(token.RParen)
	return e
}

// restOf parses the elements after the first up to the closing bracket.
func (p *parser) restOf(first ast.Expr, closing token.Kind) []ast.Expr {
	list := []ast.Expr{first}
	for p.accept(token.Comma) && p.k != closing {
		list = append(list, p.starNamed())
	}
	p.want(closing)
	return list
}

func (p *parser) list() ast.Expr {
	start := p.i
	p.next()
	if p.accept(token.RBracket) {
		return &ast.List{Span: p.span(start)}
	}
	star := p.k == token.Star
	e := p.starNamed()
	if !star && p.startsComprehension() {
		c := &ast.ListComp{Elt: e, Generators: p.comprehensions()}
		p.want(token.RBracket)
		c.Span = p.span(start)
		return c
	}
	l := &ast.List{Elts: p.restOf(e, token.RBracket)}
	l.Span = p.span(start)
	return l
}

// braces parses a dict or a set.
func (p *parser) braces() ast.Expr {
	start := p.i
	p.next()
	if p.accept(token.RBrace) {
		return &ast.Dict{Span: p.span(start)}
	}
	if p.k == token.DoubleStar {
		return p.dict(start, nil)
	}
	special := p.k == token.Star || p.k == token.Name && p.peek() == token.ColonEqual
	e := p.starNamed()
	if p.k == token.Colon && !special {
		return p.dict(start, e)
	}
	if p.startsComprehension() {
		if _, star := e.(*ast.Starred); star {
			p.fail()
		}
		c := &ast.SetComp{Elt: e, Generators: p.comprehensions()}
		p.want(token.RBrace)
		c.Span = p.span(start)
		return c
	}
	s := &ast.Set{Elts: p.restOf(e, token.RBrace)}
	s.Span = p.span(start)
	return s
}

// dict parses a dict from its first item on, whose key was read unless it is
// "**".
func (p *parser) dict(start int, key ast.Expr) ast.Expr {
	d := &ast.Dict{}
	for {
		if key == nil && p.accept(token.DoubleStar) {
			d.Keys = append(d.Keys, nil)
			d.Values = append(d.Values, p.binary(1))
		} else {
			if key == nil {
				key = p.expression()
			}
			p.want(token.Colon)
			value := p.expression()
			if len(d.Keys) == 0 && p.startsComprehension() {
				c := &ast.DictComp{Key: key, Value: value, Generators: p.comprehensions()}
				p.want(token.RBrace)
				c.Span = p.span(start)
				return c
			}
			d.Keys = append(d.Keys, key)
			d.Values = append(d.Values, value)
		}
		key = nil
		if !p.accept(token.Comma) || p.k == token.RBrace {
			break
		}
	}
	p.want(token.RBrace)
	d.Span = p.span(start)
	return d
}

func (p *parser) startsComprehension() bool {
	return p.k == token.For || p.k == token.Async && p.peek() == token.For
}

// comprehensions parses the for and if clauses of a comprehension.
func (p *parser) comprehensions() []*ast.Comprehension {
	var list []*ast.Comprehension
	for p.startsComprehension() {
		c := &ast.Comprehension{IsAsync: p.accept(token.Async)}
		p.next()
		c.Target = p.starTargets()
		p.want(token.In)
		c.Iter = p.disjunction()
		for p.accept(token.If) {
			c.Ifs = append(c.Ifs, p.disjunction())
		}
		list = append(list, c)
	}
	return list
}

// callArgs parses the parentheses of a call.
func (p *parser) callArgs(c *ast.Call) {
	start := p.i
	p.next()
	if p.accept(token.RParen) {
		return
	}
	if p.k != token.Star && p.k != token.DoubleStar && p.peek() != token.Equal {
		e := p.namedExpression()
		if p.startsComprehension() {
			g := &ast.GeneratorExp{Elt: e, Generators: p.comprehensions()}
			p.want(token.RParen)
			g.Span = p.span(start)
			c.Args = []ast.Expr{g}
			return
		}
		c.Args = append(c.Args, e)
		if p.k != token.RParen {
			p.want(token.Comma)
		}
	}
	c.Args, c.Keywords = p.arguments(c.Args)
}

// arguments parses arguments up to the closing parenthesis.
func (p *parser) arguments(args []ast.Expr) ([]ast.Expr, []*ast.Keyword) {
	var keywords []*ast.Keyword
	unpacked := false
	for p.k != token.RParen {
		start := p.i
		switch {
		case p.k == token.Star:
			if unpacked {
				p.fail()
			}
			p.next()
			s := &ast.Starred{Value: p.expression()}
			s.Span = p.span(start)
			args = append(args, s)
		case p.k == token.DoubleStar:
			p.next()
			k := &ast.Keyword{Value: p.expression()}
			k.Span = p.span(start)
			keywords = append(keywords, k)
			unpacked = true
		case p.k == token.Name && p.peek() == token.Equal:
			k := &ast.Keyword{Arg: p.name()}
			p.next()
			k.Value = p.expression()
			k.Span = p.span(start)
			keywords = append(keywords, k)
		default:
			if keywords != nil {
				p.fail()
			}
			args = append(args, p.namedExpression())
		}
		if p.k != token.RParen {
			p.want(token.Comma)
		}
	}
	p.next()
	return args, keywords
}
