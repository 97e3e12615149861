package py

// sorter is a stable merge sort whose comparisons may run guest code and fail.
// It starts from the runs that are there, as CPython's does, so sorted and
// reversed input takes n comparisons.
type sorter struct {
	vm   *VM
	less func(a, b Value) (bool, error)
	keys []Value
	vals []Value // parallel to keys, nil when the keys are the values
	tmpK []Value
	tmpV []Value
}

func listSort(vm *VM, a []Value) (Value, error) {
	reverse, err := vm.Truth(a[2])
	if err != nil {
		return Value{}, err
	}
	l := a[0].List()
	items := l.Items
	// The list looks empty while it is being sorted; a change is an error.
	l.Items = nil
	err = vm.sortValues(items, a[1], reverse)
	changed := l.Items != nil
	l.Items = items
	if err == nil && changed {
		err = ValueErrorf("list modified during sort")
	}
	return None, err
}

// sortValues sorts in place, stably; reverse keeps the order of equal items.
func (vm *VM) sortValues(items []Value, key Value, reverse bool) error {
	s := &sorter{vm: vm, keys: items}
	if !key.IsNone() {
		if err := vm.Reserve(int64(len(items)) * 16); err != nil {
			return err
		}
		s.keys, s.vals = make([]Value, len(items)), items
		for i, v := range items {
			k, err := vm.Call1(key, v)
			if err != nil {
				return err
			}
			s.keys[i] = k
		}
	}
	if len(items) < 2 {
		return nil
	}
	if err := vm.Tick(len(items) / 8); err != nil {
		return err
	}
	s.less = vm.lessFunc(s.keys)
	if reverse {
		s.flip()
	}
	err := s.sort()
	if reverse {
		s.flip()
	}
	return err
}

// flip reverses keys and values, so that a reverse sort is stable.
func (s *sorter) flip() {
	for _, list := range [][]Value{s.keys, s.vals} {
		for i, j := 0, len(list)-1; i < j; i, j = i+1, j-1 {
			list[i], list[j] = list[j], list[i]
		}
	}
}

// lessFunc picks the cheapest comparison that fits all keys.
func (vm *VM) lessFunc(keys []Value) func(a, b Value) (bool, error) {
	ints, floats, strs := true, true, true
	for _, k := range keys {
		ints = ints && k.p == intP
		floats = floats && k.p == floatP
		strs = strs && k.Type() == StrType
	}
	switch {
	case ints:
		return func(a, b Value) (bool, error) { return int64(a.n) < int64(b.n), nil }
	case floats:
		return func(a, b Value) (bool, error) { return a.AsFloat() < b.AsFloat(), nil }
	case strs:
		return func(a, b Value) (bool, error) {
			x, y := a.Str().S, b.Str().S
			return x < y, vm.tickBytes(min(len(x), len(y)))
		}
	}
	return func(a, b Value) (bool, error) { return vm.CompareBool(a, b, Lt) }
}

const minRun = 24

// sort merges runs bottom up: natural runs, extended to minRun by insertion.
func (s *sorter) sort() error {
	n := len(s.keys)
	var runs []int // ends of the runs so far
	for at := 0; at < n; {
		end, err := s.run(at)
		if err != nil {
			return err
		}
		if end-at < minRun && end < n {
			stop := min(at+minRun, n)
			if err := s.insertion(at, end, stop); err != nil {
				return err
			}
			end = stop
		}
		runs = append(runs, end)
		at = end
	}
	if len(runs) > 1 {
		if err := s.vm.Reserve(int64(n) * 16); err != nil {
			return err
		}
		s.tmpK = make([]Value, n/2+1)
		if s.vals != nil {
			s.tmpV = make([]Value, n/2+1)
		}
	}
	return s.mergeAll(runs)
}

func (s *sorter) mergeAll(runs []int) error {
	for len(runs) > 1 {
		var next []int
		start := 0
		for i := 0; i < len(runs); i += 2 {
			if i+1 == len(runs) {
				next = append(next, runs[i])
				break
			}
			if err := s.merge(start, runs[i], runs[i+1]); err != nil {
				return err
			}
			start = runs[i+1]
			next = append(next, start)
		}
		runs = next
	}
	return nil
}

// run finds the end of the run that starts at lo, and turns a strictly
// descending one round.
func (s *sorter) run(lo int) (int, error) {
	n := len(s.keys)
	if lo+1 == n {
		return n, nil
	}
	down, err := s.less(s.keys[lo+1], s.keys[lo])
	if err != nil {
		return 0, err
	}
	end := lo + 2
	for ; end < n; end++ {
		less, err := s.less(s.keys[end], s.keys[end-1])
		if err != nil {
			return 0, err
		}
		if less != down {
			break
		}
	}
	if down {
		for i, j := lo, end-1; i < j; i, j = i+1, j-1 {
			s.swap(i, j)
		}
	}
	return end, s.vm.Tick((end - lo) / 4)
}

func (s *sorter) swap(i, j int) {
	s.keys[i], s.keys[j] = s.keys[j], s.keys[i]
	if s.vals != nil {
		s.vals[i], s.vals[j] = s.vals[j], s.vals[i]
	}
}

// insertion inserts the items from sorted on into the sorted run before them.
func (s *sorter) insertion(lo, sorted, hi int) error {
	for i := sorted; i < hi; i++ {
		k := s.keys[i]
		left, right := lo, i
		for left < right {
			mid := (left + right) / 2
			less, err := s.less(k, s.keys[mid])
			if err != nil {
				return err
			}
			if less {
				right = mid
			} else {
				left = mid + 1
			}
		}
		copy(s.keys[left+1:i+1], s.keys[left:i])
		s.keys[left] = k
		if s.vals != nil {
			v := s.vals[i]
			copy(s.vals[left+1:i+1], s.vals[left:i])
			s.vals[left] = v
		}
	}
	return s.vm.Tick(hi - lo)
}

// merge merges the runs lo..mid and mid..hi. On an error the items are all
// there still, in some order.
func (s *sorter) merge(lo, mid, hi int) error {
	if less, err := s.less(s.keys[mid], s.keys[mid-1]); err != nil || !less {
		return err // in order already
	}
	if mid-lo <= hi-mid {
		return s.mergeLow(lo, mid, hi)
	}
	return s.mergeHigh(lo, mid, hi)
}

func (s *sorter) mergeLow(lo, mid, hi int) error {
	n := mid - lo
	s.save(lo, n)
	i, j, k := 0, mid, lo
	var err error
	for i < n && j < hi {
		var less bool
		if less, err = s.less(s.keys[j], s.tmpK[i]); err != nil {
			break
		}
		if less {
			s.move(k, j)
			j++
		} else {
			s.restore(k, i)
			i++
		}
		k++
	}
	for ; i < n; i++ {
		s.restore(k, i)
		k++
	}
	if err != nil {
		return err
	}
	return s.vm.Tick((hi - lo) / 4)
}

func (s *sorter) mergeHigh(lo, mid, hi int) error {
	n := hi - mid
	s.save(mid, n)
	i, j, k := n-1, mid-1, hi-1
	var err error
	for i >= 0 && j >= lo {
		var less bool
		if less, err = s.less(s.tmpK[i], s.keys[j]); err != nil {
			break
		}
		if less {
			s.move(k, j)
			j--
		} else {
			s.restore(k, i)
			i--
		}
		k--
	}
	for ; i >= 0; i-- {
		s.restore(k, i)
		k--
	}
	if err != nil {
		return err
	}
	return s.vm.Tick((hi - lo) / 4)
}

func (s *sorter) save(at, n int) {
	copy(s.tmpK, s.keys[at:at+n])
	if s.vals != nil {
		copy(s.tmpV, s.vals[at:at+n])
	}
}

func (s *sorter) restore(to, i int) {
	s.keys[to] = s.tmpK[i]
	if s.vals != nil {
		s.vals[to] = s.tmpV[i]
	}
}

func (s *sorter) move(to, from int) {
	s.keys[to] = s.keys[from]
	if s.vals != nil {
		s.vals[to] = s.vals[from]
	}
}
