package py

import "math/big"

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

// Property is a Python property.
type Property struct {
	Object
	Get, Set, Del Value // unbound or None: absent
	Doc           Value
	Name          Value // from __set_name__
	getterDoc     bool  // Doc is that of Get
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
	BuiltinType        = shell("builtin_function_or_method", KindBuiltin)
	MethodDescrType    = shell("method_descriptor", KindBuiltin)
	PropertyType       = shell("property", KindProperty)
	EllipsisType       = shell("ellipsis", KindEllipsis)
	NotImplementedType = shell("NotImplementedType", KindNotImplemented)
)

// shell makes a type that a define call completes later: type variables exist
// before any function that mentions them, so there is no initialization cycle.
func shell(name string, kind Kind) *Type {
	return &Type{
		Object: Object{kind: KindType, flags: flagImmortal},
		Name:   name, QualName: name, Module: "builtins", kind: kind,
	}
}
