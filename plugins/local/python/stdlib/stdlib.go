// Package stdlib is the table of the standard library's modules. Each is a
// package of its own below this one, made when guest code first imports it.
package stdlib

import (
	"maps"
	"slices"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// loader makes a module for one machine.
type loader = func(vm *py.VM) (*py.Module, error)

// Import makes the module of a dotted name; ok is false if there is none. It
// is the Import of a py.Config.
func Import(vm *py.VM, name string) (m *py.Module, ok bool, err error) {
	load := find(name)
	if load == nil {
		return nil, false, nil
	}
	m, err = load(vm)
	return m, true, err
}

// Exists reports whether there is a module of that dotted name.
func Exists(name string) bool { return find(name) != nil }

func find(name string) loader {
	if load := modules[name]; load != nil {
		return load
	}
	return testModules[name]
}

// Names lists all modules but those for tests of the interpreter, sorted.
func Names() []string { return slices.Sorted(maps.Keys(modules)) }

// TestNames lists the modules for tests of the interpreter, sorted.
func TestNames() []string { return slices.Sorted(maps.Keys(testModules)) }
