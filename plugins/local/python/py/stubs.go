package py

// The numbers person replaces this.

func (vm *VM) Format(v Value, spec string) (Value, error) { return vm.StrValue(v) }
