package symtable

import (
	"fmt"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// Build resolves the names of a source. src is its text, for the lines that
// errors quote; opts may be nil. The error is a *parser.SyntaxError: what
// CPython would say on compiling the tree, or the error of opts.Budget.
func Build(mod ast.Root, filename, src string, opts *Options) (table *Table, err error) {
	if opts == nil {
		opts = &Options{}
	}
	defer token.Catch(&err)
	r := &reporter{Meter: token.Meter{Budget: opts.Budget}, filename: filename, src: src, pass: parser.Naming}
	defer func() {
		if e := recover(); e != nil {
			syntax, ok := e.(*parser.SyntaxError)
			if !ok {
				panic(e)
			}
			table, err = nil, syntax
		}
	}()
	t := &Table{Features: opts.Features, scopes: map[ast.Node]*Scope{}, typeParams: map[ast.Node]*Scope{}}
	body := rootBody(mod)
	lastFuture := r.futures(body, &t.Features)
	b := &builder{reporter: r, table: t}
	t.Top = b.enter(ModuleScope, "<module>", mod, ast.Span{})
	b.stmts(body)
	if e, ok := mod.(*ast.Expression); ok {
		b.expr(e.Body)
	}
	t.Top.HasDoc = hasDoc(body)
	a := &analysis{reporter: r}
	a.scope(t.Top)
	a.finish(t.Top)
	qualify(t.Top)
	r.pass = parser.Checking
	c := &checker{reporter: r, table: t, lastFuture: lastFuture, topLevelAwait: opts.TopLevelAwait}
	c.module(mod, body)
	return t, nil
}

func rootBody(mod ast.Root) []ast.Stmt {
	switch m := mod.(type) {
	case *ast.Module:
		return m.Body
	case *ast.Interactive:
		return m.Body
	}
	return nil
}

func hasDoc(body []ast.Stmt) bool {
	if len(body) == 0 {
		return false
	}
	e, ok := body[0].(*ast.ExprStmt)
	if !ok {
		return false
	}
	c, ok := e.Value.(*ast.Constant)
	if !ok {
		return false
	}
	_, ok = c.Value.(string)
	return ok
}

// compKind is which comprehension a scope is.
type compKind uint8

const (
	notComp compKind = iota
	listComp
	setComp
	dictComp
	genExp
)

var compNames = [...]string{listComp: "list comprehension", setComp: "set comprehension", dictComp: "dict comprehension", genExp: "generator expression"}

// builder collects the names of each scope, in CPython's order.
type builder struct {
	*reporter
	table *Table
	cur   *Scope
}

// What scopes and symbols take in bytes, with their places in the maps.
const (
	scopeSize  = 768
	symbolSize = 192
)

// enter opens a scope inside the current one.
func (b *builder) enter(kind Kind, name string, node ast.Node, pos ast.Span) *Scope {
	b.Step(scopeSize)
	s := &Scope{Kind: kind, Name: name, Node: node, Parent: b.cur, symbols: map[string]*Symbol{}, pos: pos}
	if p := b.cur; p != nil {
		s.private = p.private
		s.iterExpr = p.iterExpr
		s.Nested = p.Nested || p.Kind.FunctionLike()
		p.Children = append(p.Children, s)
	}
	if kind == TypeParamsScope {
		b.table.typeParams[node] = s
	} else {
		b.table.scopes[node] = s
	}
	b.cur = s
	return s
}

func (b *builder) exit() { b.cur = b.cur.Parent }

// symbol is the entry for a name in a scope.
func (s *Scope) symbol(mangled string) *Symbol {
	sym := s.symbols[mangled]
	if sym == nil {
		sym = &Symbol{Name: mangled, Slot: -1, Owner: s}
		s.symbols[mangled] = sym
		s.Order = append(s.Order, sym)
	}
	return sym
}

func (b *builder) use(name string) {
	b.symbolIn(b.cur, b.cur.Mangle(name)).Flags |= Used
}

// symbolIn is Scope.symbol, counted.
func (b *builder) symbolIn(s *Scope, mangled string) *Symbol {
	n := len(s.Order)
	sym := s.symbol(mangled)
	b.Step(int64(len(s.Order)-n) * symbolSize)
	return sym
}

// define notes a binding or declaration of a name in the current scope.
func (b *builder) define(name string, flag Flags, at *ast.Span) { b.defineIn(b.cur, name, flag, at) }

func (b *builder) defineIn(s *Scope, name string, flag Flags, at *ast.Span) {
	sym := b.symbolIn(s, b.cur.Mangle(name))
	if flag&Param != 0 && sym.Is(Param) {
		b.fail(at, "duplicate argument '%s' in function definition", name)
	}
	if flag&TypeVar != 0 && sym.Is(TypeVar) {
		b.fail(at, "duplicate type parameter '%s'", name)
	}
	sym.Flags |= flag
	if b.cur.iterTarget {
		if sym.Is(Global | Nonlocal) {
			b.fail(at, "comprehension inner loop cannot rebind assignment expression target '%s'", name)
		}
		sym.Flags |= IterVar
	}
	if flag&Param != 0 {
		s.params = append(s.params, sym.Name)
	}
	if flag&Global != 0 && s.Kind != ModuleScope {
		b.table.Top.symbol(sym.Name).Flags |= Global
	}
}

// reporter makes the errors.
type reporter struct {
	token.Meter
	filename string
	src      string
	pass     parser.Pass
}

// fail gives up with an error at a place in the source.
func (r *reporter) fail(at *ast.Span, format string, args ...any) {
	panic(r.errorAt(at, fmt.Sprintf(format, args...)))
}

// errorAt is an error at a place. Like CPython's compiler it counts columns in
// bytes of UTF-8.
func (r *reporter) errorAt(at *ast.Span, msg string) *parser.SyntaxError {
	return &parser.SyntaxError{
		Kind: "SyntaxError", Msg: msg, Filename: r.filename,
		Line: int(at.Line), Col: int(at.Col) + 1, EndLine: int(at.EndLine), EndCol: int(at.EndCol) + 1,
		Text: parser.SourceLine(r.src, int(at.Line)), Pass: r.pass,
	}
}
