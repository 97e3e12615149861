package pool

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// fake is a machine that is a number.
type fake struct {
	spec  string
	ended atomic.Bool
}

func (f *fake) Alive() bool { return !f.ended.Load() }
func (f *fake) End()        { f.ended.Store(true) }

// maker starts machines, all of which it knows.
type maker struct {
	made chan *fake
	err  atomic.Pointer[error]
	hold chan struct{} // if not nil, a start lasts until it is closed or given up
}

func (m *maker) start(ctx context.Context, spec string) (*fake, error) {
	if m.hold != nil {
		select {
		case <-m.hold:
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		}
	}
	if err := m.err.Load(); err != nil {
		return nil, *err
	}
	f := &fake{spec: spec}
	m.made <- f
	return f, nil
}

// left is how many machines run.
func (m *maker) left() (n int) {
	close(m.made)
	for f := range m.made {
		if f.Alive() {
			n++
		}
	}
	return n
}

func newTestPool(t *testing.T, m *maker) *Pool[string, *fake] {
	m.made = make(chan *fake, 1000)
	p := New(t.Context(), m.start)
	t.Cleanup(func() {
		p.Close()
		if n := m.left(); n > 0 {
			t.Errorf("%d machines are left", n)
		}
	})
	return p
}

// get takes a machine, which ends with the test.
func get(t *testing.T, p *Pool[string, *fake], spec string, size int) *fake {
	t.Helper()
	f, err := p.Get(t.Context(), spec, size)
	if err != nil || f.spec != spec || !f.Alive() {
		t.Fatalf("get %s: %+v, %v", spec, f, err)
	}
	t.Cleanup(f.End)
	return f
}

func TestKeptFromTheSecondOn(t *testing.T) {
	m := &maker{}
	p := newTestPool(t, m)
	get(t, p, "a", 2)
	if n := len(p.Idle()); n != 0 {
		t.Errorf("%d wait after the first, want none", n)
	}
	get(t, p, "a", 2)
	idle := p.Idle()
	if len(idle) != 2 {
		t.Fatalf("%d wait after the second, want 2", len(idle))
	}
	get(t, p, "b", 2)
	get(t, p, "a", 0)
	if got := get(t, p, "a", 2); got != idle[0] {
		t.Error("the third isn't the one that waits longest")
	}
	if n := len(p.Idle()); n != 2 {
		t.Errorf("%d wait, want 2", n)
	}
}

func TestDeadOnesAreSkipped(t *testing.T) {
	m := &maker{}
	p := newTestPool(t, m)
	get(t, p, "a", 2)
	get(t, p, "a", 2)
	idle := p.Idle()
	idle[0].End()
	if got := get(t, p, "a", 2); got != idle[1] {
		t.Error("it isn't the one that lives")
	}
}

func TestFailuresAreTold(t *testing.T) {
	m := &maker{}
	p := newTestPool(t, m)
	get(t, p, "a", 1)
	failure := errors.New("no more")
	m.err.Store(&failure)
	if _, err := p.Get(t.Context(), "a", 1); !errors.Is(err, failure) {
		t.Errorf("get gives %v", err)
	}
	if n := len(p.Idle()); n != 0 {
		t.Errorf("%d wait", n)
	}
	m.err.Store(nil)
	get(t, p, "a", 1)
}

func TestGuess(t *testing.T) {
	t.Run("right", func(t *testing.T) {
		m := &maker{}
		p := newTestPool(t, m)
		p.Guess("a")
		get(t, p, "a", 0)
		if len(m.made) != 1 {
			t.Errorf("%d were made, want 1", len(m.made))
		}
		p.Guess("a") // which is too late
		p.Idle()
		if len(m.made) != 1 {
			t.Errorf("%d were made, want 1", len(m.made))
		}
	})
	t.Run("wrong", func(t *testing.T) {
		p := newTestPool(t, &maker{})
		p.Guess("a")
		get(t, p, "b", 0)
	})
	t.Run("not asked for", func(t *testing.T) {
		newTestPool(t, &maker{}).Guess("a")
	})
	t.Run("failed", func(t *testing.T) {
		m := &maker{}
		p := newTestPool(t, m)
		failure := errors.New("not yet")
		m.err.Store(&failure)
		p.Guess("a")
		p.Idle()
		m.err.Store(nil)
		get(t, p, "a", 0)
	})
	t.Run("wrong, and starts for ever", func(t *testing.T) {
		m := &maker{hold: make(chan struct{})}
		p := newTestPool(t, m)
		p.Guess("a")
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := p.Get(ctx, "b", 0); !errors.Is(err, context.Canceled) {
			t.Errorf("get gives %v", err)
		}
		p.Idle() // its start was given up
	})
}

// TestGivenUp: who no longer waits for a machine that is being started gets none, and it ends.
func TestGivenUp(t *testing.T) {
	m := &maker{hold: make(chan struct{})}
	p := newTestPool(t, m)
	p.Guess("a")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Get(ctx, "a", 1); !errors.Is(err, context.Canceled) {
		t.Errorf("get gives %v", err)
	}
	close(m.hold)
}

// TestUselessOnesAreEnded: what is alive and doesn't work isn't given away, and doesn't stay.
func TestUselessOnesAreEnded(t *testing.T) {
	m := &maker{}
	p := newTestPool(t, m)
	var useless *fake
	p.Works = func(_ context.Context, f *fake) bool { return f != useless }
	get(t, p, "a", 1)
	get(t, p, "a", 1)
	useless = p.Idle()[0]
	if get(t, p, "a", 1) == useless {
		t.Error("it was given away")
	}
	if p.Idle(); useless.Alive() {
		t.Error("it lives on")
	}
}

// TestPause: a machine that somebody waits for is started at once, and the start of others is given up with the pool.
func TestPause(t *testing.T) {
	m := &maker{}
	p := newTestPool(t, m)
	p.Pause = time.Hour
	get(t, p, "a", 1)
	get(t, p, "a", 1)
	if get(t, p, "a", 1); len(m.made) != 3 {
		t.Errorf("%d were made, want 3", len(m.made))
	}
}

// TestClosedMeanwhile: sessions may still give up, and find what doesn't work, while the pool is closed.
func TestClosedMeanwhile(t *testing.T) {
	for range 500 {
		m := &maker{hold: make(chan struct{})}
		p := newTestPool(t, m)
		p.Works = func(context.Context, *fake) bool { return false }
		p.Guess("a")
		ctx, cancel := context.WithCancel(t.Context())
		var gets sync.WaitGroup
		for range 4 {
			gets.Go(func() {
				if f, err := p.Get(ctx, "a", 1); err == nil {
					f.End()
				}
			})
		}
		gets.Go(p.Close)
		close(m.hold)
		cancel()
		gets.Wait()
	}
}
