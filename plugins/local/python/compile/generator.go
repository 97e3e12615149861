package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

func (u *unit) yield(e *ast.Yield, dst int) {
	var v int
	if e.Value == nil {
		v = u.scratch(dst)
		u.emit(code.OpLoadNone, v, 0, 0, 0)
	} else {
		v = u.operandBefore(e.Value, dst)
	}
	u.emitYield(dst, v)
}

// emitYield emits a plain yield of r[v].
func (u *unit) emitYield(dst, v int) {
	kind := 0
	if u.isAsyncGen {
		kind = 2
	}
	u.emit(code.OpYield, dst, v, kind, 0)
}

func (u *unit) yieldFrom(e *ast.YieldFrom, dst int) {
	t := u.allocN(2)
	u.emit(code.OpYieldFromIter, t, u.operandBefore(e.Value, t), 0, 0)
	u.sendLoop(t, t+1)
	u.move(dst, t+1)
}

func (u *unit) await(e *ast.Await, dst int) {
	t := u.alloc()
	u.awaitInto(dst, u.operandBefore(e.Value, t), 0)
}

// awaitInto awaits r[src]; kind says where the awaitable comes from, for the
// error (see GetAwaitable).
func (u *unit) awaitInto(dst, src, kind int) {
	mark := u.top
	t := u.allocN(2)
	u.emit(code.OpGetAwaitable, t, src, kind, 0)
	u.sendLoop(t, t+1)
	u.move(dst, t+1)
	u.top = mark
}

// sendLoop passes on what the iterator r[it] yields until it ends, with its
// value in r[v].
func (u *unit) sendLoop(it, v int) {
	u.emit(code.OpLoadNone, v, 0, 0, 0)
	again, end := u.newLabel(), u.newLabel()
	u.bind(again)
	u.jump(code.OpSend, it, v, 0, end)
	u.emit(code.OpYield, v, v, 1, it)
	u.jump(code.OpJump, 0, 0, 0, again)
	u.flow.dead = true
	u.bind(end)
}
