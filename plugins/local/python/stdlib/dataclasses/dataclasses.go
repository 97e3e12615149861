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
		py.Func("_define", 2, 2, define),
		py.Func("_caller_module", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.CallerModule(), nil }),
	)
	return nil
})

// define is _define(source, namespace): it runs the definitions that the module
// wrote in a namespace.
func define(vm *py.VM, a []py.Value) (py.Value, error) {
	src, ns := a[0].Str(), a[1].Dict()
	if src == nil || ns == nil {
		return py.Value{}, py.TypeErrorf("_define() takes a str and a dict")
	}
	return py.None, pymod.Run(vm, src.S, "<string>", ns)
}
