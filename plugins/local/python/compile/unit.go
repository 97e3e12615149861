package compile

import (
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

// unit compiles one code object.
type unit struct {
	*compiler
	parent *unit
	scope  *symtable.Scope
	args   *ast.Arguments
	co     *code.Code

	// vars are the variables of the scope that live in this frame; inlined
	// are the comprehensions being compiled in place, outermost first, with
	// theirs.
	vars     map[string]*variable
	numVars  int
	classes  map[string]*variable // a class body's own cells: __class__, __classdict__
	inlined  []*inlined
	maxLocal int // how many locals may stand in registers

	instrs []code.Instr // D of a jump is an index into labels
	spans  []code.Pos
	labels []*label
	// lastLabel is where the last label was bound.
	lastLabel int
	consts    map[string]int32
	names     map[string]int32
	loads     map[string]int32 // sites of LoadGlobal and LoadName by name
	stores    map[string]int32 // sites of StoreGlobal by name

	pos    ast.Span // of the node being compiled
	flow   flow
	region *region
	blocks []*block
	guards []*guard // open protected ranges, outermost first

	firstTemp int // registers from here on are temporaries
	top       int // first free temporary
	maxTop    int

	// isAsyncGen: yield wraps its value for an asynchronous generator.
	isAsyncGen bool
	// capture is the register that collects the module's result while the
	// last statement is compiled, or -1.
	capture int
}

// inlined is a comprehension whose code runs in this unit's frame.
type inlined struct {
	scope *symtable.Scope
	vars  map[string]*variable
}

// storage says how a variable is kept.
type storage uint8

const (
	inRegister storage = iota
	inCell             // the register holds a cell
	inFar              // beyond the window
)

// variable is a name whose value lives in the frame.
type variable struct {
	name    string
	storage storage
	reg     int // register, or index of the far local
	free    bool
	index   int // in flow sets
	checked bool
}

func newUnit(c *compiler, parent *unit, scope *symtable.Scope, args *ast.Arguments, name string, maxLocal int) *unit {
	c.Step(unitSize)
	u := &unit{
		compiler: c, parent: parent, scope: scope, args: args, maxLocal: maxLocal,
		vars:    map[string]*variable{},
		classes: map[string]*variable{},
		consts:  map[string]int32{},
		names:   map[string]int32{},
		loads:   map[string]int32{},
		stores:  map[string]int32{},
		capture: -1,
		co: &code.Code{
			Name: name, QualName: scope.QualName, Filename: c.opts.Filename, Source: c.opts.Source, FirstLine: 1,
		},
	}
	if u.co.QualName == "" {
		u.co.QualName = name
	}
	u.region = &region{instr: -1}
	u.setFlags()
	u.layout()
	return u
}

func (u *unit) setFlags() {
	s, co := u.scope, u.co
	switch s.Kind {
	case symtable.ModuleScope:
		co.Flags |= code.FlagModule
	case symtable.ClassScope:
		co.Flags |= code.FlagClass
	}
	if s.Nested {
		co.Flags |= code.FlagNested
	}
	if u.table.Features.Annotations {
		co.Flags |= code.FlagFutureAnnotations
	}
	switch {
	case s.Generator && s.Coroutine:
		co.Flags |= code.FlagAsyncGenerator
		u.isAsyncGen = true
	case s.Generator:
		co.Flags |= code.FlagGenerator
	case s.Coroutine:
		co.Flags |= code.FlagCoroutine
	}
	if a := u.args; a != nil {
		co.NumPosOnly = len(a.PosOnlyArgs)
		co.NumPos = len(a.PosOnlyArgs) + len(a.Args)
		co.NumKwOnly = len(a.KwOnlyArgs)
		if a.VarArg != nil {
			co.Flags |= code.FlagVarArgs
		}
		if a.KwArg != nil {
			co.Flags |= code.FlagVarKeywords
		}
	} else if s.Kind.FunctionLike() {
		co.NumPos = s.NumParams
	}
}

// layout places the scope's variables: locals, cells, free variables, then the
// temporaries; and emits the prologue that makes the cells.
func (u *unit) layout() {
	s := u.scope
	params, locals := s.Locals[:s.NumParams], s.Locals[s.NumParams:]
	if s.Kind == symtable.TypeParamsScope {
		params, locals = hiddenParams(s.Node), typeParamNames(locals)
		u.co.NumPos = len(params)
	}
	if !s.Kind.FunctionLike() {
		params, locals = nil, nil
	}
	wide := len(params) > maxParams
	for _, name := range params {
		v := u.newVariable(name, inFar, u.co.NumFar)
		if wide {
			u.addFar(v)
		} else {
			v = u.newLocal(name)
		}
		u.flow.set.add(v.index)
		if sym := s.Lookup(name); sym != nil && sym.Class == symtable.Cell {
			if wide {
				u.farCell(v)
			}
			v.storage = inCell
		}
	}
	for _, name := range locals {
		if u.top < u.maxLocal && !wide {
			u.newLocal(name)
			continue
		}
		u.addFar(u.newVariable(name, inFar, u.co.NumFar))
	}
	for _, name := range s.Cells {
		v := u.vars[name]
		if v == nil {
			v = u.newVariable(name, inCell, u.alloc())
			if s.Kind == symtable.ClassScope {
				// Apart from the variables: __class__ in a class body
				// means that of a class around it.
				u.classes[name] = v
			} else {
				u.vars[name] = v
			}
			u.emit(code.OpNewCell, v.reg, 0, 0, 0)
		} else if !wide {
			u.emit(code.OpMakeCell, v.reg, 0, 0, 0)
		}
		u.co.CellRegs = append(u.co.CellRegs, uint8(v.reg))
		u.co.CellNames = append(u.co.CellNames, name)
	}
	u.co.FirstFree = u.top
	for _, name := range s.Frees {
		v := u.newVariable(name, inCell, u.alloc())
		v.free = true
		u.vars[name] = v
		u.co.FreeNames = append(u.co.FreeNames, name)
	}
	u.firstTemp = u.top
}

// maxParams is how many parameters may stand in registers.
const maxParams = 180

// addFar gives a variable its place beyond the window.
func (u *unit) addFar(v *variable) {
	u.vars[v.name] = v
	u.co.FarNames = append(u.co.FarNames, v.name)
	u.co.NumFar++
}

// farCell emits the making of the cell of a parameter beyond the window, which
// then stands in a register and in the parameter's place.
func (u *unit) farCell(v *variable) {
	far := v.reg
	v.reg = u.alloc()
	u.emit(code.OpLoadFar, v.reg, 0, 0, far)
	u.emit(code.OpMakeCell, v.reg, 0, 0, 0)
	u.emit(code.OpStoreFar, v.reg, 0, 0, far)
}

// newLocal gives a local the next register.
func (u *unit) newLocal(name string) *variable {
	v := u.newVariable(name, inRegister, u.alloc())
	u.co.Locals = append(u.co.Locals, name)
	u.vars[name] = v
	return v
}

func (u *unit) newVariable(name string, st storage, reg int) *variable {
	v := &variable{name: name, storage: st, reg: reg, index: u.numVars}
	u.numVars++
	return v
}

// currentScope is the scope that names are resolved in: that of the innermost
// comprehension compiled in place, or the unit's own.
func (u *unit) currentScope() *symtable.Scope {
	if n := len(u.inlined); n > 0 {
		return u.inlined[n-1].scope
	}
	return u.scope
}

// alloc takes the next temporary.
func (u *unit) alloc() int { return u.allocN(1) }

// allocN takes n adjacent temporaries and returns the first.
func (u *unit) allocN(n int) int {
	r := u.top
	u.top += n
	if u.top > 255 {
		panic(outOfRegisters{u.pos})
	}
	u.maxTop = max(u.maxTop, u.top)
	return r
}

// isScratch reports whether a destination is a temporary, which may be written
// before the expression is complete.
func (u *unit) isScratch(dst int) bool { return dst >= u.firstTemp }

// scratch gives a temporary for a step towards dst: dst itself if it is one.
func (u *unit) scratch(dst int) int {
	if u.isScratch(dst) {
		return dst
	}
	return u.alloc()
}

// base gives the first register of a window at the top of the temporaries for
// an expression whose value goes to dst.
func (u *unit) base(dst int) int {
	if u.isScratch(dst) && dst == u.top-1 {
		return dst
	}
	return u.alloc()
}

// at sets the source place of the instructions that follow and returns the
// place before.
func (u *unit) at(n ast.Positioned) ast.Span {
	old := u.pos
	u.pos = *n.Pos()
	return old
}
