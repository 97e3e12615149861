// Package os is Python's modules os and os.path, as far as they deal with
// texts: they reach no operating system.
package os

import (
	"maps"
	"slices"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/hashlib"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// LoadPath makes the module os.path, which is also posixpath.
func LoadPath(vm *py.VM) (*py.Module, error) {
	if m := vm.Modules.GetStr(vm.Intern("posixpath")); m.Bound() && m.Module() != nil {
		return m.Module(), nil
	}
	// The policy knows the module by the name os.path.
	m := vm.NewModule("os.path", "")
	m.Set("__name__", vm.NewString("posixpath"))
	if err := pymod.Exec(vm, m, "os_path"); err != nil {
		return nil, err
	}
	vm.Modules.SetStr(vm.Intern("posixpath"), m.Value())
	return m, nil
}

// Load makes the module os.
var Load = pymod.Loader("os", func(vm *py.VM, m *py.Module) error {
	path, err := LoadPath(vm)
	if err != nil {
		return err
	}
	env := vm.NewDict()
	for _, name := range slices.Sorted(maps.Keys(vm.Config().Env)) {
		env.SetStr(vm.Intern(name), vm.NewString(vm.Config().Env[name]))
	}
	m.Set("_environ", env.Value())
	m.Set("_path", path.Value())
	m.Set("_fspath", vm.Private(path, py.Name("_fspath")))
	return hashlib.Natives(vm, m)
})
