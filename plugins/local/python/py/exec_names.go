package py

import (
	"unicode/utf8"

	"github.com/airlockhq/airlock/plugins/local/python/code"
)

// loadGlobal is LoadGlobal where the cache does not help; it fills the cache.
func (vm *VM) loadGlobal(f *Frame, s *site) (Value, error) {
	g := f.Globals
	if g.typ != DictType {
		return vm.loadDictGlobal(f, s.name, g.Value()) // __getitem__ or __missing__ may decide
	}
	if v := vm.ownName(f, s.name); v.Bound() {
		s.dict, s.version, s.slot, s.kind = g, g.version, int32(vm.Builtins.version), siteBuiltin
		s.value = v
		return v, nil
	}
	if i := g.findStr(s.name); i >= 0 {
		s.dict, s.version, s.slot, s.kind = g, g.version, int32(i), siteGlobal
		return g.entries[i].val, nil
	}
	if b := g.GetStr(nameBuiltins); b.Bound() && !f.Code.trusted {
		return vm.ownBuiltin(b, s.name)
	}
	if v := vm.knownBuiltin(f, s.name); v.Bound() {
		s.dict, s.version, s.slot, s.kind = g, g.version, int32(vm.Builtins.version), siteBuiltin
		s.value = v
		return v, nil
	}
	return Value{}, vm.nameError(s.name)
}

var nameBuiltins = Name("__builtins__")

// builtin is a built-in name as the code of a frame sees it.
func (vm *VM) builtin(f *Frame, name *Str) (Value, error) {
	if b := f.Globals.GetStr(nameBuiltins); b.Bound() && !f.Code.trusted {
		return vm.ownBuiltin(b, name)
	}
	if v := vm.knownBuiltin(f, name); v.Bound() {
		return v, nil
	}
	return Value{}, vm.nameError(name)
}

// ownBuiltin is a name from the __builtins__ that the globals of eval or exec
// hold: a module or a mapping.
func (vm *VM) ownBuiltin(b Value, name *Str) (Value, error) {
	if m := b.Module(); m != nil {
		b = m.Dict.Value()
	}
	v, err := vm.fromMapping(b, name)
	if err == nil && !v.Bound() {
		return v, vm.nameError(name)
	}
	return v, err
}

// storeGlobal is StoreGlobal where the name is new or has moved.
func (vm *VM) storeGlobal(f *Frame, s *site, v Value, how code.Binding) error {
	g := f.Globals
	i := g.findStr(s.name)
	if i < 0 {
		if err := vm.mayBind(g, s.name, how); err != nil {
			return err
		}
		vm.charge(64)
		g.SetStr(s.name, v)
		i = g.findStr(s.name)
	}
	s.dict, s.version, s.slot, s.kind = g, g.version, int32(i), siteGlobal
	g.entries[i].val = v
	return nil
}

// mayBind asks the policy about a name that is new among the globals of
// __main__: names that it protects never get there.
func (vm *VM) mayBind(g *Dict, name *Str, how code.Binding) error {
	if vm.cfg.Policy == nil || g != vm.Main {
		return nil
	}
	return vm.cfg.Policy.Bind(vm, name.S, how)
}

func (vm *VM) delGlobal(g *Dict, name *Str) error {
	if !g.DeleteStr(name).Bound() {
		if err := vm.mayBind(g, name, code.BindStore); err != nil {
			return err
		}
		return vm.nameError(name)
	}
	return nil
}

// nameError is the error for a name that is nowhere to be found.
func (vm *VM) nameError(name *Str) error {
	if p := vm.guard(); p != nil {
		if err := p.MissingName(vm, name.S); err != nil {
			return err
		}
	}
	e := newNameError(NameError, "name '"+cutText(name.S, 200)+"' is not defined", name)
	if hint := vm.hintFor(name); hint != "" {
		e.fields().v[nameHint] = NewStr(hint)
	}
	return e
}

// cutText is at most n bytes of s, as C code formats it: a character that is
// cut in two counts as unreadable.
func cutText(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for i := n; i > n-utf8.UTFMax; i-- {
		if utf8.RuneStart(s[i]) {
			if i == n {
				return s[:n]
			}
			return s[:i] + "\ufffd"
		}
	}
	return s[:n]
}

func newNameError(t *Type, text string, name *Str) *Exception {
	e := NewException(t, text)
	e.fields().v[0] = Of(&name.Object)
	return e
}

func (vm *VM) unboundLocal(name *Str) error {
	return NewException(UnboundLocalError, "cannot access local variable '"+name.S+"' where it is not associated with a value")
}

func (vm *VM) emptyCell(name *Str, free uint8) error {
	if free == 0 {
		return vm.unboundLocal(name)
	}
	return newNameError(NameError, "cannot access free variable '"+name.S+"' where it is not associated with a value in enclosing scope", name)
}

// fromNamespace looks a name up in the frame's namespace mapping; unbound if
// it is not there.
func (vm *VM) fromNamespace(f *Frame, name *Str) (Value, error) {
	if !f.Locals.Bound() {
		return f.Globals.GetStr(name), nil
	}
	return vm.fromMapping(f.Locals, name)
}

func (vm *VM) loadName(f *Frame, s *site) (Value, error) {
	if f.Locals.Bound() {
		v, err := vm.fromNamespace(f, s.name)
		if err != nil || v.Bound() {
			return v, err
		}
	}
	return vm.globalName(f, s.name)
}

func (vm *VM) storeName(f *Frame, name *Str, v Value, how code.Binding) error {
	if !f.Locals.Bound() {
		if f.Globals.findStr(name) < 0 {
			if err := vm.mayBind(f.Globals, name, how); err != nil {
				return err
			}
		}
		f.Globals.SetStr(name, v)
		return nil
	}
	if d := f.Locals.Dict(); d != nil && d.typ == DictType {
		if d == vm.Main && d.findStr(name) < 0 { // exec and eval
			if err := vm.mayBind(d, name, how); err != nil {
				return err
			}
		}
		d.SetStr(name, v)
		return nil
	}
	return vm.SetItem(f.Locals, Of(&name.Object), v)
}

func (vm *VM) delName(f *Frame, name *Str) error {
	if !f.Locals.Bound() {
		return vm.delGlobal(f.Globals, name)
	}
	if d := f.Locals.Dict(); d != nil && d.typ == DictType {
		if d == vm.Main {
			return vm.delGlobal(d, name)
		}
		if !d.DeleteStr(name).Bound() {
			return vm.nameError(name)
		}
		return nil
	}
	err := vm.DelItem(f.Locals, Of(&name.Object))
	if err != nil && isException(err, KeyError) {
		return vm.nameError(name)
	}
	return err
}

func (vm *VM) loadClassCell(f *Frame, name *Str, c *Cell) (Value, error) {
	if f.Locals.Bound() {
		v, err := vm.fromNamespace(f, name)
		if err != nil || v.Bound() {
			return v, err
		}
	}
	if !c.V.Bound() {
		return Value{}, vm.emptyCell(name, 1)
	}
	return c.V, nil
}

// fromMapping is a name in a class body's namespace, for its annotation
// scopes; unbound if it is not there.
func (vm *VM) fromMapping(m Value, name *Str) (Value, error) {
	if d := m.Dict(); d != nil && d.typ == DictType {
		return d.GetStr(name), nil
	}
	v, err := vm.GetItem(m, Of(&name.Object))
	if err != nil && isException(err, KeyError) {
		return Value{}, nil
	}
	return v, err
}

func (vm *VM) loadDictGlobal(f *Frame, name *Str, m Value) (Value, error) {
	v, err := vm.fromMapping(m, name)
	if err != nil || v.Bound() {
		return v, err
	}
	return vm.globalName(f, name)
}

// globalName is a global or built-in as the code of a frame sees it.
func (vm *VM) globalName(f *Frame, name *Str) (Value, error) {
	if v := vm.ownName(f, name); v.Bound() {
		return v, nil
	}
	if v := f.Globals.GetStr(name); v.Bound() {
		return v, nil
	}
	return vm.builtin(f, name)
}

func (vm *VM) loadDictCell(name *Str, m Value, c *Cell) (Value, error) {
	v, err := vm.fromMapping(m, name)
	if err != nil || v.Bound() {
		return v, err
	}
	if !c.V.Bound() {
		return Value{}, vm.emptyCell(name, 1)
	}
	return c.V, nil
}

func (vm *VM) setupAnnotations(f *Frame) error {
	v, err := vm.fromNamespace(f, nameAnnotations)
	if err != nil || v.Bound() {
		return err
	}
	d := vm.NewDict().Value()
	if !f.Locals.Bound() {
		f.Globals.SetStr(nameAnnotations, d)
		return nil
	}
	return vm.storeName(f, nameAnnotations, d, code.BindStore)
}
