package python_test

import (
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// jumpingClock is a clock that goes on by a second each time it is read.
func jumpingClock() func() time.Time {
	now := time.Unix(1e9, 0)
	return func() time.Time {
		now = now.Add(time.Second)
		return now
	}
}

// TestResult: what the value of a run is, by the kind of its last statement.
func TestResult(t *testing.T) {
	for _, tt := range []struct {
		src, want  string // the value's repr
		expression bool
	}{
		{"", "None", false},
		{"1 + 1", "2", true},
		{"None", "None", true},
		{"5;", "5", true},
		{"print(5)", "None", true},
		{"(w := 5)", "5", true},
		{"x = 5", "5", false},
		{"a = b = 3", "3", false},
		{"a, b = 1, 2", "(1, 2)", false},
		{"d = {}\nd['k'] = 4", "4", false},
		{"class A: pass\nA.x = 6", "6", false},
		{"x: int = 5", "5", false},
		{"x: int", "None", false},
		{"x = 1\nx += 5", "6", false},
		{"x = [1]\nx += [2]", "[1, 2]", false},
		{"x = [1]\nx[0] *= 7", "7", false},
		{"def f(): pass\nf.__name__", "'f'", true},
		{"if True:\n    7\n    None", "7", false},
		{"if True:\n    x = 7\n    pass", "7", false},
		{"if False:\n    7", "None", false},
		{"if False:\n    7\nelif True:\n    8\nelse:\n    9", "8", false},
		{"if False:\n    7\nelse:\n    9", "9", false},
		{"if True:\n    for i in range(3):\n        i", "2", false},
		{"for i in range(3):\n    i * 10\n    None", "20", false},
		{"for i in range(3):\n    if i == 1:\n        i", "1", false},
		{"for i in []:\n    1", "None", false},
		{"for i in range(2):\n    1\nelse:\n    99", "1", false},
		{"for i in range(3):\n    i\n    break", "0", false},
		{"while True:\n    5\n    break", "None", false},
		{"if True:\n    while True:\n        5\n        break", "None", false},
		{"try:\n    5\nfinally:\n    6", "None", false},
		{"match 5:\n    case 5:\n        6", "None", false},
		{"import math", "None", false},
		{"from math import pi", "None", false},
		{"pass", "None", false},
		{"5\npass", "None", false},
		{"assert True", "None", false},
		{"x = 1\ndel x", "None", false},
		{"global g\ng = 4", "4", false},
		{"type X = int", "None", false},
		{"'a'\n# comment\n", "'a'", true},
		{"'''doc'''", "'doc'", true},
	} {
		s := newSession(t, python.Options{})
		res, f := runIn(t, s, tt.src, python.DefaultLimits)
		if f != nil {
			t.Errorf("%q: %v", tt.src, f)
			continue
		}
		got, err := s.VM().Repr(res.Value)
		if err != nil || got != tt.want || res.ExpressionLast != tt.expression || res.Final {
			t.Errorf("%q: value %s, expression %v, final %v: %v", tt.src, got, res.ExpressionLast, res.Final, err)
		}
	}
}

// TestDefinitionResult: the value of a definition is what it made.
func TestDefinitionResult(t *testing.T) {
	for src, want := range map[string]string{
		"def f(): pass":                                     "function",
		"async def f(): pass":                               "function",
		"class C: pass":                                     "type",
		"@staticmethod\ndef f(): pass":                      "staticmethod",
		"for i in range(2):\n    def f(): pass":             "function",
		"class M(type): pass\nclass C(metaclass=M): pass":   "M",
		"def deco(f): return 5\n@deco\nclass C:\n    x = 1": "int",
	} {
		res, f := run(t, src)
		if f != nil || res.Value.Type().Name != want {
			t.Errorf("%q: got %v of type %s, want %s", src, f, res.Value.Type().Name, want)
		}
	}
}

func TestFinalAnswer(t *testing.T) {
	for _, tt := range []struct{ src, want string }{
		{"final_answer(1)\n2", "1"},
		{"final_answer(answer=[1])", "[1]"},
		{"final_answer()", "None"},
		{"def f():\n    try:\n        final_answer('in')\n    except BaseException:\n        pass\nf()", "'in'"},
		{"for i in range(5):\n    if i == 3:\n        final_answer(i)", "3"},
		{"[final_answer(x) for x in [7, 8]]", "7"},
		{"try:\n    final_answer(1)\nfinally:\n    final_answer(2)", "1"},
		{"try:\n    final_answer(1)\nfinally:\n    1 / 0", "1"},
		{"log = []\ntry:\n    final_answer(log)\nfinally:\n    log.append('finally')", "['finally']"},
		{"class C:\n    def __enter__(self): return self\n    def __exit__(self, *a):\n        log.append(a)\n        return True\nlog = []\nwith C():\n    final_answer(log)", "[(None, None, None)]"},
		{"(lambda: final_answer((1, 2)))()", "(1, 2)"},
		{"list(map(final_answer, [4, 5]))", "4"},
	} {
		s := newSession(t, python.Options{})
		res, f := runIn(t, s, tt.src, python.DefaultLimits)
		if f != nil {
			t.Errorf("%q: %v", tt.src, f)
			continue
		}
		if got, err := s.VM().Repr(res.Value); err != nil || got != tt.want || !res.Final {
			t.Errorf("%q: value %s, final %v: %v", tt.src, got, res.Final, err)
		}
		// The session lives on.
		if res, f := runIn(t, s, "1 + 1", python.DefaultLimits); f != nil || res.Final || res.Value.AsInt() != 2 {
			t.Errorf("%q: the next run gives %+v, %v", tt.src, res, f)
		}
	}
}

// TestState: variables, functions, classes and imports live on, also after a
// failure; budgets begin anew.
func TestState(t *testing.T) {
	s := newSession(t, python.Options{})
	for _, step := range []struct {
		src  string
		fail bool
	}{
		{"import math\nx = 1\ndef f(): return x + math.floor(1.5)\nclass C:\n    n = 2", false},
		{"assert f() == 2 and C().n == 2 and __name__ == '__main__'", false},
		{"x = 10\nd = {}\nd['a'] = 1\n1 / 0\nx = 20", true},
		{"assert x == 10 and d == {'a': 1} and f() == 11", false},
		{"y = 3\nwhile True: y += 1", true},
		{"assert y > 1000\nfor i in range(10**5): i", false},
		{"x = (", true},
		{"assert x == 10", false},
		{"def g():\n    yield 1\n    yield 2\nit = g()\nnext(it)", false},
		{"assert next(it) == 2", false},
	} {
		if _, f := runIn(t, s, step.src, python.DefaultLimits); (f != nil) != step.fail {
			t.Fatalf("%q: %v", step.src, f)
		}
	}
}

// TestPanic: an error of the interpreter costs its session and no other.
func TestPanic(t *testing.T) {
	s, other := newSession(t, python.Options{}), newSession(t, python.Options{})
	s.SetTools([]python.Tool{{Name: "broken", Func: py.Func("broken", 0, 0, func(vm *py.VM, a []py.Value) (py.Value, error) {
		panic("out of order")
	}).In("tools")}})
	for _, src := range []string{"try:\n    broken()\nexcept BaseException: pass", "1"} {
		_, f := runIn(t, s, src, python.DefaultLimits)
		if f == nil || f.Kind != python.KindInternal || !strings.Contains(f.Message, "out of order") || !strings.Contains(f.Stack, "TestPanic") || !s.Lost() {
			t.Errorf("%q: got %+v", src, f)
		}
	}
	if _, f := runIn(t, other, "1", python.DefaultLimits); f != nil || other.Lost() {
		t.Errorf("another session: %v", f)
	}
}
