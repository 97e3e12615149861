package python

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib"
)

var update = flag.Bool("update", false, "write the expected outputs of testdata/run anew, from CPython")

// The scripts in testdata/run print what CPython 3.12 prints, and end with the
// same traceback; NAME.txt holds both.
func scripts(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("testdata/run/*.py")
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts: %v", err)
	}
	return files
}

func expected(t *testing.T, script string) string {
	t.Helper()
	b, err := os.ReadFile(strings.TrimSuffix(script, ".py") + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestScripts(t *testing.T) {
	for _, script := range scripts(t) {
		t.Run(filepath.Base(script), func(t *testing.T) {
			src, err := os.ReadFile(script)
			if err != nil {
				t.Fatal(err)
			}
			compare(t, runPlain(t, string(src), filepath.Base(script)), expected(t, script))
		})
	}
}

// runPlain runs a program without a policy and gives its output and the
// traceback it ends with.
func runPlain(t *testing.T, src, filename string) string {
	t.Helper()
	var out bytes.Buffer
	vm := py.NewVM(py.Config{Stdout: &out, Import: stdlib.Import, Compile: compileSource})
	vm.UseBuiltins(func(string) bool { return true })
	c, err := compileSource(vm, src, filename, "exec", false)
	if err == nil {
		_, err = vm.ExecModule(c)
	}
	var e *py.Exception
	switch {
	case errors.As(err, &e):
		out.WriteString(vm.FormatException(e))
	case err != nil:
		t.Fatal(err)
	}
	return out.String()
}

// compare reports the first line that differs.
func compare(t *testing.T, got, want string) {
	t.Helper()
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range min(len(g), len(w)) {
		if g[i] != w[i] {
			t.Fatalf("line %d of the output is\n%s\nwant\n%s", i+1, g[i], w[i])
		}
	}
	if len(g) != len(w) {
		t.Fatalf("%d lines of output, want %d; the rest is\n%s", len(g), len(w), strings.Join(append(g[len(w):], w[min(len(g), len(w)):]...), "\n"))
	}
}

// runScript is the program that runs a script under CPython. Tracebacks come
// from the traceback module: the C code that prints those of a whole program
// leaves margins out.
const runScript = `
import sys, traceback
name = sys.argv[1]
main = {"__name__": "__main__"}
sys.excepthook = lambda t, e, tb: sys.stdout.flush() or traceback.print_exception(e.with_traceback(tb.tb_next))
sys.setrecursionlimit(1001)  # this program takes one
exec(compile(open(name).read(), name, "exec"), main)
`

// TestExpectedOutputs checks the recorded outputs against CPython.
func TestExpectedOutputs(t *testing.T) {
	python := testenv.Python312(t)
	for _, script := range scripts(t) {
		cmd := exec.Command(python, "-I", "-W", "ignore", "-c", runScript, filepath.Base(script))
		cmd.Dir = filepath.Dir(script)
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		var exit *exec.ExitError
		if err := cmd.Run(); err != nil && !errors.As(err, &exit) {
			t.Fatal(err)
		}
		text := out.String()
		if *update {
			if err := os.WriteFile(strings.TrimSuffix(script, ".py")+".txt", []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		t.Run(filepath.Base(script), func(t *testing.T) { compare(t, expected(t, script), text) })
	}
}
