package compile_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/compile"
)

var update = flag.Bool("update", false, "write the disassemblies in testdata/golden anew")

// TestGolden compares the disassembly of the programs in testdata/golden with
// the one kept beside each.
func TestGolden(t *testing.T) {
	files, err := filepath.Glob("testdata/golden/*.py")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Fatal("no programs in testdata/golden")
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".py")
		t.Run(name, func(t *testing.T) {
			src, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			opts := compile.Options{CaptureResult: strings.HasPrefix(name, "capture"), UseNames: strings.HasPrefix(name, "names")}
			co, err := compileSource(string(src), opts)
			if err != nil {
				t.Fatal(err)
			}
			got := code.Dump(co)
			golden := strings.TrimSuffix(file, ".py") + ".txt"
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatalf("%v (run go test -update to write it)", err)
			}
			if got != string(want) {
				t.Errorf("disassembly of %s differs from %s; run go test -update and look at the change\n%s", file, golden, got)
			}
		})
	}
}
