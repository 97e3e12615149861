// Package executor is the local executor: the Python interpreter of
// plugins/local/python behind the executor protocol.
package executor

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/shared"
)

// Name is the executor's name.
const Name = "local"

// Executor implements shared.Executor.
type Executor struct {
	// Version of the plugin (SemVer).
	Version string
	// OwnsProcess tells that the process serves this executor alone, so that
	// Go's garbage collector may be set by the sessions' caps on memory.
	OwnsProcess bool

	memory ceiling
}

var _ shared.Executor = (*Executor)(nil)

// Describe implements shared.Executor.
func (e *Executor) Describe(context.Context) (*shared.Description, error) {
	return &shared.Description{
		Name:         Name,
		Version:      e.Version,
		Summary:      "Python 3.12 in Go: import allow-list, dunder rules, limits on operations, time, memory and output",
		Capabilities: shared.Capabilities{Tools: true, Variables: true, Interrupt: true, Usage: true},
		Isolation:    shared.IsolationInterpreter,
		Languages:    []string{"python 3.12"},
	}, nil
}

// Check implements shared.Executor. The interpreter needs nothing, so a small
// program that runs is the proof.
func (e *Executor) Check(ctx context.Context, _ *shared.CheckRequest) (*shared.CheckReport, error) {
	item := shared.CheckItem{Name: "interpreter", Status: shared.CheckOK, Detail: "runs Python 3.12 on " + runtime.GOOS + "/" + runtime.GOARCH}
	s, err := python.New(python.Options{})
	if err == nil {
		_, err = s.Run("1 + 1", python.DefaultLimits)
	}
	if err != nil {
		item.Status, item.Detail = shared.CheckFailed, err.Error()
		item.Hint = "this is a bug: please report it with the output of airlock doctor"
	}
	return &shared.CheckReport{Items: []shared.CheckItem{item}}, nil
}

// Reap implements shared.Executor. Sessions live in this process, so there is
// never anything left.
func (e *Executor) Reap(context.Context, *shared.ReapRequest) (*shared.ReapReport, error) {
	return &shared.ReapReport{}, nil
}

// Open implements shared.Executor.
func (e *Executor) Open(_ context.Context, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	if len(req.Options) > 0 {
		for name := range req.Options {
			return nil, shared.Errorf(shared.KindInvalidArgument, "open local: there is no option %q; the local executor takes none", name)
		}
	}
	if err := checkRequired(req.Required); err != nil {
		return nil, err
	}
	s := &Session{limits: req.Limits.Merge(defaultLimits), between: events}
	s.handles = &handles{}
	interp, err := python.New(python.Options{
		Policy: policy.Config{
			Modules: req.AuthorizedImports, Dunders: req.Policy.AllowDunder,
			Functions: req.Policy.AllowFunction, StrictDunder: req.Policy.StrictDunder,
		},
		Stdout: stdout{s}, Stderr: stderr{s}, Env: req.Env,
	})
	if err != nil {
		var missing *python.MissingModules
		if errors.As(err, &missing) {
			return nil, shared.Errorf(shared.KindPackage, "%w", err)
		}
		return nil, err
	}
	s.py = interp
	s.info.Enforced = enforced()
	if err := s.SetTools(context.Background(), nil); err != nil {
		return nil, err
	}
	if e.OwnsProcess {
		limit := max(s.limits.MemoryBytes, 0)
		e.memory.add(limit)
		s.release = func() { e.memory.remove(limit) }
	}
	return s, nil
}

// defaultLimits are python.DefaultLimits in the terms of the protocol.
var defaultLimits = shared.Limits{
	Operations:  python.DefaultLimits.Operations,
	Iterations:  python.DefaultLimits.Iterations,
	Time:        python.DefaultLimits.Time,
	MemoryBytes: python.DefaultLimits.Memory,
	OutputBytes: python.DefaultLimits.Output,
	OutputChars: 50_000,
	ToolCalls:   shared.Unlimited,
}

// enforced says how each limit holds here.
func enforced() []shared.Enforced {
	how := map[string]string{
		shared.EnforceOperations: "counted by the interpreter, per basic block",
		shared.EnforceIterations: "counted by the interpreter",
		shared.EnforceTime:       "polled by the interpreter, inside native code too",
		shared.EnforceMemory:     "live bytes measured by the interpreter",
		shared.EnforceOutput:     "counted by the interpreter",
		shared.EnforceToolCalls:  "counted by the plugin",
		shared.EnforceImports:    "the interpreter has no way to other modules",
		shared.EnforceNetwork:    "the interpreter has no network",
		shared.EnforceFilesystem: "the interpreter has no files",
		shared.EnforceProcesses:  "the interpreter starts no processes",
	}
	out := make([]shared.Enforced, 0, len(how))
	for _, name := range []string{
		shared.EnforceOperations, shared.EnforceIterations, shared.EnforceTime, shared.EnforceMemory, shared.EnforceOutput,
		shared.EnforceToolCalls, shared.EnforceImports, shared.EnforceNetwork, shared.EnforceFilesystem, shared.EnforceProcesses,
	} {
		out = append(out, shared.Enforced{Name: name, Holds: true, How: how[name]})
	}
	return append(out, shared.Enforced{Name: shared.EnforceSyscalls, How: "no seccomp filter in this version"})
}

func checkRequired(names []string) error {
	holds := map[string]bool{}
	for _, e := range enforced() {
		holds[e.Name] = e.Holds
	}
	for _, n := range names {
		if !holds[n] {
			return shared.Errorf(shared.KindInvalidArgument, "open local: required layer %q does not hold here; airlock doctor tells what does", n)
		}
	}
	return nil
}

// Prepare makes the tables of the interpreter, which the first session would
// wait for otherwise.
func Prepare() { py.Prepare() }

// TuneRuntime sets Go's garbage collector for an interpreter process. Called
// once by the plugin's main.
func TuneRuntime() {
	debug.SetGCPercent(gcPercent)
	debug.SetMemoryLimit(idleCeiling)
}
