package py

// The bits of __flags__, which CPython documents for its C interface.
const (
	flagBitSequence        = 1 << 5
	flagBitMapping         = 1 << 6
	flagBitNoInstantiation = 1 << 7
	flagBitImmutable       = 1 << 8
	flagBitHeap            = 1 << 9
	flagBitBase            = 1 << 10
	flagBitVectorcall      = 1 << 11
	flagBitReady           = 1 << 12
	flagBitCollected       = 1 << 14
	flagBitMethodDescr     = 1 << 17
	flagBitVersion         = 1 << 19
	flagBitAbstract        = 1 << 20
	flagBitMatchSelf       = 1 << 22
	flagBitInt             = 1 << 24 // the first of those for the subclasses of built-in types
)

// publicFlags is __flags__.
func (t *Type) publicFlags() int64 {
	bits := int64(flagBitReady | flagBitVersion)
	set := func(on bool, bit int64) {
		if on {
			bits |= bit
		}
	}
	set(t.flags&TypeHeap != 0 || t.slots.Visit != nil, flagBitCollected)
	set(t.flags&TypeSequence != 0, flagBitSequence)
	set(t.flags&TypeMapping != 0, flagBitMapping)
	set(t.flags&TypeNoInstance != 0, flagBitNoInstantiation)
	set(t.flags&TypeHeap == 0, flagBitImmutable)
	set(t.flags&TypeHeap != 0, flagBitHeap)
	set(t.flags&TypeNoSubclass == 0, flagBitBase)
	set(t.CallsNative(), flagBitVectorcall)
	set(t.flags&TypeMethodDescr != 0, flagBitMethodDescr)
	set(t.isAbstract(), flagBitAbstract)
	set(t.flags&TypeMatchSelf != 0, flagBitMatchSelf)
	for i, base := range []*Type{IntType, ListType, TupleType, BytesType, StrType, DictType, BaseException, TypeType} {
		set(t.IsSubtype(base), flagBitInt<<i)
	}
	return bits
}

// CallsNative reports whether a call of an instance goes straight to native
// code: the built-in class that has the __call__ says so, and no other
// __call__ is before it.
func (t *Type) CallsNative() bool {
	b := t.lookup(nameCall).BuiltinOrNil()
	return t.shares(b, nameCall) && b.Owner.flags&TypeVectorcall != 0
}

// ownSize is what an instance of a built-in class takes in CPython, which
// sys.getsizeof tells too, and what each of its items adds; ok is false where it
// takes what its base's do.
func (t *Type) ownSize() (basic, item int64, ok bool) {
	switch t {
	case ObjectType:
		return 16, 0, true
	case IntType:
		return 24, 4, true
	case FloatType:
		return 24, 0, true
	case ComplexType:
		return 32, 0, true
	case StrType, PropertyType:
		return 64, 0, true
	case BytesType:
		return 33, 1, true
	case ByteArrayType, BuiltinType:
		return 56, 0, true
	case ListType, SliceType:
		return 40, 0, true
	case TupleType:
		return 24, 8, true
	case DictType, RangeType:
		return 48, 0, true
	case SetType, FrozenSetType:
		return 200, 0, true
	case TypeType:
		return 920, 40, true
	case BaseException:
		return 72, 0, true
	case FunctionType:
		return 144, 0, true
	}
	return 0, 0, false
}

// sizes are __basicsize__ and __itemsize__. A name in __slots__ adds a pointer.
func (t *Type) sizes() (basic, item int64) {
	for ; t != nil; t = t.Base {
		if own, item, ok := t.ownSize(); ok {
			return basic + own, item
		}
		basic += 8 * int64(len(t.owned))
	}
	return basic, 0
}

// dictOffset is __dictoffset__: -1 where the object itself manages its
// attributes, 0 where it has none.
func (t *Type) dictOffset() int64 {
	switch {
	case t.flags&TypeHasDict == 0:
		return 0
	case t.kind == KindException:
		return 16
	case t.flags&TypeHeap != 0:
		return -1
	}
	basic, _ := t.sizes()
	return basic - 8
}
