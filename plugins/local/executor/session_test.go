package executor_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// TestSlowTool: the run's clock stands still while a tool works.
func TestSlowTool(t *testing.T) {
	s := open(t, shared.OpenRequest{Limits: shared.Limits{Time: 200 * time.Millisecond}})
	setTools(t, s, "slow")
	slow := &events{tool: func(context.Context, *shared.ToolCall) (value.Text, error) {
		time.Sleep(300 * time.Millisecond)
		return value.MustText(1), nil
	}}
	res := run(t, s, "slow() + slow()", slow)
	if string(res.Value) != "safe:2" || res.Stats.ToolTime < 600*time.Millisecond || res.Stats.ToolCalls != 2 {
		t.Errorf("got %s, %+v", res.Value, res.Stats)
	}
	if _, e := fails(t, s, "slow()\nfor i in range(10**9): pass", slow); e == nil || e.Kind != shared.KindLimitTime && e.Kind != shared.KindLimitOperations {
		t.Errorf("a loop after a tool: %v", e)
	}
}

// TestInterruptInTool: the end of the context ends a run that waits for a tool.
func TestInterruptInTool(t *testing.T) {
	s := open(t, shared.OpenRequest{})
	setTools(t, s, "wait")
	ctx, cancel := context.WithCancel(t.Context())
	ev := &events{tool: func(ctx context.Context, _ *shared.ToolCall) (value.Text, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	_, err := s.Execute(ctx, &shared.ExecuteRequest{Code: "try:\n    wait()\nexcept BaseException:\n    while True: pass"}, ev)
	if e := shared.AsError(err); e == nil || e.Kind != shared.KindInterrupted {
		t.Errorf("got %v", err)
	}
	if res := run(t, s, "1 + 1", nil); string(res.Value) != "safe:2" {
		t.Error("the session is lost")
	}
}

// TestOutputCut: of long output the logs hold the head, the marker and the tail.
func TestOutputCut(t *testing.T) {
	s := open(t, shared.OpenRequest{Limits: shared.Limits{OutputChars: 100}})
	ev := &events{}
	res := run(t, s, "for i in range(1000): print('é', i)", ev)
	marker := "\n..._This content has been truncated to stay below 100 characters_...\n"
	head, tail, ok := strings.Cut(res.Logs, marker)
	if !ok || !res.Truncated || len([]rune(head)) != 50 || len([]rune(tail)) != 50 || !strings.HasSuffix(tail, "é 999\n") || ev.out.String() != res.Logs {
		t.Errorf("the logs are %q, the stream %q", res.Logs, ev.out.String())
	}
	// On failure what came so far is kept.
	if res, e := fails(t, s, "print('before')\n1 / 0", nil); e == nil || res.Logs != "before\n" {
		t.Errorf("got %q, %v", res.Logs, e)
	}
}

// TestResultOfBadObjects: a result whose own methods misbehave is no error, a
// limit within them is.
func TestResultOfBadObjects(t *testing.T) {
	s := open(t, shared.OpenRequest{Limits: shared.Limits{Time: 300 * time.Millisecond}})
	if res := run(t, s, "class A:\n    def __repr__(self): raise KeyError\nA()", nil); res.Repr != "<A object>" {
		t.Errorf("got %q", res.Repr)
	}
	if _, e := fails(t, s, "class A:\n    def __repr__(self):\n        while True: pass\nA()", nil); e == nil || e.Kind != shared.KindLimitIterations && e.Kind != shared.KindLimitTime {
		t.Errorf("got %v", e)
	}
	if _, e := fails(t, s, "class E(Exception):\n    def __str__(self):\n        while True: pass\nraise E", nil); e == nil || e.Type != "E" {
		t.Errorf("got %v", e)
	}
}

// TestConcurrentSessions: sessions of one process share nothing.
func TestConcurrentSessions(t *testing.T) {
	var wg sync.WaitGroup
	for n := range 4 {
		s := open(t, shared.OpenRequest{})
		setTools(t, s, "who")
		ev := &events{tool: func(context.Context, *shared.ToolCall) (value.Text, error) { return value.MustText(n), nil }}
		wg.Add(1)
		go func() {
			defer wg.Done()
			code := `
import math, random, re, collections, itertools, datetime, statistics, queue, stat, time, unicodedata
class C:
    def __init__(self, x): self.x = x
    def __add__(self, other): return C(self.x + other.x)
    def __eq__(self, other): return self.x == other.x
    def __hash__(self): return hash(self.x)
def gen(k):
    for i in range(k):
        yield {"i": i, "s": f"{i:>5}", "t": (i, str(i))}
random.seed(1)
total = sum(d["i"] for d in gen(300)) + len({C(i % 7) for i in range(100)})
words = collections.Counter(re.findall(r"\w+", "a b a c b a" * 20))
text = "-".join(sorted(map(str, itertools.islice(itertools.count(), 50))))
try:
    {}["x"]
except KeyError as e:
    caught = repr(e)
who()`
			for i := range 5 {
				res, err := s.Execute(context.Background(), &shared.ExecuteRequest{Code: code}, ev)
				if err != nil || string(res.Value) != fmt.Sprintf("safe:%d", n) {
					t.Errorf("session %d, run %d: %v", n, i, err)
					return
				}
				if _, err := s.GetVariables(context.Background(), nil); err != nil {
					t.Errorf("session %d: %v", n, err)
				}
			}
		}()
	}
	wg.Wait()
}

// TestEnvironment: guest code sees the variables that were given, and no others.
func TestEnvironment(t *testing.T) {
	t.Setenv("AIRLOCK_TEST_SECRET", "host")
	s := open(t, shared.OpenRequest{AuthorizedImports: []string{"os"}, Env: map[string]string{"B": "2", "A": "é"}})
	if got := run(t, s, "import os\n(os.environ, os.getenv('A'), os.getenv('AIRLOCK_TEST_SECRET'))", nil).Repr; got != "({'A': 'é', 'B': '2'}, 'é', None)" {
		t.Errorf("the environment is %s", got)
	}
}

// TestFreshSessionIsSmall: what a session holds once it has run something.
func TestFreshSessionIsSmall(t *testing.T) {
	const sessions, most = 32, 2 << 20
	heap := func() uint64 {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	session := func() { run(t, open(t, shared.OpenRequest{}), "print(1 + 1)", nil) }
	session() // what all sessions share
	before := heap()
	for range sessions {
		session()
	}
	each := (int64(heap()) - int64(before)) / sessions
	t.Logf("%d KiB a session", each>>10)
	if each > most {
		t.Error("that is too much")
	}
}
