// Package typing is Python's module typing: Python (package pymod) on the type
// variables and generic classes of package py.
package typing

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("typing", func(vm *py.VM, m *py.Module) error {
	for _, t := range []*py.Type{py.TypeVarType, py.TypeVarTupleType, py.ParamSpecType, py.TypeAliasType, py.GenericType} {
		m.Set(t.ShortName(), py.Of(&t.Object))
	}
	m.Add(
		py.Func("_evaluate", 3, 3, evaluate),
		py.Func("_caller_module", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.CallerModule(), nil }),
	)
	return nil
})

// evaluate is _evaluate(text, globals, locals). globals may be the name of a
// module, and locals None.
func evaluate(vm *py.VM, a []py.Value) (py.Value, error) {
	text, globals, locals := a[0].Str(), a[1].Dict(), a[2].Dict()
	if text == nil {
		return py.Value{}, py.TypeErrorf("Forward reference must be a string -- got %s", a[0].Type().Name)
	}
	if globals == nil {
		globals = vm.Main
		if name := a[1].Str(); name != nil {
			if m := vm.Modules.GetStr(vm.Intern(name.S)); m.Bound() && m.Module() != nil {
				globals = m.Module().Dict
			}
		}
	}
	if locals == nil {
		locals = globals
	}
	return vm.Evaluate(text.S, globals, locals)
}
