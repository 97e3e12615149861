package json

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// encoder writes one value.
type encoder struct {
	vm       *py.VM
	out      []byte
	reserved int

	skipKeys, ascii, circular, allowNaN, sortKeys bool

	indent          string // of one level; lines tells whether there are lines at all
	lines           bool
	itemSep, keySep string
	def             py.Value // called with what cannot be written; unbound: none
	active          []py.Value
	level           int
}

func dumps(vm *py.VM, m *py.Module, a []py.Value) (py.Value, error) {
	if kw := a[10].Dict(); !a[5].IsNone() || kw.Len() > 0 {
		return dumpsClass(vm, m, a)
	}
	e := encoder{vm: vm, itemSep: ", ", keySep: ": "}
	if err := e.flags(a[1], a[2], a[3], a[4], a[9]); err != nil {
		return py.Value{}, err
	}
	if err := e.setIndent(a[6]); err != nil {
		return py.Value{}, err
	}
	if e.lines {
		e.itemSep = ","
	}
	if !a[7].IsNone() {
		pair, err := vm.Collect(a[7])
		if err != nil {
			return py.Value{}, err
		}
		if err := e.separators(pair); err != nil {
			return py.Value{}, err
		}
	}
	if !a[8].IsNone() {
		e.def = a[8]
	}
	return e.run(a[0])
}

// dumpsClass encodes by an encoder class of the caller's.
func dumpsClass(vm *py.VM, m *py.Module, a []py.Value) (py.Value, error) {
	cls, extra := a[5], a[10].Dict()
	if cls.IsNone() {
		cls = m.Dict.GetStr(py.Name("JSONEncoder"))
	}
	kw := vm.NewDict()
	for i, name := range []string{"skipkeys", "ensure_ascii", "check_circular", "allow_nan", "", "indent", "separators", "default", "sort_keys"} {
		if name != "" {
			kw.SetStr(py.Name(name), a[i+1])
		}
	}
	for k, v := range extra.All() {
		kw.SetStr(k.Str(), v)
	}
	return callWith(vm, cls, kw, "encode", a[0])
}

var encoderAttrs = [9]*py.Str{
	py.Name("skipkeys"), py.Name("ensure_ascii"), py.Name("check_circular"), py.Name("allow_nan"), py.Name("sort_keys"),
	py.Name("indent"), py.Name("item_separator"), py.Name("key_separator"), py.Name("default"),
}

// encodeWith is _encode(encoder, obj): the text of obj by a JSONEncoder's
// settings.
func encodeWith(vm *py.VM, a []py.Value) (py.Value, error) {
	var vals [9]py.Value
	for i, name := range encoderAttrs {
		var err error
		if vals[i], err = vm.GetAttr(a[0], name); err != nil {
			return py.Value{}, err
		}
	}
	e := encoder{vm: vm, def: vals[8]}
	if err := e.flags(vals[0], vals[1], vals[2], vals[3], vals[4]); err != nil {
		return py.Value{}, err
	}
	if err := e.setIndent(vals[5]); err != nil {
		return py.Value{}, err
	}
	if err := e.separators(vals[6:8]); err != nil {
		return py.Value{}, err
	}
	return e.run(a[1])
}

func (e *encoder) flags(skip, ascii, circular, nan, sort py.Value) (err error) {
	for _, f := range []struct {
		dst *bool
		v   py.Value
	}{{&e.skipKeys, skip}, {&e.ascii, ascii}, {&e.circular, circular}, {&e.allowNaN, nan}, {&e.sortKeys, sort}} {
		if *f.dst, err = e.vm.Truth(f.v); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) setIndent(v py.Value) error {
	switch {
	case v.IsNone():
	case v.Str() != nil:
		e.lines, e.indent = true, v.Str().S
	default:
		n, err := e.vm.IndexInt(v, py.OverflowError)
		if err != nil {
			return py.TypeErrorf("can't multiply sequence by non-int of type '%s'", v.Type().ShortName())
		}
		if err := e.vm.ReserveText(max(n, 0)); err != nil {
			return err
		}
		e.lines, e.indent = true, strings.Repeat(" ", max(n, 0))
	}
	return nil
}

func (e *encoder) separators(pair []py.Value) error {
	if len(pair) < 2 {
		return py.ValueErrorf("not enough values to unpack (expected 2, got %d)", len(pair))
	}
	if len(pair) > 2 {
		return py.ValueErrorf("too many values to unpack (expected 2)")
	}
	for i, v := range pair {
		if v.Str() == nil {
			return py.TypeErrorf("make_encoder() argument %d must be str, not %s", 6-i, v.Type().ShortName())
		}
	}
	e.itemSep, e.keySep = pair[0].Str().S, pair[1].Str().S
	return nil
}

func (e *encoder) run(v py.Value) (py.Value, error) {
	if err := e.value(v); err != nil {
		return py.Value{}, err
	}
	return e.vm.NewString(py.TextOf(e.out)), nil
}

// room sees to it that the text stays within memory; called once an item.
func (e *encoder) room() error {
	if len(e.out) > e.reserved {
		e.reserved = 2*len(e.out) + 4096
		if err := e.vm.ReserveText(e.reserved); err != nil {
			return err
		}
	}
	return e.vm.Tick(1)
}

func (e *encoder) value(v py.Value) error {
	switch v.Kind() {
	case py.KindNone:
		e.out = append(e.out, "null"...)
		return nil
	case py.KindBool:
		e.out = append(e.out, boolText(v.AsBool())...)
		return nil
	case py.KindInt:
		e.out = strconv.AppendInt(e.out, v.AsInt(), 10)
		return nil
	case py.KindStr:
		return e.text(v.Str().S)
	case py.KindFloat:
		return e.float(v, v.AsFloat())
	case py.KindFloatObject:
		return e.float(v, v.FloatObject().V)
	case py.KindBigInt:
		return e.bigInt(v)
	case py.KindList:
		return e.nested(v, func() error { return e.array(v.List().Items, v) })
	case py.KindTuple:
		return e.nested(v, func() error { return e.array(v.Tuple().Items, v) })
	case py.KindDict:
		return e.nested(v, func() error { return e.object(v) })
	}
	return e.nested(v, func() error {
		if !e.def.Bound() {
			return py.TypeErrorf("Object of type %s is not JSON serializable", v.Type().ShortName())
		}
		r, err := e.vm.Call1(e.def, v)
		if err != nil {
			return err
		}
		return e.value(r)
	})
}

func boolText(b bool) string {
	if b {
		return "true"
	}
	return "false"
}

// nested guards the way into a container or through default.
func (e *encoder) nested(v py.Value, f func() error) error {
	if e.circular {
		if slices.Contains(e.active, v) {
			return py.ValueErrorf("Circular reference detected")
		}
		e.active = append(e.active, v)
	}
	if err := e.vm.Enter(" while encoding a JSON object"); err != nil {
		return err
	}
	err := f()
	e.vm.Leave()
	if e.circular {
		e.active = e.active[:len(e.active)-1]
	}
	return err
}

func (e *encoder) float(v py.Value, f float64) error {
	text, err := e.floatText(v, f)
	e.out = append(e.out, text...)
	return err
}

func (e *encoder) floatText(v py.Value, f float64) (string, error) {
	if f-f == 0 {
		return py.FormatFloat(f), nil
	}
	if !e.allowNaN {
		return "", py.ValueErrorf("Out of range float values are not JSON compliant: %s", py.FormatFloat(f))
	}
	switch {
	case math.IsNaN(f):
		return "NaN", nil
	case f > 0:
		return "Infinity", nil
	}
	return "-Infinity", nil
}

// bigInt writes a long int or an instance of a subclass, as an int proper.
func (e *encoder) bigInt(v py.Value) error {
	text, err := e.intText(v)
	e.out = append(e.out, text...)
	return err
}

func (e *encoder) intText(v py.Value) (string, error) {
	r, err := e.vm.Call1(py.IntType.Lookup(nameRepr), v)
	if err != nil {
		return "", err
	}
	return r.Str().S, nil
}

var nameRepr = py.Name("__repr__")

// newline begins a line of its own in a container.
func (e *encoder) newline() {
	if e.lines {
		e.out = append(e.out, '\n')
		for range e.level {
			e.out = append(e.out, e.indent...)
		}
	}
}

func (e *encoder) array(items []py.Value, v py.Value) error {
	if len(items) == 0 {
		e.out = append(e.out, "[]"...)
		return nil
	}
	e.out = append(e.out, '[')
	e.level++
	for i := 0; i < len(items); i++ {
		if i > 0 {
			e.out = append(e.out, e.itemSep...)
		}
		e.newline()
		if err := e.value(items[i]); err != nil {
			return err
		}
		if err := e.room(); err != nil {
			return err
		}
		if l := v.List(); l != nil {
			items = l.Items // default may have changed the list
		}
	}
	e.level--
	e.newline()
	e.out = append(e.out, ']')
	return nil
}

func (e *encoder) object(v py.Value) error {
	d := v.Dict()
	if d.Len() == 0 {
		e.out = append(e.out, "{}"...)
		return nil
	}
	e.out = append(e.out, '{')
	e.level++
	first := true
	put := func(k, val py.Value) error {
		mark := len(e.out)
		if !first {
			e.out = append(e.out, e.itemSep...)
		}
		e.newline()
		ok, err := e.key(k)
		if err != nil {
			return err
		}
		if !ok {
			e.out = e.out[:mark]
			return nil
		}
		first = false
		e.out = append(e.out, e.keySep...)
		if err := e.value(val); err != nil {
			return err
		}
		return e.room()
	}
	if v.Type() == py.DictType && !e.sortKeys {
		for pos := 0; ; {
			k, val, next, ok := d.Next(pos)
			if !ok {
				break
			}
			if err := put(k, val); err != nil {
				return err
			}
			pos = next
		}
	} else if err := e.items(v, put); err != nil {
		return err
	}
	e.level--
	e.newline()
	e.out = append(e.out, '}')
	return nil
}

// items calls put with the items of a dict, sorted if that is asked for.
func (e *encoder) items(v py.Value, put func(k, val py.Value) error) error {
	pairs, err := e.pairs(v)
	if err != nil {
		return err
	}
	for _, p := range pairs {
		if err := put(p[0], p[1]); err != nil {
			return err
		}
	}
	return nil
}

func (e *encoder) pairs(v py.Value) (pairs [][2]py.Value, err error) {
	allStr := true
	if v.Type() == py.DictType {
		for k, val := range v.Dict().All() {
			allStr = allStr && k.Type() == py.StrType
			pairs = append(pairs, [2]py.Value{k, val})
		}
	} else {
		items, err := e.vm.CallMethod(v, py.Name("items"))
		if err != nil {
			return nil, err
		}
		err = e.vm.Iterate(items, func(item py.Value) error {
			t := item.Tuple()
			if t == nil || len(t.Items) != 2 {
				return py.ValueErrorf("items must return 2-tuples")
			}
			allStr = allStr && t.Items[0].Type() == py.StrType
			pairs = append(pairs, [2]py.Value{t.Items[0], t.Items[1]})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	switch {
	case !e.sortKeys:
	case allStr:
		slices.SortStableFunc(pairs, func(a, b [2]py.Value) int { return strings.Compare(a[0].Str().S, b[0].Str().S) })
	default:
		return e.sorted(pairs)
	}
	return pairs, nil
}

// sorted sorts items as Python does.
func (e *encoder) sorted(pairs [][2]py.Value) ([][2]py.Value, error) {
	items := make([]py.Value, len(pairs))
	for i, p := range pairs {
		items[i] = e.vm.NewTupleOf(p[0], p[1])
	}
	list := e.vm.NewList(items)
	if _, err := e.vm.CallMethod(list, py.Name("sort")); err != nil {
		return nil, err
	}
	for i, t := range list.List().Items {
		pairs[i] = [2]py.Value(t.Tuple().Items)
	}
	return pairs, nil
}

// key writes a key; ok is false if it is to be skipped.
func (e *encoder) key(k py.Value) (ok bool, err error) {
	text := ""
	switch k.Kind() {
	case py.KindStr:
		return true, e.text(k.Str().S)
	case py.KindNone:
		text = "null"
	case py.KindBool:
		text = boolText(k.AsBool())
	case py.KindInt:
		e.out = append(strconv.AppendInt(append(e.out, '"'), k.AsInt(), 10), '"')
		return true, nil
	case py.KindFloat:
		text, err = e.floatText(k, k.AsFloat())
	case py.KindFloatObject:
		text, err = e.floatText(k, k.FloatObject().V)
	case py.KindBigInt:
		text, err = e.intText(k)
	default:
		if e.skipKeys {
			return false, nil
		}
		return false, py.TypeErrorf("keys must be str, int, float, bool or None, not %s", k.Type().ShortName())
	}
	e.out = append(append(append(e.out, '"'), text...), '"')
	return true, err
}

// plain are the characters that stand for themselves in a string.
var plain = func() (out [256]bool) {
	for c := ' '; c < 0x7F; c++ {
		out[c] = c != '"' && c != '\\'
	}
	return
}()

const hexDigits = "0123456789abcdef"

// text writes a string.
func (e *encoder) text(s string) error {
	if len(s) > 1<<16 {
		if err := e.vm.ReserveText(len(e.out) + 2*len(s)); err != nil {
			return err
		}
		if err := e.vm.Tick(len(s) >> 6); err != nil {
			return err
		}
	}
	out := append(e.out, '"')
	done := 0
	for i := 0; i < len(s); {
		c := s[i]
		if plain[c] || !e.ascii && c >= 0x7F {
			i++
			continue
		}
		out = append(out, s[done:i]...)
		r, n := rune(c), 1
		if c >= 0x80 {
			r, n = py.DecodeRune(s[i:])
		}
		out = appendEscape(out, r)
		i += n
		done = i
	}
	e.out = append(append(out, s[done:]...), '"')
	return nil
}

func appendEscape(b []byte, r rune) []byte {
	switch r {
	case '"', '\\':
		return append(b, '\\', byte(r))
	case '\n':
		return append(b, '\\', 'n')
	case '\r':
		return append(b, '\\', 'r')
	case '\t':
		return append(b, '\\', 't')
	case '\b':
		return append(b, '\\', 'b')
	case '\f':
		return append(b, '\\', 'f')
	}
	if r >= 0x10000 {
		r -= 0x10000
		return appendUnit(appendUnit(b, 0xD800+r>>10), 0xDC00+r&0x3FF)
	}
	return appendUnit(b, r)
}

func appendUnit(b []byte, u rune) []byte {
	return append(b, '\\', 'u', hexDigits[u>>12&15], hexDigits[u>>8&15], hexDigits[u>>4&15], hexDigits[u&15])
}
