package py

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/internal/half"
)

// memoryView is a Python memoryview: a window of items on the memory of a
// bytes-like object. The bytes are looked up at each use, so a bytearray may
// be resized meanwhile; items that are gone then count as out of bounds.
type memoryView struct {
	Object
	base     Value // the object whose memory it is
	off      int   // byte offset of the first item
	n        int   // items, or rows of items
	stride   int   // bytes from one of them to the next
	row      []int // the shape of a row; nil for one dimension
	scalar   bool  // no dimension: one item that has no index
	format   byte
	readonly bool
	released bool
	entered  bool  // in a with statement: the base must not be resized
	hashed   bool  // hash is known
	hash     int64 // stays after the release
}

// MemoryViewType is memoryview.
var MemoryViewType = shell("memoryview", KindNative)

// formatSizes are the sizes in bytes of the native formats.
var formatSizes = [128]int{
	'b': 1, 'B': 1, 'c': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8,
	'q': 8, 'Q': 8, 'n': 8, 'N': 8, 'e': 2, 'f': 4, 'd': 8, 'w': 4,
}

func defineMemoryView() {
	MemoryViewType.native = typeID[memoryView]()
	attr := func(name string, get func(vm *VM, m *memoryView) Value) Member {
		return Member{Name: name, Get: func(vm *VM, v Value) (Value, error) {
			m, err := viewOf(v)
			if err != nil {
				return Value{}, err
			}
			return get(vm, m), nil
		}}
	}
	contiguous := func(vm *VM, m *memoryView) Value { return Bool(m.contiguous()) }
	MemoryViewType.define(TypeSpec{
		Doc:   "Create a new memoryview object which references the given object.",
		Flags: TypeNoSubclass | TypeSequence,
		Slots: Slots{
			New: memoryViewNew, Repr: memoryViewRepr, Hash: memoryViewHash, Compare: memoryViewCompare,
			Len: func(vm *VM, v Value) (int, error) {
				m, err := viewOf(v)
				if err != nil {
					return 0, err
				}
				if m.scalar {
					return 0, TypeErrorf("0-dim memory has no length")
				}
				return m.n, nil
			},
			GetItem: memoryViewGetItem, SetItem: memoryViewSetItem,
			Iter: func(vm *VM, v Value) (Value, error) {
				m, err := viewOf(v)
				if err == nil {
					err = m.oneDimension()
				}
				return vm.newSequenceIterator(v), err
			},
			Buffer: func(v Value) []byte {
				m := As[memoryView](v, MemoryViewType)
				return m.bytes()
			},
			Visit: func(v Value, f func(Value)) { f(As[memoryView](v, MemoryViewType).base) },
		},
		Members: []Member{
			attr("obj", func(vm *VM, m *memoryView) Value { return m.base }),
			attr("nbytes", func(vm *VM, m *memoryView) Value { return Int(int64(m.count() * m.size())) }),
			attr("itemsize", func(vm *VM, m *memoryView) Value { return Int(int64(m.size())) }),
			attr("format", func(vm *VM, m *memoryView) Value { return latin1[m.format] }),
			attr("ndim", func(vm *VM, m *memoryView) Value { return Int(int64(len(m.shape()))) }),
			attr("shape", func(vm *VM, m *memoryView) Value { return intTuple(vm, m.shape()) }),
			attr("strides", func(vm *VM, m *memoryView) Value { return intTuple(vm, m.strides()) }),
			attr("suboffsets", func(vm *VM, m *memoryView) Value { return EmptyTuple }),
			attr("readonly", func(vm *VM, m *memoryView) Value { return Bool(m.readonly) }),
			attr("c_contiguous", contiguous), attr("contiguous", contiguous),
			attr("f_contiguous", func(vm *VM, m *memoryView) Value { return Bool(m.contiguous() && m.oneLong()) }),
		},
		Methods: []*Builtin{
			MethodSig("tobytes", "order='C'", memoryViewToBytes),
			Method("tolist", 0, 0, memoryViewToList),
			MethodSig("hex", "sep=…, bytes_per_sep=1", func(vm *VM, a []Value) (Value, error) {
				m, err := viewOf(a[0])
				if err != nil {
					return Value{}, err
				}
				return vm.hexText(string(m.bytes()), a[1], a[2])
			}),
			MethodSig("cast", "format, shape=…", memoryViewCast),
			Method("toreadonly", 0, 0, func(vm *VM, a []Value) (Value, error) {
				m, err := viewOf(a[0])
				if err != nil {
					return Value{}, err
				}
				c := *m
				c.readonly = true
				return vm.newView(c), nil
			}),
			Method("release", 0, 0, func(vm *VM, a []Value) (Value, error) {
				As[memoryView](a[0], MemoryViewType).release()
				return None, nil
			}),
			Method("__enter__", 0, 0, func(vm *VM, a []Value) (Value, error) {
				m, err := viewOf(a[0])
				if err == nil && !m.entered {
					m.entered = true
					m.export(1)
				}
				return a[0], err
			}),
			Method("__exit__", 0, -1, func(vm *VM, a []Value) (Value, error) {
				As[memoryView](a[0], MemoryViewType).release()
				return None, nil
			}),
		},
	})
}

// viewOf is the view that v is, unless it has been released.
func viewOf(v Value) (*memoryView, error) {
	m := As[memoryView](v, MemoryViewType)
	if m.released {
		return nil, ValueErrorf("operation forbidden on released memoryview object")
	}
	return m, nil
}

// notReleased is the error of using a released view; nil for other objects.
func notReleased(v Value) error {
	if v.Type() != MemoryViewType {
		return nil
	}
	_, err := viewOf(v)
	return err
}

func (m *memoryView) release() {
	if m.entered {
		m.entered = false
		m.export(-1)
	}
	m.released = true
}

// export changes the number of uses of the base's memory.
func (m *memoryView) export(by int) {
	if b := m.base.ByteArray(); b != nil {
		b.exports += by
	}
}

func (m *memoryView) size() int { return formatSizes[m.format] }

func (m *memoryView) contiguous() bool { return m.stride == m.size()*m.rowItems() || m.n <= 1 }

// memory is all of the base object's bytes.
func (m *memoryView) memory() []byte { return m.base.Type().slots.Buffer(m.base) }

// item is the bytes of an item, nil if the base has become too short. Items
// are counted through the rows.
func (m *memoryView) item(i int) []byte {
	at, mem := m.off+i*m.stride, m.memory()
	if m.row != nil {
		n := m.rowItems()
		at = m.off + i/n*m.stride + i%n*m.size()
	}
	if at < 0 || at+m.size() > len(mem) {
		return nil
	}
	return mem[at : at+m.size()]
}

// bytes is the content: the base's own memory if the view is contiguous.
func (m *memoryView) bytes() []byte {
	if m.contiguous() {
		mem := m.memory()
		from := min(m.off, len(mem))
		return mem[from:min(m.off+m.count()*m.size(), len(mem))]
	}
	out := make([]byte, 0, m.count()*m.size())
	for i := range m.count() {
		out = append(out, m.item(i)...)
	}
	return out
}

func (vm *VM) newView(m memoryView) Value {
	v := &m
	v.entered, v.hashed, v.released = false, false, false
	vm.NewObject(&v.Object, MemoryViewType, 96)
	return Of(&v.Object)
}

// NewMemoryView is memoryview(v).
func (vm *VM) NewMemoryView(v Value) (Value, error) {
	if m := As[memoryView](v, MemoryViewType); m != nil {
		if _, err := viewOf(v); err != nil {
			return Value{}, err
		}
		return vm.newView(*m), nil
	}
	f := v.Type().slots.Buffer
	if f == nil {
		return Value{}, TypeErrorf("memoryview: a bytes-like object is required, not '%s'", v.Type().Name)
	}
	format := BufferFormat(v)
	size := formatSizes[format]
	readonly := v.Kind() != KindByteArray && v.Type().layout.flags&TypeWritable == 0
	return vm.newView(memoryView{base: v, n: len(f(v)) / size, stride: size, format: format, readonly: readonly}), nil
}

// BufferFormat is the format of the items that the bytes of a bytes-like
// object make up, as in module struct.
func BufferFormat(v Value) byte {
	if m := As[memoryView](v, MemoryViewType); m != nil {
		return m.format
	}
	if f := v.Type().slots.BufferFormat; f != nil {
		return f(v)
	}
	return 'B'
}

func memoryViewNew(vm *VM, cls *Type, args []Value, kw Kwargs) (Value, error) {
	if kw.Len() == 1 && len(args) == 0 && kw.Names[0].Str().S == "object" {
		args, kw = kw.Vals, Kwargs{}
	}
	switch {
	case len(args)+kw.Len() > 1:
		return Value{}, tooManyArguments("memoryview", 1, len(args), kw)
	case kw.Len() > 0:
		return Value{}, TypeErrorf("'%s' is an invalid keyword argument for memoryview()", kw.Names[0].Str().S)
	case len(args) == 0:
		return Value{}, TypeErrorf("memoryview() missing required argument 'object' (pos 1)")
	}
	return vm.NewMemoryView(args[0])
}

func memoryViewRepr(vm *VM, v Value) (Value, error) {
	if As[memoryView](v, MemoryViewType).released {
		return vm.NewString(fmt.Sprintf("<released memory at 0x%x>", vm.ID(v))), nil
	}
	return vm.NewString(fmt.Sprintf("<memory at 0x%x>", vm.ID(v))), nil
}

func memoryViewHash(vm *VM, v Value) (int64, error) {
	if m := As[memoryView](v, MemoryViewType); m.hashed {
		return m.hash, nil
	}
	m, err := viewOf(v)
	if err != nil {
		return 0, err
	}
	if !m.readonly {
		return 0, ValueErrorf("cannot hash writable memoryview object")
	}
	if m.size() != 1 || m.format == '?' {
		return 0, ValueErrorf("memoryview: hashing is restricted to formats 'B', 'b' or 'c'")
	}
	m.hash, m.hashed = int64(hashString(textOf(m.bytes()))), true
	return m.hash, nil
}

func memoryViewCompare(vm *VM, a, b Value, op CompareOp) (Value, error) {
	if op != Eq && op != Ne {
		return NotImplemented, nil
	}
	m := As[memoryView](a, MemoryViewType)
	if m.released {
		return Bool((a == b) == (op == Eq)), nil
	}
	other := As[memoryView](b, MemoryViewType)
	if other == nil {
		if b.Type().slots.Buffer == nil {
			return NotImplemented, nil
		}
		v, err := vm.NewMemoryView(b)
		if err != nil {
			return Value{}, err
		}
		other = As[memoryView](v, MemoryViewType)
	}
	if other.released {
		return Bool(op == Ne), nil
	}
	same, err := vm.sameItems(m, other)
	return Bool(same == (op == Eq)), err
}

// sameItems compares two views item by item.
func (vm *VM) sameItems(m, other *memoryView) (bool, error) {
	if !slices.Equal(m.shape(), other.shape()) {
		return false, nil
	}
	if m.format == other.format && !strings.ContainsRune("efd", rune(m.format)) {
		return textOf(m.bytes()) == textOf(other.bytes()), vm.tickBytes(m.count())
	}
	for i := range m.count() {
		x, err := vm.viewItem(m, i)
		if err != nil {
			return false, err
		}
		y, err := vm.viewItem(other, i)
		if err != nil {
			return false, err
		}
		if same, err := vm.CompareBool(x, y, Eq); !same || err != nil {
			return false, err
		}
	}
	return true, vm.tickBytes(m.count() * 8)
}

// viewItem is item i as a Python value.
func (vm *VM) viewItem(m *memoryView, i int) (Value, error) {
	b := m.item(i)
	if b == nil {
		return Value{}, Raise(IndexError, "index out of bounds on dimension 1")
	}
	switch e := binary.LittleEndian; m.format {
	case 'B':
		return Int(int64(b[0])), nil
	case 'b':
		return Int(int64(int8(b[0]))), nil
	case 'c':
		return vm.NewBytes(string(b)), nil
	case '?':
		return Bool(b[0] != 0), nil
	case 'h':
		return Int(int64(int16(e.Uint16(b)))), nil
	case 'H':
		return Int(int64(e.Uint16(b))), nil
	case 'i':
		return Int(int64(int32(e.Uint32(b)))), nil
	case 'I':
		return Int(int64(e.Uint32(b))), nil
	case 'l', 'q', 'n':
		return Int(int64(e.Uint64(b))), nil
	case 'e':
		return Float(half.ToFloat(e.Uint16(b))), nil
	case 'f':
		return Float(float64(math.Float32frombits(e.Uint32(b)))), nil
	case 'd':
		return Float(math.Float64frombits(e.Uint64(b))), nil
	case 'w':
		return Value{}, Raise(NotImplementedError, "memoryview: format w not supported")
	default:
		return vm.NewInt(new(big.Int).SetUint64(e.Uint64(b))), nil
	}
}

func memoryViewGetItem(vm *VM, v, key Value) (Value, error) {
	m, err := viewOf(v)
	if err != nil {
		return Value{}, err
	}
	if m.scalar && key.Kind() == KindEllipsis {
		return vm.newView(*m), nil
	}
	if key, err = vm.settleKey(key); err != nil {
		return Value{}, err
	}
	if s := key.Slice(); s != nil && !m.scalar {
		start, step, n, err := vm.sliceIndices(s, m.n)
		if err != nil {
			return Value{}, err
		}
		c := *m
		c.off, c.stride, c.n = m.off+start*m.stride, m.stride*step, n
		return vm.newView(c), nil
	}
	i, err := vm.viewIndex(m, key)
	if err == nil {
		err = notReleased(v) // by the index
	}
	if err != nil {
		return Value{}, err
	}
	return vm.viewItem(m, i)
}

func memoryViewSetItem(vm *VM, v, key, x Value) error {
	m, err := viewOf(v)
	if err != nil {
		return err
	}
	if m.readonly {
		return TypeErrorf("cannot modify read-only memory")
	}
	if !x.Bound() {
		return TypeErrorf("cannot delete memory")
	}
	if s := key.Slice(); s != nil && !m.scalar {
		if m.row != nil {
			return Raise(NotImplementedError, "memoryview slice assignments are currently restricted to ndim = 1")
		}
		start, step, n, err := vm.sliceIndices(s, m.n)
		if err == nil {
			err = notReleased(v)
		}
		if err != nil {
			return err
		}
		src, ok := dataOf(x)
		if !ok {
			return TypeErrorf("a bytes-like object is required, not '%s'", x.Type().Name)
		}
		if len(src) != n*m.size() || BufferFormat(x) != m.format {
			return ValueErrorf("memoryview assignment: lvalue and rvalue have different structures")
		}
		src = strings.Clone(src)
		for i := range n {
			copy(m.item(start+i*step), src[i*m.size():])
		}
		return nil
	}
	i := 0
	if m.row != nil && key.Type().slots.Index != nil {
		return Raise(NotImplementedError, "sub-views are not implemented")
	}
	if !m.scalar || key.Kind() != KindEllipsis {
		if i, err = vm.viewIndex(m, key); err != nil {
			return err
		}
	}
	return vm.setViewItem(m, i, x)
}

// formatRange is the least and the greatest int of a format.
func formatRange(format byte) (lo int64, hi uint64) {
	bits := uint(8 * formatSizes[format])
	switch format {
	case 'b', 'h', 'i', 'l', 'q', 'n':
		return -1 << (bits - 1), 1<<(bits-1) - 1
	}
	return 0, 1<<bits - 1
}

func (vm *VM) setViewItem(m *memoryView, i int, x Value) error {
	badType := TypeErrorf("memoryview: invalid type for format '%c'", m.format)
	e := binary.LittleEndian
	var raw [8]byte
	switch m.format {
	case 'c':
		b := x.Bytes()
		if b == nil {
			return badType
		}
		if len(b.S) != 1 {
			return ValueErrorf("memoryview: invalid value for format 'c'")
		}
		raw[0] = b.S[0]
	case '?':
		t, err := vm.Truth(x)
		if err != nil {
			return err
		}
		if t {
			raw[0] = 1
		}
	case 'w':
		return Raise(NotImplementedError, "memoryview: format w not supported")
	case 'e', 'f', 'd':
		f, err := vm.ToFloat(x)
		if err != nil {
			return badType
		}
		if m.format == 'e' {
			bits, ok := half.FromFloat(f)
			if !ok {
				return Raise(OverflowError, "float too large to pack with e format")
			}
			e.PutUint16(raw[:], bits)
		} else if m.format == 'f' {
			e.PutUint32(raw[:], math.Float32bits(float32(f)))
		} else {
			e.PutUint64(raw[:], math.Float64bits(f))
		}
	default:
		if x.Type().slots.Index == nil {
			return badType
		}
		idx, err := vm.Index(x)
		if err != nil {
			return err
		}
		b := vm.AsBig(idx)
		lo, hi := formatRange(m.format)
		if b.Sign() < 0 && (!b.IsInt64() || b.Int64() < lo) || b.Sign() >= 0 && (!b.IsUint64() || b.Uint64() > hi) {
			return ValueErrorf("memoryview: invalid value for format '%c'", m.format)
		}
		u := b.Uint64()
		if b.Sign() < 0 {
			u = uint64(b.Int64())
		}
		e.PutUint64(raw[:], u)
	}
	if m.released {
		return ValueErrorf("operation forbidden on released memoryview object") // by the value
	}
	dst := m.item(i)
	if dst == nil {
		return Raise(IndexError, "index out of bounds on dimension 1")
	}
	copy(dst, raw[:m.size()])
	return nil
}

func memoryViewToBytes(vm *VM, a []Value) (Value, error) {
	m, err := viewOf(a[0])
	if err != nil {
		return Value{}, err
	}
	if o := a[1].Str(); !a[1].IsNone() && (o == nil || o.S != "C" && o.S != "F" && o.S != "A") {
		return Value{}, ValueErrorf("order must be 'C', 'F' or 'A'")
	}
	if err := vm.Reserve(int64(m.count() * m.size())); err != nil {
		return Value{}, err
	}
	return vm.NewBytes(string(m.bytes())), nil
}
