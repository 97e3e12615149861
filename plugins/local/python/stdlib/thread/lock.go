package thread

import (
	"fmt"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// lock is a lock object.
type lock struct {
	py.Object
	locked bool
	by     *py.Thread // what acquired it
}

// free tells that the lock can be acquired: no one has, or the thread that did
// ended with its run.
func (l *lock) free() bool { return !l.locked || l.by.Killed() }

func (l *lock) take(vm *py.VM) { l.locked, l.by = true, vm.Thread() }

// rlock is an RLock object: its owner may take it again.
type rlock struct {
	py.Object
	owner int64
	count int64
	by    *py.Thread // the owner
}

// free tells that the running thread, whose id is me, can acquire the lock.
func (l *rlock) free(me int64) bool { return l.count == 0 || l.owner == me || l.by.Killed() }

// take makes the running thread the owner, n times.
func (l *rlock) take(vm *py.VM, n int64) {
	me := vm.ThreadID()
	if l.owner != me {
		l.count = 0
	}
	l.owner, l.by = me, vm.Thread()
	l.count += n
}

type types struct{ lock, rlock, local *py.Type }

// all are the types, made once a process.
var all func() *types

func init() {
	all = sync.OnceValue(func() *types { return &types{lock: lockType(), rlock: rlockType(), local: localType()} })
}

func newLock(vm *py.VM) py.Value {
	l := &lock{}
	vm.NewObject(&l.Object, all().lock, 96)
	return py.Of(&l.Object)
}

func lockOf(v py.Value) *lock   { return py.As[lock](v, all().lock) }
func rlockOf(v py.Value) *rlock { return py.As[rlock](v, all().rlock) }

const acquireSig = "blocking=True, timeout=-1"

func acquireLock(vm *py.VM, a []py.Value) (py.Value, error) {
	l := lockOf(a[0])
	timeout, err := waiting(vm, a[1], a[2])
	if err != nil {
		return py.Value{}, err
	}
	ok, err := vm.Wait(l.free, timeout)
	if ok {
		l.take(vm)
	}
	return py.Bool(ok), err
}

func releaseLock(vm *py.VM, a []py.Value) (py.Value, error) {
	l := lockOf(a[0])
	if !l.locked {
		return py.Value{}, py.Raise(py.RuntimeError, "release unlocked lock")
	}
	l.locked = false
	return py.None, nil
}

func acquireRLock(vm *py.VM, a []py.Value) (py.Value, error) {
	l, me := rlockOf(a[0]), vm.ThreadID()
	timeout, err := waiting(vm, a[1], a[2])
	if err != nil {
		return py.Value{}, err
	}
	ok, err := vm.Wait(func() bool { return l.free(me) }, timeout)
	if ok {
		l.take(vm, 1)
	}
	return py.Bool(ok), err
}

func releaseRLock(vm *py.VM, a []py.Value) (py.Value, error) {
	l := rlockOf(a[0])
	if l.count == 0 || l.owner != vm.ThreadID() {
		return py.Value{}, py.Raise(py.RuntimeError, "cannot release un-acquired lock")
	}
	l.count--
	return py.None, nil
}

// methods are those that locks of both kinds have.
func methods(acquire, release py.NativeFunc) []*py.Builtin {
	enter := func(vm *py.VM, a []py.Value) (py.Value, error) {
		return acquire(vm, []py.Value{a[0], py.True, py.Int(-1)})
	}
	return []*py.Builtin{
		py.MethodSig("acquire", acquireSig, acquire), py.Method("release", 0, 0, release),
		py.Method("__enter__", 0, 0, enter), py.Method("__exit__", 0, -1, release),
	}
}

func lockType() *py.Type {
	locked := func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Bool(!lockOf(a[0]).free()), nil }
	return py.NewNativeType[lock](py.TypeSpec{
		Name: "lock", Module: "_thread", Flags: py.TypeNoSubclass | py.TypeNoInstance,
		Doc: "A lock object is a synchronization primitive.",
		Slots: py.Slots{Repr: func(vm *py.VM, v py.Value) (py.Value, error) {
			state := "unlocked"
			if !lockOf(v).free() {
				state = "locked"
			}
			return vm.NewString(fmt.Sprintf("<%s _thread.lock object at %#x>", state, vm.ID(v))), nil
		}},
		Methods: append(methods(acquireLock, releaseLock),
			py.MethodSig("acquire_lock", acquireSig, acquireLock), py.Method("release_lock", 0, 0, releaseLock),
			py.Method("locked", 0, 0, locked), py.Method("locked_lock", 0, 0, locked)),
	})
}

func rlockType() *py.Type {
	return py.NewNativeType[rlock](py.TypeSpec{
		Name: "RLock", Module: "_thread",
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				l := &rlock{}
				vm.NewObject(&l.Object, cls, 96)
				return py.Of(&l.Object), nil
			},
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) {
				l, state := rlockOf(v), "unlocked"
				owner, count := int64(0), int64(0)
				if !l.free(0) {
					state, owner, count = "locked", l.owner, l.count
				}
				return vm.NewString(fmt.Sprintf("<%s %s object owner=%d count=%d at %#x>", state, v.Type().Name, owner, count, vm.ID(v))), nil
			},
		},
		Methods: append(methods(acquireRLock, releaseRLock),
			py.Method("_is_owned", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				l := rlockOf(a[0])
				return py.Bool(l.count > 0 && l.owner == vm.ThreadID()), nil
			}),
			py.Method("_recursion_count", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				if l := rlockOf(a[0]); l.owner == vm.ThreadID() {
					return py.Int(l.count), nil
				}
				return py.Int(0), nil
			}),
			// _release_save and _acquire_restore let a Condition wait.
			py.Method("_release_save", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				l := rlockOf(a[0])
				if l.count == 0 {
					return py.Value{}, py.Raise(py.RuntimeError, "cannot release un-acquired lock")
				}
				state := vm.NewTupleOf(py.Int(l.count), py.Int(l.owner))
				l.count, l.owner = 0, 0
				return state, nil
			}),
			py.Method("_acquire_restore", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
				l, state := rlockOf(a[0]), a[1].Tuple()
				if state == nil || len(state.Items) != 2 || !state.Items[0].IsInt() || !state.Items[1].IsInt() {
					return py.Value{}, py.TypeErrorf("_acquire_restore() takes what _release_save() gave")
				}
				ok, err := vm.Wait(func() bool { return l.free(0) }, -1)
				if ok {
					l.count = 0
					l.take(vm, state.Items[0].AsInt())
				}
				return py.None, err
			})),
	})
}
