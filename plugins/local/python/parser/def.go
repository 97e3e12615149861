package parser

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// definition parses a decorated or asynchronous statement, a function or a class.
func (p *parser) definition() ast.Stmt {
	var decorators []ast.Expr
	for p.accept(token.At) {
		decorators = append(decorators, p.namedExpression())
		p.want(token.Newline)
	}
	start := p.i
	async := p.accept(token.Async)
	switch {
	case p.k == token.Def:
		return p.function(start, decorators, async)
	case p.k == token.Class && !async:
		return p.class(start, decorators)
	case decorators != nil || !async:
	case p.k == token.For:
		return p.forStmt(start, true)
	case p.k == token.With:
		return p.withStmt(start, true)
	}
	p.fail()
	return nil
}

func (p *parser) function(start int, decorators []ast.Expr, async bool) ast.Stmt {
	p.next()
	f := &ast.FunctionDef{Name: p.name(), DecoratorList: decorators, IsAsync: async}
	f.TypeParams = p.typeParams()
	p.want(token.LParen)
	f.Args = p.parameters(token.RParen)
	p.want(token.RParen)
	if p.accept(token.Arrow) {
		f.Returns = p.expression()
	}
	f.Body = p.block()
	f.Span = p.span(start)
	return f
}

func (p *parser) class(start int, decorators []ast.Expr) ast.Stmt {
	p.next()
	c := &ast.ClassDef{Name: p.name(), DecoratorList: decorators}
	c.TypeParams = p.typeParams()
	if p.accept(token.LParen) {
		c.Bases, c.Keywords = p.arguments(nil)
	}
	c.Body = p.block()
	c.Span = p.span(start)
	return c
}

// typeParams parses type parameters in brackets, if there are any.
func (p *parser) typeParams() []ast.TypeParam {
	if !p.accept(token.LBracket) {
		return nil
	}
	var list []ast.TypeParam
	for {
		list = append(list, p.typeParam())
		if !p.accept(token.Comma) || p.k == token.RBracket {
			break
		}
	}
	p.want(token.RBracket)
	return list
}

func (p *parser) typeParam() ast.TypeParam {
	start := p.i
	switch p.k {
	case token.Star:
		p.next()
		t := &ast.TypeVarTuple{Name: p.name()}
		t.Span = p.span(start)
		return t
	case token.DoubleStar:
		p.next()
		t := &ast.ParamSpec{Name: p.name()}
		t.Span = p.span(start)
		return t
	}
	t := &ast.TypeVar{Name: p.name()}
	if p.accept(token.Colon) {
		t.Bound = p.expression()
	}
	t.Span = p.span(start)
	return t
}

// parameters parses the parameters of def or lambda; only those of def, which
// end at a parenthesis, have annotations.
func (p *parser) parameters(end token.Kind) *ast.Arguments {
	ps := &paramParser{parser: p, end: end, args: &ast.Arguments{}}
	for p.k != end {
		ps.param()
		if p.k != end {
			p.want(token.Comma)
		}
	}
	if ps.bareStar && len(ps.args.KwOnlyArgs) == 0 {
		p.fail()
	}
	return ps.args
}

// paramParser is the state of a parameter list.
type paramParser struct {
	*parser
	end      token.Kind
	args     *ast.Arguments
	slash    bool
	star     bool
	bareStar bool
}

func (p *paramParser) param() {
	a := p.args
	if a.KwArg != nil {
		p.fail()
	}
	switch p.k {
	case token.Slash:
		if p.slash || p.star || len(a.Args) == 0 {
			p.fail()
		}
		p.next()
		p.slash = true
		a.PosOnlyArgs, a.Args = a.Args, nil
	case token.Star:
		if p.star {
			p.fail()
		}
		p.star = true
		p.next()
		if p.k == token.Comma {
			p.bareStar = true
			return
		}
		a.VarArg = p.arg(true)
	case token.DoubleStar:
		p.next()
		a.KwArg = p.arg(false)
	default:
		p.plain()
	}
}

// plain parses a parameter that may have a default.
func (p *paramParser) plain() {
	a := p.args
	arg := p.arg(false)
	var value ast.Expr
	if p.accept(token.Equal) {
		value = p.expression()
	}
	if p.star {
		a.KwOnlyArgs = append(a.KwOnlyArgs, arg)
		a.KwDefaults = append(a.KwDefaults, value)
		return
	}
	if value != nil {
		a.Defaults = append(a.Defaults, value)
	} else if len(a.Defaults) > 0 {
		p.fail()
	}
	a.Args = append(a.Args, arg)
}

func (p *paramParser) arg(star bool) *ast.Arg {
	start := p.i
	a := &ast.Arg{Arg: p.name()}
	if p.end == token.RParen && p.accept(token.Colon) {
		if star {
			a.Annotation = p.starExpression()
		} else {
			a.Annotation = p.expression()
		}
	}
	a.Span = p.span(start)
	return a
}
