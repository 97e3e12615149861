package py

const dictSize = 96

// NewDict makes an empty dict.
func (vm *VM) NewDict() *Dict {
	vm.charge(dictSize)
	return NewDict()
}

func defineDict() {
	DictType.native = typeID[Dict]()
	DictType.define(TypeSpec{
		Doc:   "dict() -> new empty dictionary\ndict(mapping) -> new dictionary initialized from a mapping object's\n    (key, value) pairs\ndict(iterable) -> new dictionary initialized as if via:\n    d = {}\n    for k, v in iterable:\n        d[k] = v\ndict(**kwargs) -> new dictionary initialized with the name=value pairs\n    in the keyword argument list.  For example:  dict(one=1, two=2)",
		Flags: TypeMapping | TypeMatchSelf,
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				d := &Dict{}
				vm.NewObject(&d.Object, cls, dictSize)
				return Of(&d.Object), nil
			},
			Init: func(vm *VM, self Value, args []Value, kw Kwargs) error {
				return vm.dictUpdateArgs(self, "dict", args, kw)
			},
			Repr: dictRepr, Compare: dictCompare, GetItem: dictGetItem,
			SetItem: func(vm *VM, self, key, v Value) error {
				d := self.Dict()
				if v.Bound() {
					return d.Set(vm, key, v)
				}
				old, err := d.Delete(vm, key)
				if err == nil && !old.Bound() {
					return vm.keyError(key)
				}
				return err
			},
			Len: func(vm *VM, v Value) (int, error) { return v.Dict().used, nil },
			Contains: func(vm *VM, v, key Value) (bool, error) {
				x, err := v.Dict().Get(vm, key)
				return x.Bound(), err
			},
			Iter: func(vm *VM, v Value) (Value, error) { return vm.newDictIterator(iterDictKeys, v.Dict()), nil },
			Binary: [numBinaryOps]BinaryFunc{OpOr: func(vm *VM, a, b Value) (Value, error) {
				if a.Dict() == nil || b.Dict() == nil {
					return NotImplemented, nil
				}
				d, err := vm.dictCopy(a.Dict())
				if err != nil {
					return Value{}, err
				}
				return d.Value(), vm.DictUpdate(d, b)
			}},
			Inplace: [numBinaryOps]BinaryFunc{OpOr: func(vm *VM, a, b Value) (Value, error) {
				return a, vm.dictUpdateFrom(a.Dict(), b)
			}},
			Visit: func(v Value, f func(Value)) {
				for k, x := range v.Dict().All() {
					f(k)
					f(x)
				}
			},
			Size: func(v Value) int { d := v.Dict(); return dictSize + 40*cap(d.entries) + 4*len(d.index) },
		},
		Methods: []*Builtin{
			MethodSig("__contains__", "key, /", func(vm *VM, a []Value) (Value, error) {
				ok, err := DictType.slots.Contains(vm, a[0], a[1])
				return Bool(ok), err
			}).WithDoc("True if the dictionary has the specified key, else False."),
			MethodSig("__getitem__", "key, /", func(vm *VM, a []Value) (Value, error) { return dictGetItem(vm, a[0], a[1]) }).WithDoc("Return self[key]."),
			Method("get", 1, 2, func(vm *VM, a []Value) (Value, error) {
				v, err := a[0].Dict().Get(vm, a[1])
				if err != nil || v.Bound() {
					return v, err
				}
				return argOr(a, 2, None), nil
			}).WithDoc("Return the value for key if key is in the dictionary, else default."),
			Method("setdefault", 1, 2, dictSetDefault).WithDoc("Insert key with a value of default if key is not in the dictionary.\n\nReturn the value for key if key is in the dictionary, else default."),
			Method("pop", 1, 2, func(vm *VM, a []Value) (Value, error) {
				d := a[0].Dict()
				if d.used == 0 && len(a) > 2 {
					return a[2], nil
				}
				if d.used == 0 {
					return Value{}, vm.keyError(a[1]) // of whatever, hashable or not
				}
				v, err := d.Delete(vm, a[1])
				if err != nil || v.Bound() {
					return v, err
				}
				if len(a) > 2 {
					return a[2], nil
				}
				return Value{}, vm.keyError(a[1])
			}).WithDoc("D.pop(k[,d]) -> v, remove specified key and return the corresponding value.\n\nIf the key is not found, return the default if given; otherwise,\nraise a KeyError."),
			Method("popitem", 0, 0, dictPopItem).WithDoc("Remove and return a (key, value) pair as a 2-tuple.\n\nPairs are returned in LIFO (last-in, first-out) order.\nRaises KeyError if the dict is empty."),
			Method("keys", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.newDictView(dictKeysType, a[0]), nil }).WithDoc("D.keys() -> a set-like object providing a view on D's keys"),
			Method("values", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.newDictView(dictValuesType, a[0]), nil }).WithDoc("D.values() -> an object providing a view on D's values"),
			Method("items", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.newDictView(dictItemsType, a[0]), nil }).WithDoc("D.items() -> a set-like object providing a view on D's items"),
			MethodKw("update", func(vm *VM, a []Value, kw Kwargs) (Value, error) {
				return None, vm.dictUpdateArgs(a[0], "update", a[1:], kw)
			}).WithDoc("D.update([E, ]**F) -> None.  Update D from mapping/iterable E and F."),
			Method("clear", 0, 0, func(vm *VM, a []Value) (Value, error) { a[0].Dict().Clear(); return None, nil }).WithDoc("D.clear() -> None.  Remove all items from D."),
			Method("copy", 0, 0, func(vm *VM, a []Value) (Value, error) {
				d, err := vm.dictCopy(a[0].Dict())
				if err != nil {
					return Value{}, err
				}
				return d.Value(), nil
			}).WithDoc("D.copy() -> a shallow copy of D"),
			Method("__reversed__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.newDictIterator(iterReversedKeys, a[0].Dict()), nil }),
			ClassMethod("fromkeys", "iterable, value=None, /", dictFromKeys).WithDoc("Create a new dictionary with keys from iterable and values set to value."),
			ClassMethod("__class_getitem__", "object, /", genericAlias),
		},
	})
}

// argOr is args[i], or def where fewer were given.
func argOr(args []Value, i int, def Value) Value {
	if i < len(args) && args[i].Bound() {
		return args[i]
	}
	return def
}

// KeyErrorInfo is the Extra of the KeyError of a subscript: where the key was
// looked for, for hints.
type KeyErrorInfo struct {
	Dict *Dict
	Key  Value
}

func (k *KeyErrorInfo) visit(f func(Value)) {
	f(k.Dict.Value())
	f(k.Key)
}

// missingKey is the KeyError of a subscript.
func (vm *VM) missingKey(d *Dict, key Value) *Exception {
	e := vm.keyError(key)
	if key.Str() != nil {
		e.Extra = &KeyErrorInfo{Dict: d, Key: key}
	}
	return e
}

// keyError is KeyError(key).
func (vm *VM) keyError(key Value) *Exception {
	e := NewException(KeyError, "")
	e.Args = vm.NewTupleOf(key).Tuple()
	return e
}

var nameMissing = Name("__missing__")

func dictGetItem(vm *VM, self, key Value) (Value, error) {
	v, err := self.Dict().Get(vm, key)
	if err != nil || v.Bound() {
		return v, err
	}
	if self.Type() != DictType {
		if r, err := vm.maybeCallSpecial(self, nameMissing, key); err != nil || r.Bound() {
			return r, err
		}
	}
	return Value{}, vm.missingKey(self.Dict(), key)
}

func dictSetDefault(vm *VM, a []Value) (Value, error) {
	d := a[0].Dict()
	h, err := vm.Hash(a[1])
	if err != nil {
		return Value{}, err
	}
	i, err := d.find(vm, a[1], uint64(h))
	if err != nil {
		return Value{}, err
	}
	if i >= 0 {
		return d.entries[i].val, nil
	}
	v := argOr(a, 2, None)
	d.insert(vm, a[1], v, uint64(h))
	return v, nil
}

func dictPopItem(vm *VM, a []Value) (Value, error) {
	d := a[0].Dict()
	for i := len(d.entries) - 1; i >= 0; i-- {
		if e := d.entries[i]; e.key.Bound() {
			d.removeAt(i)
			d.entries = d.entries[:min(i, len(d.entries))]
			return vm.NewTupleOf(e.key, e.val), nil
		}
	}
	e := NewException(KeyError, "popitem(): dictionary is empty")
	return Value{}, e
}

func dictFromKeys(vm *VM, a []Value) (Value, error) {
	obj, err := vm.Call(a[0])
	if err != nil {
		return Value{}, err
	}
	plain := obj.Type() == DictType
	if t := a[1].Type(); plain && (t == SetType || t == FrozenSetType || t == DictType) {
		d := obj.Dict()
		return obj, vm.eachHashed(a[1], func(k Value, hash uint64) error { return d.setHashed(vm, k, a[2], hash) })
	}
	err = vm.Iterate(a[1], func(k Value) error {
		if plain {
			return obj.Dict().Set(vm, k, a[2])
		}
		return vm.SetItem(obj, k, a[2])
	})
	return obj, err
}

// dictCopy is a shallow copy, without hashing anything again.
func (vm *VM) dictCopy(d *Dict) (*Dict, error) {
	if err := vm.Reserve(int64(d.used) * 48); err != nil {
		return nil, err
	}
	c := vm.NewDict()
	vm.charge(int64(d.used) * 48)
	c.entries = make([]dictEntry, 0, d.used)
	for _, e := range d.entries {
		if e.key.Bound() {
			c.entries = append(c.entries, e)
		}
	}
	c.used = d.used
	if c.used > smallDict {
		c.reindex()
	}
	return c, vm.Tick(d.used/64 + 1)
}

// dictUpdateArgs is update(mapping or pairs, **kw).
func (vm *VM) dictUpdateArgs(self Value, what string, args []Value, kw Kwargs) error {
	if len(args) > 1 {
		return TypeErrorf("%s expected at most 1 argument, got %d", what, len(args))
	}
	d := self.Dict()
	if len(args) == 1 {
		if err := vm.dictUpdateFrom(d, args[0]); err != nil {
			return err
		}
	}
	for i, n := range kw.Names {
		d.SetStr(n.Str(), kw.Vals[i])
		vm.charge(48)
	}
	return nil
}

var nameKeys = Name("keys")

// dictUpdateFrom adds the items of a mapping (anything with keys()) or of an
// iterable of pairs.
func (vm *VM) dictUpdateFrom(d *Dict, src Value) error {
	if src.Dict() != nil && src.Type().lookup(nameIter) == DictType.lookup(nameIter) {
		return vm.DictUpdate(d, src)
	}
	keys, err := vm.lookupAttr(src, nameKeys)
	if err != nil {
		return err
	}
	if keys.Bound() {
		return vm.DictUpdate(d, src)
	}
	i := 0
	return vm.Iterate(src, func(v Value) error {
		pair, ok := fixedItems(v)
		if !ok {
			var err error
			if pair, err = vm.Collect(v); err != nil {
				if e, ok := err.(*Exception); ok && e.typ == TypeError && v.Type().slots.Iter == nil {
					return TypeErrorf("cannot convert dictionary update sequence element #%d to a sequence", i)
				}
				return err
			}
		}
		if len(pair) != 2 {
			return ValueErrorf("dictionary update sequence element #%d has length %d; 2 is required", i, len(pair))
		}
		i++
		return d.Set(vm, pair[0], pair[1])
	})
}

// DictUpdate adds the items of a mapping to d.
func (vm *VM) DictUpdate(d *Dict, src Value) error {
	if s := src.Dict(); s != nil && src.Type().lookup(nameIter) == DictType.lookup(nameIter) {
		if s == d {
			return nil
		}
		n := len(s.entries)
		for i := 0; i < n; i++ {
			e := s.entries[i]
			if !e.key.Bound() {
				continue
			}
			if err := d.SetHashed(vm, e.key, e.val, e.hash); err != nil {
				return err
			}
			if len(s.entries) != n {
				return Raise(RuntimeError, "dict mutated during update")
			}
			if i&255 == 255 {
				if err := vm.Tick(64); err != nil {
					return err
				}
			}
		}
		return nil
	}
	keys, err := vm.GetAttr(src, nameKeys)
	if err != nil {
		if isAttributeError(err) {
			return TypeErrorf("'%s' object is not a mapping", src.Type().Name)
		}
		return err
	}
	list, err := vm.Call(keys)
	if err != nil {
		return err
	}
	return vm.Iterate(list, func(k Value) error {
		v, err := vm.GetItem(src, k)
		if err != nil {
			return err
		}
		return d.Set(vm, k, v)
	})
}

// SetHashed is Set with the hash known.
func (d *Dict) SetHashed(vm *VM, key, val Value, hash uint64) error {
	i, err := d.find(vm, key, hash)
	if err != nil {
		return err
	}
	if i >= 0 {
		d.entries[i].val = val
		return nil
	}
	d.insert(vm, key, val, hash)
	return nil
}

// GetHashed is Get with the hash known.
func (d *Dict) GetHashed(vm *VM, key Value, hash uint64) (Value, error) {
	i, err := d.find(vm, key, hash)
	if i < 0 || err != nil {
		return Value{}, err
	}
	return d.entries[i].val, nil
}

// DeleteHashed is Delete with the hash known.
func (d *Dict) DeleteHashed(vm *VM, key Value, hash uint64) (Value, error) {
	i, err := d.find(vm, key, hash)
	if i < 0 || err != nil {
		return Value{}, err
	}
	return d.removeAt(i), nil
}

func dictRepr(vm *VM, v Value) (Value, error) {
	d := v.Dict()
	if d.used == 0 {
		return NewStr("{}"), nil
	}
	return vm.reprContainer(v, "{...}", func(b *reprBuilder) error {
		b.text("{")
		first := true
		for pos := 0; ; {
			k, x, next, ok := d.Next(pos)
			if !ok {
				break
			}
			pos = next
			if !first {
				b.text(", ")
			}
			first = false
			if err := b.value(k); err != nil {
				return err
			}
			b.text(": ")
			if err := b.value(x); err != nil {
				return err
			}
		}
		b.text("}")
		return nil
	})
}

func dictCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	x, y := a.Dict(), b.Dict()
	if x == nil || y == nil || op != Eq && op != Ne {
		return NotImplemented, nil
	}
	same, err := vm.dictsEqual(x, y)
	return Bool(same == (op == Eq)), err
}

func (vm *VM) dictsEqual(x, y *Dict) (bool, error) {
	if x.used != y.used {
		return false, nil
	}
	if err := vm.enter(); err != nil {
		return false, err
	}
	defer vm.leave()
	for i := 0; i < len(x.entries); i++ {
		e := x.entries[i]
		if !e.key.Bound() {
			continue
		}
		at, err := y.find(vm, e.key, e.hash)
		if err != nil || at < 0 {
			return false, err
		}
		same, err := vm.Equal(e.val, y.entries[at].val)
		if err != nil || !same {
			return false, err
		}
		if err := vm.Tick(1); err != nil {
			return false, err
		}
	}
	return true, nil
}

// DictInit is dict.__init__ for types written in Go that extend dict.
func (vm *VM) DictInit(self Value, what string, args []Value, kw Kwargs) error {
	return vm.dictUpdateArgs(self, what, args, kw)
}

// DictRepr is dict.__repr__ whatever self's class.
func (vm *VM) DictRepr(self Value) (string, error) {
	// The caller has self on the list of those under way already.
	outer := len(vm.reprs) - 1
	active := vm.reprs
	if outer >= 0 && active[outer] == self {
		vm.reprs = active[:outer:outer]
	}
	r, err := dictRepr(vm, self)
	vm.reprs = active
	if err != nil {
		return "", err
	}
	return r.Str().S, nil
}

// KeyError is KeyError(key) as an error.
func (vm *VM) KeyError(key Value) error { return vm.keyError(key) }

// MissingKey is the KeyError of a subscript of d.
func (vm *VM) MissingKey(d *Dict, key Value) error { return vm.missingKey(d, key) }
