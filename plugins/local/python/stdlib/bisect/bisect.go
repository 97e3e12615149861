// Package bisect is Python's module bisect.
package bisect

import "github.com/airlockhq/airlock/plugins/local/python/py"

const signature = "a, x, lo=0, hi=None, *, key=None"

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("bisect", "Bisection algorithms.\n\nThis module provides support for maintaining a list in sorted order without\nhaving to sort the list after each insertion.")
	right := func(vm *py.VM, a []py.Value) (py.Value, error) { return find(vm, a, true) }
	left := func(vm *py.VM, a []py.Value) (py.Value, error) { return find(vm, a, false) }
	m.AddFrom("_bisect",
		py.FuncSig("bisect_right", signature, right), py.FuncSig("bisect_left", signature, left),
		py.FuncSig("insort_right", signature, insort(true)), py.FuncSig("insort_left", signature, insort(false)),
	)
	m.Set("bisect", m.Dict.GetStr(vm.Intern("bisect_right")))
	m.Set("insort", m.Dict.GetStr(vm.Intern("insort_right")))
	return m, nil
}

// search is the position for x, a key already, in a[lo:hi].
func search(vm *py.VM, seq, x, lo, hi, key py.Value, right bool) (int, error) {
	first, err := vm.IndexInt(lo, py.OverflowError)
	if err != nil {
		return 0, err
	}
	if first < 0 {
		return 0, py.ValueErrorf("lo must be non-negative")
	}
	var last int
	if hi.IsNone() {
		last, err = vm.Len(seq)
	} else {
		last, err = vm.IndexInt(hi, py.OverflowError)
	}
	if err != nil {
		return 0, err
	}
	for first < last {
		mid := first + (last-first)/2
		item, err := vm.SequenceItem(seq, mid)
		if err != nil {
			return 0, err
		}
		if !key.IsNone() {
			if item, err = vm.Call(key, item); err != nil {
				return 0, err
			}
		}
		var before bool // x stands before the item
		if right {
			before, err = vm.CompareBool(x, item, py.Lt)
		} else {
			before, err = vm.CompareBool(item, x, py.Lt)
			before = !before
		}
		if err != nil {
			return 0, err
		}
		if before {
			last = mid
		} else {
			first = mid + 1
		}
	}
	return first, vm.Tick(1)
}

func find(vm *py.VM, a []py.Value, right bool) (py.Value, error) {
	i, err := search(vm, a[0], a[1], a[2], a[3], a[4], right)
	return py.Int(int64(i)), err
}

var nameInsert = py.Name("insert")

func insort(right bool) py.NativeFunc {
	return func(vm *py.VM, a []py.Value) (py.Value, error) {
		seq, x, lo, hi, key := a[0], a[1], a[2], a[3], a[4]
		k := x
		if !key.IsNone() {
			var err error
			if k, err = vm.Call(key, x); err != nil {
				return py.Value{}, err
			}
		}
		i, err := search(vm, seq, k, lo, hi, key, right)
		if err != nil {
			return py.Value{}, err
		}
		_, err = vm.CallMethod(seq, nameInsert, py.Int(int64(i)), x)
		return py.None, err
	}
}
