package compile

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// module compiles the statements of a module.
func (u *unit) module(body []ast.Stmt) {
	if len(body) > 0 {
		u.at(body[0])
	}
	if hasAnnotations(body) {
		u.emit(code.OpSetupAnnotations, 0, 0, 0, 0)
	}
	if doc, ok := docstring(body); ok {
		u.co.Doc, u.co.HasDoc = doc, true
		if !u.opts.CaptureResult || len(body) > 1 {
			t := u.alloc()
			u.loadConst(doc, t)
			u.storeName("__doc__", t)
			u.top = t
		}
	}
	if !u.opts.CaptureResult || len(body) == 0 {
		u.stmts(body)
		return
	}
	last := len(body) - 1
	u.stmts(body[:last])
	u.capture = u.alloc()
	u.emit(code.OpLoadNone, u.capture, 0, 0, 0)
	result := u.capture
	u.captured(body[last], true)
	u.emit(code.OpReturn, result, 0, 0, 0)
}

// docstring gives the text of a body that starts with a string.
func docstring(body []ast.Stmt) (string, bool) {
	if len(body) == 0 {
		return "", false
	}
	s, ok := body[0].(*ast.ExprStmt)
	if !ok {
		return "", false
	}
	c, ok := s.Value.(*ast.Constant)
	if !ok {
		return "", false
	}
	doc, ok := c.Value.(string)
	return doc, ok
}

// hasAnnotations reports whether a module or class body annotates names.
func hasAnnotations(body []ast.Stmt) bool {
	for _, s := range body {
		found := false
		switch s := s.(type) {
		case *ast.AnnAssign:
			found = true
		case *ast.For:
			found = hasAnnotations(s.Body) || hasAnnotations(s.OrElse)
		case *ast.While:
			found = hasAnnotations(s.Body) || hasAnnotations(s.OrElse)
		case *ast.If:
			found = hasAnnotations(s.Body) || hasAnnotations(s.OrElse)
		case *ast.With:
			found = hasAnnotations(s.Body)
		case *ast.Match:
			for _, c := range s.Cases {
				found = found || hasAnnotations(c.Body)
			}
		case *ast.Try:
			for _, h := range s.Handlers {
				found = found || hasAnnotations(h.Body)
			}
			found = found || hasAnnotations(s.Body) || hasAnnotations(s.OrElse) || hasAnnotations(s.FinalBody)
		}
		if found {
			return true
		}
	}
	return false
}

func (u *unit) stmts(list []ast.Stmt) {
	for _, s := range list {
		u.stmt(s)
	}
}

// stmt compiles one statement, whose value nobody wants.
func (u *unit) stmt(s ast.Stmt) {
	capture := u.capture
	u.capture = -1
	u.statement(s)
	u.capture = capture
}

func (u *unit) statement(s ast.Stmt) {
	old, mark := u.at(s), u.top
	u.spend(instrWork)
	u.charge(1)
	switch s := s.(type) {
	case *ast.ExprStmt:
		u.exprStmt(s)
	case *ast.Assign:
		u.assign(s, false)
	case *ast.AugAssign:
		u.augAssign(s)
	case *ast.AnnAssign:
		u.annAssign(s)
	case *ast.Return:
		u.returnStmt(s)
	case *ast.If:
		u.ifStmt(s)
	case *ast.For:
		u.forStmt(s)
	case *ast.While:
		u.whileStmt(s)
	case *ast.Break:
		u.breakStmt()
	case *ast.Continue:
		u.continueStmt()
	case *ast.FunctionDef:
		u.functionDef(s)
	case *ast.ClassDef:
		u.classDef(s)
	case *ast.Try:
		u.tryStmt(s)
	case *ast.With:
		u.withItems(s, 0)
	case *ast.Raise:
		u.raiseStmt(s)
	case *ast.Assert:
		u.assertStmt(s)
	case *ast.Import:
		u.importStmt(s)
	case *ast.ImportFrom:
		u.importFrom(s)
	case *ast.Delete:
		for _, t := range s.Targets {
			u.delete(t)
		}
	case *ast.Match:
		u.match(s)
	case *ast.TypeAlias:
		u.typeAlias(s)
	case *ast.Pass, *ast.Global, *ast.Nonlocal:
	default:
		u.unknown(s)
	}
	u.pos, u.top = old, mark
}

// exprStmt evaluates an expression and drops the value; constants and plain
// bound locals need no code.
func (u *unit) exprStmt(s *ast.ExprStmt) {
	if u.opts.display && u.parent == nil {
		u.emit(code.OpDisplay, u.operand(s.Value), 0, 0, 0)
		return
	}
	if _, ok := u.fold(s.Value); ok {
		u.charge(evalCost(s.Value))
		return
	}
	u.operand(s.Value)
}

// captured compiles a statement whose value is the module's result. The value
// of the module's last statement itself counts as it is; of the statements
// inside an if or for only one that is not None.
func (u *unit) captured(s ast.Stmt, last bool) {
	old, mark := u.at(s), u.top
	switch s := s.(type) {
	case *ast.ExprStmt:
		u.charge(1)
		u.keep(u.operand(s.Value), last)
	case *ast.Assign:
		u.charge(1)
		u.keep(u.assign(s, true), last)
	case *ast.AugAssign:
		u.charge(1)
		u.keep(u.augAssign(s), last)
	case *ast.AnnAssign:
		u.charge(1)
		if r := u.annAssign(s); r >= 0 {
			u.keep(r, last)
		}
	case *ast.FunctionDef:
		u.charge(1)
		u.keep(u.functionDef(s), last)
	case *ast.ClassDef:
		u.charge(1)
		u.keep(u.classDef(s), last)
	case *ast.If, *ast.For:
		u.statement(s)
	default:
		u.stmt(s)
	}
	u.pos, u.top = old, mark
}

// keep takes r[src] as the result; unless it is the last statement's value,
// only if it is not None.
func (u *unit) keep(src int, last bool) {
	if last {
		u.move(u.capture, src)
		return
	}
	skip := u.newLabel()
	u.jump(code.OpJumpNone, src, 0, 1, skip)
	u.move(u.capture, src)
	u.bind(skip)
}

// suite compiles the body of a compound statement: if its value counts, each
// statement's does.
func (u *unit) suite(list []ast.Stmt) {
	if u.capture < 0 {
		u.stmts(list)
		return
	}
	for _, s := range list {
		u.captured(s, false)
	}
}

func (u *unit) ifStmt(s *ast.If) {
	if v, ok := u.fold(s.Test); ok {
		u.charge(evalCost(s.Test))
		taken, dropped := s.OrElse, s.Body
		if truth(v) {
			taken, dropped = dropped, taken
		}
		u.unreachable(dropped)
		u.suite(taken)
		return
	}
	outer := u.region
	orElse, end := u.newLabel(), u.newLabel()
	u.jumpIf(s.Test, false, orElse)
	refunds := len(outer.refunds)
	then := u.openRegion()
	u.suite(s.Body)
	u.closeRegion()
	if len(s.OrElse) == 0 {
		u.bind(orElse)
		return
	}
	u.jump(code.OpJump, 0, 0, 0, end)
	u.flow.dead = true
	u.bind(orElse)
	other := u.openRegion()
	u.suite(s.OrElse)
	u.closeRegion()
	u.bind(end)
	u.hoist(then, other, len(outer.refunds) == refunds)
}

// unreachable compiles statements that never run, for their errors only.
func (u *unit) unreachable(list []ast.Stmt) {
	saved := u.flow.clone()
	u.flow.dead = true
	u.stmts(list)
	u.flow = saved
}

func (u *unit) returnStmt(s *ast.Return) {
	if s.Value == nil {
		u.leave(nil, false)
		u.exitBlocks(0, func() { u.emit(code.OpReturnNone, 0, 0, 0, 0) })
		return
	}
	if v, ok := u.fold(s.Value); ok {
		u.charge(evalCost(s.Value))
		u.leave(nil, false)
		u.exitBlocks(0, func() {
			if v == nil {
				u.emit(code.OpReturnNone, 0, 0, 0, 0)
				return
			}
			t := u.alloc()
			u.loadConst(v, t)
			u.emit(code.OpReturn, t, 0, 0, 0)
		})
		return
	}
	var r int
	if u.blocksRun(0) {
		r = u.alloc()
		u.expr(s.Value, r)
	} else {
		r = u.operand(s.Value)
	}
	u.leave(nil, false)
	u.exitBlocks(0, func() { u.emit(code.OpReturn, r, 0, 0, 0) })
}

func (u *unit) raiseStmt(s *ast.Raise) {
	switch {
	case s.Exc == nil:
		u.emit(code.OpRaise, 0, 0, 0, 0)
	case s.Cause == nil:
		u.emit(code.OpRaise, u.operand(s.Exc), 0, 1, 0)
	default:
		exc := u.operandBefore(s.Exc, -1, s.Cause)
		u.emit(code.OpRaise, exc, u.operand(s.Cause), 2, 0)
	}
}

func (u *unit) assertStmt(s *ast.Assert) {
	ok := u.newLabel()
	u.jumpIf(s.Test, true, ok)
	u.openRegion()
	t := u.alloc()
	u.emit(code.OpLoadAssertionError, t, 0, 0, 0)
	if s.Msg != nil {
		u.expr(s.Msg, u.alloc())
		u.emit(code.OpCall, t, 1, t, u.site(""))
	}
	u.emit(code.OpRaise, t, 0, 1, 0)
	u.closeRegion()
	u.bind(ok)
}

func (u *unit) importStmt(s *ast.Import) {
	mark := u.top
	for _, a := range s.Names {
		t := u.alloc()
		u.emit(code.OpImportName, t, 0, 0, u.name(a.Name))
		top, rest, dotted := strings.Cut(a.Name, ".")
		switch {
		case a.AsName == "":
			u.bindName(top, t, code.BindImport)
		case dotted:
			for _, part := range strings.Split(rest, ".") {
				u.emit(code.OpImportFrom, t, t, 0, u.name(part))
			}
			u.bindName(a.AsName, t, code.BindImport)
		default:
			u.bindName(a.AsName, t, code.BindImport)
		}
		u.top = mark
	}
}

func (u *unit) importFrom(s *ast.ImportFrom) {
	m := u.alloc()
	u.emit(code.OpImportName, m, s.Level, 1, u.name(s.Module))
	mark := u.top
	for _, a := range s.Names {
		if a.Name == "*" {
			u.emit(code.OpImportStar, m, 0, 0, 0)
			return
		}
		t := u.alloc()
		u.emit(code.OpImportFrom, t, m, 0, u.name(a.Name))
		as := a.AsName
		if as == "" {
			as = a.Name
		}
		u.bindName(as, t, code.BindImport)
		u.top = mark
	}
}
