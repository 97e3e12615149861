package py

import (
	"slices"
	"sync/atomic"
	"time"
)

// A thread of guest code has a goroutine of its own, but one thread runs at a
// time: it goes on until it waits for something, or until a slice of operations
// is used up between two instructions of guest code. Which thread is next
// follows from the order in which they began, so that a program that doesn't
// look at the clock does the same in every run. The library's own Python is
// never left between two instructions.

// Thread is one thread of guest code.
type Thread struct {
	id     int64
	daemon bool
	idle   bool // it waits for work that may never come, see WaitIdle
	state  threadState
	wake   chan struct{}
	ready  func() bool // tells when what it waits for is there; nil: it doesn't wait
	until  time.Time   // when it stops waiting; zero: never
	killed bool
	ended  func() // called when it has ended, in whatever way
}

// Killed tells that the thread was ended together with its run: what it held is
// free again. The thread of a machine that has but one is nil.
func (t *Thread) Killed() bool { return t != nil && t.killed }

// busy tells that a run can't end without the thread.
func (t *Thread) busy() bool {
	if t.daemon || t.id == mainThread {
		return false
	}
	return !t.idle || t.ready == nil || t.ready()
}

// threadState is the part of the machine that each thread has of its own.
type threadState struct {
	frame         *Frame
	depth, native int
	reprs         []Value
	handled       *Exception
	context       Value
	chunk         *chunk
	limit         uintptr
	scratch       int
	pending       error
	onBehalf      bool
	asyncGenHooks [2]Value
	eventLoop     Value
	kwBuf         []Value
}

func (s *threadState) save(vm *VM) {
	*s = threadState{
		vm.frame, vm.depth, vm.native, vm.reprs, vm.handled, vm.context, vm.chunk, vm.limit, vm.scratch, vm.pending,
		vm.onBehalf, vm.asyncGenHooks, vm.eventLoop, vm.kwBuf,
	}
}

func (s *threadState) load(vm *VM) {
	vm.frame, vm.depth, vm.native, vm.reprs, vm.handled, vm.context = s.frame, s.depth, s.native, s.reprs, s.handled, s.context
	vm.chunk, vm.limit, vm.scratch, vm.pending = s.chunk, s.limit, s.scratch, s.pending
	vm.onBehalf, vm.asyncGenHooks, vm.eventLoop, vm.kwBuf = s.onBehalf, s.asyncGenHooks, s.eventLoop, s.kwBuf
}

// scheduler is there while a run has more than one thread.
type scheduler struct {
	threads    []*Thread // those alive, in the order of their beginning, the main thread first
	current    *Thread
	stop       error // the Stop that ended a thread, for the main thread to end the run with
	crash      any   // the panic that ended a thread
	deadlocked bool
	outside    int           // threads whose work the host does, see Outside
	arrived    chan struct{} // told when such work is done
}

// mainThread is the id of the thread that a run begins with.
const mainThread = 1

// maxThreads bounds the threads alive: each takes a stack of the host's.
const maxThreads = 500

// ThreadID is a number that names the running thread.
func (vm *VM) ThreadID() int64 {
	if vm.sched == nil {
		return mainThread
	}
	return vm.sched.current.id
}

// Thread is the running thread; nil if there is one only.
func (vm *VM) Thread() *Thread {
	if vm.sched == nil {
		return nil
	}
	return vm.sched.current
}

// EventLoop is the event loop of asyncio that the running thread runs; unbound
// if it runs none. A new run has none.
func (vm *VM) EventLoop() Value { return vm.eventLoop }

// SetEventLoop says what the running thread's event loop is.
func (vm *VM) SetEventLoop(loop Value) { vm.eventLoop = loop }

// Threads is the number of threads alive.
func (vm *VM) Threads() int {
	if vm.sched == nil {
		return 1
	}
	return len(vm.sched.threads)
}

// StartThread makes a thread that runs body when it is its turn, and gives its
// id. body's error matters only if it is a *Stop, which ends the run. ended is
// called at the thread's end, even if body never was; it must not run guest
// code.
func (vm *VM) StartThread(daemon bool, body func() error, ended func()) (int64, error) {
	if vm.sched == nil {
		main := &Thread{id: mainThread, wake: make(chan struct{}, 1)}
		vm.sched = &scheduler{threads: []*Thread{main}, current: main, arrived: make(chan struct{}, 1)}
		vm.lastThread = max(vm.lastThread, mainThread)
	}
	s := vm.sched
	if len(s.threads) >= maxThreads {
		return 0, Raise(RuntimeError, "can't start new thread")
	}
	vm.charge(firstChunk*int64(valueSize) + 8192)
	vm.lastThread++
	t := &Thread{id: vm.lastThread, daemon: daemon, wake: make(chan struct{}, 1), ended: ended}
	c := &chunk{vals: make([]Value, firstChunk)}
	own, limit := vm.chunk, vm.limit
	vm.setChunk(c)
	t.state.chunk, t.state.limit = c, vm.limit
	vm.chunk, vm.limit = own, limit
	s.threads = append(s.threads, t)
	go func() {
		<-t.wake
		err := s.contain(t, body)
		s.end(vm, t, err)
	}()
	return t.id, nil
}

// contain runs a thread's body. A panic is for the main thread to raise.
func (s *scheduler) contain(t *Thread, body func() error) (err error) {
	if t.killed {
		return nil
	}
	defer func() {
		if v := recover(); v != nil && s.crash == nil {
			s.crash = v
		}
	}()
	return body()
}

// end takes a thread that has run to its end out, and lets another go on.
func (s *scheduler) end(vm *VM, t *Thread, err error) {
	if stop, ok := err.(*Stop); ok && s.stop == nil && !t.killed {
		s.stop = stop
	}
	at := slices.Index(s.threads, t)
	s.threads = slices.Delete(s.threads, at, at+1)
	t.ended()
	t.state, t.ready = threadState{}, nil
	next := s.threads[0]
	if s.stop == nil && s.crash == nil && !t.killed {
		next = s.pick(vm, at)
	}
	next.state.load(vm)
	s.current = next
	next.wake <- struct{}{}
}

// switchTo lets another thread go on until it is the current one's turn again.
func (s *scheduler) switchTo(vm *VM, next *Thread) {
	t := s.current
	t.state.save(vm)
	next.state.load(vm)
	s.current = next
	next.wake <- struct{}{}
	<-t.wake
}

// resumed is the error with which a thread whose turn it is again has to end.
func (s *scheduler) resumed(t *Thread) error {
	if t.killed {
		return &Stop{Kind: StopInterrupted, Message: "Code execution was interrupted"}
	}
	if t.id == mainThread {
		if s.crash != nil {
			panic(s.crash)
		}
		return s.stop
	}
	return nil
}

func (t *Thread) runnable(now func() time.Time) bool {
	return t.ready == nil || t.ready() || !t.until.IsZero() && !now().Before(t.until)
}

// runnable is the first thread that can go on, looking from a place in the
// order; nil if none can.
func (s *scheduler) runnable(vm *VM, from int) *Thread {
	for i := range s.threads {
		if t := s.threads[(from+i)%len(s.threads)]; t.runnable(vm.now) {
			return t
		}
	}
	return nil
}

// pick is the thread that goes on next. It waits for the first whose time of
// waiting is over, if that is what all do. If they wait for each other, it is
// the main thread that has to say so.
func (s *scheduler) pick(vm *VM, from int) *Thread {
	for {
		if t := s.runnable(vm, from); t != nil {
			return t
		}
		var first time.Time
		for _, t := range s.threads {
			if !t.until.IsZero() && (first.IsZero() || t.until.Before(first)) {
				first = t.until
			}
		}
		if first.IsZero() && s.outside == 0 {
			s.deadlocked = true
			return s.threads[0]
		}
		if err := s.await(vm, first); err != nil {
			s.stop = err
			return s.threads[0]
		}
	}
}

// await waits while no thread can go on: for the host's work, or until a time that isn't
// zero. The run's clock stands still if it is the host's work alone.
func (s *scheduler) await(vm *VM, until time.Time) error {
	switch {
	case s.outside == 0:
		return vm.nap(until.Sub(vm.now()))
	case until.IsZero():
		resume := vm.Pause()
		<-s.arrived
		resume()
		return vm.poll()
	}
	nap := time.NewTimer(min(until.Sub(vm.now()), sleepSlice))
	defer nap.Stop()
	select {
	case <-s.arrived:
	case <-nap.C:
	}
	return vm.poll()
}

// Outside has the host do work that isn't the machine's, such as a tool's: other threads
// go on meanwhile. The run's clock stands still while none does. work must end when the
// run is interrupted; after an error it may be under way still.
func (vm *VM) Outside(work func()) error {
	s := vm.sched
	if s == nil || len(s.threads) == 1 {
		defer vm.Pause()()
		work()
		return nil
	}
	var done atomic.Bool
	go func() {
		work()
		done.Store(true)
		select {
		case s.arrived <- struct{}{}:
		default: // whoever waits is told already
		}
	}()
	s.outside++
	_, err := vm.Wait(done.Load, -1)
	s.outside--
	return err
}

// giveWay lets the next thread that can go on have its turn.
func (vm *VM) giveWay() error {
	s := vm.sched
	if len(s.threads) == 1 || vm.frame != nil && vm.frame.Code.trusted {
		return nil
	}
	t := s.current
	next := s.runnable(vm, slices.Index(s.threads, t)+1)
	if next == nil || next == t {
		return nil
	}
	s.switchTo(vm, next)
	return s.resumed(t)
}

// pollLoop is poll between two instructions of guest code.
func (vm *VM) pollLoop() error {
	if err := vm.poll(); err != nil || vm.sched == nil {
		return err
	}
	return vm.giveWay()
}

// Wait lets other threads go on until ready is true, at most for a time that
// is not negative, and reports whether it is. ready must not run guest code.
func (vm *VM) Wait(ready func() bool, timeout time.Duration) (bool, error) {
	if ready() {
		return true, nil
	}
	s := vm.sched
	if s == nil || timeout == 0 {
		switch {
		case timeout < 0:
			return false, deadlock()
		case s == nil:
			return false, vm.nap(timeout)
		}
		return false, vm.pollLoop()
	}
	t := s.current
	t.ready, t.until = ready, time.Time{}
	if timeout > 0 {
		t.until = vm.now().Add(timeout)
	}
	defer func() { t.ready, t.until = nil, time.Time{} }()
	for {
		if next := s.pick(vm, slices.Index(s.threads, t)+1); next != t {
			s.switchTo(vm, next)
		}
		if err := s.resumed(t); err != nil {
			return false, err
		}
		switch {
		case ready():
			return true, nil
		case !t.until.IsZero() && !vm.now().Before(t.until):
			return false, nil
		case s.deadlocked && t.id == mainThread:
			s.deadlocked = false
			return false, deadlock()
		}
	}
}

// WaitIdle is Wait for any time, of a thread that a run needn't wait for while
// ready is false.
func (vm *VM) WaitIdle(ready func() bool) error {
	if t := vm.Thread(); t != nil {
		t.idle = true
		defer func() { t.idle = false }()
	}
	_, err := vm.Wait(ready, -1)
	return err
}

func deadlock() error { return Raise(RuntimeError, "deadlock: all threads wait for each other") }

// FinishThreads ends a run's threads: those that are busy and no daemons may
// run to their end, unless they are abandoned.
func (vm *VM) FinishThreads(abandon bool) (err error) {
	s := vm.sched
	if s == nil {
		return nil
	}
	if !abandon {
		_, err = vm.Wait(func() bool { return !slices.ContainsFunc(s.threads, (*Thread).busy) }, -1)
	}
	for len(s.threads) > 1 {
		t := s.threads[len(s.threads)-1]
		t.killed, t.ready = true, nil
		s.switchTo(vm, t)
	}
	vm.sched = nil
	return err
}

// visit calls add with what the threads hold that wait for their turn, and
// gives the size of their stacks.
func (s *scheduler) visit(add func(Value)) (size int64) {
	for _, t := range s.threads {
		if t == s.current {
			continue
		}
		for f := t.state.frame; f != nil; f = f.prev {
			size += frameSize
			f.visit(add)
		}
		for c := t.state.chunk; c != nil; c = c.prev {
			size += int64(len(c.vals)) * int64(valueSize)
		}
		add(t.state.context)
		add(t.state.eventLoop)
		if t.state.handled != nil {
			add(Of(&t.state.handled.Object))
		}
	}
	return size
}
