package python_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// escapeLimits are small: many attempts end in a limit.
var escapeLimits = py.Limits{Operations: 2_000_000, Iterations: 20_000, Memory: 128 << 20, Output: 8 << 20, Recursion: 1000, Time: 10 * time.Second}

// TestEscapes runs the attempts of testdata/escapes: ways out of sandboxes for Python that became known, and our own. An
// attempt calls escaped() with what it got hold of. It must not come to that, nor to an error of the interpreter's own.
func TestEscapes(t *testing.T) {
	paths, err := filepath.Glob(filepath.Join("testdata", "escapes", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no attempts: %v", err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, attempt := range strings.Split("\n"+string(text), "\n=== ")[1:] {
			name, code, _ := strings.Cut(attempt, "\n")
			cfg := policy.Config{}
			if strings.HasPrefix(filepath.Base(path), "open") {
				cfg = policy.Config{Modules: []string{"*"}, Dunders: []string{"*"}, Functions: []string{"*"}}
			}
			if words, ok := strings.CutPrefix(code, ": import "); ok {
				words, code, _ = strings.Cut(words, "\n")
				cfg.Modules = strings.Fields(words)
			}
			t.Run(strings.TrimSuffix(filepath.Base(path), ".txt")+"/"+name, func(t *testing.T) { attemptEscape(t, cfg, code) })
		}
	}
}

func attemptEscape(t *testing.T, cfg policy.Config, code string) {
	s := newSession(t, python.Options{Policy: cfg})
	got := ""
	escaped := py.Func("escaped", 0, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		got = "nothing"
		if len(a) > 0 {
			got, _ = vm.Repr(a[0])
		}
		return py.None, nil
	})
	search := py.Func("search", 0, -1, func(vm *py.VM, a []py.Value) (py.Value, error) { return py.NewStr("found"), nil })
	final := py.FuncSig("final_answer", "answer=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
		return py.Value{}, vm.FinalAnswer(a[0])
	})
	s.SetTools([]python.Tool{
		{Name: "escaped", Func: escaped.In("tools")}, {Name: "search", Func: search.In("tools")}, {Name: "final_answer", Func: final.In("tools")},
	})
	_, f := runIn(t, s, code, escapeLimits)
	if got != "" {
		t.Errorf("escaped with %s:\n%s", got, code)
	}
	if f != nil && f.Kind == python.KindInternal {
		t.Errorf("the interpreter failed: %s\n%s\n%s", f.Message, f.Stack, code)
	}
}
