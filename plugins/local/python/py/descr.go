package py

// member is a computed attribute of a built-in type (getset_descriptor), or a
// __slots__ member of a guest class (member_descriptor), which has a key
// instead of functions.
type member struct {
	Object
	Member
	owner *Type
	key   *Str
}

// The descriptor types.
var (
	getSetType           = shell("getset_descriptor", KindNative)
	memberType           = shell("member_descriptor", KindNative)
	ClassMethodDescrType = shell("classmethod_descriptor", KindBuiltin)
	WrapperDescrType     = shell("wrapper_descriptor", KindBuiltin)
	ClassMethodType      = shell("classmethod", KindNative)
	StaticMethodType     = shell("staticmethod", KindNative)
)

func (t *Type) addMember(m Member) {
	d := &member{Object: Object{typ: getSetType, flags: flagImmortal}, Member: m, owner: t}
	if m.Field {
		d.typ = memberType
	}
	t.Dict.SetStr(Name(m.Name), Of(&d.Object))
}

// wrapped is a classmethod or staticmethod object.
type wrapped struct {
	Object
	fn Value
}

func defineDescriptors() {
	attrs := []Member{
		{Name: "__name__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return NewStr(v.asMember().Name), nil }},
		{Name: "__doc__", Get: func(vm *VM, v Value) (Value, error) { return docValue(v.asMember().Doc), nil }},
		{Name: "__objclass__", Field: true, Get: func(vm *VM, v Value) (Value, error) { return Of(&v.asMember().owner.Object), nil }},
		{Name: "__qualname__", Get: func(vm *VM, v Value) (Value, error) {
			return NewStr(v.asMember().owner.QualName + "." + v.asMember().Name), nil
		}},
	}
	slots := Slots{Repr: memberRepr, Get: memberGet, Set: memberSet}
	getSetType.native, memberType.native = typeID[member](), typeID[member]()
	getSetType.define(TypeSpec{Flags: TypeNoSubclass | TypeNoInstance | TypeDataDescr, Slots: slots, Members: attrs})
	memberType.define(TypeSpec{Flags: TypeNoSubclass | TypeNoInstance | TypeDataDescr, Slots: slots, Members: attrs})
	ClassMethodType.native, StaticMethodType.native = typeID[wrapped](), typeID[wrapped]()
	ClassMethodType.define(TypeSpec{Flags: TypeHasDict, Members: wrappedMembers, Slots: Slots{
		New: wrappedNew, Init: wrappedInit, Repr: wrappedRepr,
		Get: func(vm *VM, descr, obj Value, owner *Type) (Value, error) {
			if owner == nil {
				owner = obj.Type()
			}
			fn := As[wrapped](descr, ClassMethodType).fn
			if get := fn.Type().slots.Get; get != nil && fn.Kind() != KindFunction && fn.Kind() != KindBuiltin {
				return get(vm, fn, Of(&owner.Object), owner.typ)
			}
			return vm.NewMethod(fn, Of(&owner.Object)), nil
		},
		Visit: wrappedVisit,
	}})
	StaticMethodType.define(TypeSpec{Flags: TypeHasDict, Members: wrappedMembers, Slots: Slots{
		New: wrappedNew, Init: wrappedInit, Repr: wrappedRepr,
		Get: func(vm *VM, descr, obj Value, owner *Type) (Value, error) {
			return As[wrapped](descr, StaticMethodType).fn, nil
		},
		Call: func(vm *VM, self Value, args []Value, kw Kwargs) (Value, error) {
			return vm.CallKw(As[wrapped](self, StaticMethodType).fn, args, kw)
		},
		Visit: wrappedVisit,
	}})
	definePropertyType()
}

func docValue(doc string) Value {
	if doc == "" {
		return None
	}
	return NewStr(doc)
}

func (v Value) asMember() *member {
	if m := As[member](v, getSetType); m != nil {
		return m
	}
	return As[member](v, memberType)
}

func memberRepr(vm *VM, self Value) (Value, error) {
	m, what := self.asMember(), "attribute"
	if m.typ == memberType {
		what = "member"
	}
	return NewStr("<" + what + " '" + m.Name + "' of '" + m.owner.Name + "' objects>"), nil
}

func (m *member) check(obj Value) error {
	if !IsInstance(obj, m.owner) {
		return TypeErrorf("descriptor '%s' for '%s' objects doesn't apply to a '%s' object", m.Name, m.owner.Name, obj.Type().Name)
	}
	return nil
}

func memberGet(vm *VM, descr, obj Value, owner *Type) (Value, error) {
	m := descr.asMember()
	if !obj.Bound() {
		return descr, nil
	}
	if err := m.check(obj); err != nil {
		return Value{}, err
	}
	if m.key == nil {
		return m.Get(vm, obj)
	}
	if a := obj.header().attrsOf(); a != nil {
		if v := a.getSlot(m.key); v.Bound() {
			return v, nil
		}
	}
	return Value{}, vm.noAttribute(obj, vm.Intern(m.Name))
}

func memberSet(vm *VM, descr, obj, v Value) error {
	m := descr.asMember()
	if err := m.check(obj); err != nil {
		return err
	}
	if m.key == nil {
		if m.Set == nil && m.Field {
			return Raise(AttributeError, "readonly attribute")
		}
		if m.Set == nil {
			return Raise(AttributeError, "attribute '%s' of '%s' objects is not writable", m.Name, m.owner.Name)
		}
		return m.Set(vm, obj, v)
	}
	a := obj.header().attrsOf()
	if !v.Bound() && !a.getSlot(m.key).Bound() {
		return NewException(AttributeError, m.Name)
	}
	a.setSlot(m.key, v)
	return nil
}

var wrappedMembers = []Member{
	{Name: "__func__", Get: wrappedFunc, Field: true},
	{Name: "__wrapped__", Get: wrappedFunc, Field: true},
	{Name: "__isabstractmethod__", Get: func(vm *VM, v Value) (Value, error) {
		return vm.isAbstractMethod(v.asWrapped().fn)
	}},
	{Name: "__annotations__", Get: wrappedAnnotations, Set: func(vm *VM, v, x Value) error {
		if !x.Bound() {
			v.header().attrsOf().del(nameAnnotations)
			return nil
		}
		v.header().attrsOf().set(nameAnnotations, x)
		return nil
	}},
	{Name: "__dict__", Get: wrappedDict, Set: instanceDictSet},
}

// wrappedAnnotations are those of what is wrapped, read when asked for: most
// functions never make the dict.
func wrappedAnnotations(vm *VM, v Value) (Value, error) {
	if own := v.header().attrsOf().get(nameAnnotations); own.Bound() {
		return own, nil
	}
	return vm.GetAttr(v.asWrapped().fn, nameAnnotations)
}

func wrappedDict(vm *VM, v Value) (Value, error) {
	if a := v.header().attrsOf(); !a.get(nameAnnotations).Bound() {
		x, err := vm.lookupAttr(v.asWrapped().fn, nameAnnotations)
		if err != nil {
			return Value{}, err
		}
		if x.Bound() {
			a.set(nameAnnotations, x)
		}
	}
	return instanceDictGet(vm, v)
}

func wrappedFunc(vm *VM, v Value) (Value, error) { return v.asWrapped().fn, nil }

func (v Value) asWrapped() *wrapped {
	if w := As[wrapped](v, ClassMethodType); w != nil {
		return w
	}
	return As[wrapped](v, StaticMethodType)
}

func wrappedVisit(v Value, f func(Value)) { f(v.asWrapped().fn) }

func wrappedNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	w := &wrapped{fn: None}
	vm.NewObject(&w.Object, cls, 40)
	return Of(&w.Object), nil
}

func wrappedInit(vm *VM, self Value, args []Value, kw Kwargs) error {
	if kw.Len() != 0 {
		return TypeErrorf("%s() takes no keyword arguments", self.Type().Name)
	}
	if len(args) != 1 {
		return TypeErrorf("%s expected 1 argument, got %d", self.Type().Name, len(args))
	}
	w := self.asWrapped()
	w.fn = args[0]
	// As functools.wraps does: the wrapper looks like what it wraps.
	for _, name := range wrapperNames {
		v, err := vm.GetAttr(args[0], name)
		if err != nil {
			if isAttributeError(err) {
				continue
			}
			return err
		}
		w.attrsOf().set(name, v)
	}
	return nil
}

var wrapperNames = []*Str{Name("__module__"), Name("__name__"), Name("__qualname__"), Name("__doc__")}

func isAttributeError(err error) bool {
	e, ok := err.(*Exception)
	return ok && e.typ.IsSubtype(AttributeError)
}

func wrappedRepr(vm *VM, self Value) (Value, error) {
	r, err := vm.Repr(self.asWrapped().fn)
	if err != nil {
		return Value{}, err
	}
	return NewStr("<" + self.Type().Name + "(" + r + ")>"), nil
}

// isAbstractMethod is v.__isabstractmethod__, False where there is none.
func (vm *VM) isAbstractMethod(v Value) (Value, error) {
	r, err := vm.GetAttr(v, nameIsAbstract)
	if err != nil {
		if isAttributeError(err) {
			return False, nil
		}
		return Value{}, err
	}
	b, err := vm.Truth(r)
	return Bool(b), err
}

var nameIsAbstract = Name("__isabstractmethod__")

// NewMethod binds a function to its first argument.
func (vm *VM) NewMethod(fn, self Value) Value {
	vm.charge(64)
	m := &BoundMethod{Object: Object{typ: MethodType, kind: KindMethod}, Func: fn, Self: self}
	return Of(&m.Object)
}
