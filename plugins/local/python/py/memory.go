package py

import (
	"runtime"
	"runtime/metrics"
	"strconv"
	"sync/atomic"
)

// Memory is limited by what is alive, not by what was allocated. Natives and
// instructions charge what they allocate. When enough was charged, the machine
// measures what its roots reach. Natives may hold memory that no root reaches
// (a list that list() is still filling); what was charged since is an upper
// bound for that, and where it matters Go's own count of live bytes settles it.

// allMachines is the number of bytes that all machines of the process held
// when they were last measured.
var allMachines atomic.Int64

// setLive notes the outcome of a measurement.
func (vm *VM) setLive(n int64) {
	vm.meter.peak = max(vm.meter.peak, n)
	allMachines.Add(n - vm.meter.live.Swap(n))
}

// forgetLive takes a machine that is gone out of the count.
func forgetLive(live *atomic.Int64) { allMachines.Add(-live.Swap(0)) }

// startMemory begins the accounting of a run.
func (vm *VM) startMemory(limit int64) {
	m := &vm.meter
	m.unseen, m.full, m.peak = 0, false, 0
	if limit > 0 {
		m.baseline = max(goHeap()-allMachines.Load(), 0)
		m.allow(limit)
	}
}

// charge counts bytes allocated. It never fails: a limit that is passed stops
// the run at the next poll, which this brings about at once.
func (vm *VM) charge(n int64) {
	vm.meter.charged += n
	if vm.meter.charged > vm.meter.allowance && vm.cfg.Limits.Memory > 0 {
		vm.expedite()
	}
}

// Charge counts bytes that a module written in Go allocated for the guest.
func (vm *VM) Charge(n int64) { vm.charge(n) }

// checkMemory measures the live memory.
func (vm *VM) checkMemory(limit int64) error {
	m := &vm.meter
	m.unseen += m.charged
	m.charged = 0
	vm.setLive(vm.measure())
	live := m.live.Load()
	if m.full || live > limit {
		return memoryStop(limit)
	}
	if live+m.unseen > limit {
		runtime.GC()
		if vm.settle() > limit {
			return memoryStop(limit)
		}
	}
	m.allow(limit)
	return nil
}

// settle collects garbage and finds how much of what was charged is held by no
// root. It gives the bytes that the session holds in all.
func (vm *VM) settle() int64 {
	m := &vm.meter
	live := m.live.Load()
	runtime.GC()
	own := max(goHeap()-m.baseline-(allMachines.Load()-live), live)
	m.unseen = own - live
	m.peak = max(m.peak, own)
	return own
}

// EndRun measures what the session holds at the end of a run that allocated
// enough to matter, and gives that and the most that was measured in the run.
func (vm *VM) EndRun() (live, peak int64) {
	m := &vm.meter
	if live = m.live.Load(); live == 0 || m.charged > live/16 {
		vm.setLive(vm.measure())
		live, m.charged = m.live.Load(), 0
	}
	return live, max(live, m.peak)
}

// allow sets how much may be charged until the next measurement: half of what
// is left, but neither so much that the limit is passed by far nor so little
// that measuring takes all the time. While little is alive the measurements are
// closer, to see the peaks.
func (m *meter) allow(limit int64) {
	live := m.live.Load()
	m.allowance = min(max((limit-live-m.unseen)/2, limit/16), limit/4, max(closeLook, 4*live))
}

// closeLook is how many bytes may be charged between two measurements however
// little is alive.
const closeLook = 4 << 20

func memoryStop(limit int64) error {
	return &Stop{Kind: StopMemory, Message: "Code execution exceeded the maximum memory of " + byteSize(limit)}
}

func byteSize(n int64) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return strconv.FormatInt(n>>20, 10) + " MiB"
	case n >= 1<<10 && n%(1<<10) == 0:
		return strconv.FormatInt(n>>10, 10) + " KiB"
	}
	return strconv.FormatInt(n, 10) + " bytes"
}

// goHeap is what the last garbage collection found alive.
func goHeap() int64 {
	s := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64())
}

// maxReserve bounds one allocation where no memory limit is set.
const maxReserve = 8 << 30

// Reserve is asked before an allocation of n bytes whose size the guest
// decides: MemoryError if it can't be.
func (vm *VM) Reserve(n int64) error {
	limit := vm.cfg.Limits.Memory
	if limit <= 0 {
		limit = maxReserve
	}
	if n < 0 || n > limit {
		return NewException(MemoryError, "")
	}
	if vm.cfg.Limits.Memory > 0 && !vm.fits(n, limit) {
		return NewException(MemoryError, "")
	}
	vm.sweep(n)
	return nil
}

// fits reports whether n bytes more are within the limit. It measures only
// where what was charged leaves a doubt, and for a small allocation only where
// the last measurement does.
func (vm *VM) fits(n, limit int64) bool {
	m := &vm.meter
	sure := m.live.Load() + n
	if n >= largeGrowth {
		sure += m.unseen + m.charged
	}
	if sure <= limit {
		m.peak = max(m.peak, m.live.Load()+n)
		return true
	}
	m.unseen += m.charged
	m.charged = 0
	vm.setLive(vm.measure())
	live := m.live.Load()
	m.allow(limit)
	if live+n > limit || n < largeGrowth || live+m.unseen+n <= limit {
		return live+n <= limit
	}
	return vm.settle()+n <= limit
}

// sweep collects garbage before a large allocation that would otherwise take
// the process beyond the limit.
func (vm *VM) sweep(n int64) {
	limit := vm.cfg.Limits.Memory
	if limit <= 0 || n < min(largeAllocation, limit/16) {
		return
	}
	s := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(s)
	if int64(s[0].Value.Uint64())+n > limit+vm.meter.baseline+allMachines.Load()-vm.meter.live.Load() {
		runtime.GC()
	}
}

// largeAllocation is the size in bytes from which on garbage is collected before
// an allocation if need be; under a small limit it is a part of that.
const largeAllocation = 32 << 20

// largeGrowth is the size in bytes from which on the growth of a container is
// looked at closely.
const largeGrowth = 4 << 20

// growing is called before the memory of a container grows from before to
// after bytes, while both will be there, and charges it. Where that would pass
// the limit the run ends at the next poll; full tells the caller to grow by no
// more than it must.
func (vm *VM) growing(o *Object, before, after int64) (full bool) {
	vm.charge(after - before)
	vm.sweep(after)
	limit := vm.cfg.Limits.Memory
	if after < largeGrowth || limit <= 0 {
		return false
	}
	vm.meter.peak = max(vm.meter.peak, min(vm.meter.live.Load()+after, limit))
	if vm.meter.live.Load()+vm.meter.unseen+vm.meter.charged+before+after <= limit {
		return false
	}
	vm.setLive(vm.measure())
	need := vm.meter.live.Load() + after
	if o.mark != vm.meter.epoch {
		need += before // no root reaches it yet
	}
	if need <= limit {
		return false
	}
	vm.meter.full = true
	vm.expedite()
	return true
}

// Growing is growing for modules written in Go.
func (vm *VM) Growing(o *Object, before, after int64) (full bool) {
	return vm.growing(o, before, after)
}

// grownCap is the capacity in items of size bytes that a container of n items
// gets when it is full.
func (vm *VM) grownCap(o *Object, n, more int, size int64) int {
	need := n + more
	room := n + n/4 + 8
	if n < 256 {
		room = 2*n + 4
	}
	room = max(room, need)
	if vm.growing(o, int64(n)*size, int64(room)*size) {
		return need
	}
	return room
}

// Push appends to values that a module written in Go keeps for an object o, which
// the guest decides the number of.
func (vm *VM) Push(o *Object, vals []Value, v Value) ([]Value, error) {
	if n := len(vals); n == cap(vals) {
		room := vm.grownCap(o, n, 1, int64(valueSize))
		if vm.meter.full {
			if err := vm.poll(); err != nil {
				return nil, err
			}
		}
		vals = append(make([]Value, 0, room), vals...)
	}
	return append(vals, v), vm.Tick(1)
}
