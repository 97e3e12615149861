package agent_test

import (
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/internal/fakeanthropic"
	"github.com/airlockhq/airlock/agent/model/anthropic"
	"github.com/airlockhq/airlock/agent/tool"
)

// TestThinkingComesBackSigned has Claude think before its calls: its server refuses a
// conversation without the thoughts, also one that was saved and loaded in between. Nobody
// is shown the signatures.
func TestThinkingComesBackSigned(t *testing.T) {
	call := func(id, name, args, thinking string) fakeanthropic.Scenario {
		return fakeanthropic.Answer(fakeanthropic.Reply{Thinking: thinking, Redacted: "c2VhbGVk", Calls: []fakeanthropic.Call{{ID: id, Name: name, Arguments: args}}})
	}
	server := fakeanthropic.New(
		call("1", "one", `{}`, "First ask for one."),
		fakeanthropic.Answer(fakeanthropic.Reply{Thinking: "As text.", Text: `{"name": "one", "arguments": {}}`}),
		fakeanthropic.Error(400, "invalid_request_error", "broken off"),
		call("2", agent.FinalAnswer, `{"answer": 1}`, "That is it."),
	)
	defer server.Close()
	m, err := anthropic.New("claude-test", anthropic.Config{BaseURL: server.BaseURL(), Extra: map[string]any{"thinking": map[string]any{"type": "enabled", "budget_tokens": 1024}}})
	if err != nil {
		t.Fatal(err)
	}
	cfg := agent.Config{Model: m, Tools: []tool.Tool{one}}
	a := newToolCalling(t, cfg)
	if _, err := a.Run(t.Context(), "go"); err == nil || !strings.Contains(err.Error(), "broken off") {
		t.Fatalf("got %v", err)
	}
	saved, err := a.Memory().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	b := newToolCalling(t, cfg)
	if err := b.Memory().UnmarshalJSON(saved); err != nil {
		t.Fatal(err)
	}
	var shown strings.Builder
	res, err := b.Resume(t.Context(), agent.WithEvents(func(e agent.Event) {
		if token, ok := e.(*agent.TokenEvent); ok {
			shown.WriteString(token.Text + token.Reasoning)
		}
	}))
	if err != nil || res.Text != "1" {
		t.Errorf("got %+v, %v", res, err)
	}
	if shown.String() != "That is it." {
		t.Errorf("shown is %q", shown.String())
	}
	requests := server.Requests()
	last := string(requests[len(requests)-1].Raw)
	for _, want := range []string{fakeanthropic.Sign("First ask for one."), fakeanthropic.Sign("As text."), `"type":"redacted_thinking"`} {
		if !strings.Contains(last, want) {
			t.Errorf("no %s in %s", want, last)
		}
	}
}
