package symtable

import "github.com/airlockhq/airlock/plugins/local/python/ast"

func (b *builder) exprs(list []ast.Expr) {
	for _, e := range list {
		b.optional(e)
	}
}

// optional visits an expression that may be missing.
func (b *builder) optional(e ast.Expr) {
	if e != nil {
		b.expr(e)
	}
}

func (b *builder) keywords(list []*ast.Keyword) {
	for _, k := range list {
		b.expr(k.Value)
	}
}

func (b *builder) expr(e ast.Expr) {
	b.Step(0)
	switch e := e.(type) {
	case *ast.Name:
		b.nameExpr(e)
	case *ast.Constant:
	case *ast.Attribute:
		b.expr(e.Value)
	case *ast.Call:
		b.expr(e.Func)
		b.exprs(e.Args)
		b.keywords(e.Keywords)
	case *ast.Subscript:
		b.expr(e.Value)
		b.expr(e.Slice)
	case *ast.BinOp:
		b.expr(e.Left)
		b.expr(e.Right)
	case *ast.UnaryOp:
		b.expr(e.Operand)
	case *ast.BoolOp:
		b.exprs(e.Values)
	case *ast.Compare:
		b.expr(e.Left)
		b.exprs(e.Comparators)
	case *ast.IfExp:
		b.expr(e.Test)
		b.expr(e.Body)
		b.expr(e.OrElse)
	case *ast.Tuple:
		b.exprs(e.Elts)
	case *ast.List:
		b.exprs(e.Elts)
	case *ast.Set:
		b.exprs(e.Elts)
	case *ast.Dict:
		b.exprs(e.Keys)
		b.exprs(e.Values)
	case *ast.Slice:
		b.optional(e.Lower)
		b.optional(e.Upper)
		b.optional(e.Step)
	case *ast.Starred:
		b.expr(e.Value)
	case *ast.JoinedStr:
		b.exprs(e.Values)
	case *ast.FormattedValue:
		b.expr(e.Value)
		b.optional(e.FormatSpec)
	default:
		b.scoped(e)
	}
}

// scoped visits the expressions that open scopes or change the one around.
func (b *builder) scoped(e ast.Expr) {
	switch e := e.(type) {
	case *ast.NamedExpr:
		b.namedExpr(e)
	case *ast.Lambda:
		if b.cur.SeesClass {
			b.fail(&e.Span, "Cannot use lambda in annotation scope within class scope")
		}
		b.defaults(e.Args)
		b.enter(FunctionScope, "<lambda>", e, e.Span)
		b.arguments(e.Args)
		b.expr(e.Body)
		b.exit()
	case *ast.ListComp:
		b.comprehension(e, listComp, "<listcomp>", e.Generators, e.Elt, nil)
	case *ast.SetComp:
		b.comprehension(e, setComp, "<setcomp>", e.Generators, e.Elt, nil)
	case *ast.DictComp:
		b.comprehension(e, dictComp, "<dictcomp>", e.Generators, e.Key, e.Value)
	case *ast.GeneratorExp:
		b.comprehension(e, genExp, "<genexpr>", e.Generators, e.Elt, nil)
	case *ast.Yield:
		b.notInAnnotation("yield expression", &e.Span)
		b.optional(e.Value)
		b.yields(&e.Span)
	case *ast.YieldFrom:
		b.notInAnnotation("yield expression", &e.Span)
		b.expr(e.Value)
		b.yields(&e.Span)
	case *ast.Await:
		b.notInAnnotation("await expression", &e.Span)
		b.expr(e.Value)
		b.cur.Coroutine = true
	}
}

func (b *builder) nameExpr(e *ast.Name) {
	if e.Ctx != ast.Load {
		b.define(e.ID, Assigned, &e.Span)
		return
	}
	b.use(e.ID)
	// super() without arguments reads __class__.
	if e.ID == "super" && b.functionBlock() {
		b.use("__class__")
	}
}

// functionBlock reports whether the current scope is what CPython calls a
// function block: no class, module or annotation.
func (b *builder) functionBlock() bool {
	k := b.cur.Kind
	return (k == FunctionScope || k == ComprehensionScope || k == GeneratorScope) && !b.cur.detached
}

func (b *builder) yields(at *ast.Span) {
	b.cur.Generator = true
	if b.cur.comp != notComp {
		b.fail(at, "'yield' inside %s", compNames[b.cur.comp])
	}
}

// notInAnnotation refuses what may not stand in annotation scopes.
func (b *builder) notInAnnotation(what string, at *ast.Span) {
	switch {
	case b.cur.detached:
		b.fail(at, "%s cannot be used within an annotation", what)
	case b.cur.Kind == TypeVarBoundScope:
		b.fail(at, "%s cannot be used within a TypeVar bound", what)
	case b.cur.Kind == TypeAliasScope:
		b.fail(at, "%s cannot be used within a type alias", what)
	case b.cur.Kind == TypeParamsScope:
		b.fail(at, "%s cannot be used within the definition of a generic", what)
	}
}

func (b *builder) namedExpr(e *ast.NamedExpr) {
	b.notInAnnotation("named expression", &e.Span)
	if b.cur.iterExpr > 0 {
		b.fail(&e.Span, "assignment expression cannot be used in a comprehension iterable expression")
	}
	if b.cur.comp != notComp {
		b.extendNamed(e.Target.(*ast.Name))
	}
	b.expr(e.Value)
	b.expr(e.Target)
}

// extendNamed binds the target of an assignment expression inside of
// comprehensions in the scope around them.
func (b *builder) extendNamed(target *ast.Name) {
	name, at := target.ID, &target.Span
	mangled := b.cur.Mangle(name)
	for s := b.cur; ; s = s.Parent {
		sym := s.symbols[mangled]
		switch {
		case s.comp != notComp:
			if sym != nil && sym.Is(IterVar) && sym.Is(Assigned) {
				b.fail(at, "assignment expression cannot rebind comprehension iteration variable '%s'", name)
			}
		case s.detached:
		case s.Kind == TypeAliasScope:
			b.fail(at, "assignment expression within a comprehension cannot be used in a type alias")
		case s.Kind == FunctionScope:
			flag := Nonlocal
			if sym != nil && sym.Is(Global) {
				flag = Global
			}
			b.define(name, flag, at)
			b.directive(name, at)
			b.defineIn(s, name, Assigned, at)
			return
		case s.Kind == ModuleScope:
			b.define(name, Global, at)
			b.directive(name, at)
			b.defineIn(s, name, Global, at)
			return
		case s.Kind == ClassScope:
			b.fail(at, "assignment expression within a comprehension cannot be used in a class body")
		case s.Kind == TypeParamsScope:
			b.fail(at, "assignment expression within a comprehension cannot be used within the definition of a generic")
		case s.Kind == TypeVarBoundScope:
			b.fail(at, "assignment expression within a comprehension cannot be used in a TypeVar bound")
		}
	}
}

func (b *builder) comprehension(e ast.Expr, kind compKind, name string, gens []*ast.Comprehension, elt, value ast.Expr) {
	if b.cur.SeesClass {
		b.fail(e.Pos(), "Cannot use comprehension in annotation scope within class scope")
	}
	first := gens[0]
	b.cur.iterExpr++
	b.expr(first.Iter)
	b.cur.iterExpr--
	scopeKind := ComprehensionScope
	if kind == genExp {
		scopeKind = GeneratorScope
	}
	parent := b.cur
	s := b.enter(scopeKind, name, e, *e.Pos())
	s.comp = kind
	s.Inlinable = kind != genExp && inlinableIn(parent)
	s.Coroutine = first.IsAsync
	b.define(".0", Param, e.Pos())
	b.compTarget(first.Target)
	b.exprs(first.Ifs)
	for _, g := range gens[1:] {
		b.compTarget(g.Target)
		s.iterExpr++
		b.expr(g.Iter)
		s.iterExpr--
		b.exprs(g.Ifs)
		s.Coroutine = s.Coroutine || g.IsAsync
	}
	b.optional(value)
	b.expr(elt)
	s.Generator = kind == genExp
	b.exit()
	if s.Coroutine && kind != genExp {
		b.cur.Coroutine = true
	}
}

// inlinableIn reports whether a comprehension may run in the scope around it.
func inlinableIn(s *Scope) bool {
	switch s.Kind {
	case ModuleScope, FunctionScope, ComprehensionScope, GeneratorScope:
		return !s.detached
	}
	return false
}

func (b *builder) compTarget(e ast.Expr) {
	b.cur.iterTarget = true
	b.expr(e)
	b.cur.iterTarget = false
}
