package py

// GetAttr is obj.name by the object's own rules, without the policy: for Go
// code. Instructions and getattr() ask the policy first.
func (vm *VM) GetAttr(obj Value, name *Str) (Value, error) {
	if f := obj.Type().slots.GetAttr; f != nil {
		return f(vm, obj, name)
	}
	return vm.genericGetAttr(obj, name)
}

// SetAttr is obj.name = v; an unbound v deletes.
func (vm *VM) SetAttr(obj Value, name *Str, v Value) error {
	if f := obj.Type().slots.SetAttr; f != nil {
		return f(vm, obj, name, v)
	}
	return vm.genericSetAttr(obj, name, v)
}

// genericGetAttr is object.__getattribute__: data descriptors of the type,
// then the instance's attributes, then other class attributes.
func (vm *VM) genericGetAttr(obj Value, name *Str) (Value, error) {
	v, err := vm.findAttr(obj, name)
	if err == nil && !v.Bound() {
		return Value{}, vm.noAttribute(obj, name)
	}
	return v, err
}

// findAttr is genericGetAttr that gives the unbound Value where there is no
// such attribute.
func (vm *VM) findAttr(obj Value, name *Str) (Value, error) {
	t := obj.Type()
	class := vm.lookup(t, name)
	var get DescrGet
	if class.Bound() {
		dt := class.Type()
		get = dt.slots.Get
		if get != nil && dt.slots.Set != nil {
			return get(vm, class, obj, t)
		}
	}
	if a := obj.header().attrs; a != nil && t.flags&TypeHasDict != 0 {
		if v := a.get(name); v.Bound() {
			return v, nil
		}
	}
	if get != nil {
		return get(vm, class, obj, t)
	}
	return class, nil
}

// genericSetAttr is object.__setattr__ and __delattr__.
func (vm *VM) genericSetAttr(obj Value, name *Str, v Value) error {
	t := obj.Type()
	class := vm.lookup(t, name)
	if class.Bound() {
		if set := class.Type().slots.Set; set != nil {
			return set(vm, class, obj, v)
		}
	}
	if t.flags&TypeHasDict == 0 {
		return vm.noSetAttr(obj, name, class.Bound())
	}
	a := obj.header().attrsOf()
	if !v.Bound() {
		if !a.del(name) {
			return noAttributeToSet(obj, name)
		}
		return nil
	}
	vm.charge(16)
	a.set(name, v)
	return nil
}

// GenericSetAttr is genericSetAttr for types of other packages that have rules
// of their own for some attributes.
func (vm *VM) GenericSetAttr(obj Value, name *Str, v Value) error {
	return vm.genericSetAttr(obj, name, v)
}
