package compile

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

// A def, class or type statement with type parameters is compiled as a
// function that makes the parameters and then the thing itself, and is called
// at once. The defaults of a def are evaluated outside and passed to it.

// The names that such a function knows beside the program's: the defaults that
// it is given, and the tuple of type parameters, which a class body reads.
const (
	defaultsName   = ".defaults"
	kwDefaultsName = ".kwdefaults"
	typeParamsName = ".type_params"
)

// hiddenParams names the parameters of the function around a node with type
// parameters.
func hiddenParams(n ast.Node) []string {
	s, ok := n.(*ast.FunctionDef)
	if !ok {
		return nil
	}
	var names []string
	if len(s.Args.Defaults) > 0 {
		names = append(names, defaultsName)
	}
	for _, d := range s.Args.KwDefaults {
		if d != nil {
			return append(names, kwDefaultsName)
		}
	}
	return names
}

// typeParamNames are the locals of such a function that the program named.
func typeParamNames(locals []string) []string {
	var out []string
	for _, name := range locals {
		if !strings.HasPrefix(name, ".") {
			out = append(out, name)
		}
	}
	return out
}

// generic compiles the function around a node with type parameters and its
// call. args compiles the arguments into the next temporaries; body makes the
// value, given the register of the tuple of type parameters.
func (u *unit) generic(scope *symtable.Scope, name string, params []ast.TypeParam, dst int, args func() int, body func(f *unit, params int) int) {
	base := u.base(dst)
	n := args()
	mark := u.top
	co := u.compile(u, scope, nil, "<generic parameters of "+name+">", func(f *unit) {
		f.pos = u.pos
		f.co.FirstLine = u.pos.Line
		t := f.typeParams(params)
		f.emit(code.OpReturn, body(f, t), 0, 0, 0)
	})
	u.makeFunction(co, scope, u.top, 0, base)
	u.top = mark
	u.emit(code.OpCall, base, n, dst, u.site(""))
}

// typeParams makes the type parameters and the tuple of them.
func (u *unit) typeParams(list []ast.TypeParam) int {
	if len(list) > maxWindow*4 {
		panic(outOfRegisters{u.pos})
	}
	t := u.allocN(len(list))
	for i, p := range list {
		old := u.at(p)
		u.typeParam(p, t+i)
		u.pos = old
	}
	u.emit(code.OpBuildTuple, t, t, len(list), 0)
	u.top = t + 1
	return t
}

func (u *unit) typeParam(p ast.TypeParam, dst int) {
	var name string
	kind, fn := 0, dst
	switch p := p.(type) {
	case *ast.TypeVar:
		name = p.Name
		if p.Bound != nil {
			kind = 1
			if _, ok := p.Bound.(*ast.Tuple); ok {
				kind = 2
			}
			fn = u.alloc()
			u.lazy(u.table.Of(p), p.Name, p.Bound, fn)
			u.top = fn
		}
	case *ast.TypeVarTuple:
		name, kind = p.Name, 3
	case *ast.ParamSpec:
		name, kind = p.Name, 4
	}
	u.emit(code.OpMakeTypeVar, dst, fn, kind, u.name(name))
	u.storeName(name, dst)
}

// lazy compiles a function of an expression that is evaluated when asked for.
func (u *unit) lazy(scope *symtable.Scope, name string, e ast.Expr, dst int) {
	mark := u.top
	co := u.compile(u, scope, nil, name, func(f *unit) {
		f.at(e)
		f.co.FirstLine = e.Pos().Line
		f.emit(code.OpReturn, f.operand(e), 0, 0, 0)
	})
	u.makeFunction(co, scope, u.top, 0, dst)
	u.top = mark
}

func (u *unit) genericFunction(s *ast.FunctionDef, scope *symtable.Scope, dst int) {
	args := func() int {
		before := u.top
		u.defaults(s.Args)
		return u.top - before
	}
	u.generic(scope, s.Name, s.TypeParams, dst, args, func(f *unit, params int) int {
		fn := f.alloc()
		base := f.top
		parts := 0
		for i, p := range hiddenParams(s) {
			f.move(f.alloc(), i)
			if p == defaultsName {
				parts |= withDefaults
			} else {
				parts |= withKwDefaults
			}
		}
		f.function(s, base, parts, fn)
		f.emit(code.OpSetTypeParams, fn, params, 0, 0)
		return fn
	})
}

func (u *unit) genericClass(s *ast.ClassDef, scope *symtable.Scope, dst int) {
	none := func() int { return 0 }
	u.generic(scope, s.Name, s.TypeParams, dst, none, func(f *unit, params int) int {
		f.storeName(typeParamsName, params)
		base := f.alloc()
		f.emit(code.OpGenericBase, base, params, 0, 0)
		class := f.alloc()
		f.class(s, s.Bases, base, class)
		return class
	})
}

func (u *unit) typeAlias(s *ast.TypeAlias) {
	name := s.Name.(*ast.Name).ID
	t := u.alloc()
	if scope := u.table.TypeParamsOf(s); scope != nil {
		none := func() int { return 0 }
		u.generic(scope, name, s.TypeParams, t, none, func(f *unit, params int) int {
			f.alias(s, name, params)
			return params
		})
	} else {
		u.loadConst([]any{}, t)
		u.alias(s, name, t)
	}
	u.storeName(name, t)
}

// alias makes a type alias in r[params], which holds its type parameters and
// is the topmost temporary.
func (u *unit) alias(s *ast.TypeAlias, name string, params int) {
	fn := u.alloc()
	u.lazy(u.table.Of(s), name, s.Value, fn)
	u.emit(code.OpMakeTypeAlias, params, params, 0, u.name(name))
	u.top = fn
}
