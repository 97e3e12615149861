package collections

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// defaultDict is a dict that makes missing values.
type defaultDict struct {
	py.Dict
	factory py.Value
}

var defaultDictType = sync.OnceValue(func() *py.Type {
	var t *py.Type
	as := func(v py.Value) *defaultDict { return py.As[defaultDict](v, t) }
	copyOf := func(vm *py.VM, a []py.Value) (py.Value, error) {
		return vm.Call(py.Of(&a[0].Type().Object), as(a[0]).factory, a[0])
	}
	t = py.NewNativeType[defaultDict](py.TypeSpec{
		Name: "defaultdict", Module: "collections", Base: py.DictType, Kind: py.KindDict,
		Doc: "defaultdict(default_factory=None, /, [...]) --> dict with default factory\n\nThe default factory is called without arguments to produce\na new value when a key is not present, in __getitem__ only.\nA defaultdict compares equal to a dict with the same items.\nAll remaining arguments are treated the same as if they were\npassed to the dict constructor, including keyword arguments.",
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				d := &defaultDict{factory: py.None}
				vm.NewObject(&d.Object, cls, 112)
				return d.Value(), nil
			},
			Init: func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) error {
				if len(args) > 0 {
					if !args[0].IsNone() && !py.Callable(args[0]) {
						return py.TypeErrorf("first argument must be callable or None")
					}
					as(self).factory = args[0]
					args = args[1:]
				}
				return vm.DictInit(self, "dict", args, kw)
			},
			Repr: func(vm *py.VM, self py.Value) (py.Value, error) {
				inner, err := vm.DictRepr(self)
				if err != nil {
					return py.Value{}, err
				}
				factory, err := vm.ReprContainer(self, "...", func(text func(string), value func(py.Value) error) error {
					return value(as(self).factory)
				})
				if err != nil {
					return py.Value{}, err
				}
				return vm.NewString(self.Type().ShortName() + "(" + factory.Str().S + ", " + inner + ")"), nil
			},
			Binary: func() (ops [14]py.BinaryFunc) {
				ops[py.OpOr] = func(vm *py.VM, a, b py.Value) (py.Value, error) {
					if a.Dict() == nil || b.Dict() == nil {
						return py.NotImplemented, nil
					}
					of := a
					if as(a) == nil {
						of = b
					}
					r, err := vm.Call(py.Of(&of.Type().Object), as(of).factory, a)
					if err != nil {
						return py.Value{}, err
					}
					if r.Dict() == nil {
						return py.Value{}, py.TypeErrorf("expected dict, not %s", r.Type().Name)
					}
					return r, vm.DictUpdate(r.Dict(), b)
				}
				return
			}(),
			Visit: func(v py.Value, f func(py.Value)) {
				f(as(v).factory)
				for k, x := range v.Dict().All() {
					f(k)
					f(x)
				}
			},
		},
		Members: []py.Member{{Name: "default_factory",
			Get: func(vm *py.VM, v py.Value) (py.Value, error) { return as(v).factory, nil },
			Set: func(vm *py.VM, v, f py.Value) error {
				if !f.Bound() {
					f = py.None
				}
				as(v).factory = f
				return nil
			}}},
		Methods: []*py.Builtin{
			py.Method("__missing__", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				d := as(a[0])
				if d.factory.IsNone() {
					return py.Value{}, vm.MissingKey(a[0].Dict(), a[1])
				}
				v, err := vm.Call(d.factory)
				if err != nil {
					return py.Value{}, err
				}
				return v, vm.SetItem(a[0], a[1], v)
			}),
			py.Method("copy", 0, 0, copyOf),
			py.Method("__copy__", 0, 0, copyOf),
			py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				items, err := vm.CallMethod(a[0], nameItems)
				if err != nil {
					return py.Value{}, err
				}
				var args []py.Value
				if f := as(a[0]).factory; !f.IsNone() {
					args = append(args, f)
				}
				return reduction(vm, a[0], args, items, py.None)
			}),
		},
	})
	return t
})
