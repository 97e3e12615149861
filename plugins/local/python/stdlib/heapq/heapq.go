// Package heapq is Python's module heapq. Heaps are lists; the steps are those
// of CPython, so that the same calls leave the same list.
package heapq

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("heapq", func(vm *py.VM, m *py.Module) error {
	m.AddFrom("_heapq",
		heapFunc("heappush", 2, func(vm *py.VM, l *py.List, a []py.Value) (py.Value, error) {
			l.Append(vm, a[0])
			return py.None, down(vm, l, 0, len(l.Items)-1, minHeap)
		}),
		heapFunc("heappop", 1, func(vm *py.VM, l *py.List, a []py.Value) (py.Value, error) { return pop(vm, l, minHeap) }),
		heapFunc("heapify", 1, func(vm *py.VM, l *py.List, a []py.Value) (py.Value, error) { return py.None, heapify(vm, l, minHeap) }),
		heapFunc("heapreplace", 2, func(vm *py.VM, l *py.List, a []py.Value) (py.Value, error) { return replace(vm, l, a[0], minHeap) }),
		heapFunc("heappushpop", 2, pushPop),
		heapFunc("_heappop_max", 1, func(vm *py.VM, l *py.List, a []py.Value) (py.Value, error) { return pop(vm, l, maxHeap) }),
		heapFunc("_heapify_max", 1, func(vm *py.VM, l *py.List, a []py.Value) (py.Value, error) { return py.None, heapify(vm, l, maxHeap) }),
		heapFunc("_heapreplace_max", 2, func(vm *py.VM, l *py.List, a []py.Value) (py.Value, error) { return replace(vm, l, a[0], maxHeap) }),
	)
	return nil
})

// before tells whether a must stand above b.
type before func(vm *py.VM, a, b py.Value) (bool, error)

func minHeap(vm *py.VM, a, b py.Value) (bool, error) { return vm.CompareBool(a, b, py.Lt) }
func maxHeap(vm *py.VM, a, b py.Value) (bool, error) { return vm.CompareBool(b, a, py.Lt) }

// heapFunc is a function of so many arguments, of which the first is the heap.
func heapFunc(name string, count int, f func(vm *py.VM, l *py.List, a []py.Value) (py.Value, error)) *py.Builtin {
	which := "argument"
	if count > 1 {
		which = "argument 1"
	}
	return py.Func(name, count, count, func(vm *py.VM, a []py.Value) (py.Value, error) {
		l := a[0].List()
		if l == nil {
			return py.Value{}, py.TypeErrorf("%s() %s must be list, not %s", name, which, a[0].Type().Name)
		}
		return f(vm, l, a[1:])
	})
}

func errChanged() error { return py.Raise(py.RuntimeError, "list changed size during iteration") }

// down moves the item at pos towards the root, but not above start.
func down(vm *py.VM, l *py.List, start, pos int, above before) error {
	n := len(l.Items)
	if pos >= n {
		return py.Raise(py.IndexError, "index out of range")
	}
	item := l.Items[pos]
	for pos > start {
		parent := (pos - 1) / 2
		up, err := above(vm, item, l.Items[parent])
		if err != nil {
			return err
		}
		if len(l.Items) != n {
			return errChanged()
		}
		if !up {
			break
		}
		l.Items[pos], l.Items[parent] = l.Items[parent], item
		pos = parent
	}
	return vm.Tick(1)
}

// up moves the smaller child of pos up until a leaf is reached, then the item
// down to where it belongs.
func up(vm *py.VM, l *py.List, pos int, above before) error {
	start, n := pos, len(l.Items)
	for pos < n/2 {
		child := 2*pos + 1
		if child+1 < n {
			left, err := above(vm, l.Items[child], l.Items[child+1])
			if err != nil {
				return err
			}
			if len(l.Items) != n {
				return errChanged()
			}
			if !left {
				child++
			}
		}
		l.Items[pos], l.Items[child] = l.Items[child], l.Items[pos]
		pos = child
	}
	return down(vm, l, start, pos, above)
}

func pop(vm *py.VM, l *py.List, above before) (py.Value, error) {
	n := len(l.Items) - 1
	if n < 0 {
		return py.Value{}, py.Raise(py.IndexError, "index out of range")
	}
	last := l.Items[n]
	l.Items[n] = py.Value{}
	l.Items = l.Items[:n]
	if n == 0 {
		return last, nil
	}
	first := l.Items[0]
	l.Items[0] = last
	return first, up(vm, l, 0, above)
}

func replace(vm *py.VM, l *py.List, v py.Value, above before) (py.Value, error) {
	if len(l.Items) == 0 {
		return py.Value{}, py.Raise(py.IndexError, "index out of range")
	}
	first := l.Items[0]
	l.Items[0] = v
	return first, up(vm, l, 0, above)
}

func pushPop(vm *py.VM, l *py.List, a []py.Value) (py.Value, error) {
	if len(l.Items) == 0 {
		return a[0], nil
	}
	smaller, err := minHeap(vm, l.Items[0], a[0])
	if err != nil || !smaller {
		return a[0], err
	}
	if len(l.Items) == 0 {
		return py.Value{}, py.Raise(py.IndexError, "index out of range")
	}
	return replace(vm, l, a[0], minHeap)
}

func heapify(vm *py.VM, l *py.List, above before) error {
	for i := len(l.Items)/2 - 1; i >= 0; i-- {
		if err := up(vm, l, i, above); err != nil {
			return err
		}
	}
	return nil
}
