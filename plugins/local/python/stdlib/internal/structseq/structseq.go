// Package structseq makes the tuples with named fields that CPython's C
// modules give, such as time.struct_time.
package structseq

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
)

// Sequence is an instance: a tuple of the visible fields, and the hidden ones.
type Sequence struct {
	py.Tuple
	hidden []py.Value
}

// Type is a type of such tuples.
type Type struct {
	*py.Type
	fields  []string
	visible int
}

// Options describe a type.
type Options struct {
	Module, Name, Doc string
	Fields            []string
	Visible           int  // how many fields the tuple shows; 0 means all
	NoNew             bool // Python code can't make instances
}

// New makes a type; once a process.
func New(o Options) *Type {
	t := &Type{fields: o.Fields, visible: o.Visible}
	if t.visible == 0 {
		t.visible = len(o.Fields)
	}
	spec := py.TypeSpec{
		Name: o.Name, Module: o.Module, Doc: o.Doc, Base: py.TupleType, Kind: py.KindTuple, Flags: py.TypeNoSubclass,
		Slots: py.Slots{
			Repr: t.repr,
			New:  t.make,
			Visit: func(v py.Value, f func(py.Value)) {
				for _, x := range v.Tuple().Items {
					f(x)
				}
				for _, x := range t.of(v).hidden {
					f(x)
				}
			},
		},
		Methods: []*py.Builtin{
			py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				return vm.NewTupleOf(py.Of(&a[0].Type().Object), vm.NewTupleOf(vm.NewTuple(t.of(a[0]).All()))), nil
			}),
		},
		Consts: map[string]py.Value{
			"n_fields": py.Int(int64(len(o.Fields))), "n_sequence_fields": py.Int(int64(t.visible)), "n_unnamed_fields": py.Int(0),
		},
	}
	if o.NoNew {
		spec.Flags |= py.TypeNoInstance
	}
	for i, name := range o.Fields {
		spec.Members = append(spec.Members, py.Member{Name: name, Get: func(vm *py.VM, v py.Value) (py.Value, error) {
			return t.field(v, i), nil
		}})
	}
	t.Type = py.NewNativeType[Sequence](spec)
	names := make([]py.Value, t.visible)
	for i := range names {
		names[i] = py.Of(&py.Name(o.Fields[i]).Object)
	}
	t.AddConst("__match_args__", py.Immortal(&(&py.Tuple{Items: names}).Object, py.TupleType))
	return t
}

func (t *Type) of(v py.Value) *Sequence { return py.As[Sequence](v, t.Type) }

// All are the visible and the hidden fields.
func (s *Sequence) All() []py.Value { return append(append([]py.Value(nil), s.Items...), s.hidden...) }

func (t *Type) field(v py.Value, i int) py.Value {
	s := t.of(v)
	if i < len(s.Items) {
		return s.Items[i]
	}
	if i -= len(s.Items); i < len(s.hidden) {
		return s.hidden[i]
	}
	return py.None
}

// Fields are all fields of an instance; nil for any other value.
func (t *Type) Fields(v py.Value) []py.Value {
	if s := t.of(v); s != nil {
		return s.All()
	}
	return nil
}

// Of makes an instance of the values, one a field; hidden ones may be left
// out.
func (t *Type) Of(vm *py.VM, values ...py.Value) py.Value {
	s := &Sequence{hidden: values[t.visible:]}
	s.Items = values[:t.visible:t.visible]
	vm.NewObject(&s.Object, t.Type, 64+16*len(values))
	return py.Of(&s.Object)
}

// Static makes an instance that all machines share, of immortal values.
func (t *Type) Static(values ...py.Value) py.Value {
	s := &Sequence{hidden: values[t.visible:]}
	s.Items = values[:t.visible:t.visible]
	return py.Immortal(&s.Object, t.Type)
}

func (t *Type) repr(vm *py.VM, v py.Value) (py.Value, error) {
	return vm.ReprContainer(v, "(...)", func(text func(string), value func(py.Value) error) error {
		text(t.Type.Name + "(")
		for i, x := range v.Tuple().Items {
			if i > 0 {
				text(", ")
			}
			text(t.fields[i] + "=")
			if err := value(x); err != nil {
				return err
			}
		}
		text(")")
		return nil
	})
}

// make is the constructor: T(sequence[, dict]).
func (t *Type) make(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [2]py.Value
	spec := getargs.Spec{Func: t.ShortName(), Names: []string{"sequence", "dict"}, Required: 1}
	if err := spec.Parse(args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	if _, err := vm.Iter(a[0]); err != nil {
		return py.Value{}, py.TypeErrorf("constructor requires a sequence")
	}
	items, err := vm.Collect(a[0])
	if err != nil {
		return py.Value{}, err
	}
	n, all := len(items), len(t.fields)
	switch {
	case t.visible == all && n != all:
		return py.Value{}, py.TypeErrorf("%s() takes a %d-sequence (%d-sequence given)", t.Type.Name, all, n)
	case n < t.visible:
		return py.Value{}, py.TypeErrorf("%s() takes an at least %d-sequence (%d-sequence given)", t.Type.Name, t.visible, n)
	case n > all:
		return py.Value{}, py.TypeErrorf("%s() takes an at most %d-sequence (%d-sequence given)", t.Type.Name, all, n)
	}
	for ; n < all; n++ {
		items = append(items, py.None)
	}
	if a[1].Bound() && !a[1].IsNone() {
		d := a[1].Dict()
		if d == nil {
			return py.Value{}, py.TypeErrorf("%s() takes a dict as second arg, if any", t.Type.Name)
		}
		for i := t.visible; i < all; i++ {
			if v := d.GetStr(py.Name(t.fields[i])); v.Bound() && items[i].IsNone() {
				items[i] = v
			}
		}
	}
	return t.Of(vm, items...), nil
}
