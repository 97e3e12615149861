// Package html is Python's module html.
package html

import (
	"html"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("html", "General functions for HTML manipulation.")
	m.Add(
		py.FuncSig("escape", "s, quote=True", escape).WithDoc("Replace special characters \"&\", \"<\" and \">\" to HTML-safe sequences."),
		py.FuncSig("unescape", "s", unescape).WithDoc("Convert all named and numeric character references in a string to the\ncorresponding characters."),
	)
	return m, nil
}

var (
	escaper      = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;")
	quoteEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;", "'", "&#x27;")
)

func text(vm *py.VM, v py.Value, method string) (*py.Str, error) {
	s := v.Str()
	if s == nil {
		return nil, py.Raise(py.AttributeError, "'%s' object has no attribute '%s'", v.Type().ShortName(), method)
	}
	if err := vm.ReserveText(6 * len(s.S)); err != nil {
		return nil, err
	}
	return s, vm.Tick(len(s.S)/64 + 1)
}

func escape(vm *py.VM, a []py.Value) (py.Value, error) {
	s, err := text(vm, a[0], "replace")
	if err != nil {
		return py.Value{}, err
	}
	quote, err := vm.Truth(a[1])
	if err != nil {
		return py.Value{}, err
	}
	if quote {
		return vm.CopyText(quoteEscaper.Replace(s.S)), nil
	}
	return vm.CopyText(escaper.Replace(s.S)), nil
}

func unescape(vm *py.VM, a []py.Value) (py.Value, error) {
	if s := a[0].Str(); s == nil {
		return py.Value{}, py.TypeErrorf("argument of type '%s' is not iterable", a[0].Type().ShortName())
	}
	s, err := text(vm, a[0], "replace")
	if err != nil {
		return py.Value{}, err
	}
	if strings.IndexByte(s.S, '&') < 0 {
		return a[0], nil
	}
	var b []byte
	rest := s.S
	for {
		i := strings.IndexByte(rest, '&')
		if i < 0 {
			break
		}
		b = append(b, rest[:i]...)
		n, with := reference(rest[i:])
		b = append(b, with...)
		rest = rest[i+n:]
	}
	return vm.NewString(py.TextOf(append(b, rest...))), nil
}

// reference reads the character reference that s begins with: its length and
// what it stands for; an ampersand alone stands for itself.
func reference(s string) (n int, with string) {
	if len(s) > 1 && s[1] == '#' {
		return numeric(s)
	}
	end := 1
	for end < len(s) && end <= 32 && !strings.ContainsRune("\t\n\f <&#;", rune(s[end])) {
		end++
	}
	if end == 1 {
		return 1, "&"
	}
	name := s[1:end]
	if end < len(s) && s[end] == ';' {
		if r := html.UnescapeString("&" + name + ";"); !strings.HasSuffix(r, ";") || r == ";" {
			return end + 1, r
		}
	}
	// The longest beginning of the name that is one without a semicolon.
	for i := len(name); i > 1; i-- {
		if !legacy[name[:i]] {
			continue
		}
		return 1 + i, html.UnescapeString("&" + name[:i] + ";")
	}
	return 1, "&"
}

// legacy are the names that need no semicolon.
var legacy = func() map[string]bool {
	out := map[string]bool{}
	for _, n := range strings.Fields("AElig AMP Aacute Acirc Agrave Aring Atilde Auml COPY Ccedil ETH Eacute Ecirc Egrave Euml GT Iacute Icirc Igrave Iuml LT Ntilde Oacute Ocirc Ograve Oslash Otilde Ouml QUOT REG THORN Uacute Ucirc Ugrave Uuml Yacute aacute acirc acute aelig agrave amp aring atilde auml brvbar ccedil cedil cent copy curren deg divide eacute ecirc egrave eth euml frac12 frac14 frac34 gt iacute icirc iexcl igrave iquest iuml laquo lt macr micro middot nbsp not ntilde oacute ocirc ograve ordf ordm oslash otilde ouml para plusmn pound quot raquo reg sect shy sup1 sup2 sup3 szlig thorn times uacute ucirc ugrave uml uuml yacute yen yuml") {
		out[n] = true
	}
	return out
}()

// numeric reads &#123; or &#x7b;.
func numeric(s string) (n int, with string) {
	i, base := 2, 10
	if i < len(s) && s[i]|0x20 == 'x' {
		i, base = 3, 16
	}
	start, value := i, 0
	for ; i < len(s); i++ {
		d := strings.IndexByte("0123456789abcdef", s[i]|0x20)
		if s[i]-'0' < 10 {
			d = int(s[i] - '0')
		}
		if d < 0 || d >= base {
			break
		}
		value = min(value*base+d, 1<<30)
	}
	if i == start {
		return 1, "&"
	}
	if i < len(s) && s[i] == ';' {
		i++
	}
	switch {
	case value == 0 || value > 0x10FFFF || value >= 0xD800 && value <= 0xDFFF:
		return i, "\uFFFD"
	case value == 0x0D:
		return i, "\r"
	case value >= 0x80 && value <= 0x9F:
		return i, html.UnescapeString(strings.TrimSuffix(s[:i], ";") + ";")
	case value < 0x20 && value != '\t' && value != '\n' && value != '\f',
		value == 0x7F, value >= 0xFDD0 && value <= 0xFDEF, value&0xFFFE == 0xFFFE:
		return i, ""
	}
	return i, string(rune(value))
}
