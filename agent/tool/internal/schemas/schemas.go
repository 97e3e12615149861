// Package schemas reads the JSON Schemas of others as inputs of tools.
package schemas

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared/value"
)

// maxDoc bounds descriptions, in bytes.
const maxDoc = 16 << 10

// Object is a JSON Schema, or a part of one.
type Object = map[string]any

// Names are those that were given, so that each is given once.
type Names map[string]bool

// builtins are Python's functions that code can hardly do without.
const builtins = "abs all any bool bytes dict dir enumerate eval exec filter float format getattr hasattr hash help id input int isinstance " +
	"iter len list map max min next object open ord print range repr reversed round set sorted str sum super tuple type vars zip"

// ToolNames are names for the tools of a server, without those of the agent's own tools and of Python: a server
// must not get to see or change what is meant for these.
func ToolNames() Names {
	taken := Names{"final_answer": true, "python_interpreter": true}
	for name := range strings.FieldsSeq(builtins) {
		taken[name] = true
	}
	return taken
}

// Identifier is the Python name that comes closest to name and isn't taken.
func (u Names) Identifier(name string) string {
	name = tool.Identifier(name)
	try := name
	for n := 2; u[try]; n++ {
		try = fmt.Sprintf("%s_%d", name, n)
	}
	u[try] = true
	return try
}

// Describe is the description of a property.
func Describe(prop Object) string {
	doc, _ := prop["description"].(string)
	if doc == "" {
		doc, _ = prop["title"].(string)
	}
	return Cut(doc)
}

// Cut bounds a description.
func Cut(doc string) string {
	if len(doc) <= maxDoc {
		return doc
	}
	return strings.ToValidUTF8(doc[:maxDoc], "") + "…"
}

// Default is the default in a schema, nil if it has none that fits.
func Default(prop Object, typ string) value.Text {
	raw, err := json.Marshal(prop["default"])
	if err != nil || prop["default"] == nil {
		return nil
	}
	v, err := tool.FromJSON(raw)
	if err != nil {
		return nil
	}
	text, err := value.Encode(v)
	if err != nil || !tool.Fits(typ, v) {
		return nil
	}
	return text
}

// maxSteps is how many schemas are looked at to find the type of one: references can lead to more than there are.
const maxSteps = 1000

// TypeOf is the tool's type of a schema. References are looked up in root.
func TypeOf(s, root Object) string {
	ty := typer{root: root, left: maxSteps}
	t, _ := ty.of(s, 0)
	return t
}

type typer struct {
	root Object
	left int
}

// of also tells whether the schema allows more than null.
func (ty *typer) of(s Object, depth int) (string, bool) {
	if ty.left--; ty.left < 0 || depth > 8 {
		return tool.TypeAny, true
	}
	if ref, ok := s["$ref"].(string); ok {
		return ty.of(Resolve(ref, ty.root), depth+1)
	}
	switch t := s["type"].(type) {
	case string:
		return known(t)
	case []any:
		return typeOfList(t, func(item any) (string, bool) {
			name, _ := item.(string)
			return known(name)
		})
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		if list, ok := s[key].([]any); ok {
			return typeOfList(list, func(item any) (string, bool) {
				sub, _ := item.(Object)
				return ty.of(sub, depth+1)
			})
		}
	}
	if _, ok := s["properties"]; ok {
		return tool.TypeObject, true
	}
	return tool.TypeAny, true
}

// typeOfList is the type that all alternatives have but null, else any.
func typeOfList(list []any, typ func(any) (string, bool)) (string, bool) {
	found := ""
	for _, item := range list {
		t, ok := typ(item)
		switch {
		case !ok:
		case t != tool.TypeAny && (found == "" || found == t):
			found = t
		default:
			return tool.TypeAny, true
		}
	}
	if found == "" {
		return tool.TypeAny, len(list) == 0
	}
	return found, true
}

func known(t string) (string, bool) {
	switch t {
	case tool.TypeString, tool.TypeBoolean, tool.TypeInteger, tool.TypeNumber, tool.TypeArray, tool.TypeObject:
		return t, true
	}
	return tool.TypeAny, t != tool.TypeNull
}

// Nullable tells whether a schema names null.
func Nullable(s Object) bool {
	if t, ok := s["type"].([]any); ok && slices.Contains(t, any(tool.TypeNull)) {
		return true
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		list, _ := s[key].([]any)
		for _, item := range list {
			if sub, ok := item.(Object); ok && sub["type"] == tool.TypeNull {
				return true
			}
		}
	}
	return s["type"] == tool.TypeNull
}

// Resolve finds what a reference within the schema names.
func Resolve(ref string, root Object) Object {
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil
	}
	at := root
	for step := range strings.SplitSeq(path, "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		at, _ = at[step].(Object)
	}
	return at
}
