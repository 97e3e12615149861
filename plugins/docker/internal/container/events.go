package container

import (
	"context"
	"fmt"
	"strconv"
	"sync"
	"time"

	"github.com/cenkalti/backoff/v5"
	"github.com/docker/docker/api/types/events"
	"github.com/docker/docker/api/types/filters"

	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
)

// watcher hears of the ends of this process' containers, for what their exit
// code doesn't tell: that the kernel killed something for want of memory.
type watcher struct {
	listening chan struct{} // closed once the engine tells of events, or is known not to

	mu   sync.Mutex
	seen map[string]*fate
}

// fate is what events told of a container.
type fate struct {
	oom  bool
	code int           // that it ended with, where the engine is Podman; negative: not known
	gone chan struct{} // closed when it was removed
	once sync.Once
}

// watch begins to listen, until ctx ends.
func watch(ctx context.Context, e *engine.Engine) *watcher {
	w := &watcher{seen: map[string]*fate{}, listening: make(chan struct{})}
	go w.run(ctx, e, sync.OnceFunc(func() { close(w.listening) }))
	return w
}

// run listens anew whenever the connection breaks.
func (w *watcher) run(ctx context.Context, e *engine.Engine, listening func()) {
	since := ""
	wait := backoff.NewExponentialBackOff()
	for {
		messages, failed := e.Events(ctx, events.ListOptions{Since: since, Filters: eventFilters(e)})
		listening()
		for over := false; !over; {
			select {
			case m := <-messages:
				w.hear(m)
				since = fmt.Sprintf("%d.%09d", m.TimeNano/1e9, m.TimeNano%1e9)
				wait.Reset()
			case err := <-failed: // the end of ctx is one, too
				over = err != nil
			}
		}
		if since == "" {
			since = strconv.FormatInt(time.Now().Unix()-1, 10)
		}
		select {
		case <-time.After(wait.NextBackOff()):
		case <-ctx.Done():
			return
		}
	}
}

// podmanDeath is how Podman's filter calls events.ActionDie, which it sends by that name.
const podmanDeath events.Action = "died"

// eventFilters let through what tells of an end. Podman calls a removal by another
// name, and its exit codes come with the event of the death alone.
func eventFilters(e *engine.Engine) filters.Args {
	args := filters.NewArgs(filters.Arg("type", "container"), filters.Arg("label", LabelProcess+"="+ownerLabels()[LabelProcess]))
	actions := []events.Action{events.ActionOOM, events.ActionDestroy}
	if e.IsPodman() {
		actions = []events.Action{events.ActionDie, podmanDeath, events.ActionRemove}
	}
	for _, a := range actions {
		args.Add("event", string(a))
	}
	return args
}

func (w *watcher) hear(m events.Message) {
	f := w.fate(m.Actor.ID, false)
	if f == nil {
		return
	}
	switch m.Action {
	case events.ActionOOM:
		w.ranOut(m.Actor.ID)
	case events.ActionDie:
		if code, err := strconv.Atoi(m.Actor.Attributes["exitCode"]); err == nil {
			w.mu.Lock()
			f.code = code
			w.mu.Unlock()
		}
	case events.ActionDestroy, events.ActionRemove:
		f.once.Do(func() { close(f.gone) })
	}
}

// ranOut notes that the kernel killed something in a container for want of memory.
func (w *watcher) ranOut(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if f := w.seen[id]; f != nil {
		f.oom = true
	}
}

// fate is what is known of a container; nil if nobody asked to know.
func (w *watcher) fate(id string, ask bool) *fate {
	w.mu.Lock()
	defer w.mu.Unlock()
	f := w.seen[id]
	if f == nil && ask {
		f = &fate{code: -1, gone: make(chan struct{})}
		w.seen[id] = f
	}
	return f
}

// forget is for a container that never ran.
func (w *watcher) forget(id string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.seen, id)
}

// end waits a moment for the last event of a container that is gone, and tells
// what was heard of it.
func (w *watcher) end(id string) (code int, oom bool) {
	f := w.fate(id, true)
	select {
	case <-f.gone:
	case <-time.After(time.Second): // the connection broke, or the engine drops events
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	delete(w.seen, id)
	return f.code, f.oom
}
