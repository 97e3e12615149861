package decimal

import (
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib/contextvars"
)

// vars ties the current context to the contextvars.Context that is running, so
// that each asyncio task and each thread has its own.
type vars struct {
	key   py.Value // the ContextVar
	owner py.Value // the contextvars.Context that module.current belongs to
}

func (v *vars) visit(f func(py.Value)) {
	f(v.key)
	f(v.owner)
}

// setCurrent makes c the current context.
func (s *module) setCurrent(vm *py.VM, c *context) error {
	running := contextvars.Current(vm)
	s.current, s.vars.owner = c, py.Of(&running.Object)
	return running.Set(vm, s.vars.key, py.Of(&c.Object))
}

// current is the current context.
func current(vm *py.VM) *context {
	s := stateOf(vm)
	if vm.Context() != s.vars.owner {
		s.enter(vm)
	}
	return s.current
}

// enter makes the decimal context of the running contextvars.Context the
// current one. One that has none yet gets a new one.
func (s *module) enter(vm *py.VM) {
	running := contextvars.Current(vm)
	s.vars.owner = py.Of(&running.Object)
	if v, err := running.Get(vm, s.vars.key); err == nil && v.Bound() {
		s.current = contextOf(v)
		return
	}
	t := s.templates[0]
	// It fails for want of memory alone, which the next allocation reports.
	_ = s.setCurrent(vm, newContext(vm, t.settings, t.traps))
}
