package py

// defineTraceback completes the type of tracebacks.
func defineTraceback() {
	of := func(v Value) *Traceback { return As[Traceback](v, TracebackType) }
	TracebackType.native = typeID[Traceback]()
	TracebackType.define(TypeSpec{
		Flags: TypeNoSubclass,
		Slots: Slots{New: newTraceback, Visit: func(v Value, add func(Value)) {
			for t := of(v); t != nil; t = t.Next {
				add(t.frame)
			}
		}},
		Members: []Member{
			{Name: "tb_next", Get: func(vm *VM, v Value) (Value, error) {
				if n := of(v).Next; n != nil {
					return Of(&n.Object), nil
				}
				return None, nil
			}, Set: setNextTraceback},
			frameMember("tb_frame", func(vm *VM, v Value) (Value, error) {
				t := of(v)
				if f := vm.handling(t); f != nil && !t.frame.Bound() {
					t.frame = vm.frameObject(f)
				} else if !t.frame.Bound() {
					t.frame = vm.leftFrame(t.Code, t.Globals, t.PC)
				}
				return t.frame, nil
			}),
			{Name: "tb_lineno", Get: func(vm *VM, v Value) (Value, error) { return Int(int64(of(v).Pos().Line)), nil }},
			{Name: "tb_lasti", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Int(int64(of(v).PC) * 2), nil }},
		},
	})
}

// handling is the running frame that handles the exception whose traceback
// begins with t; nil if there is none.
func (vm *VM) handling(t *Traceback) *Frame {
	e := vm.handled
	if e == nil || e.Traceback != t {
		return nil
	}
	for f := vm.frame; f != nil; f = f.prev {
		if f.Code != t.Code || f.Globals != t.Globals {
			continue
		}
		for i := range f.Code.Code.Handlers {
			if f.regs[f.Code.Code.Handlers[i].Reg].Exception() == e {
				return f
			}
		}
	}
	return nil
}

var tracebackSignature = mustSignature("tb_next, tb_frame, tb_lasti, tb_lineno")

func newTraceback(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	var a [4]Value
	if err := vm.Bind("TracebackType", tracebackSignature, args, kw, a[:]); err != nil {
		return Value{}, err
	}
	var next *Traceback
	if !a[0].IsNone() {
		if next = As[Traceback](a[0], TracebackType); next == nil {
			return Value{}, TypeErrorf("expected traceback object or None, got '%s'", a[0].Type().Name)
		}
	}
	f := As[FrameObject](a[1], FrameType)
	if f == nil {
		return Value{}, TypeErrorf("TracebackType() argument 'tb_frame' must be frame, not %s", a[1].Type().Name)
	}
	var n [2]int
	for i, v := range a[2:4] {
		var err error
		if n[i], err = vm.IndexInt(v, OverflowError); err != nil {
			return Value{}, err
		}
	}
	t := &Traceback{Next: next, Code: f.code, Globals: f.globals, PC: int32(n[0] / 2), line: int32(n[1]), frame: a[1]}
	vm.NewObject(&t.Object, TracebackType, 80)
	return Of(&t.Object), nil
}

func setNextTraceback(vm *VM, v, x Value) error {
	t := As[Traceback](v, TracebackType)
	if !x.Bound() {
		return TypeErrorf("can't delete tb_next attribute")
	}
	if x.IsNone() {
		t.Next = nil
		return nil
	}
	next := As[Traceback](x, TracebackType)
	if next == nil {
		return TypeErrorf("expected traceback object, got '%s'", x.Type().Name)
	}
	for n := next; n != nil; n = n.Next {
		if n == t {
			return ValueErrorf("traceback loop detected")
		}
	}
	t.Next = next
	return nil
}
