// Package policy decides what guest code may reach: imports, dunder
// attributes, module-level names that stand for tools, and the built-ins that
// are withheld. The machine asks it at a few named points (py.Policy); guest
// code has no way to it.
package policy

import (
	"fmt"
	"sort"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// DefaultModules may be imported without authorisation.
var DefaultModules = []string{
	"collections", "datetime", "itertools", "math", "queue", "random", "re", "stat", "statistics", "time", "unicodedata",
}

// Config is what the operator allows.
type Config struct {
	// Modules are the authorised modules besides DefaultModules; "*" at any
	// level admits everything below it.
	Modules []string
	// Dunders are the names of dunder attributes that may be used in any way;
	// "*" admits all.
	Dunders []string
	// StrictDunder withholds the harmless texts too (__name__, __doc__, ...).
	StrictDunder bool
	// Functions are the withheld built-ins that are allowed (eval, exec,
	// compile, globals, locals); "*" admits all of them.
	Functions []string
}

// Policy implements py.Policy.
type Policy struct {
	cfg     Config
	list    string // the authorised modules as Python shows a list
	names   []string
	tree    *node
	dunders map[string]bool
	tools   map[string]bool
}

// node is one level of the tree of authorised dotted names.
type node struct{ next map[string]*node }

// New makes a policy.
func New(cfg Config) *Policy {
	p := &Policy{cfg: cfg, tree: &node{}, dunders: map[string]bool{}, tools: map[string]bool{}}
	seen := map[string]bool{}
	for _, m := range append(append([]string(nil), DefaultModules...), cfg.Modules...) {
		if seen[m] || m == "" {
			continue
		}
		seen[m] = true
		p.names = append(p.names, m)
		p.tree.add(strings.Split(m, "."))
	}
	sort.Strings(p.names)
	quoted := make([]string, len(p.names))
	for i, m := range p.names {
		quoted[i] = "'" + m + "'"
	}
	p.list = "[" + strings.Join(quoted, ", ") + "]"
	for _, d := range cfg.Dunders {
		p.dunders[d] = true
	}
	return p
}

func (n *node) add(parts []string) {
	for _, part := range parts {
		if n.next == nil {
			n.next = map[string]*node{}
		}
		if n.next[part] == nil {
			n.next[part] = &node{}
		}
		n = n.next[part]
	}
}

// Modules are the authorised modules, sorted.
func (p *Policy) Modules() []string { return p.names }

// SetTools tells which names are tools, which module-level code can't bind.
func (p *Policy) SetTools(names []string) {
	clear(p.tools)
	for _, n := range names {
		p.tools[n] = true
	}
}

// Authorized reports whether a dotted module path may be imported: each part
// must be in the tree of authorised names.
func (p *Policy) Authorized(path string) bool {
	n := p.tree
	for part := range strings.SplitSeq(path, ".") {
		if n.next["*"] != nil {
			return true
		}
		if n = n.next[part]; n == nil {
			return false
		}
	}
	return true
}

// Import implements py.Policy.
func (p *Policy) Import(vm *py.VM, name string, fromlist bool) error {
	if name == "__future__" || p.Authorized(name) {
		return nil
	}
	what := "Import of "
	if fromlist {
		what = "Import from "
	}
	return py.ImportFailure(py.ImportRefused, fmt.Sprintf("%s%s is not allowed. Authorized imports are: %s", what, name, p.list), name)
}

// readable are the dunder attributes whose value gives nothing away.
var readable = map[string]bool{
	"__name__": true, "__qualname__": true, "__doc__": true, "__module__": true, "__class__": true,
}

// callable are the dunder methods that guest code may call by name.
var callable = map[string]bool{"__init__": true, "__str__": true, "__repr__": true}

// Attr implements py.Policy.
func (p *Policy) Attr(vm *py.VM, obj py.Value, name string, access py.Access) error {
	if p.dunders["*"] || p.dunders[name] {
		return nil
	}
	if access == py.AccessCall && (!readable[name] || p.cfg.StrictDunder) {
		if callable[name] {
			return nil
		}
		return py.Raise(py.InterpreterError, "Forbidden call to dunder function: %s", name)
	}
	if (access == py.AccessRead || access == py.AccessCall) && readable[name] && !p.cfg.StrictDunder {
		return nil
	}
	return py.Raise(py.InterpreterError, "Forbidden access to dunder attribute: %s", name)
}

// Bind implements py.Policy. Nothing binds a tool anew; base functions that are
// built-ins of Python can't be assigned to either, but def, class and import
// may take their names. The names that Airlock predefines on top are free.
func (p *Policy) Bind(vm *py.VM, name string, how code.Binding) error {
	if p.tools[name] || how == code.BindStore && protected[name] {
		return py.Raise(py.InterpreterError, "Cannot assign to name '%s': doing this would erase the existing tool!", name)
	}
	return nil
}

// protected are the reference's base functions that are built-ins of Python.
var protected = setOf("print isinstance range float int bool str set list dict tuple round len sum max min abs enumerate " +
	"zip reversed sorted all any map filter ord chr next iter divmod callable getattr hasattr setattr issubclass type complex pow")

func setOf(words string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(words) {
		m[w] = true
	}
	return m
}

// withheld are the built-ins of Python that are not there unless allowed.
var withheld = setOf("open eval exec compile __import__ input globals locals breakpoint exit quit help license copyright credits")

// dangerous are the functions that must not be reached through any module.
var dangerous = map[string]map[string]bool{
	"builtins": setOf("compile eval exec globals locals __import__"),
	"os":       setOf("popen system"),
	"posix":    setOf("system"),
}

// AllowsFunction reports whether a withheld built-in is allowed.
func (p *Policy) AllowsFunction(name string) bool {
	for _, f := range p.cfg.Functions {
		if f == "*" || f == name {
			return true
		}
	}
	return false
}

// MissingName implements py.Policy.
func (p *Policy) MissingName(vm *py.VM, name string) error {
	if !withheld[name] {
		return nil
	}
	return py.Raise(py.InterpreterError, "Forbidden function evaluation: '%s' is not among the explicitly allowed tools or defined/imported in the preceding code", name)
}

// Value implements py.Policy: a module that guest code got hold of must be
// authorised.
func (p *Policy) Value(vm *py.VM, v py.Value) error {
	m := v.Module()
	if m == nil || m.Name == "__main__" || p.Authorized(m.Name) {
		return nil
	}
	return forbiddenModule(m.Name)
}

func forbiddenModule(name string) error {
	return py.Raise(py.InterpreterError, "Forbidden access to module: %s", name)
}

// ModuleAttr implements py.Policy.
func (p *Policy) ModuleAttr(vm *py.VM, module, name string) (string, error) {
	if dangerous[module][name] {
		return "", py.Raise(py.InterpreterError, "Forbidden access to function: %s", name)
	}
	target := reaches[module][name]
	if target == "" {
		return "", nil
	}
	if !p.Authorized(target) {
		return "", forbiddenModule(target)
	}
	return target, nil
}
