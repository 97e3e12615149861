package main

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/airlockhq/airlock/plugins/docker/internal/container"
	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/plugins/internal/pool"
	"github.com/airlockhq/airlock/shared"
)

// executor implements shared.Executor. Each session is a container of its own.
type executor struct {
	version string
	ctx     context.Context // of what goes on beside sessions
	cancel  context.CancelFunc
	reaped  sync.Once

	mu     sync.Mutex
	docker *docker
}

// docker is an engine that was found, and what is kept on it.
type docker struct {
	*engine.Engine
	maker *container.Maker
	pool  *machines
	gates *machines     // with a kernel gateway
	turn  chan struct{} // to install packages
}

// machines are those that wait for sessions.
type machines = pool.Pool[container.Spec, *machine]

// refillPause is above what a session takes for its first run, and below what a model takes to think.
const refillPause = 250 * time.Millisecond

var _ shared.Executor = (*executor)(nil)

func newExecutor(version string) *executor {
	e := &executor{version: version}
	e.ctx, e.cancel = context.WithCancel(context.Background())
	return e
}

// connect finds the engine, once it can be found.
func (e *executor) connect(ctx context.Context) (*docker, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.docker != nil {
		return e.docker, nil
	}
	eng, err := engine.Connect(ctx)
	if err != nil {
		return nil, err
	}
	d := &docker{Engine: eng, maker: container.NewMaker(e.ctx, eng), turn: make(chan struct{}, 1)}
	d.pool = pool.New(e.ctx, func(ctx context.Context, spec container.Spec) (*machine, error) { return launch(ctx, d.maker, &spec) })
	d.gates = pool.New(e.ctx, func(ctx context.Context, spec container.Spec) (*machine, error) {
		return launchGateway(ctx, d.maker, &spec)
	})
	d.pool.Pause, d.gates.Pause = refillPause, refillPause
	d.gates.Works = func(ctx context.Context, m *machine) bool { return m.kernel.Works(ctx) }
	e.docker = d
	return d, nil
}

// prepare does what the first session would wait for. What fails here fails again
// where somebody hears of it.
func (e *executor) prepare() {
	d, err := e.connect(e.ctx)
	if err != nil {
		return
	}
	if _, err := d.Info(e.ctx); err != nil {
		return
	}
	d.maker.Prepare()
}

// reap removes what earlier processes left behind, beside the first session.
func (e *executor) reap(d *docker) {
	ctx, cancel := context.WithTimeout(e.ctx, time.Minute)
	defer cancel()
	_, _ = container.Reap(ctx, d.Engine, &shared.ReapRequest{}) // who wants to know asks for it
}

// close ends what is idle.
func (e *executor) close() {
	e.mu.Lock()
	d := e.docker
	e.mu.Unlock()
	if d != nil {
		d.pool.Close()
		d.gates.Close()
	}
	e.cancel()
}

// Describe implements shared.Executor.
func (e *executor) Describe(context.Context) (*shared.Description, error) {
	return &shared.Description{
		Name: "docker", Version: e.version,
		Summary:      "CPython in a hardened container of a Docker Engine",
		Capabilities: shared.Capabilities{Tools: true, Variables: true, Packages: true, Files: true, Commands: true, Displays: true, Interrupt: true, Usage: true},
		Isolation:    shared.IsolationContainer,
		Options:      optionSpecs,
		Env:          environmentSpecs,
		Languages:    []string{"python 3"},
	}, nil
}

var environmentSpecs = []shared.EnvSpec{
	{Name: "DOCKER_HOST", Help: "where the engine is, such as unix:///var/run/docker.sock or ssh://user@machine"},
	{Name: "DOCKER_CONTEXT", Help: "the docker context to use where DOCKER_HOST isn't set"},
	{Name: "DOCKER_TLS_VERIFY", Help: "whether the engine's certificate is checked"},
	{Name: "DOCKER_CERT_PATH", Help: "the folder of the certificates for the engine"},
	{Name: "DOCKER_API_VERSION", Help: "the version of the API, instead of negotiating it"},
	{Name: "DOCKER_CONFIG", Help: "the folder of docker's configuration: contexts, credentials of registries"},
	{Name: "HOME", Help: "where that folder is otherwise"},
	{Name: "PATH", Help: "where ssh and docker's credential helpers are looked for"},
	{Name: "PIP_INDEX_URL", Help: "where packages are installed from", Secret: true},
	{Name: "PIP_EXTRA_INDEX_URL", Help: "where else they are installed from", Secret: true},
	{Name: "PIP_TRUSTED_HOST", Help: "hosts that pip takes packages from without a valid certificate"},
	{Name: "PIP_CERT", Help: "a file of certificates that pip trusts"},
	{Name: "HTTP_PROXY", Help: "the proxy that pip and the connection to the engine use", Secret: true},
	{Name: "HTTPS_PROXY", Help: "the same for HTTPS", Secret: true},
	{Name: "NO_PROXY", Help: "what is reached without a proxy"},
}

// Reap implements shared.Executor.
func (e *executor) Reap(ctx context.Context, req *shared.ReapRequest) (*shared.ReapReport, error) {
	d, err := e.connect(ctx)
	if err != nil {
		return nil, err
	}
	return container.Reap(ctx, d.Engine, req)
}

// Open implements shared.Executor.
func (e *executor) Open(ctx context.Context, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	s, err := configure(req)
	if err != nil {
		return nil, err
	}
	d, err := e.connect(ctx)
	if err != nil {
		return nil, err
	}
	if err := checkMounts(s.spec.Mounts, d.DaemonHost()); err != nil {
		return nil, invalid(err)
	}
	e.reaped.Do(func() { go e.reap(d) })
	return modes[s.mode](ctx, d, s, req, events)
}

// opener opens a session of one mode.
type opener func(ctx context.Context, d *docker, s *settings, req *shared.OpenRequest, events shared.Events) (shared.Session, error)

// modes are what can run the code in a container.
var modes = map[string]opener{"driver": openDriver, "jupyter": openJupyter}

// image is what the session's containers are made of.
func (d *docker) image(ctx context.Context, s *settings, report engine.Report) (*engine.Image, error) {
	if s.mode == "jupyter" && s.source.Ref == "" && s.source.Build == "" {
		return d.jupyterImage(ctx, s, report)
	}
	return d.Image(ctx, s.source, report)
}

// Check implements shared.Executor: it finds the engine and runs a sandbox.
func (e *executor) Check(ctx context.Context, req *shared.CheckRequest) (*shared.CheckReport, error) {
	s, err := configure(&shared.OpenRequest{Options: req.Options})
	if err != nil {
		return nil, err
	}
	report := &shared.CheckReport{}
	add := func(name, detail string, err error) bool {
		item := shared.CheckItem{Name: name, Status: shared.CheckOK, Detail: detail}
		if err != nil {
			item.Status, item.Detail = shared.CheckFailed, err.Error()
			var known *shared.Error
			if errors.As(err, &known) {
				item.Hint = known.Hint
			}
		}
		report.Items = append(report.Items, item)
		return err == nil
	}
	d, err := e.connect(ctx)
	var what string
	if err == nil {
		what, err = d.Describe(ctx)
	}
	if !add("engine", what, err) {
		return report, nil
	}
	img, err := d.image(ctx, s, func(shared.Progress) {})
	if !add("image", nameOf(img), err) {
		return report, nil
	}
	sess, err := e.Open(ctx, &shared.OpenRequest{Options: req.Options}, &shared.Handler{})
	if !add("sandbox", "starts and runs Python", err) {
		return report, nil
	}
	defer func() { _, _ = sess.Close(ctx) }()
	for _, f := range sess.Info().Enforced {
		switch f.Name {
		case shared.EnforceMemory, shared.EnforceProcesses, shared.EnforceSyscalls:
			if !f.Holds {
				report.Items = append(report.Items, shared.CheckItem{Name: f.Name, Status: shared.CheckWarning, Detail: f.How})
			}
		}
	}
	return report, nil
}

func nameOf(img *engine.Image) string {
	if img == nil {
		return ""
	}
	return img.Ref
}
