package binascii

import (
	"encoding/binary"
	"math"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

const (
	alphabet85 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~"
	spaces     = 0x20202020
)

// encode85 is _encode85(data, ascii85, pad, foldspaces): groups of four bytes
// as five digits of base 85.
func encode85(vm *py.VM, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	ascii85, pad, fold := a[1] == py.True, a[2] == py.True, a[3] == py.True
	if err := room(vm, len(data)/4*5+5); err != nil {
		return py.Value{}, err
	}
	out := make([]byte, 0, len(data)/4*5+5)
	for ; data != ""; data = data[min(4, len(data)):] {
		var word [4]byte
		missing := 4 - copy(word[:], data)
		n := binary.BigEndian.Uint32(word[:])
		switch {
		case ascii85 && n == 0 && (missing == 0 || pad):
			out = append(out, 'z')
			continue
		case fold && n == spaces:
			out = append(out, 'y')
			continue
		}
		var digits [5]byte
		for i := 4; i >= 0; i-- {
			if digits[i] = '!' + byte(n%85); !ascii85 {
				digits[i] = alphabet85[n%85]
			}
			n /= 85
		}
		if pad {
			missing = 0
		}
		out = append(out, digits[:5-missing]...)
	}
	return vm.NewBytes(py.TextOf(out)), nil
}

// decode85 is _decode85(data): the digits are those of Base85.
func decode85(vm *py.VM, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	if err := room(vm, len(data)); err != nil {
		return py.Value{}, err
	}
	out := make([]byte, 0, len(data)/5*4+4)
	for at := 0; at < len(data); at += 5 {
		n := uint64(0)
		for i := at; i < at+5; i++ {
			digit := 84
			if i < len(data) {
				if digit = strings.IndexByte(alphabet85, data[i]); digit < 0 {
					return py.Value{}, py.ValueErrorf("bad base85 character at position %d", i)
				}
			}
			n = n*85 + uint64(digit)
		}
		if n > math.MaxUint32 {
			return py.Value{}, py.ValueErrorf("base85 overflow in hunk starting at byte %d", at)
		}
		out = binary.BigEndian.AppendUint32(out, uint32(n))
	}
	missing := (5 - len(data)%5) % 5
	return vm.NewBytes(py.TextOf(out[:len(out)-missing])), nil
}

// decodeASCII85 is _decodeascii85(data, foldspaces, ignorechars).
func decodeASCII85(vm *py.VM, a []py.Value) (py.Value, error) {
	data, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	ignored, err := py.BytesLike(a[2])
	if err != nil {
		return py.Value{}, err
	}
	// A z stands for four bytes.
	if err := room(vm, len(data)+4*strings.Count(data, "z")+4*strings.Count(data, "y")); err != nil {
		return py.Value{}, err
	}
	var out []byte
	n, digits := uint64(0), 0
	put := func(c byte) error {
		n = n*85 + uint64(c-'!')
		if digits++; digits < 5 {
			return nil
		}
		if n > math.MaxUint32 {
			return py.ValueErrorf("Ascii85 overflow")
		}
		out = binary.BigEndian.AppendUint32(out, uint32(n))
		n, digits = 0, 0
		return nil
	}
	for _, c := range []byte(data) {
		switch {
		case c >= '!' && c <= 'u':
			if err := put(c); err != nil {
				return py.Value{}, err
			}
		case c == 'z' || c == 'y' && a[1] == py.True:
			if digits > 0 {
				return py.Value{}, py.ValueErrorf("%c inside Ascii85 5-tuple", c)
			}
			word := uint32(0)
			if c == 'y' {
				word = spaces
			}
			out = binary.BigEndian.AppendUint32(out, word)
		case strings.IndexByte(ignored, c) < 0:
			return py.Value{}, py.ValueErrorf("Non-Ascii85 digit found: %c", rune(c))
		}
	}
	missing := 0
	for digits > 0 {
		missing++
		if err := put('u'); err != nil {
			return py.Value{}, err
		}
	}
	return vm.NewBytes(py.TextOf(out[:len(out)-missing])), nil
}
