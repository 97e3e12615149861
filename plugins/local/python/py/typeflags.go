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
