package py

import (
	"reflect"
	"strings"
)

// Type is a Python class. Built-in types are made once at start-up, shared by
// all machines and never changed; classes made by guest code belong to one
// machine.
type Type struct {
	Object
	Name     string // what errors call it: as ShortName, with its module before it if it is built in outside builtins
	QualName string
	Module   string // __module__; "builtins" for built-in types
	Doc      string
	Bases    []*Type
	Base     *Type   // the base that decides the Go layout
	MRO      []*Type // starts with the type itself

	// Dict is the class namespace in definition order.
	Dict *Dict
	// version changes with every change of this class or one it inherits from;
	// 0 means that lookups must not be cached. Inline caches hold it.
	version uint32

	flags      TypeFlags
	layout     *Type // the nearest ancestor (or itself) that defines the Go struct
	native     reflect.Type
	kind       Kind // kind of the instances
	methodDefs []*Builtin
	subclasses []*Type // guest subclasses (strongly held, within one machine)
	shape      *Shape  // root of the instances' shapes
	// plainNew: a call makes a plain instance (object.__new__) and nothing
	// forbids it, so the machine may allocate it and run initFunc, the guest's
	// __init__, itself. initFunc is nil if __init__ is not a guest function.
	plainNew bool
	abstract Value  // __abstractmethods__; unbound if never set
	owned    []*Str // the private keys of the class's own __slots__
	initFunc *Function

	slots Slots
}

// TypeFlags describe a type.
type TypeFlags uint32

// The flags of a Type.
const (
	TypeHeap        TypeFlags = 1 << iota // made by guest code: mutable
	TypeNoSubclass                        // not an acceptable base type (bool, NoneType, ...)
	TypeHasDict                           // instances have a __dict__
	TypeHasWeakref                        // instances have a __weakref__
	TypeHasSlots                          // a guest class in the MRO has non-empty __slots__
	TypeSequence                          // matches a sequence pattern
	TypeMapping                           // matches a mapping pattern
	TypeNoInstance                        // cannot be instantiated from Python
	TypeMethodDescr                       // instances act as methods when found in a class: LoadMethod may skip binding
	typePlainInit                         // built-in: a call only needs New
	TypeDataDescr                         // instances are data descriptors
	typeConcat                            // + concatenates: there is no __radd__
	typeInUnion                           // instances may stand in X | Y (type variables, aliases)
	TypeWritable                          // what the Buffer slot gives may be written to
	TypeVectorcall                        // calls of instances are native, without keyword dicts or argument tuples
	TypeMatchSelf                         // class pattern with one positional matches the subject itself (int, str, ...)
)

// BinaryOp numbers the binary operators in the order of code.OpAdd ... OpMatMul.
type BinaryOp uint8

// The binary operators, then divmod, which has no instruction.
const (
	OpAdd BinaryOp = iota
	OpSub
	OpMul
	OpTrueDiv
	OpFloorDiv
	OpMod
	OpPow
	OpLShift
	OpRShift
	OpAnd
	OpOr
	OpXor
	OpMatMul
	OpDivmod
	numBinaryOps
)

// CompareOp is a rich comparison, in the order of code.OpLt ... OpGe.
type CompareOp uint8

// The comparisons.
const (
	Lt CompareOp = iota
	Le
	Eq
	Ne
	Gt
	Ge
)

// The function types of the slots. An error is a guest exception (*Exception)
// or an uncatchable stop (*Stop). args alias the caller's registers: a native
// must not keep the slice.
type (
	UnaryFunc   func(vm *VM, self Value) (Value, error)
	BinaryFunc  func(vm *VM, a, b Value) (Value, error)
	TernaryFunc func(vm *VM, a, b, c Value) (Value, error)
	CompareFunc func(vm *VM, a, b Value, op CompareOp) (Value, error)
	CallFunc    func(vm *VM, self Value, args []Value, kw Kwargs) (Value, error)
	NewFunc     func(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error)
	InitFunc    func(vm *VM, self Value, args []Value, kw Kwargs) error
	GetAttrFunc func(vm *VM, self Value, name *Str) (Value, error)
	SetAttrFunc func(vm *VM, self Value, name *Str, v Value) error // unbound v: delete
	DescrGet    func(vm *VM, descr, obj Value, owner *Type) (Value, error)
	DescrSet    func(vm *VM, descr, obj, v Value) error // unbound v: delete
)

// Slots are a type's behaviour, what CPython calls tp_ and nb_ slots. A nil
// slot means that the type lacks it; Ready copies missing ones from the bases.
// Guest classes get functions that look the dunder method up.
type Slots struct {
	Repr UnaryFunc
	Str  UnaryFunc
	Hash func(vm *VM, self Value) (int64, error) // unhashable types: HashNotImplemented
	Call CallFunc
	// GetAttr nil means the generic lookup (type's data descriptors, instance
	// attributes, other class attributes).
	GetAttr GetAttrFunc
	SetAttr SetAttrFunc
	New     NewFunc
	Init    InitFunc

	Bool     func(vm *VM, self Value) (bool, error)
	Len      func(vm *VM, self Value) (int, error)
	GetItem  BinaryFunc
	SetItem  func(vm *VM, self, key, v Value) error // unbound v: delete
	Contains func(vm *VM, self, item Value) (bool, error)
	Iter     UnaryFunc
	// Next gives the next item; the unbound Value with a nil error means the
	// end (no StopIteration object is made).
	Next UnaryFunc

	// Binary slots are called with the operands in source order whichever of
	// them has the type, and may return NotImplemented.
	Binary  [numBinaryOps]BinaryFunc
	Inplace [numBinaryOps]BinaryFunc
	PowMod  TernaryFunc // pow(a, b, c)
	Compare CompareFunc // may return NotImplemented

	Neg, Pos, Invert, Abs   UnaryFunc
	ToInt, ToFloat, Index   UnaryFunc
	Get                     DescrGet
	Set                     DescrSet
	Await, AsyncIter, Anext UnaryFunc

	// Buffer gives the bytes that the object exposes to bytes-like uses; they
	// alias its memory.
	Buffer func(self Value) []byte
	// BufferFormat is the format of the items in these bytes; nil means bytes.
	BufferFormat func(self Value) byte

	// Visit calls f with every Value that the object holds, for the memory
	// measurement; Size is the object's own size in bytes. Both optional.
	Visit func(self Value, f func(Value))
	Size  func(self Value) int
}

// ShortName is the class's __name__.
func (t *Type) ShortName() string {
	if t.flags&TypeHeap != 0 {
		return t.Name
	}
	return t.Name[strings.LastIndexByte(t.Name, '.')+1:]
}

func typeID[T any]() reflect.Type { return reflect.TypeFor[T]() }

// hasLayout reports whether instances of t are laid out as those of base.
func (t *Type) hasLayout(base *Type) bool {
	for l := t.layout; l != nil; l = l.Base.layoutOrNil() {
		if l == base {
			return true
		}
	}
	return false
}

func (t *Type) layoutOrNil() *Type {
	if t == nil {
		return nil
	}
	return t.layout
}

// IsSubtype reports whether t is base or inherits from it (by the MRO).
func (t *Type) IsSubtype(base *Type) bool {
	if t == base {
		return true
	}
	for _, b := range t.MRO {
		if b == base {
			return true
		}
	}
	return t.MRO == nil && t.Base != nil && t.Base.IsSubtype(base) // while its metaclass's mro() runs
}

// IsInstance reports whether v's type is t or inherits from it (no
// __instancecheck__).
func IsInstance(v Value, t *Type) bool { return v.Type().IsSubtype(t) }

// TypeSpec describes a built-in type for NewNativeType.
type TypeSpec struct {
	Name    string // "deque"
	Module  string // "" means builtins
	Doc     string
	Base    *Type // nil means object
	Flags   TypeFlags
	Kind    Kind // KindNative for types of other packages
	Slots   Slots
	Methods []*Builtin       // methods, class methods and static methods
	Members []Member         // computed attributes
	Consts  map[string]Value // other class attributes
}

// Member is a computed attribute (CPython's getset descriptor). A nil Set
// makes it read-only.
type Member struct {
	Name string
	Doc  string
	// Field makes it a member_descriptor, as CPython's are that stand for a
	// field of the struct.
	Field bool
	Get   func(vm *VM, self Value) (Value, error)
	Set   func(vm *VM, self, v Value) error // unbound v: delete
}
