package py

func (vm *VM) makeTypeVar(name *Str, r Value, c uint8) Value       { return None }
func (vm *VM) makeTypeAlias(f *Frame, name *Str, a, b Value) Value { return None }
func (vm *VM) setTypeParams(a, b Value) error                      { return nil }
func (vm *VM) genericBase(a Value) (Value, error)                  { return Value{}, nil }
