package difftest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// worker compares programs, one after the other.
type worker struct {
	path  string
	air   airlock
	cpy   *cpython
	tally *tally
	known func(*difference) bool // has been looked into
}

func newWorker(path string, t *tally, known func(*difference) bool) (*worker, error) {
	c, err := startCPython(path, "0")
	return &worker{path: path, cpy: c, tally: t, known: known}, err
}

func (w *worker) close() { w.cpy.close() }

// The processor time that CPython gets: much less for a program that Airlock
// did not finish either.
const (
	enough  = 2 * time.Second
	atLimit = 50 * time.Millisecond
)

// compare runs a program in both; nil if they agree, or if what they disagree
// on has an explanation.
func (w *worker) compare(src string) (*difference, error) {
	d, c, err := w.compareOnce(src, w.tally)
	if d == nil || err != nil || w.known(d) {
		return d, err
	}
	return w.confirm(d, c)
}

func (w *worker) compareOnce(src string, t *tally) (d *difference, c outcome, err error) {
	a := w.air.run(src)
	limit := enough
	if a.stop != nil {
		limit = atLimit
	}
	if c, err = w.cpy.run(src, limit); err != nil {
		return nil, c, err
	}
	return judge(src, a, c, t), c, nil
}

// judge is the comparison of two outcomes.
func judge(src string, a, c outcome, t *tally) *difference {
	if a.bug != "" {
		return &difference{src: src, airlock: a.bug, cpy: c.text}
	}
	x, y := normal(a.text), normal(c.text)
	if x == y && a.stop == nil {
		t.add("same")
		return nil
	}
	for _, e := range explanations {
		if e.holds(src, a, c) {
			t.add(e.name)
			return nil
		}
	}
	if a.stop != nil {
		x += "\nstopped: " + a.stop.Message
	}
	return &difference{src: src, airlock: x, cpy: y}
}

// confirm runs both anew, CPython in processes of their own: what an earlier
// program left behind, and what CPython itself does now so and now otherwise,
// is no difference.
func (w *worker) confirm(d *difference, c outcome) (*difference, error) {
	a := new(airlock).run(d.src)
	seen := map[string]bool{normal(c.text): true}
	for _, hashSeed := range []string{"0", "1", "2"} {
		p, err := startCPython(w.path, hashSeed)
		if err != nil {
			return nil, err
		}
		again, err := p.run(d.src, enough)
		p.close()
		if err != nil {
			return nil, err
		}
		e := judge(d.src, a, again, newTally())
		if e == nil {
			w.tally.add("same when run alone")
			return nil, nil
		}
		d = e
		seen[normal(again.text)] = true
	}
	if len(seen) > 1 {
		w.tally.add("CPython differs from itself")
		return nil, nil
	}
	return d, nil
}

// explanation is a difference that is meant to be, or that says nothing.
type explanation struct {
	name  string
	holds func(src string, a, c outcome) bool
}

var explanations = []explanation{
	{
		// What there is besides the program's own is the interpreter's affair.
		"__subclasses__", func(src string, _, _ outcome) bool { return strings.Contains(src, "__subclasses__") },
	},
	{
		// There is no namespace of built-ins to be had.
		"__builtins__", func(src string, _, _ outcome) bool { return strings.Contains(src, "__builtins__") },
	},
	{
		// The programs are made at random: some never end. If Airlock stops one
		// that CPython ends at once, that is a difference.
		"a limit ended it in both", func(_ string, a, c outcome) bool { return a.stop != nil && c.lost },
	},
	{
		// What CPython may use is bounded by time and address space, Airlock by
		// operations and bytes.
		"CPython ran out of time or memory", func(_ string, a, c outcome) bool { return c.lost },
	},
	{
		"a limit on memory or output that CPython doesn't have", func(_ string, a, c outcome) bool {
			return a.stop != nil && (a.stop.Kind == py.StopMemory || a.stop.Kind == py.StopOutput) || strings.Contains(a.text, "MemoryError")
		},
	},
	{
		// Natives count for the depth otherwise, and CPython has a second limit
		// for its own stack.
		"the depth of recursion", func(_ string, a, c outcome) bool {
			return strings.Contains(a.text, "RecursionError") && strings.Contains(c.text, "RecursionError")
		},
	},
}

// tally counts how comparisons ended.
type tally struct {
	mu     sync.Mutex
	counts map[string]int
}

func newTally() *tally { return &tally{counts: map[string]int{}} }

func (t *tally) add(what string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.counts[what]++
}

func (t *tally) String() string {
	var parts []string
	for _, what := range slices.Sorted(maps.Keys(t.counts)) {
		parts = append(parts, fmt.Sprintf("%s: %d", what, t.counts[what]))
	}
	return strings.Join(parts, ", ")
}
