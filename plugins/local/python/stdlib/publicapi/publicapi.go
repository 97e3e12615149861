// Package publicapi knows the public names of CPython's standard library, and
// tells which of them the interpreter's modules lack.
package publicapi

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib"
)

//go:generate sh -c "python3.12 -I -S generate.py > names.txt"

//go:embed names.txt
var names string

// Module is what is public of one of CPython's modules.
type Module struct {
	Name  string
	Names []string // "f", and "C.f" for what the instances of a class C have
}

// Modules reads the table. It has the modules that can do their work without
// the world outside of the interpreter.
func Modules() []Module {
	var all []Module
	for line := range strings.Lines(names) {
		head, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		class, isClass := strings.CutPrefix(head, ".")
		switch {
		case head == "#":
		case isClass:
			m := &all[len(all)-1]
			for _, name := range strings.Fields(rest) {
				m.Names = append(m.Names, class+"."+name)
			}
		default:
			all = append(all, Module{Name: head, Names: strings.Fields(rest)})
		}
	}
	return all
}

// Exists reports whether the interpreter has the module.
func (m *Module) Exists() bool { return m.Name == "builtins" || stdlib.Exists(m.Name) }

// Missing lists the names that the module lacks on a machine; of a class that
// is missing only the class.
func (m *Module) Missing(vm *py.VM) ([]string, error) {
	var missing []string
	namespace := vm.Builtins
	if m.Name != "builtins" {
		_, mod, err := vm.Import(m.Name)
		if err != nil {
			return nil, fmt.Errorf("module %s: %w", m.Name, err)
		}
		namespace = mod.Dict
	}
	for _, name := range m.Names {
		first, member, isMember := strings.Cut(name, ".")
		v := namespace.GetStr(py.Name(first))
		switch {
		case isMember && v.Bound():
			if !hasMember(v.AsType(), member) {
				missing = append(missing, name)
			}
		case !isMember && !v.Bound():
			missing = append(missing, name)
		}
	}
	return missing, nil
}

// hasMember reports whether a class or one of its bases defines a name.
func hasMember(t *py.Type, name string) bool {
	return t != nil && slices.ContainsFunc(t.MRO, func(c *py.Type) bool { return c.Dict.GetStr(py.Name(name)).Bound() })
}
