package py

import (
	"fmt"
	"slices"
	"strings"
)

func defineType() {
	TypeType.native = typeID[Type]()
	TypeType.define(TypeSpec{
		Flags: TypeVectorcall,
		Doc:   "type(object) -> the object's type\ntype(name, bases, dict, **kwds) -> a new type",
		Slots: Slots{
			New: typeNew, Init: typeInit, Call: typeCall, Repr: typeRepr,
			GetAttr: typeGetAttr, SetAttr: typeSetAttr,
			Binary: [numBinaryOps]BinaryFunc{OpOr: typeOr},
			Visit:  typeVisit,
		},
		Methods: []*Builtin{
			Method("mro", 0, 0, func(vm *VM, a []Value) (Value, error) {
				mro, err := vm.computeMRO(a[0].AsType())
				return vm.NewList(typeValues(mro)), err
			}),
			Method("__subclasses__", 0, 0, func(vm *VM, a []Value) (Value, error) {
				return vm.NewList(typeValues(vm.subclassesOf(a[0].AsType()))), nil
			}),
			Method("__instancecheck__", 1, 1, func(vm *VM, a []Value) (Value, error) {
				ok, err := vm.plainIsInstance(a[1], a[0].AsType())
				return Bool(ok), err
			}),
			Method("__subclasscheck__", 1, 1, func(vm *VM, a []Value) (Value, error) {
				ok, err := vm.plainIsSubclass(a[1], a[0])
				return Bool(ok), err
			}),
			ClassMethod("__prepare__", "*args, **kwargs", func(vm *VM, a []Value) (Value, error) { return vm.NewDict().Value(), nil }),
			Method("__dir__", 0, 0, func(vm *VM, a []Value) (Value, error) { return vm.dirList(a[0]) }),
		},
		Members: typeMembers,
	})
}

func typeValues(list []*Type) []Value {
	out := make([]Value, len(list))
	for i, t := range list {
		out[i] = Of(&t.Object)
	}
	return out
}

func (vm *VM) subclassesOf(t *Type) []*Type {
	if t.flags&TypeHeap == 0 {
		return vm.builtinSubclasses[t]
	}
	return t.subclasses
}

func (vm *VM) addSubclass(base, sub *Type) {
	if base.flags&TypeHeap == 0 {
		if vm.builtinSubclasses == nil {
			vm.builtinSubclasses = map[*Type][]*Type{}
		}
		vm.builtinSubclasses[base] = append(vm.builtinSubclasses[base], sub)
		return
	}
	base.subclasses = append(base.subclasses, sub)
}

func (vm *VM) removeSubclass(base, sub *Type) {
	list := slices.DeleteFunc(slices.Clone(vm.subclassesOf(base)), func(c *Type) bool { return c == sub })
	if base.flags&TypeHeap == 0 {
		vm.builtinSubclasses[base] = list
		return
	}
	base.subclasses = list
}

func typeVisit(v Value, f func(Value)) {
	t := v.AsType()
	if t.flags&TypeHeap == 0 {
		return
	}
	f(t.Dict.Value())
	for _, b := range t.MRO {
		f(Of(&b.Object))
	}
}

// typeModule is the class's __module__ as text.
func (vm *VM) typeModule(t *Type) string {
	if t.flags&TypeHeap == 0 {
		return t.Module
	}
	if s := t.Dict.GetStr(nameModule); s.Bound() && s.Str() != nil {
		return s.Str().S
	}
	return ""
}

func typeRepr(vm *VM, self Value) (Value, error) {
	t := self.AsType()
	name := t.QualName
	if m := vm.typeModule(t); m != "" && m != "builtins" {
		name = m + "." + name
	}
	return vm.NewString("<class '" + name + "'>"), nil
}

func typeCall(vm *VM, self Value, args []Value, kw Kwargs) (Value, error) {
	t := self.AsType()
	if t == TypeType {
		if len(args) == 1 && kw.Len() == 0 {
			return Of(&args[0].Type().Object), nil
		}
		if len(args) == 1 {
			return Value{}, TypeErrorf("type() takes no keyword arguments")
		}
		if len(args) != 3 {
			return Value{}, TypeErrorf("type() takes 1 or 3 arguments")
		}
	}
	if t.slots.New == nil || t.flags&TypeNoInstance != 0 {
		if t == FunctionType && kw.Len() == 0 {
			return Value{}, notAFunction(args)
		}
		return Value{}, TypeErrorf("cannot create '%s' instances", t.Name)
	}
	obj, err := t.slots.New(vm, t, args, kw)
	if err != nil {
		return Value{}, err
	}
	if t.flags&typePlainInit != 0 && obj.Type() == t {
		return obj, nil
	}
	if init := obj.Type().slots.Init; init != nil && obj.Type().IsSubtype(t) {
		if err := init(vm, obj, args, kw); err != nil {
			return Value{}, err
		}
	}
	return obj, nil
}

// callNew is T.__new__(cls, ...) called by name.
func (vm *VM) callNew(t *Type, args []Value, kw Kwargs) (Value, error) {
	if len(args) == 0 {
		return Value{}, TypeErrorf("%s.__new__(): not enough arguments", t.Name)
	}
	cls := args[0].AsType()
	if cls == nil {
		return Value{}, TypeErrorf("%s.__new__(X): X is not a type object (%s)", t.Name, args[0].Type().Name)
	}
	if !cls.IsSubtype(t) {
		return Value{}, TypeErrorf("%s.__new__(%s): %s is not a subtype of %s", t.Name, cls.Name, cls.Name, t.Name)
	}
	if !cls.madeBy(t) {
		return Value{}, TypeErrorf("%s.__new__(%s) is not safe, use %s.__new__()", t.Name, cls.Name, cls.builtinBase().Name)
	}
	return t.slots.New(vm, cls, args[1:], kw)
}

// builtinBase is the built-in type whose instances those of t are to Go: t
// itself, or the nearest by the bases that decide the layout.
func (t *Type) builtinBase() *Type {
	for t.flags&TypeHeap != 0 {
		t = t.Base
	}
	return t
}

// madeBy reports whether maker's __new__ allocates the struct that instances of
// t are taken for: that of a base may allocate less.
func (t *Type) madeBy(maker *Type) bool {
	base := t.builtinBase()
	b := base.lookup(nameNew).Builtin()
	return b != nil && b.Owner == maker && (maker != ObjectType || base.plain())
}

// plain reports whether the bare header is all that an instance has of Go's.
func (t *Type) plain() bool {
	return t.layout == ObjectType || t.native != nil && t.native.Size() <= objectSize
}

// typeGetAttr finds an attribute of a class: data descriptors of the
// metaclass, then the class and its bases, then the metaclass.
func typeGetAttr(vm *VM, self Value, name *Str) (Value, error) {
	t, meta := self.AsType(), self.Type()
	m := meta.lookup(name)
	var get DescrGet
	if m.Bound() {
		get = m.Type().slots.Get
		if get != nil && m.Type().slots.Set != nil {
			return get(vm, m, self, meta)
		}
	}
	if v := t.lookup(name); v.Bound() {
		if v.Kind() == KindFunction {
			return v, nil
		}
		if get := v.Type().slots.Get; get != nil {
			return get(vm, v, Value{}, t)
		}
		return v, nil
	}
	if get != nil {
		return get(vm, m, self, meta)
	}
	if m.Bound() {
		return m, nil
	}
	return Value{}, vm.noAttribute(self, name)
}

func typeSetAttr(vm *VM, self Value, name *Str, v Value) error {
	t := self.AsType()
	if t.flags&TypeHeap == 0 {
		return TypeErrorf("cannot set '%s' attribute of immutable type '%s'", name.S, t.Name)
	}
	if m := t.typ.lookup(name); m.Bound() {
		if set := m.Type().slots.Set; set != nil {
			return set(vm, m, self, v)
		}
	}
	if v.Bound() {
		t.Dict.SetStr(name, v)
	} else if !t.Dict.DeleteStr(name).Bound() {
		return noAttributeToSet(self, name)
	}
	t.modified()
	return nil
}

var nameModule, nameQualName, nameDict = Name("__module__"), Name("__qualname__"), Name("__dict__")

var typeMembers = []Member{
	{Name: "__name__", Get: func(vm *VM, v Value) (Value, error) { return vm.NewString(v.AsType().ShortName()), nil }, Set: typeSetName},
	{Name: "__qualname__", Get: func(vm *VM, v Value) (Value, error) { return vm.NewString(v.AsType().QualName), nil },
		Set: func(vm *VM, v, name Value) error {
			s, err := typeTextSetter(v, name, "__qualname__")
			if err == nil {
				v.AsType().QualName = s
			}
			return err
		}},
	{Name: "__module__", Get: func(vm *VM, v Value) (Value, error) {
		t := v.AsType()
		if t.flags&TypeHeap == 0 {
			return vm.NewString(t.Module), nil
		}
		if m := t.Dict.GetStr(nameModule); m.Bound() {
			return m, nil
		}
		return Value{}, Raise(AttributeError, "__module__")
	}, Set: typeSetter("__module__")},
	{Name: "__doc__", Get: typeDocGet, Set: typeSetter("__doc__")},
	{Name: "__mro__", Get: func(vm *VM, v Value) (Value, error) {
		if v.AsType().MRO == nil {
			return None, nil // while the metaclass's mro() runs
		}
		return vm.NewTuple(typeValues(v.AsType().MRO)), nil
	}},
	{Name: "__bases__", Get: func(vm *VM, v Value) (Value, error) { return vm.NewTuple(typeValues(v.AsType().Bases)), nil }, Set: typeSetBases},
	{Name: "__base__", Field: true, Get: func(vm *VM, v Value) (Value, error) {
		if b := v.AsType().Base; b != nil {
			return Of(&b.Object), nil
		}
		return None, nil
	}},
	{Name: "__dict__", Get: func(vm *VM, v Value) (Value, error) { return vm.NewMappingProxy(v.AsType().Dict.Value()), nil }},
	{Name: "__abstractmethods__", Get: func(vm *VM, v Value) (Value, error) {
		if a := v.AsType().abstract; a.Bound() {
			return a, nil
		}
		return Value{}, Raise(AttributeError, "__abstractmethods__")
	}, Set: func(vm *VM, v, names Value) error {
		t := v.AsType()
		if !names.Bound() && !t.abstract.Bound() {
			return Raise(AttributeError, "__abstractmethods__")
		}
		t.abstract = names
		t.modified()
		return nil
	}},
	{Name: "__annotations__", Get: func(vm *VM, v Value) (Value, error) {
		t := v.AsType()
		if a := t.Dict.GetStr(nameAnnotations); a.Bound() {
			return a, nil
		}
		if t.flags&TypeHeap == 0 {
			return Value{}, Raise(AttributeError, "type object '%s' has no attribute '__annotations__'", t.Name)
		}
		d := vm.NewDict().Value()
		t.Dict.SetStr(nameAnnotations, d)
		return d, nil
	}, Set: typeSetter("__annotations__")},
	{Name: "__type_params__", Get: func(vm *VM, v Value) (Value, error) {
		if p := v.AsType().Dict.GetStr(nameTypeParams); p.Bound() {
			return p, nil
		}
		return Of(&emptyTuple.Object), nil
	}, Set: typeSetter("__type_params__")},
	{Name: "__basicsize__", Field: true, Get: func(vm *VM, v Value) (Value, error) { basic, _ := v.AsType().sizes(); return Int(basic), nil }},
	{Name: "__itemsize__", Field: true, Get: func(vm *VM, v Value) (Value, error) { _, item := v.AsType().sizes(); return Int(item), nil }},
	{Name: "__dictoffset__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Int(v.AsType().dictOffset()), nil }},
	{Name: "__flags__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Int(v.AsType().publicFlags()), nil }},
}

var nameAnnotations, nameTypeParams = Name("__annotations__"), Name("__type_params__")

// typeSetter stores into the class dict, past the metaclass's descriptor.
func typeSetter(name string) func(vm *VM, v, x Value) error {
	key := Name(name)
	return func(vm *VM, v, x Value) error {
		t := v.AsType()
		if t.flags&TypeHeap == 0 {
			return TypeErrorf("cannot set '%s' attribute of immutable type '%s'", name, t.Name)
		}
		switch {
		case x.Bound():
			t.Dict.SetStr(key, x)
		case key != nameAnnotations:
			return TypeErrorf("cannot delete '%s' attribute of immutable type '%s'", name, t.Name)
		case !t.Dict.DeleteStr(key).Bound():
			return Raise(AttributeError, "%s", name)
		}
		t.modified()
		return nil
	}
}

func typeTextSetter(v, x Value, what string) (string, error) {
	t := v.AsType()
	if t.flags&TypeHeap == 0 {
		return "", TypeErrorf("cannot set '%s' attribute of immutable type '%s'", what, t.Name)
	}
	if !x.Bound() {
		return "", TypeErrorf("cannot delete '%s' attribute of immutable type '%s'", what, t.Name)
	}
	s := x.Str()
	if s == nil {
		return "", TypeErrorf("can only assign string to %s.%s, not '%s'", t.Name, what, x.Type().Name)
	}
	return s.S, nil
}

func typeSetName(vm *VM, v, x Value) error {
	s, err := typeTextSetter(v, x, "__name__")
	if err != nil {
		return err
	}
	if strings.ContainsRune(s, 0) {
		return ValueErrorf("type name must not contain null characters")
	}
	if err := vm.encodable(x.Str()); err != nil {
		return err
	}
	v.AsType().Name = s
	return nil
}

// encodable refuses a text with lone surrogates.
func (vm *VM) encodable(s *Str) error {
	if s.ASCII() {
		return nil
	}
	_, err := vm.EncodeText(s, "utf-8", "strict")
	return err
}

func typeDocGet(vm *VM, v Value) (Value, error) {
	t := v.AsType()
	if t.flags&TypeHeap == 0 {
		return docValue(t.Doc), nil
	}
	d := t.Dict.GetStr(nameDoc)
	if !d.Bound() {
		return None, nil
	}
	if get := d.Type().slots.Get; get != nil {
		return get(vm, d, Value{}, t)
	}
	return d, nil
}

// typeOr is X | Y for classes: a union. types.go of the typing support sets
// makeUnion.
func typeOr(vm *VM, a, b Value) (Value, error) { return vm.makeUnion(a, b) }

func (t *Type) String() string { return fmt.Sprintf("type %s", t.Name) }

// notAFunction is the error of a call of the type of functions, which makes
// none here. A class statement with a function for a base calls it too.
func notAFunction(args []Value) error {
	switch {
	case len(args) == 0:
		return TypeErrorf("function() missing required argument 'code' (pos 1)")
	case len(args) == 1:
		return TypeErrorf("function() missing required argument 'globals' (pos 2)")
	case args[0].Code() == nil:
		return TypeErrorf("function() argument 'code' must be code, not %s", argKind(args[0]))
	}
	return TypeErrorf("cannot create 'function' instances")
}
