package py

// Call calls a value with positional and keyword arguments. The slices must
// not alias the machine's registers unless the caller is an instruction.
func (vm *VM) Call(f Value, args ...Value) (Value, error) {
	return vm.CallKw(f, args, Kwargs{})
}

// Hash is hash(v).
func (vm *VM) Hash(v Value) (int64, error) {
	if s := v.Str(); s != nil && s.typ == StrType {
		return int64(s.hashOf()), nil
	}
	return v.Type().slots.Hash(vm, v)
}

// HashNotImplemented is the Hash slot of unhashable types.
func HashNotImplemented(vm *VM, v Value) (int64, error) {
	return 0, TypeErrorf("unhashable type: '%s'", v.Type().Name)
}

// Equal is a is b or a == b, as containers compare.
func (vm *VM) Equal(a, b Value) (bool, error) {
	if a == b {
		return true, nil
	}
	if a.p == b.p && (a.p == intP || a.p == boolP) {
		return false, nil
	}
	r, err := vm.Compare(a, b, Eq)
	if err != nil {
		return false, err
	}
	return vm.Truth(r)
}

var swapped = [...]CompareOp{Lt: Gt, Le: Ge, Eq: Eq, Ne: Ne, Gt: Lt, Ge: Le}

var compareSymbols = [...]string{Lt: "<", Le: "<=", Eq: "==", Ne: "!=", Gt: ">", Ge: ">="}

// Compare is the rich comparison a op b; the result need not be a bool.
func (vm *VM) Compare(a, b Value, op CompareOp) (Value, error) {
	ta, tb := a.Type(), b.Type()
	reflectedDone := false
	if ta != tb && tb.slots.Compare != nil && tb.IsSubtype(ta) {
		reflectedDone = true
		r, err := tb.slots.Compare(vm, b, a, swapped[op])
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	if ta.slots.Compare != nil {
		r, err := ta.slots.Compare(vm, a, b, op)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	if !reflectedDone && tb.slots.Compare != nil {
		r, err := tb.slots.Compare(vm, b, a, swapped[op])
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	return defaultCompare(a, b, op)
}

// defaultCompare compares objects that don't know each other: by identity.
func defaultCompare(a, b Value, op CompareOp) (Value, error) {
	switch op {
	case Eq:
		return Bool(a == b), nil
	case Ne:
		return Bool(a != b), nil
	}
	return Value{}, TypeErrorf("'%s' not supported between instances of '%s' and '%s'", compareSymbols[op], a.Type().Name, b.Type().Name)
}

// CompareBool is the truth of a op b.
func (vm *VM) CompareBool(a, b Value, op CompareOp) (bool, error) {
	if a.p == intP && b.p == intP {
		return orderedInt(int64(a.n), int64(b.n), op), nil
	}
	return vm.compareTruth(a, b, op)
}

// Truth is bool(v).
func (vm *VM) Truth(v Value) (bool, error) {
	switch v.p {
	case boolP, intP:
		return v.n != 0, nil
	case noneP:
		return false, nil
	}
	s := &v.Type().slots
	if s.Bool != nil {
		return s.Bool(vm, v)
	}
	if s.Len != nil {
		n, err := s.Len(vm, v)
		return n != 0, err
	}
	return true, nil
}

var binarySymbols = [numBinaryOps]string{"+", "-", "*", "/", "//", "%", "** or pow()", "<<", ">>", "&", "|", "^", "@", "divmod()"}

// Binary is a op b.
func (vm *VM) Binary(op BinaryOp, a, b Value) (Value, error) {
	r, err := vm.binary(op, a, b)
	if err == nil && r == NotImplemented {
		return Value{}, unsupportedOperands(op, a, b, false)
	}
	return r, err
}

// unsupportedOperands is the error where neither side can. Sequences speak for
// themselves, after the other side has had its turn.
func unsupportedOperands(op BinaryOp, a, b Value, inplace bool) error {
	ta, tb := a.Type(), b.Type()
	switch {
	case op == OpAdd && ta.flags&typeConcat != 0:
		if a.Bytes() != nil || a.ByteArray() != nil {
			return TypeErrorf("can't concat %s to %s", tb.Name, ta.Name)
		}
		return TypeErrorf("can only concatenate %s (not \"%s\") to %s", ta.layout.Name, tb.Name, ta.layout.Name)
	case op == OpMul && ta.flags&typeConcat != 0:
		return TypeErrorf("can't multiply sequence by non-int of type '%s'", tb.Name)
	case op == OpMul && tb.flags&typeConcat != 0 && !(inplace && (ta.flags&TypeHeap != 0 || ta.slots.Contains != nil)):
		return TypeErrorf("can't multiply sequence by non-int of type '%s'", ta.Name)
	}
	symbol := binarySymbols[op]
	if inplace {
		if op == OpPow {
			symbol = "**"
		}
		symbol += "="
	}
	hint := ""
	if p := a.Builtin(); op == OpRShift && !inplace && p != nil && p.Name == "print" {
		hint = ". Did you mean \"print(<message>, file=<output_stream>)\"?"
	}
	return TypeErrorf("unsupported operand type(s) for %s: '%s' and '%s'%s", symbol, a.Type().Name, b.Type().Name, hint)
}

// binary tries both operands' slots; NotImplemented if neither can.
func (vm *VM) binary(op BinaryOp, a, b Value) (Value, error) {
	ta, tb := a.Type(), b.Type()
	fa, fb := ta.slots.Binary[op], tb.slots.Binary[op]
	if ta == tb {
		fb = nil
	} else if fb != nil && tb.IsSubtype(ta) {
		r, err := fb(vm, a, b)
		if err != nil || r != NotImplemented {
			return r, err
		}
		fb = nil
	}
	if fa != nil {
		r, err := fa(vm, a, b)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	if fb != nil {
		return fb(vm, a, b)
	}
	return NotImplemented, nil
}

// InplaceOp is a op= b: the new value of a.
func (vm *VM) InplaceOp(op BinaryOp, a, b Value) (Value, error) {
	if f := a.Type().slots.Inplace[op]; f != nil {
		r, err := f(vm, a, b)
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	r, err := vm.binary(op, a, b)
	if err == nil && r == NotImplemented {
		return Value{}, unsupportedOperands(op, a, b, true)
	}
	return r, err
}

// Iter is iter(v).
func (vm *VM) Iter(v Value) (Value, error) {
	t := v.Type()
	if t.slots.Iter != nil {
		return t.slots.Iter(vm, v)
	}
	if t.slots.GetItem != nil && t.flags&TypeMapping == 0 {
		return vm.newSequenceIterator(v), nil
	}
	return Value{}, TypeErrorf("'%s' object is not iterable", t.Name)
}

// Next is the next item of an iterator; the unbound Value at the end.
func (vm *VM) Next(it Value) (Value, error) {
	if f := it.Type().slots.Next; f != nil {
		return f(vm, it)
	}
	return Value{}, TypeErrorf("'%s' object is not an iterator", it.Type().Name)
}

// Iterate calls f with every item of an iterable until f fails. It counts one
// step an item, so it is bounded by the run's limits.
func (vm *VM) Iterate(v Value, f func(Value) error) error {
	it, err := vm.Iter(v)
	if err != nil {
		return err
	}
	next := it.Type().slots.Next
	if next == nil {
		return TypeErrorf("'%s' object is not an iterator", it.Type().Name)
	}
	for {
		item, err := next(vm, it)
		if err != nil || !item.Bound() {
			return err
		}
		if err := f(item); err != nil {
			return err
		}
		if err := vm.Tick(1); err != nil {
			return err
		}
	}
}

// GetItem is obj[key].
func (vm *VM) GetItem(obj, key Value) (Value, error) {
	t := obj.Type()
	if t.slots.GetItem != nil {
		return t.slots.GetItem(vm, obj, key)
	}
	if c := obj.AsType(); c != nil {
		return vm.classGetItem(c, key)
	}
	return Value{}, TypeErrorf("'%s' object is not subscriptable", t.Name)
}

// SequenceItem is item i of a sequence, as C code asks for it: a mapping of the
// language's own is none.
func (vm *VM) SequenceItem(obj Value, i int) (Value, error) {
	switch t := obj.Type(); {
	case t.slots.GetItem == nil:
		return Value{}, TypeErrorf("'%s' object does not support indexing", t.Name)
	case t == DictType:
		return Value{}, TypeErrorf("%s is not a sequence", t.Name)
	}
	return vm.GetItem(obj, Int(int64(i)))
}

// SetItem is obj[key] = v.
func (vm *VM) SetItem(obj, key, v Value) error {
	if f := obj.Type().slots.SetItem; f != nil {
		return f(vm, obj, key, v)
	}
	if err := vm.unstorable(obj, key); err != nil {
		return err
	}
	return TypeErrorf("'%s' object does not support item assignment", obj.Type().Name)
}

// DelItem is del obj[key].
func (vm *VM) DelItem(obj, key Value) error {
	if f := obj.Type().slots.SetItem; f != nil {
		return f(vm, obj, key, Value{})
	}
	if err := vm.unstorable(obj, key); err != nil {
		return err
	}
	not := "does not" // CPython words it otherwise for sequences
	if key.Type().slots.Index != nil && obj.Type().maybeSequence() {
		not = "doesn't"
	}
	return TypeErrorf("'%s' object %s support item deletion", obj.Type().Name, not)
}

// maybeSequence tells whether CPython takes the type for one when it stores an
// item. Each class that guest code made may be one.
func (t *Type) maybeSequence() bool {
	return t.flags&TypeHeap != 0 || t.slots.Contains != nil || t.slots.Len != nil
}

// unstorable is the error of an index that no sequence has, which comes
// before that of a sequence that can't be changed.
func (vm *VM) unstorable(obj, key Value) error {
	if key.Type().slots.Index == nil || !obj.Type().maybeSequence() {
		return nil
	}
	_, err := vm.IndexInt(key, IndexError)
	return err
}

// Len is len(v).
func (vm *VM) Len(v Value) (int, error) {
	if f := v.Type().slots.Len; f != nil {
		return f(vm, v)
	}
	return 0, TypeErrorf("object of type '%s' has no len()", v.Type().Name)
}

// Contains is item in container.
func (vm *VM) Contains(container, item Value) (bool, error) {
	if f := container.Type().slots.Contains; f != nil {
		return f(vm, container, item)
	}
	if t := container.Type(); t.slots.Iter == nil && t.slots.GetItem == nil {
		return false, TypeErrorf("argument of type '%s' is not iterable", t.Name)
	}
	found := false
	err := vm.Iterate(container, func(v Value) error {
		same, err := vm.Equal(v, item)
		if err == nil && same {
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

var errStopIterating = Raise(StopIteration, "")

// lenResult checks what __len__ gave.
func (vm *VM) lenResult(v Value) (int, error) {
	if v.IsInt() || v.IsBool() {
		if v.AsInt() < 0 {
			return 0, ValueErrorf("__len__() should return >= 0")
		}
		return int(v.AsInt()), nil
	}
	if b := v.BigInt(); b != nil {
		if b.V.Sign() < 0 {
			return 0, ValueErrorf("__len__() should return >= 0")
		}
		return 0, Raise(OverflowError, "cannot fit 'int' into an index-sized integer")
	}
	return 0, TypeErrorf("'%s' object cannot be interpreted as an integer", v.Type().Name)
}

// IsNumber reports whether v has a number protocol: an int, float, complex or
// index, or a conversion to one.
func (vm *VM) IsNumber(v Value) bool {
	s := &v.Type().slots
	return s.Index != nil || s.ToInt != nil || s.ToFloat != nil || v.Complex() != nil
}
