// Package contextvars is Python's module contextvars.
package contextvars

import (
	"fmt"
	"sync"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Context is a contextvars.Context. Copies share their values until one of
// them changes.
type Context struct {
	py.Object
	values  *py.Dict
	shared  bool
	entered bool
	outer   py.Value // while it is entered: the context that runs otherwise
}

// variable is a contextvars.ContextVar.
type variable struct {
	py.Object
	name      *py.Str
	otherwise py.Value // the default; unbound if there is none
}

// token is a contextvars.Token.
type token struct {
	py.Object
	context *Context
	of      *variable
	old     py.Value // unbound if the variable had no value
	used    bool
}

// missing is the type of Token.MISSING.
type missing struct{ py.Object }

type types struct {
	context, variable, token *py.Type
	missing                  py.Value
}

// all are the types, made once a process.
var all func() *types

func init() { all = sync.OnceValue(makeTypes) }

// Load makes the module.
func Load(vm *py.VM) (*py.Module, error) {
	m := vm.NewModule("contextvars", "Context Variables")
	t := all()
	m.Set("Context", py.Of(&t.context.Object))
	m.Set("ContextVar", py.Of(&t.variable.Object))
	m.Set("Token", py.Of(&t.token.Object))
	m.Add(py.Func("copy_context", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) { return Current(vm).copy(vm), nil }))
	m.Set("__all__", vm.NewTupleOf(vm.NewString("Context"), vm.NewString("ContextVar"), vm.NewString("Token"), vm.NewString("copy_context")))
	return m, nil
}

// Current is the running context.
func Current(vm *py.VM) *Context {
	if v := vm.Context(); v.Bound() {
		return contextOf(v)
	}
	c := newContext(vm, vm.NewDict())
	vm.SetContext(py.Of(&c.Object))
	return c
}

func newContext(vm *py.VM, values *py.Dict) *Context {
	c := &Context{values: values}
	vm.NewObject(&c.Object, all().context, 96)
	return c
}

func (c *Context) copy(vm *py.VM) py.Value {
	c.shared = true
	d := newContext(vm, c.values)
	d.shared = true
	return py.Of(&d.Object)
}

// Get is the value of a variable; unbound if it has none in the context.
func (c *Context) Get(vm *py.VM, key py.Value) (py.Value, error) { return c.values.Get(vm, key) }

// Set sets a variable; an unbound v takes it out.
func (c *Context) Set(vm *py.VM, key, v py.Value) error {
	if c.shared {
		d := vm.NewDict()
		if err := vm.DictUpdate(d, c.values.Value()); err != nil {
			return err
		}
		c.values, c.shared = d, false
	}
	if !v.Bound() {
		_, err := c.values.Delete(vm, key)
		return err
	}
	return c.values.Set(vm, key, v)
}

// NewVar makes a variable.
func NewVar(vm *py.VM, name string) py.Value {
	v := &variable{name: py.Name(name)}
	vm.NewObject(&v.Object, all().variable, 96)
	return py.Of(&v.Object)
}

func (c *Context) run(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
	if len(args) == 0 {
		return py.Value{}, py.TypeErrorf("run() missing 1 required positional argument")
	}
	if c.entered {
		text, err := vm.Repr(py.Of(&c.Object))
		if err != nil {
			return py.Value{}, err
		}
		return py.Value{}, py.Raise(py.RuntimeError, "cannot enter context: %s is already entered", text)
	}
	outer := vm.Context()
	c.entered, c.outer = true, outer
	vm.SetContext(py.Of(&c.Object))
	v, err := vm.CallKw(args[0], args[1:], kw)
	vm.SetContext(outer)
	c.entered, c.outer = false, py.Value{}
	return v, err
}

func (v *variable) get(vm *py.VM, otherwise py.Value) (py.Value, error) {
	self := py.Of(&v.Object)
	if c := vm.Context(); c.Bound() {
		if x, err := Current(vm).Get(vm, self); err != nil || x.Bound() {
			return x, err
		}
	}
	if otherwise.Bound() {
		return otherwise, nil
	}
	if v.otherwise.Bound() {
		return v.otherwise, nil
	}
	e, err := vm.Call(py.Of(&py.LookupError.Object), self)
	if err != nil {
		return py.Value{}, err
	}
	return py.Value{}, e.Exception()
}

func (v *variable) set(vm *py.VM, x py.Value) (py.Value, error) {
	c := Current(vm)
	self := py.Of(&v.Object)
	old, err := c.Get(vm, self)
	if err != nil {
		return py.Value{}, err
	}
	if err := c.Set(vm, self, x); err != nil {
		return py.Value{}, err
	}
	t := &token{context: c, of: v, old: old}
	vm.NewObject(&t.Object, all().token, 96)
	return py.Of(&t.Object), nil
}

func (v *variable) reset(vm *py.VM, arg py.Value) error {
	t := py.As[token](arg, all().token)
	if t == nil {
		return refuse(vm, py.TypeError, "expected an instance of Token, got %s", arg)
	}
	switch {
	case t.used:
		return refuse(vm, py.RuntimeError, "%s has already been used once", arg)
	case t.of != v:
		return refuse(vm, py.ValueError, "%s was created by a different ContextVar", arg)
	case t.context != Current(vm):
		return refuse(vm, py.ValueError, "%s was created in a different Context", arg)
	}
	t.used = true
	return t.context.Set(vm, py.Of(&v.Object), t.old)
}

// refuse is an error whose text shows v; what v's own repr raises comes first.
func refuse(vm *py.VM, class *py.Type, format string, v py.Value) error {
	s, err := vm.Repr(v)
	if err != nil {
		return err
	}
	return py.Raise(class, format, s)
}

func reprVar(vm *py.VM, self py.Value) (py.Value, error) {
	v := py.As[variable](self, all().variable)
	return vm.ReprContainer(self, "...", func(text func(string), value func(py.Value) error) error {
		name, err := vm.Repr(py.Of(&v.name.Object))
		if err != nil {
			return err
		}
		text("<ContextVar name=" + name)
		if v.otherwise.Bound() {
			text(" default=")
			if err := value(v.otherwise); err != nil {
				return err
			}
		}
		text(fmt.Sprintf(" at %#x>", vm.ID(self)))
		return nil
	})
}

func reprToken(vm *py.VM, self py.Value) (py.Value, error) {
	t := py.As[token](self, all().token)
	used := ""
	if t.used {
		used = " used"
	}
	of, err := vm.Repr(py.Of(&t.of.Object))
	return vm.NewString(fmt.Sprintf("<Token%s var=%s at %#x>", used, of, vm.ID(self))), err
}
