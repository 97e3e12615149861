package types

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// namespace is an instance of types.SimpleNamespace: attributes, no more.
type namespace struct{ py.Object }

// SimpleNamespace is types.SimpleNamespace.
var SimpleNamespace = sync.OnceValue(func() *py.Type {
	var t *py.Type
	is := func(v py.Value) bool { return py.As[namespace](v, t) != nil }
	t = py.NewNativeType[namespace](py.TypeSpec{
		Name: "SimpleNamespace", Module: "types", Flags: py.TypeHasDict,
		Doc: "A simple attribute-based namespace.\n\nSimpleNamespace(**kwargs)",
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				n := &namespace{}
				vm.NewObject(&n.Object, cls, 64)
				return py.Of(&n.Object), nil
			},
			Init: func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) error {
				if len(args) > 0 {
					return py.TypeErrorf("no positional arguments expected")
				}
				d := self.InstanceDict()
				for i, name := range kw.Names {
					if err := d.Set(vm, name, kw.Vals[i]); err != nil {
						return err
					}
				}
				return nil
			},
			Repr: func(vm *py.VM, self py.Value) (py.Value, error) {
				name := "namespace"
				if self.Type() != t {
					name = self.Type().ShortName()
				}
				return vm.ReprContainer(self, name+"(...)", func(text func(string), value func(py.Value) error) error {
					text(name + "(")
					first := true
					for k, v := range self.InstanceDict().All() {
						if k.Str() == nil || k.Str().S == "" {
							continue
						}
						if !first {
							text(", ")
						}
						first = false
						text(k.Str().S + "=")
						if err := value(v); err != nil {
							return err
						}
					}
					text(")")
					return nil
				})
			},
			Compare: func(vm *py.VM, a, b py.Value, op py.CompareOp) (py.Value, error) {
				if !is(a) || !is(b) {
					return py.NotImplemented, nil
				}
				return vm.Compare(a.InstanceDict().Value(), b.InstanceDict().Value(), op)
			},
			Hash: py.HashNotImplemented,
		},
		Members: []py.Member{py.DictMember()},
		Methods: []*py.Builtin{
			py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				return vm.NewTupleOf(py.Of(&a[0].Type().Object), vm.NewTuple(nil), a[0].InstanceDict().Value()), nil
			}),
		},
	})
	return t
})
