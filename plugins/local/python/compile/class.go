package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// classDef compiles a class statement and gives the register that holds what
// it binds.
func (u *unit) classDef(s *ast.ClassDef) int {
	value := u.decorated(s.DecoratorList, func(dst int) {
		if scope := u.table.TypeParamsOf(s); scope != nil {
			u.genericClass(s, scope, dst)
			return
		}
		u.class(s, s.Bases, -1, dst)
	})
	u.bindName(s.Name, value, code.BindDef)
	return value
}

// class compiles the making of a class. generic is the register of a further
// base, or -1.
func (u *unit) class(s *ast.ClassDef, bases []ast.Expr, generic, dst int) {
	base := u.base(dst)
	u.emit(code.OpLoadBuildClass, base, 0, 0, 0)
	unpacks := hasStar(bases) || len(bases)+len(s.Keywords) > maxWindow
	for _, k := range s.Keywords {
		unpacks = unpacks || k.Arg == ""
	}
	if unpacks {
		u.classEx(s, bases, generic, base, dst)
		return
	}
	u.classBody(s, u.alloc())
	u.loadConst(s.Name, u.alloc())
	n := 2 + len(bases) + len(s.Keywords)
	for _, b := range bases {
		u.expr(b, u.alloc())
	}
	if generic >= 0 {
		u.move(u.alloc(), generic)
		n++
	}
	for _, k := range s.Keywords {
		u.expr(k.Value, u.alloc())
	}
	u.finishCall(base, n, s.Keywords, dst)
}

// classEx compiles a class with starred bases or keywords.
func (u *unit) classEx(s *ast.ClassDef, bases []ast.Expr, generic, base, dst int) {
	list, dict := u.alloc(), u.alloc()
	body := u.alloc()
	u.classBody(s, body)
	u.loadConst(s.Name, u.alloc())
	u.emit(code.OpBuildList, list, body, 2, 0)
	u.top = body
	for _, b := range bases {
		if star, ok := b.(*ast.Starred); ok {
			u.emit(code.OpListExtend, list, u.operand(star.Value), 0, 0)
		} else {
			u.emit(code.OpListAppend, list, u.operand(b), 0, 0)
		}
		u.top = body
	}
	if generic >= 0 {
		u.emit(code.OpListAppend, list, generic, 0, 0)
	}
	if len(s.Keywords) == 0 {
		u.emit(code.OpUnbind, dict, 0, 0, 0)
	} else {
		u.gatherKeywords(s.Keywords, dict, base)
	}
	u.emit(code.OpCallEx, base, 0, dst, 0)
}

// classBody compiles the function that runs the class's statements in a
// namespace of its own.
func (u *unit) classBody(s *ast.ClassDef, dst int) {
	scope := u.table.Of(s)
	co := u.compile(u, scope, nil, s.Name, func(c *unit) {
		c.pos = s.Span
		c.co.FirstLine = s.Line
		if len(s.DecoratorList) > 0 {
			c.co.FirstLine = s.DecoratorList[0].Pos().Line
		}
		c.classStatements(s)
	})
	u.makeFunction(co, scope, u.top, 0, dst)
}

func (u *unit) classStatements(s *ast.ClassDef) {
	t := u.alloc()
	if u.scope.NeedsClassDict {
		u.emit(code.OpLoadLocals, t, 0, 0, 0)
		u.emit(code.OpStoreCell, u.classes["__classdict__"].reg, t, 0, 0)
	}
	u.emit(code.OpLoadName, t, 0, 0, u.loadSite("__name__"))
	u.emit(code.OpStoreName, t, 0, 0, u.name("__module__"))
	u.loadConst(u.co.QualName, t)
	u.emit(code.OpStoreName, t, 0, 0, u.name("__qualname__"))
	if len(s.TypeParams) > 0 {
		u.loadName(typeParamsName, t)
		u.emit(code.OpStoreName, t, 0, 0, u.name("__type_params__"))
	}
	if hasAnnotations(s.Body) {
		u.emit(code.OpSetupAnnotations, 0, 0, 0, 0)
	}
	if doc, ok := docstring(s.Body); ok {
		u.co.Doc, u.co.HasDoc = doc, true
		u.loadConst(doc, t)
		u.emit(code.OpStoreName, t, 0, 0, u.name("__doc__"))
	}
	u.stmts(s.Body)
	if u.scope.NeedsClassDict {
		u.move(t, u.classes["__classdict__"].reg)
		u.emit(code.OpStoreName, t, 0, 0, u.name("__classdictcell__"))
	}
	if u.scope.NeedsClassCell {
		u.move(t, u.classes["__class__"].reg)
		u.emit(code.OpStoreName, t, 0, 0, u.name("__classcell__"))
		u.emit(code.OpReturn, t, 0, 0, 0)
	}
}
