package symtable

import "github.com/airlockhq/airlock/plugins/local/python/ast"

func (c *checker) exprs(list []ast.Expr) {
	for _, e := range list {
		c.optional(e)
	}
}

func (c *checker) optional(e ast.Expr) {
	if e != nil {
		c.expr(e)
	}
}

func (c *checker) expr(e ast.Expr) {
	c.Step(0)
	switch e := e.(type) {
	case *ast.Name:
		c.forbidden(e.ID, e.Ctx, &e.Span)
	case *ast.Constant:
	case *ast.Attribute:
		c.expr(e.Value)
		if e.Ctx == ast.Store {
			c.forbidden(e.Attr, e.Ctx, &e.Span)
		}
	case *ast.Call:
		c.keywordNames(e.Keywords)
		c.expr(e.Func)
		c.callArgs(e.Args, e.Keywords)
	case *ast.Subscript:
		c.expr(e.Value)
		c.expr(e.Slice)
	case *ast.BinOp:
		c.expr(e.Left)
		c.expr(e.Right)
	case *ast.UnaryOp:
		c.expr(e.Operand)
	case *ast.BoolOp:
		c.exprs(e.Values)
	case *ast.Compare:
		c.expr(e.Left)
		c.exprs(e.Comparators)
	case *ast.IfExp:
		c.expr(e.Test)
		c.expr(e.Body)
		c.expr(e.OrElse)
	case *ast.Tuple:
		c.elements(e.Elts, e.Ctx, &e.Span)
	case *ast.List:
		c.elements(e.Elts, e.Ctx, &e.Span)
	case *ast.Set:
		c.elements(e.Elts, ast.Load, &e.Span)
	case *ast.Dict:
		for i, value := range e.Values {
			c.optional(e.Keys[i])
			c.expr(value)
		}
	case *ast.Slice:
		c.optional(e.Lower)
		c.optional(e.Upper)
		c.optional(e.Step)
	case *ast.Starred:
		if e.Ctx == ast.Store {
			c.fail(&e.Span, "starred assignment target must be in a list or tuple")
		}
		c.fail(&e.Span, "can't use starred expression here")
	case *ast.JoinedStr:
		c.exprs(e.Values)
	case *ast.FormattedValue:
		c.expr(e.Value)
		c.optional(e.FormatSpec)
	default:
		c.special(e)
	}
}

// elements checks the elements of a tuple, list or set, starred ones among them.
func (c *checker) elements(list []ast.Expr, ctx ast.Context, at *ast.Span) {
	if ctx == ast.Store {
		starred := false
		for i, e := range list {
			if _, ok := e.(*ast.Starred); !ok {
				continue
			}
			if starred {
				c.fail(at, "multiple starred expressions in assignment")
			}
			if i >= 1<<8 {
				c.fail(at, "too many expressions in star-unpacking assignment")
			}
			starred = true
		}
	}
	for _, e := range list {
		if star, ok := e.(*ast.Starred); ok && ctx != ast.Del {
			c.expr(star.Value)
		} else {
			c.expr(e)
		}
	}
}

// keywordNames checks the names of keyword arguments.
func (c *checker) keywordNames(list []*ast.Keyword) {
	for i, k := range list {
		if k.Arg == "" {
			continue
		}
		c.forbidden(k.Arg, ast.Store, &k.Span)
		for _, other := range list[i+1:] {
			if other.Arg == k.Arg {
				c.fail(&other.Span, "keyword argument repeated: %s", k.Arg)
			}
		}
	}
}

func (c *checker) callArgs(args []ast.Expr, keywords []*ast.Keyword) {
	c.elements(args, ast.Load, nil)
	for _, k := range keywords {
		c.expr(k.Value)
	}
}

// special checks the expressions whose place matters.
func (c *checker) special(e ast.Expr) {
	switch e := e.(type) {
	case *ast.NamedExpr:
		c.expr(e.Value)
		c.expr(e.Target)
	case *ast.Lambda:
		c.argNames(e.Args)
		c.defaults(e.Args)
		c.within(functionUnit, e, func() { c.expr(e.Body) })
	case *ast.ListComp:
		c.comprehension(e, e.Generators, e.Elt, nil)
	case *ast.SetComp:
		c.comprehension(e, e.Generators, e.Elt, nil)
	case *ast.DictComp:
		c.comprehension(e, e.Generators, e.Key, e.Value)
	case *ast.GeneratorExp:
		c.comprehension(e, e.Generators, e.Elt, nil)
	case *ast.Yield:
		if !c.u.function() {
			c.fail(&e.Span, "'yield' outside function")
		}
		c.optional(e.Value)
	case *ast.YieldFrom:
		if !c.u.function() {
			c.fail(&e.Span, "'yield' outside function")
		}
		if c.u.kind == asyncUnit {
			c.fail(&e.Span, "'yield from' inside async function")
		}
		c.expr(e.Value)
	case *ast.Await:
		c.await(e)
	}
}

func (c *checker) await(e *ast.Await) {
	if !c.mayAwait() {
		if !c.u.function() {
			c.fail(&e.Span, "'await' outside function")
		}
		if c.u.kind != compUnit {
			c.fail(&e.Span, "'await' outside async function")
		}
	}
	c.expr(e.Value)
}

func (c *checker) comprehension(e ast.Expr, gens []*ast.Comprehension, elt, value ast.Expr) {
	scope := c.table.Of(e)
	if scope.Inlinable {
		c.expr(gens[0].Iter)
	}
	if scope.Coroutine && scope.Kind != GeneratorScope && !c.mayAwait() && c.u.kind != compUnit {
		c.fail(e.Pos(), "asynchronous comprehension outside of an asynchronous function")
	}
	inside := func() {
		for i, g := range gens {
			if i > 0 {
				c.expr(g.Iter)
			}
			c.expr(g.Target)
			c.exprs(g.Ifs)
		}
		c.expr(elt)
		c.optional(value)
	}
	if scope.Inlinable {
		inside()
		return
	}
	c.within(compUnit, e, inside)
	c.expr(gens[0].Iter)
}
