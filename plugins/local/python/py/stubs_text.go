package py

func strMod(vm *VM, a, b Value) (Value, error)                                { return NotImplemented, nil }
func strFormat(vm *VM, args []Value, kw Kwargs) (Value, error)                { return args[0], nil }
func strFormatMap(vm *VM, a []Value) (Value, error)                           { return a[0], nil }
func (vm *VM) bytesFormat(v Value, format string, args Value) (string, error) { return format, nil }
