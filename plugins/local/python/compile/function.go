package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

// The bits of MakeFunction's C: the parts that stand in r[B], r[B+1], ...
const (
	withDefaults    = 1
	withKwDefaults  = 2
	withAnnotations = 4
	withClosure     = 8
)

// functionDef compiles a def statement and gives the register that holds what
// it binds.
func (u *unit) functionDef(s *ast.FunctionDef) int {
	value := u.decorated(s.DecoratorList, func(dst int) {
		if scope := u.table.TypeParamsOf(s); scope != nil {
			u.genericFunction(s, scope, dst)
			return
		}
		base := u.top
		parts := u.defaults(s.Args)
		u.function(s, base, parts, dst)
	})
	u.bindName(s.Name, value, code.BindDef)
	return value
}

// decorated compiles the decorators, the thing they decorate and their calls.
func (u *unit) decorated(list []ast.Expr, thing func(dst int)) int {
	if len(list) > maxWindow {
		return u.decoratedOften(list, thing)
	}
	first := u.top
	for _, d := range list {
		u.expr(d, u.alloc())
	}
	dst := u.alloc()
	mark := u.top
	thing(dst)
	u.top = mark
	for i := len(list) - 1; i >= 0; i-- {
		old := u.at(list[i])
		u.emit(code.OpCall, first+i, 1, first+i, u.site(""))
		u.pos = old
	}
	u.top = first + 1
	return first
}

// decoratedOften is decorated with the decorators in a list.
func (u *unit) decoratedOften(list []ast.Expr, thing func(dst int)) int {
	dst, decorators := u.alloc(), u.alloc()
	u.gather(list, decorators)
	thing(dst)
	u.top = decorators + 1
	callee, arg := u.alloc(), u.alloc()
	for i := len(list) - 1; i >= 0; i-- {
		old := u.at(list[i])
		u.emit(code.OpGetItemI, callee, decorators, 0, i)
		u.move(arg, dst)
		u.emit(code.OpCall, callee, 1, dst, u.site(""))
		u.pos = old
	}
	u.top = dst + 1
	return dst
}

// defaults compiles the defaults of parameters into the next temporaries and
// gives the bits for those that are there.
func (u *unit) defaults(a *ast.Arguments) int {
	parts := 0
	if len(a.Defaults) > 0 {
		parts |= withDefaults
		t := u.alloc()
		if v, ok := u.foldAll(a.Defaults); ok {
			u.loadConst(v, t)
		} else {
			u.uncharged(func() { u.tuple(a.Defaults, t) })
		}
		u.top = t + 1
	}
	if n := u.kwDefaults(a); n {
		parts |= withKwDefaults
	}
	return parts
}

// uncharged compiles code whose operations are counted elsewhere: defaults are
// counted by each call, as the reference evaluates them then.
func (u *unit) uncharged(body func()) {
	cost := u.region.cost
	body()
	u.region.cost = cost
}

func (u *unit) kwDefaults(a *ast.Arguments) bool {
	d := &ast.Dict{}
	for i, v := range a.KwDefaults {
		if v != nil {
			d.Keys = append(d.Keys, &ast.Constant{Value: u.mangle(a.KwOnlyArgs[i].Arg)})
			d.Values = append(d.Values, v)
		}
	}
	if len(d.Keys) == 0 {
		return false
	}
	t := u.alloc()
	u.uncharged(func() { u.dict(d, t) })
	u.top = t + 1
	return true
}

// function compiles the function itself: annotations, closure, MakeFunction.
// The parts that stand from r[base] on are given.
func (u *unit) function(s *ast.FunctionDef, base, parts, dst int) {
	if u.annotations(s.Args, s.Returns) {
		parts |= withAnnotations
	}
	scope := u.table.Of(s)
	co := u.compile(u, scope, s.Args, s.Name, func(f *unit) {
		f.pos = s.Span
		f.co.FirstLine = s.Line
		if len(s.DecoratorList) > 0 {
			f.co.FirstLine = s.DecoratorList[0].Pos().Line
		}
		f.entry(s.Args)
		if doc, ok := docstring(s.Body); ok {
			f.co.Doc, f.co.HasDoc = doc, true
		}
		f.stmts(s.Body)
	})
	u.makeFunction(co, scope, base, parts, dst)
}

// entry charges what a call of a function costs beside its body.
func (u *unit) entry(a *ast.Arguments) {
	for _, d := range a.Defaults {
		u.charge(evalCost(d))
	}
}

// annotations compiles the annotations of a function into a dict in the next
// temporary, if there are any.
func (u *unit) annotations(a *ast.Arguments, returns ast.Expr) bool {
	type pair struct {
		name string
		e    ast.Expr
	}
	var list []pair
	add := func(args ...*ast.Arg) {
		for _, x := range args {
			if x != nil && x.Annotation != nil {
				list = append(list, pair{u.mangle(x.Arg), x.Annotation})
			}
		}
	}
	add(a.PosOnlyArgs...)
	add(a.Args...)
	add(a.VarArg)
	add(a.KwOnlyArgs...)
	add(a.KwArg)
	if returns != nil {
		list = append(list, pair{"return", returns})
	}
	if len(list) == 0 {
		return false
	}
	t := u.alloc()
	for start := 0; start < len(list); start += maxWindow / 2 {
		part := list[start:min(start+maxWindow/2, len(list))]
		base := u.top
		for _, p := range part {
			u.loadConst(p.name, u.alloc())
			u.uncharged(func() { u.annotation(p.e, u.alloc()) })
		}
		m := t
		if start > 0 {
			m = base
		}
		u.emit(code.OpBuildMap, m, base, len(part), 0)
		if start > 0 {
			u.emit(code.OpMapUpdate, t, m, 0, 0)
		}
		u.top = t + 1
	}
	return true
}

// makeFunction emits the closure and the function of a code. base is the first
// of the parts' registers; the next ones follow at the top.
func (u *unit) makeFunction(co *code.Code, scope *symtable.Scope, base, parts, dst int) {
	mark := u.top
	if u.closure(co) {
		parts |= withClosure
	}
	if parts == 0 {
		base = dst
	}
	u.emit(code.OpMakeFunction, dst, base, parts, u.constant(co))
	u.top = mark
}

// closure makes the tuple of the cells that a code wants, in the next
// temporary.
func (u *unit) closure(co *code.Code) bool {
	if len(co.FreeNames) == 0 {
		return false
	}
	t := u.alloc()
	first := t
	for i, name := range co.FreeNames {
		r := t
		if i > 0 {
			r = u.alloc()
		}
		u.loadCellItself(name, r)
	}
	u.emit(code.OpBuildTuple, t, first, len(co.FreeNames), 0)
	u.top = t + 1
	return true
}

// loadCellItself emits the move of the cell (not its content) of a name. The
// name is mangled already.
func (u *unit) loadCellItself(name string, dst int) {
	for i := len(u.inlined) - 1; i >= 0; i-- {
		if v := u.inlined[i].vars[name]; v != nil && v.storage == inCell {
			u.move(dst, v.reg)
			return
		}
	}
	v := u.classes[name]
	if v == nil {
		v = u.vars[name]
	}
	if v == nil || v.storage != inCell {
		panic("compile: the symbol table has no cell for " + name + " in " + u.co.QualName)
	}
	u.move(dst, v.reg)
}

func (u *unit) lambda(e *ast.Lambda, dst int) {
	base := u.top
	parts := u.defaults(e.Args)
	scope := u.table.Of(e)
	co := u.compile(u, scope, e.Args, "<lambda>", func(f *unit) {
		f.pos = e.Span
		f.co.FirstLine = e.Line
		f.entry(e.Args)
		f.at(e.Body)
		r := f.operand(e.Body)
		f.emit(code.OpReturn, r, 0, 0, 0)
	})
	u.makeFunction(co, scope, base, parts, dst)
}
