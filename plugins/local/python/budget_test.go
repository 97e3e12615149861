package python_test

import (
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// largeSources are programs whose source, or the source that they make, is more
// than a small limit allows. Each meets it in another pass.
var largeSources = map[string]string{
	"lines":           strings.Repeat("a=1\n", 400_000),
	"blank lines":     strings.Repeat("\n", 10_000_000),
	"display":         "x = [" + strings.Repeat("1,", 400_000) + "]",
	"functions":       strings.Repeat("def f(a, b): return a\n", 60_000),
	"names":           "global " + strings.Repeat("a,", 400_000) + "b",
	"refused":         strings.Repeat("a=1\n", 400_000) + "a b",
	"refused at once": "x = (" + strings.Repeat("a ", 400_000),
	"eval":            `eval("[" + "1," * 400_000 + "1]")`,
	"exec":            `exec("a=1\n" * 400_000)`,
	"compile":         `compile("f(x)\n" * 400_000, "f", "exec")`,
	"ast":             "import ast\nast.parse('a=1\\n' * 400_000)",
}

// TestSourceIsLimited: reading and compiling source ends as running code does.
func TestSourceIsLimited(t *testing.T) {
	run := func(src string, limits py.Limits, interrupt bool) (string, *python.Result) {
		s := newSession(t, python.Options{Policy: policy.Config{Modules: []string{"*"}, Functions: []string{"*"}}, Now: clock(limits.Time > 0)})
		if interrupt {
			stop := make(chan struct{})
			defer close(stop)
			go func() {
				for {
					select {
					case <-stop:
						return
					default:
						s.Interrupt()
					}
				}
			}()
		}
		res, err := s.Run(src, limits)
		f, _ := err.(*python.Failure)
		if f == nil {
			return "", res
		}
		return string(f.Kind), res
	}
	for name, src := range largeSources {
		t.Run(name, func(t *testing.T) {
			if got, _ := run(src, py.Limits{Memory: 16 << 20}, false); got != string(python.KindLimitMemory) {
				t.Errorf("with little memory it ended with %q", got)
			}
			if got, _ := run(src, py.Limits{Time: time.Second}, false); got != string(python.KindLimitTime) {
				t.Errorf("with little time it ended with %q", got)
			}
			if got, _ := run(src, py.Limits{}, true); got != string(python.KindInterrupted) {
				t.Errorf("interrupted it ended with %q", got)
			}
		})
	}
}

// clock is one on which each look takes a tenth of a second, if it runs.
func clock(runs bool) func() time.Time {
	if !runs {
		return nil
	}
	now := time.Unix(0, 0)
	return func() time.Time {
		now = now.Add(100 * time.Millisecond)
		return now
	}
}

// TestPeak: the result tells the most memory that a run held, and what it left.
func TestPeak(t *testing.T) {
	s := newSession(t, python.Options{})
	limits := py.Limits{Memory: 64 << 20}
	res, _ := runIn(t, s, "x = list(range(1_000_000))\nx = None", limits)
	if res.Peak < 16<<20 || res.Peak > 64<<20 || res.Memory > 4<<20 {
		t.Errorf("a list of 16 MB came and went: peak %d, left %d", res.Peak, res.Memory)
	}
	res, _ = runIn(t, s, "x = []\nfor i in range(300_000): x.append([i])\nx = None", limits)
	if res.Peak < 10<<20 || res.Peak > 64<<20 || res.Memory > 4<<20 {
		t.Errorf("many lists came and went: peak %d, left %d", res.Peak, res.Memory)
	}
	res, _ = runIn(t, s, "y = 'x' * 10_000_000", limits)
	if res.Memory < 10_000_000 || res.Peak < res.Memory || res.Peak > 14_000_000 {
		t.Errorf("a string of 10 MB stays: peak %d, left %d", res.Peak, res.Memory)
	}
	if res, _ = runIn(t, s, "1 + 1", py.Limits{}); res.Memory < 10_000_000 || res.Peak < res.Memory {
		t.Errorf("a run that allocates nothing: peak %d, left %d", res.Peak, res.Memory)
	}
}
