package interp

import (
	"fmt"
	"maps"
	"math/big"
	"slices"

	"github.com/go-python/gpython/py"

	"github.com/airlockhq/airlock/shared/value"
)

// Encode makes the text of an object; what can't travel becomes opaque.
func Encode(obj py.Object) value.Text {
	v, err := toValue(obj, 0)
	if err == nil {
		if text, err := value.Encode(v); err == nil {
			return text
		}
	}
	repr, _ := py.ReprAsString(obj)
	return value.MustText(&value.Opaque{Type: obj.Type().Name, Repr: repr})
}

func toValue(obj py.Object, depth int) (value.Value, error) {
	if depth > value.DefaultLimits.Depth {
		return nil, fmt.Errorf("nested too deeply")
	}
	switch o := obj.(type) {
	case py.NoneType:
		return value.None{}, nil
	case py.Bool:
		return value.Bool(o), nil
	case py.Int:
		return value.NewInt(int64(o)), nil
	case *py.BigInt:
		return value.NewBigInt((*big.Int)(o)), nil
	case py.Float:
		return value.Float(o), nil
	case py.Complex:
		return value.Complex(o), nil
	case py.String:
		return value.Str(o), nil
	case py.Bytes:
		return value.Bytes(o), nil
	case *py.List:
		items, err := toValues(o.Items, depth)
		return value.List(items), err
	case py.Tuple:
		items, err := toValues(o, depth)
		return value.Tuple(items), err
	case py.StringDict: // a Go map, so the order is lost; sorted keys are at least the same each time
		d := value.Dict{}
		for _, k := range slices.Sorted(maps.Keys(o)) {
			v, err := toValue(o[k], depth+1)
			if err != nil {
				return nil, err
			}
			d = append(d, value.Item{Key: value.Str(k), Value: v})
		}
		return d, nil
	}
	return nil, fmt.Errorf("cannot safely serialize object of type %s", obj.Type().Name)
}

func toValues(objs []py.Object, depth int) ([]value.Value, error) {
	out := make([]value.Value, len(objs))
	for i, o := range objs {
		var err error
		if out[i], err = toValue(o, depth+1); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Decode makes the object of a text.
func Decode(text value.Text) (py.Object, error) {
	v, err := value.Decode(text)
	if err != nil {
		return nil, err
	}
	return toObject(v)
}

func toObject(v value.Value) (py.Object, error) {
	switch v := v.(type) {
	case value.None:
		return py.None, nil
	case value.Bool:
		return py.Bool(v), nil
	case value.Int:
		if i, ok := v.Int64(); ok {
			return py.Int(i), nil
		}
		return (*py.BigInt)(v.Big()), nil
	case value.Float:
		return py.Float(v), nil
	case value.Complex:
		return py.Complex(v), nil
	case value.Str:
		return py.String(v), nil
	case value.Bytes:
		return py.Bytes(v), nil
	case value.List:
		items, err := toObjects(v)
		return py.NewListFromItems(items), err
	case value.Tuple:
		items, err := toObjects(v)
		return py.Tuple(items), err
	case value.Dict:
		d := py.NewStringDict()
		for _, it := range v {
			k, ok := it.Key.(value.Str)
			if !ok {
				return nil, fmt.Errorf("cannot safely serialize a dict with keys of type %s: gpython has only str keys", value.TypeName(it.Key))
			}
			obj, err := toObject(it.Value)
			if err != nil {
				return nil, err
			}
			d[string(k)] = obj
		}
		return d, nil
	}
	return nil, fmt.Errorf("cannot safely serialize object of type %s", value.TypeName(v))
}

func toObjects(values []value.Value) ([]py.Object, error) {
	out := make([]py.Object, len(values))
	for i, v := range values {
		var err error
		if out[i], err = toObject(v); err != nil {
			return nil, err
		}
	}
	return out, nil
}
