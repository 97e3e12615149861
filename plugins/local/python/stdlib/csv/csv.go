// Package csv is Python's module csv: reader, writer and dialects in Go, the
// rest in Python (package pymod).
package csv

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// The values of quoting.
const (
	quoteMinimal = iota
	quoteAll
	quoteNonNumeric
	quoteNone
	quoteStrings
	quoteNotNull
)

// state is what one machine's module keeps.
type state struct {
	dialects *py.Dict
	limit    int // of a field's length in characters
}

// Load makes the module.
var Load = pymod.Loader("csv", func(vm *py.VM, m *py.Module) error {
	s := &state{dialects: vm.NewDict(), limit: 131072}
	m.Set("Error", py.Of(&errorType().Object))
	m.Set("_Dialect", py.Of(&dialectType().Object))
	for i, name := range []string{"QUOTE_MINIMAL", "QUOTE_ALL", "QUOTE_NONNUMERIC", "QUOTE_NONE", "QUOTE_STRINGS", "QUOTE_NOTNULL"} {
		m.Set(name, py.Int(int64(i)))
	}
	m.AddFrom("_csv",
		py.FuncKw("reader", s.newReader), py.FuncKw("writer", s.newWriter),
		py.FuncKw("register_dialect", s.register),
		py.FuncSig("unregister_dialect", "name", func(vm *py.VM, a []py.Value) (py.Value, error) {
			old, err := s.dialects.Delete(vm, a[0])
			if err == nil && !old.Bound() {
				err = py.Raise(errorType(), "unknown dialect")
			}
			return py.None, err
		}),
		py.FuncSig("get_dialect", "name", func(vm *py.VM, a []py.Value) (py.Value, error) { return s.find(vm, a[0]) }),
		py.Func("list_dialects", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			var names []py.Value
			for k := range s.dialects.All() {
				names = append(names, k)
			}
			return vm.NewList(names), nil
		}),
		py.Func("field_size_limit", 0, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			old := s.limit
			if len(a) > 0 {
				if !py.IsInstance(a[0], py.IntType) {
					return py.Value{}, py.TypeErrorf("limit must be an integer")
				}
				var err error
				if s.limit, err = vm.IndexInt(a[0], py.OverflowError); err != nil {
					return py.Value{}, err
				}
			}
			return py.Int(int64(old)), nil
		}),
	)
	return nil
})

// errorType is csv.Error.
var errorType = sync.OnceValue(func() *py.Type {
	return py.NewNativeType[py.Exception](py.TypeSpec{Name: "Error", Module: "_csv", Base: py.ExceptionType, Kind: py.KindException})
})

func (s *state) find(vm *py.VM, name py.Value) (py.Value, error) {
	v, err := s.dialects.Get(vm, name)
	if err == nil && !v.Bound() {
		err = py.Raise(errorType(), "unknown dialect")
	}
	return v, err
}

func (s *state) register(vm *py.VM, a []py.Value, kw py.Kwargs) (py.Value, error) {
	if len(a) < 1 || len(a) > 2 {
		return py.Value{}, py.TypeErrorf("register_dialect expected at least 1 argument, got %d", len(a))
	}
	if a[0].Str() == nil {
		return py.Value{}, py.TypeErrorf("dialect name must be a string")
	}
	base := py.None
	if len(a) > 1 {
		base = a[1]
	}
	d, err := s.dialect(vm, base, kw)
	if err != nil {
		return py.Value{}, err
	}
	return py.None, s.dialects.Set(vm, a[0], d)
}

// split takes the dialect out of the arguments of reader and writer.
func split(name string, a []py.Value, kw py.Kwargs) (first, base py.Value, rest py.Kwargs, err error) {
	base = py.None
	switch {
	case len(a) == 0:
		return first, base, kw, py.TypeErrorf(" expected at least 1 argument, got 0")
	case len(a) > 2:
		return first, base, kw, py.TypeErrorf("%s expected at most 2 arguments, got %d", name, len(a))
	case len(a) == 2:
		base = a[1]
	}
	for i, k := range kw.Names {
		if k.Str().S == "dialect" {
			base = kw.Vals[i]
			continue
		}
		rest.Names, rest.Vals = append(rest.Names, k), append(rest.Vals, kw.Vals[i])
	}
	return a[0], base, rest, nil
}
