package operator

import (
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// getter is an attrgetter, itemgetter or methodcaller.
type getter struct {
	py.Object
	args []py.Value
	kw   py.Kwargs
	path [][]*py.Str // attrgetter: the dotted names
}

var getters = sync.OnceValue(func() []*py.Type {
	return []*py.Type{
		newGetterType("attrgetter", "Return a callable object that fetches the given attribute(s) from its operand.", newAttrGetter, callAttrGetter),
		newGetterType("itemgetter", "Return a callable object that fetches the given item(s) from its operand.", newItemGetter, callItemGetter),
		newGetterType("methodcaller", "Return a callable object that calls the given method on its operand.", newMethodCaller, callMethodCaller),
	}
})

func newGetterType(name, doc string, check func(vm *py.VM, g *getter) error, call func(vm *py.VM, g *getter, obj py.Value) (py.Value, error)) *py.Type {
	var t *py.Type
	as := func(v py.Value) *getter { return py.As[getter](v, t) }
	t = py.NewNativeType[getter](py.TypeSpec{
		Name: name, Module: "operator", Doc: doc,
		Methods: []*py.Builtin{py.Method("__reduce__", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
			return reduce(vm, a[0], as(a[0]))
		})},
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				g := &getter{args: append([]py.Value(nil), args...)}
				g.kw.Names = append(g.kw.Names, kw.Names...)
				g.kw.Vals = append(g.kw.Vals, kw.Vals...)
				if name != "methodcaller" && kw.Len() > 0 {
					return py.Value{}, py.TypeErrorf("%s() takes no keyword arguments", name)
				}
				if len(args) == 0 {
					if name == "methodcaller" {
						return py.Value{}, py.TypeErrorf("methodcaller needs at least one argument, the method name")
					}
					return py.Value{}, py.TypeErrorf("%s expected at least 1 argument, got 0", name)
				}
				if err := check(vm, g); err != nil {
					return py.Value{}, err
				}
				vm.NewObject(&g.Object, cls, 128)
				return py.Of(&g.Object), nil
			},
			Call: func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) {
				if kw.Len() > 0 {
					return py.Value{}, py.TypeErrorf("%s() takes no keyword arguments", name)
				}
				if len(args) != 1 {
					return py.Value{}, py.TypeErrorf("%s expected 1 argument, got %d", name, len(args))
				}
				return call(vm, as(self), args[0])
			},
			Repr: func(vm *py.VM, self py.Value) (py.Value, error) {
				g := as(self)
				return vm.ReprContainer(self, "operator."+name+"(...)", func(text func(string), value func(py.Value) error) error {
					text("operator." + name + "(")
					for i, a := range g.args {
						if i > 0 {
							text(", ")
						}
						if err := value(a); err != nil {
							return err
						}
					}
					for i, n := range g.kw.Names {
						text(", " + n.Str().S + "=")
						if err := value(g.kw.Vals[i]); err != nil {
							return err
						}
					}
					text(")")
					return nil
				})
			},
			Visit: func(v py.Value, f func(py.Value)) {
				for _, a := range append(as(v).args, as(v).kw.Vals...) {
					f(a)
				}
			},
		},
	})
	return t
}

// reduce is how a getter is copied and pickled: its class and arguments.
// Keywords go into a partial of the class.
func reduce(vm *py.VM, self py.Value, g *getter) (py.Value, error) {
	class := py.Of(&self.Type().Object)
	if g.kw.Len() == 0 {
		return vm.NewTupleOf(class, vm.NewTuple(append([]py.Value(nil), g.args...))), nil
	}
	_, functools, err := vm.Import("functools")
	if err != nil {
		return py.Value{}, err
	}
	partial, err := vm.CallKw(functools.Dict.GetStr(py.Name("partial")), []py.Value{class, g.args[0]}, g.kw)
	if err != nil {
		return py.Value{}, err
	}
	return vm.NewTupleOf(partial, vm.NewTuple(append([]py.Value(nil), g.args[1:]...))), nil
}

func newAttrGetter(vm *py.VM, g *getter) error {
	for _, a := range g.args {
		s := a.Str()
		if s == nil {
			return py.TypeErrorf("attribute name must be a string")
		}
		var path []*py.Str
		for part := range strings.SplitSeq(s.S, ".") {
			path = append(path, vm.Intern(part))
		}
		g.path = append(g.path, path)
	}
	return nil
}

// results calls f for each argument: one gives its result, several a tuple.
func results(vm *py.VM, n int, f func(i int) (py.Value, error)) (py.Value, error) {
	if n == 1 {
		return f(0)
	}
	out := make([]py.Value, n)
	for i := range out {
		v, err := f(i)
		if err != nil {
			return py.Value{}, err
		}
		out[i] = v
	}
	return vm.NewTuple(out), nil
}

func callAttrGetter(vm *py.VM, g *getter, obj py.Value) (py.Value, error) {
	return results(vm, len(g.path), func(i int) (py.Value, error) {
		v := obj
		for _, name := range g.path[i] {
			var err error
			if v, err = vm.GuestGetAttr(v, name); err != nil {
				return py.Value{}, err
			}
		}
		return v, nil
	})
}

func newItemGetter(*py.VM, *getter) error { return nil }

func callItemGetter(vm *py.VM, g *getter, obj py.Value) (py.Value, error) {
	return results(vm, len(g.args), func(i int) (py.Value, error) { return vm.GetItem(obj, g.args[i]) })
}

func newMethodCaller(vm *py.VM, g *getter) error {
	if g.args[0].Str() == nil {
		return py.TypeErrorf("method name must be a string")
	}
	return nil
}

func callMethodCaller(vm *py.VM, g *getter, obj py.Value) (py.Value, error) {
	f, err := vm.GuestGetAttr(obj, vm.Intern(g.args[0].Str().S))
	if err != nil {
		return py.Value{}, err
	}
	return vm.CallKw(f, g.args[1:], g.kw)
}
