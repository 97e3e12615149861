package symtable

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
)

// maxBlocks is how many loops, try and with statements may nest in a function.
const maxBlocks = 20

// blockKind is a statement that break, continue and return leave.
type blockKind uint8

const (
	otherBlock blockKind = iota
	loopBlock
	groupBlock // except*
)

// unitKind is what is compiled as one code object.
type unitKind uint8

const (
	moduleUnit unitKind = iota
	classUnit
	functionUnit
	asyncUnit
	compUnit
)

// unit is the code object that the checker is in.
type unit struct {
	kind   unitKind
	scope  *Scope
	blocks []blockKind
}

func (u *unit) function() bool { return u.kind >= functionUnit }

// checker finds the errors that CPython's compiler finds, in its order.
type checker struct {
	*reporter
	table         *Table
	u             *unit
	lastFuture    int32
	topLevelAwait bool
}

func (c *checker) module(mod ast.Root, body []ast.Stmt) {
	c.u = &unit{kind: moduleUnit, scope: c.table.Top}
	c.stmts(body)
	if e, ok := mod.(*ast.Expression); ok {
		c.expr(e.Body)
	}
}

// within runs f in a new code object.
func (c *checker) within(kind unitKind, n ast.Node, f func()) {
	outer := c.u
	c.u = &unit{kind: kind, scope: c.table.Of(n)}
	f()
	c.u = outer
}

// block runs f inside one more nested block.
func (c *checker) block(kind blockKind, at *ast.Span, f func()) {
	if len(c.u.blocks) >= maxBlocks {
		c.fail(at, "too many statically nested blocks")
	}
	c.u.blocks = append(c.u.blocks, kind)
	f()
	c.u.blocks = c.u.blocks[:len(c.u.blocks)-1]
}

func (c *checker) stmts(list []ast.Stmt) {
	for _, s := range list {
		c.stmt(s)
	}
}

func (c *checker) stmt(s ast.Stmt) {
	c.Step(0)
	switch s := s.(type) {
	case *ast.FunctionDef:
		c.functionDef(s)
	case *ast.ClassDef:
		c.classDef(s)
	case *ast.TypeAlias:
		c.forbidden(s.Name.(*ast.Name).ID, ast.Store, &s.Span)
		c.typeParams(s.TypeParams)
		c.within(functionUnit, s, func() { c.expr(s.Value) })
	case *ast.Return:
		c.returnStmt(s)
	case *ast.Delete:
		c.exprs(s.Targets)
	case *ast.Assign:
		c.expr(s.Value)
		c.exprs(s.Targets)
	case *ast.AugAssign:
		c.expr(s.Target)
		c.expr(s.Value)
	case *ast.AnnAssign:
		c.annAssign(s)
	case *ast.ExprStmt:
		c.expr(s.Value)
	case *ast.Raise:
		c.optional(s.Exc)
		c.optional(s.Cause)
	case *ast.Assert:
		c.expr(s.Test)
		c.optional(s.Msg)
	case *ast.Import:
		c.aliases(s.Names, &s.Span)
	case *ast.ImportFrom:
		if s.Line > c.lastFuture && s.Module == "__future__" && s.Level == 0 {
			c.fail(&s.Span, "from __future__ imports must occur at the beginning of the file")
		}
		c.aliases(s.Names, &s.Span)
	default:
		c.control(s)
	}
}

func (c *checker) aliases(list []*ast.Alias, at *ast.Span) {
	for _, a := range list {
		if a.AsName != "" {
			c.forbidden(a.AsName, ast.Store, at)
		} else if a.Name != "*" {
			c.forbidden(a.Name, ast.Store, at)
		}
	}
}

func (c *checker) control(s ast.Stmt) {
	switch s := s.(type) {
	case *ast.If:
		c.expr(s.Test)
		c.stmts(s.Body)
		c.stmts(s.OrElse)
	case *ast.While:
		c.block(loopBlock, &s.Span, func() {
			c.expr(s.Test)
			c.stmts(s.Body)
		})
		c.stmts(s.OrElse)
	case *ast.For:
		c.forStmt(s)
	case *ast.With:
		if s.IsAsync && !c.mayAwait() {
			c.fail(&s.Span, "'async with' outside async function")
		}
		c.with(s, s.Items)
	case *ast.Try:
		c.try(s)
	case *ast.Match:
		c.match(s)
	case *ast.Break:
		if !c.leaves(&s.Span, true) {
			c.fail(&s.Span, "'break' outside loop")
		}
	case *ast.Continue:
		if !c.leaves(&s.Span, true) {
			c.fail(&s.Span, "'continue' not properly in loop")
		}
	}
}

// mayAwait reports whether asynchronous statements may stand here.
func (c *checker) mayAwait() bool {
	return c.u.kind == asyncUnit || c.topLevelAwait && c.u.kind == moduleUnit
}

// leaves unwinds the blocks around a jump up to a loop, or all of them, and
// reports whether it met a loop.
func (c *checker) leaves(at *ast.Span, toLoop bool) bool {
	for i := len(c.u.blocks) - 1; i >= 0; i-- {
		switch c.u.blocks[i] {
		case groupBlock:
			c.fail(at, "'break', 'continue' and 'return' cannot appear in an except* block")
		case loopBlock:
			if toLoop {
				return true
			}
		}
	}
	return false
}

func (c *checker) forStmt(s *ast.For) {
	if s.IsAsync && !c.mayAwait() {
		c.fail(&s.Span, "'async for' outside async function")
	}
	if s.IsAsync {
		c.expr(s.Iter)
		c.block(loopBlock, &s.Span, func() {
			c.expr(s.Target)
			c.stmts(s.Body)
		})
	} else {
		c.block(loopBlock, &s.Span, func() {
			c.expr(s.Iter)
			c.expr(s.Target)
			c.stmts(s.Body)
		})
	}
	c.stmts(s.OrElse)
}

func (c *checker) with(s *ast.With, items []*ast.WithItem) {
	if len(items) == 0 {
		c.stmts(s.Body)
		return
	}
	c.expr(items[0].ContextExpr)
	c.block(otherBlock, &s.Span, func() {
		c.optional(items[0].OptionalVars)
		c.with(s, items[1:])
	})
}

func (c *checker) try(s *ast.Try) {
	if s.FinalBody == nil {
		c.tryExcept(s)
		return
	}
	c.block(otherBlock, &s.Span, func() {
		if s.Handlers == nil {
			c.stmts(s.Body)
		} else {
			c.tryExcept(s)
		}
	})
	c.block(otherBlock, &s.Span, func() { c.stmts(s.FinalBody) })
}

func (c *checker) tryExcept(s *ast.Try) {
	c.block(otherBlock, &s.Span, func() { c.stmts(s.Body) })
	if s.IsStar {
		c.block(otherBlock, &s.Span, func() { c.handlers(s) })
		c.stmts(s.OrElse)
		return
	}
	c.stmts(s.OrElse)
	c.block(otherBlock, &s.Span, func() { c.handlers(s) })
}

func (c *checker) handlers(s *ast.Try) {
	kind := otherBlock
	if s.IsStar {
		kind = groupBlock
	}
	for i, h := range s.Handlers {
		if h.Type == nil && i < len(s.Handlers)-1 {
			c.fail(&h.Span, "default 'except:' must be last")
		}
		c.optional(h.Type)
		if h.Name != "" {
			c.forbidden(h.Name, ast.Store, &h.Span)
		}
		c.block(kind, &h.Span, func() { c.stmts(h.Body) })
	}
}

func (c *checker) returnStmt(s *ast.Return) {
	if !c.u.function() {
		c.fail(&s.Span, "'return' outside function")
	}
	if s.Value != nil && c.u.scope.Coroutine && c.u.scope.Generator {
		c.fail(&s.Span, "'return' with value in async generator")
	}
	c.optional(s.Value)
	at := &s.Span
	if v, ok := s.Value.(*ast.Constant); ok && v.Line == s.Line {
		at = &v.Span
	}
	c.leaves(at, false)
}

func (c *checker) annAssign(s *ast.AnnAssign) {
	if s.Value != nil {
		c.expr(s.Value)
		c.expr(s.Target)
	}
	switch t := s.Target.(type) {
	case *ast.Name:
		c.forbidden(t.ID, ast.Store, &s.Span)
		if s.Simple && !c.u.function() {
			c.annotation(s.Annotation)
			return
		}
	case *ast.Attribute:
		c.forbidden(t.Attr, ast.Store, &s.Span)
		if s.Value == nil {
			c.expr(t.Value)
		}
	case *ast.Subscript:
		if s.Value == nil {
			c.expr(t.Value)
			c.expr(t.Slice)
		}
	}
	if !s.Simple && !c.u.function() && !c.table.Features.Annotations {
		c.expr(s.Annotation)
	}
}

func (c *checker) annotation(e ast.Expr) {
	if !c.table.Features.Annotations {
		c.expr(e)
	}
}

func (c *checker) functionDef(s *ast.FunctionDef) {
	c.argNames(s.Args)
	c.exprs(s.DecoratorList)
	c.defaults(s.Args)
	c.typeParams(s.TypeParams)
	c.annotations(s)
	kind := functionUnit
	if s.IsAsync {
		kind = asyncUnit
	}
	c.within(kind, s, func() { c.stmts(s.Body) })
	c.forbidden(s.Name, ast.Store, &s.Span)
}

func (c *checker) argNames(a *ast.Arguments) {
	for _, list := range [][]*ast.Arg{a.PosOnlyArgs, a.Args, {a.VarArg}, a.KwOnlyArgs, {a.KwArg}} {
		for _, arg := range list {
			if arg != nil {
				c.forbidden(arg.Arg, ast.Store, &arg.Span)
			}
		}
	}
}

func (c *checker) defaults(a *ast.Arguments) {
	c.exprs(a.Defaults)
	c.exprs(a.KwDefaults)
}

func (c *checker) annotations(s *ast.FunctionDef) {
	a := s.Args
	for _, list := range [][]*ast.Arg{a.Args, a.PosOnlyArgs, {a.VarArg}, a.KwOnlyArgs, {a.KwArg}} {
		for _, arg := range list {
			if arg == nil || arg.Annotation == nil {
				continue
			}
			if star, ok := arg.Annotation.(*ast.Starred); ok && arg == a.VarArg {
				c.annotation(star.Value)
			} else {
				c.annotation(arg.Annotation)
			}
		}
	}
	if s.Returns != nil {
		c.annotation(s.Returns)
	}
}

func (c *checker) typeParams(list []ast.TypeParam) {
	for _, p := range list {
		if t, ok := p.(*ast.TypeVar); ok && t.Bound != nil {
			c.within(functionUnit, t, func() { c.expr(t.Bound) })
		}
	}
}

func (c *checker) classDef(s *ast.ClassDef) {
	c.exprs(s.DecoratorList)
	c.typeParams(s.TypeParams)
	c.within(classUnit, s, func() { c.stmts(s.Body) })
	c.keywordNames(s.Keywords)
	c.callArgs(s.Bases, s.Keywords)
	c.forbidden(s.Name, ast.Store, &s.Span)
}

// forbidden refuses to bind or delete __debug__.
func (c *checker) forbidden(name string, ctx ast.Context, at *ast.Span) {
	if name != "__debug__" {
		return
	}
	switch ctx {
	case ast.Store:
		c.fail(at, "cannot assign to __debug__")
	case ast.Del:
		c.fail(at, "cannot delete __debug__")
	}
}
