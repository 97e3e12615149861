package py

func definePropertyType() {
	PropertyType.native = typeID[Property]()
	PropertyType.define(TypeSpec{
		Doc:   "Property attribute.",
		Flags: TypeDataDescr,
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				p := &Property{Get: None, Set: None, Del: None, Doc: None}
				vm.NewObject(&p.Object, cls, 112)
				return Of(&p.Object), nil
			},
			Init: propertyInit,
			Get:  propertyGet,
			Set:  propertySet,
			Visit: func(v Value, f func(Value)) {
				p := v.Property()
				f(p.Get)
				f(p.Set)
				f(p.Del)
				f(p.Doc)
			},
		},
		Methods: []*Builtin{
			Method("getter", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.propertyCopy(a[0], a[1], Value{}, Value{}) }),
			Method("setter", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.propertyCopy(a[0], Value{}, a[1], Value{}) }),
			Method("deleter", 1, 1, func(vm *VM, a []Value) (Value, error) { return vm.propertyCopy(a[0], Value{}, Value{}, a[1]) }),
			Method("__set_name__", 0, -1, func(vm *VM, a []Value) (Value, error) {
				if len(a) != 3 {
					return Value{}, TypeErrorf("__set_name__() takes 2 positional arguments but %d were given", len(a)-1)
				}
				a[0].Property().Name = a[2]
				return None, nil
			}),
		},
		Members: []Member{
			{Name: "fget", Field: true, Get: func(vm *VM, v Value) (Value, error) { return v.Property().Get, nil }},
			{Name: "fset", Field: true, Get: func(vm *VM, v Value) (Value, error) { return v.Property().Set, nil }},
			{Name: "fdel", Field: true, Get: func(vm *VM, v Value) (Value, error) { return v.Property().Del, nil }},
			{Name: "__doc__", Field: true,
				Get: func(vm *VM, v Value) (Value, error) { return orNone(v.Property().Doc), nil },
				Set: func(vm *VM, v, doc Value) error { v.Property().Doc = doc; return nil }},
			{Name: "__isabstractmethod__", Get: func(vm *VM, v Value) (Value, error) {
				p := v.Property()
				for _, f := range []Value{p.Get, p.Set, p.Del} {
					if r, err := vm.isAbstractMethod(f); err != nil || r == True {
						return r, err
					}
				}
				return False, nil
			}},
		},
	})
}

var propertySignature = mustSignature("fget=None, fset=None, fdel=None, doc=None")

func propertyInit(vm *VM, self Value, args []Value, kw Kwargs) error {
	var slots [4]Value
	if err := vm.Bind("property", propertySignature, args, kw, slots[:]); err != nil {
		return err
	}
	p := self.Property()
	p.Get, p.Set, p.Del, p.Doc, p.getterDoc = slots[0], slots[1], slots[2], slots[3], false
	if p.Doc.IsNone() && !p.Get.IsNone() {
		doc, err := vm.lookupAttr(p.Get, nameDoc)
		if err != nil {
			return err
		}
		if doc.Bound() && !doc.IsNone() {
			p.Doc, p.getterDoc = doc, true
		}
	}
	if p.typ == PropertyType {
		return nil
	}
	// The docstring of the subclass hides the field, so it goes to the instance.
	doc := p.Doc
	err := vm.SetAttr(self, nameDoc, doc)
	if err != nil && !p.getterDoc && isAttributeError(err) {
		return nil
	}
	return err
}

var nameDoc = Name("__doc__")

func (vm *VM) propertyCopy(self, get, set, del Value) (Value, error) {
	p := self.Property()
	pick := func(v, old Value) Value {
		if v.Bound() && !v.IsNone() {
			return v
		}
		return old
	}
	get = pick(get, p.Get)
	doc := orNone(p.Doc)
	if p.getterDoc && !get.IsNone() {
		doc = None // the getter's own
	}
	r, err := vm.Call(Of(&p.typ.Object), get, pick(set, p.Set), pick(del, p.Del), doc)
	if err != nil {
		return Value{}, err
	}
	if q := r.Property(); q != nil {
		q.Name = p.Name
	}
	return r, nil
}

func propertyGet(vm *VM, descr, obj Value, owner *Type) (Value, error) {
	if !obj.Bound() || obj.IsNone() {
		return descr, nil
	}
	p := descr.Property()
	if p.Get.IsNone() {
		return Value{}, p.missing(vm, obj, "getter")
	}
	return vm.Call(p.Get, obj)
}

func propertySet(vm *VM, descr, obj, v Value) error {
	p := descr.Property()
	var err error
	switch {
	case v.Bound() && p.Set.IsNone():
		return p.missing(vm, obj, "setter")
	case !v.Bound() && p.Del.IsNone():
		return p.missing(vm, obj, "deleter")
	case v.Bound():
		_, err = vm.Call(p.Set, obj, v)
	default:
		_, err = vm.Call(p.Del, obj)
	}
	return err
}

func (p *Property) missing(vm *VM, obj Value, what string) error {
	if p.Name.Bound() && !p.Name.IsNone() {
		name, err := vm.Repr(p.Name)
		if err != nil {
			return err
		}
		return Raise(AttributeError, "property %s of '%s' object has no %s", name, obj.Type().QualName, what)
	}
	return Raise(AttributeError, "property of '%s' object has no %s", obj.Type().QualName, what)
}
