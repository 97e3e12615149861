package compile

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// expr compiles an expression so that its value ends up in r[dst].
//
// dst is either a temporary that holds nothing of use, which may serve as
// scratch, or the register of a local; a local is written by the last
// instruction only, once nothing can fail any more and its old value has been
// read.
func (u *unit) expr(e ast.Expr, dst int) {
	u.Step(0)
	old, mark := u.at(e), u.top
	if v, ok := u.fold(e); ok {
		u.charge(evalCost(e))
		u.loadConst(v, dst)
	} else {
		u.charge(1)
		u.compound(e, dst)
	}
	u.pos, u.top = old, mark
}

// compound compiles an expression that is no constant.
func (u *unit) compound(e ast.Expr, dst int) {
	switch e := e.(type) {
	case *ast.Name:
		u.loadName(e.ID, dst)
	case *ast.BinOp:
		u.binOp(e, dst)
	case *ast.UnaryOp:
		u.unaryOp(e, dst)
	case *ast.BoolOp:
		u.boolOp(e, dst)
	case *ast.Compare:
		u.compare(e, dst)
	case *ast.Call:
		u.call(e, dst)
	case *ast.Attribute:
		u.attribute(e, dst)
	case *ast.Subscript:
		u.subscript(e, dst)
	case *ast.Slice:
		u.slice(e, dst)
	case *ast.Tuple:
		u.tuple(e.Elts, dst)
	case *ast.List:
		u.list(e.Elts, dst)
	case *ast.Set:
		u.set(e.Elts, dst)
	case *ast.Dict:
		u.dict(e, dst)
	case *ast.IfExp:
		u.ifExp(e, dst)
	case *ast.Lambda:
		u.lambda(e, dst)
	case *ast.NamedExpr:
		u.namedExpr(e, dst)
	case *ast.JoinedStr:
		u.joinedStr(e, dst)
	case *ast.FormattedValue:
		u.formattedValue(e, dst)
	case *ast.ListComp, *ast.SetComp, *ast.DictComp, *ast.GeneratorExp:
		u.comprehension(e, dst)
	case *ast.Yield:
		u.yield(e, dst)
	case *ast.YieldFrom:
		u.yieldFrom(e, dst)
	case *ast.Await:
		u.await(e, dst)
	default:
		u.unknown(e)
	}
}

// operand compiles an expression that the next instruction reads, and gives
// the register that holds its value: that of a local where it stands, else a
// new temporary.
func (u *unit) operand(e ast.Expr) int {
	if r, ok := u.localOperand(e); ok {
		return r
	}
	t := u.alloc()
	u.expr(e, t)
	return t
}

// operandBefore is operand for an expression that is read only after others
// have been evaluated. A temporary dst serves as scratch.
func (u *unit) operandBefore(e ast.Expr, dst int, later ...ast.Expr) int {
	if !u.rebinds(e, later) {
		if r, ok := u.localOperand(e); ok {
			return r
		}
	}
	t := u.scratch(dst)
	u.expr(e, t)
	return t
}

// secondOperand is operand for an expression that is evaluated when another
// operand is ready in r[first], towards a value in dst.
func (u *unit) secondOperand(e ast.Expr, first, dst int) int {
	if first == dst {
		dst = -1
	}
	return u.operandBefore(e, dst)
}

// localOperand gives the register of an expression that is a plain local, or
// that assigns one by ":=".
func (u *unit) localOperand(e ast.Expr) (int, bool) {
	switch e := e.(type) {
	case *ast.Name:
		if _, ok := u.targetRegister(e); !ok {
			return 0, false
		}
		old := u.at(e)
		r, _ := u.register(e.ID)
		u.charge(1)
		u.pos = old
		return r, true
	case *ast.NamedExpr:
		v, ok := u.targetRegister(e.Target)
		if !ok {
			return 0, false
		}
		u.charge(1)
		u.expr(e.Value, v.reg)
		u.assigned(v)
		return v.reg, true
	}
	return 0, false
}

// rebinds reports whether evaluating one of the later expressions may rebind
// the local that e is.
func (u *unit) rebinds(e ast.Expr, later []ast.Expr) bool {
	var name string
	switch e := e.(type) {
	case *ast.Name:
		name = e.ID
	case *ast.NamedExpr:
		name = e.Target.(*ast.Name).ID
	default:
		return false
	}
	found := false
	for _, l := range later {
		if l == nil {
			continue
		}
		walkExpr(l, func(x ast.Expr) bool {
			u.spend(1)
			if n, ok := x.(*ast.NamedExpr); ok && n.Target.(*ast.Name).ID == name {
				found = true
			}
			return !found
		})
	}
	return found
}

var binOps = [...]code.Op{
	ast.Add: code.OpAdd, ast.Sub: code.OpSub, ast.Mult: code.OpMul, ast.MatMult: code.OpMatMul,
	ast.Div: code.OpTrueDiv, ast.Mod: code.OpMod, ast.Pow: code.OpPow, ast.LShift: code.OpLShift,
	ast.RShift: code.OpRShift, ast.BitOr: code.OpBitOr, ast.BitXor: code.OpBitXor,
	ast.BitAnd: code.OpBitAnd, ast.FloorDiv: code.OpFloorDiv,
}

func (u *unit) binOp(e *ast.BinOp, dst int) {
	left := u.operandBefore(e.Left, dst, e.Right)
	if op, n, ok := u.immediate(e.Op, e.Right); ok {
		u.emit(op, dst, left, 0, n)
		return
	}
	right := u.secondOperand(e.Right, left, dst)
	u.emit(binOps[e.Op], dst, left, right, 0)
}

// immediate gives the operation that takes a small int on the right as part
// of the instruction, and charges for that operand.
func (u *unit) immediate(op ast.Operator, right ast.Expr) (code.Op, int, bool) {
	v, _ := u.fold(right)
	n, ok := v.(int64)
	if !ok || n < math.MinInt32 || n > math.MaxInt32 {
		return 0, 0, false
	}
	var imm code.Op
	switch {
	case op == ast.Add:
		imm = code.OpAddI
	case op == ast.Sub:
		imm = code.OpSubI
	case op == ast.Mult:
		imm = code.OpMulI
	case op == ast.FloorDiv && n != 0:
		imm = code.OpFloorDivI
	case op == ast.Mod && n != 0:
		imm = code.OpModI
	default:
		return 0, 0, false
	}
	u.charge(evalCost(right))
	return imm, int(n), true
}

func (u *unit) unaryOp(e *ast.UnaryOp, dst int) {
	ops := [...]code.Op{ast.Invert: code.OpInvert, ast.Not: code.OpNot, ast.UAdd: code.OpPositive, ast.USub: code.OpNeg}
	u.emit(ops[e.Op], dst, u.operandBefore(e.Operand, dst), 0, 0)
}

func (u *unit) attribute(e *ast.Attribute, dst int) { u.loadAttr(e, dst, false) }

// loadAttr emits r[dst] = an attribute, called tells what for.
func (u *unit) loadAttr(e *ast.Attribute, dst int, called bool) {
	obj := u.operandBefore(e.Value, dst)
	u.atAttr(e)
	u.emit(code.OpLoadAttr, dst, obj, flag(called), u.site(u.mangle(e.Attr)))
}

// atAttr sets the place of an attribute's instruction: the line of its name,
// where that is another than the one the expression starts on.
func (u *unit) atAttr(e *ast.Attribute) {
	if u.pos.Line != e.EndLine {
		u.pos.Line = e.EndLine
		u.pos.Col = max(e.EndCol-int32(len(e.Attr)), 0)
	}
}

func (u *unit) mangle(name string) string { return u.currentScope().Mangle(name) }

func (u *unit) subscript(e *ast.Subscript, dst int) {
	obj := u.operandBefore(e.Value, dst, e.Slice)
	if s, ok := plainSlice(e.Slice); ok {
		bounds := u.bounds(s)
		u.emit(code.OpGetSlice, dst, obj, bounds, 0)
		return
	}
	if v, _ := u.fold(e.Slice); v != nil {
		if n, ok := v.(int64); ok && n >= math.MinInt32 && n <= math.MaxInt32 {
			u.charge(evalCost(e.Slice))
			u.emit(code.OpGetItemI, dst, obj, 0, int(n))
			return
		}
	}
	u.emit(code.OpGetItem, dst, obj, u.secondOperand(e.Slice, obj, dst), 0)
}

// plainSlice gives a slice without a step.
func plainSlice(e ast.Expr) (*ast.Slice, bool) {
	s, ok := e.(*ast.Slice)
	return s, ok && s.Step == nil
}

// bounds compiles the bounds of a slice without a step into two adjacent
// temporaries.
func (u *unit) bounds(s *ast.Slice) int {
	u.charge(1)
	r := u.allocN(2)
	u.orNone(s.Lower, r)
	u.orNone(s.Upper, r+1)
	return r
}

// orNone compiles an optional expression.
func (u *unit) orNone(e ast.Expr, dst int) {
	if e == nil {
		u.emit(code.OpLoadNone, dst, 0, 0, 0)
		return
	}
	u.expr(e, dst)
}

func (u *unit) slice(e *ast.Slice, dst int) {
	r := u.allocN(3)
	u.orNone(e.Lower, r)
	u.orNone(e.Upper, r+1)
	u.orNone(e.Step, r+2)
	u.emit(code.OpBuildSlice, dst, r, 0, 0)
}

func (u *unit) namedExpr(e *ast.NamedExpr, dst int) {
	if r, ok := u.targetRegister(e.Target); ok {
		u.expr(e.Value, r.reg)
		u.assigned(r)
		u.move(dst, r.reg)
		return
	}
	t := u.scratch(dst)
	u.expr(e.Value, t)
	u.at(e.Target)
	u.storeName(e.Target.(*ast.Name).ID, t)
	u.move(dst, t)
}

func (u *unit) ifExp(e *ast.IfExp, dst int) {
	if v, ok := u.fold(e.Test); ok {
		u.charge(evalCost(e.Test))
		taken := e.OrElse
		if truth(v) {
			taken = e.Body
		}
		u.expr(taken, dst)
		return
	}
	orElse, end := u.newLabel(), u.newLabel()
	u.jumpIf(e.Test, false, orElse)
	then := u.openRegion()
	u.expr(e.Body, dst)
	u.closeRegion()
	u.jump(code.OpJump, 0, 0, 0, end)
	u.flow.dead = true
	u.bind(orElse)
	other := u.openRegion()
	u.expr(e.OrElse, dst)
	u.closeRegion()
	u.bind(end)
	u.hoist(then, other, true)
}

// joinedStr compiles an f-string.
func (u *unit) joinedStr(e *ast.JoinedStr, dst int) {
	if len(e.Values) == 1 {
		if f, ok := e.Values[0].(*ast.FormattedValue); ok {
			u.expr(f, dst)
			return
		}
	}
	if len(e.Values) == 0 {
		u.loadConst("", dst)
		return
	}
	const chunk = 24
	base := u.base(dst)
	n := 0
	for i, v := range e.Values {
		r := base
		if n > 0 {
			r = u.alloc()
		}
		u.expr(v, r)
		if n++; n == chunk && i < len(e.Values)-1 {
			u.emit(code.OpBuildString, base, base, n, 0)
			n, u.top = 1, base+1
		}
	}
	u.emit(code.OpBuildString, dst, base, n, 0)
}

func (u *unit) formattedValue(e *ast.FormattedValue, dst int) {
	var later []ast.Expr
	if e.FormatSpec != nil {
		later = append(later, e.FormatSpec)
	}
	v := u.operandBefore(e.Value, dst, later...)
	spec := -1
	if e.FormatSpec != nil {
		spec = u.operand(e.FormatSpec)
	}
	conv := max(e.Conversion, 0)
	u.emit(code.OpFormat, dst, v, conv, spec)
}
