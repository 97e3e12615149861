package py

// The names with slots, interned once.
var (
	nameNew, nameInit, nameCall           = Name("__new__"), Name("__init__"), Name("__call__")
	nameHash                              = Name("__hash__")
	nameGetAttribute, nameGetAttr         = Name("__getattribute__"), Name("__getattr__")
	nameSetAttr, nameDelAttr              = Name("__setattr__"), Name("__delattr__")
	nameRepr, nameStr                     = Name("__repr__"), Name("__str__")
	nameBool, nameLen                     = Name("__bool__"), Name("__len__")
	nameGetItem, nameSetItem, nameDelItem = Name("__getitem__"), Name("__setitem__"), Name("__delitem__")
	nameContains, nameIter, nameNext      = Name("__contains__"), Name("__iter__"), Name("__next__")
	nameGet, nameSet, nameDelete          = Name("__get__"), Name("__set__"), Name("__delete__")
	nameNeg, namePos, nameInvert, nameAbs = Name("__neg__"), Name("__pos__"), Name("__invert__"), Name("__abs__")
	nameToInt, nameToFloat, nameIndex     = Name("__int__"), Name("__float__"), Name("__index__")
	nameAwait, nameAiter, nameAnext       = Name("__await__"), Name("__aiter__"), Name("__anext__")
)

var binaryNames = [numBinaryOps]string{"add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "or", "xor", "matmul", "divmod"}

// The interned names of the operators.
var opNames, reflectedNames, inplaceNames = operatorNames()

func operatorNames() (op, reflected, inplace [numBinaryOps]*Str) {
	for i, n := range binaryNames {
		op[i], reflected[i], inplace[i] = Name("__"+n+"__"), Name("__r"+n+"__"), Name("__i"+n+"__")
	}
	return
}

var compareNames = [...]*Str{Name("__lt__"), Name("__le__"), Name("__eq__"), Name("__ne__"), Name("__gt__"), Name("__ge__")}

// slotDefs is filled by init, since its functions reach back to it.
var slotDefs []slotDef

func init() {
	unary := func(name *Str, at func(s *Slots) *UnaryFunc) {
		slotDefs = append(slotDefs, slotDef{
			name:    name,
			has:     func(s *Slots) bool { return *at(s) != nil },
			call:    func(vm *VM, s *Slots, args []Value) (Value, error) { return (*at(s))(vm, args[0]) },
			install: func(s *Slots) { *at(s) = guestUnary(name) },
			share:   func(dst, src *Slots) { *at(dst) = *at(src) },
		})
	}
	unary(nameRepr, func(s *Slots) *UnaryFunc { return &s.Repr })
	unary(nameStr, func(s *Slots) *UnaryFunc { return &s.Str })
	unary(nameIter, func(s *Slots) *UnaryFunc { return &s.Iter })
	unary(nameNeg, func(s *Slots) *UnaryFunc { return &s.Neg })
	unary(namePos, func(s *Slots) *UnaryFunc { return &s.Pos })
	unary(nameInvert, func(s *Slots) *UnaryFunc { return &s.Invert })
	unary(nameAbs, func(s *Slots) *UnaryFunc { return &s.Abs })
	unary(nameToInt, func(s *Slots) *UnaryFunc { return &s.ToInt })
	unary(nameToFloat, func(s *Slots) *UnaryFunc { return &s.ToFloat })
	unary(nameIndex, func(s *Slots) *UnaryFunc { return &s.Index })
	unary(nameAwait, func(s *Slots) *UnaryFunc { return &s.Await })
	unary(nameAiter, func(s *Slots) *UnaryFunc { return &s.AsyncIter })
	unary(nameAnext, func(s *Slots) *UnaryFunc { return &s.Anext })
	addBinaryDefs()
	addCompareDefs()
	addContainerDefs()
	addDescriptorDefs()
}

func addBinaryDefs() {
	for i := range numBinaryOps {
		op := BinaryOp(i)
		has := func(s *Slots) bool { return s.Binary[op] != nil }
		share := func(dst, src *Slots) { dst.Binary[op] = src.Binary[op] }
		install := func(s *Slots) { s.Binary[op] = guestBinary[op] }
		max := 1
		if op == OpPow {
			max = 2
			share = func(dst, src *Slots) { dst.Binary[op], dst.PowMod = src.Binary[op], src.PowMod }
			install = func(s *Slots) { s.Binary[op], s.PowMod = guestBinary[op], guestPowMod }
		}
		slotDefs = append(slotDefs,
			slotDef{name: opNames[i], min: 1, max: max, has: has, share: share, install: install,
				call: func(vm *VM, s *Slots, args []Value) (Value, error) {
					if len(args) == 3 && !args[2].IsNone() {
						if s.PowMod == nil {
							return NotImplemented, nil
						}
						return s.PowMod(vm, args[0], args[1], args[2])
					}
					if err := repeatCount(op, args); err != nil {
						return Value{}, err
					}
					return s.Binary[op](vm, args[0], args[1])
				}},
			slotDef{name: reflectedNames[i], min: 1, max: max, has: has, share: func(dst, src *Slots) {
				if dst.Binary[op] == nil {
					dst.Binary[op] = src.Binary[op]
				}
			}, install: install,
				call: func(vm *VM, s *Slots, args []Value) (Value, error) { return s.Binary[op](vm, args[1], args[0]) }},
			slotDef{name: inplaceNames[i], min: 1, max: 1,
				has:   func(s *Slots) bool { return s.Inplace[op] != nil },
				share: func(dst, src *Slots) { dst.Inplace[op] = src.Inplace[op] },
				install: func(s *Slots) {
					s.Inplace[op] = func(vm *VM, a, b Value) (Value, error) { return vm.callSpecial(a, inplaceNames[op], b) }
				},
				call: func(vm *VM, s *Slots, args []Value) (Value, error) {
					if err := repeatCount(op, args); err != nil {
						return Value{}, err
					}
					return s.Inplace[op](vm, args[0], args[1])
				}},
		)
	}
}

// repeatCount is the error of a sequence's __mul__ with what is no count.
func repeatCount(op BinaryOp, args []Value) error {
	if t := args[1].Type(); op == OpMul && t.slots.Index == nil && args[0].Type().flags&typeConcat != 0 {
		return TypeErrorf("'%s' object cannot be interpreted as an integer", t.Name)
	}
	return nil
}

func addCompareDefs() {
	for i, name := range compareNames {
		op := CompareOp(i)
		slotDefs = append(slotDefs, slotDef{name: name, min: 1, max: 1,
			has: func(s *Slots) bool { return s.Compare != nil },
			share: func(dst, src *Slots) {
				if dst.Compare == nil {
					dst.Compare = src.Compare
				}
			},
			install: func(s *Slots) { s.Compare = guestCompare },
			call:    func(vm *VM, s *Slots, args []Value) (Value, error) { return s.Compare(vm, args[0], args[1], op) },
		})
	}
	slotDefs = append(slotDefs, slotDef{name: nameHash,
		has: func(s *Slots) bool { return s.Hash != nil && !isHashNotImplemented(s.Hash) },
		call: func(vm *VM, s *Slots, args []Value) (Value, error) {
			h, err := s.Hash(vm, args[0])
			return Int(h), err
		},
		install: func(s *Slots) { s.Hash = guestHash },
		share:   func(dst, src *Slots) { dst.Hash = src.Hash },
	})
}

func addContainerDefs() {
	slotDefs = append(slotDefs,
		slotDef{name: nameBool,
			has: func(s *Slots) bool { return s.Bool != nil },
			call: func(vm *VM, s *Slots, args []Value) (Value, error) {
				b, err := s.Bool(vm, args[0])
				return Bool(b), err
			},
			install: func(s *Slots) { s.Bool = guestBool }, share: func(dst, src *Slots) { dst.Bool = src.Bool }},
		slotDef{name: nameLen,
			has: func(s *Slots) bool { return s.Len != nil },
			call: func(vm *VM, s *Slots, args []Value) (Value, error) {
				n, err := s.Len(vm, args[0])
				return Int(int64(n)), err
			},
			install: func(s *Slots) { s.Len = guestLen }, share: func(dst, src *Slots) { dst.Len = src.Len }},
		slotDef{name: nameGetItem, min: 1, max: 1,
			has:     func(s *Slots) bool { return s.GetItem != nil },
			call:    func(vm *VM, s *Slots, args []Value) (Value, error) { return s.GetItem(vm, args[0], args[1]) },
			install: func(s *Slots) { s.GetItem = guestGetItem }, share: func(dst, src *Slots) { dst.GetItem = src.GetItem }},
		slotDef{name: nameSetItem, min: 2, max: 2,
			has: func(s *Slots) bool { return s.SetItem != nil },
			call: func(vm *VM, s *Slots, args []Value) (Value, error) {
				return None, s.SetItem(vm, args[0], args[1], args[2])
			},
			install: func(s *Slots) { s.SetItem = guestSetItem }, share: func(dst, src *Slots) { dst.SetItem = src.SetItem }},
		slotDef{name: nameDelItem, min: 1, max: 1,
			has: func(s *Slots) bool { return s.SetItem != nil },
			call: func(vm *VM, s *Slots, args []Value) (Value, error) {
				return None, s.SetItem(vm, args[0], args[1], Value{})
			},
			install: func(s *Slots) { s.SetItem = guestSetItem }, share: shareSetItem},
		slotDef{name: nameContains, min: 1, max: 1,
			has: func(s *Slots) bool { return s.Contains != nil },
			call: func(vm *VM, s *Slots, args []Value) (Value, error) {
				b, err := s.Contains(vm, args[0], args[1])
				return Bool(b), err
			},
			install: func(s *Slots) { s.Contains = guestContains }, share: func(dst, src *Slots) { dst.Contains = src.Contains }},
		slotDef{name: nameNext,
			has: func(s *Slots) bool { return s.Next != nil },
			call: func(vm *VM, s *Slots, args []Value) (Value, error) {
				v, err := s.Next(vm, args[0])
				if err == nil && !v.Bound() {
					return Value{}, NewException(StopIteration, "")
				}
				return v, err
			},
			install: func(s *Slots) { s.Next = guestNext }, share: func(dst, src *Slots) { dst.Next = src.Next }},
	)
}

// shareSetItem keeps a guest's __setitem__ when only __delitem__ is inherited.
func shareSetItem(dst, src *Slots) {
	if dst.SetItem == nil {
		dst.SetItem = src.SetItem
	}
}

func addDescriptorDefs() {
	setDef := func(name *Str, n int, call func(vm *VM, s *Slots, args []Value) (Value, error)) slotDef {
		return slotDef{name: name, min: n, max: n,
			has: func(s *Slots) bool { return s.Set != nil }, call: call,
			install: func(s *Slots) { s.Set = guestDescrSet },
			share: func(dst, src *Slots) {
				if dst.Set == nil {
					dst.Set = src.Set
				}
			}}
	}
	slotDefs = append(slotDefs,
		slotDef{name: nameGet, min: 1, max: 2,
			has: func(s *Slots) bool { return s.Get != nil },
			call: func(vm *VM, s *Slots, args []Value) (Value, error) {
				obj, owner := args[1], (*Type)(nil)
				if obj.IsNone() {
					obj = Value{}
				}
				if len(args) > 2 && !args[2].IsNone() {
					owner = args[2].AsType()
				}
				if !obj.Bound() && owner == nil {
					return Value{}, TypeErrorf("__get__(None, None) is invalid")
				}
				return s.Get(vm, args[0], obj, owner)
			},
			install: func(s *Slots) { s.Get = guestDescrGet }, share: func(dst, src *Slots) { dst.Get = src.Get }},
		setDef(nameSet, 2, func(vm *VM, s *Slots, args []Value) (Value, error) {
			return None, s.Set(vm, args[0], args[1], args[2])
		}),
		setDef(nameDelete, 1, func(vm *VM, s *Slots, args []Value) (Value, error) {
			return None, s.Set(vm, args[0], args[1], Value{})
		}),
	)
}
