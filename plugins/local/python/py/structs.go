package py

import (
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// BigInt is an int outside int64, or an instance of a subclass of int (of any
// size). V never changes.
type BigInt struct {
	Object
	V *big.Int
}

// FloatObject is an instance of a subclass of float.
type FloatObject struct {
	Object
	V float64
}

// Complex is a Python complex.
type Complex struct {
	Object
	V complex128
}

// Bytes is a Python bytes.
type Bytes struct {
	Object
	S string
}

// ByteArray is a Python bytearray. exports counts the views that forbid resizing.
type ByteArray struct {
	Object
	B       []byte
	exports int
}

// Cell holds a variable that several functions share.
type Cell struct {
	Object
	V Value // unbound: empty
}

// Code is the runtime side of a compiled block: its constants as values, its
// names interned, and the inline caches.
type Code struct {
	Object
	Code   *code.Code
	consts []Value
	names  []*Str
	sites  []site
}

// Function is a function made by guest code.
type Function struct {
	Object
	Code       *Code
	Globals    *Dict
	Builtins   *Dict
	Defaults   []Value // of the last positional parameters
	KwDefaults *Dict   // nil if none
	Closure    []*Cell
	Name       *Str
	QualName   *Str
	Doc        Value
	Module     Value
	Annot      Value // the __annotations__ dict, made on demand
	TypeParams Value
}

// BoundMethod is a bound method: a function and its first argument.
type BoundMethod struct {
	Object
	Func Value
	Self Value
}

// Module is a Python module. lazy fills Dict at the first attribute access.
type Module struct {
	Object
	Name string
	Dict *Dict
}

// Property is a Python property.
type Property struct {
	Object
	Get, Set, Del Value // unbound or None: absent
	Doc           Value
	Name          Value // from __set_name__
}

// The types of these structs.
var (
	ObjectType         = shell("object", KindInstance)
	TypeType           = shell("type", KindType)
	NoneType           = shell("NoneType", KindNone)
	BoolType           = shell("bool", KindBool)
	IntType            = shell("int", KindBigInt)
	FloatType          = shell("float", KindFloatObject)
	ComplexType        = shell("complex", KindComplex)
	BytesType          = shell("bytes", KindBytes)
	ByteArrayType      = shell("bytearray", KindByteArray)
	CellType           = shell("cell", KindCell)
	CodeType           = shell("code", KindCode)
	FunctionType       = shell("function", KindFunction)
	BuiltinType        = shell("builtin_function_or_method", KindBuiltin)
	MethodDescrType    = shell("method_descriptor", KindBuiltin)
	MethodType         = shell("method", KindMethod)
	ModuleType         = shell("module", KindModule)
	PropertyType       = shell("property", KindProperty)
	GeneratorType      = shell("generator", KindGenerator)
	CoroutineType      = shell("coroutine", KindGenerator)
	AsyncGeneratorType = shell("async_generator", KindGenerator)
	EllipsisType       = shell("ellipsis", KindEllipsis)
	NotImplementedType = shell("NotImplementedType", KindNotImplemented)
	TracebackType      = shell("traceback", KindNative)
)

// shell makes a type that a define call completes later: type variables exist
// before any function that mentions them, so there is no initialization cycle.
func shell(name string, kind Kind) *Type {
	return &Type{
		Object: Object{kind: KindType, flags: flagImmortal},
		Name:   name, QualName: name, Module: "builtins", kind: kind,
	}
}
