// Package py is the runtime of the Python interpreter: values, types, the
// built-in types and functions, and the virtual machine that runs package
// code's instructions.
//
// A Value is two words: a pointer to an object header and 64 bits. Small ints,
// floats and bools live in the bits, with the pointer at a static header that
// stands for their type, so they cost no allocation; every other value is a
// pointer to a Go struct whose first field is Object. This file is the only
// one that converts between the two (docs/decisions/0002).
package py

import (
	"math"
	"unsafe"
)

// Value is any Python value. The zero Value is "unbound": no value at all.
// Values compare with == exactly as Python's "is" does.
type Value struct {
	p unsafe.Pointer // to an Object header
	n uint64         // payload of int, float and bool; 0 for all others
}

// Kind tells which Go struct an object is. A subclass made by guest code has
// the kind of its built-in base.
type Kind uint8

// The kinds. KindNative covers types whose structs live in other packages or
// are too rare to matter for speed; As finds those by their Type.
const (
	KindNative Kind = iota
	KindNone
	KindBool
	KindInt // small: the payload is an int64
	KindFloat
	KindBigInt // *BigInt: outside int64, or an instance of a subclass of int
	KindFloatObject
	KindComplex
	KindStr
	KindBytes
	KindByteArray
	KindList
	KindTuple
	KindDict
	KindSet // set and frozenset
	KindRange
	KindSlice
	KindFunction
	KindBuiltin
	KindMethod
	KindCell
	KindCode
	KindType
	KindModule
	KindGenerator // generators, coroutines and asynchronous generators
	KindException
	KindInstance // of a class made by guest code, without a built-in base
	KindProperty
	KindIterator // the built-in iterators over sequences, ranges, dicts
	KindEllipsis
	KindNotImplemented
)

// Flag bits of an Object.
const (
	flagImmortal uint8 = 1 << iota // static: shared by all machines, never written to after start-up
	flagASCII                      // Str: all bytes below 0x80
	flagFrozen                     // Set: a frozenset
	flagGuarded                    // the policy is asked when guest code gets hold of it
	flagSlotKey                    // Str: the private key of a __slots__ member in shapes
	flagGrow                       // Str: a growStr
	flagShared                     // Str: its text is part of a longer one's memory
	flagOrdered                    // Dict: an OrderedDict, whose iterators watch the order too
)

// Object is the header of every heap object and must be the first field of
// its struct.
type Object struct {
	typ   *Type
	attrs *Attrs // instance attributes; nil where there are none
	kind  Kind
	flags uint8
	_     uint16
	mark  uint32 // epoch of the last memory measurement that reached the object
}

// Static headers of the unboxed types and singletons. Their typ is set in the
// files that define the types.
var (
	intHeader            = Object{kind: KindInt, flags: flagImmortal}
	floatHeader          = Object{kind: KindFloat, flags: flagImmortal}
	boolHeader           = Object{kind: KindBool, flags: flagImmortal}
	noneHeader           = Object{kind: KindNone, flags: flagImmortal}
	ellipsisHeader       = Object{kind: KindEllipsis, flags: flagImmortal}
	notImplementedHeader = Object{kind: KindNotImplemented, flags: flagImmortal}
)

var (
	intP   = unsafe.Pointer(&intHeader)
	floatP = unsafe.Pointer(&floatHeader)
	boolP  = unsafe.Pointer(&boolHeader)
	noneP  = unsafe.Pointer(&noneHeader)
)

// The singletons.
var (
	None           = Value{p: unsafe.Pointer(&noneHeader)}
	True           = Value{p: unsafe.Pointer(&boolHeader), n: 1}
	False          = Value{p: unsafe.Pointer(&boolHeader)}
	Ellipsis       = Value{p: unsafe.Pointer(&ellipsisHeader)}
	NotImplemented = Value{p: unsafe.Pointer(&notImplementedHeader)}
)

// Int is a Python int.
func Int(i int64) Value { return Value{intP, uint64(i)} }

// Float is a Python float.
func Float(f float64) Value { return Value{floatP, math.Float64bits(f)} }

// Bool is True or False.
func Bool(b bool) Value {
	if b {
		return True
	}
	return False
}

// Bound reports whether v is a value at all.
func (v Value) Bound() bool { return v.p != nil }

func (v Value) header() *Object { return (*Object)(v.p) }

// Kind is the kind of a bound value.
func (v Value) Kind() Kind { return (*Object)(v.p).kind }

// Type is the type of a bound value.
func (v Value) Type() *Type { return (*Object)(v.p).typ }

// IsNone, IsInt, IsFloat and IsBool are the cheap tests. IsInt means a small
// int that is exactly an int, not a bool or a subclass.
func (v Value) IsNone() bool  { return v.p == noneP }
func (v Value) IsInt() bool   { return v.p == intP }
func (v Value) IsFloat() bool { return v.p == floatP }
func (v Value) IsBool() bool  { return v.p == boolP }

// AsInt is the payload of an int for which IsInt holds (or of a bool).
func (v Value) AsInt() int64 { return int64(v.n) }

// AsFloat is the payload of a float for which IsFloat holds.
func (v Value) AsFloat() float64 { return math.Float64frombits(v.n) }

// AsBool is the payload of a bool.
func (v Value) AsBool() bool { return v.n != 0 }

// Of makes the Value of an object from its header: py.Of(&x.Object).
func Of(o *Object) Value { return Value{p: unsafe.Pointer(o)} }

// The views by kind. Each gives nil when v is of another kind; instances of
// guest subclasses have the kind of their base, so use Type to ask for the
// exact type.

func (v Value) Str() *Str {
	if v.Kind() == KindStr {
		return (*Str)(v.p)
	}
	return nil
}

func (v Value) List() *List {
	if v.Kind() == KindList {
		return (*List)(v.p)
	}
	return nil
}

func (v Value) Tuple() *Tuple {
	if v.Kind() == KindTuple {
		return (*Tuple)(v.p)
	}
	return nil
}

func (v Value) Dict() *Dict {
	if v.Kind() == KindDict {
		return (*Dict)(v.p)
	}
	return nil
}

func (v Value) Set() *Set {
	if v.Kind() == KindSet {
		return (*Set)(v.p)
	}
	return nil
}

func (v Value) Bytes() *Bytes {
	if v.Kind() == KindBytes {
		return (*Bytes)(v.p)
	}
	return nil
}

func (v Value) ByteArray() *ByteArray {
	if v.Kind() == KindByteArray {
		return (*ByteArray)(v.p)
	}
	return nil
}

func (v Value) BigInt() *BigInt {
	if v.Kind() == KindBigInt {
		return (*BigInt)(v.p)
	}
	return nil
}

func (v Value) FloatObject() *FloatObject {
	if v.Kind() == KindFloatObject {
		return (*FloatObject)(v.p)
	}
	return nil
}

func (v Value) Complex() *Complex {
	if v.Kind() == KindComplex {
		return (*Complex)(v.p)
	}
	return nil
}

func (v Value) Range() *Range {
	if v.Kind() == KindRange {
		return (*Range)(v.p)
	}
	return nil
}

func (v Value) Slice() *Slice {
	if v.Kind() == KindSlice {
		return (*Slice)(v.p)
	}
	return nil
}

func (v Value) Function() *Function {
	if v.Kind() == KindFunction {
		return (*Function)(v.p)
	}
	return nil
}

func (v Value) Builtin() *Builtin {
	if v.Kind() == KindBuiltin {
		return (*Builtin)(v.p)
	}
	return nil
}

func (v Value) Method() *BoundMethod {
	if v.Kind() == KindMethod {
		return (*BoundMethod)(v.p)
	}
	return nil
}

func (v Value) Cell() *Cell {
	if v.Kind() == KindCell {
		return (*Cell)(v.p)
	}
	return nil
}

func (v Value) Code() *Code {
	if v.Kind() == KindCode {
		return (*Code)(v.p)
	}
	return nil
}

func (v Value) AsType() *Type {
	if v.Kind() == KindType {
		return (*Type)(v.p)
	}
	return nil
}

func (v Value) Module() *Module {
	if v.Kind() == KindModule {
		return (*Module)(v.p)
	}
	return nil
}

func (v Value) Generator() *Generator {
	if v.Kind() == KindGenerator {
		return (*Generator)(v.p)
	}
	return nil
}

func (v Value) Exception() *Exception {
	if v.Kind() == KindException {
		return (*Exception)(v.p)
	}
	return nil
}

func (v Value) Property() *Property {
	if v.Kind() == KindProperty {
		return (*Property)(v.p)
	}
	return nil
}

func (v Value) Iterator() *Iterator {
	if v.Kind() == KindIterator {
		return (*Iterator)(v.p)
	}
	return nil
}

// As views a value as the Go struct T of the native type t, which must have
// been made by NewNativeType[T]; nil if v is not an instance of t or of a
// subclass.
func As[T any](v Value, t *Type) *T {
	if !v.Bound() || !v.Type().hasLayout(t) {
		return nil
	}
	if t.native != typeID[T]() {
		panic("py.As: " + t.Name + " is another Go type")
	}
	return (*T)(v.p)
}

// id is the identity of a value for id() and recursion guards.
func (v Value) id() uintptr {
	if v.n != 0 || v.p == intP || v.p == floatP {
		// An unboxed value: any injective-enough number will do, away from
		// real addresses.
		return uintptr(v.n<<4) ^ uintptr(v.p)
	}
	return uintptr(v.p)
}

// The sizes of strs that hold their text themselves: one allocation instead of
// two for the many short ones.
type (
	str16 struct {
		Str
		text [16]byte
	}
	str32 struct {
		Str
		text [32]byte
	}
	str64 struct {
		Str
		text [64]byte
	}
)

// inlineStr is the longest text in bytes that stands in the str itself.
const inlineStr = 64

// allocStr makes a str of n bytes, which the caller fills in before anybody
// sees it. The flags and the length in code points are the caller's to set.
func allocStr(n int) (*Str, []byte) {
	var s *Str
	var text []byte
	switch {
	case n <= 16:
		x := new(str16)
		s, text = &x.Str, x.text[:n]
	case n <= 32:
		x := new(str32)
		s, text = &x.Str, x.text[:n]
	case n <= inlineStr:
		x := new(str64)
		s, text = &x.Str, x.text[:n]
	default:
		s, text = new(Str), make([]byte, n)
	}
	s.typ, s.kind = StrType, KindStr
	s.S = textOf(text)
	return s, text
}

// words views the slots, which are all of function types, as what they are to
// the machine: a pointer each.
func (s *Slots) words() *[unsafe.Sizeof(Slots{}) / unsafe.Sizeof(uintptr(0))]unsafe.Pointer {
	return (*[unsafe.Sizeof(Slots{}) / unsafe.Sizeof(uintptr(0))]unsafe.Pointer)(unsafe.Pointer(s))
}

// textOf views bytes that will not change any more as a string.
func textOf(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// bytesOf views a string as bytes that must not be written to.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// grow is the growStr that s is; nil if it is a plain str.
func (s *Str) grow() *growStr {
	if s.flags&flagGrow == 0 {
		return nil
	}
	return (*growStr)(unsafe.Pointer(s))
}
