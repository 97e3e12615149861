// Package ast is Python's module ast: the classes in Python (package pymod),
// the parser in Go.
package ast

import (
	"errors"
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/internal/raise"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// Load makes the module.
var Load = pymod.Loader("ast", func(vm *py.VM, m *py.Module) error {
	m.Add(py.Func("_parse", 3, 3, func(vm *py.VM, a []py.Value) (py.Value, error) {
		for _, v := range a {
			if v.Str() == nil {
				return py.Value{}, py.TypeErrorf("a str is required, not %s", v.Type().Name)
			}
		}
		var root ast.Root
		err := vm.FrontEnd(func(budget token.Budget) (err error) {
			root, err = parser.ParseMode(a[0].Str().S, a[1].Str().S, a[2].Str().S, budget)
			return err
		})
		if err != nil {
			return py.Value{}, syntaxError(err)
		}
		b := &builder{vm: vm, space: m.Dict, classes: map[string]py.Value{}, single: map[string]py.Value{}}
		if known := m.Dict.GetStr(nameSingletons).Dict(); known != nil {
			for k, v := range known.All() {
				b.single[k.Str().S] = v
			}
		}
		return b.node(root)
	}))
	return nil
})

var (
	nameSingletons                             = py.Name("_singletons")
	nameLine, nameCol, nameEndLine, nameEndCol = py.Name("lineno"), py.Name("col_offset"), py.Name("end_lineno"), py.Name("end_col_offset")
)

// syntaxError is the exception for an error of the parser.
func syntaxError(err error) error {
	var e *parser.SyntaxError
	if !errors.As(err, &e) {
		return err
	}
	return raise.Syntax(e)
}

// builder makes Python's nodes of Go's. Its recursion is as deep as the tree,
// which the parser bounds.
type builder struct {
	vm      *py.VM
	space   *py.Dict
	classes map[string]py.Value
	single  map[string]py.Value // the one instance of each operator and context
}

func (b *builder) class(name string) py.Value {
	c, ok := b.classes[name]
	if !ok {
		c = b.space.GetStr(py.Name(name))
		b.classes[name] = c
	}
	return c
}

func (b *builder) node(n ast.Node) (py.Value, error) {
	vm := b.vm
	if err := vm.Tick(1); err != nil {
		return py.Value{}, err
	}
	obj, err := vm.Call(b.class(n.NodeName()))
	if err != nil {
		return py.Value{}, err
	}
	for _, f := range n.Fields() {
		v, err := b.value(f.Value)
		if err != nil {
			return py.Value{}, err
		}
		if err := vm.SetAttr(obj, vm.Intern(f.Name), v); err != nil {
			return py.Value{}, err
		}
	}
	if p, ok := n.(interface{ Pos() *ast.Span }); ok {
		s := p.Pos()
		for _, at := range []struct {
			name *py.Str
			n    int32
		}{{nameLine, s.Line}, {nameCol, s.Col}, {nameEndLine, s.EndLine}, {nameEndCol, s.EndCol}} {
			if err := vm.SetAttr(obj, at.name, py.Int(int64(at.n))); err != nil {
				return py.Value{}, err
			}
		}
	}
	return obj, nil
}

func (b *builder) value(v any) (py.Value, error) {
	vm := b.vm
	if v == ast.Absent {
		return py.None, nil
	}
	switch v := v.(type) {
	case nil:
		return py.None, nil
	case ast.Node:
		return b.node(v)
	case []ast.Node:
		return list(b, v, func(n ast.Node) (py.Value, error) {
			if n == nil {
				return py.None, nil
			}
			return b.node(n)
		})
	case []string:
		return list(b, v, func(s string) (py.Value, error) { return vm.NewString(s), nil })
	case []ast.CmpOperator:
		return list(b, v, func(o ast.CmpOperator) (py.Value, error) { return b.singleton(o.String()) })
	case *big.Int:
		return vm.NewInt(v), nil
	case bool:
		return py.Bool(v), nil
	case int:
		return py.Int(int64(v)), nil
	case int64:
		return py.Int(v), nil
	case float64:
		return py.Float(v), nil
	case complex128:
		return vm.NewComplex(v), nil
	case string:
		return vm.NewString(v), nil
	case ast.Bytes:
		return vm.NewBytes(string(v)), nil
	case ast.Ellipsis:
		return py.Ellipsis, nil
	case interface{ String() string }:
		return b.singleton(v.String())
	}
	return py.None, nil
}

func list[T any](b *builder, items []T, f func(T) (py.Value, error)) (py.Value, error) {
	out := make([]py.Value, len(items))
	for i, x := range items {
		v, err := f(x)
		if err != nil {
			return py.Value{}, err
		}
		out[i] = v
	}
	return b.vm.NewList(out), nil
}

// singleton is the one instance of an operator or context.
func (b *builder) singleton(name string) (py.Value, error) {
	if v, ok := b.single[name]; ok {
		return v, nil
	}
	v, err := b.vm.Call(b.class(name))
	if err != nil {
		return py.Value{}, err
	}
	b.single[name] = v
	if known := b.space.GetStr(nameSingletons).Dict(); known != nil {
		known.SetStr(b.vm.Intern(name), v)
	}
	return v, nil
}
