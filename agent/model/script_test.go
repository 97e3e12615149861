package model

import (
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestScriptedAnswersInOrder(t *testing.T) {
	s := Scripted("one", "two")
	req := &Request{Messages: []Message{Text(RoleUser, "first")}}
	for _, want := range []string{"one", "two"} {
		resp, err := s.Generate(t.Context(), req, nil)
		if err != nil || resp.Message.Text() != want || resp.Message.Role != RoleAssistant {
			t.Fatalf("got %+v, %v; want %q", resp, err, want)
		}
		req.Messages[0].Parts[0].Text = "second"
	}
	_, err := s.Generate(t.Context(), req, nil)
	if !errors.Is(err, KindExhausted) || !strings.Contains(err.Error(), "call 3") {
		t.Fatalf("after the last answer: %v", err)
	}
	reqs := s.Requests()
	if len(reqs) != 3 || reqs[0].Messages[0].Text() != "first" || reqs[1].Messages[0].Text() != "second" {
		t.Fatalf("requests kept: %+v", reqs)
	}
}

// collect puts the pieces of a stream together.
type collect struct {
	text, reasoning strings.Builder
	calls           []ToolCall
	pieces, resets  int
}

func (c *collect) add(d *Delta) {
	if d == nil {
		*c = collect{resets: c.resets + 1}
		return
	}
	c.pieces++
	c.text.WriteString(d.Text)
	c.reasoning.WriteString(d.Reasoning)
	if tc := d.ToolCall; tc != nil {
		for len(c.calls) <= tc.Index {
			c.calls = append(c.calls, ToolCall{})
		}
		call := &c.calls[tc.Index]
		call.ID += tc.ID
		call.Name += tc.Name
		call.Arguments += tc.Arguments
	}
}

func (c *collect) check(t *testing.T, m *Message) {
	t.Helper()
	if c.text.String() != m.Text() || c.reasoning.String() != m.Reasoning {
		t.Errorf("pieces make text %q, reasoning %q; whole %q, %q", c.text.String(), c.reasoning.String(), m.Text(), m.Reasoning)
	}
	if len(c.calls) != len(m.ToolCalls) || len(c.calls) > 0 && !reflect.DeepEqual(c.calls, m.ToolCalls) {
		t.Errorf("pieces make calls %+v; whole %+v", c.calls, m.ToolCalls)
	}
}

func TestScriptedStreams(t *testing.T) {
	want := &Response{Message: Text(RoleAssistant, "Grüße, 世界! <code>x</code>")}
	want.Message.Reasoning = "let me think"
	want.Message.ToolCalls = []ToolCall{{ID: "a", Name: "f", Arguments: `{"x": 1}`}, {ID: "b", Name: "g", Arguments: `{}`}}
	var c collect
	resp, err := ScriptedResponses(want).Generate(t.Context(), &Request{}, c.add)
	if err != nil {
		t.Fatal(err)
	}
	c.check(t, &resp.Message)
	if c.pieces < 10 {
		t.Errorf("only %d pieces", c.pieces)
	}
}

func TestScriptedFunc(t *testing.T) {
	s := ScriptedFunc(func(req *Request) (*Response, error) {
		if len(req.Messages) > 1 {
			return nil, &Error{Kind: KindTooLong, Message: "too much"}
		}
		return &Response{Message: Text(RoleAssistant, "re: "+req.Messages[0].Text())}, nil
	})
	resp, err := s.Generate(t.Context(), &Request{Messages: []Message{Text(RoleUser, "hi")}}, nil)
	if err != nil || resp.Message.Text() != "re: hi" {
		t.Fatal(resp, err)
	}
	if _, err = s.Generate(t.Context(), &Request{Messages: make([]Message, 2)}, nil); !errors.Is(err, KindTooLong) {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = s.Generate(ctx, &Request{}, nil); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}
