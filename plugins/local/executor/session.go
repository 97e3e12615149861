package executor

import (
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/transcript"
	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// Session implements shared.Session over one interpreter.
type Session struct {
	py      *python.Session
	info    shared.SessionInfo
	limits  shared.Limits
	handles *handles
	between shared.Events
	release func() // gives the session's share of the process's memory back; nil: none

	run *run // the run under way; nil between runs

	mu    sync.Mutex // guards total, which Usage and Close read at any time
	total shared.Stats
	live  int64
}

var (
	_ shared.Session       = (*Session)(nil)
	_ shared.UsageReporter = (*Session)(nil)
)

// Info implements shared.Session.
func (s *Session) Info() *shared.SessionInfo { return &s.info }

// Usage implements shared.UsageReporter.
func (s *Session) Usage(context.Context) (*shared.Usage, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return &shared.Usage{CPU: s.total.CPU, MemoryBytes: s.live, MemoryPeakBytes: s.total.MemoryPeakBytes}, nil
}

// Close implements shared.Session. The interpreter is garbage afterwards.
func (s *Session) Close(context.Context) (*shared.CloseReport, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.py, s.handles = nil, nil
	if s.release != nil {
		s.release()
		s.release = nil
	}
	return &shared.CloseReport{Total: s.total}, nil
}

// SetVariables implements shared.Session.
func (s *Session) SetVariables(_ context.Context, vars []shared.Variable) error {
	return s.wire(s.py.Contain(func() error { return s.setVariables(vars) }))
}

// wire is an error of the interpreter in the protocol's terms.
func (s *Session) wire(err error) error {
	var f *python.Failure
	if errors.As(err, &f) {
		return shared.Errorf(shared.Kind(f.Kind), "%s", f.Message)
	}
	return err
}

func (s *Session) setVariables(vars []shared.Variable) error {
	s.py.VM().StartRun(python.DefaultLimits)
	d := &decoder{vm: s.py.VM(), handles: s.handles}
	for _, v := range vars {
		val, err := value.Decode(v.Value)
		if err != nil {
			return shared.Errorf(shared.KindSerialization, "set variable %q: %w", v.Name, err)
		}
		x, err := d.decode(val)
		if err != nil {
			return shared.Errorf(shared.KindSerialization, "set variable %q: %w", v.Name, err)
		}
		d.vm.Main.SetStr(d.vm.Intern(v.Name), x)
	}
	return nil
}

// GetVariables implements shared.Session. All variables means those that the
// guest bound, without names that begin with an underscore and without
// modules, functions and classes.
func (s *Session) GetVariables(_ context.Context, names []string) (vars []shared.Variable, err error) {
	err = s.wire(s.py.Contain(func() error {
		vars, err = s.getVariables(names)
		return err
	}))
	return vars, err
}

func (s *Session) getVariables(names []string) ([]shared.Variable, error) {
	vm := s.py.VM()
	vm.StartRun(python.DefaultLimits)
	var out []shared.Variable
	add := func(name string, v py.Value) error {
		t, err := s.text(v)
		if err != nil {
			return shared.Errorf(shared.KindSerialization, "get variable %q: %w", name, s.failure(err))
		}
		out = append(out, shared.Variable{Name: name, Value: t})
		return nil
	}
	if len(names) == 0 {
		for k, v := range vm.Main.All() {
			name := k.Str()
			if name == nil || strings.HasPrefix(name.S, "_") || v.Module() != nil || v.Function() != nil || v.AsType() != nil || v.Builtin() != nil {
				continue
			}
			if err := add(name.S, v); err != nil {
				return nil, err
			}
		}
		return out, nil
	}
	for _, n := range names {
		if v := vm.Main.GetStr(vm.Intern(n)); v.Bound() {
			if err := add(n, v); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// failure is the failure of a limit that ended work outside of the code's run;
// other errors stay as they are.
func (s *Session) failure(err error) error {
	var stop *py.Stop
	if errors.As(err, &stop) {
		return s.py.StopFailure(stop)
	}
	return err
}

// text encodes a value; what is too large or can't travel becomes opaque.
func (s *Session) text(v py.Value) (value.Text, error) {
	e := &encoder{vm: s.py.VM(), handles: s.handles, active: map[py.Value]bool{}}
	enc, err := e.encode(v, 0)
	var tooLarge *capError
	if errors.As(err, &tooLarge) {
		enc, err = e.opaque(v)
	}
	if err != nil {
		return nil, err
	}
	t, err := value.Encode(enc)
	if err != nil {
		if enc, err = e.opaque(v); err != nil {
			return nil, err
		}
		return value.Encode(enc)
	}
	return t, nil
}

// run is the state of one Execute.
type run struct {
	ctx    context.Context
	events shared.Events
	out    *transcript.Transcript
	limits shared.Limits
	calls  int64
	// toolErrors are the exceptions that tools raised, to tell their failures
	// from the guest's own.
	toolErrors map[*py.Exception]bool
}

// Execute implements shared.Session.
func (s *Session) Execute(ctx context.Context, req *shared.ExecuteRequest, events shared.Events) (*shared.Result, error) {
	limits := req.Limits.Merge(s.limits)
	r := &run{ctx: ctx, events: events, limits: limits, toolErrors: map[*py.Exception]bool{}}
	r.out = transcript.New(events, limits.OutputChars)
	s.run = r
	defer func() { s.run = nil }()
	stop := context.AfterFunc(ctx, s.py.Interrupt)
	defer stop()
	start := time.Now()
	cpu := cpuTime()
	res, err := s.py.Run(req.Code, pyLimits(limits))
	result := &shared.Result{IsFinalAnswer: res.Final, IsExpression: res.ExpressionLast}
	if err == nil {
		err = s.py.Contain(func() error { return s.describe(result, res.Value) })
	}
	result.StateLost = s.py.Lost()
	if ferr := r.out.Finish(); ferr != nil && err == nil {
		err = ferr
	}
	result.Logs, result.Truncated = r.out.Logs()
	inTools := s.py.VM().Paused()
	result.Stats = shared.Stats{
		Operations: res.Operations, Wall: time.Since(start) - inTools, CPU: cpuTime() - cpu,
		MemoryPeakBytes: res.Peak, OutputBytes: r.out.Bytes(), ToolCalls: r.calls, ToolTime: inTools,
	}
	s.account(&result.Stats, res.Memory)
	return result, r.error(err)
}

// describe fills in the value of a run. The guest's __repr__ runs for it,
// under what is left of the limits.
func (s *Session) describe(result *shared.Result, v py.Value) error {
	if v.IsNone() {
		return nil
	}
	var err error
	if result.Value, err = s.text(v); err != nil {
		return s.failure(err)
	}
	if result.Repr, err = s.show(v, s.py.VM().Repr); err != nil {
		return err
	}
	result.Text, err = s.show(v, s.py.VM().Str)
	return err
}

// maxShown cuts the texts of a result, in bytes.
const maxShown = 1 << 20

// show is a text of v, or a stand-in where the guest's own method fails; only
// a limit is an error.
func (s *Session) show(v py.Value, f func(py.Value) (string, error)) (string, error) {
	text, err := f(v)
	var stop *py.Stop
	switch {
	case errors.As(err, &stop):
		return "", s.py.StopFailure(stop)
	case err != nil:
		text = "<" + v.Type().Name + " object>"
	case len(text) > maxShown:
		text = text[:maxShown] + "..."
	}
	return text, nil
}

func (s *Session) account(st *shared.Stats, live int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := &s.total
	t.Operations += st.Operations
	t.Wall += st.Wall
	t.CPU += st.CPU
	t.MemoryPeakBytes = max(t.MemoryPeakBytes, st.MemoryPeakBytes)
	t.OutputBytes += st.OutputBytes
	t.ToolCalls += st.ToolCalls
	t.ToolTime += st.ToolTime
	s.live = live
}

// pyLimits are the limits as the interpreter takes them, where 0 means none.
func pyLimits(l shared.Limits) py.Limits {
	return py.Limits{
		Operations: max(l.Operations, 0), Iterations: max(l.Iterations, 0), Memory: max(l.MemoryBytes, 0),
		Output: max(l.OutputBytes, 0), Time: max(l.Time, 0), Recursion: python.DefaultLimits.Recursion,
	}
}

// error is a run's error in the protocol's terms.
func (r *run) error(err error) error {
	if err == nil {
		return nil
	}
	var f *python.Failure
	if !errors.As(err, &f) {
		return shared.AsError(err)
	}
	e := &shared.Error{
		Kind: shared.Kind(f.Kind), Type: f.Type, Message: f.Message, Line: f.Line, Column: f.Column,
		SourceLine: f.SourceLine, Hint: f.Hint, ExitCode: f.ExitCode, TracebackText: f.TracebackText,
	}
	if f.Exception != nil && r.toolErrors[f.Exception] {
		e.Kind = shared.KindTool
	}
	for _, fr := range f.Traceback {
		e.Traceback = append(e.Traceback, shared.Frame{
			File: fr.File, Line: fr.Line, Function: fr.Function, Source: fr.Source, Column: fr.Column, EndColumn: fr.EndColumn,
		})
	}
	return e
}
