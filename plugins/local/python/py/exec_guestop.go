package py

import "github.com/airlockhq/airlock/plugins/local/python/code"

// Operators and iterators of guest classes run as frames of the loop where the
// class's method is a plain function; this file decides when, and what their
// results mean.

// lookupEntry caches where a class has a name.
type lookupEntry struct {
	version uint32
	name    *Str
	v       Value
}

const lookupCacheSize = 512

// lookup is t.lookup(name) for an interned name, through the machine's cache.
func (vm *VM) lookup(t *Type, name *Str) Value {
	e := &vm.lookups[(uintptr(t.version)*31^uintptr(name.hash))%lookupCacheSize]
	if e.version == t.version && e.name == name {
		return e.v
	}
	v := t.lookup(name)
	if t.version != 0 && name.hash != 0 {
		*e = lookupEntry{t.version, name, v}
	}
	return v
}

// guestMethod is the guest function of a's class that carries out an operator
// with b; nil if another class may come first, or the function is not plain.
func (vm *VM) guestMethod(a, b Value, name *Str) *Function {
	ta, tb := a.Type(), b.Type()
	if ta.flags&TypeHeap == 0 || ta != tb && tb.flags&TypeHeap != 0 && tb.IsSubtype(ta) {
		return nil
	}
	return plainFunction(vm.lookup(ta, name), 2)
}

func plainFunction(f Value, nargs int) *Function {
	if f.p != nil && f.Kind() == KindFunction && (*Function)(f.p).Code.simple == nargs {
		return (*Function)(f.p)
	}
	return nil
}

// guestInplace is guestMethod for an in-place operator that the class only has
// in the plain form.
func (vm *VM) guestInplace(op BinaryOp, a, b Value) *Function {
	if fn := vm.guestMethod(a, b, opNames[op]); fn != nil && !vm.lookup(a.Type(), inplaceNames[op]).Bound() {
		return fn
	}
	return nil
}

// guestNext is the plain __next__ of an iterator's class; nil if there is none.
func (vm *VM) guestNext(it Value) *Function {
	if t := it.Type(); t.flags&TypeHeap != 0 {
		return plainFunction(vm.lookup(t, nameNext), 1)
	}
	return nil
}

// finishOp takes the result of a guest operator that the instruction f.ip
// called: what it stores, and whether the instruction jumps.
func (vm *VM) finishOp(f *Frame, v Value) (out Value, jumped bool, err error) {
	in, r := f.ip, f.regs
	switch op := in.Op; {
	case op >= code.OpJumpLt && op <= code.OpJumpGeI:
		a, b, cmp := r[in.A], r[in.B], CompareOp(op-code.OpJumpLt)
		if op >= code.OpJumpLtI {
			b, cmp = Int(int64(int8(in.B))), CompareOp(op-code.OpJumpLtI)
		}
		if v == NotImplemented {
			if v, err = vm.compareRest(a, b, cmp); err != nil {
				return Value{}, false, err
			}
		}
		yes, err := vm.Truth(v)
		return Value{}, yes == (in.C == 1), err
	case v != NotImplemented:
		return v, false, nil
	case op >= code.OpLt && op <= code.OpGe:
		v, err = vm.compareRest(r[in.B], r[in.C], CompareOp(op-code.OpLt))
	case op >= code.OpAddI && op <= code.OpModI:
		v, err = vm.binaryRest(immediateOps[op-code.OpAddI], r[in.B], Int(int64(in.D)), in.C == 1)
	case op == code.OpInplaceAdd:
		v, err = vm.binaryRest(OpAdd, r[in.B], r[in.C], true)
	case op == code.OpInplace:
		v, err = vm.binaryRest(BinaryOp(in.D-int32(code.OpAdd)), r[in.B], r[in.C], true)
	default:
		v, err = vm.binaryRest(BinaryOp(op-code.OpAdd), r[in.B], r[in.C], false)
	}
	return v, false, err
}

var immediateOps = [...]BinaryOp{OpAdd, OpSub, OpMul, OpFloorDiv, OpMod}

// compareRest goes on with a op b after a's method gave NotImplemented.
func (vm *VM) compareRest(a, b Value, op CompareOp) (Value, error) {
	if f := b.Type().slots.Compare; f != nil {
		r, err := f(vm, b, a, swapped[op])
		if err != nil || r != NotImplemented {
			return r, err
		}
	}
	return defaultCompare(a, b, op)
}

// binaryRest goes on with a op b after a's method gave NotImplemented.
func (vm *VM) binaryRest(op BinaryOp, a, b Value, inplace bool) (Value, error) {
	ta, tb := a.Type(), b.Type()
	r := NotImplemented
	var err error
	switch {
	case ta == tb:
	case tb.flags&TypeHeap != 0:
		if r, err = vm.maybeCallSpecial(b, reflectedNames[op], a); !r.Bound() {
			r = NotImplemented
		}
	case tb.slots.Binary[op] != nil:
		r, err = tb.slots.Binary[op](vm, a, b)
	}
	if err == nil && r == NotImplemented {
		return Value{}, unsupportedOperands(op, a, b, inplace)
	}
	return r, err
}

// The pairs of a for loop whose target is a pair: items of a dict, enumerate
// and zip give them without making a tuple.

// nextPair stores the next pair of an iterator in a and b. ok is false if the
// iterator is not of such a kind.
func (it *Iterator) nextPair(vm *VM, a, b *Value) (more, ok bool, err error) {
	switch it.kind {
	case iterDictItems:
		d := it.src.Dict()
		if d == nil || !it.unchanged(d) {
			return false, false, nil
		}
		e, err := it.dictEntry(d)
		if e == nil {
			return false, true, err
		}
		*a, *b = e.key, e.val
		return true, true, nil
	case iterEnumerate:
		if it.src.p == noneP || it.end != 0 {
			return false, false, nil
		}
		v, err := vm.forNext(it.src)
		if err != nil || v.p == nil {
			return false, true, err
		}
		*a, *b = Int(it.pos), v
		it.pos++
		return true, true, nil
	case iterZip:
		its := it.src.Tuple()
		if its == nil || len(its.Items) != 2 || it.end != 0 {
			return false, false, nil
		}
		v, err := vm.forNext(its.Items[0])
		if err != nil || v.p == nil {
			return false, true, err
		}
		w, err := vm.forNext(its.Items[1])
		if err != nil || w.p == nil {
			return false, true, err
		}
		*a, *b = v, w
		return true, true, nil
	}
	return false, false, nil
}

// Operations that only link makes.
const (
	// opForIterPair and opForNextPair are ForIter and ForNext where the body
	// begins with an Unpack of the item, which nothing else reads, into two.
	opForIterPair = code.NumOps + iota
	opForNextPair
)

// linkPairs finds loops over pairs.
func (k *Code) linkPairs() {
	for i := range k.Code.Instrs {
		in := &k.instrs[i+1]
		at := i + 2
		switch in.Op {
		case code.OpForIter:
		case code.OpForNext:
			at = int(k.Code.Instrs[i].D) + 1
		default:
			continue
		}
		if u := &k.instrs[at]; u.Op == code.OpUnpack && u.A == in.B && u.C == 2 && int(in.B) >= len(k.Code.Locals) {
			if in.Op == code.OpForIter {
				in.Op = opForIterPair
			} else {
				in.Op = opForNextPair
			}
		}
	}
}
