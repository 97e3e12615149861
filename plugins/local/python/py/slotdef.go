package py

import (
	"reflect"
	"sync/atomic"
)

// slotDef connects a dunder name with a slot, both ways: a built-in type that
// has the slot gets a method of that name (call), a guest class that defines
// the name gets the slot (install), and one that inherits a built-in method
// gets the built-in slot (share).
type slotDef struct {
	name     *Str
	min, max int // arguments after self
	has      func(s *Slots) bool
	call     func(vm *VM, s *Slots, args []Value) (Value, error) // args[0] is self
	install  func(s *Slots)
	share    func(dst, src *Slots)
}

var typeVersions atomic.Uint32

func nextTypeVersion() uint32 { return typeVersions.Add(1) }

// addSlotWrappers puts a method into the dict for each slot that the built-in
// type defines itself. It runs before slots are inherited.
func (t *Type) addSlotWrappers() {
	for i := range slotDefs {
		def := &slotDefs[i]
		if !def.has(&t.slots) || t.Dict.GetStr(def.name).Bound() || def.name == reflectedNames[OpAdd] && t.flags&typeConcat != 0 {
			continue
		}
		b := newBuiltin(def.name.S, BuiltinSlot, def.min, def.max, nil, nil)
		owner := t
		b.Fn = func(vm *VM, args []Value) (Value, error) { return def.call(vm, &owner.slots, args) }
		b.typ, b.Owner = WrapperDescrType, t
		t.Dict.SetStr(def.name, Of(&b.Object))
	}
	if t.slots.Compare != nil && (t.slots.Hash == nil || isHashNotImplemented(t.slots.Hash)) {
		t.Dict.SetStr(nameHash, None)
	}
	t.addCallables()
	t.addAttrWrappers()
}

// addCallables adds __new__, __init__ and __call__, whose slots take keywords.
func (t *Type) addCallables() {
	if t.slots.New != nil && !t.Dict.GetStr(nameNew).Bound() {
		t.addVariadic("__new__", BuiltinStatic, func(vm *VM, args []Value, kw Kwargs) (Value, error) {
			return vm.callNew(t, args, kw)
		})
	}
	if t.slots.Init != nil && !t.Dict.GetStr(nameInit).Bound() {
		t.addVariadic("__init__", BuiltinSlot, func(vm *VM, args []Value, kw Kwargs) (Value, error) {
			return None, t.slots.Init(vm, args[0], args[1:], kw)
		})
	}
	if t.slots.Call != nil && !t.Dict.GetStr(nameCall).Bound() {
		t.addVariadic("__call__", BuiltinSlot, func(vm *VM, args []Value, kw Kwargs) (Value, error) {
			return t.slots.Call(vm, args[0], args[1:], kw)
		})
	}
}

func (t *Type) addVariadic(name string, kind BuiltinKind, fn func(vm *VM, args []Value, kw Kwargs) (Value, error)) {
	b := newBuiltin(name, kind, 0, -1, nil, nil)
	b.FnKw = fn
	b.Owner, b.typ = t, descrType(kind)
	t.Dict.SetStr(Name(name), Of(&b.Object))
}

// addAttrWrappers adds __getattribute__, __setattr__ and __delattr__ to object
// and to the types that have rules of their own.
func (t *Type) addAttrWrappers() {
	wrap := func(name string, n int, fn NativeFunc) {
		b := newBuiltin(name, BuiltinSlot, n, n, nil, fn)
		b.Owner, b.typ = t, WrapperDescrType
		t.Dict.SetStr(Name(name), Of(&b.Object))
	}
	set := t.slots.SetAttr
	if set == nil {
		set = func(vm *VM, self Value, name *Str, v Value) error { return vm.genericSetAttr(self, name, v) }
	}
	get := t.slots.GetAttr
	if get == nil {
		get = func(vm *VM, self Value, name *Str) (Value, error) { return vm.genericGetAttr(self, name) }
	}
	if t == ObjectType || t.slots.GetAttr != nil {
		wrap("__getattribute__", 1, func(vm *VM, args []Value) (Value, error) {
			name, err := vm.namedAttr(args, AccessRead)
			if err != nil {
				return Value{}, err
			}
			return get(vm, args[0], name)
		})
	}
	if t == ObjectType || t.slots.SetAttr != nil {
		own := func(vm *VM, args []Value, what string, access Access) (*Str, error) {
			for c := args[0].Type(); c != t; c = c.Base {
				if c.flags&TypeHeap == 0 && c.Dict.GetStr(nameSetAttr).Bound() {
					return nil, TypeErrorf("can't apply this %s to %s object", what, args[0].Type().Name)
				}
			}
			return vm.namedAttr(args, access)
		}
		wrap("__setattr__", 2, func(vm *VM, args []Value) (Value, error) {
			name, err := own(vm, args, "__setattr__", AccessWrite)
			if err != nil {
				return Value{}, err
			}
			return None, set(vm, args[0], name, args[2])
		})
		wrap("__delattr__", 1, func(vm *VM, args []Value) (Value, error) {
			name, err := own(vm, args, "__delattr__", AccessDelete)
			if err != nil {
				return Value{}, err
			}
			return None, set(vm, args[0], name, Value{})
		})
	}
}

// namedAttr is the name that a call of __getattribute__ and its like gives for
// an attribute of args[0]; guest code must be allowed it.
func (vm *VM) namedAttr(args []Value, access Access) (*Str, error) {
	name, err := vm.attrName(args[1])
	if err == nil && vm.guard() != nil {
		err = vm.checkAttr(args[0], name, access)
	}
	return name, err
}

// attrName checks and interns the name of an attribute.
func (vm *VM) attrName(v Value) (*Str, error) {
	s := v.Str()
	if s == nil {
		return nil, TypeErrorf("attribute name must be string, not '%s'", v.Type().Name)
	}
	return vm.internStr(s), nil
}

func isHashNotImplemented(f func(*VM, Value) (int64, error)) bool {
	return reflect.ValueOf(f).Pointer() == reflect.ValueOf(HashNotImplemented).Pointer()
}

// updateSlots computes the slots of a guest class from the names that it and
// its bases define: each name's most derived definition decides.
func (t *Type) updateSlots() {
	t.slots = Slots{Visit: t.layout.slots.Visit, Size: t.layout.slots.Size, Buffer: t.layout.slots.Buffer, BufferFormat: t.layout.slots.BufferFormat}
	for i := range slotDefs {
		def := &slotDefs[i]
		v := t.lookup(def.name)
		if !v.Bound() {
			continue
		}
		// A slot wrapper that stands under another name is an ordinary function.
		if b := v.Builtin(); t.shares(b, def.name) && def.has(&b.Owner.slots) {
			def.share(&t.slots, &b.Owner.slots)
			continue
		}
		if def.name == nameHash && v.IsNone() {
			t.slots.Hash = HashNotImplemented
			continue
		}
		def.install(&t.slots)
	}
	t.updateCallables()
	t.updateFlags()
}

// shares reports whether the slot behind a built-in method of that name serves
// t: it takes instances for what its owner's are, as only a call by name checks.
func (t *Type) shares(b *Builtin, name *Str) bool {
	return b != nil && b.Owner != nil && !b.Self.Bound() && b.Name == name.S && t.IsSubtype(b.Owner)
}

// updateCallables sets New, Init, Call, GetAttr and the flags that let the
// machine make plain instances itself.
func (t *Type) updateCallables() {
	s := &t.slots
	if f := t.lookup(nameNew); !f.Bound() {
		s.New = t.builtinBase().slots.New // a mro() has left object out
	} else if b := f.Builtin(); t.shares(b, nameNew) && t.madeBy(b.Owner) {
		s.New = b.Owner.slots.New
	} else {
		s.New = guestNew
	}
	t.initFunc = nil
	init := t.lookup(nameInit)
	if b := init.BuiltinOrNil(); t.shares(b, nameInit) {
		s.Init = b.Owner.slots.Init
	} else if init.Bound() {
		s.Init = guestInit
		if f := init.Function(); f != nil {
			t.initFunc = f
		}
	}
	if call := t.lookup(nameCall); call.Bound() {
		if b := call.Builtin(); t.shares(b, nameCall) {
			s.Call = b.Owner.slots.Call
		} else {
			s.Call = guestCall
		}
	}
	if f := t.lookup(nameGetAttribute); f.Bound() {
		if b := f.Builtin(); t.shares(b, nameGetAttribute) {
			s.GetAttr = b.Owner.slots.GetAttr
		} else {
			s.GetAttr = guestGetAttribute
		}
	}
	if t.lookup(nameGetAttr).Bound() {
		s.GetAttr = guestGetAttr
	}
	if set, del := t.lookup(nameSetAttr), t.lookup(nameDelAttr); set.Bound() && del.Bound() {
		a, b := set.Builtin(), del.Builtin()
		if t.shares(a, nameSetAttr) && t.shares(b, nameDelAttr) && a.Owner == b.Owner {
			s.SetAttr = a.Owner.slots.SetAttr
		} else {
			s.SetAttr = guestSetAttr
		}
	}
	if s.Repr == nil || s.Str == nil || s.Hash == nil || s.Compare == nil || s.Init == nil {
		inheritSlots(s, &ObjectType.slots)
	}
}

func (t *Type) updateFlags() {
	b := t.lookup(nameNew).BuiltinOrNil()
	t.plainNew = b != nil && b.Owner == ObjectType && t.kind == KindInstance && !t.isAbstract() && t.plainCall()
	if t.slots.Set != nil {
		t.flags |= TypeDataDescr
	} else {
		t.flags &^= TypeDataDescr
	}
}

// plainCall reports whether calling the class is type.__call__.
func (t *Type) plainCall() bool {
	if t.typ == TypeType || t.typ == nil {
		return true
	}
	b := t.typ.lookup(nameCall).BuiltinOrNil()
	return b != nil && b.Owner == TypeType
}

// BuiltinOrNil is Builtin for a value that may be unbound.
func (v Value) BuiltinOrNil() *Builtin {
	if !v.Bound() {
		return nil
	}
	return v.Builtin()
}

// modified is called after every change of a guest class's dict: caches of it
// and its subclasses become invalid and their slots are computed anew.
func (t *Type) modified() {
	t.version = nextTypeVersion()
	t.updateSlots()
	for _, sub := range t.subclasses {
		sub.modified()
	}
}
