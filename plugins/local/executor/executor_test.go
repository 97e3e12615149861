package executor_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/programs"
	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// events is what a client is to the executor: it keeps the output and answers
// tool calls.
type events struct {
	out  strings.Builder
	tool func(ctx context.Context, c *shared.ToolCall) (value.Text, error)
}

func (e *events) Output(_ shared.Stream, p []byte) error { e.out.Write(p); return nil }
func (e *events) Display(*shared.Display) error          { return nil }
func (e *events) Progress(shared.Progress)               {}
func (e *events) CallTool(ctx context.Context, c *shared.ToolCall) (value.Text, error) {
	return e.tool(ctx, c)
}

func open(t testing.TB, req shared.OpenRequest) shared.Session {
	t.Helper()
	s, err := (&executor.Executor{Version: "0.0.0-test"}).Open(context.Background(), &req, &events{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = s.Close(context.Background()) })
	return s
}

// fails runs code and gives its error, nil if it ran through.
func fails(t testing.TB, s shared.Session, code string, ev *events) (*shared.Result, *shared.Error) {
	t.Helper()
	if ev == nil {
		ev = &events{}
	}
	res, err := s.Execute(context.Background(), &shared.ExecuteRequest{Code: code}, ev)
	var e *shared.Error
	if err != nil && !errors.As(err, &e) {
		t.Fatalf("run %q: %v", code, err)
	}
	return res, e
}

func run(t testing.TB, s shared.Session, code string, ev *events) *shared.Result {
	t.Helper()
	res, e := fails(t, s, code, ev)
	if e != nil {
		t.Fatalf("run %q: %s", code, e.Message)
	}
	return res
}

func TestCases(t *testing.T) {
	all, err := programs.Cases(testenv.Root(t))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		t.Run(c.ID, func(t *testing.T) {
			for k, v := range c.Setup.Env {
				t.Setenv(k, v)
			}
			for _, wrong := range c.Judge(outcome(t, c)) {
				t.Error(wrong)
			}
		})
	}
}

// outcome runs a case.
func outcome(t *testing.T, c programs.Case) programs.Outcome {
	req := &shared.OpenRequest{AuthorizedImports: c.Imports, Limits: shared.Limits{
		Time:        time.Duration(c.Limits.TimeoutSeconds * float64(time.Second)),
		Operations:  c.Limits.MaxOperations,
		MemoryBytes: c.Limits.MemoryMB << 20,
		OutputChars: int64(c.Limits.MaxPrintChars),
	}}
	ctx := context.Background()
	s, err := (&executor.Executor{}).Open(ctx, req, &events{})
	if err != nil {
		return programs.Outcome{Error: err.Error()} // a module that there is not
	}
	defer func() { _, _ = s.Close(ctx) }()
	start := time.Now()
	res, e := fails(t, s, c.Code, nil)
	o := programs.Outcome{Stdout: res.Logs, Took: time.Since(start)}
	if e == nil {
		o.Result = []byte(strings.TrimPrefix(string(res.Value), value.SafePrefix))
		return o
	}
	// Without the failing statement, which may quote the marker of an escape.
	o.Error, o.Line = e.Message, e.Line
	if _, text, ok := strings.Cut(e.Message, "' due to: "); ok {
		o.Error = text
	}
	return o
}
