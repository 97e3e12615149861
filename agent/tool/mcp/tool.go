package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/internal/schemas"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// remoteTool is a tool of a server.
type remoteTool struct {
	client   *Client
	spec     tool.Spec
	original string
	// inputs are the server's names of the arguments by ours.
	inputs map[string]string
}

func (c *Client) newTool(t *sdk.Tool, names schemas.Names) (tool.Tool, error) {
	schema, _ := t.InputSchema.(schemas.Object)
	inputs, err := inputsOf(schema)
	if err != nil {
		return nil, err
	}
	doc := t.Description
	if doc == "" {
		doc = t.Title
	}
	made := &remoteTool{client: c, original: t.Name, inputs: map[string]string{}, spec: tool.Spec{ToolSpec: shared.ToolSpec{
		Name: names.Identifier(c.prefix + t.Name), Doc: schemas.Cut(doc), OutputType: tool.TypeAny, Timeout: max(c.timeout, 0),
	}}}
	renamed := false
	for _, in := range inputs {
		made.spec.Inputs = append(made.spec.Inputs, in.ToolInput)
		made.inputs[in.Name] = in.original
		renamed = renamed || in.Name != in.original
	}
	// A schema with other names than ours would mislead a model.
	if !renamed && schema["properties"] != nil {
		if made.spec.InputSchema, err = json.Marshal(schema); err != nil {
			return nil, err
		}
	}
	if out, ok := t.OutputSchema.(schemas.Object); ok {
		made.spec.OutputType = schemas.TypeOf(out, out)
		if made.spec.OutputSchema, err = json.Marshal(out); err != nil {
			return nil, err
		}
	}
	return made, tool.Check(&made.spec)
}

// Spec implements tool.Tool.
func (t *remoteTool) Spec() *tool.Spec { return &t.spec }

// Call implements tool.Tool.
func (t *remoteTool) Call(ctx context.Context, args tool.Args) (value.Value, error) {
	given := make(map[string]json.RawMessage, len(args))
	for name, v := range args {
		raw, err := tool.ToJSON(v)
		if err != nil {
			return nil, &tool.Error{Type: "TypeError", Message: fmt.Sprintf("argument '%s' of %s: %v", name, t.spec.Name, err), Err: err}
		}
		given[t.inputs[name]] = raw
	}
	res, err := t.client.session.CallTool(ctx, &sdk.CallToolParams{Name: t.original, Arguments: given})
	if err != nil {
		return nil, fmt.Errorf("tool %s of MCP server %s: %w", t.spec.Name, t.client.name, t.client.explain(ctx, err))
	}
	if res.IsError {
		return nil, failure(t.spec.Name, res)
	}
	if res.NeedsInput() {
		return nil, fmt.Errorf("tool %s of MCP server %s asks the user for more input, which is not supported", t.spec.Name, t.client.name)
	}
	return resultOf(res)
}

// failure is the error that a tool reports.
func failure(name string, res *sdk.CallToolResult) error {
	var texts []string
	for _, c := range res.Content {
		if text, ok := c.(*sdk.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	if len(texts) == 0 {
		texts = []string{"tool " + name + " failed and doesn't say why"}
	}
	return &tool.Error{Type: "RuntimeError", Message: strings.Join(texts, "\n")}
}

// resultOf is the structured result where there is one, else the content.
func resultOf(res *sdk.CallToolResult) (value.Value, error) {
	if res.StructuredContent != nil {
		return structured(res)
	}
	var parts value.List
	onlyText := true
	for _, c := range res.Content {
		v := content(c)
		_, isText := v.(value.Str)
		onlyText = onlyText && isText
		parts = append(parts, v)
	}
	switch {
	case len(parts) == 0:
		return value.None{}, nil
	case len(parts) == 1:
		return parts[0], nil
	case !onlyText:
		return parts, nil
	}
	texts := make([]string, len(parts))
	for i, p := range parts {
		texts[i] = string(p.(value.Str))
	}
	return value.Str(strings.Join(texts, "\n")), nil
}

// structured is the structured result. The SDK has lost the order of keys and read numbers as floats; servers
// send the same as text, too, which has them still.
func structured(res *sdk.CallToolResult) (value.Value, error) {
	for _, c := range res.Content {
		var same any
		if text, ok := c.(*sdk.TextContent); ok && json.Unmarshal([]byte(text.Text), &same) == nil && reflect.DeepEqual(same, res.StructuredContent) {
			return tool.FromJSON([]byte(text.Text))
		}
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		return nil, err
	}
	return tool.FromJSON(raw)
}

// content is one piece of a result as a Python value.
func content(c sdk.Content) value.Value {
	switch c := c.(type) {
	case *sdk.TextContent:
		return value.Str(c.Text)
	case *sdk.ImageContent:
		return picture(c.Data)
	case *sdk.AudioContent:
		return value.Bytes(c.Data)
	case *sdk.ResourceLink:
		return value.Str(strings.TrimSpace(c.Name + " " + c.URI))
	case *sdk.EmbeddedResource:
		switch {
		case c.Resource == nil:
		case len(c.Resource.Blob) == 0:
			return value.Str(c.Resource.Text)
		case strings.HasPrefix(c.Resource.MIMEType, "image/"):
			return picture(c.Resource.Blob)
		default:
			return value.Bytes(c.Resource.Blob)
		}
	}
	return value.None{}
}

// picture is an image if it can be one in Python, else its bytes.
func picture(data []byte) value.Value {
	png, err := tool.PNG(data)
	if err != nil {
		return value.Bytes(data)
	}
	return value.Image(png)
}
