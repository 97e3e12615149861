package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// maxWindow is how many elements of a display, or arguments of a call, are
// laid side by side in registers; longer ones are put together step by step.
const maxWindow = 24

func hasStar(elts []ast.Expr) bool {
	for _, e := range elts {
		if _, ok := e.(*ast.Starred); ok {
			return true
		}
	}
	return false
}

// elements compiles expressions into adjacent temporaries, the first of which
// is dst if it is the topmost temporary.
func (u *unit) elements(elts []ast.Expr, dst int) int {
	base := u.base(dst)
	for i, e := range elts {
		r := base
		if i > 0 {
			r = u.alloc()
		}
		u.expr(e, r)
	}
	return base
}

func (u *unit) tuple(elts []ast.Expr, dst int) {
	if len(elts) > maxWindow || hasStar(elts) {
		t := u.scratch(dst)
		u.gather(elts, t)
		u.emit(code.OpListToTuple, dst, t, 0, 0)
		return
	}
	u.emit(code.OpBuildTuple, dst, u.elements(elts, dst), len(elts), 0)
}

func (u *unit) list(elts []ast.Expr, dst int) {
	if v, ok := u.foldAll(elts); ok && len(elts) >= 3 {
		t := u.scratch(dst)
		for _, e := range elts {
			u.charge(evalCost(e))
		}
		u.emit(code.OpBuildList, t, t, 0, 0)
		k := u.alloc()
		u.loadConst(v, k)
		u.emit(code.OpListExtend, t, k, 0, 0)
		u.move(dst, t)
		return
	}
	if len(elts) > maxWindow || hasStar(elts) {
		t := u.scratch(dst)
		u.gather(elts, t)
		u.move(dst, t)
		return
	}
	u.emit(code.OpBuildList, dst, u.elements(elts, dst), len(elts), 0)
}

// leading is how many elements at the start can be laid side by side.
func leading(elts []ast.Expr) int {
	for i, e := range elts {
		if _, ok := e.(*ast.Starred); ok {
			return i
		}
		if i == maxWindow {
			return i
		}
	}
	return len(elts)
}

// gather makes a list of the elements, starred ones unpacked, in a temporary.
func (u *unit) gather(elts []ast.Expr, t int) {
	n := leading(elts)
	mark := u.top
	u.emit(code.OpBuildList, t, u.elements(elts[:n], t), n, 0)
	u.top = mark
	for _, e := range elts[n:] {
		if s, ok := e.(*ast.Starred); ok {
			u.charge(1)
			u.emit(code.OpListExtend, t, u.operand(s.Value), 0, 0)
		} else {
			u.emit(code.OpListAppend, t, u.operand(e), 0, 0)
		}
		u.top = mark
	}
}

func (u *unit) set(elts []ast.Expr, dst int) {
	if v, ok := u.foldAll(elts); ok && len(elts) >= 3 {
		u.constantSet(elts, v.([]any), dst)
		return
	}
	n := leading(elts)
	if n == len(elts) {
		u.emit(code.OpBuildSet, dst, u.elements(elts, dst), n, 0)
		return
	}
	t := u.scratch(dst)
	mark := u.top
	u.emit(code.OpBuildSet, t, u.elements(elts[:n], t), n, 0)
	u.top = mark
	for _, e := range elts[n:] {
		if s, ok := e.(*ast.Starred); ok {
			u.charge(1)
			u.emit(code.OpSetUpdate, t, u.operand(s.Value), 0, 0)
		} else {
			u.emit(code.OpSetAdd, t, u.operand(e), 0, 0)
		}
		u.top = mark
	}
	u.move(dst, t)
}

// constantSet makes a set from a constant, as CPython does: which order it
// iterates in depends on that.
func (u *unit) constantSet(elts []ast.Expr, items []any, dst int) {
	t := u.scratch(dst)
	for _, e := range elts {
		u.charge(evalCost(e))
	}
	u.emit(code.OpBuildSet, t, t, 0, 0)
	k := u.alloc()
	u.loadConst(code.FrozenSet(items), k)
	u.emit(code.OpSetUpdate, t, k, 0, 0)
	u.move(dst, t)
}

// dict compiles a display of pairs, in which a nil key stands for "**value".
func (u *unit) dict(e *ast.Dict, dst int) {
	n := 0
	for n < len(e.Keys) && e.Keys[n] != nil && n < maxWindow/2 {
		n++
	}
	t := dst
	if n < len(e.Keys) {
		t = u.scratch(dst)
	}
	mark := u.top
	base := u.base(t)
	for i := range n {
		r := base
		if i > 0 {
			r = u.alloc()
		}
		u.expr(e.Keys[i], r)
		u.expr(e.Values[i], u.alloc())
	}
	u.emit(code.OpBuildMap, t, base, n, 0)
	u.top = mark
	for i := n; i < len(e.Keys); i++ {
		if e.Keys[i] == nil {
			u.emit(code.OpMapUpdate, t, u.operand(e.Values[i]), 0, 0)
		} else {
			k := u.operandBefore(e.Keys[i], -1, e.Values[i])
			u.emit(code.OpMapAdd, t, k, u.operand(e.Values[i]), 0)
		}
		u.top = mark
	}
	if n < len(e.Keys) {
		u.move(dst, t)
	}
}
