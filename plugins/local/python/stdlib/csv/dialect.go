package csv

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// dialect says how rows are written. A character of -1 means none.
type dialect struct {
	py.Object
	delimiter, quote, escape rune
	doubleQuote, skipSpace   bool
	strict                   bool
	quoting                  int
	terminator               string
	special                  [256]bool // the bytes that mean something inside a field
}

// dialectNames are the parameters in the order of their checks.
var dialectNames = [8]*py.Str{
	py.Name("delimiter"), py.Name("doublequote"), py.Name("escapechar"), py.Name("lineterminator"),
	py.Name("quotechar"), py.Name("quoting"), py.Name("skipinitialspace"), py.Name("strict"),
}

// dialectType is _csv.Dialect; set by init, since making one leads back to it.
var dialectType func() *py.Type

func init() { dialectType = sync.OnceValue(makeDialectType) }

func makeDialectType() *py.Type {
	var t *py.Type
	attr := func(name string, f func(vm *py.VM, d *dialect) py.Value) py.Member {
		return py.Member{Name: name, Get: func(vm *py.VM, v py.Value) (py.Value, error) { return f(vm, py.As[dialect](v, t)), nil }}
	}
	char := func(vm *py.VM, r rune) py.Value {
		if r < 0 {
			return py.None
		}
		return vm.NewRune(r)
	}
	t = py.NewNativeType[dialect](py.TypeSpec{
		Name: "Dialect", Module: "_csv", Doc: "CSV dialect",
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, a []py.Value, kw py.Kwargs) (py.Value, error) {
				base := py.None
				if len(a) > 0 {
					base = a[0]
				}
				return newDialect(vm, base, kw)
			},
		},
		Members: []py.Member{
			attr("delimiter", func(vm *py.VM, d *dialect) py.Value { return char(vm, d.delimiter) }),
			attr("quotechar", func(vm *py.VM, d *dialect) py.Value { return char(vm, d.quote) }),
			attr("escapechar", func(vm *py.VM, d *dialect) py.Value { return char(vm, d.escape) }),
			attr("doublequote", func(vm *py.VM, d *dialect) py.Value { return py.Bool(d.doubleQuote) }),
			attr("skipinitialspace", func(vm *py.VM, d *dialect) py.Value { return py.Bool(d.skipSpace) }),
			attr("strict", func(vm *py.VM, d *dialect) py.Value { return py.Bool(d.strict) }),
			attr("quoting", func(vm *py.VM, d *dialect) py.Value { return py.Int(int64(d.quoting)) }),
			attr("lineterminator", func(vm *py.VM, d *dialect) py.Value { return vm.NewString(d.terminator) }),
		},
	})
	return t
}

// dialect makes a dialect from a base (a name, an object with attributes or
// None) and keywords that override it.
func (s *state) dialect(vm *py.VM, base py.Value, kw py.Kwargs) (py.Value, error) {
	if base.Str() != nil {
		v, err := s.find(vm, base)
		if err != nil {
			return py.Value{}, err
		}
		base = v
	}
	if py.As[dialect](base, dialectType()) != nil && kw.Len() == 0 {
		return base, nil
	}
	return newDialect(vm, base, kw)
}

func newDialect(vm *py.VM, base py.Value, kw py.Kwargs) (py.Value, error) {
	var vals [8]py.Value
	for i, k := range kw.Names {
		at := -1
		for j, name := range dialectNames {
			if name.S == k.Str().S {
				at = j
			}
		}
		if at < 0 {
			return py.Value{}, py.TypeErrorf("'%s' is an invalid keyword argument for this function", k.Str().S)
		}
		vals[at] = kw.Vals[i]
	}
	if !base.IsNone() {
		for i, name := range dialectNames {
			if vals[i].Bound() {
				continue
			}
			v, err := vm.GetAttr(base, name)
			if err == nil {
				vals[i] = v
			} else if e, ok := err.(*py.Exception); !ok || !py.IsInstance(py.Of(&e.Object), py.AttributeError) {
				return py.Value{}, err
			}
		}
	}
	d := &dialect{delimiter: ',', quote: '"', escape: -1, doubleQuote: true, terminator: "\r\n"}
	if err := d.read(vm, &vals); err != nil {
		return py.Value{}, err
	}
	d.mark()
	vm.NewObject(&d.Object, dialectType(), 360)
	return py.Of(&d.Object), nil
}

// read checks the parameters; an unbound one keeps its default.
func (d *dialect) read(vm *py.VM, vals *[8]py.Value) error {
	if v := vals[0]; v.Bound() {
		if v.Str() == nil {
			return py.TypeErrorf(`"delimiter" must be string, not %s`, v.Type().ShortName())
		}
		if v.Str().Len() != 1 {
			return py.TypeErrorf(`"delimiter" must be a 1-character string`)
		}
		d.delimiter, _ = py.DecodeRune(v.Str().S)
	}
	for _, b := range []struct {
		dst *bool
		v   py.Value
	}{{&d.doubleQuote, vals[1]}, {&d.skipSpace, vals[6]}, {&d.strict, vals[7]}} {
		if b.v.Bound() {
			var err error
			if *b.dst, err = vm.Truth(b.v); err != nil {
				return err
			}
		}
	}
	if err := optionalChar(&d.escape, "escapechar", vals[2]); err != nil {
		return err
	}
	if v := vals[3]; v.Bound() {
		if v.Str() == nil {
			return py.TypeErrorf(`"lineterminator" must be a string`)
		}
		d.terminator = v.Str().S
	}
	if err := optionalChar(&d.quote, "quotechar", vals[4]); err != nil {
		return err
	}
	if v := vals[5]; v.Bound() {
		if !v.IsInt() {
			return py.TypeErrorf(`"quoting" must be an integer`)
		}
		if d.quoting = int(v.AsInt()); d.quoting < quoteMinimal || d.quoting > quoteNotNull {
			return py.TypeErrorf(`bad "quoting" value`)
		}
	} else if vals[4].Bound() && vals[4].IsNone() {
		d.quoting = quoteNone
	}
	if d.quoting != quoteNone && d.quote < 0 {
		return py.TypeErrorf("quotechar must be set if quoting enabled")
	}
	return nil
}

func optionalChar(dst *rune, name string, v py.Value) error {
	switch {
	case !v.Bound():
		return nil
	case v.IsNone():
		*dst = -1
		return nil
	case v.Str() == nil:
		return py.TypeErrorf(`"%s" must be string or None, not %s`, name, v.Type().ShortName())
	case v.Str().Len() != 1:
		return py.TypeErrorf(`"%s" must be a 1-character string`, name)
	}
	*dst, _ = py.DecodeRune(v.Str().S)
	return nil
}

// mark fills in the table of special bytes. A special character beyond ASCII
// makes all such bytes special.
func (d *dialect) mark() {
	d.special['\n'], d.special['\r'] = true, true
	for _, r := range []rune{d.delimiter, d.quote, d.escape} {
		switch {
		case r >= 0x80:
			for i := 0x80; i < 256; i++ {
				d.special[i] = true
			}
		case r >= 0:
			d.special[r] = true
		}
	}
}
