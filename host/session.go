package host

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/user"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/airlockhq/airlock/shared"
)

// OpenOptions say what sandbox to open and how it is kept apart.
type OpenOptions struct {
	shared.OpenRequest
	// Events gets what belongs to no run; nil drops it.
	Events shared.Events
	// Client names who the session is for. Sessions of different clients never share
	// a process; "" is the client that the host's own caller is.
	Client string
	// Isolate overrides Config.Isolate.
	Isolate Isolate
	// RequireIsolation are layers of the host (Layer constants) or of the plugin
	// (shared.Enforce constants) that must hold, else Open fails.
	RequireIsolation []string
}

// Session is one sandbox. It implements shared.Session and all its capability
// interfaces; what the executor can't do fails with shared.KindUnsupported. Its
// methods may be called from any goroutine.
type Session struct {
	h     *Host
	p     *process
	name  string
	inner shared.Session
	info  shared.SessionInfo

	running atomic.Int64 // Executes under way

	closeOnce sync.Once
	closed    chan struct{} // when report and err are set
	report    *shared.CloseReport
	err       error
}

var (
	_ shared.Session          = (*Session)(nil)
	_ shared.Interrupter      = (*Session)(nil)
	_ shared.PackageInstaller = (*Session)(nil)
	_ shared.FileStore        = (*Session)(nil)
	_ shared.CommandRunner    = (*Session)(nil)
	_ shared.Snapshotter      = (*Session)(nil)
	_ shared.UsageReporter    = (*Session)(nil)
)

// DefaultOwner is the value of shared.LabelOwner that sessions get when their opener
// sets none: who reaps leftovers by owner finds his own.
func DefaultOwner() string {
	host, err := os.Hostname()
	if err != nil {
		host = "localhost"
	}
	if u, err := user.Current(); err == nil {
		return u.Username + "@" + host
	}
	return host
}

// Open opens a session with the executor of that name: a plugin that is found, or a
// built-in. It starts a process where none can be shared and none is ready.
func (h *Host) Open(ctx context.Context, name string, o OpenOptions) (*Session, error) {
	isolate := o.Isolate
	if isolate == "" {
		isolate = h.cfg.Isolate
	}
	if err := isolate.check(); err != nil {
		return nil, fmt.Errorf("opening a session of %q: %w", name, err)
	}
	for {
		begun := time.Now()
		p, err := h.executor(name).acquire(ctx, o.Client, isolate == IsolateSession)
		if err != nil {
			return nil, h.redact.Err(err)
		}
		s, err := h.open(ctx, p, name, o)
		if err == nil {
			return s, nil
		}
		// A process that was there before may have died before anybody noticed.
		stale := errors.Is(err, shared.KindBackendLost) && p.over() && p.begun.Before(begun)
		p.release()
		if !stale || ctx.Err() != nil {
			return nil, err
		}
	}
}

func (h *Host) open(ctx context.Context, p *process, name string, o OpenOptions) (*Session, error) {
	req := o.OpenRequest
	req.Executor = name
	layers := p.layers()
	missing, rest := splitRequired(layers, append(slices.Clone(req.Required), o.RequireIsolation...))
	if len(missing) > 0 {
		return nil, shared.Errorf(shared.KindBackendUnavailable, "opening a session of %q: isolation required, but %w: see airlock doctor", name, errors.Join(missing...))
	}
	req.Required = rest
	req.Labels = maps.Clone(req.Labels)
	if req.Labels == nil {
		req.Labels = map[string]string{}
	}
	if req.Labels[shared.LabelOwner] == "" {
		req.Labels[shared.LabelOwner] = DefaultOwner()
	}
	h.addSecretOptions(p.desc, req.Options)
	var err error
	if req.Options, err = absolutePaths(p.desc, req.Options); err != nil {
		return nil, err
	}
	h.addSecretEnv(req.Env)
	events := o.Events
	if events == nil {
		events = &shared.Handler{}
	}
	inner, err := p.exec.Open(ctx, &req, events)
	if err != nil {
		return nil, p.wrap(err, "opened a session")
	}
	s := &Session{h: h, p: p, name: name, inner: inner, closed: make(chan struct{})}
	s.info = *inner.Info()
	s.info.Enforced = append(enforced(layers), s.info.Enforced...)
	if !h.addSession(s) {
		s.teardown()
		return nil, fmt.Errorf("opening a session of %q: %w", name, ErrClosed)
	}
	return s, nil
}

func (h *Host) addSession(s *Session) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closing {
		return false
	}
	h.sessions[s] = struct{}{}
	return true
}

// splitRequired sorts what is required into layers of the host that don't hold, and
// what the plugin has to answer for.
func splitRequired(layers []Layer, required []string) (missing []error, rest []string) {
	for _, name := range uniqueSorted(required) {
		i := slices.IndexFunc(layers, func(l Layer) bool { return l.Name == name })
		switch {
		case i >= 0 && !layers[i].Holds:
			missing = append(missing, fmt.Errorf("%s doesn't hold (%s)", name, layers[i].How))
		case i < 0 && (name == LayerNamespaces || name == LayerNoNetwork):
			missing = append(missing, fmt.Errorf("%s isn't for this executor: it needs the machine or the network", name))
		case i < 0:
			rest = append(rest, name)
		}
	}
	return missing, rest
}

func enforced(layers []Layer) []shared.Enforced {
	var out []shared.Enforced
	for _, l := range layers {
		out = append(out, shared.Enforced{Name: l.Name, Holds: l.Holds, How: l.How})
	}
	return out
}

// secretName matches names of variables whose values are likely secrets.
var secretName = pattern(`(?i)key|token|secret|passw|credential|auth`)

// addSecretEnv hides the secrets among the variables meant for the guest.
func (h *Host) addSecretEnv(env map[string]string) {
	for k, v := range env {
		if secretName().MatchString(k) {
			h.redact.Add(k, v)
		}
	}
}

// Executor returns the name of the session's executor.
func (s *Session) Executor() string { return s.name }

// Description returns what the executor said about itself.
func (s *Session) Description() *shared.Description { return s.p.desc }

// Info implements shared.Session. Enforced starts with the layers of the host.
func (s *Session) Info() *shared.SessionInfo { return &s.info }

// SetTools implements shared.Session.
func (s *Session) SetTools(ctx context.Context, tools []shared.ToolSpec) error {
	return s.p.wrap(s.inner.SetTools(ctx, tools), "took tools")
}

// SetVariables implements shared.Session.
func (s *Session) SetVariables(ctx context.Context, vars []shared.Variable) error {
	return s.p.wrap(s.inner.SetVariables(ctx, vars), "took variables")
}

// GetVariables implements shared.Session.
func (s *Session) GetVariables(ctx context.Context, names []string) ([]shared.Variable, error) {
	v, err := s.inner.GetVariables(ctx, names)
	return v, s.p.wrap(err, "returned variables")
}

// Execute implements shared.Session.
func (s *Session) Execute(ctx context.Context, req *shared.ExecuteRequest, events shared.Events) (*shared.Result, error) {
	s.running.Add(1)
	defer s.running.Add(-1)
	if events == nil {
		events = &shared.Handler{}
	}
	defer s.p.watchRun()()
	res, err := s.inner.Execute(ctx, req, events)
	if res == nil {
		res = &shared.Result{}
	}
	return res, s.p.wrap(err, "ran code")
}

// Interrupt implements shared.Interrupter.
func (s *Session) Interrupt(ctx context.Context) (bool, error) {
	c, ok := s.inner.(shared.Interrupter)
	if !ok {
		return false, s.unsupported("interrupt")
	}
	was, err := c.Interrupt(ctx)
	return was, s.p.wrap(err, "was interrupted")
}

// InstallPackages implements shared.PackageInstaller.
func (s *Session) InstallPackages(ctx context.Context, packages []string, events shared.Events) error {
	c, ok := s.inner.(shared.PackageInstaller)
	if !ok {
		return s.unsupported("install packages")
	}
	if events == nil {
		events = &shared.Handler{}
	}
	return s.p.wrap(c.InstallPackages(ctx, packages, events), "installed packages")
}

// PutFile implements shared.FileStore.
func (s *Session) PutFile(ctx context.Context, path string, mode fs.FileMode, r io.Reader) error {
	c, ok := s.inner.(shared.FileStore)
	if !ok {
		return s.unsupported("store files")
	}
	return s.p.wrap(c.PutFile(ctx, path, mode, r), "stored a file")
}

// GetFile implements shared.FileStore.
func (s *Session) GetFile(ctx context.Context, path string, w io.Writer) error {
	c, ok := s.inner.(shared.FileStore)
	if !ok {
		return s.unsupported("read files")
	}
	return s.p.wrap(c.GetFile(ctx, path, w), "read a file")
}

// RunCommand implements shared.CommandRunner.
func (s *Session) RunCommand(ctx context.Context, cmd *shared.Command, events shared.Events) (int, error) {
	c, ok := s.inner.(shared.CommandRunner)
	if !ok {
		return 0, s.unsupported("run commands")
	}
	if events == nil {
		events = &shared.Handler{}
	}
	code, err := c.RunCommand(ctx, cmd, events)
	return code, s.p.wrap(err, "ran a command")
}

// Snapshot implements shared.Snapshotter.
func (s *Session) Snapshot(ctx context.Context, w io.Writer) error {
	c, ok := s.inner.(shared.Snapshotter)
	if !ok {
		return s.unsupported("make snapshots")
	}
	return s.p.wrap(c.Snapshot(ctx, w), "made a snapshot")
}

// Restore implements shared.Snapshotter.
func (s *Session) Restore(ctx context.Context, r io.Reader) error {
	c, ok := s.inner.(shared.Snapshotter)
	if !ok {
		return s.unsupported("restore snapshots")
	}
	return s.p.wrap(c.Restore(ctx, r), "restored a snapshot")
}

// Usage implements shared.UsageReporter.
func (s *Session) Usage(ctx context.Context) (*shared.Usage, error) {
	c, ok := s.inner.(shared.UsageReporter)
	if !ok {
		return nil, s.unsupported("report usage")
	}
	u, err := c.Usage(ctx)
	return u, s.p.wrap(err, "reported usage")
}

func (s *Session) unsupported(what string) error {
	return shared.Errorf(shared.KindUnsupported, "executor %q can't %s", s.name, what)
}

// Close implements shared.Session. It removes the sandbox, waits for that and for the
// end of the process where the session had one of its own, and reports. The teardown
// goes on when ctx ends before it, and is bounded by Config.CloseTimeout. Further
// calls wait for it too and return the same.
func (s *Session) Close(ctx context.Context) (*shared.CloseReport, error) {
	s.closeOnce.Do(func() {
		go func() {
			s.teardown()
			s.p.release()
			s.h.mu.Lock()
			delete(s.h.sessions, s)
			s.h.mu.Unlock()
			close(s.closed)
		}()
	})
	select {
	case <-s.closed:
		return s.report, s.err
	case <-ctx.Done():
		return nil, fmt.Errorf("waiting for a session of %q to close: %w", s.name, context.Cause(ctx))
	}
}

// teardown closes the sandbox. A process that doesn't even answer that it is alive is
// killed soon, since nothing will come from it; one that does has the whole time.
func (s *Session) teardown() {
	cfg := s.h.cfg
	ctx, cancel := context.WithTimeout(context.Background(), cfg.CloseTimeout)
	defer cancel()
	probe := time.AfterFunc(cfg.StopTimeout/2, func() {
		if s.p.hung(cfg.StopTimeout / 2) {
			s.p.kill()
		}
	})
	defer probe.Stop()
	report, err := s.inner.Close(ctx)
	if report == nil {
		report = &shared.CloseReport{}
	}
	s.report = report
	if err == nil {
		s.p.e.worked()
		return
	}
	// Whatever it holds for the session, it is not to hold more.
	s.p.stopping.Store(true)
	if ctx.Err() != nil {
		err = shared.Errorf(shared.KindBackendLost, "closing a session of %q: not done after %s: %w", s.name, cfg.CloseTimeout, ctx.Err())
	}
	s.err = s.p.wrap(err, "closed a session")
}
