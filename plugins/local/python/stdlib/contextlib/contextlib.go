// Package contextlib is Python's module contextlib: Python, with a little of
// the machine.
package contextlib

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("contextlib", func(vm *py.VM, m *py.Module) error {
	m.Add(
		py.Func("_handled", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.Handled(), nil }),
		py.Func("_swap_stream", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return vm.SwapStream(a[0].Str() != nil && a[0].Str().S == "stderr", a[1]), nil
		}),
	)
	return nil
})
