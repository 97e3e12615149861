package py

// The iterator classes of the built-in namespace.
var (
	enumerateType = shell("enumerate", KindIterator)
	zipType       = shell("zip", KindIterator)
	mapType       = shell("map", KindIterator)
	filterType    = shell("filter", KindIterator)
	reversedType  = shell("reversed", KindIterator)
)

// defineIterClass completes a class whose instances are Iterators made by its
// constructor, with a visible name and open to subclassing.
func defineIterClass(t *Type, kind iterKind, doc string, make NewFunc) {
	t.native = typeID[Iterator]()
	slots := iteratorSlots()
	slots.New = make
	t.define(TypeSpec{Doc: doc, Slots: slots, Methods: stateMethods(kind)})
}

// newClassIterator makes an instance of cls; held values are for the memory
// measurement.
func (vm *VM) newClassIterator(cls *Type, held []Value, next func(vm *VM) (Value, error)) Value {
	it := vm.newIteratorOf(cls, iterFunc, vm.NewTuple(held))
	it.next = func(vm *VM, it *Iterator) (Value, error) { return next(vm) }
	return Of(&it.Object)
}

func defineIterBuiltins() {
	defineIterClass(enumerateType, iterEnumerate, "Return an enumerate object.", newEnumerate)
	defineIterClass(zipType, iterZip, "The zip object yields n-length tuples, where n is the number of iterables\npassed as positional arguments to zip().", newZip)
	defineIterClass(mapType, iterMap, "Make an iterator that computes the function using arguments from\neach of the iterables.  Stops when the shortest iterable is exhausted.", newMap)
	defineIterClass(filterType, iterFilter, "Return an iterator yielding those items of iterable for which function(item)\nis true. If function is None, return the items that are true.", newFilter)
	defineIterClass(reversedType, iterDown, "Return a reverse iterator over the values of the given sequence.", newReversedObject)
}

var enumerateSignature = mustSignature("iterable, start=0")

func newEnumerate(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	var slots [2]Value
	if len(args)+kw.Len() == 0 {
		return Value{}, TypeErrorf("enumerate() missing required argument 'iterable'")
	}
	if err := vm.Bind("enumerate", enumerateSignature, args, kw, slots[:]); err != nil {
		return Value{}, err
	}
	n, err := vm.Index(slots[1])
	if err != nil {
		return Value{}, err
	}
	it, err := vm.Iter(slots[0])
	if err != nil {
		return Value{}, err
	}
	if n.p != intP || int64(n.n) > 1<<62 {
		e := vm.newIteratorOf(cls, iterEnumerate, vm.NewTupleOf(it, n))
		e.end = 1
		return Of(&e.Object), nil
	}
	e := vm.newIteratorOf(cls, iterEnumerate, it)
	e.pos = int64(n.n)
	return Of(&e.Object), nil
}

// advanceBigEnumerate is enumerate with numbers beyond int64: src is the tuple
// of the iterator and the next number.
func (it *Iterator) advanceBigEnumerate(vm *VM) (Value, error) {
	state := it.src.Tuple().Items
	v, err := vm.forNext(state[0])
	if err != nil || !v.Bound() {
		return Value{}, err
	}
	next, err := vm.Binary(OpAdd, state[1], Int(1))
	if err != nil {
		return Value{}, err
	}
	it.src = vm.NewTupleOf(state[0], next)
	return vm.NewTupleOf(state[1], v), nil
}

// iters makes iterators of all arguments.
func (vm *VM) iters(args []Value) ([]Value, error) {
	its := make([]Value, len(args))
	for i, v := range args {
		it, err := vm.Iter(v)
		if err != nil {
			return nil, err
		}
		its[i] = it
	}
	return its, nil
}

func newZip(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	strict := false
	if kw.Len() > 1 {
		return Value{}, tooManyKeywords("zip", 1, kw)
	}
	for i, n := range kw.Names {
		if n.Str().S != "strict" {
			return Value{}, TypeErrorf("'%s' is an invalid keyword argument for zip()", n.Str().S)
		}
		var err error
		if strict, err = vm.Truth(kw.Vals[i]); err != nil {
			return Value{}, err
		}
	}
	its := make([]Value, len(args))
	for i, v := range args {
		it, err := vm.Iter(v)
		if err != nil {
			return Value{}, err
		}
		its[i] = it
	}
	z := vm.newIteratorOf(cls, iterZip, vm.NewTuple(its))
	if strict {
		z.end = 1
	}
	return Of(&z.Object), nil
}

// zipLengths is the error of zip(strict=True) when argument at ended, or nil
// if all end together.
func (vm *VM) zipLengths(its []Value, at int) error {
	before := func(n int) string {
		if n == 1 {
			return "argument 1"
		}
		return "arguments 1-" + string(appendInt(nil, int64(n)))
	}
	if at > 0 {
		return ValueErrorf("zip() argument %d is shorter than %s", at+1, before(at))
	}
	for i := 1; i < len(its); i++ {
		v, err := vm.Next(its[i])
		if err != nil {
			return err
		}
		if v.Bound() {
			return ValueErrorf("zip() argument %d is longer than %s", i+1, before(i))
		}
	}
	return nil
}

func newMap(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if err := keywordsToNew(cls, mapType, kw); err != nil {
		return Value{}, err
	}
	if len(args) < 2 {
		return Value{}, TypeErrorf("map() must have at least two arguments.")
	}
	its, err := vm.iters(args[1:])
	if err != nil {
		return Value{}, err
	}
	m := vm.newIteratorOf(cls, iterMap, vm.NewTuple(append([]Value{args[0]}, its...)))
	return Of(&m.Object), nil
}

func newFilter(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if err := keywordsToNew(cls, filterType, kw); err != nil {
		return Value{}, err
	}
	if len(args) != 2 {
		return Value{}, TypeErrorf("filter expected 2 arguments, got %d", len(args))
	}
	f := args[0]
	it, err := vm.Iter(args[1])
	if err != nil {
		return Value{}, err
	}
	i := vm.newIteratorOf(cls, iterFilter, vm.NewTupleOf(f, it))
	return Of(&i.Object), nil
}

var nameReversed = Name("__reversed__")

func newReversedObject(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if err := keywordsToNew(cls, reversedType, kw); err != nil {
		return Value{}, err
	}
	if len(args) != 1 {
		return Value{}, TypeErrorf("reversed expected 1 argument, got %d", len(args))
	}
	seq := args[0]
	f, self, err := vm.lookupSpecial(seq, nameReversed)
	if err != nil {
		return Value{}, err
	}
	if f.Bound() {
		if f.IsNone() {
			return Value{}, TypeErrorf("'%s' object is not reversible", seq.Type().Name)
		}
		if self.Bound() {
			return vm.Call1(f, self)
		}
		return vm.Call(f)
	}
	t := seq.Type()
	if t.slots.GetItem == nil || t.slots.Len == nil || t.flags&TypeMapping != 0 {
		return Value{}, TypeErrorf("'%s' object is not reversible", t.Name)
	}
	n, err := vm.Len(seq)
	if err != nil {
		return Value{}, err
	}
	it := vm.newIteratorOf(cls, iterDown, seq)
	it.pos = int64(n - 1)
	return Of(&it.Object), nil
}
