package py

func defineBool() {
	BoolType.Base = IntType
	BoolType.define(TypeSpec{
		Base: IntType, Flags: TypeNoSubclass | TypeMatchSelf,
		Doc: "bool(x) -> bool\n\nReturns True when the argument x is true, False otherwise.\nThe builtins True and False are the only two instances of the class bool.\nThe class bool is a subclass of the class int, and cannot be subclassed.",
		Slots: Slots{
			New: boolNew,
			Repr: func(vm *VM, v Value) (Value, error) {
				if v.AsBool() {
					return textTrue, nil
				}
				return textFalse, nil
			},
			Invert: func(vm *VM, v Value) (Value, error) { return Int(^v.AsInt()), nil },
			Binary: [numBinaryOps]BinaryFunc{
				OpAnd: func(vm *VM, a, b Value) (Value, error) {
					if a.p == boolP && b.p == boolP {
						return Value{boolP, a.n & b.n}, nil
					}
					return intAnd(vm, a, b)
				},
				OpOr: func(vm *VM, a, b Value) (Value, error) {
					if a.p == boolP && b.p == boolP {
						return Value{boolP, a.n | b.n}, nil
					}
					return intOr(vm, a, b)
				},
				OpXor: func(vm *VM, a, b Value) (Value, error) {
					if a.p == boolP && b.p == boolP {
						return Value{boolP, a.n ^ b.n}, nil
					}
					return intXor(vm, a, b)
				},
			},
		},
	})
	singleton(NoneType, None, "None", func(vm *VM, v Value) (bool, error) { return false, nil })
	singleton(EllipsisType, Ellipsis, "Ellipsis", nil)
	singleton(NotImplementedType, NotImplemented, "NotImplemented", nil)
}

var textTrue, textFalse = Of(&Name("True").Object), Of(&Name("False").Object)

func boolNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if kw.Len() > 0 {
		return Value{}, TypeErrorf("bool() takes no keyword arguments")
	}
	switch len(args) {
	case 0:
		return False, nil
	case 1:
		b, err := vm.Truth(args[0])
		return Bool(b), err
	}
	return Value{}, TypeErrorf("bool expected at most 1 argument, got %d", len(args))
}

// singleton defines the type of a value that is its only instance.
func singleton(t *Type, v Value, text string, truth func(vm *VM, v Value) (bool, error)) {
	name := Of(&Name(text).Object)
	what := t.Name
	if t != NoneType {
		what = text + "Type"
	}
	var hash func(vm *VM, v Value) (int64, error) // by address
	if t == NoneType {
		hash = func(*VM, Value) (int64, error) { return 0xFCA86420, nil } // CPython's
	}
	spec := TypeSpec{Flags: TypeNoSubclass, Slots: Slots{
		Repr: func(vm *VM, _ Value) (Value, error) { return name, nil },
		Bool: truth,
		Hash: hash,
		New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
			if len(args)+kw.Len() > 0 {
				return Value{}, TypeErrorf("%s takes no arguments", what)
			}
			return v, nil
		},
	}}
	if t != NoneType {
		spec.Methods = []*Builtin{Method("__reduce__", 0, 0, func(vm *VM, a []Value) (Value, error) { return name, nil })}
	}
	t.define(spec)
}
