package agent

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/shared"
)

// sandbox is a session with the agent's tools in it.
type sandbox struct {
	session shared.Session
	owned   bool // the agent closes it
	used    bool // by a run: it may hold variables that a memory tells of
}

// sandboxes are an agent's: one as long as its runs follow each other, more where managed
// runs overlap. A run gives its sandbox back, and the next one finds its variables.
type sandboxes struct {
	agent *Agent

	mu     sync.Mutex
	free   []*sandbox // the last given back is last
	all    []*sandbox
	host   *host.Host // of the agent's own
	closed bool
	extra  sync.WaitGroup // those that are being closed because there are too many
}

// maxIdle sandboxes wait for later runs. Managed runs at the same time need more, which
// cost memory, or money, for as long as they are open.
const maxIdle = 4

func (s *sandboxes) init(a *Agent) {
	s.agent = a
	if a.cfg.Session != nil {
		box := &sandbox{session: a.cfg.Session, used: true}
		s.free, s.all = []*sandbox{box}, []*sandbox{box}
	}
}

// take returns a free sandbox, or opens one.
func (s *sandboxes) take(ctx context.Context, r *run) (*sandbox, error) {
	s.mu.Lock()
	if n := len(s.free); n > 0 {
		box := s.free[n-1]
		s.free = s.free[:n-1]
		s.mu.Unlock()
		return box, nil
	}
	s.mu.Unlock()
	if s.agent.cfg.Session != nil {
		return nil, errors.New("the agent was given one session, which another run of it uses: give it the name of an executor instead, so that it can open more")
	}
	return s.open(ctx, r)
}

// giveBack makes a run's sandbox free. The one that was free the longest is closed, behind
// the caller's back, where there are too many.
func (s *sandboxes) giveBack(box *sandbox) {
	if box == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.free = append(s.free, box)
	if len(s.free) <= maxIdle || s.closed {
		return
	}
	old := s.free[0]
	s.free = slices.Delete(s.free, 0, 1)
	s.extra.Go(func() {
		if err := s.drop(old); err != nil {
			s.agent.cfg.Logger.Warn("closing a sandbox failed", "error", s.agent.redact.Err(err))
		}
	})
}

// open makes a new sandbox.
func (s *sandboxes) open(ctx context.Context, r *run) (*sandbox, error) {
	h, err := hostFor(r)
	if err != nil {
		return nil, err
	}
	cfg := &s.agent.cfg
	open := cfg.Sandbox
	progress := &shared.Handler{OnProgress: func(p shared.Progress) { r.emit(&ProgressEvent{Source: r.source(), Progress: p}) }}
	if open.Events == nil {
		open.Events = progress
	}
	session, err := h.Open(ctx, cfg.Executor, open)
	if errors.Is(err, host.ErrUnknownExecutor) {
		return nil, &UnsupportedExecutorError{Name: cfg.Executor, Found: found(h), Err: err}
	}
	if err != nil {
		return nil, fmt.Errorf("opening a sandbox of executor %s: %w", cfg.Executor, err)
	}
	box := &sandbox{session: session, owned: true}
	s.mu.Lock()
	closed := s.closed
	if !closed {
		s.all = append(s.all, box)
	}
	s.mu.Unlock()
	if closed {
		return nil, errors.Join(ErrClosed, box.close())
	}
	if packages := s.packages(); len(packages) > 0 && session.Description().Capabilities.Packages {
		if err := session.InstallPackages(ctx, packages, progress); err != nil {
			return nil, errors.Join(fmt.Errorf("installing packages: %w", err), s.drop(box))
		}
	}
	return box, nil
}

// packages are those of the configuration and those that the tools' values need.
func (s *sandboxes) packages() []string {
	list := slices.Clone(s.agent.cfg.Packages)
	for _, t := range s.agent.tools.guest {
		list = append(list, t.Spec().Packages...)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// hostFor finds a run's host: that of the configuration, of a manager, or one that the topmost agent makes.
func hostFor(r *run) (*host.Host, error) {
	for {
		if h := r.agent.cfg.Host; h != nil {
			return h, nil
		}
		if r.parent == nil {
			return r.agent.boxes.ownHost()
		}
		r = r.parent
	}
}

func (s *sandboxes) ownHost() (*host.Host, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil, ErrClosed
	}
	if s.host == nil {
		cfg, err := host.DefaultConfig()
		if err != nil {
			return nil, err
		}
		cfg.Logger = s.agent.cfg.Logger
		if s.host, err = host.New(cfg); err != nil {
			return nil, err
		}
	}
	return s.host, nil
}

// drop closes a sandbox that isn't to be used again.
func (s *sandboxes) drop(box *sandbox) error {
	s.mu.Lock()
	s.all = slices.DeleteFunc(s.all, func(b *sandbox) bool { return b == box })
	s.mu.Unlock()
	return box.close()
}

func (b *sandbox) close() error {
	if !b.owned {
		return nil
	}
	report, err := b.session.Close(context.Background())
	if report != nil && len(report.Left) > 0 {
		err = errors.Join(err, fmt.Errorf("closing the sandbox left %v", report.Left))
	}
	return err
}

func (s *sandboxes) close() error {
	s.mu.Lock()
	s.closed = true
	all, h := s.all, s.host
	s.all, s.free, s.host = nil, nil, nil
	s.mu.Unlock()
	var errs []error
	for _, box := range all {
		errs = append(errs, box.close())
	}
	s.extra.Wait()
	if h != nil {
		errs = append(errs, h.Close())
	}
	return errors.Join(errs...)
}

// found names the executors that a host has.
func found(h *host.Host) []string {
	list, err := h.List()
	if err != nil {
		return nil
	}
	var names []string
	for _, c := range list {
		if c.State == host.StateUsed {
			names = append(names, c.Name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// enterSandbox gives the run its sandbox. Where the memory tells of code whose sandbox is
// gone, since it ended between two runs or was another program's, the model is told.
func (r *run) enterSandbox(ctx context.Context, vars []shared.Variable) error {
	fresh, err := r.useSandbox(ctx, vars)
	if err == nil && fresh && r.memory.Code() != "" {
		r.memory.Add(&memory.Note{Text: lost})
	}
	return err
}

// useSandbox gives the run a sandbox with the tools and the task's variables, and tells
// whether no run has used it before; such a one gets the variables of all tasks. A
// tool-calling agent that runs no code needs none.
func (r *run) useSandbox(ctx context.Context, vars []shared.Variable) (fresh bool, err error) {
	if r.agent.kind == kindToolCalling && !r.agent.cfg.Python {
		return false, nil
	}
	if r.box == nil {
		if r.box, err = r.agent.boxes.take(ctx, r); err != nil {
			return false, err
		}
	}
	err = r.box.session.SetTools(ctx, r.agent.tools.specs())
	if shared.Died(err) && r.box.owned && ctx.Err() == nil { // it ended while no run used it
		_ = r.agent.boxes.drop(r.box)
		if r.box, err = r.agent.boxes.open(ctx, r); err != nil {
			return false, err
		}
		err = r.box.session.SetTools(ctx, r.agent.tools.specs())
	}
	if err != nil {
		return false, fmt.Errorf("giving the sandbox its tools: %w", err)
	}
	fresh = !r.box.used
	if fresh {
		if vars, err = r.stateVariables(); err != nil {
			return false, err
		}
	}
	if len(vars) > 0 {
		if err := r.box.session.SetVariables(ctx, vars); err != nil {
			return false, fmt.Errorf("setting the task's variables: %w", err)
		}
	}
	r.box.used = true
	return fresh, nil
}

// renewSandbox replaces a sandbox that was lost.
func (r *run) renewSandbox(ctx context.Context) error {
	if !r.box.owned {
		return errors.New("the session that the agent was given is lost")
	}
	box := r.box
	r.box = nil
	_ = r.agent.boxes.drop(box) // it is lost already
	_, err := r.useSandbox(ctx, nil)
	return err
}
