package definition

import (
	"fmt"
	"reflect"
	"strings"

	"go.yaml.in/yaml/v3"
)

// maxNodes is how many values a file may have, with those that aliases repeat: few bytes
// can stand for more than fit anywhere, or for what holds itself.
const maxNodes = 10_000

// fields checks names of fields. It counts what it has seen.
type fields struct{ nodes int }

// check refuses what isn't a field of t, with the line and the nearest name.
func (f *fields) check(n *yaml.Node, t reflect.Type) error {
	if f.nodes++; f.nodes > maxNodes {
		return fmt.Errorf("line %d: it has more than %d fields, those that aliases (*name) repeat included", n.Line, maxNodes)
	}
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	switch t.Kind() {
	case reflect.Pointer:
		return f.check(n, t.Elem())
	case reflect.Slice:
		if n.Kind != yaml.SequenceNode {
			return nil // the decoder tells
		}
		for _, e := range n.Content {
			if err := f.check(e, t.Elem()); err != nil {
				return err
			}
		}
	case reflect.Struct:
		if n.Kind == yaml.MappingNode {
			return f.mapping(n, fieldsOf(t))
		}
		if n.Kind == yaml.ScalarNode && !reflect.PointerTo(t).Implements(reflect.TypeFor[yaml.Unmarshaler]()) {
			return fmt.Errorf("line %d: want fields here, not the text %.40q", n.Line, n.Value)
		}
	}
	return nil
}

func (f *fields) mapping(n *yaml.Node, known map[string]reflect.Type) error {
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		t, ok := known[key.Value]
		if !ok {
			return fmt.Errorf("line %d: there is no field %q%s", key.Line, key.Value, nearest(key.Value, known))
		}
		if err := f.check(n.Content[i+1], t); err != nil {
			return err
		}
	}
	return nil
}

// fieldsOf are a struct's fields by their names in YAML.
func fieldsOf(t reflect.Type) map[string]reflect.Type {
	fields := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("yaml"), ",")
		if strings.Contains(options, "inline") {
			for n, t := range fieldsOf(f.Type) {
				fields[n] = t
			}
			continue
		}
		fields[name] = f.Type
	}
	return fields
}

// nearest proposes the field that was probably meant.
func nearest(name string, fields map[string]reflect.Type) string {
	best, found := len(name)/2+1, ""
	normal := strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(name))
	for f := range fields {
		if d := distance(normal, f); d < best || d == best && found != "" && f < found {
			best, found = d, f
		}
	}
	if found == "" {
		return ""
	}
	return fmt.Sprintf("; is %s meant?", found)
}

// distance is Levenshtein's, in bytes. Names of fields are short.
func distance(a, b string) int {
	if len(a) > 64 {
		return len(a)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
