package parser

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// statement parses one statement, or the simple statements of one line, and
// appends them.
func (p *parser) statement(list []ast.Stmt) []ast.Stmt {
	if s := p.compound(); s != nil {
		return append(list, s)
	}
	return p.simpleLine(list)
}

// compound parses a compound statement; nil if the line is none.
func (p *parser) compound() ast.Stmt {
	switch p.k {
	case token.Def, token.At, token.Class, token.Async:
		return p.definition()
	case token.If:
		return p.ifStmt()
	case token.For:
		return p.forStmt(p.i, false)
	case token.While:
		return p.whileStmt()
	case token.Try:
		return p.tryStmt()
	case token.With:
		return p.withStmt(p.i, false)
	case token.Name:
		if p.isName("match") && p.startsMatch() {
			return p.matchStmt()
		}
	}
	return nil
}

// simpleLine parses simple statements up to the end of the line.
func (p *parser) simpleLine(list []ast.Stmt) []ast.Stmt {
	for {
		list = append(list, p.simple())
		if p.accept(token.Semi) {
			if p.accept(token.Newline) {
				return list
			}
			continue
		}
		p.want(token.Newline)
		return list
	}
}

func (p *parser) simple() ast.Stmt {
	start := p.i
	switch p.k {
	case token.Return:
		p.next()
		s := &ast.Return{}
		if !p.endOfSimple() {
			s.Value = p.starExpressions()
		}
		s.Span = p.span(start)
		return s
	case token.Import:
		return p.importStmt()
	case token.From:
		return p.fromStmt()
	case token.Raise:
		return p.raiseStmt()
	case token.Pass:
		p.next()
		return &ast.Pass{Span: p.span(start)}
	case token.Break:
		p.next()
		return &ast.Break{Span: p.span(start)}
	case token.Continue:
		p.next()
		return &ast.Continue{Span: p.span(start)}
	case token.Del:
		return p.delStmt()
	case token.Assert:
		return p.assertStmt()
	case token.Global:
		p.next()
		names := p.names()
		return &ast.Global{Names: names, Span: p.span(start)}
	case token.Nonlocal:
		p.next()
		names := p.names()
		return &ast.Nonlocal{Names: names, Span: p.span(start)}
	case token.Name:
		if p.isName("type") && p.peek() == token.Name {
			return p.typeAlias()
		}
	}
	return p.exprStmt()
}

// endOfSimple reports whether a simple statement ends here.
func (p *parser) endOfSimple() bool { return p.k == token.Newline || p.k == token.Semi }

func (p *parser) names() []string {
	list := []string{p.name()}
	for p.accept(token.Comma) {
		list = append(list, p.name())
	}
	return list
}

func (p *parser) raiseStmt() ast.Stmt {
	start := p.i
	p.next()
	s := &ast.Raise{}
	if !p.endOfSimple() {
		s.Exc = p.expression()
		if p.accept(token.From) {
			s.Cause = p.expression()
		}
	}
	s.Span = p.span(start)
	return s
}

func (p *parser) assertStmt() ast.Stmt {
	start := p.i
	p.next()
	s := &ast.Assert{Test: p.expression()}
	if p.accept(token.Comma) {
		s.Msg = p.expression()
	}
	s.Span = p.span(start)
	if t, ok := s.Test.(*ast.Tuple); ok && len(t.Elts) > 0 {
		p.warn(s.Span, "assertion is always true, perhaps remove parentheses?")
	}
	return s
}

func (p *parser) delStmt() ast.Stmt {
	start := p.i
	p.next()
	s := &ast.Delete{}
	for {
		t := p.starExpression()
		p.toTarget(t, ast.Del)
		s.Targets = append(s.Targets, t)
		if !p.accept(token.Comma) || p.endOfSimple() {
			break
		}
	}
	if !p.endOfSimple() {
		p.fail()
	}
	s.Span = p.span(start)
	return s
}

func (p *parser) importStmt() ast.Stmt {
	start := p.i
	p.next()
	s := &ast.Import{}
	for {
		first := p.i
		a := &ast.Alias{Name: p.dottedName()}
		if p.accept(token.As) {
			a.AsName = p.name()
		}
		a.Span = p.span(first)
		s.Names = append(s.Names, a)
		if !p.accept(token.Comma) {
			break
		}
	}
	s.Span = p.span(start)
	return s
}

func (p *parser) dottedName() string {
	s := p.name()
	for p.accept(token.Dot) {
		s += "." + p.name()
	}
	return s
}

func (p *parser) fromStmt() ast.Stmt {
	start := p.i
	p.next()
	s := &ast.ImportFrom{}
	for ; ; p.next() {
		if p.k == token.Dot {
			s.Level++
		} else if p.k == token.Ellipsis {
			s.Level += 3
		} else {
			break
		}
	}
	if s.Level == 0 || p.k == token.Name {
		s.Module = p.dottedName()
	}
	p.want(token.Import)
	switch p.k {
	case token.Star:
		p.next()
		s.Names = []*ast.Alias{{Name: "*", Span: p.span(p.i - 1)}}
	case token.LParen:
		p.next()
		s.Names = p.fromNames(true)
		p.want(token.RParen)
	default:
		s.Names = p.fromNames(false)
	}
	s.Span = p.span(start)
	return s
}

func (p *parser) fromNames(parens bool) []*ast.Alias {
	var list []*ast.Alias
	for {
		start := p.i
		a := &ast.Alias{Name: p.name()}
		if p.accept(token.As) {
			a.AsName = p.name()
		}
		a.Span = p.span(start)
		list = append(list, a)
		if !p.accept(token.Comma) || parens && p.k == token.RParen {
			return list
		}
	}
}

func (p *parser) typeAlias() ast.Stmt {
	start := p.i
	p.next()
	first := p.i
	s := &ast.TypeAlias{}
	name := &ast.Name{ID: p.name(), Ctx: ast.Store}
	name.Span = p.span(first)
	s.Name = name
	s.TypeParams = p.typeParams()
	p.want(token.Equal)
	s.Value = p.expression()
	s.Span = p.span(start)
	return s
}

// exprStmt parses an expression statement or an assignment.
func (p *parser) exprStmt() ast.Stmt {
	start := p.i
	e := p.assignable()
	switch {
	case p.k == token.Equal:
		return p.assign(start, e)
	case p.k == token.Colon:
		return p.annAssign(start, e)
	case p.k >= token.PlusEqual && p.k <= token.DoubleSlashEqual:
		if !singleTarget(e) {
			p.fail()
		}
		p.toTarget(e, ast.Store)
		s := &ast.AugAssign{Target: e, Op: ast.Operator(0)}
		s.Op = binaryOperators[p.k-token.PlusEqual]
		p.next()
		s.Value = p.assignable()
		s.Span = p.span(start)
		return s
	}
	s := &ast.ExprStmt{Value: e}
	s.Span = p.span(start)
	return s
}

// assignable parses what may stand on either side of "=".
func (p *parser) assignable() ast.Expr {
	if p.k == token.Yield {
		return p.yield()
	}
	return p.starExpressions()
}

func (p *parser) assign(start int, e ast.Expr) ast.Stmt {
	s := &ast.Assign{}
	for p.accept(token.Equal) {
		p.toTarget(e, ast.Store)
		s.Targets = append(s.Targets, e)
		e = p.assignable()
	}
	s.Value = e
	s.Span = p.span(start)
	return s
}

func (p *parser) annAssign(start int, target ast.Expr) ast.Stmt {
	if !singleTarget(target) || p.hidesTarget(start, target) {
		p.fail()
	}
	_, isName := target.(*ast.Name)
	s := &ast.AnnAssign{Target: target, Simple: isName && p.toks[start].Kind == token.Name}
	p.toTarget(target, ast.Store)
	p.want(token.Colon)
	s.Annotation = p.expression()
	if p.accept(token.Equal) {
		s.Value = p.assignable()
	}
	s.Span = p.span(start)
	return s
}

// hidesTarget tells whether an annotation's target begins with a target in
// parentheses, as (m).a does: the grammar commits to that one and then misses
// the colon.
func (p *parser) hidesTarget(start int, target ast.Expr) bool {
	if p.toks[start].Kind != token.LParen {
		return false
	}
	at := p.span(start)
	for e := target; ; {
		if pos := e.Pos(); pos.Line != at.Line || pos.Col != at.Col {
			return e != target && singleTarget(e)
		}
		switch x := e.(type) {
		case *ast.Attribute:
			e = x.Value
		case *ast.Subscript:
			e = x.Value
		case *ast.Call:
			e = x.Func
		default:
			return false
		}
	}
}

// block parses the statements after a colon.
func (p *parser) block() []ast.Stmt {
	p.want(token.Colon)
	if p.k != token.Newline {
		return p.simpleLine(nil)
	}
	p.next()
	p.want(token.Indent)
	p.enter(3)
	var list []ast.Stmt
	for p.k != token.Dedent {
		if p.k == token.EOF {
			break
		}
		list = p.statement(list)
	}
	p.want(token.Dedent)
	p.leave(3)
	return list
}

func (p *parser) elseBlock() []ast.Stmt {
	if p.accept(token.Else) {
		return p.block()
	}
	return nil
}

// ifStmt parses if and its elif clauses, each of which nests in the one before.
func (p *parser) ifStmt() ast.Stmt {
	start := p.i
	p.next()
	first := &ast.If{Test: p.namedExpression()}
	first.Body = p.block()
	chain := []*ast.If{first}
	starts := []int{start}
	for p.k == token.Elif {
		starts = append(starts, p.i)
		p.next()
		s := &ast.If{Test: p.namedExpression()}
		s.Body = p.block()
		chain[len(chain)-1].OrElse = []ast.Stmt{s}
		chain = append(chain, s)
		p.enter(1)
	}
	p.leave(len(chain) - 1)
	chain[len(chain)-1].OrElse = p.elseBlock()
	for i, s := range chain {
		s.Span = p.span(starts[i])
	}
	return first
}

func (p *parser) whileStmt() ast.Stmt {
	start := p.i
	p.next()
	s := &ast.While{Test: p.namedExpression()}
	s.Body = p.block()
	s.OrElse = p.elseBlock()
	s.Span = p.span(start)
	return s
}

func (p *parser) forStmt(start int, async bool) ast.Stmt {
	p.next()
	s := &ast.For{Target: p.starTargets(), IsAsync: async}
	p.want(token.In)
	s.Iter = p.starExpressions()
	s.Body = p.block()
	s.OrElse = p.elseBlock()
	s.Span = p.span(start)
	return s
}

func (p *parser) tryStmt() ast.Stmt {
	start := p.i
	p.next()
	s := &ast.Try{Body: p.block()}
	for p.k == token.Except {
		first := len(s.Handlers) == 0
		star := p.peek() == token.Star
		if !first && star != s.IsStar {
			p.fail()
		}
		s.IsStar = star
		s.Handlers = append(s.Handlers, p.handler(star))
	}
	if len(s.Handlers) > 0 {
		s.OrElse = p.elseBlock()
	}
	if p.k == token.Finally {
		p.next()
		s.FinalBody = p.block()
	} else if len(s.Handlers) == 0 {
		p.fail()
	}
	s.Span = p.span(start)
	return s
}

func (p *parser) handler(star bool) *ast.ExceptHandler {
	start := p.i
	p.next()
	if star {
		p.next()
	}
	h := &ast.ExceptHandler{}
	if star || p.k != token.Colon {
		h.Type = p.expression()
		if p.accept(token.As) {
			h.Name = p.name()
		}
	}
	h.Body = p.block()
	h.Span = p.span(start)
	return h
}
