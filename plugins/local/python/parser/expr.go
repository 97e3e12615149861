package parser

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// binaryOperators are the operators in the order of their tokens.
var binaryOperators = [...]ast.Operator{
	ast.Add, ast.Sub, ast.Mult, ast.MatMult, ast.Div, ast.Mod, ast.Pow,
	ast.LShift, ast.RShift, ast.BitOr, ast.BitXor, ast.BitAnd, ast.FloorDiv,
}

// precedence is how tight a binary operator binds; 0 for other tokens. "**" is
// parsed by power.
var precedence = [256]uint8{
	token.VBar: 1, token.Circumflex: 2, token.Amper: 3, token.LeftShift: 4, token.RightShift: 4,
	token.Plus: 5, token.Minus: 5,
	token.Star: 6, token.At: 6, token.Slash: 6, token.Percent: 6, token.DoubleSlash: 6,
}

// startsExpression holds the tokens that an expression may begin with.
var startsExpression = [256]bool{
	token.Name: true, token.Number: true, token.String: true, token.FStringStart: true,
	token.LParen: true, token.LBracket: true, token.LBrace: true, token.Ellipsis: true,
	token.Plus: true, token.Minus: true, token.Tilde: true,
	token.False: true, token.None: true, token.True: true,
	token.Not: true, token.Lambda: true, token.Await: true,
}

// startsStarExpression reports whether a starred expression may begin here.
func (p *parser) startsStarExpression() bool { return startsExpression[p.k] || p.k == token.Star }

// expressions parses expressions with commas, none of them starred.
func (p *parser) expressions() ast.Expr {
	start := p.i
	e := p.expression()
	if p.k != token.Comma {
		return e
	}
	t := &ast.Tuple{Elts: []ast.Expr{e}}
	for p.accept(token.Comma) && startsExpression[p.k] {
		t.Elts = append(t.Elts, p.expression())
	}
	t.Span = p.span(start)
	return t
}

// starExpressions parses expressions with commas, starred ones among them.
func (p *parser) starExpressions() ast.Expr {
	start := p.i
	e := p.starExpression()
	if p.k != token.Comma {
		return e
	}
	t := &ast.Tuple{Elts: []ast.Expr{e}}
	for p.accept(token.Comma) && p.startsStarExpression() {
		t.Elts = append(t.Elts, p.starExpression())
	}
	t.Span = p.span(start)
	return t
}

func (p *parser) starExpression() ast.Expr {
	if p.k == token.Star {
		return p.starred()
	}
	return p.expression()
}

// starred parses "*" and what it unpacks.
func (p *parser) starred() ast.Expr {
	start := p.i
	p.next()
	s := &ast.Starred{Value: p.binary(1)}
	s.Span = p.span(start)
	return s
}

// starNamed parses an element of a list, tuple or set.
func (p *parser) starNamed() ast.Expr {
	if p.k == token.Star {
		return p.starred()
	}
	return p.namedExpression()
}

func (p *parser) namedExpression() ast.Expr {
	if p.k != token.Name || p.peek() != token.ColonEqual {
		return p.expression()
	}
	start := p.i
	n := &ast.NamedExpr{}
	target := &ast.Name{ID: p.name(), Ctx: ast.Store}
	target.Span = p.span(start)
	n.Target = target
	p.next()
	n.Value = p.expression()
	n.Span = p.span(start)
	return n
}

func (p *parser) yield() ast.Expr {
	start := p.i
	p.next()
	if p.accept(token.From) {
		y := &ast.YieldFrom{Value: p.expression()}
		y.Span = p.span(start)
		return y
	}
	y := &ast.Yield{}
	if p.startsStarExpression() {
		y.Value = p.starExpressions()
	}
	y.Span = p.span(start)
	return y
}

func (p *parser) expression() ast.Expr {
	start := p.i
	if p.k == token.Lambda {
		return p.lambda()
	}
	p.enter(1)
	e := p.disjunction()
	if p.k == token.If {
		p.next()
		n := &ast.IfExp{Body: e, Test: p.disjunction()}
		p.want(token.Else)
		n.OrElse = p.expression()
		n.Span = p.span(start)
		e = n
	}
	p.leave(1)
	return e
}

func (p *parser) lambda() ast.Expr {
	start := p.i
	p.enter(2)
	p.next()
	n := &ast.Lambda{Args: p.parameters(token.Colon)}
	p.want(token.Colon)
	n.Body = p.expression()
	n.Span = p.span(start)
	p.leave(2)
	return n
}

func (p *parser) disjunction() ast.Expr {
	start := p.i
	e := p.conjunction()
	if p.k != token.Or {
		return e
	}
	n := &ast.BoolOp{Op: ast.Or, Values: []ast.Expr{e}}
	for p.accept(token.Or) {
		n.Values = append(n.Values, p.conjunction())
	}
	n.Span = p.span(start)
	return n
}

func (p *parser) conjunction() ast.Expr {
	start := p.i
	e := p.inversion()
	if p.k != token.And {
		return e
	}
	n := &ast.BoolOp{Op: ast.And, Values: []ast.Expr{e}}
	for p.accept(token.And) {
		n.Values = append(n.Values, p.inversion())
	}
	n.Span = p.span(start)
	return n
}

func (p *parser) inversion() ast.Expr {
	if p.k != token.Not {
		return p.comparison()
	}
	start := p.i
	p.enter(1)
	p.next()
	n := &ast.UnaryOp{Op: ast.Not, Operand: p.inversion()}
	n.Span = p.span(start)
	p.leave(1)
	return n
}

func (p *parser) comparison() ast.Expr {
	start := p.i
	e := p.binary(1)
	op, ok := p.compareOp()
	if !ok {
		return e
	}
	n := &ast.Compare{Left: e}
	for ok {
		n.Ops = append(n.Ops, op)
		n.Comparators = append(n.Comparators, p.binary(1))
		op, ok = p.compareOp()
	}
	n.Span = p.span(start)
	p.checkIdentity(n)
	return n
}

// compareOp takes a comparison operator if there is one.
func (p *parser) compareOp() (op ast.CmpOperator, ok bool) {
	switch p.k {
	case token.EqEqual:
		op = ast.Eq
	case token.NotEqual:
		if p.toks[p.i].End-p.toks[p.i].Start == 2 && p.file.Src[p.toks[p.i].Start] == '<' {
			return 0, false // "<>"
		}
		op = ast.NotEq
	case token.Less:
		op = ast.Lt
	case token.LessEqual:
		op = ast.LtE
	case token.Greater:
		op = ast.Gt
	case token.GreaterEqual:
		op = ast.GtE
	case token.In:
		op = ast.In
	case token.Is:
		p.next()
		if p.accept(token.Not) {
			return ast.IsNot, true
		}
		return ast.Is, true
	case token.Not:
		if p.peek() != token.In {
			return 0, false
		}
		p.next()
		op = ast.NotIn
	default:
		return 0, false
	}
	p.next()
	return op, true
}

// binary parses operators that bind at least as tight as min.
func (p *parser) binary(min uint8) ast.Expr {
	start := p.i
	e := p.factor()
	for n := 1; ; n++ {
		prec := precedence[p.k]
		if prec < min || prec == 0 {
			return e
		}
		op := binaryOperators[p.k-token.Plus]
		p.next()
		b := &ast.BinOp{Left: e, Op: op, Right: p.binary(prec + 1)}
		b.Span = p.span(start)
		p.chained(n)
		e = b
	}
}

func (p *parser) factor() ast.Expr {
	var op ast.UnaryOperator
	switch p.k {
	case token.Plus:
		op = ast.UAdd
	case token.Minus:
		op = ast.USub
	case token.Tilde:
		op = ast.Invert
	default:
		return p.power()
	}
	start := p.i
	p.enter(1)
	p.next()
	n := &ast.UnaryOp{Op: op, Operand: p.factor()}
	n.Span = p.span(start)
	p.leave(1)
	return n
}

func (p *parser) power() ast.Expr {
	start := p.i
	e := p.awaitPrimary()
	if p.k != token.DoubleStar {
		return e
	}
	p.enter(2)
	p.next()
	b := &ast.BinOp{Left: e, Op: ast.Pow, Right: p.factor()}
	b.Span = p.span(start)
	p.leave(2)
	return b
}

func (p *parser) awaitPrimary() ast.Expr {
	if p.k != token.Await {
		return p.primary()
	}
	start := p.i
	p.next()
	n := &ast.Await{Value: p.primary()}
	n.Span = p.span(start)
	return n
}

// primary parses an atom with its attributes, calls and subscripts.
func (p *parser) primary() ast.Expr {
	start := p.i
	e := p.atom()
	for n := 1; ; n++ {
		switch p.k {
		case token.Dot:
			p.next()
			a := &ast.Attribute{Value: e, Attr: p.name()}
			a.Span = p.span(start)
			e = a
		case token.LParen:
			c := &ast.Call{Func: e}
			p.callArgs(c)
			c.Span = p.span(start)
			p.checkCalled(e)
			e = c
		case token.LBracket:
			p.next()
			s := &ast.Subscript{Value: e, Slice: p.slices()}
			p.want(token.RBracket)
			s.Span = p.span(start)
			p.checkSubscript(s)
			e = s
		default:
			return e
		}
		p.chained(n)
	}
}

func (p *parser) slices() ast.Expr {
	start := p.i
	e := p.sliceOrStarred()
	if _, star := e.(*ast.Starred); p.k != token.Comma && !star {
		return e
	}
	t := &ast.Tuple{Elts: []ast.Expr{e}}
	for p.accept(token.Comma) && p.k != token.RBracket {
		t.Elts = append(t.Elts, p.sliceOrStarred())
	}
	t.Span = p.span(start)
	return t
}

func (p *parser) sliceOrStarred() ast.Expr {
	start := p.i
	if p.k == token.Star {
		p.next()
		s := &ast.Starred{Value: p.expression()}
		s.Span = p.span(start)
		return s
	}
	var lower ast.Expr
	if p.k != token.Colon {
		named := p.k == token.Name && p.peek() == token.ColonEqual
		lower = p.namedExpression()
		if named || p.k != token.Colon {
			return lower
		}
	}
	p.next()
	s := &ast.Slice{Lower: lower, Upper: p.slicePart()}
	if p.accept(token.Colon) {
		s.Step = p.slicePart()
	}
	s.Span = p.span(start)
	return s
}

func (p *parser) slicePart() ast.Expr {
	if startsExpression[p.k] {
		return p.expression()
	}
	return nil
}
