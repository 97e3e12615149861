package shared

import (
	"context"
	"sync"
)

// credit is what a sender may still send for one request. It may be overdrawn by one message, so that a message larger than
// the window isn't stuck for ever.
type credit struct {
	mu    sync.Mutex
	avail int64
	more  chan struct{} // closed when credit comes; nil while nobody waits
}

// take waits until there is credit, then spends n.
func (c *credit) take(ctx context.Context, n int) error {
	for {
		c.mu.Lock()
		if c.avail > 0 {
			c.avail -= int64(n)
			c.mu.Unlock()
			return nil
		}
		if c.more == nil {
			c.more = make(chan struct{})
		}
		more := c.more
		c.mu.Unlock()
		select {
		case <-more:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

func (c *credit) add(n int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.avail += n
	if c.more != nil && c.avail > 0 {
		close(c.more)
		c.more = nil
	}
}

// grants is the receiver's side: it counts what came in and what was consumed, and tells when to grant more.
type grants struct {
	window   int64
	mu       sync.Mutex
	held     int64 // received and not granted again
	consumed int64 // since the last grant
}

// receive counts n bytes that came in; false means that the sender had no credit for them.
func (g *grants) receive(n int) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	ok := g.held < g.window
	g.held += int64(n)
	return ok
}

// consume returns how much to grant now, mostly 0: credit is given back in halves of the window.
func (g *grants) consume(n int) int64 {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.consumed += int64(n)
	if g.consumed < g.window/2 {
		return 0
	}
	grant := g.consumed
	g.held -= grant
	g.consumed = 0
	return grant
}
