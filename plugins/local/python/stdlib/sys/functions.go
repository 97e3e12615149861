package sys

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/getargs"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/structseq"
)

func constantFunc(name string, v py.Value) *py.Builtin {
	return py.Func(name, 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return v, nil })
}

func functions() []*py.Builtin {
	return []*py.Builtin{
		constantFunc("getdefaultencoding", text("utf-8")), constantFunc("getfilesystemencoding", text("utf-8")),
		constantFunc("getfilesystemencodeerrors", text("surrogateescape")), constantFunc("getswitchinterval", py.Float(0.005)),
		constantFunc("gettrace", py.None), constantFunc("getprofile", py.None), constantFunc("is_finalizing", py.False),
		constantFunc("getallocatedblocks", py.Int(0)), constantFunc("getunicodeinternedsize", py.Int(0)),
		py.Func("getrecursionlimit", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(int64(vm.RecursionLimit())), nil }),
		py.Func("setrecursionlimit", 1, 1, setRecursionLimit),
		py.Func("setswitchinterval", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, nil }),
		py.Func("getrefcount", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(2), nil }),
		py.Func("exc_info", 0, 0, excInfo),
		py.Func("exception", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.Handled(), nil }),
		py.Func("intern", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if a[0].Type() != py.StrType {
				if a[0].Str() != nil {
					return py.Value{}, py.TypeErrorf("can't intern %s", a[0].Type().Name)
				}
				return py.Value{}, py.TypeErrorf("intern() argument must be str, not %s", a[0].Type().Name)
			}
			return py.Of(&vm.Intern(a[0].Str().S).Object), nil
		}),
		py.FuncSig("exit", "status=None, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
			e, err := vm.Call(py.Of(&py.SystemExit.Object), exitArgs(a[0])...)
			if err != nil {
				return py.Value{}, err
			}
			return py.Value{}, e.Exception()
		}),
		py.FuncSig("getsizeof", "object, default=…", sizeOf),
		py.Func("get_int_max_str_digits", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(int64(vm.IntMaxStrDigits())), nil }),
		py.FuncSig("set_int_max_str_digits", "maxdigits", func(vm *py.VM, a []py.Value) (py.Value, error) {
			n, err := getargs.Int32(vm, a[0])
			if err != nil {
				return py.Value{}, err
			}
			return py.None, vm.SetIntMaxStrDigits(n)
		}),
		py.Func("displayhook", 1, 1, displayHook),
		py.Func("excepthook", 3, 3, func(vm *py.VM, a []py.Value) (py.Value, error) {
			e := a[1].Exception()
			if e == nil {
				return py.Value{}, py.TypeErrorf("print_exception(): Exception expected for value, %s found", a[1].Type().Name)
			}
			return py.None, vm.WriteStderr(vm.FormatException(e))
		}),
		// A signature, so that the machine notes where the caller stands.
		py.FuncSig("_getframe", "depth=0, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
			n, err := getargs.Int32(vm, a[0])
			if err != nil {
				return py.Value{}, err
			}
			v, ok := vm.FrameAt(max(n, 0))
			if !ok {
				return py.Value{}, py.ValueErrorf("call stack is not deep enough")
			}
			return v, nil
		}),
		py.Func("get_coroutine_origin_tracking_depth", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(0), nil }),
		py.FuncSig("set_coroutine_origin_tracking_depth", "depth", func(vm *py.VM, a []py.Value) (py.Value, error) {
			n, err := getargs.Int32(vm, a[0])
			if err == nil && n < 0 {
				err = py.ValueErrorf("depth must be >= 0")
			}
			return py.None, err
		}),
		py.FuncSig("set_asyncgen_hooks", "firstiter=…, finalizer=…", setAsyncGenHooks),
		py.Func("get_asyncgen_hooks", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			var fields [2]py.Value
			for i, h := range vm.AsyncGenHooks() {
				if fields[i] = h; !h.Bound() {
					fields[i] = py.None
				}
			}
			return asyncGenHooks().Of(vm, fields[:]...), nil
		}),
		py.Func("audit", 1, -1, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, nil }),
	}
}

func exitArgs(status py.Value) []py.Value {
	if status.IsNone() {
		return nil
	}
	if t := status.Tuple(); t != nil {
		return append([]py.Value(nil), t.Items...)
	}
	return []py.Value{status}
}

func setRecursionLimit(vm *py.VM, a []py.Value) (py.Value, error) {
	n, err := getargs.Int32(vm, a[0])
	if err != nil {
		return py.Value{}, err
	}
	if n < 1 {
		return py.Value{}, py.ValueErrorf("recursion limit must be greater or equal than 1")
	}
	if depth := vm.Depth(); depth >= n {
		return py.Value{}, py.Raise(py.RecursionError, "cannot set the recursion limit to %d at the recursion depth %d: the limit is too low", n, depth)
	}
	vm.SetRecursionLimit(n)
	return py.None, nil
}

func excInfo(vm *py.VM, a []py.Value) (py.Value, error) {
	v := vm.Handled()
	e := v.Exception()
	if e == nil {
		return vm.NewTupleOf(py.None, py.None, py.None), nil
	}
	tb, err := vm.GetAttr(v, py.Name("__traceback__"))
	return vm.NewTupleOf(py.Of(&e.Type().Object), v, tb), err
}

func displayHook(vm *py.VM, a []py.Value) (py.Value, error) {
	if a[0].IsNone() {
		return py.None, nil
	}
	r, err := vm.Repr(a[0])
	if err != nil {
		return py.Value{}, err
	}
	if err := vm.WriteStdout(r + "\n"); err != nil {
		return py.Value{}, err
	}
	vm.Builtins.SetStr(py.Name("_"), a[0])
	return py.None, nil
}

var asyncGenHooks = sync.OnceValue(func() *structseq.Type {
	return structseq.New(structseq.Options{Module: "sys", Name: "asyncgen_hooks", Fields: []string{"firstiter", "finalizer"}, NoNew: true})
})

func setAsyncGenHooks(vm *py.VM, a []py.Value) (py.Value, error) {
	for i, name := range []string{"firstiter", "finalizer"} {
		if a[i].Bound() && !a[i].IsNone() && !py.Callable(a[i]) {
			return py.Value{}, py.TypeErrorf("callable %s expected, got %s", name, a[i].Type().Name)
		}
	}
	for i, h := range a {
		if h.Bound() {
			vm.AsyncGenHooks()[i] = h
		}
	}
	return py.None, nil
}
