package collections

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// dequeIterator steps through a deque from either end.
type dequeIterator struct {
	py.Object
	d       *deque
	pos     int // items given so far
	version int // of the deque at the start
}

var (
	dequeIter   = sync.OnceValue(func() *py.Type { return newDequeIterType("_deque_iterator", false) })
	dequeRevIt  = sync.OnceValue(func() *py.Type { return newDequeIterType("_deque_reverse_iterator", true) })
	errMutated  = func() error { return py.Raise(py.RuntimeError, "deque mutated during iteration") }
	deqIterArgs = py.ParseSignature("deque, index=0, /")
)

func newDequeIterType(name string, reverse bool) *py.Type {
	var t *py.Type
	as := func(v py.Value) *dequeIterator { return py.As[dequeIterator](v, t) }
	t = py.NewNativeType[dequeIterator](py.TypeSpec{
		Name: name, Module: "_collections", Flags: py.TypeNoSubclass,
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				var a [2]py.Value
				if err := vm.Bind(name, deqIterArgs, args, kw, a[:]); err != nil {
					return py.Value{}, err
				}
				d := asDeque(a[0])
				if d == nil {
					return py.Value{}, py.TypeErrorf("%s() argument 1 must be collections.deque, not %s", name, a[0].Type().Name)
				}
				at, err := vm.IndexInt(a[1], py.OverflowError)
				if err != nil {
					return py.Value{}, err
				}
				return d.iterator(vm, cls, min(max(at, 0), d.n)), nil
			},
			Iter:  func(vm *py.VM, v py.Value) (py.Value, error) { return v, nil },
			Next:  func(vm *py.VM, v py.Value) (py.Value, error) { return as(v).next(reverse) },
			Visit: func(v py.Value, f func(py.Value)) { f(py.Of(&as(v).d.Object)) },
		},
		Methods: []*py.Builtin{
			py.Method("__length_hint__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				return py.Int(int64(as(a[0]).left())), nil
			}),
			py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				it := as(a[0])
				return vm.NewTupleOf(py.Of(&t.Object), vm.NewTupleOf(py.Of(&it.d.Object), py.Int(int64(it.pos)))), nil
			}),
		},
	})
	return t
}

func (it *dequeIterator) left() int {
	if it.version != it.d.version {
		return 0
	}
	return it.d.n - it.pos
}

func (it *dequeIterator) next(reverse bool) (py.Value, error) {
	d := it.d
	switch {
	case it.version != d.version:
		return py.Value{}, errMutated()
	case it.pos >= d.n:
		return py.Value{}, nil
	}
	it.pos++
	if reverse {
		return *d.at(d.n - it.pos), nil
	}
	return *d.at(it.pos - 1), nil
}

// iterator makes an iterator of the class, which gives the items from item at
// on.
func (d *deque) iterator(vm *py.VM, cls *py.Type, at int) py.Value {
	it := &dequeIterator{d: d, pos: at, version: d.version}
	vm.NewObject(&it.Object, cls, 64)
	return py.Of(&it.Object)
}
