package ast_test

import (
	"encoding/json"
	"os/exec"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
)

// annotations prints [expression, text] pairs: expressions of the standard
// library and a few rare forms, and what an annotation that stays text makes
// of them.
const annotations = `
import ast, json, os
rare = ["1 .real", "1.5.real", "(yield)", "(yield x)", "(yield from x)", "1e400", "1e400j", "-1e400", "(a := 1)", "lambda: 0", "lambda a, /, b=1, *c, d, e=2, **f: a",
    "lambda *, a: a", "f(x for x in y)", "f((x for x in y), 1)", "x[1:2, ::3]", "x[a, b]", "x[(a,)]", "x[:]", "()", "(1,)", "not not a", "-(-a)", "(-a) ** -b", "-a ** b", "(a ** b) ** c", "a ** b ** c",
    "a if b else (c if d else e)", "(a if b else c) if d else e", "(a or b) and c", "not (a and b)", "a < (b < c)", "(a, b) < c", "{**a, 'b': 1}", "[*a, *b]", "{*a}", "f(*a, k=1, **b)", "await x", "(await x)(y)",
    "f'a{b}c'", "f'{a!r:>{b}}{{}}'", "f'{ {1: 2} }'", "f'{a=}'", "u'x'", "'it\\'s'", "b'\\x00\\xff'", "'\\ud800'", "...", "None", "a[b](c).d", "(lambda: 1)()", "[x async for x in y if z if w]",
    "{k: v for k, v in a for b in c}", "a @ b // c % d", "(a + b) * c - (d - e)", "a << b | c & d ^ e", "~a", "a is not b not in c", "10 ** 50", "0xff", "1_000", "'a' 'b'", "lambda: (yield)"]
root = os.path.dirname(os.__file__)
for name in ["argparse.py", "dataclasses.py", "statistics.py", "functools.py"]:
    text = open(os.path.join(root, name), encoding="utf-8").read()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.expr) and not isinstance(node, (ast.Starred, ast.Slice)) and isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
            rare.append(ast.unparse(node))
out = []
for src in dict.fromkeys(rare):
    env = {}
    wrapped = "(" + src + ")"
    try:
        exec("from __future__ import annotations\nasync def f():\n    def g(x: %s): pass\n    return g" % wrapped, env)
        try:
            env["f"]().send(None)
        except StopIteration as e:
            text = e.value.__annotations__["x"]
    except SyntaxError:
        continue
    try: text.encode()
    except UnicodeEncodeError: continue
    out.append([wrapped, text])
print(json.dumps(out))
`

// TestUnparse compares the text of expressions with CPython's.
func TestUnparse(t *testing.T) {
	out, err := exec.Command(testenv.Python312(t), "-W", "ignore", "-c", annotations).Output()
	if err != nil {
		t.Fatalf("ask CPython: %v", err)
	}
	var pairs [][2]string
	if err := json.Unmarshal(out, &pairs); err != nil {
		t.Fatal(err)
	}
	if len(pairs) < 1000 {
		t.Fatalf("CPython gave only %d expressions", len(pairs))
	}
	for _, p := range pairs {
		e, err := parser.ParseExpr(p[0], "<test>")
		if err != nil {
			t.Errorf("parse %q: %v", p[0], err)
			continue
		}
		if got := ast.Unparse(e.Body); got != p[1] {
			t.Errorf("Unparse(%s)\n got %s\nwant %s", p[0], got, p[1])
		}
	}
}
