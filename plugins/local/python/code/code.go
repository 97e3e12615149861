// Package code defines the compiled form of Python: what the compiler emits and
// the virtual machine runs.
//
// The machine is a register machine. A frame has a window of at most 256
// registers: first the parameters, then the other locals, then the cells (own
// cell variables, then free variables), then temporaries, which the compiler
// hands out like a stack. A call places its arguments at the top of the
// temporaries, so that they become the first registers of the callee's window
// without a copy.
package code

import "fmt"

// Instr is one instruction: an operation with up to three register operands
// (or small immediates) and one 32-bit operand. The meaning of each is given
// beside the Op.
type Instr struct {
	Op      Op
	A, B, C uint8
	D       int32
}

// Flags say what kind of code a Code is.
type Flags uint32

// The flags of a Code.
const (
	FlagVarArgs        Flags = 1 << iota // has *args
	FlagVarKeywords                      // has **kwargs
	FlagGenerator                        // a call makes a generator
	FlagCoroutine                        // a call makes a coroutine
	FlagAsyncGenerator                   // a call makes an asynchronous generator
	FlagModule                           // a module body: names live in the globals
	FlagClass                            // a class body: names live in the frame's namespace mapping
	FlagNested                           // defined inside a function
	FlagIterable                         // a generator that can be awaited (types.coroutine)
	FlagFutureAnnotations
	FlagInPlace // a comprehension that is a function here only: tracebacks show it as part of the code around it
)

// Code is one compiled block: a module, a function, a lambda, a class body or a
// comprehension. It holds no runtime values and is never changed after
// compilation, so it can be shared.
type Code struct {
	Name     string
	QualName string
	Filename string
	Source   string // the text that it was made of, for tracebacks; "" if unknown
	Doc      string // the docstring; HasDoc tells an empty one from none
	HasDoc   bool
	Flags    Flags

	// Parameters, in register order: positional-only, positional-or-keyword,
	// keyword-only, then *args, then **kwargs. NumPos includes NumPosOnly.
	NumPosOnly int
	NumPos     int
	NumKwOnly  int

	// Locals names the registers 0..len(Locals)-1: parameters first. A
	// parameter that inner functions capture keeps its register; the prologue
	// turns that register into a cell with MakeCell. The machine unbinds the
	// others when the block is entered. Temporaries need no such care: none is
	// read before it is written (CallEx aside, whose Unbind says so).
	Locals []string
	// CellRegs are the registers (own cell variables) that hold cells once the
	// prologue has run, CellNames their names.
	CellRegs  []uint8
	CellNames []string
	// FreeNames are the free variables. The call copies the closure's cells
	// into the registers FirstFree, FirstFree+1, ...
	FreeNames []string
	FirstFree int

	// FarNames are the names of the first of the far locals. A function with
	// more parameters than registers for them has no Locals: its parameters are
	// the first far locals, and those that are captured hold their cells.
	FarNames []string

	NumRegs int // size of the register window, at most 256
	NumFar  int // extra locals beyond the window, reached by LoadFar and StoreFar; unbound at first

	Instrs []Instr
	// Consts are the constants: ast.Const kinds, []any (a tuple of constants),
	// FrozenSet, and *Code.
	Consts []any
	// Names are the names that D of the name operations refers to.
	Names []string
	// Sites are the places with an inline cache; each has the name it looks up
	// (attributes, globals) or "" (calls).
	Sites []string
	// Pos gives every instruction its place in the source.
	Pos []Pos
	// Handlers are the exception handlers, innermost first: the first whose
	// range holds the failing instruction is taken.
	Handlers []Handler

	EntryOps  int32 // operations charged when the block is entered
	FirstLine int32
}

// FrozenSet is a constant frozenset (the right side of "in {1, 2}").
type FrozenSet []any

// Pos is a place in the source: lines from 1, columns as UTF-8 byte offsets.
type Pos struct {
	Line, Col, EndLine, EndCol int32
}

// Handler is a protected range of instructions, Start ≤ pc < End. On an
// exception in it the machine puts the exception into register Reg and goes on
// at Target.
type Handler struct {
	Start, End, Target int32
	Reg                uint8
}

// NumParams is the number of variables that a call fills in.
func (c *Code) NumParams() int {
	n := c.NumPos + c.NumKwOnly
	if c.Flags&FlagVarArgs != 0 {
		n++
	}
	if c.Flags&FlagVarKeywords != 0 {
		n++
	}
	return n
}

// Variables are the names of the locals, parameters first.
func (c *Code) Variables() []string {
	if len(c.FarNames) == 0 {
		return c.Locals
	}
	return append(c.Locals[:len(c.Locals):len(c.Locals)], c.FarNames...)
}

// Wide reports whether the parameters are far locals.
func (c *Code) Wide() bool { return c.NumParams() > len(c.Locals) }

// String is the instruction with its raw operands, for tests and dumps.
func (i Instr) String() string {
	return fmt.Sprintf("%-16s A=%d B=%d C=%d D=%d", i.Op, i.A, i.B, i.C, i.D)
}

// Binding is the kind of statement that binds a name of a module: a policy may
// treat them differently.
type Binding uint8

// The bindings.
const (
	BindStore  Binding = iota // assignment, loop target, del, ...
	BindImport                // import
	BindDef                   // def and class
)

// FirstTemp is the first register of temporaries.
func (c *Code) FirstTemp() int { return c.FirstFree + len(c.FreeNames) }
