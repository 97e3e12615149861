package agent_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
)

// newManager makes an agent whose model asks helper once.
func newManager(t *testing.T, helper *agent.Agent) *agent.Agent {
	return newToolCalling(t, agent.Config{
		Model:  model.ScriptedResponses(calls(model.ToolCall{ID: "a", Name: "helper", Arguments: `{"task": "go"}`}), finalCall("b", "1")),
		Agents: []*agent.Agent{helper},
	})
}

// TestNoCallbackAfterTheRun: a managed run that goes on after its manager's end calls
// nothing of the user's.
func TestNoCallbackAfterTheRun(t *testing.T) {
	late := newLateModel(calls(model.ToolCall{ID: "0", Name: "one"}))
	var called atomic.Int32
	helper, err := agent.NewToolCalling(agent.Config{
		Model: late, Name: "helper", Description: "Helps.", Tools: []tool.Tool{one},
		On: agent.Callbacks{Action: func(context.Context, *memory.Action) error { called.Add(1); return nil }},
	})
	if err != nil {
		t.Fatal(err)
	}
	a := newManager(t, helper)
	go func() { <-late.started; a.Interrupt() }()
	if _, err := a.Run(t.Context(), "go"); !errors.Is(err, agent.ErrInterrupted) {
		t.Errorf("got %v", err)
	}
	close(late.answer)
	if err := a.Close(); err != nil { // waits for the helper's run
		t.Error(err)
	}
	if n := called.Load(); n != 0 {
		t.Errorf("the callback was called %d times", n)
	}
}

// TestRunWaitsForACallback has a managed agent's callback at work when the run that asked
// for it is interrupted.
func TestRunWaitsForACallback(t *testing.T) {
	var a *agent.Agent
	var left atomic.Bool
	helper, err := agent.NewToolCalling(agent.Config{
		Model: model.ScriptedResponses(calls(model.ToolCall{ID: "0", Name: "one"})), Name: "helper", Description: "Helps.", Tools: []tool.Tool{one},
		On: agent.Callbacks{Action: func(ctx context.Context, _ *memory.Action) error {
			a.Interrupt()
			<-ctx.Done()
			left.Store(true)
			return nil
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	a = newManager(t, helper)
	if _, err := a.Run(t.Context(), "go"); !errors.Is(err, agent.ErrInterrupted) {
		t.Errorf("got %v", err)
	}
	if !left.Load() {
		t.Error("the run has ended before its callback")
	}
}

// TestPanicOfAListenerInGuestCode: code can't catch it, nor the code of a manager.
func TestPanicOfAListenerInGuestCode(t *testing.T) {
	careless := block("try:\n    f()\nexcept BaseException:\n    pass\nfinal_answer(1)")
	for _, source := range []string{"agent", "agent/helper"} {
		helper, err := agent.NewCode(agent.Config{
			Model: model.Scripted(strings.Replace(careless, "f()", "one()", 1)), Name: "helper", Description: "Helps.", Tools: []tool.Tool{one},
		})
		if err != nil {
			t.Fatal(err)
		}
		a := newCode(t, agent.Config{Model: model.Scripted(strings.Replace(careless, "f()", "one(); helper('go')", 1)), Agents: []*agent.Agent{helper}, Tools: []tool.Tool{one}})
		after := 0
		res, err := a.Run(t.Context(), "go", agent.WithEvents(func(e agent.Event) {
			if after > 0 {
				after++
			}
			if c, ok := e.(*agent.ToolCallEvent); ok && c.Call.Name == "one" && c.Agent == source {
				after = 1
				panic("oh no")
			}
		}))
		if err == nil || !strings.Contains(err.Error(), "a callback panicked: oh no") {
			t.Errorf("%s: got %+v, %v", source, res, err)
		}
		if after != 1 {
			t.Errorf("%s: the listener was called %d times after its panic", source, after-1)
		}
	}
}

// TestPanicOfAListenerAtTheEnd is no result.
func TestPanicOfAListenerAtTheEnd(t *testing.T) {
	a := newCode(t, agent.Config{Model: model.Scripted(block("final_answer(1)"))})
	res, err := a.Run(t.Context(), "go", agent.WithEvents(func(e agent.Event) {
		if _, ok := e.(*agent.FinalEvent); ok {
			panic("oh no")
		}
	}))
	if res != nil || err == nil || !strings.Contains(err.Error(), "oh no") {
		t.Errorf("got %+v, %v", res, err)
	}
}
