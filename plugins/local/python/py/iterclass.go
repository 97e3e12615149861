package py

// IterMaker makes the next function of an iterator class from the arguments of
// its constructor (bound by the class's signature), and names the values that
// it holds, for the memory measurement.
type IterMaker func(vm *VM, args []Value) (held []Value, next func(vm *VM) (Value, error), err error)

// NewIterClass makes a class of iterators for a module written in Go: calling
// it with arguments by the signature gives an iterator. Made once a process.
func NewIterClass(module, name, sig, doc string, make IterMaker) *Type {
	s := mustSignature(sig)
	t := shell(name, KindIterator)
	t.native = typeID[Iterator]()
	t.layout = t
	slots := iteratorSlots()
	slots.New = func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
		bound := append([]Value(nil), newSlots(s)...)
		if s.noKeywords && kw.Len() > 0 && cls != t && cls.lookup(nameInit) != t.lookup(nameInit) {
			kw = Kwargs{} // they are for the subclass's own __init__
		}
		if err := vm.Bind(name, s, args, kw, bound); err != nil {
			return Value{}, err
		}
		held, next, err := make(vm, bound)
		if err != nil {
			return Value{}, err
		}
		return vm.newClassIterator(cls, held, next), nil
	}
	t.define(TypeSpec{Module: module, Doc: doc, Slots: slots})
	pending = pending[:len(pending)-1]
	t.ready()
	return t
}

func newSlots(s *Signature) []Value { return make([]Value, len(s.Params)) }

// SetNext replaces what an iterator does from now on.
func (it *Iterator) SetNext(held Value, next func(vm *VM) (Value, error)) {
	it.src = held
	it.next = func(vm *VM, it *Iterator) (Value, error) { return next(vm) }
}

// AddMethods puts further methods into a type made by NewIterClass or
// NewNativeType, before anyone uses it.
func (t *Type) AddMethods(methods ...*Builtin) {
	for _, m := range methods {
		m.Owner = t
		m.typ = descrType(m.Kind)
		t.Dict.SetStr(Name(m.Name), Of(&m.Object))
	}
}
