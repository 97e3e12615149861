// Package executortest has a scripted executor and an in-process connection to it, for tests of the protocol and of what is built on it.
package executortest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// Fake is an executor whose guest language is a list of commands, one a line:
//
//	print TEXT          write TEXT and a newline to stdout; warn does the same to stderr
//	flood N             write N bytes to stdout, 1 KiB at a time
//	show MIME TEXT      emit a display
//	set NAME VALUE      set a variable; VALUE is JSON in the safe text's form
//	get NAME            the variable becomes the result's value, or a NameError
//	value VALUE         VALUE becomes the result's value
//	big N               a string of N bytes becomes the result's value
//	final VALUE         end the run with VALUE as the final answer
//	call NAME VALUE...  call a tool; its result becomes the value, its error ends the run
//	async NAME          call a tool from another goroutine and don't wait for it
//	fail KIND MESSAGE   end the run with an error
//	wait                block until the run is interrupted
//	hang                block until the session's fake is released, whatever happens
//	sleep DURATION      wait, or be interrupted
//	late TEXT           write TEXT a little after the run ended
//	panic               panic
//
// The zero value is ready for use. Its fields may be set before it serves.
type Fake struct {
	// Description overrides parts of what Describe says, if its Name is set.
	Description shared.Description
	// OpenErr makes Open fail; OpenHook is called by Open.
	OpenErr  error
	OpenHook func(ctx context.Context, req *shared.OpenRequest, events shared.Events) error
	// CloseReport is what Close returns.
	CloseReport shared.CloseReport
	// Enforced is what sessions say.
	Enforced []shared.Enforced

	mu     sync.Mutex
	open   int
	closed int
	hang   chan struct{}
}

var _ shared.Executor = (*Fake)(nil)

// Open sessions, and those that were closed, at this time.
func (f *Fake) Sessions() (open, closed int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.open, f.closed
}

// Release ends all that hang.
func (f *Fake) Release() {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hang != nil {
		close(f.hang)
		f.hang = nil
	}
}

func (f *Fake) hanging() <-chan struct{} {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.hang == nil {
		f.hang = make(chan struct{})
	}
	return f.hang
}

// Describe implements shared.Executor.
func (f *Fake) Describe(context.Context) (*shared.Description, error) {
	if f.Description.Name != "" {
		return &f.Description, nil
	}
	return &shared.Description{
		Name: "fake", Version: "0.1.0", Summary: "a scripted executor for tests", Isolation: shared.IsolationInterpreter,
		Capabilities: shared.Capabilities{
			Tools: true, Variables: true, Packages: true, Files: true, Commands: true, Displays: true, Interrupt: true, Snapshot: true, Usage: true,
		},
	}, nil
}

// Check implements shared.Executor.
func (f *Fake) Check(_ context.Context, req *shared.CheckRequest) (*shared.CheckReport, error) {
	if req.Options["key"] == "wrong" {
		return nil, &shared.Error{Kind: shared.KindBackendAuth, Message: "check: the key is wrong", Hint: "get another"}
	}
	return &shared.CheckReport{Items: []shared.CheckItem{{Name: "script", Status: shared.CheckOK, Detail: "always works"}}}, nil
}

// Reap implements shared.Executor.
func (f *Fake) Reap(_ context.Context, req *shared.ReapRequest) (*shared.ReapReport, error) {
	return &shared.ReapReport{Items: []shared.ReapItem{{ID: "1", Kind: "fake", Age: req.OlderThan, Labels: req.Labels, Removed: !req.DryRun}}}, nil
}

// Open implements shared.Executor.
func (f *Fake) Open(ctx context.Context, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	if f.OpenHook != nil {
		if err := f.OpenHook(ctx, req, events); err != nil {
			return nil, err
		}
	}
	if f.OpenErr != nil {
		return nil, f.OpenErr
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.open++
	return &session{fake: f, events: events, vars: map[string]value.Text{}, files: map[string][]byte{}}, nil
}

type session struct {
	fake   *Fake
	events shared.Events

	mu    sync.Mutex
	names []string // of vars, in order
	vars  map[string]value.Text
	tools []shared.ToolSpec
	files map[string][]byte
}

var (
	_ shared.Session          = (*session)(nil)
	_ shared.PackageInstaller = (*session)(nil)
	_ shared.FileStore        = (*session)(nil)
	_ shared.CommandRunner    = (*session)(nil)
	_ shared.Snapshotter      = (*session)(nil)
	_ shared.UsageReporter    = (*session)(nil)
)

func (s *session) Info() *shared.SessionInfo { return &shared.SessionInfo{Enforced: s.fake.Enforced} }

func (s *session) SetTools(_ context.Context, tools []shared.ToolSpec) error {
	s.tools = tools
	return nil
}

func (s *session) SetVariables(_ context.Context, vars []shared.Variable) error {
	for _, v := range vars {
		s.set(v.Name, v.Value)
	}
	return nil
}

func (s *session) set(name string, v value.Text) {
	if _, ok := s.vars[name]; !ok {
		s.names = append(s.names, name)
	}
	s.vars[name] = v
}

func (s *session) GetVariables(_ context.Context, names []string) (out []shared.Variable, err error) {
	if len(names) == 0 {
		names = s.names
	}
	for _, n := range names {
		if v, ok := s.vars[n]; ok {
			out = append(out, shared.Variable{Name: n, Value: v})
		}
	}
	return out, nil
}

func (s *session) Close(context.Context) (*shared.CloseReport, error) {
	s.fake.mu.Lock()
	defer s.fake.mu.Unlock()
	s.fake.open--
	s.fake.closed++
	return &s.fake.CloseReport, nil
}

// run is one Execute.
type run struct {
	s      *session
	ctx    context.Context
	events shared.Events
	res    *shared.Result
}

// errFinal ends a run.
var errFinal = errors.New("final answer")

func (s *session) Execute(ctx context.Context, req *shared.ExecuteRequest, events shared.Events) (*shared.Result, error) {
	r := &run{s, ctx, events, &shared.Result{}}
	for i, line := range strings.Split(req.Code, "\n") {
		cmd, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		r.res.Stats.Operations++
		if err := r.step(cmd, rest); errors.Is(err, errFinal) {
			break
		} else if err != nil {
			e := *shared.AsError(err)
			if e.Line == 0 {
				e.Line = i + 1
			}
			return r.res, &e
		}
	}
	return r.res, nil
}

func text(json string) value.Text { return value.Text(value.SafePrefix + json) }

func (r *run) step(cmd, rest string) error {
	switch cmd {
	case "", "value", "get", "big", "final", "set":
		return r.assign(cmd, rest)
	case "print":
		r.res.Logs += rest + "\n"
		return r.events.Output(shared.Stdout, []byte(rest+"\n"))
	case "warn":
		return r.events.Output(shared.Stderr, []byte(rest+"\n"))
	case "show":
		mime, data, _ := strings.Cut(rest, " ")
		return r.events.Display(&shared.Display{Parts: []shared.MimePart{{MIME: mime, Data: []byte(data)}}})
	case "flood":
		return r.flood(rest)
	case "call", "async":
		return r.call(cmd, rest)
	case "fail":
		kind, message, _ := strings.Cut(rest, " ")
		return &shared.Error{Kind: shared.Kind(kind), Type: "FakeError", Message: message}
	case "wait":
		<-r.ctx.Done()
		return r.ctx.Err()
	case "hang":
		<-r.s.fake.hanging()
		return nil
	case "sleep":
		return r.sleep(rest)
	case "late":
		events := r.events
		time.AfterFunc(20*time.Millisecond, func() { _ = events.Output(shared.Stdout, []byte(rest)) })
		return nil
	case "panic":
		panic("the fake was told to")
	}
	return &shared.Error{Kind: shared.KindSyntax, Type: "SyntaxError", Message: "unknown command " + cmd}
}

func (r *run) assign(cmd, rest string) error {
	switch cmd {
	case "value":
		r.res.Value, r.res.Repr, r.res.Text = text(rest), rest, rest
	case "big":
		n, err := strconv.Atoi(rest)
		if err != nil {
			return err
		}
		r.res.Value = text(`"` + strings.Repeat("x", n) + `"`)
	case "final":
		r.res.Value, r.res.IsFinalAnswer = text(rest), true
		return errFinal
	case "set":
		name, v, _ := strings.Cut(rest, " ")
		r.s.set(name, text(v))
	case "get":
		v, ok := r.s.vars[rest]
		if !ok {
			return &shared.Error{Kind: shared.KindRuntime, Type: "NameError", Message: fmt.Sprintf("name '%s' is not defined", rest)}
		}
		r.res.Value = v
	}
	return nil
}

func (r *run) flood(rest string) error {
	n, err := strconv.Atoi(rest)
	if err != nil {
		return err
	}
	line := []byte(strings.Repeat("x", 1023) + "\n")
	for ; n > 0; n -= len(line) {
		if err := r.events.Output(shared.Stdout, line[:min(n, len(line))]); err != nil {
			return err
		}
		if err := r.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) call(cmd, rest string) error {
	name, args, _ := strings.Cut(rest, " ")
	call := &shared.ToolCall{Name: name}
	for _, a := range strings.Fields(args) {
		call.Args = append(call.Args, text(a))
	}
	r.res.Stats.ToolCalls++
	if cmd == "async" {
		go func() { _, _ = r.events.CallTool(r.ctx, call) }()
		return nil
	}
	v, err := r.events.CallTool(r.ctx, call)
	r.res.Value = v
	return err
}

func (r *run) sleep(rest string) error {
	d, err := time.ParseDuration(rest)
	if err != nil {
		return err
	}
	select {
	case <-time.After(d):
		return nil
	case <-r.ctx.Done():
		return r.ctx.Err()
	}
}

func (s *session) InstallPackages(_ context.Context, packages []string, events shared.Events) error {
	for i, p := range packages {
		if p == "missing" {
			return shared.Errorf(shared.KindPackage, "install %q: no such package", p)
		}
		events.Progress(shared.Progress{Phase: "install", Current: int64(i + 1), Total: int64(len(packages)), Unit: "packages", Text: p})
	}
	return nil
}

func (s *session) PutFile(_ context.Context, path string, _ fs.FileMode, r io.Reader) error {
	if path == "/denied" {
		return shared.Errorf(shared.KindInvalidArgument, "put file %q: permission denied", path)
	}
	data, err := io.ReadAll(r)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[path] = data
	return err
}

func (s *session) GetFile(_ context.Context, path string, w io.Writer) error {
	s.mu.Lock()
	data, ok := s.files[path]
	s.mu.Unlock()
	if !ok {
		return shared.Errorf(shared.KindInvalidArgument, "get file %q: it doesn't exist", path)
	}
	_, err := w.Write(data)
	return err
}

// RunCommand knows echo, cat (of its stdin) and exit.
func (s *session) RunCommand(_ context.Context, cmd *shared.Command, events shared.Events) (int, error) {
	switch cmd.Argv[0] {
	case "echo":
		return 0, events.Output(shared.Stdout, []byte(strings.Join(cmd.Argv[1:], " ")+"\n"))
	case "cat":
		return 0, events.Output(shared.Stdout, cmd.Stdin)
	case "exit":
		return strconv.Atoi(cmd.Argv[1])
	}
	return 127, events.Output(shared.Stderr, []byte(cmd.Argv[0]+": not found\n"))
}

// Snapshot writes name=value lines.
func (s *session) Snapshot(_ context.Context, w io.Writer) error {
	for _, n := range slices.Sorted(maps.Keys(s.vars)) {
		if _, err := fmt.Fprintf(w, "%s=%s\n", n, s.vars[n]); err != nil {
			return err
		}
	}
	return nil
}

func (s *session) Restore(_ context.Context, r io.Reader) error {
	data, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	s.vars, s.names = map[string]value.Text{}, nil
	for line := range strings.Lines(string(data)) {
		name, v, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
		s.set(name, value.Text(v))
	}
	return nil
}

func (s *session) Usage(context.Context) (*shared.Usage, error) {
	return &shared.Usage{CPU: 3 * time.Millisecond, MemoryBytes: 1 << 20, PIDs: 1, Uptime: time.Second}, nil
}
