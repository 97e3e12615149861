package py

import "sync/atomic"

var typeVersions atomic.Uint32

func nextTypeVersion() uint32 { return typeVersions.Add(1) }

var (
	ClassMethodDescrType = shell("classmethod_descriptor", KindBuiltin)
	WrapperDescrType     = shell("wrapper_descriptor", KindBuiltin)
)

func (t *Type) addMember(m Member) {}

func (t *Type) addSlotWrappers() {}

func (vm *VM) noAttribute(obj Value, name *Str) error {
	return Raise(AttributeError, "'%s' object has no attribute '%s'", obj.Type().Name, name.S)
}

func (vm *VM) noSetAttr(obj Value, name *Str, classHas bool) error {
	if classHas {
		return Raise(AttributeError, "'%s' object attribute '%s' is read-only", obj.Type().Name, name.S)
	}
	return vm.noAttribute(obj, name)
}

func (vm *VM) poll() error { return nil }

func (vm *VM) newSequenceIterator(v Value) Value { return Value{} }

func (vm *VM) classGetItem(t *Type, key Value) (Value, error) { return Value{}, nil }

func (vm *VM) CallKw(f Value, args []Value, kw Kwargs) (Value, error) {
	return f.Type().slots.Call(vm, f, args, kw)
}

// Text is str(e).
func (e *Exception) Text() string { return "" }
