package py

import "strings"

func init() {
	call := func(vm *VM, f Value, args []Value, kw Kwargs) (Value, error) { return vm.CallKw(f, args, kw) }
	visit := func(v Value, f func(Value)) {
		if s := v.Builtin().Self; s.Bound() {
			f(s)
		}
	}
	hash := func(vm *VM, v Value) (int64, error) {
		b := v.Builtin()
		h := uint64(hashString(b.Name))
		if b.Self.Bound() {
			h ^= uint64(b.Self.id() >> 4)
		}
		return int64(h), nil
	}
	slots := func(get DescrGet) Slots {
		return Slots{Call: call, Repr: builtinRepr, Get: get, Visit: visit, Hash: hash, Compare: builtinCompare}
	}
	flags := TypeNoSubclass | TypeNoInstance
	BuiltinType.define(TypeSpec{Flags: flags | TypeVectorcall, Slots: slots(nil), Members: builtinMembers})
	MethodWrapperType.define(TypeSpec{Flags: flags, Slots: slots(nil), Members: builtinMembers})
	MethodDescrType.define(TypeSpec{Flags: flags | TypeMethodDescr | TypeVectorcall, Slots: slots(bindBuiltin), Members: builtinMembers})
	WrapperDescrType.define(TypeSpec{Flags: flags | TypeMethodDescr, Slots: slots(bindBuiltin), Members: builtinMembers})
	ClassMethodDescrType.define(TypeSpec{Flags: flags, Slots: slots(func(vm *VM, f, obj Value, owner *Type) (Value, error) {
		if owner == nil {
			owner = obj.Type()
		}
		if b := f.Builtin(); b.Owner != nil && !owner.IsSubtype(b.Owner) {
			return Value{}, TypeErrorf("descriptor '%s' requires a subtype of '%s' but received '%s'", b.Name, b.Owner.Name, owner.Name)
		}
		return vm.boundBuiltin(f.Builtin(), Of(&owner.Object)), nil
	}), Members: builtinMembers})
}

func bindBuiltin(vm *VM, f, obj Value, owner *Type) (Value, error) {
	if !obj.Bound() {
		return f, nil
	}
	if b := f.Builtin(); b.Owner != nil && !IsInstance(obj, b.Owner) {
		return Value{}, TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", b.Name, b.Owner.Name, obj.Type().Name)
	}
	return vm.boundBuiltin(f.Builtin(), obj), nil
}

// boundBuiltin is a method of a built-in type with its self.
func (vm *VM) boundBuiltin(b *Builtin, self Value) Value {
	vm.charge(176)
	m := *b
	m.Self = self
	m.flags &^= flagImmortal
	m.attrs = nil
	m.typ = BuiltinType
	if b.Kind == BuiltinSlot {
		m.typ = MethodWrapperType
	}
	return Of(&m.Object)
}

func builtinRepr(vm *VM, v Value) (Value, error) {
	b := v.Builtin()
	var s string
	switch {
	case b.typ == MethodWrapperType:
		s = "<method-wrapper '" + b.Name + "' of " + b.Self.Type().Name + " object at " + address(b.Self) + ">"
	case b.Self.Bound():
		s = "<built-in method " + b.Name + " of " + b.Self.Type().Name + " object at " + address(b.Self) + ">"
	case b.Kind == BuiltinSlot:
		s = "<slot wrapper '" + b.Name + "' of '" + b.Owner.Name + "' objects>"
	case b.Kind == BuiltinMethod:
		s = "<method '" + b.Name + "' of '" + b.Owner.Name + "' objects>"
	case b.Kind == BuiltinClassMethod:
		s = "<method '" + b.Name + "' of '" + b.Owner.Name + "' objects>"
	default:
		s = "<built-in function " + b.Name + ">"
	}
	return vm.NewString(s), nil
}

func builtinCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	x, y := a.Builtin(), b.Builtin()
	if op != Eq && op != Ne || y == nil {
		return NotImplemented, nil
	}
	same := x == y || x.Self.Bound() && x.Self == y.Self && x.Name == y.Name && x.Owner == y.Owner
	return Bool(same == (op == Eq)), nil
}

var builtinMembers = []Member{
	{Name: "__name__", Get: func(vm *VM, v Value) (Value, error) { return vm.NewString(v.Builtin().Name), nil }},
	{Name: "__qualname__", Get: func(vm *VM, v Value) (Value, error) {
		if b := v.Builtin(); b.Owner != nil {
			return vm.NewString(b.fullName()), nil
		}
		return vm.NewString(v.Builtin().Name), nil
	}},
	{Name: "__doc__", Get: func(vm *VM, v Value) (Value, error) { return docValue(v.Builtin().Doc), nil }},
	{Name: "__module__", Get: func(vm *VM, v Value) (Value, error) {
		b := v.Builtin()
		if b.Owner != nil {
			return None, nil
		}
		if b.Module == "" {
			return vm.NewString("builtins"), nil
		}
		return vm.NewString(b.Module), nil
	}},
	{Name: "__self__", Get: func(vm *VM, v Value) (Value, error) {
		if s := v.Builtin().Self; s.Bound() {
			return s, nil
		}
		return None, nil
	}},
	{Name: "__objclass__", Get: func(vm *VM, v Value) (Value, error) {
		if o := v.Builtin().Owner; o != nil {
			return Of(&o.Object), nil
		}
		return Value{}, vm.noAttribute(v, Name("__objclass__"))
	}},
	{Name: "__text_signature__", Get: func(vm *VM, v Value) (Value, error) {
		b := v.Builtin()
		if b.Sig == nil {
			return None, nil
		}
		parts := []string{}
		if b.Kind == BuiltinMethod || b.Kind == BuiltinSlot {
			parts = append(parts, "$self, /")
		}
		if b.Sig.Text != "" {
			parts = append(parts, b.Sig.Text)
		}
		return vm.NewString("(" + strings.Join(parts, ", ") + ")"), nil
	}},
}
