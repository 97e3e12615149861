// Package symtable resolves the names of a Python syntax tree: which scope each
// name belongs to, which locals are shared with inner functions, and which
// programs CPython rejects while it compiles them.
//
// A compiler asks Table.Of for the scope of each node that opens one, then
// Scope.Lookup for each name that it meets inside:
//
//	table, err := symtable.Build(mod, filename, src, nil)
//	fn := table.Of(def)            // body of a FunctionDef
//	sym := fn.Lookup("x")          // sym.Class says how to load and store it
//
// Nodes and their scopes:
//
//	Module, Interactive, Expression   ModuleScope
//	FunctionDef, Lambda               FunctionScope
//	ClassDef                          ClassScope
//	ListComp, SetComp, DictComp       ComprehensionScope
//	GeneratorExp                      GeneratorScope
//	TypeAlias (its value)             TypeAliasScope
//	TypeVar (its bound)               TypeVarBoundScope
//
// A FunctionDef, ClassDef or TypeAlias with type parameters also has a
// TypeParamsScope (Table.TypeParamsOf) that encloses the node's own scope and
// the annotations or bases. That of a class binds ".type_params", the tuple of
// the parameters, which the class body reads to set __type_params__.
//
// Decorators, argument defaults, annotations and the first iterable of a
// comprehension are resolved in the scope around the node, as in CPython.
package symtable

import (
	"slices"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// Kind says what opened a scope.
type Kind uint8

// The kinds of scope. All but ModuleScope and ClassScope behave as functions:
// their names live in slots.
const (
	ModuleScope Kind = iota
	ClassScope
	FunctionScope // def or lambda
	ComprehensionScope
	GeneratorScope // generator expression
	TypeParamsScope
	TypeAliasScope
	TypeVarBoundScope
)

var kindNames = [...]string{"module", "class", "function", "comprehension", "generator", "type parameters", "type alias", "TypeVar bound"}

// String is a name for messages.
func (k Kind) String() string { return kindNames[k] }

// FunctionLike reports whether the names of such a scope live in slots.
func (k Kind) FunctionLike() bool { return k != ModuleScope && k != ClassScope }

// Class says where a name's value lives, seen from one scope.
type Class uint8

// The classes of a name.
const (
	// Local is bound in this scope and not shared: a slot of a function, or
	// an entry of the namespace of a module or class (load by name).
	Local Class = iota + 1
	// GlobalExplicit was declared with global.
	GlobalExplicit
	// GlobalImplicit is not bound in this function or any function around
	// it: load from the globals, then builtins. In a class body such a name
	// is looked up in the class namespace first.
	GlobalImplicit
	// Free lives in a cell of a function around this one. In a class body the
	// class namespace is consulted before the cell.
	Free
	// Cell is bound here and used by a function inside.
	Cell
)

var classNames = [...]string{"", "local", "global explicit", "global implicit", "free", "cell"}

// String is a name for messages.
func (c Class) String() string { return classNames[c] }

// Flags are what a scope does with a name.
type Flags uint16

// The flags of a name; several may be set.
const (
	Used      Flags = 1 << iota // read
	Assigned                    // bound by assignment, def, class, for, with, except, match, del, ...
	Param                       // a parameter
	Imported                    // bound by an import statement
	Annotated                   // annotated (x: int)
	Global                      // named by a global statement
	Nonlocal                    // named by a nonlocal statement
	IterVar                     // iteration variable of this comprehension
	TypeVar                     // a type parameter
	ClassFree                   // in a class body: free for the methods and bound by the class as well
)

// Bound are the flags that make a name local.
const Bound = Assigned | Param | Imported | TypeVar | IterVar

// Symbol is one name in one scope.
type Symbol struct {
	Name  string // mangled (see Mangle)
	Class Class
	Flags Flags
	// Slot is the index of the name in Scope.Locals for a Local of a
	// function-like scope, in Scope.Cells for a Cell, in Scope.Frees for a
	// Free; -1 otherwise.
	Slot int
	// Owner is the scope that Class, Flags and Slot refer to. It differs from
	// the scope asked only inside inlinable comprehensions (see Scope.Inlinable).
	Owner *Scope
}

// Is reports whether the symbol has any of the flags.
func (s *Symbol) Is(f Flags) bool { return s.Flags&f != 0 }

// Scope is one block of a program and its names.
type Scope struct {
	Kind Kind
	// Name is the name of the function or class, "<lambda>", "<listcomp>",
	// "<setcomp>", "<dictcomp>", "<genexpr>", "<module>", the name of the
	// type alias or type variable, or "<generic parameters of NAME>".
	Name string
	// QualName is __qualname__ ("outer.<locals>.inner").
	QualName string
	Node     ast.Node
	Parent   *Scope
	Children []*Scope // in source order

	// Order lists the scope's symbols in order of first appearance.
	Order []*Symbol
	// Locals are the slots of a function-like scope: positional-only
	// parameters, parameters, keyword-only ones, *args, **kwargs, then the
	// other locals in order of first appearance. A comprehension's or
	// generator expression's only parameter is ".0", the iterator.
	// Parameters that are cells are listed too (they arrive in the slot and
	// move to the cell); other cells are not.
	Locals []string
	// NumParams is how many of Locals are parameters.
	NumParams int
	// Cells are the names of the cells that this scope creates, sorted; in a
	// class body they may be "__class__" and "__classdict__".
	Cells []string
	// Frees are the names of the cells that this scope is given, sorted. They
	// include the names that only pass through to an inner scope.
	Frees []string

	Nested     bool // inside a function
	Generator  bool // holds a yield, or is a generator expression
	Coroutine  bool // async def, holds an await, or an asynchronous comprehension
	ReturnsVal bool // holds a return with a value
	StarImport bool // holds from m import *
	VarArgs    bool // takes *args
	VarKwArgs  bool // takes **kwargs
	HasDoc     bool // the body starts with a docstring

	// NeedsClassCell: a class body whose methods use __class__ or super(); the
	// compiler makes the cell "__class__" and stores __classcell__.
	NeedsClassCell bool
	// NeedsClassDict: a class body whose annotation scopes read the class
	// namespace through the cell "__classdict__".
	NeedsClassDict bool
	// SeesClass: an annotation scope directly in a class body. Its free and
	// implicit global names are looked up in __classdict__ first.
	SeesClass bool

	// Inlinable: a list, set or dict comprehension whose code may run in the
	// function or module around it (Host). Its own names need private slots
	// there, unlike any name of the host. Cells and frees are then computed
	// as if it were inlined: Lookup of a name that the comprehension does not
	// bind gives the host's symbol (Symbol.Owner is the host), and a name of
	// the comprehension is a Cell when a function inside uses it. In class
	// bodies and annotation scopes it is false: compile a function.
	Inlinable bool

	private    string // class name for mangling
	symbols    map[string]*Symbol
	pos        ast.Span
	params     []string
	comp       compKind
	iterExpr   int  // nesting of iterables of comprehensions
	iterTarget bool // visiting the target of a comprehension
	detached   bool // a postponed annotation: its names do not count
	directives []directive
}

// directive is where a global or nonlocal declaration of a name stands.
type directive struct {
	name string
	span ast.Span
}

// Lookup finds a name in the scope, mangling it if need be. It returns nil for
// a name that does not occur there.
func (s *Scope) Lookup(name string) *Symbol {
	name = s.Mangle(name)
	for s.Inlinable && s.symbols[name] == nil {
		s = s.Parent
	}
	return s.symbols[name]
}

// Capture says where the scope has the cell that a function directly inside it
// uses as name (already mangled, as in the inner Frees): an index into
// owner.Cells or, if free, into owner.Frees. Owner differs from s only for
// inlinable comprehensions.
func (s *Scope) Capture(name string) (owner *Scope, index int, free bool) {
	for ; ; s = s.Parent {
		if i, ok := slices.BinarySearch(s.Cells, name); ok {
			return s, i, false
		}
		if !s.Inlinable {
			i, _ := slices.BinarySearch(s.Frees, name)
			return s, i, true
		}
	}
}

// Own reports whether the scope itself binds the name (for an inlinable
// comprehension: whether the name needs a private slot).
func (s *Scope) Own(name string) bool {
	sym := s.symbols[s.Mangle(name)]
	return sym != nil && (sym.Class == Local || sym.Class == Cell)
}

// Host is the scope that an inlinable comprehension runs in; the scope itself
// for any other.
func (s *Scope) Host() *Scope {
	for s.Inlinable {
		s = s.Parent
	}
	return s
}

// Mangle gives the name under which __name is known inside a class.
func (s *Scope) Mangle(name string) string { return Mangle(s.private, name) }

// Features are the __future__ features that change how a module compiles.
type Features struct {
	Annotations bool // annotations stay strings
	BarryAsBDFL bool // <> instead of !=
}

// Options change how Build treats a source.
type Options struct {
	// TopLevelAwait allows await, async for, async with and asynchronous
	// comprehensions at module level; the module's Coroutine says whether
	// there was one.
	TopLevelAwait bool
	// Features are inherited from the code that compiles this source.
	Features Features
	// Budget bounds the time and memory that Build takes.
	Budget token.Budget
}

// Table is the result of Build.
type Table struct {
	Top      *Scope
	Features Features

	scopes     map[ast.Node]*Scope
	typeParams map[ast.Node]*Scope
}

// Of returns the scope that the node opens, or nil.
func (t *Table) Of(n ast.Node) *Scope { return t.scopes[n] }

// TypeParamsOf returns the scope of the type parameters of a FunctionDef,
// ClassDef or TypeAlias, or nil if it has none.
func (t *Table) TypeParamsOf(n ast.Node) *Scope { return t.typeParams[n] }
