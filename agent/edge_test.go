package agent_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared/value"
)

func finalCall(id, answer string) *model.Response {
	return calls(model.ToolCall{ID: id, Name: agent.FinalAnswer, Arguments: `{"answer": ` + answer + `}`})
}

var one = tool.MustFunc("one", "One.", func(context.Context, struct{}) (int, error) { return 1, nil })

// lateModel answers when it is told to, whatever became of its context.
type lateModel struct {
	started, answer chan struct{}
	resp            *model.Response
}

func newLateModel(resp *model.Response) *lateModel {
	return &lateModel{started: make(chan struct{}), answer: make(chan struct{}), resp: resp}
}

func (l *lateModel) Info() model.Info { return model.Info{} }

func (l *lateModel) Generate(context.Context, *model.Request, func(*model.Delta)) (*model.Response, error) {
	close(l.started)
	<-l.answer
	return l.resp, nil
}

// TestManagedRunOutlivesItsManager has a managed agent go on after the run that called it
// was interrupted and its stream has ended.
func TestManagedRunOutlivesItsManager(t *testing.T) {
	late := newLateModel(calls(model.ToolCall{ID: "0", Name: "one"}, model.ToolCall{ID: "1", Name: "one"}))
	helper, err := agent.NewToolCalling(agent.Config{Model: late, Name: "helper", Description: "Helps.", Tools: []tool.Tool{one}})
	if err != nil {
		t.Fatal(err)
	}
	a := newToolCalling(t, agent.Config{
		Model:  model.ScriptedResponses(calls(model.ToolCall{ID: "a", Name: "helper", Arguments: `{"task": "go"}`})),
		Agents: []*agent.Agent{helper},
	})
	go func() { <-late.started; a.Interrupt() }()
	var failed error
	for _, err := range a.Stream(t.Context(), "go") {
		failed = err
	}
	if !errors.Is(failed, agent.ErrInterrupted) {
		t.Errorf("got %v", failed)
	}
	close(late.answer)
	if err := a.Close(); err != nil { // waits for the helper's run
		t.Error(err)
	}
}

func TestCloseWithinAStream(t *testing.T) {
	a := newCode(t, agent.Config{Model: model.Scripted(block("for i in range(1000):\n    print(i, flush=True)"), block("final_answer(1)"))})
	done := make(chan error, 1)
	go func() {
		var last error
		for e, err := range a.Stream(context.Background(), "go") {
			last = err
			if _, ok := e.(*agent.OutputEvent); ok {
				_ = a.Close()
			}
		}
		done <- last
	}()
	select {
	case err := <-done:
		if !errors.Is(err, agent.ErrClosed) {
			t.Errorf("got %v", err)
		}
	case <-time.After(30 * time.Second):
		t.Fatal("it hangs")
	}
}

func TestPanicOfAListenerInAToolCall(t *testing.T) {
	a := newToolCalling(t, agent.Config{Model: model.ScriptedResponses(calls(model.ToolCall{ID: "0", Name: "one"}), finalCall("1", "1")), Tools: []tool.Tool{one}})
	_, err := a.Run(t.Context(), "go", agent.WithEvents(func(e agent.Event) {
		if _, ok := e.(*agent.ToolCallEvent); ok {
			panic("oh no")
		}
	}))
	if err == nil || !strings.Contains(err.Error(), "oh no") {
		t.Errorf("got %v", err)
	}
}

func TestSecretsAreHiddenInEventsAndMemory(t *testing.T) {
	const key = "sk-planted-123456"
	get := tool.MustFunc("get", "Gets.", func(context.Context, struct{}) (string, error) { return key, nil })
	a := newCode(t, agent.Config{Model: model.Scripted(block("print(get())\nfinal_answer(get())")), Secrets: []string{key}, Tools: []tool.Tool{get}})
	res := run(t, a, "go", agent.WithEvents(func(e agent.Event) {
		b, err := agent.MarshalEvent(e)
		if err != nil || strings.Contains(string(b), key) {
			t.Errorf("%T: %s, %v", e, b, err)
		}
	}))
	if res.Text != key {
		t.Errorf("the answer itself is %q", res.Text)
	}
	if b, err := json.Marshal(a.Memory()); err != nil || strings.Contains(string(b), key) {
		t.Errorf("saved as %s, %v", b, err)
	}
}

// TestSecretsInPieces has a secret in the pieces of an answer, and printed in pieces; a
// managed agent's is the manager's.
func TestSecretsInPieces(t *testing.T) {
	const key = "sk-planted-123456"
	helper, err := agent.NewCode(agent.Config{
		Model: model.Scripted(block("print('sk-planted-', end='', flush=True)\nprint('123456 sk-')\n# " + key + " sk-planted\nfinal_answer(1)")),
		Name:  "helper", Description: "Helps.", Secrets: []string{key},
	})
	if err != nil {
		t.Fatal(err)
	}
	a := newCode(t, agent.Config{Model: model.Scripted(block("final_answer(helper('go'))")), Agents: []*agent.Agent{helper}})
	var tokens, output strings.Builder
	run(t, a, "go", agent.WithEvents(func(e agent.Event) {
		switch e := e.(type) {
		case *agent.TokenEvent:
			tokens.WriteString(e.Text)
		case *agent.OutputEvent:
			output.WriteString(e.Text)
		}
	}))
	if got := tokens.String(); strings.Contains(got, key) || !strings.Contains(got, "# [redacted secret] sk-planted\n") {
		t.Errorf("the answer is shown as %s", got)
	}
	if got := output.String(); got != "[redacted secret] sk-\n" {
		t.Errorf("%q is shown of what was printed", got)
	}
}

func TestHollowEvents(t *testing.T) {
	for _, s := range []string{`{"type":"step","agent":"a"}`, `{"type":"plan","agent":"a"}`, `{"type":"display","agent":"a"}`, `{"type":"final","agent":"a"}`} {
		if e, err := agent.UnmarshalEvent([]byte(s)); err == nil {
			t.Errorf("%s is read as %+v", s, e)
		}
	}
	var m memory.Memory
	if json.Unmarshal([]byte(`{"format":1,"steps":[{"type":"action","number":1,"managed":[{"agent":"x"}]}]}`), &m) == nil {
		t.Error("a managed run without a memory is read")
	}
}

// TestConversationOfToolCalls: what was answered and made stays so in later turns.
func TestConversationOfToolCalls(t *testing.T) {
	picture := tool.MustFunc("picture", "Draws.", func(context.Context, struct{}) (value.Image, error) { return value.Image("\x89PNG"), nil })
	m := model.ScriptedResponses(calls(model.ToolCall{Name: "picture"}), finalCall("", `"drawn"`), finalCall("", `"image.png"`))
	a := newToolCalling(t, agent.Config{Model: m, Tools: []tool.Tool{picture}})
	run(t, a, "draw")
	res := run(t, a, "give it to me", agent.KeepMemory())
	if v, err := res.Value(); err != nil || string(v.(value.Image)) != "\x89PNG" {
		t.Errorf("got %v, %v", res, err)
	}
	req := m.Requests()[2]
	checkAnswered(t, 2, req)
	ids := map[string]bool{}
	for _, msg := range req.Messages {
		if strings.Contains(msg.Text(), "not made") {
			t.Errorf("the model is told %q", msg.Text())
		}
		for _, c := range msg.ToolCalls {
			if ids[c.ID] {
				t.Errorf("the ID %s is given twice", c.ID)
			}
			ids[c.ID] = true
		}
	}
}

// TestInterruptedCallsStayMade: a call that was made before an interrupt isn't made again.
func TestInterruptedCallsStayMade(t *testing.T) {
	paid := make(chan struct{})
	pay := tool.MustFunc("pay", "Pays.", func(context.Context, struct{}) (string, error) { close(paid); return "paid", nil })
	var a *agent.Agent
	wait := tool.MustFunc("wait", "Waits.", func(ctx context.Context, _ struct{}) (string, error) {
		<-paid
		time.AfterFunc(50*time.Millisecond, func() { a.Interrupt() }) // the other call's result is on its way
		<-ctx.Done()
		return "", ctx.Err()
	})
	m := model.ScriptedResponses(calls(model.ToolCall{ID: "0", Name: "pay"}, model.ToolCall{ID: "1", Name: "wait"}), finalCall("2", "1"))
	a = newToolCalling(t, agent.Config{Model: m, Tools: []tool.Tool{pay, wait}})
	if _, err := a.Run(t.Context(), "go"); !errors.Is(err, agent.ErrInterrupted) {
		t.Errorf("got %v", err)
	}
	if _, err := a.Resume(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, msg := range m.Requests()[1].Messages {
		if msg.ToolCallID == "0" && msg.Text() != "paid" {
			t.Errorf("the model is told %q of the payment", msg.Text())
		}
	}
}

func TestManagedAgentHasABudgetOfItsOwn(t *testing.T) {
	helper, err := agent.NewCode(agent.Config{
		Model: model.Scripted(block("x = 1"), "I stop.", block("final_answer('got on')")), Name: "helper", Description: "Helps.", Budget: agent.Budget{Steps: 1},
	})
	if err != nil {
		t.Fatal(err)
	}
	a := newCode(t, agent.Config{Model: model.Scripted(block("final_answer(helper('go'))")), Agents: []*agent.Agent{helper}})
	if res := run(t, a, "go"); !strings.Contains(res.Text, "I stop.") {
		t.Errorf("got %s", res.Text)
	}
}

func TestArgumentsMustNotHideTools(t *testing.T) {
	a := newCode(t, agent.Config{Model: model.Scripted(block("final_answer(1)"))})
	if _, err := a.Run(t.Context(), "go", agent.WithArgs(map[string]any{agent.FinalAnswer: 3})); err == nil || !strings.Contains(err.Error(), "a tool has that name") {
		t.Errorf("got %v", err)
	}
}

func TestErrorOfApprovalEndsAToolCallingRun(t *testing.T) {
	boom := errors.New("nobody to ask")
	a := newToolCalling(t, agent.Config{
		Model:  model.ScriptedResponses(calls(model.ToolCall{ID: "0", Name: "python_interpreter", Arguments: `{"code": "1"}`}), finalCall("1", "1")),
		Python: true, Approve: func(context.Context, *agent.Approval) (agent.Verdict, error) { return agent.Verdict{}, boom },
	})
	if res, err := a.Run(t.Context(), "go"); !errors.Is(err, boom) {
		t.Errorf("got %+v, %v", res, err)
	}
}
