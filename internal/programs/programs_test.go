package programs

import (
	"bytes"
	"context"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
)

var update = flag.Bool("update", false, "write the expected output of examples/programs anew, with CPython 3.12")

// runFile runs a program as `airlock run` would: final_answer is there and prints its argument's repr, and an uncaught
// exception is all that stands on stderr.
const runFile = `
import sys
sys.stdout.reconfigure(encoding="utf-8", newline="\n")
def final_answer(answer):
    print(repr(answer))
with open(sys.argv[1], encoding="utf-8") as f:
    source = f.read()
try:
    exec(compile(source, "program", "exec"), {"__name__": "__main__", "final_answer": final_answer})
except Exception as e:
    print(f"{type(e).__name__}: {e}", end="", file=sys.stderr)
`

func TestCPythonAgrees(t *testing.T) {
	root := testenv.Root(t)
	for name, set := range map[string]func(string) ([]Program, error){"examples": Examples, "corpus": Corpus} {
		all, err := set(root)
		if err != nil {
			t.Fatal(err)
		}
		python := testenv.Python312(t)
		for _, p := range all {
			t.Run(name+"/"+p.Name, func(t *testing.T) {
				t.Parallel()
				got := cpython(t, python, p.Path)
				if *update && name == "examples" {
					writeExpected(t, p, got)
				} else if got != p.Expected {
					t.Errorf("CPython prints\n%s\nexpected\n%s", got, p.Expected)
				}
			})
		}
	}
}

func cpython(t *testing.T, python, path string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, python, "-I", "-c", runFile, path)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run %q with CPython: %v\n%s", path, err, stderr.String())
	}
	return Transcript(string(out), stderr.String())
}

func writeExpected(t *testing.T, p Program, text string) {
	t.Helper()
	path := filepath.Join(filepath.Dir(p.Path), "expected", p.Name+".txt")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestSetsAreComplete keeps programs and expected outputs in step, and the examples of a readable size.
func TestSetsAreComplete(t *testing.T) {
	root := testenv.Root(t)
	examples, err := Examples(root)
	if err != nil {
		t.Fatal(err)
	}
	corpus, err := Corpus(root)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range append(examples, corpus...) {
		if p.Expected == "" {
			t.Errorf("%s has no expected output", p.Name)
		}
		if strings.Contains(p.Name, "_raises_") != p.Raises() {
			t.Errorf("%s: its name and its expected output disagree on whether it raises", p.Name)
		}
	}
	for _, p := range examples {
		if n := strings.Count(p.Source, "\n"); n < 30 || n > 110 {
			t.Errorf("%s has %d lines, want 30 to 110", p.Name, n)
		}
	}
	if len(examples) < 36 || len(corpus) != 80 {
		t.Errorf("got %d examples and %d corpus programs, want at least 36 and 80", len(examples), len(corpus))
	}
	for _, dir := range []string{"examples/programs/expected", "testdata/corpus/expected"} {
		outputs, err := filepath.Glob(filepath.Join(root, dir, "*.txt"))
		if err != nil {
			t.Fatal(err)
		}
		if want := map[bool]int{true: len(examples), false: len(corpus)}[strings.HasPrefix(dir, "examples")]; len(outputs) != want {
			t.Errorf("%s holds %d files for %d programs", dir, len(outputs), want)
		}
	}
}

func TestProgram(t *testing.T) {
	p := Program{Expected: "a\n!! ValueError: no\n", Imports: []string{"csv", "io"}, Dunders: []string{"__cause__"}}
	if !p.Raises() || (Program{Expected: "!! x\ny\n"}).Raises() {
		t.Error("Raises must look at the last line")
	}
	for _, stdout := range []string{"a", "a\n"} {
		if got := Transcript(stdout, "ValueError: no"); got != p.Expected {
			t.Errorf("Transcript(%q) = %q", stdout, got)
		}
	}
	if got := Transcript("a", ""); got != "a" {
		t.Errorf("Transcript without an exception = %q", got)
	}
	want := []string{"--import", "csv", "--import", "io", "--allow-dunder", "__cause__"}
	if got := p.Flags(); !reflect.DeepEqual(got, want) {
		t.Errorf("Flags() = %q, want %q", got, want)
	}
	if got := header("# about\n# import: a, b\nimport c\n# import: d\n", "# import:"); !reflect.DeepEqual(got, []string{"a", "b"}) {
		t.Errorf("header = %q", got)
	}
}
