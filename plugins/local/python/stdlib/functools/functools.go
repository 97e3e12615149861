// Package functools is Python's module functools: partial, reduce, the caches
// and cmp_to_key in Go, the rest in Python (package pymod).
package functools

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("functools", func(vm *py.VM, m *py.Module) error {
	m.Set("partial", py.Of(&partialType().Object))
	m.Set("_lru_cache_wrapper", py.Of(&cacheType().Object))
	m.AddFrom("_functools",
		py.Func("reduce", 2, 3, reduce).WithDoc("reduce(function, iterable[, initial]) -> value\n\nApply a function of two arguments cumulatively to the items of a sequence\nor iterable, from left to right, so as to reduce the iterable to a single\nvalue."),
		py.FuncSig("cmp_to_key", "mycmp", cmpToKey).WithDoc("Convert a cmp= function into a key= function."),
	)
	return nil
})

func reduce(vm *py.VM, a []py.Value) (py.Value, error) {
	f := a[0]
	var total py.Value
	if len(a) > 2 {
		total = a[2]
	}
	it, err := vm.Iter(a[1])
	if py.IsError(err, py.TypeError) {
		err = py.TypeErrorf("reduce() arg 2 must support iteration")
	}
	if err != nil {
		return py.Value{}, err
	}
	for {
		v, err := vm.Next(it)
		if err != nil {
			return py.Value{}, err
		}
		if !v.Bound() {
			break
		}
		if !total.Bound() {
			total = v
			continue
		}
		if total, err = vm.Call(f, total, v); err != nil {
			return py.Value{}, err
		}
	}
	if !total.Bound() {
		return py.Value{}, py.TypeErrorf("reduce() of empty iterable with no initial value")
	}
	return total, nil
}
