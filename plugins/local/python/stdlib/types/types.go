// Package types is Python's module types, and what enum shares with it:
// SimpleNamespace and the descriptors in Go, the rest in Python (package
// pymod).
package types

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// Load makes the module.
var Load = pymod.Loader("types", func(vm *py.VM, m *py.Module) error {
	for name, t := range map[string]*py.Type{
		"AsyncGeneratorType": py.AsyncGeneratorType, "BuiltinFunctionType": py.BuiltinType, "BuiltinMethodType": py.BuiltinType,
		"CellType": py.CellType, "ClassMethodDescriptorType": py.ClassMethodDescrType, "CodeType": py.CodeType,
		"CoroutineType": py.CoroutineType, "DynamicClassAttribute": DynamicClassAttribute(), "EllipsisType": py.EllipsisType,
		"FrameType": py.FrameType, "FunctionType": py.FunctionType, "GeneratorType": py.GeneratorType, "GenericAlias": py.GenericAliasType,
		"LambdaType": py.FunctionType, "MappingProxyType": py.MappingProxyType, "MethodDescriptorType": py.MethodDescrType,
		"MethodType": py.MethodType, "MethodWrapperType": py.MethodWrapperType, "ModuleType": py.ModuleType, "NoneType": py.NoneType,
		"NotImplementedType": py.NotImplementedType, "SimpleNamespace": SimpleNamespace(), "TracebackType": py.TracebackType,
		"UnionType": py.UnionType, "WrapperDescriptorType": py.WrapperDescrType,
	} {
		m.Set(name, py.Of(&t.Object))
	}
	// _iterable(f) makes the generators of a generator function awaitable;
	// False if f is none.
	m.Add(py.Func("_iterable", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.Bool(py.MakeIterable(a[0])), nil }))
	return nil
})
