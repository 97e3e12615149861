package py

func defineGenerators() {
	attrs := func(prefix, inner string) []Member {
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
				if g.typ == AsyncGeneratorType {
					return Bool(g.awaiting), nil
				}
				return Bool(g.running), nil
			}},
			{Name: prefix + "_suspended", Get: func(vm *VM, v Value) (Value, error) {
				g := v.Generator()
				return Bool(g.frame != nil && g.started && !g.running), nil
			}},
			frameMember(prefix+"_code", func(vm *VM, v Value) (Value, error) { return Of(&v.Generator().code.Object), nil }),
			frameMember(prefix+"_frame", func(vm *VM, v Value) (Value, error) {
				if f := v.Generator().frame; f != nil {
					return vm.frameObject(f), nil
				}
				return None, nil
			}),
			{Name: inner, Get: func(vm *VM, v Value) (Value, error) {
				g := v.Generator()
				if g.running {
					return None, nil
				}
				inner := innerOf(g)
				if inner.Bound() && inner.Generator() != nil {
					inner.Generator().private = false
				}
				return orNone(inner), nil
			}},
		}
	}
	visit := func(v Value, f func(Value)) { v.Generator().visit(f) }
	self := func(vm *VM, v Value) (Value, error) { return v, nil }
	methods := []*Builtin{
		Method("send", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.sendGenerator(a[0].Generator(), a[1]) }),
		Method("throw", 1, 3, func(vm *VM, a []Value) (Value, error) { return vm.throwGenerator(a[0].Generator(), a[1:]) }),
		Method("close", 0, 0, func(vm *VM, a []Value) (Value, error) { return None, vm.closeGenerator(a[0].Generator()) }),
	}
	GeneratorType.define(TypeSpec{
		Flags:   TypeNoSubclass | TypeNoInstance,
		Slots:   Slots{Iter: self, Next: generatorNext, Repr: generatorRepr, Visit: visit},
		Methods: methods, Members: attrs("gi", "gi_yieldfrom"),
	})
	CoroutineType.define(TypeSpec{
		Flags: TypeNoSubclass | TypeNoInstance,
		Slots: Slots{Repr: generatorRepr, Visit: visit, Await: func(vm *VM, v Value) (Value, error) {
			w := &coroutineWrapper{of: v}
			vm.NewObject(&w.Object, coroutineWrapperType, 48)
			return Of(&w.Object), nil
		}},
		Methods: cloneBuiltins(methods),
		Members: append(attrs("cr", "cr_await"), Member{Name: "cr_origin", Get: func(vm *VM, v Value) (Value, error) { return None, nil }}),
	})
	defineCoroutineWrapper()
	defineAsyncGenerator(attrs("ag", "ag_await"), visit)
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

// throwing is what a throw method raises: an error, or the arguments
// (exception), or (type, value, traceback), from which the exception is made
// where it is raised.
type throwing struct {
	err  error
	args []Value
}

// thrownBy takes the arguments of a throw method.
func thrownBy(a []Value) throwing { return throwing{args: append([]Value(nil), a...)} }

// exits reports whether a GeneratorExit is thrown.
func (x throwing) exits() bool {
	if len(x.args) == 0 {
		return isException(x.err, GeneratorExit)
	}
	t := x.args[0].AsType()
	return t != nil && t.IsSubtype(GeneratorExit) || x.args[0].Exception() != nil && x.args[0].Type().IsSubtype(GeneratorExit)
}

// toThrow is the error to raise in the generator; or refused, why the call of
// the throw method itself fails.
func (vm *VM) toThrow(x throwing) (err, refused error) {
	if len(x.args) == 0 {
		return x.err, nil
	}
	exc, val, tb := x.args[0], None, None
	if len(x.args) > 1 {
		val = x.args[1]
	}
	if len(x.args) > 2 {
		tb = x.args[2]
	}
	if !tb.IsNone() && As[Traceback](tb, TracebackType) == nil {
		return nil, TypeErrorf("throw() third argument must be a traceback object")
	}
	e := exc.Exception()
	if e != nil {
		if !val.IsNone() {
			return nil, TypeErrorf("instance exception may not have a separate value")
		}
	} else {
		t := exc.AsType()
		if t == nil || !t.IsSubtype(BaseException) {
			return nil, TypeErrorf("exceptions must be classes or instances deriving from BaseException, not %s", exc.Type().Name)
		}
		if e, err = vm.makeThrown(t, val); err != nil {
			return err, nil
		}
	}
	if !tb.IsNone() {
		e.Traceback = As[Traceback](tb, TracebackType)
	}
	return e, nil
}

// makeThrown is the exception of a class with a value.
func (vm *VM) makeThrown(t *Type, val Value) (*Exception, error) {
	var args []Value
	if !val.IsNone() {
		if e := val.Exception(); e != nil && e.typ.IsSubtype(t) {
			return e, nil
		}
		if args = []Value{val}; val.Tuple() != nil {
			args = val.Tuple().Items
		}
	}
	v, err := vm.CallKw(Of(&t.Object), args, Kwargs{})
	if err != nil {
		return nil, err
	}
	if e := v.Exception(); e != nil {
		return e, nil
	}
	return nil, TypeErrorf("calling %s should have returned an instance of BaseException, not %s", vm.reprForError(Of(&t.Object)), v.Type().Name)
}

// throwGenerator is the throw method of a generator or coroutine.
func (vm *VM) throwGenerator(g *Generator, a []Value) (Value, error) {
	if err := vm.warnThrow(a, "throw"); err != nil {
		return Value{}, err
	}
	v, yielded, err := vm.throw(g, thrownBy(a), true)
	if err == nil && !yielded {
		err = ended(v)
	}
	return v, err
}

// warnThrow warns of the old signature of a throw method.
func (vm *VM) warnThrow(a []Value, method string) error {
	if len(a) < 2 {
		return nil
	}
	return vm.Warn(DeprecationWarning, "the (type, exc, tb) signature of "+method+"() is deprecated, use the single-arg signature instead.")
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
			Method("throw", 1, 3, func(vm *VM, a []Value) (Value, error) { return vm.throwGenerator(of(a[0]), a[1:]) }),
			Method("close", 0, 0, func(vm *VM, a []Value) (Value, error) { return None, vm.closeGenerator(of(a[0])) }),
		},
	})
}
