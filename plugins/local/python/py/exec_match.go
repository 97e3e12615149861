package py

var nameMatchArgs = Name("__match_args__")

// isPatternSequence reports whether sequence patterns accept v.
func isPatternSequence(v Value) bool {
	return v.Type().flags&TypeSequence != 0
}

// matchKeys carries out MatchKeys.
func (vm *VM) matchKeys(m Value, keys *Tuple) (Value, error) {
	vals := make([]Value, len(keys.Items))
	for i, k := range keys.Items {
		for _, earlier := range keys.Items[:i] {
			if same, err := vm.Equal(earlier, k); err != nil || same {
				if err == nil {
					err = ValueErrorf("mapping pattern checks duplicate key (%s)", vm.reprForError(k))
				}
				return Value{}, err
			}
		}
		v, err := vm.mappingGet(m, k)
		if err != nil {
			return Value{}, err
		}
		if !v.Bound() {
			return None, nil
		}
		vals[i] = v
	}
	return vm.NewTuple(vals), nil
}

// mappingGet is m.get(k) without making missing keys; unbound if it is not
// there.
func (vm *VM) mappingGet(m, k Value) (Value, error) {
	if d := m.Dict(); d != nil {
		return d.Get(vm, k)
	}
	missing := vm.NewTuple([]Value{None})
	v, err := vm.CallMethod(m, nameGetMethod, k, missing)
	if err != nil || v == missing {
		return Value{}, err
	}
	return v, nil
}

var nameGetMethod = Name("get")

// matchRest carries out MatchRest.
func (vm *VM) matchRest(m Value, keys *Tuple) (Value, error) {
	d := vm.NewDict()
	if err := vm.mapUpdate(d, m); err != nil {
		return Value{}, err
	}
	for _, k := range keys.Items {
		if _, err := d.Delete(vm, k); err != nil {
			return Value{}, err
		}
	}
	return d.Value(), nil
}

// matchClass carries out MatchClass.
func (vm *VM) matchClass(class, subject Value, positional int, names *Tuple) (Value, error) {
	t := class.AsType()
	if t == nil {
		return Value{}, TypeErrorf("called match pattern must be a class")
	}
	ok, err := vm.IsInstanceOf(subject, class)
	if err != nil || !ok {
		return None, err
	}
	vals := make([]Value, 0, positional+len(names.Items))
	seen := make(map[string]bool, positional+len(names.Items))
	add := func(name *Str) (found bool, err error) {
		if seen[name.S] {
			return false, TypeErrorf("%s() got multiple sub-patterns for attribute '%s'", t.Name, name.S)
		}
		seen[name.S] = true
		if isDunder(name.S) {
			if err := vm.dunderAccess(subject, name, AccessRead); err != nil {
				return false, err
			}
		}
		v, err := vm.guestAttr(subject, vm.internStr(name))
		if err != nil {
			if isException(err, AttributeError) {
				return false, nil
			}
			return false, err
		}
		vals = append(vals, v)
		return true, nil
	}
	if positional > 0 {
		args, self, err := vm.matchArgs(t, positional)
		if err != nil {
			return Value{}, err
		}
		if self {
			vals = append(vals, subject)
			positional = 0
		}
		for _, a := range args[:positional] {
			name := a.Str()
			if name == nil {
				return Value{}, TypeErrorf("__match_args__ elements must be strings (got %s)", a.Type().Name)
			}
			if found, err := add(name); err != nil || !found {
				return None, err
			}
		}
	}
	for _, n := range names.Items {
		if found, err := add(n.Str()); err != nil || !found {
			return None, err
		}
	}
	return vm.NewTuple(vals), nil
}

// matchArgs is the class's __match_args__, checked against the number of
// positional patterns; self tells that the one there is is for the subject.
func (vm *VM) matchArgs(t *Type, positional int) (args []Value, self bool, err error) {
	v, err := vm.lookupAttr(Of(&t.Object), nameMatchArgs)
	if err != nil {
		return nil, false, err
	}
	allowed := 0
	switch {
	case v.Bound():
		tuple := v.Tuple()
		if tuple == nil {
			return nil, false, TypeErrorf("%s.__match_args__ must be a tuple (got %s)", t.Name, v.Type().Name)
		}
		args, allowed = tuple.Items, len(tuple.Items)
	case t.flags&TypeMatchSelf != 0:
		self, allowed = true, 1
	}
	if positional > allowed {
		return nil, false, TypeErrorf("%s() accepts %d positional sub-pattern%s (%d given)", t.Name, allowed, plural(allowed), positional)
	}
	return args, self, nil
}
