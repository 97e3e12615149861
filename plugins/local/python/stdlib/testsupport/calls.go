package testsupport

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// calls are functions that call what they are given.
func calls() []*py.Builtin {
	return []*py.Builtin{
		py.Func("pyobject_fastcall", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			args, err := argTuple(a[1])
			if err != nil {
				return py.Value{}, err
			}
			return vm.Call(a[0], args...)
		}).WithDoc("Call a function with the arguments in a tuple; None means that there are none."),
		py.Func("pyobject_fastcalldict", 3, 3, callWithDict).WithDoc("Call a function with a tuple of arguments and a dict of keyword arguments."),
		py.Func("pyobject_vectorcall", 3, 3, callWithNames).WithDoc("Call a function with a tuple of arguments, the last of them named by a tuple."),
		py.Func("pyvectorcall_call", 2, 3, func(vm *py.VM, a []py.Value) (py.Value, error) {
			named := py.None
			if len(a) == 3 {
				named = a[2]
			}
			return callWithDict(vm, []py.Value{a[0], a[1], named})
		}).WithDoc("Call a function with a tuple of arguments and, maybe, a dict of keyword arguments."),
		py.Func("call_vectorcall", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return vm.CallKw(a[0], sampleArgs(vm), sampleKwargs(vm))
		}).WithDoc("Call a function with one argument of each form."),
		py.Func("call_vectorcall_method", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			f, err := vm.GetAttr(a[0], py.Name("f"))
			if err != nil {
				return py.Value{}, err
			}
			return vm.CallKw(f, sampleArgs(vm), sampleKwargs(vm))
		}).WithDoc("Call an object's method f with one argument of each form."),
		py.Func("make_vectorcall_class", 0, 1, makeVectorcallClass).WithDoc("Make a class whose calls are native."),
		py.Func("has_vectorcall_flag", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			t := a[0].AsType()
			if t == nil {
				return py.Value{}, py.TypeErrorf("has_vectorcall_flag() argument must be type, not %s", a[0].Type().Name)
			}
			return py.Bool(t.CallsNative()), nil
		}).WithDoc("Whether a call of an instance goes straight to native code."),
	}
}

func sampleArgs(vm *py.VM) []py.Value { return []py.Value{vm.NewString("foo")} }

func sampleKwargs(vm *py.VM) py.Kwargs {
	return py.Kwargs{Names: []py.Value{vm.NewString("baz")}, Vals: []py.Value{vm.NewString("bar")}}
}

// argTuple is the items of a tuple, or of None.
func argTuple(v py.Value) ([]py.Value, error) {
	if v.IsNone() {
		return nil, nil
	}
	t := v.Tuple()
	if t == nil {
		return nil, py.TypeErrorf("args must be None or a tuple")
	}
	return t.Items, nil
}

func callWithDict(vm *py.VM, a []py.Value) (py.Value, error) {
	args, err := argTuple(a[1])
	if err != nil {
		return py.Value{}, err
	}
	var kw py.Kwargs
	if !a[2].IsNone() {
		d := a[2].Dict()
		if d == nil {
			return py.Value{}, py.TypeErrorf("kwnames must be None or a dict")
		}
		for k, v := range d.All() {
			kw.Names, kw.Vals = append(kw.Names, k), append(kw.Vals, v)
		}
	}
	return vm.CallKw(a[0], args, kw)
}

func callWithNames(vm *py.VM, a []py.Value) (py.Value, error) {
	args, err := argTuple(a[1])
	if err != nil {
		return py.Value{}, err
	}
	var kw py.Kwargs
	if !a[2].IsNone() {
		names := a[2].Tuple()
		if names == nil {
			return py.Value{}, py.TypeErrorf("kwnames must be None or a tuple")
		}
		if len(names.Items) > len(args) {
			return py.Value{}, py.ValueErrorf("kwnames longer than args")
		}
		split := len(args) - len(names.Items)
		kw.Names, kw.Vals = names.Items, args[split:]
		args = args[:split]
	}
	return vm.CallKw(a[0], args, kw)
}

// items are functions that use a sequence by position, as natives do.
func items() []*py.Builtin {
	return []*py.Builtin{
		py.Func("sequence_getitem", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			i, err := position(vm, a[0], a[1])
			if err != nil {
				return py.Value{}, err
			}
			return vm.GetItem(a[0], i)
		}),
		py.Func("sequence_setitem", 3, 3, func(vm *py.VM, a []py.Value) (py.Value, error) {
			i, err := position(vm, a[0], a[1])
			if err != nil {
				return py.Value{}, err
			}
			return py.None, vm.SetItem(a[0], i, a[2])
		}),
		py.Func("sequence_delitem", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			i, err := position(vm, a[0], a[1])
			if err != nil {
				return py.Value{}, err
			}
			return py.None, vm.DelItem(a[0], i)
		}),
	}
}

// ImportNatives puts _import(name) into a module: the import of a module that
// guest code named, which the policy must allow it.
func ImportNatives(vm *py.VM, m *py.Module) error {
	m.Add(py.Func("_import", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		name := a[0].Str()
		if name == nil {
			return py.Value{}, py.TypeErrorf("module name must be str, not %s", a[0].Type().Name)
		}
		if p := vm.Config().Policy; p != nil {
			if err := p.Import(vm, name.S, true); err != nil {
				return py.Value{}, err
			}
		}
		_, last, err := vm.Import(name.S)
		if err != nil {
			return py.Value{}, err
		}
		return last.Value(), nil
	}))
	return nil
}

// position is an index counted from the start. One before the start becomes
// one behind the end, for it must not count from there a second time.
func position(vm *py.VM, seq, index py.Value) (py.Value, error) {
	i, err := vm.IndexInt(index, py.IndexError)
	if err != nil || i >= 0 {
		return py.Int(int64(i)), err
	}
	n, err := vm.Len(seq)
	if err != nil {
		return py.Value{}, err
	}
	if i += n; i < 0 {
		i = n
	}
	return py.Int(int64(i)), nil
}
