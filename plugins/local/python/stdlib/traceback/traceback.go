// Package traceback is Python's module traceback: Python over the machine's
// own formatting.
package traceback

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("traceback", func(vm *py.VM, m *py.Module) error {
	m.Add(
		py.Func("_handled", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.Handled(), nil }),
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
		py.Func("_frames", 1, 1, frames),
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

// frames lists (file, line, function, source) of a traceback.
func frames(vm *py.VM, a []py.Value) (py.Value, error) {
	if a[0].IsNone() {
		return vm.NewList(nil), nil
	}
	t := py.As[py.Traceback](a[0], py.TracebackType)
	if t == nil {
		return py.Value{}, py.TypeErrorf("a traceback object is required, not %s", a[0].Type().Name)
	}
	var rows []py.Value
	for _, f := range vm.TracebackFrames(t) {
		rows = append(rows, vm.NewTupleOf(vm.NewString(f.File), py.Int(int64(f.Line)), vm.NewString(f.Function), vm.NewString(f.Source)))
	}
	return vm.NewList(rows), nil
}
