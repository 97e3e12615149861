package py

import (
	"slices"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// FrameObject is what guest code sees of a frame of its own: a generator's
// gi_frame, sys._getframe(), a traceback's tb_frame. The frame itself may be
// used again once it is left; what is still asked for afterwards is kept here.
type FrameObject struct {
	Object
	frame   *Frame // nil once it is left
	code    *Code
	globals *Dict
	pc      int32
	vals    []Value // the registers and far locals of a frame that was left
	locals  Value   // its namespace; unbound before it is asked for
	back    Value   // the object of its caller; unbound if there was none
}

// FrameType is frame.
var FrameType = shell("frame", KindNative)

const frameObjectSize = 112

// frameObject is the object of a frame, made on demand.
func (vm *VM) frameObject(f *Frame) Value {
	if f.object == nil {
		o := &FrameObject{frame: f, code: f.Code, globals: f.Globals, pc: f.pc()}
		vm.NewObject(&o.Object, FrameType, frameObjectSize)
		f.object = o
		f.mode |= modeSeen
	}
	return Of(&f.object.Object)
}

// leftFrame is the object of a frame of which only the place is known.
func (vm *VM) leftFrame(c *Code, globals *Dict, pc int32) Value {
	o := &FrameObject{code: c, globals: globals, pc: pc}
	vm.NewObject(&o.Object, FrameType, frameObjectSize)
	return Of(&o.Object)
}

// leaveObject keeps what guest code may still ask of a frame that ends.
func (vm *VM) leaveObject(f *Frame) {
	o := f.object
	o.pc = f.pc()
	if prev := guestFrame(f.prev); prev != nil {
		o.back = vm.frameObject(prev)
	}
	if o.locals = f.Locals; !o.locals.Bound() {
		o.vals = slices.Concat(f.regs[:f.Code.Code.NumRegs], f.far)
	}
	o.frame, f.object = nil, nil
}

// showsFrames reports whether guest code gets to see frames: where it has
// globals() and locals(), which frames lead to as well.
func (vm *VM) showsFrames() bool {
	return vm.cfg.Policy == nil || vm.Builtins.GetStr(nameGlobalsFunc).Bound()
}

// frameMember is an attribute that leads to frames: not there for guest code
// that may not see them.
func frameMember(name string, get func(vm *VM, v Value) (Value, error)) Member {
	key := Name(name)
	return Member{Name: name, Get: func(vm *VM, v Value) (Value, error) {
		if vm.guard() != nil && !vm.showsFrames() {
			return Value{}, vm.noAttribute(v, key)
		}
		return get(vm, v)
	}}
}

// FrameAt is the object of the guest's running frame that is level frames from
// the innermost one; ok is false if there are not so many. The interpreter's
// own frames don't count and are never shown.
func (vm *VM) FrameAt(level int) (v Value, ok bool) {
	if !vm.showsFrames() {
		return Value{}, false
	}
	f := guestFrame(vm.frame)
	for ; f != nil && level > 0; level-- {
		f = guestFrame(f.prev)
	}
	if f == nil {
		return Value{}, false
	}
	return vm.frameObject(f), true
}

// guestFrame is the first of f and its callers that runs the guest's code.
func guestFrame(f *Frame) *Frame {
	for f != nil && f.Code.trusted {
		f = f.prev
	}
	return f
}

// place is where the frame stands.
func (o *FrameObject) at() place {
	if o.frame != nil {
		return place{o.code, o.frame.pc()}
	}
	return place{o.code, o.pc}
}

// line is the line of the current instruction; that of the definition before
// the first one.
func (o *FrameObject) line() int64 {
	p := o.at()
	if p.pc >= 0 && int(p.pc) < len(p.code.Code.Pos) {
		return int64(p.code.Code.Pos[p.pc].Line)
	}
	return int64(p.code.Code.FirstLine)
}

// globalsOf shows the namespace of a frame's module: the dict itself only to
// code that has globals() too, since it leads past what the policy says on
// binding names; else a copy. The interpreter's own modules show nothing.
func (vm *VM) globalsOf(c *Code, globals *Dict) (Value, error) {
	switch {
	case c.trusted && vm.cfg.Policy != nil || globals == nil:
		return vm.NewDict().Value(), nil
	case vm.showsFrames():
		return globals.Value(), nil
	}
	d, err := vm.dictCopy(globals)
	if err != nil {
		return Value{}, err
	}
	return d.Value(), nil
}

var nameGlobalsFunc = Name("globals")

func (o *FrameObject) namespace(vm *VM) (Value, error) {
	c := o.code
	switch {
	case c.trusted && vm.cfg.Policy != nil:
		return vm.NewDict().Value(), nil
	case c.Code.Flags&code.FlagModule != 0 && (o.frame == nil || !o.frame.Locals.Bound()):
		return vm.globalsOf(c, o.globals)
	case o.frame != nil:
		return vm.namespaceOf(o.frame)
	case !o.locals.Bound():
		n := min(c.Code.NumRegs, len(o.vals))
		o.locals = vm.variables(c.Code, o.vals[:n], o.vals[n:])
		o.vals = nil
	}
	return o.locals, nil
}

func defineFrames() {
	of := func(v Value) *FrameObject { return (*FrameObject)(v.p) }
	FrameType.native = typeID[FrameObject]()
	FrameType.define(TypeSpec{
		Flags: TypeNoSubclass | TypeNoInstance,
		Slots: Slots{
			Repr: func(vm *VM, v Value) (Value, error) {
				o := of(v)
				file, err := vm.Repr(NewStr(o.code.Code.Filename))
				return vm.NewString("<frame at " + address(v) + ", file " + file + ", line " + itoa(int(o.line())) + ", code " + o.code.Code.Name + ">"), err
			},
			Visit: func(v Value, add func(Value)) {
				o := of(v)
				add(Of(&o.code.Object))
				if o.globals != nil {
					add(o.globals.Value())
				}
				add(o.locals)
				add(o.back)
				for _, x := range o.vals {
					add(x)
				}
				if o.frame != nil {
					o.frame.visit(add)
				}
			},
		},
		Methods: []*Builtin{Method("clear", 0, 0, func(vm *VM, a []Value) (Value, error) { return None, of(a[0]).clear(vm) })},
		Members: []Member{
			{Name: "f_code", Get: func(vm *VM, v Value) (Value, error) { return Of(&of(v).code.Object), nil }},
			{Name: "f_lineno", Get: func(vm *VM, v Value) (Value, error) { return Int(of(v).line()), nil }},
			{Name: "f_lasti", Get: func(vm *VM, v Value) (Value, error) { return Int(int64(of(v).at().pc) * 2), nil }},
			{Name: "f_globals", Get: func(vm *VM, v Value) (Value, error) { return vm.globalsOf(of(v).code, of(v).globals) }},
			{Name: "f_locals", Get: func(vm *VM, v Value) (Value, error) { return of(v).namespace(vm) }},
			{Name: "f_trace", Get: func(vm *VM, v Value) (Value, error) { return None, nil }},
			{Name: "f_trace_lines", Get: func(vm *VM, v Value) (Value, error) { return True, nil }},
			{Name: "f_trace_opcodes", Get: func(vm *VM, v Value) (Value, error) { return False, nil }},
			{Name: "f_back", Get: func(vm *VM, v Value) (Value, error) {
				o := of(v)
				if o.frame == nil {
					return orNone(o.back), nil
				}
				if f := guestFrame(o.frame.prev); f != nil {
					return vm.frameObject(f), nil
				}
				return None, nil
			}},
		},
	})
}

// clear drops the variables of a frame that does not run any more.
func (o *FrameObject) clear(vm *VM) error {
	f := o.frame
	switch {
	case f == nil:
		o.locals, o.vals = Value{}, nil
		return nil
	case f.gen == nil || f.gen.running:
		return Raise(RuntimeError, "cannot clear an executing frame")
	}
	return vm.closeGenerator(f.gen)
}
