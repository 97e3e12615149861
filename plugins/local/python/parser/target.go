package parser

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// starTargets parses the targets of for, up to "in".
func (p *parser) starTargets() ast.Expr {
	start := p.i
	e := p.starTarget()
	if p.k != token.Comma {
		return e
	}
	t := &ast.Tuple{Elts: []ast.Expr{e}, Ctx: ast.Store}
	for p.accept(token.Comma) && p.startsStarExpression() {
		t.Elts = append(t.Elts, p.starTarget())
	}
	t.Span = p.span(start)
	return t
}

func (p *parser) starTarget() ast.Expr {
	start := p.i
	if p.k == token.Star {
		p.next()
		if p.k == token.Star {
			p.fail()
		}
		s := &ast.Starred{Value: p.primary(), Ctx: ast.Store}
		p.toTarget(s.Value, ast.Store)
		s.Span = p.span(start)
		return s
	}
	e := p.primary()
	p.toTarget(e, ast.Store)
	return e
}

// toTarget makes an expression that was read the target of an assignment or of
// del.
func (p *parser) toTarget(e ast.Expr, ctx ast.Context) {
	switch e := e.(type) {
	case *ast.Name:
		e.Ctx = ctx
	case *ast.Attribute:
		e.Ctx = ctx
	case *ast.Subscript:
		e.Ctx = ctx
	case *ast.Tuple:
		e.Ctx = ctx
		for _, elt := range e.Elts {
			p.toTarget(elt, ctx)
		}
	case *ast.List:
		e.Ctx = ctx
		for _, elt := range e.Elts {
			p.toTarget(elt, ctx)
		}
	case *ast.Starred:
		if ctx == ast.Del {
			p.fail()
		}
		e.Ctx = ctx
		p.toTarget(e.Value, ctx)
	default:
		p.fail()
	}
}

// singleTarget reports whether the expression may be annotated or augmented.
func singleTarget(e ast.Expr) bool {
	switch e.(type) {
	case *ast.Name, *ast.Attribute, *ast.Subscript:
		return true
	}
	return false
}
