package itertools

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func countType() *py.Type {
	return py.NewIterClass("itertools", "count", "start=0, step=1",
		"Return a count object whose .__next__() method returns consecutive values.",
		func(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
			for _, v := range a {
				if !vm.IsNumber(v) {
					return nil, nil, py.TypeErrorf("a number is required")
				}
			}
			at, step := a[0], a[1]
			return []py.Value{at, step}, func(vm *py.VM) (py.Value, error) {
				v := at
				if at.IsInt() && step.IsInt() && at.AsInt() < math.MaxInt64/2 && step.AsInt() < math.MaxInt64/2 && at.AsInt() > math.MinInt64/2 && step.AsInt() > math.MinInt64/2 {
					at = py.Int(at.AsInt() + step.AsInt())
					return v, nil
				}
				var err error
				at, err = vm.Binary(py.OpAdd, at, step)
				return v, err
			}, nil
		})
}

func repeatType() *py.Type {
	return py.NewIterClass("itertools", "repeat", "object, times=…",
		"Create an iterator which returns the object for the specified number of times.\n\nIf times is not specified, returns the object endlessly.",
		func(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
			v, left := a[0], -1
			if a[1].Bound() {
				n, err := vm.IndexInt(a[1], py.OverflowError)
				if err != nil {
					return nil, nil, err
				}
				left = max(n, 0)
			}
			return []py.Value{v}, func(vm *py.VM) (py.Value, error) {
				if left == 0 {
					return end, nil
				}
				if left > 0 {
					left--
				}
				return v, nil
			}, nil
		})
}
