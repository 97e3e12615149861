package value

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"time"
)

// From makes a value of a Go value: nil, bools, numbers, strings (which must be UTF-8), []byte, big.Int, json.Number, time.Time (aware),
// time.Duration, slices, arrays, maps (with sorted keys), structs (a dict of their fields, named as for encoding/json), pointers to
// these, and what is a Value or Text already.
func From(v any) (Value, error) {
	return from(v, 0)
}

// Must is From for what is known to be convertible, such as constants. It panics otherwise.
func Must(v any) Value {
	out, err := From(v)
	if err != nil {
		panic(err)
	}
	return out
}

// MustText is the Text of Must.
func MustText(v any) Text {
	t, err := Encode(Must(v))
	if err != nil {
		panic(err)
	}
	return t
}

// FromText is Encode of From.
func FromText(v any) (Text, error) {
	val, err := From(v)
	if err != nil {
		return nil, err
	}
	return Encode(val)
}

func from(v any, depth int) (Value, error) {
	if depth > DefaultLimits.Depth {
		return nil, fmt.Errorf("convert to a Python value: nested deeper than %d", DefaultLimits.Depth)
	}
	switch v := v.(type) {
	case nil:
		return None{}, nil
	case Value:
		return v, nil
	case Text:
		return Decode(v)
	case string:
		if !validWTF8(v) {
			return nil, fmt.Errorf("convert to a Python value: a string is not UTF-8: %.40q", v)
		}
		return Str(v), nil
	case []byte:
		return Bytes(v), nil
	case *big.Int:
		if v == nil {
			return None{}, nil
		}
		return NewBigInt(v), nil
	case json.Number:
		return DefaultLimits.DecodeJSON([]byte(v))
	case time.Time:
		return NewDateTime(v)
	case time.Duration:
		return NewTimeDelta(v), nil
	}
	return reflected(reflect.ValueOf(v), depth)
}

func reflected(v reflect.Value, depth int) (Value, error) {
	switch v.Kind() {
	case reflect.Bool:
		return Bool(v.Bool()), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return NewInt(v.Int()), nil
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return NewBigInt(new(big.Int).SetUint64(v.Uint())), nil
	case reflect.Float32, reflect.Float64:
		return Float(v.Float()), nil
	case reflect.Complex64, reflect.Complex128:
		return Complex(v.Complex()), nil
	case reflect.String:
		return from(v.String(), depth)
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return None{}, nil
		}
		return from(v.Elem().Interface(), depth+1)
	case reflect.Slice:
		if v.IsNil() {
			return None{}, nil
		}
		return fromSlice(v, depth)
	case reflect.Array:
		return fromSlice(v, depth)
	case reflect.Map:
		return fromMap(v, depth)
	case reflect.Struct:
		return fromStruct(v, depth)
	}
	return nil, fmt.Errorf("convert to a Python value: cannot safely serialize object of type %s", v.Type())
}

func fromSlice(v reflect.Value, depth int) (Value, error) {
	out := make(List, v.Len())
	for i := range out {
		var err error
		if out[i], err = from(v.Index(i).Interface(), depth+1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

func fromMap(v reflect.Value, depth int) (Value, error) {
	if v.IsNil() {
		return None{}, nil
	}
	keys := v.MapKeys()
	slices.SortFunc(keys, func(a, b reflect.Value) int {
		return strings.Compare(fmt.Sprint(a.Interface()), fmt.Sprint(b.Interface()))
	})
	out := make(Dict, len(keys))
	for i, k := range keys {
		key, err := from(k.Interface(), depth+1)
		if err != nil {
			return nil, err
		}
		if !hashable(key) {
			return nil, fmt.Errorf("convert to a Python value: a map key is an unhashable %s", TypeName(key))
		}
		val, err := from(v.MapIndex(k).Interface(), depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = Item{key, val}
	}
	return out, nil
}

func fromStruct(v reflect.Value, depth int) (Value, error) {
	out := Dict{}
	for _, f := range reflect.VisibleFields(v.Type()) {
		name, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || f.Anonymous || name == "-" {
			continue
		}
		field, err := v.FieldByIndexErr(f.Index)
		if err != nil || opts == "omitempty" && field.IsZero() {
			continue // of an embedded pointer that is nil; or left out
		}
		if name == "" {
			name = f.Name
		}
		val, err := from(field.Interface(), depth+1)
		if err != nil {
			return nil, err
		}
		out = append(out, Item{Str(name), val})
	}
	return out, nil
}

// ToGo makes a Go value that is convenient to work with: nil, bool, int64 or *big.Int, float64, complex128, string, []byte, []any for the
// sequences and sets, map[string]any for a dict with str keys and for a dataclass, time.Time and time.Duration where they fit, and
// the base of a subclass. Everything else is returned as it is.
func ToGo(v Value) any {
	switch v := v.(type) {
	case nil, None:
		return nil
	case Bool:
		return bool(v)
	case Int:
		if i, ok := v.Int64(); ok {
			return i
		}
		return v.Big()
	case Float:
		return float64(v)
	case Complex:
		return complex128(v)
	case Str:
		return string(v)
	case Bytes:
		return []byte(v)
	case List:
		return toSlice(v)
	case Tuple:
		return toSlice(v)
	case Set:
		return toSlice(v)
	case FrozenSet:
		return toSlice(v)
	case Dict:
		return toMap(v)
	case DateTime:
		return v.Go()
	case TimeDelta:
		if d, ok := v.Duration(); ok {
			return d
		}
	case *Dataclass:
		return toMap(fieldsDict(v.Fields))
	case *Subclass:
		return ToGo(v.Base)
	}
	return v
}

func toSlice(in []Value) []any {
	out := make([]any, len(in))
	for i, v := range in {
		out[i] = ToGo(v)
	}
	return out
}

func toMap(d Dict) any {
	out := make(map[string]any, len(d))
	for _, it := range d {
		k, ok := it.Key.(Str)
		if !ok {
			return d
		}
		out[string(k)] = ToGo(it.Value)
	}
	return out
}
