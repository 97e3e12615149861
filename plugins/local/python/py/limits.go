package py

import (
	"math"
	"strconv"
	"time"
)

// StartRun sets the budgets for a new run of the session.
func (vm *VM) StartRun(l Limits) {
	_ = vm.FinishThreads(true) // none is left, unless the last run was broken off
	vm.eventLoop = Value{}
	vm.cfg.Limits = l
	vm.maxDepth = l.Recursion
	if vm.maxDepth <= 0 {
		vm.maxDepth = defaultDepth
	}
	if vm.askedDepth > 0 {
		vm.maxDepth = vm.allowedDepth(vm.askedDepth)
	}
	m := &vm.meter
	m.fuel, m.slice, m.spent, m.output, m.free = 0, 0, 0, 0, importAllowance
	m.interrupt.Store(false)
	vm.startMemory(l.Memory)
	m.deadline, m.paused = time.Time{}, 0
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

// Pause stops the run's clock until the function it gives is called.
func (vm *VM) Pause() (resume func()) {
	start := vm.now()
	return func() {
		paused := vm.now().Sub(start)
		vm.meter.paused += paused
		if !vm.meter.deadline.IsZero() {
			vm.meter.deadline = vm.meter.deadline.Add(paused)
		}
	}
}

// Paused is how long the run's clock has stood still so far.
func (vm *VM) Paused() time.Duration { return vm.meter.paused }

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
	if l := vm.cfg.Limits.Memory; l > 0 && (m.charged > m.allowance || m.full) {
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
	return vm.pollLoop()
}
