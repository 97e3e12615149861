package host

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"time"
)

const (
	backoffFirst = 100 * time.Millisecond
	backoffMost  = 5 * time.Second
	// stableAfter is the age from which on the death of a process counts as the
	// first one again.
	stableAfter = 10 * time.Second
)

// executor is everything that runs for one name: its processes, the idle ones of the
// pool among them, and how long a new one has to wait after one died.
type executor struct {
	h    *Host
	name string
	size int // of the pool

	mu       sync.Mutex
	procs    map[*process]struct{}
	filling  bool
	failures int       // deaths and failed starts in a row
	notUntil time.Time // no start before this
}

// acquire returns a running process with a place in it taken. Places in one process
// are only given to callers with the same key; an exclusive caller shares with nobody.
// The caller gives the place back with release.
func (e *executor) acquire(ctx context.Context, key string, exclusive bool) (*process, error) {
	t, err := e.h.resolve(e.name)
	if err != nil {
		return nil, err
	}
	defer t.close()
	for {
		if e.h.ctx.Err() != nil {
			return nil, fmt.Errorf("starting executor %q: %w", e.name, ErrClosed)
		}
		p, start := e.pick(t, key, exclusive)
		if start {
			err = e.start(ctx, p, t)
		} else {
			err = p.await(ctx)
		}
		if err == nil && !p.over() {
			// Asked again under the limit that Describe told.
			if p.fits() {
				e.refill()
				return p, nil
			}
			p.release()
			continue
		}
		p.release()
		if start && err != nil {
			return nil, err
		}
		if ctx.Err() != nil {
			return nil, fmt.Errorf("starting executor %q: %w", e.name, context.Cause(ctx))
		}
	}
}

// pick takes a place in a process: one of the same client, else an idle one, else a
// new one that the caller has to start.
func (e *executor) pick(t *target, key string, exclusive bool) (p *process, start bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	var idle *process
	for p := range e.procs {
		switch {
		case p.over() || !p.target.same(t):
		case p.idle:
			if idle == nil || !idle.isReady() {
				idle = p
			}
		case !exclusive && p.take(key):
			return p, false
		}
	}
	if idle != nil {
		idle.idle = false
		idle.claim(key, exclusive)
		return idle, false
	}
	p = newProcess(e, t)
	p.claim(key, exclusive)
	e.procs[p] = struct{}{}
	return p, true
}

// start starts p after the time that failures before it ask for.
func (e *executor) start(ctx context.Context, p *process, t *target) error {
	err := e.backoff(ctx)
	if err == nil {
		err = p.start(ctx, t)
	}
	p.started(err)
	if err == nil {
		return nil
	}
	p.kill()
	p.stop()
	if ctx.Err() == nil {
		e.failed()
	}
	return err
}

// backoff waits until a new start is allowed.
func (e *executor) backoff(ctx context.Context) error {
	e.mu.Lock()
	wait := time.Until(e.notUntil)
	e.mu.Unlock()
	if wait <= 0 {
		return nil
	}
	t := time.NewTimer(wait)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return fmt.Errorf("waiting to start executor %q again: %w", e.name, context.Cause(ctx))
	case <-e.h.ctx.Done():
		return fmt.Errorf("starting executor %q: %w", e.name, ErrClosed)
	}
}

// failed notes a death or a failed start: each in a row doubles the wait, with jitter
// so that many hosts don't start at the same time.
func (e *executor) failed() {
	e.mu.Lock()
	defer e.mu.Unlock()
	wait := min(backoffMost, backoffFirst<<min(e.failures, 10))
	e.failures++
	e.notUntil = time.Now().Add(wait/2 + rand.N(wait/2))
}

// worked notes that a process did its job, so the next failure is the first again.
func (e *executor) worked() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.failures, e.notUntil = 0, time.Time{}
}

func (e *executor) remove(p *process) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.procs, p)
}

func (e *executor) all() []*process {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := make([]*process, 0, len(e.procs))
	for p := range e.procs {
		out = append(out, p)
	}
	return out
}

// refill starts idle processes in the background until the pool is full. One failure
// ends it; the next acquire tries again, and tells its caller why it fails.
func (e *executor) refill() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.filling || e.size == 0 {
		return
	}
	e.filling = e.h.background(func() {
		err := e.fill(e.h.ctx)
		if err != nil && e.h.ctx.Err() == nil {
			e.h.log.Warn("filling the pool failed", "executor", e.name, "error", err)
		}
		e.mu.Lock()
		e.filling = false
		e.mu.Unlock()
	})
}

// fill starts idle processes one after another: a burst would slow down the sessions
// that are being opened.
func (e *executor) fill(ctx context.Context) error {
	for {
		t, err := e.h.resolve(e.name)
		if err != nil {
			return err
		}
		p := e.newIdle(t)
		if p == nil {
			t.close()
			return nil
		}
		err = e.start(ctx, p, t)
		t.close()
		if err != nil {
			return err
		}
	}
}

// newIdle adds an idle process for the caller to start, nil when there are enough.
// Idle processes of another state of the file are stopped.
func (e *executor) newIdle(t *target) *process {
	e.mu.Lock()
	defer e.mu.Unlock()
	n := 0
	for p := range e.procs {
		switch {
		case !p.idle || p.over():
		case p.target.same(t):
			n++
		default:
			p.idle = false
			go p.retire()
		}
	}
	if n >= e.size {
		return nil
	}
	p := newProcess(e, t)
	p.idle = true
	e.procs[p] = struct{}{}
	return p
}

// Warm waits until the pools are full, or tells why one can't be filled.
func (h *Host) Warm(ctx context.Context) error {
	for _, name := range sortedKeys(h.cfg.Pool) {
		if h.cfg.Pool[name] == 0 {
			continue
		}
		if err := h.executor(name).fill(ctx); err != nil {
			return h.redact.Err(fmt.Errorf("filling the pool of %q: %w", name, err))
		}
	}
	for _, p := range h.processes() {
		if err := p.await(ctx); err != nil {
			return h.redact.Err(err)
		}
	}
	return nil
}
