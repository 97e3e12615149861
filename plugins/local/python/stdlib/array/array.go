// Package array is Python's module array.
package array

import (
	"slices"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// array is an array.array: items of one type, one after the other in memory.
type array struct {
	py.Object
	*element
	data []byte
}

var (
	arrayType   = sync.OnceValue(newArrayType)
	arrayTypeOf *py.Type
)

// rebuild is the function that takes what __reduce_ex__ gives.
const rebuild = "_array_reconstructor"

// asArray is the array that v is, or nil.
func asArray(v py.Value) *array { return py.As[array](v, arrayTypeOf) }

func (a *array) len() int { return len(a.data) / a.size }

func (a *array) item(vm *py.VM, i int) (py.Value, error) { return a.get(vm, a.data[i*a.size:]) }

// put writes a value over item i.
func (a *array) putItem(vm *py.VM, i int, v py.Value) error {
	var raw [8]byte
	b := raw[:a.size]
	if err := a.put(vm, b, v); err != nil {
		return err
	}
	// The value's own code may have shortened the array.
	if i >= a.len() {
		return errAssign()
	}
	copy(a.data[i*a.size:], b)
	return nil
}

// grow makes room for n more bytes.
func (a *array) grow(vm *py.VM, n int) error {
	if cap(a.data)-len(a.data) >= n {
		return nil
	}
	if err := vm.Reserve(int64(n)); err != nil {
		return err
	}
	need := len(a.data) + n
	size := need + need/8 + 32
	if vm.Growing(&a.Object, int64(cap(a.data)), int64(size)) {
		size = need
	}
	a.data = append(make([]byte, 0, size), a.data...)
	return nil
}

func (a *array) appendBytes(vm *py.VM, b string) error {
	if err := a.grow(vm, len(b)); err != nil {
		return err
	}
	a.data = append(a.data, b...)
	return vm.Tick(len(b)/64 + 1)
}

func (a *array) appendValue(vm *py.VM, v py.Value) error {
	var raw [8]byte
	b := raw[:a.size]
	if err := a.put(vm, b, v); err != nil {
		return err
	}
	if err := a.grow(vm, a.size); err != nil {
		return err
	}
	a.data = append(a.data, b...)
	return nil
}

// newArray makes an array that takes over data.
func newArray(vm *py.VM, cls *py.Type, e *element, data []byte) py.Value {
	a := &array{element: e, data: data}
	vm.NewObject(&a.Object, cls, 64+len(data))
	return py.Of(&a.Object)
}

// part makes a plain array of so many items that fill writes.
func part(vm *py.VM, e *element, n int, fill func(data []byte)) (py.Value, error) {
	if err := vm.Reserve(int64(n) * int64(e.size)); err != nil {
		return py.Value{}, err
	}
	data := make([]byte, n*e.size)
	fill(data)
	return newArray(vm, arrayTypeOf, e, data), vm.Tick(len(data)/64 + 1)
}

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("array", "Arrays of numbers and characters in the compact form that C has for them.")
	t := py.Of(&arrayType().Object)
	m.Set("array", t)
	m.Set("ArrayType", t)
	var codes strings.Builder
	for _, e := range elements {
		codes.WriteByte(e.code)
	}
	m.Set("typecodes", vm.NewString(codes.String()))
	m.Add(py.Func(rebuild, 4, 4, reconstruct))
	_, abc, err := vm.Import("collections.abc")
	if err != nil {
		return nil, err
	}
	_, err = vm.CallMethod(abc.Dict.GetStr(py.Name("MutableSequence")), py.Name("register"), t)
	return m, err
}

func arrayNew(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	switch {
	case kw.Len() > 0 && cls == arrayTypeOf:
		return py.Value{}, py.TypeErrorf("array.array() takes no keyword arguments")
	case len(args) == 0:
		return py.Value{}, py.TypeErrorf("array() takes at least 1 argument (0 given)")
	case len(args) > 2:
		return py.Value{}, py.TypeErrorf("array() takes at most 2 arguments (%d given)", len(args))
	}
	s := args[0].Str()
	if s == nil || s.Len() != 1 {
		return py.Value{}, py.TypeErrorf("array() argument 1 must be a unicode character, not %s", args[0].Type().Name)
	}
	e := elementOf(s.S[0])
	if e == nil {
		if len(args) == 2 {
			if err := acceptable(0, s.S, args[1]); err != nil {
				return py.Value{}, err
			}
		}
		return py.Value{}, py.ValueErrorf("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")
	}
	v := newArray(vm, cls, e, nil)
	if len(args) == 1 {
		return v, nil
	}
	if err := acceptable(e.code, s.S, args[1]); err != nil {
		return py.Value{}, err
	}
	return v, fill(vm, asArray(v), args[1])
}

// acceptable says that texts are for arrays of characters alone.
func acceptable(code byte, name string, initial py.Value) error {
	if code == 'u' {
		return nil
	}
	if initial.Str() != nil {
		return py.TypeErrorf("cannot use a str to initialize an array with typecode '%s'", name)
	}
	if a := asArray(initial); a != nil && a.code == 'u' {
		return py.TypeErrorf("cannot use a unicode array to initialize an array with typecode '%s'", name)
	}
	return nil
}

// fill appends what an array is made from.
func fill(vm *py.VM, a *array, initial py.Value) error {
	if s := initial.Str(); s != nil {
		return a.appendText(vm, s.S)
	}
	if initial.Bytes() != nil || initial.ByteArray() != nil {
		return a.fromBytes(vm, initial)
	}
	if other := asArray(initial); other != nil && other.code == a.code {
		return a.appendBytes(vm, string(other.data))
	}
	return vm.Iterate(initial, func(v py.Value) error { return a.appendValue(vm, v) })
}

func (a *array) appendText(vm *py.VM, text string) error {
	if err := a.grow(vm, 4*py.CountRunes(text)); err != nil {
		return err
	}
	for i := 0; i < len(text); {
		r, n := py.DecodeRune(text[i:])
		a.data = le.AppendUint32(a.data, uint32(r))
		i += n
	}
	return vm.Tick(len(text)/16 + 1)
}

func (a *array) fromBytes(vm *py.VM, v py.Value) error {
	b, err := py.BytesLike(v)
	if err != nil {
		return err
	}
	if !strings.ContainsRune("BbcX?", rune(py.BufferFormat(v))) {
		return py.TypeErrorf("a bytes-like object is required")
	}
	if len(b)%a.size != 0 {
		return py.ValueErrorf("bytes length not a multiple of item size")
	}
	return a.appendBytes(vm, strings.Clone(b))
}

func arrayRepr(vm *py.VM, v py.Value) (py.Value, error) {
	a, name := asArray(v), v.Type().ShortName()
	head := name + "('" + string(a.code) + "'"
	switch {
	case len(a.data) == 0:
		return vm.NewString(head + ")"), nil
	case a.code == 'u':
		text, err := a.text(vm)
		if err != nil {
			return py.Value{}, err
		}
		r, err := vm.Repr(text)
		return vm.NewString(head + ", " + r + ")"), err
	}
	items, err := a.items(vm)
	if err != nil {
		return py.Value{}, err
	}
	r, err := vm.Repr(vm.NewList(items))
	return vm.NewString(head + ", " + r + ")"), err
}

// items are all items as Python values.
func (a *array) items(vm *py.VM) ([]py.Value, error) {
	n := a.len()
	if err := vm.Reserve(16 * int64(n)); err != nil {
		return nil, err
	}
	out := make([]py.Value, n)
	for i := range out {
		v, err := a.item(vm, i)
		if err != nil {
			return nil, err
		}
		out[i] = v
	}
	return out, vm.Tick(n/8 + 1)
}

// text is the content of an array of characters.
func (a *array) text(vm *py.VM) (py.Value, error) {
	if err := vm.ReserveText(len(a.data)); err != nil {
		return py.Value{}, err
	}
	var out []byte
	for i := range a.len() {
		r := le.Uint32(a.data[4*i:])
		if _, err := getRune(vm, a.data[4*i:]); err != nil {
			return py.Value{}, err
		}
		out = py.AppendRune(out, rune(r))
	}
	return vm.NewString(py.TextOf(out)), vm.Tick(len(out)/16 + 1)
}

func arrayCompare(vm *py.VM, x, y py.Value, op py.CompareOp) (py.Value, error) {
	a, b := asArray(x), asArray(y)
	if a == nil || b == nil {
		return py.NotImplemented, nil
	}
	n := min(a.len(), b.len())
	if equality := op == py.Eq || op == py.Ne; equality {
		if a.len() != b.len() {
			return py.Bool(op == py.Ne), nil
		}
		if a.code == b.code && !a.isFloat() {
			return py.Bool(slices.Equal(a.data, b.data) == (op == py.Eq)), vm.Tick(len(a.data)/64 + 1)
		}
	}
	for i := range n {
		v, err := a.item(vm, i)
		if err != nil {
			return py.Value{}, err
		}
		w, err := b.item(vm, i)
		if err != nil {
			return py.Value{}, err
		}
		if same, err := vm.CompareBool(v, w, py.Eq); err != nil {
			return py.Value{}, err
		} else if !same {
			return vm.Compare(v, w, op)
		}
		if i%16 == 0 {
			if err := vm.Tick(1); err != nil {
				return py.Value{}, err
			}
		}
	}
	return vm.Compare(py.Int(int64(a.len())), py.Int(int64(b.len())), op)
}
