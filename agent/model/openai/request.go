package openai

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/model/internal/wire"
)

// maxStops is how many stop sequences OpenAI takes. More are cut by the caller's CutStop.
const maxStops = 4

// params makes the body of a request.
func (m *Model) params(req *model.Request, messages []sdk.ChatCompletionMessageParamUnion, stream bool) (sdk.ChatCompletionNewParams, error) {
	p := sdk.ChatCompletionNewParams{Model: m.id, Messages: messages}
	if len(req.Stop) > 0 && !m.noStop.Load() {
		p.Stop.OfStringArray = req.Stop[:min(len(req.Stop), maxStops)]
	}
	if req.MaxTokens > 0 {
		if m.maxCompletionTokens != m.otherMaxTokens.Load() {
			p.MaxCompletionTokens = sdk.Int(int64(req.MaxTokens))
		} else {
			p.MaxTokens = sdk.Int(int64(req.MaxTokens))
		}
	}
	if req.Temperature != nil {
		p.Temperature = sdk.Float(*req.Temperature)
	}
	if stream && !m.noStreamOptions.Load() {
		p.StreamOptions.IncludeUsage = sdk.Bool(true)
	}
	if req.Schema != nil {
		format, err := schemaParam(req.Schema)
		if err != nil {
			return p, err
		}
		p.ResponseFormat.OfJSONSchema = format
	}
	for _, t := range req.Tools {
		f := shared.FunctionDefinitionParam{Name: t.Name}
		if t.Description != "" {
			f.Description = sdk.String(t.Description)
		}
		if len(t.Parameters) > 0 {
			if err := json.Unmarshal(t.Parameters, &f.Parameters); err != nil {
				return p, fmt.Errorf("the parameters of tool %s aren't a JSON Schema: %w", t.Name, err)
			}
		}
		p.Tools = append(p.Tools, sdk.ChatCompletionFunctionTool(f))
	}
	switch c := req.ToolChoice; c {
	case "":
	case model.ToolChoiceAuto, model.ToolChoiceRequired, model.ToolChoiceNone:
		p.ToolChoice.OfAuto = sdk.String(c)
	default:
		p.ToolChoice.OfFunctionToolChoice = &sdk.ChatCompletionNamedToolChoiceParam{
			Function: sdk.ChatCompletionNamedToolChoiceFunctionParam{Name: c},
		}
	}
	if len(m.extra) > 0 {
		p.SetExtraFields(m.extra)
	}
	return p, nil
}

func schemaParam(s *model.Schema) (*shared.ResponseFormatJSONSchemaParam, error) {
	var tree map[string]any
	if err := json.Unmarshal(s.Schema, &tree); err != nil {
		return nil, fmt.Errorf("the schema of the answer isn't a JSON Schema: %w", err)
	}
	p := &shared.ResponseFormatJSONSchemaParam{}
	p.JSONSchema.Name = s.Name
	p.JSONSchema.Schema = s.Schema
	if isStrict(tree) {
		p.JSONSchema.Strict = sdk.Bool(true)
	}
	return p, nil
}

// isStrict tells that a schema keeps the rules under which OpenAI guarantees an answer's
// form: every object lists all its properties as required and allows no others.
func isStrict(schema any) bool {
	switch s := schema.(type) {
	case map[string]any:
		if s["type"] == "object" {
			properties, _ := s["properties"].(map[string]any)
			required, _ := s["required"].([]any)
			if s["additionalProperties"] != false || len(required) != len(properties) {
				return false
			}
		}
		for _, v := range s {
			if !isStrict(v) {
				return false
			}
		}
	case []any:
		for _, v := range s {
			if !isStrict(v) {
				return false
			}
		}
	}
	return true
}

// messageParams makes the messages of a request. Neighbours of one role become one
// message, since the templates of many models want the roles to alternate; images among
// a tool's results follow as the user's, since that is the only place for them.
func messageParams(messages []model.Message) ([]sdk.ChatCompletionMessageParamUnion, error) {
	var out []sdk.ChatCompletionMessageParamUnion
	var images []model.Part
	for _, msg := range wire.MergeRoles(messages) {
		if len(images) > 0 && msg.Role != model.RoleTool {
			out = append(out, userParam(images))
			images = nil
		}
		switch msg.Role {
		case model.RoleSystem:
			out = append(out, sdk.SystemMessage(msg.Text()))
		case model.RoleUser:
			out = append(out, userParam(msg.Parts))
		case model.RoleAssistant:
			out = append(out, assistantParam(&msg))
		case model.RoleTool:
			out = append(out, sdk.ToolMessage(msg.Text(), msg.ToolCallID))
			for _, part := range msg.Parts {
				if part.Image != nil {
					images = append(images, part)
				}
			}
		default:
			return nil, fmt.Errorf("a message has the role %q, which isn't one", msg.Role)
		}
	}
	if len(images) > 0 {
		out = append(out, userParam(images))
	}
	if len(out) == 0 {
		return nil, errors.New("the request has no messages")
	}
	return out, nil
}

// userParam is a plain text where it can be: not every server takes a list.
func userParam(parts []model.Part) sdk.ChatCompletionMessageParamUnion {
	var list []sdk.ChatCompletionContentPartUnionParam
	text, plain := "", true
	for _, part := range parts {
		if part.Image == nil {
			text += part.Text
			list = append(list, sdk.TextContentPart(part.Text))
			continue
		}
		plain = false
		url := "data:" + part.Image.MIME + ";base64," + base64.StdEncoding.EncodeToString(part.Image.Data)
		list = append(list, sdk.ImageContentPart(sdk.ChatCompletionContentPartImageImageURLParam{URL: url}))
	}
	if plain {
		return sdk.UserMessage(text)
	}
	return sdk.UserMessage(list)
}

func assistantParam(msg *model.Message) sdk.ChatCompletionMessageParamUnion {
	a := &sdk.ChatCompletionAssistantMessageParam{}
	if text := msg.Text(); text != "" || len(msg.ToolCalls) == 0 {
		a.Content.OfString = sdk.String(text)
	}
	for _, call := range msg.ToolCalls {
		a.ToolCalls = append(a.ToolCalls, sdk.ChatCompletionMessageToolCallUnionParam{
			OfFunction: &sdk.ChatCompletionMessageFunctionToolCallParam{
				ID:       call.ID,
				Function: sdk.ChatCompletionMessageFunctionToolCallFunctionParam{Name: call.Name, Arguments: call.Arguments},
			},
		})
	}
	return sdk.ChatCompletionMessageParamUnion{OfAssistant: a}
}
