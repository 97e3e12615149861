package py

import "math/big"

// Range is a Python range. Big, if set, holds start, stop and step where one
// of them is outside int64; Len is then clipped to the largest int64.
type Range struct {
	Object
	Start, Stop, Step int64
	Len               int64
	Big               *[3]*big.Int
}

// RangeType is range.
var RangeType = shell("range", KindRange)

const rangeSize = 80

// NewRange makes range(start, stop, step) for a step that is not 0.
func (vm *VM) NewRange(start, stop, step int64) Value {
	vm.charge(rangeSize)
	r := &Range{Object: Object{typ: RangeType, kind: KindRange}, Start: start, Stop: stop, Step: step}
	r.Len = rangeLen(start, stop, step)
	if r.Len < 0 {
		return vm.newBigRange(big.NewInt(start), big.NewInt(stop), big.NewInt(step))
	}
	return Of(&r.Object)
}

// rangeLen is the number of items; -1 if it is not an int64.
func rangeLen(start, stop, step int64) int64 {
	var n uint64
	switch {
	case step > 0 && start < stop:
		n = (uint64(stop)-uint64(start)-1)/uint64(step) + 1
	case step < 0 && start > stop:
		n = (uint64(start)-uint64(stop)-1)/(-uint64(step)) + 1
	}
	if n > 1<<63-1 {
		return -1
	}
	return int64(n)
}

func (vm *VM) newBigRange(start, stop, step *big.Int) Value {
	vm.charge(rangeSize + 96)
	r := &Range{Object: Object{typ: RangeType, kind: KindRange}, Big: &[3]*big.Int{start, stop, step}}
	n := r.bigLen()
	if n.IsInt64() {
		r.Len = n.Int64()
	} else {
		r.Len = 1<<63 - 1
	}
	return Of(&r.Object)
}

// bigLen is the exact length.
func (r *Range) bigLen() *big.Int {
	if r.Big == nil {
		return big.NewInt(r.Len)
	}
	diff := new(big.Int).Sub(r.Big[1], r.Big[0])
	step := r.Big[2]
	if diff.Sign()*step.Sign() <= 0 {
		return new(big.Int)
	}
	diff.Abs(diff).Sub(diff, big.NewInt(1))
	diff.Div(diff, new(big.Int).Abs(step))
	return diff.Add(diff, big.NewInt(1))
}

// bounds are start, stop and step as Python ints.
func (r *Range) bounds(vm *VM) [3]Value {
	if r.Big != nil {
		return [3]Value{vm.NewInt(r.Big[0]), vm.NewInt(r.Big[1]), vm.NewInt(r.Big[2])}
	}
	return [3]Value{Int(r.Start), Int(r.Stop), Int(r.Step)}
}

// at is item i (0 <= i < length).
func (r *Range) at(vm *VM, i *big.Int) Value {
	if r.Big == nil {
		return Int(r.Start + i.Int64()*r.Step)
	}
	x := new(big.Int).Mul(i, r.Big[2])
	return vm.NewInt(x.Add(x, r.Big[0]))
}

func defineRange() {
	member := func(i int, name string) Member {
		return Member{Name: name, Field: true, Get: func(vm *VM, v Value) (Value, error) { return v.Range().bounds(vm)[i], nil }}
	}
	RangeType.native = typeID[Range]()
	RangeType.define(TypeSpec{
		Doc:   "range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\nReturn an object that produces a sequence of integers from start (inclusive)\nto stop (exclusive) by step.",
		Flags: TypeNoSubclass | TypeSequence,
		Slots: Slots{
			New: rangeNew, Repr: rangeRepr, Hash: rangeHash, Compare: rangeCompare,
			Bool: func(vm *VM, v Value) (bool, error) { return v.Range().Len > 0, nil },
			Len: func(vm *VM, v Value) (int, error) {
				r := v.Range()
				if r.Big != nil && !r.bigLen().IsInt64() {
					return 0, Raise(OverflowError, "Python int too large to convert to C ssize_t")
				}
				return int(r.Len), nil
			},
			GetItem: rangeGetItem, Contains: rangeContains, Iter: rangeIter,
		},
		Members: []Member{member(0, "start"), member(1, "stop"), member(2, "step")},
		Methods: []*Builtin{
			Method("count", 1, 1, func(vm *VM, a []Value) (Value, error) {
				if isExactInt(a[1]) {
					ok, err := rangeContains(vm, a[0], a[1])
					return Int(int64(b2i(ok))), err
				}
				n := int64(0)
				err := vm.Iterate(a[0], func(v Value) error {
					same, err := vm.Equal(v, a[1])
					n += int64(b2i(same))
					return err
				})
				return Int(n), err
			}),
			Method("index", 1, 1, rangeIndex),
			Method("__reversed__", 0, 0, rangeReversed),
			Method("__reduce__", 0, 0, func(vm *VM, a []Value) (Value, error) {
				b := a[0].Range().bounds(vm)
				return vm.NewTupleOf(Of(&RangeType.Object), vm.NewTupleOf(b[:]...)), nil
			}),
		},
	})
}

func b2i(b bool) int {
	if b {
		return 1
	}
	return 0
}

func isExactInt(v Value) bool {
	return v.IsInt() || v.IsBool() || v.BigInt() != nil && v.Type() == IntType
}

func rangeNew(vm *VM, cls *Type, a []Value, kw Kwargs) (Value, error) {
	switch {
	case kw.Len() > 0:
		return Value{}, TypeErrorf("range() takes no keyword arguments")
	case len(a) == 0:
		return Value{}, TypeErrorf("range expected at least 1 argument, got 0")
	case len(a) > 3:
		return Value{}, TypeErrorf("range expected at most 3 arguments, got %d", len(a))
	}
	v := [3]Value{Int(0), a[0], Int(1)}
	if len(a) > 1 {
		v[0], v[1] = a[0], a[1]
	}
	if len(a) > 2 {
		v[2] = a[2]
	}
	small := true
	for i := range v {
		x, err := vm.Index(v[i])
		if err != nil {
			return Value{}, err
		}
		v[i] = x
		small = small && (x.IsInt() || x.IsBool())
	}
	if small {
		if v[2].AsInt() == 0 {
			return Value{}, ValueErrorf("range() arg 3 must not be zero")
		}
		return vm.NewRange(v[0].AsInt(), v[1].AsInt(), v[2].AsInt()), nil
	}
	var b [3]*big.Int
	for i := range v {
		b[i] = vm.AsBig(v[i])
	}
	if b[2].Sign() == 0 {
		return Value{}, ValueErrorf("range() arg 3 must not be zero")
	}
	return vm.newBigRange(b[0], b[1], b[2]), nil
}

func rangeRepr(vm *VM, v Value) (Value, error) {
	b := v.Range().bounds(vm)
	s := "range("
	for i, x := range b {
		if i == 2 && x == Int(1) {
			break
		}
		if i > 0 {
			s += ", "
		}
		r, err := vm.Repr(x)
		if err != nil {
			return Value{}, err
		}
		s += r
	}
	return vm.NewString(s + ")"), nil
}

// key is what equality and hash of ranges go by: length, start and step, of
// which those that make no difference are None.
func (r *Range) key(vm *VM) Value {
	b := r.bounds(vm)
	n := vm.NewInt(r.bigLen())
	switch n {
	case Int(0):
		return vm.NewTupleOf(n, None, None)
	case Int(1):
		return vm.NewTupleOf(n, b[0], None)
	}
	return vm.NewTupleOf(n, b[0], b[2])
}

func rangeHash(vm *VM, v Value) (int64, error) { return vm.Hash(v.Range().key(vm)) }

func rangeCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	if b.Range() == nil || op != Eq && op != Ne {
		return NotImplemented, nil
	}
	return vm.Compare(a.Range().key(vm), b.Range().key(vm), op)
}

func rangeGetItem(vm *VM, v, key Value) (Value, error) {
	r := v.Range()
	if s := key.Slice(); s != nil {
		return vm.rangeSlice(r, s)
	}
	if key.Type().slots.Index == nil {
		return Value{}, TypeErrorf("range indices must be integers or slices, not %s", key.Type().Name)
	}
	x, err := vm.Index(key)
	if err != nil {
		return Value{}, err
	}
	i, n := vm.AsBig(x), r.bigLen()
	if i.Sign() < 0 {
		i = new(big.Int).Add(i, n)
	}
	if i.Sign() < 0 || i.Cmp(n) >= 0 {
		return Value{}, Raise(IndexError, "range object index out of range")
	}
	return r.at(vm, i), nil
}

func (vm *VM) rangeSlice(r *Range, s *Slice) (Value, error) {
	start, stop, step, err := vm.bigSliceIndices(s, r.bigLen())
	if err != nil {
		return Value{}, err
	}
	b := r.bounds(vm)
	first, by := vm.AsBig(b[0]), vm.AsBig(b[2])
	at := func(i *big.Int) *big.Int {
		x := new(big.Int).Mul(by, i)
		return x.Add(x, first)
	}
	start, stop, step = at(start), at(stop), new(big.Int).Mul(by, step)
	if start.IsInt64() && stop.IsInt64() && step.IsInt64() {
		return vm.NewRange(start.Int64(), stop.Int64(), step.Int64()), nil
	}
	return vm.newBigRange(start, stop, step), nil
}

func rangeContains(vm *VM, v, item Value) (bool, error) {
	r := v.Range()
	if !isExactInt(item) {
		found := false
		err := vm.Iterate(v, func(x Value) error {
			same, err := vm.Equal(x, item)
			if same {
				found = true
				return errStopIterating
			}
			return err
		})
		if err == errStopIterating {
			err = nil
		}
		return found, err
	}
	if r.Big == nil && item.BigInt() == nil {
		x := item.AsInt()
		if r.Len == 0 {
			return false, nil
		}
		last := r.Start + (r.Len-1)*r.Step
		lo, hi := min(r.Start, last), max(r.Start, last)
		// Both differences may pass int64's bounds.
		return x >= lo && x <= hi && (uint64(max(x, r.Start))-uint64(min(x, r.Start)))%uint64(absInt(r.Step)) == 0, nil
	}
	_, ok := r.position(vm, item)
	return ok, nil
}

func absInt(x int64) int64 {
	if x < 0 {
		return -x
	}
	return x
}

// position is the index of an int in the range.
func (r *Range) position(vm *VM, item Value) (*big.Int, bool) {
	b := r.bounds(vm)
	diff := new(big.Int).Sub(vm.AsBig(item), vm.AsBig(b[0]))
	q, m := new(big.Int).QuoRem(diff, vm.AsBig(b[2]), new(big.Int))
	return q, m.Sign() == 0 && q.Sign() >= 0 && q.Cmp(r.bigLen()) < 0
}

func rangeIndex(vm *VM, a []Value) (Value, error) {
	if isExactInt(a[1]) {
		if i, ok := a[0].Range().position(vm, a[1]); ok {
			return vm.NewInt(i), nil
		}
		r, err := vm.Repr(a[1])
		if err != nil {
			return Value{}, err
		}
		return Value{}, ValueErrorf("%s is not in range", r)
	}
	i, found := int64(0), false
	err := vm.Iterate(a[0], func(v Value) error {
		same, err := vm.Equal(v, a[1])
		if same {
			found = true
			return errStopIterating
		}
		i++
		return err
	})
	if err != nil && err != errStopIterating {
		return Value{}, err
	}
	if !found {
		return Value{}, ValueErrorf("sequence.index(x): x not in sequence")
	}
	return Int(i), nil
}

var bigRangeIteratorType = shell("longrange_iterator", KindIterator)

func rangeIter(vm *VM, v Value) (Value, error) {
	r := v.Range()
	if r.Big == nil {
		return vm.newRangeIterator(r.Start, r.Step, r.Len), nil
	}
	return vm.bigRangeIterator(r.Big[0], r.Big[2], r.bigLen()), nil
}

// bigRangeIterator counts ints of any size.
type bigRangeIterator struct {
	Iterator
	at, step, left *big.Int
}

func (vm *VM) bigRangeIterator(start, step, n *big.Int) Value {
	vm.charge(iteratorSize + 24)
	it := &bigRangeIterator{at: new(big.Int).Set(start), step: step, left: new(big.Int).Set(n)}
	it.Object = Object{typ: bigRangeIteratorType, kind: KindIterator}
	it.src = None
	it.next = func(vm *VM, _ *Iterator) (Value, error) {
		if it.left.Sign() <= 0 {
			return Value{}, nil
		}
		v := vm.NewInt(it.at)
		it.skip(one)
		return v, nil
	}
	return Of(&it.Object)
}

// skip moves on by n items.
func (it *bigRangeIterator) skip(n *big.Int) {
	it.at = new(big.Int).Add(it.at, new(big.Int).Mul(it.step, n))
	it.left = new(big.Int).Sub(it.left, n)
}

func rangeReversed(vm *VM, a []Value) (Value, error) {
	r := a[0].Range()
	if r.Big == nil && r.Step != -1<<63 {
		last := r.Start + (r.Len-1)*r.Step
		return vm.newRangeIterator(last, -r.Step, r.Len), nil
	}
	b := r.bounds(vm)
	n, step := r.bigLen(), vm.AsBig(b[2])
	last := new(big.Int).Sub(n, big.NewInt(1))
	last.Mul(last, step).Add(last, vm.AsBig(b[0]))
	return vm.bigRangeIterator(last, new(big.Int).Neg(step), n), nil
}

func defineBigRangeIterator() {
	bigRangeIteratorType.native = typeID[bigRangeIterator]()
	self := func(v Value) *bigRangeIterator { return As[bigRangeIterator](v, bigRangeIteratorType) }
	bigRangeIteratorType.define(TypeSpec{Flags: TypeNoSubclass | TypeNoInstance, Slots: iteratorSlots(), Methods: []*Builtin{
		Method("__length_hint__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.NewInt(self(a[0]).left), nil }).
			WithDoc(lengthHintDoc),
		Method("__setstate__", 1, 1, func(vm *VM, a []Value) (Value, error) {
			it := self(a[0])
			n, err := vm.iteratorState(a[1], it.left)
			if err == nil {
				it.skip(n)
			}
			return None, err
		}).WithDoc(setStateDoc),
		Method("__reduce__", 0, 0, func(vm *VM, a []Value) (Value, error) {
			it := self(a[0])
			stop := new(big.Int).Mul(it.left, it.step)
			rest := vm.newBigRange(it.at, stop.Add(stop, it.at), it.step)
			return vm.reduceIter(rest, None)
		}).WithDoc(reduceDoc),
	}})
}
