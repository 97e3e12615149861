// Package jupyter runs code in a kernel of a Jupyter Kernel Gateway.
//
// The kernel runs one cell that never ends: the driver of package driver, the
// same Python that other backends start as a process. Its frames travel over
// the kernel's stdin channel, so that sessions are the driver's: values, tools,
// displays, files and limits are the same everywhere. This package makes the
// kernel, carries the bytes, and notices when either is gone.
package jupyter

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/shared"
)

// Gateway tells where a kernel gateway listens.
type Gateway struct {
	// URL is its base, with http or https.
	URL string
	// Token is sent in a header; empty if the gateway asks for none.
	Token string
	// Header is added to every request.
	Header http.Header
	// Client makes the requests; nil means one without a proxy. It should have no Timeout: contexts bound the requests.
	Client *http.Client
	// Kernel names the kernel to start; empty means the gateway's default.
	Kernel string
	// Listens is closed once the gateway listens; nil where nothing tells that, so that it must be asked until it answers.
	Listens <-chan struct{}
}

// Machine is where a gateway runs. Its methods may be called from any goroutine.
type Machine interface {
	// Gateway tells how to reach it.
	Gateway() Gateway
	// Done is closed once the machine is gone.
	Done() <-chan struct{}
	// Kill ends it with all that runs there, and waits for that. It may be called again.
	Kill()
	// Reason tells why the machine, or a kernel on it, ended: an [*shared.Error] such as one of KindLimitMemory; nil if it isn't known.
	Reason() error
}

// Config is what a backend opens a session with.
type Config struct {
	// Start starts a machine: at Open, and again after one was lost. ctx bounds the start. The gateway need not answer yet. There may be
	// a kernel that waits on it; nil means that one has to be made.
	Start func(ctx context.Context) (Machine, *Waiting, error)
	// Shared tells that machines serve other sessions too: kernels are deleted one by one, machines are never killed.
	Shared bool
	// Request is that of the client.
	Request *shared.OpenRequest
	// Events gets what belongs to no request.
	Events shared.Events
	// Info is what the session tells of itself; the limits that the driver itself enforces are added.
	Info shared.SessionInfo
}

// Session is a driver's, in a kernel.
type Session struct {
	*driver.Session
	engine *engine
}

// Open starts a machine and a kernel, and checks that the authorised imports are there.
func Open(ctx context.Context, cfg Config) (*Session, error) { return open(ctx, cfg, usualPatience) }

func open(ctx context.Context, cfg Config, p patience) (*Session, error) {
	e := &engine{cfg: cfg, patience: p}
	s, err := driver.Open(ctx, driver.Config{Start: e.start, Request: cfg.Request, Events: cfg.Events, Info: cfg.Info})
	if err != nil {
		e.close(ctx)
		return nil, err
	}
	return &Session{s, e}, nil
}

// Move moves the session to a new machine, with the same tools, and the same
// variables as far as they can travel. If that fails it stays where it is.
func (s *Session) Move(ctx context.Context) error {
	old := s.engine.swap(nil)
	err := s.Restart(ctx)
	if err != nil {
		old = s.engine.swap(old)
	}
	if old != nil {
		old.Kill()
	}
	return err
}

// Close implements shared.Session.
func (s *Session) Close(ctx context.Context) (*shared.CloseReport, error) {
	s.engine.closing()
	report, err := s.Session.Close(ctx)
	report.Left = append(report.Left, s.engine.close(ctx)...)
	return report, err
}

// engine starts kernels for one session, on a machine that it replaces when that is lost.
type engine struct {
	cfg       Config
	patience  patience
	deletions sync.WaitGroup

	mu      sync.Mutex
	machine Machine
	closed  bool
	left    []string // kernels that could not be deleted, with the reason
}

// start implements driver.Config.Start. A machine whose gateway no longer
// makes kernels is replaced once, where it is the session's own.
func (e *engine) start(ctx context.Context) (*driver.Process, error) {
	if m := e.current(); m != nil && alive(m) {
		k, err := e.kernel(ctx, m)
		if err == nil {
			return k.process(), nil
		}
		if e.cfg.Shared || ctx.Err() != nil {
			return nil, err
		}
		m.Kill()
	}
	m, waiting, err := e.cfg.Start(ctx)
	if err != nil {
		return nil, err
	}
	e.swap(m)
	if waiting != nil {
		return waiting.join(e), nil
	}
	k, err := e.kernel(ctx, m)
	if err != nil {
		return nil, err
	}
	return k.process(), nil
}

func (e *engine) current() Machine {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.machine
}

// swap puts another machine in place, and gives the one that was there.
func (e *engine) swap(m Machine) Machine {
	e.mu.Lock()
	defer e.mu.Unlock()
	m, e.machine = e.machine, m
	return m
}

func alive(m Machine) bool {
	select {
	case <-m.Done():
		return false
	default:
		return true
	}
}

// kernel makes a kernel, connects to it, and starts the driver in it.
func (e *engine) kernel(ctx context.Context, m Machine) (*kernel, error) {
	g, err := newGateway(m.Gateway())
	if err != nil {
		return nil, err
	}
	if err := g.ready(ctx, m); err != nil {
		return nil, err
	}
	id, err := g.create(ctx)
	if err != nil {
		return nil, err
	}
	s, err := g.dial(ctx, id)
	if err == nil {
		k := newKernel(g, m, id, s, e)
		if err = k.boot(); err == nil {
			return k, nil
		}
		s.close()
	}
	e.delete(g, id, m)
	return nil, err
}

// deleteTimeout is above what a gateway takes for a kernel that ignores everything but SIGKILL, which is five seconds.
const deleteTimeout = 15 * time.Second

// delete removes a kernel without holding up the caller; close waits for it.
// A machine that can't remove it is killed, where it is the session's own.
func (e *engine) delete(g *gateway, id string, m Machine) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed && !e.cfg.Shared || !alive(m) {
		return // the machine's end is the kernel's
	}
	e.deletions.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), deleteTimeout)
		defer cancel()
		err := g.delete(ctx, id)
		switch {
		case err == nil:
		case !e.cfg.Shared:
			m.Kill()
		default:
			e.mu.Lock()
			defer e.mu.Unlock()
			e.left = append(e.left, "kernel "+id+": "+err.Error())
		}
	})
}

// closing tells that no kernel has to be deleted whose machine will be killed.
func (e *engine) closing() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.closed = true
}

// close removes what is there and tells what is left.
func (e *engine) close(ctx context.Context) []string {
	e.closing()
	m := e.current()
	if m != nil && !e.cfg.Shared {
		m.Kill()
	}
	done := make(chan struct{})
	go func() {
		e.deletions.Wait()
		close(done)
	}()
	select {
	case <-done:
	case <-ctx.Done(): // each deletion ends by itself
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.left
}
