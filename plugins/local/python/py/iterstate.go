package py

import (
	"math"
	"math/big"
)

// What iterators tell of their state: how much is left, how to make one like
// them, and how to move one on.

const (
	lengthHintDoc = "Private method returning an estimate of len(list(it))."
	reduceDoc     = "Return state information for pickling."
	setStateDoc   = "Set state information for unpickling."
)

// stateMethods are the methods of the iterators of a kind.
func stateMethods(kind iterKind) []*Builtin {
	hint := Method("__length_hint__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.iteratorLeft(a[0].Iterator()) }).WithDoc(lengthHintDoc)
	reduce := Method("__reduce__", 0, 0, func(vm *VM, a []Value) (Value, error) { return a[0].Iterator().reduce(vm) }).WithDoc(reduceDoc)
	set := Method("__setstate__", 1, 1, func(vm *VM, a []Value) (Value, error) { return None, a[0].Iterator().setState(vm, a[1]) }).WithDoc(setStateDoc)
	switch kind {
	case iterFunc, iterGuest:
		return nil
	case iterEnumerate:
		return []*Builtin{reduce, ClassMethod("__class_getitem__", "object, /", genericAlias)}
	case iterCallable, iterMap, iterFilter:
		return []*Builtin{reduce}
	case iterZip:
		return []*Builtin{reduce, set}
	case iterSet, iterDictKeys, iterDictValues, iterDictItems, iterReversedKeys, iterReversedValues, iterReversedItems:
		return []*Builtin{hint, reduce}
	}
	return []*Builtin{hint, reduce, set}
}

// iteratorLeft is the number of items still to come, where it is known.
func (vm *VM) iteratorLeft(it *Iterator) (Value, error) {
	if it.src.IsNone() && it.own != iterRange {
		return Int(0), nil
	}
	n, err := it.size(vm)
	if err != nil {
		return Value{}, err
	}
	switch it.own {
	case iterRange:
		n = it.end
	case iterSet, iterDictKeys, iterDictValues, iterDictItems, iterReversedKeys, iterReversedValues, iterReversedItems:
		if n != it.end {
			n = 0
		} else {
			n = it.step
		}
	case iterReversed, iterDown:
		if n < it.pos+1 {
			n = 0
		} else {
			n = it.pos + 1
		}
	case iterRunes:
		n = int64(countRunes(it.src.Str().S[it.pos:]))
	default:
		if n < 0 {
			return NotImplemented, nil
		}
		n -= it.pos
	}
	return Int(max(n, 0)), nil
}

// size is the length of what is iterated over; -1 if it has none.
func (it *Iterator) size(vm *VM) (int64, error) {
	if it.src.Type().slots.Len == nil {
		return -1, nil
	}
	n, err := vm.Len(it.src)
	return int64(n), err
}

// reduceIter is (iter, (src,)), with the state after it unless that is unbound.
func (vm *VM) reduceIter(src, state Value) (Value, error) {
	f := vm.Builtins.GetStr(nameIterFunc)
	if !f.Bound() {
		return Value{}, Raise(AttributeError, "iter")
	}
	if !state.Bound() {
		return vm.NewTupleOf(f, vm.NewTupleOf(src)), nil
	}
	return vm.NewTupleOf(f, vm.NewTupleOf(src), state), nil
}

var nameIterFunc = Name("iter")

// reduce gives the function that makes an iterator of this state, and its
// arguments.
func (it *Iterator) reduce(vm *VM) (Value, error) {
	cls := Of(&it.typ.Object)
	used := it.src.IsNone()
	switch it.own {
	case iterRange:
		return vm.reduceIter(vm.NewRange(it.pos, it.pos+it.end*it.step, it.step), None)
	case iterSet, iterDictKeys, iterDictValues, iterDictItems, iterReversedKeys, iterReversedValues, iterReversedItems:
		rest := *it // what is left, without using the iterator up
		items, err := vm.Collect(Of(&rest.Object))
		if err != nil {
			return Value{}, err
		}
		return vm.reduceIter(vm.NewList(items), Value{})
	case iterCallable:
		if used {
			return vm.reduceIter(EmptyTuple, Value{})
		}
		return vm.NewTupleOf(vm.Builtins.GetStr(nameIterFunc), it.src), nil
	case iterEnumerate:
		if it.end != 0 {
			return vm.NewTupleOf(cls, it.src), nil
		}
		return vm.NewTupleOf(cls, vm.NewTupleOf(it.src, Int(it.pos))), nil
	case iterZip:
		if it.end != 0 {
			return vm.NewTupleOf(cls, it.src, True), nil
		}
		return vm.NewTupleOf(cls, it.src), nil
	case iterMap, iterFilter:
		return vm.NewTupleOf(cls, it.src), nil
	case iterDown:
		if used {
			return vm.NewTupleOf(cls, vm.NewTupleOf(EmptyTuple)), nil
		}
		return vm.NewTupleOf(cls, vm.NewTupleOf(it.src), Int(it.pos)), nil
	}
	if !used {
		pos := it.pos
		switch it.own {
		case iterRunes:
			pos = int64(countRunes(it.src.Str().S[:pos]))
		case iterReversed:
			return vm.NewTupleOf(Of(&reversedType.Object), vm.NewTupleOf(it.src), Int(pos)), nil
		}
		return vm.reduceIter(it.src, Int(pos))
	}
	switch it.own {
	case iterList, iterReversed:
		return vm.reduceIter(vm.NewList(nil), Value{})
	case iterStr, iterRunes:
		return vm.reduceIter(NewStr(""), Value{})
	}
	return vm.reduceIter(EmptyTuple, Value{})
}

// setState moves an iterator to a position.
func (it *Iterator) setState(vm *VM, state Value) error {
	if it.own == iterZip {
		strict, err := vm.Truth(state)
		it.end = 0
		if strict {
			it.end = 1
		}
		return err
	}
	if it.own == iterRange {
		if _, wide, ok := intOf(state); ok && wide != nil {
			return Raise(OverflowError, "Python int too large to convert to C long")
		}
		n, err := vm.iteratorState(state, big.NewInt(it.end))
		if err == nil {
			it.pos += n.Int64() * it.step
			it.end -= n.Int64()
		}
		return err
	}
	index, wide, ok := intOf(state)
	switch {
	case !ok:
		return TypeErrorf("an integer is required")
	case wide != nil:
		return Raise(OverflowError, "Python int too large to convert to C ssize_t")
	case it.src.IsNone():
		return nil
	}
	low, high := int64(0), int64(math.MaxInt64)
	if it.own != iterSequence {
		n, err := it.size(vm)
		if err != nil {
			return err
		}
		high = n
	}
	if it.own == iterReversed || it.own == iterDown {
		low, high = -1, high-1
	}
	pos := min(max(index, low), high)
	if it.own == iterRunes {
		pos = int64(vm.byteAt(it.src.Str(), int(pos)))
	}
	it.pos = pos
	return nil
}

// iteratorState is how many of the items left a state skips.
func (vm *VM) iteratorState(state Value, left *big.Int) (*big.Int, error) {
	if !isInt(state) {
		return nil, TypeErrorf("'%s' object cannot be interpreted as an integer", state.Type().Name)
	}
	n := vm.AsBig(state)
	switch {
	case n.Sign() < 0:
		return new(big.Int), nil
	case n.Cmp(left) > 0:
		return left, nil
	}
	return n, nil
}

// hintedIter is iter(v) for a function that prepares for as many items as v
// says it has.
func (vm *VM) hintedIter(v Value) (Value, error) {
	it, err := vm.Iter(v)
	if err != nil {
		return Value{}, err
	}
	return it, vm.lengthHint(v)
}

// lengthHint calls what an iterable of a guest class says of its length, as
// collecting its items does in CPython: it may fail.
func (vm *VM) lengthHint(v Value) error {
	t := v.Type()
	if t.flags&TypeHeap == 0 {
		if v.Range() != nil {
			_, err := vm.Len(v)
			return err
		}
		return nil
	}
	if t.slots.Len != nil {
		_, err := vm.Len(v)
		if err == nil || !isTypeError(err) {
			return err
		}
	}
	r, err := vm.maybeCallSpecial(v, nameLengthHint)
	switch {
	case err != nil:
		if isTypeError(err) {
			return nil
		}
		return err
	case !r.Bound() || r == NotImplemented:
		return nil
	}
	n, wide, ok := intOf(r)
	switch {
	case !ok:
		return TypeErrorf("__length_hint__ must be an integer, not %s", r.Type().Name)
	case wide != nil:
		return Raise(OverflowError, "Python int too large to convert to C ssize_t")
	case n < 0:
		return ValueErrorf("__length_hint__() should return >= 0")
	}
	return nil
}

var nameLengthHint = Name("__length_hint__")

func isTypeError(err error) bool {
	e, ok := err.(*Exception)
	return ok && e.typ.IsSubtype(TypeError)
}
