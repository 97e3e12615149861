package compile_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/compile"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

// compileSource compiles a module with the verifier on.
func compileSource(src string, opts compile.Options) (*code.Code, error) {
	mod, err := parser.Parse(src, "<test>")
	if err != nil {
		return nil, err
	}
	table, err := symtable.Build(mod, "<test>", src, nil)
	if err != nil {
		return nil, err
	}
	opts.Verify = true
	return compile.Module(mod, table, opts)
}

// TestStandardLibrary compiles CPython's standard library and checks every
// code that comes out.
func TestStandardLibrary(t *testing.T) {
	python := testenv.Python312(t)
	out, err := exec.Command(python, "-c", "import os; print(os.path.dirname(os.__file__))").Output()
	if err != nil {
		t.Fatalf("ask %s for its library: %v", python, err)
	}
	files := 0
	err = filepath.WalkDir(strings.TrimSpace(string(out)), func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if d.IsDir() && (d.Name() == "site-packages" || d.Name() == "test_future_stmt" || d.Name() == "lib2to3" || testing.Short() && d.Name() == "test") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(path, ".py") {
			return nil
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if _, err := parser.Parse(string(src), path); err != nil {
			return nil // made to be wrong, or not UTF-8: the parser's tests say
		}
		files++
		for _, opts := range []compile.Options{{}, {UseNames: true, CaptureResult: true}} {
			if _, err := compileSource(string(src), opts); err != nil {
				t.Errorf("%s: %v", path, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if files < 200 {
		t.Errorf("compiled only %d files", files)
	}
}
