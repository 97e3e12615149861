package compile

import (
	"sort"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

// comp is a comprehension of any kind.
type comp struct {
	name       string
	node       ast.Expr
	generators []*ast.Comprehension
	build      code.Op // what makes the empty collection; Nop for a generator
	element    func(u *unit, collection int)
}

func newComp(e ast.Expr) *comp {
	switch e := e.(type) {
	case *ast.ListComp:
		return &comp{"<listcomp>", e, e.Generators, code.OpBuildList, func(u *unit, list int) {
			v := u.operand(e.Elt)
			u.at(e.Elt)
			u.emit(code.OpListAppend, list, v, 0, 0)
		}}
	case *ast.SetComp:
		return &comp{"<setcomp>", e, e.Generators, code.OpBuildSet, func(u *unit, set int) {
			v := u.operand(e.Elt)
			u.at(e.Elt)
			u.emit(code.OpSetAdd, set, v, 0, 0)
		}}
	case *ast.DictComp:
		return &comp{"<dictcomp>", e, e.Generators, code.OpBuildMap, func(u *unit, m int) {
			k := u.operandBefore(e.Key, -1, e.Value)
			v := u.operand(e.Value)
			u.at(e.Key)
			u.pos.EndLine, u.pos.EndCol = e.Value.Pos().EndLine, e.Value.Pos().EndCol
			u.emit(code.OpMapAdd, m, k, v, 0)
		}}
	case *ast.GeneratorExp:
		return &comp{"<genexpr>", e, e.Generators, code.OpNop, func(u *unit, _ int) {
			v := u.operand(e.Elt)
			u.at(e.Elt)
			u.emitYield(u.alloc(), v)
		}}
	}
	return nil
}

// comprehension compiles a comprehension: in place where its scope allows it,
// else as a function that is called with the first iterator.
func (u *unit) comprehension(e ast.Expr, dst int) {
	c := newComp(e)
	scope := u.table.Of(e)
	if scope.Inlinable {
		u.inlineComp(c, scope, dst)
		return
	}
	base := u.base(dst)
	arg := u.alloc()
	first := c.generators[0]
	co := u.compile(u, scope, nil, c.name, func(f *unit) { f.compBody(c) })
	u.makeFunction(co, scope, u.top, 0, base)
	u.top = arg + 1
	u.getIter(first, arg)
	if scope.Coroutine && scope.Kind != symtable.GeneratorScope {
		u.emit(code.OpCall, base, 1, base, u.site(""))
		u.awaitInto(dst, base, 0)
		return
	}
	u.emit(code.OpCall, base, 1, dst, u.site(""))
}

// getIter makes the iterator of one loop of a comprehension in r[dst].
func (u *unit) getIter(g *ast.Comprehension, dst int) {
	op := code.OpGetIter
	if g.IsAsync {
		op = code.OpGetAsyncIter
	}
	u.emit(op, dst, u.operandBefore(g.Iter, dst), 0, 0)
}

// compBody compiles the function of a comprehension, whose only parameter is
// the first iterator.
func (u *unit) compBody(c *comp) {
	u.at(c.node)
	u.co.FirstLine = c.node.Pos().Line
	result := -1
	if c.build != code.OpNop {
		u.co.Flags |= code.FlagInPlace
		result = u.alloc()
		u.emit(c.build, result, result, 0, 0)
	}
	u.generators(c, c.generators, 0, result)
	if result >= 0 {
		u.at(c.node)
		u.emit(code.OpReturn, result, 0, 0, 0)
	}
}

// inlineComp compiles a comprehension in the frame around it. Its variables
// get temporaries of their own.
func (u *unit) inlineComp(c *comp, scope *symtable.Scope, dst int) {
	result := dst
	if !u.isScratch(dst) {
		result = u.alloc()
	}
	it := u.alloc()
	u.getIter(c.generators[0], it)
	in := &inlined{scope: scope, vars: map[string]*variable{}}
	placeholders := u.compVariables(in)
	u.emit(c.build, result, result, 0, 0)
	u.inlined = append(u.inlined, in)
	u.generators(c, c.generators, it, result)
	u.inlined = u.inlined[:len(u.inlined)-1]
	for v, i := range placeholders {
		if i >= 0 && !v.checked {
			u.instrs[i].Op = code.OpNop
		}
	}
	u.move(dst, result)
}

// compVariables gives registers to the variables of a comprehension that runs
// in place. A register that may be read before it is assigned is unbound
// first: the placeholders for that are dropped again if no read needed a
// check.
func (u *unit) compVariables(in *inlined) map[*variable]int {
	var names []string
	for _, sym := range in.scope.Order {
		if in.scope.Own(sym.Name) && sym.Name != ".0" {
			names = append(names, sym.Name)
		}
	}
	sort.Strings(names)
	placeholders := map[*variable]int{}
	for _, name := range names {
		v := u.newVariable(name, inRegister, u.alloc())
		in.vars[name] = v
		if in.scope.Lookup(name).Class == symtable.Cell {
			v.storage = inCell
			u.emit(code.OpNewCell, v.reg, 0, 0, 0)
			continue
		}
		u.flow.set.remove(v.index)
		placeholders[v] = u.emit(code.OpUnbind, v.reg, 0, 0, 0)
	}
	return placeholders
}

// generators compiles the loops of a comprehension, outermost first. r[it] is
// the iterator of the first.
func (u *unit) generators(c *comp, list []*ast.Comprehension, it, result int) {
	g := list[0]
	old, mark := u.pos, u.top
	if g.IsAsync {
		u.asyncGenerator(c, list, it, result)
	} else {
		l := u.forHead(g.Target, it, nil)
		u.generatorBody(c, list, result, l.next)
		u.pos = old
		u.forFoot(l)
		u.flow.dead = true
		u.bind(l.end)
	}
	u.pos, u.top = old, mark
}

// asyncGenerator compiles an "async for" of a comprehension.
func (u *unit) asyncGenerator(c *comp, list []*ast.Comprehension, it, result int) {
	pos := u.pos
	head, end := u.newLabel(), u.newLabel()
	u.bind(head)
	item := u.alloc()
	guard := u.nextAsync(it, item)
	u.openRegion()
	u.store(list[0].Target, item)
	u.generatorBody(c, list, result, head)
	u.closeRegion()
	u.pos = pos
	u.jump(code.OpJump, 0, 0, 0, head)
	u.flow.dead = true
	u.bindHandler(guard)
	u.jump(code.OpEndAsyncFor, item, 0, 0, end)
	u.bind(end)
}

// generatorBody compiles what a loop of a comprehension does with an item: the
// conditions, then the inner loops or the element.
func (u *unit) generatorBody(c *comp, list []*ast.Comprehension, result int, next *label) {
	for _, cond := range list[0].Ifs {
		u.jumpIf(cond, false, next)
	}
	if len(list[0].Ifs) > 0 {
		u.openRegion()
		defer u.closeRegion()
	}
	if len(list) == 1 {
		c.element(u, result)
		return
	}
	inner := list[1]
	it := u.alloc()
	old := u.at(c.node)
	u.getIter(inner, it)
	u.pos = old
	u.generators(c, list[1:], it, result)
}
