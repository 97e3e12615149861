package py

import (
	"time"
)

// This file has what the modules written in Go need of the machine besides
// the calls that the interpreter itself uses.

// Immortal sets up the header of an object that all machines share: it is made
// once a process, never changed and never counted as a machine's memory.
func Immortal(o *Object, t *Type) Value {
	o.typ, o.kind, o.flags = t, t.kind, o.flags|flagImmortal
	return Of(o)
}

// AddConst puts a value into a native type's namespace, before anyone uses the
// type. The value must be immortal.
func (t *Type) AddConst(name string, v Value) { t.Dict.SetStr(Name(name), v) }

// Now is the time by the machine's clock.
func (vm *VM) Now() time.Time { return vm.now() }

// sleepSlice is how long a sleeping machine stays deaf to an interrupt.
const sleepSlice = 10 * time.Millisecond

// Sleep pauses the run for d. The end of the run's time and an interrupt end
// the pause too, with the error that stops the run.
func (vm *VM) Sleep(d time.Duration) error {
	if vm.sched != nil {
		_, err := vm.Wait(func() bool { return false }, d)
		return err
	}
	return vm.nap(d)
}

// nap is Sleep while no other thread can go on.
func (vm *VM) nap(d time.Duration) error {
	for {
		if err := vm.poll(); err != nil || d <= 0 {
			return err
		}
		nap := min(d, sleepSlice)
		if m := &vm.meter; !m.deadline.IsZero() {
			nap = min(nap, max(m.deadline.Sub(vm.now()), 0)+time.Millisecond)
		}
		time.Sleep(nap)
		d -= nap
	}
}

// WriteStderr writes text to the guest's standard error, or to what stands for
// it at the moment.
func (vm *VM) WriteStderr(s string) error {
	if file := vm.Redirected(true); !file.IsNone() {
		_, err := vm.CallMethod(file, nameWrite, vm.NewString(s))
		return err
	}
	if err := vm.chargeOutput(len(s)); err != nil {
		return err
	}
	if vm.cfg.Stderr == nil {
		return nil
	}
	_, err := vm.cfg.Stderr.Write([]byte(s))
	return err
}

// BinarySlots are the binary operators of a type, by BinaryOp.
type BinarySlots = [numBinaryOps]BinaryFunc

// NewOSError makes an OSError, or its subclass for the error number (that of
// Linux).
func NewOSError(vm *VM, errno int64, text string) error {
	v, err := vm.Call(Of(&OSError.Object), Int(errno), NewStr(text))
	if err != nil {
		return err
	}
	return v.Exception()
}

// WritableBuffer is the memory of a bytes-like object that may be written to;
// nil for any other object. It is good until guest code runs.
func WritableBuffer(v Value) []byte {
	if b := v.ByteArray(); b != nil {
		return b.B
	}
	if v.Type() == MemoryViewType {
		m, err := viewOf(v)
		if err != nil || m.readonly || !m.contiguous() {
			return nil
		}
	} else if v.Type().layout.flags&TypeWritable == 0 {
		return nil
	}
	return v.Type().slots.Buffer(v)
}

// SliceIndices adjusts a slice to a sequence of length n: the first position,
// the step and the number of items.
func (vm *VM) SliceIndices(s *Slice, n int) (start, step, count int, err error) {
	return vm.sliceIndices(s, n)
}

// The recursion limit where nobody sets one, and the most that guest code may
// ask for: a frame costs memory that counts, but none of the Go stack.
const (
	defaultDepth = 1000
	mostDepth    = 20000
)

// RecursionLimit is what sys.getrecursionlimit tells.
func (vm *VM) RecursionLimit() int {
	if vm.askedDepth > 0 {
		return vm.askedDepth
	}
	return vm.maxDepth
}

// SetRecursionLimit is sys.setrecursionlimit. A limit that the embedder set
// below the default stays in force.
func (vm *VM) SetRecursionLimit(n int) {
	vm.askedDepth = n
	vm.maxDepth = vm.allowedDepth(n)
}

func (vm *VM) allowedDepth(n int) int {
	most := mostDepth
	if l := vm.cfg.Limits.Recursion; l > 0 && l < defaultDepth {
		most = l
	}
	return min(n, most)
}

// Depth is how deep the guest's calls are nested.
func (vm *VM) Depth() int { return vm.depth }

// MayReach reports whether the policy lets guest code have a value.
func (vm *VM) MayReach(v Value) bool {
	return vm.cfg.Policy == nil || vm.cfg.Policy.Value(vm, v) == nil
}

// Caller describes the guest's running code: level 0 is the innermost frame
// that is not the interpreter's own, 1 its caller. module is the name of the
// module that it belongs to; ok is false beyond the outermost frame.
func (vm *VM) Caller(level int) (info FrameInfo, module string, ok bool) {
	for f := vm.frame; f != nil; f = f.prev {
		if f.Code.trusted {
			continue
		}
		if level > 0 {
			level--
			continue
		}
		module = "__main__"
		if name := f.Globals.GetStr(nameDunderName); name.Bound() && name.Str() != nil {
			module = name.Str().S
		}
		return vm.frameInfo(place{f.Code, f.pc()}), module, true
	}
	return FrameInfo{}, "", false
}

// Source is the text of a registered source; ok is false if there is none of
// that name.
func (vm *VM) Source(filename string) (src string, ok bool) {
	src, ok = vm.sources[filename]
	return src, ok
}
