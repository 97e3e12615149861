// Package string is Python's module string: the parsing of format strings in
// Go, the rest in Python (package pymod).
package string

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("string", func(vm *py.VM, m *py.Module) error {
	m.Add(py.Func("_parse", 1, 1, parse), py.Func("_split_name", 1, 1, splitName))
	return nil
})

// LoadInternal makes module _string: what string.Formatter is made of.
func LoadInternal(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("_string", "string helper module")
	m.Add(
		py.Func("formatter_parser", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			pieces, err := parse(vm, a)
			if err != nil {
				return py.Value{}, err
			}
			return vm.Iter(pieces)
		}).WithDoc("parse the argument as a format string"),
		py.Func("formatter_field_name_split", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			parts, err := splitName(vm, a)
			if err != nil {
				return py.Value{}, err
			}
			first := parts.Tuple().Items[0]
			rest, err := vm.Iter(parts.Tuple().Items[1])
			return vm.NewTupleOf(first, rest), err
		}).WithDoc("split the argument as a field name"),
	)
	return m, nil
}

// parse is _parse(format): a list of (literal, name, spec, conversion).
func parse(vm *py.VM, a []py.Value) (py.Value, error) {
	s := a[0].Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("expected str, got %s", a[0].Type().ShortName())
	}
	pieces, err := py.FormatPieces(s.S)
	if err != nil {
		return py.Value{}, err
	}
	if err := vm.Reserve(int64(len(pieces)) * 200); err != nil {
		return py.Value{}, err
	}
	items := make([]py.Value, len(pieces))
	for i, p := range pieces {
		name, spec, conv := py.None, py.None, py.None
		if p.Field {
			name, spec = vm.CopyText(p.Name), vm.CopyText(p.Spec)
			if p.Conversion != 0 {
				conv = vm.NewRune(p.Conversion)
			}
		}
		items[i] = vm.NewTupleOf(vm.CopyText(p.Literal), name, spec, conv)
	}
	return vm.NewList(items), nil
}

// splitName is _split_name(name): the first part, an int or a str, and a list
// of (is attribute, key).
func splitName(vm *py.VM, a []py.Value) (py.Value, error) {
	s := a[0].Str()
	if s == nil {
		return py.Value{}, py.TypeErrorf("expected str, got %s", a[0].Type().ShortName())
	}
	first, number, rest, err := py.FormatName(s.S)
	if err != nil {
		return py.Value{}, err
	}
	head := vm.CopyText(first)
	if number >= 0 {
		head = py.Int(int64(number))
	}
	items := make([]py.Value, len(rest))
	for i, r := range rest {
		key := vm.CopyText(r.Key)
		if r.Number >= 0 {
			key = py.Int(int64(r.Number))
		}
		items[i] = vm.NewTupleOf(py.Bool(r.Attr), key)
	}
	return vm.NewTupleOf(head, vm.NewList(items)), nil
}
