package py

// Frame is one running or suspended block of guest code. Frames live on the
// heap and link to their caller: guest calls use no Go stack.
type Frame struct {
	Code    *Code
	Globals *Dict
	Locals  Value // the namespace mapping of a class body or exec; unbound otherwise
	regs    *[256]Value
	far     []Value
	pc      int32
	prev    *Frame
}

// site is the inline cache of one instruction.
type site struct {
	name    *Str
	version uint32 // of the type, or of the globals' dict
	slot    int32
	shape   *Shape
	value   Value
}

// Generator is a generator, coroutine or asynchronous generator: a frame that
// sleeps between its yields.
type Generator struct {
	Object
	frame    *Frame // nil once finished
	running  bool
	name     *Str
	qualName *Str
}
