package agent_test

import (
	"flag"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
)

var (
	manyRuns = flag.Int("runs", 60, "agents that TestManyRuns runs")
	together = flag.Int("together", 10, "of them at the same time")
)

// TestManyRuns runs many agents, several at a time, and looks at what is left. It logs
// what a step costs beside the model, which answers at once here.
func TestManyRuns(t *testing.T) {
	h := localHost(t)
	steps := []string{block("rows = [n * n for n in range(10)]\nprint(sum(rows))"), block("def top(k):\n    return sorted(rows)[-k:]\ntop(3)"), block("final_answer(top(2))")}
	one := func(listen func(agent.Event)) *agent.Result {
		a, err := agent.NewCode(agent.Config{Model: model.Scripted(steps...), Host: h})
		if err != nil {
			t.Error(err)
			return nil
		}
		res, err := a.Run(t.Context(), "the two largest", agent.WithEvents(listen))
		if err != nil || res.Text != "[64, 81]" {
			t.Errorf("got %+v, %v", res, err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
		return res
	}
	one(nil) // starts the process
	goroutines, processes := runtime.NumGoroutine(), len(executors(t))
	var mu sync.Mutex
	var took []time.Duration
	record := func(e agent.Event) {
		if s, ok := e.(*agent.StepEvent); ok {
			mu.Lock()
			took = append(took, s.Action.Timing.Duration())
			mu.Unlock()
		}
	}
	start := time.Now()
	var wg sync.WaitGroup
	slots := make(chan struct{}, *together)
	for range *manyRuns {
		slots <- struct{}{}
		wg.Go(func() { defer func() { <-slots }(); one(record) })
	}
	wg.Wait()
	wall := time.Since(start)
	slices.Sort(took)
	if len(took) != 3**manyRuns {
		t.Fatalf("%d steps were taken", len(took))
	}
	t.Logf("%d runs of 3 steps, %d at a time: %.0f runs a second; a step takes %v in the middle, %v at p99", *manyRuns, *together,
		float64(*manyRuns)/wall.Seconds(), took[len(took)/2], took[len(took)*99/100])
	settle(t, "goroutines", goroutines+5, runtime.NumGoroutine)
	settle(t, "processes", processes, func() int { return len(executors(t)) })
}

// settle waits until a number is back where it was.
func settle(t *testing.T, what string, most int, count func() int) {
	t.Helper()
	for deadline := time.Now().Add(10 * time.Second); count() > most; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Errorf("%d %s are left, %d were there before", count(), what, most)
			return
		}
	}
}
