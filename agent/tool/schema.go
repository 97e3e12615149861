package tool

import (
	"bytes"
	"encoding/json"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// schema is the part of JSON Schema that tools of Go functions need.
type schema struct {
	Type        string          `json:"type,omitempty"`
	Description string          `json:"description,omitempty"`
	Format      string          `json:"format,omitempty"`
	Encoding    string          `json:"contentEncoding,omitempty"`
	MediaType   string          `json:"contentMediaType,omitempty"`
	Default     json.RawMessage `json:"default,omitempty"`
	Items       *schema         `json:"items,omitempty"`
	Properties  properties      `json:"properties,omitempty"`
	Required    []string        `json:"required,omitempty"`
	// Additional is false, or the schema of a map's values.
	Additional any `json:"additionalProperties,omitempty"`
}

// properties are an object's, in their order.
type properties []property

type property struct {
	name   string
	schema *schema
}

// MarshalJSON implements json.Marshaler.
func (p properties) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, prop := range p {
		if i > 0 {
			b.WriteByte(',')
		}
		name, err := json.Marshal(prop.name)
		if err != nil {
			return nil, err
		}
		body, err := json.Marshal(prop.schema)
		if err != nil {
			return nil, err
		}
		b.Write(name)
		b.WriteByte(':')
		b.Write(body)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// encoded is the schema's text. Nothing in a schema can fail to be written.
func (s *schema) encoded() json.RawMessage {
	text, err := json.Marshal(s)
	if err != nil {
		return json.RawMessage(`{}`)
	}
	return text
}

// JSONSchema is the JSON Schema of the arguments: InputSchema, or what Inputs say.
func (s *Spec) JSONSchema() json.RawMessage {
	if s.InputSchema != nil {
		return s.InputSchema
	}
	object := &schema{Type: TypeObject, Properties: properties{}, Additional: false}
	for i := range s.Inputs {
		in := &s.Inputs[i]
		p := schemaOf(in.Type)
		object.add(in, p)
	}
	return object.encoded()
}

// add makes an input a property of the object.
func (s *schema) add(in *shared.ToolInput, p *schema) {
	p.Description = in.Description
	if in.Default != nil {
		if v, err := value.Decode(in.Default); err == nil {
			p.Default, _ = ToJSON(v) // without a form in JSON it is not shown
		}
	}
	s.Properties = append(s.Properties, property{in.Name, p})
	if !in.Optional {
		s.Required = append(s.Required, in.Name)
	}
}

// schemaOf is the schema of a tool's type.
func schemaOf(typ string) *schema {
	switch typ {
	case TypeAny:
		return &schema{}
	case TypeImage:
		return &schema{Type: TypeString, Encoding: "base64", MediaType: "image/png"}
	case TypeAudio:
		return &schema{Type: TypeString, Encoding: "base64"}
	}
	return &schema{Type: typ}
}
