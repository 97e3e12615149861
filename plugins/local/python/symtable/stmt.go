package symtable

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
)

func (b *builder) stmts(list []ast.Stmt) {
	for _, s := range list {
		b.stmt(s)
	}
}

func (b *builder) stmt(s ast.Stmt) {
	b.Step(0)
	switch s := s.(type) {
	case *ast.FunctionDef:
		b.function(s)
	case *ast.ClassDef:
		b.class(s)
	case *ast.TypeAlias:
		b.typeAlias(s)
	case *ast.Return:
		if s.Value != nil {
			b.expr(s.Value)
			b.cur.ReturnsVal = true
		}
	case *ast.Delete:
		b.exprs(s.Targets)
	case *ast.Assign:
		b.exprs(s.Targets)
		b.expr(s.Value)
	case *ast.AnnAssign:
		b.annAssign(s)
	case *ast.AugAssign:
		b.expr(s.Target)
		b.expr(s.Value)
	case *ast.Raise:
		b.optional(s.Exc)
		b.optional(s.Cause)
	case *ast.Assert:
		b.expr(s.Test)
		b.optional(s.Msg)
	case *ast.Import:
		b.aliases(s.Names)
	case *ast.ImportFrom:
		b.aliases(s.Names)
	case *ast.Global:
		for _, name := range s.Names {
			b.declare(name, Global, "global", &s.Span)
		}
	case *ast.Nonlocal:
		for _, name := range s.Names {
			b.declare(name, Nonlocal, "nonlocal", &s.Span)
		}
	case *ast.ExprStmt:
		b.expr(s.Value)
	default:
		b.block(s)
	}
}

// block visits a statement that holds others in the same scope.
func (b *builder) block(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.For:
		b.expr(s.Target)
		b.expr(s.Iter)
		b.stmts(s.Body)
		b.stmts(s.OrElse)
	case *ast.While:
		b.expr(s.Test)
		b.stmts(s.Body)
		b.stmts(s.OrElse)
	case *ast.If:
		b.expr(s.Test)
		b.stmts(s.Body)
		b.stmts(s.OrElse)
	case *ast.With:
		for _, item := range s.Items {
			b.expr(item.ContextExpr)
			b.optional(item.OptionalVars)
		}
		b.stmts(s.Body)
	case *ast.Match:
		b.expr(s.Subject)
		for _, c := range s.Cases {
			b.pattern(c.Pattern)
			b.optional(c.Guard)
			b.stmts(c.Body)
		}
	case *ast.Try:
		b.stmts(s.Body)
		b.stmts(s.OrElse)
		for _, h := range s.Handlers {
			b.optional(h.Type)
			if h.Name != "" {
				b.define(h.Name, Assigned, &h.Span)
			}
			b.stmts(h.Body)
		}
		b.stmts(s.FinalBody)
	}
}

func (b *builder) function(s *ast.FunctionDef) {
	b.define(s.Name, Assigned, &s.Span)
	b.defaults(s.Args)
	b.exprs(s.DecoratorList)
	if s.TypeParams != nil {
		b.enterTypeParams(s, s.Name, s.TypeParams, &s.Span)
	}
	b.annotations(s)
	f := b.enter(FunctionScope, s.Name, s, s.Span)
	f.Coroutine = s.IsAsync
	f.HasDoc = hasDoc(s.Body)
	b.arguments(s.Args)
	b.stmts(s.Body)
	b.exit()
	if s.TypeParams != nil {
		b.exit()
	}
}

func (b *builder) defaults(a *ast.Arguments) {
	b.exprs(a.Defaults)
	for _, e := range a.KwDefaults {
		b.optional(e)
	}
}

// annotations visits the annotations of a function's parameters and result.
func (b *builder) annotations(s *ast.FunctionDef) {
	a := s.Args
	for _, list := range [][]*ast.Arg{a.PosOnlyArgs, a.Args, {a.VarArg, a.KwArg}, a.KwOnlyArgs} {
		for _, arg := range list {
			if arg != nil && arg.Annotation != nil {
				b.annotation(arg.Annotation)
			}
		}
	}
	if s.Returns != nil {
		b.annotation(s.Returns)
	}
}

// annotation visits an annotation; one that stays a string has no effect on the
// scopes.
func (b *builder) annotation(e ast.Expr) {
	if !b.table.Features.Annotations {
		b.expr(e)
		return
	}
	outer := b.cur
	b.cur = &Scope{Kind: TypeAliasScope, Parent: outer, symbols: map[string]*Symbol{}, private: outer.private,
		iterExpr: outer.iterExpr, detached: true}
	b.expr(e)
	b.cur = outer
}

func (b *builder) arguments(a *ast.Arguments) {
	for _, list := range [][]*ast.Arg{a.PosOnlyArgs, a.Args, a.KwOnlyArgs, {a.VarArg, a.KwArg}} {
		for _, arg := range list {
			if arg != nil {
				b.define(arg.Arg, Param, &arg.Span)
			}
		}
	}
	b.cur.VarArgs = a.VarArg != nil
	b.cur.VarKwArgs = a.KwArg != nil
}

func (b *builder) class(s *ast.ClassDef) {
	b.define(s.Name, Assigned, &s.Span)
	b.exprs(s.DecoratorList)
	outer := b.cur.private
	generic := s.TypeParams != nil
	if generic {
		b.enterTypeParams(s, s.Name, s.TypeParams, &s.Span)
		b.define(".type_params", Assigned, &s.Span)
	}
	b.exprs(s.Bases)
	b.keywords(s.Keywords)
	c := b.enter(ClassScope, s.Name, s, s.Span)
	c.private = s.Name
	c.HasDoc = hasDoc(s.Body)
	if generic {
		b.define("__type_params__", Assigned, &s.Span)
		b.use(".type_params")
	}
	b.stmts(s.Body)
	b.exit()
	if generic {
		b.exit()
	}
	b.cur.private = outer
}

func (b *builder) typeAlias(s *ast.TypeAlias) {
	b.expr(s.Name)
	name := s.Name.(*ast.Name).ID
	inClass := b.cur.Kind == ClassScope
	if s.TypeParams != nil {
		b.enterTypeParams(s, name, s.TypeParams, &s.Span)
	}
	b.enter(TypeAliasScope, name, s, s.Span)
	b.seeClass(inClass)
	b.expr(s.Value)
	b.exit()
	if s.TypeParams != nil {
		b.exit()
	}
}

// seeClass marks the current annotation scope as one that reads the class
// namespace around it.
func (b *builder) seeClass(inClass bool) {
	if inClass {
		b.cur.SeesClass = true
		b.use("__classdict__")
	}
}

func (b *builder) enterTypeParams(n ast.Node, name string, params []ast.TypeParam, at *ast.Span) {
	inClass := b.cur.Kind == ClassScope
	b.enter(TypeParamsScope, "<generic parameters of "+name+">", n, *at)
	if _, isClass := n.(*ast.ClassDef); isClass {
		b.cur.private = name
	}
	b.seeClass(inClass)
	for _, p := range params {
		b.typeParam(p)
	}
}

func (b *builder) typeParam(p ast.TypeParam) {
	switch p := p.(type) {
	case *ast.TypeVar:
		b.define(p.Name, TypeVar|Assigned, &p.Span)
		if p.Bound != nil {
			inClass := b.cur.SeesClass
			b.enter(TypeVarBoundScope, p.Name, p, p.Span)
			b.seeClass(inClass)
			b.expr(p.Bound)
			b.exit()
		}
	case *ast.TypeVarTuple:
		b.define(p.Name, TypeVar|Assigned, &p.Span)
	case *ast.ParamSpec:
		b.define(p.Name, TypeVar|Assigned, &p.Span)
	}
}

func (b *builder) annAssign(s *ast.AnnAssign) {
	if n, ok := s.Target.(*ast.Name); ok {
		sym := b.cur.symbols[b.cur.Mangle(n.ID)]
		if sym != nil && sym.Is(Global|Nonlocal) && b.cur.Kind != ModuleScope && s.Simple {
			word := "nonlocal"
			if sym.Is(Global) {
				word = "global"
			}
			b.fail(&s.Span, "annotated name '%s' can't be %s", n.ID, word)
		}
		if s.Simple {
			b.define(n.ID, Annotated|Assigned, &n.Span)
		} else if s.Value != nil {
			b.define(n.ID, Assigned, &n.Span)
		}
	} else {
		b.expr(s.Target)
	}
	b.annotation(s.Annotation)
	b.optional(s.Value)
}

// declare handles one name of a global or nonlocal statement.
func (b *builder) declare(name string, flag Flags, word string, at *ast.Span) {
	if sym := b.cur.symbols[b.cur.Mangle(name)]; sym != nil {
		switch {
		case sym.Is(Param):
			b.fail(at, "name '%s' is parameter and %s", name, word)
		case sym.Is(Used):
			b.fail(at, "name '%s' is used prior to %s declaration", name, word)
		case sym.Is(Annotated):
			b.fail(at, "annotated name '%s' can't be %s", name, word)
		case sym.Is(Assigned):
			b.fail(at, "name '%s' is assigned to before %s declaration", name, word)
		}
	}
	b.define(name, flag, at)
	b.directive(name, at)
}

func (b *builder) directive(name string, at *ast.Span) {
	b.cur.directives = append(b.cur.directives, directive{b.cur.Mangle(name), *at})
}

func (b *builder) aliases(list []*ast.Alias) {
	for _, a := range list {
		name := a.AsName
		if name == "" {
			name, _, _ = strings.Cut(a.Name, ".")
		}
		if name != "*" {
			b.define(name, Imported, &a.Span)
			continue
		}
		if b.cur.Kind != ModuleScope {
			b.fail(&a.Span, "import * only allowed at module level")
		}
		b.cur.StarImport = true
	}
}

func (b *builder) pattern(p ast.Pattern) {
	switch p := p.(type) {
	case *ast.MatchValue:
		b.expr(p.Value)
	case *ast.MatchSequence:
		b.patterns(p.Patterns)
	case *ast.MatchStar:
		b.captured(p.Name, &p.Span)
	case *ast.MatchMapping:
		b.exprs(p.Keys)
		b.patterns(p.Patterns)
		b.captured(p.Rest, &p.Span)
	case *ast.MatchClass:
		b.expr(p.Class)
		b.patterns(p.Patterns)
		b.patterns(p.KwdPatterns)
	case *ast.MatchAs:
		if p.Pattern != nil {
			b.pattern(p.Pattern)
		}
		b.captured(p.Name, &p.Span)
	case *ast.MatchOr:
		b.patterns(p.Patterns)
	}
}

func (b *builder) patterns(list []ast.Pattern) {
	for _, p := range list {
		b.pattern(p)
	}
}

func (b *builder) captured(name string, at *ast.Span) {
	if name != "" {
		b.define(name, Assigned, at)
	}
}
