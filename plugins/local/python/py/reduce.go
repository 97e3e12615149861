package py

// object.__reduce_ex__: how an object is taken apart for a copy.

// The functions of module copyreg that make the object anew.
var (
	newObj = FuncKw("__newobj__", func(vm *VM, args []Value, kw Kwargs) (Value, error) {
		if len(args) == 0 || kw.Len() > 0 {
			return Value{}, TypeErrorf("__newobj__() missing 1 required positional argument: 'cls'")
		}
		f, err := vm.GetAttr(args[0], nameNew)
		if err != nil {
			return Value{}, err
		}
		return vm.CallKw(f, args, Kwargs{})
	})
	newObjEx = Func("__newobj_ex__", 3, 3, func(vm *VM, a []Value) (Value, error) {
		args, kwargs := a[1].Tuple(), a[2].Dict()
		if args == nil || kwargs == nil {
			return Value{}, TypeErrorf("__newobj_ex__() takes a tuple and a dict")
		}
		f, err := vm.GetAttr(a[0], nameNew)
		if err != nil {
			return Value{}, err
		}
		var kw Kwargs
		for k, v := range kwargs.All() {
			kw.Names, kw.Vals = append(kw.Names, k), append(kw.Vals, v)
		}
		return vm.CallKw(f, append([]Value{a[0]}, args.Items...), kw)
	})
	nameGetNewArgs   = Name("__getnewargs__")
	nameGetNewArgsEx = Name("__getnewargs_ex__")
	nameGetState     = Name("__getstate__")
	nameReduceEx     = Name("__reduce_ex__")
	nameReduce       = Name("__reduce__")
	nameItems        = Name("items")
)

func init() {
	newObj.In("copyreg")
	newObjEx.In("copyreg")
}

// NewObjectFunctions are copyreg.__newobj__ and copyreg.__newobj_ex__.
func NewObjectFunctions() (plain, ex Value) { return Of(&newObj.Object), Of(&newObjEx.Object) }

// objectReduceEx is object.__reduce_ex__: a class's own __reduce__, if it has
// one, decides.
func objectReduceEx(vm *VM, a []Value) (Value, error) {
	proto, err := vm.IndexInt(a[1], OverflowError)
	if err != nil {
		return Value{}, err
	}
	own := a[0].Type().lookup(nameReduce)
	if b := own.BuiltinOrNil(); own.Bound() && (b == nil || b.Owner != ObjectType) {
		return vm.callSpecial(a[0], nameReduce)
	}
	if proto < 2 {
		_, m, err := vm.Import("copyreg")
		if err != nil {
			return Value{}, err
		}
		return vm.Call(vm.ModuleFunction(m, nameReduceOld), a[0], Int(int64(proto)))
	}
	return vm.reduce(a[0])
}

var nameReduceOld = Name("_reduce_ex")

// reduce gives (copyreg.__newobj__, (cls, *args), state, list items, dict items).
func (vm *VM) reduce(obj Value) (Value, error) {
	cls := Of(&obj.Type().Object)
	state, err := vm.callSpecial(obj, nameGetState)
	if err != nil {
		return Value{}, err
	}
	maker, args, err := vm.newArguments(obj, cls)
	if err != nil {
		return Value{}, err
	}
	list, dict := None, None
	if obj.List() != nil {
		if list, err = vm.Iter(obj); err != nil {
			return Value{}, err
		}
	}
	if obj.Dict() != nil {
		items, err := vm.CallMethod(obj, nameItems)
		if err != nil {
			return Value{}, err
		}
		if dict, err = vm.Iter(items); err != nil {
			return Value{}, err
		}
	}
	return vm.NewTupleOf(maker, args, state, list, dict), nil
}

// newArguments are the function that makes an object like obj and its
// arguments.
func (vm *VM) newArguments(obj, cls Value) (maker, args Value, err error) {
	both, err := vm.maybeCallSpecial(obj, nameGetNewArgsEx)
	if err != nil {
		return Value{}, Value{}, err
	}
	if both.Bound() {
		t := both.Tuple()
		switch {
		case t == nil:
			err = TypeErrorf("__getnewargs_ex__ should return a tuple, not '%s'", both.Type().Name)
		case len(t.Items) != 2:
			err = ValueErrorf("__getnewargs_ex__ should return a tuple of length 2, not %d", len(t.Items))
		case t.Items[0].Tuple() == nil:
			err = TypeErrorf("first item of the tuple returned by __getnewargs_ex__ must be a tuple, not '%s'", t.Items[0].Type().Name)
		case t.Items[1].Dict() == nil:
			err = TypeErrorf("second item of the tuple returned by __getnewargs_ex__ must be a dict, not '%s'", t.Items[1].Type().Name)
		default:
			return Of(&newObjEx.Object), vm.NewTupleOf(cls, t.Items[0], t.Items[1]), nil
		}
		return Value{}, Value{}, err
	}
	given, err := vm.maybeCallSpecial(obj, nameGetNewArgs)
	if err != nil {
		return Value{}, Value{}, err
	}
	items := []Value{cls}
	switch {
	case given.Bound():
		t := given.Tuple()
		if t == nil {
			return Value{}, Value{}, TypeErrorf("__getnewargs__ should return a tuple, not '%s'", given.Type().Name)
		}
		items = append(items, t.Items...)
	default:
		v, ok := vm.plainValue(obj)
		if !ok {
			return Value{}, Value{}, TypeErrorf("cannot pickle '%s' object", obj.Type().Name)
		}
		if v.Bound() {
			items = append(items, v)
		}
	}
	return Of(&newObj.Object), vm.NewTuple(items), nil
}

// plainValue is the built-in value inside an object, to be handed to its
// __new__; unbound if there is none. ok is false for objects that can't be
// made anew.
func (vm *VM) plainValue(obj Value) (v Value, ok bool) {
	switch obj.Kind() {
	case KindInstance, KindList, KindDict:
		return Value{}, true
	case KindInt, KindFloat, KindBool, KindBigInt:
		if i := vm.AsBig(obj); i != nil {
			return vm.NewInt(i), true
		}
		return obj, true
	case KindFloatObject:
		return Float(obj.FloatObject().V), true
	case KindComplex:
		return vm.NewComplex(obj.Complex().V), true
	case KindStr:
		return vm.NewString(obj.Str().S), true
	case KindBytes:
		return vm.NewBytes(obj.Bytes().S), true
	case KindTuple:
		return vm.NewTuple(obj.Tuple().Items), true
	}
	return Value{}, false
}

// objectGetState is object.__getstate__: the attributes, and those in
// __slots__ beside them.
func objectGetState(vm *VM, a []Value) (Value, error) {
	obj := a[0]
	state := None
	if d := obj.InstanceDict(); d != nil && d.Len() > 0 {
		c := vm.NewDict()
		if err := vm.DictUpdate(c, d.Value()); err != nil {
			return Value{}, err
		}
		state = c.Value()
	}
	attrs := obj.header().attrs
	if attrs == nil || obj.Type().flags&TypeHasSlots == 0 {
		return state, nil
	}
	slots := vm.NewDict()
	for i := len(obj.Type().MRO) - 1; i >= 0; i-- {
		for _, key := range obj.Type().MRO[i].owned {
			if v := attrs.getSlot(key); v.Bound() {
				slots.SetStr(vm.Intern(key.S), v)
			}
		}
	}
	if slots.Len() == 0 {
		return state, nil
	}
	return vm.NewTupleOf(state, slots.Value()), nil
}

// exceptionReduce is BaseException.__reduce__: the class, its arguments and
// the other attributes, if there are any.
func exceptionReduce(vm *VM, a []Value) (Value, error) {
	parts := []Value{Of(&a[0].Type().Object), Of(&a[0].Exception().Args.Object)}
	if d := a[0].InstanceDict(); d != nil && d.Len() > 0 {
		parts = append(parts, d.Value())
	}
	return vm.NewTuple(parts), nil
}

func exceptionSetState(vm *VM, a []Value) (Value, error) {
	if a[1].IsNone() {
		return None, nil
	}
	d := a[1].Dict()
	if d == nil {
		return Value{}, TypeErrorf("state is not a dictionary")
	}
	for k, v := range d.All() {
		name, err := vm.attrName(k)
		if err != nil {
			return Value{}, err
		}
		if !isNotes(name, v) { // add_note() is for everybody
			if err := vm.checkAttr(a[0], name, AccessWrite); err != nil {
				return Value{}, err
			}
		}
		if err := vm.SetAttr(a[0], name, v); err != nil {
			return Value{}, err
		}
	}
	return None, nil
}

// isNotes tells whether an attribute is what add_note() makes.
func isNotes(name *Str, v Value) bool {
	list := v.List()
	if name.S != nameNotes.S || list == nil {
		return false
	}
	for _, x := range list.Items {
		if x.Str() == nil {
			return false
		}
	}
	return true
}
