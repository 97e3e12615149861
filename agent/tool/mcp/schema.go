package mcp

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// maxDoc bounds descriptions, in bytes.
const maxDoc = 16 << 10

// object is a JSON Schema as the SDK hands it over.
type object = map[string]any

// uniqueNames are those that were given, so that each is given once.
type uniqueNames map[string]bool

// identifier is the Python name that comes closest to name and isn't taken.
func (u uniqueNames) identifier(name string) string {
	name = tool.Identifier(name)
	try := name
	for n := 2; u[try]; n++ {
		try = fmt.Sprintf("%s_%d", name, n)
	}
	u[try] = true
	return try
}

// input is one argument of a tool: its Python name is in the ToolInput, its own here.
type input struct {
	shared.ToolInput
	original string
}

// inputsOf reads the arguments off a schema: the required ones first, in their order, then the others.
func inputsOf(schema object) ([]input, error) {
	props, _ := schema["properties"].(object)
	if len(props) > maxTools {
		return nil, fmt.Errorf("it has more than %d arguments", maxTools)
	}
	rank := map[string]int{}
	required, _ := schema["required"].([]any)
	for i, r := range required {
		name, ok := r.(string)
		if !ok {
			return nil, errors.New("the list of required arguments in its schema holds what is no text")
		}
		rank[name] = i - len(required)
	}
	names := make([]string, 0, len(props))
	for name := range props {
		names = append(names, name)
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Or(rank[a]-rank[b], strings.Compare(a, b)) })
	taken := uniqueNames{}
	out := make([]input, len(names))
	for i, name := range names {
		prop, _ := props[name].(object)
		in := input{original: name}
		in.Name = taken.identifier(name)
		in.Optional = rank[name] == 0
		in.Type, _ = typeOf(prop, schema, 0)
		if nullable(prop) && !in.Optional {
			in.Type = tool.TypeAny // None must pass; the server checks the rest
		}
		in.Description = describe(prop)
		if in.Optional {
			in.Default = defaultOf(prop, in.Type)
		}
		out[i] = in
	}
	return out, nil
}

func describe(prop object) string {
	doc, _ := prop["description"].(string)
	if doc == "" {
		doc, _ = prop["title"].(string)
	}
	return cut(doc)
}

// cut bounds a description.
func cut(doc string) string {
	if len(doc) <= maxDoc {
		return doc
	}
	return strings.ToValidUTF8(doc[:maxDoc], "") + "…"
}

// defaultOf is the default in a schema, nil if it has none that fits.
func defaultOf(prop object, typ string) value.Text {
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

// typeOf is the tool's type of a schema; false means that null is all that it allows.
func typeOf(s, root object, depth int) (string, bool) {
	if depth > 8 {
		return tool.TypeAny, true
	}
	if ref, ok := s["$ref"].(string); ok {
		return typeOf(resolve(ref, root), root, depth+1)
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
				sub, _ := item.(object)
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

// nullable tells whether a schema names null.
func nullable(s object) bool {
	if t, ok := s["type"].([]any); ok && slices.Contains(t, any(tool.TypeNull)) {
		return true
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		list, _ := s[key].([]any)
		for _, item := range list {
			if sub, ok := item.(object); ok && sub["type"] == tool.TypeNull {
				return true
			}
		}
	}
	return s["type"] == tool.TypeNull
}

// resolve finds what a reference within the schema names.
func resolve(ref string, root object) object {
	path, ok := strings.CutPrefix(ref, "#/")
	if !ok {
		return nil
	}
	at := root
	for step := range strings.SplitSeq(path, "/") {
		step = strings.NewReplacer("~1", "/", "~0", "~").Replace(step)
		at, _ = at[step].(object)
	}
	return at
}
