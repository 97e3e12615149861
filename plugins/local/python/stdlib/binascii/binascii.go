// Package binascii has Python's modules binascii and base64: the conversions
// in Go, the functions of base64 in Python (package pymod).
package binascii

import (
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"hash/crc32"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// errorType is binascii.Error.
var errorType = sync.OnceValue(func() *py.Type {
	return py.NewNativeType[py.Exception](py.TypeSpec{Name: "Error", Module: "binascii", Base: py.ValueError, Kind: py.KindException})
})

// incompleteType is binascii.Incomplete, which nothing raises any more.
var incompleteType = sync.OnceValue(func() *py.Type {
	return py.NewNativeType[py.Exception](py.TypeSpec{Name: "Incomplete", Module: "binascii", Base: py.ExceptionType, Kind: py.KindException})
})

// ascii is the content of a bytes-like object or of a str of ASCII alone.
func ascii(v py.Value) (string, error) {
	if s := v.Str(); s != nil {
		if !s.ASCII() {
			return "", py.ValueErrorf("string argument should contain only ASCII characters")
		}
		return s.S, nil
	}
	b, err := py.BytesLike(v)
	if err != nil {
		return "", py.TypeErrorf("argument should be bytes, buffer or ASCII string, not '%s'", v.Type().ShortName())
	}
	return b, nil
}

// room checks the memory and counts the work of a result of n bytes.
func room(vm *py.VM, n int) error {
	if err := vm.Reserve(int64(n)); err != nil {
		return err
	}
	return vm.Tick(n/64 + 1)
}

// Load makes the module binascii.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("binascii", "Conversion between binary data and ASCII")
	m.Set("Error", py.Of(&errorType().Object))
	m.Set("Incomplete", py.Of(&incompleteType().Object))
	hexlify := func(vm *py.VM, a []py.Value) (py.Value, error) {
		b, err := py.BytesLike(a[0])
		if err != nil {
			return py.Value{}, err
		}
		args := []py.Value{}
		if a[1].Bound() {
			args = append(args, a[1], a[2])
		}
		text, err := vm.CallMethod(vm.NewBytes(strings.Clone(b)), py.Name("hex"), args...)
		if err != nil {
			return py.Value{}, err
		}
		return vm.NewBytes(text.Str().S), nil
	}
	m.Add(
		py.FuncSig("hexlify", "data, sep=…, bytes_per_sep=1", hexlify),
		py.FuncSig("b2a_hex", "data, sep=…, bytes_per_sep=1", hexlify),
		py.Func("unhexlify", 1, 1, unhexlify), py.Func("a2b_hex", 1, 1, unhexlify),
		py.FuncSig("a2b_qp", "data, header=False", a2bQP), py.FuncSig("b2a_qp", "data, quotetabs=False, istext=True, header=False", b2aQP),
		py.Func("a2b_uu", 1, 1, a2bUU), py.FuncSig("b2a_uu", "data, /, *, backtick=False", b2aUU),
		py.Func("crc_hqx", 2, 2, crcHQX),
		py.FuncSig("b2a_base64", "data, /, *, newline=True", b2aBase64),
		py.FuncSig("a2b_base64", "data, /, *, strict_mode=False", a2bBase64),
		py.Func("crc32", 1, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			b, err := py.BytesLike(a[0])
			if err != nil {
				return py.Value{}, err
			}
			start := uint32(0)
			if len(a) > 1 {
				n, err := vm.IndexInt(a[1], nil)
				if err != nil {
					return py.Value{}, err
				}
				start = uint32(n)
			}
			return py.Int(int64(crc32.Update(start, crc32.IEEETable, []byte(b)))), vm.Tick(len(b)/64 + 1)
		}),
	)
	return m, nil
}

func unhexlify(vm *py.VM, a []py.Value) (py.Value, error) {
	s, err := ascii(a[0])
	if err != nil {
		return py.Value{}, err
	}
	if len(s)%2 != 0 {
		return py.Value{}, py.Raise(errorType(), "Odd-length string")
	}
	out, err := hex.DecodeString(s)
	if err != nil {
		return py.Value{}, py.Raise(errorType(), "Non-hexadecimal digit found")
	}
	return vm.NewBytes(py.TextOf(out)), room(vm, len(out))
}

func b2aBase64(vm *py.VM, a []py.Value) (py.Value, error) {
	b, err := py.BytesLike(a[0])
	if err != nil {
		return py.Value{}, err
	}
	newline, err := vm.Truth(a[1])
	if err != nil {
		return py.Value{}, err
	}
	if err := room(vm, len(b)*4/3+4); err != nil {
		return py.Value{}, err
	}
	text := base64.StdEncoding.EncodeToString([]byte(b))
	if newline {
		text += "\n"
	}
	return vm.NewBytes(text), nil
}

// values are the values of the base64 digits; 0xFF for any other byte.
var values = func() (out [256]byte) {
	for i := range out {
		out[i] = 0xFF
	}
	for i, c := range []byte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/") {
		out[c] = byte(i)
	}
	return
}()

func a2bBase64(vm *py.VM, a []py.Value) (py.Value, error) {
	s, err := ascii(a[0])
	if err != nil {
		return py.Value{}, err
	}
	strict, err := vm.Truth(a[1])
	if err != nil {
		return py.Value{}, err
	}
	if err := room(vm, len(s)); err != nil {
		return py.Value{}, err
	}
	if strict && s != "" && s[0] == '=' {
		return py.Value{}, py.Raise(errorType(), "Leading padding not allowed")
	}
	out := make([]byte, 0, len(s)*3/4+3)
	place, pads, padded := 0, 0, false
	var left byte
	for i := 0; i < len(s); i++ {
		if s[i] == '=' {
			padded = true
			if pads++; place >= 2 && place+pads >= 4 {
				if strict && i+1 < len(s) {
					return py.Value{}, py.Raise(errorType(), "Excess data after padding")
				}
				return vm.NewBytes(py.TextOf(out)), nil
			}
			continue
		}
		v := values[s[i]]
		switch {
		case v == 0xFF && !strict:
			continue
		case v == 0xFF:
			return py.Value{}, py.Raise(errorType(), "Only base64 data is allowed")
		case strict && padded:
			return py.Value{}, py.Raise(errorType(), "Discontinuous padding not allowed")
		}
		pads = 0
		switch place {
		case 1:
			out = append(out, left<<2|v>>4)
		case 2:
			out = append(out, left<<4|v>>2)
		case 3:
			out = append(out, left<<6|v)
		}
		left = v
		place = (place + 1) & 3
	}
	switch place {
	case 0:
		return vm.NewBytes(py.TextOf(out)), nil
	case 1:
		return py.Value{}, py.Raise(errorType(), "Invalid base64-encoded string: number of data characters (%d) cannot be 1 more than a multiple of 4", len(out)/3*4+1)
	}
	return py.Value{}, py.Raise(errorType(), "Incorrect padding")
}

// LoadBase64 makes the module base64.
var LoadBase64 = pymod.Loader("base64", func(vm *py.VM, m *py.Module) error {
	m.Set("_Error", py.Of(&errorType().Object))
	m.Add(
		py.Func("_encode64", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return b2aBase64(vm, []py.Value{a[0], py.False})
		}),
		py.Func("_decode64", 2, 2, a2bBase64),
		py.Func("_encode85", 4, 4, encode85), py.Func("_decode85", 1, 1, decode85), py.Func("_decodeascii85", 3, 3, decodeASCII85),
		py.Func("_encode32", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			b, err := py.BytesLike(a[0])
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewBytes(base32Encoding(a[1]).EncodeToString([]byte(b))), room(vm, 2*len(b))
		}),
		py.Func("_decode32", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			s, err := ascii(a[0])
			if err != nil {
				return py.Value{}, err
			}
			if len(s)%8 != 0 {
				return py.Value{}, py.Raise(errorType(), "Incorrect padding")
			}
			for _, c := range []byte(s) {
				if c == '\n' || c == '\r' {
					return py.Value{}, py.Raise(errorType(), "Non-base32 digit found")
				}
			}
			out, err := base32Encoding(a[1]).DecodeString(s)
			if err != nil {
				if strings.Trim(strings.TrimRight(s, "="), alphabet32(a[1])) == "" {
					return py.Value{}, py.Raise(errorType(), "Incorrect padding")
				}
				return py.Value{}, py.Raise(errorType(), "Non-base32 digit found")
			}
			return vm.NewBytes(py.TextOf(out)), room(vm, len(out))
		}),
	)
	return nil
})

func base32Encoding(hexDigits py.Value) *base32.Encoding {
	if hexDigits == py.True {
		return base32.HexEncoding
	}
	return base32.StdEncoding
}

func alphabet32(hexDigits py.Value) string {
	if hexDigits == py.True {
		return "0123456789ABCDEFGHIJKLMNOPQRSTUV"
	}
	return "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
}
