package anthropic

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/packages/param"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/model/internal/wire"
)

// params makes the body of a request.
func (m *Model) params(req *model.Request) (sdk.MessageNewParams, error) {
	p := sdk.MessageNewParams{Model: m.id, MaxTokens: int64(req.MaxTokens)}
	if p.MaxTokens == 0 {
		p.MaxTokens = defaultMaxTokens
	}
	for _, s := range req.Stop {
		if strings.TrimSpace(s) != "" { // the API refuses white space; the caller's CutStop knows it
			p.StopSequences = append(p.StopSequences, s)
		}
	}
	if req.Temperature != nil {
		p.Temperature = sdk.Float(*req.Temperature)
	}
	if err := addMessages(&p, req.Messages); err != nil {
		return p, err
	}
	for _, t := range req.Tools {
		tool, err := toolParam(t.Name, t.Description, t.Parameters)
		if err != nil {
			return p, fmt.Errorf("the parameters of tool %s aren't a JSON Schema of an object: %w", t.Name, err)
		}
		p.Tools = append(p.Tools, tool)
	}
	choose(&p, m.choice(req.ToolChoice))
	if s := req.Schema; s != nil {
		// The model is made to call a tool that takes the answer.
		tool, err := toolParam(s.Name, "Give the answer in this form.", s.Schema)
		if err != nil {
			return p, fmt.Errorf("the schema of the answer isn't a JSON Schema of an object: %w", err)
		}
		p.Tools = append(p.Tools, tool)
		p.ToolChoice = sdk.ToolChoiceUnionParam{}
		choose(&p, m.choice(s.Name))
	}
	if len(m.extra) > 0 {
		p.SetExtraFields(m.extra)
	}
	return p, nil
}

func toolParam(name, description string, schema json.RawMessage) (sdk.ToolUnionParam, error) {
	var object map[string]json.RawMessage
	if len(schema) == 0 {
		schema = json.RawMessage(`{"type":"object"}`)
	}
	if err := json.Unmarshal(schema, &object); err != nil {
		return sdk.ToolUnionParam{}, err
	}
	tool := &sdk.ToolParam{Name: name, InputSchema: param.Override[sdk.ToolInputSchemaParam](schema)}
	if description != "" {
		tool.Description = sdk.String(description)
	}
	return sdk.ToolUnionParam{OfTool: tool}, nil
}

// choice is the nearest to what is wanted that the API allows: a model that thinks by a
// fixed budget can't be made to call a tool.
func (m *Model) choice(wanted string) string {
	thinking, _ := m.extra["thinking"].(map[string]any)
	if thinking["type"] == "enabled" && wanted != "" && wanted != model.ToolChoiceNone {
		return model.ToolChoiceAuto
	}
	return wanted
}

func choose(p *sdk.MessageNewParams, choice string) {
	switch choice {
	case "":
	case model.ToolChoiceAuto:
		p.ToolChoice.OfAuto = &sdk.ToolChoiceAutoParam{}
	case model.ToolChoiceRequired:
		p.ToolChoice.OfAny = &sdk.ToolChoiceAnyParam{}
	case model.ToolChoiceNone:
		p.ToolChoice.OfNone = &sdk.ToolChoiceNoneParam{}
	default:
		p.ToolChoice = sdk.ToolChoiceParamOfTool(choice)
	}
}

// addMessages puts system messages apart, and makes the rest alternate between user and
// assistant; tools answer as the user.
func addMessages(p *sdk.MessageNewParams, messages []model.Message) error {
	merged := wire.MergeRoles(messages)
	for i, msg := range merged {
		switch msg.Role {
		case model.RoleSystem:
			if text := msg.Text(); strings.TrimSpace(text) != "" {
				p.System = append(p.System, sdk.TextBlockParam{Text: text})
			}
		case model.RoleUser:
			addBlocks(p, sdk.MessageParamRoleUser, partBlocks(msg.Parts))
		case model.RoleAssistant:
			if i == len(merged)-1 && len(msg.Parts) > 0 {
				// The API refuses white space at the end of an answer that it shall go on with.
				last := &msg.Parts[len(msg.Parts)-1]
				last.Text = strings.TrimRight(last.Text, " \t\r\n")
			}
			if blocks := append(partBlocks(msg.Parts), callBlocks(msg.ToolCalls)...); len(blocks) > 0 {
				addBlocks(p, sdk.MessageParamRoleAssistant, append(thinkingBlocks(msg.Thinking), blocks...))
			}
		case model.RoleTool:
			addBlocks(p, sdk.MessageParamRoleUser, []sdk.ContentBlockParamUnion{resultBlock(&msg)})
		default:
			return fmt.Errorf("a message has the role %q, which isn't one", msg.Role)
		}
	}
	if len(p.Messages) == 0 {
		return errors.New("the request has no messages beside the system's")
	}
	return nil
}

func addBlocks(p *sdk.MessageNewParams, role sdk.MessageParamRole, blocks []sdk.ContentBlockParamUnion) {
	if len(blocks) == 0 {
		return
	}
	if last := len(p.Messages) - 1; last >= 0 && p.Messages[last].Role == role {
		p.Messages[last].Content = append(p.Messages[last].Content, blocks...)
		return
	}
	p.Messages = append(p.Messages, sdk.MessageParam{Role: role, Content: blocks})
}

func partBlocks(parts []model.Part) []sdk.ContentBlockParamUnion {
	var out []sdk.ContentBlockParamUnion
	for _, part := range parts {
		switch {
		case part.Image != nil:
			out = append(out, sdk.ContentBlockParamUnion{OfImage: imageBlock(part.Image)})
		case strings.TrimSpace(part.Text) != "": // the API refuses white space
			out = append(out, sdk.NewTextBlock(part.Text))
		}
	}
	return out
}

// thinkingBlocks come before all that they led to.
func thinkingBlocks(thinking []model.Thinking) []sdk.ContentBlockParamUnion {
	var out []sdk.ContentBlockParamUnion
	for _, t := range thinking {
		if t.Redacted != "" {
			out = append(out, sdk.NewRedactedThinkingBlock(t.Redacted))
		} else {
			out = append(out, sdk.NewThinkingBlock(t.Signature, t.Text))
		}
	}
	return out
}

func imageBlock(img *model.Image) *sdk.ImageBlockParam {
	b := &sdk.ImageBlockParam{}
	b.Source.OfBase64 = &sdk.Base64ImageSourceParam{
		MediaType: sdk.Base64ImageSourceMediaType(img.MIME), Data: base64.StdEncoding.EncodeToString(img.Data),
	}
	return b
}

func callBlocks(calls []model.ToolCall) []sdk.ContentBlockParamUnion {
	var out []sdk.ContentBlockParamUnion
	for _, call := range calls {
		var object map[string]json.RawMessage
		var input any = json.RawMessage(call.Arguments)
		if json.Unmarshal([]byte(call.Arguments), &object) != nil || object == nil {
			input = map[string]any{"arguments": call.Arguments} // the model's mistake, which its next turn shall see
		}
		out = append(out, sdk.NewToolUseBlock(call.ID, input, call.Name))
	}
	return out
}

func resultBlock(msg *model.Message) sdk.ContentBlockParamUnion {
	b := &sdk.ToolResultBlockParam{ToolUseID: msg.ToolCallID}
	for _, part := range msg.Parts {
		switch {
		case part.Image != nil:
			b.Content = append(b.Content, sdk.ToolResultBlockParamContentUnion{OfImage: imageBlock(part.Image)})
		case strings.TrimSpace(part.Text) != "":
			b.Content = append(b.Content, sdk.ToolResultBlockParamContentUnion{OfText: &sdk.TextBlockParam{Text: part.Text}})
		}
	}
	return sdk.ContentBlockParamUnion{OfToolResult: b}
}
