package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// blockKind says what a block needs when a jump leaves it.
type blockKind uint8

const (
	loopBlock    blockKind = iota // nothing
	guardBlock                    // protected by handlers: nothing runs on the way out
	finallyBlock                  // the finally body runs
	withBlock                     // the context manager is exited
	handlerBlock                  // an exception is being handled: it no longer is
	nameBlock                     // "except ... as name": the name is unbound
)

// block is a statement around the current one that break, continue and return
// have to leave in order.
type block struct {
	kind   blockKind
	guard  *guard // the protected range that is not in force outside, or nil
	exit   *label // loops: break
	next   *label // loops: continue
	region *region
	// leave emits what runs on the way out, with the block already left.
	leave func()
}

func (u *unit) pushBlock(b *block) { u.blocks = append(u.blocks, b) }
func (u *unit) popBlock()          { u.blocks = u.blocks[:len(u.blocks)-1] }

func (u *unit) pushLoop(exit, next *label) {
	u.pushBlock(&block{kind: loopBlock, exit: exit, next: next, region: u.region})
}

// blocksRun reports whether leaving the blocks from index to on runs code that
// could change a local.
func (u *unit) blocksRun(to int) bool {
	for _, b := range u.blocks[to:] {
		if b.kind == finallyBlock || b.kind == withBlock || b.kind == nameBlock {
			return true
		}
	}
	return false
}

// exitBlocks emits the way out of the blocks from index to on, innermost
// first, then the jump itself. Meanwhile the protected ranges of the blocks
// already left are not in force.
func (u *unit) exitBlocks(to int, jump func()) {
	if u.flow.dead {
		return
	}
	saved, pos := u.blocks, u.pos
	var suspended []*guard
	openGuards := u.guards
	for i := len(saved) - 1; i >= to; i-- {
		b := saved[i]
		u.blocks = saved[:i:i]
		if b.guard != nil {
			u.suspend(b.guard)
			suspended = append(suspended, b.guard)
			u.guards = without(u.guards, b.guard)
		}
		if b.leave != nil {
			b.leave()
			u.pos = pos
		}
	}
	jump()
	u.blocks, u.guards = saved, openGuards
	for i := len(suspended) - 1; i >= 0; i-- {
		suspended[i].start = len(u.instrs)
	}
}

func without(list []*guard, g *guard) []*guard {
	out := make([]*guard, 0, len(list))
	for _, x := range list {
		if x != g {
			out = append(out, x)
		}
	}
	return out
}

// guard is a protected range: exceptions in it go to the handler with the
// exception in reg. The range may have holes where a jump out of it runs
// code that it doesn't cover.
type guard struct {
	handler *label
	reg     int
	start   int // of the current piece
	pieces  [][2]int
	entry   flow  // what was known at the start
	killed  []int // variables that were unbound inside
}

// openGuard starts a protected range.
func (u *unit) openGuard(reg int) *guard {
	g := &guard{handler: u.newLabel(), reg: reg, start: len(u.instrs), entry: u.flow.clone()}
	u.guards = append(u.guards, g)
	return g
}

// suspend ends the current piece of a protected range.
func (u *unit) suspend(g *guard) {
	if end := len(u.instrs); end > g.start {
		g.pieces = append(g.pieces, [2]int{g.start, end})
	}
}

// closeGuard ends a protected range. Ranges inside it have been closed
// before, so the list of handlers runs from inner to outer.
func (u *unit) closeGuard(g *guard) {
	u.suspend(g)
	u.guards = without(u.guards, g)
	for _, p := range g.pieces {
		u.co.Handlers = append(u.co.Handlers, code.Handler{
			Start: int32(p[0]), End: int32(p[1]), Target: int32(g.handler.id), Reg: uint8(g.reg),
		})
	}
}

// bindHandler puts the handler of a closed guard here.
func (u *unit) bindHandler(g *guard) {
	if len(g.pieces) > 0 {
		g.handler.flow = g.entry.clone()
		for _, i := range g.killed {
			g.handler.flow.set.remove(i)
		}
	}
	u.bind(g.handler)
}
