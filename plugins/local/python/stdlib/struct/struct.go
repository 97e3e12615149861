// Package pystruct is Python's module struct.
package pystruct

import (
	"fmt"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// structObject is a Struct.
type structObject struct {
	py.Object
	*layout
}

var (
	structType   = sync.OnceValue(newStructType)
	iteratorType = sync.OnceValue(func() *py.Type { return py.NewIteratorType("_struct.unpack_iterator") })
	structOf     *py.Type
)

// Load makes the module.
var Load = pymod.Loader("struct", func(vm *py.VM, m *py.Module) error {
	m.Set("Struct", py.Of(&structType().Object))
	first := func(name string, fn func(vm *py.VM, l *layout, a []py.Value) (py.Value, error)) func(*py.VM, []py.Value) (py.Value, error) {
		return func(vm *py.VM, a []py.Value) (py.Value, error) {
			format, err := formatArg(a[0])
			if err != nil {
				if _, unhashable := vm.Hash(a[0]); unhashable != nil {
					return py.Value{}, unhashable // CPython looks for it among those it knows
				}
				return py.Value{}, err
			}
			l, err := compile(vm, format)
			if err != nil {
				return py.Value{}, err
			}
			return fn(vm, l, a[1:])
		}
	}
	variadic := func(name string, fn func(vm *py.VM, l *layout, a []py.Value) (py.Value, error)) *py.Builtin {
		b := py.Func(name, 0, -1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if len(a) == 0 {
				return py.Value{}, py.TypeErrorf("missing format argument")
			}
			return first(name, fn)(vm, a)
		})
		return b
	}
	m.AddFrom("_struct",
		variadic("pack", packMethod).WithDoc("pack(format, v1, v2, ...) -> bytes\n\nReturn a bytes object containing the values v1, v2, ... packed according\nto the format string.  See help(struct) for more on format strings."),
		variadic("pack_into", packInto).WithDoc("pack_into(format, buffer, offset, v1, v2, ...)\n\nPack the values v1, v2, ... according to the format string and write\nthe packed bytes into the writable buffer buf starting at offset."),
		py.Func("calcsize", 1, 1, first("calcsize", func(vm *py.VM, l *layout, a []py.Value) (py.Value, error) { return py.Int(int64(l.size)), nil })).WithDoc("Return size in bytes of the struct described by the format string."),
		py.FuncSig("unpack", "format, buffer, /", first("unpack", unpack)).WithDoc("Return a tuple containing values unpacked according to the format string."),
		py.FuncSig("unpack_from", "format, /, buffer, offset=0", first("unpack_from", unpackFrom)).WithDoc("Return a tuple containing values unpacked according to the format string."),
		py.FuncSig("iter_unpack", "format, buffer, /", first("iter_unpack", iterUnpack)).WithDoc("Return an iterator yielding tuples unpacked from the given bytes."),
		py.Func("_clearcache", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.None, nil }),
	)
	return nil
})

func asStruct(v py.Value) *structObject { return py.As[structObject](v, structOf) }

func newStructType() *py.Type {
	method := func(fn func(vm *py.VM, l *layout, a []py.Value) (py.Value, error)) py.NativeFunc {
		return func(vm *py.VM, a []py.Value) (py.Value, error) { return fn(vm, asStruct(a[0]).layout, a[1:]) }
	}
	signature := py.ParseSignature("format")
	structOf = py.NewNativeType[structObject](py.TypeSpec{
		Name: "Struct", Module: "_struct", Doc: "Struct(fmt) --> compiled struct object",
		Slots: py.Slots{New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
			var a [1]py.Value
			if err := vm.Bind("Struct", signature, args, kw, a[:]); err != nil {
				return py.Value{}, err
			}
			format, err := formatArg(a[0])
			if err != nil {
				return py.Value{}, err
			}
			l, err := compile(vm, format)
			if err != nil {
				return py.Value{}, err
			}
			s := &structObject{layout: l}
			vm.NewObject(&s.Object, cls, 64+32*len(l.fields))
			return py.Of(&s.Object), nil
		}},
		Methods: []*py.Builtin{
			py.Method("pack", 0, -1, method(packMethod)),
			py.Method("pack_into", 0, -1, method(packInto)),
			py.MethodSig("unpack", "buffer, /", method(unpack)),
			py.MethodSig("unpack_from", "buffer, offset=0", method(unpackFrom)),
			py.MethodSig("iter_unpack", "buffer, /", method(iterUnpack)),
		},
		Members: []py.Member{
			{Name: "format", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return vm.NewString(asStruct(v).format), nil }},
			{Name: "size", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return py.Int(int64(asStruct(v).size)), nil }},
		},
	})
	return structOf
}

func packMethod(vm *py.VM, l *layout, a []py.Value) (py.Value, error) {
	if len(a) != l.items {
		return py.Value{}, fail(vm, fmt.Sprintf("pack expected %d items for packing (got %d)", l.items, len(a)))
	}
	if err := vm.Reserve(int64(l.size)); err != nil {
		return py.Value{}, err
	}
	b := make([]byte, l.size)
	if err := l.pack(vm, b, a); err != nil {
		return py.Value{}, err
	}
	return vm.NewBytes(string(b)), nil
}

func packInto(vm *py.VM, l *layout, a []py.Value) (py.Value, error) {
	if len(a) < 2 {
		if len(a) == 0 {
			return py.Value{}, fail(vm, "pack_into expected buffer argument")
		}
		return py.Value{}, fail(vm, "pack_into expected offset argument")
	}
	if len(a)-2 != l.items {
		return py.Value{}, fail(vm, fmt.Sprintf("pack_into expected %d items for packing (got %d)", l.items, len(a)-2))
	}
	target := py.WritableBuffer(a[0])
	if target == nil {
		return py.Value{}, py.TypeErrorf("argument must be read-write bytes-like object, not %s", a[0].Type().Name)
	}
	offset, err := vm.IndexInt(a[1], py.IndexError)
	if err != nil {
		return py.Value{}, err
	}
	size := len(target)
	if offset < 0 {
		if offset+l.size > 0 {
			return py.Value{}, fail(vm, fmt.Sprintf("no space to pack %d bytes at offset %d", l.size, offset))
		}
		if offset+size < 0 {
			return py.Value{}, fail(vm, fmt.Sprintf("offset %d out of range for %d-byte buffer", offset, size))
		}
		offset += size
	}
	if size-offset < l.size {
		return py.Value{}, fail(vm, fmt.Sprintf("pack_into requires a buffer of at least %d bytes for packing %d bytes at offset %d (actual buffer size is %d)", uint64(offset)+uint64(l.size), l.size, offset, size))
	}
	// The values' methods may change the buffer's size: pack apart first.
	b := make([]byte, l.size)
	if err := l.pack(vm, b, a[2:]); err != nil {
		return py.Value{}, err
	}
	if target = py.WritableBuffer(a[0]); len(target) >= offset+l.size {
		copy(target[offset:], b)
	}
	return py.None, nil
}

func unpack(vm *py.VM, l *layout, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	if len(data) != l.size {
		return py.Value{}, fail(vm, fmt.Sprintf("unpack requires a buffer of %d bytes", l.size))
	}
	return l.unpack(vm, []byte(data))
}

func unpackFrom(vm *py.VM, l *layout, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	offset, err := vm.IndexInt(a[1], py.IndexError)
	if err != nil {
		return py.Value{}, err
	}
	size := len(data)
	if offset < 0 {
		if offset+l.size > 0 {
			return py.Value{}, fail(vm, fmt.Sprintf("not enough data to unpack %d bytes at offset %d", l.size, offset))
		}
		if offset+size < 0 {
			return py.Value{}, fail(vm, fmt.Sprintf("offset %d out of range for %d-byte buffer", offset, size))
		}
		offset += size
	}
	if size-offset < l.size {
		return py.Value{}, fail(vm, fmt.Sprintf("unpack_from requires a buffer of at least %d bytes for unpacking %d bytes at offset %d (actual buffer size is %d)", uint64(offset)+uint64(l.size), l.size, offset, size))
	}
	return l.unpack(vm, []byte(data[offset:offset+l.size]))
}

func iterUnpack(vm *py.VM, l *layout, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	if l.size == 0 {
		return py.Value{}, fail(vm, "cannot iteratively unpack with a struct of length 0")
	}
	if len(data)%l.size != 0 {
		return py.Value{}, fail(vm, fmt.Sprintf("iterative unpacking requires a buffer of a multiple of %d bytes", l.size))
	}
	at, src := 0, a[0]
	return vm.NewIterator(iteratorType(), src, func(vm *py.VM) (py.Value, error) {
		data, err := py.BytesLike(src)
		if err != nil || at+l.size > len(data) {
			return py.Value{}, err
		}
		at += l.size
		return l.unpack(vm, []byte(data[at-l.size:at]))
	}), nil
}
