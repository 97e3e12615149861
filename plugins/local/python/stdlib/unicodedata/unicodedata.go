// Package unicodedata is Python's module unicodedata.
package unicodedata

import (
	"fmt"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/bidi"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"github.com/airlockhq/airlock/plugins/local/python/internal/uniname"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("unicodedata", "This module provides access to the Unicode Character Database.")
	m.Set("unidata_version", vm.NewString("15.0.0"))
	text := func(name string, f func(r rune) string) *py.Builtin {
		return py.Func(name, 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			r, err := char(name, "argument", a[0])
			if err != nil {
				return py.Value{}, err
			}
			return vm.NewString(f(r)), nil
		})
	}
	number := func(name, missing string, f func(r rune) (py.Value, bool)) *py.Builtin {
		return py.Func(name, 1, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			r, err := char(name, "argument 1", a[0])
			if err != nil {
				return py.Value{}, err
			}
			if v, ok := f(r); ok {
				return v, nil
			}
			if len(a) > 1 {
				return a[1], nil
			}
			return py.Value{}, py.ValueErrorf("%s", missing)
		})
	}
	m.Add(
		text("category", category), text("bidirectional", bidirectional), text("east_asian_width", eastAsianWidth),
		py.Func("combining", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			r, err := char("combining", "argument", a[0])
			return py.Int(int64(norm.NFD.PropertiesString(string(r)).CCC())), err
		}),
		py.Func("mirrored", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			r, err := char("mirrored", "argument", a[0])
			if err == nil && unicode.Is(mirrored, r) {
				return py.Int(1), nil
			}
			return py.Int(0), err
		}),
		text("decomposition", decomposition),
		number("decimal", "not a decimal", decimal), number("digit", "not a digit", digit),
		number("numeric", "not a numeric character", numeric),
		py.Func("name", 1, 2, func(vm *py.VM, a []py.Value) (py.Value, error) {
			r, err := char("name", "argument 1", a[0])
			if err != nil {
				return py.Value{}, err
			}
			if n, ok := uniname.Name(r); ok {
				return vm.NewString(n), nil
			}
			if len(a) > 1 {
				return a[1], nil
			}
			return py.Value{}, py.ValueErrorf("no such name")
		}),
		py.Func("lookup", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			var name string
			if s := a[0].Str(); s != nil {
				name = s.S
			} else if data, err := vm.BytesOf(a[0]); err == nil {
				name = strings.ToValidUTF8(data, "\ufffd")
			} else {
				return py.Value{}, err
			}
			r, ok := uniname.Lookup(name)
			if !ok {
				return py.Value{}, vm.KeyError(vm.NewString(fmt.Sprintf("undefined character name '%s'", name)))
			}
			return vm.NewRune(r), nil
		}),
		py.Func("normalize", 2, 2, normalize), py.Func("is_normalized", 2, 2, isNormalized),
		py.Func("__getattr__", 1, 1, missing),
	)
	return m, nil
}

// missing is the module's __getattr__: it says why the old database isn't there.
func missing(vm *py.VM, a []py.Value) (py.Value, error) {
	name := a[0].Str()
	if name == nil {
		return py.Value{}, py.TypeErrorf("attribute name must be string, not '%s'", a[0].Type().Name)
	}
	if name.S == "ucd_3_2_0" {
		return py.Value{}, py.Raise(py.AttributeError, "unicodedata.ucd_3_2_0 is left out: only the database of Unicode 15.0.0 is there")
	}
	return py.Value{}, py.Raise(py.AttributeError, "module 'unicodedata' has no attribute '%s'", name.S)
}

// char is the one character of an argument.
func char(name, what string, v py.Value) (rune, error) {
	s := v.Str()
	if s == nil || s.Len() != 1 {
		return 0, py.TypeErrorf("%s() %s must be a unicode character, not %s", name, what, kindOf(v))
	}
	r, _ := py.DecodeRune(s.S)
	return r, nil
}

// kindOf is what messages call a wrong argument.
func kindOf(v py.Value) string {
	if v.IsNone() {
		return "None"
	}
	return v.Type().ShortName()
}

// categories are the general categories, the frequent ones first.
var categories = []string{
	"Ll", "Lu", "Lo", "Nd", "Po", "Zs", "Mn", "So", "Sm", "Sc", "Sk", "Pd", "Ps", "Pe", "Pc", "Pi", "Pf",
	"Lm", "Lt", "Mc", "Me", "Nl", "No", "Zl", "Zp", "Cc", "Cf", "Cs", "Co",
}

func category(r rune) string {
	for _, c := range categories {
		if unicode.Is(unicode.Categories[c], r) {
			return c
		}
	}
	return "Cn"
}

var bidiNames = map[bidi.Class]string{
	bidi.L: "L", bidi.R: "R", bidi.EN: "EN", bidi.ES: "ES", bidi.ET: "ET", bidi.AN: "AN", bidi.CS: "CS", bidi.B: "B",
	bidi.S: "S", bidi.WS: "WS", bidi.ON: "ON", bidi.BN: "BN", bidi.NSM: "NSM", bidi.AL: "AL",
	bidi.LRO: "LRO", bidi.RLO: "RLO", bidi.LRE: "LRE", bidi.RLE: "RLE", bidi.PDF: "PDF",
	bidi.LRI: "LRI", bidi.RLI: "RLI", bidi.FSI: "FSI", bidi.PDI: "PDI",
}

func bidirectional(r rune) string {
	switch category(r) {
	case "Cn":
		return ""
	case "Cs":
		return "L"
	}
	p, _ := bidi.LookupRune(r)
	return bidiNames[p.Class()]
}

func eastAsianWidth(r rune) string {
	if unicode.Is(unicode.Cs, r) || r == 0x2FFFE || r == 0x2FFFF || r == 0x3FFFE || r == 0x3FFFF {
		return "N"
	}
	switch width.LookupRune(r).Kind() {
	case width.EastAsianAmbiguous:
		return "A"
	case width.EastAsianWide:
		return "W"
	case width.EastAsianNarrow:
		return "Na"
	case width.EastAsianFullwidth:
		return "F"
	case width.EastAsianHalfwidth:
		return "H"
	}
	return "N"
}

var forms = map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD}

func formAndText(name string, a []py.Value) (norm.Form, *py.Str, error) {
	f, s := a[0].Str(), a[1].Str()
	if f == nil {
		return 0, nil, py.TypeErrorf("%s() argument 1 must be str, not %s", name, kindOf(a[0]))
	}
	if s == nil {
		return 0, nil, py.TypeErrorf("%s() argument 2 must be str, not %s", name, kindOf(a[1]))
	}
	form, ok := forms[f.S]
	if !ok {
		return 0, nil, py.ValueErrorf("invalid normalization form")
	}
	return form, s, nil
}

func normalize(vm *py.VM, a []py.Value) (py.Value, error) {
	form, s, err := formAndText("normalize", a)
	if err != nil {
		return py.Value{}, err
	}
	if s.ASCII() {
		return vm.PlainStr(s), nil
	}
	if err := vm.ReserveText(6 * len(s.S)); err != nil {
		return py.Value{}, err
	}
	return vm.CopyText(form.String(s.S)), vm.Tick(len(s.S)/16 + 1)
}

func isNormalized(vm *py.VM, a []py.Value) (py.Value, error) {
	form, s, err := formAndText("is_normalized", a)
	if err != nil {
		return py.Value{}, err
	}
	return py.Bool(form.IsNormalString(s.S)), vm.Tick(len(s.S)/16 + 1)
}
