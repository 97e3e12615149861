package array

import (
	"encoding/binary"
	"math"
	"unicode/utf8"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// element is the type of an array's items.
type element struct {
	code byte
	size int
	// put writes a value; what it has to say of one that doesn't fit is
	// CPython's.
	put func(vm *py.VM, b []byte, v py.Value) error
	get func(vm *py.VM, b []byte) (py.Value, error)
}

var le = binary.LittleEndian

// elements are all types, in the order of array.typecodes.
var elements = []element{
	{'b', 1, small("signed char", math.MinInt8, math.MaxInt8), func(vm *py.VM, b []byte) (py.Value, error) { return py.Int(int64(int8(b[0]))), nil }},
	{'B', 1, small("unsigned byte integer", 0, math.MaxUint8), func(vm *py.VM, b []byte) (py.Value, error) { return py.Int(int64(b[0])), nil }},
	{'u', 4, putRune, getRune},
	{'h', 2, small("signed short integer", math.MinInt16, math.MaxInt16), func(vm *py.VM, b []byte) (py.Value, error) { return py.Int(int64(int16(le.Uint16(b)))), nil }},
	{'H', 2, small("unsigned short", 0, math.MaxUint16), func(vm *py.VM, b []byte) (py.Value, error) { return py.Int(int64(le.Uint16(b))), nil }},
	{'i', 4, small("signed integer", math.MinInt32, math.MaxInt32), func(vm *py.VM, b []byte) (py.Value, error) { return py.Int(int64(int32(le.Uint32(b)))), nil }},
	{'I', 4, putUint, func(vm *py.VM, b []byte) (py.Value, error) { return py.Int(int64(le.Uint32(b))), nil }},
	{'l', 8, signed("Python int too large to convert to C long"), getInt64},
	{'L', 8, unsigned("can't convert negative value to unsigned int", "Python int too large to convert to C unsigned long"), getUint64},
	{'q', 8, signed("int too big to convert"), getInt64},
	{'Q', 8, unsigned("can't convert negative int to unsigned", "int too big to convert"), getUint64},
	{'f', 4, putFloat, func(vm *py.VM, b []byte) (py.Value, error) {
		return py.Float(float64(math.Float32frombits(le.Uint32(b)))), nil
	}},
	{'d', 8, putFloat, func(vm *py.VM, b []byte) (py.Value, error) { return py.Float(math.Float64frombits(le.Uint64(b))), nil }},
}

// elementOf is the type of a typecode; nil if there is none.
func elementOf(code byte) *element {
	for i := range elements {
		if elements[i].code == code {
			return &elements[i]
		}
	}
	return nil
}

func (e *element) isFloat() bool { return e.code == 'f' || e.code == 'd' }

func getInt64(vm *py.VM, b []byte) (py.Value, error) { return py.Int(int64(le.Uint64(b))), nil }

func getUint64(vm *py.VM, b []byte) (py.Value, error) { return vm.Uint(le.Uint64(b)), nil }

// small writes ints of at most 32 bits. CPython reads those of a byte as
// shorts, and unsigned shorts as ints, before it looks at their own range.
func small(what string, lo, hi int64) func(vm *py.VM, b []byte, v py.Value) error {
	wide, from, to := what, lo, hi
	switch {
	case lo == math.MinInt8:
		wide, from, to = "signed short integer", math.MinInt16, math.MaxInt16
	case hi == math.MaxUint8:
		wide, from, to = "signed short integer", math.MinInt16, math.MaxInt16
	case hi == math.MaxUint16:
		wide, from, to = "signed integer", math.MinInt32, math.MaxInt32
	}
	return func(vm *py.VM, b []byte, v py.Value) error {
		x, err := vm.Index(v)
		if err != nil {
			return err
		}
		if !x.IsInt() {
			return py.Raise(py.OverflowError, "Python int too large to convert to C long")
		}
		n := x.AsInt()
		for _, r := range []struct {
			what   string
			lo, hi int64
		}{{wide, from, to}, {what, lo, hi}} {
			if n < r.lo {
				return py.Raise(py.OverflowError, "%s is less than minimum", r.what)
			}
			if n > r.hi {
				return py.Raise(py.OverflowError, "%s is greater than maximum", r.what)
			}
		}
		switch len(b) {
		case 1:
			b[0] = byte(n)
		case 2:
			le.PutUint16(b, uint16(n))
		default:
			le.PutUint32(b, uint32(n))
		}
		return nil
	}
}

func signed(tooBig string) func(vm *py.VM, b []byte, v py.Value) error {
	return func(vm *py.VM, b []byte, v py.Value) error {
		x, err := vm.Index(v)
		if err != nil {
			return err
		}
		if !x.IsInt() {
			return py.Raise(py.OverflowError, "%s", tooBig)
		}
		le.PutUint64(b, uint64(x.AsInt()))
		return nil
	}
}

// uint64Of is an int as 64 bits without a sign.
func uint64Of(vm *py.VM, v py.Value, negative, tooBig string) (uint64, error) {
	x, err := vm.Index(v)
	if err != nil {
		return 0, err
	}
	if x.IsInt() {
		if x.AsInt() < 0 {
			return 0, py.Raise(py.OverflowError, "%s", negative)
		}
		return uint64(x.AsInt()), nil
	}
	big := vm.AsBig(x)
	switch {
	case big.Sign() < 0:
		return 0, py.Raise(py.OverflowError, "%s", negative)
	case !big.IsUint64():
		return 0, py.Raise(py.OverflowError, "%s", tooBig)
	}
	return big.Uint64(), nil
}

func unsigned(negative, tooBig string) func(vm *py.VM, b []byte, v py.Value) error {
	return func(vm *py.VM, b []byte, v py.Value) error {
		n, err := uint64Of(vm, v, negative, tooBig)
		if err == nil {
			le.PutUint64(b, n)
		}
		return err
	}
}

func putUint(vm *py.VM, b []byte, v py.Value) error {
	n, err := uint64Of(vm, v, "can't convert negative value to unsigned int", "Python int too large to convert to C unsigned long")
	if err != nil {
		return err
	}
	if n > math.MaxUint32 {
		return py.Raise(py.OverflowError, "unsigned int is greater than maximum")
	}
	le.PutUint32(b, uint32(n))
	return nil
}

func putFloat(vm *py.VM, b []byte, v py.Value) error {
	f, err := vm.ToFloat(v)
	if err != nil {
		return err
	}
	if len(b) == 4 {
		le.PutUint32(b, math.Float32bits(float32(f)))
	} else {
		le.PutUint64(b, math.Float64bits(f))
	}
	return nil
}

func putRune(vm *py.VM, b []byte, v py.Value) error {
	s := v.Str()
	if s == nil || s.Len() != 1 {
		return py.TypeErrorf("array item must be unicode character")
	}
	r, _ := py.DecodeRune(s.S)
	le.PutUint32(b, uint32(r))
	return nil
}

func getRune(vm *py.VM, b []byte) (py.Value, error) {
	r := le.Uint32(b)
	if r > utf8.MaxRune {
		return py.Value{}, py.ValueErrorf("character U+%x is not in range [U+0000; U+10ffff]", r)
	}
	return vm.NewRune(rune(r)), nil
}
