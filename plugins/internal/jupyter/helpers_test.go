package jupyter_test

import (
	"context"
	"strings"
	"sync"
	"testing"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// recorder is an Events that keeps what comes.
type recorder struct {
	mu       sync.Mutex
	out, err strings.Builder
	displays []*shared.Display
	printed  chan struct{} // gets something with the first output; nil: nobody waits
	tool     func(ctx context.Context, c *shared.ToolCall) (value.Text, error)
}

func (r *recorder) Output(s shared.Stream, p []byte) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if s == shared.Stdout {
		r.out.Write(p)
	} else {
		r.err.Write(p)
	}
	select {
	case r.printed <- struct{}{}:
	default:
	}
	return nil
}

func (r *recorder) Display(d *shared.Display) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.displays = append(r.displays, d)
	return nil
}

func (r *recorder) Progress(shared.Progress) {}

func (r *recorder) CallTool(ctx context.Context, c *shared.ToolCall) (value.Text, error) {
	return r.tool(ctx, c)
}

func (r *recorder) stdout() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.out.String()
}

// open opens a session on the common gateway. What comes between the runs goes to the recorder.
func open(t *testing.T, limits shared.Limits) (shared.Session, *recorder) {
	t.Helper()
	between := &recorder{printed: make(chan struct{}, 1)}
	s, err := plain{gateway(t)}.Open(t.Context(), &shared.OpenRequest{Limits: limits}, between)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeSession(t, s) })
	return s, between
}

// closeSession tells of what a session leaves behind.
func closeSession(t *testing.T, s shared.Session) {
	t.Helper()
	report, err := s.Close(context.Background())
	if err != nil || len(report.Left) > 0 {
		t.Errorf("close: %v, left %q", err, report.Left)
	}
}

func execute(t *testing.T, s shared.Session, code string, ev *recorder) (*shared.Result, error) {
	t.Helper()
	if ev == nil {
		ev = &recorder{}
	}
	return s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, ev)
}

func must(t *testing.T, s shared.Session, code string, ev *recorder) *shared.Result {
	t.Helper()
	res, err := execute(t, s, code, ev)
	if err != nil {
		t.Fatalf("run %.200q: %v", code, err)
	}
	return res
}

func wantRepr(t *testing.T, s shared.Session, code, want string) {
	t.Helper()
	if res := must(t, s, code, nil); res.Repr != want {
		t.Errorf("run %.200q: the value is %.200s, want %s", code, res.Repr, want)
	}
}
