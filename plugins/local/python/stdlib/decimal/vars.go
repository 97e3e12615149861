package decimal

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/pymod"
)

// vars ties the current context to the contextvars.Context that is running, so
// that each asyncio task has its own. It is empty while the module contextvars
// isn't loaded.
type vars struct {
	module *py.Module
	key    py.Value // the ContextVar
	owner  py.Value // the contextvars.Context that module.current belongs to
}

var nameCurrent, nameValues = py.Name("_current"), py.Name("_values")

func (v *vars) visit(f func(py.Value)) {
	if v.module != nil {
		f(v.module.Value())
		f(v.key)
		f(v.owner)
	}
}

// LoadContextVars makes the module contextvars.
func LoadContextVars(vm *py.VM) (*py.Module, error) {
	m, err := pymod.Loader("contextvars", nil)(vm)
	if err != nil {
		return nil, err
	}
	if s := loaded(vm); s != nil {
		return m, s.follow(vm, m)
	}
	return m, nil
}

// loaded is the machine's state of the module, or nil if it isn't loaded.
func loaded(vm *py.VM) *module {
	typesOnce.Do(makeTypes)
	state := vm.State(stateKey)
	if !state.Bound() {
		return nil
	}
	return py.As[module](state, moduleType)
}

// follow makes the current context a context variable.
func (s *module) follow(vm *py.VM, m *py.Module) error {
	key, err := vm.Call(m.Dict.GetStr(py.Name("ContextVar")), py.NewStr("decimal_context"))
	if err != nil {
		return err
	}
	s.vars = vars{module: m, key: key, owner: m.Dict.GetStr(nameCurrent)}
	return s.setCurrent(vm, s.current)
}

// values are the values of the variables in the contextvars.Context that owns
// the current context.
func (s *module) values(vm *py.VM) (*py.Dict, error) {
	v, err := vm.GetAttr(s.vars.owner, nameValues)
	return v.Dict(), err
}

// setCurrent makes c the current context.
func (s *module) setCurrent(vm *py.VM, c *context) error {
	s.current = c
	if s.vars.module == nil {
		return nil
	}
	s.vars.owner = s.vars.module.Dict.GetStr(nameCurrent)
	d, err := s.values(vm)
	if err != nil || d == nil {
		return err
	}
	return d.Set(vm, s.vars.key, py.Of(&c.Object))
}

// current is the current context.
func current(vm *py.VM) *context {
	s := stateOf(vm)
	if s.vars.module == nil {
		return s.current
	}
	if running := s.vars.module.Dict.GetStr(nameCurrent); running.Bound() && running != s.vars.owner {
		s.enter(vm, running)
	}
	return s.current
}

// enter makes the decimal context of a contextvars.Context the current one. One
// that has none yet gets a new one.
func (s *module) enter(vm *py.VM, running py.Value) {
	s.vars.owner = running
	var c *context
	if d, err := s.values(vm); err == nil && d != nil {
		if v, err := d.Get(vm, s.vars.key); err == nil && v.Bound() {
			c = contextOf(v)
		}
	}
	if c == nil {
		t := s.templates[0]
		c = newContext(vm, t.settings, t.traps)
	}
	// It fails for want of memory alone, which the next allocation reports.
	_ = s.setCurrent(vm, c)
}
