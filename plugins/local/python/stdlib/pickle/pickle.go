// Package pickle is Python's module pickle: Python, which asks the policy for
// every name that a pickle asks for.
package pickle

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/copy"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("pickle", func(vm *py.VM, m *py.Module) error {
	m.Set("PickleBuffer", py.Of(&bufferType().Object))
	m.Add(
		py.Func("_set_slot", 3, 3, copy.SetSlot),
		// _names(module) is what a program finds there: the module, which it
		// must be allowed to import, or the names themselves.
		py.Func("_names", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			name := a[0].Str()
			if name == nil {
				return py.Value{}, py.TypeErrorf("module name must be str")
			}
			switch name.S {
			case "builtins":
				return vm.Builtins.Value(), nil
			case "__main__":
				return vm.Main.Value(), nil
			}
			if p := vm.Config().Policy; p != nil {
				if err := p.Import(vm, name.S, false); err != nil {
					return py.Value{}, err
				}
			}
			_, mod, err := vm.Import(name.S)
			if err != nil {
				return py.Value{}, err
			}
			return mod.Value(), nil
		}),
	)
	return nil
})

// buffer is a PickleBuffer.
type buffer struct {
	py.Object
	of py.Value // a memoryview; None once released
}

var bufferType func() *py.Type

func init() { bufferType = onceBufferType() }

func bufferOf(v py.Value) *buffer { return py.As[buffer](v, bufferType()) }

func (b *buffer) view() (py.Value, error) {
	if b.of.IsNone() {
		return py.Value{}, py.ValueErrorf("operation forbidden on released PickleBuffer object")
	}
	return b.of, nil
}

func newBuffer(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	if len(args) != 1 || kw.Len() > 0 {
		return py.Value{}, py.TypeErrorf("PickleBuffer() takes exactly one argument (%d given)", len(args)+kw.Len())
	}
	view, err := vm.Call(py.Of(&py.MemoryViewType.Object), args[0])
	if err != nil {
		return py.Value{}, err
	}
	b := &buffer{of: view}
	vm.NewObject(&b.Object, cls, 96)
	return py.Of(&b.Object), nil
}
