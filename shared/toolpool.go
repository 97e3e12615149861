package shared

import "sync"

// toolPool runs the tool handlers of one session in a bounded number of goroutines, which are kept for the next call: a fresh one
// would grow its stack anew each time.
type toolPool struct {
	max int

	mu      sync.Mutex
	wake    sync.Cond
	queue   []func()
	workers int
	idle    int // workers that wait and that nobody woke yet
	closed  bool
}

func (p *toolPool) init(maxWorkers int) {
	p.max = maxWorkers
	p.wake.L = &p.mu
}

// run hands f to a worker; false means that too many wait already.
func (p *toolPool) run(f func()) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.queue) >= maxPendingCalls || p.closed {
		return false
	}
	p.queue = append(p.queue, f)
	switch {
	case p.idle > 0:
		p.idle--
		p.wake.Signal()
	case p.workers < p.max:
		p.workers++
		go p.work()
	}
	return true
}

// close lets the workers go once they have done what waits.
func (p *toolPool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	p.wake.Broadcast()
}

func (p *toolPool) work() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for {
		for len(p.queue) == 0 {
			if p.closed {
				return
			}
			p.idle++
			p.wake.Wait()
		}
		f := p.queue[0]
		p.queue[0] = nil
		p.queue = p.queue[1:]
		p.mu.Unlock()
		f()
		p.mu.Lock()
	}
}
