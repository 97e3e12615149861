package model

import (
	"context"
	"fmt"
	"slices"
	"sync"
)

// Script is a Model without a network: it gives the answers that it was made with, one
// a call, and keeps the requests that it got. Stop sequences don't touch its answers
// unless CutStop wraps it.
type Script struct {
	answer func(n int, req *Request) (*Response, error)

	mu       sync.Mutex
	requests []*Request
}

// Scripted answers with the texts, in order. A call after the last one is KindExhausted.
func Scripted(texts ...string) *Script {
	responses := make([]*Response, len(texts))
	for i, text := range texts {
		responses[i] = &Response{Message: Text(RoleAssistant, text), StopReason: StopEnd}
	}
	return ScriptedResponses(responses...)
}

// ScriptedResponses answers with the responses, in order. A call after the last one is
// KindExhausted.
func ScriptedResponses(responses ...*Response) *Script {
	return &Script{answer: func(n int, _ *Request) (*Response, error) {
		if n >= len(responses) {
			return nil, &Error{
				Kind: KindExhausted, Provider: scriptProvider,
				Message: fmt.Sprintf("call %d has no answer, the script has %d", n+1, len(responses)),
				Hint:    "give it one answer for each call that is expected",
			}
		}
		return responses[n], nil
	}}
}

// ScriptedFunc answers every call with what f returns. Calls of f may overlap.
func ScriptedFunc(f func(*Request) (*Response, error)) *Script {
	return &Script{answer: func(_ int, req *Request) (*Response, error) { return f(req) }}
}

const scriptProvider = "scripted"

// Info implements Model.
func (s *Script) Info() Info { return Info{Provider: scriptProvider, ID: scriptProvider} }

// Requests are those of all calls so far, as they were at their time.
func (s *Script) Requests() []*Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

// Generate implements Model.
func (s *Script) Generate(ctx context.Context, req *Request, onDelta func(*Delta)) (*Response, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	s.mu.Lock()
	n := len(s.requests)
	s.requests = append(s.requests, cloneRequest(req))
	s.mu.Unlock()
	resp, err := s.answer(n, req)
	if err != nil {
		return nil, err
	}
	resp = cloneResponse(resp)
	if err = playDeltas(ctx, resp, onDelta); err != nil {
		return nil, err
	}
	return resp, nil
}

// playDeltas gives a whole answer in pieces, as if it came from a server.
func playDeltas(ctx context.Context, resp *Response, onDelta func(*Delta)) error {
	if onDelta == nil {
		return nil
	}
	send := func(d *Delta) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		onDelta(d)
		return nil
	}
	for _, piece := range pieces(resp.Message.Reasoning) {
		if err := send(&Delta{Reasoning: piece}); err != nil {
			return err
		}
	}
	for _, piece := range pieces(resp.Message.Text()) {
		if err := send(&Delta{Text: piece}); err != nil {
			return err
		}
	}
	for i, call := range resp.Message.ToolCalls {
		if err := send(&Delta{ToolCall: &ToolCallDelta{Index: i, ID: call.ID, Name: call.Name}}); err != nil {
			return err
		}
		for _, piece := range pieces(call.Arguments) {
			if err := send(&Delta{ToolCall: &ToolCallDelta{Index: i, Arguments: piece}}); err != nil {
				return err
			}
		}
	}
	return nil
}

// pieces cuts a text into pieces of a token's usual length, between characters.
func pieces(text string) []string {
	const runes = 4
	var out []string
	n, start := 0, 0
	for i := range text {
		if n == runes {
			out = append(out, text[start:i])
			n, start = 0, i
		}
		n++
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}

// cloneRequest copies what a caller may change between two calls; the bytes of images
// and schemas are shared.
func cloneRequest(req *Request) *Request {
	c := *req
	c.Messages = slices.Clone(req.Messages)
	for i := range c.Messages {
		c.Messages[i] = cloneMessage(c.Messages[i])
	}
	c.Stop = slices.Clone(req.Stop)
	c.Tools = slices.Clone(req.Tools)
	return &c
}

func cloneResponse(resp *Response) *Response {
	c := *resp
	c.Message = cloneMessage(resp.Message)
	if resp.Usage != nil {
		usage := *resp.Usage
		c.Usage = &usage
	}
	return &c
}

func cloneMessage(m Message) Message {
	m.Parts = slices.Clone(m.Parts)
	m.ToolCalls = slices.Clone(m.ToolCalls)
	m.Thinking = slices.Clone(m.Thinking)
	return m
}
