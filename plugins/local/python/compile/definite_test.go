package compile_test

import (
	"strings"
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/compile"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

// TestDefiniteAssignment checks which reads of locals are checked at run time:
// only those that may find nothing.
func TestDefiniteAssignment(t *testing.T) {
	cases := []struct{ body, want string }{
		{"return a", ""},
		{"x = 1\nreturn x", ""},
		{"return x\nx = 1", "x"},
		{"if a: x = 1\nreturn x", "x"},
		{"if a: x = 1\nelse: x = 2\nreturn x", ""},
		{"if a: x = 1\nelse: return 2\nreturn x", ""},
		{"if a: x = 1\nelse: raise a\nreturn x", ""},
		{"if a: x = 1\nprint(x)\nprint(x)", "x"},
		{"if a and (x := a): return x", ""},
		{"if a or (x := a): return x", "x"},
		{"if not (a and (x := a)): return 1\nreturn x", ""},
		{"return a and (x := a) and x", ""},
		{"b = a or (x := a)\nreturn x", "x"},
		{"b = (x := 1) if a else (x := 2)\nreturn x", ""},
		{"for x in a: print(x)\nprint(x)", "x"},
		{"for i in a:\n print(x)\n x = i", "x"},
		{"for i in a: x = i\nelse: print(i)", "i"},
		{"while True:\n x = 1\n if a: break\nreturn x", ""},
		{"while a:\n x = 1\nreturn x", "x"},
		{"while (x := a): print(x)\nreturn x", ""},
		{"while a:\n if a > 1: continue\n x = 1\n print(x)", ""},
		{"for i in a:\n x = 1\n break\nelse: x = 2\nreturn x", ""},
		{"x = 1\ndel x\nreturn x", "x"},
		{"x = 1\nfor i in a:\n print(x)\n del x", "x"},
		{"x = 1\nfor i in a:\n if i: del x\n else: x = 2", ""},
		{"try: x = 1\nexcept E: x = 2\nreturn x", ""},
		{"try: x = a()\nexcept E: pass\nreturn x", "x"},
		{"try: x = a()\nexcept E: return 1\nreturn x", ""},
		{"try: x = a()\nfinally: print(x)", "x"},
		{"x = 1\ntry: x = a()\nfinally: print(x)", ""},
		{"x = 1\ntry:\n del x\n a()\nexcept E: print(x)", "x"},
		{"try: a()\nexcept E as x: print(x)\nprint(x)", "x"},
		{"with a as x: pass\nreturn x", "x"},
		{"with a as x: print(x)", ""},
		{"match a:\n case [x]: return x\n case _: x = 1\nreturn x", ""},
		{"match a:\n case [x] if x: pass\n case y: return y\nreturn x", ""},
		{"match a:\n case [x]: pass\nreturn x", "x"},
		{"x = [x for x in a]\nreturn x", ""},
		{"return [y for x in a for y in y]", "y"},
		{"return [x for y in a if (x := y)], x", "x"},
		{"import x.y\nfrom z import w\nreturn x, w", ""},
		{"def x(): pass\nclass y: pass\nreturn x, y", ""},
		{"x: int\nreturn x", "x"},
		{"x += 1\nreturn x", "x"},
		{"assert (x := a)\nreturn x", ""},
		{"return 1\nreturn x\nx = 1", ""},
	}
	for _, c := range cases {
		src := "def f(a):\n " + strings.ReplaceAll(c.body, "\n", "\n ")
		mod, err := compileSource(src, compile.Options{})
		if err != nil {
			t.Errorf("%s: %v", src, err)
			continue
		}
		var checked []string
		f := mod.Consts[0].(*code.Code)
		for _, in := range f.Instrs {
			if in.Op == code.OpCheckLocal {
				checked = append(checked, f.Names[in.D])
			}
		}
		if got := strings.Join(checked, " "); got != c.want {
			t.Errorf("checks %q, want %q:\n%s", got, c.want, src)
		}
	}
}

// TestPositions checks the places of instructions whose errors show a caret.
func TestPositions(t *testing.T) {
	src := "x = (a +\n     b.c\n     .d(e)[f])\n"
	mod, err := compileSource(src, compile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := map[code.Op]code.Pos{
		code.OpAdd:        {Line: 1, Col: 5, EndLine: 3, EndCol: 13},
		code.OpLoadAttr:   {Line: 2, Col: 5, EndLine: 2, EndCol: 8},
		code.OpLoadMethod: {Line: 3, Col: 6, EndLine: 3, EndCol: 7},
		code.OpCallMethod: {Line: 3, Col: 6, EndLine: 3, EndCol: 10},
		code.OpGetItem:    {Line: 2, Col: 5, EndLine: 3, EndCol: 13},
	}
	seen := 0
	for i, in := range mod.Instrs {
		if pos, ok := want[in.Op]; ok {
			seen++
			if mod.Pos[i] != pos {
				t.Errorf("%s at %+v, want %+v", in.Op, mod.Pos[i], pos)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("found %d of %d operations:\n%s", seen, len(want), code.Dump(mod))
	}
}

// TestResult checks which value a module compiled with CaptureResult returns.
func TestResult(t *testing.T) {
	cases := []struct{ src, want string }{
		{"", "None"}, {"1 + 1", "2"}, {"'text'", "'text'"}, {"x = 5", "5"}, {"x = y = 6", "6"}, {"x: int = 7", "7"}, {"x: int", "None"},
		{"x = 1\nx += 2", "3"}, {"a, b = 1, 2", "(1, 2)"}, {"x = [1, 2]\nx[0] = 9", "9"}, {"x = [1, 2]\nx[0] += 9", "10"},
		{"pass", "None"}, {"x = 1\ndel x", "None"}, {"if 1: 2", "2"}, {"if 0: 2", "None"}, {"if 0: 2\nelse: 3", "3"},
		{"x = 0\nif x: 1\nelif not x:\n 4\n None", "4"}, {"for i in range(3): i", "2"}, {"for i in []: i", "None"},
		{"for i in range(3):\n if i < 2: i * 10", "10"}, {"for i in range(5):\n i\n if i == 2: break", "2"},
		{"for i in range(3):\n j = i\n while False: pass", "2"}, {"for i in range(2): print", "<built-in function print>"},
		{"i = 3\nwhile i: i -= 1", "None"}, {"try: 1\nfinally: 2", "None"}, {"for i in range(3): pass\nelse: 7", "None"},
		{"None", "None"}, {"1\n2\n3", "3"}, {"(x := 4)", "4"}, {"lambda: 1\nx = 2; x", "2"},
	}
	for _, c := range cases {
		vm, v, _ := runSource(t, c.src, compile.Options{CaptureResult: true})
		got, err := vm.Repr(v)
		if err != nil || got != c.want {
			t.Errorf("result %s (error %v), want %s:\n%s", got, err, c.want, c.src)
		}
	}
}

// TestTooComplex checks that what does not fit into a frame is an error, not a
// wrong program.
func TestTooComplex(t *testing.T) {
	vars := make([]string, 300)
	for i := range vars {
		vars[i] = "a" + strings.Repeat("b", i)
	}
	cases := []string{
		strings.Repeat("f(1, 2, 3, ", 120) + "0" + strings.Repeat(")", 120),
		"def f():\n    " + strings.Join(vars, " = ") + " = 0\n    return lambda: " + strings.Join(vars, " + "),
	}
	for _, src := range cases {
		_, err := compileSource(src, compile.Options{})
		if _, ok := err.(*compile.Error); !ok {
			t.Errorf("got %v, want a *compile.Error for %.40s...", err, src)
		}
	}
}

// TestExpression checks the code of eval.
func TestExpression(t *testing.T) {
	src := "[x for x in y if x] or z"
	e, err := parser.ParseExpr(src, "<test>")
	if err != nil {
		t.Fatal(err)
	}
	table, err := symtable.Build(e, "<test>", src, nil)
	if err != nil {
		t.Fatal(err)
	}
	co, err := compile.Expression(e, table, compile.Options{UseNames: true, Verify: true})
	if err != nil {
		t.Fatal(err)
	}
	vm := py.NewVM(py.Config{})
	vm.Main.SetStr(py.Name("y"), py.Int(0))
	if _, err := vm.RunModule(co, vm.Main); err == nil || !strings.Contains(err.Error(), "'int' object is not iterable") {
		t.Errorf("got error %v, want that of iterating over an int", err)
	}
	if last := co.Instrs[len(co.Instrs)-1].Op; last != code.OpReturn {
		t.Errorf("ends with %s, want Return:\n%s", last, code.Dump(co))
	}
}
