package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/plugins/internal/options"
	"github.com/airlockhq/airlock/plugins/process/internal/sandbox"
	"github.com/airlockhq/airlock/shared"
)

// executor implements shared.Executor. Each session is a process tree of its own.
type executor struct {
	version string
	reaped  sync.Once
}

var _ shared.Executor = (*executor)(nil)

// optionSpecs are those of a session, with their defaults.
var optionSpecs = []shared.OptionSpec{
	{Name: "python", Type: "program", Help: "the Python to run: a path or a name (default: AIRLOCK_PYTHON, else python3 of the PATH); that of a venv brings its packages"},
	{Name: "cpus", Type: "float", Default: "1", Help: "how many processors the sandbox may use, where cgroups are writable"},
	{Name: "pids", Type: "int", Default: "100", Help: "how many processes and threads it may have"},
	{Name: "tmpfs", Type: "bytes", Default: "64MiB", Help: "the size of its /tmp, which is all that it can write"},
}

// Describe implements shared.Executor.
func (e *executor) Describe(context.Context) (*shared.Description, error) {
	return &shared.Description{
		Name: "process", Version: e.version,
		Summary:      "CPython of this machine under namespaces, Landlock, seccomp and cgroups; no container engine",
		Capabilities: shared.Capabilities{Tools: true, Variables: true, Files: true, Commands: true, Displays: true, Interrupt: true, Usage: true},
		Isolation:    shared.IsolationProcess,
		Options:      optionSpecs,
		Env: []shared.EnvSpec{
			{Name: "PATH", Help: "where bubblewrap and Python are looked for"},
			{Name: "AIRLOCK_PYTHON", Help: "the Python to run where no option says which"},
			{Name: "XDG_CACHE_HOME", Help: "where is kept what is known of a Python"},
			{Name: "HOME", Help: "where that folder is otherwise"},
		},
		Languages: []string{"python 3"},
	}, nil
}

// Check implements shared.Executor.
func (e *executor) Check(ctx context.Context, req *shared.CheckRequest) (*shared.CheckReport, error) {
	cfg, err := config(req.Options, shared.Limits{}.Merge(defaultLimits), nil)
	if err != nil {
		return nil, err
	}
	return &shared.CheckReport{Items: sandbox.Check(ctx, cfg)}, nil
}

// Reap implements shared.Executor. A sandbox ends with the plugin; what can
// stay after a crash is an empty cgroup.
func (e *executor) Reap(_ context.Context, req *shared.ReapRequest) (*shared.ReapReport, error) {
	return sandbox.Reap(req.DryRun), nil
}

// defaultLimits are the driver's, and memory.
var defaultLimits = shared.Limits{MemoryBytes: 512 << 20}.Merge(driver.DefaultLimits)

// Open implements shared.Executor.
func (e *executor) Open(ctx context.Context, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	limits := req.Limits.Merge(defaultLimits)
	cfg, err := config(req.Options, limits, req.Env)
	if err != nil {
		return nil, err
	}
	box, err := sandbox.New(cfg)
	if err != nil {
		return nil, err
	}
	e.reaped.Do(func() { go sandbox.Reap(false) }) // what a plugin left that was killed
	enforced := box.Enforced()
	for _, name := range req.Required {
		if !slices.ContainsFunc(append(enforced, driver.Enforced()...), func(f shared.Enforced) bool { return f.Name == name && f.Holds }) {
			box.Close()
			return nil, shared.Errorf(shared.KindUnsupported, "open process: %s was required and doesn't hold here; `airlock doctor` says why", name)
		}
	}
	opened := *req
	opened.Limits = limits
	d, err := driver.Open(ctx, driver.Config{Start: box.Start, Request: &opened, Events: events, Info: shared.SessionInfo{Enforced: enforced}})
	if err != nil {
		box.Close()
		return nil, err
	}
	return &session{Session: d, box: box}, nil
}

// session is the driver's, and the sandbox around it.
type session struct {
	*driver.Session
	box *sandbox.Box
}

var _ shared.UsageReporter = (*session)(nil)

// Usage implements shared.UsageReporter.
func (s *session) Usage(context.Context) (*shared.Usage, error) { return s.box.Usage() }

// Execute adds the peak of memory to the stats of a run, where it is known.
func (s *session) Execute(ctx context.Context, req *shared.ExecuteRequest, events shared.Events) (*shared.Result, error) {
	res, err := s.Session.Execute(ctx, req, events)
	if res != nil {
		res.Stats.MemoryPeakBytes = s.box.MemoryPeak()
	}
	return res, err
}

// Close implements shared.Session.
func (s *session) Close(ctx context.Context) (*shared.CloseReport, error) {
	report, err := s.Session.Close(ctx)
	s.box.Close()
	return report, err
}

// config makes a sandbox of the options.
func config(opts map[string]string, limits shared.Limits, env map[string]string) (sandbox.Config, error) {
	v, err := options.Parse("process", optionSpecs, opts)
	if err != nil {
		return sandbox.Config{}, err
	}
	if err := options.CheckEnvironment("process", env); err != nil {
		return sandbox.Config{}, err
	}
	cfg := sandbox.Config{
		Python: v["python"], Memory: max(limits.MemoryBytes, 0), Env: env,
		CPUs: v.Float("cpus"), PIDs: v.Int("pids"), Tmpfs: v.Bytes("tmpfs"),
	}
	if cfg.Python == "" {
		cfg.Python = os.Getenv("AIRLOCK_PYTHON")
		if strings.Contains(cfg.Python, "/") && !filepath.IsAbs(cfg.Python) {
			e := shared.Errorf(shared.KindInvalidArgument, "open process: AIRLOCK_PYTHON is %q, a path that depends on the working directory", cfg.Python)
			e.Hint = "make it an absolute path, or use --opt python="
			return cfg, e
		}
	}
	if !(cfg.CPUs > 0) || cfg.PIDs < minPIDs || cfg.Tmpfs < minTmpfs {
		return cfg, shared.Errorf(shared.KindInvalidArgument, "open process: cpus must be more than 0, pids at least %d and tmpfs at least %d bytes", minPIDs, minTmpfs)
	}
	return cfg, nil
}

// With less than this Python and the driver don't start.
const (
	minPIDs  = 8
	minTmpfs = 1 << 20
)
