package py

import (
	"math"
	"math/big"
)

// Slice is a Python slice.
type Slice struct {
	Object
	Start, Stop, Step Value
}

// SliceType is slice.
var SliceType = shell("slice", KindSlice)

// NewSlice makes a slice; bounds may be None.
func (vm *VM) NewSlice(start, stop, step Value) Value {
	vm.charge(80)
	return Of(&(&Slice{Object{typ: SliceType, kind: KindSlice}, start, stop, step}).Object)
}

func defineSlice() {
	get := func(f func(s *Slice) Value) func(vm *VM, v Value) (Value, error) {
		return func(vm *VM, v Value) (Value, error) { return f(v.Slice()), nil }
	}
	SliceType.native = typeID[Slice]()
	SliceType.define(TypeSpec{
		Flags: TypeNoSubclass,
		Doc:   "slice(stop)\nslice(start, stop[, step])\n\nCreate a slice object.  This is used for extended slicing (e.g. a[0:10:2]).",
		Slots: Slots{
			New: func(vm *VM, cls *Type, a []Value, kw Kwargs) (Value, error) {
				switch {
				case kw.Len() > 0:
					return Value{}, TypeErrorf("slice() takes no keyword arguments")
				case len(a) == 0:
					return Value{}, TypeErrorf("slice expected at least 1 argument, got 0")
				case len(a) > 3:
					return Value{}, TypeErrorf("slice expected at most 3 arguments, got %d", len(a))
				case len(a) == 1:
					return vm.NewSlice(None, a[0], None), nil
				case len(a) == 2:
					return vm.NewSlice(a[0], a[1], None), nil
				}
				return vm.NewSlice(a[0], a[1], a[2]), nil
			},
			Repr: func(vm *VM, v Value) (Value, error) {
				s := v.Slice()
				return vm.reprContainer(v, "slice(...)", func(b *reprBuilder) error {
					b.text("slice(")
					for i, x := range []Value{s.Start, s.Stop, s.Step} {
						if i > 0 {
							b.text(", ")
						}
						if err := b.value(x); err != nil {
							return err
						}
					}
					b.text(")")
					return nil
				})
			},
			Compare: func(vm *VM, a, b Value, op CompareOp) (Value, error) {
				if b.Slice() == nil {
					return NotImplemented, nil
				}
				return vm.Compare(a.Slice().tuple(vm), b.Slice().tuple(vm), op)
			},
			Hash: func(vm *VM, v Value) (int64, error) { return vm.Hash(v.Slice().tuple(vm)) },
			Visit: func(v Value, f func(Value)) {
				s := v.Slice()
				f(s.Start)
				f(s.Stop)
				f(s.Step)
			},
		},
		Members: []Member{
			{Name: "start", Field: true, Get: get(func(s *Slice) Value { return s.Start })},
			{Name: "stop", Field: true, Get: get(func(s *Slice) Value { return s.Stop })},
			{Name: "step", Field: true, Get: get(func(s *Slice) Value { return s.Step })},
		},
		Methods: []*Builtin{
			Method("indices", 1, 1, sliceIndicesMethod).WithDoc("S.indices(len) -> (start, stop, stride)\n\nAssuming a sequence of length len, calculate the start and stop\nindices, and the stride length of the extended slice described by\nS. Out of bounds indices are clipped in a manner consistent with the\nhandling of normal slices."),
			Method("__reduce__", 0, 0, func(vm *VM, a []Value) (Value, error) {
				return vm.NewTupleOf(Of(&SliceType.Object), a[0].Slice().tuple(vm)), nil
			}).WithDoc(reduceDoc),
		},
	})
}

func (s *Slice) tuple(vm *VM) Value { return vm.NewTupleOf(s.Start, s.Stop, s.Step) }

// sliceBound is an index that clips to the int64 range instead of overflowing.
func (vm *VM) sliceBound(v Value) (int, error) {
	if v.IsInt() {
		return int(v.AsInt()), nil
	}
	if v.Type().slots.Index == nil {
		return 0, TypeErrorf("slice indices must be integers or None or have an __index__ method")
	}
	x, err := vm.Index(v)
	if err != nil {
		return 0, err
	}
	if b := x.BigInt(); b != nil {
		if b.V.IsInt64() {
			return int(b.V.Int64()), nil
		}
		if b.V.Sign() < 0 {
			return math.MinInt64, nil
		}
		return math.MaxInt64, nil
	}
	return int(x.AsInt()), nil
}

// settleKey lets guest code say what the numbers of a subscript are before the
// sequence is looked at, which that code may change.
func (vm *VM) settleKey(key Value) (Value, error) {
	s := key.Slice()
	if s == nil {
		if key.IsInt() || key.Type().flags&TypeHeap == 0 || key.Type().slots.Index == nil {
			return key, nil
		}
		return vm.Index(key)
	}
	parts := [3]Value{s.Start, s.Stop, s.Step}
	changed := false
	for _, i := range [3]int{2, 0, 1} { // in CPython's order
		v, err := vm.settleKey(parts[i])
		if err != nil {
			return Value{}, err
		}
		changed = changed || v != parts[i]
		parts[i] = v
	}
	if !changed {
		return key, nil
	}
	return vm.NewSlice(parts[0], parts[1], parts[2]), nil
}

// SettleKey is settleKey for the sequences of other packages.
func (vm *VM) SettleKey(key Value) (Value, error) { return vm.settleKey(key) }

// sliceIndices adjusts a slice to a sequence of length n: the first position,
// the step and the number of items.
func (vm *VM) sliceIndices(s *Slice, n int) (start, step, count int, err error) {
	step = 1
	if !s.Step.IsNone() {
		if step, err = vm.sliceBound(s.Step); err != nil {
			return
		}
		if step == 0 {
			return 0, 0, 0, ValueErrorf("slice step cannot be zero")
		}
		step = max(step, -math.MaxInt64)
	}
	low, high := 0, n // the range that bounds are clipped to
	if step < 0 {
		low, high = -1, n-1
	}
	clip := func(v Value, def int) (int, error) {
		if v.IsNone() {
			return def, nil
		}
		x, err := vm.sliceBound(v)
		if x < 0 {
			x += n
		}
		return min(max(x, low), high), err
	}
	first, last := low, high
	if step < 0 {
		first, last = high, low
	}
	if start, err = clip(s.Start, first); err != nil {
		return
	}
	stop, err := clip(s.Stop, last)
	if err != nil {
		return
	}
	switch {
	case step > 0 && start < stop:
		count = (stop-start-1)/step + 1
	case step < 0 && stop < start:
		count = (start-stop-1)/(-step) + 1
	}
	if count == 0 {
		// Where nothing is taken, insertion happens at start; keep it inside.
		start = min(max(start, 0), n)
	}
	return start, step, count, nil
}

func sliceIndicesMethod(vm *VM, a []Value) (Value, error) {
	v, err := vm.Index(a[1])
	if err != nil {
		return Value{}, err
	}
	n := vm.AsBig(v)
	if n.Sign() < 0 {
		return Value{}, ValueErrorf("length should not be negative")
	}
	start, stop, step, err := vm.bigSliceIndices(a[0].Slice(), n)
	if err != nil {
		return Value{}, err
	}
	return vm.NewTupleOf(vm.NewInt(start), vm.NewInt(stop), vm.NewInt(step)), nil
}

// bigSliceIndices adjusts a slice to a length, all of any size.
func (vm *VM) bigSliceIndices(s *Slice, n *big.Int) (start, stop, step *big.Int, err error) {
	step = one
	if !s.Step.IsNone() {
		if step, err = vm.bigSliceBound(s.Step); err != nil {
			return nil, nil, nil, err
		}
		if step.Sign() == 0 {
			return nil, nil, nil, ValueErrorf("slice step cannot be zero")
		}
	}
	low, high := new(big.Int), n
	if step.Sign() < 0 {
		low, high = big.NewInt(-1), new(big.Int).Sub(n, one)
	}
	clip := func(v Value, def *big.Int) (*big.Int, error) {
		if v.IsNone() {
			return def, nil
		}
		x, err := vm.bigSliceBound(v)
		if err != nil {
			return nil, err
		}
		if x.Sign() < 0 {
			x = new(big.Int).Add(x, n)
		}
		switch {
		case x.Cmp(low) < 0:
			return low, nil
		case x.Cmp(high) > 0:
			return high, nil
		}
		return x, nil
	}
	first, last := low, high
	if step.Sign() < 0 {
		first, last = high, low
	}
	if start, err = clip(s.Start, first); err == nil {
		stop, err = clip(s.Stop, last)
	}
	return start, stop, step, err
}

func (vm *VM) bigSliceBound(v Value) (*big.Int, error) {
	if !isInt(v) && v.Type().slots.Index == nil {
		return nil, TypeErrorf("slice indices must be integers or None or have an __index__ method")
	}
	x, err := vm.Index(v)
	if err != nil {
		return nil, err
	}
	return vm.AsBig(x), nil
}
