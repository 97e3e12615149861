package py

import (
	"reflect"
	"sync"
)

// pending are the built-in types that are defined and not linked.
var pending []*Type

// define completes a shell, in any order; Prepare links the types once all are
// defined.
func (t *Type) define(spec TypeSpec) {
	t.fill(spec)
	pending = append(pending, t)
}

func (t *Type) fill(spec TypeSpec) {
	t.Doc, t.slots, t.methodDefs = spec.Doc, spec.Slots, spec.Methods
	if spec.Base != nil {
		t.Base = spec.Base
	}
	t.flags |= spec.Flags
	if spec.Module != "" {
		t.Module = spec.Module
	}
	if t.kind == KindException && len(spec.Members) > 0 {
		t.layout = t // it has fields that another class with fields can't stand beside
	}
	t.Dict = NewDict()
	t.Dict.entries = make([]dictEntry, 0, len(spec.Members)+len(spec.Consts)+len(spec.Methods)+t.slots.count())
	for _, m := range spec.Members {
		t.addMember(m)
	}
	for name, v := range spec.Consts {
		t.Dict.SetStr(Name(name), v)
	}
}

// NewNativeType makes a type whose instances are *T, for modules implemented
// in Go. T's first field must be Object. It is ready at once, so its base must
// be. Such types are made once a process (sync.Once), never a machine.
func NewNativeType[T any](spec TypeSpec) *Type {
	if f, ok := reflect.TypeFor[T]().FieldByName("Object"); !ok || f.Offset != 0 || f.Type != reflect.TypeFor[Object]() {
		// A struct that extends another native struct has its Object one level down, still at offset 0.
		panic("py.NewNativeType: " + spec.Name + ": the Object header must come first")
	}
	t := shell(spec.Name, spec.Kind)
	if spec.Module != "" && spec.Module != "builtins" {
		t.Name = spec.Module + "." + spec.Name
	}
	t.native = typeID[T]()
	t.layout = t
	Prepare()
	t.fill(spec)
	t.ready()
	return t
}

// NewObject sets up the header of a new native object of class cls (t itself
// or a guest subclass of it) and charges its size in bytes.
func (vm *VM) NewObject(o *Object, cls *Type, size int) {
	vm.charge(int64(size))
	o.typ, o.kind = cls, cls.kind
}

// NewStatic sets up the header of an object that is made once a process and
// shared by all machines: it must never be written to.
func NewStatic(o *Object, cls *Type) {
	o.typ, o.kind = cls, cls.kind
	o.flags |= flagImmortal
}

func init() {
	intHeader.typ, floatHeader.typ, boolHeader.typ = IntType, FloatType, BoolType
	noneHeader.typ, ellipsisHeader.typ, notImplementedHeader.typ = NoneType, EllipsisType, NotImplementedType
	emptyTuple.typ = TupleType
}

// Prepare defines and links the built-in types. NewVM does it, so that a process that never
// runs code doesn't pay for it at its start; a process that is about to may
// call it earlier, beside other work.
var Prepare = sync.OnceFunc(func() {
	for _, define := range []func(){
		defineBool, defineIterBuiltins, defineByteArray, defineBytes, defineComplex, defineDescriptors, defineDict, defineDictViews,
		defineExceptions, defineFloat, defineAsyncGenerators, defineGenerators, defineFrames, defineGenericAlias, defineTupleGetter, defineInt,
		defineIterators, defineList, defineMappingProxy, defineMemoryView, defineObject, defineRange, defineBigRangeIterator,
		defineSets, defineSlice, defineStr, defineSuper, defineTuple, defineTypeParams, defineType,
	} {
		define()
	}
	for _, t := range pending {
		t.ready()
	}
	pending = nil
	linkDoubleBases()
})

// ready computes the MRO, fills missing slots from the base and puts methods
// and slot wrappers into the dict.
func (t *Type) ready() {
	if t.MRO != nil {
		return
	}
	t.typ = TypeType
	if t.Base == nil && t != ObjectType {
		t.Base = ObjectType
	}
	t.MRO = []*Type{t}
	if b := t.Base; b != nil {
		b.ready()
		t.Bases = []*Type{b}
		t.MRO = append(t.MRO, b.MRO...)
		t.flags |= b.flags & (TypeSequence | TypeMapping | TypeMatchSelf | TypeHasDict)
		if t.kind == KindNative {
			t.kind = b.kind
			if b == ObjectType {
				t.kind = KindNative
			}
		}
	}
	if t.layout == nil {
		t.layout = t
		if t.kind == KindException && t.Base.kind == KindException {
			t.layout = t.Base.layout // all are *Exception, so that guest classes may combine them
		}
	}
	for _, m := range t.methodDefs {
		m.Owner = t
		m.typ = descrType(m.Kind)
		t.Dict.SetStr(Name(m.Name), Of(&m.Object))
	}
	t.addSlotWrappers()
	if !t.Dict.GetStr(nameDoc).Bound() {
		t.Dict.SetStr(nameDoc, staticDoc(t.Doc))
	}
	if b := t.Base; b != nil {
		if t.slots.Init == nil && t.slots.New != nil && b == ObjectType && t != TypeType {
			t.flags |= typePlainInit
		}
		inheritSlots(&t.slots, &b.slots)
	}
	t.version = nextTypeVersion()
}

// staticDoc is a docstring that all machines share.
func staticDoc(doc string) Value {
	if doc == "" {
		return None
	}
	s := newStr(doc)
	s.flags |= flagImmortal
	s.hash = hashString(doc)
	s.length()
	return Of(&s.Object)
}

func descrType(k BuiltinKind) *Type {
	switch k {
	case BuiltinMethod:
		return MethodDescrType
	case BuiltinClassMethod:
		return ClassMethodDescrType
	case BuiltinSlot:
		return WrapperDescrType
	}
	return BuiltinType
}

// inheritSlots copies the slots that dst lacks from src. A type that defines
// Compare but not Hash does not inherit Hash, as in CPython.
func inheritSlots(dst, src *Slots) {
	ownCompare := dst.Compare != nil
	hash := dst.Hash
	own, base := dst.words(), src.words()
	for i, f := range own {
		if f == nil {
			own[i] = base[i]
		}
	}
	if ownCompare {
		dst.Hash = hash
		if hash == nil {
			dst.Hash = HashNotImplemented
		}
	}
}

// count is the number of slots that there are.
func (s *Slots) count() int {
	n := 0
	for _, f := range s.words() {
		if f != nil {
			n++
		}
	}
	return n
}

// lookup finds a name in the class and its bases (CPython's _PyType_Lookup);
// unbound if there is none.
func (t *Type) lookup(name *Str) Value {
	for _, c := range t.MRO {
		if v := c.Dict.GetStr(name); v.Bound() {
			return v
		}
	}
	return Value{}
}

// Lookup is lookup for other packages.
func (t *Type) Lookup(name *Str) Value { return t.lookup(name) }
