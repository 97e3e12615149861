package py

import (
	"sync/atomic"
	"time"
)

// meter holds the budgets of a run. fuel is what may be spent before the next
// look at the clock, the interrupt flag and the memory; natives and
// instructions take from it, and poll refills it from what the run has left.
type meter struct {
	fuel      int64         // operations until the next poll
	slice     int64         // size of the slice that fuel was filled with
	spent     int64         // operations of the run before this slice
	charged   int64         // bytes charged since the last measurement
	allowance int64         // how much may be
	live      *atomic.Int64 // bytes reachable at the last measurement
	peak      int64         // the most that was measured in the run
	full      bool          // the next poll ends the run for want of memory
	free      int64         // operations that the library's modules may still take at no charge
	output    int64
	deadline  time.Time
	paused    time.Duration // of the run, see Pause
	interrupt atomic.Bool
	polls     int
	epoch     uint32 // of the last measurement of memory
	unseen    int64  // bytes charged that natives may hold and no root reaches
	baseline  int64  // Go's live heap when the run began, less what the machines held
}

const fuelSlice = 1 << 14

// expedite makes the next charge of operations poll.
func (vm *VM) expedite() {
	vm.meter.slice -= vm.meter.fuel
	vm.meter.fuel = 0
}

// Spend charges n operations: native loops call it as they go, so that the
// limits hold inside them too. n is at least 1.
func (vm *VM) Spend(n int) error {
	vm.meter.fuel -= int64(n)
	if vm.meter.fuel < 0 {
		return vm.poll()
	}
	return nil
}

// Tick polls the limits without counting operations: for native loops whose
// steps are no evaluated nodes. n is the number of cheap steps done.
func (vm *VM) Tick(n int) error {
	vm.meter.slice -= int64(n)
	vm.meter.fuel -= int64(n)
	if vm.meter.fuel < 0 {
		return vm.poll()
	}
	return nil
}

// longWork is the size in bytes from which on work on plain data counts.
const longWork = 4096

// work takes what n bytes of work cost (comparing, moving) from the fuel,
// where there is no error to give: the next step that counts polls.
func (vm *VM) work(n int) {
	if n >= longWork {
		vm.meter.slice -= int64(n >> 6)
		vm.meter.fuel -= int64(n >> 6)
	}
}

// Interrupt asks the running guest code to stop. Safe from any goroutine.
func (vm *VM) Interrupt() { vm.meter.interrupt.Store(true) }
