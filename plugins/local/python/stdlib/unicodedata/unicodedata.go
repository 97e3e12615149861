// Package unicodedata is Python's module unicodedata.
package unicodedata

import (
	"fmt"
	"slices"
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
		number("decimal", "not a decimal", func(r rune) (py.Value, bool) { return decimal(r) }),
		number("digit", "not a digit", func(r rune) (py.Value, bool) { return digit(r) }),
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
			s := a[0].Str()
			if s == nil {
				return py.Value{}, py.TypeErrorf("lookup() argument must be str, not %s", a[0].Type().ShortName())
			}
			r, ok := uniname.Lookup(s.S)
			if !ok {
				return py.Value{}, vm.KeyError(vm.NewString(fmt.Sprintf("undefined character name '%s'", s.S)))
			}
			return vm.NewRune(r), nil
		}),
		py.Func("normalize", 2, 2, normalize), py.Func("is_normalized", 2, 2, isNormalized),
	)
	return m, nil
}

// char is the one character of an argument.
func char(name, what string, v py.Value) (rune, error) {
	s := v.Str()
	if s == nil || s.Len() != 1 {
		return 0, py.TypeErrorf("%s() %s must be a unicode character, not %s", name, what, v.Type().ShortName())
	}
	r, _ := py.DecodeRune(s.S)
	return r, nil
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
	if category(r) == "Cn" {
		return ""
	}
	p, _ := bidi.LookupRune(r)
	return bidiNames[p.Class()]
}

func eastAsianWidth(r rune) string {
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

func decimal(r rune) (py.Value, bool) {
	if !unicode.Is(unicode.Nd, r) {
		return py.Value{}, false
	}
	// The digits of a script stand together, from zero on.
	n := 0
	for n < 9 && unicode.Is(unicode.Nd, r-1) && (r-1)>>16 == r>>16 {
		r--
		n++
	}
	return py.Int(int64(n)), true
}

var digitNames = []string{"ZERO", "ONE", "TWO", "THREE", "FOUR", "FIVE", "SIX", "SEVEN", "EIGHT", "NINE"}

func digit(r rune) (py.Value, bool) {
	if v, ok := decimal(r); ok {
		return v, true
	}
	// Superscripts, subscripts and encircled digits are compatible with digits.
	s := norm.NFKC.String(string(r))
	for _, d := range s {
		if d >= '0' && d <= '9' && (len(s) == 1 || len(s) <= 3 && strings.Trim(s, "().") == string(d)) {
			return py.Int(int64(d - '0')), true
		}
	}
	if name, _ := uniname.Name(r); category(r) == "No" && !strings.HasPrefix(name, "COPTIC EPACT") {
		_, word, _ := strings.Cut(name, "DIGIT ")
		if i := slices.Index(digitNames, word); i >= 0 {
			return py.Int(int64(i)), true
		}
	}
	return py.Value{}, false
}

var forms = map[string]norm.Form{"NFC": norm.NFC, "NFD": norm.NFD, "NFKC": norm.NFKC, "NFKD": norm.NFKD}

func formAndText(name string, a []py.Value) (norm.Form, *py.Str, error) {
	f, s := a[0].Str(), a[1].Str()
	if f == nil {
		return 0, nil, py.TypeErrorf("%s() argument 1 must be str, not %s", name, a[0].Type().ShortName())
	}
	if s == nil {
		return 0, nil, py.TypeErrorf("%s() argument 2 must be str, not %s", name, a[1].Type().ShortName())
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
