package zlib

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

var (
	compressorType, decompressorType, streamType *py.Type
	nameCopy                                     = py.Name("copy")
)

func asCompressor(v py.Value) *compressor     { return py.As[compressor](v, compressorType) }
func asDecompressor(v py.Value) *decompressor { return py.As[decompressor](v, decompressorType) }

// copies are the methods that copy an object.
func copies(copyOf py.NativeFunc) []*py.Builtin {
	return []*py.Builtin{
		py.Method("copy", 0, 0, copyOf).WithDoc("Return a copy of the object."), py.Method("__copy__", 0, 0, copyOf),
		py.Method("__deepcopy__", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.CallMethod(a[0], nameCopy) }),
	}
}

var setup = sync.OnceFunc(func() {
	compressorType = py.NewNativeType[compressor](py.TypeSpec{
		Name: "Compress", Module: "zlib", Flags: py.TypeNoInstance | py.TypeNoSubclass,
		Slots: py.Slots{Size: func(v py.Value) int { return 1 << 18 }},
		Methods: append(copies(func(vm *py.VM, a []py.Value) (py.Value, error) {
			old := asCompressor(a[0])
			if old.done {
				return py.Value{}, py.ValueErrorf("Inconsistent stream state")
			}
			w := *old.writer
			w.enc = old.enc.Clone()
			c := &compressor{writer: &w, done: old.done}
			vm.NewObject(&c.Object, compressorType, 1<<18)
			return py.Of(&c.Object), nil
		}),
			py.Method("compress", 1, 1, compressMethod).WithDoc("Returns a bytes object containing compressed data."),
			py.MethodSig("flush", "mode=4, /", flushMethod).WithDoc("Return a bytes object containing any remaining compressed data."),
		),
	})
	streamType = newStreamType()
	decompressorType = py.NewNativeType[decompressor](py.TypeSpec{
		Name: "Decompress", Module: "zlib", Flags: py.TypeNoInstance | py.TypeNoSubclass,
		Slots: py.Slots{Size: func(v py.Value) int { return 1 << 16 }},
		Methods: append(copies(func(vm *py.VM, a []py.Value) (py.Value, error) {
			old := asDecompressor(a[0])
			if old.closed {
				return py.Value{}, py.ValueErrorf("Inconsistent stream state")
			}
			r := *old.reader
			r.dec = old.dec.Clone()
			r.head, r.rest = append([]byte(nil), old.head...), append([]byte(nil), old.rest...)
			d := &decompressor{reader: &r, tail: append([]byte(nil), old.tail...)}
			vm.NewObject(&d.Object, decompressorType, 1<<16)
			return py.Of(&d.Object), nil
		}),
			py.MethodSig("decompress", "data, /, max_length=0", decompressMethod).WithDoc("Return a bytes object containing the decompressed version of the data."),
			py.MethodSig("flush", "length=16384, /", flushDecompressor).WithDoc("Return a bytes object containing any remaining decompressed data."),
		),
		Members: []py.Member{
			{Name: "unused_data", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return vm.NewBytes(string(asDecompressor(v).rest)), nil }},
			{Name: "unconsumed_tail", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return vm.NewBytes(string(asDecompressor(v).tail)), nil }},
			{Name: "eof", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Bool(asDecompressor(v).done), nil }},
		},
	})
})
