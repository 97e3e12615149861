// Package builtins is the module builtins.
package builtins

import "github.com/airlockhq/airlock/plugins/local/python/py"

// Load makes the module: the built-in names as they are now. It is a copy, so
// that what a program stores into it changes nothing for other code.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("builtins", "Built-in functions, types, exceptions, and other objects.")
	for name, v := range vm.Builtins.All() {
		if err := m.Dict.Set(vm, name, v); err != nil {
			return nil, err
		}
	}
	return m, nil
}
