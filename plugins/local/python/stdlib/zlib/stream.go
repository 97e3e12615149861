package zlib

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// stream is a _ZlibDecompressor: it keeps the input that it has not come to.
type stream struct {
	py.Object
	*reader
	pending []byte
}

func asStream(v py.Value) *stream { return py.As[stream](v, streamType) }

var streamSignature = py.ParseSignature("wbits=15, zdict=…")

func newStreamType() *py.Type {
	get := func(f func(s *stream, vm *py.VM) py.Value) func(vm *py.VM, v py.Value) (py.Value, error) {
		return func(vm *py.VM, v py.Value) (py.Value, error) { return f(asStream(v), vm), nil }
	}
	return py.NewNativeType[stream](py.TypeSpec{
		Name: "_ZlibDecompressor", Module: "zlib", Flags: py.TypeNoSubclass,
		Doc: "Create a decompressor object for decompressing data incrementally.",
		Slots: py.Slots{
			New: newStream,
			Size: func(v py.Value) int {
				s := asStream(v)
				return 1<<16 + len(s.pending) + len(s.rest)
			},
		},
		Methods: []*py.Builtin{
			py.MethodSig("decompress", "data, max_length=-1", streamDecompress).WithDoc("Decompress *data*, returning uncompressed data as bytes."),
		},
		Members: []py.Member{
			{Name: "eof", Get: get(func(s *stream, vm *py.VM) py.Value { return py.Bool(s.done) })},
			{Name: "unused_data", Get: get(func(s *stream, vm *py.VM) py.Value { return vm.NewBytes(string(s.rest)) })},
			{Name: "needs_input", Get: get(func(s *stream, vm *py.VM) py.Value { return py.Bool(!s.done && len(s.pending) == 0) })},
		},
	})
}

func newStream(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [2]py.Value
	if err := vm.Bind("_ZlibDecompressor", streamSignature, args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	r, err := readerOf(vm, a[:])
	if err != nil {
		return py.Value{}, err
	}
	s := &stream{reader: r}
	vm.NewObject(&s.Object, cls, 1<<16)
	return py.Of(&s.Object), nil
}

// streamDecompress is the method decompress(data, max_length=-1).
func streamDecompress(vm *py.VM, a []py.Value) (py.Value, error) {
	s := asStream(a[0])
	data, err := py.BytesLike(a[1])
	if err != nil {
		return py.Value{}, err
	}
	limit, err := vm.IndexInt(a[2], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	if s.done {
		return py.Value{}, py.Raise(py.EOFError, "End of stream already reached")
	}
	if err := vm.Reserve(int64(len(s.pending) + len(data))); err != nil {
		return py.Value{}, err
	}
	in := append(s.pending, data...)
	s.pending = nil
	if limit == 0 {
		s.pending = in
		return vm.NewBytes(""), nil
	}
	out, err := s.read(vm, in, max(limit, 0))
	if err != nil {
		return py.Value{}, guestError(vm, err)
	}
	if limit > 0 && s.started && !s.done {
		s.pending = s.dec.Rest()
	}
	return vm.NewBytes(string(out)), nil
}
