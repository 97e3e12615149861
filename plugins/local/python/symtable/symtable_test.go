package symtable_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

func build(t *testing.T, src string) *symtable.Table {
	t.Helper()
	mod, err := parser.Parse(src, "<test>")
	if err != nil {
		t.Fatalf("%q: %v", src, err)
	}
	table, err := symtable.Build(mod, "<test>", src, nil)
	if err != nil {
		t.Fatalf("%q: %v", src, err)
	}
	return table
}

// find returns the first scope with the qualified name.
func find(t *testing.T, s *symtable.Scope, name string) *symtable.Scope {
	t.Helper()
	if found := search(s, name); found != nil {
		return found
	}
	t.Fatalf("no scope %q", name)
	return nil
}

func search(s *symtable.Scope, name string) *symtable.Scope {
	if s.QualName == name {
		return s
	}
	for _, child := range s.Children {
		if found := search(child, name); found != nil {
			return found
		}
	}
	return nil
}

func TestNames(t *testing.T) {
	const src = `
import os
g = 1
def f(a, /, b, *args, c=g, **kw):
    global g
    x = y = os
    def inner():
        nonlocal x
        x = a + z
        return lambda: y
    return [inner for v in args if (w := v)]
class C:
    attr = 1
    def m(self):
        attr
        self.__p = __q
        return super().m()
    def n(self): return __class__
def outer():
    c = 1
    class D:
        c = c
        def m(self): return c
`
	top := build(t, src).Top
	for _, c := range []struct {
		scope, name string
		class       symtable.Class
		slot        int
	}{
		{"<module>", "os", symtable.Local, -1},
		{"<module>", "g", symtable.GlobalExplicit, -1},
		{"f", "a", symtable.Cell, 0},
		{"f", "b", symtable.Local, 1},
		{"f", "args", symtable.Local, 3},
		{"f", "kw", symtable.Local, 4},
		{"f", "g", symtable.GlobalExplicit, -1},
		{"f", "os", symtable.GlobalImplicit, -1},
		{"f", "x", symtable.Cell, 1},
		{"f", "w", symtable.Local, 6},
		{"f.<locals>.<listcomp>", "v", symtable.Local, 1},
		{"f.<locals>.<listcomp>", "w", symtable.Local, 6}, // f's
		{"f.<locals>.<listcomp>", "inner", symtable.Local, 5},
		{"f.<locals>.inner", "x", symtable.Free, 1},
		{"f.<locals>.inner", "y", symtable.Free, 2},
		{"f.<locals>.inner", "z", symtable.GlobalImplicit, -1},
		{"f.<locals>.inner.<locals>.<lambda>", "y", symtable.Free, 0},
		{"C", "attr", symtable.Local, -1},
		{"C.m", "attr", symtable.GlobalImplicit, -1},
		{"C.m", "__q", symtable.GlobalImplicit, -1},
		{"C.m", "__class__", symtable.Free, 0},
		{"outer.<locals>.D", "c", symtable.Local, -1},
		{"outer.<locals>.D.m", "c", symtable.Free, 0},
	} {
		sym := find(t, top, c.scope).Lookup(c.name)
		if sym == nil {
			t.Errorf("%s: no symbol %q", c.scope, c.name)
		} else if sym.Class != c.class || sym.Slot != c.slot {
			t.Errorf("%s: %q is %v in slot %d, want %v in slot %d", c.scope, c.name, sym.Class, sym.Slot, c.class, c.slot)
		}
	}
}

func TestScopeFlags(t *testing.T) {
	const src = `
"doc"
from m import *
class C:
    def m(self): return super().m()
    type A = self
def g():
    "doc"
    yield
async def co(): await x
async def ag():
    yield
def f(*a, **k): return (i for i in a)
x = [[j for j in i] for i in x]
`
	top := build(t, src).Top
	var got []string
	var walk func(s *symtable.Scope)
	walk = func(s *symtable.Scope) {
		var flags []string
		for _, f := range []struct {
			name string
			on   bool
		}{
			{"nested", s.Nested}, {"generator", s.Generator}, {"coroutine", s.Coroutine}, {"returns", s.ReturnsVal},
			{"star", s.StarImport}, {"args", s.VarArgs}, {"kwargs", s.VarKwArgs}, {"doc", s.HasDoc},
			{"class cell", s.NeedsClassCell}, {"class dict", s.NeedsClassDict}, {"sees class", s.SeesClass}, {"inlinable", s.Inlinable},
		} {
			if f.on {
				flags = append(flags, f.name)
			}
		}
		got = append(got, fmt.Sprintf("%s (%s): %s", s.QualName, s.Kind, strings.Join(flags, ", ")))
		for _, child := range s.Children {
			walk(child)
		}
	}
	walk(top)
	want := []string{
		"<module> (module): star, doc",
		"C (class): class cell, class dict",
		"C.m (function): returns",
		"C.A (type alias): sees class",
		"g (function): generator, doc",
		"co (function): coroutine",
		"ag (function): generator, coroutine",
		"f (function): returns, args, kwargs",
		"f.<locals>.<genexpr> (generator): nested, generator",
		"<listcomp> (comprehension): inlinable",
		"<listcomp> (comprehension): nested, inlinable",
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestCapture(t *testing.T) {
	const src = `
def f(a):
    return [lambda: (a, i, j) for i in a for j in [k for k in i]]
class C:
    m = lambda self: __class__
`
	top := build(t, src).Top
	comp := find(t, top, "f.<locals>.<listcomp>")
	for _, c := range []struct {
		from  *symtable.Scope
		name  string
		owner string
		index int
		free  bool
	}{
		{comp, "i", "f.<locals>.<listcomp>", 0, false},
		{comp, "j", "f.<locals>.<listcomp>", 1, false},
		{comp, "a", "f", 0, false},
		{find(t, top, "C"), "__class__", "C", 0, false},
		{find(t, top, "f.<locals>.<lambda>"), "a", "f.<locals>.<lambda>", 0, true},
	} {
		owner, index, free := c.from.Capture(c.name)
		if owner.QualName != c.owner || index != c.index || free != c.free {
			t.Errorf("capture %q in %s: %s %d %v, want %s %d %v", c.name, c.from.QualName, owner.QualName, index, free, c.owner, c.index, c.free)
		}
	}
	if !comp.Own("i") || comp.Own("a") || comp.Host().QualName != "f" {
		t.Errorf("comprehension owns i: %v, a: %v, host %s", comp.Own("i"), comp.Own("a"), comp.Host().QualName)
	}
}

func TestTypeParams(t *testing.T) {
	table := build(t, "class C[T: int](Base[T]):\n  x: T\ndef f[U](a: U) -> U: return U\ntype A[V] = list[V]\n")
	mod := table.Top.Node.(*ast.Module)
	class := mod.Body[0].(*ast.ClassDef)
	params := table.TypeParamsOf(class)
	if params == nil || params.Name != "<generic parameters of C>" || table.Of(class).Parent != params {
		t.Fatalf("type parameters of the class: %+v", params)
	}
	if got := strings.Join(params.Cells, " "); got != ".type_params T" {
		t.Errorf("cells of the type parameters of the class: %s", got)
	}
	if sym := table.Of(class.TypeParams[0]); sym.Kind != symtable.TypeVarBoundScope {
		t.Errorf("the bound's scope is %v", sym.Kind)
	}
	for _, n := range mod.Body[1:] {
		if table.TypeParamsOf(n) == nil || table.Of(n).Parent != table.TypeParamsOf(n) {
			t.Errorf("%s has no scope of type parameters around it", n.NodeName())
		}
	}
}

func TestMangle(t *testing.T) {
	for _, c := range [][3]string{
		{"C", "__x", "_C__x"}, {"__C", "__x", "_C__x"}, {"C", "__x__", "__x__"}, {"C", "_x", "_x"},
		{"", "__x", "__x"}, {"__", "__x", "__x"}, {"C", "__a.b", "__a.b"}, {"C", "__", "__"},
	} {
		if got := symtable.Mangle(c[0], c[1]); got != c[2] {
			t.Errorf("Mangle(%q, %q) = %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

func TestOptions(t *testing.T) {
	const src = "await x\n[y async for y in z]\nasync with a: pass\nasync for b in c: pass\n"
	mod, err := parser.Parse(src, "<test>")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := symtable.Build(mod, "<test>", src, nil); err == nil {
		t.Error("await is valid outside of functions")
	}
	table, err := symtable.Build(mod, "<test>", src, &symtable.Options{TopLevelAwait: true})
	if err != nil || !table.Top.Coroutine {
		t.Errorf("top-level await: %v", err)
	}
	table = build(t, "from __future__ import annotations, barry_as_FLUFL\n")
	if want := (symtable.Features{Annotations: true, BarryAsBDFL: true}); table.Features != want {
		t.Errorf("features %+v, want %+v", table.Features, want)
	}
}
