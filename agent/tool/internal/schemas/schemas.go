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

// TypeOf is the tool's type of a schema. References are looked up in root.
func TypeOf(s, root Object) string {
	t, _ := typeOf(s, root, 0)
	return t
}

// typeOf also tells whether the schema allows more than null.
func typeOf(s, root Object, depth int) (string, bool) {
	if depth > 8 {
		return tool.TypeAny, true
	}
	if ref, ok := s["$ref"].(string); ok {
		return typeOf(Resolve(ref, root), root, depth+1)
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
				return typeOf(sub, root, depth+1)
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
		case found == "" || found == t:
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
