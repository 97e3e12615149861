package array

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func errAssign() error { return py.Raise(py.IndexError, "array assignment index out of range") }

// index is the position that a key names; ok is false if there is none.
func (a *array) index(vm *py.VM, key py.Value) (i int, ok bool, err error) {
	if !vm.HasIndex(key) {
		return 0, false, py.TypeErrorf("array indices must be integers")
	}
	if i, err = vm.IndexInt(key, py.IndexError); err != nil {
		return 0, false, err
	}
	if i < 0 {
		i += a.len()
	}
	return i, i >= 0 && i < a.len(), nil
}

func arrayGetItem(vm *py.VM, v, key py.Value) (py.Value, error) {
	a := asArray(v)
	if key.IsInt() {
		if i := key.AsInt(); i >= 0 && i < int64(a.len()) {
			return a.item(vm, int(i))
		}
	}
	key, err := vm.SettleKey(key)
	if err != nil {
		return py.Value{}, err
	}
	if s := key.Slice(); s != nil {
		start, step, n, err := vm.SliceIndices(s, a.len())
		if err != nil {
			return py.Value{}, err
		}
		return part(vm, a.element, n, func(data []byte) {
			if step == 1 {
				copy(data, a.data[start*a.size:])
				return
			}
			for i := range n {
				copy(data[i*a.size:(i+1)*a.size], a.data[(start+i*step)*a.size:])
			}
		})
	}
	i, ok, err := a.index(vm, key)
	if err != nil {
		return py.Value{}, err
	}
	if !ok {
		return py.Value{}, py.Raise(py.IndexError, "array index out of range")
	}
	return a.item(vm, i)
}

func arraySetItem(vm *py.VM, v, key, x py.Value) error {
	key, err := vm.SettleKey(key)
	if err != nil {
		return err
	}
	a := asArray(v)
	if s := key.Slice(); s != nil {
		return a.setSlice(vm, s, x)
	}
	i, ok, err := a.index(vm, key)
	if err != nil {
		return err
	}
	if !ok {
		return errAssign()
	}
	if !x.Bound() {
		a.remove(i, 1)
		return vm.Tick((len(a.data)-i*a.size)/64 + 1)
	}
	return a.putItem(vm, i, x)
}

// remove takes out n items from position i on.
func (a *array) remove(i, n int) {
	a.data = append(a.data[:i*a.size], a.data[(i+n)*a.size:]...)
}

// setSlice puts the items of an array where those of a slice are, or deletes
// these if x is unbound.
func (a *array) setSlice(vm *py.VM, s *py.Slice, x py.Value) error {
	var src []byte
	if x.Bound() {
		other := asArray(x)
		if other == nil {
			return py.TypeErrorf("can only assign array (not \"%s\") to array slice", x.Type().Name)
		}
		if other.code != a.code {
			return py.TypeErrorf("bad argument type for built-in operation")
		}
		src = other.data
	}
	start, step, n, err := vm.SliceIndices(s, a.len())
	if err != nil {
		return err
	}
	if err := vm.Tick((len(a.data)+len(src))/64 + 1); err != nil {
		return err
	}
	switch {
	case step == 1:
		return a.splice(vm, start, n, src)
	case !x.Bound():
		a.deleteSteps(start, step, n)
	case len(src) != n*a.size:
		return py.ValueErrorf("attempt to assign array of size %d to extended slice of size %d", len(src)/a.size, n)
	default:
		src = append([]byte(nil), src...)
		for i := range n {
			copy(a.data[(start+i*step)*a.size:], src[i*a.size:(i+1)*a.size])
		}
	}
	return nil
}

// splice puts src in the place of n items from start on.
func (a *array) splice(vm *py.VM, start, n int, src []byte) error {
	more := len(src) - n*a.size
	if more > 0 {
		if err := a.grow(vm, more); err != nil {
			return err
		}
	}
	src = append([]byte(nil), src...)
	old := len(a.data)
	from, to := (start+n)*a.size, start*a.size+len(src)
	a.data = a.data[:max(old, old+more)]
	copy(a.data[to:], a.data[from:old])
	a.data = a.data[:old+more]
	copy(a.data[start*a.size:], src)
	return nil
}

// deleteSteps removes n items from start on in steps.
func (a *array) deleteSteps(start, step, n int) {
	if n == 0 {
		return
	}
	if step < 0 {
		start, step = start+(n-1)*step, -step
	}
	to := start * a.size
	for i := start; i < a.len(); i++ {
		if n > 0 && i == start {
			start += step
			n--
			continue
		}
		to += copy(a.data[to:], a.data[i*a.size:(i+1)*a.size])
	}
	a.data = a.data[:to]
}

func arrayContains(vm *py.VM, v, x py.Value) (bool, error) {
	i, err := asArray(v).find(vm, x, 0, -1)
	return i >= 0, err
}

// find is the position from lo on, and before hi if that isn't negative, of the
// first item that is equal to x; -1 if there is none.
func (a *array) find(vm *py.VM, x py.Value, lo, hi int) (int, error) {
	for i := lo; i < a.len() && (hi < 0 || i < hi); i++ {
		v, err := a.item(vm, i)
		if err != nil {
			return 0, err
		}
		if same, err := vm.CompareBool(v, x, py.Eq); err != nil {
			return 0, err
		} else if same {
			return i, nil
		}
		if i%16 == 0 {
			if err := vm.Tick(1); err != nil {
				return 0, err
			}
		}
	}
	return -1, nil
}

// iterator goes through an array, which may change meanwhile.
type iterator struct {
	py.Object
	source py.Value // unbound at the end
	next   int
}
