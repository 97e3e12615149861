package tool

import (
	"encoding/json"
	"fmt"
	"math/big"
	"reflect"
	"strings"
	"time"
	"unicode"

	"github.com/airlockhq/airlock/shared/value"
)

var (
	valueType    = reflect.TypeFor[value.Value]()
	textType     = reflect.TypeFor[value.Text]()
	bytesType    = reflect.TypeFor[[]byte]()
	rawType      = reflect.TypeFor[json.RawMessage]()
	timeType     = reflect.TypeFor[time.Time]()
	durationType = reflect.TypeFor[time.Duration]()
	bigType      = reflect.TypeFor[*big.Int]()
)

// kinds are the tool's types of Go types that aren't what their reflect.Kind says.
var kinds = map[reflect.Type]string{
	valueType: TypeAny, textType: TypeAny, bytesType: TypeAny, rawType: TypeAny, timeType: TypeAny, durationType: TypeAny,
	bigType:                        TypeInteger,
	reflect.TypeFor[value.None]():  TypeNull,
	reflect.TypeFor[value.Bool]():  TypeBoolean,
	reflect.TypeFor[value.Int]():   TypeInteger,
	reflect.TypeFor[value.Float](): TypeNumber,
	reflect.TypeFor[value.Str]():   TypeString,
	reflect.TypeFor[value.List]():  TypeArray,
	reflect.TypeFor[value.Dict]():  TypeObject,
	reflect.TypeFor[value.Image](): TypeImage,
}

// shapes are the schemas of those that a plain type doesn't tell.
func shapes(t reflect.Type) *schema {
	switch t {
	case bytesType:
		return &schema{Type: TypeString, Encoding: "base64"}
	case timeType:
		return &schema{Type: TypeString, Format: "date-time"}
	case durationType:
		return &schema{Type: TypeNumber, Description: "seconds"}
	}
	return nil
}

// pointsToValue tells of a pointer to a type of package value that travels without it.
func pointsToValue(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer && t.Elem().Implements(valueType)
}

// typer finds the tool types and schemas of Go types.
type typer struct {
	// name of a struct's field in Python, where its json tag doesn't give one.
	name func(string) string
	// input tells that values are read, not written.
	input bool
	// open are the structs around the one that is looked at, depth the types.
	open  []reflect.Type
	depth int
}

// maxTypes is how deep types may nest. A slice or map of itself nests without end.
const maxTypes = 32

// of returns the tool type of t and its schema, or an error that says where in t something can't travel.
func (ty *typer) of(t reflect.Type, at string) (string, *schema, error) {
	if ty.depth++; ty.depth > maxTypes {
		return "", nil, fmt.Errorf("the type %s nests deeper than %d types", t, maxTypes)
	}
	defer func() { ty.depth-- }()
	if typ, ok := kinds[t]; ok {
		s := shapes(t)
		if s == nil {
			s = schemaOf(typ)
		}
		return typ, s, nil
	}
	if t.Implements(valueType) && !pointsToValue(t) {
		return TypeAny, &schema{}, nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return TypeBoolean, schemaOf(TypeBoolean), nil
	case reflect.String:
		return TypeString, schemaOf(TypeString), nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return TypeInteger, schemaOf(TypeInteger), nil
	case reflect.Float32, reflect.Float64:
		return TypeNumber, schemaOf(TypeNumber), nil
	case reflect.Pointer:
		return ty.of(t.Elem(), at)
	case reflect.Slice, reflect.Array:
		_, items, err := ty.of(t.Elem(), at+"[]")
		return TypeArray, &schema{Type: TypeArray, Items: items}, err
	case reflect.Map:
		return ty.ofMap(t, at)
	case reflect.Struct:
		s, err := ty.object(t, at)
		return TypeObject, s, err
	case reflect.Interface:
		if t.NumMethod() == 0 || !ty.input {
			return TypeAny, &schema{}, nil
		}
	}
	return "", nil, fmt.Errorf("%s has the type %s, which can't travel to Python", at, t)
}

func (ty *typer) ofMap(t reflect.Type, at string) (string, *schema, error) {
	_, values, err := ty.of(t.Elem(), at+"{}")
	if err != nil {
		return "", nil, err
	}
	if t.Key().Kind() != reflect.String {
		if ty.input {
			return "", nil, fmt.Errorf("%s has the type %s; the keys of a map must be strings", at, t)
		}
		return TypeObject, &schema{Type: TypeObject}, nil
	}
	return TypeObject, &schema{Type: TypeObject, Additional: values}, nil
}

// object is the schema of a struct.
func (ty *typer) object(t reflect.Type, at string) (*schema, error) {
	for _, o := range ty.open {
		if o == t {
			return &schema{Type: TypeObject}, nil // it holds itself; one round is enough
		}
	}
	ty.open = append(ty.open, t)
	defer func() { ty.open = ty.open[:len(ty.open)-1] }()
	s := &schema{Type: TypeObject}
	for _, f := range reflect.VisibleFields(t) {
		name, skip, err := ty.field(t, f, at)
		if err != nil {
			return nil, err
		}
		if skip {
			continue
		}
		_, p, err := ty.of(f.Type, at+"."+f.Name)
		if err != nil {
			return nil, err
		}
		if doc := f.Tag.Get("doc"); doc != "" {
			p.Description = doc
		}
		if ty.input {
			v, _, err := defaultOf(f)
			if err != nil {
				return nil, err
			}
			if v != nil {
				p.Default = json.RawMessage(f.Tag.Get("default"))
			}
		}
		s.Properties = append(s.Properties, property{name, p})
		if !optional(f) {
			s.Required = append(s.Required, name)
		}
	}
	if ty.input {
		s.Additional = false
	}
	return s, nil
}

// field is the Python name of a struct's field; skip tells that it has none.
func (ty *typer) field(t reflect.Type, f reflect.StructField, at string) (name string, skip bool, err error) {
	name, _, _ = strings.Cut(f.Tag.Get("json"), ",")
	if name == "-" || !f.Anonymous && !f.IsExported() {
		return "", true, nil
	}
	if f.Anonymous {
		if f.Type.Kind() != reflect.Struct && ty.input {
			return "", false, fmt.Errorf("%s.%s is embedded but no struct; give it a name", at, f.Name)
		}
		if name != "" && ty.input {
			return "", false, fmt.Errorf("%s.%s is embedded, so its fields are inputs themselves, but its tag calls it %q; make it a field of that name", at, f.Name, name)
		}
		return "", true, nil // its fields are listed themselves
	}
	if name == "" {
		name = ty.name(f.Name)
	}
	return name, false, nil
}

// optional tells that a field need not be given.
func optional(f reflect.StructField) bool {
	_, opts, _ := strings.Cut(f.Tag.Get("json"), ",")
	for opt := range strings.SplitSeq(opts, ",") {
		if opt == "omitempty" || opt == "omitzero" {
			return true
		}
	}
	_, def := f.Tag.Lookup("default")
	return def || f.Type.Kind() == reflect.Pointer && f.Type != bigType
}

// snake turns MaxResults into max_results, and HTTPPort into http_port.
func snake(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		if unicode.IsUpper(r) && i > 0 && runes[i-1] != '_' {
			after := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(runes[i-1]) || after {
				b.WriteByte('_')
			}
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}
