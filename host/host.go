package host

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"sync"

	"github.com/hashicorp/go-hclog"

	"github.com/airlockhq/airlock/internal/redact"
	"github.com/airlockhq/airlock/shared"
)

// ErrClosed is in the chain of errors for calls on a Host that was closed.
var ErrClosed = errors.New("host is closed")

// Host owns plugin processes and the sessions in them. Its methods may be called from
// any goroutine.
type Host struct {
	cfg      Config
	log      hclog.Logger
	redact   *redact.Redactor
	verdicts *verdicts
	spawner  *spawner
	cert     *shared.Identity
	folder   *socketFolder

	ctx    context.Context // ends when the host is closed
	cancel context.CancelFunc
	wg     sync.WaitGroup // pools and clean-ups in the background

	mu        sync.Mutex
	executors map[string]*executor
	sessions  map[*Session]struct{}
	closing   bool
	closeOnce sync.Once
	closeErr  error
}

// New makes a host and sweeps what killed hosts left. It starts no process but those
// of Config.Pool, in the background. The caller calls Close.
func New(cfg Config) (*Host, error) {
	if err := cfg.complete(); err != nil {
		return nil, err
	}
	cert, err := shared.NewIdentity()
	if err != nil {
		return nil, fmt.Errorf("making the host's certificate: %w", err)
	}
	spawner := newSpawner()
	folder, err := newSocketFolder(cfg.LookupEnv)
	if err != nil {
		spawner.close()
		return nil, err
	}
	red := &redact.Redactor{}
	h := &Host{
		cfg: cfg, redact: red, log: red.Logger(cfg.Logger), verdicts: &verdicts{}, spawner: spawner,
		cert: cert, folder: folder, executors: map[string]*executor{}, sessions: map[*Session]struct{}{},
	}
	if cfg.CacheDir != "" {
		h.verdicts.path = filepath.Join(cfg.CacheDir, "plugins.json")
	}
	h.ctx, h.cancel = context.WithCancel(context.Background())
	for name, n := range cfg.Pool {
		if n > 0 {
			h.executor(name).refill()
		}
	}
	return h, nil
}

// executor returns the state of the executor of that name, which need not exist.
func (h *Host) executor(name string) *executor {
	h.mu.Lock()
	defer h.mu.Unlock()
	e := h.executors[name]
	if e == nil {
		e = &executor{h: h, name: name, size: h.cfg.Pool[name], procs: map[*process]struct{}{}}
		h.executors[name] = e
	}
	return e
}

// background runs f unless the host is closing; Close waits for it.
func (h *Host) background(f func()) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closing {
		return false
	}
	h.wg.Go(f)
	return true
}

// List returns all candidates in search order, the lock checked for those that would
// be used. Nothing is executed.
func (h *Host) List() ([]Candidate, error) {
	lock, err := ReadLock(h.cfg.ConfigDir)
	if err != nil {
		return nil, err
	}
	list := h.cfg.discover(lock)
	for i, c := range list {
		if c.State != StateUsed {
			continue
		}
		t, err := h.resolve(c.Name)
		if err != nil {
			list[i].State, list[i].Reason = StateRefused, err.Error()
			continue
		}
		t.close()
	}
	return list, nil
}

// Describe returns what the executor says about itself, without starting its server.
func (h *Host) Describe(ctx context.Context, name string) (*shared.Description, error) {
	t, err := h.resolve(name)
	if err != nil {
		return nil, h.redact.Err(err)
	}
	defer t.close()
	if t.reattach != nil {
		var d *shared.Description
		err := h.withProcess(ctx, name, nil, func(p *process) error { d = p.desc; return nil })
		return d, err
	}
	d, err := h.describe(ctx, t)
	return d, h.redact.Err(err)
}

// Check asks the executor whether its backend can work now.
func (h *Host) Check(ctx context.Context, name string, req *shared.CheckRequest) (*shared.CheckReport, error) {
	var out *shared.CheckReport
	err := h.withProcess(ctx, name, req.Options, func(p *process) error {
		paths, err := absolutePaths(p.desc, req.Options)
		if err != nil {
			return err
		}
		out, err = p.exec.Check(ctx, &shared.CheckRequest{Options: paths})
		return err
	})
	return out, err
}

// Reap asks the executor to remove sandboxes that earlier processes left.
func (h *Host) Reap(ctx context.Context, name string, req *shared.ReapRequest) (*shared.ReapReport, error) {
	var out *shared.ReapReport
	err := h.withProcess(ctx, name, req.Options, func(p *process) (err error) {
		out, err = p.exec.Reap(ctx, req)
		return err
	})
	return out, err
}

// withProcess runs one call in a process of the host's own client.
func (h *Host) withProcess(ctx context.Context, name string, options map[string]string, call func(*process) error) error {
	p, err := h.executor(name).acquire(ctx, "", false)
	if err != nil {
		return h.redact.Err(err)
	}
	defer p.release()
	h.addSecretOptions(p.desc, options)
	return p.wrap(call(p), "answered")
}

// absolutePaths makes the options that are paths absolute: a plugin's working directory
// isn't its user's. A program without a folder is one of the PATH.
func absolutePaths(d *shared.Description, options map[string]string) (map[string]string, error) {
	out := maps.Clone(options)
	for _, o := range d.Options {
		v := options[o.Name]
		if v != "" && (o.Type == "path" || o.Type == "program" && filepath.Base(v) != v) {
			abs, err := filepath.Abs(v)
			if err != nil {
				return nil, shared.Errorf(shared.KindInvalidArgument, "reading the option %s: %w", o.Name, err)
			}
			out[o.Name] = abs
		}
	}
	return out, nil
}

// addSecretOptions hides the values of options that the executor declared as secret.
func (h *Host) addSecretOptions(d *shared.Description, options map[string]string) {
	for _, o := range d.Options {
		if v, ok := options[o.Name]; ok && o.Secret {
			h.redact.Add(o.Name, v)
		}
	}
}

// LockPlugins pins the named executors as they are now in airlock.lock and grants
// them, of the environment variables that they declare, those in env; nil grants what
// they would get without a lock. Built-ins can't be locked: they are part of the program.
func (h *Host) LockPlugins(ctx context.Context, names, env []string) (Lock, error) {
	lock, err := ReadLock(h.cfg.ConfigDir)
	if err != nil {
		return Lock{}, err
	}
	if lock.Plugins == nil {
		lock.Plugins = map[string]LockEntry{}
	}
	for _, name := range names {
		e, err := h.lockEntry(ctx, name, env)
		if err != nil {
			return Lock{}, h.redact.Err(fmt.Errorf("locking executor %q: %w", name, err))
		}
		// Digests for other platforms stay only while they are of the same version.
		if old, ok := lock.Plugins[name]; ok && old.Version == e.Version {
			for platform, d := range old.Digests {
				if platform != Platform() {
					e.Digests[platform] = d
				}
			}
		}
		lock.Plugins[name] = e
	}
	return lock, lock.Write(h.cfg.ConfigDir)
}

func (h *Host) lockEntry(ctx context.Context, name string, env []string) (LockEntry, error) {
	if err := validName(name); err != nil {
		return LockEntry{}, err
	}
	path := h.cfg.find(name)
	if path == "" {
		if _, ok := h.cfg.Builtins[name]; ok {
			return LockEntry{}, errors.New("it is built in, so its checksum is the program's")
		}
		return LockEntry{}, fmt.Errorf("%w; found: %s", ErrUnknownExecutor, h.foundNames())
	}
	f, id, err := openTrusted(path)
	if err != nil {
		return LockEntry{}, err
	}
	t := &target{name: name, path: path, file: f, id: id}
	defer t.close()
	digest, err := h.verdicts.digest(f, id)
	if err != nil {
		return LockEntry{}, err
	}
	d, err := h.describe(ctx, t)
	if err != nil {
		return LockEntry{}, err
	}
	if env == nil {
		env = h.cfg.granted(name, nil)
	}
	return LockEntry{
		Version: d.Version, Digests: map[string]string{Platform(): digest},
		Env: intersect(env, declaredEnv(d)), Source: path,
	}, nil
}

// Verify checks every locked plugin. The result has one row a plugin; a nil error in
// it means that the plugin found is the one that was locked.
func (h *Host) Verify() (map[string]error, error) {
	lock, err := ReadLock(h.cfg.ConfigDir)
	if err != nil {
		return nil, err
	}
	out := map[string]error{}
	for name := range lock.Plugins {
		t, err := h.resolve(name)
		if err == nil && t.builtin {
			err = fmt.Errorf("executor %q is locked, but no plugin file was found: %w", name, ErrLocked)
		}
		if t != nil {
			t.close()
		}
		out[name] = err
	}
	return out, nil
}

// Close closes all sessions, waiting for their teardown, stops all processes and
// removes the socket folder. The error names what could not be closed in order;
// nothing is left running in any case. Further calls return the same.
func (h *Host) Close() error {
	h.closeOnce.Do(func() { h.closeErr = h.shutdown(false) })
	return h.closeErr
}

// Kill ends everything at once: no teardown of remote sandboxes, which the executor's
// Reap finds later.
func (h *Host) Kill() {
	h.mu.Lock()
	h.closing = true
	h.mu.Unlock()
	h.cancel()
	h.killAll()
	h.closeOnce.Do(func() { h.closeErr = h.shutdown(true) })
}

func (h *Host) shutdown(now bool) error {
	h.mu.Lock()
	h.closing = true
	sessions := make([]*Session, 0, len(h.sessions))
	for s := range h.sessions {
		sessions = append(sessions, s)
	}
	h.mu.Unlock()
	h.cancel()

	var errs []error
	if !now {
		errs = closeAll(sessions)
	}
	h.stopAll()
	h.wg.Wait()
	h.stopAll() // what a start in the background finished meanwhile
	h.spawner.close()
	if err := h.folder.remove(); err != nil {
		errs = append(errs, fmt.Errorf("removing the folder for sockets: %w", err))
	}
	if err := errors.Join(errs...); err != nil {
		return h.redact.Err(fmt.Errorf("closing the host: %w", err))
	}
	return nil
}

func closeAll(sessions []*Session) []error {
	errs := make([]error, len(sessions))
	var wg sync.WaitGroup
	for i, s := range sessions {
		wg.Go(func() {
			// A session whose plugin died has nothing left to close.
			if _, err := s.Close(context.Background()); !errors.Is(err, shared.KindBackendLost) {
				errs[i] = err
			}
		})
	}
	wg.Wait()
	return errs
}

// stopAll ends all processes in parallel and waits.
func (h *Host) stopAll() {
	var wg sync.WaitGroup
	for _, p := range h.processes() {
		wg.Go(p.stop)
	}
	wg.Wait()
}

func (h *Host) killAll() {
	for _, p := range h.processes() {
		p.kill()
	}
}

func (h *Host) processes() []*process {
	h.mu.Lock()
	execs := make([]*executor, 0, len(h.executors))
	for _, e := range h.executors {
		execs = append(execs, e)
	}
	h.mu.Unlock()
	var out []*process
	for _, e := range execs {
		out = append(out, e.all()...)
	}
	return out
}

func intersect(a, b []string) []string {
	in := map[string]bool{}
	for _, s := range b {
		in[s] = true
	}
	out := []string{}
	for _, s := range uniqueSorted(a) {
		if in[s] {
			out = append(out, s)
		}
	}
	return out
}

func declaredEnv(d *shared.Description) []string {
	var out []string
	for _, e := range d.Env {
		out = append(out, e.Name)
	}
	return out
}
