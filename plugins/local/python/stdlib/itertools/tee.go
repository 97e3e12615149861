package itertools

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

var (
	grouperType = sync.OnceValue(func() *py.Type { return py.NewIteratorType("itertools._grouper") })
	teeType     = sync.OnceValue(func() *py.Type { return py.NewIteratorType("itertools._tee") })
)

// node is one item of a tee: what was read from the source, and what follows.
type node struct {
	v       py.Value
	next    *node
	reading bool // the item is being asked for
}

// tee makes n iterators over one: items read by one are kept until all have
// read them.
func tee(vm *py.VM, a []py.Value) (py.Value, error) {
	n := 2
	if len(a) > 1 {
		var err error
		if n, err = vm.IndexInt(a[1], py.OverflowError); err != nil {
			return py.Value{}, err
		}
	}
	if n < 0 {
		return py.Value{}, py.ValueErrorf("n must be >= 0")
	}
	if err := vm.Reserve(int64(n) * 128); err != nil {
		return py.Value{}, err
	}
	src, err := vm.Iter(a[0])
	if err != nil {
		return py.Value{}, err
	}
	last := &node{} // the place after the newest item
	out := make([]py.Value, n)
	for i := range out {
		at := last
		out[i] = vm.NewIterator(teeType(), src, func(vm *py.VM) (py.Value, error) {
			if at.next == nil {
				if at.reading {
					return end, py.Raise(py.RuntimeError, "cannot re-enter the tee iterator")
				}
				at.reading = true
				v, err := vm.Next(src)
				at.reading = false
				if err != nil || !v.Bound() {
					return end, err
				}
				vm.Charge(32)
				at.v, at.next = v, &node{}
			}
			v := at.v
			at = at.next
			return v, nil
		})
	}
	return vm.NewTuple(out), nil
}
