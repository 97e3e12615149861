package py

// maxEntries bounds the entries of a site that sees several classes.
const maxEntries = 4

// dunderAccess asks the policy about an attribute whose name it may forbid.
func (vm *VM) dunderAccess(obj Value, name *Str, a Access) error {
	p := vm.guard()
	if p == nil {
		return nil
	}
	return p.Attr(vm, obj, name.S, a)
}

// checkValue asks the policy about a value that is marked for it.
func (vm *VM) checkValue(v Value) error {
	p := vm.guard()
	if p == nil {
		return nil
	}
	return p.Value(vm, v)
}

// Guard marks a module or function as one that the policy is asked about when
// guest code gets hold of it.
func Guard(v Value) { v.header().flags |= flagGuarded }

// hit tells whether the entry serves an attribute of o, and gives it.
func (s *site) hit(o *Object) (fn *Function, v Value, ok bool) {
	if o.typ.version != s.version {
		return nil, v, false
	}
	a := o.attrs
	switch s.kind {
	case siteSlot:
		if a != nil && a.shape == s.shape {
			v = a.vals[s.slot]
		}
		return nil, v, v.p != nil
	case siteValue, siteProperty:
		if a != nil && (a.shape != s.absent || a.dict != nil) && s.kind == siteValue {
			return nil, v, false
		}
		if s.kind == siteProperty {
			return (*Function)(s.value.p), v, true
		}
		return nil, s.value, true
	}
	return nil, v, false
}

// entry makes room for a further entry and gives it, emptied.
func (s *site) entry() *site {
	if s.kind != siteEmpty {
		old := *s
		n := 1
		for p := s.more; p != nil; p = p.more {
			if n++; n == maxEntries {
				p.more = nil
			}
		}
		s.more = &old
	}
	s.kind, s.shape, s.absent, s.value, s.version, s.dict = siteEmpty, noShape, noShape, Value{}, 0, nil
	return s
}

// accessTo is the access of a LoadAttr's C.
func accessTo(called uint8) Access {
	if called == 1 {
		return AccessCall
	}
	return AccessRead
}

// loadAttr is LoadAttr where the first entry of the cache does not help. fn is
// the getter of a property, to be called with obj.
func (vm *VM) loadAttr(s *site, obj Value, called uint8) (fn *Function, v Value, err error) {
	o := obj.header()
	if !s.dunder {
		for p := s; p != nil; p = p.more {
			if fn, v, ok := p.hit(o); ok {
				return fn, v, nil
			}
		}
	} else if err = vm.dunderAccess(obj, s.name, accessTo(called)); err != nil {
		return nil, Value{}, err
	}
	switch {
	case o.kind == KindModule:
		if v, ok := s.moduleHit((*Module)(obj.p)); ok {
			return nil, v, nil
		}
		v, err = vm.loadModule(s, obj)
		return nil, v, err
	case o.typ.slots.GetAttr != nil || s.dunder:
		v, err = vm.GetAttr(obj, s.name)
		return nil, v, err
	}
	return vm.loadAttrFill(s, obj)
}

// loadAttrFill looks an attribute up by the generic rules and caches where it
// was found.
func (vm *VM) loadAttrFill(s *site, obj Value) (*Function, Value, error) {
	o := obj.header()
	t := o.typ
	class := vm.lookup(t, s.name)
	if class.Bound() {
		dt := class.Type()
		if dt.slots.Get != nil && dt.slots.Set != nil {
			return vm.loadDataDescr(s, obj, class)
		}
	}
	if a := o.attrs; a != nil && t.flags&TypeHasDict != 0 {
		if a.dict == nil {
			if i := a.shape.slot(s.name); i >= 0 && a.vals[i].Bound() {
				e := s.entry()
				e.kind, e.version, e.shape, e.slot = siteSlot, t.version, a.shape, int32(i)
				return nil, a.vals[i], nil
			}
		} else if v := a.dict.GetStr(s.name); v.Bound() {
			return nil, v, nil
		}
	}
	if !class.Bound() {
		return nil, Value{}, vm.noAttribute(obj, s.name)
	}
	if get := class.Type().slots.Get; get != nil {
		v, err := get(vm, class, obj, t)
		return nil, v, err
	}
	if a := o.attrs; a == nil || a.dict == nil {
		e := s.entry()
		e.kind, e.version, e.value = siteValue, t.version, class
		if a != nil {
			e.absent = a.shape
		}
	}
	return nil, class, nil
}

// loadDataDescr reads through a data descriptor of the class: properties with
// a guest getter and __slots__ members are cached.
func (vm *VM) loadDataDescr(s *site, obj, class Value) (*Function, Value, error) {
	o := obj.header()
	t := o.typ
	if p := class.Property(); p != nil && class.Type() == PropertyType && p.Get.Bound() && p.Get.Kind() == KindFunction {
		e := s.entry()
		e.kind, e.version, e.value = siteProperty, t.version, p.Get
		return (*Function)(p.Get.p), Value{}, nil
	}
	if class.Type() == memberType {
		if m := class.asMember(); m.key != nil && o.attrs != nil {
			if i := o.attrs.shape.slot(m.key); i >= 0 && o.attrs.vals[i].Bound() {
				e := s.entry()
				e.kind, e.version, e.shape, e.slot = siteSlot, t.version, o.attrs.shape, int32(i)
			}
		}
	}
	v, err := class.Type().slots.Get(vm, class, obj, t)
	return nil, v, err
}

// storeAttr is StoreAttr where the first entry of the cache does not help.
func (vm *VM) storeAttr(s *site, obj, v Value) error {
	o := obj.header()
	if s.dunder {
		if err := vm.dunderAccess(obj, s.name, AccessWrite); err != nil {
			return err
		}
		return vm.SetAttr(obj, s.name, v)
	}
	a := o.attrs
	if a != nil {
		for p := s; p != nil; p = p.more {
			if p.version != o.typ.version {
				continue
			}
			if a.shape == p.shape {
				a.vals[p.slot] = v
				return nil
			}
			if a.shape == p.absent && a.dict == nil && p.kind == siteAdd {
				vm.charge(16)
				a.shape = p.grown
				a.vals = append(a.vals, v)
				return nil
			}
		}
	}
	if o.typ.slots.SetAttr != nil || o.typ.flags&TypeHeap == 0 {
		return vm.SetAttr(obj, s.name, v)
	}
	return vm.storeAttrFill(s, obj, v)
}

// storeAttrFill stores by the generic rules and caches the slot, or the step
// from one shape to the next that a new attribute makes.
func (vm *VM) storeAttrFill(s *site, obj, v Value) error {
	o := obj.header()
	t := o.typ
	key := s.name
	class := vm.lookup(t, s.name)
	if class.Bound() && class.Type().slots.Set != nil {
		if class.Type() != memberType || class.asMember().key == nil {
			return vm.genericSetAttr(obj, s.name, v)
		}
		key = class.asMember().key
	} else if t.flags&TypeHasDict == 0 {
		return vm.genericSetAttr(obj, s.name, v)
	}
	a := o.attrs
	if a == nil || a.dict != nil {
		return vm.genericSetAttr(obj, s.name, v)
	}
	before := a.shape
	if i := before.slot(key); i >= 0 {
		e := s.entry()
		e.kind, e.version, e.shape, e.slot = siteSlot, t.version, before, int32(i)
		a.vals[i] = v
		return nil
	}
	if err := vm.genericSetAttr(obj, s.name, v); err != nil {
		return err
	}
	if a.dict == nil && a.shape != before && a.shape.parent == before {
		e := s.entry()
		e.kind, e.version, e.absent, e.grown = siteAdd, t.version, before, a.shape
	}
	return nil
}

func (vm *VM) delAttr(obj Value, name *Str) error {
	if isDunder(name.S) {
		if err := vm.dunderAccess(obj, name, AccessDelete); err != nil {
			return err
		}
	}
	return vm.SetAttr(obj, name, Value{})
}

// loadMethod is LoadMethod where the first entry of the cache does not help.
// self is what is to be passed as the first argument, if bound.
func (vm *VM) loadMethod(s *site, obj Value) (v, self Value, err error) {
	o := obj.header()
	if !s.dunder {
		for p := s.more; p != nil; p = p.more {
			if o.typ.version == p.version && p.kind == siteMethod {
				if a := o.attrs; a == nil || a.shape == p.absent && a.dict == nil {
					return p.value, obj, nil
				}
			}
		}
		if o.kind == KindModule {
			if v, ok := s.moduleHit((*Module)(obj.p)); ok {
				return v, Value{}, nil
			}
		}
	} else if err = vm.dunderAccess(obj, s.name, AccessCall); err != nil {
		return Value{}, Value{}, err
	}
	t := o.typ
	if t == SuperType {
		if v, self = (*superObject)(obj.p).superMethod(s.name); v.Bound() {
			return v, self, nil
		}
	}
	if o.kind == KindModule && t.slots.GetAttr != nil {
		v, err = vm.loadModule(s, obj)
		return v, Value{}, err
	}
	if t.slots.GetAttr == nil {
		class := vm.lookup(t, s.name)
		if class.Bound() && class.Type().flags&TypeMethodDescr != 0 {
			a := o.attrs
			if a == nil || a.dict == nil && a.shape.slot(s.name) < 0 {
				if !s.dunder {
					e := s.entry()
					e.kind, e.version, e.value = siteMethod, t.version, class
					if a != nil {
						e.absent = a.shape
					}
				}
				return class, obj, nil
			}
			if a.dict != nil && !a.dict.GetStr(s.name).Bound() {
				return class, obj, nil
			}
		}
	}
	v, err = vm.GetAttr(obj, s.name)
	if err == nil && v.header().flags&flagGuarded != 0 {
		err = vm.checkValue(v)
	}
	return v, Value{}, err
}

// moduleHit is a cached attribute of a module.
func (s *site) moduleHit(m *Module) (Value, bool) {
	if s.kind == siteModule && s.dict == m.Dict && s.version == m.Dict.version {
		return m.Dict.entries[s.slot].val, true
	}
	return Value{}, false
}

// loadModule reads an attribute of a module and caches its place.
func (vm *VM) loadModule(s *site, obj Value) (Value, error) {
	v, err := vm.GetAttr(obj, s.name)
	if err != nil {
		return vm.missingModuleAttr(obj, s.name, err)
	}
	if v.header().flags&flagGuarded != 0 {
		return v, vm.checkValue(v)
	}
	m := (*Module)(obj.p)
	if i := m.Dict.findStr(s.name); i >= 0 && !s.dunder && m.Dict.entries[i].val == v {
		e := s.entry()
		e.kind, e.version, e.dict, e.slot = siteModule, m.Dict.version, m.Dict, int32(i)
	}
	return v, nil
}

// missingModuleAttr answers for an attribute that a module lacks: the policy
// may know it for one that CPython's module has.
func (vm *VM) missingModuleAttr(obj Value, name *Str, err error) (Value, error) {
	p := vm.guard()
	if p == nil || !isException(err, AttributeError) {
		return Value{}, err
	}
	target, refused := p.ModuleAttr(vm, obj.Module().Name, name.S)
	if refused != nil {
		return Value{}, refused
	}
	if target == "" {
		return Value{}, err
	}
	_, m, e := vm.Import(target)
	if e != nil {
		return Value{}, err
	}
	return m.Value(), nil
}
