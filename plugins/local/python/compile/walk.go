package compile

import "github.com/airlockhq/airlock/plugins/local/python/ast"

// walkExpr visits an expression and those that are evaluated with it, in
// source order: not the bodies of lambdas and generator expressions, which run
// later. It does not go into an expression for which visit returns false.
func walkExpr(e ast.Expr, visit func(ast.Expr) bool) {
	if e == nil || !visit(e) {
		return
	}
	w := func(list ...ast.Expr) {
		for _, x := range list {
			walkExpr(x, visit)
		}
	}
	gens := func(list []*ast.Comprehension) {
		for _, g := range list {
			w(g.Iter)
			w(g.Ifs...)
		}
	}
	switch e := e.(type) {
	case *ast.Attribute:
		w(e.Value)
	case *ast.Await:
		w(e.Value)
	case *ast.BinOp:
		w(e.Left, e.Right)
	case *ast.BoolOp:
		w(e.Values...)
	case *ast.Call:
		w(e.Func)
		w(e.Args...)
		for _, k := range e.Keywords {
			w(k.Value)
		}
	case *ast.Compare:
		w(e.Left)
		w(e.Comparators...)
	case *ast.Dict:
		for i, v := range e.Values {
			w(e.Keys[i], v)
		}
	case *ast.DictComp:
		gens(e.Generators)
		w(e.Key, e.Value)
	case *ast.FormattedValue:
		w(e.Value, e.FormatSpec)
	case *ast.GeneratorExp:
		w(e.Generators[0].Iter)
	case *ast.IfExp:
		w(e.Test, e.Body, e.OrElse)
	case *ast.JoinedStr:
		w(e.Values...)
	case *ast.Lambda:
		w(e.Args.Defaults...)
		w(e.Args.KwDefaults...)
	case *ast.List:
		w(e.Elts...)
	case *ast.ListComp:
		gens(e.Generators)
		w(e.Elt)
	case *ast.NamedExpr:
		w(e.Value)
	case *ast.Set:
		w(e.Elts...)
	case *ast.SetComp:
		gens(e.Generators)
		w(e.Elt)
	case *ast.Slice:
		w(e.Lower, e.Upper, e.Step)
	case *ast.Starred:
		w(e.Value)
	case *ast.Subscript:
		w(e.Value, e.Slice)
	case *ast.Tuple:
		w(e.Elts...)
	case *ast.UnaryOp:
		w(e.Operand)
	case *ast.Yield:
		w(e.Value)
	case *ast.YieldFrom:
		w(e.Value)
	}
}

// unbinds collects the names that the statements may unbind: by del and at the
// end of "except ... as".
func unbinds(list []ast.Stmt, into map[string]bool) map[string]bool {
	add := func(name string) {
		if into == nil {
			into = map[string]bool{}
		}
		into[name] = true
	}
	for _, s := range list {
		switch s := s.(type) {
		case *ast.Delete:
			for _, t := range s.Targets {
				walkExpr(t, func(x ast.Expr) bool {
					if n, ok := x.(*ast.Name); ok {
						add(n.ID)
					}
					return true
				})
			}
		case *ast.Try:
			for _, body := range [][]ast.Stmt{s.Body, s.OrElse, s.FinalBody} {
				into = unbinds(body, into)
			}
			for _, h := range s.Handlers {
				if h.Name != "" {
					add(h.Name)
				}
				into = unbinds(h.Body, into)
			}
		case *ast.If:
			into = unbinds(s.OrElse, unbinds(s.Body, into))
		case *ast.For:
			into = unbinds(s.OrElse, unbinds(s.Body, into))
		case *ast.While:
			into = unbinds(s.OrElse, unbinds(s.Body, into))
		case *ast.With:
			into = unbinds(s.Body, into)
		case *ast.Match:
			for _, c := range s.Cases {
				into = unbinds(c.Body, into)
			}
		}
	}
	return into
}
