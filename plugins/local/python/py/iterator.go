package py

// Iterator is a built-in iterator. ForIter knows the frequent kinds and steps
// them itself; next gives the next item or the unbound Value at the end.
type Iterator struct {
	Object
	kind iterKind
	src  Value // list, tuple, dict, ...; None once exhausted
	pos  int64
	step int64 // iterators over an OrderedDict: its version at the start, plus 1
	end  int64 // iterRange: items left; dict iterators: the dict's length at the start
	next func(vm *VM, it *Iterator) (Value, error)
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
	iterCallable  // iter(callable, sentinel): src the callable, arg the sentinel
	numIterKinds
)

// iterTypes are the Python types of the iterators by kind.
var iterTypes = [numIterKinds]*Type{
	iterFunc:       shell("iterator", KindIterator),
	iterRange:      shell("range_iterator", KindIterator),
	iterList:       shell("list_iterator", KindIterator),
	iterTuple:      shell("tuple_iterator", KindIterator),
	iterStr:        shell("str_ascii_iterator", KindIterator),
	iterDictKeys:   shell("dict_keyiterator", KindIterator),
	iterDictValues: shell("dict_valueiterator", KindIterator),
	iterDictItems:  shell("dict_itemiterator", KindIterator),
	iterReversed:   shell("list_reverseiterator", KindIterator),
	iterSequence:   shell("iterator", KindIterator),
	iterEnumerate:  enumerateType,
	iterZip:        zipType,
	iterCallable:   shell("callable_iterator", KindIterator),
}

const iteratorSize = 96

func defineIterators() {
	for _, t := range iterTypes {
		if t == enumerateType || t == zipType {
			continue // defined beside their constructors
		}
		t.native = typeID[Iterator]()
		t.define(TypeSpec{
			Flags: TypeNoSubclass | TypeNoInstance,
			Slots: Slots{
				Iter:  func(vm *VM, v Value) (Value, error) { return v, nil },
				Next:  func(vm *VM, v Value) (Value, error) { return v.Iterator().advance(vm) },
				Visit: func(v Value, f func(Value)) { f(v.Iterator().src) },
			},
			Methods: []*Builtin{
				Method("__length_hint__", 0, 0, func(vm *VM, a []Value) (Value, error) { return Int(a[0].Iterator().left()), nil }),
			},
		})
	}
}

// newIterator makes an iterator over a container.
func (vm *VM) newIterator(kind iterKind, src Value) Value {
	vm.charge(iteratorSize)
	it := &Iterator{Object: Object{typ: iterTypes[kind], kind: KindIterator}, kind: kind, src: src}
	return Of(&it.Object)
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
	t.define(TypeSpec{Flags: TypeNoSubclass | TypeNoInstance, Slots: Slots{
		Iter:  func(vm *VM, v Value) (Value, error) { return v, nil },
		Next:  func(vm *VM, v Value) (Value, error) { return v.Iterator().advance(vm) },
		Visit: func(v Value, f func(Value)) { f(v.Iterator().src) },
	}})
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
	it := vm.newIterator(kind, d.Value())
	i := it.Iterator()
	i.pos, i.end = int64(d.front()), int64(d.used)
	if d.flags&flagOrdered != 0 {
		i.step = int64(d.version) + 1
	}
	return it
}

// advance is the next item; unbound at the end.
func (it *Iterator) advance(vm *VM) (Value, error) {
	switch it.kind {
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
	case iterDictKeys, iterDictValues, iterDictItems:
		return it.advanceDict(vm)
	case iterReversed:
		if it.pos >= 0 && !it.src.IsNone() {
			if items := itemsOf(it.src); it.pos < int64(len(items)) {
				it.pos--
				return items[it.pos+1], nil
			}
		}
		it.src, it.pos = None, -1
	case iterSequence:
		return it.advanceSequence(vm)
	case iterEnumerate:
		if it.src.IsNone() {
			break
		}
		v, err := vm.forNext(it.src)
		if err != nil || !v.Bound() {
			return Value{}, err
		}
		it.pos++
		return vm.buildTuple([]Value{Int(it.pos - 1), v}), nil
	case iterZip:
		return it.advanceZip(vm)
	default:
		if it.next != nil {
			if vm.native >= maxNative {
				return Value{}, Raise(RecursionError, "maximum recursion depth exceeded")
			}
			vm.native++ // it may step another one, and that one the next
			v, err := it.next(vm, it)
			vm.native--
			if !v.Bound() && err == nil {
				it.next, it.src = nil, None
			}
			return v, err
		}
	}
	return Value{}, nil
}

func (it *Iterator) advanceDict(vm *VM) (Value, error) {
	d := it.src.Dict()
	if d == nil {
		return Value{}, nil
	}
	if !it.unchanged(d) {
		it.end = -1 // the error stays
		if it.step != 0 {
			return Value{}, Raise(RuntimeError, "OrderedDict mutated during iteration")
		}
		return Value{}, Raise(RuntimeError, "dictionary changed size during iteration")
	}
	for it.pos < int64(len(d.entries)) {
		e := &d.entries[it.pos]
		it.pos++
		if !e.key.Bound() {
			continue
		}
		switch it.kind {
		case iterDictKeys:
			return e.key, nil
		case iterDictValues:
			return e.val, nil
		}
		return vm.NewTupleOf(e.key, e.val), nil
	}
	it.src = None
	return Value{}, nil
}

// unchanged reports whether an iterator over the dict may go on.
func (it *Iterator) unchanged(d *Dict) bool {
	return int64(d.used) == it.end && (it.step == 0 || it.step == int64(d.version)+1)
}

func (it *Iterator) advanceZip(vm *VM) (Value, error) {
	its := it.src.Tuple()
	if its == nil || len(its.Items) == 0 {
		return Value{}, nil
	}
	var few [4]Value
	row := few[:0]
	for _, src := range its.Items {
		v, err := vm.forNext(src)
		if err != nil || !v.Bound() {
			return Value{}, err
		}
		row = append(row, v)
	}
	return vm.buildTuple(row), nil
}

func (it *Iterator) advanceSequence(vm *VM) (Value, error) {
	if it.src.IsNone() {
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
	it.pos++
	return v, nil
}

// left is the number of items still to come, where it is known.
func (it *Iterator) left() int64 {
	switch it.kind {
	case iterRange:
		return max(it.end, 0)
	case iterList, iterTuple:
		if !it.src.IsNone() {
			return max(int64(len(itemsOf(it.src)))-it.pos, 0)
		}
	case iterStr:
		if s := it.src.Str(); s != nil {
			return int64(len(s.S)) - it.pos
		}
	case iterDictKeys, iterDictValues, iterDictItems:
		if d := it.src.Dict(); d != nil && it.unchanged(d) {
			return max(it.end-it.pos, 0)
		}
	case iterReversed:
		return it.pos + 1
	}
	return 0
}
