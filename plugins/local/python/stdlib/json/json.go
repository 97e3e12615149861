// Package json is Python's module json: reading and writing in Go, the classes
// in Python (package pymod).
package json

import (
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module json.
var Load = pymod.Loader("json", func(vm *py.VM, m *py.Module) error {
	m.Add(
		py.FuncSig("dumps", "obj, *, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None, indent=None, separators=None, default=None, sort_keys=False, **kw",
			func(vm *py.VM, a []py.Value) (py.Value, error) { return dumps(vm, m, a) }).
			WithDoc("Serialize ``obj`` to a JSON formatted ``str``."),
		py.FuncSig("loads", "s, *, cls=None, object_hook=None, parse_float=None, parse_int=None, parse_constant=None, object_pairs_hook=None, **kw",
			func(vm *py.VM, a []py.Value) (py.Value, error) { return loads(vm, m, a) }).
			WithDoc("Deserialize ``s`` (a ``str``, ``bytes`` or ``bytearray`` instance\ncontaining a JSON document) to a Python object."),
		py.Func("_encode", 2, 2, encodeWith),
		py.Func("_scan", 3, 3, func(vm *py.VM, a []py.Value) (py.Value, error) { return scanWith(vm, m, a) }),
		py.FuncSig("detect_encoding", "b", func(vm *py.VM, a []py.Value) (py.Value, error) {
			b, err := py.BytesLike(a[0])
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewString(detectEncoding(b)), nil
		}),
	)
	for _, name := range []string{"decoder", "encoder", "scanner"} {
		sub := vm.NewModule("json."+name, "")
		m.Set(name, sub.Value())
		switch name {
		case "decoder":
			sub.Add(py.FuncSig("scanstring", "string, end, strict=True, /", func(vm *py.VM, a []py.Value) (py.Value, error) { return scanString(vm, m, a) }))
		case "encoder":
			sub.Add(quoter("encode_basestring_ascii", true), quoter("encode_basestring", false))
		}
	}
	return nil
})

// LoadPart makes the loader of the submodule json.NAME.
func LoadPart(name string) func(vm *py.VM) (*py.Module, error) {
	return func(vm *py.VM) (*py.Module, error) {
		top, _, err := vm.Import("json")
		if err != nil {
			return nil, err
		}
		sub := top.Dict.GetStr(py.Name(name))
		if !sub.Bound() || sub.Module() == nil {
			return nil, py.Raise(py.ImportError, "json.%s is no module any more", name)
		}
		return sub.Module(), nil
	}
}

// detectEncoding tells the encoding of JSON in bytes by its first four bytes.
func detectEncoding(b string) string {
	switch {
	case strings.HasPrefix(b, "\x00\x00\xFE\xFF") || strings.HasPrefix(b, "\xFF\xFE\x00\x00"):
		return "utf-32"
	case strings.HasPrefix(b, "\xFE\xFF") || strings.HasPrefix(b, "\xFF\xFE"):
		return "utf-16"
	case strings.HasPrefix(b, "\xEF\xBB\xBF"):
		return "utf-8-sig"
	}
	switch {
	case len(b) >= 4 && b[0] == 0:
		if b[1] != 0 {
			return "utf-16-be"
		}
		return "utf-32-be"
	case len(b) >= 4 && b[1] == 0:
		if b[2] != 0 || b[3] != 0 {
			return "utf-16-le"
		}
		return "utf-32-le"
	case len(b) == 2 && b[0] == 0:
		return "utf-16-be"
	case len(b) == 2 && b[1] == 0:
		return "utf-16-le"
	}
	return "utf-8"
}

// decodeError is the JSONDecodeError of a place in a text.
func decodeError(vm *py.VM, m *py.Module, msg string, doc py.Value, pos int) error {
	v, err := vm.Call(m.Dict.GetStr(py.Name("JSONDecodeError")), vm.NewString(msg), doc, py.Int(int64(pos)))
	if err != nil {
		return err
	}
	if e := v.Exception(); e != nil {
		return e
	}
	return fmt.Errorf("json: JSONDecodeError is no exception class")
}

func loads(vm *py.VM, m *py.Module, a []py.Value) (py.Value, error) {
	text := a[0].Str()
	if text == nil {
		if a[0].Bytes() == nil && a[0].ByteArray() == nil {
			return py.Value{}, py.TypeErrorf("the JSON object must be str, bytes or bytearray, not %s", a[0].Type().ShortName())
		}
		b, err := py.BytesLike(a[0])
		if err != nil {
			return py.Value{}, err
		}
		v, err := vm.DecodeText(strings.Clone(b), detectEncoding(b), "surrogatepass")
		if err != nil {
			return py.Value{}, err
		}
		text = v.Str()
	} else if strings.HasPrefix(text.S, "\uFEFF") {
		return py.Value{}, decodeError(vm, m, "Unexpected UTF-8 BOM (decode using utf-8-sig)", a[0], 0)
	}
	if kw := a[7].Dict(); !a[1].IsNone() || kw.Len() > 0 {
		return loadsClass(vm, m, text, a)
	}
	d := decoder{vm: vm, module: m, str: text, s: text.S, strict: true}
	d.hooks(a[2], a[3], a[4], a[5], a[6])
	return d.document()
}

// loadsClass decodes by a decoder class of the caller's.
func loadsClass(vm *py.VM, m *py.Module, text *py.Str, a []py.Value) (py.Value, error) {
	cls, kw := a[1], a[7].Dict()
	if cls.IsNone() {
		cls = m.Dict.GetStr(py.Name("JSONDecoder"))
	}
	for i, name := range []string{"object_hook", "parse_float", "parse_int", "parse_constant", "object_pairs_hook"} {
		if v := a[i+2]; !v.IsNone() {
			kw.SetStr(py.Name(name), v)
		}
	}
	return callWith(vm, cls, kw, "decode", vm.PlainStr(text))
}

// callWith makes an instance of a class with keywords and calls a method of it.
func callWith(vm *py.VM, cls py.Value, kw *py.Dict, method string, arg py.Value) (py.Value, error) {
	var k py.Kwargs
	for name, v := range kw.All() {
		k.Names, k.Vals = append(k.Names, name), append(k.Vals, v)
	}
	obj, err := vm.CallKw(cls, nil, k)
	if err != nil {
		return py.Value{}, err
	}
	return vm.CallMethod(obj, py.Name(method), arg)
}

// scanWith is _scan(decoder, text, index): the value that begins there and
// where it ends, by a JSONDecoder's settings.
func scanWith(vm *py.VM, m *py.Module, a []py.Value) (py.Value, error) {
	text := a[1].Str()
	if text == nil {
		return py.Value{}, py.TypeErrorf("first argument must be a string, not %s", a[1].Type().ShortName())
	}
	i, err := vm.IndexInt(a[2], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	if i < 0 {
		return py.Value{}, py.ValueErrorf("idx cannot be negative")
	}
	d := decoder{vm: vm, module: m, str: text, s: text.S}
	var vals [6]py.Value
	for n, name := range decoderAttrs {
		if vals[n], err = vm.GetAttr(a[0], name); err != nil {
			return py.Value{}, err
		}
	}
	d.hooks(vals[0], vals[1], vals[2], vals[3], vals[4])
	if d.strict, err = vm.Truth(vals[5]); err != nil {
		return py.Value{}, err
	}
	if i > text.Len() {
		return py.Value{}, d.fail("Expecting value", len(d.s))
	}
	v, end, err := d.value(vm.ByteOffset(text, i))
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewTupleOf(v, py.Int(int64(vm.RuneIndex(text, end)))), nil
}

// scanString is the function scanstring: the string that begins at an index,
// after its opening quote, and the index after it.
func scanString(vm *py.VM, m *py.Module, a []py.Value) (py.Value, error) {
	text := a[0].Str()
	if text == nil {
		return py.Value{}, py.TypeErrorf("first argument must be a string, not %s", a[0].Type().ShortName())
	}
	i, err := vm.IndexInt(a[1], py.OverflowError)
	if err != nil {
		return py.Value{}, err
	}
	strict, err := vm.Truth(a[2])
	switch {
	case err != nil:
		return py.Value{}, err
	case i < 0 || i > text.Len():
		return py.Value{}, py.ValueErrorf("end is out of bounds")
	}
	d := decoder{vm: vm, module: m, str: text, s: text.S, strict: strict}
	v, end, err := d.text(vm.ByteOffset(text, i))
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewTupleOf(v, py.Int(int64(vm.RuneIndex(text, end)))), nil
}

// quoter is the function that gives a string as JSON.
func quoter(name string, ascii bool) *py.Builtin {
	return py.FuncSig(name, "string, /", func(vm *py.VM, a []py.Value) (py.Value, error) {
		s := a[0].Str()
		if s == nil {
			return py.Value{}, py.TypeErrorf("first argument must be a string, not %s", a[0].Type().ShortName())
		}
		e := encoder{vm: vm, ascii: ascii}
		if err := e.text(s.S); err != nil {
			return py.Value{}, err
		}
		return vm.NewString(py.TextOf(e.out)), nil
	})
}

var decoderAttrs = [6]*py.Str{
	py.Name("object_hook"), py.Name("parse_float"), py.Name("parse_int"), py.Name("parse_constant"),
	py.Name("object_pairs_hook"), py.Name("strict"),
}
