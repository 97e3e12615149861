package collections

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// deque is a ring buffer: n items from head on.
type deque struct {
	py.Object
	ring    []py.Value // len is 0 or a power of two
	head, n int
	max     int // -1: no bound
	version int
}

func (d *deque) at(i int) *py.Value { return &d.ring[(d.head+i)&(len(d.ring)-1)] }

func (d *deque) grow(vm *py.VM) {
	if d.n < len(d.ring) {
		return
	}
	size := max(8, 2*len(d.ring))
	vm.Growing(&d.Object, int64(len(d.ring))*16, int64(size)*16)
	ring := make([]py.Value, size)
	for i := range d.n {
		ring[i] = *d.at(i)
	}
	d.ring, d.head = ring, 0
}

func (d *deque) push(vm *py.VM, v py.Value) {
	d.version++
	if d.max == 0 {
		return
	}
	if d.n == d.max {
		d.popLeft()
	}
	d.grow(vm)
	d.n++
	*d.at(d.n - 1) = v
}

func (d *deque) pushLeft(vm *py.VM, v py.Value) {
	d.version++
	if d.max == 0 {
		return
	}
	if d.n == d.max {
		d.pop()
	}
	d.grow(vm)
	d.head = (d.head - 1) & (len(d.ring) - 1)
	d.n++
	d.ring[d.head] = v
}

func (d *deque) pop() py.Value {
	d.version++
	v := *d.at(d.n - 1)
	*d.at(d.n - 1) = py.Value{}
	d.n--
	return v
}

func (d *deque) popLeft() py.Value {
	d.version++
	v := d.ring[d.head]
	d.ring[d.head] = py.Value{}
	d.head = (d.head + 1) & (len(d.ring) - 1)
	d.n--
	return v
}

func (d *deque) clear() { d.ring, d.head, d.n = nil, 0, 0; d.version++ }

// remove takes out item i.
func (d *deque) remove(i int) {
	for ; i < d.n-1; i++ {
		*d.at(i) = *d.at(i + 1)
	}
	d.pop()
}

func (d *deque) items() []py.Value {
	out := make([]py.Value, d.n)
	for i := range out {
		out[i] = *d.at(i)
	}
	return out
}

var (
	dequeType   = sync.OnceValue(newDequeType)
	dequeTypeOf *py.Type
)

func asDeque(v py.Value) *deque { return py.As[deque](v, dequeTypeOf) }

// index turns a subscript into a position.
func (d *deque) index(vm *py.VM, key py.Value) (int, error) {
	if !vm.HasIndex(key) {
		return 0, py.TypeErrorf("sequence index must be integer, not '%s'", key.Type().Name)
	}
	i, err := vm.IndexInt(key, py.IndexError)
	if err != nil {
		return 0, err
	}
	if i < 0 {
		i += d.n
	}
	if i < 0 || i >= d.n {
		return 0, py.Raise(py.IndexError, "deque index out of range")
	}
	return i, nil
}

// each calls f for the items in order while f gives true; a change of the
// deque meanwhile is an error.
func (d *deque) each(vm *py.VM, f func(i int, v py.Value) (bool, error)) error {
	version := d.version
	for i := 0; i < d.n; i++ {
		more, err := f(i, *d.at(i))
		if err != nil || !more {
			return err
		}
		if d.version != version {
			return errMutated()
		}
		if err := vm.Tick(1); err != nil {
			return err
		}
	}
	return nil
}

// find is the position of the first equal item from lo to hi, or -1.
func (d *deque) find(vm *py.VM, v py.Value, lo, hi int) (int, error) {
	at := -1
	err := d.each(vm, func(i int, x py.Value) (bool, error) {
		if i < lo {
			return true, nil
		}
		if i >= hi {
			return false, nil
		}
		same, err := vm.Equal(x, v)
		if same {
			at = i
		}
		return !same, err
	})
	return at, err
}

// like makes a deque of the same class and bound with the items given.
func like(vm *py.VM, v py.Value, items []py.Value) (py.Value, error) {
	d := asDeque(v)
	bound := py.None
	if d.max >= 0 {
		bound = py.Int(int64(d.max))
	}
	return vm.Call(py.Of(&v.Type().Object), vm.NewList(items), bound)
}
