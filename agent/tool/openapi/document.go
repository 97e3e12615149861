package openapi

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/internal/schemas"
)

// maxNesting bounds how deep schemas are written out; they may hold themselves.
const maxNesting = 8

// readOperation reads one operation of a document, whose path has common parameters.
func readOperation(method, path string, common openapi3.Parameters, o *openapi3.Operation) (*Operation, error) {
	op := &Operation{Method: method, Path: path, Doc: strings.TrimSpace(o.Summary)}
	if d := strings.TrimSpace(o.Description); d != "" && d != op.Doc {
		op.Doc = strings.TrimSpace(op.Doc + "\n\n" + d)
	}
	op.Doc = schemas.Cut(op.Doc)
	// Those of the operation stand for those of the path with the same name and place.
	byPlace := map[string]int{}
	for _, ref := range slices.Concat(common, o.Parameters) {
		if ref == nil || ref.Value == nil {
			return nil, errors.New("a parameter can't be found")
		}
		in, ok, err := readParameter(ref.Value)
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		key := ref.Value.In + " " + ref.Value.Name
		if i, again := byPlace[key]; again {
			op.Inputs[i] = in
			continue
		}
		byPlace[key] = len(op.Inputs)
		op.Inputs = append(op.Inputs, in)
	}
	if err := op.readBody(o.RequestBody); err != nil {
		return nil, err
	}
	op.readResult(o.Responses)
	return op, op.checkPath()
}

// readParameter is an input; false for one that the caller has no say in.
func readParameter(p *openapi3.Parameter) (Input, bool, error) {
	in := Input{Name: p.Name, In: Place(p.In), Description: schemas.Cut(p.Description), Required: p.Required || p.In == "path"}
	switch in.In {
	case InPath, InQuery, InHeader:
	case "cookie":
		if p.Required {
			return in, false, fmt.Errorf("it wants the cookie %q, which can't be given", p.Name)
		}
		return in, false, nil
	default:
		return in, false, fmt.Errorf("parameter %q is in %q", p.Name, p.In)
	}
	if ct := p.Content.Get("application/json"); ct != nil {
		in.style, in.schema = "json", inline(ct.Schema, 0)
		return in, true, nil
	}
	m, err := p.SerializationMethod()
	if err != nil {
		return in, false, fmt.Errorf("parameter %q: %w", p.Name, err)
	}
	in.style, in.explode, in.schema = m.Style, m.Explode, inline(p.Schema, 0)
	return in, true, nil
}

// readBody makes the fields of the body inputs, or the body as a whole.
func (op *Operation) readBody(ref *openapi3.RequestBodyRef) error {
	if ref == nil {
		return nil
	}
	if ref.Value == nil {
		return errors.New("the body's description can't be found")
	}
	var media *openapi3.MediaType
	for _, kind := range slices.Sorted(maps.Keys(ref.Value.Content)) {
		if enc, ok := encodingOf(kind); ok && (op.encoding == "" || enc == encodeJSON) {
			op.encoding, op.mediaType, media = enc, kind, ref.Value.Content[kind]
		}
	}
	if media == nil {
		if !ref.Value.Required {
			return nil
		}
		return fmt.Errorf("its body is %v; JSON, forms and text can be sent", slices.Sorted(maps.Keys(ref.Value.Content)))
	}
	schema := inline(media.Schema, 0)
	props, required := fields(schema)
	op.needsBody = ref.Value.Required
	if len(props) == 0 || op.encoding == encodeText {
		op.Inputs = append(op.Inputs, Input{
			Name: "body", In: InBody, Description: cmp.Or(schemas.Cut(ref.Value.Description), "The body of the request."),
			Required: ref.Value.Required, schema: schema, whole: true,
		})
		return nil
	}
	for _, name := range slices.Sorted(maps.Keys(props)) {
		prop, _ := props[name].(schemas.Object)
		if prop["readOnly"] == true {
			continue
		}
		op.Inputs = append(op.Inputs, Input{
			Name: name, In: InBody, Description: schemas.Describe(prop), Required: ref.Value.Required && required[name], schema: prop,
		})
	}
	return nil
}

// fields are the properties of an object schema, those of the parts of allOf included.
func fields(schema schemas.Object) (schemas.Object, map[string]bool) {
	props, required := schemas.Object{}, map[string]bool{}
	parts, _ := schema["allOf"].([]any)
	for _, part := range parts {
		sub, _ := part.(schemas.Object)
		p, r := fields(sub)
		maps.Copy(props, p)
		maps.Copy(required, r)
	}
	own, _ := schema["properties"].(schemas.Object)
	maps.Copy(props, own)
	names, _ := schema["required"].([]any)
	for _, n := range names {
		if name, ok := n.(string); ok {
			required[name] = true
		}
	}
	return props, required
}

// readResult takes the schema of the best answer, where it is JSON.
func (op *Operation) readResult(responses *openapi3.Responses) {
	for _, code := range []string{"200", "201", "202", "2XX", "default"} {
		ref := responses.Value(code)
		if ref == nil || ref.Value == nil {
			continue
		}
		media := ref.Value.Content.Get("application/json")
		if media == nil || media.Schema == nil {
			return
		}
		if schema := inline(media.Schema, 0); len(schema) > 0 && code != "default" {
			op.result = schema
		}
		return
	}
}

// inline is a schema as JSON would hold it, with references written out.
func inline(ref *openapi3.SchemaRef, depth int) schemas.Object {
	out := schemas.Object{}
	if ref == nil || ref.Value == nil || depth > maxNesting {
		return out
	}
	s := ref.Value
	if s.Type != nil {
		types := make([]any, len(*s.Type))
		for i, t := range *s.Type {
			types[i] = t
		}
		if s.Nullable {
			types = append(types, tool.TypeNull)
		}
		if out["type"] = any(types); len(types) == 1 {
			out["type"] = types[0]
		}
	}
	for key, v := range map[string]string{"description": schemas.Cut(s.Description), "title": s.Title, "format": s.Format, "pattern": s.Pattern} {
		if v != "" {
			out[key] = v
		}
	}
	if len(s.Enum) > 0 {
		out["enum"] = s.Enum
	}
	if s.Default != nil {
		out["default"] = s.Default
	}
	if s.ReadOnly {
		out["readOnly"] = true
	}
	for key, bound := range map[string]*float64{"minimum": s.Min, "maximum": s.Max} {
		if bound != nil {
			out[key] = *bound
		}
	}
	inlineParts(out, s, depth)
	return out
}

func inlineParts(out schemas.Object, s *openapi3.Schema, depth int) {
	if s.Items != nil {
		out["items"] = inline(s.Items, depth+1)
	}
	if len(s.Properties) > 0 {
		props := schemas.Object{}
		for name, p := range s.Properties {
			props[name] = inline(p, depth+1)
		}
		out["properties"] = props
	}
	if len(s.Required) > 0 {
		required := make([]any, len(s.Required))
		for i, name := range s.Required {
			required[i] = name
		}
		out["required"] = required
	}
	if s.AdditionalProperties.Schema != nil {
		out["additionalProperties"] = inline(s.AdditionalProperties.Schema, depth+1)
	}
	for key, list := range map[string]openapi3.SchemaRefs{"anyOf": s.AnyOf, "oneOf": s.OneOf, "allOf": s.AllOf} {
		if len(list) == 0 {
			continue
		}
		parts := make([]any, len(list))
		for i, p := range list {
			parts[i] = inline(p, depth+1)
		}
		out[key] = parts
	}
}

// text is a schema as JSON. One that can't be written, for a default in YAML that JSON hasn't, is left out.
func text(s schemas.Object) json.RawMessage {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil
	}
	return raw
}
