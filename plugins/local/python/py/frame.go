package py

import (
	"unsafe"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// Frame is one running or suspended block of guest code. Frames live on the
// heap and link to their caller: guest calls use no Go stack.
//
// A frame's registers are a window into the machine's register stack; a
// generator has registers of its own. A window is always addressed as 256
// registers, of which the code uses the first NumRegs.
type Frame struct {
	Code    *Code
	Globals *Dict
	Locals  Value // the namespace mapping of a class body or exec; unbound otherwise
	regs    *window
	ip      *code.Instr // the instruction being executed, while the frame is not the running one
	prev    *Frame
	top     *window // of a generator's frame: where the windows of its callees begin
	far     []Value
	fn      *Function
	gen     *Generator
	self    Value        // of a frame that runs __init__ for a class call: the new instance
	handled *Exception   // of a generator's frame: the exception its resumer is handling
	object  *FrameObject // what guest code sees of it; nil unless asked for
	mode    frameMode
	ret     uint8 // the caller's register for the result
	jumped  bool  // left so that the caller's instruction jumps
}

// frameMode says what happens when a frame is left; 0 is a plain call.
type frameMode uint8

const (
	modeEntry   frameMode = 1 << iota // returns to Go: run was called for it
	modeChunk                         // its window begins a chunk of the register stack
	modeCtor                          // runs __init__: the result is self
	modeGen                           // a generator's
	modeDiscard                       // the result is dropped
	modeOp                            // runs an operator's method: NotImplemented has a meaning
	modeNext                          // runs a __next__: StopIteration ends the caller's loop
	modeSeen                          // guest code has the frame object
)

// window is a frame's registers. Only the first NumRegs of it belong to the
// frame.
type window = [256]Value

// The register stack is a list of chunks. A window may begin anywhere up to
// limit, so that 256 registers and the slack for natives always follow.
const (
	firstChunk  = 1 << 10
	nextChunk   = 1 << 13
	frameSize   = 208
	spareRegs   = 4  // registers above a generator's own, for placeArgs
	nativeSlack = 24 // registers above a frame's own that a native call may use for defaults
	valueSize   = unsafe.Sizeof(Value{})
	instrSize   = unsafe.Sizeof(code.Instr{})
)

type chunk struct {
	vals []Value
	prev *chunk
	next *chunk
}

// at is the window that begins at register i of w. A window is a view whose
// type is longer than the chunk that it lies in, which checkptr objects to.
//
//go:nocheckptr
func at(w *window, i int) *window {
	return (*window)(unsafe.Add(unsafe.Pointer(w), uintptr(i)*valueSize))
}

// registers views a generator's own registers as a window. The code only
// touches those that exist.
//
//go:nocheckptr
func registers(own []Value) *window { return (*window)(unsafe.Pointer(unsafe.SliceData(own))) }

func addr(w *window) uintptr { return uintptr(unsafe.Pointer(w)) }

// setChunk makes c the current chunk.
func (vm *VM) setChunk(c *chunk) {
	vm.chunk = c
	vm.limit = uintptr(unsafe.Pointer(&c.vals[len(c.vals)-256-nativeSlack-16]))
}

// growStack moves on to the next chunk and gives its first window.
func (vm *VM) growStack() *window {
	c := vm.chunk.next
	if c == nil {
		vm.charge(nextChunk * int64(valueSize))
		c = &chunk{vals: make([]Value, nextChunk), prev: vm.chunk}
		vm.chunk.next = c
	}
	vm.setChunk(c)
	return (*window)(c.vals[:256])
}

// shrinkStack goes back to the chunk before.
func (vm *VM) shrinkStack() { vm.setChunk(vm.chunk.prev) }

// nativeWindow is a window above everything that the running frame and the
// native functions it called use. moved tells that it begins a new chunk.
func (vm *VM) nativeWindow() (w *window, moved bool) {
	f := vm.frame
	switch {
	case f == nil:
		return (*window)(vm.chunk.vals[:256]), false
	case f.top != nil:
		w = f.top
	default:
		w = at(f.regs, f.Code.Code.NumRegs+nativeSlack)
	}
	w = at(w, vm.scratch)
	if addr(w) > vm.limit {
		return vm.growStack(), true
	}
	return w, false
}

// newFrame takes a frame from the pool.
func (vm *VM) newFrame() *Frame {
	f := vm.freeFrames
	if f == nil {
		vm.charge(frameSize)
		return &Frame{}
	}
	vm.freeFrames = f.prev
	return f
}

// release puts a frame that was left back into the pool.
func (vm *VM) release(f *Frame) {
	if f.object != nil {
		vm.leaveObject(f)
	}
	if f.mode != 0 || f.far != nil || f.Locals.p != nil {
		f.Locals, f.far, f.self, f.handled, f.gen, f.top, f.mode = Value{}, nil, Value{}, nil, nil, nil, 0
	}
	f.prev = vm.freeFrames
	vm.freeFrames = f
}

// frameNamespace is locals(): the running frame's namespace. That of a
// function is a new dict of its variables.
func (vm *VM) frameNamespace(f *Frame) (Value, error) {
	switch {
	case f == nil:
		return vm.Main.Value(), nil
	case !f.Locals.Bound() && f.Code.Code.Flags&code.FlagModule != 0:
		return f.Globals.Value(), nil
	}
	return vm.namespaceOf(f)
}

// namespaceOf is a frame's own namespace: that of a function is a new dict.
func (vm *VM) namespaceOf(f *Frame) (Value, error) {
	if f.Locals.Bound() {
		return f.Locals, nil
	}
	return vm.variables(f.Code.Code, f.regs[:f.Code.Code.NumRegs], f.far), nil
}

// variables is a new dict of the variables among a function's registers and far
// locals.
func (vm *VM) variables(c *code.Code, regs, far []Value) Value {
	d := vm.NewDict()
	add := func(regs []Value, name string, at int) {
		if at >= len(regs) || name == "" || name[0] == '.' {
			return
		}
		v := regs[at]
		if v.Bound() && v.Kind() == KindCell {
			v = (*Cell)(v.p).V
		}
		if v.Bound() {
			d.SetStr(vm.Intern(name), v)
		}
	}
	for i, name := range c.Locals {
		add(regs, name, i)
	}
	for i, name := range c.FarNames {
		add(far, name, i)
	}
	for i, r := range c.CellRegs {
		add(regs, c.CellNames[i], int(r))
	}
	for i, name := range c.FreeNames {
		add(regs, name, c.FirstFree+i)
	}
	return d.Value()
}

// pc is the index of the frame's current instruction in its code.
func (f *Frame) pc() int32 { return f.Code.index(f.ip) }
