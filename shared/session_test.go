package shared_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/executortest"
	"github.com/airlockhq/airlock/shared/value"
)

// testContext ends before the test binary would be killed, so that a hang fails with the name of its test.
func testContext(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}

func open(t *testing.T, fake *executortest.Fake) *shared.ClientSession {
	t.Helper()
	return openWith(t, fake, shared.ClientOptions{}, &shared.OpenRequest{}, nil)
}

func openWith(t *testing.T, fake *executortest.Fake, opts shared.ClientOptions, req *shared.OpenRequest, events shared.Events) *shared.ClientSession {
	t.Helper()
	client := shared.NewClient(executortest.Conn(t, fake, shared.ServerOptions{}), opts)
	s, err := client.Open(testContext(t), req, events)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		fake.Release()
		_, _ = s.Close(context.Background())
	})
	return s.(*shared.ClientSession)
}

func run(t *testing.T, s shared.Session, code string, events shared.Events) (*shared.Result, error) {
	t.Helper()
	return s.Execute(testContext(t), &shared.ExecuteRequest{Code: code}, events)
}

func wantKind(t *testing.T, err error, kind shared.Kind) {
	t.Helper()
	if !errors.Is(err, kind) {
		t.Fatalf("error is %v (%T), want one of kind %s", err, err, kind)
	}
}

// recorder keeps what a run emits, in order.
type recorder struct {
	mu     sync.Mutex
	events []string
}

func (r *recorder) add(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, fmt.Sprintf(format, args...))
}

func (r *recorder) String() string {
	r.mu.Lock()
	defer r.mu.Unlock()
	return strings.Join(r.events, " ")
}

func (r *recorder) handler() *shared.Handler {
	return &shared.Handler{
		OnOutput:   func(s shared.Stream, p []byte) error { r.add("%d:%s", s, strings.TrimSpace(string(p))); return nil },
		OnDisplay:  func(d *shared.Display) error { r.add("%s:%s", d.Parts[0].MIME, d.Parts[0].Data); return nil },
		OnProgress: func(p shared.Progress) { r.add("%s:%d/%d:%s", p.Phase, p.Current, p.Total, p.Text) },
		OnTool: func(_ context.Context, c *shared.ToolCall) (value.Text, error) {
			r.add("call:%s%s", c.Name, bytes.Join(asBytes(c.Args), nil))
			return value.Text("safe:1"), nil
		},
	}
}

func asBytes(in []value.Text) [][]byte {
	var out [][]byte
	for _, t := range in {
		out = append(out, t)
	}
	return out
}

func TestUnary(t *testing.T) {
	ctx := testContext(t)
	c := executortest.Dial(t, &executortest.Fake{})
	d, err := c.Describe(ctx)
	if err != nil || d.Name != "fake" || d.Protocol != shared.Protocol || !d.Capabilities.Attach || d.Isolation != shared.IsolationInterpreter {
		t.Errorf("Describe = %+v, %v", d, err)
	}
	if r, err := c.Check(ctx, &shared.CheckRequest{}); err != nil || !r.OK() || len(r.Items) != 1 {
		t.Errorf("Check = %+v, %v", r, err)
	}
	_, err = c.Check(ctx, &shared.CheckRequest{Options: map[string]string{"key": "wrong"}})
	wantKind(t, err, shared.KindBackendAuth)
	if e := shared.AsError(err); e.Hint != "get another" {
		t.Errorf("the hint of the error is %q", e.Hint)
	}
	r, err := c.Reap(ctx, &shared.ReapRequest{OlderThan: time.Hour, Labels: map[string]string{"a": "b"}, DryRun: true})
	if err != nil || len(r.Items) != 1 || r.Items[0].Age != time.Hour || r.Items[0].Removed || r.Items[0].Labels["a"] != "b" {
		t.Errorf("Reap = %+v, %v", r, err)
	}
}

func TestExecuteOrder(t *testing.T) {
	s := open(t, &executortest.Fake{})
	r := &recorder{}
	res, err := run(t, s, "print a\nwarn b\nshow text/plain c\ncall f 1 2\nprint d\nvalue [1]", r.handler())
	if err != nil {
		t.Fatal(err)
	}
	if want := "1:a 2:b text/plain:c call:fsafe:1safe:2 1:d"; r.String() != want {
		t.Errorf("events are %s, want %s", r, want)
	}
	if string(res.Value) != "safe:[1]" || res.Repr != "[1]" || res.Text != "[1]" || res.Logs != "a\nd\n" || res.Stats.Operations != 6 {
		t.Errorf("result is %+v", res)
	}
}

// TestOutputBeforeResult: an answer never overtakes its own output, though results are more urgent than output.
func TestOutputBeforeResult(t *testing.T) {
	s := open(t, &executortest.Fake{})
	for range 50 {
		n := 0
		_, err := run(t, s, "flood 300000\nfinal 1", &shared.Handler{OnOutput: func(_ shared.Stream, p []byte) error { n += len(p); return nil }})
		if err != nil || n != 300_000 {
			t.Fatalf("got %d bytes of output before the result, %v", n, err)
		}
	}
}

func TestStateAndVariables(t *testing.T) {
	ctx := testContext(t)
	s := open(t, &executortest.Fake{})
	if err := s.SetVariables(ctx, []shared.Variable{{Name: "x", Value: value.MustText([]int{1})}, {Name: "n"}}); err != nil {
		t.Fatal(err)
	}
	if res, err := run(t, s, "get x", nil); err != nil || string(res.Value) != "safe:[1]" {
		t.Errorf("get x = %+v, %v", res, err)
	}
	vars, err := s.GetVariables(ctx, nil)
	if err != nil || len(vars) != 2 || vars[0].Name != "x" || string(vars[1].Value) != "safe:null" {
		t.Errorf("variables are %v, %v", vars, err)
	}
	if vars, err := s.GetVariables(ctx, []string{"nope", "n"}); err != nil || len(vars) != 1 {
		t.Errorf("variables are %v, %v", vars, err)
	}
}

func TestErrorsCrossTheWire(t *testing.T) {
	s := open(t, &executortest.Fake{})
	for _, kind := range []shared.Kind{
		shared.KindSyntax, shared.KindRuntime, shared.KindPolicy, shared.KindLimitOperations, shared.KindLimitIterations, shared.KindLimitTime,
		shared.KindLimitMemory, shared.KindLimitOutput, shared.KindTool, shared.KindSerialization, shared.KindPackage,
		shared.KindBackendUnavailable, shared.KindBackendAuth, shared.KindBackendLost, shared.KindUnsupported, shared.KindInvalidArgument,
		shared.KindInterrupted, shared.KindInternal,
	} {
		res, err := run(t, s, "print before\nfail "+string(kind)+" lone \xed\xa0\x80 surrogate", nil)
		wantKind(t, err, kind)
		e := shared.AsError(err)
		if e.Message != "lone \xed\xa0\x80 surrogate" || e.Type != "FakeError" || e.Line != 2 || res.Logs != "before\n" {
			t.Errorf("%s arrived as %+v with logs %q", kind, e, res.Logs)
		}
	}
	if _, err := run(t, s, "fail runtime "+strings.Repeat("x", 3<<20), nil); len(err.Error()) > 1<<20 || !strings.Contains(err.Error(), "left out") {
		t.Errorf("a message of 3 MiB arrived with %d bytes", len(err.Error()))
	}
}

func TestTools(t *testing.T) {
	s := open(t, &executortest.Fake{})
	calls := 0
	h := &shared.Handler{OnTool: func(ctx context.Context, c *shared.ToolCall) (value.Text, error) {
		calls++
		switch c.Name {
		case "boom":
			return nil, &shared.Error{Kind: shared.KindTool, Type: "ValueError", Message: "no"}
		case "panics":
			panic("oh")
		case "nothing":
			return nil, nil
		}
		return c.Args[0], nil
	}}
	if res, err := run(t, s, "call echo \"a\"", h); err != nil || string(res.Value) != `safe:"a"` || res.Stats.ToolCalls != 1 {
		t.Errorf("call echo = %+v, %v", res, err)
	}
	if res, err := run(t, s, "call nothing", h); err != nil || string(res.Value) != "safe:null" {
		t.Errorf("call nothing = %+v, %v", res, err)
	}
	_, err := run(t, s, "call boom", h)
	wantKind(t, err, shared.KindTool)
	if e := shared.AsError(err); e.Type != "ValueError" || e.Message != "no" {
		t.Errorf("the tool's error arrived as %+v", e)
	}
	if _, err = run(t, s, "call panics", h); !errors.Is(err, shared.KindTool) || !strings.Contains(err.Error(), "panicked") {
		t.Errorf("a panic of a tool is %v", err)
	}
	if _, err = run(t, s, "call echo 1", nil); !errors.Is(err, shared.KindTool) {
		t.Errorf("a call without a handler is %v", err)
	}
}

// TestToolCancel: what is pending when a run ends is cancelled, and its late result does no harm.
func TestToolCancel(t *testing.T) {
	s := open(t, &executortest.Fake{})
	cancelled := make(chan error, 1)
	var started atomic.Int32
	h := &shared.Handler{OnTool: func(ctx context.Context, c *shared.ToolCall) (value.Text, error) {
		if c.Name == "slow" {
			started.Add(1)
			<-ctx.Done()
			cancelled <- context.Cause(ctx)
		}
		return value.Text("safe:1"), nil
	}}
	if _, err := run(t, s, "async slow\nsleep 50ms\nvalue 1", h); err != nil {
		t.Fatal(err)
	}
	select {
	case <-cancelled:
	case <-testContext(t).Done():
		t.Fatalf("the tool's context did not end with the run (%d started)", started.Load())
	}
	if res, err := run(t, s, "call f", h); err != nil || string(res.Value) != "safe:1" {
		t.Errorf("the next run is %+v, %v", res, err)
	}
}

// TestWithinCall: a tool can't use the namespace of the run that called it, but all that interleaves, and other sessions.
func TestWithinCall(t *testing.T) {
	fake := &executortest.Fake{}
	s := open(t, fake)
	other := open(t, fake)
	var inner, usage, elsewhere error
	_, err := run(t, s, "call f 1", &shared.Handler{OnTool: func(ctx context.Context, c *shared.ToolCall) (value.Text, error) {
		_, inner = s.Execute(ctx, &shared.ExecuteRequest{Code: "value 1"}, nil)
		_, usage = s.Usage(ctx)
		_, elsewhere = other.Execute(ctx, &shared.ExecuteRequest{Code: "value 1"}, nil)
		return c.Args[0], nil
	}})
	if err != nil || usage != nil || elsewhere != nil {
		t.Errorf("run, usage and other session: %v, %v, %v", err, usage, elsewhere)
	}
	wantKind(t, inner, shared.KindInvalidArgument)
}

func TestInterrupt(t *testing.T) {
	s := open(t, &executortest.Fake{})
	ctx := testContext(t)
	if was, err := s.Interrupt(ctx); was || err != nil {
		t.Errorf("interrupt while nothing runs = %v, %v", was, err)
	}
	type outcome struct {
		res *shared.Result
		err error
	}
	done := make(chan outcome, 1)
	started := make(chan struct{})
	go func() {
		res, err := s.Execute(ctx, &shared.ExecuteRequest{Code: "print x\nwait"}, &shared.Handler{
			OnOutput: func(shared.Stream, []byte) error { close(started); return nil },
		})
		done <- outcome{res, err}
	}()
	<-started
	if was, err := s.Interrupt(ctx); !was || err != nil {
		t.Errorf("interrupt = %v, %v", was, err)
	}
	out := <-done
	wantKind(t, out.err, shared.KindInterrupted)
	if out.res.Logs != "x\n" || out.res.StateLost {
		t.Errorf("result is %+v", out.res)
	}
	if res, err := run(t, s, "value 1", nil); err != nil || string(res.Value) != "safe:1" {
		t.Errorf("the session is not usable after an interrupt: %+v, %v", res, err)
	}
}

// TestContextInterrupts: the end of a context is an interrupt, not the end of the session.
func TestContextInterrupts(t *testing.T) {
	s := open(t, &executortest.Fake{})
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	res, err := s.Execute(ctx, &shared.ExecuteRequest{Code: "print x\nwait"}, nil)
	wantKind(t, err, shared.KindInterrupted)
	if !errors.Is(err, context.DeadlineExceeded) || !shared.Cancelled(err) || shared.Died(err) || res.Logs != "x\n" {
		t.Errorf("error %v, result %+v", err, res)
	}
	if _, err := run(t, s, "value 1", nil); err != nil {
		t.Errorf("the next run: %v", err)
	}
}

// TestGraceThenClose: a run that ignores its interrupt costs the session, within bounded time.
func TestGraceThenClose(t *testing.T) {
	fake := &executortest.Fake{}
	s := openWith(t, fake, shared.ClientOptions{Grace: 50 * time.Millisecond}, &shared.OpenRequest{}, nil)
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	res, err := s.Execute(ctx, &shared.ExecuteRequest{Code: "hang"}, nil)
	wantKind(t, err, shared.KindInterrupted)
	if !errors.Is(err, context.DeadlineExceeded) || !res.StateLost {
		t.Errorf("error %v, result %+v", err, res)
	}
	select {
	case <-s.Done():
	case <-testContext(t).Done():
		t.Error("the session goes on")
	}
	fake.Release()
	waitFor(t, "the sandbox to be removed", func() bool { n, _ := fake.Sessions(); return n == 0 })
}

func waitFor(t *testing.T, what string, ok func() bool) {
	t.Helper()
	ctx := testContext(t)
	for !ok() {
		select {
		case <-ctx.Done():
			t.Fatalf("waited in vain for %s", what)
		case <-time.After(time.Millisecond):
		}
	}
}

// TestFIFO: namespace requests run in the order of their sending, one at a time, while others pass them.
func TestFIFO(t *testing.T) {
	ctx := testContext(t)
	s := open(t, &executortest.Fake{})
	r := &recorder{}
	started := make(chan struct{})
	var wg sync.WaitGroup
	wg.Go(func() {
		_, _ = s.Execute(ctx, &shared.ExecuteRequest{Code: "print go\nwait"}, &shared.Handler{OnOutput: func(shared.Stream, []byte) error { close(started); return nil }})
		r.add("first")
	})
	<-started
	for i := range 5 {
		wg.Go(func() {
			_, err := s.Execute(ctx, &shared.ExecuteRequest{Code: fmt.Sprintf("print %d", i)}, nil)
			r.add("%d:%v", i, err)
		})
		waitFor(t, "the request to be sent", func() bool { return shared.InFlight(s) == i+2 })
	}
	if _, err := s.Usage(ctx); err != nil {
		t.Error(err)
	}
	if err := s.PutFile(ctx, "/f", 0, strings.NewReader("x")); err != nil {
		t.Error(err)
	}
	if r.String() != "" {
		t.Errorf("done before the first run ended: %s", r)
	}
	if _, err := s.Interrupt(ctx); err != nil {
		t.Error(err)
	}
	wg.Wait()
	for i := range 5 {
		if !strings.Contains(r.String(), fmt.Sprintf("%d:<nil>", i)) {
			t.Errorf("run %d failed: %s", i, r)
		}
	}
}

// TestInterruptWaiting: a run that was given up while it waited for its turn never begins, and the one before it goes on.
func TestInterruptWaiting(t *testing.T) {
	s := open(t, &executortest.Fake{})
	first := make(chan error, 1)
	release := make(chan struct{})
	go func() {
		_, err := s.Execute(testContext(t), &shared.ExecuteRequest{Code: "call f"}, &shared.Handler{
			OnTool: func(context.Context, *shared.ToolCall) (value.Text, error) { <-release; return nil, nil },
		})
		first <- err
	}()
	waitFor(t, "the first run", func() bool { return shared.InFlight(s) == 1 })
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	second := make(chan error, 1)
	go func() {
		_, err := s.Execute(ctx, &shared.ExecuteRequest{Code: "set x 1"}, nil)
		second <- err
	}()
	wantKind(t, <-second, shared.KindInterrupted) // at once, while the first one goes on
	close(release)
	if err := <-first; err != nil {
		t.Errorf("the first run: %v", err)
	}
	if _, err := run(t, s, "get x", nil); !errors.Is(err, shared.KindRuntime) {
		t.Errorf("the run that was given up has run: %v", err)
	}
}

func TestPackages(t *testing.T) {
	s := open(t, &executortest.Fake{})
	r := &recorder{}
	if err := s.InstallPackages(testContext(t), []string{"a", "b"}, r.handler()); err != nil || r.String() != "install:1/2:a install:2/2:b" {
		t.Errorf("install: %v, events %s", err, r)
	}
	wantKind(t, s.InstallPackages(testContext(t), []string{"missing"}, nil), shared.KindPackage)
}

func TestFiles(t *testing.T) {
	ctx := testContext(t)
	s := open(t, &executortest.Fake{})
	data := bytes.Repeat([]byte("0123456789abcdef"), 1<<18) // 4 MiB: many chunks, more than the credit window
	if err := s.PutFile(ctx, "/f", 0o600, bytes.NewReader(data)); err != nil {
		t.Fatal(err)
	}
	var got bytes.Buffer
	if err := s.GetFile(ctx, "/f", &got); err != nil || !bytes.Equal(got.Bytes(), data) {
		t.Errorf("the file came back with %d bytes, %v", got.Len(), err)
	}
	if err := s.PutFile(ctx, "/empty", 0, strings.NewReader("")); err != nil {
		t.Error(err)
	}
	wantKind(t, s.GetFile(ctx, "/missing", io.Discard), shared.KindInvalidArgument)
	wantKind(t, s.PutFile(ctx, "/denied", 0, bytes.NewReader(data)), shared.KindInvalidArgument)
	full := errors.New("disk full")
	if err := s.GetFile(ctx, "/f", failingWriter{full}); !errors.Is(err, full) {
		t.Errorf("a writer that fails gives %v", err)
	}
	if err := s.PutFile(ctx, "/g", 0, io.MultiReader(strings.NewReader("x"), failingReader{full})); !errors.Is(err, full) {
		t.Errorf("a reader that fails gives %v", err)
	}
	if _, err := run(t, s, "value 1", nil); err != nil {
		t.Errorf("the session after all that: %v", err)
	}
}

type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

type failingReader struct{ err error }

func (r failingReader) Read([]byte) (int, error) { return 0, r.err }

func TestCommandsSnapshotsUsage(t *testing.T) {
	ctx := testContext(t)
	s := open(t, &executortest.Fake{})
	r := &recorder{}
	if code, err := s.RunCommand(ctx, &shared.Command{Argv: []string{"echo", "hi"}}, r.handler()); code != 0 || err != nil || r.String() != "1:hi" {
		t.Errorf("echo = %d, %v, %s", code, err, r)
	}
	if code, err := s.RunCommand(ctx, &shared.Command{Argv: []string{"exit", "3"}}, nil); code != 3 || err != nil {
		t.Errorf("exit = %d, %v", code, err)
	}
	n := 0
	stdin := make([]byte, 3<<20)
	_, err := s.RunCommand(ctx, &shared.Command{Argv: []string{"cat"}, Stdin: stdin}, &shared.Handler{OnOutput: func(_ shared.Stream, p []byte) error { n += len(p); return nil }})
	if err != nil || n != len(stdin) {
		t.Errorf("cat gave %d bytes, %v", n, err)
	}
	if _, err := run(t, s, "set x 1", nil); err != nil {
		t.Fatal(err)
	}
	var snap bytes.Buffer
	if err := s.Snapshot(ctx, &snap); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, s, "set x 2\nset y 3", nil); err != nil {
		t.Fatal(err)
	}
	if err := s.Restore(ctx, &snap); err != nil {
		t.Fatal(err)
	}
	if vars, err := s.GetVariables(ctx, nil); err != nil || len(vars) != 1 || string(vars[0].Value) != "safe:1" {
		t.Errorf("variables after restore are %v, %v", vars, err)
	}
	if u, err := s.Usage(ctx); err != nil || u.CPU != 3*time.Millisecond || u.MemoryBytes != 1<<20 || u.Uptime != time.Second {
		t.Errorf("usage is %+v, %v", u, err)
	}
}

// core hides the capabilities of a session.
type core struct{ shared.Session }

type coreOnly struct{ executortest.Fake }

func (c *coreOnly) Open(ctx context.Context, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	s, err := c.Fake.Open(ctx, req, events)
	return core{s}, err
}

func TestMissingCapabilities(t *testing.T) {
	ctx := testContext(t)
	opened, err := executortest.Dial(t, &coreOnly{}).Open(ctx, &shared.OpenRequest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s := opened.(*shared.ClientSession)
	_, cmd := s.RunCommand(ctx, &shared.Command{Argv: []string{"x"}}, nil)
	_, usage := s.Usage(ctx)
	for what, err := range map[string]error{
		"install": s.InstallPackages(ctx, []string{"x"}, nil), "put": s.PutFile(ctx, "x", 0, strings.NewReader("x")), "get": s.GetFile(ctx, "x", io.Discard),
		"command": cmd, "snapshot": s.Snapshot(ctx, io.Discard), "restore": s.Restore(ctx, strings.NewReader("x")), "usage": usage,
	} {
		if !errors.Is(err, shared.KindUnsupported) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := s.Close(ctx); err != nil {
		t.Error(err)
	}
}

func TestBigValues(t *testing.T) {
	ctx := testContext(t)
	s := open(t, &executortest.Fake{})
	big := value.MustText(strings.Repeat("é", 5<<20)) // 10 MiB
	if err := s.SetVariables(ctx, []shared.Variable{{Name: "a", Value: big}, {Name: "b", Value: value.MustText(1)}, {Name: "c", Value: big}}); err != nil {
		t.Fatal(err)
	}
	vars, err := s.GetVariables(ctx, nil)
	if err != nil || len(vars) != 3 || !bytes.Equal(vars[0].Value, big) || string(vars[1].Value) != "safe:1" || !bytes.Equal(vars[2].Value, big) {
		t.Errorf("the big variables came back as %d, %v", len(vars), err)
	}
	res, err := run(t, s, "get a", nil)
	if err != nil || !bytes.Equal(res.Value, big) {
		t.Errorf("the big result has %d bytes, %v", len(res.Value), err)
	}
	res, err = run(t, s, "call f\n"+strings.Repeat(" ", 6<<20), &shared.Handler{OnTool: func(context.Context, *shared.ToolCall) (value.Text, error) { return big, nil }})
	if err != nil || !bytes.Equal(res.Value, big) {
		t.Errorf("the big tool result has %d bytes, %v", len(res.Value), err)
	}
	err = s.SetVariables(ctx, []shared.Variable{{Name: "a", Value: append(value.Text("safe:"), make([]byte, shared.MaxPayloadBytes)...)}})
	wantKind(t, err, shared.KindSerialization)
	_, err = run(t, s, fmt.Sprintf("big %d", shared.MaxPayloadBytes), nil)
	wantKind(t, err, shared.KindSerialization)
	err = s.SetTools(ctx, []shared.ToolSpec{{Name: "f", Doc: strings.Repeat("x", 5<<20)}})
	wantKind(t, err, shared.KindInvalidArgument)
	if _, err := run(t, s, "value 1", nil); err != nil {
		t.Errorf("the session after all that: %v", err)
	}
}

func TestPickleNeedsBothEnds(t *testing.T) {
	ctx := testContext(t)
	pickle := []shared.Variable{{Name: "x", Value: value.Text("pickle:gASVAA==")}}
	s := open(t, &executortest.Fake{})
	err := s.SetVariables(ctx, pickle)
	wantKind(t, err, shared.KindSerialization)
	if !strings.HasPrefix(err.Error(), "SerializationError: Pickle data rejected: allow_pickle=False") {
		t.Errorf("error is %q", err)
	}
	_, err = run(t, s, "call f", &shared.Handler{OnTool: func(context.Context, *shared.ToolCall) (value.Text, error) { return pickle[0].Value, nil }})
	wantKind(t, err, shared.KindSerialization)
	s = openWith(t, &executortest.Fake{}, shared.ClientOptions{}, &shared.OpenRequest{AllowPickle: true}, nil)
	if err := s.SetVariables(ctx, pickle); err != nil {
		t.Error(err)
	}
	if res, err := run(t, s, "get x", nil); err != nil || string(res.Value) != "pickle:gASVAA==" {
		t.Errorf("get x = %+v, %v", res, err)
	}
}

// TestFloodDoesNotStarve: while a guest floods a receiver that doesn't read, control and other requests pass.
func TestFloodDoesNotStarve(t *testing.T) {
	ctx := testContext(t)
	s := open(t, &executortest.Fake{})
	block := make(chan struct{})
	first := make(chan struct{})
	var once sync.Once
	done := make(chan error, 1)
	go func() {
		_, err := s.Execute(ctx, &shared.ExecuteRequest{Code: "flood 100000000"}, &shared.Handler{
			OnOutput: func(shared.Stream, []byte) error { once.Do(func() { close(first) }); <-block; return nil },
		})
		done <- err
	}()
	<-first
	if _, err := s.Usage(ctx); err != nil {
		t.Errorf("usage beside a flood: %v", err)
	}
	if was, err := s.Interrupt(ctx); !was || err != nil {
		t.Errorf("interrupt beside a flood = %v, %v", was, err)
	}
	close(block)
	wantKind(t, <-done, shared.KindInterrupted)
}

// TestHandlerError: a handler that wants no more output ends the run.
func TestHandlerError(t *testing.T) {
	s := open(t, &executortest.Fake{})
	enough := errors.New("enough")
	_, err := run(t, s, "print x\nwait", &shared.Handler{OnOutput: func(shared.Stream, []byte) error { return enough }})
	if !errors.Is(err, enough) || !errors.Is(err, shared.KindInterrupted) {
		t.Errorf("error is %v", err)
	}
}

func TestLateOutput(t *testing.T) {
	late := make(chan string, 1)
	s := openWith(t, &executortest.Fake{}, shared.ClientOptions{}, &shared.OpenRequest{}, &shared.Handler{
		OnOutput: func(_ shared.Stream, p []byte) error { late <- string(p); return nil },
	})
	if _, err := run(t, s, "late hello", &shared.Handler{OnOutput: func(_ shared.Stream, p []byte) error { t.Errorf("the run got %q", p); return nil }}); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-late:
		if got != "hello" {
			t.Errorf("late output is %q", got)
		}
	case <-testContext(t).Done():
		t.Error("no late output came")
	}
}

func TestOpen(t *testing.T) {
	ctx := testContext(t)
	r := &recorder{}
	fake := &executortest.Fake{
		Enforced: []shared.Enforced{{Name: shared.EnforceTime, Holds: true, How: "polling"}, {Name: shared.EnforceNetwork, How: "nothing"}},
		OpenHook: func(_ context.Context, req *shared.OpenRequest, events shared.Events) error {
			events.Progress(shared.Progress{Phase: "create", Current: 1, Total: 2, Text: req.Options["image"]})
			return events.Output(shared.Stderr, []byte(fmt.Sprint(req.Limits.Time, req.Limits.Operations, req.AuthorizedImports, req.Policy.StrictDunder)))
		},
	}
	c := executortest.Dial(t, fake)
	s, err := c.Open(ctx, &shared.OpenRequest{
		Options: map[string]string{"image": "img"}, AuthorizedImports: []string{"numpy.*"}, Policy: shared.Policy{StrictDunder: true},
		Limits: shared.Limits{Time: shared.Unlimited, Operations: 7}, Required: []string{shared.EnforceTime},
	}, r.handler())
	if err != nil {
		t.Fatal(err)
	}
	if want := "create:1/2:img 2:-1ns 7 [numpy.*] true"; r.String() != want {
		t.Errorf("events are %q, want %q", r, want)
	}
	if info := s.Info(); info.ID == "" || info.Secret != "" || len(info.Enforced) != 2 || info.Enforced[0].How != "polling" {
		t.Errorf("info is %+v", info)
	}
	_, err = c.Open(ctx, &shared.OpenRequest{Required: []string{shared.EnforceNetwork}}, nil)
	wantKind(t, err, shared.KindUnsupported)
	_, err = c.Open(ctx, &shared.OpenRequest{Required: []string{"gravity"}}, nil)
	wantKind(t, err, shared.KindUnsupported)
	fake.OpenErr = &shared.Error{Kind: shared.KindBackendUnavailable, Message: "no daemon"}
	_, err = c.Open(ctx, &shared.OpenRequest{}, nil)
	wantKind(t, err, shared.KindBackendUnavailable)
	if open, closed := fake.Sessions(); open != 1 || closed != 2 {
		t.Errorf("%d sessions are open and %d closed, want 1 and 2", open, closed)
	}
}

// TestOpenCancelled: the end of the context reaches an executor that is still opening.
func TestOpenCancelled(t *testing.T) {
	fake := &executortest.Fake{OpenHook: func(ctx context.Context, _ *shared.OpenRequest, _ shared.Events) error {
		<-ctx.Done()
		return ctx.Err()
	}}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Millisecond)
	defer cancel()
	client := executortest.Dial(t, fake)
	_, err := client.Open(ctx, &shared.OpenRequest{}, nil)
	wantKind(t, err, shared.KindInterrupted)
	_, err = client.Open(ctx, &shared.OpenRequest{}, nil) // over before there is a stream
	wantKind(t, err, shared.KindInterrupted)
}

// TestStrayBytes: a text that is no UTF-8 costs a request, or is mended, but never the stream.
func TestStrayBytes(t *testing.T) {
	ctx := testContext(t)
	fake := &executortest.Fake{
		Enforced:    []shared.Enforced{{Name: "time", Holds: true, How: "\xff"}},
		CloseReport: shared.CloseReport{Left: []string{"volume \xff"}},
	}
	s := open(t, fake)
	if how := s.Info().Enforced[0].How; how != "\uFFFD" {
		t.Errorf("how is %q", how)
	}
	wantKind(t, s.SetTools(ctx, []shared.ToolSpec{{Name: "\xff"}}), shared.KindInvalidArgument)
	wantKind(t, s.InstallPackages(ctx, []string{"\xff"}, nil), shared.KindInvalidArgument)
	if res, err := run(t, s, "print \xff\nvalue 1", nil); err != nil || res.Logs != "\xff\n" {
		t.Errorf("run = %+v, %v", res, err)
	}
	if report, err := s.Close(ctx); err != nil || report.Left[0] != "volume \uFFFD" {
		t.Errorf("close = %+v, %v", report, err)
	}
	_, err := executortest.Dial(t, fake).Open(ctx, &shared.OpenRequest{Env: map[string]string{"A": "\xff"}}, nil)
	wantKind(t, err, shared.KindInvalidArgument)
}

func TestMaxSessions(t *testing.T) {
	ctx := testContext(t)
	fake := &executortest.Fake{Description: shared.Description{Name: "one", MaxSessions: 1}}
	c := executortest.Dial(t, fake)
	s, err := c.Open(ctx, &shared.OpenRequest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Open(ctx, &shared.OpenRequest{}, nil)
	wantKind(t, err, shared.KindBackendUnavailable)
	if _, err := s.Close(ctx); err != nil {
		t.Fatal(err)
	}
	if s, err = c.Open(ctx, &shared.OpenRequest{}, nil); err != nil {
		t.Fatalf("open after close: %v", err)
	}
	_, _ = s.Close(ctx)
}

func TestClose(t *testing.T) {
	ctx := testContext(t)
	fake := &executortest.Fake{CloseReport: shared.CloseReport{Removed: []string{"box"}, Left: []string{"volume: busy"}, Total: shared.Stats{CPU: time.Second}}}
	s := open(t, fake)
	running := make(chan error, 1)
	go func() {
		_, err := s.Execute(ctx, &shared.ExecuteRequest{Code: "wait"}, nil)
		running <- err
	}()
	waitFor(t, "the run", func() bool { return shared.InFlight(s) == 1 })
	report, err := s.Close(ctx)
	if err != nil || len(report.Removed) != 1 || report.Left[0] != "volume: busy" || report.Total.CPU != time.Second {
		t.Errorf("close = %+v, %v", report, err)
	}
	wantKind(t, <-running, shared.KindInterrupted)
	if again, err := s.Close(ctx); err != nil || again != report {
		t.Errorf("the second close = %+v, %v", again, err)
	}
	if _, err := run(t, s, "value 1", nil); !errors.Is(err, shared.ErrClosed) {
		t.Errorf("a run after close gives %v", err)
	}
	if !errors.Is(s.Err(), shared.ErrClosed) {
		t.Errorf("the session ended for %v", s.Err())
	}
}

// TestStreamCut: when the connection breaks, the sandbox is removed and the client knows that the plugin is gone.
func TestStreamCut(t *testing.T) {
	fake := &executortest.Fake{}
	cc := executortest.Conn(t, fake, shared.ServerOptions{})
	s, err := shared.NewClient(cc, shared.ClientOptions{}).Open(testContext(t), &shared.OpenRequest{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, func() { cc.Close() })
	res, err := run(t, s, "wait", nil)
	if !shared.Died(err) || !res.StateLost {
		t.Errorf("the run ends with %v, %+v", err, res)
	}
	waitFor(t, "the sandbox to be removed", func() bool { open, closed := fake.Sessions(); return open == 0 && closed == 1 })
	if _, err := s.Close(testContext(t)); !shared.Died(err) {
		t.Errorf("close of a lost session = %v", err)
	}
}

func TestDetachAndAttach(t *testing.T) {
	ctx := testContext(t)
	fake := &executortest.Fake{}
	srv := executortest.NewServer(t, fake, shared.ServerOptions{})
	c := shared.NewClient(srv.Conn(t), shared.ClientOptions{})
	cut := srv.Conn(t)
	s, err := shared.NewClient(cut, shared.ClientOptions{}).Open(ctx, &shared.OpenRequest{DetachTTL: time.Minute}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, s, "set x 7", nil); err != nil {
		t.Fatal(err)
	}
	info := s.Info()
	cut.Close()
	_, err = c.Attach(ctx, info.ID, "wrong", nil)
	wantKind(t, err, shared.KindInvalidArgument)
	var again shared.Session
	waitFor(t, "the session to be detached", func() bool { again, err = c.Attach(ctx, info.ID, info.Secret, nil); return err == nil })
	if res, err := run(t, again, "get x", nil); err != nil || string(res.Value) != "safe:7" {
		t.Errorf("after attach: %+v, %v", res, err)
	}
	if _, err := again.Close(ctx); err != nil {
		t.Error(err)
	}
	if open, closed := fake.Sessions(); open != 0 || closed != 1 {
		t.Errorf("%d sessions are open, %d closed", open, closed)
	}
}

func TestDetachEnds(t *testing.T) {
	fake := &executortest.Fake{}
	cc := executortest.Conn(t, fake, shared.ServerOptions{})
	if _, err := shared.NewClient(cc, shared.ClientOptions{}).Open(testContext(t), &shared.OpenRequest{DetachTTL: 30 * time.Millisecond}, nil); err != nil {
		t.Fatal(err)
	}
	cc.Close()
	waitFor(t, "the detached session to end", func() bool { _, closed := fake.Sessions(); return closed == 1 })
}

// TestPanic: a panic of the executor is an internal error, and the session goes on.
func TestPanic(t *testing.T) {
	s := open(t, &executortest.Fake{})
	_, err := run(t, s, "panic", nil)
	wantKind(t, err, shared.KindInternal)
	if _, err := run(t, s, "value 1", nil); err != nil {
		t.Error(err)
	}
}

// TestConcurrentSessions hammers one connection.
func TestConcurrentSessions(t *testing.T) {
	ctx := testContext(t)
	fake := &executortest.Fake{}
	c := executortest.Dial(t, fake)
	var wg sync.WaitGroup
	for n := range 16 {
		wg.Go(func() {
			s, err := c.Open(ctx, &shared.OpenRequest{}, nil)
			if err != nil {
				t.Error(err)
				return
			}
			for i := range 20 {
				res, err := s.Execute(ctx, &shared.ExecuteRequest{Code: fmt.Sprintf("print %d\nflood 50000\ncall f %d", n, n*100+i)}, &shared.Handler{
					OnTool: func(_ context.Context, call *shared.ToolCall) (value.Text, error) { return call.Args[0], nil },
				})
				if want := fmt.Sprintf("safe:%d", n*100+i); err != nil || string(res.Value) != want {
					t.Errorf("run %d of session %d = %s, %v", i, n, res.Value, err)
					return
				}
			}
			if _, err := s.Close(ctx); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if open, closed := fake.Sessions(); open != 0 || closed != 16 {
		t.Errorf("%d sessions are open, %d closed", open, closed)
	}
}
