package py

// This file has the slot functions of guest classes: each looks the dunder
// method up in the class and calls it.

// lookupSpecial finds a method for an implicit call: in the class, not the
// instance. It gives the callable, and self if the callable still needs it.
func (vm *VM) lookupSpecial(obj Value, name *Str) (f, self Value, err error) {
	v := vm.lookup(obj.Type(), name)
	if !v.Bound() {
		return v, v, nil
	}
	if v.Kind() == KindFunction || v.Type().flags&TypeMethodDescr != 0 {
		return v, obj, nil
	}
	if get := v.Type().slots.Get; get != nil {
		v, err = get(vm, v, obj, obj.Type())
	}
	return v, Value{}, err
}

// callSpecial calls a dunder method of obj that its class is known to have.
func (vm *VM) callSpecial(obj Value, name *Str, args ...Value) (Value, error) {
	r, err := vm.maybeCallSpecial(obj, name, args...)
	if err == nil && !r.Bound() {
		return Value{}, vm.noAttribute(obj, name)
	}
	return r, err
}

// maybeCallSpecial is callSpecial that gives the unbound Value if the class
// lacks the method.
func (vm *VM) maybeCallSpecial(obj Value, name *Str, args ...Value) (Value, error) {
	f, self, err := vm.lookupSpecial(obj, name)
	if err != nil || !f.Bound() {
		return Value{}, err
	}
	if !self.Bound() {
		return vm.CallKw(f, args, Kwargs{})
	}
	var buf [4]Value
	all := append(buf[:0], self)
	return vm.CallKw(f, append(all, args...), Kwargs{})
}

// CallSpecial calls a method that the class of obj defines, past the instance's
// own attributes; it gives the unbound Value if the class lacks it.
func (vm *VM) CallSpecial(obj Value, name *Str, args ...Value) (Value, error) {
	return vm.maybeCallSpecial(obj, name, args...)
}

// CallMethod calls the method name of obj.
func (vm *VM) CallMethod(obj Value, name *Str, args ...Value) (Value, error) {
	f, err := vm.GetAttr(obj, name)
	if err != nil {
		return Value{}, err
	}
	return vm.CallKw(f, args, Kwargs{})
}

func guestUnary(name *Str) UnaryFunc {
	return func(vm *VM, self Value) (Value, error) {
		r, err := vm.callSpecial(self, name)
		if err != nil {
			if name == nameIter && vm.lookup(self.Type(), name).IsNone() {
				err = TypeErrorf("'%s' object is not iterable", self.Type().Name)
			}
			return r, err
		}
		return vm.checkUnary(self, name, r)
	}
}

// checkUnary enforces the result types of the conversions.
func (vm *VM) checkUnary(self Value, name *Str, r Value) (Value, error) {
	var want *Type
	switch name {
	case nameRepr, nameStr:
		want = StrType
	case nameToInt, nameIndex:
		want = IntType
	case nameToFloat:
		want = FloatType
	case nameIter:
		if r.Type().slots.Next == nil {
			return Value{}, TypeErrorf("iter() returned non-iterator of type '%s'", r.Type().Name)
		}
		return r, nil
	default:
		return r, nil
	}
	if IsInstance(r, want) {
		return r, nil
	}
	switch want {
	case StrType:
		return Value{}, TypeErrorf("%s returned non-string (type %s)", name.S, r.Type().Name)
	case IntType:
		return Value{}, TypeErrorf("%s returned non-int (type %s)", name.S, r.Type().Name)
	}
	return Value{}, TypeErrorf("%s.__float__ returned non-float (type %s)", self.Type().Name, r.Type().Name)
}

// guestBinary are the binary slots of guest classes, filled by init because
// sides compares against them.
var guestBinary [numBinaryOps]BinaryFunc

func init() {
	for i := range numBinaryOps {
		op := BinaryOp(i)
		guestBinary[op] = func(vm *VM, a, b Value) (Value, error) { return vm.guestBinaryOp(op, a, b) }
	}
}

// hasGuestOp reports whether the class defines the operator in guest code.
func (t *Type) hasGuestOp(op BinaryOp) bool {
	if t.flags&TypeHeap == 0 {
		return false
	}
	for _, n := range [2]*Str{opNames[op], reflectedNames[op]} {
		if v := t.lookup(n); v.Bound() && (v.Builtin() == nil || v.Builtin().Owner == nil) {
			return true
		}
	}
	return false
}

// guestBinaryOp calls a.__op__(b), or b.__rop__(a) first where b's class is a
// subclass that overrides it, and NotImplemented where neither applies.
func (vm *VM) guestBinaryOp(op BinaryOp, a, b Value) (Value, error) {
	ta, tb := a.Type(), b.Type()
	other := ta != tb && tb.hasGuestOp(op)
	if ta.hasGuestOp(op) {
		if other && tb.IsSubtype(ta) && tb.lookup(reflectedNames[op]) != ta.lookup(reflectedNames[op]) {
			r, err := vm.maybeCallSpecial(b, reflectedNames[op], a)
			if err != nil || r.Bound() && r != NotImplemented {
				return r, err
			}
			other = false
		}
		r, err := vm.maybeCallSpecial(a, opNames[op], b)
		if err != nil || r.Bound() && r != NotImplemented {
			return r, err
		}
	}
	if other {
		r, err := vm.maybeCallSpecial(b, reflectedNames[op], a)
		if err != nil || r.Bound() {
			return r, err
		}
	}
	return NotImplemented, nil
}

// guestPowMod is pow(a, b, c), which no reflected method carries out.
func guestPowMod(vm *VM, a, b, c Value) (Value, error) {
	if !a.Type().hasGuestOp(OpPow) {
		return NotImplemented, nil
	}
	r, err := vm.maybeCallSpecial(a, opNames[OpPow], b, c)
	if err == nil && !r.Bound() {
		return NotImplemented, nil
	}
	return r, err
}

func guestCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	f, self, err := vm.lookupSpecial(a, compareNames[op])
	if _, stop := err.(*Stop); stop {
		return Value{}, err
	}
	switch {
	case err != nil || !f.Bound():
		return NotImplemented, nil // a comparison that can't be had is none
	case self.Bound():
		return vm.CallKw(f, []Value{self, b}, Kwargs{})
	}
	return vm.CallKw(f, []Value{b}, Kwargs{})
}

func guestHash(vm *VM, self Value) (int64, error) {
	r, err := vm.callSpecial(self, nameHash)
	if err != nil {
		return 0, err
	}
	if r.IsInt() || r.IsBool() {
		if h := r.AsInt(); h != -1 {
			return h, nil
		}
		return -2, nil
	}
	if r.BigInt() != nil {
		return IntType.slots.Hash(vm, r)
	}
	return 0, TypeErrorf("__hash__ method should return an integer")
}

func guestBool(vm *VM, self Value) (bool, error) {
	r, err := vm.callSpecial(self, nameBool)
	if err != nil {
		return false, err
	}
	if !r.IsBool() {
		return false, TypeErrorf("__bool__ should return bool, returned %s", r.Type().Name)
	}
	return r.AsBool(), nil
}

func guestLen(vm *VM, self Value) (int, error) {
	r, err := vm.callSpecial(self, nameLen)
	if err != nil {
		return 0, err
	}
	return vm.lenResult(r)
}

func guestGetItem(vm *VM, self, key Value) (Value, error) {
	return vm.callSpecial(self, nameGetItem, key)
}

func guestSetItem(vm *VM, self, key, v Value) error {
	var r Value
	var err error
	if v.Bound() {
		if r, err = vm.maybeCallSpecial(self, nameSetItem, key, v); err == nil && !r.Bound() {
			return Raise(AttributeError, "__setitem__")
		}
		return err
	}
	if r, err = vm.maybeCallSpecial(self, nameDelItem, key); err == nil && !r.Bound() {
		return Raise(AttributeError, "__delitem__")
	}
	return err
}

func guestContains(vm *VM, self, item Value) (bool, error) {
	if self.Type().lookup(nameContains).IsNone() {
		return false, TypeErrorf("'%s' object is not a container", self.Type().Name)
	}
	r, err := vm.callSpecial(self, nameContains, item)
	if err != nil {
		return false, err
	}
	return vm.Truth(r)
}

func guestNext(vm *VM, self Value) (Value, error) {
	r, err := vm.callSpecial(self, nameNext)
	if e, ok := err.(*Exception); ok && e.typ.IsSubtype(StopIteration) {
		return Value{}, nil
	}
	return r, err
}

func guestDescrGet(vm *VM, descr, obj Value, owner *Type) (Value, error) {
	if !obj.Bound() {
		obj = None
	}
	o := None
	if owner != nil {
		o = Of(&owner.Object)
	}
	return vm.callSpecial(descr, nameGet, obj, o)
}

func guestDescrSet(vm *VM, descr, obj, v Value) error {
	name, args := nameSet, []Value{obj, v}
	if !v.Bound() {
		name, args = nameDelete, args[:1]
	}
	r, err := vm.maybeCallSpecial(descr, name, args...)
	if err == nil && !r.Bound() {
		return Raise(AttributeError, "%s", name.S)
	}
	return err
}

func guestCall(vm *VM, self Value, args []Value, kw Kwargs) (Value, error) {
	f, bound, err := vm.lookupSpecial(self, nameCall)
	if err != nil {
		return Value{}, err
	}
	if err := vm.enter(); err != nil {
		return Value{}, err
	}
	defer vm.leave()
	if !bound.Bound() {
		return vm.CallKw(f, args, kw)
	}
	return vm.CallKw(f, append([]Value{bound}, args...), kw)
}

func guestInit(vm *VM, self Value, args []Value, kw Kwargs) error {
	r, err := guestCallNamed(vm, self, nameInit, args, kw)
	if err == nil && !r.IsNone() {
		return TypeErrorf("__init__() should return None, not '%s'", r.Type().Name)
	}
	return err
}

func guestCallNamed(vm *VM, self Value, name *Str, args []Value, kw Kwargs) (Value, error) {
	f, bound, err := vm.lookupSpecial(self, name)
	if err != nil {
		return Value{}, err
	}
	if bound.Bound() {
		args = append([]Value{bound}, args...)
	}
	return vm.CallKw(f, args, kw)
}

func guestNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	f := cls.lookup(nameNew)
	if get := f.Type().slots.Get; get != nil && f.Kind() != KindFunction {
		var err error
		if f, err = get(vm, f, Value{}, cls); err != nil {
			return Value{}, err
		}
	}
	return vm.CallKw(f, append([]Value{Of(&cls.Object)}, args...), kw)
}

func guestGetAttribute(vm *VM, self Value, name *Str) (Value, error) {
	return vm.callSpecial(self, nameGetAttribute, Of(&name.Object))
}

// guestGetAttr tries the ordinary lookup, then __getattr__.
func guestGetAttr(vm *VM, self Value, name *Str) (Value, error) {
	v, err := vm.plainGetAttr(self, name)
	if err == nil {
		if v.Bound() {
			return v, nil
		}
	} else if e, ok := err.(*Exception); !ok || !e.typ.IsSubtype(AttributeError) {
		return Value{}, err
	}
	return vm.callSpecial(self, nameGetAttr, Of(&name.Object))
}

// plainGetAttr is the lookup without __getattr__; it may give the unbound
// Value instead of an AttributeError.
func (vm *VM) plainGetAttr(self Value, name *Str) (Value, error) {
	g := self.Type().lookup(nameGetAttribute)
	if b := g.BuiltinOrNil(); self.Type().shares(b, nameGetAttribute) {
		if f := b.Owner.slots.GetAttr; f != nil {
			return f(vm, self, name)
		}
		return vm.findAttr(self, name)
	}
	return vm.callSpecial(self, nameGetAttribute, Of(&name.Object))
}

func guestSetAttr(vm *VM, self Value, name *Str, v Value) error {
	var err error
	if v.Bound() {
		_, err = vm.callSpecial(self, nameSetAttr, Of(&name.Object), v)
	} else {
		_, err = vm.callSpecial(self, nameDelAttr, Of(&name.Object))
	}
	return err
}
