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
	m.Add(
		// _encode(text, encoding, errors) and _decode(data, encoding, errors)
		// know the interpreter's own encodings.
		py.Func("_encode", 3, 3, func(vm *py.VM, a []py.Value) (py.Value, error) {
			s := a[0].Str()
			if s == nil {
				return py.Value{}, py.TypeErrorf("encode() argument 'str' must be str, not %s", kindOf(a[0]))
			}
			errors, err := errorsOf(a[2])
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
			errors, err := errorsOf(a[2])
			if err != nil {
				return py.Value{}, err
			}
			return vm.DecodeText(strings.Clone(data), a[1].Str().S, errors)
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
				return py.Value{}, py.TypeErrorf("register_error() argument 1 must be str, not %s", kindOf(a[0]))
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

func kindOf(v py.Value) string {
	if v.IsNone() {
		return "None"
	}
	return v.Type().Name
}

// errorsOf is the name of an error handler; None means strict.
func errorsOf(v py.Value) (string, error) {
	if v.IsNone() {
		return "strict", nil
	}
	s := v.Str()
	if s == nil {
		return "", py.TypeErrorf("argument 'errors' must be str or None, not %s", v.Type().Name)
	}
	return s.S, nil
}
