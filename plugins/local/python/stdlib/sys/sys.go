// Package sys is Python's module sys, as far as it makes sense without a
// process: what describes the interpreter, and the standard streams.
package sys

import (
	"math"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/internal/structseq"
)

const version = "3.12.1 (main, Dec  8 2023, 00:00:00) [Airlock]"

// module is the type of the module: some of its attributes are computed.
var module = sync.OnceValue(func() *py.Type {
	return py.NewNativeType[py.Module](py.TypeSpec{
		Name: "module", Base: py.ModuleType, Kind: py.KindModule, Flags: py.TypeNoSubclass | py.TypeNoInstance,
		Slots: py.Slots{SetAttr: setAttr},
		Members: []py.Member{
			{Name: "stdout", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return current(vm, v, false), nil }},
			{Name: "stderr", Get: func(vm *py.VM, v py.Value) (py.Value, error) { return current(vm, v, true), nil }},
			{Name: "modules", Get: reachable},
		},
	})
})

var streamNames = [2]*py.Str{py.Name("__stdout__"), py.Name("__stderr__")}

// current is the object that stands for a standard stream.
func current(vm *py.VM, v py.Value, stderr bool) py.Value {
	if r := vm.Redirected(stderr); !r.IsNone() {
		return r
	}
	if stderr {
		return v.Module().Dict.GetStr(streamNames[1])
	}
	return v.Module().Dict.GetStr(streamNames[0])
}

func setAttr(vm *py.VM, self py.Value, name *py.Str, v py.Value) error {
	m := self.Module()
	for i, stream := range [2]string{"stdout", "stderr"} {
		if name.S != stream || !v.Bound() {
			continue
		}
		if v == m.Dict.GetStr(streamNames[i]) {
			v = py.None
		}
		vm.SwapStream(i == 1, v)
		return nil
	}
	switch {
	case v.Bound():
		m.Dict.SetStr(name, v)
	case !m.Dict.DeleteStr(name).Bound():
		return py.Raise(py.AttributeError, "module 'sys' has no attribute '%s'", name.S)
	}
	return nil
}

// reachable are the modules made so far that the policy lets guest code have:
// a dict of its own, so that changing it changes nothing.
func reachable(vm *py.VM, v py.Value) (py.Value, error) {
	d := vm.NewDict()
	for k, m := range vm.Modules.All() {
		if m.Module() != nil && vm.MayReach(m) {
			if err := d.Set(vm, k, m); err != nil {
				return py.Value{}, err
			}
		}
	}
	return d.Value(), nil
}

// info makes one of the tuples that describe the interpreter.
func info(name string, fields []string, values ...py.Value) py.Value {
	return structseq.New(structseq.Options{Module: "sys", Name: name, Fields: fields, NoNew: true}).Static(values...)
}

func text(s string) py.Value { return py.Of(&py.Name(s).Object) }

// infos are the same for all machines.
var infos = sync.OnceValue(func() map[string]py.Value {
	ints := func(n ...int64) []py.Value {
		out := make([]py.Value, len(n))
		for i, x := range n {
			out[i] = py.Int(x)
		}
		return out
	}
	return map[string]py.Value{
		"version_info": info("version_info", []string{"major", "minor", "micro", "releaselevel", "serial"},
			py.Int(3), py.Int(12), py.Int(1), text("final"), py.Int(0)),
		"float_info": info("float_info", []string{"max", "max_exp", "max_10_exp", "min", "min_exp", "min_10_exp", "dig", "mant_dig", "epsilon", "radix", "rounds"},
			py.Float(math.MaxFloat64), py.Int(1024), py.Int(308), py.Float(0x1p-1022), py.Int(-1021), py.Int(-307), py.Int(15), py.Int(53), py.Float(0x1p-52), py.Int(2), py.Int(1)),
		"int_info": info("int_info", []string{"bits_per_digit", "sizeof_digit", "default_max_str_digits", "str_digits_check_threshold"}, ints(30, 4, 4300, 640)...),
		"hash_info": info("hash_info", []string{"width", "modulus", "inf", "nan", "imag", "algorithm", "hash_bits", "seed_bits", "cutoff"},
			append(append(ints(64, 1<<61-1, 314159, 0, 1000003), text("siphash13")), ints(64, 128, 0)...)...),
		"thread_info": info("thread_info", []string{"name", "lock", "version"}, text("pthread"), text("semaphore"), py.None),
		"flags": info("flags", []string{"debug", "inspect", "interactive", "optimize", "dont_write_bytecode", "no_user_site", "no_site", "ignore_environment",
			"verbose", "bytes_warning", "quiet", "hash_randomization", "isolated", "dev_mode", "utf8_mode", "warn_default_encoding", "safe_path", "int_max_str_digits"},
			append(append(ints(0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 1), py.False), append(append(ints(1, 0), py.True), py.Int(4300))...)...),
	}
})

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("sys", "This module provides access to some objects used or maintained by the\ninterpreter and to functions that interact strongly with the interpreter.")
	vm.NewObject(&m.Object, module(), 0)
	for name, v := range infos() {
		m.Set(name, v)
	}
	for i, name := range []string{"stdout", "stderr"} {
		m.Set("__"+name+"__", newStream(vm, "<"+name+">", i == 1))
	}
	texts := map[string]string{
		"version": version, "platform": "linux", "byteorder": "little", "platlibdir": "lib", "float_repr_style": "short",
		"executable": "", "prefix": "", "exec_prefix": "", "base_prefix": "", "base_exec_prefix": "", "abiflags": "",
		"copyright": "Copyright (c) 2001-2023 Python Software Foundation.\nAll Rights Reserved.",
	}
	for name, s := range texts {
		m.Set(name, vm.NewString(s))
	}
	for name, n := range map[string]int64{"maxsize": math.MaxInt64, "maxunicode": 0x10FFFF, "hexversion": 0x030C01F0, "api_version": 1013} {
		m.Set(name, py.Int(n))
	}
	m.Set("dont_write_bytecode", py.True)
	m.Set("pycache_prefix", py.None)
	m.Set("argv", vm.NewList([]py.Value{vm.NewString("")}))
	m.Set("orig_argv", vm.NewList([]py.Value{vm.NewString("")}))
	for _, name := range []string{"path", "meta_path", "path_hooks", "warnoptions"} {
		m.Set(name, vm.NewList(nil))
	}
	m.Set("path_importer_cache", vm.NewDict().Value())
	m.Set("_xoptions", vm.NewDict().Value())
	var names []py.Value
	for _, name := range py.StdlibNames() {
		names = append(names, vm.NewString(name))
	}
	list, err := vm.NewFrozenSet(names)
	if err != nil {
		return nil, err
	}
	m.Set("stdlib_module_names", list)
	m.Set("builtin_module_names", vm.NewTupleOf(text("builtins"), text("sys"), text("time")))
	m.Add(functions()...)
	return m, describe(vm, m)
}

// describe adds what is made of other modules: implementation and stdin.
func describe(vm *py.VM, m *py.Module) error {
	_, types, err := vm.Import("types")
	if err != nil {
		return err
	}
	names := []py.Value{text("name"), text("cache_tag"), text("version"), text("hexversion")}
	vals := []py.Value{text("cpython"), text("cpython-312"), infos()["version_info"], py.Int(0x030C01F0)}
	impl, err := vm.CallKw(types.Dict.GetStr(py.Name("SimpleNamespace")), nil, py.Kwargs{Names: names, Vals: vals})
	if err != nil {
		return err
	}
	m.Set("implementation", impl)
	_, io, err := vm.Import("io")
	if err != nil {
		return err
	}
	stdin, err := vm.Call(io.Dict.GetStr(py.Name("StringIO")))
	if err != nil {
		return err
	}
	m.Set("stdin", stdin)
	m.Set("__stdin__", stdin)
	return nil
}
