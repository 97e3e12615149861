package pymod

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Define is _define(source, namespace), which runs the definitions that a
// module wrote in a namespace. They are the interpreter's own code, but made
// with names that guest code chose: what stands in them beyond what the modules
// write is refused.
func Define() *py.Builtin {
	return py.Func("_define", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
		src, ns := a[0].Str(), a[1].Dict()
		if src == nil || ns == nil {
			return py.Value{}, py.TypeErrorf("_define() takes a str and a dict")
		}
		if err := checkDefinitions(vm, src.S, ns); err != nil {
			return py.Value{}, err
		}
		return py.None, Run(vm, src.S, "<string>", ns)
	})
}

// SetField is _set_field(obj, name, value), object.__setattr__ for names that
// guest code chose.
func SetField() *py.Builtin {
	return py.Func("_set_field", 3, 3, func(vm *py.VM, a []py.Value) (py.Value, error) {
		s := a[1].Str()
		if s == nil {
			return py.Value{}, py.TypeErrorf("attribute name must be string, not '%s'", a[1].Type().Name)
		}
		if p := vm.Config().Policy; p != nil && py.IsDunder(s.S) {
			if err := p.Attr(vm, a[0], s.S, py.AccessWrite); err != nil {
				return py.Value{}, err
			}
		}
		return py.None, vm.GenericSetAttr(a[0], vm.Intern(s.S), a[2])
	})
}

// mayName are the built-ins that definitions use, and mayReach the dunder
// attributes.
var (
	mayName  = map[string]bool{"NotImplemented": true, "hash": true, "id": true, "super": true, "type": true}
	mayReach = map[string]bool{"__class__": true, "__qualname__": true, "__setattr__": true, "__delattr__": true, "__post_init__": true}
)

// checkDefinitions refuses what isn't a definition of plain functions.
func checkDefinitions(vm *py.VM, src string, namespace *py.Dict) error {
	mod, err := parser.Parse(src, "<string>")
	if err != nil {
		return refuseDefinition()
	}
	for _, stmt := range mod.Body {
		f, ok := stmt.(*ast.FunctionDef)
		if !ok || f.IsAsync || len(f.DecoratorList) > 0 || len(f.TypeParams) > 0 || f.Returns != nil {
			return refuseDefinition()
		}
		c := &definition{vm: vm, names: map[string]bool{}, namespace: namespace}
		for _, a := range [][]*ast.Arg{f.Args.PosOnlyArgs, f.Args.Args, f.Args.KwOnlyArgs} {
			for _, arg := range a {
				if arg.Annotation != nil {
					return refuseDefinition()
				}
				c.names[arg.Arg] = true
			}
		}
		c.names["key"] = true
		if err := c.children(f); err != nil {
			return err
		}
	}
	return nil
}

func refuseDefinition() error {
	return py.ValueErrorf("a field's name is not an identifier")
}

// definition checks a function's nodes.
type definition struct {
	vm        *py.VM
	names     map[string]bool // its parameters and variables
	namespace *py.Dict
}

func (c *definition) children(n ast.Node) error {
	for _, f := range n.Fields() {
		switch v := f.Value.(type) {
		case []ast.Node:
			for _, child := range v {
				if child == nil {
					continue
				}
				if err := c.node(child); err != nil {
					return err
				}
			}
		case ast.Node:
			if err := c.node(v); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *definition) node(n ast.Node) error {
	switch n := n.(type) {
	case *ast.Name:
		if !c.names[n.ID] && !mayName[n.ID] && !c.namespace.GetStr(c.vm.Intern(n.ID)).Bound() {
			return refuseDefinition()
		}
	case *ast.Attribute:
		if p := c.vm.Config().Policy; p != nil && py.IsDunder(n.Attr) && (!mayReach[n.Attr] || n.Ctx != ast.Load) {
			if err := p.Attr(c.vm, py.None, n.Attr, py.AccessWrite); err != nil {
				return err
			}
		}
	case *ast.Arguments, *ast.Arg, *ast.ExprStmt, *ast.Assign, *ast.Return, *ast.Raise, *ast.If, *ast.Try, *ast.Pass,
		*ast.Call, *ast.Compare, *ast.BoolOp, *ast.IfExp, *ast.Tuple, *ast.Subscript, *ast.Constant, *ast.JoinedStr, *ast.FormattedValue:
	default:
		return refuseDefinition()
	}
	return c.children(n)
}
