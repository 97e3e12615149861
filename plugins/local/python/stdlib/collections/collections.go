// Package collections is Python's module collections: deque and defaultdict in
// Go, the rest in Python (package pymod).
package collections

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("collections", func(vm *py.VM, m *py.Module) error {
	m.Set("deque", py.Of(&dequeType().Object))
	m.Set("OrderedDict", py.Of(&py.OrderedDictType().Object))
	m.Set("defaultdict", py.Of(&defaultDictType().Object))
	m.AddFrom("_collections",
		pymod.Define(),
		py.Func("_count_elements", 2, 2, countElements),
		py.Func("_tuplegetter", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			i, err := vm.IndexInt(a[0], py.OverflowError)
			return vm.NewTupleGetter(i, a[1]), err
		}),
		py.Func("_caller_module", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.CallerModule(), nil }),
	)
	m.Set("__path__", vm.NewList(nil))
	return nil
})

// LoadABC makes collections.abc.
var LoadABC = pymod.Loader("collections.abc", nil)

// countElements adds 1 to the count in a dict for each item of an iterable.
func countElements(vm *py.VM, a []py.Value) (py.Value, error) {
	d := a[0].Dict()
	if d == nil {
		return py.None, countByMethods(vm, a[0], a[1])
	}
	if t := a[0].Type(); t.Lookup(nameGet) != py.DictType.Lookup(nameGet) || t.Lookup(nameSetItem) != py.DictType.Lookup(nameSetItem) {
		return py.None, countByMethods(vm, a[0], a[1])
	}
	return py.None, vm.Iterate(a[1], func(v py.Value) error {
		n, err := d.Get(vm, v)
		if err != nil {
			return err
		}
		switch {
		case !n.Bound():
			n = py.Int(1)
		case n.IsInt() && n.AsInt() < 1<<62:
			n = py.Int(n.AsInt() + 1)
		default:
			if n, err = vm.Binary(py.OpAdd, n, py.Int(1)); err != nil {
				return err
			}
		}
		return d.Set(vm, v, n)
	})
}

var nameGet, nameSetItem = py.Name("get"), py.Name("__setitem__")

// countByMethods is countElements for a class with a get() or __setitem__() of
// its own.
func countByMethods(vm *py.VM, counts, src py.Value) error {
	return vm.Iterate(src, func(v py.Value) error {
		n, err := vm.CallMethod(counts, nameGet, v, py.Int(0))
		if err != nil {
			return err
		}
		if n, err = vm.Binary(py.OpAdd, n, py.Int(1)); err != nil {
			return err
		}
		return vm.SetItem(counts, v, n)
	})
}
