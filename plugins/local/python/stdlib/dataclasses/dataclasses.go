// Package dataclasses is Python's module dataclasses: Python (package pymod),
// with the compilation of the methods it makes in Go.
package dataclasses

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("dataclasses", func(vm *py.VM, m *py.Module) error {
	m.Add(
		pymod.Define(), pymod.SetField(),
		py.Func("_caller_module", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.CallerModule(), nil }),
	)
	return nil
})
