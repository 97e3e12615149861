// Package pymod holds the modules of the standard library that are written in
// Python: where Go would bring neither speed nor safety. A module is compiled
// when guest code first imports it, so that they cost nothing at start-up.
package pymod

import (
	"embed"
	"fmt"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/compile"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

//go:embed lib/*.py
var lib embed.FS

// Loader gives the loader of a module whose source is lib/NAME.py (dots in the
// name as underscores). native functions and types that the source is to find
// in its namespace come first.
func Loader(name string, native func(vm *py.VM, m *py.Module) error) func(vm *py.VM) (*py.Module, error) {
	return func(vm *py.VM) (*py.Module, error) {
		m := vm.NewModule(name, "")
		if native != nil {
			if err := native(vm, m); err != nil {
				return nil, err
			}
		}
		// In sys.modules while its body runs, for imports that come back to it.
		key := vm.Intern(name)
		vm.Modules.SetStr(key, m.Value())
		if err := Exec(vm, m, strings.ReplaceAll(name, ".", "_")); err != nil {
			vm.Modules.DeleteStr(key)
			return nil, err
		}
		return m, nil
	}
}

// shown are the natives with private names that CPython's modules show too.
var shown = []string{"_clearcache", "_count_elements", "_heapify_max", "_heappop_max", "_heapreplace_max", "_tuplegetter"}

// shownFunctions are the same for functions written in Python. None of them
// acts on names that its caller chooses.
var shownFunctions = map[string][]string{
	"argparse":       {"_get_action_name"},
	"copyreg":        {"_reconstructor", "_reduce_ex"},
	"pickle":         {"_loads"},
	"_strptime":      {"_getlang", "_strptime", "_strptime_datetime", "_strptime_time"},
	"asyncio.events": {"_get_running_loop", "_set_running_loop"},
	"asyncio.tasks":  {"_enter_task", "_leave_task", "_register_task", "_release_waiter", "_swap_current_task", "_unregister_task"},
	"calendar":       {"_monthlen", "_nextmonth", "_prevmonth"},
	"colorsys":       {"_v"},
	"difflib":        {"_calculate_ratio", "_check_types", "_format_range_context", "_format_range_unified", "_keep_original_ws", "_mdiff"},
	"enum":           {"_dataclass_repr", "_high_bit", "_is_descriptor", "_is_dunder", "_is_private", "_is_single_bit", "_is_sunder"},
	"fractions":      {"_round_to_exponent", "_round_to_figures"},
	"functools":      {"_c3_merge", "_c3_mro", "_compose_mro", "_find_impl"},
	"ipaddress":      {"_count_righthand_zero_bits", "_find_address_range"},
	"logging":        {"_acquireLock", "_checkLevel", "_releaseLock", "_showwarning"},
	"pprint":         {"_recursion"},
	"statistics":     {"_convert"},
	"typing":         {"_generic_class_getitem", "_get_protocol_attrs", "_is_dunder", "_make_union", "_overload_dummy", "_type_check"},
	"urllib.parse": {
		"_coerce_args", "_splitattr", "_splithost", "_splitnport", "_splitpasswd", "_splitport", "_splitquery", "_splittag", "_splittype",
		"_splituser", "_splitvalue", "_to_bytes",
	},
}

// Exec runs lib/FILE.py in the namespace of a module, which alone finds the
// natives and functions with private names that are there. The limits of the
// guest's run hold for it as for any code.
func Exec(vm *py.VM, m *py.Module, file string) error {
	vm.HideNatives(m, shown)
	c, err := compiledModule("<frozen "+m.Name+">", file)
	if err != nil {
		return fmt.Errorf("module %s: %w", m.Name, err)
	}
	vm.KeepBuiltins(m, c.names)
	if err := vm.RunTrusted(c.code, m.Dict); err != nil {
		return err
	}
	vm.HideFunctions(m, shownFunctions[m.Name])
	return nil
}

// module is the code of a module, and the names that it binds globally.
type module struct {
	code  *code.Code
	names map[string]bool
}

// compiledModule is the code of lib/FILE.py.
func compiledModule(filename, file string) (*module, error) {
	if m, ok := compiled.Load(filename); ok {
		return m.(*module), nil
	}
	src, err := lib.ReadFile("lib/" + file + ".py")
	if err != nil {
		return nil, err
	}
	c, err := translate(string(src), filename)
	if err != nil {
		return nil, err
	}
	m := &module{c, py.GlobalNames(c)}
	compiled.Store(filename, m)
	return m, nil
}

// compiled has the code of the modules that some machine of the process
// imported, by file name. Code has no state: machines share it.
var compiled sync.Map

// Run runs source of the interpreter's own in a namespace.
func Run(vm *py.VM, src, filename string, namespace *py.Dict) error {
	c, err := translate(src, filename)
	if err != nil {
		return err
	}
	return vm.RunTrusted(c, namespace)
}

func translate(src, filename string) (*code.Code, error) {
	mod, err := parser.Parse(src, filename)
	if err != nil {
		return nil, err
	}
	table, err := symtable.Build(mod, filename, src, nil)
	if err != nil {
		return nil, err
	}
	return compile.Module(mod, table, compile.Options{Filename: filename})
}

// Raise makes the error of an exception class that a module defines in Python.
func Raise(vm *py.VM, module, class, text string) error {
	_, m, err := vm.Import(module)
	if err != nil {
		return err
	}
	v, err := vm.Call(m.Dict.GetStr(py.Name(class)), vm.NewString(text))
	if err != nil {
		return err
	}
	if e := v.Exception(); e != nil {
		return e
	}
	return py.TypeErrorf("exceptions must derive from BaseException")
}
