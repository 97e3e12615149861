package array

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func newArrayType() *py.Type {
	iteratorType()
	get := func(f func(a *array, vm *py.VM) py.Value) func(vm *py.VM, v py.Value) (py.Value, error) {
		return func(vm *py.VM, v py.Value) (py.Value, error) { return f(asArray(v), vm), nil }
	}
	arrayTypeOf = py.NewNativeType[array](py.TypeSpec{
		Name: "array", Module: "array", Flags: py.TypeSequence | py.TypeWritable,
		Doc: "array(typecode [, initializer]) -> array\n\nA sequence of numbers or characters of one type, stored compactly.",
		Slots: py.Slots{
			New: arrayNew, Repr: arrayRepr, Hash: py.HashNotImplemented, Compare: arrayCompare,
			Init:    func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) error { return nil },
			Len:     func(vm *py.VM, v py.Value) (int, error) { return asArray(v).len(), nil },
			GetItem: arrayGetItem, SetItem: arraySetItem, Contains: arrayContains,
			Iter: func(vm *py.VM, v py.Value) (py.Value, error) {
				it := &iterator{source: v}
				vm.NewObject(&it.Object, iteratorTypeOf, 48)
				return py.Of(&it.Object), nil
			},
			Binary: operators(), Inplace: inplace(),
			Buffer:       func(v py.Value) []byte { return asArray(v).data },
			BufferFormat: func(v py.Value) byte { return bufferFormat(asArray(v).code) },
			Size:         func(v py.Value) int { return 64 + cap(asArray(v).data) },
		},
		Members: []py.Member{
			{Name: "typecode", Get: get(func(a *array, vm *py.VM) py.Value { return vm.NewString(string(a.code)) })},
			{Name: "itemsize", Get: get(func(a *array, vm *py.VM) py.Value { return py.Int(int64(a.size)) })},
		},
		Methods: methods(),
	})
	return arrayTypeOf
}

// bufferFormat is what a memoryview calls a typecode.
func bufferFormat(code byte) byte {
	if code == 'u' {
		return 'w'
	}
	return code
}

func operators() (ops py.BinarySlots) {
	ops[py.OpAdd] = func(vm *py.VM, x, y py.Value) (py.Value, error) {
		a, b := asArray(x), asArray(y)
		switch {
		case a == nil:
			return py.NotImplemented, nil
		case b == nil:
			return py.Value{}, py.TypeErrorf("can only append array (not \"%s\") to array", y.Type().Name)
		case a.code != b.code:
			return py.Value{}, py.TypeErrorf("bad argument type for built-in operation")
		}
		return part(vm, a.element, a.len()+b.len(), func(data []byte) { copy(data[copy(data, a.data):], b.data) })
	}
	ops[py.OpMul] = func(vm *py.VM, x, y py.Value) (py.Value, error) {
		if asArray(x) == nil {
			x, y = y, x
		}
		a := asArray(x)
		n, err := times(vm, a, y)
		if err != nil {
			return py.Value{}, err
		}
		return part(vm, a.element, n*a.len(), func(data []byte) { repeat(data, a.data) })
	}
	return
}

// times is how often an array is repeated, if the result is of a size that can be.
func times(vm *py.VM, a *array, v py.Value) (int, error) {
	if !vm.HasIndex(v) {
		return 0, py.TypeErrorf("can't multiply sequence by non-int of type '%s'", v.Type().Name)
	}
	n, err := vm.IndexInt(v, py.OverflowError)
	if err != nil || n <= 0 || len(a.data) == 0 {
		return 0, err
	}
	if n > (1<<62)/len(a.data) {
		return 0, py.Raise(py.MemoryError, "")
	}
	return n, nil
}

// repeat fills data with src over and over.
func repeat(data, src []byte) {
	for n := copy(data, src); n < len(data) && n > 0; {
		n += copy(data[n:], data[:n])
	}
}

func inplace() (ops py.BinarySlots) {
	ops[py.OpAdd] = func(vm *py.VM, x, y py.Value) (py.Value, error) {
		if asArray(y) == nil {
			return py.Value{}, py.TypeErrorf("can only extend array with array (not \"%s\")", y.Type().Name)
		}
		return x, asArray(x).extend(vm, y)
	}
	ops[py.OpMul] = func(vm *py.VM, x, y py.Value) (py.Value, error) {
		a := asArray(x)
		n, err := times(vm, a, y)
		if err != nil {
			return py.Value{}, err
		}
		size := len(a.data)
		if n == 0 {
			a.data = nil
			return x, nil
		}
		if err := a.grow(vm, size*(n-1)); err != nil {
			return py.Value{}, err
		}
		a.data = a.data[:size*n]
		repeat(a.data, a.data[:size])
		return x, vm.Tick(len(a.data)/64 + 1)
	}
	return
}

var (
	iteratorType   = sync.OnceValue(newIteratorType)
	iteratorTypeOf *py.Type
)

func asIterator(v py.Value) *iterator { return py.As[iterator](v, iteratorTypeOf) }

func newIteratorType() *py.Type {
	iteratorTypeOf = py.NewNativeType[iterator](py.TypeSpec{
		Name: "arrayiterator", Module: "array", Flags: py.TypeNoSubclass | py.TypeNoInstance,
		Slots: py.Slots{
			Iter: func(vm *py.VM, v py.Value) (py.Value, error) { return v, nil },
			Next: func(vm *py.VM, v py.Value) (py.Value, error) {
				it := asIterator(v)
				if !it.source.Bound() {
					return py.Value{}, nil
				}
				a := asArray(it.source)
				if it.next >= a.len() {
					it.source = py.Value{}
					return py.Value{}, nil
				}
				it.next++
				return a.item(vm, it.next-1)
			},
			Visit: func(v py.Value, f func(py.Value)) {
				if it := asIterator(v); it.source.Bound() {
					f(it.source)
				}
			},
		},
		Methods: []*py.Builtin{
			py.Method("__reduce__", 0, 0, func(vm *py.VM, args []py.Value) (py.Value, error) {
				it, iter := asIterator(args[0]), vm.Builtins.GetStr(py.Name("iter"))
				if !it.source.Bound() {
					return vm.NewTupleOf(iter, vm.NewTupleOf(py.EmptyTuple)), nil
				}
				return vm.NewTupleOf(iter, vm.NewTupleOf(it.source), py.Int(int64(it.next))), nil
			}),
			py.Method("__setstate__", 1, 1, func(vm *py.VM, args []py.Value) (py.Value, error) {
				i, err := vm.IndexInt(args[1], py.OverflowError)
				if it := asIterator(args[0]); err == nil && it.source.Bound() {
					it.next = min(max(i, 0), asArray(it.source).len())
				}
				return py.None, err
			}),
		},
	})
	return iteratorTypeOf
}
