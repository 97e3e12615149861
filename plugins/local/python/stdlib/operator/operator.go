// Package operator is Python's module operator.
package operator

import (
	"slices"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("operator", "Operator interface.\n\nThis module exports a set of functions corresponding to the intrinsic\noperators of Python.")
	for _, f := range functions() {
		m.AddFrom("_operator", f)
		if alias := "__" + strings.TrimSuffix(f.Name, "_") + "__"; dunders[f.Name] {
			m.Set(alias, f.In("_operator"))
		}
	}
	var names []string
	for _, f := range functions() {
		names = append(names, f.Name)
	}
	for _, t := range getters() {
		m.Set(t.QualName, py.Of(&t.Object))
		names = append(names, t.QualName)
	}
	slices.Sort(names)
	all := make([]py.Value, len(names))
	for i, name := range names {
		all[i] = vm.NewString(name)
	}
	m.Set("__all__", vm.NewList(all))
	return m, nil
}

// dunders are the functions that have a second name with underscores.
var dunders = func() map[string]bool {
	m := map[string]bool{}
	for name := range strings.FieldsSeq("abs add and_ concat contains delitem eq floordiv ge getitem gt iadd iand iconcat ifloordiv " +
		"ilshift imatmul imod imul index inv invert ior ipow irshift isub itruediv ixor le lshift lt matmul mod mul ne neg not_ or_ pos pow " +
		"rshift setitem sub truediv xor call") {
		m[name] = true
	}
	return m
}()

var functions = sync.OnceValue(func() []*py.Builtin {
	var out []*py.Builtin
	two := func(name string, f func(vm *py.VM, a, b py.Value) (py.Value, error)) {
		out = append(out, py.FuncSig(name, "a, b, /", func(vm *py.VM, a []py.Value) (py.Value, error) { return f(vm, a[0], a[1]) }))
	}
	one := func(name string, f func(vm *py.VM, a py.Value) (py.Value, error)) {
		out = append(out, py.FuncSig(name, "a, /", func(vm *py.VM, a []py.Value) (py.Value, error) { return f(vm, a[0]) }))
	}
	ops := strings.Fields("add sub mul truediv floordiv mod pow lshift rshift and_ or_ xor matmul")
	for i, name := range ops {
		op := py.BinaryOp(i)
		two(name, func(vm *py.VM, a, b py.Value) (py.Value, error) { return vm.Binary(op, a, b) })
		two("i"+strings.TrimSuffix(name, "_"), func(vm *py.VM, a, b py.Value) (py.Value, error) { return vm.InplaceOp(op, a, b) })
	}
	for i, name := range []string{"lt", "le", "eq", "ne", "gt", "ge"} {
		op := py.CompareOp(i)
		two(name, func(vm *py.VM, a, b py.Value) (py.Value, error) { return vm.Compare(a, b, op) })
	}
	one("neg", (*py.VM).Neg)
	one("pos", (*py.VM).Positive)
	one("invert", (*py.VM).Invert)
	one("inv", (*py.VM).Invert)
	one("abs", (*py.VM).Abs)
	one("index", (*py.VM).Index)
	one("not_", func(vm *py.VM, a py.Value) (py.Value, error) {
		t, err := vm.Truth(a)
		return py.Bool(!t), err
	})
	one("truth", func(vm *py.VM, a py.Value) (py.Value, error) {
		t, err := vm.Truth(a)
		return py.Bool(t), err
	})
	two("is_", func(vm *py.VM, a, b py.Value) (py.Value, error) { return py.Bool(a == b), nil })
	two("is_not", func(vm *py.VM, a, b py.Value) (py.Value, error) { return py.Bool(a != b), nil })
	two("contains", func(vm *py.VM, a, b py.Value) (py.Value, error) {
		ok, err := vm.Contains(a, b)
		return py.Bool(ok), err
	})
	two("getitem", (*py.VM).GetItem)
	two("delitem", func(vm *py.VM, a, b py.Value) (py.Value, error) { return py.None, vm.DelItem(a, b) })
	two("concat", concat((*py.VM).Binary))
	two("iconcat", concat((*py.VM).InplaceOp))
	two("countOf", countOf)
	two("indexOf", indexOf)
	return append(out,
		py.FuncSig("setitem", "a, b, c, /", func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, vm.SetItem(a[0], a[1], a[2]) }),
		py.FuncSig("length_hint", "obj, default=0, /", lengthHint),
		py.FuncKw("call", func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
			if len(args) == 0 {
				return py.Value{}, py.TypeErrorf("call expected at least 1 argument, got 0")
			}
			return vm.CallKw(args[0], args[1:], kw)
		}),
	)
})

func concat(f func(vm *py.VM, op py.BinaryOp, a, b py.Value) (py.Value, error)) func(vm *py.VM, a, b py.Value) (py.Value, error) {
	return func(vm *py.VM, a, b py.Value) (py.Value, error) {
		if !vm.IsSequence(a) {
			return py.Value{}, py.TypeErrorf("'%s' object can't be concatenated", a.Type().Name)
		}
		return f(vm, py.OpAdd, a, b)
	}
}

func countOf(vm *py.VM, a, b py.Value) (py.Value, error) {
	n := int64(0)
	err := vm.Iterate(a, func(v py.Value) error {
		same, err := vm.Equal(v, b)
		if same {
			n++
		}
		return err
	})
	return py.Int(n), err
}

func indexOf(vm *py.VM, a, b py.Value) (py.Value, error) {
	it, err := vm.Iter(a)
	if err != nil {
		return py.Value{}, err
	}
	for i := int64(0); ; i++ {
		v, err := vm.Next(it)
		if err != nil {
			return py.Value{}, err
		}
		if !v.Bound() {
			return py.Value{}, py.ValueErrorf("sequence.index(x): x not in sequence")
		}
		same, err := vm.Equal(v, b)
		if err != nil || same {
			return py.Int(i), err
		}
		if err := vm.Tick(1); err != nil {
			return py.Value{}, err
		}
	}
}

var nameLengthHint = py.Name("__length_hint__")

func lengthHint(vm *py.VM, a []py.Value) (py.Value, error) {
	if !a[1].IsInt() && !a[1].IsBool() {
		return py.Value{}, py.TypeErrorf("'%s' object cannot be interpreted as an integer", a[1].Type().Name)
	}
	if n, err := vm.Len(a[0]); err == nil {
		return py.Int(int64(n)), nil
	} else if !py.IsError(err, py.TypeError) {
		return py.Value{}, err
	}
	if !a[0].Type().Lookup(nameLengthHint).Bound() {
		return a[1], nil
	}
	v, err := vm.CallSpecial(a[0], nameLengthHint)
	switch {
	case py.IsError(err, py.TypeError):
		return a[1], nil
	case err != nil:
		return py.Value{}, err
	case v == py.NotImplemented:
		return a[1], nil
	case !v.IsInt():
		return py.Value{}, py.TypeErrorf("__length_hint__ must be an integer, not %s", v.Type().Name)
	case v.AsInt() < 0:
		return py.Value{}, py.ValueErrorf("__length_hint__() should return >= 0")
	}
	return v, nil
}
