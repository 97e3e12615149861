package agent

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
)

// gate lets the functions of a run's user be called, and those of the runs that it
// manages, as long as it lasts. A managed run can outlive the run that called for it.
type gate struct {
	mu     sync.Mutex
	inside int
	idle   chan struct{} // closed when nobody is inside any more; nil until close is called
}

// enter tells whether a function may be called; leave is to follow then.
func (g *gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.idle != nil {
		return false
	}
	g.inside++
	return true
}

func (g *gate) leave() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.inside--
	if g.inside == 0 && g.idle != nil {
		close(g.idle)
	}
}

// close lets nobody in any more, and waits for those who are inside.
func (g *gate) close() {
	g.mu.Lock()
	g.idle = make(chan struct{})
	if g.inside == 0 {
		close(g.idle)
	}
	g.mu.Unlock()
	<-g.idle
}

// callback calls one of the user's functions, unless the run is over that was asked for.
func (r *run) callback(f func() error) error {
	if !r.gate.enter() {
		return cause(r.ctx, errors.New("the run that asked for this one is over"))
	}
	defer r.gate.leave()
	return f()
}

// panicError is what became of a callback's panic.
type panicError struct {
	agent string
	value any
}

// Error implements error.
func (e *panicError) Error() string {
	return fmt.Sprintf("running agent %s: a callback panicked: %v", e.agent, e.value)
}

// panicked logs a callback's panic, and makes an error of it.
func (r *run) panicked(v any) error {
	r.agent.cfg.Logger.Error("an agent's callback panicked", "agent", r.path, "panic", r.agent.redact.Text(fmt.Sprint(v)), "stack", string(debug.Stack()))
	return &panicError{r.path, v}
}

// listenerPanic is that of a listener, which ends the run even where its work went on.
func (r *run) listenerPanic() error {
	var p *panicError
	if err := context.Cause(r.ctx); errors.As(err, &p) {
		return err
	}
	return nil
}
