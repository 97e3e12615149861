package tool

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// Func makes a tool of a Go function. A is a struct whose exported fields are the inputs:
//
//	type args struct {
//		Query string   `doc:"What to search for."`               // query, required
//		Max   int      `doc:"How many results." default:"10"`    // max = 10
//		Site  *string  `json:"site" doc:"Only on this site."`    // site = None, nil if not given
//		Tags  []string `json:"labels,omitempty"`                 // labels = None
//	}
//
// An input is called as the json tag says, else like the field in snake_case. It is optional with omitempty or
// omitzero, with a default (in JSON), or as a pointer. Fields may be what encoding/json reads into (without
// custom methods), time.Time, time.Duration, []byte, any, and the types of package value, value.Image included.
// R is what value.From takes.
//
// The Spec may be changed before the tool is first used, for example its Timeout.
func Func[A, R any](name, doc string, f func(context.Context, A) (R, error)) (Tool, error) {
	t := &function[A, R]{f: f, spec: Spec{ToolSpec: shared.ToolSpec{Name: name, Doc: doc}}}
	if f == nil {
		return nil, fmt.Errorf("tool %s: the function is nil", name)
	}
	if err := t.inputs(); err != nil {
		return nil, fmt.Errorf("tool %s: %w", name, err)
	}
	if err := t.output(); err != nil {
		return nil, fmt.Errorf("tool %s: %w", name, err)
	}
	if err := Check(&t.spec); err != nil {
		return nil, err
	}
	return t, nil
}

// MustFunc is Func for tools that are known to be right. It panics otherwise.
func MustFunc[A, R any](name, doc string, f func(context.Context, A) (R, error)) Tool {
	t, err := Func(name, doc, f)
	if err != nil {
		panic(err)
	}
	return t
}

type function[A, R any] struct {
	spec   Spec
	f      func(context.Context, A) (R, error)
	params []param
}

// param is the field that an input is read into.
type param struct {
	name  string
	index []int
	def   value.Value // nil if there is no default
	// optional tells that None is as good as nothing.
	optional bool
}

// Spec implements Tool.
func (t *function[A, R]) Spec() *Spec { return &t.spec }

// Call implements Tool.
func (t *function[A, R]) Call(ctx context.Context, args Args) (value.Value, error) {
	var a A
	in := reflect.ValueOf(&a).Elem()
	for _, p := range t.params {
		v, ok := args[p.name]
		if !ok || p.optional && v == (value.None{}) {
			v = p.def
		}
		if v == nil {
			continue
		}
		if err := set(in.FieldByIndex(p.index), v, p.name); err != nil {
			var e *Error
			if errors.As(err, &e) {
				return nil, &Error{Type: e.Type, Message: t.spec.Name + ": " + e.Message, Err: err}
			}
			return nil, err
		}
	}
	out, err := t.f(ctx, a)
	if err != nil {
		return nil, err
	}
	v, err := value.From(out)
	if err != nil {
		return nil, fmt.Errorf("result of %s: %w", t.spec.Name, err)
	}
	return v, nil
}

// inputs reads the specification of the inputs off A.
func (t *function[A, R]) inputs() error {
	in := reflect.TypeFor[A]()
	if in.Kind() != reflect.Struct {
		return fmt.Errorf("the arguments must be a struct, not %s", in)
	}
	ty := &typer{name: snake, input: true, open: []reflect.Type{in}}
	object := &schema{Type: TypeObject, Properties: properties{}, Additional: false}
	type entry struct {
		input shared.ToolInput
		p     param
		s     *schema
	}
	var entries []entry
	for _, f := range reflect.VisibleFields(in) {
		name, skip, err := ty.field(in, f, in.Name())
		if err != nil {
			return err
		}
		if skip {
			continue
		}
		typ, s, err := ty.of(f.Type, "field "+f.Name)
		if err != nil {
			return err
		}
		e := entry{
			input: shared.ToolInput{Name: name, Type: typ, Description: f.Tag.Get("doc"), Optional: optional(f)},
			p:     param{name: name, index: f.Index, optional: optional(f)}, s: s,
		}
		if e.p.def, e.input.Default, err = defaultOf(f); err != nil {
			return err
		}
		entries = append(entries, e)
	}
	// Python wants what is required first.
	slices.SortStableFunc(entries, func(a, b entry) int { return rank(a.input.Optional) - rank(b.input.Optional) })
	for i := range entries {
		e := &entries[i]
		t.params = append(t.params, e.p)
		t.spec.Inputs = append(t.spec.Inputs, e.input)
		object.add(&e.input, e.s)
	}
	t.spec.InputSchema = object.encoded()
	return nil
}

func rank(optional bool) int {
	if optional {
		return 1
	}
	return 0
}

// defaultOf reads the default of a field off its tag, and tries it.
func defaultOf(f reflect.StructField) (value.Value, value.Text, error) {
	tag, ok := f.Tag.Lookup("default")
	if !ok {
		return nil, nil, nil
	}
	v, err := FromJSON([]byte(tag))
	if err != nil {
		return nil, nil, fmt.Errorf("default of field %s: %w", f.Name, err)
	}
	if err := set(reflect.New(f.Type).Elem(), v, "default of field "+f.Name); err != nil {
		return nil, nil, err
	}
	text, err := value.Encode(v)
	return v, text, err
}

// output reads the specification of the result off R.
func (t *function[A, R]) output() error {
	ty := &typer{name: func(s string) string { return s }}
	typ, s, err := ty.of(reflect.TypeFor[R](), "the result")
	if err != nil {
		return err
	}
	t.spec.OutputType = typ
	if s.Properties != nil || s.Items != nil && s.Items.Properties != nil {
		t.spec.OutputSchema = s.encoded()
	}
	return nil
}
