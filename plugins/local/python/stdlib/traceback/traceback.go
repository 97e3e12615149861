// Package traceback is Python's module traceback: Python over the machine's
// own formatting.
package traceback

import (
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/caller"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("traceback", func(vm *py.VM, m *py.Module) error {
	if err := caller.Natives(vm, m); err != nil {
		return err
	}
	m.Add(
		py.Func("_format_exception", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			e, err := exception(a[0])
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewString(vm.FormatException(e)), nil
		}),
		py.Func("_format_only", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			e, err := exception(a[0])
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewString(vm.FormatExceptionOnly(e)), nil
		}),
		py.Func("_format_tb", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			t := py.As[py.Traceback](a[0], py.TracebackType)
			if t == nil && !a[0].IsNone() {
				return py.Value{}, py.TypeErrorf("a traceback object is required, not %s", a[0].Type().Name)
			}
			return vm.NewString(vm.FormatTraceback(t)), nil
		}),
		py.Func("_carets", 5, 5, carets),
		py.Func("_write_stderr", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			s := a[0].Str()
			if s == nil {
				return py.Value{}, py.TypeErrorf("a str is required, not %s", a[0].Type().Name)
			}
			return py.None, vm.WriteStderr(s.S)
		}),
	)
	return nil
})

func exception(v py.Value) (*py.Exception, error) {
	if e := v.Exception(); e != nil {
		return e, nil
	}
	return nil, py.TypeErrorf("an exception is required, not %s", v.Type().Name)
}

// carets is _carets(source line, line, end line, column, end column).
func carets(vm *py.VM, a []py.Value) (py.Value, error) {
	line := a[0].Str()
	if line == nil {
		return py.Value{}, py.TypeErrorf("a str is required, not %s", a[0].Type().Name)
	}
	var n [4]int32
	for i, v := range a[1:] {
		x, err := vm.IndexInt(v, py.OverflowError)
		if err != nil {
			return py.Value{}, err
		}
		n[i] = int32(min(max(x, -1), 1<<30))
	}
	if n[3] < n[2] && n[0] == n[1] {
		return vm.NewString(""), nil
	}
	return vm.NewString(py.CaretLine(line.S, code.Pos{Line: n[0], EndLine: n[1], Col: n[2], EndCol: n[3]})), vm.Tick(len(line.S)/64 + 1)
}
