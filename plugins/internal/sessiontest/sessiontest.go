// Package sessiontest is what the tests of the engines that run CPython share.
package sessiontest

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// Recorder is an Events that keeps what comes.
type Recorder struct {
	// Tool answers tool calls.
	Tool func(ctx context.Context, c *shared.ToolCall) (value.Text, error)
	// Printed gets something with the first output; nil: nobody waits.
	Printed chan struct{}

	mu       sync.Mutex
	out, err strings.Builder
	displays []*shared.Display
}

// Output implements shared.Events.
func (r *Recorder) Output(s shared.Stream, p []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s == shared.Stdout {
		r.out.Write(p)
	} else {
		r.err.Write(p)
	}
	select {
	case r.Printed <- struct{}{}:
	default:
	}
	return nil
}

// Display implements shared.Events.
func (r *Recorder) Display(d *shared.Display) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.displays = append(r.displays, d)
	return nil
}

// Progress implements shared.Events.
func (r *Recorder) Progress(shared.Progress) {}

// CallTool implements shared.Events.
func (r *Recorder) CallTool(ctx context.Context, c *shared.ToolCall) (value.Text, error) {
	return r.Tool(ctx, c)
}

// Stdout is what was printed so far.
func (r *Recorder) Stdout() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out.String()
}

// Stderr is what came to the standard error so far.
func (r *Recorder) Stderr() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.err.String()
}

// Displays are those that came so far.
func (r *Recorder) Displays() []*shared.Display {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.displays
}

// Plain is all of an executor but Open, for engines without a sandbox around them.
type Plain struct{}

// Describe implements shared.Executor.
func (Plain) Describe(context.Context) (*shared.Description, error) {
	return &shared.Description{
		Name: "plain", Version: "0.0.0-test", Isolation: shared.IsolationProcess, Languages: []string{"python 3"},
		Capabilities: shared.Capabilities{Tools: true, Variables: true, Files: true, Commands: true, Displays: true, Interrupt: true},
	}, nil
}

// Check implements shared.Executor.
func (Plain) Check(context.Context, *shared.CheckRequest) (*shared.CheckReport, error) {
	return &shared.CheckReport{}, nil
}

// Reap implements shared.Executor.
func (Plain) Reap(context.Context, *shared.ReapRequest) (*shared.ReapReport, error) {
	return &shared.ReapReport{}, nil
}

// Execute runs code; events may be nil.
func Execute(t testing.TB, s shared.Session, code string, events *Recorder) (*shared.Result, error) {
	t.Helper()
	if events == nil {
		events = &Recorder{}
	}
	return s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, events)
}

// Must is the result of code that must not fail.
func Must(t testing.TB, s shared.Session, code string, events *Recorder) *shared.Result {
	t.Helper()
	res, err := Execute(t, s, code, events)
	if err != nil {
		t.Fatalf("run %.200q: %v", code, err)
	}
	return res
}

// WantRepr checks the value of code.
func WantRepr(t testing.TB, s shared.Session, code, want string) {
	t.Helper()
	if res := Must(t, s, code, nil); res.Repr != want {
		t.Errorf("run %.200q: the value is %.200s, want %s", code, res.Repr, want)
	}
}
