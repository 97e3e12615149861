package python_test

import (
	"slices"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/local/internal/bombs"
	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// bombLimits are small enough for the whole table to take little.
var bombLimits = py.Limits{Operations: 3_000_000, Iterations: 300_000, Memory: 256 << 20, Output: 64 << 20, Recursion: 1000, Time: time.Second}

// bombBound is what a bomb may take beyond its limit of time, on a machine
// that has other work.
const bombBound = 20 * time.Second

func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes about a minute")
	}
	for _, b := range bombs.Table {
		t.Run(b.Name, func(t *testing.T) {
			limits := bombLimits
			if b.Want != nil && !slices.Contains(b.Want, string(python.KindLimitTime)) {
				limits.Time = bombBound // another limit comes first, however slow the machine
			}
			start := time.Now()
			got := explode(t, b.Src, limits)
			if b.Want != nil && !slices.Contains(b.Want, got) {
				t.Errorf("ended with %q, want one of %q", got, b.Want)
			}
			if took := time.Since(start); took > limits.Time+bombBound {
				t.Errorf("took %v with a limit of %v", took, limits.Time)
			}
		})
	}
}

// explode runs a program and gives the kind of the limit that ended it, else
// the type of its exception; "" if it ran through.
func explode(t testing.TB, src string, limits py.Limits) string {
	t.Helper()
	_, f := runIn(t, newSession(t, python.Options{Policy: policy.Config{Modules: []string{"*"}, Functions: []string{"*"}}}), src, limits)
	switch {
	case f == nil:
		return ""
	case f.Kind == python.KindRuntime:
		return f.Type
	}
	return string(f.Kind)
}

// TestLimitsAreUncatchable: whatever guards the loop, the limit ends the run.
func TestLimitsAreUncatchable(t *testing.T) {
	loops := map[string]struct {
		src    string
		limits py.Limits
	}{
		"operations": {"for i in range(10**9): i + 1", py.Limits{Operations: 50_000}},
		"iterations": {"while True: pass", py.Limits{Iterations: 1000}},
		"time":       {"while True: pass", py.Limits{Time: 20 * time.Millisecond}},
		"native":     {"sum(range(10**12))", py.Limits{Time: 20 * time.Millisecond}},
		"memory":     {"x = []\nwhile True: x.append('a' * 1000 + str(len(x)))", py.Limits{Memory: 8 << 20}},
		"output":     {"while True: print('a' * 1000)", py.Limits{Output: 100_000}},
	}
	guards := map[string]string{
		"except":        "try:\n    LOOP\nexcept BaseException:\n    reached()\nreached()",
		"bare":          "try:\n    LOOP\nexcept:\n    reached()\nreached()",
		"finally":       "try:\n    LOOP\nfinally:\n    reached()",
		"return":        "def f():\n    try:\n        LOOP\n    finally:\n        return 1\nf()\nreached()",
		"exit":          "class C:\n    def __enter__(self): pass\n    def __exit__(self, *a):\n        reached()\n        return True\nwith C():\n    LOOP\nreached()",
		"group":         "try:\n    LOOP\nexcept* BaseException:\n    reached()\nreached()",
		"generator":     "def g():\n    try:\n        LOOP\n        yield\n    finally:\n        reached()\nfor x in g(): pass\nreached()",
		"native caller": "def f(x):\n    LOOP\ntry:\n    sorted([1, 2], key=f)\nexcept BaseException:\n    reached()\nreached()",
		"getattr":       "class A:\n    def __getattr__(self, n):\n        LOOP\nhasattr(A(), 'x')\ngetattr(A(), 'x', 1)\nreached()",
	}
	for loop, l := range loops {
		for guard, src := range guards {
			reached := false
			s := newSession(t, python.Options{})
			s.SetTools([]python.Tool{{Name: "reached", Func: py.Func("reached", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
				reached = true
				return py.None, nil
			}).In("tools")}})
			_, f := runIn(t, s, indented(src, l.src), l.limits)
			if reached || f == nil || f.Kind == python.KindRuntime {
				t.Errorf("%s in %s: went on: %v, failure %v", loop, guard, reached, f)
			}
		}
	}
}
