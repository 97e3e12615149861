package symtable_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

// invalid is a program that CPython refuses, and its words for it:
// "SyntaxError 1:3-1:4 invalid syntax".
type invalid struct {
	line int // in the file
	want string
	src  string
}

// readInvalid reads testdata/invalid.txt. A line "--- " with the expected error
// starts each program; the last line break before the next one is not part of it.
func readInvalid(t *testing.T) []invalid {
	t.Helper()
	data, err := os.ReadFile("testdata/invalid.txt")
	if err != nil {
		t.Fatal(err)
	}
	var list []invalid
	var src []string
	flush := func() {
		if len(list) > 0 {
			list[len(list)-1].src = strings.Join(src, "\n")
		}
		src = nil
	}
	lines := strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
	for i, line := range lines {
		want, ok := strings.CutPrefix(line, "--- ")
		if !ok {
			src = append(src, line)
			continue
		}
		flush()
		list = append(list, invalid{line: i + 1, want: want})
	}
	flush()
	return list
}

// compileError parses and resolves a program and describes its error.
func compileError(src string) string {
	mod, err := parser.Parse(src, "<test>")
	if err == nil {
		_, err = symtable.Build(mod, "<test>", src, nil)
	}
	if err == nil {
		return "valid"
	}
	var e *parser.SyntaxError
	if !errors.As(err, &e) {
		return fmt.Sprintf("%T: %v", err, err)
	}
	return fmt.Sprintf("%s %d:%d-%d:%d %s", e.Kind, e.Line, e.Col, e.EndLine, e.EndCol, e.Msg)
}

func TestInvalid(t *testing.T) {
	list := readInvalid(t)
	if len(list) < 200 {
		t.Fatalf("only %d programs in testdata/invalid.txt", len(list))
	}
	for _, c := range list {
		if got := compileError(c.src); got != c.want {
			t.Errorf("invalid.txt:%d: %q\n got %s\nwant %s", c.line, c.src, got, c.want)
		}
	}
}

// compileScript compiles the programs of a JSON list and prints their errors.
const compileScript = `
import json, sys, warnings
warnings.simplefilter("ignore")
out = []
for src in json.load(sys.stdin):
    try:
        compile(src, "<test>", "exec")
        out.append("valid")
    except SyntaxError as e:
        place = "%d:%d-%d:%d" % (e.lineno or 0, e.offset or 0, e.end_lineno or 0, e.end_offset or 0)
        out.append("%s %s %s" % (type(e).__name__, place, e.msg))
    except (MemoryError, RecursionError) as e:
        out.append("%s 0:0-0:0 %s" % (type(e).__name__, e))
json.dump(out, sys.stdout)
`

// cpythonErrors asks CPython for the errors of programs.
func cpythonErrors(t *testing.T, sources []string) []string {
	t.Helper()
	in, err := json.Marshal(sources)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(testenv.Python312(t), "-I", "-c", compileScript)
	cmd.Stdin = bytes.NewReader(in)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run CPython: %v", err)
	}
	var list []string
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

func TestInvalidAgainstCPython(t *testing.T) {
	list := readInvalid(t)
	sources := make([]string, len(list))
	for i, c := range list {
		sources[i] = c.src
	}
	for i, want := range cpythonErrors(t, sources) {
		if list[i].want != want {
			t.Errorf("invalid.txt:%d: %q\nfile    %s\nCPython %s", list[i].line, list[i].src, list[i].want, want)
		}
	}
}

// TestDeepNesting compares programs that nest too deep for CPython, or nearly.
func TestDeepNesting(t *testing.T) {
	var sources []string
	for _, n := range []int{90, 150, 250, 2900, 3100, 10000, 100000} {
		for _, unit := range []string{"-", "not ", "~", "2**", "lambda: ", "1 if 1 else ", "(", "[", "{1:", "f(", "await "} {
			sources = append(sources, strings.Repeat(unit, n)+"1")
		}
		for _, unit := range []string{"+1", ".b", "()", "[0]", " or 1", "<1", ",1", "=a"} {
			sources = append(sources, "a"+strings.Repeat(unit, n))
		}
		sources = append(sources, "if a: pass\n"+strings.Repeat("elif a: pass\n", n), strings.Repeat("(", n)+strings.Repeat(")", n))
	}
	for _, n := range []int{20, 21, 99, 100, 150} {
		for _, head := range []string{"if a:", "while a:", "with a:", "def f():", "class C:", "try:"} {
			var b strings.Builder
			for i := range n {
				b.WriteString(strings.Repeat(" ", i) + head + "\n")
			}
			sources = append(sources, b.String()+strings.Repeat(" ", n)+"pass\n")
		}
	}
	for i, want := range cpythonErrors(t, sources) {
		if got := compileError(sources[i]); got != want {
			t.Errorf("%.40q of %d bytes:\n got %s\nwant %s", sources[i], len(sources[i]), got, want)
		}
	}
}
