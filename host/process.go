package host

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"
	"github.com/hashicorp/go-plugin/runner"
	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/health/grpc_health_v1"
	"google.golang.org/grpc/status"

	"github.com/airlockhq/airlock/internal/redact"
	"github.com/airlockhq/airlock/shared"
)

// deathWait is how long a broken connection waits for the news that its process
// ended, to tell why.
const deathWait = 500 * time.Millisecond

// process is one running plugin. It is made by executor.pick or newIdle, started by
// one caller, and stopped when it has no use any more.
type process struct {
	e      *executor
	target *target // its file is closed by then
	tail   tail

	ready chan struct{} // closed by started; before that only start touches what follows
	err   error
	exec  shared.Executor
	desc  *shared.Description
	begun time.Time

	dead chan struct{} // closed when the process ended; how is set before
	how  string

	stopping atomic.Bool // no new sessions
	stopOnce sync.Once

	mu     sync.Mutex // guards the fields below
	client *plugin.Client
	runner *pluginRunner
	dir    string // of its sockets
	killed bool
	// sentence says why the host killed the process, for its memory or because it hung.
	sentence string

	// Guarded by e.mu.
	idle      bool // in the pool
	key       string
	exclusive bool
	places    int
	timer     *time.Timer // ends a process without sessions
}

func newProcess(e *executor, t *target) *process {
	kept := *t
	kept.file = nil
	return &process{e: e, target: &kept, ready: make(chan struct{}), dead: make(chan struct{})}
}

// over says that it takes no new sessions.
func (p *process) over() bool {
	select {
	case <-p.dead:
		return true
	default:
		return p.stopping.Load()
	}
}

// isReady says that it was started, or failed to.
func (p *process) isReady() bool {
	select {
	case <-p.ready:
		return true
	default:
		return false
	}
}

// claim gives the first place away. e.mu is held.
func (p *process) claim(key string, exclusive bool) { p.key, p.exclusive, p.places = key, exclusive, 1 }

// take takes another place if key is its own and there is room. e.mu is held.
func (p *process) take(key string) bool {
	if p.exclusive || p.key != key || p.full(1) {
		return false
	}
	if p.timer != nil {
		p.timer.Stop()
		p.timer = nil
	}
	p.places++
	return true
}

// full says whether n more sessions are too many, as far as is known before it is
// described. e.mu is held.
func (p *process) full(n int) bool {
	return p.isReady() && p.desc != nil && p.desc.MaxSessions > 0 && p.places+n > p.desc.MaxSessions
}

func (p *process) fits() bool {
	p.e.mu.Lock()
	defer p.e.mu.Unlock()
	return !p.full(0)
}

// release gives a place back. The last one of an exclusive process, or of one that
// isn't to be used again, stops it and waits for that.
func (p *process) release() {
	p.e.mu.Lock()
	p.places--
	last := p.places == 0
	keep := !p.exclusive && !p.over() && p.e.h.cfg.IdleTimeout > 0
	if last && keep && p.timer == nil {
		p.timer = time.AfterFunc(p.e.h.cfg.IdleTimeout, p.retire)
	}
	p.e.mu.Unlock()
	if last && !keep {
		p.stop()
	}
}

// retire stops the process unless it got a session meanwhile.
func (p *process) retire() {
	p.e.mu.Lock()
	unused := p.places == 0
	if unused {
		p.stopping.Store(true)
	}
	p.e.mu.Unlock()
	if unused {
		p.e.h.background(p.stop)
	}
}

// await waits until the process is started.
func (p *process) await(ctx context.Context) error {
	select {
	case <-p.ready:
		return p.err
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}

// started publishes the outcome of start.
func (p *process) started(err error) {
	p.err = err
	close(p.ready)
}

// start launches the plugin and waits for its first answer. On an error the process
// may still be there; the caller stops it.
func (p *process) start(ctx context.Context, t *target) error {
	h := p.e.h
	p.begun = time.Now()
	namespaces := t.builtin
	granted := map[string]string{}
	if !t.builtin && t.reattach == nil {
		d, err := h.describe(ctx, t)
		if err != nil {
			return err
		}
		// An interpreter needs nothing but its pipes; all others need the network
		// or the machine.
		namespaces = d.Isolation == shared.IsolationInterpreter
		granted = h.grant(t, d)
	}
	client := p.newClient(p.clientConfig(t, granted, namespaces))
	if client == nil {
		return fmt.Errorf("starting executor %q: %w", t.name, ErrClosed)
	}
	type answer struct {
		exec shared.Executor
		desc *shared.Description
		err  error
	}
	ch := make(chan answer, 1)
	go func() {
		var a answer
		a.exec, a.desc, a.err = connect(ctx, client)
		ch <- a
	}()
	timer := time.NewTimer(h.cfg.StartTimeout)
	defer timer.Stop()
	var a answer
	select {
	case a = <-ch:
		// go-plugin has the same limit for a part of this; one message is enough.
		if a.err != nil && time.Since(p.begun) >= h.cfg.StartTimeout {
			a.err = fmt.Errorf("it didn't answer within %s", h.cfg.StartTimeout)
		}
	case <-ctx.Done():
		p.kill()
		<-ch
		return fmt.Errorf("starting executor %q: %w", t.name, context.Cause(ctx))
	case <-timer.C:
		p.kill()
		<-ch
		a.err = fmt.Errorf("it didn't answer within %s", h.cfg.StartTimeout)
	}
	if a.err == nil {
		a.err = checkDescription(t.name, a.desc)
	}
	if a.err == nil {
		a.err = t.checkVersion(a.desc)
	}
	if a.err != nil {
		return p.startError(a.err)
	}
	if a.desc.ProtocolMinor != shared.ProtocolMinor {
		h.log.Debug("plugin has another minor version of the protocol", "executor", t.name, "plugin", a.desc.ProtocolMinor, "host", shared.ProtocolMinor)
	}
	p.exec, p.desc = a.exec, a.desc
	if limit := h.cfg.ProcessMemory; limit > 0 && p.runner != nil {
		go p.watchMemory(limit)
	}
	return nil
}

// grant returns the variables for the plugin and hides their values from now on.
func (h *Host) grant(t *target, d *shared.Description) map[string]string {
	declared := declaredEnv(d)
	out := h.cfg.grantedValues(h.cfg.granted(t.name, t.lock), declared)
	if t.lock != nil {
		for _, name := range intersect(h.cfg.GrantEnv, declared) {
			if !slices.Contains(t.lock.Env, name) {
				h.log.Warn("variable isn't granted: the plugin is locked without it; run airlock plugins lock", "executor", t.name, "variable", name)
			}
		}
	}
	for _, e := range d.Env {
		if v, ok := out[e.Name]; ok && (e.Secret || !publicEnv[e.Name]) {
			h.redact.Add(e.Name, v)
		}
	}
	return out
}

// newClient makes the go-plugin client; nil when p was killed already.
func (p *process) newClient(cfg *plugin.ClientConfig) *plugin.Client {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed {
		return nil
	}
	p.client = plugin.NewClient(cfg)
	return p.client
}

func (p *process) clientConfig(t *target, granted map[string]string, namespaces bool) *plugin.ClientConfig {
	h := p.e.h
	log := h.log.Named(t.name)
	cfg := &plugin.ClientConfig{
		HandshakeConfig:  shared.Handshake,
		VersionedPlugins: shared.ClientPlugins(shared.ClientOptions{Grace: h.cfg.Grace}),
		AllowedProtocols: []plugin.Protocol{plugin.ProtocolGRPC},
		SkipHostEnv:      true,
		StartTimeout:     h.cfg.StartTimeout,
		GRPCDialOptions:  dialOptions(),
		Logger:           log,
		// What a plugin prints after the handshake is no guest output.
		SyncStdout: redact.LogWriter{L: log.Named("stdout")},
		SyncStderr: redact.LogWriter{L: log.Named("stderr")},
	}
	if t.reattach != nil {
		// It runs under a debugger, in the open: no process of ours, no certificates.
		cfg.Reattach = t.reattach
		cfg.Plugins = cfg.VersionedPlugins[t.reattach.ProtocolVersion]
		return cfg
	}
	cfg.TLSConfig = h.cert.ClientTLS()
	cfg.UnixSocketConfig = &plugin.UnixSocketConfig{TempDir: h.folder.path}
	spec := spawnSpec{path: t.path, exe: t.file, argv: t.argv(), namespaces: namespaces}
	cfg.RunnerFunc = func(_ hclog.Logger, cmd *exec.Cmd, dir string) (runner.Runner, error) {
		spec.env = environment(cmd.Env, granted, h.cert.ClientEnv(), dir)
		if t.builtin {
			// Spares it the search for the limit of its CPU time, which this process knows.
			spec.env = append(spec.env, "GOMAXPROCS="+strconv.Itoa(runtime.GOMAXPROCS(0)))
		}
		r := newRunner(h.spawner, spec, dir, &p.tail, p.exited)
		p.mu.Lock()
		defer p.mu.Unlock()
		p.runner, p.dir = r, dir
		if p.killed {
			r.kill()
		}
		return r, nil
	}
	return cfg
}

// connect does what go-plugin does without a limit of time; ending the process ends it.
func connect(ctx context.Context, client *plugin.Client) (shared.Executor, *shared.Description, error) {
	proto, err := client.Client()
	if err != nil {
		return nil, nil, err
	}
	raw, err := proto.Dispense(shared.PluginName)
	if err != nil {
		return nil, nil, err
	}
	exec, ok := raw.(shared.Executor)
	if !ok {
		return nil, nil, fmt.Errorf("go-plugin dispensed a %T", raw)
	}
	desc, err := exec.Describe(ctx)
	if err != nil {
		return nil, nil, fmt.Errorf("asking what it is: %w", err)
	}
	return exec, desc, nil
}

// startError explains a failed start with how the process ended and what it said.
func (p *process) startError(err error) error {
	text := strings.TrimSpace(err.Error())
	if line, ok := strings.CutPrefix(text, "Unrecognized remote plugin message: "); ok {
		line, _, _ = strings.Cut(line, "\n")
		text = "it ended without the handshake line"
		if line != "" {
			text = fmt.Sprintf("it printed %.200q where the handshake line belongs (a plugin must not print anything before shared.Serve)", line)
		}
	} else {
		text = strings.Join(strings.Fields(text), " ")
	}
	select {
	case <-p.dead:
		text += "; it ended with " + p.how
	case <-time.After(drainTime):
	}
	e := shared.Errorf(shared.KindBackendUnavailable, "starting executor %q: %s%s", p.target.name, text, quoteTail(p.tail.text()))
	if errors.Is(err, ErrLocked) {
		return fmt.Errorf("%w: %w", e, ErrLocked)
	}
	return e
}

// exited is called by the runner when the process is gone.
func (p *process) exited(how string) {
	p.mu.Lock()
	if p.sentence != "" {
		how += ": " + p.sentence
	}
	stopping := p.stopping.Load() && p.sentence == ""
	p.mu.Unlock()
	p.how = how
	close(p.dead)
	if !p.isReady() || stopping {
		return // start tells, or nobody is interested
	}
	if time.Since(p.begun) > stableAfter {
		p.e.worked()
	}
	p.e.failed()
	p.e.h.log.Warn("plugin died", "executor", p.target.name, "pid", p.runner.ID(), "how", how)
	p.e.h.background(p.stop)
}

// kill ends the process at once. It may be called at any time, even before the start.
func (p *process) kill() {
	p.stopping.Store(true)
	p.mu.Lock()
	p.killed = true
	r := p.runner
	p.mu.Unlock()
	if r != nil {
		r.kill()
	}
}

// stop ends the process, by asking first, and removes what it had. It waits, and so do
// callers while another one is at it. go-plugin's Kill asks without a limit of time, so
// a stopped process would block it for ever.
func (p *process) stop() {
	p.stopOnce.Do(func() {
		p.stopping.Store(true)
		p.mu.Lock()
		client := p.client
		p.mu.Unlock()
		if !p.isReady() {
			p.kill() // go-plugin can't be interrupted while it starts
		}
		if client != nil {
			timer := time.AfterFunc(p.e.h.cfg.StopTimeout, p.kill)
			client.Kill()
			timer.Stop()
			p.detach(client)
		}
		p.kill()
		p.mu.Lock()
		r, dir := p.runner, p.dir
		p.mu.Unlock()
		if r != nil {
			r.await()
		}
		if dir != "" {
			os.RemoveAll(dir)
		}
		p.e.remove(p)
	})
}

// detach ends the connection to a plugin that the host didn't start; Kill leaves it.
func (p *process) detach(client *plugin.Client) {
	if p.target.reattach == nil {
		return
	}
	if proto, err := client.Client(); err == nil {
		if c, ok := proto.(*plugin.GRPCClient); ok {
			_ = c.Conn.Close()
		}
	}
}

// layers says what the host's measures at launch came to.
func (p *process) layers() []Layer {
	if p.runner == nil {
		return nil // reattached
	}
	return slices.Clone(p.runner.started().layers)
}

// hung says that the process doesn't answer the simplest question within d. A plugin
// without a health service answers that it has none, which is an answer.
func (p *process) hung(d time.Duration) bool {
	proto, err := p.client.Client()
	if err != nil {
		return true
	}
	c, ok := proto.(*plugin.GRPCClient)
	if !ok {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), d)
	defer cancel()
	_, err = grpc_health_v1.NewHealthClient(c.Conn).Check(ctx, &grpc_health_v1.HealthCheckRequest{Service: plugin.GRPCServiceName})
	return status.Code(err) == codes.DeadlineExceeded // one that died says so by itself
}

// wrap turns an error of the plumbing into backend_lost, saying how the process ended
// and what it said last, and hides secrets in every error. doing completes "while it".
func (p *process) wrap(err error, doing string) error {
	if err == nil {
		return nil
	}
	if shared.Died(err) {
		err = p.lost(doing, err)
	}
	return p.e.h.redact.Err(err)
}

// lost describes the loss of the process or of the connection to it.
func (p *process) lost(doing string, cause error) error {
	timer := time.NewTimer(deathWait)
	defer timer.Stop()
	select {
	case <-p.dead:
		e := shared.Errorf(shared.KindBackendLost, "executor %q ended while it %s: %s%s", p.target.name, doing, p.how, quoteTail(p.tail.text()))
		e.Hint = "open a new session; the variables of this one are gone"
		if strings.Contains(p.how, "signal: killed") && !p.wasKilled() {
			e.Hint += "; the system may have killed the plugin for its use of memory"
		}
		return e
	case <-timer.C:
		return cause // the plugin lives, and says itself what it lost
	}
}

func (p *process) wasKilled() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.killed
}
