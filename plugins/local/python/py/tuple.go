package py

// Tuple is a Python tuple; Items never change.
type Tuple struct {
	Object
	Items []Value
}

// TupleType is tuple.
var TupleType = shell("tuple", KindTuple)

var emptyTuple = &Tuple{Object: Object{kind: KindTuple, flags: flagImmortal}}

// EmptyTuple is ().
var EmptyTuple = Of(&emptyTuple.Object)

const tupleSize = 48

// NewTuple makes a tuple that owns items.
func (vm *VM) NewTuple(items []Value) Value {
	if len(items) == 0 {
		return EmptyTuple
	}
	vm.charge(int64(tupleSize + 16*len(items)))
	return Of(&(&Tuple{Object: Object{typ: TupleType, kind: KindTuple}, Items: items}).Object)
}

// NewTupleOf makes a tuple of the values given.
func (vm *VM) NewTupleOf(items ...Value) Value { return vm.NewTuple(items) }

func defineTuple() {
	TupleType.native = typeID[Tuple]()
	TupleType.define(TypeSpec{
		Doc:   "Built-in immutable sequence.\n\nIf no argument is given, the constructor returns an empty tuple.\nIf iterable is specified the tuple is initialized from iterable's items.\n\nIf the argument is a tuple, the return value is the same object.",
		Flags: TypeSequence | TypeMatchSelf | typeConcat,
		Slots: Slots{
			New: tupleNew, Repr: tupleRepr, Hash: tupleHash,
			Compare: func(vm *VM, a, b Value, op CompareOp) (Value, error) {
				x, y := a.Tuple(), b.Tuple()
				if x == nil || y == nil {
					return NotImplemented, nil
				}
				return vm.compareItems(func() []Value { return x.Items }, func() []Value { return y.Items }, op)
			},
			Len:     func(vm *VM, v Value) (int, error) { return len(v.Tuple().Items), nil },
			GetItem: tupleGetItem,
			Contains: func(vm *VM, v, item Value) (bool, error) {
				i, err := vm.indexOf(v, item, 0, -1)
				return i >= 0, err
			},
			Iter: func(vm *VM, v Value) (Value, error) { return vm.newIterator(iterTuple, v), nil },
			Binary: [numBinaryOps]BinaryFunc{
				OpAdd: tupleConcat,
				OpMul: func(vm *VM, a, b Value) (Value, error) { return vm.repeat(a, b, tupleRepeat) },
			},
			Visit: func(v Value, f func(Value)) {
				for _, x := range v.Tuple().Items {
					f(x)
				}
			},
			Size: func(v Value) int { return tupleSize + 16*len(v.Tuple().Items) },
		},
		Methods: []*Builtin{
			Method("count", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.countOf(a[0], a[1]) }).WithDoc("Return number of occurrences of value."),
			Method("index", 1, 3, func(vm *VM, a []Value) (Value, error) { return vm.sequenceIndex(a, "tuple") }).WithDoc("Return first index of value.\n\nRaises ValueError if the value is not present."),
			Method("__getnewargs__", 0, 0, func(vm *VM, a []Value) (Value, error) {
				return vm.NewTupleOf(vm.NewTuple(a[0].Tuple().Items)), nil
			}),
			ClassMethod("__class_getitem__", "object, /", genericAlias),
		},
	})
}

func tupleNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if err := keywordsToNew(cls, TupleType, kw); err != nil {
		return Value{}, err
	}
	if len(args) > 1 {
		return Value{}, TypeErrorf("tuple expected at most 1 argument, got %d", len(args))
	}
	var items []Value
	if len(args) == 1 {
		if cls == TupleType && args[0].Type() == TupleType {
			return args[0], nil
		}
		l := List{}
		if err := vm.listExtend(&l, args[0]); err != nil {
			return Value{}, err
		}
		items = l.Items
	}
	if cls == TupleType {
		return vm.NewTuple(items), nil
	}
	t := &Tuple{Items: items}
	vm.NewObject(&t.Object, cls, tupleSize+16*len(items))
	return Of(&t.Object), nil
}

func tupleRepr(vm *VM, v Value) (Value, error) {
	items := v.Tuple().Items
	if len(items) == 0 {
		return NewStr("()"), nil
	}
	return vm.reprContainer(v, "(...)", func(b *reprBuilder) error {
		b.text("(")
		for i, x := range items {
			if i > 0 {
				b.text(", ")
			}
			if err := b.value(x); err != nil {
				return err
			}
		}
		if len(items) == 1 {
			b.text(",")
		}
		b.text(")")
		return nil
	})
}

// tupleHash is CPython's, based on xxHash: sets of tuples keep its order.
func tupleHash(vm *VM, v Value) (int64, error) {
	const p1, p2, p5 uint64 = 11400714785074694791, 14029467366897019727, 2870177450012600261
	if err := vm.enter(); err != nil {
		return 0, err
	}
	defer vm.leave()
	items := v.Tuple().Items
	acc := p5
	for _, x := range items {
		h, err := vm.Hash(x)
		if err != nil {
			return 0, err
		}
		acc += uint64(h) * p2
		acc = acc<<31 | acc>>33
		acc *= p1
	}
	acc += uint64(len(items)) ^ (p5 ^ 3527539)
	if acc == ^uint64(0) {
		return 1546275796, nil
	}
	return int64(acc), vm.Tick(len(items)/16 + 1)
}

func tupleGetItem(vm *VM, v, key Value) (Value, error) {
	items := v.Tuple().Items
	if s := key.Slice(); s != nil {
		start, step, n, err := vm.sliceIndices(s, len(items))
		if err != nil {
			return Value{}, err
		}
		if n == len(items) && step == 1 && v.Type() == TupleType {
			return v, nil
		}
		return vm.NewTuple(sliceItems(items, start, step, n)), nil
	}
	i, err := vm.itemIndex(key, len(items), "tuple")
	if err != nil {
		return Value{}, err
	}
	return items[i], nil
}

func tupleConcat(vm *VM, a, b Value) (Value, error) {
	x, y := a.Tuple(), b.Tuple()
	if x == nil {
		return NotImplemented, nil
	}
	if y == nil {
		if b.Type().flags&TypeHeap != 0 {
			return NotImplemented, nil
		}
		return Value{}, TypeErrorf("can only concatenate tuple (not \"%s\") to tuple", b.Type().Name)
	}
	n := len(x.Items) + len(y.Items)
	if err := vm.Reserve(int64(n) * 16); err != nil {
		return Value{}, err
	}
	items := make([]Value, n)
	copy(items, x.Items)
	copy(items[len(x.Items):], y.Items)
	return vm.NewTuple(items), nil
}

func tupleRepeat(vm *VM, seq Value, n int) (Value, error) {
	if n == 1 && seq.Type() == TupleType {
		return seq, nil
	}
	items, err := vm.repeatItems(seq.Tuple().Items, n)
	if err != nil {
		return Value{}, err
	}
	return vm.NewTuple(items), nil
}
