package itertools

import (
	"math"
	"strconv"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// counter is a count object.
type counter struct {
	py.Object
	at, step py.Value
}

var countSig = py.ParseSignature("start=0, step=1")

func counterOf(v py.Value) *counter { return py.As[counter](v, countType()) }

func newCount(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [2]py.Value
	if err := vm.Bind("count", countSig, args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	if !vm.IsNumber(a[0]) || !vm.IsNumber(a[1]) {
		return py.Value{}, py.TypeErrorf("a number is required")
	}
	c := &counter{at: a[0], step: a[1]}
	vm.NewObject(&c.Object, cls, 96)
	return py.Of(&c.Object), nil
}

func (c *counter) next(vm *py.VM) (py.Value, error) {
	v := c.at
	if v.IsInt() && c.step.IsInt() {
		a, b := v.AsInt(), c.step.AsInt()
		if a < math.MaxInt64/2 && b < math.MaxInt64/2 && a > math.MinInt64/2 && b > math.MinInt64/2 {
			c.at = py.Int(a + b)
			return v, nil
		}
	}
	var err error
	c.at, err = vm.Binary(py.OpAdd, v, c.step)
	return v, err
}

// args are the arguments that make such an object: a step of 1 is left out.
func (c *counter) args(vm *py.VM) []py.Value {
	if c.step.IsInt() && c.step.AsInt() == 1 {
		return []py.Value{c.at}
	}
	return []py.Value{c.at, c.step}
}

func (c *counter) repr(vm *py.VM, name string) (py.Value, error) {
	text := name + "("
	for i, v := range c.args(vm) {
		s, err := vm.Repr(v)
		if err != nil {
			return py.Value{}, err
		}
		if i > 0 {
			text += ", "
		}
		text += s
	}
	return vm.NewString(text + ")"), nil
}

func makeCountType() *py.Type {
	return py.NewNativeType[counter](py.TypeSpec{
		Name: "count", Module: "itertools", Doc: "Return a count object whose .__next__() method returns consecutive values.",
		Slots: py.Slots{
			New:  newCount,
			Iter: func(vm *py.VM, v py.Value) (py.Value, error) { return v, nil },
			Next: func(vm *py.VM, v py.Value) (py.Value, error) { return counterOf(v).next(vm) },
			Repr: func(vm *py.VM, v py.Value) (py.Value, error) { return counterOf(v).repr(vm, v.Type().ShortName()) },
			Visit: func(v py.Value, f func(py.Value)) {
				c := counterOf(v)
				f(c.at)
				f(c.step)
			},
		},
		Methods: []*py.Builtin{py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return vm.NewTupleOf(py.Of(&a[0].Type().Object), vm.NewTuple(counterOf(a[0]).args(vm))), nil
		}).WithDoc("Return state information for pickling.")},
	})
}

// repeater is a repeat object.
type repeater struct {
	py.Object
	v    py.Value
	left int64 // -1: without end
}

var repeatSig = py.ParseSignature("object, times=…")

func repeaterOf(v py.Value) *repeater { return py.As[repeater](v, repeatType()) }

func newRepeat(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	var a [2]py.Value
	if err := vm.Bind("repeat", repeatSig, args, kw, a[:]); err != nil {
		return py.Value{}, err
	}
	r := &repeater{v: a[0], left: -1}
	if a[1].Bound() {
		n, err := vm.IndexInt(a[1], py.OverflowError)
		if err != nil {
			return py.Value{}, err
		}
		r.left = int64(max(n, 0))
	}
	vm.NewObject(&r.Object, cls, 96)
	return py.Of(&r.Object), nil
}

func (r *repeater) next() (py.Value, error) {
	if r.left == 0 {
		return end, nil
	}
	if r.left > 0 {
		r.left--
	}
	return r.v, nil
}

func (r *repeater) repr(vm *py.VM, name string) (py.Value, error) {
	s, err := vm.Repr(r.v)
	if err != nil {
		return py.Value{}, err
	}
	if r.left >= 0 {
		s += ", " + strconv.FormatInt(r.left, 10)
	}
	return vm.NewString(name + "(" + s + ")"), nil
}

func makeRepeatType() *py.Type {
	return py.NewNativeType[repeater](py.TypeSpec{
		Name: "repeat", Module: "itertools",
		Doc: "Create an iterator which returns the object for the specified number of times.\n\nIf times is not specified, returns the object endlessly.",
		Slots: py.Slots{
			New:   newRepeat,
			Iter:  func(vm *py.VM, v py.Value) (py.Value, error) { return v, nil },
			Next:  func(vm *py.VM, v py.Value) (py.Value, error) { return repeaterOf(v).next() },
			Repr:  func(vm *py.VM, v py.Value) (py.Value, error) { return repeaterOf(v).repr(vm, v.Type().ShortName()) },
			Visit: func(v py.Value, f func(py.Value)) { f(repeaterOf(v).v) },
		},
		Methods: []*py.Builtin{
			py.Method("__length_hint__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				if r := repeaterOf(a[0]); r.left >= 0 {
					return py.Int(r.left), nil
				}
				return py.Value{}, py.TypeErrorf("len() of unsized object")
			}).WithDoc("Private method returning an estimate of len(list(it))."),
			py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				r := repeaterOf(a[0])
				args := []py.Value{r.v}
				if r.left >= 0 {
					args = append(args, py.Int(r.left))
				}
				return vm.NewTupleOf(py.Of(&a[0].Type().Object), vm.NewTuple(args)), nil
			}).WithDoc("Return state information for pickling."),
		},
	})
}
