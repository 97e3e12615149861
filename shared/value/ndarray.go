package value

import (
	"encoding/binary"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"sync"
	"unicode/utf8"
)

const (
	maxDims     = 64 // numpy's own bound
	maxElements = 1 << 31
)

// itemSizes are the sizes in bytes of numpy's named types.
var itemSizes = map[string]int{
	"bool": 1, "int8": 1, "int16": 2, "int32": 4, "int64": 8, "uint8": 1, "uint16": 2, "uint32": 4, "uint64": 8,
	"float16": 2, "float32": 4, "float64": 8, "longdouble": 16, "float128": 16, "complex64": 8, "complex128": 16, "complex256": 32,
}

// codedType is a type in numpy's short form: byte order, kind, size; for times a unit. Like timeType it is compiled at its first use,
// which most programs never come to.
var codedType = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[<>|=]?([biufcSVUMm])([0-9]{1,7})(\[[0-9]*[a-zA-Z]+\])?$`)
})

// itemSize is the size of one element.
func itemSize(dtype string) (int, bool) {
	if n, ok := itemSizes[dtype]; ok {
		return n, true
	}
	if timeType().MatchString(dtype) {
		return 8, true
	}
	m := codedType().FindStringSubmatch(dtype)
	if m == nil {
		return 0, false
	}
	n, err := strconv.Atoi(m[2])
	if m[1] == "U" {
		n *= 4
	}
	return n, err == nil
}

var timeType = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(datetime64|timedelta64)(\[[0-9]*[a-zA-Z]+\])?$`) })

// check tells whether dtype, shape and data agree.
func (a *NDArray) check() error {
	size, ok := itemSize(a.DType)
	if !ok {
		return fmt.Errorf("an ndarray has the dtype %.40q, which can't travel", a.DType)
	}
	if len(a.Shape) > maxDims {
		return fmt.Errorf("an ndarray has %d dimensions", len(a.Shape))
	}
	n := 1
	for _, dim := range a.Shape {
		if dim < 0 || dim > 0 && n > maxElements/dim {
			return fmt.Errorf("an ndarray has an impossible shape")
		}
		n *= dim
	}
	if n > math.MaxInt64/max(size, 1) || n*size != len(a.Data) {
		return fmt.Errorf("an ndarray of %d elements of %d bytes has %d bytes", n, size, len(a.Data))
	}
	return nil
}

// array decodes both forms of an ndarray.
func (f *fields) array() Value {
	a := &NDArray{DType: f.str("dtype")}
	if f.o.items.Get("raw") == nil {
		data, _ := f.required("data")
		f.fromLists(a, data)
		return a
	}
	shape, _ := f.list("shape")
	for _, v := range shape {
		i, ok := v.(Int)
		n, small := i.Int64()
		if !ok || !small || n < 0 || n > maxElements {
			f.bad("shape", "a list of sizes")
			return a
		}
		a.Shape = append(a.Shape, int(n))
	}
	a.Data = f.base64("raw")
	if err := a.check(); err != nil && f.d.err == nil {
		f.d.fail("%v", err)
	}
	return a
}

// fromLists packs nested lists, which is how the reference writes an array.
func (f *fields) fromLists(a *NDArray, data Value) {
	size, ok := itemSize(a.DType)
	if !ok || f.d.err != nil {
		f.bad("dtype", "one that can be read from lists")
		return
	}
	// The shape is that of the first element at each level; all others must agree.
	for v := data; ; {
		l, ok := v.(List)
		if !ok {
			break
		}
		a.Shape = append(a.Shape, len(l))
		if len(l) == 0 || len(a.Shape) > maxDims {
			break
		}
		v = l[0]
	}
	if !f.pack(a, data, a.Shape, size) {
		f.bad("data", "nested lists of equal lengths with elements of the dtype")
		return
	}
	if err := a.check(); err != nil {
		f.d.fail("%v", err)
	}
}

func (f *fields) pack(a *NDArray, v Value, shape []int, size int) bool {
	if len(shape) == 0 {
		return a.appendElement(v, size)
	}
	l, ok := v.(List)
	if !ok || len(l) != shape[0] {
		return false
	}
	for _, e := range l {
		if !f.pack(a, e, shape[1:], size) {
			return false
		}
	}
	return true
}

// appendElement appends one number, bool or str as it lies in memory.
func (a *NDArray) appendElement(v Value, size int) bool {
	le := binary.LittleEndian
	if f, ok := asFloat(v); ok {
		switch a.DType {
		case "float32":
			a.Data = le.AppendUint32(a.Data, math.Float32bits(float32(f)))
			return true
		case "float64":
			a.Data = le.AppendUint64(a.Data, math.Float64bits(f))
			return true
		case "float16":
			a.Data = le.AppendUint16(a.Data, float16bits(f))
			return true
		}
	}
	switch v := v.(type) {
	case Bool:
		if a.DType == "bool" {
			b := byte(0)
			if v {
				b = 1
			}
			a.Data = append(a.Data, b)
			return true
		}
	case Int:
		return a.appendInt(v, size)
	case Str:
		return a.appendStr(string(v), size)
	}
	return false
}

func asFloat(v Value) (float64, bool) {
	switch v := v.(type) {
	case Float:
		return float64(v), true
	case Int:
		if i, ok := v.Int64(); ok {
			return float64(i), true
		}
	}
	return 0, false
}

func (a *NDArray) appendInt(v Int, size int) bool {
	bits := uint64(0)
	switch a.DType {
	case "int8", "int16", "int32", "int64":
		i, ok := v.Int64()
		if !ok || i>>(size*8-1) != 0 && i>>(size*8-1) != -1 {
			return false
		}
		bits = uint64(i)
	case "uint8", "uint16", "uint32", "uint64":
		if !v.Big().IsUint64() {
			return false
		}
		if bits = v.Big().Uint64(); size < 8 && bits>>(size*8) != 0 {
			return false
		}
	default:
		return false
	}
	var buf [8]byte
	binary.LittleEndian.PutUint64(buf[:], bits)
	a.Data = append(a.Data, buf[:size]...)
	return true
}

// appendStr appends a str as the UTF-32 of a fixed length that a <U type has.
func (a *NDArray) appendStr(s string, size int) bool {
	if m := codedType().FindStringSubmatch(a.DType); m == nil || m[1] != "U" || a.DType[0] == '>' || utf8.RuneCountInString(s)*4 > size {
		return false
	}
	end := len(a.Data) + size
	for _, r := range s {
		a.Data = binary.LittleEndian.AppendUint32(a.Data, uint32(r))
	}
	for len(a.Data) < end {
		a.Data = append(a.Data, 0)
	}
	return true
}

// float16bits rounds to half precision, half to even.
func float16bits(f float64) uint16 {
	bits := math.Float64bits(f)
	sign := uint16(bits>>48) & 0x8000
	abs := math.Abs(f)
	switch {
	case math.IsNaN(f):
		return sign | 0x7e00
	case abs >= 65520:
		return sign | 0x7c00
	case abs < math.Ldexp(1, -14): // subnormal: a multiple of 2**-24
		return sign | uint16(math.RoundToEven(math.Ldexp(abs, 24)))
	}
	frac, exp := math.Frexp(abs) // abs = frac * 2**exp, frac in [0.5, 1)
	mant := uint16(math.RoundToEven(math.Ldexp(frac, 11)))
	return sign | (uint16(exp+13)<<10 + mant) // the implicit bit of mant counts the exponent up, as rounding to 2048 does once more
}
