package pystruct

import (
	"fmt"
	"math"
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/internal/half"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// put writes the low bytes of n.
func (l *layout) put(b []byte, n uint64) {
	for i := range b {
		at := i
		if l.big {
			at = len(b) - 1 - i
		}
		b[at] = byte(n >> (8 * i))
	}
}

// get reads an unsigned number.
func (l *layout) get(b []byte) (n uint64) {
	for i := range b {
		at := len(b) - 1 - i
		if l.big {
			at = i
		}
		n = n<<8 | uint64(b[at])
	}
	return n
}

// pack writes the values into b, which is l.size long.
func (l *layout) pack(vm *py.VM, b []byte, vals []py.Value) error {
	clear(b)
	for i := range l.fields {
		f := &l.fields[i]
		if f.kind == 's' || f.kind == 'p' {
			if err := packBytes(vm, b[f.offset:f.offset+f.count], f.kind, vals[0]); err != nil {
				return err
			}
			vals = vals[1:]
			continue
		}
		for j := range f.count {
			at := f.offset + j*f.size
			if err := l.packOne(vm, b[at:at+f.size], f.kind, vals[j]); err != nil {
				return err
			}
		}
		vals = vals[f.count:]
		if err := vm.Tick(f.count); err != nil {
			return err
		}
	}
	return nil
}

func packBytes(vm *py.VM, b []byte, kind byte, v py.Value) error {
	data, err := "", error(nil)
	switch {
	case v.Bytes() != nil:
		data = v.Bytes().S
	case v.ByteArray() != nil:
		data = string(v.ByteArray().B)
	default:
		err = fail(vm, fmt.Sprintf("argument for '%c' must be a bytes object", kind))
	}
	if err != nil || len(b) == 0 {
		return err
	}
	if kind == 'p' {
		n := copy(b[1:], data)
		b[0] = byte(min(n, 255))
		return nil
	}
	copy(b, data)
	return nil
}

func (l *layout) packOne(vm *py.VM, b []byte, kind byte, v py.Value) error {
	switch kind {
	case 'c':
		s := v.Bytes()
		if s == nil || len(s.S) != 1 {
			return fail(vm, "char format requires a bytes object of length 1")
		}
		b[0] = s.S[0]
		return nil
	case '?':
		ok, err := vm.Truth(v)
		if ok {
			b[0] = 1
		}
		return err
	case 'e', 'f', 'd':
		return l.packFloat(vm, b, kind, v)
	}
	n, err := integer(vm, v)
	if err != nil {
		return err
	}
	if n.IsInt() {
		if x := n.AsInt(); kind == 'P' || fits(x, kind, len(b)) {
			l.put(b, uint64(x))
			return nil
		}
	} else if x := vm.AsBig(n); x.IsUint64() && len(b) == 8 && (kind == 'Q' || kind == 'L' || kind == 'N' || kind == 'P') {
		l.put(b, x.Uint64())
		return nil
	}
	if kind == 'P' {
		return py.Raise(py.OverflowError, "int too large to convert")
	}
	low, high := limits(kind, len(b))
	return fail(vm, fmt.Sprintf("'%c' format requires %s <= number <= %s", kind, low, high))
}

func signed(kind byte) bool { return kind >= 'a' }

// fits reports whether x can be written; an unsigned kind of eight bytes takes
// what is not negative.
func fits(x int64, kind byte, size int) bool {
	if !signed(kind) {
		return x >= 0 && (size == 8 || x < 1<<(8*size))
	}
	if size == 8 {
		return true
	}
	limit := int64(1) << (8*size - 1)
	return x >= -limit && x < limit
}

func limits(kind byte, size int) (low, high string) {
	one := big.NewInt(1)
	if !signed(kind) {
		top := new(big.Int).Lsh(one, uint(8*size))
		return "0", top.Sub(top, one).String()
	}
	top := new(big.Int).Lsh(one, uint(8*size-1))
	bottom := new(big.Int).Neg(top)
	return bottom.String(), top.Sub(top, one).String()
}

// integer is the int of a value with __index__.
func integer(vm *py.VM, v py.Value) (py.Value, error) {
	if v.IsInt() {
		return v, nil
	}
	if !vm.HasIndex(v) {
		return py.Value{}, fail(vm, "required argument is not an integer")
	}
	return vm.Index(v)
}

func (l *layout) packFloat(vm *py.VM, b []byte, kind byte, v py.Value) error {
	f, err := vm.ToFloat(v)
	if _, stop := err.(*py.Stop); stop {
		return err
	}
	if err != nil {
		return fail(vm, "required argument is not a float")
	}
	switch kind {
	case 'd':
		l.put(b, math.Float64bits(f))
		return nil
	case 'f':
		x := float32(f)
		if math.IsInf(float64(x), 0) && !math.IsInf(f, 0) && !l.native {
			return py.Raise(py.OverflowError, "float too large to pack with f format")
		}
		l.put(b, uint64(math.Float32bits(x)))
		return nil
	}
	h, ok := half.FromFloat(f)
	if !ok {
		return py.Raise(py.OverflowError, "float too large to pack with e format")
	}
	l.put(b, uint64(h))
	return nil
}

// unpack reads the values from b, which is l.size long.
func (l *layout) unpack(vm *py.VM, b []byte) (py.Value, error) {
	out := make([]py.Value, 0, l.items)
	vm.Charge(int64(16 * l.items))
	for i := range l.fields {
		f := &l.fields[i]
		switch f.kind {
		case 's':
			out = append(out, vm.NewBytes(string(b[f.offset:f.offset+f.count])))
			continue
		case 'p':
			data := b[f.offset : f.offset+f.count]
			if len(data) > 0 {
				n := min(int(data[0]), len(data)-1)
				data = data[1 : 1+n]
			}
			out = append(out, vm.NewBytes(string(data)))
			continue
		}
		for j := range f.count {
			at := f.offset + j*f.size
			out = append(out, l.unpackOne(vm, b[at:at+f.size], f.kind))
		}
		if err := vm.Tick(f.count); err != nil {
			return py.Value{}, err
		}
	}
	return vm.NewTuple(out), nil
}

func (l *layout) unpackOne(vm *py.VM, b []byte, kind byte) py.Value {
	switch kind {
	case 'c':
		return vm.NewBytes(string(b))
	case '?':
		return py.Bool(b[0] != 0)
	case 'd':
		return py.Float(math.Float64frombits(l.get(b)))
	case 'f':
		return py.Float(float64(math.Float32frombits(uint32(l.get(b)))))
	case 'e':
		return py.Float(half.ToFloat(uint16(l.get(b))))
	}
	n := l.get(b)
	if !signed(kind) {
		return vm.Uint(n)
	}
	shift := 64 - 8*len(b)
	return py.Int(int64(n<<shift) >> shift)
}
