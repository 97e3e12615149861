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
	value Value // to send
	raise error // to throw; nil for asend
	close bool  // aclose
	state stepState
}

type stepState uint8

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
				return vm.newStep(&asyncStep{gen: v.Generator(), value: None}, asyncSendType), nil
			},
		},
		Methods: []*Builtin{
			Method("asend", 1, 1, func(vm *VM, a []Value) (Value, error) {
				return vm.newStep(&asyncStep{gen: a[0].Generator(), value: a[1]}, asyncSendType), nil
			}),
			Method("athrow", 1, 3, func(vm *VM, a []Value) (Value, error) {
				err, bad := vm.thrown(a[1:])
				if bad != nil {
					return Value{}, bad
				}
				return vm.newStep(&asyncStep{gen: a[0].Generator(), raise: err}, asyncThrowType), nil
			}),
			Method("aclose", 0, 0, func(vm *VM, a []Value) (Value, error) {
				return vm.newStep(&asyncStep{gen: a[0].Generator(), raise: NewException(GeneratorExit, ""), close: true}, asyncThrowType), nil
			}),
		},
		Members: attrs,
	})
	for _, t := range []*Type{asyncSendType, asyncThrowType} {
		self := func(vm *VM, v Value) (Value, error) { return v, nil }
		t.native = typeID[asyncStep]()
		t.define(TypeSpec{
			Flags: TypeNoSubclass | TypeNoInstance,
			Slots: Slots{
				Iter: self, Await: self,
				Next: func(vm *VM, v Value) (Value, error) { return vm.step((*asyncStep)(v.p), None, nil) },
				Visit: func(v Value, f func(Value)) {
					s := (*asyncStep)(v.p)
					f(Of(&s.gen.Object))
					if s.value.Bound() {
						f(s.value)
					}
				},
			},
			Methods: []*Builtin{
				Method("send", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.step((*asyncStep)(a[0].p), a[1], nil) }),
				Method("throw", 1, 3, func(vm *VM, a []Value) (Value, error) {
					err, bad := vm.thrown(a[1:])
					if bad != nil {
						return Value{}, bad
					}
					return vm.step((*asyncStep)(a[0].p), None, err)
				}),
				Method("close", 0, 0, func(vm *VM, a []Value) (Value, error) {
					s := (*asyncStep)(a[0].p)
					if s.state == stepRunning {
						s.gen.awaiting = false
					}
					s.state = stepDone
					return None, nil
				}),
			},
		})
	}
}

func (vm *VM) newStep(s *asyncStep, t *Type) Value {
	vm.NewObject(&s.Object, t, 96)
	return Of(&s.Object)
}

// step sends v (or raises) into the awaitable. What the generator yields for
// its consumer ends the step with a StopIteration of it; what its awaits yield
// is passed on.
func (vm *VM) step(s *asyncStep, v Value, raise error) (Value, error) {
	g := s.gen
	if s.state == stepDone {
		if s.raise != nil {
			return Value{}, Raise(RuntimeError, "cannot reuse already awaited aclose()/athrow()")
		}
		return Value{}, Raise(RuntimeError, "cannot reuse already awaited __anext__()/asend()")
	}
	var out Value
	var yielded bool
	var err error
	if s.state == stepNew {
		if g.awaiting {
			return Value{}, Raise(RuntimeError, "%s: asynchronous generator is already running", s.what())
		}
		if done, err := vm.stepAtEnd(s); done {
			return Value{}, err
		}
		s.state, g.awaiting = stepRunning, true
		switch {
		case raise != nil:
			out, yielded, err = vm.throw(g, raise)
		case s.raise != nil:
			g.closed = g.closed || s.close
			out, yielded, err = vm.throw(g, s.raise)
		default:
			if v.p == noneP {
				v = s.value
			}
			out, yielded, err = vm.resume(g, v, nil)
		}
	} else if raise != nil {
		out, yielded, err = vm.throw(g, raise)
	} else {
		out, yielded, err = vm.resume(g, v, nil)
	}
	return vm.stepResult(s, out, yielded, err)
}

func (s *asyncStep) what() string {
	switch {
	case s.close:
		return "aclose()"
	case s.raise != nil:
		return "athrow()"
	}
	return "anext()"
}

// stepAtEnd ends a step of a generator that has no more to give.
func (vm *VM) stepAtEnd(s *asyncStep) (done bool, err error) {
	g := s.gen
	switch {
	case g.frame == nil && s.close:
		s.state = stepDone
		return true, NewException(StopIteration, "")
	case g.frame == nil && s.raise == nil, g.closed:
		s.state = stepDone
		return true, NewException(StopAsyncIteration, "")
	case !g.started && s.close:
		g.frame, g.closed = nil, true
		s.state = stepDone
		return true, NewException(StopIteration, "")
	}
	return false, nil
}

func (vm *VM) stepResult(s *asyncStep, out Value, yielded bool, err error) (Value, error) {
	g := s.gen
	if yielded && err == nil {
		y := As[asyncYield](out, asyncYieldType)
		if y == nil {
			return out, nil
		}
		s.state, g.awaiting = stepDone, false
		if s.close {
			return Value{}, Raise(RuntimeError, "async generator ignored GeneratorExit")
		}
		return Value{}, stopIteration(y.v)
	}
	s.state, g.awaiting = stepDone, false
	if s.close && (err == nil || isException(err, GeneratorExit) || isException(err, StopAsyncIteration)) {
		return Value{}, NewException(StopIteration, "")
	}
	if err == nil {
		err = NewException(StopAsyncIteration, "")
	}
	return Value{}, err
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
				f(of(v).it)
			},
		},
		Methods: []*Builtin{
			Method("send", 1, 1, func(vm *VM, a []Value) (Value, error) { return of(a[0]).send(vm, a[1]) }),
			Method("throw", 1, 3, func(vm *VM, a []Value) (Value, error) {
				err, bad := vm.thrown(a[1:])
				if bad != nil {
					return Value{}, bad
				}
				x := of(a[0])
				if !x.it.Bound() {
					return Value{}, err
				}
				v, yielded, e := vm.throwMethod(x.it, err)
				return x.result(v, yielded, e)
			}),
			Method("close", 0, 0, func(vm *VM, a []Value) (Value, error) {
				if x := of(a[0]); x.it.Bound() {
					return None, vm.closeIterator(x.it)
				}
				return None, nil
			}),
		},
	})
}

func (x *anextAwaitable) send(vm *VM, v Value) (Value, error) {
	if !x.it.Bound() {
		var err error
		if x.it, err = vm.getAwaitable(x.of, 0); err != nil {
			return Value{}, err
		}
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
