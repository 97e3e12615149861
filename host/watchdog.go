package host

import (
	"fmt"
	"sync"
	"time"
)

// memoryEvery is how often the memory of a plugin is looked at. In that time a
// process can take a few hundred MB more than it may; the executor's own accounting is
// what stops guest code in order, this is what keeps the machine alive.
const memoryEvery = 50 * time.Millisecond

// watchMemory kills the process when its resident memory passes limit bytes. It ends
// with the process.
func (p *process) watchMemory(limit int64) {
	tick := time.NewTicker(memoryEvery)
	defer tick.Stop()
	pid := p.runner.started().pid
	for {
		select {
		case <-p.dead:
			return
		case <-tick.C:
		}
		if used := residentBytes(pid); used > limit {
			p.condemn(fmt.Sprintf("it used %d MiB of memory, more than the %d MiB that its process may", used>>20, limit>>20))
			return
		}
	}
}

// condemn kills the process, and says why in the error of whoever waits for it.
func (p *process) condemn(why string) {
	p.mu.Lock()
	p.sentence = why
	p.mu.Unlock()
	p.kill()
}

// watchRun asks, while a run goes on, whether the process still answers: a stopped one
// keeps no limit of time. The caller calls stop when the run ended.
func (p *process) watchRun() (stop func()) {
	patience := p.e.h.cfg.HungTimeout
	var timer *time.Timer
	var mu sync.Mutex
	ended := false
	again := func() {
		mu.Lock()
		defer mu.Unlock()
		if !ended {
			timer.Reset(patience / 2)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	timer = time.AfterFunc(patience/2, func() {
		if p.over() {
			return
		}
		if p.hung(patience / 2) {
			p.condemn(fmt.Sprintf("it answered nothing for %s", patience/2))
			return
		}
		again()
	})
	return func() {
		mu.Lock()
		defer mu.Unlock()
		ended = true
		timer.Stop()
	}
}
