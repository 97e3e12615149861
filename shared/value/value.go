package value

import (
	"math/big"
	"strconv"
)

// Value is a Python value. The types of this package are all there are:
//
//	None Bool Int Float Complex Str Bytes     scalars
//	List Tuple Set FrozenSet Dict             containers
//	Date Time DateTime TimeDelta              of module datetime
//	Decimal Fraction Path Image *NDArray      of other modules
//	*Dataclass *Subclass                      instances of classes
//	*Opaque                                   what can't travel
type Value interface {
	// tag is the Python name of the type, for messages.
	tag() string
}

// None is Python's None.
type None struct{}

// Bool is a bool.
type Bool bool

// Int is an int of any size. The zero value is 0.
type Int struct {
	small int64
	big   *big.Int // nil if small holds the value
}

// NewInt makes an Int.
func NewInt(i int64) Int { return Int{small: i} }

// NewBigInt makes an Int; b must not be changed afterwards.
func NewBigInt(b *big.Int) Int {
	if b.IsInt64() {
		return Int{small: b.Int64()}
	}
	return Int{big: b}
}

// Int64 returns the value if it fits.
func (i Int) Int64() (int64, bool) { return i.small, i.big == nil }

// Big returns the value; it must not be changed.
func (i Int) Big() *big.Int {
	if i.big != nil {
		return i.big
	}
	return big.NewInt(i.small)
}

func (i Int) String() string {
	if i.big != nil {
		return i.big.String()
	}
	return strconv.FormatInt(i.small, 10)
}

// Float is a float, nan, the infinities and -0.0 included.
type Float float64

// Complex is a complex number.
type Complex complex128

// Str is a str. Lone surrogates are the three bytes that UTF-8 would use for them if it could.
type Str string

// Bytes is a bytes object.
type Bytes []byte

// List is a list.
type List []Value

// Tuple is a tuple.
type Tuple []Value

// Set is a set; its elements are hashable and in any order.
type Set []Value

// FrozenSet is a frozenset.
type FrozenSet []Value

// Dict is a dict in its order.
type Dict []Item

// Item is one entry of a Dict.
type Item struct{ Key, Value Value }

// Get returns the value of a str key, nil if there is none. It looks at one item after the other.
func (d Dict) Get(key string) Value {
	for _, it := range d {
		if k, ok := it.Key.(Str); ok && string(k) == key {
			return it.Value
		}
	}
	return nil
}

// Date is a datetime.date: year 1 to 9999.
type Date struct{ Year, Month, Day int }

// Time is a datetime.time.
type Time struct {
	Hour, Minute, Second, Microsecond int
	// Zone is nil for a naive time.
	Zone *Zone
	// Fold is 1 for the second of two times that a clock shows twice.
	Fold int
}

// Zone is a tzinfo as far as it travels.
type Zone struct {
	// Offset from UTC in microseconds, below a day in size.
	Offset int64
	// Name of the zone, such as Europe/Paris; empty for one that is only an offset.
	Name string
}

// DateTime is a datetime.datetime.
type DateTime struct {
	Date Date
	Time Time
}

// TimeDelta is a datetime.timedelta, normalised as Python does: 0 <= Seconds < 86400, 0 <= Microseconds < 1000000.
type TimeDelta struct{ Days, Seconds, Microseconds int }

// Decimal is a decimal.Decimal as str prints it.
type Decimal string

// Fraction is a fractions.Fraction in lowest terms, Den positive.
type Fraction struct{ Num, Den *big.Int }

// Path is a pathlib path.
type Path string

// Image is a picture, as PNG that nobody has looked into.
type Image []byte

// NDArray is a numpy array: its elements in C order, as they lie in memory.
type NDArray struct {
	// DType is numpy's name, such as float64, <U5, >i4 or datetime64[ns].
	DType string
	Shape []int
	Data  []byte
}

// Dataclass is an instance of a dataclass.
type Dataclass struct {
	Class, Module string
	Fields        []Field
}

// Field is one field of a Dataclass.
type Field struct {
	Name  string
	Value Value
}

// Subclass is an instance of a subclass of a type that travels: a namedtuple, a Counter, an IntEnum member.
type Subclass struct {
	Class, Module string
	// Base is the value as the base type holds it.
	Base Value
	// Extra are fields, name or factory; see the package comment.
	Extra Dict
}

// Opaque stands for a value that can't travel.
type Opaque struct {
	// Type is the full name of the class.
	Type string
	Repr string
	// Handle names the object within its session; empty if there is none.
	Handle string
}

func (None) tag() string       { return "NoneType" }
func (Bool) tag() string       { return "bool" }
func (Int) tag() string        { return "int" }
func (Float) tag() string      { return "float" }
func (Complex) tag() string    { return "complex" }
func (Str) tag() string        { return "str" }
func (Bytes) tag() string      { return "bytes" }
func (List) tag() string       { return "list" }
func (Tuple) tag() string      { return "tuple" }
func (Set) tag() string        { return "set" }
func (FrozenSet) tag() string  { return "frozenset" }
func (Dict) tag() string       { return "dict" }
func (Date) tag() string       { return "date" }
func (Time) tag() string       { return "time" }
func (DateTime) tag() string   { return "datetime" }
func (TimeDelta) tag() string  { return "timedelta" }
func (Decimal) tag() string    { return "Decimal" }
func (Fraction) tag() string   { return "Fraction" }
func (Path) tag() string       { return "Path" }
func (Image) tag() string      { return "PIL.Image" }
func (*NDArray) tag() string   { return "ndarray" }
func (*Dataclass) tag() string { return "dataclass" }
func (*Subclass) tag() string  { return "subclass" }
func (*Opaque) tag() string    { return "opaque" }

// TypeName is the Python name of the value's type.
func TypeName(v Value) string {
	switch v := v.(type) {
	case nil:
		return "NoneType"
	case *Dataclass:
		return v.Class
	case *Subclass:
		return v.Class
	case *Opaque:
		return v.Type
	}
	return v.tag()
}

// Limits bound what is encoded and decoded.
type Limits struct {
	// Depth of containers in each other.
	Depth int
	// Nodes are values, those inside of others included.
	Nodes int
	// Bytes of the text.
	Bytes int
	// Digits of one int.
	Digits int
}

// DefaultLimits are those of the protocol.
var DefaultLimits = Limits{Depth: 200, Nodes: 1_000_000, Bytes: 64 << 20, Digits: 100_000}
