package py

import (
	"math/bits"
	"strings"
)

// This file has what a memoryview needs for several dimensions: a cast makes
// them, and only the first can be sliced, so that rows lie in one piece.

// maxDims is how many dimensions there can be.
const maxDims = 64

func (m *memoryView) rowItems() int {
	n := 1
	for _, d := range m.row {
		n *= d
	}
	return n
}

// count is the number of items in all dimensions.
func (m *memoryView) count() int { return m.n * m.rowItems() }

func (m *memoryView) shape() []int {
	if m.scalar {
		return nil
	}
	return append([]int{m.n}, m.row...)
}

func (m *memoryView) strides() []int {
	if m.scalar {
		return nil
	}
	out := make([]int, 1+len(m.row))
	out[0] = m.stride
	step := m.size()
	for i := len(m.row) - 1; i >= 0; i-- {
		out[i+1] = step
		step *= m.row[i]
	}
	return out
}

// oneLong reports whether at most one dimension has more than one index, so
// that the order of the dimensions doesn't matter.
func (m *memoryView) oneLong() bool {
	long := 0
	for _, d := range m.shape() {
		if d > 1 {
			long++
		}
	}
	return long < 2
}

func (m *memoryView) oneDimension() error {
	switch {
	case m.scalar:
		return TypeErrorf("invalid indexing of 0-dim memory")
	case m.row != nil:
		return Raise(NotImplementedError, "multi-dimensional sub-views are not implemented")
	}
	return nil
}

func intTuple(vm *VM, list []int) Value {
	items := make([]Value, len(list))
	for i, n := range list {
		items[i] = Int(int64(n))
	}
	return vm.NewTuple(items)
}

// viewIndex is the number of the item that a key names.
func (vm *VM) viewIndex(m *memoryView, key Value) (int, error) {
	t := key.Tuple()
	if t == nil {
		if m.scalar {
			return 0, TypeErrorf("invalid indexing of 0-dim memory")
		}
		if key.Type().slots.Index == nil {
			return 0, TypeErrorf("memoryview: invalid slice key")
		}
		if err := m.oneDimension(); err != nil {
			return 0, err
		}
		return vm.dimIndex(key, m.n, 1)
	}
	slices := 0
	for _, k := range t.Items {
		switch {
		case k.Slice() != nil:
			slices++
		case k.Type().slots.Index == nil:
			return 0, TypeErrorf("memoryview: invalid slice key")
		}
	}
	switch {
	case slices == 0:
	case slices < len(t.Items):
		return 0, TypeErrorf("memoryview: invalid slice key")
	default:
		return 0, Raise(NotImplementedError, "multi-dimensional slicing is not implemented")
	}
	shape := m.shape()
	if len(t.Items) < len(shape) {
		return 0, Raise(NotImplementedError, "sub-views are not implemented")
	}
	if len(t.Items) > len(shape) {
		return 0, TypeErrorf("cannot index %d-dimension view with %d-element tuple", len(shape), len(t.Items))
	}
	at := 0
	for d, k := range t.Items {
		i, err := vm.dimIndex(k, shape[d], d+1)
		if err != nil {
			return 0, err
		}
		at = at*shape[d] + i
	}
	return at, nil
}

// dimIndex is an index of dimension d, which has n.
func (vm *VM) dimIndex(key Value, n, d int) (int, error) {
	i, err := vm.IndexInt(key, IndexError)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += n
	}
	if i < 0 || i >= n {
		return 0, Raise(IndexError, "index out of bounds on dimension %d", d)
	}
	return i, nil
}

func memoryViewToList(vm *VM, a []Value) (Value, error) {
	m, err := viewOf(a[0])
	if err != nil {
		return Value{}, err
	}
	if m.scalar {
		return vm.viewItem(m, 0)
	}
	if err := vm.Reserve(int64(m.count()) * 16); err != nil {
		return Value{}, err
	}
	items := make([]Value, m.count())
	for i := range items {
		if items[i], err = vm.viewItem(m, i); err != nil {
			return Value{}, err
		}
	}
	if err := vm.tickBytes(len(items) * 8); err != nil {
		return Value{}, err
	}
	// The lists of the innermost dimension first, then lists of these.
	for d := len(m.row) - 1; d >= 0; d-- {
		n := m.row[d]
		lists := make([]Value, 0, len(items)/n)
		for ; len(items) > 0; items = items[n:] {
			lists = append(lists, vm.NewList(append([]Value(nil), items[:n]...)))
		}
		items = lists
	}
	return vm.NewList(items), nil
}

func memoryViewCast(vm *VM, a []Value) (Value, error) {
	m, err := viewOf(a[0])
	if err != nil {
		return Value{}, err
	}
	f := a[1].Str()
	if f == nil {
		return Value{}, TypeErrorf("cast() argument 'format' must be str, not %s", argKind(a[1]))
	}
	if !m.contiguous() {
		return Value{}, TypeErrorf("memoryview: casts are restricted to C-contiguous views")
	}
	if (a[2].Bound() || m.row != nil || m.scalar) && m.count() == 0 {
		return Value{}, TypeErrorf("memoryview: cannot cast view with zeros in shape or strides")
	}
	shape := []Value{}
	if a[2].Bound() {
		switch {
		case a[2].Tuple() != nil:
			shape = a[2].Tuple().Items
		case a[2].List() != nil:
			shape = a[2].List().Items
		default:
			return Value{}, TypeErrorf("shape must be a list or a tuple")
		}
		if len(shape) > maxDims {
			return Value{}, ValueErrorf("memoryview: number of dimensions must not exceed %d", maxDims)
		}
		if len(m.shape()) != 1 && len(shape) != 1 {
			return Value{}, TypeErrorf("memoryview: cast must be 1D -> ND or ND -> 1D")
		}
	}
	c, err := m.as(f.S)
	if err == nil && a[2].Bound() {
		err = vm.setShape(&c, shape)
	}
	return vm.newView(c), err
}

// as is the view with items of another format, in one dimension.
func (m *memoryView) as(format string) (memoryView, error) {
	name := strings.TrimPrefix(format, "@")
	if len(name) != 1 || name[0] >= 128 || formatSizes[name[0]] == 0 || name == "w" {
		return *m, ValueErrorf("memoryview: destination format must be a native single character format prefixed with an optional '@'")
	}
	bytesFormat := func(c byte) bool { return c == 'B' || c == 'b' || c == 'c' }
	if !bytesFormat(m.format) && !bytesFormat(name[0]) {
		return *m, TypeErrorf("memoryview: cannot cast between two non-byte formats")
	}
	size := formatSizes[name[0]]
	if m.count()*m.size()%size != 0 {
		return *m, TypeErrorf("memoryview: length is not a multiple of itemsize")
	}
	c := *m
	c.format, c.stride, c.n, c.row, c.scalar = name[0], size, m.count()*m.size()/size, nil, false
	return c, nil
}

// setShape gives a view of one dimension others.
func (vm *VM) setShape(m *memoryView, shape []Value) error {
	dims, product := make([]int, len(shape)), 1
	for i, v := range shape {
		if !v.IsInt() && v.BigInt() == nil && !v.IsBool() {
			return TypeErrorf("memoryview.cast(): elements of shape must be integers")
		}
		n, err := vm.IndexInt(v, OverflowError)
		if err != nil {
			return err
		}
		if n <= 0 {
			return ValueErrorf("memoryview.cast(): elements of shape must be integers > 0")
		}
		if high, low := bits.Mul64(uint64(product), uint64(n)); high != 0 || low > 1<<63-1 {
			return ValueErrorf("memoryview.cast(): product(shape) > SSIZE_MAX")
		}
		dims[i], product = n, product*n
	}
	if product != m.n {
		return TypeErrorf("memoryview: product(shape) * itemsize != buffer size")
	}
	switch len(dims) {
	case 0:
		m.scalar, m.n = true, 1
	case 1:
	default:
		m.n, m.row = dims[0], dims[1:]
		m.stride = m.size() * m.rowItems()
	}
	return nil
}
