// Package struct_ is Python's module struct: values to and from packed bytes.
package struct_

import (
	"math"
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module. The class Struct is Python over the functions here.
var Load = pymod.Loader("struct", func(vm *py.VM, m *py.Module) error {
	errorClass := vm.ExceptionClass("struct.error", py.ExceptionType)
	s := &packer{err: errorClass}
	m.Set("error", py.Of(&errorClass.Object))
	m.Add(
		py.Func("calcsize", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			f, err := s.parse(a[0])
			return py.Int(int64(f.size)), err
		}),
		py.Func("pack", 1, -1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			f, err := s.parse(a[0])
			if err != nil {
				return py.Value{}, err
			}
			b, err := s.pack(vm, f, a[1:], "pack")
			return vm.NewBytes(string(b)), err
		}),
		py.Func("unpack", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			f, err := s.parse(a[0])
			if err != nil {
				return py.Value{}, err
			}
			b, err := vm.BytesOf(a[1])
			if err != nil {
				return py.Value{}, err
			}
			if len(b) != f.size {
				return py.Value{}, py.Raise(s.err, "unpack requires a buffer of %d bytes", f.size)
			}
			return s.unpack(vm, f, b)
		}),
	)
	return nil
})

type packer struct{ err *py.Type }

// item is one format character with its count.
type item struct {
	code  byte
	count int // repeats; for s and p the length
	pad   int // bytes of padding before it
	size  int // of one
}

type format struct {
	items  []item
	little bool
	native bool
	size   int
	values int
}

var nativeSizes = map[byte]int{
	'x': 1, 'c': 1, 'b': 1, 'B': 1, '?': 1, 'h': 2, 'H': 2, 'i': 4, 'I': 4, 'l': 8, 'L': 8, 'q': 8, 'Q': 8,
	'n': 8, 'N': 8, 'e': 2, 'f': 4, 'd': 8, 's': 1, 'p': 1, 'P': 8,
}

// maxSize bounds a packed record.
const maxSize = 1 << 31

func (s *packer) parse(v py.Value) (format, error) {
	f := format{little: true}
	var text string
	switch {
	case v.Str() != nil:
		text = v.Str().S
	case v.Bytes() != nil:
		text = v.Bytes().S
	default:
		return f, py.TypeErrorf("Struct() argument 1 must be a str or bytes object, not %s", v.Type().Name)
	}
	native := true
	if text != "" {
		switch text[0] {
		case '@':
			text = text[1:]
		case '=', '<':
			native, text = false, text[1:]
		case '>', '!':
			native, f.little, text = false, false, text[1:]
		}
	}
	f.native = native
	for i := 0; i < len(text); i++ {
		c := text[i]
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f' {
			continue
		}
		n := 1
		if c >= '0' && c <= '9' {
			for n = 0; i < len(text) && text[i] >= '0' && text[i] <= '9'; i++ {
				if n = n*10 + int(text[i]-'0'); n > maxSize {
					return f, py.Raise(s.err, "overflow in item count")
				}
			}
			if i == len(text) {
				return f, py.Raise(s.err, "repeat count given without format specifier")
			}
			c = text[i]
		}
		size, ok := nativeSizes[c]
		if !ok || !native && (c == 'n' || c == 'N' || c == 'P') {
			return f, py.Raise(s.err, "bad char in struct format")
		}
		align := size
		if !native {
			align = 1
			if c == 'l' || c == 'L' {
				size = 4
			}
		}
		it := item{code: c, count: n, size: size}
		if align > 1 && f.size%align != 0 {
			it.pad = align - f.size%align
		}
		f.size += it.pad + n*size
		if f.size > maxSize {
			return f, py.Raise(s.err, "total struct size too long")
		}
		switch c {
		case 'x':
		case 's', 'p':
			f.values++
		default:
			f.values += n
		}
		f.items = append(f.items, it)
	}
	return f, nil
}

func (s *packer) pack(vm *py.VM, f format, args []py.Value, what string) ([]byte, error) {
	if len(args) != f.values {
		return nil, py.Raise(s.err, "%s expected %d items for packing (got %d)", what, f.values, len(args))
	}
	if err := vm.Reserve(int64(f.size)); err != nil {
		return nil, err
	}
	out := make([]byte, 0, f.size)
	for _, it := range f.items {
		out = append(out, make([]byte, it.pad)...)
		switch it.code {
		case 'x':
			out = append(out, make([]byte, it.count)...)
			continue
		case 's', 'p':
			b, err := s.packText(vm, it, args[0])
			if err != nil {
				return nil, err
			}
			out, args = append(out, b...), args[1:]
			continue
		}
		for range it.count {
			b, err := s.packOne(vm, f, it, args[0])
			if err != nil {
				return nil, err
			}
			out, args = append(out, b...), args[1:]
		}
	}
	return out, nil
}

func (s *packer) packText(vm *py.VM, it item, v py.Value) ([]byte, error) {
	b, err := vm.BytesOf(v)
	if err != nil {
		return nil, py.Raise(s.err, "argument for '%c' must be a bytes object", it.code)
	}
	out := make([]byte, it.count)
	if it.code == 's' {
		copy(out, b)
		return out, nil
	}
	if it.count > 0 {
		n := min(len(b), it.count-1, 255)
		out[0] = byte(n)
		copy(out[1:], b[:n])
	}
	return out, nil
}

func (f format) put(bits uint64, size int) []byte {
	out := make([]byte, size)
	for i := range out {
		at := i
		if !f.little {
			at = size - 1 - i
		}
		out[at] = byte(bits >> (8 * i))
	}
	return out
}

func (s *packer) packOne(vm *py.VM, f format, it item, v py.Value) ([]byte, error) {
	switch it.code {
	case 'c':
		if b := v.Bytes(); b != nil && len(b.S) == 1 {
			return []byte(b.S), nil
		}
		return nil, py.Raise(s.err, "char format requires a bytes object of length 1")
	case '?':
		t, err := vm.Truth(v)
		if t {
			return []byte{1}, err
		}
		return []byte{0}, err
	case 'e', 'f', 'd':
		x, err := vm.ToFloat(v)
		if err != nil {
			return nil, py.Raise(s.err, "required argument is not a float")
		}
		return s.packFloat(f, it, x)
	}
	if v.Type().IsSubtype(py.FloatType) || !vm.HasIndex(v) {
		return nil, py.Raise(s.err, "required argument is not an integer")
	}
	x, err := vm.Index(v)
	if err != nil {
		return nil, err
	}
	b := vm.AsBig(x)
	signed := it.code >= 'a'
	if it.code == 'P' && b.Sign() < 0 {
		b = new(big.Int).Add(b, new(big.Int).Lsh(big.NewInt(1), 64)) // an address: two's complement
	}
	low, high := big.NewInt(0), new(big.Int).Lsh(big.NewInt(1), uint(8*it.size))
	if signed {
		high.Rsh(high, 1)
		low.Neg(high)
	}
	if b.Cmp(low) < 0 || b.Cmp(high) >= 0 {
		return nil, py.Raise(s.err, "'%c' format requires %s <= number <= %s", it.code, low, high.Sub(high, big.NewInt(1)))
	}
	if signed {
		return f.put(uint64(b.Int64()), it.size), nil
	}
	return f.put(b.Uint64(), it.size), nil
}

func (s *packer) packFloat(f format, it item, x float64) ([]byte, error) {
	switch it.code {
	case 'd':
		return f.put(math.Float64bits(x), 8), nil
	case 'f':
		y := float32(x)
		if math.IsInf(float64(y), 0) && !math.IsInf(x, 0) && !f.native {
			return nil, py.Raise(py.OverflowError, "float too large to pack with f format")
		}
		return f.put(uint64(math.Float32bits(y)), 4), nil
	}
	h, ok := toHalf(x)
	if !ok {
		return nil, py.Raise(py.OverflowError, "float too large to pack with e format")
	}
	return f.put(uint64(h), 2), nil
}

// toHalf rounds to IEEE 754 binary16, to nearest even; ok is false if it
// overflows.
func toHalf(x float64) (h uint16, ok bool) {
	sign := uint16(math.Float64bits(x) >> 48 & 0x8000)
	a := math.Abs(x)
	switch {
	case math.IsNaN(x):
		return sign | 0x7e00, true
	case math.IsInf(a, 0):
		return sign | 0x7c00, true
	case a < 0x1p-14:
		// Subnormal: units of 2**-24; rounding up to the first normal works out.
		return sign | uint16(math.RoundToEven(a*0x1p24)), true
	}
	frac, exp := math.Frexp(a) // a = frac * 2**exp, 0.5 <= frac < 1
	m := math.RoundToEven(frac * 0x1p11)
	if m == 0x1p11 {
		m, exp = 0x1p10, exp+1
	}
	if exp > 16 {
		return 0, false
	}
	return sign | uint16(exp+14)<<10 | uint16(m)&0x3ff, true
}

func fromHalf(h uint16) float64 {
	sign := 1.0
	if h&0x8000 != 0 {
		sign = -1
	}
	exp, frac := int(h>>10&0x1f), float64(h&0x3ff)
	switch exp {
	case 0:
		return sign * frac * 0x1p-24
	case 31:
		if frac != 0 {
			return math.NaN()
		}
		return math.Inf(int(sign))
	}
	return sign * math.Ldexp(1+frac/1024, exp-15)
}

func (s *packer) unpack(vm *py.VM, f format, b string) (py.Value, error) {
	if err := vm.Reserve(int64(f.values) * 16); err != nil {
		return py.Value{}, err
	}
	out := make([]py.Value, 0, f.values)
	for _, it := range f.items {
		b = b[it.pad:]
		part := b[:it.count*it.size]
		b = b[len(part):]
		switch it.code {
		case 'x':
			continue
		case 's':
			out = append(out, vm.NewBytes(part))
			continue
		case 'p':
			n := 0
			if len(part) > 0 {
				n = min(int(part[0]), len(part)-1)
				part = part[1:]
			}
			out = append(out, vm.NewBytes(part[:n]))
			continue
		}
		for ; len(part) > 0; part = part[it.size:] {
			out = append(out, unpackOne(vm, f, it, part[:it.size]))
		}
	}
	return vm.NewTuple(out), nil
}

func unpackOne(vm *py.VM, f format, it item, b string) py.Value {
	var bits uint64
	for i := range len(b) {
		at := i
		if !f.little {
			at = len(b) - 1 - i
		}
		bits |= uint64(b[at]) << (8 * i)
	}
	switch it.code {
	case 'c':
		return vm.NewBytes(b)
	case '?':
		return py.Bool(bits != 0)
	case 'e':
		return py.Float(fromHalf(uint16(bits)))
	case 'f':
		return py.Float(float64(math.Float32frombits(uint32(bits))))
	case 'd':
		return py.Float(math.Float64frombits(bits))
	}
	if it.code >= 'a' {
		shift := 64 - 8*it.size
		return py.Int(int64(bits<<shift) >> shift)
	}
	return vm.Uint(bits)
}
