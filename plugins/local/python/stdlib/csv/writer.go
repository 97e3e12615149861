package csv

import (
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// writer writes rows to an object with a write method.
type writer struct {
	py.Object
	write   py.Value
	dialect py.Value
	d       *dialect
}

var nameWrite = py.Name("write")

var writerType = sync.OnceValue(func() *py.Type {
	var t *py.Type
	self := func(v py.Value) *writer { return py.As[writer](v, t) }
	t = py.NewNativeType[writer](py.TypeSpec{
		Name: "writer", Module: "_csv", Flags: py.TypeNoInstance | py.TypeNoSubclass,
		Doc: "CSV writer\n\nWriter objects are responsible for generating tabular data\nin CSV format from sequence input.\n",
		Slots: py.Slots{Visit: func(v py.Value, f func(py.Value)) {
			f(self(v).write)
			f(self(v).dialect)
		}},
		Methods: []*py.Builtin{
			py.Method("writerow", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return self(a[0]).row(vm, a[1]) }),
			py.Method("writerows", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				w := self(a[0])
				return py.None, vm.Iterate(a[1], func(row py.Value) error {
					_, err := w.row(vm, row)
					return err
				})
			}),
		},
		Members: []py.Member{
			{Name: "dialect", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return self(v).dialect, nil }},
		},
	})
	return t
})

func (s *state) newWriter(vm *py.VM, a []py.Value, kw py.Kwargs) (py.Value, error) {
	file, base, rest, err := split("writer", a, kw)
	if err != nil {
		return py.Value{}, err
	}
	w := &writer{}
	if w.dialect, err = s.dialect(vm, base, rest); err != nil {
		return py.Value{}, err
	}
	w.d = py.As[dialect](w.dialect, dialectType())
	if w.write, err = vm.GetAttr(file, nameWrite); err != nil || !py.Callable(w.write) {
		return py.Value{}, py.TypeErrorf(`argument 1 must have a "write" method`)
	}
	vm.NewObject(&w.Object, writerType(), 96)
	return py.Of(&w.Object), nil
}

// row writes one row and gives what write gave.
func (w *writer) row(vm *py.VM, row py.Value) (py.Value, error) {
	if _, err := vm.Iter(row); err != nil {
		if e, ok := err.(*py.Exception); ok && py.IsInstance(py.Of(&e.Object), py.TypeError) {
			err = py.Raise(errorType(), "iterable expected, not %s", row.Type().ShortName())
		}
		return py.Value{}, err
	}
	var out []byte
	n := 0
	err := vm.Iterate(row, func(v py.Value) error {
		if n > 0 {
			out = py.AppendRune(out, w.d.delimiter)
		}
		n++
		var err error
		if out, err = w.field(vm, out, v); err == nil && len(out) > 1<<12 {
			err = vm.ReserveText(2 * len(out))
		}
		return err
	})
	if err != nil {
		return py.Value{}, err
	}
	if n == 1 && len(out) == 0 {
		// An empty field alone would look like no row at all.
		if w.d.quoting == quoteNone {
			return py.Value{}, py.Raise(errorType(), "single empty field record must be quoted")
		}
		out = py.AppendRune(py.AppendRune(out, w.d.quote), w.d.quote)
	}
	return vm.Call1(w.write, vm.NewString(py.TextOf(append(out, w.d.terminator...))))
}

// field appends a value as a field.
func (w *writer) field(vm *py.VM, out []byte, v py.Value) ([]byte, error) {
	quoted := false
	switch w.d.quoting {
	case quoteNonNumeric:
		quoted = !vm.IsNumber(v)
	case quoteAll:
		quoted = true
	case quoteStrings:
		quoted = v.Str() != nil
	case quoteNotNull:
		quoted = !v.IsNone()
	}
	text := ""
	if !v.IsNone() {
		var err error
		if text, err = vm.Str(v); err != nil {
			return nil, err
		}
	}
	return w.text(out, text, quoted)
}

// text appends a field's text, in quotes if it is to have them or needs them.
func (w *writer) text(out []byte, s string, quoted bool) ([]byte, error) {
	d := w.d
	if !quoted && w.harmless(s) {
		return append(out, s...), nil
	}
	var body []byte
	for i := 0; i < len(s); {
		c, n := py.DecodeRune(s[i:])
		i += n
		if c == d.delimiter || c == d.escape || c == d.quote || strings.ContainsRune(d.terminator, c) {
			escape := false
			switch {
			case d.quoting == quoteNone:
				escape = true
			case c == d.quote:
				if d.doubleQuote {
					body = py.AppendRune(body, d.quote)
				} else {
					escape = true
				}
			case c == d.escape:
				escape = true
			}
			if !escape {
				quoted = true
			} else {
				if d.escape < 0 {
					return nil, py.Raise(errorType(), "need to escape, but no escapechar set")
				}
				body = py.AppendRune(body, d.escape)
			}
		}
		body = py.AppendRune(body, c)
	}
	if !quoted {
		return append(out, body...), nil
	}
	return py.AppendRune(append(py.AppendRune(out, d.quote), body...), d.quote), nil
}

// harmless reports whether a text surely needs neither quotes nor escapes.
func (w *writer) harmless(s string) bool {
	for i := 0; i < len(s); i++ {
		if w.d.special[s[i]] {
			return false
		}
	}
	return w.d.terminator == "\r\n" || w.d.terminator == "\n" || !strings.ContainsAny(s, w.d.terminator)
}
