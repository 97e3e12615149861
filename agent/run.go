package agent

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/prompt"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// RunOption changes one run.
type RunOption func(*runOptions)

type runOptions struct {
	images   []model.Image
	args     map[string]any
	keep     bool
	maxSteps int
	events   func(Event)
}

// WithImages gives the task pictures, for a model that can see.
func WithImages(images ...model.Image) RunOption {
	return func(o *runOptions) { o.images = append(o.images, images...) }
}

// WithArgs sets variables of the sandbox, whose names the task tells the model. The values
// are what value.From takes.
func WithArgs(args map[string]any) RunOption {
	return func(o *runOptions) {
		if o.args == nil {
			o.args = map[string]any{}
		}
		maps.Copy(o.args, args)
	}
}

// KeepMemory makes the task the next turn of a conversation: the steps of earlier runs
// stay in the agent's memory.
func KeepMemory() RunOption { return func(o *runOptions) { o.keep = true } }

// WithMaxSteps overrides Config.MaxSteps, unless n is 0.
func WithMaxSteps(n int) RunOption {
	return func(o *runOptions) {
		if n > 0 {
			o.maxSteps = n
		}
	}
}

// WithEvents has f called for everything that happens, from one goroutine at a time.
// Given twice, both are called.
func WithEvents(f func(Event)) RunOption {
	return func(o *runOptions) {
		first := o.events
		if first == nil {
			o.events = f
			return
		}
		o.events = func(e Event) { first(e); f(e) }
	}
}

// Run works on a task until there is an answer. Mistakes of the model are told to it;
// the error is one of the model's server (*model.Error), the host, a callback or a
// budget, ErrInterrupted, or the cause of ctx's end. The memory has the steps so far.
func (a *Agent) Run(ctx context.Context, task string, opts ...RunOption) (*Result, error) {
	o := a.options(opts)
	if strings.TrimSpace(task) == "" {
		return nil, errors.New("running an agent: the task is empty")
	}
	r, err := a.begin(ctx, o, false)
	if err != nil {
		return nil, err
	}
	defer a.finish(r)
	if !o.keep {
		a.memory.Reset()
		clear(a.state)
	}
	return r.guard(func(ctx context.Context) (*Result, error) { return r.start(ctx, task, o) })
}

// Resume goes on with the task of the last run, such as one that was interrupted or that
// a server's failure ended, with all its steps in memory and MaxSteps anew. What this agent
// has spent on that run still counts towards Budget.
func (a *Agent) Resume(ctx context.Context, opts ...RunOption) (*Result, error) {
	o := a.options(opts)
	if lastTask(a.memory) == "" {
		return nil, ErrNothingToResume
	}
	if len(o.args) > 0 || len(o.images) > 0 {
		return nil, errors.New("resuming a run: WithArgs and WithImages belong to a task; give them to Run with KeepMemory")
	}
	r, err := a.begin(ctx, o, true)
	if err != nil {
		return nil, err
	}
	defer a.finish(r)
	r.task = lastTask(a.memory)
	r.number = lastNumber(a.memory)
	return r.guard(func(ctx context.Context) (*Result, error) {
		if err := r.enterSandbox(ctx, nil); err != nil {
			return nil, err
		}
		return r.loop(ctx)
	})
}

// Stream is Run as a sequence of events, of which a *FinalEvent is the last; an error
// ends it. Leaving the loop ends the run.
func (a *Agent) Stream(ctx context.Context, task string, opts ...RunOption) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		ctx, cancel := context.WithCancel(ctx)
		defer cancel()
		events, failed := make(chan Event, 16), make(chan error, 1)
		send := WithEvents(func(e Event) {
			select {
			case events <- e:
			case <-ctx.Done():
			case <-a.closing: // Close may be called by who reads the events
			}
		})
		go func() {
			defer close(events)
			_, err := a.Run(ctx, task, append(slices.Clone(opts), send)...)
			failed <- err
		}()
		defer func() {
			cancel()
			for range events { // until the run has ended
			}
		}()
		for e := range events {
			if !yield(e, nil) {
				return
			}
		}
		if err := <-failed; err != nil {
			yield(nil, err)
		}
	}
}

// Replay gives the steps in memory as the events that they were.
func (a *Agent) Replay() iter.Seq[Event] { return ReplaySteps(a.Name(), a.memory.Steps()) }

func (a *Agent) options(opts []RunOption) *runOptions {
	o := &runOptions{maxSteps: a.cfg.MaxSteps}
	for _, f := range opts {
		f(o)
	}
	return o
}

// run is one run: of an agent by its caller, or by a managing agent.
type run struct {
	agent  *Agent
	path   string // the agent's name with its managers'
	memory *memory.Memory
	ledger *ledger
	parent *run
	ctx    context.Context
	cancel context.CancelCauseFunc
	done   chan struct{}
	events *sink
	gate   *gate // for the user's functions

	task        string
	number      int // of the step
	first       int // step of this run, 1 but for a resumed one
	maxSteps    int
	box         *sandbox
	begun       time.Time
	modelTime   time.Duration
	executeTime time.Duration
	losses      int        // of the sandbox
	python      sync.Mutex // held by a call of python_interpreter

	mu     sync.Mutex
	acting *memory.Action         // step that calls belong to
	state  map[string]value.Value // variables: the task's arguments, and images of tools
}

// begin makes the agent's current run.
func (a *Agent) begin(ctx context.Context, o *runOptions, resumed bool) (*run, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	switch {
	case a.closed:
		return nil, ErrClosed
	case a.current != nil:
		return nil, ErrBusy
	}
	if a.spent == nil || !resumed {
		a.spent = &ledger{budget: a.cfg.Budget}
	}
	r := a.newRun(ctx, a.memory, o, nil, a.spent)
	a.current, r.state = r, a.state
	return r, nil
}

// newRun makes a run that counts what it uses in l; with a parent it shares its listeners.
func (a *Agent) newRun(ctx context.Context, m *memory.Memory, o *runOptions, parent *run, l *ledger) *run {
	r := &run{
		agent: a, path: a.Name(), memory: m, ledger: l, parent: parent, maxSteps: o.maxSteps, done: make(chan struct{}),
		begun: time.Now(), state: map[string]value.Value{},
	}
	if parent != nil {
		r.path, r.events, r.gate = parent.path+"/"+a.Name(), parent.events, parent.gate
	} else {
		r.gate = &gate{}
		r.events = &sink{f: o.events, r: a.redact, panicked: func(v any) { r.cancel(r.panicked(v)) }}
	}
	r.ctx, r.cancel = context.WithCancelCause(ctx)
	if d := a.cfg.Budget.Time; d > 0 {
		timer := time.AfterFunc(d-l.time, func() { r.cancel(&BudgetError{"time", d}) })
		context.AfterFunc(r.ctx, func() { timer.Stop() })
	}
	return r
}

func (a *Agent) finish(r *run) {
	r.cancel(nil)
	r.gate.close()
	r.events.close()
	a.boxes.giveBack(r.box)
	a.mu.Lock()
	a.current = nil
	r.ledger.time += time.Since(r.begun)
	a.mu.Unlock()
	close(r.done)
}

// guard runs f; a panic of a callback, a check or a model becomes an error, and errors
// tell no secrets.
func (r *run) guard(f func(context.Context) (*Result, error)) (res *Result, err error) {
	ctx, end := r.agent.cfg.Telemetry.Run(r.ctx, r.path, r.agent.cfg.Model.Info())
	defer func() {
		if v := recover(); v != nil {
			res, err = nil, r.panicked(v)
		} else if p := r.listenerPanic(); p != nil {
			res, err = nil, p
		}
		if err != nil {
			if cause := context.Cause(r.ctx); cause != nil {
				err = cause
			}
			err = r.agent.redact.Err(err)
		}
		end(res, err)
	}()
	return f(context.WithValue(ctx, parentKey{}, r))
}

// start takes the task into memory and the sandbox, and works on it.
func (r *run) start(ctx context.Context, task string, o *runOptions) (*Result, error) {
	system, err := r.agent.systemPrompt()
	if err != nil {
		return nil, err
	}
	r.memory.SetSystem(system)
	args, text, err := arguments(o.args)
	if err != nil {
		return nil, err
	}
	for _, v := range args {
		if r.agent.tools.byName[v.Name] != nil {
			return nil, fmt.Errorf("argument %q: a tool has that name", v.Name)
		}
	}
	r.task = task + text
	step := &memory.Task{Text: r.task, Images: o.images}
	r.memory.Add(step)
	r.emit(&TaskEvent{Source: r.source(), Text: r.task})
	if f := r.agent.cfg.On.Task; f != nil {
		if err := r.callback(func() error { return f(ctx, step) }); err != nil {
			return nil, err
		}
	}
	for _, v := range args {
		r.state[v.Name], err = value.Decode(v.Value)
		if err != nil {
			return nil, err
		}
	}
	if err := r.enterSandbox(ctx, args); err != nil {
		return nil, err
	}
	return r.loop(ctx)
}

// loop takes steps until there is an answer.
func (r *run) loop(ctx context.Context) (*Result, error) {
	r.first = r.number + 1
	for {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if r.number-r.first+1 >= r.maxSteps {
			return r.lastAnswer(ctx, &memory.Error{Kind: memory.ErrorMaxSteps, Message: "Reached max steps."})
		}
		if err := r.ledger.step(); err != nil {
			var b *BudgetError
			if errors.As(err, &b) && b.What == "steps" {
				return r.lastAnswer(ctx, &memory.Error{Kind: memory.ErrorMaxSteps, Message: err.Error()})
			}
			return nil, err
		}
		r.number++
		if n := r.agent.cfg.PlanEvery; n > 0 && (r.number-r.first)%n == 0 {
			if err := r.plan(ctx); err != nil {
				return nil, err
			}
		}
		act, err := r.step(ctx)
		if err != nil {
			return nil, err
		}
		if act.Final {
			return r.end(ctx, act, StateDone)
		}
	}
}

// step takes one step; what the model did wrong is in the step, not an error.
func (r *run) step(ctx context.Context) (*memory.Action, error) {
	ctx, end := r.agent.cfg.Telemetry.Step(ctx, r.number)
	act := &memory.Action{Agent: r.path, Number: r.number, ShowImages: r.agent.cfg.ShowImages}
	act.Timing.Start = time.Now()
	take := r.codeStep
	if r.agent.kind == kindToolCalling {
		take = r.toolStep
	}
	err := take(ctx, act)
	if err == nil && act.Final {
		r.check(ctx, act)
	}
	act.Timing.End = time.Now()
	end(act, err)
	if err != nil && len(act.Output.Parts)+len(act.Output.ToolCalls) == 0 {
		return nil, err // nothing happened that is worth remembering
	}
	if err != nil {
		act.Final = false
		act.Error = &memory.Error{Kind: memory.ErrorInterrupted, Message: r.agent.redact.Text(cause(r.ctx, err).Error())}
	}
	return act, errors.Join(err, r.remember(ctx, act))
}

// cause is why ctx ended, if it did, else err.
func cause(ctx context.Context, err error) error {
	if c := context.Cause(ctx); c != nil {
		return c
	}
	return err
}

// remember adds a step to memory and tells whoever listens.
func (r *run) remember(ctx context.Context, act *memory.Action) error {
	r.memory.Add(act)
	r.emit(&StepEvent{Source: r.source(), Action: act})
	if f := r.agent.cfg.On.Action; f != nil {
		return r.callback(func() error { return f(ctx, act) })
	}
	return nil
}

// check asks the checks about a final answer.
func (r *run) check(ctx context.Context, act *memory.Action) {
	for _, c := range r.agent.cfg.Checks {
		v, err := value.Decode(act.Result)
		if err == nil {
			err = r.callback(func() error { return c.Func(ctx, v, r.memory) })
		}
		if err != nil {
			act.Final = false
			act.Error = &memory.Error{Kind: memory.ErrorCheck, Message: r.agent.redact.Text(fmt.Sprintf("Check %s failed with error: %v", c.Name, err))}
			return
		}
	}
}

// lastAnswer asks the model for an answer when no step is left.
func (r *run) lastAnswer(ctx context.Context, why *memory.Error) (*Result, error) {
	text, err := r.agent.cfg.Templates.Render(prompt.LastAnswer, prompt.Data{Task: r.task})
	if err != nil {
		return nil, err
	}
	r.number++
	act := &memory.Action{Agent: r.path, Number: r.number, Error: why}
	act.Timing.Start = time.Now()
	messages := append(r.memory.Messages(false), model.Text(model.RoleUser, text))
	req := &model.Request{Messages: messages}
	if r.agent.kind == kindToolCalling { // some servers want the tools of calls that messages show
		req.Tools, req.ToolChoice = r.agent.tools.modelSpecs(), model.ToolChoiceNone
	}
	resp, err := r.generate(ctx, req, false)
	if err != nil {
		return nil, err
	}
	act.Output, act.Usage, act.Final = resp.Message, resp.Usage, true
	if act.Result, err = value.FromText(strings.ToValidUTF8(resp.Message.Text(), "\uFFFD")); err != nil {
		return nil, err
	}
	act.Timing.End = time.Now()
	if err := r.remember(ctx, act); err != nil {
		return nil, err
	}
	return r.end(ctx, act, StateMaxSteps)
}

// end makes the result of the step that answered.
func (r *run) end(ctx context.Context, act *memory.Action, s State) (*Result, error) {
	res := &Result{
		State: s, Answer: act.Result, Text: act.ResultText, Steps: r.number,
		Timing: memory.Timing{Start: r.begun, End: time.Now()}, ModelTime: r.modelTime, ExecuteTime: r.executeTime,
	}
	if s == StateMaxSteps {
		res.Text = act.Output.Text()
		res.Steps-- // the question for an answer
	}
	res.Usage, res.UsageKnown = r.ledger.total()
	final := &memory.Final{Answer: res.Answer, Text: res.Text}
	r.memory.Add(final)
	if f := r.agent.cfg.On.Final; f != nil {
		if err := r.callback(func() error { return f(ctx, final) }); err != nil {
			return nil, err
		}
	}
	r.emit(&FinalEvent{Source: r.source(), Result: res})
	return res, nil
}

func (r *run) source() Source { return Source{Agent: r.path, Step: r.number} }

// at is the source of what belongs to a step, whichever step the run is at by then.
func (r *run) at(act *memory.Action) Source { return Source{Agent: r.path, Step: act.Number} }

func (r *run) emit(e Event) { r.events.emit(e) }

// lastTask and lastNumber are where a memory stopped.
func lastTask(m *memory.Memory) string {
	for _, s := range slices.Backward(m.Steps()) {
		if t, ok := s.(*memory.Task); ok {
			return t.Text
		}
	}
	return ""
}

func lastNumber(m *memory.Memory) int {
	for _, s := range slices.Backward(m.Steps()) {
		switch s := s.(type) {
		case *memory.Action:
			return s.Number
		case *memory.Task:
			return 0
		}
	}
	return 0
}

// arguments makes variables of a task's arguments, and the text that tells of them.
func arguments(args map[string]any) ([]shared.Variable, string, error) {
	if len(args) == 0 {
		return nil, "", nil
	}
	var vars []shared.Variable
	var b strings.Builder
	b.WriteString("\n\nThese variables are set for you, to be used by their names:\n")
	for _, name := range slices.Sorted(maps.Keys(args)) {
		if !isIdentifier(name) {
			return nil, "", fmt.Errorf("argument %q: its name isn't one that a Python variable can have", name)
		}
		v, err := value.From(args[name])
		if err != nil {
			return nil, "", fmt.Errorf("argument %s: %w", name, err)
		}
		t, err := value.Encode(v)
		if err != nil {
			return nil, "", fmt.Errorf("argument %s: %w", name, err)
		}
		vars = append(vars, shared.Variable{Name: name, Value: t})
		fmt.Fprintf(&b, "- %s (%s): %s\n", name, value.TypeName(v), shorten(describe(v), 500))
	}
	return vars, b.String(), nil
}
