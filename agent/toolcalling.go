package agent

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/prompt"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// toolStep is one turn of a tool-calling agent: the model names calls, the host makes them.
func (r *run) toolStep(ctx context.Context, act *memory.Action) error {
	resp, err := r.generate(ctx, &model.Request{
		Messages: r.memory.Messages(false), Stop: []string{"Observation:", "Calling tools:"},
		Tools: r.agent.tools.modelSpecs(), ToolChoice: model.ToolChoiceRequired,
	}, false)
	if err != nil {
		return err
	}
	act.Output, act.Usage = resp.Message, resp.Usage
	if len(act.Output.ToolCalls) == 0 {
		call, err := callInText(act.Output.Text(), func(name string) bool { return r.agent.tools.byName[name] != nil })
		if err != nil {
			act.Error = &memory.Error{Kind: memory.ErrorParsing, Message: err.Error()}
			return nil
		}
		act.Output.Parts, act.Output.ToolCalls = nil, []model.ToolCall{*call}
	}
	r.nameCalls(act.Output.ToolCalls)
	if final, alone := finalCall(act.Output.ToolCalls); final != nil && !alone {
		act.Error = &memory.Error{Kind: memory.ErrorParsing, Message: "final_answer ends the task, so it must be the only call of a step. Make the other calls first, or answer with final_answer alone."}
		return nil
	}
	return r.makeCalls(ctx, act)
}

// nameCalls gives every call an ID that no other of the conversation has.
func (r *run) nameCalls(calls []model.ToolCall) {
	seen := map[string]bool{"": true}
	for _, s := range r.memory.Steps() {
		if act, ok := s.(*memory.Action); ok {
			for _, c := range act.Output.ToolCalls {
				seen[c.ID] = true
			}
		}
	}
	for i := range calls {
		for n := len(seen); seen[calls[i].ID]; n++ {
			calls[i].ID = fmt.Sprintf("call_%d", n)
		}
		seen[calls[i].ID] = true
	}
}

func finalCall(calls []model.ToolCall) (final *model.ToolCall, alone bool) {
	for i := range calls {
		if calls[i].Name == FinalAnswer {
			return &calls[i], len(calls) == 1
		}
	}
	return nil, false
}

// outcome is what one call gave.
type outcome struct {
	rec   memory.Call
	value value.Value
	err   error
}

// makeCalls makes the step's calls, several at once, and observes them in their order.
func (r *run) makeCalls(ctx context.Context, act *memory.Action) error {
	asked := act.Output.ToolCalls
	outcomes := make([]outcome, len(asked))
	var wg sync.WaitGroup
	slots := make(chan struct{}, r.agent.cfg.ToolThreads)
	panics := make([]any, len(asked))
	r.setActing(act)
	for i, c := range asked {
		slots <- struct{}{}
		wg.Go(func() {
			defer func() { panics[i] = recover(); <-slots }()
			outcomes[i] = r.modelCall(ctx, act, c)
		})
	}
	wg.Wait()
	r.setActing(nil)
	for _, v := range panics {
		if v != nil {
			panic(v) // as in the run's own goroutine, whose guard makes an error of it
		}
	}
	made := act.Calls // of code that python_interpreter ran
	act.Calls = nil
	var texts, failures []string
	for _, o := range outcomes {
		act.Calls = append(act.Calls, o.rec)
		if o.err != nil {
			failures = append(failures, o.rec.Error)
			continue
		}
		texts = append(texts, o.rec.Result)
	}
	act.Calls = append(act.Calls, made...)
	act.Observations = strings.Join(texts, "\n")
	if c := context.Cause(ctx); c != nil {
		return c
	}
	if act.Final { // code of python_interpreter has called final_answer
		return nil
	}
	if len(failures) > 0 {
		act.Error = &memory.Error{Kind: memory.ErrorTool, Message: strings.Join(failures, "\n")}
		return nil
	}
	if asked[0].Name == FinalAnswer {
		return r.finalValue(act, outcomes[0].value)
	}
	return nil
}

// finalValue makes a call of final_answer the step's result. The name of a variable stands
// for its value.
func (r *run) finalValue(act *memory.Action, v value.Value) error {
	v = r.variable(v)
	t, err := value.Encode(v)
	if err != nil {
		return err
	}
	act.Result, act.ResultText, act.Final = t, describe(v), true
	act.Calls, act.Observations = nil, ""
	return nil
}

// variable returns the value of the variable that v names, else v.
func (r *run) variable(v value.Value) value.Value {
	name, ok := v.(value.Str)
	if !ok {
		return v
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if known, ok := r.state[string(name)]; ok {
		return known
	}
	return v
}

// modelCall makes one call that the model asked for.
func (r *run) modelCall(ctx context.Context, act *memory.Action, c model.ToolCall) outcome {
	rec := memory.Call{ID: c.ID, Name: c.Name, Arguments: shorten(c.Arguments, maxCallText), ByModel: true}
	fail := func(err error) outcome {
		rec.Error = r.agent.redact.Text(err.Error())
		return outcome{rec: rec, err: err}
	}
	t := r.agent.tools.byName[c.Name]
	if t == nil {
		return fail(fmt.Errorf("there is no tool %q; the tools are %s", c.Name, strings.Join(r.agent.tools.names(), ", ")))
	}
	args, err := tool.BindJSON(t.Spec(), c.Arguments)
	if err != nil {
		return fail(err)
	}
	for name, v := range args {
		args[name] = r.variable(v)
	}
	v, took, err := r.call(ctx, act, t, args, rec)
	rec.Duration = took
	if err != nil {
		return fail(fmt.Errorf("calling %s failed: %w", c.Name, err))
	}
	if img, ok := v.(value.Image); ok {
		rec.Result = r.keepImage(act, img)
	} else {
		rec.Result = truncate(describe(v), maxResultText)
	}
	return outcome{rec: rec, value: v}
}

// keepImage makes a tool's image a variable, by whose name the model can hand it on.
func (r *run) keepImage(act *memory.Action, img value.Image) string {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := "image.png"
	for n := 2; r.state[name] != nil; n++ {
		name = fmt.Sprintf("image_%d.png", n)
	}
	r.state[name] = img
	act.Images = append(act.Images, model.Image{MIME: "image/png", Data: img})
	return fmt.Sprintf("The result is an image. It is kept as %q: give that name where a tool wants the image.", name)
}

// errStepOver is for a call of python_interpreter whose step doesn't wait for it any more.
var errStepOver = errors.New("the step is over")

// pythonTool runs code in the sandbox of a tool-calling agent.
type pythonTool struct{ agent *Agent }

var pythonSpec = &tool.Spec{ToolSpec: shared.ToolSpec{
	Name: "python_interpreter",
	Doc: "Runs Python code in a sandbox and returns what it printed and the value of its last expression. " +
		"Variables stay until the next call. The other tools can be called as functions; " +
		"final_answer(answer) ends the task there, too.",
	Inputs:     []shared.ToolInput{{Name: "code", Type: "string", Description: "the code to run"}},
	OutputType: "string",
}}

// Spec implements tool.Tool. It tells what may be imported.
func (p pythonTool) Spec() *tool.Spec {
	spec := *pythonSpec
	list, all := prompt.Imports(p.agent.cfg.Sandbox.AuthorizedImports)
	if !all {
		spec.Doc += " Only these modules may be imported: " + strings.Join(list, ", ") + "."
	}
	return &spec
}

// Call implements tool.Tool. Calls of one step take their turns, as they share the sandbox.
func (p pythonTool) Call(ctx context.Context, args tool.Args) (value.Value, error) {
	r := parentOf(ctx)
	if r == nil || r.agent != p.agent {
		return nil, errors.New("python_interpreter works within a run of its agent")
	}
	code, _ := args["code"].(value.Str)
	r.python.Lock()
	defer r.python.Unlock()
	act := r.actingStep()
	if act == nil {
		return nil, errStepOver
	}
	if act.Final {
		return nil, errors.New("the code of another call has given the answer")
	}
	part := &memory.Action{Number: act.Number, Code: string(code)}
	refused, err := r.approve(ctx, &Approval{Agent: r.path, Step: act.Number, Code: part.Code})
	if err != nil {
		r.cancel(err)
		return nil, err
	}
	if refused != "" {
		return nil, errors.New(refused)
	}
	if !r.lend(act, part) {
		return nil, errStepOver
	}
	text, err := r.execute(ctx, part, part.Code)
	if err != nil {
		r.cancel(err)
		return nil, err
	}
	if !r.merge(act, part) {
		return nil, errStepOver
	}
	if part.Error != nil {
		return nil, errors.New(strings.TrimSpace(text))
	}
	return value.Str(part.Observations), nil
}
