package py

// clearStale clears the registers above everything in use, so that what they
// hold can be collected.
func (vm *VM) clearStale() {
	w := vm.scratchBase()
	c := vm.chunk
	first := int((addr(w) - addr((*window)(c.vals[:256]))) / valueSize)
	if first >= 0 && first < len(c.vals) {
		clear(c.vals[first:])
	}
	c.next = nil
}

// measure gives the number of bytes that the session's roots reach: the live
// frames' registers, globals, modules and the exception being handled.
// Immortal objects don't count.
func (vm *VM) measure() int64 {
	vm.clearStale()
	vm.meter.epoch++
	w := &walker{epoch: vm.meter.epoch}
	w.add(vm.Main.Value())
	w.add(vm.Builtins.Value())
	w.add(vm.Modules.Value())
	if vm.handled != nil {
		w.add(Of(&vm.handled.Object))
	}
	for _, s := range vm.states {
		w.add(s.val)
	}
	w.addAll(vm.asyncGenHooks[:])
	w.add(vm.context)
	w.add(vm.eventLoop)
	if vm.sched != nil {
		w.total += vm.sched.visit(w.add)
	}
	for f := vm.frame; f != nil; f = f.prev {
		w.total += frameSize
		f.visit(w.add)
	}
	for c := vm.chunk; c != nil; c = c.prev {
		w.total += int64(len(c.vals)) * int64(valueSize)
	}
	for len(w.todo) > 0 {
		v := w.todo[len(w.todo)-1]
		w.todo = w.todo[:len(w.todo)-1]
		w.total += w.walk(v)
	}
	for _, s := range vm.interned {
		if s.flags&flagImmortal == 0 && s.mark != w.epoch {
			w.total += int64(48 + len(s.S))
		}
	}
	return w.total
}

// visit calls f with everything that a frame holds.
func (f *Frame) visit(add func(Value)) {
	c := f.Code.Code
	for _, v := range f.regs[:c.NumRegs] {
		add(v)
	}
	for _, v := range f.far {
		add(v)
	}
	add(f.Locals)
	add(f.self)
	add(f.Globals.Value())
	add(Of(&f.Code.Object))
	if f.fn != nil {
		add(Of(&f.fn.Object))
	}
	if f.gen != nil {
		add(Of(&f.gen.Object))
	}
	if f.handled != nil {
		add(Of(&f.handled.Object))
	}
}

// walker walks the heap without recursion.
type walker struct {
	epoch uint32
	todo  []Value
	total int64
}

// add puts a value on the list unless it was met before.
func (w *walker) add(v Value) {
	if v.p == nil {
		return
	}
	o := v.header()
	if o.flags&flagImmortal != 0 || o.mark == w.epoch {
		return
	}
	o.mark = w.epoch
	w.todo = append(w.todo, v)
}

// walk adds what v holds and gives its own size.
func (w *walker) walk(v Value) int64 {
	o := v.header()
	size := int64(0)
	if o.typ != nil && o.typ.flags&TypeHeap != 0 {
		w.add(Of(&o.typ.Object))
	}
	if a := o.attrs; a != nil {
		size += 64 + int64(cap(a.vals))*16
		for _, x := range a.vals {
			w.add(x)
		}
		if a.dict != nil {
			w.add(a.dict.Value())
		}
	}
	switch o.kind {
	case KindStr:
		size += int64(48 + len((*Str)(v.p).S))
	case KindBytes:
		size += int64(48 + len((*Bytes)(v.p).S))
	case KindByteArray:
		size += int64(64 + cap((*ByteArray)(v.p).B))
	case KindBigInt:
		size += int64(64 + (*BigInt)(v.p).V.BitLen()/8)
	case KindList:
		l := (*List)(v.p)
		size += int64(48 + cap(l.Items)*16)
		w.addAll(l.Items)
	case KindTuple:
		t := (*Tuple)(v.p)
		size += int64(56 + cap(t.Items)*16)
		w.addAll(t.Items)
	case KindDict:
		d := (*Dict)(v.p)
		size += int64(96 + cap(d.entries)*40 + len(d.index)*4)
		for i := range d.entries {
			w.add(d.entries[i].key)
			w.add(d.entries[i].val)
		}
	case KindSet:
		s := (*Set)(v.p)
		size += int64(96 + len(s.table)*24)
		for i := range s.table {
			w.add(s.table[i].key)
		}
	case KindSlice:
		s := (*Slice)(v.p)
		size += 80
		w.add(s.Start)
		w.add(s.Stop)
		w.add(s.Step)
	case KindIterator:
		size += 112
		w.add((*Iterator)(v.p).src)
	case KindException:
		size += w.walkException((*Exception)(v.p))
	case KindGenerator:
		g := (*Generator)(v.p)
		size += 300
		if g.frame != nil {
			size += int64(g.frame.Code.Code.NumRegs) * 16
		}
	default:
		size += 64
	}
	if o.typ != nil {
		if f := o.typ.slots.Size; f != nil {
			size = int64(f(v))
		}
		if f := o.typ.slots.Visit; f != nil {
			f(v, w.add)
		}
	}
	return size
}

func (w *walker) addAll(vals []Value) {
	for _, v := range vals {
		w.add(v)
	}
}

func (w *walker) walkException(e *Exception) int64 {
	w.add(Of(&e.Args.Object))
	if e.Cause != nil {
		w.add(Of(&e.Cause.Object))
	}
	if e.Context != nil {
		w.add(Of(&e.Context.Object))
	}
	size := int64(128)
	for t := e.Traceback; t != nil; t = t.Next {
		size += 80
		w.add(t.frame)
	}
	if x, ok := e.Extra.(interface{ visit(func(Value)) }); ok {
		x.visit(w.add)
	}
	return size
}
