package openai

import (
	"crypto/rand"
	"errors"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/model/internal/wire"
)

var (
	errLong      = errors.New("the answer is too long")
	errManyCalls = errors.New("the answer has too many tool calls")
)

// answer puts a response together from its pieces, and passes them on.
type answer struct {
	onDelta func(*model.Delta)
	think   thinkSplitter

	chosen          bool // a choice has come
	finishReason    string
	model           string
	usage           *model.Usage
	text, reasoning strings.Builder
	refused         bool
	calls           []model.ToolCall
	arguments       []*strings.Builder // of the calls
	indexes         map[count]int      // from the server's indexes to those of calls; the last call of each
	size            int
}

func newAnswer(onDelta func(*model.Delta)) *answer {
	if onDelta == nil {
		onDelta = func(*model.Delta) {}
	}
	return &answer{onDelta: onDelta, indexes: map[count]int{}}
}

func (a *answer) add(c *chunk) error {
	if c.Model != "" {
		a.model = string(c.Model)
	}
	if u := c.Usage; u != nil && u.PromptTokens+u.CompletionTokens > 0 {
		a.usage = &model.Usage{
			InputTokens: int64(u.PromptTokens), OutputTokens: int64(u.CompletionTokens),
			CachedTokens:    int64(max(u.PromptDetails.CachedTokens, u.CacheHitTokens)),
			ReasoningTokens: int64(u.CompletionDetails.ReasoningTokens),
		}
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 { // only one was asked for
			continue
		}
		a.chosen = true
		if choice.FinishReason != "" {
			a.finishReason = string(choice.FinishReason)
		}
		if err := a.addMessage(choice.Message, true); err != nil {
			return err
		}
		if err := a.addMessage(choice.Delta, false); err != nil {
			return err
		}
	}
	return nil
}

// addMessage takes a whole message or a piece of one.
func (a *answer) addMessage(msg *message, whole bool) error {
	if msg == nil {
		return nil
	}
	thought := msg.ReasoningContent.text
	if thought == "" {
		thought = msg.Reasoning.text // some send both
	}
	thought += msg.Content.reasoning
	a.addReasoning(thought)
	a.addText(msg.Content.text)
	if msg.Refusal != "" {
		a.refused = true
		a.addText(string(msg.Refusal))
	}
	for _, call := range msg.ToolCalls {
		if err := a.addCall(&call, whole); err != nil {
			return err
		}
	}
	a.size += len(thought) + len(msg.Content.text) + len(msg.Refusal)
	if a.size > wire.MaxAnswer {
		return errLong
	}
	return nil
}

func (a *answer) addReasoning(s string) {
	if s != "" {
		a.reasoning.WriteString(s)
		a.onDelta(&model.Delta{Reasoning: s})
	}
}

func (a *answer) addText(s string) {
	if s != "" {
		var p split
		a.think.feed(s, &p)
		a.apply(&p)
	}
}

// apply takes what the splitter made of the text.
func (a *answer) apply(p *split) {
	if p.wasReasoning {
		// All that was taken for text turns out to be thought.
		thought := a.text.String()
		a.text.Reset()
		a.onDelta(nil)
		if earlier := a.reasoning.String(); earlier != "" {
			a.onDelta(&model.Delta{Reasoning: earlier})
		}
		a.replayCalls()
		a.addReasoning(thought)
	}
	a.addReasoning(p.reasoning.String())
	if text := p.text.String(); text != "" {
		a.text.WriteString(text)
		a.onDelta(&model.Delta{Text: text})
	}
}

// replayCalls tells the calls so far once more.
func (a *answer) replayCalls() {
	for i, call := range a.calls {
		a.onDelta(&model.Delta{ToolCall: &model.ToolCallDelta{Index: i, ID: call.ID, Name: call.Name, Arguments: a.arguments[i].String()}})
	}
}

func (a *answer) addCall(c *toolCall, whole bool) error {
	i, isNew := len(a.calls), true
	if !whole {
		i, isNew = a.place(c)
	}
	if isNew {
		if i == wire.MaxCalls {
			return errManyCalls
		}
		id := string(c.ID)
		if id == "" || slices.ContainsFunc(a.calls, func(c model.ToolCall) bool { return c.ID == id }) {
			id = "call_" + rand.Text()
		}
		a.calls = append(a.calls, model.ToolCall{ID: id, Name: string(c.Function.Name)})
		a.arguments = append(a.arguments, &strings.Builder{})
	}
	delta := &model.ToolCallDelta{Index: i, Arguments: string(c.Function.Arguments)}
	call := &a.calls[i]
	if isNew {
		delta.ID, delta.Name = call.ID, call.Name
	} else if call.Name == "" && c.Function.Name != "" {
		call.Name = string(c.Function.Name)
		delta.Name = call.Name
	}
	a.arguments[i].WriteString(delta.Arguments)
	a.size += len(delta.Arguments) + len(delta.ID) + len(delta.Name)
	a.onDelta(&model.Delta{ToolCall: delta})
	return nil
}

// place finds the call that a piece belongs to: that of its index. Where the index is
// missing, or the same for all calls, another id with a name begins another call.
func (a *answer) place(c *toolCall) (index int, isNew bool) {
	last := len(a.calls) - 1
	i := last
	if c.Index != nil {
		known, ok := a.indexes[*c.Index]
		if !ok {
			a.indexes[*c.Index] = last + 1
			return last + 1, true
		}
		i = known
	}
	if i >= 0 && (c.Function.Name == "" || c.ID == "" && c.Index != nil || string(c.ID) == a.calls[i].ID) {
		return i, false
	}
	if c.Index != nil {
		a.indexes[*c.Index] = last + 1
	}
	return last + 1, true
}

// response is the whole answer, after its last piece.
func (a *answer) response() *model.Response {
	var p split
	a.think.end(&p)
	a.apply(&p)
	for i := range a.calls {
		a.calls[i].Arguments = a.arguments[i].String()
		if strings.TrimSpace(a.calls[i].Arguments) == "" {
			a.calls[i].Arguments += "{}"
			a.onDelta(&model.Delta{ToolCall: &model.ToolCallDelta{Index: i, Arguments: "{}"}})
		}
	}
	msg := model.Message{Role: model.RoleAssistant, ToolCalls: a.calls, Reasoning: a.reasoning.String()}
	if a.text.Len() > 0 {
		msg.Parts = []model.Part{{Text: a.text.String()}}
	}
	resp := &model.Response{Message: msg, Usage: a.usage, StopReason: stopReason(a.finishReason), Model: a.model}
	switch {
	case a.refused:
		resp.StopReason = model.StopFiltered
	case len(a.calls) > 0 && resp.StopReason == model.StopEnd:
		resp.StopReason = model.StopToolUse // Ollama says stop
	}
	return resp
}

// stopReason turns the words of servers into the API's.
func stopReason(s string) model.StopReason {
	switch s {
	case "eos", "eos_token", "stop_sequence", "end_turn", "":
		return model.StopEnd
	case "max_tokens", "model_length":
		return model.StopLength
	case "function_call", "tool_use":
		return model.StopToolUse
	}
	return model.StopReason(s)
}
