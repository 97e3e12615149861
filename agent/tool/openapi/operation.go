package openapi

import (
	"fmt"
	"mime"
	"net/http"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/internal/schemas"
	"github.com/airlockhq/airlock/shared"
)

// Operation is one operation of an API.
type Operation struct {
	// Name of the tool, and what it is for.
	Name, Doc string
	// Method of HTTP; empty means GET.
	Method string
	// Path below the base URL; {name} stands for the input of that name.
	Path   string
	Inputs []Input

	encoding  encoding
	mediaType string
	needsBody bool // an empty object is sent where no field is given
	result    schemas.Object
}

// Input is one argument of an operation.
type Input struct {
	// Name that the API knows.
	Name string
	In   Place
	// Type is one of package tool; empty means string.
	Type        string
	Description string
	Required    bool

	schema  schemas.Object
	style   string
	explode bool
	whole   bool // it is the body, not a field of it
}

// Place is where an argument goes.
type Place string

// The places. The arguments of the body become one JSON object.
const (
	InPath   Place = "path"
	InQuery  Place = "query"
	InHeader Place = "header"
	InBody   Place = "body"
)

// encoding is how a body is written.
type encoding string

const (
	encodeJSON encoding = "json"
	encodeForm encoding = "form"
	encodeText encoding = "text"
)

// encodingOf is the encoding for a media type.
func encodingOf(mediaType string) (encoding, bool) {
	kind, _, err := mime.ParseMediaType(mediaType)
	switch {
	case err != nil:
		return "", false
	case kind == "application/json", strings.HasSuffix(kind, "+json"), kind == "*/*":
		return encodeJSON, true
	case kind == "application/x-www-form-urlencoded":
		return encodeForm, true
	case strings.HasPrefix(kind, "text/"):
		return encodeText, true
	}
	return "", false
}

// Tool makes a tool of the operation. c needs a BaseURL.
func (op *Operation) Tool(c *Config) (tool.Tool, error) {
	a, err := newAPI(c, "")
	if err != nil {
		return nil, fmt.Errorf("tool %s: %w", op.Name, err)
	}
	whole := *op
	whole.Name = c.Prefix + op.Name
	whole.Inputs = slices.Clone(op.Inputs)
	for i := range whole.Inputs {
		in := &whole.Inputs[i]
		in.style, in.explode = "form", true
		if in.Type == "" {
			in.Type = tool.TypeString
		}
		in.schema = schemas.Object{"type": in.Type}
		if in.Type == tool.TypeAny {
			in.schema = schemas.Object{}
		}
		if in.In == InBody {
			whole.encoding, whole.mediaType = encodeJSON, "application/json"
		}
	}
	return a.tool(&whole)
}

// operationTool is the tool of an operation.
type operationTool struct {
	api  *api
	op   *Operation
	spec tool.Spec
	// inputs by the names that Python has for them.
	inputs map[string]*Input
}

func (a *api) tool(op *Operation) (tool.Tool, error) {
	if op.Method == "" {
		op.Method = http.MethodGet
	}
	t := &operationTool{api: a, op: op, inputs: map[string]*Input{}, spec: tool.Spec{ToolSpec: shared.ToolSpec{
		Name: op.Name, Doc: op.Doc, OutputType: tool.TypeAny, Timeout: a.timeout,
	}}}
	if err := op.checkPath(); err != nil {
		return nil, fmt.Errorf("operation %s: %w", op.Name, err)
	}
	inputs := slices.Clone(op.Inputs)
	slices.SortStableFunc(inputs, func(x, y Input) int { return rank(x) - rank(y) })
	names, props, required := schemas.Names{}, schemas.Object{}, []any{}
	for i := range inputs {
		in := &inputs[i]
		if err := a.checkInput(op, in); err != nil {
			return nil, fmt.Errorf("operation %s: %w", op.Name, err)
		}
		if a.reserved(in) {
			continue
		}
		arg := shared.ToolInput{Name: names.Identifier(in.Name), Type: schemas.TypeOf(in.schema, in.schema), Description: in.Description, Optional: !in.Required}
		if in.Required && schemas.Nullable(in.schema) {
			arg.Type = tool.TypeAny
		}
		if arg.Optional {
			arg.Default = schemas.Default(in.schema, arg.Type)
		} else {
			required = append(required, arg.Name)
		}
		prop := in.schema
		if in.Description != "" {
			prop["description"] = in.Description
		}
		props[arg.Name] = prop
		t.inputs[arg.Name] = in
		t.spec.Inputs = append(t.spec.Inputs, arg)
	}
	schema := schemas.Object{"type": "object", "properties": props, "additionalProperties": false}
	if len(required) > 0 {
		schema["required"] = required
	}
	t.spec.InputSchema = text(schema)
	if op.result != nil {
		t.spec.OutputType = schemas.TypeOf(op.result, op.result)
		t.spec.OutputSchema = text(op.result)
	}
	return t, tool.Check(&t.spec)
}

func rank(in Input) int {
	if in.Required {
		return 0
	}
	return 1
}

// checkPath tells whether every part of the path that stands for an input has one.
func (op *Operation) checkPath() error {
	rest := op.Path
	for _, in := range op.Inputs {
		if in.In == InPath {
			rest = strings.ReplaceAll(rest, "{"+in.Name+"}", "")
		}
	}
	if strings.ContainsAny(rest, "{}") {
		return fmt.Errorf("its path %q stands for inputs that aren't described", op.Path)
	}
	return nil
}

// checkInput tells what is wrong with an input that was described by hand or by a document.
func (a *api) checkInput(op *Operation, in *Input) error {
	switch in.In {
	case InPath:
		if !strings.Contains(op.Path, "{"+in.Name+"}") {
			return fmt.Errorf("its path %q has no {%s}", op.Path, in.Name)
		}
		if !in.Required {
			return fmt.Errorf("input %s is part of the path; it must be required", in.Name)
		}
	case InQuery, InHeader, InBody:
	default:
		return fmt.Errorf("input %s is in %q; the places are path, query, header and body", in.Name, in.In)
	}
	return nil
}

// reserved tells of inputs that the caller has no say in: what the base URL's query has, headers that authorise,
// and those that HTTP needs.
func (a *api) reserved(in *Input) bool {
	if in.In == InQuery {
		return a.base.Query().Has(in.Name)
	}
	if in.In != InHeader {
		return false
	}
	for _, name := range []string{"Authorization", "Proxy-Authorization", "Cookie", "Host", "Accept", "Content-Type", "Content-Length", "Transfer-Encoding", "Connection"} {
		if strings.EqualFold(in.Name, name) {
			return true
		}
	}
	for name := range a.headers {
		if strings.EqualFold(in.Name, name) {
			return true
		}
	}
	return false
}

// Spec implements tool.Tool.
func (t *operationTool) Spec() *tool.Spec { return &t.spec }
