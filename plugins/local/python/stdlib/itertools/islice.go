package itertools

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// sliceArg is an index of islice: None means def.
func sliceArg(vm *py.VM, v py.Value, def int, message string) (int, error) {
	if v.IsNone() {
		return def, nil
	}
	n, err := vm.IndexInt(v, py.OverflowError)
	if err != nil || n < 0 {
		return 0, py.ValueErrorf("%s", message)
	}
	return n, nil
}

func newISlice(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	args := a[0].Tuple().Items
	switch {
	case len(args) < 2:
		return nil, nil, py.TypeErrorf("islice expected at least 2 arguments, got %d", len(args))
	case len(args) > 4:
		return nil, nil, py.TypeErrorf("islice expected at most 4 arguments, got %d", len(args))
	}
	const bounds = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize."
	start, step := 0, 1
	stopArg := args[1]
	var err error
	if len(args) > 2 {
		stopArg = args[2]
		if start, err = sliceArg(vm, args[1], 0, bounds); err != nil {
			return nil, nil, err
		}
	}
	message := bounds
	if len(args) == 2 {
		message = "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize."
	}
	stop, err := sliceArg(vm, stopArg, math.MaxInt, message)
	if err != nil {
		return nil, nil, err
	}
	if len(args) > 3 {
		if step, err = sliceArg(vm, args[3], 1, "Step for islice() must be a positive integer or None."); err != nil {
			return nil, nil, err
		}
		if step == 0 {
			return nil, nil, py.ValueErrorf("Step for islice() must be a positive integer or None.")
		}
	}
	it, err := vm.Iter(args[0])
	if err != nil {
		return nil, nil, err
	}
	pos, next := 0, start
	return []py.Value{it}, func(vm *py.VM) (py.Value, error) {
		if next >= stop {
			// Consume what stands before stop, as CPython does.
			for ; pos < stop; pos++ {
				if v, err := vm.Next(it); err != nil || !v.Bound() {
					return end, err
				}
				if err := vm.Tick(1); err != nil {
					return end, err
				}
			}
			return end, nil
		}
		for {
			v, err := vm.Next(it)
			if err != nil || !v.Bound() {
				return end, err
			}
			pos++
			if pos > next {
				if next > math.MaxInt-step {
					next = math.MaxInt
				} else {
					next += step
				}
				return v, nil
			}
			if err := vm.Tick(1); err != nil {
				return end, err
			}
		}
	}, nil
}

// newGroupBy gives (key, group) pairs. A group is valid until the next pair is
// asked for.
func newGroupBy(vm *py.VM, a []py.Value) ([]py.Value, nextFunc, error) {
	it, err := vm.Iter(a[0])
	if err != nil {
		return nil, nil, err
	}
	keyFunc := a[1]
	var current, key, target py.Value // the item at hand, its key, and the key of the group given last
	id := 0                           // of the group given last
	advance := func(vm *py.VM) (bool, error) {
		v, err := vm.Next(it)
		if err != nil || !v.Bound() {
			current, key = end, end
			return false, err
		}
		k := v
		if !keyFunc.IsNone() {
			if k, err = vm.Call(keyFunc, v); err != nil {
				return false, err
			}
		}
		current, key = v, k
		return true, vm.Tick(1)
	}
	started := false
	group := func(mine int, mineKey py.Value) nextFunc {
		fresh := true
		return func(vm *py.VM) (py.Value, error) {
			if mine != id {
				return end, nil
			}
			if !fresh {
				if ok, err := advance(vm); !ok || err != nil {
					return end, err
				}
			}
			if !current.Bound() {
				return end, nil
			}
			same, err := vm.Equal(mineKey, key)
			if err != nil || !same {
				fresh = true // leave the item for the next group
				return end, err
			}
			fresh = false
			return current, nil
		}
	}
	return []py.Value{it, keyFunc}, func(vm *py.VM) (py.Value, error) {
		id++
		if !started {
			started = true
			if ok, err := advance(vm); !ok || err != nil {
				return end, err
			}
		} else {
			if !current.Bound() {
				return end, nil
			}
			for {
				same, err := vm.Equal(target, key)
				if err != nil {
					return end, err
				}
				if !same {
					break
				}
				if ok, err := advance(vm); !ok || err != nil {
					return end, err
				}
			}
		}
		target = key
		return vm.NewTupleOf(key, vm.NewIterator(grouperType(), py.None, group(id, key))), nil
	}, nil
}
