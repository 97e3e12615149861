package py

func strMod(vm *VM, a, b Value) (Value, error)                           { return NotImplemented, nil }
func strFormat(vm *VM, args []Value, kw Kwargs) (Value, error)           { return args[0], nil }
func strFormatMap(vm *VM, a []Value) (Value, error)                      { return a[0], nil }
func (vm *VM) formatStr(s *Str, spec string) (Value, error)              { return Of(&s.Object), nil }
func (vm *VM) decodeObject(v, encoding, errors Value) (Value, error)     { return emptyStr, nil }
func (vm *VM) encodeText(s *Str, encoding, errors string) (Value, error) { return NewBytes(s.S), nil }
func NewBytes(s string) Value {
	return Of(&(&Bytes{Object: Object{typ: BytesType, kind: KindBytes}, S: s}).Object)
}
