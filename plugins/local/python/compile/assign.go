package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// store compiles the assignment of r[src] to a target. Parts of the target are
// evaluated as they come.
func (u *unit) store(target ast.Expr, src int) {
	old, mark := u.at(target), u.top
	switch t := target.(type) {
	case *ast.Name:
		u.storeName(t.ID, src)
	case *ast.Attribute:
		obj := u.operand(t.Value)
		u.atAttr(t)
		u.emit(code.OpStoreAttr, obj, src, 0, u.site(u.mangle(t.Attr)))
	case *ast.Subscript:
		u.storeItem(t, src)
	case *ast.Tuple:
		u.unpack(t.Elts, src)
	case *ast.List:
		u.unpack(t.Elts, src)
	default:
		u.unknown(t)
	}
	u.pos, u.top = old, mark
}

func (u *unit) storeItem(t *ast.Subscript, src int) {
	obj := u.operandBefore(t.Value, -1, t.Slice)
	if s, ok := plainSlice(t.Slice); ok {
		u.emit(code.OpSetSlice, obj, u.bounds(s), src, 0)
		return
	}
	u.emit(code.OpSetItem, obj, u.operand(t.Slice), src, 0)
}

// unpack compiles the assignment of the items of r[src] to several targets.
func (u *unit) unpack(elts []ast.Expr, src int) {
	star := -1
	for i, e := range elts {
		if _, ok := e.(*ast.Starred); ok {
			star = i
		}
	}
	if star < 0 {
		if vars := u.adjacent(elts); vars != nil {
			u.emit(code.OpUnpack, src, vars[0].reg, len(elts), 0)
			for _, v := range vars {
				u.assigned(v)
			}
			return
		}
		if len(elts) > maxTargets {
			u.unpackMany(elts, src)
			return
		}
		base := u.allocN(len(elts))
		u.emit(code.OpUnpack, src, base, len(elts), 0)
		for i, e := range elts {
			u.store(e, base+i)
		}
		return
	}
	base := u.allocN(len(elts))
	u.emit(code.OpUnpackStar, src, base, star, len(elts)-star-1)
	for i, e := range elts {
		if s, ok := e.(*ast.Starred); ok {
			e = s.Value
		}
		u.store(e, base+i)
	}
}

// maxTargets is how many targets get their items in registers side by side.
const maxTargets = 100

// unpackMany is unpack into more targets, one by one out of a tuple.
func (u *unit) unpackMany(elts []ast.Expr, src int) {
	t, item := u.alloc(), u.alloc()
	u.emit(code.OpUnpackTuple, t, src, 0, len(elts))
	mark := u.top
	for i, e := range elts {
		u.emit(code.OpGetItemI, item, t, 0, i)
		u.store(e, item)
		u.top = mark
	}
}

// adjacent gives the variables of targets that are locals in registers side by
// side, into which a sequence can be unpacked at once.
func (u *unit) adjacent(elts []ast.Expr) []*variable {
	var vars []*variable
	for i, e := range elts {
		v, ok := u.targetRegister(e)
		if !ok || i > 0 && v.reg != vars[0].reg+i {
			return nil
		}
		vars = append(vars, v)
	}
	return vars
}

// assign compiles targets = value. It gives the register that holds the value,
// if the caller wants it.
func (u *unit) assign(s *ast.Assign, wantValue bool) int {
	if !wantValue {
		if u.assignDirect(s) || u.assignPairs(s) {
			return 0
		}
	}
	src := u.assignValue(s)
	for _, t := range s.Targets {
		u.store(t, src)
	}
	return src
}

// assignDirect compiles "local = value": the value is made in the local's
// register.
func (u *unit) assignDirect(s *ast.Assign) bool {
	if len(s.Targets) != 1 {
		return false
	}
	v, ok := u.targetRegister(s.Targets[0])
	if !ok {
		return false
	}
	u.expr(s.Value, v.reg)
	u.assigned(v)
	return true
}

// assignValue compiles the right side of an assignment, in a register that
// the stores don't change before they have all read it.
func (u *unit) assignValue(s *ast.Assign) int {
	if n, ok := s.Value.(*ast.Name); ok && len(s.Targets) == 1 {
		// Read once, by the only store; but the target's own expressions
		// are evaluated before that.
		if !u.rebinds(n, s.Targets) {
			return u.operand(n)
		}
	}
	t := u.alloc()
	u.expr(s.Value, t)
	return t
}

// assignPairs compiles "a, b = x, y" without making a tuple: the values are
// all evaluated, then stored from left to right.
func (u *unit) assignPairs(s *ast.Assign) bool {
	if len(s.Targets) != 1 {
		return false
	}
	value, ok := s.Value.(*ast.Tuple)
	if !ok || len(value.Elts) > maxWindow {
		return false
	}
	var targets []ast.Expr
	switch t := s.Targets[0].(type) {
	case *ast.Tuple:
		targets = t.Elts
	case *ast.List:
		targets = t.Elts
	}
	if len(targets) != len(value.Elts) || len(targets) == 0 || hasStar(targets) || hasStar(value.Elts) {
		return false
	}
	u.charge(1)
	regs := make([]int, len(targets))
	for i, e := range value.Elts {
		regs[i] = u.pairValue(e, targets[:i], append(append([]ast.Expr(nil), value.Elts[i+1:]...), targets[:i+1]...))
	}
	for i, t := range targets {
		u.store(t, regs[i])
	}
	return true
}

// pairValue compiles one value of assignPairs. A local stays where it is
// unless a target stored before, or an expression evaluated before its own
// store, changes it.
func (u *unit) pairValue(e ast.Expr, stored, evaluated []ast.Expr) int {
	if n, ok := e.(*ast.Name); ok {
		clobbered := u.rebinds(n, evaluated)
		for _, t := range stored {
			clobbered = clobbered || binds(t, n.ID)
		}
		if !clobbered {
			if r, ok := u.localOperand(n); ok {
				return r
			}
		}
	}
	t := u.alloc()
	u.expr(e, t)
	return t
}

// binds reports whether storing to the target binds the name.
func binds(target ast.Expr, name string) bool {
	var elts []ast.Expr
	switch t := target.(type) {
	case *ast.Name:
		return t.ID == name
	case *ast.Starred:
		return binds(t.Value, name)
	case *ast.Tuple:
		elts = t.Elts
	case *ast.List:
		elts = t.Elts
	}
	for _, e := range elts {
		if binds(e, name) {
			return true
		}
	}
	return false
}

// augAssign compiles target op= value and gives the register of the result.
// The parts of the target are evaluated once.
func (u *unit) augAssign(s *ast.AugAssign) int {
	switch t := s.Target.(type) {
	case *ast.Name:
		return u.augName(s, t)
	case *ast.Attribute:
		obj := u.operandBefore(t.Value, -1, s.Value)
		u.charge(evalCost(t.Value))
		r := u.alloc()
		old := u.at(t)
		u.atAttr(t)
		u.emit(code.OpLoadAttr, r, obj, 0, u.site(u.mangle(t.Attr)))
		u.pos = old
		u.inplace(s, r, r)
		u.at(t)
		u.atAttr(t)
		u.emit(code.OpStoreAttr, obj, r, 0, u.site(u.mangle(t.Attr)))
		u.pos = old
		return r
	case *ast.Subscript:
		return u.augItem(s, t)
	}
	u.unknown(s.Target)
	return 0
}

func (u *unit) augName(s *ast.AugAssign, t *ast.Name) int {
	if v, ok := u.targetRegister(t); ok && !u.rebinds(t, []ast.Expr{s.Value}) {
		old := u.at(t)
		u.checkBound(v, v.reg)
		u.pos = old
		u.inplace(s, v.reg, v.reg)
		return v.reg
	}
	r := u.alloc()
	old := u.at(t)
	u.loadName(t.ID, r)
	u.pos = old
	u.inplace(s, r, r)
	u.at(t)
	u.storeName(t.ID, r)
	u.pos = old
	return r
}

func (u *unit) augItem(s *ast.AugAssign, t *ast.Subscript) int {
	u.charge(evalCost(t.Value) + evalCost(t.Slice))
	obj := u.operandBefore(t.Value, -1, t.Slice, s.Value)
	old := u.at(t)
	if sl, ok := plainSlice(t.Slice); ok {
		bounds := u.bounds(sl)
		r := u.alloc()
		u.emit(code.OpGetSlice, r, obj, bounds, 0)
		u.pos = old
		u.inplace(s, r, r)
		u.at(t)
		u.emit(code.OpSetSlice, obj, bounds, r, 0)
		u.pos = old
		return r
	}
	key := u.operandBefore(t.Slice, -1, s.Value)
	r := u.alloc()
	u.emit(code.OpGetItem, r, obj, key, 0)
	u.pos = old
	u.inplace(s, r, r)
	u.at(t)
	u.emit(code.OpSetItem, obj, key, r, 0)
	u.pos = old
	return r
}

// inplace emits r[dst] = (r[left] op= value).
func (u *unit) inplace(s *ast.AugAssign, dst, left int) {
	if op, n, ok := u.immediate(s.Op, s.Value); ok {
		u.emit(op, dst, left, 1, n)
		return
	}
	right := u.operand(s.Value)
	if s.Op == ast.Add {
		u.emit(code.OpInplaceAdd, dst, left, right, 0)
		return
	}
	u.emit(code.OpInplace, dst, left, right, int(binOps[s.Op]))
}

// annAssign compiles target: annotation [= value] and gives the register of
// the value, or -1.
func (u *unit) annAssign(s *ast.AnnAssign) int {
	src := -1
	if s.Value != nil {
		if v, ok := u.targetRegister(s.Target); ok {
			u.expr(s.Value, v.reg)
			u.assigned(v)
			src = v.reg
		} else {
			src = u.alloc()
			u.expr(s.Value, src)
			u.store(s.Target, src)
		}
	}
	switch t := s.Target.(type) {
	case *ast.Name:
		if s.Simple && !u.scope.Kind.FunctionLike() {
			u.annotate(t, s.Annotation)
			return src
		}
	case *ast.Attribute:
		if s.Value == nil {
			u.discard(t.Value)
		}
	case *ast.Subscript:
		if s.Value == nil {
			u.discard(t.Value)
			u.discard(t.Slice)
		}
	}
	if !u.scope.Kind.FunctionLike() && !u.table.Features.Annotations {
		u.discard(s.Annotation)
	}
	return src
}

// annotate stores __annotations__[name] = annotation.
func (u *unit) annotate(t *ast.Name, annotation ast.Expr) {
	mark := u.top
	v := u.alloc()
	u.annotation(annotation, v)
	m, k := u.alloc(), u.alloc()
	op := code.OpLoadName
	if u.outsideModule() {
		op = code.OpLoadGlobal
	}
	u.emit(op, m, 0, 0, u.loadSite("__annotations__"))
	u.loadConst(u.mangle(t.ID), k)
	u.emit(code.OpSetItem, m, k, v, 0)
	u.top = mark
}

// annotation compiles an annotation: its value, or its text under "from
// __future__ import annotations".
func (u *unit) annotation(e ast.Expr, dst int) {
	if u.table.Features.Annotations {
		u.loadConst(ast.Unparse(e), dst)
		return
	}
	if s, ok := e.(*ast.Starred); ok {
		// *args: *Ts means the only item of *Ts.
		old := u.at(s)
		t := u.scratch(dst)
		u.expr(s.Value, t)
		u.pos = old
		u.emit(code.OpUnpack, t, t, 1, 0)
		u.move(dst, t)
		return
	}
	u.expr(e, dst)
}

// outsideModule reports whether the unit's names live in the globals.
func (u *unit) outsideModule() bool {
	return u.co.Flags&code.FlagModule != 0 && !u.opts.UseNames
}

// discard evaluates an expression for its effects.
func (u *unit) discard(e ast.Expr) {
	mark := u.top
	if e != nil {
		u.operand(e)
	}
	u.top = mark
}

// delete compiles del of a target.
func (u *unit) delete(target ast.Expr) {
	old, mark := u.at(target), u.top
	switch t := target.(type) {
	case *ast.Name:
		u.deleteName(t.ID)
	case *ast.Attribute:
		obj := u.operand(t.Value)
		u.atAttr(t)
		u.emit(code.OpDelAttr, obj, 0, 0, u.name(u.mangle(t.Attr)))
	case *ast.Subscript:
		obj := u.operandBefore(t.Value, -1, t.Slice)
		u.emit(code.OpDelItem, obj, u.operand(t.Slice), 0, 0)
	case *ast.Tuple:
		for _, e := range t.Elts {
			u.delete(e)
		}
	case *ast.List:
		for _, e := range t.Elts {
			u.delete(e)
		}
	default:
		u.unknown(t)
	}
	u.pos, u.top = old, mark
}
