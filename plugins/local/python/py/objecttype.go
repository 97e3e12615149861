package py

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

func defineObject() {
	ObjectType.shape = detached // instances have no attributes, but may be asked for some
	ObjectType.define(TypeSpec{
		Doc: "The base class of the class hierarchy.\n\nWhen called, it accepts no arguments and returns a new featureless\ninstance that has no instance attributes and cannot be given any.\n",
		Slots: Slots{
			New: objectNew, Init: objectInit, Repr: objectRepr, Str: objectStr,
			Hash: objectHash, Compare: objectCompare,
		},
		Members: []Member{{Name: "__class__", Get: classGet, Set: classSet}},
		Methods: []*Builtin{
			Method("__dir__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.dirList(a[0]) }),
			Method("__format__", 1, 1, objectFormat),
			Method("__sizeof__", 0, 0, func(vm *VM, a []Value) (Value, error) { return Int(int64(vm.sizeOf(a[0]))), nil }),
			Method("__getstate__", 0, 0, objectGetState),
			Method("__reduce__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.reduce(a[0]) }),
			Method("__reduce_ex__", 1, 1, objectReduceEx),
			ClassMethod("__init_subclass__", "", func(vm *VM, a []Value) (Value, error) { return None, nil }),
			ClassMethod("__subclasshook__", "object, /", func(vm *VM, a []Value) (Value, error) { return NotImplemented, nil }),
		},
	})
}

func classGet(vm *VM, v Value) (Value, error) { return Of(&v.Type().Object), nil }

func classSet(vm *VM, v, class Value) error {
	if !class.Bound() {
		return TypeErrorf("can't delete __class__ attribute")
	}
	c, old := class.AsType(), v.Type()
	if c == nil {
		return TypeErrorf("__class__ must be set to a class, not '%s' object", class.Type().Name)
	}
	if old.flags&c.flags&TypeHeap == 0 {
		return TypeErrorf("__class__ assignment only supported for mutable types or ModuleType subclasses")
	}
	const layoutFlags = TypeHasDict | TypeHasWeakref
	keys, same := slotPairs(old, c)
	if !same || old.layout != c.layout || old.flags&layoutFlags != c.flags&layoutFlags {
		return TypeErrorf("__class__ assignment: '%s' object layout differs from '%s'", c.Name, old.Name)
	}
	o := v.header()
	if a := o.attrs; a != nil {
		if a.dict == nil {
			a.toDict()
		}
		// The old class's shapes must not serve the new one.
		moved := Attrs{shape: detached, dict: a.dict}
		if c.flags&TypeHasDict == 0 {
			moved.dict = nil
		}
		for _, k := range keys {
			if v := a.getSlot(k[0]); v.Bound() {
				moved.setSlot(k[1], v)
			}
		}
		*a = moved
	}
	o.typ = c
	return nil
}

// objectSize is what a plain instance takes, in bytes.
var objectSize = reflect.TypeFor[Object]().Size()

// slotPairs pairs the __slots__ of two classes that lay their instances out
// alike: beyond a common base, each adds the same.
func slotPairs(a, b *Type) (pairs [][2]*Str, same bool) {
	a, b = a.adder(), b.adder()
	if a != b {
		if a.Base != b.Base || len(a.owned) != len(b.owned) {
			return nil, false
		}
		byName := func(x, y *Str) int { return strings.Compare(x.S, y.S) }
		x, y := slices.SortedFunc(slices.Values(a.owned), byName), slices.SortedFunc(slices.Values(b.owned), byName)
		for i := range x {
			if x[i].S != y[i].S {
				return nil, false
			}
			pairs = append(pairs, [2]*Str{x[i], y[i]})
		}
		a = a.Base
	}
	for ; a != nil; a = a.Base {
		for _, k := range a.owned {
			pairs = append(pairs, [2]*Str{k, k})
		}
	}
	return pairs, true
}

// adder is the nearest class, t included, whose instances hold more than those
// of its base.
func (t *Type) adder() *Type {
	for t.Base != nil && len(t.owned) == 0 && t.layout == t.Base.layout && (t.flags^t.Base.flags)&(TypeHasDict|TypeHasWeakref) == 0 {
		t = t.Base
	}
	return t
}

func objectNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if !cls.builtinBase().plain() {
		// A plain instance would be taken for the type's own struct.
		return Value{}, TypeErrorf("cannot create '%s' instances", cls.Name)
	}
	if len(args)+kw.Len() > 0 {
		if b := cls.lookup(nameNew).BuiltinOrNil(); b == nil || b.Owner != ObjectType {
			return Value{}, TypeErrorf("object.__new__() takes exactly one argument (the type to instantiate)")
		}
		if b := cls.lookup(nameInit).BuiltinOrNil(); b != nil && b.Owner == ObjectType {
			return Value{}, TypeErrorf("%s() takes no arguments", cls.Name)
		}
	}
	if cls.isAbstract() {
		return Value{}, vm.abstractError(cls)
	}
	return Of(vm.newInstance(cls)), nil
}

func objectInit(vm *VM, self Value, args []Value, kw Kwargs) error {
	if len(args)+kw.Len() == 0 {
		return nil
	}
	cls := self.Type()
	if b := cls.lookup(nameInit).BuiltinOrNil(); b == nil || b.Owner != ObjectType {
		return TypeErrorf("object.__init__() takes exactly one argument (the instance to initialize)")
	}
	if b := cls.lookup(nameNew).BuiltinOrNil(); b != nil && b.Owner == ObjectType && cls.flags&TypeNoInstance == 0 {
		return TypeErrorf("%s.__init__() takes exactly one argument (the instance to initialize)", cls.Name)
	}
	return nil
}

// isAbstract reports whether abstract methods remain.
func (t *Type) isAbstract() bool {
	if !t.abstract.Bound() {
		return false
	}
	s := t.abstract.Set()
	return s != nil && s.used > 0
}

func (vm *VM) abstractError(cls *Type) error {
	var names []string
	err := vm.Iterate(cls.abstract, func(v Value) error {
		s, err := vm.Str(v)
		names = append(names, s)
		return err
	})
	if err != nil {
		return err
	}
	slices.Sort(names)
	plural, list := "", ""
	if len(names) > 1 {
		plural = "s"
	}
	for i, n := range names {
		if i > 0 {
			list += ", "
		}
		list += "'" + n + "'"
	}
	return TypeErrorf("Can't instantiate abstract class %s without an implementation for abstract method%s %s", cls.Name, plural, list)
}

// objectRepr is <module.Class object at 0x...>.
func objectRepr(vm *VM, self Value) (Value, error) {
	t := self.Type()
	name := t.QualName
	if m := vm.typeModule(t); m != "" && m != "builtins" {
		name = m + "." + name
	}
	return vm.NewString(fmt.Sprintf("<%s object at 0x%x>", name, vm.ID(self))), nil
}

func objectStr(vm *VM, self Value) (Value, error) {
	if err := vm.enter(); err != nil { // __repr__ may be this again
		return Value{}, err
	}
	defer vm.leave()
	if f := vm.lookup(self.Type(), nameRepr); f.Bound() && f.Function() != nil {
		r, err := vm.callSpecial(self, nameRepr)
		if err != nil {
			return r, err
		}
		return vm.checkUnary(self, nameStr, r) // what it returns is __str__'s then
	}
	return self.Type().slots.Repr(vm, self)
}

func objectHash(vm *VM, self Value) (int64, error) {
	id := vm.ID(self)
	return int64(id>>4 | id<<60>>1), nil
}

func objectCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	switch op {
	case Eq:
		if a == b {
			return True, nil
		}
	case Ne:
		// The inverse of __eq__, unless that does not know.
		if err := vm.enter(); err != nil { // __eq__ may be this again
			return Value{}, err
		}
		defer vm.leave()
		r, err := a.Type().slots.Compare(vm, a, b, Eq)
		if err != nil || r == NotImplemented {
			return r, err
		}
		truth, err := vm.Truth(r)
		return Bool(!truth), err
	}
	return NotImplemented, nil
}

func objectFormat(vm *VM, a []Value) (Value, error) {
	spec := a[1].Str()
	if spec == nil {
		return Value{}, TypeErrorf("__format__() argument must be str, not %s", argKind(a[1]))
	}
	if spec.S != "" {
		return Value{}, TypeErrorf("unsupported format string passed to %s.__format__", a[0].Type().Name)
	}
	return vm.StrValue(a[0])
}

// instanceDictGet is the __dict__ member of types whose instances have one.
func instanceDictGet(vm *VM, v Value) (Value, error) {
	d := v.InstanceDict()
	if d == nil {
		return Value{}, vm.noAttribute(v, Name("__dict__"))
	}
	return d.Value(), nil
}

func instanceDictSet(vm *VM, v, dict Value) error {
	if !dict.Bound() {
		v.header().attrsOf().toDict()
		v.header().attrs.dict = NewDict()
		return nil
	}
	d := dict.Dict()
	if d == nil {
		return TypeErrorf("__dict__ must be set to a dictionary, not a '%s'", dict.Type().Name)
	}
	v.InstanceDict()
	v.header().attrs.dict = d
	return nil
}

// noAttribute is the AttributeError of a missing attribute.
func (vm *VM) noAttribute(obj Value, name *Str) error {
	return newAttributeError(missingAttribute(obj, name), obj, name)
}

func missingAttribute(obj Value, name *Str) string {
	if t := obj.AsType(); t != nil {
		return "type object '" + t.Name + "' has no attribute '" + name.S + "'"
	}
	return "'" + obj.Type().Name + "' object has no attribute '" + name.S + "'"
}

func (vm *VM) noSetAttr(obj Value, name *Str, classHas bool) error {
	if classHas {
		return Raise(AttributeError, "'%s' object attribute '%s' is read-only", obj.Type().Name, name.S)
	}
	return noAttributeToSet(obj, name)
}

// noAttributeToSet is the AttributeError of an attribute that can't be set or
// deleted; it does not say which, so that nothing is suggested.
func noAttributeToSet(obj Value, name *Str) error {
	return NewException(AttributeError, missingAttribute(obj, name))
}

// Repr is repr(v) as a Go string.
func (vm *VM) Repr(v Value) (string, error) {
	if err := vm.enterFor(" while getting the repr of an object"); err != nil {
		return "", err
	}
	r, err := v.Type().slots.Repr(vm, v)
	vm.leave()
	if err != nil {
		return "", err
	}
	return r.Str().S, nil
}

// Str is str(v) as a Go string.
func (vm *VM) Str(v Value) (string, error) {
	r, err := vm.StrValue(v)
	if err != nil {
		return "", err
	}
	return r.Str().S, nil
}

// StrValue is str(v).
func (vm *VM) StrValue(v Value) (Value, error) {
	if v.Type() == StrType {
		return v, nil
	}
	return v.Type().slots.Str(vm, v)
}
