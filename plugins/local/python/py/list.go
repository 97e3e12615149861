package py

// List is a Python list.
type List struct {
	Object
	Items []Value
}

// ListType is list.
var ListType = shell("list", KindList)

const listSize = 48

// NewList makes a list that owns items.
func (vm *VM) NewList(items []Value) Value {
	vm.charge(int64(listSize + 16*cap(items)))
	return Of(&(&List{Object: Object{typ: ListType, kind: KindList}, Items: items}).Object)
}

// append is Append.
func (l *List) append(vm *VM, v Value) { l.Append(vm, v) }

// Append adds an item and charges growth.
func (l *List) Append(vm *VM, v Value) {
	if len(l.Items) == cap(l.Items) {
		l.grow(vm, 1)
	}
	l.Items = append(l.Items, v)
}

// grow makes room for n more items and charges it.
func (l *List) grow(vm *VM, n int) {
	items := make([]Value, len(l.Items), vm.grownCap(&l.Object, len(l.Items), n, 16))
	copy(items, l.Items)
	l.Items = items
}

func defineList() {
	ListType.native = typeID[List]()
	ListType.define(TypeSpec{
		Doc:   "Built-in mutable sequence.\n\nIf no argument is given, the constructor creates a new empty list.\nThe argument must be an iterable if specified.",
		Flags: TypeSequence | TypeMatchSelf | typeConcat,
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				l := &List{}
				vm.NewObject(&l.Object, cls, listSize)
				return Of(&l.Object), nil
			},
			Init: listInit, Repr: listRepr, Compare: listCompare,
			Len:     func(vm *VM, v Value) (int, error) { return len(v.List().Items), nil },
			GetItem: listGetItem, SetItem: listSetItem,
			Contains: func(vm *VM, v, item Value) (bool, error) {
				i, err := vm.indexOf(v, item, 0, -1)
				return i >= 0, err
			},
			Iter: func(vm *VM, v Value) (Value, error) { return vm.newIterator(iterList, v), nil },
			Binary: [numBinaryOps]BinaryFunc{
				OpAdd: listConcat,
				OpMul: func(vm *VM, a, b Value) (Value, error) { return vm.repeat(a, b, listRepeat) },
			},
			Inplace: [numBinaryOps]BinaryFunc{OpAdd: listInplaceAdd, OpMul: listInplaceMul},
			Visit: func(v Value, f func(Value)) {
				for _, x := range v.List().Items {
					f(x)
				}
			},
			Size: func(v Value) int { return listSize + 16*cap(v.List().Items) },
		},
		Methods: []*Builtin{
			MethodSig("__getitem__", "index, /", func(vm *VM, a []Value) (Value, error) { return listGetItem(vm, a[0], a[1]) }).WithDoc("Return self[index]."),
			Method("append", 1, 1, func(vm *VM, a []Value) (Value, error) {
				a[0].List().append(vm, a[1])
				return None, nil
			}).WithDoc("Append object to the end of the list."),
			Method("extend", 1, 1, func(vm *VM, a []Value) (Value, error) { return None, vm.listExtend(a[0].List(), a[1]) }).
				WithDoc("Extend list by appending elements from the iterable."),
			Method("insert", 2, 2, listInsert).WithDoc("Insert object before index."),
			Method("pop", 0, 1, listPop).WithDoc("Remove and return item at index (default last).\n\nRaises IndexError if list is empty or index is out of range."),
			Method("remove", 1, 1, listRemove).WithDoc("Remove first occurrence of value.\n\nRaises ValueError if the value is not present."),
			Method("clear", 0, 0, func(vm *VM, a []Value) (Value, error) { a[0].List().Items = nil; return None, nil }).WithDoc("Remove all items from list."),
			Method("copy", 0, 0, func(vm *VM, a []Value) (Value, error) {
				return vm.NewList(append([]Value(nil), a[0].List().Items...)), nil
			}).WithDoc("Return a shallow copy of the list."),
			Method("count", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.countOf(a[0], a[1]) }).WithDoc("Return number of occurrences of value."),
			Method("index", 1, 3, func(vm *VM, a []Value) (Value, error) { return vm.sequenceIndex(a, "list") }).WithDoc("Return first index of value.\n\nRaises ValueError if the value is not present."),
			Method("reverse", 0, 0, listReverse).WithDoc("Reverse *IN PLACE*."),
			MethodSig("sort", "*, key=None, reverse=False", listSort).WithDoc("Sort the list in ascending order and return None.\n\nThe sort is in-place (i.e. the list itself is modified) and stable (i.e. the\norder of two equal elements is maintained)."),
			Method("__reversed__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.newReversed(a[0], len(a[0].List().Items)), nil }).WithDoc("Return a reverse iterator over the list."),
			ClassMethod("__class_getitem__", "object, /", genericAlias),
		},
	})
}

func listInit(vm *VM, self Value, args []Value, kw Kwargs) error {
	if err := keywordsToInit(self.Type(), ListType, kw); err != nil {
		return err
	}
	if len(args) > 1 {
		return TypeErrorf("list expected at most 1 argument, got %d", len(args))
	}
	l := self.List()
	l.Items = nil
	if len(args) == 0 {
		return nil
	}
	return vm.listExtend(l, args[0])
}

// listExtend appends all items of an iterable, whose length is asked for
// first, as in CPython.
func (vm *VM) listExtend(l *List, src Value) error {
	if items, ok := fixedItems(src); ok {
		if err := vm.Reserve(int64(len(items)) * 16); err != nil {
			return err
		}
		if cap(l.Items)-len(l.Items) < len(items) {
			l.grow(vm, len(items))
		}
		l.Items = append(l.Items, items...)
		return vm.Tick(len(items)/64 + 1)
	}
	if err := vm.reserveHint(src, 16); err != nil {
		return err
	}
	it, err := vm.hintedIter(src)
	if err != nil {
		return err
	}
	return vm.Iterate(it, func(v Value) error {
		l.append(vm, v)
		return nil
	})
}

// fixedItems gives the items of an exact list or tuple without iterating.
func fixedItems(v Value) ([]Value, bool) {
	switch t := v.Type(); t {
	case ListType:
		return v.List().Items, true
	case TupleType:
		return v.Tuple().Items, true
	}
	return nil, false
}

// reserveHint refuses at once what a sized iterable (a range) would make too
// large for memory: size bytes an item.
func (vm *VM) reserveHint(src Value, size int64) error {
	if r := src.Range(); r != nil {
		if _, err := vm.Len(src); err != nil {
			return err
		}
		if r.Len > 1<<40 {
			return NewException(MemoryError, "")
		}
		return vm.Reserve(r.Len * size)
	}
	return nil
}

// Collect gives the items of an iterable as a new slice.
func (vm *VM) Collect(v Value) ([]Value, error) {
	if items, ok := fixedItems(v); ok {
		return append([]Value(nil), items...), nil
	}
	it, err := vm.Iter(v)
	if err != nil {
		return nil, err
	}
	if err := vm.reserveHint(v, 16); err != nil {
		return nil, err
	}
	l := List{}
	err = vm.Iterate(it, func(v Value) error {
		l.append(vm, v)
		return nil
	})
	return l.Items, err
}

func listRepr(vm *VM, v Value) (Value, error) {
	l := v.List()
	if len(l.Items) == 0 {
		return NewStr("[]"), nil
	}
	return vm.reprContainer(v, "[...]", func(b *reprBuilder) error {
		b.text("[")
		for i := 0; i < len(l.Items); i++ {
			if i > 0 {
				b.text(", ")
			}
			if err := b.value(l.Items[i]); err != nil {
				return err
			}
		}
		b.text("]")
		return nil
	})
}

func listCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	x, y := a.List(), b.List()
	if x == nil || y == nil {
		return NotImplemented, nil
	}
	return vm.compareItems(func() []Value { return x.Items }, func() []Value { return y.Items }, op)
}

// compareItems compares two sequences item by item; the slices are asked for
// anew each time, since comparing may change a list.
func (vm *VM) compareItems(x, y func() []Value, op CompareOp) (Value, error) {
	if len(x()) != len(y()) && (op == Eq || op == Ne) {
		return Bool(op == Ne), nil
	}
	if err := vm.enter(); err != nil {
		return Value{}, err
	}
	defer vm.leave()
	for i := 0; i < len(x()) && i < len(y()); i++ {
		p, q := x()[i], y()[i]
		same, err := vm.Equal(p, q)
		if err != nil {
			return Value{}, err
		}
		if !same {
			if i >= len(x()) || i >= len(y()) {
				break // comparing the items has shortened a list
			}
			switch op {
			case Eq:
				return False, nil
			case Ne:
				return True, nil
			}
			return vm.Compare(p, q, op)
		}
		if err := vm.Tick(1); err != nil {
			return Value{}, err
		}
	}
	n, m := len(x()), len(y())
	switch op {
	case Lt:
		return Bool(n < m), nil
	case Le:
		return Bool(n <= m), nil
	case Eq:
		return Bool(n == m), nil
	case Ne:
		return Bool(n != m), nil
	case Gt:
		return Bool(n > m), nil
	}
	return Bool(n >= m), nil
}

func listGetItem(vm *VM, v, key Value) (Value, error) {
	key, err := vm.settleKey(key)
	if err != nil {
		return Value{}, err
	}
	l := v.List()
	if s := key.Slice(); s != nil {
		start, step, n, err := vm.sliceIndices(s, len(l.Items))
		if err != nil {
			return Value{}, err
		}
		return vm.NewList(sliceItems(l.Items, start, step, n)), nil
	}
	i, err := vm.itemIndex(key, len(l.Items), "list")
	if err != nil {
		return Value{}, err
	}
	return l.Items[i], nil
}

// sliceItems copies n items from start on in steps.
func sliceItems(items []Value, start, step, n int) []Value {
	out := make([]Value, n)
	if step == 1 {
		copy(out, items[start:start+n])
		return out
	}
	for i := range out {
		out[i] = items[start+i*step]
	}
	return out
}

// itemIndex turns a subscript into a position in a sequence of length n; what
// names the type in errors.
func (vm *VM) itemIndex(key Value, n int, what string) (int, error) {
	var i int
	if key.IsInt() {
		x := key.AsInt()
		if x < 0 {
			x += int64(n)
		}
		if x < 0 || x >= int64(n) {
			return 0, Raise(IndexError, "%s index out of range", what)
		}
		return int(x), nil
	}
	if key.Type().slots.Index == nil {
		return 0, TypeErrorf("%s indices must be integers or slices, not %s", what, key.Type().Name)
	}
	i, err := vm.IndexInt(key, IndexError)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, Raise(IndexError, "%s index out of range", what)
	}
	return i, nil
}

func listSetItem(vm *VM, v, key, x Value) error {
	key, err := vm.settleKey(key)
	if err != nil {
		return err
	}
	l := v.List()
	if s := key.Slice(); s != nil {
		return vm.listSetSlice(l, s, x)
	}
	if key.Type().slots.Index == nil {
		return TypeErrorf("list indices must be integers or slices, not %s", key.Type().Name)
	}
	i, err := vm.itemIndex(key, len(l.Items), "list")
	if err != nil {
		if e, ok := err.(*Exception); ok && e.typ == IndexError && (key.IsInt() || key.Kind() == KindBool) {
			return Raise(IndexError, "list assignment index out of range")
		}
		return err
	}
	if x.Bound() {
		l.Items[i] = x
	} else {
		l.delete(vm, i, 1)
	}
	return nil
}

// delete removes n items from position i on.
func (l *List) delete(vm *VM, i, n int) {
	vm.work((len(l.Items) - i) * 16)
	copy(l.Items[i:], l.Items[i+n:])
	clear(l.Items[len(l.Items)-n:])
	l.Items = l.Items[:len(l.Items)-n]
}

func (vm *VM) listSetSlice(l *List, s *Slice, x Value) error {
	var values []Value
	if x.Bound() {
		if _, _, _, err := vm.sliceIndices(s, len(l.Items)); err != nil {
			return err // before anything is taken from x, which may change the list
		}
		if x.Type().slots.Iter == nil && x.Type().slots.GetItem == nil {
			if s.Step.IsNone() {
				return TypeErrorf("can only assign an iterable")
			}
			return TypeErrorf("must assign iterable to extended slice")
		}
		var err error
		if values, err = vm.Collect(x); err != nil {
			return err
		}
	}
	start, step, n, err := vm.sliceIndices(s, len(l.Items))
	if err != nil {
		return err
	}
	if step == 1 {
		l.splice(vm, start, n, values)
		return nil
	}
	if !x.Bound() {
		l.deleteSteps(vm, start, step, n)
		return nil
	}
	if len(values) != n {
		return ValueErrorf("attempt to assign sequence of size %d to extended slice of size %d", len(values), n)
	}
	for i, v := range values {
		l.Items[start+i*step] = v
	}
	return nil
}

// splice replaces n items from start on by values.
func (l *List) splice(vm *VM, start, n int, values []Value) {
	diff := len(values) - n
	vm.work((len(l.Items) - start) * 16)
	if diff > 0 {
		if cap(l.Items)-len(l.Items) < diff {
			l.grow(vm, diff)
		}
		old := len(l.Items)
		l.Items = l.Items[:old+diff]
		copy(l.Items[start+len(values):], l.Items[start+n:old])
	} else if diff < 0 {
		l.delete(vm, start, -diff)
	}
	copy(l.Items[start:], values)
}

func (l *List) deleteSteps(vm *VM, start, step, n int) {
	vm.work(len(l.Items) * 16)
	if n == 0 {
		return
	}
	if step < 0 {
		start, step = start+(n-1)*step, -step
	}
	to := start
	for i := start; i < len(l.Items); i++ {
		if k := i - start; k%step == 0 && k/step < n {
			continue
		}
		l.Items[to] = l.Items[i]
		to++
	}
	clear(l.Items[to:])
	l.Items = l.Items[:to]
}

func listConcat(vm *VM, a, b Value) (Value, error) {
	x, y := a.List(), b.List()
	if x == nil {
		return NotImplemented, nil
	}
	if y == nil {
		if b.Type().flags&TypeHeap != 0 {
			return NotImplemented, nil
		}
		return Value{}, TypeErrorf("can only concatenate list (not \"%s\") to list", b.Type().Name)
	}
	n := len(x.Items) + len(y.Items)
	if err := vm.Reserve(int64(n) * 16); err != nil {
		return Value{}, err
	}
	items := make([]Value, n)
	copy(items, x.Items)
	copy(items[len(x.Items):], y.Items)
	return vm.NewList(items), nil
}

// repeat is sequence * count in either order.
func (vm *VM) repeat(a, b Value, f func(vm *VM, seq Value, n int) (Value, error)) (Value, error) {
	seq, count := a, b
	if count.Type().slots.Index == nil && seq.Type().slots.Index != nil || seq.Kind() == KindInt || seq.Kind() == KindBool {
		seq, count = b, a
	}
	if count.Type().slots.Index == nil {
		return NotImplemented, nil // see unsupportedOperands
	}
	n, err := vm.IndexInt(count, OverflowError)
	if err != nil {
		return Value{}, err
	}
	return f(vm, seq, max(n, 0))
}

// repeatItems gives items n times over.
func (vm *VM) repeatItems(items []Value, n int) ([]Value, error) {
	if len(items) == 0 || n == 0 {
		return nil, nil
	}
	if n > (1<<40)/len(items) {
		return nil, NewException(MemoryError, "")
	}
	if err := vm.Reserve(int64(len(items)) * int64(n) * 16); err != nil {
		return nil, err
	}
	out := make([]Value, len(items)*n)
	done := copy(out, items)
	for done < len(out) {
		done += copy(out[done:], out[:done])
	}
	return out, nil
}

func listRepeat(vm *VM, seq Value, n int) (Value, error) {
	items, err := vm.repeatItems(seq.List().Items, n)
	if err != nil {
		return Value{}, err
	}
	return vm.NewList(items), nil
}

func listInplaceAdd(vm *VM, a, b Value) (Value, error) {
	return a, vm.listExtend(a.List(), b)
}

func listInplaceMul(vm *VM, a, b Value) (Value, error) {
	return vm.repeat(a, b, func(vm *VM, seq Value, n int) (Value, error) {
		items, err := vm.repeatItems(seq.List().Items, n)
		if err == nil {
			vm.charge(int64(16 * len(items)))
			seq.List().Items = items
		}
		return seq, err
	})
}

func listInsert(vm *VM, a []Value) (Value, error) {
	l := a[0].List()
	i, err := vm.sizeArg(a[1])
	if err != nil {
		return Value{}, err
	}
	n := len(l.Items)
	if i < 0 {
		i = max(i+n, 0)
	}
	i = min(i, n)
	l.append(vm, None)
	vm.work((n - i) * 16)
	copy(l.Items[i+1:], l.Items[i:])
	l.Items[i] = a[2]
	return None, nil
}

func listPop(vm *VM, a []Value) (Value, error) {
	l := a[0].List()
	i := len(l.Items) - 1
	if len(a) > 1 {
		x, err := vm.sizeArg(a[1])
		if err != nil {
			return Value{}, err
		}
		if x < 0 {
			x += len(l.Items)
		}
		i = x
	}
	if len(l.Items) == 0 {
		return Value{}, Raise(IndexError, "pop from empty list")
	}
	if i < 0 || i >= len(l.Items) {
		return Value{}, Raise(IndexError, "pop index out of range")
	}
	v := l.Items[i]
	l.delete(vm, i, 1)
	return v, nil
}

func listRemove(vm *VM, a []Value) (Value, error) {
	l := a[0].List()
	i, err := vm.indexOf(a[0], a[1], 0, -1)
	if err != nil {
		return Value{}, err
	}
	if i < 0 {
		return Value{}, ValueErrorf("list.remove(x): x not in list")
	}
	if i < len(l.Items) {
		l.delete(vm, i, 1)
	}
	return None, nil
}

func listReverse(vm *VM, a []Value) (Value, error) {
	items := a[0].List().Items
	vm.work(len(items) * 16)
	for i, j := 0, len(items)-1; i < j; i, j = i+1, j-1 {
		items[i], items[j] = items[j], items[i]
	}
	return None, nil
}

// itemsOf are the items of a list or tuple as they are now.
func itemsOf(v Value) []Value {
	if l := v.List(); l != nil {
		return l.Items
	}
	return v.Tuple().Items
}

// indexOf is the first position in start..end (-1: to the end) of a list or
// tuple whose item equals v, or -1.
func (vm *VM) indexOf(seq, v Value, start, end int) (int, error) {
	for i := start; i < len(itemsOf(seq)) && (end < 0 || i < end); i++ {
		same, err := vm.Equal(itemsOf(seq)[i], v)
		if err != nil {
			return -1, err
		}
		if same {
			return i, nil
		}
		if i&1023 == 1023 {
			if err := vm.Tick(256); err != nil {
				return -1, err
			}
		}
	}
	return -1, nil
}

func (vm *VM) countOf(seq, v Value) (Value, error) {
	n := int64(0)
	for i := 0; i < len(itemsOf(seq)); i++ {
		same, err := vm.Equal(itemsOf(seq)[i], v)
		if err != nil {
			return Value{}, err
		}
		if same {
			n++
		}
		if i&1023 == 1023 {
			if err := vm.Tick(256); err != nil {
				return Value{}, err
			}
		}
	}
	return Int(n), nil
}

// sequenceIndex is seq.index(value, start, stop).
func (vm *VM) sequenceIndex(a []Value, what string) (Value, error) {
	n := len(itemsOf(a[0]))
	bounds := [2]int{0, n}
	for i := range bounds {
		if len(a) > i+2 {
			if a[i+2].Type().slots.Index == nil {
				return Value{}, TypeErrorf("slice indices must be integers or have an __index__ method")
			}
			x, err := vm.sliceBound(a[i+2])
			if err != nil {
				return Value{}, err
			}
			if x < 0 {
				x = max(x+n, 0)
			}
			bounds[i] = x
		}
	}
	i, err := vm.indexOf(a[0], a[1], bounds[0], bounds[1])
	if err != nil {
		return Value{}, err
	}
	if i >= 0 {
		return Int(int64(i)), nil
	}
	if what == "list" {
		r, err := vm.Repr(a[1])
		if err != nil {
			return Value{}, err
		}
		return Value{}, ValueErrorf("%s is not in list", r)
	}
	return Value{}, ValueErrorf("tuple.index(x): x not in tuple")
}
