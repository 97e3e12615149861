package itertools

import "github.com/airlockhq/airlock/plugins/local/python/py"

// pool is an iterable's items and a length that must not be negative.
func pool(vm *py.VM, src, r py.Value) ([]py.Value, int, error) {
	items, err := vm.Collect(src)
	if err != nil {
		return nil, 0, err
	}
	n := len(items)
	if !r.IsNone() {
		if n, err = vm.IndexInt(r, py.OverflowError); err != nil {
			return nil, 0, err
		}
	}
	if n < 0 {
		return nil, 0, py.ValueErrorf("r must be non-negative")
	}
	return items, n, vm.Reserve(int64(min(n, 1<<40)) * 8)
}

// pick makes the tuple of the items at the indexes.
func pick(vm *py.VM, items []py.Value, idx []int) (py.Value, error) {
	row := make([]py.Value, len(idx))
	for i, at := range idx {
		row[i] = items[at]
	}
	return vm.NewTuple(row), vm.Tick(len(idx)/16 + 1)
}

func newCombinations(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	items, r, err := pool(vm, a[0], a[1])
	if err != nil {
		return nil, nil, err
	}
	n := len(items)
	if r > n {
		return items, func(*py.VM) (py.Value, error) { return end, nil }, nil
	}
	idx := make([]int, r)
	for i := range idx {
		idx[i] = i
	}
	first := true
	return items, func(vm *py.VM) (py.Value, error) {
		if first {
			first = false
			return pick(vm, items, idx)
		}
		i := r - 1
		for i >= 0 && idx[i] == i+n-r {
			i--
		}
		if i < 0 {
			return end, nil
		}
		idx[i]++
		for j := i + 1; j < r; j++ {
			idx[j] = idx[j-1] + 1
		}
		return pick(vm, items, idx)
	}, nil
}

func newCombinationsWithReplacement(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	items, r, err := pool(vm, a[0], a[1])
	if err != nil {
		return nil, nil, err
	}
	n := len(items)
	idx := make([]int, r)
	first := true
	return items, func(vm *py.VM) (py.Value, error) {
		if first {
			first = false
			if n == 0 && r > 0 {
				return end, nil
			}
			return pick(vm, items, idx)
		}
		i := r - 1
		for i >= 0 && idx[i] == n-1 {
			i--
		}
		if i < 0 {
			return end, nil
		}
		at := idx[i] + 1
		for ; i < r; i++ {
			idx[i] = at
		}
		return pick(vm, items, idx)
	}, nil
}

func newPermutations(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	if r := a[1]; !r.IsNone() && !r.IsInt() && !r.IsBool() {
		return nil, nil, py.TypeErrorf("Expected int as r")
	}
	items, r, err := pool(vm, a[0], a[1])
	if err != nil {
		return nil, nil, err
	}
	n := len(items)
	if r > n {
		return items, func(*py.VM) (py.Value, error) { return end, nil }, nil
	}
	idx, left := make([]int, n), make([]int, r)
	for i := range idx {
		idx[i] = i
	}
	for i := range left {
		left[i] = n - i
	}
	first := true
	return items, func(vm *py.VM) (py.Value, error) {
		if first {
			first = false
			return pick(vm, items, idx[:r])
		}
		for i := r - 1; i >= 0; i-- {
			if left[i]--; left[i] == 0 {
				// Rotate the tail: the item at i goes to the end.
				moved := idx[i]
				copy(idx[i:], idx[i+1:])
				idx[n-1] = moved
				left[i] = n - i
				continue
			}
			j := n - left[i]
			idx[i], idx[j] = idx[j], idx[i]
			return pick(vm, items, idx[:r])
		}
		return end, nil
	}, nil
}

func newProduct(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	repeat, err := vm.IndexInt(a[1], py.OverflowError)
	if err != nil {
		return nil, nil, err
	}
	if repeat < 0 {
		return nil, nil, py.ValueErrorf("repeat argument cannot be negative")
	}
	var pools [][]py.Value
	var held []py.Value
	for _, src := range a[0].Tuple().Items {
		items, err := vm.Collect(src)
		if err != nil {
			return nil, nil, err
		}
		pools = append(pools, items)
		held = append(held, vm.NewTuple(items))
	}
	base := pools
	if len(base) > 0 && repeat > 1<<30/len(base) {
		return nil, nil, py.Raise(py.OverflowError, "repeat argument too large")
	}
	if err := vm.Reserve(int64(len(base)) * int64(repeat) * 32); err != nil {
		return nil, nil, err
	}
	pools = nil
	for range repeat {
		pools = append(pools, base...)
	}
	idx := make([]int, len(pools))
	started := false
	return held, func(vm *py.VM) (py.Value, error) {
		if !started {
			started = true
			for _, p := range pools {
				if len(p) == 0 {
					return end, nil
				}
			}
		} else {
			i := len(pools) - 1
			for ; i >= 0; i-- {
				if idx[i]++; idx[i] < len(pools[i]) {
					break
				}
				idx[i] = 0
			}
			if i < 0 {
				return end, nil
			}
		}
		row := make([]py.Value, len(pools))
		for i, at := range idx {
			row[i] = pools[i][at]
		}
		return vm.NewTuple(row), vm.Tick(len(row)/16 + 1)
	}, nil
}
