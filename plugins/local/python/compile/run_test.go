package compile_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/python/compile"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib"
)

// runSource runs a program and gives the machine and what it printed.
func runSource(t *testing.T, src string, opts compile.Options) (*py.VM, py.Value, string) {
	t.Helper()
	co, err := compileSource(src, opts)
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	vm := py.NewVM(py.Config{Stdout: &out, Import: stdlib.Import})
	vm.UseBuiltins(func(string) bool { return true })
	v, err := vm.RunModule(co, vm.Main)
	if err != nil {
		t.Fatalf("run: %v\n%s", err, src)
	}
	return vm, v, out.String()
}

// TestRun runs the programs in testdata/run and compares what they print with
// what CPython prints.
func TestRun(t *testing.T) {
	python := testenv.Python312(t)
	files, err := filepath.Glob("testdata/run/*.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".py"), func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want, err := exec.Command(python, "-W", "ignore", file).Output()
			if err != nil {
				t.Fatalf("CPython fails on %s: %v", file, err)
			}
			_, _, got := runSource(t, string(src), compile.Options{})
			wantLines, gotLines := strings.Split(string(want), "\n"), strings.Split(got, "\n")
			for i, line := range wantLines {
				if i >= len(gotLines) || gotLines[i] != line {
					t.Fatalf("line %d of the output:\n got %s\nwant %s", i+1, append(gotLines, "(end)")[min(i, len(gotLines))], line)
				}
			}
		})
	}
}
