package python

import (
	"bytes"
	"errors"
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// runLimited runs a program under limits without a policy; final_answer is a
// function that ends the run.
func runLimited(t *testing.T, src string, limits py.Limits) (string, error) {
	t.Helper()
	var out bytes.Buffer
	vm := py.NewVM(py.Config{Stdout: &out, Limits: limits})
	final := py.Func("final_answer", 1, 1, func(vm *py.VM, a []py.Value) (py.Value, error) {
		return py.Value{}, &py.Stop{Kind: py.StopFinal, Message: "final answer", Answer: a[0]}
	})
	vm.Builtins.SetStr(py.Name("final_answer"), final.In("builtins"))
	c, err := compileSource(vm, src, "<test>", "exec", false)
	if err != nil {
		t.Fatal(err)
	}
	_, err = vm.ExecModule(c)
	return out.String(), err
}

func TestStops(t *testing.T) {
	for _, tt := range []struct {
		name, src string
		limits    py.Limits
		kind      py.StopKind
		out       string
	}{
		{"operations", "while True: pass", py.Limits{Operations: 100_000}, py.StopOperations, ""},
		{"operations in natives", "sum(range(10**12))", py.Limits{Operations: 100_000, Time: 200_000_000}, py.StopTime, ""},
		{"iterations", "n = 0\nwhile True:\n    n += 1", py.Limits{Iterations: 1000}, py.StopIterations, ""},
		{"not catchable", "try:\n    while True: pass\nexcept BaseException:\n    print('caught')\nfinally:\n    print('finally')", py.Limits{Iterations: 1000}, py.StopIterations, ""},
		{"memory", "l = []\nwhile True: l.append('x' * 1000)", py.Limits{Memory: 32 << 20}, py.StopMemory, ""},
		{"memory in a native", "def g():\n    i = 0\n    while True:\n        yield str(i) * 100\n        i += 1\nlist(g())", py.Limits{Memory: 32 << 20}, py.StopMemory, ""},
		{"final answer", "try:\n    try:\n        final_answer(3)\n    except:\n        print('bare')\n    except_ran = True\nexcept BaseException:\n    print('base')\nfinally:\n    print('finally')\nprint('after')", py.Limits{}, py.StopFinal, "finally\n"},
		{"final answer and return", "def f():\n    try:\n        final_answer(3)\n    finally:\n        return 5\nf()\nprint('after')", py.Limits{}, py.StopFinal, ""},
		{"final answer and exit", "class C:\n    def __enter__(self): pass\n    def __exit__(self, *a):\n        print(a)\n        return True\nwith C(): final_answer(1)\nprint('after')", py.Limits{}, py.StopFinal, "(None, None, None)\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			out, err := runLimited(t, tt.src, tt.limits)
			var stop *py.Stop
			if !errors.As(err, &stop) || stop.Kind != tt.kind {
				t.Fatalf("ended with %v, want a stop of kind %d", err, tt.kind)
			}
			if out != tt.out {
				t.Errorf("output %q, want %q", out, tt.out)
			}
		})
	}
}

func TestGarbageIsNoMemory(t *testing.T) {
	src := "s = 0\nfor i in range(100_000): s += len(str(i) * 200)\nprint(s > 0)"
	if out, err := runLimited(t, src, py.Limits{Memory: 16 << 20}); err != nil || out != "True\n" {
		t.Errorf("output %q, error %v", out, err)
	}
}

func TestDeepRecursion(t *testing.T) {
	src := "def f(n): return 0 if n == 0 else 1 + f(n - 1)\nprint(f(200_000))"
	if out, err := runLimited(t, src, py.Limits{Recursion: 300_000}); err != nil || out != "200000\n" {
		t.Errorf("output %q, error %v", out, err)
	}
}
