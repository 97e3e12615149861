package py

func formatMethod(vm *VM, a []Value) (Value, error) { return objectFormat(vm, a) }
