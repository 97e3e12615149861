package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

// access says how a name is reached from the current point.
type access uint8

const (
	viaVariable  access = iota // a variable of the frame
	viaGlobal                  // the globals, then the built-ins
	viaName                    // the namespace, the globals, the built-ins
	viaClassCell               // the namespace, then a cell
	viaDict                    // __classdict__, then the globals
	viaDictCell                // __classdict__, then a cell
)

// resolve finds a name: how it is reached, its variable if it has one, and its
// mangled form.
func (u *unit) resolve(name string) (access, *variable, string) {
	scope := u.currentScope()
	name = scope.Mangle(name)
	sym := scope.Lookup(name)
	if sym == nil {
		return u.outside(symtable.GlobalImplicit), nil, name
	}
	for i := len(u.inlined) - 1; i >= 0; i-- {
		if in := u.inlined[i]; in.scope == sym.Owner {
			if v := in.vars[name]; v != nil {
				return viaVariable, v, name
			}
		}
	}
	switch sym.Class {
	case symtable.Local:
		// A class body may bind a name that is also free in it, for its
		// methods: the name itself stands in the namespace.
		if v := u.vars[name]; v != nil && u.scope.Kind.FunctionLike() {
			return viaVariable, v, name
		}
	case symtable.Cell:
		return viaVariable, u.vars[name], name
	case symtable.Free:
		v := u.vars[name]
		switch {
		case u.scope.Kind == symtable.ClassScope:
			return viaClassCell, v, name
		case u.scope.SeesClass && name != "__classdict__":
			return viaDictCell, v, name
		}
		return viaVariable, v, name
	}
	return u.outside(sym.Class), nil, name
}

// outside is the way to a name that has no variable in the frame.
func (u *unit) outside(class symtable.Class) access {
	switch {
	case class == symtable.GlobalExplicit:
		return viaGlobal
	case u.scope.Kind == symtable.ClassScope, u.scope.Kind == symtable.ModuleScope && u.opts.UseNames:
		return viaName
	case u.scope.SeesClass && class == symtable.GlobalImplicit:
		return viaDict
	}
	return viaGlobal
}

// register gives the register of a name that stands in one, checked where it
// may be unbound.
func (u *unit) register(name string) (int, bool) {
	acc, v, _ := u.resolve(name)
	if acc != viaVariable || v.storage != inRegister {
		return 0, false
	}
	u.checkBound(v, v.reg)
	return v.reg, true
}

// checkBound emits the check that a use of a variable needs, if any; its value
// is in reg.
func (u *unit) checkBound(v *variable, reg int) {
	if u.flow.dead || u.flow.set.has(v.index) {
		return
	}
	v.checked = true
	u.emit(code.OpCheckLocal, reg, 0, 0, u.name(v.name))
	u.flow.set.add(v.index)
}

// loadName emits r[dst] = the value of a name.
func (u *unit) loadName(name string, dst int) {
	acc, v, name := u.resolve(name)
	switch acc {
	case viaVariable:
		u.loadVariable(v, dst)
	case viaGlobal:
		if r, ok := u.justStored(name); ok {
			u.move(dst, r)
			return
		}
		u.emit(code.OpLoadGlobal, dst, 0, 0, u.loadSite(name))
	case viaName:
		u.emit(code.OpLoadName, dst, 0, 0, u.loadSite(name))
	case viaClassCell:
		u.emit(code.OpLoadClassCell, dst, v.reg, 0, u.name(name))
	case viaDict:
		t := u.scratch(dst)
		u.loadName("__classdict__", t)
		u.emit(code.OpLoadDictGlobal, dst, t, 0, u.name(name))
	case viaDictCell:
		t := u.scratch(dst)
		u.loadName("__classdict__", t)
		u.emit(code.OpLoadDictCell, dst, t, v.reg, u.name(name))
	}
}

// justStored gives the register that a global was stored from by the
// instruction just before, which every way to this point has passed.
func (u *unit) justStored(name string) (int, bool) {
	last := len(u.instrs) - 1
	if u.flow.dead || last < 0 || u.lastLabel > last {
		return 0, false
	}
	in := u.instrs[last]
	return int(in.A), in.Op == code.OpStoreGlobal && u.co.Sites[in.D] == name
}

func (u *unit) loadVariable(v *variable, dst int) {
	switch v.storage {
	case inRegister:
		u.checkBound(v, v.reg)
		u.move(dst, v.reg)
	case inCell:
		u.emit(code.OpLoadCell, dst, v.reg, flag(v.free), u.name(v.name))
	case inFar:
		t := u.scratch(dst)
		u.emit(code.OpLoadFar, t, 0, 0, v.reg)
		u.checkBound(v, t)
		u.move(dst, t)
	}
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

// storeName emits the assignment of r[src] to a name.
func (u *unit) storeName(name string, src int) { u.bindName(name, src, code.BindStore) }

// bindName emits the binding of a name to r[src] by the given kind of
// statement.
func (u *unit) bindName(name string, src int, how code.Binding) {
	acc, v, name := u.resolve(name)
	switch acc {
	case viaVariable, viaClassCell, viaDictCell:
		switch v.storage {
		case inRegister:
			u.move(v.reg, src)
		case inCell:
			u.emit(code.OpStoreCell, v.reg, src, 0, 0)
		case inFar:
			u.emit(code.OpStoreFar, src, 0, 0, v.reg)
		}
		u.assigned(v)
	case viaGlobal, viaDict:
		u.emit(code.OpStoreGlobal, src, int(how), 0, u.storeSite(name))
	case viaName:
		u.emit(code.OpStoreName, src, int(how), 0, u.name(name))
	}
}

// assigned notes that a variable has a value now.
func (u *unit) assigned(v *variable) {
	if !u.flow.dead {
		u.flow.set.add(v.index)
	}
}

// deleteName emits del of a name.
func (u *unit) deleteName(name string) {
	acc, v, name := u.resolve(name)
	switch acc {
	case viaVariable, viaClassCell, viaDictCell:
		u.deleteVariable(v)
	case viaGlobal, viaDict:
		u.emit(code.OpDelGlobal, 0, 0, 0, u.name(name))
	case viaName:
		u.emit(code.OpDelName, 0, 0, 0, u.name(name))
	}
}

func (u *unit) deleteVariable(v *variable) {
	switch v.storage {
	case inRegister:
		u.emit(code.OpDelLocal, v.reg, 0, 0, u.name(v.name))
	case inCell:
		u.emit(code.OpDelCell, v.reg, 0, flag(v.free), u.name(v.name))
	case inFar:
		mark := u.top
		t := u.alloc()
		u.emit(code.OpLoadFar, t, 0, 0, v.reg)
		u.emit(code.OpDelLocal, t, 0, 0, u.name(v.name))
		u.emit(code.OpStoreFar, t, 0, 0, v.reg)
		u.top = mark
	}
	u.unbound(v)
}

// unbound notes that a variable has no value now.
func (u *unit) unbound(v *variable) {
	if u.flow.dead {
		return
	}
	u.flow.set.remove(v.index)
	for _, g := range u.guards {
		g.killed = append(g.killed, v.index)
	}
}

// target gives the register that an assignment to the expression may write
// directly: that of a plain local.
func (u *unit) targetRegister(target ast.Expr) (*variable, bool) {
	n, ok := target.(*ast.Name)
	if !ok {
		return nil, false
	}
	acc, v, _ := u.resolve(n.ID)
	if acc != viaVariable || v.storage != inRegister {
		return nil, false
	}
	return v, true
}
