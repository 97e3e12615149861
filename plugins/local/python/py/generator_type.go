package py

func defineGenerators() {
	attrs := func(prefix string) []Member {
		return []Member{
			{Name: "__name__", Get: func(vm *VM, v Value) (Value, error) { return Of(&v.Generator().name.Object), nil },
				Set: func(vm *VM, v, name Value) error {
					return setName(vm, &v.Generator().name, name, "__name__")
				}},
			{Name: "__qualname__", Get: func(vm *VM, v Value) (Value, error) { return Of(&v.Generator().qualName.Object), nil },
				Set: func(vm *VM, v, name Value) error {
					return setName(vm, &v.Generator().qualName, name, "__qualname__")
				}},
			{Name: prefix + "_running", Get: func(vm *VM, v Value) (Value, error) {
				g := v.Generator()
				return Bool(g.running || g.awaiting), nil
			}},
		}
	}
	visit := func(v Value, f func(Value)) { v.Generator().visit(f) }
	self := func(vm *VM, v Value) (Value, error) { return v, nil }
	methods := []*Builtin{
		Method("send", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.sendGenerator(a[0].Generator(), a[1]) }),
		Method("throw", 1, 3, func(vm *VM, a []Value) (Value, error) {
			err, bad := vm.thrown(a[1:])
			if bad != nil {
				return Value{}, bad
			}
			v, yielded, e := vm.throw(a[0].Generator(), err)
			if e == nil && !yielded {
				e = ended(v)
			}
			return v, e
		}),
		Method("close", 0, 0, func(vm *VM, a []Value) (Value, error) { return None, vm.closeGenerator(a[0].Generator()) }),
	}
	GeneratorType.define(TypeSpec{
		Flags:   TypeNoSubclass | TypeNoInstance,
		Slots:   Slots{Iter: self, Next: generatorNext, Repr: generatorRepr, Visit: visit},
		Methods: methods, Members: attrs("gi"),
	})
	CoroutineType.define(TypeSpec{
		Flags: TypeNoSubclass | TypeNoInstance,
		Slots: Slots{Repr: generatorRepr, Visit: visit, Await: func(vm *VM, v Value) (Value, error) {
			w := &coroutineWrapper{of: v}
			vm.NewObject(&w.Object, coroutineWrapperType, 48)
			return Of(&w.Object), nil
		}},
		Methods: cloneBuiltins(methods), Members: attrs("cr"),
	})
	defineCoroutineWrapper()
	defineAsyncGenerator(attrs("ag"), visit)
}

func setName(vm *VM, at **Str, v Value, what string) error {
	if !v.Bound() || v.Str() == nil {
		return TypeErrorf("%s must be set to a string object", what)
	}
	*at = v.Str()
	return nil
}

func generatorRepr(vm *VM, v Value) (Value, error) {
	return vm.NewString("<" + v.Type().Name + " object " + v.Generator().qualName.S + " at " + address(v) + ">"), nil
}

// visit reaches what a sleeping generator holds.
func (g *Generator) visit(f func(Value)) {
	if g.frame != nil {
		g.frame.visit(f)
	}
	if g.handled != nil {
		f(Of(&g.handled.Object))
	}
}

// thrown is the exception that throw(type, value, traceback) asks for.
func (vm *VM) thrown(a []Value) (err, bad error) {
	exc := a[0]
	if e := exc.Exception(); e != nil {
		if len(a) > 1 && !a[1].IsNone() {
			return nil, TypeErrorf("instance exception may not have a separate value")
		}
		return e, nil
	}
	t := exc.AsType()
	if t == nil || !t.IsSubtype(BaseException) {
		return nil, TypeErrorf("exceptions must be classes or instances deriving from BaseException, not %s", exc.Type().Name)
	}
	var args []Value
	if len(a) > 1 && !a[1].IsNone() {
		if e := a[1].Exception(); e != nil && e.typ.IsSubtype(t) {
			return e, nil
		}
		if args = []Value{a[1]}; a[1].Tuple() != nil {
			args = a[1].Tuple().Items
		}
	}
	v, bad := vm.CallKw(exc, args, Kwargs{})
	if bad != nil {
		return nil, bad
	}
	if e := v.Exception(); e != nil {
		return e, nil
	}
	return nil, TypeErrorf("calling %s should have returned an instance of BaseException, not %s", vm.reprForError(exc), vm.reprForError(Of(&v.Type().Object)))
}

// coroutineWrapper is what coroutine.__await__() gives.
type coroutineWrapper struct {
	Object
	of Value
}

var coroutineWrapperType = shell("coroutine_wrapper", KindNative)

func defineCoroutineWrapper() {
	coroutineWrapperType.native = typeID[coroutineWrapper]()
	of := func(v Value) *Generator { return (*coroutineWrapper)(v.p).of.Generator() }
	coroutineWrapperType.define(TypeSpec{
		Flags: TypeNoSubclass | TypeNoInstance,
		Slots: Slots{
			Iter:  func(vm *VM, v Value) (Value, error) { return v, nil },
			Next:  func(vm *VM, v Value) (Value, error) { return vm.sendGenerator(of(v), None) },
			Visit: func(v Value, f func(Value)) { f((*coroutineWrapper)(v.p).of) },
		},
		Methods: []*Builtin{
			Method("send", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.sendGenerator(of(a[0]), a[1]) }),
			Method("throw", 1, 3, func(vm *VM, a []Value) (Value, error) {
				err, bad := vm.thrown(a[1:])
				if bad != nil {
					return Value{}, bad
				}
				v, yielded, e := vm.throw(of(a[0]), err)
				if e == nil && !yielded {
					e = ended(v)
				}
				return v, e
			}),
			Method("close", 0, 0, func(vm *VM, a []Value) (Value, error) { return None, vm.closeGenerator(of(a[0])) }),
		},
	})
}
