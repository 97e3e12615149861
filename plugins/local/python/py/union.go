package py

import "slices"

// union is X | Y (types.UnionType).
type union struct {
	Object
	args *Tuple
}

func unionOf(v Value) *union { return As[union](v, UnionType) }

func defineUnion() {
	UnionType.native = typeID[union]()
	UnionType.define(TypeSpec{
		Module: "types",
		Doc:    "Represent a PEP 604 union type\n\nE.g. for int | str",
		Flags:  TypeNoSubclass | TypeNoInstance,
		Slots: Slots{
			Repr: func(vm *VM, v Value) (Value, error) {
				text := ""
				for i, x := range unionOf(v).args.Items {
					if i > 0 {
						text += " | "
					}
					s, err := vm.typeText(x)
					if err != nil {
						return Value{}, err
					}
					text += s
				}
				return vm.NewString(text), nil
			},
			Hash: func(vm *VM, v Value) (int64, error) {
				s, err := vm.NewFrozenSet(unionOf(v).args.Items)
				if err != nil {
					return 0, err
				}
				return vm.Hash(s)
			},
			Compare: func(vm *VM, a, b Value, op CompareOp) (Value, error) {
				x, y := unionOf(a), unionOf(b)
				if x == nil || y == nil || op != Eq && op != Ne {
					return NotImplemented, nil
				}
				p, err := vm.NewFrozenSet(x.args.Items)
				if err != nil {
					return Value{}, err
				}
				q, err := vm.NewFrozenSet(y.args.Items)
				if err != nil {
					return Value{}, err
				}
				same, err := vm.Equal(p, q)
				return Bool(same == (op == Eq)), err
			},
			GetItem: func(vm *VM, v, key Value) (Value, error) {
				u := unionOf(v)
				params, err := vm.collectParameters(u.args.Items)
				if err != nil {
					return Value{}, err
				}
				if len(params) == 0 {
					r, err := vm.Repr(v)
					if err != nil {
						return Value{}, err
					}
					return Value{}, TypeErrorf("%s is not a generic class", r)
				}
				given := vm.asArgs(key).Items
				if err := vm.checkCount(v, len(given), len(params)); err != nil {
					return Value{}, err
				}
				args, err := vm.substitute(u.args.Items, params, given)
				if err != nil {
					return Value{}, err
				}
				r := args[0]
				for _, x := range args[1:] {
					if r, err = vm.Binary(OpOr, r, x); err != nil {
						return Value{}, err
					}
				}
				return r, nil
			},
			Binary: [numBinaryOps]BinaryFunc{OpOr: func(vm *VM, a, b Value) (Value, error) { return vm.makeUnion(a, b) }},
			Visit:  func(v Value, f func(Value)) { f(Of(&unionOf(v).args.Object)) },
		},
		Members: []Member{
			{Name: "__args__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Of(&unionOf(v).args.Object), nil }},
			{Name: "__parameters__", Get: func(vm *VM, v Value) (Value, error) {
				p, err := vm.collectParameters(unionOf(v).args.Items)
				return vm.NewTuple(p), err
			}},
		},
		Methods: []*Builtin{
			Method("__instancecheck__", 1, 1, func(vm *VM, a []Value) (Value, error) {
				return vm.unionCheck(a[0], func(c Value) (bool, error) { return vm.IsInstanceOf(a[1], c) }, "isinstance()")
			}),
			Method("__subclasscheck__", 1, 1, func(vm *VM, a []Value) (Value, error) {
				if a[1].AsType() == nil {
					return Value{}, TypeErrorf("issubclass() arg 1 must be a class")
				}
				return vm.unionCheck(a[0], func(c Value) (bool, error) { return vm.IsSubclassOf(a[1], c) }, "issubclass()")
			}),
		},
	})
}

func (vm *VM) unionCheck(u Value, f func(c Value) (bool, error), what string) (Value, error) {
	items := unionOf(u).args.Items
	for _, c := range items {
		if alias(c) != nil {
			return Value{}, TypeErrorf("%s argument 2 cannot be a parameterized generic", what)
		}
	}
	for _, c := range items {
		if ok, err := f(c); ok || err != nil {
			return Bool(ok), err
		}
	}
	return False, nil
}

// unionable reports whether v may stand in X | Y.
func (vm *VM) unionable(v Value) bool {
	return v.IsNone() || v.AsType() != nil || alias(v) != nil || unionOf(v) != nil || v.Type().flags&typeInUnion != 0
}

// makeUnion is a | b for types.
func (vm *VM) makeUnion(a, b Value) (Value, error) {
	if !vm.unionable(a) || !vm.unionable(b) {
		return NotImplemented, nil
	}
	var items []Value
	for _, v := range []Value{a, b} {
		parts := []Value{v}
		if u := unionOf(v); u != nil {
			parts = u.args.Items
		}
		for _, p := range parts {
			if p.IsNone() {
				p = Of(&NoneType.Object)
			}
			known := slices.Contains(items, p)
			for i := 0; !known && i < len(items); i++ {
				if alias(items[i]) != nil && alias(p) != nil {
					var err error
					if known, err = vm.Equal(items[i], p); err != nil {
						return Value{}, err
					}
				}
			}
			if !known {
				items = append(items, p)
			}
		}
	}
	if len(items) == 1 {
		return items[0], nil
	}
	u := &union{args: vm.NewTuple(items).Tuple()}
	vm.NewObject(&u.Object, UnionType, 48)
	return Of(&u.Object), nil
}
