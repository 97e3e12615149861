package difftest

import (
	"flag"
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
)

var (
	count = flag.Int("programs", 3000, "how many programs to compare")
	seed  = flag.Uint64("seed", 1, "the seed of the first program; the others follow")
	most  = flag.Int("differences", 20, "how many kinds of difference to show")
)

// TestPrograms compares programs, most of them made from the grammar, the
// others sample programs changed.
func TestPrograms(t *testing.T) {
	path := testenv.Python312(t)
	src, err := newSource(testenv.Root(t))
	if err != nil {
		t.Fatal(err)
	}
	r := &run{source: src, tally: newTally(), kinds: map[string]int{}}
	var wg sync.WaitGroup
	start := time.Now()
	defer debug.SetGCPercent(debug.SetGCPercent(400)) // many short-lived machines
	for range 2 * runtime.GOMAXPROCS(0) {             // some programs sleep
		wg.Go(func() {
			if err := r.work(t, path); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	t.Logf("%d programs from seed %d in %v: %d differences; %s",
		min(int(r.next.Load()), *count), *seed, time.Since(start).Round(time.Second), r.found.Load(), r.tally)
	for _, kind := range slices.Sorted(maps.Keys(r.kinds)) {
		t.Logf("%d times: %s", r.kinds[kind], kind)
	}
}

// run is what the workers of a test share.
type run struct {
	source      *source
	tally       *tally
	next, found atomic.Int64
	mu          sync.Mutex
	kinds       map[string]int // of differences
}

func (r *run) work(t *testing.T, path string) error {
	w, err := newWorker(path, r.tally, r.known)
	if err != nil {
		return err
	}
	defer w.close()
	for {
		n := r.next.Add(1) - 1
		if n >= int64(*count) {
			return nil
		}
		s := *seed + uint64(n)
		d, err := w.compare(r.source.program(s))
		if err != nil {
			return fmt.Errorf("seed %d: %w", s, err)
		}
		if d == nil {
			continue
		}
		r.found.Add(1)
		if r.isNew(d) {
			t.Errorf("seed %d: %s", s, w.minimise(d))
		}
	}
}

func (r *run) known(d *difference) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.kinds[d.kind()] > 0
}

// isNew reports whether it is the first difference of its kind: the others are
// counted.
func (r *run) isNew(d *difference) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	kind := d.kind()
	r.kinds[kind]++
	if len(r.kinds) > *most {
		return false
	}
	return r.kinds[kind] == 1
}

// difference is a program that the interpreters disagree on.
type difference struct {
	src          string
	airlock, cpy string
}

func (d *difference) String() string {
	return fmt.Sprintf("the interpreters differ on\n%s\n--- Airlock\n%s\n--- CPython\n%s", d.src, clip(d.airlock), clip(d.cpy))
}

func clip(s string) string {
	if len(s) > 3000 {
		return s[:1500] + "\n[...]\n" + s[len(s)-1500:]
	}
	return s
}

var (
	quotedPattern = regexp.MustCompile(`'[^']*'|"[^"]*"`)
	numberPattern = regexp.MustCompile(`\d+`)
)

// kind is the first lines that differ, without what changes from case to case.
func (d *difference) kind() string {
	a, c := strings.Split(d.airlock, "\n"), strings.Split(d.cpy, "\n")
	for i := range max(len(a), len(c)) {
		if i >= len(a) || i >= len(c) || a[i] != c[i] {
			return pattern(a, i) + " / " + pattern(c, i)
		}
	}
	return ""
}

func pattern(lines []string, i int) string {
	if i >= len(lines) {
		return "nothing"
	}
	return numberPattern.ReplaceAllString(quotedPattern.ReplaceAllString(lines[i], "'_'"), "0")
}
