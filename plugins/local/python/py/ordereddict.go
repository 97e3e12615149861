package py

import "sync"

// OrderedDictType is collections.OrderedDict: a dict whose items can be moved
// within the order, which its iterators watch. It is made at first use.
var OrderedDictType = sync.OnceValue(newOrderedDictType)

// orderedViews are odict_keys, odict_values and odict_items.
type orderedViews struct{ keys, values, items *Type }

func newOrderedViews() orderedViews {
	view := func(name string, base *Type) *Type {
		return NewNativeType[dictView](TypeSpec{Name: name, Base: base, Flags: TypeNoSubclass | TypeNoInstance})
	}
	return orderedViews{view("odict_keys", dictKeysType), view("odict_values", dictValuesType), view("odict_items", dictItemsType)}
}

// orderedDictType is OrderedDictType() once that has been called.
var orderedDictType *Type

func newOrderedDictType() *Type {
	Prepare()
	views := newOrderedViews()
	asView := func(t *Type) NativeFunc {
		return func(vm *VM, a []Value) (Value, error) { return vm.newDictView(t, a[0]), nil }
	}
	orderedDictType = NewNativeType[orderedDict](TypeSpec{
		Name: "OrderedDict", Module: "collections", Base: DictType, Kind: KindDict, Flags: TypeHasDict,
		Doc: "Dictionary that remembers insertion order",
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				d := &orderedDict{}
				vm.NewObject(&d.Object, cls, dictSize)
				d.flags |= flagOrdered
				return d.Value(), nil
			},
			Init: func(vm *VM, self Value, args []Value, kw Kwargs) error {
				if len(args) > 1 {
					return TypeErrorf("expected at most 1 arguments, got %d", len(args))
				}
				return vm.orderedUpdate(self, args, kw)
			},
			Repr: orderedRepr, Compare: orderedCompare,
			Binary: [numBinaryOps]BinaryFunc{OpOr: orderedOr},
			Inplace: [numBinaryOps]BinaryFunc{OpOr: func(vm *VM, a, b Value) (Value, error) {
				return a, vm.orderedUpdate(a, []Value{b}, Kwargs{})
			}},
		},
		Members: []Member{DictMember()},
		Methods: []*Builtin{
			MethodSig("pop", "key, default=…", orderedPop).WithDoc("od.pop(key[,default]) -> v, remove specified key and return the corresponding value.\n\nIf the key is not found, return the default if given; otherwise,\nraise a KeyError."),
			MethodSig("popitem", "last=True", orderedPopItem).WithDoc("Remove and return a (key, value) pair from the dictionary.\n\nPairs are returned in LIFO order if last is true or FIFO order if false."),
			MethodSig("move_to_end", "key, last=True", orderedMove).WithDoc("Move an existing element to the end (or beginning if last is false).\n\nRaise KeyError if the element does not exist."),
			MethodSig("setdefault", "key, default=None", orderedSetDefault).WithDoc("Insert key with a value of default if key is not in the dictionary.\n\nReturn the value for key if key is in the dictionary, else default."),
			MethodKw("update", func(vm *VM, a []Value, kw Kwargs) (Value, error) {
				if len(a) > 2 {
					return Value{}, TypeErrorf("update() takes at most 1 positional argument (%d given)", len(a)-1)
				}
				return None, vm.orderedUpdate(a[0], a[1:], kw)
			}),
			Method("copy", 0, 0, orderedCopy).WithDoc("od.copy() -> a shallow copy of od"),
			Method("keys", 0, 0, asView(views.keys)),
			Method("values", 0, 0, asView(views.values)),
			Method("items", 0, 0, asView(views.items)),
			Method("__reduce__", 0, 0, orderedReduce).WithDoc("Return state information for pickling"),
			ClassMethod("fromkeys", "iterable, value=None", dictFromKeys).WithDoc("Create a new ordered dictionary with keys from iterable and values set to value."),
		},
	})
	return orderedDictType
}

type orderedDict struct{ Dict }

// overrides reports whether a guest subclass has its own method of that name.
func overrides(v Value, base *Type, name *Str) bool {
	return v.Type() != base && v.Type().lookup(name) != base.lookup(name)
}

// orderedUpdate is update(): by __setitem__ where a subclass has its own.
func (vm *VM) orderedUpdate(self Value, args []Value, kw Kwargs) error {
	plain := !overrides(self, orderedDictType, nameSetItem)
	for _, src := range args {
		var err error
		if plain && (src.Dict() != nil || src.Type().lookup(nameKeys).Bound()) {
			err = vm.dictUpdateFrom(self.Dict(), src)
		} else {
			err = vm.setItems(self, src)
		}
		if err != nil {
			return err
		}
	}
	for i, name := range kw.Names {
		if err := vm.SetItem(self, name, kw.Vals[i]); err != nil {
			return err
		}
	}
	return nil
}

// setItems stores the items of a mapping or the pairs of an iterable in self.
func (vm *VM) setItems(self, src Value) error {
	keys, err := vm.lookupAttr(src, nameKeys)
	if err != nil {
		return err
	}
	if keys.Bound() {
		list, err := vm.Call(keys)
		if err != nil {
			return err
		}
		return vm.Iterate(list, func(k Value) error {
			v, err := vm.GetItem(src, k)
			if err != nil {
				return err
			}
			return vm.SetItem(self, k, v)
		})
	}
	return vm.Iterate(src, func(v Value) error {
		pair, ok := fixedItems(v)
		if !ok {
			if pair, err = vm.Collect(v); err != nil {
				return err
			}
		}
		switch n := len(pair); {
		case n < 2:
			return ValueErrorf("need more than %d value%s to unpack", n, plural(n))
		case n > 2:
			return ValueErrorf("too many values to unpack (expected 2)")
		}
		return vm.SetItem(self, pair[0], pair[1])
	})
}

func orderedRepr(vm *VM, self Value) (Value, error) {
	name := self.Type().ShortName()
	if self.Dict().used == 0 {
		return NewStr(name + "()"), nil
	}
	return vm.ReprContainer(self, "...", func(text func(string), value func(Value) error) error {
		var inner string
		var err error
		if overrides(self, orderedDictType, nameItems) {
			inner, err = vm.reprOfItems(self)
		} else {
			inner, err = vm.DictRepr(self)
		}
		text(name + "(" + inner + ")")
		return err
	})
}

// reprOfItems shows what a guest's items() gives as a dict.
func (vm *VM) reprOfItems(self Value) (string, error) {
	items, err := vm.CallMethod(self, nameItems)
	if err != nil {
		return "", err
	}
	d := vm.NewDict()
	if err := vm.dictUpdateFrom(d, items); err != nil {
		return "", err
	}
	return vm.Repr(d.Value())
}

// orderedCompare compares with another OrderedDict by order too.
func orderedCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	r, err := dictCompare(vm, a, b, op)
	x, y := As[orderedDict](a, orderedDictType), As[orderedDict](b, orderedDictType)
	if err != nil || x == nil || y == nil || r != Bool(op == Eq) {
		return r, err // not equal whatever the order, or not known
	}
	for i, j := 0, 0; ; {
		k, _, nextI, more := x.Next(i)
		l, _, nextJ, ok := y.Next(j)
		if !more || !ok {
			return Bool(op == Eq), nil
		}
		if same, err := vm.Equal(k, l); err != nil || !same {
			return Bool(op == Ne), err
		}
		if err := vm.Tick(1); err != nil {
			return Value{}, err
		}
		i, j = nextI, nextJ
	}
}

func orderedOr(vm *VM, a, b Value) (Value, error) {
	if a.Dict() == nil || b.Dict() == nil {
		return NotImplemented, nil
	}
	of := a
	if As[orderedDict](a, orderedDictType) == nil {
		of = b
	}
	r, err := vm.Call(Of(&of.Type().Object), a)
	if err != nil {
		return Value{}, err
	}
	if As[orderedDict](r, orderedDictType) == nil {
		return r, vm.setItems(r, b)
	}
	return r, vm.orderedUpdate(r, []Value{b}, Kwargs{})
}

func orderedCopy(vm *VM, a []Value) (Value, error) {
	self := a[0]
	r, err := vm.Call(Of(&self.Type().Object))
	if err != nil {
		return Value{}, err
	}
	if self.Type() == orderedDictType {
		return r, vm.DictUpdate(r.Dict(), self)
	}
	return r, vm.Iterate(self, func(k Value) error {
		v, err := vm.GetItem(self, k)
		if err != nil {
			return err
		}
		return vm.SetItem(r, k, v)
	})
}

// orderedReduce gives (class, (), attributes or None, None, items).
func orderedReduce(vm *VM, a []Value) (Value, error) {
	state, err := vm.callSpecial(a[0], nameGetState)
	if err != nil {
		return Value{}, err
	}
	items, err := vm.CallMethod(a[0], nameItems)
	if err != nil {
		return Value{}, err
	}
	if items, err = vm.Iter(items); err != nil {
		return Value{}, err
	}
	return vm.NewTupleOf(Of(&a[0].Type().Object), EmptyTuple, state, None, items), nil
}
