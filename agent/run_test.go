package agent_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared/value"
)

// newCode makes a code agent on the local executor.
func newCode(t *testing.T, cfg agent.Config) *agent.Agent {
	t.Helper()
	return newAgent(t, agent.NewCode, cfg)
}

// newToolCalling makes a tool-calling one.
func newToolCalling(t *testing.T, cfg agent.Config) *agent.Agent {
	t.Helper()
	return newAgent(t, agent.NewToolCalling, cfg)
}

// newAgent makes an agent that is closed with the test.
func newAgent(t *testing.T, make func(agent.Config) (*agent.Agent, error), cfg agent.Config) *agent.Agent {
	t.Helper()
	if cfg.Host == nil {
		cfg.Host = localHost(t)
	}
	a, err := make(cfg)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	})
	return a
}

func run(t *testing.T, a *agent.Agent, task string, opts ...agent.RunOption) *agent.Result {
	t.Helper()
	res, err := a.Run(t.Context(), task, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

// actions are the agent's steps of that type.
func actions(m *memory.Memory) []*memory.Action {
	var list []*memory.Action
	for _, s := range m.Steps() {
		if a, ok := s.(*memory.Action); ok {
			list = append(list, a)
		}
	}
	return list
}

func block(code string) string { return "Thought: go on\n<code>\n" + code + "\n</code>" }

func TestFibonacci(t *testing.T) {
	m := model.Scripted(
		block("a, b = 0, 1\nfor _ in range(100):\n    a, b = b, a + b\nprint(a)"),
		block("final_answer(a)"))
	a := newCode(t, agent.Config{Model: m})
	res := run(t, a, "What is the 100th Fibonacci number?")
	if res.Text != "354224848179261915075" || res.State != agent.StateDone || res.Steps != 2 {
		t.Errorf("got %+v", res)
	}
	last := m.Requests()[1].Messages
	if got, want := last[len(last)-1].Text(), "Observation:\nExecution logs:\n354224848179261915075\nLast output from code snippet:\nNone\n"; got != want {
		t.Errorf("the model was told %q, want %q", got, want)
	}
}

func TestMistakesAreToldToTheModel(t *testing.T) {
	m := model.Scripted(
		"I have no idea.",
		block("import os"),
		block("print('before')\nrows = [1, 2]\nprint(rowz)"),
		block("final_answer(sum(rows))"))
	a := newCode(t, agent.Config{Model: m})
	res := run(t, a, "add")
	if res.Text != "3" {
		t.Fatalf("got %+v", res)
	}
	steps := actions(a.Memory())
	wants := []struct {
		kind         memory.ErrorKind
		message, obs string
	}{
		{memory.ErrorParsing, "Error in code parsing:\n", ""},
		{memory.ErrorExecution, "Code execution failed at line 'import os' due to: InterpreterError: Import of os is not allowed.", ""},
		{memory.ErrorExecution, "name 'rowz' is not defined. Did you mean: 'rows'?", "Execution logs:\nbefore\n"},
	}
	for i, w := range wants {
		s := steps[i]
		if s.Error == nil || s.Error.Kind != w.kind || !strings.Contains(s.Error.Message, w.message) || s.Observations != w.obs {
			t.Errorf("step %d: error %+v, observed %q", i+1, s.Error, s.Observations)
		}
	}
	if e := steps[0].Error.Message; !strings.HasSuffix(e, "Make sure to provide correct code blobs.") {
		t.Errorf("got %q", e)
	}
}

func TestMaxStepsAsksForAnAnswer(t *testing.T) {
	m := model.Scripted(block("x = 1"), block("x += 1"), "It may be 2.")
	a := newCode(t, agent.Config{Model: m, MaxSteps: 2})
	res := run(t, a, "count")
	if res.State != agent.StateMaxSteps || res.Text != "It may be 2." || res.Go() != "It may be 2." || res.Steps != 2 {
		t.Errorf("got %+v", res)
	}
	for e := range a.Replay() {
		if f, ok := e.(*agent.FinalEvent); ok && (f.Result.State != agent.StateMaxSteps || f.Result.Steps != 2) {
			t.Errorf("replayed as %+v", f.Result)
		}
	}
	if s := actions(a.Memory()); s[2].Error == nil || s[2].Error.Kind != memory.ErrorMaxSteps {
		t.Errorf("got %+v", s[2])
	}
}

func TestArgumentsToolsAndFunctions(t *testing.T) {
	type in struct {
		City string `json:"city" doc:"its name"`
	}
	weather := tool.MustFunc("weather", "Tells the weather.", func(_ context.Context, a in) (map[string]any, error) {
		if a.City == "Atlantis" {
			return nil, &tool.Error{Type: "LookupError", Message: "no such city"}
		}
		return map[string]any{"city": a.City, "max": 21}, nil
	})
	hidden := tool.MustFunc("hidden", "Not told.", func(context.Context, struct{}) (int, error) { return 7, nil })
	m := model.Scripted(block(`
try:
    weather("Atlantis")
except LookupError as e:
    print(e)
print([weather(city=c)["max"] for c in cities], hidden(), weather.__doc__.splitlines()[0])
final_answer({"n": len(cities)})`))
	a := newCode(t, agent.Config{Model: m, Tools: []tool.Tool{weather}, Functions: []tool.Tool{hidden}})
	res := run(t, a, "weather", agent.WithArgs(map[string]any{"cities": []string{"Oslo", "Rome"}}))
	if got := fmt.Sprint(res.Go()); got != "map[n:2]" {
		t.Errorf("answer is %s", got)
	}
	step := actions(a.Memory())[0]
	if step.Observations == "" || !strings.Contains(step.Observations, "no such city\n[21, 21] 7 Tells the weather.\n") {
		t.Errorf("observed %q", step.Observations)
	}
	if len(step.Calls) != 4 || step.Calls[0].Error == "" || step.Calls[1].Arguments != `{"city":"Oslo"}` {
		t.Errorf("calls are %+v", step.Calls)
	}
	req := m.Requests()[0].Messages
	if s := req[0].Text(); !strings.Contains(s, "def weather(city: str)") || strings.Contains(s, "hidden") {
		t.Errorf("system prompt is\n%s", s)
	}
	if s := req[1].Text(); !strings.Contains(s, `- cities (list): ["Oslo","Rome"]`) {
		t.Errorf("the task is %q", s)
	}
}

func TestChecksApprovalAndFixUp(t *testing.T) {
	m := model.Scripted(block("final_answer = 3\nfinal_answer(final_answer)"), block("final_answer(4)"), block("final_answer(5)"))
	asked := 0
	a := newCode(t, agent.Config{
		Model: m,
		Checks: []agent.Check{{Name: "is_odd", Func: func(_ context.Context, v value.Value, _ *memory.Memory) error {
			if v.(value.Int).String() == "3" {
				return errors.New("3 was said before")
			}
			return nil
		}}},
		Approve: func(_ context.Context, p *agent.Approval) (agent.Verdict, error) {
			asked++
			return agent.Verdict{OK: p.Step != 2, Reason: "no even numbers"}, nil
		},
	})
	if res := run(t, a, "say"); res.Text != "5" || asked != 3 {
		t.Errorf("got %+v after %d questions", res, asked)
	}
	steps := actions(a.Memory())
	if e := steps[0].Error; e == nil || e.Message != "Check is_odd failed with error: 3 was said before" {
		t.Errorf("got %+v", e)
	}
	if e := steps[1].Error; e == nil || e.Kind != memory.ErrorRefused || !strings.Contains(e.Message, "no even numbers") {
		t.Errorf("got %+v", e)
	}
}

func TestPlanning(t *testing.T) {
	m := model.Scripted("## Plan\n1. add", block("x = 1"), block("x += 1"), "## Plan\n1. answer", block("final_answer(x)"))
	a := newCode(t, agent.Config{Model: m, PlanEvery: 2})
	if res := run(t, a, "count"); res.Text != "2" {
		t.Errorf("got %+v", res)
	}
	var plans []*memory.Plan
	for _, s := range a.Memory().Steps() {
		if p, ok := s.(*memory.Plan); ok {
			plans = append(plans, p)
		}
	}
	if len(plans) != 2 || !plans[0].First || plans[1].First {
		t.Errorf("plans are %+v", plans)
	}
	if req := m.Requests()[3]; req.Messages[0].Role == model.RoleSystem {
		t.Error("a new plan is asked for with the system prompt")
	}
}

func TestStreamInterruptResume(t *testing.T) {
	m := model.Scripted(block("x = 20"), block("while True:\n    pass"), block("final_answer(x + 1)"))
	a := newCode(t, agent.Config{Model: m})
	var kinds []string
	var failed error
	for e, err := range a.Stream(t.Context(), "go") {
		if err != nil {
			failed = err
			break
		}
		kinds = append(kinds, fmt.Sprintf("%T", e))
		if c, ok := e.(*agent.CodeEvent); ok && strings.HasPrefix(c.Code, "while") {
			a.Interrupt()
		}
	}
	if !errors.Is(failed, agent.ErrInterrupted) {
		t.Fatalf("ended with %v after %v", failed, kinds)
	}
	for _, want := range []string{"*agent.TaskEvent", "*agent.TokenEvent", "*agent.CodeEvent", "*agent.StepEvent"} {
		if !strings.Contains(strings.Join(kinds, " "), want) {
			t.Errorf("no %s in %v", want, kinds)
		}
	}
	res, err := a.Resume(t.Context())
	if err != nil || res.Text != "21" {
		t.Errorf("got %+v, %v", res, err)
	}
	if _, err := newCode(t, agent.Config{Model: m}).Resume(t.Context()); !errors.Is(err, agent.ErrNothingToResume) {
		t.Errorf("got %v", err)
	}
}

func TestLeavingAStreamEndsTheRun(t *testing.T) {
	m := model.Scripted(block("while True:\n    pass"), block("final_answer(1)"))
	a := newCode(t, agent.Config{Model: m})
	for e := range a.Stream(t.Context(), "go") {
		if _, ok := e.(*agent.CodeEvent); ok {
			break
		}
	}
	if res := run(t, a, "again"); res.Text != "1" {
		t.Errorf("got %+v", res)
	}
}

func TestConversation(t *testing.T) {
	m := model.Scripted(block("n = 4\nfinal_answer(n)"), block("final_answer(n * 2)"))
	a := newCode(t, agent.Config{Model: m})
	run(t, a, "remember four")
	if res := run(t, a, "double it", agent.KeepMemory()); res.Text != "8" {
		t.Errorf("got %+v", res)
	}
	if msgs := m.Requests()[1].Messages; !strings.Contains(msgs[1].Text(), "remember four") {
		t.Errorf("the first task is forgotten: %+v", msgs)
	}
}

func TestUnknownExecutor(t *testing.T) {
	a := newCode(t, agent.Config{Model: model.Scripted("x"), Executor: "nowhere"})
	_, err := a.Run(t.Context(), "go")
	var e *agent.UnsupportedExecutorError
	if !errors.As(err, &e) || !strings.HasPrefix(err.Error(), "Unsupported executor type: nowhere (found: local") {
		t.Errorf("got %v", err)
	}
}

func TestPanicsAndModelErrors(t *testing.T) {
	a := newCode(t, agent.Config{Model: model.Scripted(block("final_answer(1)")), On: agent.Callbacks{
		Action: func(context.Context, *memory.Action) error { panic("oh no") },
	}})
	if _, err := a.Run(t.Context(), "go"); err == nil || !strings.Contains(err.Error(), "a callback panicked: oh no") {
		t.Errorf("got %v", err)
	}
	a = newCode(t, agent.Config{Model: model.Scripted(block("x = 1"))})
	if _, err := a.Run(t.Context(), "go"); !errors.Is(err, model.KindExhausted) {
		t.Errorf("got %v", err)
	}
	if n := len(actions(a.Memory())); n != 1 {
		t.Errorf("%d steps are remembered", n)
	}
}

func TestSecretsAreHidden(t *testing.T) {
	const key = "sk-planted-123456"
	m := model.Scripted(block("raise ValueError('"+key+"')"), block("final_answer(1)"))
	a := newCode(t, agent.Config{Model: m, Secrets: []string{key}})
	run(t, a, "go")
	if e := actions(a.Memory())[0].Error; e == nil || strings.Contains(e.Message, key) {
		t.Errorf("got %+v", e)
	}
}
