package py

// mappingProxy is a read-only view of a mapping: a class's __dict__.
type mappingProxy struct {
	Object
	m Value
}

// MappingProxyType is types.MappingProxyType.
var MappingProxyType = shell("mappingproxy", KindNative)

// NewMappingProxy makes a read-only view of a mapping.
func (vm *VM) NewMappingProxy(m Value) Value {
	p := &mappingProxy{m: m}
	vm.NewObject(&p.Object, MappingProxyType, 40)
	return Of(&p.Object)
}

func proxied(v Value) Value {
	if p := As[mappingProxy](v, MappingProxyType); p != nil {
		return p.m
	}
	return v
}

func defineMappingProxy() {
	MappingProxyType.native = typeID[mappingProxy]()
	forward := func(name string, min, max int) *Builtin {
		key := Name(name)
		return Method(name, min, max, func(vm *VM, a []Value) (Value, error) {
			return vm.CallMethod(proxied(a[0]), key, a[1:]...)
		})
	}
	MappingProxyType.define(TypeSpec{
		Flags: TypeNoSubclass | TypeMapping,
		Slots: Slots{
			New: func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
				if len(args) != 1 || kw.Len() > 0 {
					return Value{}, TypeErrorf("mappingproxy() missing required argument 'mapping' (pos 1)")
				}
				if t := args[0].Type(); t.slots.GetItem == nil || t.flags&TypeSequence != 0 {
					return Value{}, TypeErrorf("mappingproxy() argument must be a mapping, not %s", t.Name)
				}
				return vm.NewMappingProxy(args[0]), nil
			},
			Len:      func(vm *VM, v Value) (int, error) { return vm.Len(proxied(v)) },
			GetItem:  func(vm *VM, v, key Value) (Value, error) { return vm.GetItem(proxied(v), key) },
			Contains: func(vm *VM, v, key Value) (bool, error) { return vm.Contains(proxied(v), key) },
			Iter:     func(vm *VM, v Value) (Value, error) { return vm.Iter(proxied(v)) },
			Str:      func(vm *VM, v Value) (Value, error) { return vm.StrValue(proxied(v)) },
			Hash:     func(vm *VM, v Value) (int64, error) { return vm.Hash(proxied(v)) },
			Compare: func(vm *VM, a, b Value, op CompareOp) (Value, error) {
				return vm.Compare(proxied(a), proxied(b), op)
			},
			Repr: func(vm *VM, v Value) (Value, error) {
				r, err := vm.Repr(proxied(v))
				if err != nil {
					return Value{}, err
				}
				return vm.NewString("mappingproxy(" + r + ")"), nil
			},
			Inplace: [numBinaryOps]BinaryFunc{OpOr: func(vm *VM, a, b Value) (Value, error) {
				return Value{}, TypeErrorf("'|=' is not supported by %s; use '|' instead", a.Type().Name)
			}},
			Binary: [numBinaryOps]BinaryFunc{OpOr: func(vm *VM, a, b Value) (Value, error) {
				return vm.Binary(OpOr, proxied(a), proxied(b))
			}},
			Visit: func(v Value, f func(Value)) { f(proxied(v)) },
		},
		Methods: []*Builtin{
			forward("get", 1, 2), forward("keys", 0, 0), forward("values", 0, 0), forward("items", 0, 0),
			forward("copy", 0, 0), forward("__reversed__", 0, 0),
		},
	})
}
