package agent_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared/value"
)

// brokenTool has a result of any kind.
type brokenTool struct {
	tool.Tool
	call func(ctx context.Context) (value.Value, error)
}

func (b brokenTool) Call(ctx context.Context, _ tool.Args) (value.Value, error) { return b.call(ctx) }

func broken(name string, timeout time.Duration, call func(ctx context.Context) (value.Value, error)) tool.Tool {
	t := tool.MustFunc(name, "Is broken.", func(context.Context, struct{}) (any, error) { return nil, nil })
	t.Spec().Timeout = timeout
	return brokenTool{t, call}
}

// TestBrokenTools has tools that panic, block, return too much, or what can't travel: each
// is an error that the code can catch, and the run goes on.
func TestBrokenTools(t *testing.T) {
	release := make(chan struct{})
	t.Cleanup(func() { close(release) })
	var counted atomic.Int64
	list := []tool.Tool{
		broken("panics", 0, func(context.Context) (value.Value, error) { panic("tool fell over") }),
		broken("blocks", 50*time.Millisecond, func(context.Context) (value.Value, error) { <-release; return value.None{}, nil }),
		broken("large", 0, func(context.Context) (value.Value, error) { return value.Str(strings.Repeat("x", 20<<20)), nil }),
		broken("huge", 0, func(context.Context) (value.Value, error) { return value.Bytes(make([]byte, 80<<20)), nil }),
		broken("cannot", 0, func(context.Context) (value.Value, error) {
			var v value.Value = value.Float(math.NaN())
			for range 300 {
				v = value.List{v}
			}
			return v, nil
		}),
		broken("nothing", 0, func(context.Context) (value.Value, error) { return nil, nil }),
		tool.MustFunc("count", "Counts.", func(context.Context, struct{}) (int64, error) { return counted.Add(1), nil }),
	}
	m := model.Scripted(block(`
for f in (panics, blocks, huge, cannot):
    try:
        f()
        print(f.__name__, "returned")
    except Exception as e:
        print(f.__name__, type(e).__name__, str(e)[:200])
print(len(large()), nothing())
for _ in range(10_000):
    n = count()
final_answer(n)`))
	a := newCode(t, agent.Config{Model: m, Tools: list})
	res, err := a.Run(t.Context(), "go")
	if err != nil {
		t.Fatalf("%v\n%+v", err, actions(a.Memory())[0].Error)
	}
	if res.Text != "10000" || counted.Load() != 10_000 {
		t.Errorf("got %+v, %d calls", res, counted.Load())
	}
	step := actions(a.Memory())[0]
	for _, want := range []string{"panics ", "tool fell over", "blocks ", "huge ", "cannot ", "20971520 None"} {
		if !strings.Contains(step.Observations, want) {
			t.Errorf("no %q in\n%s", want, step.Observations)
		}
	}
	if strings.Contains(step.Observations, "returned") || len(step.Calls) > 100 {
		t.Errorf("%d calls are remembered; observed\n%s", len(step.Calls), step.Observations)
	}
}

func calls(list ...model.ToolCall) *model.Response {
	return &model.Response{Message: model.Message{Role: model.RoleAssistant, ToolCalls: list}}
}

func TestToolCalling(t *testing.T) {
	type in struct {
		N int `json:"n" doc:"a number"`
	}
	square := tool.MustFunc("square", "Squares.", func(_ context.Context, a in) (int, error) { return a.N * a.N, nil })
	picture := tool.MustFunc("picture", "Draws.", func(context.Context, struct{}) (value.Image, error) { return value.Image("\x89PNG"), nil })
	m := model.ScriptedResponses(
		calls(model.ToolCall{ID: "1", Name: "square", Arguments: `{"n": "three"}`}, model.ToolCall{ID: "2", Name: "cube", Arguments: `{}`}),
		calls(model.ToolCall{ID: "3", Name: "square", Arguments: `{"n": 3}`}, model.ToolCall{ID: "3", Name: "picture", Arguments: ``}),
		&model.Response{Message: model.Text(model.RoleAssistant, "I will call it now.")},
		&model.Response{Message: model.Text(model.RoleAssistant, `{"name": "python_interpreter", "arguments": {"code": "x = square(4)\nprint(x)"}}`)},
		calls(model.ToolCall{ID: "5", Name: "python_interpreter", Arguments: `{"code": "1/0"}`}),
		calls(model.ToolCall{ID: "6", Name: agent.FinalAnswer, Arguments: `{"answer": 1}`}, model.ToolCall{ID: "7", Name: "square", Arguments: `{"n": 1}`}),
		calls(model.ToolCall{ID: "8", Name: agent.FinalAnswer, Arguments: `{"answer": "image.png"}`}),
	)
	a, err := agent.NewToolCalling(agent.Config{Model: m, Tools: []tool.Tool{square, picture}, Python: true, Host: localHost(t)})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}()
	res := run(t, a, "draw")
	if v, err := res.Value(); err != nil || string(v.(value.Image)) != "\x89PNG" {
		t.Errorf("answer is %v, %v", res, err)
	}
	steps := actions(a.Memory())
	if s := steps[0]; s.Error == nil || s.Error.Kind != memory.ErrorTool || !strings.Contains(s.Error.Message, "there is no tool \"cube\"; the tools are") {
		t.Errorf("step 1: %+v", s.Error)
	}
	if s := steps[1]; s.Error != nil || s.Calls[0].Result != "9" || s.Calls[0].ID == s.Calls[1].ID || len(s.Images) != 1 {
		t.Errorf("step 2: %+v %+v", s.Error, s.Calls)
	}
	if s := steps[2]; s.Error == nil || s.Error.Kind != memory.ErrorParsing {
		t.Errorf("step 3: %+v", s.Error)
	}
	if s := steps[3]; s.Error != nil || s.Code != "x = square(4)\nprint(x)" || !strings.Contains(s.Observations, "16\n") || len(s.Calls) != 2 {
		t.Errorf("step 4: %+v %+v %q", s.Error, s.Calls, s.Observations)
	}
	if s := steps[4]; s.Error == nil || !strings.Contains(s.Error.Message, "ZeroDivisionError") {
		t.Errorf("step 5: %+v", s.Error)
	}
	for i, req := range m.Requests() {
		checkAnswered(t, i, req)
	}
}

// TestFinalAnswerInPython ends the run, unless a check refuses the answer; other code of
// that step isn't run any more.
func TestFinalAnswerInPython(t *testing.T) {
	python := func(id, code string) model.ToolCall {
		return model.ToolCall{ID: id, Name: "python_interpreter", Arguments: `{"code": "` + code + `"}`}
	}
	m := model.ScriptedResponses(
		calls(python("1", `print(1)\nfinal_answer(-1)`)),
		calls(python("2", `final_answer({'n': (1, 2)})`), python("3", "final_answer(3)"), model.ToolCall{ID: "4", Name: "cube"}),
	)
	a := newToolCalling(t, agent.Config{Model: m, Python: true, ToolThreads: 1, Checks: []agent.Check{{Name: "no_number", Func: func(_ context.Context, v value.Value, _ *memory.Memory) error {
		if _, ok := v.(value.Int); ok {
			return errors.New("a number")
		}
		return nil
	}}}})
	res := run(t, a, "go")
	if res.State != agent.StateDone || res.Text != "{'n': (1, 2)}" || res.Steps != 2 {
		t.Errorf("got %+v", res)
	}
	steps := actions(a.Memory())
	if e := steps[0].Error; e == nil || e.Kind != memory.ErrorCheck || steps[0].Final {
		t.Errorf("step 1: %+v", steps[0])
	}
	if s := steps[1]; s.Error != nil || !strings.Contains(s.Calls[1].Error, "has given the answer") || strings.Contains(s.Code, "3") {
		t.Errorf("step 2: %+v %+v", s.Error, s.Calls)
	}
	checkAnswered(t, 1, m.Requests()[1])
}

// checkAnswered: every call that a request shows has exactly one answer, right after it.
func checkAnswered(t *testing.T, n int, req *model.Request) {
	t.Helper()
	for i, msg := range req.Messages {
		for j, c := range msg.ToolCalls {
			if at := i + 1 + j; at >= len(req.Messages) || req.Messages[at].ToolCallID != c.ID {
				t.Errorf("request %d: call %s isn't answered in its place", n+1, c.ID)
			}
		}
	}
}
