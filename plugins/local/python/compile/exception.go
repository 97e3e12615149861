package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// A handler gets the exception in a register, makes it the exception being
// handled (PushExc) and, when it is done, restores the one before (PopExc):
//
//	exc    the exception
//	saved  what was handled before
//
// An exception inside the handler leaves by the handler's own handler, which
// restores and raises on.

func (u *unit) tryStmt(s *ast.Try) {
	if len(s.FinalBody) == 0 {
		u.tryExcept(s)
		return
	}
	exc := u.allocN(2)
	saved := exc + 1
	g := u.openGuard(exc)
	u.pushBlock(&block{kind: finallyBlock, guard: g, leave: func() { u.stmts(s.FinalBody) }})
	if len(s.Handlers) > 0 {
		u.tryExcept(s)
	} else {
		u.stmts(s.Body)
		u.stmts(s.OrElse)
	}
	u.popBlock()
	u.closeGuard(g)
	u.stmts(s.FinalBody)
	end := u.newLabel()
	u.jump(code.OpJump, 0, 0, 0, end)
	u.handler(g, saved, func() { u.stmts(s.FinalBody) })
	u.bind(end)
}

// handler compiles the code that runs with the guard's exception, and then
// raises it on. An exception in that code takes the same way out.
func (u *unit) handler(g *guard, saved int, body func()) {
	u.flow.dead = true
	u.bindHandler(g)
	inner := u.beginHandler(g.reg, saved)
	body()
	u.endHandler(inner, g.reg, saved)
}

// beginHandler makes r[exc] the exception being handled.
func (u *unit) beginHandler(exc, saved int) *guard {
	u.openRegion()
	u.emit(code.OpPushExc, saved, exc, 0, 0)
	g := u.openGuard(exc)
	u.pushBlock(&block{kind: handlerBlock, guard: g, leave: func() { u.emit(code.OpPopExc, saved, 0, 0, 0) }})
	return g
}

// endHandler ends a handler: what falls out of its code, and what is raised in
// it, is raised on.
func (u *unit) endHandler(g *guard, exc, saved int) {
	u.popBlock()
	u.closeGuard(g)
	u.bindHandler(g)
	u.emit(code.OpPopExc, saved, 0, 0, 0)
	u.emit(code.OpReraise, exc, 0, 0, 0)
	u.closeRegion()
}

func (u *unit) tryExcept(s *ast.Try) {
	exc := u.allocN(2)
	saved := exc + 1
	g := u.openGuard(exc)
	u.pushBlock(&block{kind: guardBlock, guard: g})
	u.stmts(s.Body)
	u.popBlock()
	u.closeGuard(g)
	if len(s.OrElse) > 0 {
		u.openRegion()
		u.stmts(s.OrElse)
		u.closeRegion()
	}
	end := u.newLabel()
	u.jump(code.OpJump, 0, 0, 0, end)
	if s.IsStar {
		u.exceptStar(s, g, saved, end)
	} else {
		u.handler(g, saved, func() { u.exceptClauses(s, exc, saved, end) })
	}
	u.bind(end)
}

// exceptClauses compiles the clauses of a try inside its handler. What matches
// no clause falls out at the end.
func (u *unit) exceptClauses(s *ast.Try, exc, saved int, end *label) {
	for _, h := range s.Handlers {
		old, mark := u.at(h), u.top
		next := u.newLabel()
		if h.Type != nil {
			u.jump(code.OpJumpNoMatch, exc, u.operand(h.Type), 0, next)
			u.top = mark
		} else {
			// The end of the run by final_answer is not for the clause.
			u.jump(code.OpJumpNoMatch, exc, exc, 0, next)
		}
		u.openRegion()
		u.named(h, exc, func() { u.stmts(h.Body) })
		u.closeRegion()
		u.leaveHandler(saved, end)
		u.bind(next)
		u.pos, u.top = old, mark
	}
}

// leaveHandler ends a clause: the exception is dealt with. The way out is not
// covered by the handler's guard, which is the innermost open one.
func (u *unit) leaveHandler(saved int, end *label) {
	g := u.guards[len(u.guards)-1]
	u.suspend(g)
	u.emit(code.OpPopExc, saved, 0, 0, 0)
	u.jump(code.OpJump, 0, 0, 0, end)
	u.flow.dead = true
	g.start = len(u.instrs)
}

// named compiles the body of "except ... as name": the name is unbound again
// on every way out.
func (u *unit) named(h *ast.ExceptHandler, exc int, body func()) {
	if h.Name == "" {
		body()
		return
	}
	u.storeName(h.Name, exc)
	unbind := func() {
		pos := u.at(h)
		defer func() { u.pos = pos }()
		if acc, v, _ := u.resolve(h.Name); acc == viaVariable && v.storage == inRegister {
			u.emit(code.OpUnbind, v.reg, 0, 0, 0)
			u.unbound(v)
			return
		}
		t := u.alloc()
		u.emit(code.OpLoadNone, t, 0, 0, 0)
		u.storeName(h.Name, t)
		u.deleteName(h.Name)
		u.top = t
	}
	g := u.openGuard(exc)
	u.pushBlock(&block{kind: nameBlock, guard: g, leave: unbind})
	body()
	u.popBlock()
	u.closeGuard(g)
	unbind()
	end := u.newLabel()
	u.jump(code.OpJump, 0, 0, 0, end)
	u.flow.dead = true
	u.bindHandler(g)
	unbind()
	u.emit(code.OpReraise, exc, 0, 0, 0)
	u.bind(end)
}

// exceptStar compiles the clauses of except*. Each splits off its part of the
// group; what the clauses raise and what no clause took is raised together at
// the end.
func (u *unit) exceptStar(s *ast.Try, g *guard, saved int, end *label) {
	exc := g.reg
	u.flow.dead = true
	u.bindHandler(g)
	outer := u.beginHandler(exc, saved)
	orig, raised, match := u.alloc(), u.alloc(), u.allocN(2)
	rest := match + 1
	u.move(orig, exc)
	u.emit(code.OpBuildList, raised, raised, 0, 0)
	u.move(rest, exc)
	for _, h := range s.Handlers {
		old := u.at(h)
		u.starClause(h, exc, match, raised)
		u.pos = old
	}
	u.emit(code.OpListAppend, raised, rest, 0, 0)
	u.emit(code.OpReraiseStar, exc, orig, raised, 0)
	nothing := u.newLabel()
	u.jump(code.OpJumpNone, exc, 0, 1, nothing)
	u.emit(code.OpReraise, exc, 0, 0, 0)
	u.bind(nothing)
	u.leaveHandler(saved, end)
	u.endHandler(outer, exc, saved)
}

// starClause compiles one clause of except*. r[match] gets its part of the
// group, r[match+1] holds the rest; exceptions of its body go to r[raised].
func (u *unit) starClause(h *ast.ExceptHandler, exc, match, raised int) {
	mark := u.top
	next := u.newLabel()
	t := u.operand(h.Type)
	u.emit(code.OpMatchStar, match, match+1, t, 0)
	u.top = mark
	u.jump(code.OpJumpNone, match, 0, 1, next)
	before := u.alloc()
	u.openRegion()
	u.emit(code.OpPushExc, before, match, 0, 0)
	g := u.openGuard(exc)
	u.pushBlock(&block{kind: guardBlock, guard: g})
	u.named(h, match, func() { u.stmts(h.Body) })
	u.popBlock()
	u.closeGuard(g)
	u.closeRegion()
	u.emit(code.OpPopExc, before, 0, 0, 0)
	u.jump(code.OpJump, 0, 0, 0, next)
	u.flow.dead = true
	u.bindHandler(g)
	u.emit(code.OpPopExc, before, 0, 0, 0)
	u.emit(code.OpListAppend, raised, exc, 0, 0)
	u.bind(next)
	u.top = mark
}

// withItems compiles a with statement from its i-th item on.
func (u *unit) withItems(s *ast.With, i int) {
	if i == len(s.Items) {
		u.stmts(s.Body)
		return
	}
	item := s.Items[i]
	pos := u.at(s)
	exit := u.allocN(2)
	exc := u.allocN(2)
	saved := exc + 1
	manager := u.operandBefore(item.ContextExpr, exit)
	if s.IsAsync {
		u.emit(code.OpAsyncWithEnter, exit, manager, 0, 0)
		u.awaitInto(exit+1, exit+1, 1)
	} else {
		u.emit(code.OpWithEnter, exit, manager, 0, 0)
	}
	leave := func() {
		old := u.at(s)
		if s.IsAsync {
			t := u.alloc()
			u.emit(code.OpAsyncWithExit, t, exit, 0, 0)
			u.awaitInto(t, t, 2)
			u.top = t
		} else {
			u.emit(code.OpWithExit, exit, 0, 0, 0)
		}
		u.pos = old
	}
	g := u.openGuard(exc)
	u.pushBlock(&block{kind: withBlock, guard: g, leave: leave})
	if item.OptionalVars != nil {
		u.store(item.OptionalVars, exit+1)
	}
	u.withItems(s, i+1)
	u.popBlock()
	u.closeGuard(g)
	leave()
	end := u.newLabel()
	u.jump(code.OpJump, 0, 0, 0, end)
	u.at(s)
	u.handler(g, saved, func() {
		mark := u.top
		t := u.alloc()
		if s.IsAsync {
			u.emit(code.OpAsyncWithExit, t, exit, exc, 1)
			u.awaitInto(t, t, 2)
		} else {
			u.emit(code.OpWithExcept, t, exit, exc, 0)
		}
		onward := u.newLabel()
		u.jump(code.OpJumpFalse, t, 0, 0, onward)
		u.leaveHandler(saved, end)
		u.bind(onward)
		u.top = mark
	})
	u.bind(end)
	u.pos = pos
}
