package array

import (
	"slices"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func methods() []*py.Builtin {
	// none is a method that gives None.
	none := func(f func(vm *py.VM, a *array, x []py.Value) error) py.NativeFunc {
		return func(vm *py.VM, args []py.Value) (py.Value, error) { return py.None, f(vm, asArray(args[0]), args[1:]) }
	}
	value := func(f func(vm *py.VM, a *array, x []py.Value) (py.Value, error)) py.NativeFunc {
		return func(vm *py.VM, args []py.Value) (py.Value, error) { return f(vm, asArray(args[0]), args[1:]) }
	}
	// exactly counts the arguments with the words that CPython has for these methods.
	exactly := func(name string, n int, f py.NativeFunc) *py.Builtin {
		return py.Method(name, 0, -1, func(vm *py.VM, args []py.Value) (py.Value, error) {
			if got := len(args) - 1; got != n {
				plural := "s"
				if n == 1 {
					plural = ""
				}
				return py.Value{}, py.TypeErrorf("%s() takes exactly %d positional argument%s (%d given)", name, n, plural, got)
			}
			return f(vm, args)
		})
	}
	duplicate := value(func(vm *py.VM, a *array, _ []py.Value) (py.Value, error) {
		return part(vm, a.element, a.len(), func(data []byte) { copy(data, a.data) })
	})
	return []*py.Builtin{
		py.Method("append", 1, 1, none(func(vm *py.VM, a *array, x []py.Value) error { return a.appendValue(vm, x[0]) })),
		exactly("extend", 1, none(func(vm *py.VM, a *array, x []py.Value) error { return a.extend(vm, x[0]) })),
		py.Method("fromlist", 1, 1, none(fromList)),
		py.Method("frombytes", 1, 1, none(func(vm *py.VM, a *array, x []py.Value) error { return a.fromBytes(vm, x[0]) })),
		py.Method("fromunicode", 1, 1, none(func(vm *py.VM, a *array, x []py.Value) error {
			s := x[0].Str()
			if s == nil {
				return py.TypeErrorf("fromunicode() argument must be str, not %s", x[0].Type().Name)
			}
			if a.code != 'u' {
				return py.ValueErrorf("fromunicode() may only be called on unicode type arrays")
			}
			return a.appendText(vm, s.S)
		})),
		exactly("fromfile", 2, none(fromFile)),
		exactly("tofile", 1, none(func(vm *py.VM, a *array, x []py.Value) error {
			_, err := vm.CallMethod(x[0], py.Name("write"), vm.NewBytes(string(a.data)))
			return err
		})),
		py.Method("tolist", 0, 0, value(func(vm *py.VM, a *array, _ []py.Value) (py.Value, error) {
			items, err := a.items(vm)
			return vm.NewList(items), err
		})),
		py.Method("tobytes", 0, 0, value(func(vm *py.VM, a *array, _ []py.Value) (py.Value, error) {
			return vm.NewBytes(string(a.data)), vm.Reserve(int64(len(a.data)))
		})),
		py.Method("tounicode", 0, 0, value(func(vm *py.VM, a *array, _ []py.Value) (py.Value, error) {
			if a.code != 'u' {
				return py.Value{}, py.ValueErrorf("tounicode() may only be called on unicode type arrays")
			}
			return a.text(vm)
		})),
		py.Method("insert", 2, 2, none(insert)),
		py.Method("pop", 0, 1, value(pop)),
		py.Method("remove", 1, 1, none(func(vm *py.VM, a *array, x []py.Value) error {
			i, err := a.find(vm, x[0], 0, -1)
			if err == nil && i < 0 {
				err = py.ValueErrorf("array.remove(x): x not in array")
			}
			// The comparison may have run code that shortened the array.
			if err == nil && i < a.len() {
				a.remove(i, 1)
			}
			return err
		})),
		py.Method("index", 1, 3, value(indexOf)),
		py.Method("count", 1, 1, value(func(vm *py.VM, a *array, x []py.Value) (py.Value, error) {
			n := int64(0)
			for i := 0; ; i++ {
				var err error
				if i, err = a.find(vm, x[0], i, -1); err != nil || i < 0 {
					return py.Int(n), err
				}
				n++
			}
		})),
		py.Method("reverse", 0, 0, none(func(vm *py.VM, a *array, _ []py.Value) error {
			slices.Reverse(a.data)
			a.swap()
			return vm.Tick(len(a.data)/32 + 1)
		})),
		py.Method("byteswap", 0, 0, none(func(vm *py.VM, a *array, _ []py.Value) error {
			a.swap()
			return vm.Tick(len(a.data)/32 + 1)
		})),
		py.Method("buffer_info", 0, 0, func(vm *py.VM, args []py.Value) (py.Value, error) {
			return vm.NewTupleOf(vm.Uint(vm.ID(args[0])), py.Int(int64(asArray(args[0]).len()))), nil
		}),
		py.Method("__copy__", 0, 0, duplicate),
		py.Method("__deepcopy__", 1, 1, duplicate),
		exactly("__reduce_ex__", 1, reduce),
		py.GenericClassGetItem(),
	}
}

// swap turns the bytes of each item round.
func (a *array) swap() {
	for b := a.data; len(b) > 0 && a.size > 1; b = b[a.size:] {
		slices.Reverse(b[:a.size])
	}
}

func (a *array) extend(vm *py.VM, v py.Value) error {
	other := asArray(v)
	if other == nil {
		return vm.Iterate(v, func(x py.Value) error { return a.appendValue(vm, x) })
	}
	if other.code != a.code {
		return py.TypeErrorf("can only extend with array of same kind")
	}
	return a.appendBytes(vm, string(other.data))
}

func fromList(vm *py.VM, a *array, x []py.Value) error {
	list := x[0].List()
	if list == nil {
		return py.TypeErrorf("arg must be list")
	}
	before, n := len(a.data), len(list.Items)
	for i := range n {
		if i >= len(list.Items) {
			break
		}
		if err := a.appendValue(vm, list.Items[i]); err != nil {
			a.data = a.data[:min(before, len(a.data))]
			return err
		}
	}
	if len(list.Items) != n {
		a.data = a.data[:min(before, len(a.data))]
		return py.Raise(py.RuntimeError, "list changed size during iteration")
	}
	return vm.Tick(n/8 + 1)
}

func fromFile(vm *py.VM, a *array, x []py.Value) error {
	n, err := vm.IndexInt(x[1], py.OverflowError)
	if err != nil {
		return err
	}
	if n < 0 {
		return py.ValueErrorf("negative count")
	}
	if n > (1<<62)/a.size {
		return py.Raise(py.MemoryError, "")
	}
	b, err := vm.CallMethod(x[0], py.Name("read"), py.Int(int64(n*a.size)))
	if err != nil {
		return err
	}
	data := b.Bytes()
	if data == nil {
		return py.TypeErrorf("read() didn't return bytes")
	}
	if err := a.fromBytes(vm, b); err != nil {
		return err
	}
	if len(data.S) != n*a.size {
		return py.Raise(py.EOFError, "read() didn't return enough bytes")
	}
	return nil
}

func insert(vm *py.VM, a *array, x []py.Value) error {
	i, err := vm.IndexInt(x[0], py.OverflowError)
	if err != nil {
		return err
	}
	var raw [8]byte
	b := raw[:a.size]
	if err := a.put(vm, b, x[1]); err != nil {
		return err
	}
	if i < 0 {
		i = max(i+a.len(), 0)
	}
	i = min(i, a.len())
	if err := vm.Tick((len(a.data)-i*a.size)/64 + 1); err != nil {
		return err
	}
	return a.splice(vm, i, 0, b)
}

func pop(vm *py.VM, a *array, x []py.Value) (py.Value, error) {
	i := -1
	if len(x) > 0 {
		var err error
		if i, err = vm.IndexInt(x[0], py.IndexError); err != nil {
			return py.Value{}, err
		}
	}
	if a.len() == 0 {
		return py.Value{}, py.Raise(py.IndexError, "pop from empty array")
	}
	if i < 0 {
		i += a.len()
	}
	if i < 0 || i >= a.len() {
		return py.Value{}, py.Raise(py.IndexError, "pop index out of range")
	}
	v, err := a.item(vm, i)
	if err != nil {
		return py.Value{}, err
	}
	a.remove(i, 1)
	return v, vm.Tick((len(a.data)-i*a.size)/64 + 1)
}

func indexOf(vm *py.VM, a *array, x []py.Value) (py.Value, error) {
	bounds := [2]int{0, a.len()}
	for i, v := range x[1:] {
		if !vm.HasIndex(v) {
			return py.Value{}, py.TypeErrorf("slice indices must be integers or have an __index__ method")
		}
		start, _, _, err := vm.SliceIndices(vm.NewSlice(v, py.None, py.None).Slice(), a.len())
		if err != nil {
			return py.Value{}, err
		}
		bounds[i] = start
	}
	i, err := a.find(vm, x[0], bounds[0], bounds[1])
	if err == nil && i < 0 {
		err = py.ValueErrorf("array.index(x): x not in array")
	}
	return py.Int(int64(i)), err
}

// reduce takes an array apart: into a list up to protocol 2, else into bytes.
func reduce(vm *py.VM, args []py.Value) (py.Value, error) {
	v, a := args[0], asArray(args[0])
	if _, err := vm.Index(args[1]); err != nil || !args[1].IsInt() && !args[1].IsBool() {
		return py.Value{}, py.TypeErrorf("__reduce_ex__ argument should be an integer")
	}
	state := py.None
	if d := v.InstanceDict(); v.Type().IsHeap() && d != nil {
		state = d.Value()
	}
	cls, code := py.Of(&v.Type().Object), vm.NewString(string(a.code))
	if format := machineFormat(a.code); args[1].AsInt() >= 3 && format >= 0 {
		if err := vm.Reserve(int64(len(a.data))); err != nil {
			return py.Value{}, err
		}
		data := vm.NewTupleOf(cls, code, py.Int(int64(format)), vm.NewBytes(string(a.data)))
		_, m, err := vm.Import("array")
		if err != nil {
			return py.Value{}, err
		}
		return vm.NewTupleOf(m.Dict.GetStr(py.Name(rebuild)), data, state), nil
	}
	if a.code == 'u' {
		text, err := a.text(vm)
		return vm.NewTupleOf(cls, vm.NewTupleOf(code, text), state), err
	}
	items, err := a.items(vm)
	return vm.NewTupleOf(cls, vm.NewTupleOf(code, vm.NewList(items)), state), err
}
