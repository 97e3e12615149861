package py

import (
	"math"
	"runtime"
	"runtime/metrics"
	"strconv"
	"time"
)

// StartRun sets the budgets for a new run of the session.
func (vm *VM) StartRun(l Limits) {
	vm.cfg.Limits = l
	vm.maxDepth = l.Recursion
	if vm.maxDepth <= 0 {
		vm.maxDepth = 1000
	}
	m := &vm.meter
	m.fuel, m.slice, m.spent, m.output, m.unseen = 0, 0, 0, 0, 0
	m.interrupt.Store(false)
	if l.Memory > 0 {
		m.baseline = goHeap() - m.live
		m.allow(l.Memory)
	}
	m.deadline = time.Time{}
	if l.Time > 0 {
		m.deadline = vm.now().Add(l.Time)
	}
	vm.refill()
}

func (vm *VM) now() time.Time {
	if vm.cfg.Now != nil {
		return vm.cfg.Now()
	}
	return time.Now()
}

// Operations is how many operations the run has been charged so far.
func (vm *VM) Operations() int64 { return vm.meter.spent + vm.meter.slice - vm.meter.fuel }

// LiveMemory is the number of bytes that the session held at the last
// measurement.
func (vm *VM) LiveMemory() int64 { return vm.meter.live }

// Pause stops the run's clock until the function it gives is called: while a
// tool runs on the host.
func (vm *VM) Pause() (resume func()) {
	start := vm.now()
	return func() {
		if !vm.meter.deadline.IsZero() {
			vm.meter.deadline = vm.meter.deadline.Add(vm.now().Sub(start))
		}
	}
}

func (vm *VM) refill() {
	m := &vm.meter
	m.slice = fuelSlice
	if l := vm.cfg.Limits.Operations; l > 0 && l-m.spent < m.slice {
		m.slice = max(l-m.spent, 0)
	}
	m.fuel = m.slice
}

// poll looks at everything that may stop the run and refills the fuel.
func (vm *VM) poll() error {
	m := &vm.meter
	m.spent += m.slice - m.fuel
	m.fuel, m.slice = 0, 0
	m.polls++
	if m.interrupt.Load() {
		return &Stop{Kind: StopInterrupted, Message: "Code execution was interrupted"}
	}
	if l := vm.cfg.Limits.Operations; l > 0 && m.spent > l {
		return &Stop{Kind: StopOperations, Message: "Reached the max number of operations of " + strconv.FormatInt(l, 10) +
			". Maybe there is an infinite loop somewhere in the code, or you're just asking too many calculations."}
	}
	if !m.deadline.IsZero() && vm.now().After(m.deadline) {
		return &Stop{Kind: StopTime, Message: "Code execution exceeded the maximum execution time of " + seconds(vm.cfg.Limits.Time) + " seconds"}
	}
	if l := vm.cfg.Limits.Memory; l > 0 && m.charged > m.allowance {
		if err := vm.checkMemory(l); err != nil {
			return err
		}
	} else if m.polls%64 == 0 {
		vm.clearStale()
	}
	vm.refill()
	return nil
}

// seconds is a duration as Python shows a number of seconds.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

// checkMemory measures the live memory. Natives may hold memory that no root
// reaches (a list that list() is still filling); what was charged while one
// was under way bounds that, and Go's own count of live bytes settles it.
func (vm *VM) checkMemory(limit int64) error {
	m := &vm.meter
	m.unseen += m.charged
	m.charged = 0
	m.live = vm.measure()
	if m.live > limit {
		return memoryStop(limit)
	}
	m.allow(limit)
	if m.unseen > limit {
		runtime.GC()
		m.unseen = 0
		if heap := goHeap(); heap-m.baseline > limit {
			return memoryStop(limit)
		}
	}
	return nil
}

// allow sets how much may be charged until the next measurement: half of what
// is left, but neither so much that the limit is passed by far nor so little
// that measuring takes all the time.
func (m *meter) allow(limit int64) {
	m.allowance = min(max((limit-m.live)/2, limit/16), limit/4)
}

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
	if vm.meter.live+n > limit && vm.cfg.Limits.Memory > 0 {
		if vm.meter.live = vm.measure(); vm.meter.live+n > limit {
			return NewException(MemoryError, "")
		}
	}
	return nil
}

// entryCheck is called when a call finds the depth or the fuel out of bounds.
func (vm *VM) entryCheck() error {
	if vm.depth > vm.maxDepth || vm.native >= maxNative {
		return Raise(RecursionError, "maximum recursion depth exceeded")
	}
	if vm.meter.fuel < 0 {
		return vm.poll()
	}
	return nil
}

// enterFor is enter with words for what was under way.
func (vm *VM) enterFor(what string) error {
	if err := vm.enter(); err != nil {
		return NewException(RecursionError, "maximum recursion depth exceeded"+what)
	}
	return nil
}

// chargeOutput counts bytes written to the guest's output.
func (vm *VM) chargeOutput(n int) error {
	vm.meter.output += int64(n)
	if l := vm.cfg.Limits.Output; l > 0 && vm.meter.output > l {
		return &Stop{Kind: StopOutput, Message: "Code execution exceeded the maximum output of " + byteSize(l)}
	}
	return nil
}

// enter and leave bracket a native recursion: repr, comparison, hashing or
// copying of nested objects.
func (vm *VM) enter() error {
	vm.depth++
	if vm.depth > vm.maxDepth || vm.native >= maxNative {
		vm.depth--
		return Raise(RecursionError, "maximum recursion depth exceeded")
	}
	vm.native++
	return nil
}

func (vm *VM) leave() {
	vm.depth--
	vm.native--
}

// whileLimit is the count that a while loop starts with.
func (vm *VM) whileLimit() int64 {
	if l := vm.cfg.Limits.Iterations; l > 0 {
		return l
	}
	return math.MaxInt64
}

// whilePoll is called by WhileNext when the fuel or the loop's count is used
// up.
func (vm *VM) whilePoll(left int64) error {
	if left < 0 {
		return &Stop{Kind: StopIterations, Message: "Maximum number of " + strconv.FormatInt(vm.cfg.Limits.Iterations, 10) + " iterations in While loop exceeded"}
	}
	return vm.poll()
}
