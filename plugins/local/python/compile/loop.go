package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

func (u *unit) forStmt(s *ast.For) {
	if s.IsAsync {
		u.asyncFor(s)
		return
	}
	it := u.alloc()
	u.emit(code.OpGetIter, it, u.operandBefore(s.Iter, it), 0, 0)
	exit := u.newLabel()
	l := u.forHead(s.Target, it, unbinds(s.Body, nil))
	u.pushLoop(exit, l.next)
	u.suite(s.Body)
	u.popBlock()
	u.at(s)
	u.forFoot(l)
	u.loopEnd(s.OrElse, l.end, exit)
}

// forLoop is a for loop under construction: a ForIter at its head fetches the
// first item, a ForNext at its foot the others.
type forLoop struct {
	it, item        int
	body, next, end *label // next: the ForNext
}

// forHead emits the head of a loop over r[it], opens the region of its body
// and stores the item. killed are the variables that the body may unbind.
func (u *unit) forHead(target ast.Expr, it int, killed map[string]bool) *forLoop {
	l := &forLoop{it: it, body: u.newLabel(), next: u.newLabel(), end: u.newLabel()}
	u.kill(killed)
	v, direct := u.targetRegister(target)
	if direct {
		l.item = v.reg
	} else {
		l.item = u.alloc()
	}
	head := u.jump(code.OpForIter, it, l.item, 0, l.end)
	u.bind(l.body)
	u.openLoop(head)
	if direct {
		u.assigned(v)
	} else {
		u.store(target, l.item)
		u.top = l.item
	}
	return l
}

// forFoot emits the foot of a loop and closes the region of its body.
func (u *unit) forFoot(l *forLoop) {
	u.bind(l.next)
	u.region.foot = u.jump(code.OpForNext, l.it, l.item, 0, l.body)
	u.closeRegion()
	u.jump(code.OpJump, 0, 0, 0, l.end)
}

// loopEnd compiles the else of a loop, which runs unless break left it.
func (u *unit) loopEnd(body []ast.Stmt, orElse, exit *label) {
	u.flow.dead = true
	u.bind(orElse)
	if len(body) > 0 {
		u.openRegion()
		// The reference never evaluates it, so its value doesn't count.
		u.stmts(body)
		u.closeRegion()
	}
	u.bind(exit)
}

func (u *unit) asyncFor(s *ast.For) {
	it, exc := u.alloc(), u.alloc()
	u.emit(code.OpGetAsyncIter, it, u.operandBefore(s.Iter, it), 0, 0)
	head, orElse, exit := u.newLabel(), u.newLabel(), u.newLabel()
	u.kill(unbinds(s.Body, nil))
	u.bind(head)
	g := u.nextAsync(it, exc)
	u.openRegion()
	u.store(s.Target, exc)
	u.at(s)
	u.pushLoop(exit, head)
	u.suite(s.Body)
	u.popBlock()
	u.closeRegion()
	u.at(s)
	u.jump(code.OpJump, 0, 0, 0, head)
	u.bindHandler(g)
	u.jump(code.OpEndAsyncFor, exc, 0, 0, orElse)
	u.loopEnd(s.OrElse, orElse, exit)
}

// nextAsync awaits the next item of an asynchronous iterator into r[item]. The
// exception that ends the iteration arrives at the guard, in r[item] as well.
func (u *unit) nextAsync(it, item int) *guard {
	g := u.openGuard(item)
	mark := u.top
	t := u.allocN(2)
	u.emit(code.OpGetAsyncNext, t, it, 0, 0)
	u.sendLoop(t, t+1)
	u.move(item, t+1)
	u.top = mark
	u.closeGuard(g)
	return g
}

func (u *unit) whileStmt(s *ast.While) {
	count := u.alloc()
	u.emit(code.OpWhileStart, count, 0, 0, 0)
	head, next, orElse, exit := u.newLabel(), u.newLabel(), u.newLabel(), u.newLabel()
	// The test stands before the loop and again at its end, so that an
	// iteration needs one jump. Statements in the body see what the test
	// assigned.
	u.jumpIf(s.Test, false, orElse)
	u.kill(unbinds(s.Body, nil))
	u.bind(head)
	u.openLoop(u.emit(code.OpWhileNext, count, 0, 0, 0))
	u.pushLoop(exit, next)
	capture := u.capture
	u.capture = -1
	u.suite(s.Body)
	u.capture = capture
	u.popBlock()
	u.bind(next)
	before := u.region.cost
	u.jumpIf(s.Test, true, head)
	u.jump(code.OpJump, 0, 0, 0, orElse)
	u.region.spare(u.region.cost - before)
	u.closeRegion()
	u.loopEnd(s.OrElse, orElse, exit)
}

func (u *unit) breakStmt() {
	i, b := u.loop()
	u.leave(b.region, false)
	u.exitBlocks(i+1, func() { u.jump(code.OpJump, 0, 0, 0, b.exit) })
}

func (u *unit) continueStmt() {
	i, b := u.loop()
	u.leave(b.region, true)
	u.exitBlocks(i+1, func() { u.jump(code.OpJump, 0, 0, 0, b.next) })
}

// loop finds the innermost loop around a break or continue.
func (u *unit) loop() (int, *block) {
	i := len(u.blocks) - 1
	for u.blocks[i].kind != loopBlock {
		i--
	}
	return i, u.blocks[i]
}
