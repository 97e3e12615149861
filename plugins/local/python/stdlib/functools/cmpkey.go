package functools

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// cmpKey is a value that compares by a cmp function.
type cmpKey struct {
	py.Object
	cmp, v py.Value
}

var cmpKeyType = sync.OnceValue(func() *py.Type {
	var t *py.Type
	as := func(v py.Value) *cmpKey { return py.As[cmpKey](v, t) }
	t = py.NewNativeType[cmpKey](py.TypeSpec{
		Name: "KeyWrapper", Module: "functools", Flags: py.TypeNoSubclass | py.TypeNoInstance,
		Slots: py.Slots{
			Compare: func(vm *py.VM, a, b py.Value, op py.CompareOp) (py.Value, error) {
				x, y := as(a), as(b)
				if x == nil || y == nil {
					return py.Value{}, py.TypeErrorf("other argument must be K instance")
				}
				r, err := vm.Call(x.cmp, x.v, y.v)
				if err != nil {
					return py.Value{}, err
				}
				return vm.Compare(r, py.Int(0), op)
			},
			Hash: py.HashNotImplemented,
			Call: func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) {
				var a [1]py.Value
				if err := vm.Bind("K", cmpKeySignature, args, kw, a[:]); err != nil {
					return py.Value{}, err
				}
				k := &cmpKey{cmp: as(self).cmp, v: a[0]}
				vm.NewObject(&k.Object, t, 56)
				return py.Of(&k.Object), nil
			},
			Visit: func(v py.Value, f func(py.Value)) {
				f(as(v).cmp)
				if as(v).v.Bound() {
					f(as(v).v)
				}
			},
		},
		Members: []py.Member{{Name: "obj", Get: func(vm *py.VM, v py.Value) (py.Value, error) {
			if k := as(v); k.v.Bound() {
				return k.v, nil
			}
			return py.Value{}, py.Raise(py.AttributeError, "obj")
		}}},
	})
	return t
})

var cmpKeySignature = py.ParseSignature("obj")

func cmpToKey(vm *py.VM, a []py.Value) (py.Value, error) {
	k := &cmpKey{cmp: a[0]}
	vm.NewObject(&k.Object, cmpKeyType(), 56)
	return py.Of(&k.Object), nil
}
