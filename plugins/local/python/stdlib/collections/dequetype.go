package collections

import "github.com/airlockhq/airlock/plugins/local/python/py"

func newDequeType() *py.Type {
	t := py.NewNativeType[deque](py.TypeSpec{
		Name: "deque", Module: "collections", Flags: py.TypeSequence,
		Doc: "deque([iterable[, maxlen]]) --> deque object\n\nA list-like sequence optimized for data accesses near its endpoints.",
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				d := &deque{max: -1}
				vm.NewObject(&d.Object, cls, 96)
				return py.Of(&d.Object), nil
			},
			Init: dequeInit,
			Repr: dequeRepr,
			Hash: py.HashNotImplemented,
			Len:  func(vm *py.VM, v py.Value) (int, error) { return asDeque(v).n, nil },
			Bool: func(vm *py.VM, v py.Value) (bool, error) { return asDeque(v).n > 0, nil },
			GetItem: func(vm *py.VM, v, key py.Value) (py.Value, error) {
				d := asDeque(v)
				i, err := d.index(vm, key)
				if err != nil {
					return py.Value{}, err
				}
				return *d.at(i), nil
			},
			SetItem: func(vm *py.VM, v, key, x py.Value) error {
				d := asDeque(v)
				i, err := d.index(vm, key)
				if err != nil {
					return err
				}
				if x.Bound() {
					*d.at(i) = x
				} else {
					d.remove(i)
				}
				return nil
			},
			Contains: func(vm *py.VM, v, x py.Value) (bool, error) {
				d := asDeque(v)
				i, err := d.find(vm, x, 0, d.n)
				return i >= 0, err
			},
			Iter:    func(vm *py.VM, v py.Value) (py.Value, error) { return asDeque(v).iterator(vm, dequeIter(), 0), nil },
			Compare: dequeCompare,
			Binary:  dequeOps(), Inplace: dequeInplace(),
			Visit: func(v py.Value, f func(py.Value)) {
				d := asDeque(v)
				for i := range d.n {
					f(*d.at(i))
				}
			},
			Size: func(v py.Value) int { return 96 + 16*len(asDeque(v).ring) },
		},
		Members: []py.Member{{Name: "maxlen", Get: func(vm *py.VM, v py.Value) (py.Value, error) {
			if d := asDeque(v); d.max >= 0 {
				return py.Int(int64(d.max)), nil
			}
			return py.None, nil
		}}},
		Methods: dequeMethods(),
	})
	dequeTypeOf = t
	return t
}

func dequeInit(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) error {
	var slots [2]py.Value
	if err := vm.Bind("deque", dequeSignature, args, kw, slots[:]); err != nil {
		return err
	}
	d := asDeque(self)
	d.max = -1
	if m := slots[1]; m.Bound() && !m.IsNone() {
		n, err := vm.IndexInt(m, py.OverflowError)
		if err != nil {
			return py.TypeErrorf("an integer is required")
		}
		if n < 0 {
			return py.ValueErrorf("maxlen must be non-negative")
		}
		d.max = n
	}
	d.clear()
	if !slots[0].Bound() {
		return nil
	}
	return extend(vm, d, slots[0], (*deque).push)
}

var dequeSignature = py.ParseSignature("iterable=…, maxlen=None")

// extend adds the items of an iterable, which may be the deque itself.
func extend(vm *py.VM, d *deque, src py.Value, add func(d *deque, vm *py.VM, v py.Value)) error {
	if other := py.As[deque](src, dequeTypeOf); dequeTypeOf != nil && other == d {
		for _, v := range d.items() {
			add(d, vm, v)
		}
		return nil
	}
	return vm.Iterate(src, func(v py.Value) error {
		add(d, vm, v)
		return nil
	})
}

func dequeRepr(vm *py.VM, v py.Value) (py.Value, error) {
	d := asDeque(v)
	return vm.ReprContainer(v, "[...]", func(text func(string), value func(py.Value) error) error {
		text(v.Type().ShortName() + "([")
		err := d.each(vm, func(i int, x py.Value) (bool, error) {
			if i > 0 {
				text(", ")
			}
			return true, value(x)
		})
		if err != nil {
			return err
		}
		text("]")
		if d.max >= 0 {
			text(", maxlen=")
			if err := value(py.Int(int64(d.max))); err != nil {
				return err
			}
		}
		text(")")
		return nil
	})
}

func dequeCompare(vm *py.VM, a, b py.Value, op py.CompareOp) (py.Value, error) {
	x, y := asDeque(a), asDeque(b)
	if x == nil || y == nil {
		return py.NotImplemented, nil
	}
	return vm.Compare(vm.NewList(x.items()), vm.NewList(y.items()), op)
}

func dequeOps() (ops [14]py.BinaryFunc) {
	ops[py.OpAdd] = func(vm *py.VM, a, b py.Value) (py.Value, error) {
		x, y := asDeque(a), asDeque(b)
		if x == nil {
			return py.NotImplemented, nil
		}
		if y == nil {
			return py.Value{}, py.TypeErrorf("can only concatenate deque (not \"%s\") to deque", b.Type().Name)
		}
		return like(vm, a, append(x.items(), y.items()...))
	}
	ops[py.OpMul] = func(vm *py.VM, a, b py.Value) (py.Value, error) {
		if asDeque(a) == nil {
			a, b = b, a
		}
		items, err := repeated(vm, asDeque(a), b)
		if err != nil {
			return py.Value{}, err
		}
		return like(vm, a, items)
	}
	return
}

// repeated gives the items n times over.
func repeated(vm *py.VM, d *deque, count py.Value) ([]py.Value, error) {
	list, err := vm.Binary(py.OpMul, vm.NewList(d.items()), count)
	if err != nil {
		return nil, err
	}
	return list.List().Items, nil
}

func dequeInplace() (ops [14]py.BinaryFunc) {
	ops[py.OpAdd] = func(vm *py.VM, a, b py.Value) (py.Value, error) { return a, extend(vm, asDeque(a), b, (*deque).push) }
	ops[py.OpMul] = func(vm *py.VM, a, b py.Value) (py.Value, error) {
		d := asDeque(a)
		items, err := repeated(vm, d, b)
		if err != nil {
			return py.Value{}, err
		}
		d.clear()
		for _, v := range items {
			d.push(vm, v)
		}
		return a, nil
	}
	return
}

func dequeMethods() []*py.Builtin {
	none := func(f func(vm *py.VM, d *deque, a []py.Value) error) py.NativeFunc {
		return func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, f(vm, asDeque(a[0]), a[1:]) }
	}
	take := func(f func(d *deque) py.Value) py.NativeFunc {
		return func(vm *py.VM, a []py.Value) (py.Value, error) {
			d := asDeque(a[0])
			if d.n == 0 {
				return py.Value{}, py.Raise(py.IndexError, "pop from an empty deque")
			}
			return f(d), nil
		}
	}
	copyOf := func(vm *py.VM, a []py.Value) (py.Value, error) { return like(vm, a[0], asDeque(a[0]).items()) }
	return []*py.Builtin{
		py.Method("append", 1, 1, none(func(vm *py.VM, d *deque, a []py.Value) error { d.push(vm, a[0]); return nil })),
		py.Method("appendleft", 1, 1, none(func(vm *py.VM, d *deque, a []py.Value) error { d.pushLeft(vm, a[0]); return nil })),
		py.Method("extend", 1, 1, none(func(vm *py.VM, d *deque, a []py.Value) error { return extend(vm, d, a[0], (*deque).push) })),
		py.Method("extendleft", 1, 1, none(func(vm *py.VM, d *deque, a []py.Value) error { return extend(vm, d, a[0], (*deque).pushLeft) })),
		py.Method("pop", 0, 0, take((*deque).pop)),
		py.Method("popleft", 0, 0, take((*deque).popLeft)),
		py.Method("clear", 0, 0, none(func(vm *py.VM, d *deque, a []py.Value) error { d.clear(); return nil })),
		py.Method("copy", 0, 0, copyOf),
		py.Method("__copy__", 0, 0, copyOf),
		py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			args := []py.Value{vm.NewTuple(nil)}
			if d := asDeque(a[0]); d.max >= 0 {
				args = append(args, py.Int(int64(d.max)))
			}
			return reduction(vm, a[0], args, py.None, a[0])
		}),
		py.Method("count", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			n := int64(0)
			err := asDeque(a[0]).each(vm, func(i int, x py.Value) (bool, error) {
				same, err := vm.Equal(x, a[1])
				if same {
					n++
				}
				return true, err
			})
			return py.Int(n), err
		}),
		py.Method("index", 1, 3, dequeIndex),
		py.Method("insert", 2, 2, none(dequeInsert)),
		py.Method("remove", 1, 1, none(func(vm *py.VM, d *deque, a []py.Value) error {
			version := d.version
			i, err := d.find(vm, a[0], 0, d.n)
			switch {
			case d.version != version:
				return py.Raise(py.IndexError, "deque mutated during remove().")
			case err != nil:
				return err
			case i < 0:
				return py.ValueErrorf("deque.remove(x): x not in deque")
			}
			d.remove(i)
			return nil
		})),
		py.Method("reverse", 0, 0, none(func(vm *py.VM, d *deque, a []py.Value) error {
			for i, j := 0, d.n-1; i < j; i, j = i+1, j-1 {
				*d.at(i), *d.at(j) = *d.at(j), *d.at(i)
			}
			d.version++
			return nil
		})),
		py.Method("rotate", 0, 1, none(dequeRotate)),
		py.Method("__reversed__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return asDeque(a[0]).iterator(vm, dequeRevIt(), 0), nil
		}),
		py.GenericClassGetItem(),
	}
}

func dequeIndex(vm *py.VM, a []py.Value) (py.Value, error) {
	d := asDeque(a[0])
	bounds := [2]int{0, d.n}
	for i := range bounds {
		if len(a) > i+2 {
			x, err := vm.IndexInt(a[i+2], py.OverflowError)
			if err != nil {
				return py.Value{}, err
			}
			if x < 0 {
				x = max(x+d.n, 0)
			}
			bounds[i] = x
		}
	}
	i, err := d.find(vm, a[1], bounds[0], bounds[1])
	if err != nil {
		return py.Value{}, err
	}
	if i < 0 {
		r, err := vm.Repr(a[1])
		if err != nil {
			return py.Value{}, err
		}
		return py.Value{}, py.ValueErrorf("%s is not in deque", r)
	}
	return py.Int(int64(i)), nil
}

func dequeInsert(vm *py.VM, d *deque, a []py.Value) error {
	i, err := vm.IndexInt(a[0], py.OverflowError)
	if err != nil {
		return err
	}
	if d.n == d.max {
		return py.Raise(py.IndexError, "deque already at its maximum size")
	}
	if i < 0 {
		i = max(i+d.n, 0)
	}
	i = min(i, d.n)
	d.push(vm, a[1])
	for j := d.n - 1; j > i; j-- {
		*d.at(j) = *d.at(j - 1)
	}
	*d.at(i) = a[1]
	return nil
}

func dequeRotate(vm *py.VM, d *deque, a []py.Value) error {
	n := 1
	if len(a) > 0 {
		var err error
		if n, err = vm.IndexInt(a[0], py.OverflowError); err != nil {
			return err
		}
	}
	if d.n < 2 {
		return nil
	}
	n %= d.n
	if n < 0 {
		n += d.n
	}
	for ; n > 0; n-- {
		v := d.pop()
		d.grow(vm)
		d.head = (d.head - 1) & (len(d.ring) - 1)
		d.n++
		d.ring[d.head] = v
	}
	return vm.Tick(1)
}

// reduction is what __reduce__ gives: the class, its arguments, the object's
// other attributes, and iterators over items and pairs (None where source is).
func reduction(vm *py.VM, self py.Value, args []py.Value, pairs, items py.Value) (py.Value, error) {
	state, err := vm.CallMethod(self, nameGetState)
	if err != nil {
		return py.Value{}, err
	}
	for _, source := range []*py.Value{&items, &pairs} {
		if source.IsNone() {
			continue
		}
		if *source, err = vm.Iter(*source); err != nil {
			return py.Value{}, err
		}
	}
	return vm.NewTupleOf(py.Of(&self.Type().Object), vm.NewTuple(args), state, items, pairs), nil
}

var nameGetState, nameItems = py.Name("__getstate__"), py.Name("items")
