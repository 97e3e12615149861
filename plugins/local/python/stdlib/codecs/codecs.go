// Package codecs has the part of module codecs that is written in Go: the
// interpreter's own encodings, tables of characters, and the registry of what
// guest code adds to them.
package codecs

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Natives puts what module codecs needs of the machine into its namespace.
func Natives(vm *py.VM, m *py.Module) error {
	// converts is encode or decode: a function of the module's Python does it.
	converts := func(name, by string) *py.Builtin {
		function := py.Name(by)
		return py.FuncSig(name, "obj, encoding='utf-8', errors='strict'", func(vm *py.VM, a []py.Value) (py.Value, error) {
			if err := checkText(name, "'encoding'", a[1]); err != nil {
				return py.Value{}, err
			}
			if err := checkText(name, "'errors'", a[2]); err != nil {
				return py.Value{}, err
			}
			return vm.Call(vm.Private(m, function), a...)
		})
	}
	m.AddFrom("_codecs",
		converts("encode", "_encoded").WithDoc("Encode an object by the codec of an encoding."),
		converts("decode", "_decoded").WithDoc("Decode an object by the codec of an encoding."),
		py.Func("lookup", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if err := checkText("lookup", "", a[0]); err != nil {
				return py.Value{}, err
			}
			return vm.Call(vm.Private(m, nameCodec), a[0])
		}).WithDoc("Find a codec by its encoding's name."),
		py.Func("lookup_error", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if err := checkText("lookup_error", "", a[0]); err != nil {
				return py.Value{}, err
			}
			return vm.Call(vm.Private(m, nameErrorHandler), a[0])
		}).WithDoc("Give the function that handles errors under a name."),
		// _encode(text, encoding, errors) and _decode(data, encoding, errors)
		// know the interpreter's own encodings.
		py.Func("_encode", 3, 3, func(vm *py.VM, a []py.Value) (py.Value, error) {
			s := a[0].Str()
			if s == nil {
				return py.Value{}, py.TypeErrorf("%s_encode() argument 1 must be str, not %s", encoderOf(a[1].Str().S), kindOf(a[0]))
			}
			errors, err := errorsOf(encoderOf(a[1].Str().S)+"_encode", a[2])
			if err != nil {
				return py.Value{}, err
			}
			data, err := vm.EncodeText(s, a[1].Str().S, errors)
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewBytes(data), nil
		}),
		py.Func("_decode", 3, 3, func(vm *py.VM, a []py.Value) (py.Value, error) {
			data, err := vm.BytesOf(a[0])
			if err != nil {
				return py.Value{}, err
			}
			errors, err := errorsOf(encoderOf(a[1].Str().S)+"_decode", a[2])
			if err != nil {
				return py.Value{}, err
			}
			return vm.DecodeText(strings.Clone(data), a[1].Str().S, errors)
		}),
		// _data(object, encoding) is what to decode, as bytes; escapes are read
		// from text too.
		py.Func("_data", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if s := a[0].Str(); s != nil && strings.HasSuffix(a[1].Str().S, "unicode_escape") {
				data, err := vm.EncodeText(s, "utf-8", "strict")
				if err != nil {
					return py.Value{}, err
				}
				return vm.NewBytes(data), nil
			}
			data, err := vm.BytesOf(a[0])
			if err != nil {
				return py.Value{}, err
			}
			if err := vm.Reserve(int64(len(data))); err != nil {
				return py.Value{}, err
			}
			return vm.NewBytes(strings.Clone(data)), nil
		}),
		// _key(name) is the key of an encoding and whether the interpreter has it.
		py.Func("_key", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			key := py.EncodingKey(a[0].Str().S)
			return vm.NewTupleOf(vm.NewString(key), py.Bool(py.HasEncoding(key))), nil
		}),
		py.Func("_search", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return vm.SearchCodec(a[0].Str().S) }),
		py.Func("register", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if !py.Callable(a[0]) {
				return py.Value{}, py.TypeErrorf("argument must be callable")
			}
			l := vm.CodecSearches()
			vm.Charge(16)
			l.Items = append(l.Items, a[0])
			return py.None, nil
		}).WithDoc("Register a codec search function."),
		py.Func("unregister", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			l := vm.CodecSearches()
			for i, f := range l.Items {
				if same, err := vm.Equal(f, a[0]); err != nil {
					return py.Value{}, err
				} else if same {
					l.Items = append(append([]py.Value(nil), l.Items[:i]...), l.Items[i+1:]...)
					vm.ForgetSearched()
					break
				}
			}
			return py.None, nil
		}).WithDoc("Unregister a codec search function and clear the registry's cache."),
		py.Func("register_error", 2, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			name := a[0].Str()
			switch {
			case name == nil:
				return py.Value{}, checkText("register_error", "1", a[0])
			case !py.Callable(a[1]):
				return py.Value{}, py.TypeErrorf("handler must be callable")
			}
			vm.Charge(64)
			vm.RegisterErrorHandler(name, a[1])
			return py.None, nil
		}).WithDoc("Register the specified error handler under the name errors."),
		// _handler(name) is the function that was registered, or None.
		py.Func("_handler", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if f := vm.ErrorHandler(a[0].Str().S); f.Bound() {
				return f, nil
			}
			return py.None, nil
		}),
		py.FuncSig("charmap_encode", "str, errors=None, mapping=None, /", charmapEncode),
		py.FuncSig("charmap_decode", "data, errors=None, mapping=None, /", charmapDecode),
	)
	return nil
}

var nameCodec, nameErrorHandler = py.Name("_codec"), py.Name("_error_handler")

// checkText tells that an argument is a str without null characters, as names
// are. which is the argument in the message.
func checkText(name, which string, v py.Value) error {
	s := v.Str()
	switch {
	case s == nil && which != "":
		return py.TypeErrorf("%s() argument %s must be str, not %s", name, which, kindOf(v))
	case s == nil:
		return py.TypeErrorf("%s() argument must be str, not %s", name, kindOf(v))
	case strings.ContainsRune(s.S, 0):
		return py.ValueErrorf("embedded null character")
	}
	return nil
}

// encoderOf is what messages call the encoder of an encoding: those of single
// bytes share one.
func encoderOf(encoding string) string {
	key := py.EncodingKey(encoding)
	for _, prefix := range []string{"utf_", "latin_1", "ascii", "unicode_escape", "raw_unicode_escape"} {
		if strings.HasPrefix(key, prefix) {
			return key
		}
	}
	return "charmap"
}

func kindOf(v py.Value) string {
	if v.IsNone() {
		return "None"
	}
	return v.Type().Name
}

// errorsOf is the name of an error handler; None means strict.
func errorsOf(name string, v py.Value) (string, error) {
	if v.IsNone() {
		return "strict", nil
	}
	s := v.Str()
	if s == nil {
		return "", py.TypeErrorf("%s() argument 2 must be str or None, not %s", name, v.Type().Name)
	}
	return s.S, nil
}
