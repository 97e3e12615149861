package py

// This file has what modules written in Python need of the machine.

// Handled is the exception being handled, or None.
func (vm *VM) Handled() Value {
	if vm.handled == nil || vm.handled.typ == finalType {
		return None
	}
	return Of(&vm.handled.Object)
}

// Context is the running contextvars.Context; unbound while nobody has asked
// for it.
func (vm *VM) Context() Value { return vm.context }

// SetContext makes c the running contextvars.Context.
func (vm *VM) SetContext(c Value) { vm.context = c }

// CallerModule is the __name__ of the innermost running code that is not the
// interpreter's own; "__main__" if there is none.
func (vm *VM) CallerModule() Value {
	for f := vm.frame; f != nil; f = f.prev {
		if f.Code.trusted {
			continue
		}
		if name := f.Globals.GetStr(nameDunderName); name.Bound() {
			return name
		}
	}
	return vm.Main.GetStr(nameDunderName)
}

// Warn issues a warning of the machine's own about the guest's running code.
func (vm *VM) Warn(category *Type, text string) error {
	_, m, err := vm.Import("warnings")
	if err != nil {
		return err
	}
	warn := m.Dict.GetStr(nameWarn)
	if !warn.Bound() {
		return nil // guest code has put another module in its place
	}
	_, err = vm.Call(warn, vm.NewString(text), Of(&category.Object))
	return err
}

// WarnAt issues a warning of the machine's own about a place in a source.
func (vm *VM) WarnAt(category *Type, text, filename string, line int) error {
	_, m, err := vm.Import("warnings")
	if err != nil {
		return err
	}
	warn := m.Dict.GetStr(nameWarnExplicit)
	if !warn.Bound() {
		return nil // guest code has put another module in its place
	}
	_, err = vm.Call(warn, vm.NewString(text), Of(&category.Object), vm.NewString(filename), Int(int64(line)))
	return err
}

var nameWarn, nameWarnExplicit = Name("warn"), Name("warn_explicit")

// SwapStream makes target what print writes to in place of standard output
// (stderr false) or what is written to in place of standard error, and gives
// the target so far; None is the real stream.
func (vm *VM) SwapStream(stderr bool, target Value) Value {
	at := &vm.redirected[0]
	if stderr {
		at = &vm.redirected[1]
	}
	old := *at
	*at = target
	if !old.Bound() {
		old = None
	}
	return old
}

// Redirected is the object that stands for a standard stream at the moment, or
// None for the real one.
func (vm *VM) Redirected(stderr bool) Value {
	v := vm.redirected[0]
	if stderr {
		v = vm.redirected[1]
	}
	if !v.Bound() {
		return None
	}
	return v
}

// tupleGetter is the descriptor of a named tuple's field.
type tupleGetter struct {
	Object
	index int
	doc   Value
}

var tupleGetterType = shell("_tuplegetter", KindNative)

func defineTupleGetter() {
	tupleGetterType.native = typeID[tupleGetter]()
	tupleGetterType.define(TypeSpec{
		Module: "collections", Flags: TypeNoSubclass | TypeDataDescr,
		Slots: Slots{
			Get: func(vm *VM, descr, obj Value, owner *Type) (Value, error) {
				g := As[tupleGetter](descr, tupleGetterType)
				if !obj.Bound() || obj.IsNone() {
					return descr, nil
				}
				t := obj.Tuple()
				if t == nil {
					return Value{}, TypeErrorf("descriptor for index '%d' for tuple subclasses doesn't apply to '%s' object", g.index, obj.Type().Name)
				}
				if g.index >= len(t.Items) {
					return Value{}, Raise(IndexError, "tuple index out of range")
				}
				return t.Items[g.index], nil
			},
			Set: func(vm *VM, descr, obj, v Value) error {
				if !v.Bound() {
					return Raise(AttributeError, "can't delete attribute")
				}
				return Raise(AttributeError, "can't set attribute")
			},
			Repr: func(vm *VM, v Value) (Value, error) {
				g := As[tupleGetter](v, tupleGetterType)
				doc, err := vm.Repr(g.doc)
				return NewStr("_tuplegetter(" + string(appendInt(nil, int64(g.index))) + ", " + doc + ")"), err
			},
			Visit: func(v Value, f func(Value)) { f(As[tupleGetter](v, tupleGetterType).doc) },
		},
		Members: []Member{{Name: "__doc__",
			Get: func(vm *VM, v Value) (Value, error) { return As[tupleGetter](v, tupleGetterType).doc, nil },
			Set: func(vm *VM, v, x Value) error { As[tupleGetter](v, tupleGetterType).doc = x; return nil },
		}},
	})
}

// NewTupleGetter makes the descriptor of item i of a tuple.
func (vm *VM) NewTupleGetter(i int, doc Value) Value {
	g := &tupleGetter{index: i, doc: doc}
	vm.NewObject(&g.Object, tupleGetterType, 64)
	return Of(&g.Object)
}

// DictMember is the __dict__ of a type whose instances have one, for types of
// other packages.
func DictMember() Member {
	return Member{Name: "__dict__", Get: instanceDictGet, Set: func(vm *VM, v, dict Value) error {
		if !dict.Bound() {
			return TypeErrorf("cannot delete __dict__")
		}
		return instanceDictSet(vm, v, dict)
	}}
}

// IsSequence reports whether v has items by position.
func (vm *VM) IsSequence(v Value) bool {
	t := v.Type()
	return t.slots.GetItem != nil && t.flags&TypeMapping == 0
}

// BytesOf is the content of a bytes-like object.
func (vm *VM) BytesOf(v Value) (string, error) {
	if s, ok := bytesLike(v); ok {
		return s, nil
	}
	if f := v.Type().slots.Buffer; f != nil {
		return string(f(v)), nil
	}
	return "", TypeErrorf("a bytes-like object is required, not '%s'", v.Type().Name)
}

// InstanceAttr is the attribute that the object itself has, not its class;
// unbound if there is none.
func (v Value) InstanceAttr(name *Str) Value {
	if o := v.header(); o.attrs != nil {
		return o.attrs.get(name)
	}
	return Value{}
}

// HasIndex reports whether v can stand for an exact int.
func (vm *VM) HasIndex(v Value) bool { return v.Type().slots.Index != nil }

// Evaluate evaluates an expression of the guest's, such as an annotation that
// is text, as code of the guest's own: the policy holds for it.
func (vm *VM) Evaluate(expression string, globals, locals *Dict) (Value, error) {
	space := vm.guestSpace(globals)
	if locals == globals {
		locals = space
	}
	return vm.evaluate(NewStr(expression), space.Value(), locals.Value(), None, "eval")
}

// GenericGetAttr is object's own way to read an attribute, for types that have
// another.
func (vm *VM) GenericGetAttr(obj Value, name *Str) (Value, error) {
	return vm.genericGetAttr(obj, name)
}

// IsDataDescriptor reports whether instances of the type in a class's namespace
// come before an instance's own attributes.
func (t *Type) IsDataDescriptor() bool { return t.slots.Set != nil }
