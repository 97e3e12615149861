package py

// dictView is what dict.keys(), values() and items() give.
type dictView struct {
	Object
	d Value
}

// The view types.
var (
	dictKeysType   = shell("dict_keys", KindNative)
	dictValuesType = shell("dict_values", KindNative)
	dictItemsType  = shell("dict_items", KindNative)
)

func (vm *VM) newDictView(t *Type, d Value) Value {
	vm.charge(40)
	v := &dictView{Object: Object{typ: t}, d: d}
	return Of(&v.Object)
}

// viewed is the dict behind a view.
func viewed(v Value) *Dict {
	for _, t := range []*Type{dictKeysType, dictItemsType, dictValuesType} {
		if v.Type() == t || v.Type().Base == t {
			return As[dictView](v, v.Type()).d.Dict()
		}
	}
	return nil
}

func viewDict(v Value) Value { return As[dictView](v, v.Type()).d }

func defineDictViews() {
	defineView(dictKeysType, iterDictKeys, func(vm *VM, d *Dict, x Value) (bool, error) {
		v, err := d.Get(vm, x)
		return v.Bound(), err
	})
	defineView(dictItemsType, iterDictItems, func(vm *VM, d *Dict, x Value) (bool, error) {
		t := x.Tuple()
		if t == nil || len(t.Items) != 2 {
			return false, nil
		}
		v, err := d.Get(vm, t.Items[0])
		if err != nil || !v.Bound() {
			return false, err
		}
		return vm.Equal(v, t.Items[1])
	})
	defineView(dictValuesType, iterDictValues, nil)
}

// defineView completes a view type; contains is nil for values, which are no set.
func defineView(t *Type, kind iterKind, contains func(vm *VM, d *Dict, x Value) (bool, error)) {
	t.native = typeID[dictView]()
	s := Slots{
		Len:  func(vm *VM, v Value) (int, error) { return viewed(v).used, nil },
		Iter: func(vm *VM, v Value) (Value, error) { return vm.newDictIterator(kind, viewed(v)), nil },
		Repr: func(vm *VM, v Value) (Value, error) {
			return vm.reprContainer(v, "...", func(b *reprBuilder) error {
				list, err := vm.Collect(v)
				if err != nil {
					return err
				}
				b.text(v.Type().Name + "(")
				if err := b.value(vm.NewList(list)); err != nil {
					return err
				}
				b.text(")")
				return nil
			})
		},
		Visit: func(v Value, f func(Value)) { f(viewDict(v)) },
	}
	methods := []*Builtin{
		Method("__reversed__", 0, 0, func(vm *VM, a []Value) (Value, error) {
			return vm.newDictIterator(kind+iterReversedKeys-iterDictKeys, viewDict(a[0]).Dict()), nil
		}),
	}
	if contains != nil {
		s.Contains = func(vm *VM, v, x Value) (bool, error) { return contains(vm, viewed(v), x) }
		s.Compare = viewCompare
		s.Binary = [numBinaryOps]BinaryFunc{
			OpAnd: viewOp(nameIntersectionUpdate), OpOr: viewOp(nameUpdate),
			OpSub: viewOp(nameDifferenceUpdate), OpXor: viewOp(nameSymmetricUpdate),
		}
		methods = append(methods, Method("isdisjoint", 1, 1, func(vm *VM, a []Value) (Value, error) {
			disjoint := true
			err := vm.Iterate(a[1], func(x Value) error {
				ok, err := vm.Contains(a[0], x)
				if ok {
					disjoint = false
					return errStopIterating
				}
				return err
			})
			if err == errStopIterating {
				err = nil
			}
			return Bool(disjoint), err
		}))
	}
	t.define(TypeSpec{Flags: TypeNoSubclass | TypeNoInstance, Slots: s, Methods: methods, Members: []Member{
		{Name: "mapping", Get: func(vm *VM, v Value) (Value, error) { return vm.NewMappingProxy(viewDict(v)), nil }},
	}})
}

// viewOp is a set operation with a view on either side: a set of the left
// side, updated by the right.
func viewOp(update *Str) BinaryFunc {
	return func(vm *VM, a, b Value) (Value, error) {
		if b.Type().slots.Iter == nil && b.Type().slots.GetItem == nil {
			return Value{}, TypeErrorf("'%s' object is not iterable", b.Type().Name)
		}
		s, err := vm.NewSetFrom(a)
		if err != nil {
			return Value{}, err
		}
		_, err = vm.CallMethod(s, update, b)
		return s, err
	}
}

// viewCompare compares views and sets as sets.
func viewCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	if b.Set() == nil && (viewed(b) == nil || b.Type().IsSubtype(dictValuesType)) {
		return NotImplemented, nil
	}
	n, err := vm.Len(a)
	if err != nil {
		return Value{}, err
	}
	m, err := vm.Len(b)
	if err != nil {
		return Value{}, err
	}
	var ok bool
	switch op {
	case Eq, Ne:
		if ok = n == m; ok {
			ok, err = vm.containsAll(b, a)
		}
		return Bool(ok == (op == Eq)), err
	case Lt, Le:
		if n < m || n == m && op == Le {
			ok, err = vm.containsAll(b, a)
		}
	default:
		if n > m || n == m && op == Ge {
			ok, err = vm.containsAll(a, b)
		}
	}
	return Bool(ok), err
}

// containsAll reports whether container has every item of items.
func (vm *VM) containsAll(container, items Value) (bool, error) {
	all := true
	err := vm.Iterate(items, func(x Value) error {
		ok, err := vm.Contains(container, x)
		if err == nil && !ok {
			all = false
			return errStopIterating
		}
		return err
	})
	if err == errStopIterating {
		err = nil
	}
	return all, err
}
