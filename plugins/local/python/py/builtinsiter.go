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
func defineIterClass(t *Type, doc string, make NewFunc) {
	t.native = typeID[Iterator]()
	t.define(TypeSpec{Doc: doc, Slots: Slots{
		New:   make,
		Iter:  func(vm *VM, v Value) (Value, error) { return v, nil },
		Next:  func(vm *VM, v Value) (Value, error) { return v.Iterator().advance(vm) },
		Visit: func(v Value, f func(Value)) { f(v.Iterator().src) },
	}})
}

// newClassIterator makes an instance of cls; held values are for the memory
// measurement.
func (vm *VM) newClassIterator(cls *Type, held []Value, next func(vm *VM) (Value, error)) Value {
	it := &Iterator{src: vm.NewTuple(held)}
	vm.NewObject(&it.Object, cls, iteratorSize)
	it.next = func(vm *VM, it *Iterator) (Value, error) { return next(vm) }
	return Of(&it.Object)
}

func defineIterBuiltins() {
	defineIterClass(enumerateType, "Return an enumerate object.", newEnumerate)
	defineIterClass(zipType, "The zip object yields n-length tuples, where n is the number of iterables\npassed as positional arguments to zip().", newZip)
	defineIterClass(mapType, "Make an iterator that computes the function using arguments from\neach of the iterables.  Stops when the shortest iterable is exhausted.", newMap)
	defineIterClass(filterType, "Return an iterator yielding those items of iterable for which function(item)\nis true. If function is None, return the items that are true.", newFilter)
	defineIterClass(reversedType, "Return a reverse iterator over the values of the given sequence.", newReversedObject)
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
	it, err := vm.Iter(slots[0])
	if err != nil {
		return Value{}, err
	}
	n, err := vm.Index(slots[1])
	if err != nil {
		return Value{}, err
	}
	if n.p == intP && int64(n.n) >= 0 && int64(n.n) < 1<<62 {
		e := &Iterator{kind: iterEnumerate, src: it, pos: int64(n.n)}
		vm.NewObject(&e.Object, cls, iteratorSize)
		return Of(&e.Object), nil
	}
	next := it.Type().slots.Next
	return vm.newClassIterator(cls, []Value{it}, func(vm *VM) (Value, error) {
		v, err := next(vm, it)
		if err != nil || !v.Bound() {
			return Value{}, err
		}
		pair := vm.NewTupleOf(n, v)
		if n.p == intP && int64(n.n) < 1<<62 {
			n.n++
		} else if n, err = vm.Binary(OpAdd, n, Int(1)); err != nil {
			return Value{}, err
		}
		return pair, nil
	}), nil
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
			if e, ok := err.(*Exception); ok && e.typ == TypeError && v.Type().slots.Iter == nil {
				return Value{}, TypeErrorf("zip argument #%d must support iteration", i+1)
			}
			return Value{}, err
		}
		its[i] = it
	}
	if !strict {
		z := &Iterator{kind: iterZip, src: vm.NewTuple(its)}
		vm.NewObject(&z.Object, cls, iteratorSize)
		return Of(&z.Object), nil
	}
	return vm.newClassIterator(cls, its, func(vm *VM) (Value, error) {
		if len(its) == 0 {
			return Value{}, nil
		}
		row := make([]Value, len(its))
		for i, it := range its {
			v, err := vm.Next(it)
			if err != nil {
				return Value{}, err
			}
			if !v.Bound() {
				if strict {
					return Value{}, vm.zipLengths(its, i)
				}
				return Value{}, nil
			}
			row[i] = v
		}
		return vm.NewTuple(row), nil
	}), nil
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
	if kw.Len() > 0 && cls == mapType {
		return Value{}, TypeErrorf("map() takes no keyword arguments")
	}
	if len(args) < 2 {
		return Value{}, TypeErrorf("map() must have at least two arguments.")
	}
	f := args[0]
	its, err := vm.iters(args[1:])
	if err != nil {
		return Value{}, err
	}
	held := append([]Value{f}, its...)
	if len(its) == 1 {
		it, next := its[0], its[0].Type().slots.Next
		return vm.newClassIterator(cls, held, func(vm *VM) (Value, error) {
			v, err := next(vm, it)
			if err != nil || !v.Bound() {
				return v, err
			}
			return vm.Call1(f, v)
		}), nil
	}
	return vm.newClassIterator(cls, held, func(vm *VM) (Value, error) {
		row := make([]Value, len(its))
		for i, it := range its {
			v, err := vm.Next(it)
			if err != nil || !v.Bound() {
				return v, err
			}
			row[i] = v
		}
		return vm.Call(f, row...)
	}), nil
}

func newFilter(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if kw.Len() > 0 && cls == filterType {
		return Value{}, TypeErrorf("filter() takes no keyword arguments")
	}
	if len(args) != 2 {
		return Value{}, TypeErrorf("filter expected 2 arguments, got %d", len(args))
	}
	f := args[0]
	it, err := vm.Iter(args[1])
	if err != nil {
		return Value{}, err
	}
	next := it.Type().slots.Next
	return vm.newClassIterator(cls, []Value{f, it}, func(vm *VM) (Value, error) {
		for {
			v, err := next(vm, it)
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
	}), nil
}

var nameReversed = Name("__reversed__")

func newReversedObject(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if kw.Len() > 0 {
		return Value{}, TypeErrorf("reversed() takes no keyword arguments")
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
	i := n - 1
	return vm.newClassIterator(cls, []Value{seq}, func(vm *VM) (Value, error) {
		if i < 0 {
			return Value{}, nil
		}
		v, err := vm.GetItem(seq, Int(int64(i)))
		if err != nil {
			if e, ok := err.(*Exception); ok && (e.typ.IsSubtype(IndexError) || e.typ.IsSubtype(StopIteration)) {
				i = -1
				return Value{}, nil
			}
			return Value{}, err
		}
		i--
		return v, nil
	}), nil
}
