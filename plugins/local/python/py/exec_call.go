package py

import "github.com/airlockhq/airlock/plugins/local/python/code"

// maxNative bounds nested native-to-guest calls, which use the Go stack.
const maxNative = 5000

// CallKw calls a value with positional and keyword arguments.
func (vm *VM) CallKw(f Value, args []Value, kw Kwargs) (Value, error) {
	if !f.Bound() {
		return Value{}, Raise(AttributeError, "the library lacks a function, which was deleted")
	}
	switch f.Kind() {
	case KindFunction:
		return vm.callFunction((*Function)(f.p), args, kw)
	case KindBuiltin:
		// Natives may call natives for ever.
		if vm.native >= maxNative {
			return Value{}, Raise(RecursionError, "maximum recursion depth exceeded")
		}
		b := (*Builtin)(f.p)
		vm.native++
		if b.Self.p == nil {
			v, err := vm.callBuiltin(b, args, kw, false)
			vm.native--
			return v, err
		}
		mark := vm.scratch
		all := vm.scratchArgs(len(args) + 1)
		all[0] = b.Self
		copy(all[1:], args)
		v, err := vm.callBuiltin(b, all, kw, true)
		vm.scratch = mark
		vm.native--
		return v, err
	case KindMethod:
		m := (*BoundMethod)(f.p)
		if m.Func.Kind() == KindMethod {
			if err := vm.enter(); err != nil {
				return Value{}, err
			}
			defer vm.leave()
		}
		mark := vm.scratch
		all := vm.scratchArgs(len(args) + 1)
		all[0] = m.Self
		copy(all[1:], args)
		v, err := vm.CallKw(m.Func, all, kw)
		vm.scratch = mark
		return v, err
	}
	if call := f.Type().slots.Call; call != nil {
		if err := vm.enter(); err != nil {
			return Value{}, err
		}
		v, err := call(vm, f, args, kw)
		vm.leave()
		return v, err
	}
	return Value{}, notCallable(f)
}

// notCallable is the error of a call of what is no function. A module is often
// meant to be what it has of its own name.
func notCallable(f Value) error {
	if m := f.Module(); m != nil {
		if v := m.Dict.GetStr(Name(m.Name)); v.Bound() && Callable(v) {
			return TypeErrorf("'%s' object is not callable. Did you mean: '%s.%s(...)'?", f.Type().Name, m.Name, m.Name)
		}
	}
	return TypeErrorf("'%s' object is not callable", f.Type().Name)
}

// scratchArgs is room for n arguments of a native, above everything in use.
// The caller saves vm.scratch before and restores it after the call.
func (vm *VM) scratchArgs(n int) []Value {
	w := vm.scratchBase()
	if n > 128 || addr(w) > vm.limit {
		return make([]Value, n)
	}
	vm.scratch += n
	return w[:n]
}

func (vm *VM) scratchBase() *window {
	f := vm.frame
	switch {
	case f == nil:
		return at((*window)(vm.chunk.vals[:256]), vm.scratch)
	case f.top != nil:
		return at(f.top, vm.scratch)
	}
	return at(f.regs, f.Code.Code.NumRegs+nativeSlack+vm.scratch)
}

// callFunction calls a guest function from Go.
func (vm *VM) callFunction(fn *Function, args []Value, kw Kwargs) (Value, error) {
	w, moved := vm.nativeWindow()
	places, far := fn.places(w)
	if err := vm.bind(fn, places, args, kw); err != nil {
		if moved {
			vm.shrinkStack()
		}
		return Value{}, err
	}
	nf, v, err := vm.makeFrame(fn, w, far, moved, 0)
	if nf == nil {
		return v, err
	}
	return vm.runFrame(nf)
}

// Call1 calls a value with one argument, without allocating for it.
func (vm *VM) Call1(f, a Value) (Value, error) {
	if f.Kind() == KindFunction {
		if fn := (*Function)(f.p); fn.Code.simple == 1 {
			w, moved := vm.nativeWindow()
			w[0] = a
			nf, v, err := vm.makeFrame(fn, w, nil, moved, 0)
			if nf == nil {
				return v, err
			}
			return vm.runFrame(nf)
		}
	}
	mark := vm.scratch
	args := vm.scratchArgs(1)
	args[0] = a
	v, err := vm.CallKw(f, args, Kwargs{})
	vm.scratch = mark
	return v, err
}

// makeFrame pushes nothing yet: it makes the frame of a call whose arguments
// are bound in w, or far if not nil, or the generator if the call makes one.
func (vm *VM) makeFrame(fn *Function, w *window, far []Value, moved bool, mode frameMode) (*Frame, Value, error) {
	c := fn.Code
	for i := len(c.params); i < c.locals; i++ {
		w[i] = Value{}
	}
	for i, cell := range fn.Closure {
		w[c.Code.FirstFree+i] = Of(&cell.Object)
	}
	if c.Code.Flags&(code.FlagGenerator|code.FlagCoroutine|code.FlagAsyncGenerator) != 0 {
		v := vm.newGenerator(fn, w, far)
		if moved {
			vm.shrinkStack()
		}
		return nil, v, nil
	}
	nf := vm.newFrame()
	nf.Code, nf.Globals, nf.fn, nf.regs, nf.prev, nf.ip = c, fn.Globals, fn, w, vm.frame, c.start
	nf.mode = mode
	if moved {
		nf.mode |= modeChunk
	}
	if n := c.Code.NumFar; n > 0 {
		vm.charge(int64(n) * 16)
		if nf.far = far; far == nil {
			nf.far = make([]Value, n)
		}
	}
	return nf, Value{}, nil
}

// runFrame runs a frame made by makeFrame from Go until it returns.
func (vm *VM) runFrame(nf *Frame) (Value, error) {
	caller, mark := vm.frame, vm.scratch
	nf.prev = caller
	vm.frame, vm.scratch = nf, 0
	vm.depth++
	vm.meter.fuel -= nf.Code.charge
	if vm.depth > vm.maxDepth || vm.meter.fuel < 0 || vm.native >= maxNative {
		if err := vm.entryCheck(); err != nil {
			vm.frame, vm.scratch = caller, mark
			vm.dropFrame(nf)
			return Value{}, err
		}
	}
	vm.native++
	v, err := vm.run(nf)
	vm.native--
	vm.scratch = mark
	vm.frame = caller
	return v, err
}

// dropFrame takes back a frame that was pushed but did not start.
func (vm *VM) dropFrame(nf *Frame) {
	vm.depth--
	if nf.mode&modeChunk != 0 {
		vm.shrinkStack()
	}
	if nf.gen == nil {
		vm.release(nf)
	}
}

// enterSlow makes the frame of any call that the loop's own path does not
// cover; nf is nil if the call made a generator.
func (vm *VM) enterSlow(f *Frame, fn *Function, r *window, first, nargs int, mode frameMode) (nf *Frame, v Value, err error) {
	return vm.enterKw(f, fn, at(r, first)[:nargs], Kwargs{}, at(r, first), mode)
}

// enterKw is enterSlow with keyword arguments, which must lie outside the
// window w that the frame gets if there is room.
func (vm *VM) enterKw(f *Frame, fn *Function, args []Value, kw Kwargs, w *window, mode frameMode) (nf *Frame, v Value, err error) {
	var self Value
	if mode&modeCtor != 0 {
		self = args[0]
	}
	if f.top != nil {
		w = f.top
	}
	moved := false
	if addr(w) > vm.limit {
		w, moved = vm.growStack(), true
	}
	places, far := fn.places(w)
	if err = vm.bind(fn, places, args, kw); err == nil {
		if nf, v, err = vm.makeFrame(fn, w, far, moved, mode); err == nil {
			switch {
			case nf != nil:
				nf.self = self
			case mode&modeCtor != 0:
				return nil, Value{}, badInit(v)
			default:
				v.Generator().fresh = true
			}
			return nf, v, nil
		}
	}
	if moved {
		vm.shrinkStack()
	}
	return nil, Value{}, err
}

func badInit(v Value) error {
	return TypeErrorf("__init__() should return None, not '%s'", v.Type().Name)
}

// leaveFrame does what the mode of a returning frame asks for. done means that
// run is to return the result. An unbound result leaves the caller's register
// as it is.
func (vm *VM) leaveFrame(nf *Frame, v Value) (result Value, done bool, err error) {
	mode, self := nf.mode, nf.self
	if mode&modeGen != 0 {
		return vm.finishGenerator(nf, v)
	}
	if mode&modeChunk != 0 {
		vm.shrinkStack()
	}
	vm.frame = nf.prev
	vm.release(nf)
	switch {
	case mode&modeCtor != 0:
		if v.p != noneP {
			err = badInit(v)
		}
		v = self
	case mode&modeDiscard != 0:
		v = Value{}
	case mode&modeOp != 0:
		v, nf.jumped, err = vm.finishOp(vm.frame, v)
	case mode&modeNext != 0:
		op := vm.frame.ip.Op
		nf.jumped = op == code.OpForNext || op == opForNextPair
	}
	return v, mode&modeEntry != 0, err
}

// placeArgs puts up to spareRegs arguments above the registers of f's code,
// for a call that the code does not spell out, and gives their place.
func (vm *VM) placeArgs(f *Frame, args ...Value) int {
	n := f.Code.Code.NumRegs
	copy(at(f.regs, n)[:spareRegs], args)
	return n
}

// callSlow calls r[first-1] with the arguments after it.
func (vm *VM) callSlow(r *window, first, nargs int) (Value, error) {
	return vm.CallKw(r[first-1], at(r, first)[:nargs], Kwargs{})
}

// callKwOp carries out CallKw: the last of the nargs arguments from r[first]
// on are keywords. It gives a frame to enter, or the result.
func (vm *VM) callKwOp(f *Frame, r *window, first, nargs int, names Value, method bool) (*Frame, Value, error) {
	callee := r[first-1]
	all := at(r, first)[:nargs]
	kw := Kwargs{Names: names.Tuple().Items}
	n := nargs - len(kw.Names)
	kw.Vals = all[n:]
	switch o := callee.header(); o.kind {
	case KindFunction:
		return vm.enterKw(f, (*Function)(callee.p), all[:n], vm.keepKw(kw), at(r, first), 0)
	case KindBuiltin:
		b := (*Builtin)(callee.p)
		if b.Self.p != nil {
			r[first-1] = b.Self
			method = true
			all = at(r, first-1)[:nargs+1]
			n++
		}
		v, err := vm.callBuiltin(b, all[:n], kw, method)
		return nil, v, err
	case KindMethod:
		m := (*BoundMethod)(callee.p)
		if m.Func.Kind() == KindFunction {
			r[first-1] = m.Self
			return vm.enterKw(f, (*Function)(m.Func.p), at(r, first-1)[:n+1], vm.keepKw(kw), at(r, first-1), 0)
		}
	case KindType:
		if t := (*Type)(callee.p); t.plainNew && t.initFunc != nil {
			r[first-1] = Of(vm.newInstance(t))
			return vm.enterKw(f, t.initFunc, at(r, first-1)[:n+1], vm.keepKw(kw), at(r, first-1), modeCtor)
		}
	}
	v, err := vm.CallKw(callee, all[:n], kw)
	return nil, v, err
}

// keepKw moves keyword values out of the registers, which the callee's window
// takes over. Binding runs no guest code, so one buffer serves all.
func (vm *VM) keepKw(kw Kwargs) Kwargs {
	vm.kwBuf = append(vm.kwBuf[:0], kw.Vals...)
	kw.Vals = vm.kwBuf
	return kw
}

// callExOp carries out CallEx: r[a](*r[a+1], **r[a+2]).
func (vm *VM) callExOp(f *Frame, r *window, a int) (*Frame, Value, error) {
	callee := r[a]
	var args []Value
	if l := r[a+1].List(); l != nil {
		args = l.Items
	} else {
		args = r[a+1].Tuple().Items
	}
	var kw Kwargs
	if r[a+2].Bound() {
		d := r[a+2].Dict()
		kw.Names, kw.Vals = make([]Value, 0, d.Len()), make([]Value, 0, d.Len())
		for k, v := range d.All() {
			if k.Str() == nil {
				return nil, Value{}, TypeErrorf("keywords must be strings")
			}
			kw.Names, kw.Vals = append(kw.Names, k), append(kw.Vals, v)
		}
	}
	var fn *Function
	mode := frameMode(0)
	switch o := callee.header(); o.kind {
	case KindFunction:
		fn = (*Function)(callee.p)
	case KindMethod:
		if m := (*BoundMethod)(callee.p); m.Func.Kind() == KindFunction {
			fn = (*Function)(m.Func.p)
			args = append([]Value{m.Self}, args...)
		}
	case KindType:
		if t := (*Type)(callee.p); t.plainNew && t.initFunc != nil {
			fn, mode = t.initFunc, modeCtor
			args = append([]Value{Of(vm.newInstance(t))}, args...)
		}
	}
	if fn != nil {
		return vm.enterKw(f, fn, args, kw, at(r, a+1), mode)
	}
	// A native must not see the slice of a list that its callbacks may change.
	if r[a+1].List() != nil {
		args = append([]Value(nil), args...)
	}
	v, err := vm.CallKw(callee, args, kw)
	if err == nil && v.header().flags&flagGuarded != 0 {
		err = vm.checkValue(v)
	}
	return nil, v, err
}

// runClassBody runs a class body with the namespace and gives its
// __classcell__ cell, if any.
func (vm *VM) runClassBody(body *Function, ns Value) (Value, error) {
	w, moved := vm.nativeWindow()
	nf, _, err := vm.makeFrame(body, w, nil, moved, 0)
	if err != nil {
		return Value{}, err
	}
	nf.Locals = ns
	return vm.runFrame(nf)
}

// buildClassFunc is __build_class__, which class statements call.
var buildClassFunc Value

func init() {
	b := FuncKw("__build_class__", func(vm *VM, args []Value, kw Kwargs) (Value, error) { return vm.buildClass(args, kw) })
	b.typ = BuiltinType
	buildClassFunc = Of(&b.Object)
}

// Exec runs a module's code with the globals and gives its result: the value
// of the last statement if the code was compiled to capture it. locals is the
// namespace of exec with separate locals; unbound for none.
func (vm *VM) Exec(c *Code, globals *Dict, locals Value) (Value, error) {
	return vm.execWith(c, globals, locals, nil)
}

// execWith is Exec of code with free variables, whose cells it is given.
func (vm *VM) execWith(c *Code, globals *Dict, locals Value, cells []*Cell) (Value, error) {
	w, moved := vm.nativeWindow()
	fn := &Function{
		Object: Object{typ: FunctionType, kind: KindFunction}, Code: c, Globals: globals,
		Name: c.name, QualName: c.qualName, Doc: None, Module: None, Closure: cells,
	}
	nf, _, err := vm.makeFrame(fn, w, nil, moved, 0)
	if err != nil {
		return Value{}, err
	}
	nf.Locals = locals
	return vm.runFrame(nf)
}

// RunModule runs compiled source in a namespace, as exec does.
func (vm *VM) RunModule(c *code.Code, globals *Dict) (Value, error) {
	k, err := vm.NewCode(c)
	if err != nil {
		return Value{}, err
	}
	return vm.Exec(k, globals, Value{})
}
