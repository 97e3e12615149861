package py

var (
	nameUpdate             = Name("update")
	nameIntersectionUpdate = Name("intersection_update")
	nameDifferenceUpdate   = Name("difference_update")
	nameSymmetricUpdate    = Name("symmetric_difference_update")
)

func defineSets() {
	common := []*Builtin{
		Method("copy", 0, 0, func(vm *VM, a []Value) (Value, error) {
			if a[0].Type() == FrozenSetType {
				return a[0], nil
			}
			c, err := vm.copyOf(a[0].Set(), plainSetType(a[0]))
			if err != nil {
				return Value{}, err
			}
			return c.Value(), nil
		}),
		Method("union", 0, -1, func(vm *VM, a []Value) (Value, error) { return vm.setResult(a, vm.setUpdate) }),
		Method("intersection", 0, -1, func(vm *VM, a []Value) (Value, error) {
			return vm.setResult(a, vm.setIntersect)
		}),
		Method("difference", 0, -1, func(vm *VM, a []Value) (Value, error) { return vm.setResult(a, vm.setSubtract) }),
		Method("symmetric_difference", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.setXor(a[0], a[1]) }),
		Method("isdisjoint", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.setDisjoint(a[0].Set(), a[1]) }),
		Method("issubset", 1, 1, func(vm *VM, a []Value) (Value, error) {
			other, err := vm.asSet(a[1])
			if err != nil {
				return Value{}, err
			}
			ok, err := vm.setWithin(a[0].Set(), other)
			return Bool(ok), err
		}),
		Method("issuperset", 1, 1, func(vm *VM, a []Value) (Value, error) {
			other, err := vm.asSet(a[1])
			if err != nil {
				return Value{}, err
			}
			ok, err := vm.setWithin(other, a[0].Set())
			return Bool(ok), err
		}),
		MethodSig("__contains__", "object, /", func(vm *VM, a []Value) (Value, error) {
			ok, err := setContains(vm, a[0], a[1])
			return Bool(ok), err
		}).WithDoc("x.__contains__(y) <==> y in x."),
		Method("__reduce__", 0, 0, func(vm *VM, a []Value) (Value, error) {
			items, err := vm.Collect(a[0])
			return vm.NewTupleOf(Of(&a[0].Type().Object), vm.NewTupleOf(vm.NewList(items)), None), err
		}),
		ClassMethod("__class_getitem__", "object, /", genericAlias),
	}
	slots := Slots{
		Repr: setRepr, Compare: setCompare,
		Len:      func(vm *VM, v Value) (int, error) { return v.Set().used, nil },
		Contains: setContains,
		Iter:     setIter,
		Binary: [numBinaryOps]BinaryFunc{
			OpOr: setOp((*VM).setUpdate), OpAnd: setOp((*VM).setIntersect),
			OpSub: setOp((*VM).setSubtract), OpXor: func(vm *VM, a, b Value) (Value, error) {
				if a.Set() == nil || b.Set() == nil {
					return NotImplemented, nil
				}
				return vm.setXor(a, b)
			},
		},
		Visit: func(v Value, f func(Value)) {
			for x := range v.Set().All() {
				f(x)
			}
		},
		Size: func(v Value) int { return setSize + 24*len(v.Set().table) },
	}
	defineFrozenSet(slots, cloneBuiltins(common))
	slots.Hash = HashNotImplemented
	slots.New = func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
		s := newSet(SetType)
		vm.NewObject(&s.Object, cls, setSize)
		return s.Value(), nil
	}
	slots.Init = func(vm *VM, self Value, args []Value, kw Kwargs) error {
		if kw.Len() > 0 {
			return TypeErrorf("set() takes no keyword arguments")
		}
		if len(args) > 1 {
			return TypeErrorf("set expected at most 1 argument, got %d", len(args))
		}
		s := self.Set()
		s.clear()
		if len(args) == 0 {
			return nil
		}
		return vm.setUpdate(s, args[0])
	}
	slots.Inplace = [numBinaryOps]BinaryFunc{
		OpOr: setInplace((*VM).setUpdate), OpAnd: setInplace((*VM).setIntersect),
		OpSub: setInplace((*VM).setSubtract), OpXor: setInplace((*VM).setSymmetric),
	}
	SetType.native = typeID[Set]()
	SetType.define(TypeSpec{
		Doc:   "set() -> new empty set object\nset(iterable) -> new set object\n\nBuild an unordered collection of unique elements.",
		Flags: TypeMatchSelf, Slots: slots, Methods: append(common, setMutators()...),
	})
}

func cloneBuiltins(list []*Builtin) []*Builtin {
	out := make([]*Builtin, len(list))
	for i, b := range list {
		c := *b
		out[i] = &c
	}
	return out
}

func defineFrozenSet(slots Slots, methods []*Builtin) {
	slots.Hash = frozenSetHash
	slots.New = func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
		if err := keywordsToNew(cls, FrozenSetType, kw); err != nil {
			return Value{}, err
		}
		if len(args) > 1 {
			return Value{}, TypeErrorf("frozenset expected at most 1 argument, got %d", len(args))
		}
		if len(args) == 1 && cls == FrozenSetType && args[0].Type() == FrozenSetType {
			return args[0], nil
		}
		s := newSet(FrozenSetType)
		vm.NewObject(&s.Object, cls, setSize)
		if len(args) == 0 {
			return s.Value(), nil
		}
		return s.Value(), vm.setUpdate(s, args[0])
	}
	FrozenSetType.native = typeID[Set]()
	FrozenSetType.define(TypeSpec{
		Doc:   "frozenset() -> empty frozenset object\nfrozenset(iterable) -> frozenset object\n\nBuild an immutable unordered collection of unique elements.",
		Flags: TypeMatchSelf, Slots: slots, Methods: methods,
	})
}

func setMutators() []*Builtin {
	each := func(name string, f func(vm *VM, s *Set, v Value) error) *Builtin {
		return Method(name, 0, -1, func(vm *VM, a []Value) (Value, error) {
			for _, v := range a[1:] {
				if err := f(vm, a[0].Set(), v); err != nil {
					return Value{}, err
				}
			}
			return None, nil
		})
	}
	return []*Builtin{
		Method("add", 1, 1, func(vm *VM, a []Value) (Value, error) { return None, a[0].Set().Add(vm, a[1]) }),
		Method("discard", 1, 1, func(vm *VM, a []Value) (Value, error) {
			_, err := vm.setDiscard(a[0].Set(), a[1])
			return None, err
		}),
		Method("remove", 1, 1, func(vm *VM, a []Value) (Value, error) {
			ok, err := vm.setDiscard(a[0].Set(), a[1])
			if err == nil && !ok {
				err = vm.keyError(a[1])
			}
			return None, err
		}),
		Method("pop", 0, 0, func(vm *VM, a []Value) (Value, error) {
			s := a[0].Set()
			for i := range s.table {
				if v := s.table[i].key; v.Bound() {
					s.removeAt(i)
					return v, nil
				}
			}
			return Value{}, NewException(KeyError, "pop from an empty set")
		}),
		Method("clear", 0, 0, func(vm *VM, a []Value) (Value, error) { a[0].Set().clear(); return None, nil }),
		each("update", (*VM).setUpdate),
		each("intersection_update", (*VM).setIntersect),
		each("difference_update", (*VM).setSubtract),
		Method("symmetric_difference_update", 1, 1, func(vm *VM, a []Value) (Value, error) {
			return None, vm.setSymmetric(a[0].Set(), a[1])
		}),
	}
}

// plainSetType is set or frozenset: what operations on a subclass give.
func plainSetType(v Value) *Type {
	if v.Set().flags&flagFrozen != 0 || v.Type().IsSubtype(FrozenSetType) {
		return FrozenSetType
	}
	return SetType
}

// setResult copies args[0] and applies f with each of the others.
func (vm *VM) setResult(args []Value, f func(s *Set, v Value) error) (Value, error) {
	c, err := vm.copyOf(args[0].Set(), plainSetType(args[0]))
	if err != nil {
		return Value{}, err
	}
	for _, v := range args[1:] {
		if err := f(c, v); err != nil {
			return Value{}, err
		}
	}
	return c.Value(), nil
}

// setXor toggles the items of a in a copy of b, which decides the order.
func (vm *VM) setXor(a, b Value) (Value, error) {
	c := newSet(plainSetType(a))
	vm.charge(setSize + setMinTable*24)
	if err := vm.setUpdate(c, b); err != nil {
		return Value{}, err
	}
	return c.Value(), vm.setSymmetric(c, a)
}

// setOp is an operator: both sides must be sets.
func setOp(f func(vm *VM, s *Set, v Value) error) BinaryFunc {
	return func(vm *VM, a, b Value) (Value, error) {
		if a.Set() == nil || b.Set() == nil {
			return NotImplemented, nil
		}
		c, err := vm.copyOf(a.Set(), plainSetType(a))
		if err != nil {
			return Value{}, err
		}
		return c.Value(), f(vm, c, b)
	}
}

func setInplace(f func(vm *VM, s *Set, v Value) error) BinaryFunc {
	return func(vm *VM, a, b Value) (Value, error) {
		if b.Set() == nil {
			return NotImplemented, nil
		}
		return a, f(vm, a.Set(), b)
	}
}

// asSet views an iterable as a set.
func (vm *VM) asSet(v Value) (*Set, error) {
	if s := v.Set(); s != nil {
		return s, nil
	}
	s := newSet(SetType)
	return s, vm.setUpdate(s, v)
}

// setIntersect keeps in s what is in v too, in the order that CPython's
// intersection gives: it walks the smaller of two sets, or v.
func (vm *VM) setIntersect(s *Set, v Value) error {
	result := newSet(s.typ)
	take := func(x Value, hash uint64) error {
		at, err := s.find(vm, x, hash)
		if err == nil && at >= 0 {
			err = result.addHashed(vm, x, hash)
		}
		return err
	}
	if other := v.Set(); other != nil {
		in, from := s, other
		if other.used > s.used {
			in, from = other, s
		}
		for i := 0; i < len(from.table); i++ {
			e := from.table[i]
			if !e.key.Bound() {
				continue
			}
			at, err := in.find(vm, e.key, e.hash)
			if err != nil {
				return err
			}
			if at >= 0 {
				if err := result.addHashed(vm, e.key, e.hash); err != nil {
					return err
				}
			}
			if i&255 == 255 {
				if err := vm.Tick(64); err != nil {
					return err
				}
			}
		}
	} else if err := vm.Iterate(v, func(x Value) error {
		h, err := vm.Hash(x)
		if err != nil {
			return err
		}
		return take(x, uint64(h))
	}); err != nil {
		return err
	}
	s.table, s.fill, s.used = result.table, result.fill, result.used
	s.version++
	return nil
}

// eachHashed goes through the items of an iterable with their hashes, which a set
// or dict knows.
func (vm *VM) eachHashed(v Value, f func(x Value, hash uint64) error) error {
	if s := v.Set(); s != nil {
		for i := 0; i < len(s.table); i++ {
			if e := s.table[i]; e.key.Bound() {
				if err := f(e.key, e.hash); err != nil {
					return err
				}
			}
			if i&255 == 255 {
				if err := vm.Tick(64); err != nil {
					return err
				}
			}
		}
		return nil
	}
	if d := v.Dict(); d != nil && v.Type() == DictType {
		for i := 0; i < len(d.entries); i++ {
			if e := d.entries[i]; e.key.Bound() {
				if err := f(e.key, e.hash); err != nil {
					return err
				}
			}
		}
		return vm.Tick(d.used/16 + 1)
	}
	return vm.Iterate(v, func(x Value) error {
		h, err := vm.Hash(x)
		if err != nil {
			return err
		}
		return f(x, uint64(h))
	})
}

// setSubtract takes the items of v out of s.
func (vm *VM) setSubtract(s *Set, v Value) error {
	if v.Set() == s {
		s.clear()
		return nil
	}
	if err := vm.eachHashed(v, func(x Value, hash uint64) error {
		at, err := s.find(vm, x, hash)
		if err == nil && at >= 0 {
			s.removeAt(at)
		}
		return err
	}); err != nil {
		return err
	}
	if (s.fill-s.used)*4 > len(s.table) {
		n := s.used * 2
		if s.used <= 50000 {
			n = s.used * 4
		}
		s.resize(vm, n)
	}
	return nil
}

// setSymmetric toggles the items of v in s.
func (vm *VM) setSymmetric(s *Set, v Value) error {
	if v.Set() == s {
		s.clear()
		return nil
	}
	other, err := vm.asSet(v)
	if err != nil {
		return err
	}
	for i := 0; i < len(other.table); i++ {
		e := other.table[i]
		if !e.key.Bound() {
			continue
		}
		at, err := s.find(vm, e.key, e.hash)
		if err != nil {
			return err
		}
		if at >= 0 {
			s.removeAt(at)
		} else if err := s.addHashed(vm, e.key, e.hash); err != nil {
			return err
		}
	}
	return vm.Tick(len(other.table)/16 + 1)
}

func (vm *VM) setDisjoint(s *Set, v Value) (Value, error) {
	disjoint := true
	err := vm.Iterate(v, func(x Value) error {
		ok, err := s.Has(vm, x)
		if err == nil && ok {
			disjoint = false
			return errStopIterating
		}
		return err
	})
	if err == errStopIterating {
		err = nil
	}
	return Bool(disjoint), err
}

// setWithin reports whether all of s is in other.
func (vm *VM) setWithin(s, other *Set) (bool, error) {
	if s.used > other.used {
		return false, nil
	}
	for i := 0; i < len(s.table); i++ {
		e := s.table[i]
		if !e.key.Bound() {
			continue
		}
		at, err := other.find(vm, e.key, e.hash)
		if err != nil || at < 0 {
			return false, err
		}
		if i&255 == 255 {
			if err := vm.Tick(64); err != nil {
				return false, err
			}
		}
	}
	return true, nil
}

// unhashableKey turns a set used as a key of a set into a frozenset, as
// membership tests allow.
func (vm *VM) unhashableKey(v Value) (Value, error) {
	s := v.Set()
	if s == nil || s.typ == FrozenSetType || !isHashNotImplemented(v.Type().slots.Hash) {
		return v, nil
	}
	c, err := vm.copyOf(s, FrozenSetType)
	if err != nil {
		return Value{}, err
	}
	return c.Value(), nil
}

func (vm *VM) setDiscard(s *Set, v Value) (bool, error) {
	v, err := vm.unhashableKey(v)
	if err != nil {
		return false, err
	}
	return s.Discard(vm, v)
}

func setContains(vm *VM, v, item Value) (bool, error) {
	item, err := vm.unhashableKey(item)
	if err != nil {
		return false, err
	}
	return v.Set().Has(vm, item)
}

func setCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	x, y := a.Set(), b.Set()
	if x == nil || y == nil {
		return NotImplemented, nil
	}
	var ok bool
	var err error
	switch op {
	case Eq, Ne:
		if ok = x.used == y.used; ok {
			ok, err = vm.setWithin(x, y)
		}
		return Bool(ok == (op == Eq)), err
	case Lt:
		if x.used < y.used {
			ok, err = vm.setWithin(x, y)
		}
	case Le:
		ok, err = vm.setWithin(x, y)
	case Gt:
		if x.used > y.used {
			ok, err = vm.setWithin(y, x)
		}
	default:
		ok, err = vm.setWithin(y, x)
	}
	return Bool(ok), err
}

// frozenSetHash is CPython's: independent of the order.
func frozenSetHash(vm *VM, v Value) (int64, error) {
	s := v.Set()
	if s.hash != 0 {
		return s.hash, nil
	}
	shuffle := func(h uint64) uint64 { return ((h ^ 89869747) ^ (h << 16)) * 3644798167 }
	var h uint64
	for _, e := range s.table {
		if e.key.Bound() {
			h ^= shuffle(e.hash)
		}
	}
	h ^= (uint64(s.used) + 1) * 1927868237
	h ^= (h >> 11) ^ (h >> 25)
	h = h*69069 + 907133923
	if h == ^uint64(0) {
		h = 590923713
	}
	s.hash = int64(h)
	return s.hash, vm.Tick(len(s.table)/64 + 1)
}

func setIter(vm *VM, v Value) (Value, error) {
	it := vm.newIterator(iterSet, v)
	n := int64(v.Set().used)
	it.Iterator().end, it.Iterator().step = n, n
	return it, nil
}

func setRepr(vm *VM, v Value) (Value, error) {
	s, name := v.Set(), v.Type().Name
	if s.used == 0 {
		return NewStr(name + "()"), nil
	}
	return vm.reprContainer(v, name+"(...)", func(b *reprBuilder) error {
		if v.Type() != SetType {
			b.text(name + "(")
		}
		b.text("{")
		first := true
		for x := range s.All() {
			if !first {
				b.text(", ")
			}
			first = false
			if err := b.value(x); err != nil {
				return err
			}
		}
		b.text("}")
		if v.Type() != SetType {
			b.text(")")
		}
		return nil
	})
}
