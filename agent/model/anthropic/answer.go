package anthropic

import (
	"errors"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/model/internal/wire"
)

var (
	errLong      = errors.New("the answer is too long")
	errManyCalls = errors.New("the answer has too many tool calls, or thoughts")
)

// answer puts a response together from the events of its stream, and passes its pieces
// on. With asText the input of a tool is the text of the answer.
type answer struct {
	onDelta func(*model.Delta)
	asText  bool

	begun, done     bool
	model           string
	stopReason      string
	text, reasoning strings.Builder
	calls           []model.ToolCall
	arguments       []*strings.Builder // of the calls
	blocks          map[int64]int      // from the index of a block to that of its call
	thoughts        []*thought
	size            int

	input, cacheRead, cacheWrite, output, thinking int64 // tokens
}

// thought is a block of thinking.
type thought struct {
	block           int64
	text, signature strings.Builder
	redacted        string
}

func newAnswer(onDelta func(*model.Delta), asText bool) *answer {
	if onDelta == nil {
		onDelta = func(*model.Delta) {}
	}
	return &answer{onDelta: onDelta, asText: asText, blocks: map[int64]int{}}
}

func (a *answer) add(e *sdk.MessageStreamEventUnion) error {
	switch e.Type {
	case "message_start":
		a.begun, a.model = true, e.Message.Model
		u := e.Message.Usage
		a.count(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens, u.OutputTokensDetails.ThinkingTokens)
	case "content_block_start":
		a.addText(e.ContentBlock.Text)
		if strings.HasSuffix(e.ContentBlock.Type, "thinking") {
			a.thoughts = append(a.thoughts, &thought{block: e.Index, redacted: e.ContentBlock.Data})
			a.size += len(e.ContentBlock.Data)
		}
		a.addThought(e.Index, e.ContentBlock.Thinking, e.ContentBlock.Signature)
		if e.ContentBlock.Type == "tool_use" && !a.asText {
			a.addCall(e.Index, e.ContentBlock.ID, e.ContentBlock.Name)
		}
	case "content_block_delta":
		a.addText(e.Delta.Text)
		a.addThought(e.Index, e.Delta.Thinking, e.Delta.Signature)
		if a.asText {
			a.addText(e.Delta.PartialJSON)
		} else {
			a.addArguments(e.Index, e.Delta.PartialJSON)
		}
	case "message_delta":
		a.stopReason = string(e.Delta.StopReason)
		u := e.Usage
		a.count(u.InputTokens, u.CacheReadInputTokens, u.CacheCreationInputTokens, u.OutputTokens, u.OutputTokensDetails.ThinkingTokens)
	case "message_stop":
		a.done = true
	}
	switch {
	case a.size > wire.MaxAnswer:
		return errLong
	case len(a.calls) > wire.MaxCalls || len(a.thoughts) > wire.MaxCalls:
		return errManyCalls
	}
	return nil
}

// count takes counts so far; not every event has all of them.
func (a *answer) count(input, cacheRead, cacheWrite, output, thinking int64) {
	a.input, a.cacheRead, a.cacheWrite = max(a.input, input), max(a.cacheRead, cacheRead), max(a.cacheWrite, cacheWrite)
	a.output, a.thinking = max(a.output, output), max(a.thinking, thinking)
}

// usage has the input from and to the cache, which the API counts apart, in all input.
func (a *answer) usage() *model.Usage {
	return &model.Usage{
		InputTokens: a.input + a.cacheRead + a.cacheWrite, CachedTokens: a.cacheRead,
		OutputTokens: a.output, ReasoningTokens: a.thinking,
	}
}

func (a *answer) addText(s string) {
	if s != "" {
		a.size += len(s)
		a.text.WriteString(s)
		a.onDelta(&model.Delta{Text: s})
	}
}

func (a *answer) addThought(block int64, text, signature string) {
	a.size += len(text) + len(signature)
	if n := len(a.thoughts); n > 0 && a.thoughts[n-1].block == block {
		a.thoughts[n-1].text.WriteString(text)
		a.thoughts[n-1].signature.WriteString(signature)
	}
	if text != "" {
		a.reasoning.WriteString(text)
		a.onDelta(&model.Delta{Reasoning: text})
	}
}

// signed are the blocks of thinking that can be sent back.
func (a *answer) signed() []model.Thinking {
	var out []model.Thinking
	for _, t := range a.thoughts {
		if b := (model.Thinking{Text: t.text.String(), Signature: t.signature.String(), Redacted: t.redacted}); b.Signature != "" || b.Redacted != "" {
			out = append(out, b)
		}
	}
	return out
}

func (a *answer) addCall(block int64, id, name string) {
	a.blocks[block] = len(a.calls)
	a.calls = append(a.calls, model.ToolCall{ID: id, Name: name})
	a.arguments = append(a.arguments, &strings.Builder{})
	a.size += len(id) + len(name)
	a.onDelta(&model.Delta{ToolCall: &model.ToolCallDelta{Index: len(a.calls) - 1, ID: id, Name: name}})
}

func (a *answer) addArguments(block int64, s string) {
	i, ok := a.blocks[block]
	if s == "" || !ok { // the blocks of tools that the server runs aren't calls
		return
	}
	a.size += len(s)
	a.arguments[i].WriteString(s)
	a.onDelta(&model.Delta{ToolCall: &model.ToolCallDelta{Index: i, Arguments: s}})
}

// response is the whole answer.
func (a *answer) response() *model.Response {
	for i, arguments := range a.arguments {
		if arguments.Len() == 0 { // of a tool without any
			arguments.WriteString("{}")
			a.onDelta(&model.Delta{ToolCall: &model.ToolCallDelta{Index: i, Arguments: "{}"}})
		}
		a.calls[i].Arguments = arguments.String()
	}
	msg := model.Message{Role: model.RoleAssistant, ToolCalls: a.calls, Reasoning: a.reasoning.String(), Thinking: a.signed()}
	if a.text.Len() > 0 {
		msg.Parts = []model.Part{{Text: a.text.String()}}
	}
	return &model.Response{Message: msg, Usage: a.usage(), StopReason: a.reason(), Model: a.model}
}

func (a *answer) reason() model.StopReason {
	switch a.stopReason {
	case "end_turn", "stop_sequence", "":
		return model.StopEnd
	case "max_tokens", "model_context_window_exceeded":
		return model.StopLength
	case "tool_use":
		if a.asText {
			return model.StopEnd
		}
		return model.StopToolUse
	case "refusal":
		return model.StopFiltered
	}
	return model.StopReason(a.stopReason)
}
