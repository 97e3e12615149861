package memory

import (
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/agent/model"
)

// Messages implements Step.
func (t *Task) Messages(bool) []model.Message {
	return []model.Message{user("New task:\n"+t.Text+"\n", t.Images)}
}

// Messages implements Step.
func (n *Note) Messages(bool) []model.Message {
	return []model.Message{model.Text(model.RoleUser, n.Text+"\n")}
}

// Messages implements Step. The user's word after the plan keeps a model from going on
// with the plan itself.
func (p *Plan) Messages(summary bool) []model.Message {
	if summary {
		return nil
	}
	return []model.Message{
		model.Text(model.RoleAssistant, strings.TrimSpace(p.Text)),
		model.Text(model.RoleUser, "Now carry out this plan, one step at a time.\n"),
	}
}

// Messages implements Step.
func (a *Action) Messages(summary bool) []model.Message {
	var out []model.Message
	if text := strings.TrimSpace(a.Output.Text()); (text != "" || len(a.Output.ToolCalls) > 0) && !summary {
		m := model.Message{Role: model.RoleAssistant, ToolCalls: a.Output.ToolCalls, Thinking: a.Output.Thinking}
		if text != "" {
			m.Parts = []model.Part{{Text: text}}
		}
		out = append(out, m)
		out = append(out, a.toolMessages()...)
	}
	if summary && a.Code != "" {
		out = append(out, model.Text(model.RoleUser, "Code that was run:\n"+a.Code+"\n"))
	}
	var images []model.Image
	if a.ShowImages {
		images = a.Images
	}
	if a.Observations != "" && (summary || len(a.Output.ToolCalls) == 0) {
		out = append(out, user("Observation:\n"+a.Observations+"\n", images))
	} else if len(images) > 0 {
		out = append(out, user("", images))
	}
	if a.Error != nil && a.Error.Kind != ErrorMaxSteps && (summary || len(a.Output.ToolCalls) == 0 || a.Error.Kind != ErrorTool) {
		out = append(out, model.Text(model.RoleUser, errorText(a.Error)))
	}
	return out
}

// toolMessages answer the calls that the model asked for, each by its ID: servers refuse a
// conversation in which one is missing.
func (a *Action) toolMessages() []model.Message {
	var out []model.Message
	for _, tc := range a.Output.ToolCalls {
		text := "The call was not made."
		if a.Final {
			text = "The answer was given."
		}
		for _, c := range a.Calls {
			if c.ID != tc.ID || !c.ByModel {
				continue
			}
			text = c.Result
			if c.Error != "" {
				text = errorText(&Error{Kind: ErrorTool, Message: c.Error})
			}
		}
		m := model.Text(model.RoleTool, text)
		m.ToolCallID = tc.ID
		out = append(out, m)
	}
	return out
}

func errorText(e *Error) string {
	if e.Kind == ErrorInterrupted {
		return fmt.Sprintf("The step was broken off: %s. The work goes on now.\n", e.Message)
	}
	return fmt.Sprintf("Error:\n%s\nTry again without making that mistake. If several attempts failed, take an entirely different way.\n", e.Message)
}

// Messages implements Step. An answer ends a run; where the conversation goes on, the
// model knows it from the action before.
func (*Final) Messages(bool) []model.Message { return nil }

func user(text string, images []model.Image) model.Message {
	m := model.Message{Role: model.RoleUser}
	if text != "" {
		m.Parts = append(m.Parts, model.Part{Text: text})
	}
	for i := range images {
		m.Parts = append(m.Parts, model.Part{Image: &images[i]})
	}
	return m
}
