package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
)

func TestManagedAgentsTwoLevelsDeep(t *testing.T) {
	double := tool.MustFunc("double", "Doubles.", func(_ context.Context, a struct {
		N int `json:"n"`
	}) (int, error) {
		return 2 * a.N, nil
	})
	usage := func(text string) *model.Response {
		return &model.Response{Message: model.Text(model.RoleAssistant, text), Usage: &model.Usage{InputTokens: 10, OutputTokens: 1}}
	}
	clerk, err := agent.NewCode(agent.Config{
		Model: model.ScriptedResponses(usage(block("final_answer(double(n))"))), Name: "clerk", Description: "Doubles numbers.", Tools: []tool.Tool{double},
	})
	if err != nil {
		t.Fatal(err)
	}
	boss := model.ScriptedResponses(usage(block(`r = clerk(task="double it", additional_args={"n": 21})`)), usage(block("print(r)\nfinal_answer(r)")))
	middle, err := agent.NewCode(agent.Config{Model: boss, Name: "middle", Description: "Has a clerk.", Agents: []*agent.Agent{clerk}, Report: true})
	if err != nil {
		t.Fatal(err)
	}
	m := model.ScriptedResponses(usage(block("final_answer(middle('what is twice 21?'))")))
	a := newCode(t, agent.Config{Model: m, Agents: []*agent.Agent{middle}, Name: "top", Description: "Asks."})
	var sources []string
	res := run(t, a, "go", agent.WithEvents(func(e agent.Event) {
		if s, ok := e.(*agent.StepEvent); ok {
			sources = append(sources, s.Agent)
		}
	}))
	for _, want := range []string{"Report of middle:", "Report of clerk:\n42", "How middle worked:"} {
		if !strings.Contains(res.Text, want) {
			t.Errorf("no %q in the answer:\n%s", want, res.Text)
		}
	}
	if got := fmt.Sprint(sources); got != "[top/middle/clerk top/middle top/middle top]" {
		t.Errorf("steps came from %s", got)
	}
	if res.Usage.InputTokens != 40 || !res.UsageKnown {
		t.Errorf("usage is %+v", res.Usage)
	}
	step := actions(a.Memory())[0]
	if len(step.Managed) != 1 || step.Managed[0].Agent != "top/middle" || len(actions(step.Managed[0].Memory)[0].Managed) != 1 {
		t.Errorf("managed runs are %+v", step.Managed)
	}
	if s := m.Requests()[0].Messages[0].Text(); !strings.Contains(s, "def middle(task: str") {
		t.Errorf("the system prompt doesn't tell of the assistant:\n%s", s)
	}
}

// TestManagedAgentsAtTheSameTime has every call wait until both run.
func TestManagedAgentsAtTheSameTime(t *testing.T) {
	var running atomic.Int32
	both := make(chan struct{})
	m := model.ScriptedFunc(func(req *model.Request) (*model.Response, error) {
		if running.Add(1) == 2 {
			close(both)
		}
		<-both
		task := req.Messages[1].Text()
		n := "1"
		if strings.Contains(task, "second") {
			n = "2"
		}
		return &model.Response{Message: model.Text(model.RoleAssistant, block("x = "+n+"\nfinal_answer(x)"))}, nil
	})
	helper, err := agent.NewCode(agent.Config{Model: m, Name: "helper", Description: "Helps."})
	if err != nil {
		t.Fatal(err)
	}
	calls := &model.Response{Message: model.Message{Role: model.RoleAssistant, ToolCalls: []model.ToolCall{
		{ID: "a", Name: "helper", Arguments: `{"task": "the first"}`}, {ID: "b", Name: "helper", Arguments: `{"task": "the second"}`},
	}}}
	final := &model.Response{Message: model.Message{Role: model.RoleAssistant, ToolCalls: []model.ToolCall{{ID: "c", Name: agent.FinalAnswer, Arguments: `{"answer": "done"}`}}}}
	top, err := agent.NewToolCalling(agent.Config{Model: model.ScriptedResponses(calls, final), Agents: []*agent.Agent{helper}, Host: localHost(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := top.Close(); err != nil {
			t.Error(err)
		}
	}()
	if res := run(t, top, "go"); res.Text != "done" {
		t.Errorf("got %+v", res)
	}
	step := actions(top.Memory())[0]
	if len(step.Calls) != 2 || step.Calls[0].Result != "Report of helper:\n1" || step.Calls[1].Result != "Report of helper:\n2" {
		t.Errorf("got %+v", step.Calls)
	}
}

func TestBudgetIsShared(t *testing.T) {
	helper, err := agent.NewCode(agent.Config{Model: model.Scripted(block("x = 1"), block("x = 2"), "I give up."), Name: "helper", Description: "Helps."})
	if err != nil {
		t.Fatal(err)
	}
	a := newCode(t, agent.Config{
		Model: model.Scripted(block("print(helper('go'))"), "That was all."), Agents: []*agent.Agent{helper}, Budget: agent.Budget{Steps: 3},
	})
	if res := run(t, a, "go"); res.State != agent.StateMaxSteps || res.Text != "That was all." {
		t.Errorf("got %+v", res)
	}
	if s := actions(a.Memory())[0]; !strings.Contains(s.Observations, "I give up.") {
		t.Errorf("observed %q", s.Observations)
	}
	tokens := &model.Response{Message: model.Text(model.RoleAssistant, block("x = 1")), Usage: &model.Usage{InputTokens: 90, OutputTokens: 20}}
	a = newCode(t, agent.Config{Model: model.ScriptedResponses(tokens, tokens), Budget: agent.Budget{Tokens: 100}})
	var b *agent.BudgetError
	if _, err := a.Run(t.Context(), "go"); !errors.As(err, &b) || b.What != "tokens" {
		t.Errorf("got %v", err)
	}
	untold := &model.Response{Message: model.Text(model.RoleAssistant, "x"+strings.Repeat("y", 40_000)+block("x = 1"))}
	a = newCode(t, agent.Config{Model: model.ScriptedResponses(untold, untold), Budget: agent.Budget{Tokens: 10_000}})
	if _, err := a.Run(t.Context(), "go"); !errors.As(err, &b) || b.What != "tokens" {
		t.Errorf("without usage: got %v", err)
	}
}

// TestResumeGoesOnWithTheBudget has a server fail in the second of three steps.
func TestResumeGoesOnWithTheBudget(t *testing.T) {
	n := 0
	m := model.ScriptedFunc(func(*model.Request) (*model.Response, error) {
		if n++; n == 2 {
			return nil, &model.Error{Kind: model.KindUnavailable, Message: "down"}
		}
		return &model.Response{Message: model.Text(model.RoleAssistant, block("x = 1")), Usage: &model.Usage{InputTokens: 40, OutputTokens: 10}}, nil
	})
	a := newCode(t, agent.Config{Model: m, Budget: agent.Budget{Steps: 3}})
	if _, err := a.Run(t.Context(), "go"); !errors.Is(err, model.KindUnavailable) {
		t.Fatalf("got %v", err)
	}
	res, err := a.Resume(t.Context())
	// The step that failed has been taken from the budget.
	if err != nil || res.State != agent.StateMaxSteps || res.Steps != 2 || res.Usage.InputTokens != 120 {
		t.Errorf("got %+v, %v", res, err)
	}
	var b *agent.BudgetError
	n = 0
	a = newCode(t, agent.Config{Model: m, Budget: agent.Budget{Tokens: 60}})
	if _, err := a.Run(t.Context(), "go"); !errors.Is(err, model.KindUnavailable) {
		t.Fatalf("got %v", err)
	}
	if _, err := a.Resume(t.Context()); !errors.As(err, &b) || b.What != "tokens" {
		t.Errorf("got %v after %d calls", err, n)
	}
	n = 2
	if _, err := a.Run(t.Context(), "anew"); !errors.As(err, &b) || n != 4 {
		t.Errorf("got %v after %d calls", err, n)
	}
}

// TestManyManagedRuns: a step remembers as many as calls.
func TestManyManagedRuns(t *testing.T) {
	helper, err := agent.NewCode(agent.Config{
		Model: model.ScriptedFunc(func(*model.Request) (*model.Response, error) {
			return &model.Response{Message: model.Text(model.RoleAssistant, block("final_answer(1)"))}, nil
		}), Name: "helper", Description: "Helps.",
	})
	if err != nil {
		t.Fatal(err)
	}
	a := newCode(t, agent.Config{Model: model.Scripted(block("for i in range(103):\n    helper('go')\nfinal_answer(i)")), Agents: []*agent.Agent{helper}})
	if res := run(t, a, "go"); res.Text != "102" {
		t.Errorf("got %+v", res)
	}
	if n := len(actions(a.Memory())[0].Managed); n != 100 {
		t.Errorf("%d runs are remembered", n)
	}
}

func TestCancellationPassesDown(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	helper, err := agent.NewCode(agent.Config{
		Model: model.Scripted(block("slow()")), Name: "helper", Description: "Helps.",
		Tools: []tool.Tool{tool.MustFunc("slow", "Waits.", func(ctx context.Context, _ struct{}) (int, error) {
			cancel()
			<-ctx.Done()
			ended <- ctx.Err()
			return 0, ctx.Err()
		})},
	})
	if err != nil {
		t.Fatal(err)
	}
	a := newCode(t, agent.Config{Model: model.Scripted(block("helper('go')")), Agents: []*agent.Agent{helper}})
	if _, err := a.Run(ctx, "go"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if err := <-ended; err == nil {
		t.Error("the tool's context goes on")
	}
}

func TestMemoryRoundTrip(t *testing.T) {
	m := model.Scripted("plan", block("raise ValueError('x')"), block("print(1)\nfinal_answer({'a': (1, 2)})"))
	a := newCode(t, agent.Config{Model: m, PlanEvery: 5})
	run(t, a, "go", agent.WithImages(model.Image{MIME: "image/png", Data: []byte("png")}))
	text, err := a.Memory().MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	var back memory.Memory
	if err := back.UnmarshalJSON(text); err != nil {
		t.Fatal(err)
	}
	again, err := back.MarshalJSON()
	if err != nil || string(again) != string(text) {
		t.Errorf("got %v\n%s\nwant\n%s", err, again, text)
	}
	if !strings.Contains(string(text), `"answer":{"a":{"__type__":"tuple","data":[1,2]}}`) {
		t.Errorf("saved as %s", text)
	}
	if back.UnmarshalJSON([]byte(`{"format":9}`)) == nil || back.UnmarshalJSON([]byte(`{"format":1,"steps":[{"type":"x"}]}`)) == nil {
		t.Error("a strange memory is read")
	}
}
