package executor

import (
	"math"
	"runtime/debug"
	"sync"
)

const (
	// gcPercent makes collections few and large: an interpreter makes much
	// garbage and little that lasts.
	gcPercent = 400
	// idleCeiling is the soft limit of the process without sessions, in bytes.
	idleCeiling = 256 << 20
	// overhead is what a process takes besides its sessions' memory, in bytes.
	overhead = 24 << 20
)

// ceiling keeps Go's soft limit on memory in step with the sessions' caps, so
// that garbage does not take the process far beyond them.
type ceiling struct {
	mu        sync.Mutex
	sum       int64
	unlimited int
}

// add counts the cap of a session that opens; 0 is none.
func (c *ceiling) add(limit int64) { c.change(limit, 1) }

// remove is add undone.
func (c *ceiling) remove(limit int64) { c.change(limit, -1) }

func (c *ceiling) change(limit int64, n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if limit <= 0 {
		c.unlimited += n
	} else {
		c.sum += limit * int64(n)
	}
	switch {
	case c.unlimited > 0 || c.sum > math.MaxInt64/2:
		debug.SetMemoryLimit(math.MaxInt64)
	case c.sum == 0:
		debug.SetMemoryLimit(idleCeiling)
	default:
		debug.SetMemoryLimit(c.sum + overhead)
	}
}
