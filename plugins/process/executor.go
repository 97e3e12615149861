package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/plugins/internal/options"
	"github.com/airlockhq/airlock/plugins/internal/pool"
	"github.com/airlockhq/airlock/plugins/process/internal/sandbox"
	"github.com/airlockhq/airlock/shared"
)

// executor implements shared.Executor. Each session is a process tree of its own.
type executor struct {
	version string
	pool    *pool.Pool[sandbox.Config, *sandbox.Box]
	cancel  context.CancelFunc // of what is started beside sessions
	reaped  sync.Once
}

var _ shared.Executor = (*executor)(nil)

func newExecutor(version string) *executor {
	ctx, cancel := context.WithCancel(context.Background())
	e := &executor{version: version, pool: pool.New(ctx, sandbox.Start), cancel: cancel}
	e.pool.Pause = refillPause
	return e
}

// refillPause is above what a session takes for its first run, and below what a model takes to think.
const refillPause = 250 * time.Millisecond

// prepare starts a sandbox for the first session, beside the start of the server.
// What fails here fails again where somebody hears of it.
func (e *executor) prepare() {
	cfg, _, err := config(nil, shared.Limits{}.Merge(defaultLimits), nil)
	if err == nil && sandbox.Prepare(cfg.Python) == nil {
		e.pool.Guess(cfg)
	}
}

// close ends what is idle.
func (e *executor) close() {
	e.pool.Close()
	e.cancel()
}

// optionSpecs are those of a session, with their defaults.
var optionSpecs = []shared.OptionSpec{
	{Name: "python", Type: "program", Help: "the Python to run: a path or a name (default: AIRLOCK_PYTHON, else python3 of the PATH); that of a venv brings its packages"},
	{Name: "cpus", Type: "float", Default: "1", Help: "how many processors the sandbox may use, where cgroups are writable"},
	{Name: "pids", Type: "int", Default: "100", Help: "how many processes and threads it may have"},
	{Name: "tmpfs", Type: "bytes", Default: "64MiB", Help: "the size of its /tmp, which is all that it can write"},
	{Name: "pool", Type: "int", Default: "1", Help: "how many idle sandboxes are kept running for the next sessions of the same kind, from the second one on; 0 is none"},
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
	cfg, _, err := config(req.Options, shared.Limits{}.Merge(defaultLimits), nil)
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
	cfg, size, err := config(req.Options, limits, req.Env)
	if err != nil {
		return nil, err
	}
	box, err := e.pool.Get(ctx, cfg, size)
	if err != nil {
		return nil, err
	}
	e.reaped.Do(func() { go sandbox.Reap(false) }) // what a plugin left that was killed
	enforced := box.Enforced()
	for _, name := range req.Required {
		if !slices.ContainsFunc(append(enforced, driver.Enforced()...), func(f shared.Enforced) bool { return f.Name == name && f.Holds }) {
			box.End()
			return nil, shared.Errorf(shared.KindUnsupported, "open process: %s was required and doesn't hold here; `airlock doctor` says why", name)
		}
	}
	opened := *req
	opened.Limits = limits
	s := &session{fresh: func(ctx context.Context) (*sandbox.Box, error) { return e.pool.Get(ctx, cfg, size) }, box: box}
	s.Session, err = driver.Open(ctx, driver.Config{Start: s.start, Request: &opened, Events: events, Info: shared.SessionInfo{Enforced: enforced}})
	if err != nil {
		s.current().End()
		return nil, err
	}
	return s, nil
}

// config makes a sandbox of the options, and tells how many of that kind are to be kept.
func config(opts map[string]string, limits shared.Limits, env map[string]string) (cfg sandbox.Config, size int, err error) {
	v, err := options.Parse("process", optionSpecs, opts)
	if err != nil {
		return cfg, 0, err
	}
	if err := options.CheckEnvironment("process", env); err != nil {
		return cfg, 0, err
	}
	size = int(v.Int("pool"))
	cfg = sandbox.Config{
		Python: v["python"], Memory: max(limits.MemoryBytes, 0), Env: env,
		CPUs: v.Float("cpus"), PIDs: v.Int("pids"), Tmpfs: v.Bytes("tmpfs"),
	}
	if cfg.Python == "" {
		cfg.Python = os.Getenv("AIRLOCK_PYTHON")
		if strings.Contains(cfg.Python, "/") && !filepath.IsAbs(cfg.Python) {
			e := shared.Errorf(shared.KindInvalidArgument, "open process: AIRLOCK_PYTHON is %q, a path that depends on the working directory", cfg.Python)
			e.Hint = "make it an absolute path, or use --opt python="
			return cfg, 0, e
		}
	}
	if !(cfg.CPUs >= minCPUs && cfg.CPUs <= maxCPUs) || cfg.PIDs < minPIDs || cfg.Tmpfs < minTmpfs {
		return cfg, 0, shared.Errorf(shared.KindInvalidArgument, "open process: cpus must be from %v to %v, pids at least %d and tmpfs at least %d bytes", minCPUs, maxCPUs, minPIDs, minTmpfs)
	}
	if cfg.Memory != 0 && cfg.Memory < minMemory {
		return cfg, 0, shared.Errorf(shared.KindInvalidArgument, "open process: the limit of memory must be at least %d MiB, or none", minMemory>>20)
	}
	if size < 0 || size > pool.Most {
		return cfg, 0, shared.Errorf(shared.KindInvalidArgument, "open process: pool must be from 0 to %d", pool.Most)
	}
	return cfg, size, nil
}

// With less than this Python and the driver don't start. What is charged for the start of a process
// must fit into the memory above all: else the kernel ends the process that starts it, which is this one.
const (
	minMemory = 8 << 20
	minPIDs   = 8
	minTmpfs  = 1 << 20
)

// What the kernel takes as a share of processors.
const (
	minCPUs = 0.01
	maxCPUs = 4096
)
