package py

import (
	"unsafe"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// Generator is a generator, coroutine or asynchronous generator: a frame that
// sleeps between its yields. It owns its registers.
type Generator struct {
	Object
	frame    *Frame // nil once finished
	running  bool
	started  bool
	unbegun  bool  // an error is thrown into it before it begins
	awaiting bool  // asynchronous generator: an awaitable of it is under way
	closed   bool  // asynchronous generator: aclose was called
	hooked   bool  // asynchronous generator: the event loop knows it
	handling int32 // how many except clauses its frame is in
	name     *Str
	qualName *Str
	code     *Code
	fresh    bool       // the call that made it has not given it to anyone yet
	private  bool       // only the register of the await that runs it holds it
	class    uint8      // which free list it came from, plus 1; 0 for none
	returned Value      // what it returned, until finished takes it
	handled  *Exception // what its frame was handling at the last yield
}

// generator is a Generator with its frame, in one allocation.
type generator struct {
	Generator
	own Frame
}

// Generators with room for few registers.
type (
	generator8 struct {
		generator
		regs [8]Value
	}
	generator12 struct {
		generator
		regs [12]Value
	}
	generator16 struct {
		generator
		regs [16]Value
	}
)

// allocGenerator makes a generator with room for n registers, or takes one
// that recycle put by.
func (vm *VM) allocGenerator(n int) *generator {
	class := uint8(0)
	switch {
	case n <= 8:
		class = 1
	case n <= 12:
		class = 2
	case n <= 16:
		class = 3
	default:
		vm.charge(int64(n) * 16)
		x := &generator{}
		x.own.regs = registers(make([]Value, n))
		return x
	}
	if free := vm.freeGens[class-1]; len(free) > 0 {
		x := free[len(free)-1]
		vm.freeGens[class-1] = free[:len(free)-1]
		return x
	}
	var g *generator
	var regs []Value
	switch class {
	case 1:
		x := &generator8{}
		g, regs = &x.generator, x.regs[:]
	case 2:
		x := &generator12{}
		g, regs = &x.generator, x.regs[:]
	default:
		x := &generator16{}
		g, regs = &x.generator, x.regs[:]
	}
	vm.charge(int64(unsafe.Sizeof(generator{})) + int64(len(regs))*16)
	g.class, g.own.regs = class, registers(regs)
	return g
}

// keptGenerators is how many generators of a size are put by.
const keptGenerators = 32

// recycle puts a coroutine by that has returned to the await which held it,
// and which alone did.
func (vm *VM) recycle(g *Generator) {
	if g.class == 0 || len(vm.freeGens[g.class-1]) >= keptGenerators {
		return
	}
	x := (*generator)(unsafe.Pointer(g))
	regs := x.own.regs
	clear(regs[:4*(g.class+1)])
	x.own = Frame{regs: regs, ret: x.own.ret} // the loop still asks for ret
	x.Generator = Generator{class: g.class}
	vm.freeGens[x.class-1] = append(vm.freeGens[x.class-1], x)
}

// markPrivate notes that the coroutine v, which the call at in has just made
// for the register ret,
// goes into a temporary register and from there into the next instruction's
// await, so that nothing else gets hold of it.
func markPrivate(f *Frame, in *code.Instr, ret uint8, v Value) {
	if g := v.Generator(); g.fresh {
		g.fresh = false
		next := jump(in, int32(instrSize))
		g.private = next.Op == code.OpGetAwaitable && next.B == ret && int(ret) >= f.Code.Code.FirstTemp()
	}
}

// The types of generators.
var (
	GeneratorType      = shell("generator", KindGenerator)
	CoroutineType      = shell("coroutine", KindGenerator)
	AsyncGeneratorType = shell("async_generator", KindGenerator)
)

// newGenerator makes the generator of a call whose arguments are bound in w.
func (vm *VM) newGenerator(fn *Function, w *window, far []Value) Value {
	c := fn.Code.Code
	x := vm.allocGenerator(c.NumRegs + spareRegs)
	own := x.own.regs
	copy(own[:], w[:len(c.Locals)])
	copy(own[c.FirstFree:], w[c.FirstFree:c.FirstFree+len(c.FreeNames)])
	g, f := &x.Generator, &x.own
	g.kind = KindGenerator
	switch {
	case c.Flags&code.FlagCoroutine != 0:
		g.typ = CoroutineType
	case c.Flags&code.FlagAsyncGenerator != 0:
		g.typ = AsyncGeneratorType
	default:
		g.typ = GeneratorType
	}
	g.frame, g.name, g.qualName, g.code = f, fn.Name, fn.QualName, fn.Code
	f.Code, f.Globals, f.fn, f.gen, f.mode = fn.Code, fn.Globals, fn, g, modeGen
	f.ip = fn.Code.start
	if c.NumFar > 0 {
		vm.charge(int64(c.NumFar) * 16)
		if f.far = far; far == nil {
			f.far = make([]Value, c.NumFar)
		}
	}
	return Of(&g.Object)
}

// wake prepares g's frame to run on top of prev.
func (vm *VM) wake(g *Generator, prev *Frame, v Value, mode frameMode) error {
	gf := g.frame
	vm.depth++
	if vm.depth > vm.maxDepth || vm.native >= maxNative {
		if err := vm.entryCheck(); err != nil {
			vm.depth--
			return err
		}
	}
	gf.prev, gf.mode = prev, modeGen|mode
	gf.handled = vm.handled
	if g.handled != nil {
		vm.handled = g.handled
	}
	if g.started {
		if v.p != nil {
			gf.regs[gf.ip.A] = v
		}
	} else {
		vm.meter.fuel -= gf.Code.charge
	}
	g.started, g.running = true, true
	return nil
}

// loopGenerator is the frame of a generator that a for loop may run in its own
// loop; nil if it can't.
func (vm *VM) loopGenerator(v Value) *Frame {
	if g := (*Generator)(v.p); g.typ == GeneratorType && !g.running {
		return g.frame
	}
	return nil
}

// sendsTo is loopGenerator for a Send of v.
func (vm *VM) sendsTo(it, v Value) *Frame {
	g := it.Generator()
	if g == nil || g.typ == AsyncGeneratorType || g.running || !g.started && v.p != noneP {
		return nil
	}
	return g.frame
}

// wakeInLoop makes gf, a generator's frame, run on top of f, whose instruction
// at ip consumes it: what it yields goes to f's register B.
func (vm *VM) wakeInLoop(f, gf *Frame, ip *code.Instr, v Value) error {
	if err := vm.wake(gf.gen, f, v, 0); err != nil {
		return err
	}
	f.ip = ip
	gf.ret = ip.B
	if f.top != nil {
		gf.top = f.top
	} else {
		gf.top = at(f.regs, f.Code.Code.NumRegs+spareRegs)
	}
	if addr(gf.top) > vm.limit {
		gf.top = vm.growStack()
		gf.mode |= modeChunk
	}
	return nil
}

// suspend puts a yielding generator's frame to sleep and gives its consumer's.
func (vm *VM) suspend(f *Frame) *Frame {
	g := f.gen
	if g.handled = vm.handled; g.handling == 0 {
		g.handled = nil
	}
	vm.depth--
	return vm.detach(f)
}

// detach takes a generator's frame off the stack.
func (vm *VM) detach(f *Frame) *Frame {
	prev := f.prev
	if f.mode&modeChunk != 0 {
		vm.shrinkStack()
	}
	vm.handled = f.handled
	f.gen.running = false
	f.prev, f.handled, f.top, f.mode = nil, nil, nil, modeGen
	vm.frame = prev
	return prev
}

// finishGenerator ends a generator that returns v (see leaveFrame).
func (vm *VM) finishGenerator(f *Frame, v Value) (Value, bool, error) {
	entry := f.mode&modeEntry != 0
	g, seen := f.gen, f.object != nil
	vm.endGenerator(g)
	consumer := vm.detach(f)
	if entry {
		return v, true, nil
	}
	switch consumer.ip.Op {
	case code.OpForIter, opForIterPair:
		vm.meter.fuel += int64(consumer.ip.C)
		f.jumped = true
		return Value{}, false, nil
	case code.OpSend:
		if g.private && !seen {
			consumer.regs[consumer.ip.A] = Value{}
			vm.recycle(g)
		}
		f.jumped = true
		return v, false, nil
	}
	vm.meter.fuel += int64(consumer.ip.C)
	return Value{}, false, nil // ForNext
}

// endGenerator takes the frame of a generator that has nothing more to run away.
func (vm *VM) endGenerator(g *Generator) {
	if g.frame.object != nil {
		vm.leaveObject(g.frame)
	}
	g.frame = nil
}

// failGenerator ends a generator that e leaves (nil for a Stop) and gives the
// exception that takes e's place, if any.
func (vm *VM) failGenerator(f *Frame, e *Exception) *Exception {
	g := f.gen
	vm.endGenerator(g)
	vm.detach(f)
	if e == nil || g.unbegun {
		return nil
	}
	what := ""
	switch {
	case e.typ.IsSubtype(StopIteration):
		what = "StopIteration"
	case g.typ == AsyncGeneratorType && e.typ.IsSubtype(StopAsyncIteration):
		what = "StopAsyncIteration"
	default:
		return nil
	}
	r := NewException(RuntimeError, g.what()+" raised "+what)
	r.Cause, r.Context, r.SuppressContext = e, e, true
	return r
}

func (g *Generator) what() string {
	switch g.typ {
	case CoroutineType:
		return "coroutine"
	case AsyncGeneratorType:
		return "async generator"
	}
	return "generator"
}

// resume runs a generator from Go until its next yield or its end: it sends v,
// or raises raise at the point where it sleeps. An unbound v leaves the
// register of the yield as it is.
func (vm *VM) resume(g *Generator, v Value, raise error) (out Value, yielded bool, err error) {
	switch {
	case g.running:
		return Value{}, false, ValueErrorf("%s already executing", g.what())
	case g.frame == nil:
		if g.typ == CoroutineType {
			return Value{}, false, Raise(RuntimeError, "cannot reuse already awaited coroutine")
		}
		if raise != nil {
			return Value{}, false, raise
		}
		return None, false, nil
	case !g.started && raise == nil && v.p != noneP && v.p != nil:
		return Value{}, false, TypeErrorf("can't send non-None value to a just-started %s", g.what())
	}
	caller, mark := vm.frame, vm.scratch
	w, moved := vm.nativeWindow()
	mode := modeEntry
	if moved {
		mode |= modeChunk
	}
	if raise != nil {
		v = Value{}
		g.unbegun = !g.started
	}
	if err := vm.wake(g, caller, v, mode); err != nil {
		if moved {
			vm.shrinkStack()
		}
		return Value{}, false, err
	}
	g.frame.top = w
	vm.scratch = 0
	vm.native++
	vm.pending = raise
	out, err = vm.run(g.frame)
	vm.native--
	vm.scratch = mark
	vm.frame = caller
	return out, g.frame != nil, err
}

// generatorNext is the Next slot of generators.
func generatorNext(vm *VM, self Value) (Value, error) {
	g := self.Generator()
	v, yielded, err := vm.resume(g, None, nil)
	if err != nil || !yielded {
		if err == nil && v.p != noneP {
			g.returned = v
		}
		return Value{}, err
	}
	return v, nil
}

// finished is the StopIteration of a generator that has just ended, with the
// value it returned.
func (g *Generator) finished(vm *VM) error {
	v := g.returned
	g.returned = Value{}
	if !v.Bound() {
		return NewException(StopIteration, "")
	}
	return ended(v)
}

// ended is the error for the end of an iterator that returned v.
func ended(v Value) error {
	if v.p == noneP {
		return NewException(StopIteration, "")
	}
	return stopIteration(v)
}

// stopIteration is StopIteration(v).
func stopIteration(v Value) *Exception {
	e := NewException(StopIteration, "")
	e.Args = &Tuple{Object: Object{typ: TupleType, kind: KindTuple}, Items: []Value{v}}
	return e
}

// stopValue is the value of a StopIteration.
func stopValue(e *Exception) Value {
	if len(e.Args.Items) > 0 {
		return e.Args.Items[0]
	}
	return None
}

func (vm *VM) sendGenerator(g *Generator, v Value) (Value, error) {
	out, yielded, err := vm.resume(g, v, nil)
	if err == nil && !yielded {
		err = ended(out)
	}
	return out, err
}

// innerOf is the iterator that a sleeping generator delegates to by "yield
// from" or await; unbound if it does not.
func innerOf(g *Generator) Value {
	if f := g.frame; f != nil && g.started && f.ip.Op == code.OpYield && f.ip.C == 1 {
		return f.regs[uint8(f.ip.D)]
	}
	return Value{}
}

// throw raises x where g sleeps, or in the iterator that g delegates to. That
// iterator is closed for a GeneratorExit if closing says so.
func (vm *VM) throw(g *Generator, x throwing, closing bool) (out Value, yielded bool, e error) {
	inner := innerOf(g)
	if g.running || !inner.Bound() {
		return vm.throwHere(g, x)
	}
	if closing && x.exits() {
		unlink := vm.link(g)
		closeErr := vm.closeIterator(inner)
		unlink()
		if closeErr != nil {
			return vm.resume(g, Value{}, closeErr)
		}
		return vm.throwHere(g, x)
	}
	var v Value
	unlink := vm.link(g)
	ig := inner.Generator()
	if w := inner.Type(); w == coroutineWrapperType {
		ig = (*coroutineWrapper)(inner.p).of.Generator()
	}
	var missing bool
	if ig != nil && ig.typ != AsyncGeneratorType {
		v, yielded, e = vm.throw(ig, x, closing)
	} else {
		v, yielded, missing, e = vm.throwMethod(inner, x)
	}
	unlink()
	switch {
	case missing:
		return vm.throwHere(g, x)
	case e != nil:
		return vm.resume(g, Value{}, e)
	case yielded:
		return v, true, nil
	}
	// The inner iterator has ended with v: go on where the Send before the Yield leads.
	f := g.frame
	in := jump(f.ip, -int32(instrSize))
	f.regs[in.B] = v
	f.ip = jump(in, in.D)
	return vm.resume(g, Value{}, nil)
}

// link puts the frame of a sleeping generator on the stack without running it,
// while something is done in the iterator that it delegates to.
func (vm *VM) link(g *Generator) (unlink func()) {
	f, caller, mark := g.frame, vm.frame, vm.scratch
	w, moved := vm.nativeWindow()
	f.prev, f.top, g.running = caller, w, true
	vm.frame, vm.scratch = f, 0
	return func() {
		if moved {
			vm.shrinkStack()
		}
		f.prev, f.top, g.running = nil, nil, false
		vm.frame, vm.scratch = caller, mark
	}
}

// throwHere raises x where g itself sleeps.
func (vm *VM) throwHere(g *Generator, x throwing) (Value, bool, error) {
	err, refused := vm.toThrow(x)
	if refused != nil {
		return Value{}, false, refused
	}
	return vm.resume(g, Value{}, err)
}

var nameThrow, nameClose, nameSend = Name("throw"), Name("close"), Name("send")

// throwMethod is it.throw(x) for an iterator that is no generator; missing
// tells that it has no such method.
func (vm *VM) throwMethod(it Value, x throwing) (v Value, yielded, missing bool, e error) {
	m, e := vm.lookupAttr(it, nameThrow)
	if e != nil {
		return Value{}, false, false, e
	}
	if !m.Bound() {
		return Value{}, false, true, nil
	}
	args := x.args
	if exc, ok := x.err.(*Exception); ok {
		args = []Value{Of(&exc.Object)}
	}
	if len(args) == 0 {
		return Value{}, false, false, x.err // the end of the run
	}
	v, yielded, e = vm.iterResult(vm.CallKw(m, args, Kwargs{}))
	return v, yielded, false, e
}

// iterResult takes a StopIteration for the end with a value.
func (vm *VM) iterResult(v Value, err error) (Value, bool, error) {
	if err == nil {
		return v, true, nil
	}
	if e, ok := err.(*Exception); ok && e.typ.IsSubtype(StopIteration) {
		return stopValue(e), false, nil
	}
	return Value{}, false, err
}

// closeIterator closes what a generator delegates to.
func (vm *VM) closeIterator(it Value) error {
	if g := it.Generator(); g != nil && g.typ != AsyncGeneratorType {
		return vm.closeGenerator(g)
	}
	m, err := vm.lookupAttr(it, nameClose)
	if err != nil || !m.Bound() {
		return err
	}
	_, err = vm.Call(m)
	return err
}

// closeGenerator is g.close().
func (vm *VM) closeGenerator(g *Generator) error {
	if g.frame == nil {
		return nil
	}
	if !g.started {
		vm.endGenerator(g)
		return nil
	}
	_, yielded, err := vm.throw(g, throwing{err: NewException(GeneratorExit, "")}, true)
	switch {
	case yielded && err == nil:
		return Raise(RuntimeError, "%s ignored GeneratorExit", g.what())
	case err == nil, isException(err, GeneratorExit), isException(err, StopIteration):
		return nil
	}
	return err
}

// send sends v into an iterator: yielded tells a yield from the end, whose
// value v then is.
func (vm *VM) send(it, v Value) (out Value, yielded bool, err error) {
	if g := it.Generator(); g != nil && g.typ != AsyncGeneratorType {
		return vm.resume(g, v, nil)
	}
	if v.p == noneP {
		if it.Type().flags&TypeHeap != 0 {
			return vm.iterResult(vm.callSpecial(it, nameNext))
		}
		out, err = vm.Next(it)
		if err == nil && !out.Bound() {
			return None, false, nil
		}
		return vm.iterResult(out, err)
	}
	m, err := vm.GetAttr(it, nameSend)
	if err != nil {
		return Value{}, false, err
	}
	return vm.iterResult(vm.Call(m, v))
}

// yieldFromIter is the iterator of "yield from v".
func (vm *VM) yieldFromIter(f *Frame, v Value) (Value, error) {
	if g := v.Generator(); g != nil {
		if g.typ == GeneratorType {
			return v, nil
		}
		if g.typ == CoroutineType {
			if f.Code.Code.Flags&(code.FlagCoroutine|code.FlagIterable) != 0 {
				return v, nil
			}
			return Value{}, TypeErrorf("cannot 'yield from' a coroutine object in a non-coroutine generator")
		}
	}
	return vm.Iter(v)
}

// getAwaitable is the iterator of "await v".
func (vm *VM) getAwaitable(v Value, kind uint8) (Value, error) {
	if g := v.Generator(); g != nil && g.typ == CoroutineType {
		if innerOf(g).Bound() {
			return Value{}, Raise(RuntimeError, "coroutine is being awaited already")
		}
		return v, nil
	}
	await := v.Type().slots.Await
	if await == nil {
		if g := v.Generator(); g != nil && g.code.Code.Flags&code.FlagIterable != 0 {
			return v, nil
		}
		switch kind {
		case 1:
			return Value{}, TypeErrorf("'async with' received an object from __aenter__ that does not implement __await__: %s", v.Type().Name)
		case 2:
			return Value{}, TypeErrorf("'async with' received an object from __aexit__ that does not implement __await__: %s", v.Type().Name)
		}
		return Value{}, TypeErrorf("object %s can't be used in 'await' expression", v.Type().Name)
	}
	it, err := await(vm, v)
	if err != nil {
		return Value{}, err
	}
	if g := it.Generator(); it.Type() == CoroutineType || g != nil && g.code.Code.Flags&code.FlagIterable != 0 {
		return Value{}, TypeErrorf("__await__() returned a coroutine")
	}
	if it.Type().slots.Next == nil {
		return Value{}, TypeErrorf("__await__() returned non-iterator of type '%s'", it.Type().Name)
	}
	return it, nil
}

// AsyncIter is aiter(v).
func (vm *VM) AsyncIter(v Value) (Value, error) {
	f := v.Type().slots.AsyncIter
	if f == nil {
		return Value{}, TypeErrorf("'%s' object is not an async iterable", v.Type().Name)
	}
	it, err := f(vm, v)
	if err == nil && it.Type().slots.Anext == nil {
		err = TypeErrorf("aiter() returned not an async iterator of type '%s'", it.Type().Name)
	}
	return it, err
}

func (vm *VM) asyncIter(v Value) (Value, error) {
	f := v.Type().slots.AsyncIter
	if f == nil {
		return Value{}, TypeErrorf("'async for' requires an object with __aiter__ method, got %s", v.Type().Name)
	}
	it, err := f(vm, v)
	if err != nil {
		return Value{}, err
	}
	if it.Type().slots.Anext == nil {
		return Value{}, TypeErrorf("'async for' received an object from __aiter__ that does not implement __anext__: %s", it.Type().Name)
	}
	return it, nil
}

func (vm *VM) asyncNext(it Value) (Value, error) {
	f := it.Type().slots.Anext
	if f == nil {
		return Value{}, TypeErrorf("'async for' requires an iterator with __anext__ method, got %s", it.Type().Name)
	}
	v, err := f(vm, it)
	if err != nil {
		return Value{}, err
	}
	a, err := vm.getAwaitable(v, 0)
	if e, ok := err.(*Exception); ok {
		bad := NewException(TypeError, "'async for' received an invalid object from __anext__: "+v.Type().Name)
		bad.Cause = e
		bad.Context, bad.SuppressContext = bad.Cause, true
		return Value{}, bad
	}
	return a, err
}
