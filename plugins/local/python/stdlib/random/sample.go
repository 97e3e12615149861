package random

import (
	"math"
	"sort"

	"github.com/airlockhq/airlock/plugins/local/python/internal/fmath"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// isSequence is isinstance(v, collections.abc.Sequence).
func isSequence(vm *py.VM, v py.Value) (bool, error) {
	switch v.Kind() {
	case py.KindList, py.KindTuple, py.KindRange, py.KindStr, py.KindBytes, py.KindByteArray:
		return true, nil
	case py.KindDict, py.KindSet:
		return false, nil
	}
	_, m, err := vm.Import("collections.abc")
	if err != nil {
		return false, nil
	}
	abc := m.Dict.GetStr(py.Name("Sequence"))
	if !abc.Bound() {
		return false, nil
	}
	return vm.IsInstanceOf(v, abc)
}

// sample is k items without repetition. The two ways of drawing are CPython's:
// from a pool, or by remembering what was taken where the population is much
// larger than the sample.
func sample(vm *py.VM, a []py.Value) (py.Value, error) {
	population := a[1]
	ok, err := isSequence(vm, population)
	if err != nil {
		return py.Value{}, err
	}
	if !ok {
		return py.Value{}, py.TypeErrorf("Population must be a sequence.  For dicts or sets, use sorted(d).")
	}
	s := sourceOf(vm, a[0])
	n, err := vm.Len(population)
	if err != nil {
		return py.Value{}, err
	}
	var cum []int64
	size := n
	if !a[3].IsNone() {
		if cum, err = cumulativeCounts(vm, a[3], n); err != nil {
			return py.Value{}, err
		}
		size = int(cum[len(cum)-1])
	}
	k, err := vm.IndexInt(a[2], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	if k < 0 || k > size {
		return py.Value{}, py.ValueErrorf("Sample larger than population or is negative")
	}
	picked, err := s.pick(size, k)
	if err != nil {
		return py.Value{}, err
	}
	out := make([]py.Value, k)
	for i, p := range picked {
		if cum != nil {
			p = sort.Search(len(cum), func(j int) bool { return cum[j] > int64(p) })
		}
		if out[i], err = vm.GetItem(population, py.Int(int64(p))); err != nil {
			return py.Value{}, err
		}
	}
	return vm.NewList(out), nil
}

// pick is the positions of a sample of k out of n.
func (s *source) pick(n, k int) ([]int, error) {
	if err := s.vm.Reserve(int64(k) * 24); err != nil {
		return nil, err
	}
	out := make([]int, k)
	setSize := 21.0
	if k > 5 {
		setSize += math.Pow(4, math.Ceil(fmath.Log(float64(k*3))/fmath.Log(4)))
	}
	if float64(n) > setSize {
		taken := make(map[int]bool, k)
		for i := range out {
			for {
				j, err := s.below(uint64(n))
				if err != nil {
					return nil, err
				}
				if !taken[int(j)] {
					taken[int(j)] = true
					out[i] = int(j)
					break
				}
			}
			if err := s.vm.Tick(2); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	if err := s.vm.Reserve(int64(n) * 8); err != nil {
		return nil, err
	}
	pool := make([]int, n)
	for i := range pool {
		pool[i] = i
	}
	for i := range out {
		j, err := s.below(uint64(n - i))
		if err != nil {
			return nil, err
		}
		out[i], pool[j] = pool[j], pool[n-i-1]
		if err := s.vm.Tick(1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// cumulativeCounts adds the counts up; the last is the total.
func cumulativeCounts(vm *py.VM, v py.Value, n int) ([]int64, error) {
	items, err := vm.Collect(v)
	if err != nil {
		return nil, err
	}
	if len(items) != n {
		return nil, py.ValueErrorf("The number of counts does not match the population")
	}
	if n == 0 {
		return nil, py.Raise(py.IndexError, "pop from empty list")
	}
	out := make([]int64, n)
	total := int64(0)
	for i, x := range items {
		if !py.IsInstance(x, py.IntType) {
			return nil, py.TypeErrorf("Counts must be integers")
		}
		c, err := vm.IndexInt(x, py.OverflowError)
		if err != nil {
			return nil, err
		}
		total += int64(c)
		out[i] = total
	}
	if total <= 0 {
		return nil, py.ValueErrorf("Total of counts must be greater than zero")
	}
	return out, nil
}

// choices is k items with repetition, by weight or not.
func choices(vm *py.VM, a []py.Value) (py.Value, error) {
	population, weights, cumulative := a[1], a[2], a[3]
	s := sourceOf(vm, a[0])
	n, err := vm.Len(population)
	if err != nil {
		return py.Value{}, err
	}
	var index func(r float64) (int, error)
	if weights.IsNone() && cumulative.IsNone() {
		index = func(r float64) (int, error) { return int(math.Floor(r * float64(n))), nil }
	} else if index, err = byWeight(vm, weights, cumulative, n); err != nil {
		return py.Value{}, err
	}
	k, err := vm.IndexInt(a[4], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	k = max(k, 0)
	if err := vm.Reserve(int64(k) * 16); err != nil {
		return py.Value{}, err
	}
	out := make([]py.Value, k)
	for i := range out {
		r, err := s.float()
		if err != nil {
			return py.Value{}, err
		}
		j, err := index(r)
		if err != nil {
			return py.Value{}, err
		}
		if out[i], err = vm.GetItem(population, py.Int(int64(j))); err != nil {
			return py.Value{}, err
		}
		if err := vm.Tick(1); err != nil {
			return py.Value{}, err
		}
	}
	return vm.NewList(out), nil
}

// byWeight gives the function that turns a random number in [0, 1) into a
// position, by bisection of the cumulative weights.
func byWeight(vm *py.VM, weights, cumulative py.Value, n int) (func(r float64) (int, error), error) {
	var cum []py.Value
	if cumulative.IsNone() {
		if py.IsInstance(weights, py.IntType) {
			r, err := vm.Repr(weights)
			if err != nil {
				return nil, err
			}
			return nil, py.TypeErrorf("The number of choices must be a keyword argument: k=%s", r)
		}
		items, err := vm.Collect(weights)
		if err != nil {
			return nil, err
		}
		cum = items
		for i := 1; i < len(cum); i++ {
			if cum[i], err = vm.Binary(py.OpAdd, cum[i-1], cum[i]); err != nil {
				return nil, err
			}
		}
	} else if !weights.IsNone() {
		return nil, py.TypeErrorf("Cannot specify both weights and cumulative weights")
	} else {
		items, err := vm.Collect(cumulative)
		if err != nil {
			return nil, err
		}
		cum = items
	}
	if len(cum) != n {
		return nil, py.ValueErrorf("The number of weights does not match the population")
	}
	if n == 0 {
		return nil, py.Raise(py.IndexError, "list index out of range")
	}
	sum, err := vm.Binary(py.OpAdd, cum[n-1], py.Float(0))
	if err != nil {
		return nil, err
	}
	total, err := vm.ToFloat(sum)
	switch {
	case err != nil:
		return nil, err
	case total <= 0:
		return nil, py.ValueErrorf("Total of weights must be greater than zero")
	case total-total != 0:
		return nil, py.ValueErrorf("Total of weights must be finite")
	}
	return func(r float64) (int, error) {
		x := py.Float(r * total)
		lo, hi := 0, n-1
		for lo < hi {
			mid := (lo + hi) / 2
			less, err := vm.CompareBool(x, cum[mid], py.Lt)
			if err != nil {
				return 0, err
			}
			if less {
				hi = mid
			} else {
				lo = mid + 1
			}
		}
		return lo, nil
	}, nil
}
