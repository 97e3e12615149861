// Package caller gives modules written in Python what they need of the
// machine: who calls them, and the real standard error.
package caller

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Natives puts the functions _caller, _stderr, _main_names, _handled and
// _format_exception into a module's namespace.
func Natives(vm *py.VM, m *py.Module) error {
	m.Add(
		// _caller(level) is (file, line, function, source line, module) of the
		// guest's running code, or None beyond its outermost frame.
		py.Func("_caller", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			level, err := vm.IndexInt(a[0], py.OverflowError)
			if err != nil {
				return py.Value{}, err
			}
			f, module, ok := vm.Caller(max(level, 0))
			if !ok {
				return py.None, nil
			}
			return vm.NewTupleOf(vm.NewString(f.File), py.Int(int64(f.Line)), vm.NewString(f.Function), vm.NewString(f.Source), vm.NewString(module)), nil
		}),
		// _frame(level) is the frame object of the same code, or None.
		py.Func("_frame", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			level, err := vm.IndexInt(a[0], py.OverflowError)
			if err != nil {
				return py.Value{}, err
			}
			if f, ok := vm.FrameAt(max(level, 0)); ok {
				return f, nil
			}
			return py.None, nil
		}),
		// _stderr(text) writes to standard error, wherever that goes now.
		py.Func("_stderr", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if to := vm.Redirected(true); !to.IsNone() {
				_, err := vm.CallMethod(to, py.Name("write"), a[0])
				return py.None, err
			}
			s, err := vm.Str(a[0])
			if err != nil {
				return py.Value{}, err
			}
			return py.None, vm.WriteStderr(s)
		}),
		// _main_names() is the program's own namespace.
		py.Func("_main_names", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.Main.Value(), nil }),
		py.Func("_handled", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.Handled(), nil }),
		py.Func("_format_exception", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			e := a[0].Exception()
			if e == nil {
				return vm.NewString("NoneType: None\n"), nil
			}
			return vm.NewString(vm.FormatException(e)), nil
		}),
	)
	return nil
}

// Warn is warnings.warn(text, class) for the guest code that called the
// running native function.
func Warn(vm *py.VM, class *py.Type, text string) error {
	_, m, err := vm.Import("warnings")
	if err != nil {
		return err
	}
	_, err = vm.Call(m.Dict.GetStr(py.Name("warn")), vm.NewString(text), py.Of(&class.Object))
	return err
}
