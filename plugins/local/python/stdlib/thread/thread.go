// Package thread is Python's module _thread: threads that take turns (see
// py.Thread), and the locks that they wait for.
package thread

import (
	"errors"
	"math"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// timeoutMax is the longest time to wait for, in seconds.
const timeoutMax = 9223372036.0

// Load makes the module _thread.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("_thread", "This module provides primitive operations to write multi-threaded programs.\nThe 'threading' module provides a more convenient interface.")
	Natives(vm, m)
	m.Set("error", py.Of(&py.RuntimeError.Object))
	m.Add(
		py.Func("start_new_thread", 2, 3, startNew), py.Func("start_new", 2, 3, startNew),
		py.FuncSig("exit", "", func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Value{}, py.Raise(py.SystemExit, "") }),
		py.Func("_count", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(int64(vm.Threads() - 1)), nil }),
		py.Func("stack_size", 0, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(0), nil }),
	)
	return m, nil
}

// Natives puts what module threading builds on into a namespace.
func Natives(vm *py.VM, m *py.Module) {
	t := all()
	m.Set("LockType", py.Of(&t.lock.Object))
	m.Set("RLock", py.Of(&t.rlock.Object))
	m.Set("_local", py.Of(&t.local.Object))
	m.Set("TIMEOUT_MAX", py.Float(timeoutMax))
	m.Add(
		py.Func("allocate_lock", 0, 0, allocate),
		py.Func("get_ident", 0, 0, ident), py.Func("get_native_id", 0, 0, ident),
		py.Func("_start", 4, 4, start), py.Func("_rest", 1, 1, rest),
	)
}

// start is _start(function, daemon, finished, active): it runs the function in
// a thread and gives its id. At the thread's end the lock finished is released,
// and the id goes from the dict active.
func start(vm *py.VM, a []py.Value) (py.Value, error) {
	daemon, err := vm.Truth(a[1])
	if err != nil {
		return py.Value{}, err
	}
	f, finished, active := a[0], lockOf(a[2]), a[3].Dict()
	var id int64
	id, err = vm.StartThread(daemon, func() error {
		_, err := vm.Call(f)
		return err
	}, func() {
		finished.locked = false
		_, _ = active.Delete(vm, py.Int(id)) // an int's hash and equality can't fail
	})
	return py.Int(id), err
}

// rest is _rest(lock): it acquires the lock in a thread that has nothing to do
// before, and that the end of a run doesn't wait for.
func rest(vm *py.VM, a []py.Value) (py.Value, error) {
	l := lockOf(a[0])
	if err := vm.WaitIdle(l.free); err != nil {
		return py.Value{}, err
	}
	l.take(vm)
	return py.None, nil
}

func allocate(vm *py.VM, a []py.Value) (py.Value, error) { return newLock(vm), nil }

// alone tells whether there is no other thread to wait for.
func alone(vm *py.VM, a []py.Value) (py.Value, error) { return py.Bool(vm.Threads() == 1), nil }

// Threading makes the module threading.
var Threading = pymod.Loader("threading", natives)

// Futures makes the module concurrent.futures.
var Futures = pymod.Loader("concurrent.futures", func(vm *py.VM, m *py.Module) error {
	m.Add(py.Func("_allocate_lock", 0, 0, allocate), py.Func("_rest", 1, 1, rest))
	return nil
})

// Events makes the module asyncio.events, whose loops belong to threads.
var Events = pymod.Loader("asyncio.events", func(vm *py.VM, m *py.Module) error {
	m.Set("_local", py.Of(&all().local.Object))
	m.Add(
		py.Func("_running_loop", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			if loop := vm.EventLoop(); loop.Bound() {
				return loop, nil
			}
			return py.None, nil
		}),
		py.Func("_set_loop", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
			vm.SetEventLoop(a[0])
			return py.None, nil
		}),
	)
	return nil
})

// BaseEvents makes the module asyncio.base_events: a loop waits for a lock.
var BaseEvents = pymod.Loader("asyncio.base_events", func(vm *py.VM, m *py.Module) error {
	m.Add(py.Func("_allocate_lock", 0, 0, allocate), py.Func("_get_ident", 0, 0, ident), py.Func("_alone", 0, 0, alone))
	return nil
})

// Queue makes the module queue, which finds locks of its own.
var Queue = pymod.Loader("queue", func(vm *py.VM, m *py.Module) error {
	m.Add(
		py.Func("_allocate_lock", 0, 0, allocate), py.Func("_alone", 0, 0, alone),
	)
	return nil
})

func natives(vm *py.VM, m *py.Module) error {
	Natives(vm, m)
	return nil
}

func ident(vm *py.VM, a []py.Value) (py.Value, error) { return py.Int(vm.ThreadID()), nil }

// startNew is start_new_thread(function, args, kwargs={}). What the function
// raises goes to standard error.
func startNew(vm *py.VM, a []py.Value) (py.Value, error) {
	args := a[1].Tuple()
	switch {
	case !py.Callable(a[0]):
		return py.Value{}, py.TypeErrorf("first arg must be callable")
	case args == nil:
		return py.Value{}, py.TypeErrorf("2nd arg must be a tuple")
	case len(a) > 2 && a[2].Dict() == nil:
		return py.Value{}, py.TypeErrorf("optional 3rd arg must be a dictionary")
	}
	var kw py.Kwargs
	if len(a) > 2 {
		for k, v := range a[2].Dict().All() {
			kw.Names, kw.Vals = append(kw.Names, k), append(kw.Vals, v)
		}
	}
	f := a[0]
	id, err := vm.StartThread(true, func() error {
		_, err := vm.CallKw(f, args.Items, kw)
		var e *py.Exception
		if !errors.As(err, &e) || py.IsInstance(py.Of(&e.Object), py.SystemExit) {
			return err
		}
		name, _ := vm.Repr(f)
		return vm.WriteStderr("Exception ignored in thread started by: " + name + "\n" + vm.FormatException(e))
	}, func() {})
	return py.Int(id), err
}

// waiting is how long acquire(blocking, timeout) waits; negative for any time.
func waiting(vm *py.VM, blocking, timeout py.Value) (time.Duration, error) {
	block, err := vm.Truth(blocking)
	if err != nil {
		return 0, err
	}
	f, err := vm.ToFloat(timeout)
	switch {
	case err != nil:
		return 0, err
	case math.IsNaN(f):
		return 0, py.ValueErrorf("Invalid value NaN (not a number)")
	case !block && f != -1:
		return 0, py.ValueErrorf("can't specify a timeout for a non-blocking call")
	case f < 0 && f != -1:
		return 0, py.ValueErrorf("timeout value must be a non-negative number")
	case f > timeoutMax:
		return 0, py.Raise(py.OverflowError, "timeout value is too large")
	case !block:
		return 0, nil
	case f < 0:
		return -1, nil
	}
	return time.Duration(f * float64(time.Second)), nil
}
