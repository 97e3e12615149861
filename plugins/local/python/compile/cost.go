package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// Operations. A run may evaluate a limited number of tree nodes, counted as
// smolagents' LocalPythonExecutor counts its evaluate_ast calls: one for each
// statement and for each expression node that is evaluated; not for the
// targets of assignments, nor for the name of the function in a call.
//
// The count is made at compile time and charged by region: a run of code that
// executes as a whole once it is entered (a function, a loop's body, an arm of
// an if). One instruction at its head charges all of it: EntryOps for a block,
// the C of ForIter and WhileNext for a loop's body, else a Charge. A jump out
// of the middle (break, continue, return) gives back what the regions that it
// leaves have charged for code behind it: the Charge at the head of its own
// region is lessened by that, so a Charge can be negative.

// region is a run of code that is charged as a whole.
type region struct {
	outer *region
	instr int // the instruction that charges; -1: EntryOps, or unreachable
	extra int // the Charge that takes what the C of instr can't, or -1
	foot  int // the ForNext that charges a further round of a loop, or -1
	cost  int
	loop  bool
	// refunds are the regions that a jump leaves this one for, with the cost
	// that stood here at the jump.
	refunds []refund
}

type refund struct {
	to   *region
	mark int
	next bool // the jump is a continue in this region's loop
}

// openRegion starts a region that a Charge pays for.
func (u *unit) openRegion() *region {
	r := &region{outer: u.region, instr: u.emit(code.OpCharge, 0, 0, 0, 0), extra: -1, foot: -1}
	u.region = r
	return r
}

// openLoop starts the region of a loop's body, which the ForIter or WhileNext
// just emitted pays for.
func (u *unit) openLoop(instr int) {
	r := &region{outer: u.region, instr: instr, extra: u.emit(code.OpCharge, 0, 0, 0, 0), foot: -1, loop: true}
	u.region = r
}

// charge counts n operations in the current region.
func (u *unit) charge(n int) {
	if !u.flow.dead {
		u.region.cost += n
	}
}

// closeRegion settles the current region and goes back to the one around it.
func (u *unit) closeRegion() {
	r := u.region
	u.region = r.outer
	for _, f := range r.refunds {
		f.to.add(u, -(r.cost - f.mark))
	}
	r.settle(u)
}

// settle writes the region's cost into the instruction that charges it.
func (r *region) settle(u *unit) {
	switch {
	case r.outer == nil:
		u.co.EntryOps = int32(r.cost)
	case r.loop:
		if r.instr < 0 {
			return
		}
		c := min(max(r.cost, 0), 255)
		u.instrs[r.instr].C = uint8(c)
		if r.foot >= 0 {
			u.instrs[r.foot].C = uint8(c)
		}
		if r.extra >= 0 {
			u.instrs[r.extra].D = int32(r.cost - c)
		}
	case r.instr >= 0:
		u.instrs[r.instr].D = int32(r.cost)
	}
}

// add changes the cost of a region that is already settled, and with it what
// the jumps out of its middle give back.
func (r *region) add(u *unit, n int) {
	r.cost += n
	r.settle(u)
	for _, f := range r.refunds {
		f.to.add(u, -n)
	}
}

// leave books a jump out of the current region to code behind "until" (nil:
// out of the block): what the regions left charge for the rest of their code
// is given back. next tells continue from break.
func (u *unit) leave(until *region, next bool) {
	if u.flow.dead {
		return
	}
	for r := u.region.outer; r != nil && u.region != until; r = r.outer {
		r.refunds = append(r.refunds, refund{to: u.region, mark: r.cost, next: next && r == until})
		if r == until {
			break
		}
	}
}

// spare keeps the last n operations of a loop's region, its test, out of what
// continue gives back: the test still runs.
func (r *region) spare(n int) {
	for i := range r.refunds {
		if r.refunds[i].next {
			r.refunds[i].mark += n
		}
	}
}

// smallCost is the cost of an operand of "and", "or" or a chained comparison
// up to which it is charged with the whole expression, evaluated or not: an
// instruction of its own would cost more than the operand.
const smallCost = 6

// optional compiles an operand that may be skipped.
func (u *unit) optional(body func()) {
	outer := u.region
	r := u.openRegion()
	body()
	if r.cost <= smallCost && len(r.refunds) == 0 {
		outer.cost += r.cost
		r.cost = 0
	}
	u.closeRegion()
}

// hoist charges the two arms of an if with fewer instructions: the first arm
// with the code before the if, the second by the difference.
func (u *unit) hoist(then, orElse *region, untouched bool) {
	if !untouched || then.instr < 0 || orElse.instr < 0 || u.flow.dead {
		return
	}
	n := then.cost
	u.region.cost += n
	then.add(u, -n)
	orElse.add(u, -n)
}

// evalCost counts the nodes of an expression that is evaluated in full.
func evalCost(e ast.Expr) int {
	n := 0
	walkExpr(e, func(ast.Expr) bool { n++; return true })
	return n
}
