// Package pool keeps idle machines, such as containers in which an interpreter
// waits, for the sessions to come.
package pool

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"sync"
	"time"
)

// Machine is what a session runs in, and one after it has none.
type Machine interface {
	// Alive tells whether it still runs, as far as is known.
	Alive() bool
	// End ends it and waits for that.
	End()
}

// Pool keeps idle machines. They run: a paused one couldn't notice that this
// process is gone. S is what a machine is made from; its JSON form tells kinds apart.
//
// A kind of machine is kept from its second session on, so that who runs one
// thing only doesn't pay for another.
type Pool[S any, M Machine] struct {
	// Pause goes before the start of a machine that nobody waits for, so that it isn't in the way of what the session
	// does first that took the last one. Set it before the first Get.
	Pause time.Duration
	// Works asks a machine that waited, and that is alive as far as is known, for a sign of life; nil does without. Set it before the first Get.
	Works func(ctx context.Context, m M) bool

	ctx    context.Context // of what starts beside the sessions
	cancel context.CancelFunc
	start  func(ctx context.Context, spec S) (M, error)

	mu      sync.Mutex
	shelves map[key]*shelf[M]
	guess   *guess[M] // until the first session
	asked   bool      // for any machine
	closed  bool
	busy    int        // machines that are being started or ended
	quiet   *sync.Cond // busy is 0; a WaitGroup may not grow while it is waited for
}

// key is what a machine was made from.
type key [sha256.Size]byte

// shelf holds the idle machines of one kind, those that are being started among them.
type shelf[M Machine] struct {
	idle   []*slot[M]
	asked  int // how often one was asked for
	expiry *time.Timer
}

// slot is a machine, once it is done.
type slot[M Machine] struct {
	wanted  chan struct{} // closed when it is taken
	done    chan struct{}
	machine M
	err     error
}

// guess is a machine that was started before anybody asked.
type guess[M Machine] struct {
	key  key
	slot *slot[M]
	stop context.CancelFunc
}

// What a pool holds at most, and how long for nobody.
const (
	Most     = 50
	idleTime = 5 * time.Minute
)

// New makes a pool of what start makes. The machines that it starts beside the
// sessions are started under ctx, which they must outlive; their start is given up with the pool.
func New[S any, M Machine](ctx context.Context, start func(context.Context, S) (M, error)) *Pool[S, M] {
	ctx, cancel := context.WithCancel(ctx) //nolint:gosec // Close calls it
	p := &Pool[S, M]{ctx: ctx, cancel: cancel, start: start, shelves: map[key]*shelf[M]{}}
	p.quiet = sync.NewCond(&p.mu)
	return p
}

func keyOf(spec any) key {
	b, err := json.Marshal(spec)
	if err != nil {
		panic(err) // of strings and numbers
	}
	return sha256.Sum256(b)
}

// Get is an idle machine, or a new one. size is how many are kept.
func (p *Pool[S, M]) Get(ctx context.Context, spec S, size int) (M, error) {
	k := keyOf(spec)
	s := p.guessed(k)
	if size > 0 {
		p.count(k)
		defer p.fill(k, spec, size)
		if s == nil {
			s = p.take(k)
		}
	}
	for s != nil {
		select {
		case <-s.done:
		case <-ctx.Done():
			p.discard(s)
			var none M
			return none, context.Cause(ctx)
		}
		if s.err == nil {
			if s.machine.Alive() && (p.Works == nil || p.Works(ctx, s.machine)) {
				return s.machine, nil
			}
			p.discard(s)
		}
		if s = nil; size > 0 { // that one couldn't be started shows to who starts it now
			s = p.take(k)
		}
	}
	return p.start(ctx, spec)
}

// Guess starts a machine for the first session, if that hasn't come yet. One of
// another kind ends it.
func (p *Pool[S, M]) Guess(spec S) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.closed || p.asked || p.guess != nil {
		return
	}
	ctx, stop := context.WithCancel(p.ctx)
	p.guess = &guess[M]{keyOf(spec), p.begin(func(*slot[M]) (M, error) {
		defer stop()
		return p.start(ctx, spec)
	}), stop}
}

// guessed is what was started for the first session, if this is it.
func (p *Pool[S, M]) guessed(k key) *slot[M] {
	p.mu.Lock()
	defer p.mu.Unlock()
	g := p.guess
	p.asked, p.guess = true, nil
	if g == nil {
		return nil
	}
	if g.key == k {
		return g.slot
	}
	g.stop()
	p.dispose(g.slot)
	return nil
}

// count notes that a machine is asked for.
func (p *Pool[S, M]) count(k key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shelves[k]
	if s == nil {
		s = &shelf[M]{}
		p.shelves[k] = s
	}
	s.asked++
	if s.expiry != nil {
		s.expiry.Stop()
	}
	s.expiry = time.AfterFunc(idleTime, func() { p.expire(k) })
}

// take takes the one off the shelf that was started first.
func (p *Pool[S, M]) take(k key) *slot[M] {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shelves[k]
	if s == nil || len(s.idle) == 0 {
		return nil
	}
	first := s.idle[0]
	s.idle = s.idle[1:]
	close(first.wanted)
	return first
}

// fill starts what is missing, beside the caller.
func (p *Pool[S, M]) fill(k key, spec S, size int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shelves[k]
	if p.closed || s == nil || s.asked < 2 {
		return
	}
	for len(s.idle) < size && p.kept() < Most {
		s.idle = append(s.idle, p.begin(func(s *slot[M]) (M, error) {
			if err := p.pause(s); err != nil {
				var none M
				return none, err
			}
			return p.start(p.ctx, spec)
		}))
	}
}

// pause ends early once somebody waits.
func (p *Pool[S, M]) pause(s *slot[M]) error {
	select {
	case <-time.After(p.Pause):
	case <-s.wanted:
	case <-p.ctx.Done():
	}
	return context.Cause(p.ctx)
}

func (p *Pool[S, M]) kept() (n int) {
	for _, s := range p.shelves {
		n += len(s.idle)
	}
	return n
}

// begin starts a machine beside the caller. p.mu is held.
func (p *Pool[S, M]) begin(start func(*slot[M]) (M, error)) *slot[M] {
	s := &slot[M]{wanted: make(chan struct{}), done: make(chan struct{})}
	p.beside(func() {
		defer close(s.done)
		s.machine, s.err = start(s)
	})
	return s
}

// beside does something that Close waits for. p.mu is held.
func (p *Pool[S, M]) beside(do func()) {
	p.busy++
	go func() {
		defer func() {
			p.mu.Lock()
			defer p.mu.Unlock()
			if p.busy--; p.busy == 0 {
				p.quiet.Broadcast()
			}
		}()
		do()
	}()
}

// wait waits until nothing is being started or ended. p.mu is held.
func (p *Pool[S, M]) wait() {
	for p.busy > 0 {
		p.quiet.Wait()
	}
}

// dispose ends a machine that nobody wants, once it is there. p.mu is held.
func (p *Pool[S, M]) dispose(s *slot[M]) {
	p.beside(func() {
		if <-s.done; s.err == nil {
			s.machine.End()
		}
	})
}

// discard ends a machine that was taken.
func (p *Pool[S, M]) discard(s *slot[M]) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.dispose(s)
}

// expire ends the machines of a kind that nobody asks for any more.
func (p *Pool[S, M]) expire(k key) {
	p.mu.Lock()
	defer p.mu.Unlock()
	s := p.shelves[k]
	if s == nil {
		return
	}
	delete(p.shelves, k)
	s.expiry.Stop()
	for _, slot := range s.idle {
		p.dispose(slot)
	}
}

// Idle are the machines that wait; it waits for those that are being started or ended.
func (p *Pool[S, M]) Idle() (idle []M) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wait()
	for _, s := range p.shelves {
		for _, slot := range s.idle {
			if slot.err == nil {
				idle = append(idle, slot.machine)
			}
		}
	}
	return idle
}

// Close ends all idle machines and waits for that.
func (p *Pool[S, M]) Close() {
	p.mu.Lock()
	p.closed = true
	p.cancel()
	var keys []key
	for k := range p.shelves {
		keys = append(keys, k)
	}
	p.mu.Unlock()
	p.guessed(key{})
	for _, k := range keys {
		p.expire(k)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wait()
}
