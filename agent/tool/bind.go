package tool

import (
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// typeError is what Python raises for a call that doesn't fit.
func typeError(format string, args ...any) *Error {
	return &Error{Type: "TypeError", Message: fmt.Sprintf(format, args...)}
}

// Bind makes the arguments of a call by guest code, as Python would bind them: args by position, kwargs by
// name. None for an optional input is as good as nothing. Errors are an *Error with Python's own words.
func Bind(spec *Spec, args []value.Text, kwargs []shared.Variable) (Args, error) {
	given := make(Args, len(args)+len(kwargs))
	add := func(in *shared.ToolInput, t value.Text) error {
		v, err := value.Decode(t)
		if err != nil {
			return &Error{Type: "TypeError", Message: fmt.Sprintf("argument '%s' of %s: %v", in.Name, spec.Name, err), Err: err}
		}
		given[in.Name] = v
		return nil
	}
	for i, a := range args[:min(len(args), len(spec.Inputs))] {
		if err := add(&spec.Inputs[i], a); err != nil {
			return nil, err
		}
	}
	for _, kw := range kwargs {
		in := spec.input(kw.Name)
		if in == nil {
			return nil, typeError("%s() got an unexpected keyword argument '%s'", spec.Name, kw.Name)
		}
		if _, twice := given[in.Name]; twice {
			return nil, typeError("%s() got multiple values for argument '%s'", spec.Name, in.Name)
		}
		if err := add(in, kw.Value); err != nil {
			return nil, err
		}
	}
	if len(args) > len(spec.Inputs) {
		return nil, typeError("%s() takes %s but %d %s given", spec.Name, spec.positions(), len(args), were(len(args)))
	}
	if missing := spec.missing(given); len(missing) > 0 {
		return nil, typeError("%s() missing %d required positional argument%s: %s", spec.Name, len(missing), plural(len(missing)), and(missing))
	}
	return given, spec.fitAll(given)
}

// input finds an input by name, nil if there is none.
func (s *Spec) input(name string) *shared.ToolInput {
	for i := range s.Inputs {
		if s.Inputs[i].Name == name {
			return &s.Inputs[i]
		}
	}
	return nil
}

// missing are the names of the required inputs that given lacks, quoted.
func (s *Spec) missing(given Args) []string {
	var names []string
	for _, in := range s.Inputs {
		if _, ok := given[in.Name]; !ok && !in.Optional {
			names = append(names, "'"+in.Name+"'")
		}
	}
	return names
}

// fitAll gives every argument the form of its input's type.
func (s *Spec) fitAll(given Args) error {
	for i := range s.Inputs {
		in := &s.Inputs[i]
		v, ok := given[in.Name]
		if !ok {
			continue
		}
		fitted, ok := fit(in.Type, v)
		switch {
		case ok:
			given[in.Name] = fitted
		case in.Optional && v == (value.None{}):
			delete(given, in.Name)
		default:
			return typeError("argument '%s' of %s must be %s, not %s", in.Name, s.Name, in.Type, value.TypeName(v))
		}
	}
	return nil
}

// positions are Python's words for how many arguments a function takes.
func (s *Spec) positions() string {
	required := 0
	for _, in := range s.Inputs {
		if !in.Optional {
			required++
		}
	}
	n := len(s.Inputs)
	if required < n {
		return fmt.Sprintf("from %d to %d positional arguments", required, n)
	}
	return fmt.Sprintf("%d positional argument%s", n, plural(n))
}

func plural(n int) string {
	if n == 1 {
		return ""
	}
	return "s"
}

func were(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

func and(names []string) string {
	switch n := len(names); n {
	case 1:
		return names[0]
	case 2:
		return names[0] + " and " + names[1]
	default:
		return strings.Join(names[:n-1], ", ") + ", and " + names[n-1]
	}
}

// Fits tells whether v can be an argument of a tool's type.
func Fits(typ string, v value.Value) bool {
	_, ok := fit(typ, v)
	return ok
}

// fit checks that v is of a tool's type, and gives it the form that tools see: a list for the sequences and
// sets, a dict for a dataclass, the base of a subclass.
func fit(typ string, v value.Value) (value.Value, bool) {
	if typ == TypeAny {
		return v, true
	}
	if s, ok := v.(*value.Subclass); ok {
		return fit(typ, s.Base)
	}
	ok := false
	switch typ {
	case TypeString:
		_, ok = v.(value.Str)
	case TypeBoolean:
		_, ok = v.(value.Bool)
	case TypeInteger:
		_, ok = v.(value.Int)
	case TypeNumber:
		switch v.(type) {
		case value.Int, value.Float:
			ok = true
		}
	case TypeArray:
		return fitArray(v)
	case TypeObject:
		return fitObject(v)
	case TypeImage:
		_, ok = v.(value.Image)
	case TypeAudio:
		_, ok = v.(value.Bytes)
	case TypeNull:
		_, ok = v.(value.None)
	}
	return v, ok
}

func fitArray(v value.Value) (value.Value, bool) {
	switch v := v.(type) {
	case value.List:
		return v, true
	case value.Tuple:
		return value.List(v), true
	case value.Set:
		return value.List(v), true
	case value.FrozenSet:
		return value.List(v), true
	}
	return v, false
}

func fitObject(v value.Value) (value.Value, bool) {
	switch v := v.(type) {
	case value.Dict:
		return v, true
	case *value.Dataclass:
		d := make(value.Dict, len(v.Fields))
		for i, f := range v.Fields {
			d[i] = value.Item{Key: value.Str(f.Name), Value: f.Value}
		}
		return d, true
	}
	return v, false
}
