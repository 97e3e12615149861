package tool

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/shared/value"
)

// maxSchemaText bounds the schema in a message to a model, in bytes.
const maxSchemaText = 4000

// BindJSON makes the arguments of a call by a model, which wrote text. It forgives what models get wrong but
// mean clearly: a code fence, a string that holds the JSON, trailing commas, raw line breaks in strings,
// Python's constants, "5" for an integer. Errors are an *Error that shows the schema.
func BindJSON(spec *Spec, text string) (Args, error) {
	v, err := readArguments(text)
	if err != nil {
		return nil, spec.refuse("the arguments are no JSON object: %v", err)
	}
	d, ok := v.(value.Dict)
	if !ok {
		if len(spec.Inputs) != 1 {
			return nil, spec.refuse("the arguments must be a JSON object, not %s", value.TypeName(v))
		}
		d = value.Dict{{Key: value.Str(spec.Inputs[0].Name), Value: v}}
	}
	given := make(Args, len(d))
	for _, it := range d {
		name := string(it.Key.(value.Str))
		in := spec.input(name)
		if in == nil {
			return nil, spec.refuse("there is no argument '%.100s'", name)
		}
		given[name] = coerce(in.Type, it.Value)
	}
	if missing := spec.missing(given); len(missing) > 0 {
		return nil, spec.refuse("missing required argument%s %s", plural(len(missing)), and(missing))
	}
	if err := spec.fitAll(given); err != nil {
		return nil, spec.refuse("%v", err)
	}
	return given, nil
}

// refuse is an error for the model, with what it should have written.
func (s *Spec) refuse(format string, args ...any) *Error {
	schema := string(s.JSONSchema())
	if len(schema) > maxSchemaText {
		schema = schema[:maxSchemaText] + "…"
	}
	return typeError("call of %s: %s. The arguments must be a JSON object of this schema: %s", s.Name, fmt.Sprintf(format, args...), schema)
}

// readArguments reads JSON, mended where it isn't quite JSON. Nothing is an empty object.
func readArguments(text string) (value.Value, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		return value.Dict{}, nil
	}
	v, err := FromJSON([]byte(text))
	if err != nil {
		var again error
		if v, again = FromJSON(MendJSON([]byte(unfence(text)))); again != nil {
			return nil, err
		}
	}
	switch inner := v.(type) {
	case value.None:
		return value.Dict{}, nil
	case value.Str:
		if s := strings.TrimSpace(string(inner)); strings.HasPrefix(s, "{") {
			if d, err := FromJSON(MendJSON([]byte(s))); err == nil {
				return d, nil
			}
		}
	}
	return v, nil
}

// unfence takes the text out of a markdown fence.
func unfence(s string) string {
	if !strings.HasPrefix(s, "```") {
		return s
	}
	_, s, _ = strings.Cut(s, "\n")
	return strings.TrimSuffix(strings.TrimSpace(s), "```")
}

// MendJSON makes JSON of what is nearly JSON: it drops commas before a closing bracket, escapes control characters
// in strings, and writes Python's constants as JSON's.
func MendJSON(in []byte) []byte {
	out := make([]byte, 0, len(in)+16)
	for i := 0; i < len(in); i++ {
		switch c := in[i]; {
		case c == '"':
			i, out = mendString(in, i, out)
		case c == ',' && closes(in[i+1:]):
		case bytes.HasPrefix(in[i:], []byte("True")):
			i, out = i+3, append(out, "true"...)
		case bytes.HasPrefix(in[i:], []byte("False")):
			i, out = i+4, append(out, "false"...)
		case bytes.HasPrefix(in[i:], []byte("None")):
			i, out = i+3, append(out, "null"...)
		default:
			out = append(out, c)
		}
	}
	return out
}

// mendString copies the string that begins at i and returns where it ends.
func mendString(in []byte, i int, out []byte) (int, []byte) {
	out = append(out, '"')
	for i++; i < len(in); i++ {
		c := in[i]
		switch {
		case c < 0x20:
			out = fmt.Appendf(out, `\u%04x`, c)
			continue
		case c == '\\' && i+1 < len(in) && in[i+1] >= 0x20:
			out = append(out, c)
			i++
		}
		if out = append(out, in[i]); c == '"' {
			break
		}
	}
	return i, out
}

// closes tells whether the next character is a closing bracket.
func closes(rest []byte) bool {
	rest = bytes.TrimLeft(rest, " \t\r\n")
	return len(rest) > 0 && (rest[0] == '}' || rest[0] == ']')
}

// coerce reads v as a tool's type where a model wrote another one but can mean only one thing.
func coerce(typ string, v value.Value) value.Value {
	switch v := v.(type) {
	case value.Str:
		return coerceText(typ, v)
	case value.Int:
		if typ == TypeString {
			return value.Str(v.String())
		}
	case value.Float:
		f := float64(v)
		if typ == TypeInteger && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			return value.NewInt(int64(f))
		}
	}
	return v
}

func coerceText(typ string, v value.Str) value.Value {
	s := strings.TrimSpace(string(v))
	switch typ {
	case TypeInteger:
		if len(s) < 100 && !strings.Contains(s, "_") { // SetString takes time in proportion to the square of the length
			if i, ok := new(big.Int).SetString(s, 10); ok {
				return value.NewBigInt(i)
			}
		}
	case TypeNumber:
		if n := json.Number(s); json.Valid([]byte(s)) && (n.String()[0] == '-' || n.String()[0] <= '9') {
			if num, err := jsonNumber(s); err == nil {
				return num
			}
		}
	case TypeBoolean:
		if b, err := strconv.ParseBool(strings.ToLower(s)); err == nil && len(s) > 1 {
			return value.Bool(b)
		}
	case TypeArray, TypeObject:
		if inner, err := FromJSON([]byte(s)); err == nil {
			if _, ok := fit(typ, inner); ok {
				return inner
			}
		}
	case TypeImage:
		if data, ok := decodeBase64(s); ok {
			if png, err := PNG(data); err == nil {
				return value.Image(png)
			}
		}
	case TypeAudio:
		if data, ok := decodeBase64(s); ok {
			return value.Bytes(data)
		}
	case TypeNull:
		if s == "null" || s == "None" || s == "" {
			return value.None{}
		}
	}
	return v
}

// decodeBase64 reads base64, also that of a data URL.
func decodeBase64(s string) ([]byte, bool) {
	if _, data, ok := strings.Cut(s, ";base64,"); ok && strings.HasPrefix(s, "data:") {
		s = data
	}
	data, err := base64.StdEncoding.DecodeString(s)
	return data, err == nil && len(data) > 0
}
