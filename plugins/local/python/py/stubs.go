package py

// Owners replace these: exec person.

func (vm *VM) poll() error  { return nil }
func (vm *VM) enter() error { vm.depth++; return nil }
func (vm *VM) leave()       { vm.depth-- }

func (vm *VM) CallKw(f Value, args []Value, kw Kwargs) (Value, error) {
	if call := f.Type().slots.Call; call != nil {
		return call(vm, f, args, kw)
	}
	return Value{}, TypeErrorf("'%s' object is not callable", f.Type().Name)
}

// Bind binds the arguments of the built-in function name into out, one slot a parameter.
func (vm *VM) Bind(name string, sig *Signature, args []Value, kw Kwargs, out []Value) error {
	copy(out, args)
	return nil
}

// runClassBody runs a class body with the namespace and gives its __classcell__ cell, if any.
func (vm *VM) runClassBody(body *Function, ns Value) (Value, error) { return Value{}, nil }

func (vm *VM) addNote(e *Exception, note string) {}

// Text is str(e).
func (e *Exception) Text() string { return "" }

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

func (vm *VM) enterFor(what string) error { return vm.enter() }

// Reserve checks an allocation of n bytes.
func (vm *VM) Reserve(n int64) error { return nil }

func (vm *VM) Format(v Value, spec string) (Value, error) { return vm.StrValue(v) }
func (vm *VM) frameNamespace() (Value, error)             { return vm.Main.Value(), nil }
func (vm *VM) stopIteration(v Value) error                { return NewException(StopIteration, "") }
func (vm *VM) chargeOutput(n int) error                   { return nil }
func (vm *VM) AsyncIter(v Value) (Value, error)           { return v, nil }
func (vm *VM) AsyncNext(v, def Value) (Value, error)      { return v, nil }

// finished is the StopIteration of a generator that has just returned.
func (g *Generator) finished(vm *VM) error { return NewException(StopIteration, "") }
