package testsupport

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// This file has one function of each kind that the binding layer knows. Each
// answers with what arrived: itself or the tuple of self, the positional
// arguments and, where there are any, the keyword arguments.

// receiver gives the self of a call and the arguments after it.
type receiver func(args []py.Value) (self py.Value, rest []py.Value)

// first is the receiver of methods.
func first(args []py.Value) (self py.Value, rest []py.Value) { return args[0], args[1:] }

// fixed is the receiver of functions that belong to nothing but a module.
func fixed(self py.Value) receiver {
	return func(args []py.Value) (py.Value, []py.Value) { return self, args }
}

func tupleOf(vm *py.VM, items []py.Value) py.Value {
	return vm.NewTuple(append([]py.Value(nil), items...))
}

// plain answers a call whose arguments came by position.
func (r receiver) plain(vm *py.VM, a []py.Value) (py.Value, error) {
	self, rest := r(a)
	return vm.NewTupleOf(self, tupleOf(vm, rest)), nil
}

// raw answers a call whose arguments came as they were given.
func (r receiver) raw(vm *py.VM, a []py.Value, kw py.Kwargs) (py.Value, error) {
	self, rest := r(a)
	named := py.None
	if kw.Len() > 0 {
		d := vm.NewDict()
		for i, name := range kw.Names {
			if err := vm.SetItem(d.Value(), name, kw.Vals[i]); err != nil {
				return py.Value{}, err
			}
		}
		named = d.Value()
	}
	return vm.NewTupleOf(self, tupleOf(vm, rest), named), nil
}

// one answers a call with exactly one argument.
func (r receiver) one(vm *py.VM, a []py.Value) (py.Value, error) {
	self, rest := r(a)
	return vm.NewTupleOf(self, rest[0]), nil
}

// none answers a call without arguments.
func (r receiver) none(vm *py.VM, a []py.Value) (py.Value, error) {
	self, _ := r(a)
	return self, nil
}

// bound answers a call that a signature took apart: *args, then **kwargs if it
// has them.
func (r receiver) bound(vm *py.VM, a []py.Value) (py.Value, error) {
	self, rest := r(a)
	return vm.NewTuple(append([]py.Value{self}, rest...)), nil
}

// conventions are the functions of the module itself.
func conventions(module py.Value) []*py.Builtin {
	r := fixed(module)
	return []*py.Builtin{
		py.Func("meth_varargs", 0, -1, r.plain), py.FuncKw("meth_varargs_keywords", r.raw),
		py.Func("meth_o", 1, 1, r.one), py.Func("meth_noargs", 0, 0, r.none),
		py.FuncSig("meth_fastcall", "*args", r.bound), py.FuncSig("meth_fastcall_keywords", "*args, **kwargs", r.bound),
	}
}

// sample is an object with nothing of its own.
type sample struct{ py.Object }

func newSample(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
	s := &sample{}
	vm.NewObject(&s.Object, cls, 16)
	return py.Of(&s.Object), nil
}

func sampleType(name, doc string, methods []*py.Builtin) *py.Type {
	return py.NewNativeType[sample](py.TypeSpec{
		Name: name, Module: "_testcapi", Doc: doc, Slots: py.Slots{New: newSample}, Methods: methods,
	})
}

var methInstanceType = sync.OnceValue(func() *py.Type {
	r := receiver(first)
	return sampleType("MethInstance", "A class whose methods are of each kind of method.", []*py.Builtin{
		py.Method("meth_varargs", 0, -1, r.plain), py.MethodKw("meth_varargs_keywords", r.raw),
		py.Method("meth_o", 1, 1, r.one), py.Method("meth_noargs", 0, 0, r.none),
		py.MethodSig("meth_fastcall", "*args", r.bound), py.MethodSig("meth_fastcall_keywords", "*args, **kwargs", r.bound),
	})
})

// The class methods and static methods of a native type have signatures; its
// forms are what differs.
var methClassType = sync.OnceValue(func() *py.Type {
	r := receiver(first)
	return sampleType("MethClass", "A class whose methods are class methods.", bySignature(py.ClassMethod, r))
})

var methStaticType = sync.OnceValue(func() *py.Type {
	return sampleType("MethStatic", "A class whose methods are static.", bySignature(py.StaticMethod, fixed(py.None)))
})

func bySignature(make func(name, sig string, fn py.NativeFunc) *py.Builtin, r receiver) []*py.Builtin {
	return []*py.Builtin{
		make("meth_varargs", "*args", r.bound), make("meth_varargs_keywords", "*args, **kwargs", r.bound),
		make("meth_o", "arg, /", r.one), make("meth_noargs", "", r.none),
		make("meth_fastcall", "*args", r.bound), make("meth_fastcall_keywords", "*args, **kwargs", r.bound),
	}
}
