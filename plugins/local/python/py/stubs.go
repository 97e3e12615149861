package py

// Owners replace these: containers person, text person.

// Len is len(v).
func (vm *VM) Len(v Value) (int, error) {
	if f := v.Type().slots.Len; f != nil {
		return f(vm, v)
	}
	return 0, TypeErrorf("object of type '%s' has no len()", v.Type().Name)
}

// Contains is item in container.
func (vm *VM) Contains(container, item Value) (bool, error) {
	if f := container.Type().slots.Contains; f != nil {
		return f(vm, container, item)
	}
	found := false
	err := vm.Iterate(container, func(v Value) error {
		same, err := vm.Equal(v, item)
		if err == nil && same {
			found = true
			return errStopIterating
		}
		return err
	})
	if err == errStopIterating {
		err = nil
	}
	return found, err
}

var errStopIterating = Raise(StopIteration, "")

// lenResult checks what __len__ gave.
func (vm *VM) lenResult(v Value) (int, error) {
	if v.IsInt() || v.IsBool() {
		if v.AsInt() < 0 {
			return 0, ValueErrorf("__len__() should return >= 0")
		}
		return int(v.AsInt()), nil
	}
	if v.BigInt() != nil {
		return 0, Raise(OverflowError, "cannot fit 'int' into an index-sized integer")
	}
	return 0, TypeErrorf("'%s' object cannot be interpreted as an integer", v.Type().Name)
}

func (vm *VM) Format(v Value, spec string) (Value, error) { return vm.StrValue(v) }
