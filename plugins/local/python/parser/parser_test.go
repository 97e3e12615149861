package parser

import (
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

func TestConstants(t *testing.T) {
	huge, _ := new(big.Int).SetString("123456789012345678901234567890", 10)
	for _, c := range []struct {
		src  string
		want ast.Const
	}{
		{"0", int64(0)}, {"00_0", int64(0)}, {"1_000", int64(1000)}, {"0xFF", int64(255)}, {"0o17", int64(15)}, {"0B101", int64(5)},
		{"9223372036854775807", int64(math.MaxInt64)}, {"123456789012345678901234567890", huge},
		{"1.5", 1.5}, {"1e3", 1000.0}, {".5", 0.5}, {"1_0.0_1e1_0", 10.01e10}, {"1e400", math.Inf(1)},
		{"2j", 2i}, {"1.5J", 1.5i}, {"None", nil}, {"True", true}, {"...", ast.Ellipsis{}},
		{`'a\n\t\x41\u00e9\U0001F600\101\q\''`, "a\n\tAé😀A\\q'"}, {`'\ud83d'`, "\xed\xa0\xbd"}, {`r'\n'`, `\n`},
		{`'\N{EURO SIGN}\N{latin small letter a}\N{LF}\N{CJK UNIFIED IDEOGRAPH-4E2D}\N{HANGUL SYLLABLE GAG}'`, "€a\n中각"},
		{`b'\x00\377a\z'`, ast.Bytes("\x00\xffa\\z")}, {`'a' "b" '''c'''`, "abc"}, {"'a\\\nb'", "ab"},
	} {
		e, err := ParseExpr(c.src, "<test>")
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		got := e.Body.(*ast.Constant).Value
		if n, ok := got.(*big.Int); ok {
			if w, ok := c.want.(*big.Int); !ok || n.Cmp(w) != 0 {
				t.Errorf("%s = %v, want %v", c.src, n, c.want)
			}
		} else if got != c.want {
			t.Errorf("%s = %#v, want %#v", c.src, got, c.want)
		}
	}
}

func TestDump(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"x: int = 1", "AnnAssign(target=Name(id='x', ctx=Store()), annotation=Name(id='int', ctx=Load()), value=Constant(value=1), simple=1)"},
		{"with (a, b as c): pass", "With(items=[withitem(context_expr=Name(id='a', ctx=Load())), withitem(context_expr=Name(id='b', ctx=Load()), optional_vars=Name(id='c', ctx=Store()))], body=[Pass()])"},
		{"ﬁ = 1", "Assign(targets=[Name(id='fi', ctx=Store())], value=Constant(value=1))"},
		{"f'{a=}'", "Expr(value=JoinedStr(values=[Constant(value='a='), FormattedValue(value=Name(id='a', ctx=Load()), conversion=114)]))"},
		{"match = case = type = _", "Assign(targets=[Name(id='match', ctx=Store()), Name(id='case', ctx=Store()), Name(id='type', ctx=Store())], value=Name(id='_', ctx=Load()))"},
		{"match(x)", "Expr(value=Call(func=Name(id='match', ctx=Load()), args=[Name(id='x', ctx=Load())], keywords=[]))"},
		{"u'a'", "Expr(value=Constant(value='a', kind='u'))"},
	} {
		mod, err := Parse(c.src, "<test>")
		if err != nil {
			t.Errorf("%s: %v", c.src, err)
			continue
		}
		if got := ast.Dump(mod.Body[0], false, ""); got != c.want {
			t.Errorf("%s:\n got %s\nwant %s", c.src, got, c.want)
		}
	}
}

func TestNeedsMore(t *testing.T) {
	for src, want := range map[string]bool{
		"": false, "# c": false, "x = 1": false, "x = (": true, "x = (1,\n2": true, "'''a": true, "'a": false, "x \\": true,
		"if x:": true, "if x:\n  y": true, "if x:\n  y\n": false, "def f(): return": true, "def f(): return\n": false,
		"@d": true, "class C:": true, "x y": false, "x)": false, "try:\n  x": true, "try:\n  x\n": true, "f'{a": true,
	} {
		if got := NeedsMore(src); got != want {
			t.Errorf("NeedsMore(%q) = %v", src, got)
		}
	}
}

func TestInteractive(t *testing.T) {
	for src, want := range map[string]string{
		"x = 1": "", "x; y": "", "if x: y\n": "", "if x:\n  y": "", "x\ny": "multiple statements found while compiling a single statement",
		"x y": "invalid syntax",
	} {
		_, err := ParseInteractive(src, "<test>")
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q: error %q, want %q", src, got, want)
		}
	}
}

// TestMaxDepth checks that no accepted tree is deeper than MaxDepth.
func TestMaxDepth(t *testing.T) {
	nest := func(open, closing string, n int) string {
		return strings.Repeat(open, n) + "1" + strings.Repeat(closing, n)
	}
	for _, src := range []string{
		nest("", "+1", 5000), nest("-", "", 5000), nest("(", "+1+1+1+1+1+1+1+1+1+1+1+1+1+1+1)", 199), nest("f(", ").a.b.c[0]()()", 100),
		nest("(", "+1)", 199), "x" + strings.Repeat(".a", 2000),
	} {
		mod, err := Parse(src, "<test>")
		if err != nil {
			if e := err.(*SyntaxError); e.Kind != "RecursionError" && e.Kind != "MemoryError" {
				t.Errorf("%.30q: %v", src, err)
			}
			continue
		}
		if ast.DeeperThan(mod, MaxDepth) {
			t.Errorf("%.30q: the tree is deeper than MaxDepth", src)
		}
	}
}

// TestLongStatement checks that an error at the end of a huge statement is
// found without much memory.
func TestLongStatement(t *testing.T) {
	const n = 200_000
	for src, want := range map[string]string{
		"x = [\n" + strings.Repeat("1,\n", n) + "1 2]\n": "invalid syntax",
		"x = [\n" + strings.Repeat("1,\n", n):            "'[' was never closed",
	} {
		_, err := Parse(src, "<test>")
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// accepts reports whether the diagnosis takes the source for valid.
func accepts(p *parser) (ok bool, err *SyntaxError) {
	d := &diagnosis{p: p, rules: pegGrammar()}
	p.top = 0
	err = d.pass(d.rules["file"], false)
	if err != nil || int(d.p.toks[d.fill-1].Start) < len(p.file.Src) {
		return false, err
	}
	return d.match(d.rules["file"], 0) >= 0, nil
}

// FuzzParse checks that the parser neither panics nor hangs, and that it and
// the diagnosis agree on what is valid.
func FuzzParse(f *testing.F) {
	for _, src := range []string{
		"a = b", "if a:\n  b\nelse: c\n", "def f(a, /, b=1, *c, d, **e) -> x: return (yield)\n", "class C[T: int](B, m=1): pass\n",
		"match a:\n  case [1, *_] | {'a': B(c, d=e)} as f if g: pass\n", "try: a\nexcept* (b) as c: d\nfinally: e\n",
		"with (a as b, c): pass\n", "f'{a!r:{b}}{c=}'", "[x async for x in y if z]", "lambda *a, b=1: (c := d)", "x = (1 2)", "f(a=1, b)",
		"for *a, b in c: del (d, [e])\n", "from . import (a as b,)\n", "type X[*T, **P] = int\n", "a: b = yield c\n", "a[b:c, *d] += 1\n", "@a\nasync def f(): await x\n",
	} {
		f.Add(src)
	}
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 5000 {
			return
		}
		mod, err := Parse(src, "<fuzz>")
		if err != nil {
			if e := err.(*SyntaxError); e.Msg == "" || e.Kind == "" {
				t.Fatalf("%q: error %+v", src, e)
			}
		} else {
			ast.Dump(mod, true, "")
		}
		if token.CheckUTF8(src) != nil || strings.IndexByte(src, 0) >= 0 {
			return
		}
		norm := token.NormalizeNewlines(src)
		if norm != "" && norm[len(norm)-1] != '\n' {
			norm += "\n"
		}
		p := newParser(token.Tokenize(norm, nil), nil)
		if ok, raised := accepts(p); ok != (err == nil) && !deep(err) && !deepRaised(raised) {
			t.Fatalf("%q: the parser says %v, the diagnosis says %v", src, err, ok)
		}
	})
}

func deep(err error) bool {
	e, ok := err.(*SyntaxError)
	return ok && deepRaised(e)
}

func deepRaised(e *SyntaxError) bool {
	return e != nil && (e.Kind == "MemoryError" || e.Kind == "RecursionError")
}

// BenchmarkParse parses a module of common statements.
func BenchmarkParse(b *testing.B) {
	src := strings.Repeat("def method(self, value, *, flag=False):\n"+
		"    if value is None or not flag:\n        return self.items[value].get('key', [x + 1 for x in range(10)])\n"+
		"    for name, item in sorted(self.table.items()):\n        self.total += item * 2.5 - len(name)\n"+
		"    return f'{self.total:>10} {value!r}'\n\n", 200)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Parse(src, "<bench>"); err != nil {
			b.Fatal(err)
		}
	}
}
