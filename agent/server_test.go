package agent_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/internal/fakeopenai"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/model/openai"
	"github.com/airlockhq/airlock/agent/tool"
)

// talk makes a model of a fake server, as package provider would, but with short times. A
// call may take the time of call.
func talk(t *testing.T, srv *fakeopenai.Server, call time.Duration) model.Model {
	t.Helper()
	m, err := openai.New("fake", openai.Config{BaseURL: srv.BaseURL()})
	if err != nil {
		t.Fatal(err)
	}
	return model.CutStop(model.Retry(model.Timeout(m, call, 10*time.Second), model.RetryPolicy{Retries: 2, First: time.Millisecond, Max: 20 * time.Millisecond}))
}

// TestServers runs agents on a server that behaves in all the ways of servers: each run
// has the right answer, or an error that says what happened.
func TestServers(t *testing.T) {
	text := func(code string) fakeopenai.Scenario { return fakeopenai.Text(block(code)) }
	answer := text("final_answer(6 * 7)")
	for _, c := range []struct {
		name    string
		answers []fakeopenai.Scenario
		want    string     // the answer
		kind    model.Kind // or the error
		hangs   bool
	}{
		{name: "well", answers: []fakeopenai.Scenario{text("x = 6"), text("final_answer(x * 7)")}, want: "42"},
		{name: "429 with Retry-After", answers: []fakeopenai.Scenario{fakeopenai.RateLimited(0.01), answer}, want: "42"},
		{name: "429 for ever", answers: []fakeopenai.Scenario{fakeopenai.RateLimited(0.01)}, kind: model.KindRateLimited},
		{name: "500 twice", answers: []fakeopenai.Scenario{fakeopenai.Error(500, "server_error", "", "oops"), fakeopenai.HTML(502), answer}, want: "42"},
		{name: "500 for ever", answers: []fakeopenai.Scenario{fakeopenai.Error(500, "server_error", "", "oops")}, kind: model.KindUnavailable},
		{name: "cut connection", answers: []fakeopenai.Scenario{fakeopenai.Answer(fakeopenai.Reply{Text: block("final_answer('half')"), CutAfter: 2}), answer}, want: "42"},
		{name: "malformed events", answers: []fakeopenai.Scenario{fakeopenai.Events("{not json", "[DONE]"), answer}, want: "42"},
		{name: "wrong JSON", answers: []fakeopenai.Scenario{fakeopenai.Raw(200, "application/json", `{"choices": 5}`), answer}, want: "42"},
		{name: "no choices", answers: []fakeopenai.Scenario{fakeopenai.Raw(200, "application/json", `{"choices": []}`)}, kind: model.KindBadResponse},
		{name: "wrong key", answers: []fakeopenai.Scenario{fakeopenai.Error(401, "invalid_request_error", "invalid_api_key", "Incorrect API key")}, kind: model.KindAuth},
		{name: "hangs once", answers: []fakeopenai.Scenario{fakeopenai.Hang, answer}, want: "42", hangs: true},
		{name: "very long", answers: []fakeopenai.Scenario{fakeopenai.Text("Thought: " + strings.Repeat("long ", 200_000) + block("final_answer(42)"))}, want: "42"},
		{name: "too long", answers: []fakeopenai.Scenario{fakeopenai.Long(20 << 20)}, kind: model.KindInvalid},
	} {
		for _, stream := range []bool{false, true} {
			name := c.name
			if stream {
				name += ", streamed"
			}
			t.Run(name, func(t *testing.T) {
				srv := fakeopenai.New(c.answers...)
				defer srv.Close()
				call := time.Minute
				if c.hangs {
					call = 5 * time.Second
				}
				a := newCode(t, agent.Config{Model: talk(t, srv, call)})
				var opts []agent.RunOption
				if stream {
					opts = append(opts, agent.WithEvents(func(agent.Event) {}))
				}
				res, err := a.Run(t.Context(), "What is six times seven?", opts...)
				switch {
				case c.kind != "" && !errors.Is(err, c.kind):
					t.Errorf("got %+v, %v", res, err)
				case c.kind == "" && (err != nil || res.Text != c.want):
					t.Errorf("got %+v, %v", res, err)
				}
			})
		}
	}
}

// TestServerStreamsTokensAndCalls looks at the pieces that an answer comes in, and at
// tool calls in pieces.
func TestServerStreamsTokensAndCalls(t *testing.T) {
	double := tool.MustFunc("double", "Doubles.", func(_ context.Context, in struct {
		N int `json:"n"`
	}) (int, error) {
		return 2 * in.N, nil
	})
	srv := fakeopenai.New(
		fakeopenai.Answer(fakeopenai.Reply{Reasoning: "I call twice.", Calls: []fakeopenai.Call{{ID: "a", Name: "double", Arguments: `{"n": 4}`}, {ID: "b", Name: "double", Arguments: `{"n": 5}`}}}),
		fakeopenai.Answer(fakeopenai.Reply{Calls: []fakeopenai.Call{{ID: "c", Name: agent.FinalAnswer, Arguments: `{"answer": 18}`}}}))
	defer srv.Close()
	before := runtime.NumGoroutine()
	a, err := agent.NewToolCalling(agent.Config{Model: talk(t, srv, time.Minute), Tools: []tool.Tool{double}})
	if err != nil {
		t.Fatal(err)
	}
	var reasoning strings.Builder
	res := run(t, a, "double four and five, and add", agent.WithEvents(func(e agent.Event) {
		if tok, ok := e.(*agent.TokenEvent); ok {
			reasoning.WriteString(tok.Reasoning)
		}
	}))
	if res.Text != "18" || !res.UsageKnown || res.Usage.OutputTokens == 0 || reasoning.String() != "I call twice." {
		t.Errorf("got %+v, reasoning %q", res, reasoning.String())
	}
	if step := actions(a.Memory())[0]; step.Calls[0].Result != "8" || step.Calls[1].Result != "10" {
		t.Errorf("calls are %+v", step.Calls)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
	srv.Close()
	settle(t, "goroutines", before, runtime.NumGoroutine)
}
