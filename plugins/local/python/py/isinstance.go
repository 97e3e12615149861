package py

var (
	nameInstanceCheck = Name("__instancecheck__")
	nameSubclassCheck = Name("__subclasscheck__")
	nameBases         = Name("__bases__")
)

// IsInstanceOf is isinstance(v, class) in full: tuples, unions and
// __instancecheck__.
func (vm *VM) IsInstanceOf(v, class Value) (bool, error) {
	if c := class.AsType(); c != nil && (v.Type() == c || c.typ == TypeType) {
		return vm.plainIsInstance(v, c)
	}
	if t := class.Tuple(); t != nil {
		if err := vm.enter(); err != nil {
			return false, err
		}
		defer vm.leave()
		for _, c := range t.Items {
			if ok, err := vm.IsInstanceOf(v, c); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	r, err := vm.maybeCallSpecial(class, nameInstanceCheck, v)
	if err != nil {
		return false, err
	}
	if r.Bound() {
		return vm.Truth(r)
	}
	if bases, err := vm.lookupAttr(class, nameBases); err != nil || !bases.Bound() || bases.Tuple() == nil {
		return false, orElse(err, "isinstance() arg 2 must be a type, a tuple of types, or a union")
	}
	c, err := vm.lookupAttr(v, nameClass)
	if err != nil || !c.Bound() {
		return false, err
	}
	return vm.abstractIsSubclass(c, class)
}

func orElse(err error, text string) error {
	if err != nil {
		return err
	}
	return TypeErrorf("%s", text)
}

// plainIsInstance is type.__instancecheck__: by the type, then by __class__.
func (vm *VM) plainIsInstance(v Value, c *Type) (bool, error) {
	t := v.Type()
	if t.IsSubtype(c) {
		return true, nil
	}
	if t.flags&TypeHeap == 0 {
		return false, nil
	}
	// An object may claim another class by a property or __getattr__.
	claimed, err := vm.lookupAttr(v, nameClass)
	if err != nil || !claimed.Bound() {
		return false, err
	}
	ct := claimed.AsType()
	return ct != nil && ct != t && ct.IsSubtype(c), nil
}

// IsSubclassOf is issubclass(class, of) in full.
func (vm *VM) IsSubclassOf(class, of Value) (bool, error) {
	if c := of.AsType(); c != nil && c.typ == TypeType {
		return vm.plainIsSubclass(class, of)
	}
	if t := of.Tuple(); t != nil {
		if err := vm.enter(); err != nil {
			return false, err
		}
		defer vm.leave()
		for _, c := range t.Items {
			if ok, err := vm.IsSubclassOf(class, c); ok || err != nil {
				return ok, err
			}
		}
		return false, nil
	}
	r, err := vm.maybeCallSpecial(of, nameSubclassCheck, class)
	if err != nil {
		return false, err
	}
	if r.Bound() {
		return vm.Truth(r)
	}
	return vm.plainIsSubclass(class, of)
}

func (vm *VM) plainIsSubclass(class, of Value) (bool, error) {
	c, o := class.AsType(), of.AsType()
	if c != nil && o != nil {
		return c.IsSubtype(o), nil
	}
	if bases, err := vm.lookupAttr(class, nameBases); err != nil || !bases.Bound() || bases.Tuple() == nil {
		return false, orElse(err, "issubclass() arg 1 must be a class")
	}
	if bases, err := vm.lookupAttr(of, nameBases); err != nil || !bases.Bound() || bases.Tuple() == nil {
		return false, orElse(err, "issubclass() arg 2 must be a class, a tuple of classes, or a union")
	}
	return vm.abstractIsSubclass(class, of)
}

// abstractIsSubclass follows __bases__ of objects that only look like classes.
func (vm *VM) abstractIsSubclass(class, of Value) (bool, error) {
	if class == of {
		return true, nil
	}
	if err := vm.enter(); err != nil {
		return false, err
	}
	defer vm.leave()
	bases, err := vm.lookupAttr(class, nameBases)
	if err != nil || !bases.Bound() || bases.Tuple() == nil {
		return false, err
	}
	for _, b := range bases.Tuple().Items {
		if ok, err := vm.abstractIsSubclass(b, of); ok || err != nil {
			return ok, err
		}
	}
	return false, nil
}
