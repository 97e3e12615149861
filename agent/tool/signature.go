package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"unicode"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// Signature is the tool as a model is shown it: the first line of its Python function with types, and the
// docstring. It is valid Python whatever the descriptions hold, and fits into a markdown fence.
func (s *Spec) Signature() string {
	var args struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if s.InputSchema != nil && json.Unmarshal(s.InputSchema, &args) != nil {
		args.Properties = nil
	}
	params := make([]string, len(s.Inputs))
	for i := range s.Inputs {
		in := &s.Inputs[i]
		params[i] = in.Name + ": " + hintOf(in.Type, args.Properties[in.Name])
		if in.Optional {
			params[i] += " = " + defaultText(in)
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "def %s(%s) -> %s:\n    \"\"\"%s", s.Name, strings.Join(params, ", "), hintOf(s.OutputType, s.OutputSchema), indent(s.Doc, "    "))
	if len(s.Inputs) > 0 {
		b.WriteString("\n\n    Args:")
		for i := range s.Inputs {
			writeInput(&b, &s.Inputs[i], args.Properties[s.Inputs[i].Name])
		}
	}
	if s.OutputSchema != nil {
		b.WriteString("\n\n    Returns:\n        What this JSON Schema says, so that its fields can be used in the same code: " + docText(compact(s.OutputSchema)))
	}
	b.WriteString("\n    \"\"\"")
	return b.String()
}

// writeInput adds the line of an input, with the schema of an argument that has parts.
func writeInput(b *strings.Builder, in *shared.ToolInput, raw json.RawMessage) {
	fmt.Fprintf(b, "\n        %s", in.Name)
	if in.Description != "" {
		b.WriteString(": " + indent(in.Description, "            "))
	}
	if (in.Type == TypeObject || in.Type == TypeArray) && bytes.Contains(raw, []byte(`"properties"`)) {
		fmt.Fprintf(b, "\n            JSON Schema: %s", docText(compact(raw)))
	}
}

// hintOf is the Python type of a tool's type, closer where the schema says more.
func hintOf(typ string, raw json.RawMessage) string {
	switch typ {
	case TypeImage:
		return "PIL.Image.Image"
	case TypeAudio:
		return "bytes"
	}
	var s map[string]any
	if raw != nil && json.Unmarshal(raw, &s) == nil {
		if h := hint(s, 0); h != "Any" {
			return h
		}
	}
	return pythonType(typ)
}

func pythonType(typ string) string {
	switch typ {
	case TypeString:
		return "str"
	case TypeBoolean:
		return "bool"
	case TypeInteger:
		return "int"
	case TypeNumber:
		return "float"
	case TypeArray:
		return "list"
	case TypeObject:
		return "dict"
	case TypeNull:
		return "None"
	}
	return "Any"
}

// hint is the Python type that a schema describes.
func hint(s map[string]any, depth int) string {
	if depth > 4 {
		return "Any"
	}
	if enum, ok := s["enum"].([]any); ok {
		if h := literal(enum); h != "" {
			return h
		}
	}
	for _, key := range []string{"anyOf", "oneOf"} {
		if list, ok := s[key].([]any); ok {
			return union(list, depth)
		}
	}
	switch t := s["type"].(type) {
	case []any:
		parts := make([]any, len(t))
		for i, name := range t {
			parts[i] = map[string]any{"type": name, "items": s["items"]}
		}
		return union(parts, depth)
	case string:
		return hintOfType(t, s, depth)
	}
	return "Any"
}

func hintOfType(t string, s map[string]any, depth int) string {
	of := func(key, format string) string {
		if inner, ok := s[key].(map[string]any); ok {
			if h := hint(inner, depth+1); h != "Any" {
				return fmt.Sprintf(format, h)
			}
		}
		return pythonType(t)
	}
	switch t {
	case TypeArray:
		return of("items", "list[%s]")
	case TypeObject:
		if _, ok := s["properties"]; !ok {
			return of("additionalProperties", "dict[str, %s]")
		}
	}
	return pythonType(t)
}

// union joins the hints of alternatives.
func union(list []any, depth int) string {
	var parts []string
	for _, it := range list {
		s, _ := it.(map[string]any)
		h := hint(s, depth+1)
		if h == "Any" || len(parts) > 4 {
			return "Any"
		}
		if !strings.Contains(strings.Join(parts, "|")+"|", h+"|") {
			parts = append(parts, h)
		}
	}
	return strings.Join(parts, " | ")
}

// literal is the hint of a few constants.
func literal(enum []any) string {
	var parts []string
	for _, it := range enum {
		switch it := it.(type) {
		case string:
			parts = append(parts, quote(it))
		case bool, float64:
			v, err := value.From(it)
			if err != nil {
				return ""
			}
			parts = append(parts, pythonText(v))
		case nil:
			parts = append(parts, "None")
		}
	}
	text := "Literal[" + strings.Join(parts, ", ") + "]"
	if len(parts) != len(enum) || len(parts) == 0 || len(text) > 200 {
		return ""
	}
	return text
}

// defaultText is the default of an optional input in Python.
func defaultText(in *shared.ToolInput) string {
	v, err := value.Decode(in.Default)
	if err != nil {
		return "None"
	}
	if text := pythonText(v); len(text) <= 200 {
		return text
	}
	return "..."
}

// pythonText writes a value as Python source, "..." for what has no short form.
func pythonText(v value.Value) string {
	switch v := v.(type) {
	case value.None:
		return "None"
	case value.Bool:
		if v {
			return "True"
		}
		return "False"
	case value.Int:
		return v.String()
	case value.Float:
		text := strings.TrimPrefix(string(value.MustText(v)), value.SafePrefix)
		if strings.HasPrefix(text, "{") {
			return "..."
		}
		return text
	case value.Str:
		return quote(string(v))
	case value.List:
		parts := make([]string, len(v))
		for i, it := range v {
			parts[i] = pythonText(it)
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case value.Dict:
		parts := make([]string, len(v))
		for i, it := range v {
			parts[i] = pythonText(it.Key) + ": " + pythonText(it.Value)
		}
		return "{" + strings.Join(parts, ", ") + "}"
	}
	return "..."
}

// quote writes a text as a Python string on one line.
func quote(s string) string {
	return "'" + strings.NewReplacer("'", `\'`, "\n", `\n`).Replace(docText(s)) + "'"
}

// indent is a text as part of a docstring, its further lines indented.
func indent(s, by string) string {
	lines := strings.Split(strings.TrimSpace(docText(s)), "\n")
	for i, line := range lines {
		line = strings.TrimRight(line, " ")
		if i > 0 && line != "" {
			line = by + line
		}
		lines[i] = line
	}
	return strings.Join(lines, "\n")
}

// docText escapes what would end a docstring or the fence around it, and characters that can't be seen.
func docText(s string) string {
	s = visible(s, `\\`)
	body := strings.TrimRight(s, `"`)
	ending := strings.Repeat(`\"`, len(s)-len(body))
	body = strings.ReplaceAll(body, `"""`, `\"\"\"`)
	return strings.ReplaceAll(body, "```", "'''") + ending
}

// visible shows control and other unseen characters but line breaks escaped, and a backslash as given.
func visible(s, backslash string) string {
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\r\n", "\n")
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\\':
			b.WriteString(backslash)
		case r == '\t':
			b.WriteString("    ")
		case r == '\n' || unicode.IsPrint(r):
			b.WriteRune(r)
		case unicode.Is(unicode.Zs, r):
			b.WriteByte(' ')
		case r > 0xffff:
			fmt.Fprintf(&b, `\U%08x`, r)
		default:
			fmt.Fprintf(&b, `\u%04x`, r)
		}
	}
	return b.String()
}

// compact is a schema's text on one line, cut if it is long.
func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return "{}"
	}
	if b.Len() > maxSchemaText {
		return b.String()[:maxSchemaText] + "…"
	}
	return b.String()
}
