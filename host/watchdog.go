package host

import (
	"fmt"
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
			p.mu.Lock()
			p.overMemory = fmt.Sprintf("it used %d MiB of memory, more than the %d MiB that its process may", used>>20, limit>>20)
			p.mu.Unlock()
			p.kill()
			return
		}
	}
}
