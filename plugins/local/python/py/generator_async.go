package py

// asyncYield marks a value that an asynchronous generator yields, to tell it
// from what its awaits yield to the event loop.
type asyncYield struct {
	Object
	v Value
}

var asyncYieldType = shell("async_generator_wrapped_value", KindNative)

func (vm *VM) wrapAsync(v Value) Value {
	y := &asyncYield{Object: Object{typ: asyncYieldType}, v: v}
	return Of(&y.Object)
}

// asyncStep is the awaitable of one step of an asynchronous generator: asend,
// __anext__, athrow or aclose.
type asyncStep struct {
	Object
	gen   *Generator
	value Value    // to send
	raise throwing // to throw
	kind  stepKind
	state stepState
}

type (
	stepKind  uint8
	stepState uint8
)

const (
	stepSend stepKind = iota
	stepThrow
	stepClose
)

const (
	stepNew stepState = iota
	stepRunning
	stepDone
)

var (
	asyncSendType  = shell("async_generator_asend", KindNative)
	asyncThrowType = shell("async_generator_athrow", KindNative)
)

func defineAsyncGenerator(attrs []Member, visit func(Value, func(Value))) {
	asyncYieldType.native = typeID[asyncYield]()
	asyncYieldType.define(TypeSpec{Flags: TypeNoSubclass | TypeNoInstance})
	AsyncGeneratorType.define(TypeSpec{
		Flags: TypeNoSubclass | TypeNoInstance,
		Slots: Slots{
			Repr: generatorRepr, Visit: visit,
			AsyncIter: func(vm *VM, v Value) (Value, error) { return v, nil },
			Anext: func(vm *VM, v Value) (Value, error) {
				return vm.newStep(&asyncStep{gen: v.Generator(), value: None}, asyncSendType)
			},
		},
		Methods: []*Builtin{
			Method("asend", 1, 1, func(vm *VM, a []Value) (Value, error) {
				return vm.newStep(&asyncStep{gen: a[0].Generator(), value: a[1]}, asyncSendType)
			}),
			Method("athrow", 1, 3, func(vm *VM, a []Value) (Value, error) {
				if err := vm.warnThrow(a[1:], "athrow"); err != nil {
					return Value{}, err
				}
				return vm.newStep(&asyncStep{gen: a[0].Generator(), raise: thrownBy(a[1:]), kind: stepThrow}, asyncThrowType)
			}),
			Method("aclose", 0, 0, func(vm *VM, a []Value) (Value, error) {
				return vm.newStep(&asyncStep{gen: a[0].Generator(), kind: stepClose}, asyncThrowType)
			}),
			GenericClassGetItem(),
		},
		Members: attrs,
	})
	for _, t := range []*Type{asyncSendType, asyncThrowType} {
		defineAsyncStep(t)
	}
}

func defineAsyncStep(t *Type) {
	self := func(vm *VM, v Value) (Value, error) { return v, nil }
	t.native = typeID[asyncStep]()
	t.define(TypeSpec{
		Flags: TypeNoSubclass | TypeNoInstance,
		Slots: Slots{
			Iter: self, Await: self,
			Next: func(vm *VM, v Value) (Value, error) { return vm.step((*asyncStep)(v.p), None) },
			Visit: func(v Value, f func(Value)) {
				s := (*asyncStep)(v.p)
				f(Of(&s.gen.Object))
				if s.value.Bound() {
					f(s.value)
				}
				for _, a := range s.raise.args {
					f(a)
				}
			},
		},
		Methods: []*Builtin{
			Method("send", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.step((*asyncStep)(a[0].p), a[1]) }),
			Method("throw", 1, 3, func(vm *VM, a []Value) (Value, error) {
				if err := vm.warnThrow(a[1:], "throw"); err != nil {
					return Value{}, err
				}
				return vm.throwStep((*asyncStep)(a[0].p), thrownBy(a[1:]))
			}),
			Method("close", 0, 0, func(vm *VM, a []Value) (Value, error) {
				(*asyncStep)(a[0].p).state = stepDone
				return None, nil
			}),
		},
	})
}

// newStep makes the awaitable of a step. The first one of a generator calls
// the hook of the event loop.
func (vm *VM) newStep(s *asyncStep, t *Type) (Value, error) {
	if g := s.gen; !g.hooked {
		g.hooked = true
		if first := vm.asyncGenHooks[0]; first.Bound() && !first.IsNone() {
			if _, err := vm.Call1(first, Of(&g.Object)); err != nil {
				return Value{}, err
			}
		}
	}
	vm.NewObject(&s.Object, t, 112)
	return Of(&s.Object), nil
}

// AsyncGenHooks are what sys.set_asyncgen_hooks sets: the functions called
// with an asynchronous generator when it is first iterated and when it is
// finalized (which never happens here).
func (vm *VM) AsyncGenHooks() *[2]Value { return &vm.asyncGenHooks }

// step sends v into the awaitable. What the generator yields for its consumer
// ends the step with a StopIteration of it; what its awaits yield is passed on.
func (vm *VM) step(s *asyncStep, v Value) (Value, error) {
	g := s.gen
	if s.state == stepDone {
		return Value{}, s.reused()
	}
	if s.state == stepNew {
		if done, err := vm.beginStep(s, v); done {
			return Value{}, err
		}
		s.state, g.awaiting = stepRunning, true
		switch s.kind {
		case stepThrow:
			return vm.stepResult(s)(vm.throw(g, s.raise, false))
		case stepClose:
			g.closed = true
			return vm.stepResult(s)(vm.throw(g, throwing{err: NewException(GeneratorExit, "")}, false))
		}
		if v.p == noneP {
			v = s.value
		}
	} else if s.kind != stepSend && g.frame == nil {
		s.state = stepDone
		return Value{}, NewException(StopIteration, "")
	}
	g.awaiting = true
	return vm.stepResult(s)(vm.resume(g, v, nil))
}

// throwStep throws into the awaitable.
func (vm *VM) throwStep(s *asyncStep, x throwing) (Value, error) {
	if s.state == stepDone {
		return Value{}, s.reused()
	}
	if s.state == stepNew {
		if s.gen.awaiting {
			s.state = stepDone
			return Value{}, s.busy()
		}
		s.state, s.gen.awaiting = stepRunning, true
	}
	return vm.stepResult(s)(vm.throw(s.gen, x, true))
}

func (s *asyncStep) reused() error {
	if s.kind == stepSend {
		return Raise(RuntimeError, "cannot reuse already awaited __anext__()/asend()")
	}
	return Raise(RuntimeError, "cannot reuse already awaited aclose()/athrow()")
}

func (s *asyncStep) busy() error {
	what := [...]string{stepSend: "anext", stepThrow: "athrow", stepClose: "aclose"}[s.kind]
	return Raise(RuntimeError, "%s(): asynchronous generator is already running", what)
}

// beginStep looks whether a step that has not begun can; done tells that it
// ends with err instead.
func (vm *VM) beginStep(s *asyncStep, v Value) (done bool, err error) {
	g := s.gen
	switch {
	case s.kind == stepSend && g.awaiting:
		return true, s.busy()
	case s.kind == stepSend:
		return false, nil
	case g.frame == nil:
		err = NewException(StopIteration, "")
	case g.awaiting:
		err = s.busy()
	case g.closed:
		err = NewException(StopAsyncIteration, "")
	case v.p != noneP:
		return true, Raise(RuntimeError, "can't send non-None value to a just-started coroutine")
	default:
		return false, nil
	}
	s.state = stepDone
	return true, err
}

// stepResult gives the function that makes the result of a step of what the
// generator did.
func (vm *VM) stepResult(s *asyncStep) func(out Value, yielded bool, err error) (Value, error) {
	return func(out Value, yielded bool, err error) (Value, error) {
		g := s.gen
		var y *asyncYield
		if yielded && err == nil {
			if y = As[asyncYield](out, asyncYieldType); y == nil {
				return out, nil
			}
		}
		s.state, g.awaiting = stepDone, false
		if y != nil {
			if s.kind == stepClose {
				return Value{}, Raise(RuntimeError, "async generator ignored GeneratorExit")
			}
			return Value{}, stopIteration(y.v)
		}
		if err == nil {
			err = NewException(StopAsyncIteration, "")
		}
		if isException(err, StopAsyncIteration) || isException(err, GeneratorExit) {
			g.closed = true
			if s.kind == stepClose {
				err = NewException(StopIteration, "")
			}
		}
		return Value{}, err
	}
}

// AsyncNext is anext(v), or anext(v, def) if def is bound.
func (vm *VM) AsyncNext(v, def Value) (Value, error) {
	f := v.Type().slots.Anext
	if f == nil {
		return Value{}, TypeErrorf("'%s' object is not an async iterator", v.Type().Name)
	}
	a, err := f(vm, v)
	if err != nil || !def.Bound() {
		return a, err
	}
	w := &anextAwaitable{of: a, def: def}
	vm.NewObject(&w.Object, anextType, 64)
	return Of(&w.Object), nil
}

// anextAwaitable is an awaitable that gives a default at the end.
type anextAwaitable struct {
	Object
	of, it, def Value
}

var anextType = shell("anext_awaitable", KindNative)

func defineAsyncGenerators() {
	self := func(vm *VM, v Value) (Value, error) { return v, nil }
	of := func(v Value) *anextAwaitable { return (*anextAwaitable)(v.p) }
	anextType.native = typeID[anextAwaitable]()
	anextType.define(TypeSpec{
		Flags: TypeNoSubclass | TypeNoInstance,
		Slots: Slots{Iter: self, Await: self,
			Next: func(vm *VM, v Value) (Value, error) { return of(v).send(vm, None) },
			Visit: func(v Value, f func(Value)) {
				f(of(v).of)
				f(of(v).def)
				if of(v).it.Bound() {
					f(of(v).it)
				}
			},
		},
		Methods: []*Builtin{
			Method("send", 1, 1, func(vm *VM, a []Value) (Value, error) { return of(a[0]).send(vm, a[1]) }),
			Method("throw", 1, 3, func(vm *VM, a []Value) (Value, error) {
				return of(a[0]).throw(vm, thrownBy(a[1:]))
			}),
			Method("close", 0, 0, func(vm *VM, a []Value) (Value, error) {
				x := of(a[0])
				if err := x.begin(vm); err != nil {
					return Value{}, err
				}
				return None, vm.closeIterator(x.it)
			}),
		},
	})
}

// begin makes the iterator that everything is passed on to.
func (x *anextAwaitable) begin(vm *VM) (err error) {
	if !x.it.Bound() {
		x.it, err = vm.getAwaitable(x.of, 0)
	}
	return err
}

func (x *anextAwaitable) throw(vm *VM, t throwing) (Value, error) {
	if err := x.begin(vm); err != nil {
		return Value{}, err
	}
	v, yielded, missing, err := vm.throwMethod(x.it, t)
	if missing {
		err = vm.noAttribute(x.it, nameThrow)
	}
	return x.result(v, yielded, err)
}

func (x *anextAwaitable) send(vm *VM, v Value) (Value, error) {
	if err := x.begin(vm); err != nil {
		return Value{}, err
	}
	out, yielded, err := vm.send(x.it, v)
	return x.result(out, yielded, err)
}

func (x *anextAwaitable) result(v Value, yielded bool, err error) (Value, error) {
	switch {
	case err != nil && isException(err, StopAsyncIteration):
		return Value{}, ended(x.def)
	case err == nil && !yielded:
		return Value{}, ended(v)
	}
	return v, err
}
