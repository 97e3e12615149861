package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// jumpIf compiles a condition: it jumps to the label if the truth of the
// expression is want, else goes on.
func (u *unit) jumpIf(e ast.Expr, want bool, l *label) {
	old, mark := u.at(e), u.top
	defer func() { u.pos, u.top = old, mark }()
	if v, ok := u.fold(e); ok {
		u.charge(evalCost(e))
		if truth(v) == want {
			u.jump(code.OpJump, 0, 0, 0, l)
		}
		return
	}
	switch e := e.(type) {
	case *ast.UnaryOp:
		if e.Op == ast.Not {
			u.charge(1)
			u.jumpIf(e.Operand, !want, l)
			return
		}
	case *ast.BoolOp:
		u.charge(1)
		u.jumpBool(e, want, l)
		return
	case *ast.Compare:
		u.charge(1)
		u.jumpCompare(e, want, l)
		return
	case *ast.IfExp:
		u.charge(1)
		u.jumpIfExp(e, want, l)
		return
	}
	op := code.OpJumpFalse
	if want {
		op = code.OpJumpTrue
	}
	u.jump(op, u.operand(e), 0, 0, l)
}

// jumpBool compiles "and" and "or" as a condition.
func (u *unit) jumpBool(e *ast.BoolOp, want bool, l *label) {
	// The truth that decides the whole at once.
	decisive := e.Op == ast.Or
	target := l
	if decisive != want {
		target = u.newLabel()
	}
	last := len(e.Values) - 1
	for i, v := range e.Values {
		step := func() {
			if i == last {
				u.jumpIf(v, want, l)
			} else {
				u.jumpIf(v, decisive, target)
			}
		}
		if i == 0 {
			step()
		} else {
			u.optional(step)
		}
	}
	if target != l {
		u.bind(target)
	}
}

func (u *unit) jumpIfExp(e *ast.IfExp, want bool, l *label) {
	orElse, end := u.newLabel(), u.newLabel()
	u.jumpIf(e.Test, false, orElse)
	u.optional(func() { u.jumpIf(e.Body, want, l) })
	u.jump(code.OpJump, 0, 0, 0, end)
	u.flow.dead = true
	u.bind(orElse)
	u.optional(func() { u.jumpIf(e.OrElse, want, l) })
	u.bind(end)
}

// boolOp compiles "and" and "or" for their value.
func (u *unit) boolOp(e *ast.BoolOp, dst int) {
	t := u.scratch(dst)
	end := u.newLabel()
	op := code.OpJumpFalse
	if e.Op == ast.Or {
		op = code.OpJumpTrue
	}
	last := len(e.Values) - 1
	for i, v := range e.Values {
		step := func() {
			u.expr(v, t)
			if i < last {
				u.jump(op, t, 0, 0, end)
			}
		}
		if i == 0 {
			step()
		} else {
			u.optional(step)
		}
	}
	u.bind(end)
	u.move(dst, t)
}

// comparison describes a comparison operator: the operation for its value and
// the fused jump; negated says that the jump's truth is the opposite.
type comparison struct {
	value, jump, immediate code.Op
	negated                bool
}

var comparisons = [...]comparison{
	ast.Eq:    {value: code.OpEq, jump: code.OpJumpEq, immediate: code.OpJumpEqI},
	ast.NotEq: {value: code.OpNe, jump: code.OpJumpNe, immediate: code.OpJumpNeI},
	ast.Lt:    {value: code.OpLt, jump: code.OpJumpLt, immediate: code.OpJumpLtI},
	ast.LtE:   {value: code.OpLe, jump: code.OpJumpLe, immediate: code.OpJumpLeI},
	ast.Gt:    {value: code.OpGt, jump: code.OpJumpGt, immediate: code.OpJumpGtI},
	ast.GtE:   {value: code.OpGe, jump: code.OpJumpGe, immediate: code.OpJumpGeI},
	ast.Is:    {value: code.OpIs, jump: code.OpJumpIs},
	ast.IsNot: {value: code.OpIsNot, jump: code.OpJumpIs, negated: true},
	ast.In:    {value: code.OpIn, jump: code.OpJumpIn},
	ast.NotIn: {value: code.OpNotIn, jump: code.OpJumpIn, negated: true},
}

// compare compiles a comparison, chained or not, for its value.
func (u *unit) compare(e *ast.Compare, dst int) {
	left := u.operandBefore(e.Left, dst, e.Comparators...)
	last := len(e.Ops) - 1
	if last == 0 {
		right := u.comparand(e.Ops[0], e.Comparators[0], left, dst)
		u.emit(comparisons[e.Ops[0]].value, dst, left, right, 0)
		return
	}
	t := u.alloc()
	end := u.newLabel()
	hold := u.top
	for i, op := range e.Ops {
		step := func() {
			right := u.comparand(op, e.Comparators[i], left, -1, e.Comparators[i+1:]...)
			u.emit(comparisons[op].value, t, left, right, 0)
			if i < last {
				u.jump(code.OpJumpFalse, t, 0, 0, end)
			}
			left = u.held(i, hold, right)
		}
		if i < 2 {
			step()
		} else {
			u.optional(step)
		}
	}
	u.bind(end)
	u.move(dst, t)
}

// longChain is how many comparisons of a chain may leave their operands in
// registers of their own.
const longChain = 8

// held gives the place of the operand that steps i and i+1 of a chain of
// comparisons share: those of a long chain are moved to the first temporary of
// the chain.
func (u *unit) held(i, hold, operand int) int {
	if i < longChain || operand < hold {
		return operand
	}
	u.move(hold, operand)
	u.top = hold + 1
	return hold
}

// jumpCompare compiles a comparison as a condition.
func (u *unit) jumpCompare(e *ast.Compare, want bool, l *label) {
	last := len(e.Ops) - 1
	left := u.operandBefore(e.Left, -1, e.Comparators...)
	fail := l
	if want && last > 0 {
		fail = u.newLabel()
	}
	hold := u.top
	for i, op := range e.Ops {
		step := func() {
			if i == last {
				u.jumpPair(op, left, e.Comparators[i], want, l)
				return
			}
			right := u.comparand(op, e.Comparators[i], left, -1, e.Comparators[i+1:]...)
			u.jumpRegisters(op, left, right, false, fail)
			left = u.held(i, hold, right)
		}
		if i < 2 {
			step()
		} else {
			u.optional(step)
		}
	}
	if fail != l {
		u.bind(fail)
	}
}

// jumpPair compiles the jump on one comparison whose right side is still to
// be evaluated.
func (u *unit) jumpPair(op ast.CmpOperator, left int, right ast.Expr, want bool, l *label) {
	cmp := comparisons[op]
	if v, ok := u.fold(right); ok {
		if n, isInt := v.(int64); isInt && cmp.immediate != 0 && n >= -128 && n <= 127 {
			u.charge(evalCost(right))
			u.jump(cmp.immediate, left, int(uint8(int8(n))), flag(want), l)
			return
		}
		if v == nil && cmp.jump == code.OpJumpIs {
			u.charge(1)
			u.jump(code.OpJumpNone, left, 0, flag(want != cmp.negated), l)
			return
		}
	}
	u.jumpRegisters(op, left, u.comparand(op, right, left, -1), want, l)
}

func (u *unit) jumpRegisters(op ast.CmpOperator, left, right int, want bool, l *label) {
	cmp := comparisons[op]
	u.jump(cmp.jump, left, right, flag(want != cmp.negated), l)
}

// comparand compiles the right side of a comparison with r[left], towards a
// value in dst. A display of constants after "in" becomes a constant.
func (u *unit) comparand(op ast.CmpOperator, e ast.Expr, left, dst int, later ...ast.Expr) int {
	if left == dst {
		dst = -1
	}
	if op == ast.In || op == ast.NotIn {
		if v, ok := u.foldContainer(e); ok {
			u.charge(evalCost(e))
			t := u.scratch(dst)
			u.loadConst(v, t)
			return t
		}
	}
	return u.operandBefore(e, dst, later...)
}
