package py

import "github.com/airlockhq/airlock/plugins/local/python/code"

// finalType is the class of the exception that stands for the end of the run
// by final_answer while it passes through "finally" clauses and __exit__
// methods. It matches no except clause and never reaches the guest.
var finalType = excShell("final_answer", BaseException)

// signal is what a handler's register holds for an error.
func signal(err error) *Exception {
	switch err := err.(type) {
	case *Exception:
		return err
	case *Stop:
		if err.Kind == StopFinal {
			return &Exception{Object: Object{typ: finalType, kind: KindException}, Args: emptyTuple, Extra: err}
		}
	}
	return nil
}

// errorOf is the error of the exception in a handler's register.
func errorOf(v Value) error {
	e := v.Exception()
	if e.typ == finalType {
		return e.Extra.(*Stop)
	}
	return e
}

// isException reports whether err is a guest exception of class t.
func isException(err error, t *Type) bool {
	e, ok := err.(*Exception)
	return ok && e.typ.IsSubtype(t)
}

// setContext sets the context of an exception that a native or an instruction
// has just raised. One that has a traceback was raised further down.
func (vm *VM) setContext(err error) {
	if vm.handled == nil {
		return
	}
	if e, ok := err.(*Exception); ok && e.Traceback == nil && e.Context == nil {
		vm.chain(e)
	}
}

// chain makes the exception being handled the context of e, without making a
// circle.
func (vm *VM) chain(e *Exception) {
	h := vm.handled
	if h == nil || h == e || h.typ == finalType {
		return
	}
	slow := h
	for p, step := h, false; p.Context != nil; p, step = p.Context, !step {
		if p.Context == e {
			p.Context = nil
			break
		}
		if step {
			if slow = slow.Context; slow == p {
				break // a circle among others
			}
		}
	}
	e.Context = h
}

// raiseOp carries out Raise and gives the error.
func (vm *VM) raiseOp(r *window, in *code.Instr) error {
	if in.C == 0 {
		if vm.handled == nil {
			return Raise(RuntimeError, "No active exception to reraise")
		}
		return errorOf(Of(&vm.handled.Object))
	}
	e, err := vm.toException(r[in.A])
	if err != nil {
		vm.setContext(err)
		return err
	}
	if in.C == 2 {
		cause := r[in.B]
		switch {
		case cause.IsNone():
			e.Cause = nil
		case cause.Exception() != nil:
			e.Cause = cause.Exception()
		case cause.AsType() != nil && cause.AsType().IsSubtype(BaseException):
			if e.Cause, err = vm.toException(cause); err != nil {
				vm.setContext(err)
				return err
			}
		default:
			err := TypeErrorf("exception causes must derive from BaseException")
			vm.setContext(err)
			return err
		}
		e.SuppressContext = true
	}
	vm.chain(e)
	return e
}

// toException is the exception that "raise v" raises.
func (vm *VM) toException(v Value) (*Exception, error) {
	if e := v.Exception(); e != nil {
		return e, nil
	}
	t := v.AsType()
	if t == nil || !t.IsSubtype(BaseException) {
		return nil, TypeErrorf("exceptions must derive from BaseException")
	}
	made, err := vm.Call(v)
	if err != nil {
		return nil, err
	}
	if e := made.Exception(); e != nil {
		return e, nil
	}
	return nil, TypeErrorf("calling %s should have returned an instance of BaseException, not %s", vm.reprForError(v), vm.reprForError(Of(&made.Type().Object)))
}

// takeIn takes the place of the next entry if that is a comprehension's which
// CPython runs in the frame of this one.
func (t *Traceback) takeIn() {
	if n := t.Next; n != nil && n.Code.Code.Flags&code.FlagInPlace != 0 {
		at := n.Pos()
		t.at, t.Next = &at, n.Next
	}
}

// unwind looks for the handler of an error raised at f.ip. It gives the frame
// to go on with, or the error that leaves run. again tells that it is raised
// again: then f stands in its traceback already.
func (vm *VM) unwind(f *Frame, err error, again bool) (*Frame, error) {
	e := signal(err)
	for {
		if e != nil {
			pc := f.pc()
			// A frame that a limit kept from beginning (pc < 0) is no part of it.
			if e.typ != finalType && !again && (pc >= 0 || f.gen != nil && f.gen.unbegun) {
				vm.charge(64)
				e.Traceback = &Traceback{Object: Object{typ: TracebackType}, Next: e.Traceback, Code: f.Code, Globals: f.Globals, PC: pc}
				e.Traceback.takeIn()
				if f.object != nil {
					e.Traceback.frame = Of(&f.object.Object)
				}
			}
			again = false
			for i := range f.Code.Code.Handlers {
				if h := &f.Code.Code.Handlers[i]; pc >= h.Start && pc < h.End {
					f.regs[h.Reg] = Of(&e.Object)
					f.ip = f.Code.target(h.Target)
					return f, nil
				}
			}
		}
		if stop, ok := err.(*Stop); ok && f.pc() >= 0 {
			stop.passes(f)
		}
		prev, mode := f.prev, f.mode
		vm.depth--
		if mode&modeGen != 0 {
			if replaced := vm.failGenerator(f, e); replaced != nil {
				e, err = replaced, replaced
			}
		} else {
			if mode&modeChunk != 0 {
				vm.shrinkStack()
			}
			vm.release(f)
		}
		if mode&modeEntry != 0 {
			vm.frame = prev
			return nil, err
		}
		if mode&modeNext != 0 && e != nil && e.typ.IsSubtype(StopIteration) {
			vm.meter.fuel += int64(prev.ip.C)
			if op := prev.ip.Op; op == code.OpForIter || op == opForIterPair {
				prev.ip = jump(prev.ip, prev.ip.D)
			}
			return prev, nil
		}
		f = prev
	}
}

// pushExc carries out PushExc. In a generator the exception that the resumer
// handles is not the generator's to restore, so None stands for it.
func (vm *VM) pushExc(f *Frame, r *window, in *code.Instr) {
	old := vm.handled
	vm.handled = r[in.B].Exception()
	outside := false
	if f.gen != nil {
		outside = f.gen.handling == 0
		f.gen.handling++
	}
	if old == nil || outside {
		r[in.A] = None
	} else {
		r[in.A] = Of(&old.Object)
	}
}

// popExc carries out PopExc. Leaving a handler of the run's end by any way
// goes on with that end.
func (vm *VM) popExc(f *Frame, saved Value) error {
	old := vm.handled
	if f.gen != nil {
		f.gen.handling--
	}
	if saved.p == noneP {
		vm.handled = f.handled
	} else {
		vm.handled = (*Exception)(saved.p)
	}
	if old != nil && old.typ == finalType {
		return old.Extra.(*Stop)
	}
	return nil
}

func badHandlerClass() error {
	return TypeErrorf("catching classes that do not inherit from BaseException is not allowed")
}

// matchException carries out JumpNoMatch: a clause without a class has the
// exception itself in the place of the class.
func (vm *VM) matchException(exc, class Value) (bool, error) {
	e := (*Exception)(exc.p)
	if e.typ == finalType {
		return false, nil
	}
	if exc == class {
		return true, nil
	}
	if t := class.AsType(); t != nil {
		if t.IsSubtype(BaseException) {
			return e.typ.IsSubtype(t), nil
		}
		return false, badHandlerClass()
	}
	tuple := class.Tuple()
	if tuple == nil {
		return false, badHandlerClass()
	}
	for _, c := range tuple.Items {
		if t := c.AsType(); t == nil || !t.IsSubtype(BaseException) {
			return false, badHandlerClass()
		}
	}
	for _, c := range tuple.Items {
		if e.typ.IsSubtype(c.AsType()) {
			return true, nil
		}
	}
	return false, nil
}

// The context managers' protocols.

var (
	nameEnter, nameExit   = Name("__enter__"), Name("__exit__")
	nameAenter, nameAexit = Name("__aenter__"), Name("__aexit__")
)

// special is a method found in the class and bound, for implicit calls;
// unbound if there is none.
func (vm *VM) special(obj Value, name *Str) (Value, error) {
	f, self, err := vm.lookupSpecial(obj, name)
	if err != nil || !self.Bound() {
		return f, err
	}
	return vm.NewMethod(f, self), nil
}

// withEnter puts the bound __exit__ of the manager r[B] into r[A]. It gives the
// guest's __enter__ with its argument, or the result of any other.
func (vm *VM) withEnter(r *window, in *code.Instr) (fn *Function, v Value, err error) {
	m := r[in.B]
	enter, self, exit, err := vm.findManager(m, nameEnter, nameExit, "the context manager protocol")
	if err != nil {
		return nil, Value{}, err
	}
	r[in.A] = exit
	if self.Bound() && enter.Kind() == KindFunction {
		return (*Function)(enter.p), self, nil
	}
	v, err = vm.callWithSelf(enter, self)
	return nil, v, err
}

func (vm *VM) callWithSelf(f, self Value) (Value, error) {
	if self.Bound() {
		return vm.Call1(f, self)
	}
	return vm.Call(f)
}

func (vm *VM) asyncWithEnter(m Value) (exit, result Value, err error) {
	f, self, exit, err := vm.findManager(m, nameAenter, nameAexit, "the asynchronous context manager protocol")
	if err == nil {
		result, err = vm.callWithSelf(f, self)
	}
	return exit, result, err
}

// findManager finds the two methods of a context manager: the first with its
// self, the second bound.
func (vm *VM) findManager(m Value, enter, exit *Str, protocol string) (f, self, bound Value, err error) {
	if f, self, err = vm.lookupSpecial(m, enter); err != nil {
		return f, self, bound, err
	}
	if !f.Bound() {
		return f, self, bound, TypeErrorf("'%s' object does not support %s", m.Type().Name, protocol)
	}
	if bound, err = vm.special(m, exit); err != nil {
		return f, self, bound, err
	}
	if !bound.Bound() {
		return f, self, bound, TypeErrorf("'%s' object does not support %s (missed %s method)", m.Type().Name, protocol, exit.S)
	}
	return f, self, bound, nil
}

// exitArgs are the arguments of an exit method for an exception. The end of
// the run looks like no exception to it.
func exitArgs(exc Value) [3]Value {
	e := exc.Exception()
	if e.typ == finalType {
		return [3]Value{None, None, None}
	}
	return [3]Value{Of(&e.typ.Object), exc, tracebackValue(e)}
}

func tracebackValue(e *Exception) Value {
	if e.Traceback == nil {
		return None
	}
	return Of(&e.Traceback.Object)
}

func (vm *VM) withExcept(exit, exc Value) (bool, error) {
	args := exitArgs(exc)
	v, err := vm.CallKw(exit, args[:], Kwargs{})
	if err != nil {
		return false, err
	}
	return vm.Truth(v)
}

func (vm *VM) asyncWithExit(exit, exc Value, failed bool) (Value, error) {
	args := [3]Value{None, None, None}
	if failed {
		args = exitArgs(exc)
	}
	return vm.CallKw(exit, args[:], Kwargs{})
}
