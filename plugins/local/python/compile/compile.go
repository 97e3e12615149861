// Package compile turns the syntax tree of a Python program into register code
// (package code).
//
// One unit compiles one code object: it walks the statements once, in
// evaluation order, and emits instructions as it goes. While it emits it knows
// three things about the current point of the program: whether it can be
// reached at all, which locals are surely assigned there (so that a local can
// be an operand without a check), and how many operations have run since the
// block was entered (see cost.go). Jumps carry that knowledge to their labels.
//
// Locals live in registers and are operands where they stand. Temporaries are
// handed out like a stack above them.
package compile

import (
	"errors"
	"fmt"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// Options say how to compile a source.
type Options struct {
	// Filename goes into every Code; "<string>" if empty.
	Filename string
	// Source goes into every Code.
	Source string
	// UseNames compiles module code for a namespace that is not the globals
	// (exec with separate locals): top-level names are loaded and stored by
	// LoadName and StoreName.
	UseNames bool
	// CaptureResult makes a module return the value of its last top-level
	// statement: of an expression, an assignment, a def or class; for an if
	// or for the last value in its body that is not None.
	CaptureResult bool
	// Verify checks every Code that is made.
	Verify bool
	// Budget bounds the time and memory that compiling takes.
	Budget token.Budget

	display bool // the values of expression statements are shown
}

// Error is a program that can't be compiled, because one of its expressions is
// nested too deeply or one of its functions is too large for the registers of
// a frame. (What CPython rejects has been rejected by the symbol table.)
type Error struct {
	Msg string
	Pos ast.Span
}

// Error is the message with its line.
func (e *Error) Error() string { return fmt.Sprintf("%s (line %d)", e.Msg, e.Pos.Line) }

// Module compiles a whole source. The table is the one that symtable.Build made
// of the same tree. A program that is too complex gives an *Error;
// the other error is that of the budget.
func Module(mod *ast.Module, table *symtable.Table, opts Options) (*code.Code, error) {
	return compileTop(table, opts, mod, func(u *unit) { u.module(mod.Body) })
}

// Interactive compiles the statements typed at a prompt like a module.
func Interactive(mod *ast.Interactive, table *symtable.Table, opts Options) (*code.Code, error) {
	opts.display = true
	return compileTop(table, opts, mod, func(u *unit) { u.module(mod.Body) })
}

// Expression compiles the source of eval: the code returns the expression's
// value.
func Expression(e *ast.Expression, table *symtable.Table, opts Options) (*code.Code, error) {
	return compileTop(table, opts, e, func(u *unit) {
		u.at(e.Body)
		u.emit(code.OpReturn, u.operand(e.Body), 0, 0, 0)
	})
}

func compileTop(table *symtable.Table, opts Options, node ast.Node, body func(*unit)) (co *code.Code, err error) {
	if opts.Filename == "" {
		opts.Filename = "<string>"
	}
	defer token.Catch(&err)
	c := &compiler{Meter: token.Meter{Budget: opts.Budget}, table: table, opts: opts, folded: map[ast.Expr]folded{}, work: maxWork}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*Error)
			if !ok {
				panic(r)
			}
			co, err = nil, e
		}
	}()
	scope := table.Of(node)
	if scope == nil {
		return nil, errors.New("compile: the symbol table is not that of the tree: build it from the same module")
	}
	co = c.compile(nil, scope, nil, "<module>", body)
	if opts.Verify {
		if err := code.Verify(co); err != nil {
			return nil, fmt.Errorf("compile %q: %w", opts.Filename, err)
		}
	}
	return co, nil
}

// compiler is what the units of one source share.
type compiler struct {
	token.Meter
	table  *symtable.Table
	opts   Options
	folded map[ast.Expr]folded
	work   int // what compiling may still cost, see spend
}

// maxWork bounds the work on one source. Some sources take time out of
// proportion to their size: a finally body is compiled for every way out, so
// nested ones double at each level. The bound is worth two million
// instructions.
const (
	maxWork   = 32 << 20
	instrWork = 16 // of an instruction or statement; a look at a node is 1
)

// What compiling takes in bytes, roughly: an instruction with its place, before
// and after assembly; a constant or folded expression with its place in the map;
// a unit.
const (
	instrSize = 56
	constSize = 128
	unitSize  = 1536
)

// spend counts work and rejects the program when there was too much.
func (u *unit) spend(n int) {
	u.Step(0)
	if u.work -= n; u.work < 0 {
		panic(&Error{Msg: "program is too complex to compile; split it into smaller parts", Pos: u.pos})
	}
}

// localLimits are the numbers of locals that may stand in registers, tried in
// turn: the rest goes to the far locals, to leave room for temporaries.
var localLimits = [...]int{180, 48, 0}

// outOfRegisters unwinds a unit that needs more temporaries than there is
// room for.
type outOfRegisters struct{ pos ast.Span }

// compile makes the code of one block. It starts again with fewer locals in
// registers when the temporaries don't fit.
func (c *compiler) compile(parent *unit, scope *symtable.Scope, args *ast.Arguments, name string, body func(*unit)) *code.Code {
	for _, limit := range localLimits {
		if co := c.try(parent, scope, args, name, limit, body); co != nil {
			return co
		}
	}
	panic(&Error{Msg: "expression needs too many registers; split it into simpler statements", Pos: lastPos(parent)})
}

func lastPos(u *unit) ast.Span {
	if u == nil {
		return ast.Span{Line: 1}
	}
	return u.pos
}

func (c *compiler) try(parent *unit, scope *symtable.Scope, args *ast.Arguments, name string, limit int, body func(*unit)) (co *code.Code) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(outOfRegisters); !ok {
				panic(r)
			}
			co = nil
		}
	}()
	u := newUnit(c, parent, scope, args, name, limit)
	body(u)
	return u.finish()
}

// unknown stops at a node that the parser and the symbol table never let
// through.
func (u *unit) unknown(n ast.Node) {
	panic(fmt.Sprintf("compile: unexpected %s node in %s", n.NodeName(), u.co.QualName))
}
