package py

// This file has what module copy needs of the machine.

// copyHooks are the methods by which a class can have a say in how its
// instances are copied; object's own do not count.
var copyHooks = []*Str{
	Name("__copy__"), Name("__deepcopy__"), nameReduceEx, nameReduce, nameGetState, Name("__setstate__"),
	nameGetNewArgs, nameGetNewArgsEx, nameGetAttr,
}

// NewLike makes an instance of the class of obj, without attributes. ok is
// false if the class has rules of its own for making or copying instances.
func (vm *VM) NewLike(obj Value) (dup Value, ok bool) {
	t := obj.Type()
	if obj.Kind() != KindInstance || t.flags&(TypeHeap|TypeHasDict|TypeHasSlots) != TypeHeap|TypeHasDict || !t.plainNew || t.slots.GetAttr != nil {
		return Value{}, false
	}
	for _, c := range t.MRO {
		if c == ObjectType {
			continue
		}
		for _, name := range copyHooks {
			if c.Dict.GetStr(name).Bound() {
				return Value{}, false
			}
		}
	}
	return Of(vm.newInstance(t)), true
}

// CopyAttrs gives dst, which NewLike made, the attributes of src, each passed
// through f.
func (vm *VM) CopyAttrs(dst, src Value, f func(Value) (Value, error)) error {
	from := src.header().attrs
	if from == nil {
		return nil
	}
	set := func(name *Str, v Value) error {
		v, err := f(v)
		if err == nil {
			vm.charge(16)
			dst.header().attrsOf().set(name, v)
		}
		return err
	}
	if from.dict == nil {
		names, vals := from.shape.names(), append([]Value(nil), from.vals...)
		for i, name := range names {
			if err := set(name, vals[i]); err != nil {
				return err
			}
		}
		return nil
	}
	to := dst.InstanceDict()
	for pos := 0; ; {
		k, v, next, ok := from.dict.Next(pos)
		if !ok {
			return nil
		}
		pos = next
		v, err := f(v)
		if err != nil {
			return err
		}
		if err := to.Set(vm, k, v); err != nil {
			return err
		}
	}
}

// IsDunder reports whether the policy is asked about attributes of that name.
func IsDunder(name string) bool { return isDunder(name) }
