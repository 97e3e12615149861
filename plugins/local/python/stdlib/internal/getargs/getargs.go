// Package getargs binds arguments as CPython's C functions of the older kind
// do (PyArg_ParseTupleAndKeywords), with their errors.
package getargs

import (
	"math"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Spec is what a function takes.
type Spec struct {
	Func       string // "" for constructors, which errors call "function"
	Names      []string
	Required   int
	Positional int // how many may be given by position; 0 means all
}

func (s *Spec) name() string {
	if s.Func == "" {
		return "function"
	}
	return s.Func + "()"
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

// Parse puts the arguments into out, one a name; what was left out stays
// unbound.
func (s *Spec) Parse(args []py.Value, kw py.Kwargs, out []py.Value) error {
	if n := len(args) + kw.Len(); n > len(s.Names) {
		what := ""
		if len(args) == 0 {
			what = "keyword "
		}
		return py.TypeErrorf("%s takes at most %d %sargument%s (%d given)", s.name(), len(s.Names), what, plural(len(s.Names)), n)
	}
	if s.Positional > 0 && len(args) > s.Positional {
		return py.TypeErrorf("%s takes at most %d positional argument%s (%d given)", s.name(), s.Positional, plural(s.Positional), len(args))
	}
	copy(out, args)
	if kw.Len() == 0 && len(args) >= s.Required {
		return nil
	}
	used := 0
	for i := len(args); i < len(s.Names); i++ {
		if v := find(kw, s.Names[i]); v.Bound() {
			out[i] = v
			used++
		} else if i < s.Required {
			return py.TypeErrorf("%s missing required argument '%s' (pos %d)", s.name(), s.Names[i], i+1)
		}
	}
	if used == kw.Len() {
		return nil
	}
	for i := range args {
		if find(kw, s.Names[i]).Bound() {
			what := s.name()
			return py.TypeErrorf("argument for %s given by name ('%s') and position (%d)", what, s.Names[i], i+1)
		}
	}
	return s.unknown(kw)
}

func (s *Spec) unknown(kw py.Kwargs) error {
	for _, n := range kw.Names {
		known := false
		for _, name := range s.Names {
			known = known || name == n.Str().S
		}
		if !known {
			what := s.name()
			if s.Func == "" {
				what = "this function"
			}
			return py.TypeErrorf("'%s' is an invalid keyword argument for %s", n.Str().S, what)
		}
	}
	return nil
}

func find(kw py.Kwargs, name string) py.Value {
	for i, n := range kw.Names {
		if n.Str().S == name {
			return kw.Vals[i]
		}
	}
	return py.Value{}
}

// Int32 is the C int of an argument.
func Int32(vm *py.VM, v py.Value) (int, error) {
	if v.IsInt() {
		if n := v.AsInt(); n >= math.MinInt32 && n <= math.MaxInt32 {
			return int(n), nil
		}
	}
	i, err := vm.Index(v)
	if err != nil {
		return 0, err
	}
	switch {
	case !i.IsInt():
		return 0, py.Raise(py.OverflowError, "Python int too large to convert to C long")
	case i.AsInt() > math.MaxInt32:
		return 0, py.Raise(py.OverflowError, "signed integer is greater than maximum")
	case i.AsInt() < math.MinInt32:
		return 0, py.Raise(py.OverflowError, "signed integer is less than minimum")
	}
	return int(i.AsInt()), nil
}

// Text is the str of argument n (from 1) of a function.
func Text(function string, n int, v py.Value) (string, error) {
	if s := v.Str(); s != nil {
		return s.S, nil
	}
	name := v.Type().Name
	if v.IsNone() {
		name = "None"
	}
	return "", py.TypeErrorf("%s() argument %d must be str, not %s", function, n, name)
}

// ClassMethod makes a class method that takes any arguments as they come:
// args[0] is the class.
func ClassMethod(name string, fn func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error)) *py.Builtin {
	b := py.MethodKw(name, fn)
	b.Kind = py.BuiltinClassMethod
	return b
}
