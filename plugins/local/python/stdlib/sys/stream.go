package sys

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// stream is a standard stream that can be written to.
type stream struct {
	py.Object
	name   string
	stderr bool
}

var (
	streamType = sync.OnceValue(newStreamType)
	streamOf   *py.Type
)

func newStream(vm *py.VM, name string, stderr bool) py.Value {
	s := &stream{name: name, stderr: stderr}
	vm.NewObject(&s.Object, streamType(), 48)
	return py.Of(&s.Object)
}

func asStream(v py.Value) *stream { return py.As[stream](v, streamOf) }

// Write writes text to the real stream.
func (s *stream) write(vm *py.VM, text string) error {
	if s.stderr {
		return vm.WriteStderr(text)
	}
	return vm.WriteStdout(text)
}

func writeMethod(vm *py.VM, a []py.Value) (py.Value, error) {
	s := a[1].Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("write() argument must be str, not %s", a[1].Type().Name)
	}
	n, err := vm.Len(a[1])
	if err != nil {
		return py.Value{}, err
	}
	return py.Int(int64(n)), asStream(a[0]).write(vm, s.S)
}

func newStreamType() *py.Type {
	answer := func(name string, v py.Value) *py.Builtin {
		return py.Method(name, 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return v, nil })
	}
	unsupported := func(name, text string) *py.Builtin {
		return py.Method(name, 0, -1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return py.Value{}, pymod.Raise(vm, "io", "UnsupportedOperation", text)
		})
	}
	constant := func(name string, v py.Value) py.Member {
		return py.Member{Name: name, Get: func(vm *py.VM, _ py.Value) (py.Value, error) { return v, nil }}
	}
	streamOf = py.NewNativeType[stream](py.TypeSpec{
		Name: "TextIOWrapper", Module: "_io", Flags: py.TypeNoInstance | py.TypeNoSubclass,
		Slots: py.Slots{Repr: func(vm *py.VM, v py.Value) (py.Value, error) {
			return vm.NewString("<_io.TextIOWrapper name='" + asStream(v).name + "' mode='w' encoding='utf-8'>"), nil
		}},
		Methods: []*py.Builtin{
			py.Method("write", 1, 1, writeMethod),
			py.Method("writelines", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				self := a[0]
				return py.None, vm.Iterate(a[1], func(line py.Value) error {
					_, err := writeMethod(vm, []py.Value{self, line})
					return err
				})
			}),
			answer("flush", py.None), answer("close", py.None), answer("isatty", py.False), answer("readable", py.False),
			answer("writable", py.True), answer("seekable", py.False),
			py.MethodSig("reconfigure", "**kwargs", func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, nil }),
			py.Method("fileno", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				if asStream(a[0]).stderr {
					return py.Int(2), nil
				}
				return py.Int(1), nil
			}),
			py.Method("__enter__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return a[0], nil }),
			py.Method("__exit__", 0, -1, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, nil }),
			unsupported("read", "not readable"), unsupported("readline", "not readable"), unsupported("readlines", "not readable"),
			unsupported("seek", "underlying stream is not seekable"), unsupported("tell", "underlying stream is not seekable"),
		},
		Members: []py.Member{
			{Name: "name", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return vm.NewString(asStream(v).name), nil }},
			constant("encoding", text("utf-8")), constant("errors", text("strict")), constant("mode", text("w")),
			constant("closed", py.False), constant("newlines", py.None), constant("line_buffering", py.False), constant("write_through", py.False),
		},
	})
	return streamOf
}
