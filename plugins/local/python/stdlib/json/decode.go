package json

import (
	"math"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// decoder reads one text. Hooks are unbound where the default applies.
type decoder struct {
	vm     *py.VM
	module *py.Module
	str    *py.Str
	s      string
	strict bool

	objectHook, pairsHook               py.Value
	parseFloat, parseInt, parseConstant py.Value
	keys                                [64]*py.Str // of the keys seen, for sharing
	buf                                 []byte      // of a string with escapes
}

func (d *decoder) hooks(object, float, integer, constant, pairs py.Value) {
	set := func(dst *py.Value, v, def py.Value) {
		if !v.IsNone() && v != def {
			*dst = v
		}
	}
	set(&d.objectHook, object, py.None)
	set(&d.parseFloat, float, py.Of(&py.FloatType.Object))
	set(&d.parseInt, integer, py.Of(&py.IntType.Object))
	set(&d.parseConstant, constant, py.None)
	set(&d.pairsHook, pairs, py.None)
}

// fail is the error of the byte offset at.
func (d *decoder) fail(msg string, at int) error {
	return decodeError(d.vm, d.module, msg, py.Of(&d.str.Object), d.vm.RuneIndex(d.str, at))
}

func (d *decoder) space(i int) int {
	for i < len(d.s) {
		switch d.s[i] {
		case ' ', '\t', '\n', '\r':
			i++
		default:
			return i
		}
	}
	return i
}

// document reads a whole text.
func (d *decoder) document() (py.Value, error) {
	v, end, err := d.value(d.space(0))
	if err != nil {
		return py.Value{}, err
	}
	if end = d.space(end); end != len(d.s) {
		return py.Value{}, d.fail("Extra data", end)
	}
	return v, nil
}

// value reads the value that begins at s[i] and gives where it ends.
func (d *decoder) value(i int) (py.Value, int, error) {
	if i >= len(d.s) {
		return py.Value{}, 0, d.fail("Expecting value", i)
	}
	rest := d.s[i:]
	switch c := rest[0]; {
	case c == '"':
		return d.text(i + 1)
	case c == '{':
		if err := d.vm.Enter(" while decoding a JSON object from a unicode string"); err != nil {
			return py.Value{}, 0, err
		}
		v, end, err := d.object(i + 1)
		d.vm.Leave()
		return v, end, err
	case c == '[':
		if err := d.vm.Enter(" while decoding a JSON array from a unicode string"); err != nil {
			return py.Value{}, 0, err
		}
		v, end, err := d.array(i + 1)
		d.vm.Leave()
		return v, end, err
	case c == '-' || c >= '0' && c <= '9':
		return d.number(i)
	case strings.HasPrefix(rest, "null"):
		return py.None, i + 4, nil
	case strings.HasPrefix(rest, "true"):
		return py.True, i + 4, nil
	case strings.HasPrefix(rest, "false"):
		return py.False, i + 5, nil
	case strings.HasPrefix(rest, "NaN"):
		return d.constant("NaN", math.NaN(), i)
	case strings.HasPrefix(rest, "Infinity"):
		return d.constant("Infinity", math.Inf(1), i)
	}
	return py.Value{}, 0, d.fail("Expecting value", i)
}

func (d *decoder) constant(name string, f float64, i int) (py.Value, int, error) {
	if !d.parseConstant.Bound() {
		return py.Float(f), i + len(name), nil
	}
	v, err := d.vm.Call1(d.parseConstant, d.vm.NewString(name))
	return v, i + len(name), err
}

// number reads -?(0|[1-9]\d*)(\.\d+)?([eE][-+]?\d+)?.
func (d *decoder) number(i int) (py.Value, int, error) {
	s, at := d.s, i
	neg := s[at] == '-'
	if neg {
		if strings.HasPrefix(s[at:], "-Infinity") {
			return d.constant("-Infinity", math.Inf(-1), i)
		}
		at++
	}
	first := at
	var n int64
	for at < len(s) && s[at]-'0' < 10 {
		n = n*10 + int64(s[at]-'0')
		at++
		if at == first+1 && n == 0 {
			break
		}
	}
	if at == first {
		return py.Value{}, 0, d.fail("Expecting value", i)
	}
	end, float := at, false
	if at+1 < len(s) && s[at] == '.' && s[at+1]-'0' < 10 {
		for at += 2; at < len(s) && s[at]-'0' < 10; at++ {
		}
		end, float = at, true
	}
	if at < len(s) && s[at]|0x20 == 'e' {
		if at++; at < len(s) && (s[at] == '-' || s[at] == '+') {
			at++
		}
		if at < len(s) && s[at]-'0' < 10 {
			for ; at < len(s) && s[at]-'0' < 10; at++ {
			}
			end, float = at, true
		}
	}
	text := s[i:end]
	if float {
		if d.parseFloat.Bound() {
			v, err := d.vm.Call1(d.parseFloat, d.vm.CopyASCII(text))
			return v, end, err
		}
		f, _ := strconv.ParseFloat(text, 64) // too large a number gives infinity
		return py.Float(f), end, nil
	}
	if d.parseInt.Bound() {
		v, err := d.vm.Call1(d.parseInt, d.vm.CopyASCII(text))
		return v, end, err
	}
	if end-first <= 18 {
		if neg {
			n = -n
		}
		return py.Int(n), end, nil
	}
	v, err := d.vm.Call1(py.Of(&py.IntType.Object), d.vm.CopyASCII(text))
	return v, end, err
}

func (d *decoder) array(i int) (py.Value, int, error) {
	var items []py.Value
	i = d.space(i)
	if i < len(d.s) && d.s[i] == ']' {
		return d.vm.NewList(nil), i + 1, nil
	}
	for {
		v, end, err := d.value(i)
		if err != nil {
			return py.Value{}, 0, err
		}
		if len(items) == cap(items) && len(items) > 1<<12 {
			if err := d.vm.Reserve(int64(cap(items)) * 32); err != nil {
				return py.Value{}, 0, err
			}
		}
		items = append(items, v)
		if err := d.vm.Tick(1); err != nil {
			return py.Value{}, 0, err
		}
		if i = d.space(end); i < len(d.s) && d.s[i] == ',' {
			i = d.space(i + 1)
			continue
		}
		if i < len(d.s) && d.s[i] == ']' {
			return d.vm.NewList(items), i + 1, nil
		}
		return py.Value{}, 0, d.fail("Expecting ',' delimiter", i)
	}
}

func (d *decoder) object(i int) (py.Value, int, error) {
	var dict *py.Dict
	var pairs []py.Value
	if !d.pairsHook.Bound() {
		dict = d.vm.NewDict()
	}
	i = d.space(i)
	if i < len(d.s) && d.s[i] == '}' {
		v, err := d.finish(dict, nil)
		return v, i + 1, err
	}
	for {
		if i >= len(d.s) || d.s[i] != '"' {
			return py.Value{}, 0, d.fail("Expecting property name enclosed in double quotes", i)
		}
		key, end, err := d.key(i + 1)
		if err != nil {
			return py.Value{}, 0, err
		}
		if i = d.space(end); i >= len(d.s) || d.s[i] != ':' {
			return py.Value{}, 0, d.fail("Expecting ':' delimiter", i)
		}
		v, end, err := d.value(d.space(i + 1))
		if err != nil {
			return py.Value{}, 0, err
		}
		if dict != nil {
			dict.SetStr(key, v)
			d.vm.Charge(64)
		} else {
			pairs = append(pairs, d.vm.NewTupleOf(py.Of(&key.Object), v))
		}
		if err := d.vm.Tick(1); err != nil {
			return py.Value{}, 0, err
		}
		if i = d.space(end); i < len(d.s) && d.s[i] == ',' {
			i = d.space(i + 1)
			continue
		}
		if i < len(d.s) && d.s[i] == '}' {
			v, err := d.finish(dict, pairs)
			return v, i + 1, err
		}
		return py.Value{}, 0, d.fail("Expecting ',' delimiter", i)
	}
}

// finish gives an object through the hooks.
func (d *decoder) finish(dict *py.Dict, pairs []py.Value) (py.Value, error) {
	switch {
	case dict == nil:
		return d.vm.Call1(d.pairsHook, d.vm.NewList(pairs))
	case d.objectHook.Bound():
		return d.vm.Call1(d.objectHook, dict.Value())
	}
	return dict.Value(), nil
}

// key reads a key; equal ones within a text are shared.
func (d *decoder) key(i int) (*py.Str, int, error) {
	s := d.s
	for j := i; j < len(s); j++ {
		c := s[j]
		if c == '"' {
			text := s[i:j]
			slot := len(text) * 7
			if text != "" {
				slot += int(text[0])*3 + int(text[len(text)-1])
			}
			at := &d.keys[slot&63]
			if *at == nil || (*at).S != text {
				*at = d.vm.CopyText(text).Str()
			}
			return *at, j + 1, nil
		}
		if c == '\\' || c < ' ' {
			break
		}
	}
	v, end, err := d.text(i)
	if err != nil {
		return nil, 0, err
	}
	return v.Str(), end, nil
}

// text reads a string whose opening quote is at s[i-1].
func (d *decoder) text(i int) (py.Value, int, error) {
	s := d.s
	high := byte(0)
	for j := i; j < len(s); j++ {
		c := s[j]
		high |= c
		switch {
		case c == '"':
			if high < 0x80 {
				return d.vm.CopyASCII(s[i:j]), j + 1, nil
			}
			return d.vm.CopyText(s[i:j]), j + 1, nil
		case c == '\\':
			return d.escaped(i, j)
		case c < ' ' && d.strict:
			return py.Value{}, 0, d.fail("Invalid control character at", j)
		}
	}
	return py.Value{}, 0, d.fail("Unterminated string starting at", i-1)
}

// escapes are the characters after a backslash.
var escapes = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// escaped reads the rest of a string from its first escape, at s[j], on.
func (d *decoder) escaped(i, j int) (py.Value, int, error) {
	s := d.s
	b := append(d.buf[:0], s[i:j]...)
	for j < len(s) {
		c := s[j]
		switch {
		case c == '"':
			d.buf = b
			return d.vm.CopyText(py.TextOf(b)), j + 1, nil
		case c != '\\':
			if c < ' ' && d.strict {
				return py.Value{}, 0, d.fail("Invalid control character at", j)
			}
			b = append(b, c)
			j++
			continue
		case j+1 >= len(s):
			return py.Value{}, 0, d.fail("Unterminated string starting at", i-1)
		}
		if x := escapes[s[j+1]]; x != 0 {
			b = append(b, x)
			j += 2
			continue
		}
		if s[j+1] != 'u' {
			return py.Value{}, 0, d.fail(`Invalid \escape`, j)
		}
		r, ok := hex4(s, j+2)
		if !ok {
			return py.Value{}, 0, d.fail(`Invalid \uXXXX escape`, j+1)
		}
		j += 6
		if r >= 0xD800 && r < 0xDC00 && j+1 < len(s) && s[j] == '\\' && s[j+1] == 'u' {
			if low, ok := hex4(s, j+2); ok && low >= 0xDC00 && low < 0xE000 {
				r = 0x10000 + (r-0xD800)<<10 + (low - 0xDC00)
				j += 6
			}
		}
		b = py.AppendRune(b, r)
	}
	return py.Value{}, 0, d.fail("Unterminated string starting at", i-1)
}

// hex4 reads four hexadecimal digits.
func hex4(s string, i int) (r rune, ok bool) {
	if i+4 > len(s) {
		return 0, false
	}
	for _, c := range []byte(s[i : i+4]) {
		switch {
		case c-'0' < 10:
			r = r<<4 | rune(c-'0')
		case c|0x20-'a' < 6 && c|0x20 >= 'a':
			r = r<<4 | rune(c|0x20-'a'+10)
		default:
			return 0, false
		}
	}
	return r, true
}
