// Package model is how an agent talks to a language model.
//
// Model is one method: a list of messages goes in, one message comes out, its text
// in pieces on the way for who wants them. Package openai speaks to everything that has
// an OpenAI-compatible API, package anthropic to Claude, and package provider opens
// either by the name of who serves it; Scripted and Replay answer without a network.
// What they have in common (retries, rate limits, stop sequences that a server doesn't
// know) is made of Models that wrap Models.
package model

import (
	"context"
	"encoding/json"
	"strings"
)

// Role says who speaks in a Message.
type Role string

// The roles.
const (
	RoleSystem    Role = "system"
	RoleUser      Role = "user"
	RoleAssistant Role = "assistant"
	// RoleTool answers the tool call that Message.ToolCallID names.
	RoleTool Role = "tool"
)

// Image is a picture in a message.
type Image struct {
	MIME string `json:"mime"` // image/png, image/jpeg, image/webp or image/gif
	Data []byte `json:"data"`
}

// Part is a piece of a message: a text, or a picture.
type Part struct {
	Text  string `json:"text,omitempty"`
	Image *Image `json:"image,omitempty"`
}

// ToolCall is a call that the model asks for.
type ToolCall struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Arguments are what the model wrote: a JSON object, unless it made a mistake. Nothing
	// has checked that.
	Arguments string `json:"arguments"`
}

// Message is one turn of a conversation.
type Message struct {
	Role  Role   `json:"role"`
	Parts []Part `json:"parts,omitempty"`
	// ToolCalls of an assistant's message.
	ToolCalls []ToolCall `json:"tool_calls,omitempty"`
	// ToolCallID is the call that a message of RoleTool answers.
	ToolCallID string `json:"tool_call_id,omitempty"`
	// Reasoning is what the model thought before it answered, where it tells. It isn't sent back.
	Reasoning string `json:"reasoning,omitempty"`
	// Thinking are the blocks of that which the server signed. It wants them back as they are
	// (Anthropic's, of a model that thinks and calls tools); they are nothing to show.
	Thinking []Thinking `json:"thinking,omitempty"`
}

// Thinking is a signed block of a model's reasoning, or one that its server alone can read.
type Thinking struct {
	Text      string `json:"text,omitempty"`
	Signature string `json:"signature,omitempty"`
	Redacted  string `json:"redacted,omitempty"`
}

// Text makes a message of one text.
func Text(role Role, text string) Message {
	return Message{Role: role, Parts: []Part{{Text: text}}}
}

// Text is all text of the message.
func (m *Message) Text() string {
	if len(m.Parts) == 1 {
		return m.Parts[0].Text
	}
	var b strings.Builder
	for _, p := range m.Parts {
		b.WriteString(p.Text)
	}
	return b.String()
}

// ToolSpec is a function that the model may ask to be called.
type ToolSpec struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"` // JSON Schema of an object
}

// Schema asks for an answer that is JSON of that form.
type Schema struct {
	Name   string          `json:"name"`
	Schema json.RawMessage `json:"schema"`
}

// Values of Request.ToolChoice beside the name of a tool.
const (
	ToolChoiceAuto     = "auto"
	ToolChoiceRequired = "required"
	ToolChoiceNone     = "none"
)

// Request is what a model is asked. Only Messages is needed.
type Request struct {
	Messages []Message `json:"messages"`
	// Stop are texts at which the answer ends; they are not part of it.
	Stop []string `json:"stop,omitempty"`
	// Tools the model may call. ToolChoice is a constant or a tool's name; "" leaves it to
	// the server.
	Tools      []ToolSpec `json:"tools,omitempty"`
	ToolChoice string     `json:"tool_choice,omitempty"`
	Schema     *Schema    `json:"schema,omitempty"`
	// MaxTokens of the answer; 0 is the model's own limit.
	MaxTokens   int      `json:"max_tokens,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"`
}

// Usage counts tokens. CachedTokens are part of InputTokens, ReasoningTokens of OutputTokens.
// Cost is what they cost by the Price that Priced was given, 0 without one.
type Usage struct {
	InputTokens     int64 `json:"input_tokens"`
	OutputTokens    int64 `json:"output_tokens"`
	CachedTokens    int64 `json:"cached_tokens,omitempty"`
	ReasoningTokens int64 `json:"reasoning_tokens,omitempty"`

	Cost float64 `json:"cost,omitempty"`
}

// Add returns the sum.
func (u Usage) Add(v Usage) Usage {
	return Usage{
		InputTokens: u.InputTokens + v.InputTokens, OutputTokens: u.OutputTokens + v.OutputTokens,
		CachedTokens: u.CachedTokens + v.CachedTokens, ReasoningTokens: u.ReasoningTokens + v.ReasoningTokens,
		Cost: u.Cost + v.Cost,
	}
}

// StopReason says why an answer ended.
type StopReason string

// The reasons; a server's other words are kept as they are.
const (
	StopEnd      StopReason = "stop"       // it was complete, or a stop sequence came
	StopLength   StopReason = "length"     // MaxTokens or the model's limit
	StopToolUse  StopReason = "tool_calls" // tools are to be called
	StopFiltered StopReason = "content_filter"
)

// Response is a model's answer. Usage is nil where the server doesn't count.
type Response struct {
	Message    Message    `json:"message"`
	Usage      *Usage     `json:"usage,omitempty"`
	StopReason StopReason `json:"stop_reason,omitempty"`
	// Model that answered, where the server names it.
	Model string `json:"model,omitempty"`
}

// Delta is a piece of an answer as it comes. Texts are to be appended; a piece of a
// tool call belongs to the call of that index, whose ID and Name come once.
type Delta struct {
	Text      string
	Reasoning string
	ToolCall  *ToolCallDelta
}

// ToolCallDelta is a piece of a tool call.
type ToolCallDelta struct {
	Index     int
	ID, Name  string
	Arguments string
}

// Info names a model in logs and traces.
type Info struct {
	// Provider by the names of OpenTelemetry's gen_ai.provider.name: openai, anthropic, …
	Provider string
	ID       string
}

// Model is a language model. It may be used from any goroutine.
type Model interface {
	// Generate answers req. With onDelta, which is called from one goroutine at a time, the
	// answer is asked for in pieces; the response is whole in any case. After an error that
	// is retried the pieces begin anew, which onDelta is told by a call with a nil Delta.
	//
	// Errors of the server and of the way to it are an *Error.
	Generate(ctx context.Context, req *Request, onDelta func(*Delta)) (*Response, error)
	// Info names the model.
	Info() Info
}
