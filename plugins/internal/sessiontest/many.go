package sessiontest

import (
	"context"
	"flag"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/airlockhq/airlock/shared"
)

var (
	sequence = flag.Int("sessions", 6, "how many sessions are opened one after the other")
	together = flag.Int("together", 6, "how many at once")
)

// Many opens sessions, one after the other and then several at once, runs something in
// each and closes it. It logs what that took and what the guests held.
func Many(t testing.TB, open func() (shared.Session, error)) {
	t.Helper()
	var m measures
	for range *sequence {
		m.one(t, open)
	}
	m.log(t, "one after the other")
	m = measures{}
	var wg sync.WaitGroup
	for range *together {
		wg.Go(func() { m.one(t, open) })
	}
	wg.Wait()
	m.log(t, "at once")
}

// measures are what sessions took, in milliseconds, and held, in MiB.
type measures struct {
	mu                        sync.Mutex
	opens, runs, closes, held []float64
}

func (m *measures) one(t testing.TB, open func() (shared.Session, error)) {
	start := time.Now()
	s, err := open()
	if err != nil {
		t.Error(err)
		return
	}
	opened := time.Since(start)
	start = time.Now()
	res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "6 * 7"}, &shared.Handler{})
	ran := time.Since(start)
	if err != nil || res.Repr != "42" {
		t.Errorf("6 * 7 gives %v, %v", res, err)
	}
	var bytes int64
	if u, ok := s.(shared.UsageReporter); ok {
		if usage, err := u.Usage(t.Context()); err == nil {
			bytes = usage.MemoryBytes
		}
	}
	start = time.Now()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if report, err := s.Close(ctx); err != nil || len(report.Left) > 0 {
		t.Errorf("close: %+v, %v", report, err)
	}
	closed := time.Since(start)
	m.mu.Lock()
	defer m.mu.Unlock()
	m.opens, m.runs, m.closes = append(m.opens, millis(opened)), append(m.runs, millis(ran)), append(m.closes, millis(closed))
	m.held = append(m.held, float64(bytes)/(1<<20))
}

func (m *measures) log(t testing.TB, how string) {
	t.Helper()
	t.Logf("%d sessions %s, p50 and p99: open %.1f, first run %.1f, close %.1f ms; memory %.1f MiB", len(m.opens), how, spread(m.opens), spread(m.runs), spread(m.closes), spread(m.held))
}

func millis(d time.Duration) float64 { return d.Seconds() * 1e3 }

// spread is the middle and the 99th percentile.
func spread(all []float64) []float64 {
	if len(all) == 0 {
		return nil
	}
	slices.Sort(all)
	return []float64{all[len(all)/2], all[len(all)*99/100]}
}
