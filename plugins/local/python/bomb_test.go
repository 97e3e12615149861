package python_test

import (
	"slices"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// The ways in which a bomb may end: by a limit, or by an ordinary exception.
var (
	anyLimit  = []string{string(python.KindLimitTime), string(python.KindLimitMemory), string(python.KindLimitOperations), string(python.KindLimitIterations)}
	refused   = []string{"MemoryError", "OverflowError"}
	recursion = []string{"RecursionError"}
)

func either(lists ...[]string) []string { return slices.Concat(lists...) }

// bombs are programs that must not take more than they may have. want lists
// kinds of limits and types of exceptions; nil: it may end as it likes.
var bombs = []struct {
	name, src string
	want      []string
}{
	{"while", "while True: pass", anyLimit},
	{"sum", "sum(range(10**12))", anyLimit},
	{"str repeat", "'a' * 10**12", refused},
	{"list repeat", "[0] * 10**10", refused},
	{"bytes", "bytes(10**12)", refused},
	{"bytearray", "bytearray(10**10)", refused},
	{"power tower", "9**9**9", either(anyLimit, refused)},
	{"power", "10**10**8", either(anyLimit, refused)},
	{"shift", "1 << 10**12", refused},
	{"squaring", "x = 3\nwhile True: x = x * x", either(anyLimit, refused)},
	{"factorial", "f = 1\nfor i in range(1, 10**7): f *= i", anyLimit},
	{"modular power", "pow(3, 10**100000, 10**100000 + 1)", anyLimit},
	{"hash of an int", "y = 1 << 10**8\nfor i in range(10**6): hash(y)", anyLimit},
	{"digits", "str(10**1000000)", []string{"ValueError"}},
	{"list of a range", "list(range(10**18))", refused},
	{"set of a range", "set(range(10**10))", either(anyLimit, refused)},
	{"list of a generator", "list(i for i in iter(int, 1))", anyLimit},
	{"list without end", "list(iter(int, 1))", anyLimit},
	{"set without end", "import itertools\nset(itertools.count())", either(anyLimit, refused)},
	{"dict without end", "import itertools\ndict(zip(itertools.count(), itertools.count()))", anyLimit},
	{"fromkeys", "{}.fromkeys(range(10**9))", anyLimit},
	{"sorted without end", "sorted(iter(int, 1))", anyLimit},
	{"join without end", "''.join(iter(str, 1))", anyLimit},
	{"max without end", "max(iter(int, 1))", anyLimit},
	{"any without end", "any(iter(int, 1))", anyLimit},
	{"filter without end", "list(filter(None, iter(int, 1)))", anyLimit},
	{"in without end", "1 in iter(int, 1)", anyLimit},
	{"unpacking without end", "a, b = iter(int, 1), 1\n[*a]", anyLimit},
	{"permutations", "import itertools\nlist(itertools.permutations(range(20)))", either(anyLimit, refused)},
	{"product", "import itertools\nfor x in itertools.product(range(100), repeat=20): pass", anyLimit},
	{"deque", "import collections\ncollections.deque(iter(int, 1))", anyLimit},
	{"deque with maxlen", "import collections\ncollections.deque(iter(int, 1), maxlen=1)", anyLimit},
	{"factorial function", "import math\nmath.factorial(10**8)", either(anyLimit, refused)},
	{"comb", "import math\nmath.comb(10**8, 10**7)", anyLimit},
	{"regular expression", "import re\nre.match('(a|aa)+$', 'a' * 100 + 'b')", anyLimit},
	{"nested repeats", "import re\nre.compile('(?:a{1000}){1000}{1000}').match('a' * 10**6)", nil},
	{"sub", "import re\nre.sub('a', 'b' * 10**6, 'a' * 10**6)", either(anyLimit, refused)},
	{"slow key", "sorted(range(10**7), key=lambda x: -x)", anyLimit},
	{"long keys", "sorted(['a' * 10**6 + str(i) for i in range(100)] * 300)", anyLimit},
	{"eq", "class A:\n    def __eq__(self, o):\n        while True: pass\nA() == A()", anyLimit},
	{"hash", "class A:\n    def __hash__(self):\n        while True: pass\n{A()}", anyLimit},
	{"colliding hashes", "class A:\n    def __hash__(self): return 1\n    def __eq__(self, o): return False\ns = set()\nfor i in range(10**7): s.add(A())", anyLimit},
	{"long strs compared", "y = 'a' * (5 * 10**7) + 'b'; z = 'a' * (5 * 10**7) + 'c'\nfor i in range(10**6): y == z", anyLimit},
	{"long strs as keys", "y = 'a' * 10**8; z = 'a' * 10**8\nd = {y: 1}\nfor i in range(10**6): d[z]", anyLimit},
	{"long tuples compared", "y = tuple(range(10**6)); z = tuple(range(10**6))\nfor i in range(10**6): y == z", anyLimit},
	{"pop from the front", "y = list(range(10**7))\nfor i in range(10**6): y.pop(0)", anyLimit},
	{"deep repr", "x = []\nfor i in range(200000): x = [x]\nrepr(x)", recursion},
	{"deep compare", "x = []; y = []\nfor i in range(200000): x = [x]; y = [y]\nx == y", recursion},
	{"deep hash", "x = ()\nfor i in range(200000): x = (x,)\nhash(x)", recursion},
	{"deep exceptions", "e = None\nfor i in range(100000): e = ValueError(e)\nrepr(e)", recursion},
	{"deep groups", "e = ValueError()\nfor i in range(100000): e = ExceptionGroup('x', [e])\ne.split(TypeError)", recursion},
	{"deep iterators", "it = iter([])\nfor i in range(200000): it = map(str, it)\nlist(it)", recursion},
	{"deep generators", "def g(it): yield from it\nit = iter([])\nfor i in range(200000): it = g(it)\nlist(it)", recursion},
	{"deep staticmethods", "f = len\nfor i in range(200000): f = staticmethod(f)\nf([])", recursion},
	{"deep classes", "t = (int,)\nfor i in range(200000): t = (t,)\nisinstance('', t)", recursion},
	{"deep list freed", "x = []\nfor i in range(200000): x = [x]\ndel x", nil},
	{"wide sharing", "x = ()\nfor i in range(60): x = (x, x)\nhash(x)", anyLimit},
	{"wide repr", "x = []\nfor i in range(60): x = [x, x]\nrepr(x)", either(anyLimit, refused)},
	{"group of a class", "ExceptionGroup[int], BaseExceptionGroup[int]", []string{""}},
	{"many bases", "type('A', tuple(type('B%d' % i, (), {}) for i in range(3000)), {})", nil},
	{"format width", "f'{1:1000000000000}'", either(refused, []string{"ValueError"})},
	{"percent width", "'%1000000000d' % 3", refused},
	{"percent precision", "'%.1000000000f' % 3.0", either(refused, []string{"ValueError"})},
	{"format of pieces", "('{}' * 10**6).format(*['a' * 10**6] * 10**6)", either(anyLimit, refused)},
	{"replace", "('a' * 10**6).replace('a', 'b' * 10**6)", refused},
	{"join", "('a' * 10**6).join(['b'] * 10**6)", refused},
	{"translate", "('x' * 1000).translate({120: 'y' * 10**7})", refused},
	{"ljust", "'a'.ljust(10**11)", refused},
	{"expandtabs", "'\\t'.expandtabs(10**11)", refused},
	{"finally", "def f():\n    try: raise ValueError\n    finally: f()\nf()", recursion},
	{"finally for ever", "while True:\n    try: raise ValueError\n    finally: continue", anyLimit},
	{"two calls a level", "def f():\n    try: f()\n    except RecursionError: f()\nf()", anyLimit},
	{"getattr", "class A:\n    def __getattr__(self, n): return getattr(self, n + 'x')\nA().x", recursion},
	{"repr", "class A:\n    def __repr__(self): return repr(self)\nrepr(A())", recursion},
	{"call", "class A:\n    def __call__(self): return self()\nA()()", recursion},
	{"property", "class A:\n    @property\n    def x(self): return self.x\nA().x", recursion},
	{"comprehension", "def f(): return [f() for i in range(1)]\nf()", recursion},
	{"map", "def f(): return list(map(lambda x: f(), [1]))\nf()", recursion},
	{"key function", "def f(x): return sorted([1], key=f)\nf(1)", recursion},
	{"descriptor", "class D:\n    def __get__(self, o, t): return o.x\nclass A: x = D()\nA().x", recursion},
	{"instance check", "class M(type):\n    def __instancecheck__(c, o): return isinstance(o, c)\nclass A(metaclass=M): pass\nisinstance(1, A)", recursion},
	{"list append", "l = []\nwhile True: l.append('x' * 1000)", anyLimit},
	{"list doubling", "l = [1]\nwhile True: l += l", either(anyLimit, refused)},
	{"dict growth", "d = {}\nfor i in range(10**9): d[i] = str(i)", anyLimit},
	{"str doubling", "s = 'x'\nwhile True: s += s", either(anyLimit, refused)},
	{"closures", "def make(f): return lambda: f\nf = None\nwhile True: f = make(f)", anyLimit},
	{"generators", "gens = []\ndef g(): yield\nwhile True:\n    x = g()\n    next(x)\n    gens.append(x)", anyLimit},
	{"objects", "class A: pass\nl = []\nwhile True:\n    a = A()\n    a.x = 'y' * 100\n    l.append(a)", anyLimit},
	{"arguments doubled", "def f(*a): return f(*a, *a)\nf(1)", either(anyLimit, refused, recursion)},
	{"sleep", "import time\ntime.sleep(10**6)", anyLimit},
	{"sleep in finally", "import time\ntry: time.sleep(10**6)\nfinally: time.sleep(10**6)", anyLimit},
	{"queue", "import queue\nqueue.Queue().get()", nil},
}

// bombLimits are small enough for the whole table to take little.
var bombLimits = py.Limits{Operations: 3_000_000, Iterations: 300_000, Memory: 256 << 20, Output: 64 << 20, Recursion: 1000, Time: time.Second}

// bombBound is what a bomb may take beyond its limit of time, on a machine
// that has other work.
const bombBound = 20 * time.Second

func TestBombs(t *testing.T) {
	if testing.Short() {
		t.Skip("takes about a minute")
	}
	for _, b := range bombs {
		t.Run(b.name, func(t *testing.T) {
			limits := bombLimits
			if b.want != nil && !slices.Contains(b.want, string(python.KindLimitTime)) {
				limits.Time = bombBound // another limit comes first, however slow the machine
			}
			start := time.Now()
			got := explode(t, b.src, limits)
			if b.want != nil && !slices.Contains(b.want, got) {
				t.Errorf("ended with %q, want one of %q", got, b.want)
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
	_, f := runIn(t, newSession(t, python.Options{Policy: policy.Config{Modules: []string{"*"}}}), src, limits)
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
