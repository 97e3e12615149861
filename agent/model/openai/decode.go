package openai

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// The types here are those parts of an answer that matter, of a whole one and of a
// piece alike. They take what servers are seen to send where the API has something else;
// what can't be meant for anything counts as absent.

type chunk struct {
	Model   text            `json:"model"`
	Choices choices         `json:"choices"`
	Usage   *usage          `json:"usage"`
	Error   json.RawMessage `json:"error"`
}

type choice struct {
	Index        count    `json:"index"`
	Message      *message `json:"message"`
	Delta        *message `json:"delta"`
	FinishReason text     `json:"finish_reason"`
}

type message struct {
	Content content `json:"content"`
	// ReasoningContent is DeepSeek's and vLLM's name, Reasoning that of Ollama, Groq, OpenRouter.
	ReasoningContent content   `json:"reasoning_content"`
	Reasoning        content   `json:"reasoning"`
	Refusal          text      `json:"refusal"`
	ToolCalls        toolCalls `json:"tool_calls"`
}

type toolCall struct {
	Index    *count   `json:"index"`
	ID       text     `json:"id"`
	Function function `json:"function"`
}

type function struct {
	Name      text      `json:"name"`
	Arguments arguments `json:"arguments"`
}

type usage struct {
	PromptTokens     count `json:"prompt_tokens"`
	CompletionTokens count `json:"completion_tokens"`
	PromptDetails    struct {
		CachedTokens count `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	CompletionDetails struct {
		ReasoningTokens count `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
	// CacheHitTokens is DeepSeek's.
	CacheHitTokens count `json:"prompt_cache_hit_tokens"`
}

// UnmarshalJSON implements json.Unmarshaler. An answer isn't lost for its count.
func (u *usage) UnmarshalJSON(raw []byte) error {
	type plain usage
	var p plain
	if json.Unmarshal(raw, &p) == nil {
		*u = usage(p)
	}
	return nil
}

// choices is a list, one object, or null.
type choices []choice

// UnmarshalJSON implements json.Unmarshaler.
func (c *choices) UnmarshalJSON(raw []byte) error {
	list, err := listOrOne[choice](raw)
	*c = list
	return err
}

// toolCalls is a list, one object, or null.
type toolCalls []toolCall

// UnmarshalJSON implements json.Unmarshaler.
func (c *toolCalls) UnmarshalJSON(raw []byte) error {
	list, err := listOrOne[toolCall](raw)
	*c = list
	return err
}

func listOrOne[T any](raw []byte) ([]T, error) {
	var list []T
	if raw[0] != '{' {
		return list, json.Unmarshal(raw, &list)
	}
	var one T
	err := json.Unmarshal(raw, &one)
	return []T{one}, err
}

// text is a string; numbers are taken as they are written.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(raw []byte) error {
	var s string
	switch {
	case json.Unmarshal(raw, &s) == nil:
		*t = text(s)
	case raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
		*t = text(raw)
	}
	return nil
}

// count is a whole number, in any of JSON's forms or in a string.
type count int64

// UnmarshalJSON implements json.Unmarshaler.
func (c *count) UnmarshalJSON(raw []byte) error {
	f, err := strconv.ParseFloat(string(bytes.Trim(raw, `"`)), 64)
	if err == nil && f >= 0 && f < math.MaxInt32 {
		*c = count(f)
	}
	return nil
}

// arguments are a JSON text in a string, as the API has it, or the object itself.
type arguments string

// UnmarshalJSON implements json.Unmarshaler.
func (a *arguments) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) == nil { // also of null, which is ""
		*a = arguments(s)
		return nil
	}
	var b bytes.Buffer
	if err := json.Compact(&b, raw); err != nil {
		return err
	}
	*a = arguments(b.String())
	return nil
}

// content is a text, a list of parts, one part, or null.
type content struct{ text, reasoning string }

// UnmarshalJSON implements json.Unmarshaler.
func (c *content) UnmarshalJSON(raw []byte) error {
	var out, thought strings.Builder
	gather(raw, &out, &thought, 0)
	c.text, c.reasoning = out.String(), thought.String()
	return nil
}

// A content has parts, which have texts; what nests deeper, or has more, is nothing that a
// model says. Each level is parsed for itself.
const (
	maxNesting = 4
	maxParts   = 1000
)

// gather appends the texts of raw; parts of thinking (Mistral's) are the thought.
func gather(raw []byte, out, thought *strings.Builder, depth int) {
	if depth > maxNesting || len(raw) == 0 {
		return
	}
	switch raw[0] {
	case '"':
		var s string
		if json.Unmarshal(raw, &s) == nil {
			out.WriteString(s)
		}
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(raw, &list) == nil {
			for _, item := range list[:min(len(list), maxParts)] {
				gather(item, out, thought, depth+1)
			}
		}
	case '{':
		var part struct{ Text, Content, Thinking json.RawMessage }
		if json.Unmarshal(raw, &part) != nil {
			return
		}
		switch {
		case part.Thinking != nil:
			gather(part.Thinking, thought, thought, depth+1)
		case part.Text != nil:
			gather(part.Text, out, thought, depth+1)
		case part.Content != nil:
			gather(part.Content, out, thought, depth+1)
		}
	}
}
