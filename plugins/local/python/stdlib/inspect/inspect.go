// Package inspect is Python's module inspect: Python, with the sources that
// the machine knows.
package inspect

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/caller"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("inspect", func(vm *py.VM, m *py.Module) error {
	if err := Sources(vm, m); err != nil {
		return err
	}
	return caller.Natives(vm, m)
})

// Sources puts the function _source into a module's namespace.
func Sources(vm *py.VM, m *py.Module) error {
	// _source(file) is the text of a source, or None.
	m.Add(py.Func("_source", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		name := a[0].Str()
		if name == nil {
			return py.None, nil
		}
		src, ok := vm.Source(name.S)
		if !ok {
			return py.None, nil
		}
		return vm.NewString(src), nil
	}))
	return nil
}
