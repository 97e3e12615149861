package py

// Iterator is a built-in iterator. ForIter knows the frequent kinds and steps
// them itself; next gives the next item or the unbound Value at the end.
type Iterator struct {
	Object
	kind iterKind
	own  iterKind // what a guest subclass inherits: its kind is iterGuest
	// version is that of an OrderedDict at the start, plus 1; 0 for other dicts.
	version uint32
	src     Value // list, tuple, dict, ...; None once exhausted
	pos     int64
	step    int64
	end     int64 // iterRange: items left; dict and set iterators: the length at the start
	next    func(vm *VM, it *Iterator) (Value, error)
}

type iterKind uint8

const (
	iterFunc  iterKind = iota // by next
	iterRange                 // pos, pos+step, ..., end items
	iterList
	iterTuple
	iterStr // ASCII
	iterDictKeys
	iterDictValues
	iterDictItems
	iterReversed  // a list or tuple from pos down
	iterSequence  // by __getitem__ until IndexError
	iterEnumerate // src the iterator, pos the next number
	iterZip       // src the tuple of iterators
	iterCallable  // iter(callable, sentinel): src the tuple of both
	iterRunes     // a str that is not ASCII: pos is a byte offset
	iterBytes     // bytes or bytearray
	iterSet
	iterReversedKeys
	iterReversedValues
	iterReversedItems
	iterDown   // reversed(sequence): by __getitem__ from pos down
	iterMap    // src the tuple of the function and the iterators
	iterFilter // src the tuple of the function and the iterator
	iterGuest  // of a guest subclass: its __next__ decides
	numIterKinds
)

// iterTypes are the Python types of the iterators by kind.
var iterTypes = [numIterKinds]*Type{
	iterFunc:           shell("iterator", KindIterator),
	iterRange:          shell("range_iterator", KindIterator),
	iterList:           shell("list_iterator", KindIterator),
	iterTuple:          shell("tuple_iterator", KindIterator),
	iterStr:            shell("str_ascii_iterator", KindIterator),
	iterDictKeys:       shell("dict_keyiterator", KindIterator),
	iterDictValues:     shell("dict_valueiterator", KindIterator),
	iterDictItems:      shell("dict_itemiterator", KindIterator),
	iterReversed:       shell("list_reverseiterator", KindIterator),
	iterSequence:       shell("iterator", KindIterator),
	iterEnumerate:      enumerateType,
	iterZip:            zipType,
	iterCallable:       shell("callable_iterator", KindIterator),
	iterRunes:          shell("str_iterator", KindIterator),
	iterBytes:          shell("bytes_iterator", KindIterator),
	iterSet:            shell("set_iterator", KindIterator),
	iterReversedKeys:   shell("dict_reversekeyiterator", KindIterator),
	iterReversedValues: shell("dict_reversevalueiterator", KindIterator),
	iterReversedItems:  shell("dict_reverseitemiterator", KindIterator),
	iterDown:           reversedType,
	iterMap:            mapType,
	iterFilter:         filterType,
	iterGuest:          shell("iterator", KindIterator),
}

// byteArrayIteratorType is the type of an iterBytes over a bytearray.
var byteArrayIteratorType = shell("bytearray_iterator", KindIterator)

const iteratorSize = 96

func defineIterators() {
	for kind, t := range iterTypes {
		switch t {
		case enumerateType, zipType, reversedType, mapType, filterType:
			continue // defined beside their constructors
		}
		defineIterator(t, stateMethods(iterKind(kind)))
	}
	defineIterator(byteArrayIteratorType, stateMethods(iterBytes))
}

// defineIterator completes a type of iterators that only functions make.
func defineIterator(t *Type, methods []*Builtin) {
	t.native = typeID[Iterator]()
	t.define(TypeSpec{Flags: TypeNoSubclass | TypeNoInstance, Slots: iteratorSlots(), Methods: methods})
}

func iteratorSlots() Slots {
	return Slots{
		Iter: func(vm *VM, v Value) (Value, error) { return v, nil },
		Next: func(vm *VM, v Value) (Value, error) {
			it := v.Iterator()
			return it.advanceAs(vm, it.own)
		},
		Visit: func(v Value, f func(Value)) { f(v.Iterator().src) },
	}
}

// newIterator makes an iterator over a container.
func (vm *VM) newIterator(kind iterKind, src Value) Value {
	vm.charge(iteratorSize)
	it := &Iterator{Object: Object{typ: iterTypes[kind], kind: KindIterator}, kind: kind, own: kind, src: src}
	return Of(&it.Object)
}

// newIteratorOf makes an iterator of class cls, which may be a guest's.
func (vm *VM) newIteratorOf(cls *Type, kind iterKind, src Value) *Iterator {
	it := &Iterator{kind: kind, own: kind, src: src}
	if cls.flags&TypeHeap != 0 {
		it.kind = iterGuest
	}
	vm.NewObject(&it.Object, cls, iteratorSize)
	return it
}

// NewIterator makes an iterator of the type from a Go function that gives the
// unbound Value at the end. Types come from NewIteratorType.
func (vm *VM) NewIterator(t *Type, src Value, next func(vm *VM) (Value, error)) Value {
	vm.charge(iteratorSize)
	it := &Iterator{Object: Object{typ: t, kind: KindIterator}, src: src}
	it.next = func(vm *VM, it *Iterator) (Value, error) { return next(vm) }
	return Of(&it.Object)
}

// NewIteratorType makes a type for iterators written in Go.
func NewIteratorType(name string) *Type {
	t := shell(name, KindIterator)
	t.native = typeID[Iterator]()
	t.layout = t
	t.define(TypeSpec{Flags: TypeNoSubclass | TypeNoInstance, Slots: iteratorSlots()})
	pending = pending[:len(pending)-1]
	t.ready()
	return t
}

func (vm *VM) newSequenceIterator(v Value) Value { return vm.newIterator(iterSequence, v) }

// newReversed iterates over a list or tuple of length n from the end.
func (vm *VM) newReversed(v Value, n int) Value {
	it := vm.newIterator(iterReversed, v)
	it.Iterator().pos = int64(n - 1)
	return it
}

// newRangeIterator counts n ints from start on.
func (vm *VM) newRangeIterator(start, step, n int64) Value {
	it := vm.newIterator(iterRange, None)
	r := it.Iterator()
	r.pos, r.step, r.end = start, step, n
	return it
}

// newDictIterator iterates over a dict's keys, values or items.
func (vm *VM) newDictIterator(kind iterKind, d *Dict) Value {
	v := vm.newIterator(kind, d.Value())
	it := v.Iterator()
	it.pos, it.end, it.step = int64(d.front()), int64(d.used), int64(d.used)
	if d.flags&flagOrdered != 0 {
		it.version = d.version + 1
	}
	if kind >= iterReversedKeys {
		it.pos = int64(len(d.entries) - 1)
	}
	return v
}

// advance is the next item; unbound at the end.
func (it *Iterator) advance(vm *VM) (Value, error) { return it.advanceAs(vm, it.kind) }

func (it *Iterator) advanceAs(vm *VM, kind iterKind) (Value, error) {
	switch kind {
	case iterRange:
		if it.end <= 0 {
			return Value{}, nil
		}
		v := it.pos
		it.pos += it.step
		it.end--
		return Int(v), nil
	case iterList:
		if l := it.src.List(); l != nil {
			if it.pos < int64(len(l.Items)) {
				it.pos++
				return l.Items[it.pos-1], nil
			}
			it.src = None
		}
	case iterTuple:
		if t := it.src.Tuple(); t != nil {
			if it.pos < int64(len(t.Items)) {
				it.pos++
				return t.Items[it.pos-1], nil
			}
			it.src = None
		}
	case iterStr:
		if s := it.src.Str(); s != nil {
			if it.pos < int64(len(s.S)) {
				it.pos++
				return latin1[s.S[it.pos-1]], nil
			}
			it.src = None
		}
	case iterRunes:
		if s := it.src.Str(); s != nil {
			if it.pos < int64(len(s.S)) {
				r, n := decodeRune(s.S[it.pos:])
				it.pos += int64(n)
				return vm.newRune(r), nil
			}
			it.src = None
		}
	case iterBytes:
		if data, ok := dataOf(it.src); ok {
			if it.pos < int64(len(data)) {
				it.pos++
				return Int(int64(data[it.pos-1])), nil
			}
			it.src = None
		}
	case iterDictKeys, iterDictValues, iterDictItems, iterReversedKeys, iterReversedValues, iterReversedItems:
		return it.advanceDict(vm)
	case iterSet:
		return it.advanceSet()
	case iterReversed:
		if it.pos >= 0 && !it.src.IsNone() {
			if items := itemsOf(it.src); it.pos < int64(len(items)) {
				it.pos--
				return items[it.pos+1], nil
			}
		}
		it.src, it.pos = None, -1
	default:
		return it.advanceNested(vm, kind)
	}
	return Value{}, nil
}

// advanceNested is advance for the kinds that step another iterator or call a
// function, which may do so in turn.
func (it *Iterator) advanceNested(vm *VM, kind iterKind) (Value, error) {
	if it.src.IsNone() && kind != iterFunc && kind != iterGuest {
		return Value{}, nil
	}
	if vm.native >= maxNative {
		return Value{}, Raise(RecursionError, "maximum recursion depth exceeded")
	}
	vm.native++
	v, err := it.nested(vm, kind)
	vm.native--
	return v, err
}

func (it *Iterator) nested(vm *VM, kind iterKind) (Value, error) {
	switch kind {
	case iterGuest:
		return it.typ.slots.Next(vm, Of(&it.Object))
	case iterSequence, iterDown:
		return it.advanceSequence(vm, kind)
	case iterCallable:
		return it.advanceCallable(vm)
	case iterEnumerate:
		if it.end != 0 {
			return it.advanceBigEnumerate(vm)
		}
		v, err := vm.forNext(it.src)
		if err != nil || !v.Bound() {
			return Value{}, err
		}
		it.pos++
		return vm.buildTuple([]Value{Int(it.pos - 1), v}), nil
	case iterZip:
		return it.advanceZip(vm)
	case iterMap:
		return it.advanceMap(vm)
	case iterFilter:
		return it.advanceFilter(vm)
	}
	if it.next == nil {
		return Value{}, nil
	}
	v, err := it.next(vm, it)
	if !v.Bound() && err == nil {
		it.next, it.src = nil, None
	}
	return v, err
}

func (it *Iterator) advanceDict(vm *VM) (Value, error) {
	d := it.src.Dict()
	if d == nil {
		return Value{}, nil
	}
	if !it.unchanged(d) {
		it.end = -1 // the error stays
		if it.version != 0 {
			return Value{}, Raise(RuntimeError, "OrderedDict mutated during iteration")
		}
		return Value{}, Raise(RuntimeError, "dictionary changed size during iteration")
	}
	e, err := it.dictEntry(d)
	if e == nil {
		return Value{}, err
	}
	switch it.kind {
	case iterDictKeys, iterReversedKeys:
		return e.key, nil
	case iterDictValues, iterReversedValues:
		return e.val, nil
	}
	return vm.NewTupleOf(e.key, e.val), nil
}

// dictEntry is the entry that a dict iterator gives next; nil at the end.
func (it *Iterator) dictEntry(d *Dict) (*dictEntry, error) {
	by := int64(1)
	if it.kind >= iterReversedKeys {
		by = -1
		it.pos = min(it.pos, int64(len(d.entries)-1))
	}
	for it.pos >= 0 && it.pos < int64(len(d.entries)) {
		e := &d.entries[it.pos]
		it.pos += by
		if !e.key.Bound() {
			continue
		}
		// More entries than there were: one was replaced by another.
		if it.step--; it.step < 0 && by > 0 {
			it.src = None
			return nil, Raise(RuntimeError, "dictionary keys changed during iteration")
		}
		return e, nil
	}
	it.src = None
	return nil, nil
}

func (it *Iterator) advanceSet() (Value, error) {
	s := it.src.Set()
	if s == nil {
		return Value{}, nil
	}
	if int64(s.used) != it.end {
		it.end = -1
		return Value{}, Raise(RuntimeError, "Set changed size during iteration")
	}
	for it.pos < int64(len(s.table)) {
		k := s.table[it.pos].key
		it.pos++
		if k.Bound() {
			it.step--
			return k, nil
		}
	}
	it.src = None
	return Value{}, nil
}

// unchanged reports whether an iterator over the dict may go on.
func (it *Iterator) unchanged(d *Dict) bool {
	return int64(d.used) == it.end && (it.version == 0 || it.version == d.version+1)
}

func (it *Iterator) advanceZip(vm *VM) (Value, error) {
	its := it.src.Tuple()
	if its == nil || len(its.Items) == 0 {
		return Value{}, nil
	}
	var few [4]Value
	row := few[:0]
	for i, src := range its.Items {
		v, err := vm.forNext(src)
		if err != nil {
			return Value{}, err
		}
		if !v.Bound() {
			if it.end != 0 {
				return Value{}, vm.zipLengths(its.Items, i)
			}
			return Value{}, nil
		}
		row = append(row, v)
	}
	return vm.buildTuple(row), nil
}

func (it *Iterator) advanceSequence(vm *VM, kind iterKind) (Value, error) {
	if it.pos < 0 {
		it.src = None
		return Value{}, nil
	}
	v, err := vm.GetItem(it.src, Int(it.pos))
	if err != nil {
		if e, ok := err.(*Exception); ok && (e.typ.IsSubtype(IndexError) || e.typ.IsSubtype(StopIteration)) {
			it.src = None
			return Value{}, nil
		}
		return Value{}, err
	}
	if kind == iterDown {
		it.pos--
	} else {
		it.pos++
	}
	return v, nil
}

func (it *Iterator) advanceCallable(vm *VM) (Value, error) {
	both := it.src.Tuple()
	v, err := vm.Call(both.Items[0])
	if err != nil {
		if e, ok := err.(*Exception); ok && e.typ.IsSubtype(StopIteration) {
			it.src = None
			return Value{}, nil
		}
		return Value{}, err
	}
	if it.src.IsNone() {
		return Value{}, nil // the call has used the iterator up
	}
	same, err := vm.Equal(both.Items[1], v)
	if err != nil {
		return Value{}, err
	}
	if same {
		it.src = None
		return Value{}, nil
	}
	return v, nil
}

func (it *Iterator) advanceMap(vm *VM) (Value, error) {
	held := it.src.Tuple().Items
	if len(held) == 2 {
		v, err := vm.forNext(held[1])
		if err != nil || !v.Bound() {
			return v, err
		}
		return vm.Call1(held[0], v)
	}
	row := make([]Value, len(held)-1)
	for i, src := range held[1:] {
		v, err := vm.forNext(src)
		if err != nil || !v.Bound() {
			return v, err
		}
		row[i] = v
	}
	return vm.Call(held[0], row...)
}

func (it *Iterator) advanceFilter(vm *VM) (Value, error) {
	held := it.src.Tuple().Items
	f := held[0]
	for {
		v, err := vm.forNext(held[1])
		if err != nil || !v.Bound() {
			return v, err
		}
		r := v
		if !f.IsNone() && f != Of(&BoolType.Object) {
			if r, err = vm.Call1(f, v); err != nil {
				return Value{}, err
			}
		}
		ok, err := vm.Truth(r)
		if err != nil {
			return Value{}, err
		}
		if ok {
			return v, nil
		}
		if err := vm.Tick(1); err != nil {
			return Value{}, err
		}
	}
}
