package openapi

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/knadh/koanf/parsers/yaml"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/internal/schemas"
)

// Schemas are written out, as they may hold others and themselves: so deep, so many and so much (in bytes, about)
// for one operation.
const (
	maxNesting = 8
	maxSchemas = 2000
	maxSchema  = 256 << 10
)

// methods are those of HTTP that a document can describe.
var methods = []string{"get", "put", "post", "delete", "options", "head", "patch", "trace"}

// spec is a document, as JSON would hold it. Nothing in it is known to have the type that it should have. (The
// packages that know all of OpenAPI would cost every start of a program that links this one 8 ms.)
type spec struct{ root schemas.Object }

// parse reads a document, JSON or YAML.
func parse(text []byte) (*spec, error) {
	var root schemas.Object
	if bytes.HasPrefix(bytes.TrimSpace(text), []byte("{")) && json.Unmarshal(text, &root) == nil {
		return &spec{root}, nil
	}
	root, err := yaml.Parser().Unmarshal(text)
	if err != nil {
		return nil, err
	}
	root, _ = plain(root).(schemas.Object)
	return &spec{root}, nil
}

// plain makes the maps of YAML those of JSON: a status code is a number there.
func plain(v any) any {
	switch v := v.(type) {
	case []any:
		for i := range v {
			v[i] = plain(v[i])
		}
	case map[any]any:
		out := make(schemas.Object, len(v))
		for key, item := range v {
			out[fmt.Sprint(key)] = plain(item)
		}
		return out
	case schemas.Object:
		for key := range v {
			v[key] = plain(v[key])
		}
	}
	return v
}

// object is v, or what v refers to; nil if it is no object, or not to be found.
func (d *spec) object(v any) schemas.Object {
	o, _ := v.(schemas.Object)
	for range 16 {
		ref, ok := o["$ref"].(string)
		if !ok {
			return o
		}
		o = schemas.Resolve(ref, d.root)
	}
	return nil
}

func str(o schemas.Object, key string) string {
	s, _ := o[key].(string)
	return s
}

func items(o schemas.Object, key string) []any {
	list, _ := o[key].([]any)
	return list
}

// server is the URL of the first server, with the defaults of its variables; "" if there is none.
func (d *spec) server() string {
	servers := items(d.root, "servers")
	if len(servers) == 0 {
		return ""
	}
	s := d.object(servers[0])
	var defaults []string
	for name, v := range d.object(s["variables"]) {
		defaults = append(defaults, "{"+name+"}", str(d.object(v), "default"))
	}
	return strings.NewReplacer(defaults...).Replace(str(s, "url"))
}

// operation reads one operation, whose path has common parameters.
func (d *spec) operation(method, path string, common []any, o schemas.Object) (*Operation, error) {
	op := &Operation{Method: strings.ToUpper(method), Path: path, Doc: strings.TrimSpace(str(o, "summary"))}
	if doc := strings.TrimSpace(str(o, "description")); doc != "" && doc != op.Doc {
		op.Doc = strings.TrimSpace(op.Doc + "\n\n" + doc)
	}
	op.Doc = schemas.Cut(op.Doc)
	in := inliner{spec: d, left: maxSchemas, bytes: maxSchema}
	// Those of the operation stand for those of the path with the same name and place.
	byPlace := map[string]int{}
	for _, v := range slices.Concat(common, items(o, "parameters")) {
		p := d.object(v)
		if p == nil {
			return nil, errors.New("a parameter can't be found in the document")
		}
		input, ok, err := in.parameter(p)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		key := string(input.In) + " " + input.Name
		if i, again := byPlace[key]; again {
			op.Inputs[i] = input
			continue
		}
		byPlace[key] = len(op.Inputs)
		op.Inputs = append(op.Inputs, input)
	}
	if o["requestBody"] != nil {
		if err := in.body(op, d.object(o["requestBody"])); err != nil {
			return nil, err
		}
	}
	in.result(op, d.object(o["responses"]))
	return op, op.checkPath()
}

// parameter is an input; false for one that the caller has no say in.
func (in *inliner) parameter(p schemas.Object) (Input, bool, error) {
	out := Input{Name: str(p, "name"), In: Place(str(p, "in")), Description: schemas.Cut(str(p, "description"))}
	out.Required = p["required"] == true || out.In == InPath
	switch out.In {
	case InPath, InQuery, InHeader:
	case "cookie":
		if out.Required {
			return out, false, fmt.Errorf("it wants the cookie %q, which can't be given", out.Name)
		}
		return out, false, nil
	default:
		return out, false, fmt.Errorf("parameter %q is in %q", out.Name, out.In)
	}
	if media := in.object(in.object(p["content"])["application/json"]); media != nil {
		out.style, out.schema = "json", in.inline(media["schema"], 0)
		return out, true, nil
	}
	out.style = "simple"
	if out.In == InQuery {
		out.style = "form"
	}
	out.style = cmp.Or(str(p, "style"), out.style)
	explode, given := p["explode"].(bool)
	out.explode = explode || !given && out.style == "form"
	out.schema = in.inline(p["schema"], 0)
	return out, true, nil
}

// body makes the fields of the body inputs, or the body as a whole.
func (in *inliner) body(op *Operation, body schemas.Object) error {
	content := in.object(body["content"])
	kinds := slices.Sorted(maps.Keys(content))
	required := body["required"] == true
	for _, kind := range kinds {
		if enc, ok := encodingOf(kind); ok && (op.encoding == "" || enc == encodeJSON && op.encoding != encodeJSON) {
			op.encoding, op.mediaType = enc, kind
		}
	}
	if op.encoding == "" {
		if !required {
			return nil
		}
		return fmt.Errorf("its body is %v; JSON, forms and text can be sent", kinds)
	}
	if op.mediaType == "*/*" {
		op.mediaType = "application/json"
	}
	op.needsBody = required
	schema := schemas.Object{}
	for _, kind := range kinds {
		if enc, ok := encodingOf(kind); ok && enc == op.encoding {
			schema = in.inline(in.object(content[kind])["schema"], 0)
			break
		}
	}
	props, needed := fields(schema)
	if len(props) == 0 || op.encoding == encodeText {
		op.Inputs = append(op.Inputs, Input{
			Name: "body", In: InBody, Description: cmp.Or(schemas.Cut(str(body, "description")), "The body of the request."),
			Required: required, schema: schema, whole: true,
		})
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(props)) {
		prop, _ := props[name].(schemas.Object)
		if prop["readOnly"] == true {
			continue
		}
		op.Inputs = append(op.Inputs, Input{
			Name: name, In: InBody, Description: schemas.Describe(prop), Required: required && needed[name], schema: prop,
		})
	}
	return nil
}

// fields are the properties of an object schema, those of the parts of allOf included.
func fields(schema schemas.Object) (schemas.Object, map[string]bool) {
	props, required := schemas.Object{}, map[string]bool{}
	for _, part := range items(schema, "allOf") {
		sub, _ := part.(schemas.Object)
		p, r := fields(sub)
		maps.Copy(props, p)
		maps.Copy(required, r)
	}
	own, _ := schema["properties"].(schemas.Object)
	maps.Copy(props, own)
	for _, n := range items(schema, "required") {
		if name, ok := n.(string); ok {
			required[name] = true
		}
	}
	return props, required
}

// result takes the schema of the first answer that is a success, where it is JSON.
func (in *inliner) result(op *Operation, responses schemas.Object) {
	for _, code := range []string{"200", "201", "202", "2XX"} {
		r := in.object(responses[code])
		if r == nil {
			continue
		}
		media := in.object(in.object(r["content"])["application/json"])
		if schema := in.inline(media["schema"], 0); len(schema) > 0 {
			op.result = schema
		}
		return
	}
}

// inliner writes the schemas of one operation out.
type inliner struct {
	*spec
	left  int // schemas
	bytes int // of what they hold
}

// room tells whether a value may still be written, and takes the room for it.
func (in *inliner) room(v any) bool {
	switch v := v.(type) {
	case string:
		in.bytes -= len(v)
	case []any:
		for _, item := range v {
			if !in.room(item) {
				return false
			}
		}
	case schemas.Object:
		for key, item := range v {
			if !in.room(key) || !in.room(item) {
				return false
			}
		}
	}
	in.bytes -= 8
	return in.bytes >= 0
}

// kept are the keywords whose values are taken as they are.
var kept = []string{
	"type", "title", "format", "pattern", "enum", "const", "default", "minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "readOnly",
}

// inline is a schema with its references written out, as far as the bounds allow; {} beyond them.
func (in *inliner) inline(v any, depth int) schemas.Object {
	s, out := in.object(v), schemas.Object{}
	if in.left--; in.left < 0 || depth > maxNesting || s == nil {
		return out
	}
	for _, key := range kept {
		if s[key] != nil && in.room(s[key]) {
			out[key] = s[key]
		}
	}
	if doc := schemas.Cut(str(s, "description")); doc != "" && in.room(doc) {
		out["description"] = doc
	}
	if t, ok := s["type"].(string); ok && s["nullable"] == true {
		out["type"] = []any{t, tool.TypeNull}
	}
	if s["items"] != nil {
		out["items"] = in.inline(s["items"], depth+1)
	}
	if props := in.object(s["properties"]); len(props) > 0 {
		written := schemas.Object{}
		for _, name := range slices.Sorted(maps.Keys(props)) {
			if in.room(name) {
				written[name] = in.inline(props[name], depth+1)
			}
		}
		out["properties"] = written
	}
	if names := items(s, "required"); len(names) > 0 && in.room(names) {
		out["required"] = names
	}
	if more, ok := s["additionalProperties"].(schemas.Object); ok {
		out["additionalProperties"] = in.inline(more, depth+1)
	}
	for _, key := range []string{"anyOf", "oneOf", "allOf"} {
		list := items(s, key)
		if len(list) == 0 {
			continue
		}
		parts := make([]any, len(list))
		for i, p := range list {
			parts[i] = in.inline(p, depth+1)
		}
		out[key] = parts
	}
	return out
}

// text is a schema as JSON; nil for one that can't be written, since YAML has values that JSON hasn't.
func text(s schemas.Object) json.RawMessage {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil
	}
	return raw
}
