package executor

import (
	"errors"
	"fmt"
	"math/big"
	"strconv"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// maxHandles bounds the opaque objects that a session keeps for its client.
const maxHandles = 10_000

// handles are the objects that went out as opaque values and may come back.
type handles struct {
	byID map[string]py.Value
	ids  map[py.Value]string
}

func (h *handles) put(v py.Value) string {
	if id, ok := h.ids[v]; ok {
		return id
	}
	if h.byID == nil || len(h.byID) >= maxHandles {
		h.byID, h.ids = map[string]py.Value{}, map[py.Value]string{}
	}
	id := strconv.Itoa(len(h.byID) + 1)
	h.byID[id], h.ids[v] = v, id
	return id
}

// encoder turns guest values into values that travel.
type encoder struct {
	vm      *py.VM
	handles *handles // nil: what can't travel is an error
	nodes   int
	active  map[py.Value]bool
}

// errTooLarge ends an encoding that exceeds the caps.
type capError struct{ what string }

func (e *capError) Error() string { return "the value is too large to travel: " + e.what }

func (e *encoder) encode(v py.Value, depth int) (value.Value, error) {
	e.nodes++
	if e.nodes > value.DefaultLimits.Nodes {
		return nil, &capError{fmt.Sprintf("more than %d parts", value.DefaultLimits.Nodes)}
	}
	switch {
	case v.IsNone():
		return value.None{}, nil
	case v.IsBool():
		return value.Bool(v.AsBool()), nil
	case v.IsInt():
		return value.NewInt(v.AsInt()), nil
	case v.IsFloat():
		return value.Float(v.AsFloat()), nil
	}
	if depth >= value.DefaultLimits.Depth-2 {
		return nil, &capError{fmt.Sprintf("nested deeper than %d levels", value.DefaultLimits.Depth)}
	}
	base, err := e.builtin(v, depth)
	if err != nil {
		return nil, err
	}
	if base == nil {
		return e.other(v, depth)
	}
	if t := v.Type(); t.IsHeap() || !plainTypes[t] {
		return e.subclass(v, base, depth)
	}
	return base, nil
}

// plainTypes are the built-in types whose instances travel as they are.
var plainTypes = map[*py.Type]bool{
	py.IntType: true, py.FloatType: true, py.ComplexType: true, py.StrType: true, py.BytesType: true,
	py.ListType: true, py.TupleType: true, py.SetType: true, py.FrozenSetType: true, py.DictType: true,
}

// builtin encodes instances of the built-in types and their subclasses by
// their content; nil for other objects.
func (e *encoder) builtin(v py.Value, depth int) (value.Value, error) {
	switch v.Kind() {
	case py.KindBigInt:
		return value.NewBigInt(new(big.Int).Set(v.BigInt().V)), nil
	case py.KindFloatObject:
		return value.Float(v.FloatObject().V), nil
	case py.KindComplex:
		return value.Complex(v.Complex().V), nil
	case py.KindStr:
		return value.Str(v.Str().S), nil
	case py.KindBytes:
		return value.Bytes(v.Bytes().S), nil
	case py.KindByteArray:
		return value.Bytes(string(v.ByteArray().B)), nil
	case py.KindList, py.KindTuple, py.KindSet, py.KindDict:
		if e.active[v] {
			return nil, &capError{"it contains itself"}
		}
		e.active[v] = true
		defer delete(e.active, v)
		return e.container(v, depth)
	}
	return nil, nil
}

func (e *encoder) container(v py.Value, depth int) (value.Value, error) {
	switch v.Kind() {
	case py.KindList:
		items, err := e.items(v.List().Items, depth)
		return value.List(items), err
	case py.KindTuple:
		items, err := e.items(v.Tuple().Items, depth)
		return value.Tuple(items), err
	case py.KindSet:
		var members []py.Value
		for x := range v.Set().All() {
			members = append(members, x)
		}
		items, err := e.items(members, depth)
		if v.Type().IsSubtype(py.FrozenSetType) {
			return value.FrozenSet(items), err
		}
		return value.Set(items), err
	}
	d := make(value.Dict, 0, v.Dict().Len())
	for k, x := range v.Dict().All() {
		key, err := e.encode(k, depth+1)
		if err != nil {
			return nil, err
		}
		val, err := e.encode(x, depth+1)
		if err != nil {
			return nil, err
		}
		d = append(d, value.Item{Key: key, Value: val})
	}
	return d, nil
}

func (e *encoder) items(list []py.Value, depth int) ([]value.Value, error) {
	out := make([]value.Value, len(list))
	for i, x := range list {
		v, err := e.encode(x, depth+1)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

var (
	nameFields          = py.Name("_fields")
	nameDefaultFactory  = py.Name("default_factory")
	nameEnumName        = py.Name("_name_")
	nameDataclassFields = py.Name("__dataclass_fields__")
	nameModule          = py.Name("__module__")
	nameName            = py.Name("__name__")
)

// subclass is an instance of a subclass of a type that travels: its base plus
// the name of its class.
func (e *encoder) subclass(v py.Value, base value.Value, depth int) (value.Value, error) {
	s := &value.Subclass{Class: v.Type().QualName, Module: e.module(v.Type()), Base: base}
	if fields := e.attr(v, nameFields); fields.Bound() && v.Tuple() != nil {
		list, err := e.encode(fields, depth+1)
		if err != nil {
			return nil, err
		}
		if t, ok := list.(value.Tuple); ok {
			s.Extra = append(s.Extra, value.Item{Key: value.Str("fields"), Value: value.List(t)})
		}
	}
	if name := e.attr(v, nameEnumName); name.Bound() && name.Str() != nil {
		s.Extra = append(s.Extra, value.Item{Key: value.Str("name"), Value: value.Str(name.Str().S)})
	}
	if f := e.attr(v, nameDefaultFactory); f.Bound() && !f.IsNone() && v.Dict() != nil {
		if name := e.attr(f, nameName); name.Bound() && name.Str() != nil {
			s.Extra = append(s.Extra, value.Item{Key: value.Str("factory"), Value: value.Str(name.Str().S)})
		}
	}
	return s, nil
}

// attr is an attribute, unbound if there is none or it fails.
func (e *encoder) attr(v py.Value, name *py.Str) py.Value {
	x, err := e.vm.GetAttr(v, name)
	if err != nil {
		return py.Value{}
	}
	return x
}

func (e *encoder) module(t *py.Type) string {
	if m := e.attr(py.Of(&t.Object), nameModule); m.Bound() && m.Str() != nil {
		return m.Str().S
	}
	return t.Module
}

// other encodes the types of the standard library, dataclasses, and all else
// as opaque.
func (e *encoder) other(v py.Value, depth int) (value.Value, error) {
	if e.active[v] {
		return nil, &capError{"it contains itself"}
	}
	e.active[v] = true
	defer delete(e.active, v)
	for _, t := range v.Type().MRO {
		if f := libraryTypes[e.module(t)+"."+t.QualName]; f != nil {
			if x, err := f(e, v); err != nil || x != nil {
				return x, err
			}
		}
	}
	if fields := e.attr(py.Of(&v.Type().Object), nameDataclassFields); fields.Bound() && fields.Dict() != nil && v.AsType() == nil {
		return e.dataclass(v, fields.Dict(), depth)
	}
	return e.opaque(v)
}

func (e *encoder) dataclass(v py.Value, fields *py.Dict, depth int) (value.Value, error) {
	d := &value.Dataclass{Class: v.Type().QualName, Module: e.module(v.Type())}
	for k := range fields.All() {
		name := k.Str()
		x, err := e.vm.GetAttr(v, e.vm.Intern(name.S))
		if err != nil {
			continue // declared, but deleted or never set
		}
		enc, err := e.encode(x, depth+1)
		if err != nil {
			return nil, err
		}
		d.Fields = append(d.Fields, value.Field{Name: name.S, Value: enc})
	}
	return d, nil
}

// maxRepr cuts the repr of an opaque value, in bytes.
const maxRepr = 20_000

func (e *encoder) opaque(v py.Value) (value.Value, error) {
	t := v.Type()
	name := t.QualName
	if m := e.module(t); m != "builtins" && m != "" {
		name = m + "." + name
	}
	if e.handles == nil {
		return nil, shared.Errorf(shared.KindSerialization, "Cannot safely serialize object of type %s", name)
	}
	text, err := e.vm.Repr(v)
	if err != nil {
		var stop *py.Stop
		if errors.As(err, &stop) {
			return nil, err
		}
		text = "<" + t.Name + " object>"
	}
	if len(text) > maxRepr {
		text = text[:maxRepr] + "..."
	}
	return &value.Opaque{Type: name, Repr: text, Handle: e.handles.put(v)}, nil
}
