package testsupport

import (
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// callable is an object whose calls a function of its own may answer in place
// of its class.
type callable struct {
	py.Object
	own py.CallFunc
}

func answer(v py.Value) py.CallFunc {
	return func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) { return v, nil }
}

// callableType makes a class of callables. own is what a new one has; without
// it the class answers calls by otherwise.
func callableType(spec py.TypeSpec, own, otherwise py.CallFunc) *py.Type {
	var t *py.Type
	spec.Module = "_testcapi"
	spec.Slots.New = func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
		c := &callable{own: own}
		vm.NewObject(&c.Object, cls, 24)
		return py.Of(&c.Object), nil
	}
	spec.Slots.Call = func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) {
		if c := py.As[callable](self, t); c.own != nil {
			return c.own(vm, self, args, kw)
		}
		return otherwise(vm, self, args, kw)
	}
	t = py.NewNativeType[callable](spec)
	return t
}

// bindMethod makes callables in a class act as methods.
func bindMethod(vm *py.VM, descr, obj py.Value, owner *py.Type) (py.Value, error) {
	if !obj.Bound() || obj.IsNone() {
		return descr, nil
	}
	return vm.NewMethod(descr, obj), nil
}

// callItself is what the classes answer calls with that have nothing else.
func callItself(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) {
	return tupleOf(vm, args), nil
}

var (
	methodDescriptorBase = sync.OnceValue(func() *py.Type {
		return callableType(py.TypeSpec{
			Name: "MethodDescriptorBase", Doc: "Callables of the class's own kind that bind as methods.", Flags: py.TypeMethodDescr | py.TypeVectorcall,
			Slots: py.Slots{Get: bindMethod},
		}, answer(py.True), callItself)
	})
	methodDescriptorDerived = sync.OnceValue(func() *py.Type {
		return callableType(py.TypeSpec{
			Name: "MethodDescriptorDerived", Base: methodDescriptorBase(), Doc: "What a built-in class inherits.", Flags: py.TypeMethodDescr | py.TypeVectorcall,
		}, answer(py.True), callItself)
	})
	methodDescriptorNopGet = sync.OnceValue(func() *py.Type {
		return callableType(py.TypeSpec{
			Name: "MethodDescriptorNopGet", Base: methodDescriptorBase(), Doc: "Callables that do not bind.",
			Slots: py.Slots{Get: func(vm *py.VM, descr, obj py.Value, owner *py.Type) (py.Value, error) { return descr, nil }},
		}, nil, callItself)
	})
	methodDescriptor2 = sync.OnceValue(func() *py.Type {
		return callableType(py.TypeSpec{
			Name: "MethodDescriptor2", Base: methodDescriptorBase(), Doc: "Callables with another function of their own.", Flags: py.TypeVectorcall,
		}, answer(py.False), callItself)
	})
	limitedVectorCallClass = sync.OnceValue(func() *py.Type {
		return callableType(py.TypeSpec{Name: "LimitedVectorCallClass", Doc: "Callables that tell how they were called.", Flags: py.TypeVectorcall},
			func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) {
				return vm.NewString("vectorcall called"), nil
			}, callItself)
	})
)

// vectorcallBase is the base of the classes of make_vectorcall_class.
var (
	vectorcallBase   = sync.OnceValue(newVectorcallBase)
	vectorcallBaseOf *py.Type
)

func newVectorcallBase() *py.Type {
	vectorcallBaseOf = callableType(py.TypeSpec{
		Name: "VectorcallBase", Doc: "Callables that tell how they were called.", Flags: py.TypeVectorcall,
		Methods: []*py.Builtin{py.Method("set_vectorcall", 1, 1, setVectorcall)},
	}, nil, func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) {
		return vm.NewString("tp_call"), nil
	})
	return vectorcallBaseOf
}

// makeVectorcallClass makes a class whose calls are native, on a base that may
// be such a class or one derived from it.
func makeVectorcallClass(vm *py.VM, a []py.Value) (py.Value, error) {
	base := py.Of(&vectorcallBase().Object)
	if len(a) > 0 {
		t := a[0].AsType()
		if t == nil || !t.IsSubtype(vectorcallBase()) {
			return py.Value{}, py.TypeErrorf("make_vectorcall_class() argument must be such a class, not %s", a[0].Type().Name)
		}
		base = a[0]
	}
	d := vm.NewDict()
	call := py.Name("__call__")
	d.SetStr(call, vectorcallBase().Lookup(call))
	return vm.Call(py.Of(&py.TypeType.Object), vm.NewString("VectorcallClass"), vm.NewTupleOf(base), d.Value())
}

// setVectorcall is instance.set_vectorcall(cls): it gives the instance a
// function of its own for the calls that its class answers natively.
func setVectorcall(vm *py.VM, a []py.Value) (py.Value, error) {
	t := a[1].AsType()
	if t == nil || !a[0].Type().IsSubtype(t) {
		return py.Value{}, py.TypeErrorf("expected a type of the instance")
	}
	py.As[callable](a[0], vectorcallBaseOf).own = func(vm *py.VM, self py.Value, args []py.Value, kw py.Kwargs) (py.Value, error) {
		return vm.NewString("vectorcall"), nil
	}
	return py.None, nil
}

// awaitable is an object whose __await__ gives whatever it was made with.
type awaitable struct {
	py.Object
	iterator py.Value
}

var (
	awaitType   = sync.OnceValue(newAwaitType)
	awaitTypeOf *py.Type
)

func newAwaitType() *py.Type {
	awaitTypeOf = py.NewNativeType[awaitable](py.TypeSpec{
		Name: "awaitType", Module: "_testcapi", Doc: "awaitType(iterator): what awaits it goes through the iterator.",
		Slots: py.Slots{
			New: func(vm *py.VM, cls *py.Type, args []py.Value, kw py.Kwargs) (py.Value, error) {
				if len(args) != 1 || kw.Len() > 0 {
					return py.Value{}, py.TypeErrorf("awaitType() takes exactly one argument (%d given)", len(args)+kw.Len())
				}
				a := &awaitable{iterator: args[0]}
				vm.NewObject(&a.Object, cls, 32)
				return py.Of(&a.Object), nil
			},
			Await: func(vm *py.VM, self py.Value) (py.Value, error) {
				return py.As[awaitable](self, awaitTypeOf).iterator, nil
			},
			Visit: func(v py.Value, f func(py.Value)) { f(py.As[awaitable](v, awaitTypeOf).iterator) },
		},
	})
	return awaitTypeOf
}
