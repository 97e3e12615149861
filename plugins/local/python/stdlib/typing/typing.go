// Package typing is Python's module typing: Python (package pymod) on the type
// variables and generic classes of package py.
package typing

import (
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("typing", func(vm *py.VM, m *py.Module) error {
	for _, t := range []*py.Type{py.TypeVarType, py.TypeVarTupleType, py.ParamSpecType, py.TypeAliasType, py.GenericType} {
		m.Set(t.ShortName(), py.Of(&t.Object))
	}
	m.Add(
		py.Func("_evaluate", 4, 4, evaluate),
		py.Func("_check_expression", 1, 1, checkExpression),
		py.Func("_caller_module", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.CallerModule(), nil }),
	)
	return nil
})

// evaluate is _evaluate(text, scope, locals, names first): scope is the
// namespace of the text's globals, or the function or the name of the module
// that has it. Where names come first, locals are looked at only after scope,
// as for the text in a class: its attributes must not hide the module's names.
func evaluate(vm *py.VM, a []py.Value) (py.Value, error) {
	text, locals := a[0].Str(), a[2].Dict()
	if text == nil {
		return py.Value{}, py.TypeErrorf("Forward reference must be a string -- got %s", a[0].Type().Name)
	}
	globals := scope(vm, a[1])
	if locals == nil {
		locals = globals
	}
	if a[3] == py.True {
		globals, locals = locals, globals
	}
	return vm.Evaluate(text.S, globals, locals)
}

func scope(vm *py.VM, v py.Value) *py.Dict {
	if d := v.Dict(); d != nil {
		return d
	}
	if f := v.Function(); f != nil {
		return f.Globals
	}
	if name := v.Str(); name != nil {
		if m := vm.Modules.GetStr(vm.Intern(name.S)); m.Bound() && m.Module() != nil {
			return m.Module().Dict
		}
	}
	return vm.Main
}

// checkExpression is _check_expression(text): a SyntaxError unless the text is
// an expression.
func checkExpression(vm *py.VM, a []py.Value) (py.Value, error) {
	text := a[0].Str()
	if text == nil {
		return py.Value{}, py.TypeErrorf("Forward reference must be a string -- got %s", a[0].Type().Name)
	}
	if _, err := parser.ParseExpr(text.S, "<string>"); err != nil {
		r, reprErr := vm.Repr(a[0])
		if reprErr != nil {
			return py.Value{}, reprErr
		}
		return py.Value{}, py.Raise(py.SyntaxError, "Forward reference must be an expression -- got %s", r)
	}
	return py.None, nil
}
