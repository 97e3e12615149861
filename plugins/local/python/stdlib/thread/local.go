package thread

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// local is a threading.local: its attributes are those of the running thread.
type local struct {
	py.Object
	spaces map[int64]*py.Dict // the attributes by thread
	args   []py.Value         // what each thread's __init__ is called with
	kw     py.Kwargs
}

func localOf(v py.Value) *local { return py.As[local](v, all().local) }

// space is the running thread's attributes, which __init__ fills at their first
// use.
func (l *local) space(vm *py.VM, self py.Value) (*py.Dict, error) {
	id := vm.ThreadID()
	if d := l.spaces[id]; d != nil {
		return d, nil
	}
	d := vm.NewDict()
	vm.Charge(64)
	l.spaces[id] = d
	if !self.Type().IsHeap() {
		return d, nil
	}
	init, err := vm.GetAttr(self, py.Name("__init__"))
	if err == nil {
		_, err = vm.CallKw(init, l.args, l.kw)
	}
	if err != nil {
		delete(l.spaces, id)
	}
	return d, err
}

func newLocal(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	l := &local{spaces: map[int64]*py.Dict{}, args: append([]py.Value(nil), args...)}
	l.kw.Names, l.kw.Vals = append(l.kw.Names, kw.Names...), append(l.kw.Vals, kw.Vals...)
	vm.NewObject(&l.Object, cls, 96+16*(len(args)+2*kw.Len()))
	l.spaces[vm.ThreadID()] = vm.NewDict() // the class call runs __init__ for this thread
	if !cls.IsHeap() && len(args)+kw.Len() > 0 {
		return py.Value{}, py.TypeErrorf("Initialization arguments are not supported")
	}
	return py.Of(&l.Object), nil
}

func getLocal(vm *py.VM, self py.Value, name *py.Str) (py.Value, error) {
	d, err := localOf(self).space(vm, self)
	if err != nil {
		return py.Value{}, err
	}
	if name.S == "__dict__" {
		return d.Value(), nil
	}
	if c := self.Type().Lookup(name); c.Bound() && c.Type().IsDataDescriptor() {
		return vm.GenericGetAttr(self, name)
	}
	if v := d.GetStr(name); v.Bound() {
		return v, nil
	}
	return vm.GenericGetAttr(self, name)
}

func setLocal(vm *py.VM, self py.Value, name *py.Str, v py.Value) error {
	if name.S == "__dict__" {
		return py.Raise(py.AttributeError, "'%s' object attribute '__dict__' is read-only", self.Type().Name)
	}
	d, err := localOf(self).space(vm, self)
	if err != nil {
		return err
	}
	if c := self.Type().Lookup(name); c.Bound() && c.Type().IsDataDescriptor() {
		return vm.GenericSetAttr(self, name, v)
	}
	if v.Bound() {
		d.SetStr(name, v)
		return nil
	}
	if !d.GetStr(name).Bound() {
		return py.Raise(py.AttributeError, "'%s' object has no attribute '%s'", self.Type().Name, name.S)
	}
	d.DeleteStr(name)
	return nil
}

func localType() *py.Type {
	return py.NewNativeType[local](py.TypeSpec{
		Name: "_local", Module: "_thread", Doc: "Thread-local data",
		Slots: py.Slots{
			New: newLocal, GetAttr: getLocal, SetAttr: setLocal,
			Visit: func(v py.Value, f func(py.Value)) {
				l := localOf(v)
				for _, d := range l.spaces {
					f(d.Value())
				}
				for _, x := range l.args {
					f(x)
				}
				for _, x := range l.kw.Vals {
					f(x)
				}
			},
		},
	})
}
