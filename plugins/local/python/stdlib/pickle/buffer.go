package pickle

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

var (
	nameCast       = py.Name("cast")
	nameContiguous = py.Name("contiguous")
)

func onceBufferType() func() *py.Type {
	return sync.OnceValue(func() *py.Type {
		return py.NewNativeType[buffer](py.TypeSpec{
			Name: "PickleBuffer", Module: "pickle", Doc: "Wrapper for potentially out-of-band buffers",
			Slots: py.Slots{
				New: newBuffer,
				Buffer: func(v py.Value) []byte {
					b := bufferOf(v)
					if b.of.IsNone() {
						return nil
					}
					data, _ := py.BytesLike(b.of)
					return []byte(data)
				},
				Visit: func(v py.Value, f func(py.Value)) { f(bufferOf(v).of) },
			},
			Methods: []*py.Builtin{
				py.Method("raw", 0, 0, raw).WithDoc("Return a memoryview of the raw memory underlying this buffer.\n\nWill raise BufferError is the buffer isn't contiguous."),
				py.Method("release", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
					bufferOf(a[0]).of = py.None
					return py.None, nil
				}).WithDoc("Release the underlying buffer exposed by the PickleBuffer object."),
			},
		})
	})
}

// raw is the buffer as a memoryview of bytes.
func raw(vm *py.VM, a []py.Value) (py.Value, error) {
	view, err := bufferOf(a[0]).view()
	if err != nil {
		return py.Value{}, err
	}
	whole, err := vm.GetAttr(view, nameContiguous)
	if err != nil {
		return py.Value{}, err
	}
	if whole != py.True {
		return py.Value{}, py.Raise(py.BufferError, "cannot extract raw buffer from non-contiguous buffer")
	}
	return vm.CallMethod(view, nameCast, py.NewStr("B"))
}
