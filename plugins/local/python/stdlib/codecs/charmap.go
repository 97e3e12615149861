package codecs

import (
	"errors"
	"strings"
	"unicode/utf8"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// charmapEncode is charmap_encode(str, errors, mapping): the mapping has for
// the number of each character a byte, bytes or None.
func charmapEncode(vm *py.VM, a []py.Value) (py.Value, error) {
	s := a[0].Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("charmap_encode() argument 1 must be str, not %s", kindOf(a[0]))
	}
	handler, err := errorsOf("charmap_encode", a[1])
	if err != nil {
		return py.Value{}, err
	}
	if a[2].IsNone() {
		data, err := vm.EncodeText(s, "latin-1", handler)
		if err != nil {
			return py.Value{}, err
		}
		return vm.NewTupleOf(vm.NewBytes(data), py.Int(int64(s.Len()))), nil
	}
	data, err := vm.EncodeCharmap(s, handler, func(r rune) ([]byte, bool, error) {
		v, ok, err := mapped(vm, a[2], int(r))
		if err != nil || !ok {
			return nil, false, err
		}
		if b := v.Bytes(); b != nil {
			return []byte(b.S), true, nil
		}
		if !vm.HasIndex(v) || v.Type() == py.FloatType {
			return nil, false, py.TypeErrorf("character mapping must return integer, bytes or None, not %s", v.Type().Name)
		}
		n, err := vm.IndexInt(v, nil)
		if err == nil && (n < 0 || n > 255) {
			err = py.TypeErrorf("character mapping must be in range(256)")
		}
		return []byte{byte(n)}, true, err
	})
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewTupleOf(data, py.Int(int64(s.Len()))), nil
}

// mapped is an item of a mapping; false if it is missing or None.
func mapped(vm *py.VM, mapping py.Value, key int) (py.Value, bool, error) {
	v, err := vm.GetItem(mapping, py.Int(int64(key)))
	if err != nil {
		var e *py.Exception
		if errors.As(err, &e) && py.IsInstance(e.Value(), py.LookupError) {
			return py.Value{}, false, nil
		}
		return py.Value{}, false, err
	}
	return v, !v.IsNone(), nil
}

// charmapDecode is charmap_decode(data, errors, mapping): the mapping is a str
// with the character of each byte, or has for each byte a number, a str or None.
func charmapDecode(vm *py.VM, a []py.Value) (py.Value, error) {
	view, err := vm.BytesOf(a[0])
	if err != nil {
		return py.Value{}, err
	}
	data := strings.Clone(view)
	handler, err := errorsOf("charmap_decode", a[1])
	if err != nil {
		return py.Value{}, err
	}
	var text py.Value
	switch table := a[2].Str(); {
	case a[2].IsNone():
		text, err = vm.DecodeText(data, "latin-1", handler)
	case table != nil:
		runes := py.DecodeRunes(table.S)
		text, err = vm.DecodeCharmap(data, handler, func(b byte) (string, bool, error) {
			if int(b) >= len(runes) || runes[b] == undefined {
				return "", false, nil
			}
			return string(py.AppendRune(nil, runes[b])), true, nil
		})
	default:
		text, err = vm.DecodeCharmap(data, handler, func(b byte) (string, bool, error) { return mappedText(vm, a[2], b) })
	}
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewTupleOf(text, py.Int(int64(len(data)))), nil
}

// undefined is the character that stands for none in a table.
const undefined = 0xFFFE

// mappedText is the text that a mapping has for a byte.
func mappedText(vm *py.VM, mapping py.Value, b byte) (string, bool, error) {
	v, ok, err := mapped(vm, mapping, int(b))
	if err != nil || !ok {
		return "", false, err
	}
	if s := v.Str(); s != nil {
		return s.S, s.S != string(rune(undefined)), nil
	}
	if !vm.HasIndex(v) {
		return "", false, py.TypeErrorf("character mapping must return integer, None or str")
	}
	n, err := vm.IndexInt(v, nil)
	if err != nil {
		return "", false, err
	}
	if n < 0 || n > utf8.MaxRune {
		return "", false, py.TypeErrorf("character mapping must be in range(0x%x)", utf8.MaxRune+1)
	}
	return string(py.AppendRune(nil, rune(n))), n != undefined, nil
}
