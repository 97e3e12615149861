// Package enum is Python's module enum: Python (package pymod), with its
// property and what needs the machine in Go.
package enum

import (
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/types"
)

// Load makes the module.
var Load = pymod.Loader("enum", func(vm *py.VM, m *py.Module) error {
	m.Set("property", py.Of(&types.EnumProperty().Object))
	m.Set("_property", py.Of(&py.PropertyType.Object))
	m.Set("_DynamicClassAttribute", py.Of(&types.DynamicClassAttribute().Object))
	m.Set("_member_name", types.MemberName)
	m.Set("_member_value", types.MemberValue)
	m.Add(
		py.Func("_redirect", 4, 4, redirect),
		py.Func("_proxy", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.NewMappingProxy(a[0]), nil }),
		py.Func("_caller_module", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.CallerModule(), nil }),
		py.Func("_export", 2, 2, export),
	)
	return nil
})

// redirect is _redirect(member, found, inherited, of_value); see
// types.NewEnumRedirect.
func redirect(vm *py.VM, a []py.Value) (py.Value, error) {
	inherited := a[2]
	if inherited.IsNone() {
		inherited = py.Value{}
	}
	ofValue, err := vm.Truth(a[3])
	return types.NewEnumRedirect(vm, a[0], a[1], inherited, ofValue), err
}

// export is _export(module, names): it puts names into a module's namespace,
// as far as the policy lets guest code bind them.
func export(vm *py.VM, a []py.Value) (py.Value, error) {
	name, names := a[0].Str(), a[1].Dict()
	if name == nil || names == nil {
		return py.None, nil
	}
	into := vm.Main
	if m := vm.Modules.GetStr(vm.Intern(name.S)); m.Bound() && m.Module() != nil {
		into = m.Module().Dict
	}
	if into != vm.Main {
		return py.Value{}, py.TypeErrorf("cannot add names to module %q", name.S)
	}
	for k, v := range names.All() {
		if p := vm.Config().Policy; p != nil {
			if err := p.Bind(vm, k.Str().S, code.BindStore); err != nil {
				return py.Value{}, err
			}
		}
		into.SetStr(vm.Intern(k.Str().S), v)
	}
	return py.None, nil
}
