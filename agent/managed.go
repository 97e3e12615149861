package agent

import (
	"context"
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/prompt"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// maxDepth is how many agents may manage each other in a row.
const maxDepth = 8

// AsTool is the agent as a function of another: it takes a task and returns a report.
// Calls may overlap; each has a memory of its own, and a sandbox of its own while others
// are in use. A call within another agent's run shares that run's budget and events.
func (a *Agent) AsTool() (tool.Tool, error) {
	if a.cfg.Name == "" || a.cfg.Description == "" {
		return nil, fmt.Errorf("an agent that others call needs a name and a description; this one is named %q and described as %q", a.cfg.Name, a.cfg.Description)
	}
	t := managed{agent: a, spec: &tool.Spec{ToolSpec: shared.ToolSpec{
		Name: a.cfg.Name, Doc: a.cfg.Description, OutputType: "string",
		Inputs: []shared.ToolInput{
			{Name: "task", Type: "string", Description: "what to do, with everything that has to be known for it"},
			{Name: "additional_args", Type: "object", Optional: true, Description: "values that the assistant gets as variables of those names"},
		},
	}}}
	return t, tool.Check(t.spec)
}

type managed struct {
	agent *Agent
	spec  *tool.Spec
}

// Spec implements tool.Tool.
func (m managed) Spec() *tool.Spec { return m.spec }

// Call implements tool.Tool.
func (m managed) Call(ctx context.Context, args tool.Args) (value.Value, error) {
	task, _ := args["task"].(value.Str)
	o := m.agent.options(nil)
	if extra, ok := args["additional_args"].(value.Dict); ok {
		o.args = map[string]any{}
		for _, item := range extra {
			key, ok := item.Key.(value.Str)
			if !ok {
				return nil, &tool.Error{Type: "TypeError", Message: "additional_args: its keys must be names"}
			}
			o.args[string(key)] = item.Value
		}
	}
	report, err := m.agent.runManaged(ctx, string(task), o)
	if err != nil {
		return nil, err
	}
	return value.Str(report), nil
}

// runManaged works on a manager's task and returns the report.
func (a *Agent) runManaged(ctx context.Context, task string, o *runOptions) (string, error) {
	parent := parentOf(ctx)
	depth := 0
	for p := parent; p != nil; p = p.parent {
		depth++
	}
	if depth >= maxDepth {
		return "", fmt.Errorf("%d agents manage each other already: do the task yourself", depth)
	}
	data := prompt.Data{Name: a.Name(), Task: task}
	full, err := a.cfg.Templates.Render(prompt.ManagedTask, data)
	if err != nil {
		return "", err
	}
	m := &memory.Memory{}
	m.HideBy(a.redact.JSON)
	l := &ledger{budget: a.cfg.Budget}
	if parent != nil {
		l.parent = parent.ledger
	}
	r := a.newRun(ctx, m, o, parent, l)
	a.mu.Lock()
	closed := a.closed
	if !closed {
		a.managed[r] = true
	}
	a.mu.Unlock()
	if closed {
		r.cancel(ErrClosed)
		return "", ErrClosed
	}
	defer func() {
		r.cancel(nil)
		a.boxes.giveBack(r.box)
		a.mu.Lock()
		delete(a.managed, r)
		a.mu.Unlock()
		close(r.done)
	}()
	res, err := r.guard(func(ctx context.Context) (*Result, error) { return r.start(ctx, full, o) })
	if parent != nil {
		parent.recordManaged(&memory.Managed{Agent: r.path, Task: task, Memory: m})
	}
	if err != nil {
		return "", fmt.Errorf("assistant %s failed: %w", a.Name(), err)
	}
	data.Answer = res.Text
	if a.cfg.Report {
		data.Summary = summary(m)
	}
	return a.cfg.Templates.Render(prompt.Report, data)
}

// maxSummary is how many characters of one step a report shows.
const maxSummary = 1000

// summary tells the steps of a run in short.
func summary(m *memory.Memory) string {
	var b strings.Builder
	for _, msg := range m.Messages(true) {
		fmt.Fprintf(&b, "%s\n---\n", shorten(strings.TrimSpace(msg.Text()), maxSummary))
	}
	return strings.TrimSuffix(b.String(), "\n---\n")
}
