package executor

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// decoder makes guest values of values that arrived.
type decoder struct {
	vm      *py.VM
	handles *handles
}

func (d *decoder) decode(v value.Value) (py.Value, error) {
	switch v := v.(type) {
	case nil, value.None:
		return py.None, nil
	case value.Bool:
		return py.Bool(bool(v)), nil
	case value.Int:
		if i, ok := v.Int64(); ok {
			return py.Int(i), nil
		}
		return d.vm.NewInt(v.Big()), nil
	case value.Float:
		return py.Float(float64(v)), nil
	case value.Complex:
		return d.vm.NewComplex(complex128(v)), nil
	case value.Str:
		return d.vm.NewString(string(v)), nil
	case value.Bytes:
		return d.vm.NewBytes(string(v)), nil
	case value.List:
		items, err := d.items(v)
		return d.vm.NewList(items), err
	case value.Tuple:
		items, err := d.items(v)
		return d.vm.NewTuple(items), err
	case value.Set:
		items, err := d.items(v)
		if err != nil {
			return py.Value{}, err
		}
		return d.vm.NewSetFrom(d.vm.NewList(items))
	case value.FrozenSet:
		items, err := d.items(v)
		if err != nil {
			return py.Value{}, err
		}
		return d.vm.NewFrozenSet(items)
	case value.Dict:
		return d.dict(v)
	}
	return d.library(v)
}

func (d *decoder) items(list []value.Value) ([]py.Value, error) {
	out := make([]py.Value, len(list))
	for i, x := range list {
		v, err := d.decode(x)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, nil
}

func (d *decoder) dict(items value.Dict) (py.Value, error) {
	out := d.vm.NewDict()
	for _, it := range items {
		k, err := d.decode(it.Key)
		if err != nil {
			return py.Value{}, err
		}
		v, err := d.decode(it.Value)
		if err != nil {
			return py.Value{}, err
		}
		if err := out.Set(d.vm, k, v); err != nil {
			return py.Value{}, err
		}
	}
	return out.Value(), nil
}

// library decodes the types that are no built-ins of Python.
func (d *decoder) library(v value.Value) (py.Value, error) {
	switch v := v.(type) {
	case value.Date:
		return d.call("datetime", "date", ints(v.Year, v.Month, v.Day)...)
	case value.Time:
		return d.withZone("time", nil, v)
	case value.DateTime:
		return d.withZone("datetime", ints(v.Date.Year, v.Date.Month, v.Date.Day), v.Time)
	case value.TimeDelta:
		return d.timedelta(v)
	case value.Decimal:
		return d.call("decimal", "Decimal", py.NewStr(string(v)))
	case value.Fraction:
		return d.fraction(v)
	case value.Path:
		return d.call("pathlib", "PurePosixPath", py.NewStr(string(v)))
	case value.Image:
		return d.image(v), nil
	case *value.Dataclass:
		return d.dataclass(v)
	case *value.Subclass:
		return d.subclass(v)
	case *value.Opaque:
		if x, ok := d.handles.byID[v.Handle]; ok {
			return x, nil
		}
		return py.Value{}, shared.Errorf(shared.KindSerialization, "the handle %q of a value of type %s belongs to no object of this session", v.Handle, v.Type)
	}
	return py.Value{}, shared.Errorf(shared.KindSerialization,
		"a value of type %s can't be used in the local executor, which has no such type: convert it first, for example to a list", value.TypeName(v))
}

// guestClass finds a class of __main__ by name, unbound if there is none.
func (d *decoder) guestClass(module, name string) py.Value {
	if module != "__main__" {
		return py.Value{}
	}
	c := d.vm.Main.GetStr(d.vm.Intern(name))
	if !c.Bound() || c.AsType() == nil {
		return py.Value{}
	}
	return c
}

// dataclass becomes an instance of the guest's class of that name, else a dict
// of its fields.
func (d *decoder) dataclass(v *value.Dataclass) (py.Value, error) {
	kw := py.Kwargs{}
	fields := d.vm.NewDict()
	for _, f := range v.Fields {
		x, err := d.decode(f.Value)
		if err != nil {
			return py.Value{}, err
		}
		name := d.vm.Intern(f.Name)
		fields.SetStr(name, x)
		kw.Names, kw.Vals = append(kw.Names, py.Of(&name.Object)), append(kw.Vals, x)
	}
	if c := d.guestClass(v.Module, v.Class); c.Bound() {
		return d.vm.CallKw(c, nil, kw)
	}
	return fields.Value(), nil
}

// subclass becomes an instance of the class where it is known, else its base.
func (d *decoder) subclass(v *value.Subclass) (py.Value, error) {
	base, err := d.decode(v.Base)
	if err != nil {
		return py.Value{}, err
	}
	if v.Module == "builtins" && v.Class == "bytearray" {
		return d.vm.Call(py.Of(&py.ByteArrayType.Object), base)
	}
	c := d.guestClass(v.Module, v.Class)
	if !c.Bound() && v.Module == "collections" {
		if v.Class == "defaultdict" {
			return d.call("collections", "defaultdict", d.factory(v), base)
		}
		if c, err = d.libraryClass("collections", v.Class); err != nil {
			return base, nil
		}
	}
	if !c.Bound() {
		return base, nil
	}
	if t := base.Tuple(); t != nil {
		return d.vm.Call(c, t.Items...)
	}
	return d.vm.Call(c, base)
}

// factory is the default_factory of a defaultdict, by name.
func (d *decoder) factory(v *value.Subclass) py.Value {
	name, _ := v.Extra.Get("factory").(value.Str)
	if f := d.vm.Builtins.GetStr(d.vm.Intern(string(name))); f.Bound() {
		return f
	}
	return py.None
}
