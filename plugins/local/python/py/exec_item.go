package py

// getItem is obj[key] with the frequent cases first. fn is the guest's
// __getitem__, to be called with both.
func (vm *VM) getItem(obj, key Value) (fn *Function, v Value, err error) {
	o := obj.header()
	switch o.kind {
	case KindDict:
		if o.typ != DictType {
			break
		}
		d := (*Dict)(obj.p)
		if v, err = d.Get(vm, key); err != nil || v.p != nil {
			return nil, v, err
		}
		return nil, Value{}, vm.missingKey(d, key)
	case KindStr:
		if s := (*Str)(obj.p); key.p == intP && s.flags&flagASCII != 0 && o.typ == StrType {
			i := int64(key.n)
			if i < 0 {
				i += int64(len(s.S))
			}
			if uint64(i) < uint64(len(s.S)) {
				return nil, latin1[s.S[i]], nil
			}
		}
	case KindInstance:
		if f := vm.lookup(o.typ, nameGetItem); f.Bound() && f.Kind() == KindFunction {
			return (*Function)(f.p), Value{}, nil
		}
	}
	v, err = vm.GetItem(obj, key)
	if err == nil && v.header().flags&flagGuarded != 0 {
		err = vm.checkValue(v)
	}
	return nil, v, err
}

func (vm *VM) setItem(obj, key, v Value) error {
	if o := obj.header(); o.kind == KindDict && o.typ == DictType {
		return (*Dict)(obj.p).Set(vm, key, v)
	}
	return vm.SetItem(obj, key, v)
}

// getSlice is obj[lo:hi]; lists, tuples and ASCII strs need no slice object.
func (vm *VM) getSlice(obj, lo, hi Value) (Value, error) {
	o := obj.header()
	switch {
	case o.kind == KindList && o.typ == ListType:
		l := (*List)(obj.p)
		if i, j, ok := sliceBounds(lo, hi, len(l.Items)); ok {
			if err := vm.reserveItems(j - i); err != nil {
				return Value{}, err
			}
			return vm.buildList(l.Items[i:j]), nil
		}
	case o.kind == KindTuple && o.typ == TupleType:
		t := (*Tuple)(obj.p)
		if i, j, ok := sliceBounds(lo, hi, len(t.Items)); ok {
			if i == 0 && j == len(t.Items) {
				return obj, nil
			}
			return vm.buildTuple(t.Items[i:j]), nil
		}
	case o.kind == KindStr && o.typ == StrType && o.flags&flagASCII != 0:
		s := (*Str)(obj.p)
		if i, j, ok := sliceBounds(lo, hi, len(s.S)); ok {
			return vm.substr(s, i, j), nil
		}
	}
	return vm.GetItem(obj, vm.buildSlice(lo, hi, None))
}

func (vm *VM) reserveItems(n int) error {
	if n > 1<<12 {
		return vm.Reserve(int64(n) * 16)
	}
	return nil
}

// sliceBounds clips a slice with small int or None bounds to a length.
func sliceBounds(lo, hi Value, n int) (i, j int, ok bool) {
	i, j = 0, n
	if lo.p == intP {
		i = clip(int64(lo.n), n)
	} else if lo.p != noneP {
		return 0, 0, false
	}
	if hi.p == intP {
		j = clip(int64(hi.n), n)
	} else if hi.p != noneP {
		return 0, 0, false
	}
	if j < i {
		j = i
	}
	return i, j, true
}

func clip(i int64, n int) int {
	if i < 0 {
		if i += int64(n); i < 0 {
			return 0
		}
	}
	if i > int64(n) {
		return n
	}
	return int(i)
}

// unpack unpacks an iterable into exactly len(out) registers.
func (vm *VM) unpack(v Value, out []Value) error {
	o := v.header()
	var items []Value
	switch {
	case o.kind == KindTuple && o.typ == TupleType:
		items = (*Tuple)(v.p).Items
	case o.kind == KindList && o.typ == ListType:
		items = (*List)(v.p).Items
	default:
		return vm.unpackIter(v, out)
	}
	if len(items) == len(out) {
		copy(out, items)
		return nil
	}
	if len(items) < len(out) {
		return ValueErrorf("not enough values to unpack (expected %d, got %d)", len(out), len(items))
	}
	return ValueErrorf("too many values to unpack (expected %d)", len(out))
}

// unpackTuple is unpack into a tuple of n items.
func (vm *VM) unpackTuple(v Value, n int) (Value, error) {
	out := make([]Value, n)
	vm.charge(int64(n) * int64(valueSize))
	if err := vm.unpack(v, out); err != nil {
		return Value{}, err
	}
	return vm.NewTuple(out), nil
}

// unpackable is iter(v) with unpacking's words for what is no iterable.
func (vm *VM) unpackable(v Value) (Value, error) {
	if t := v.Type(); t.slots.Iter == nil && t.slots.GetItem == nil {
		return Value{}, TypeErrorf("cannot unpack non-iterable %s object", t.Name)
	}
	return vm.Iter(v)
}

func (vm *VM) unpackIter(v Value, out []Value) error {
	it, err := vm.unpackable(v)
	if err != nil {
		return err
	}
	var few [8]Value
	items := few[:0]
	for range out {
		item, err := vm.Next(it)
		if err != nil {
			return err
		}
		if !item.Bound() {
			return ValueErrorf("not enough values to unpack (expected %d, got %d)", len(out), len(items))
		}
		items = append(items, item)
	}
	item, err := vm.Next(it)
	if err == nil && item.Bound() {
		err = ValueErrorf("too many values to unpack (expected %d)", len(out))
	}
	if err == nil {
		copy(out, items)
	}
	return err
}

// forNext is the next item of a for loop's iterator.
func (vm *VM) forNext(it Value) (Value, error) {
	if o := it.header(); o.kind == KindIterator {
		return (*Iterator)(it.p).advance(vm)
	}
	return vm.Next(it)
}

// unpackStar unpacks into before registers, a list, and the rest of out.
func (vm *VM) unpackStar(v Value, out []Value, before int) error {
	it, err := vm.unpackable(v)
	if err != nil {
		return err
	}
	var items []Value
	for {
		item, err := vm.Next(it)
		if err != nil {
			return err
		}
		if !item.Bound() {
			break
		}
		items = append(items, item)
		if err := vm.Tick(1); err != nil {
			return err
		}
	}
	after := len(out) - before - 1
	if len(items) < before+after {
		return ValueErrorf("not enough values to unpack (expected at least %d, got %d)", before+after, len(items))
	}
	middle := len(items) - after
	copy(out, items[:before])
	copy(out[before+1:], items[middle:])
	out[before] = vm.buildList(items[before:middle])
	return nil
}
