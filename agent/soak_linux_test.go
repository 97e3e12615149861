package agent_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
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
	think    = flag.Duration("think", 0, "what the model takes for an answer, half as much at least and half as much again at most")
)

// thinker answers after a while, as models do, and says how long it took in truth.
type thinker struct {
	model.Model
	took time.Duration // for the last answer
	late time.Duration // of it, until the machine woke it
}

func (m *thinker) Generate(ctx context.Context, req *model.Request, onDelta func(*model.Delta)) (*model.Response, error) {
	start := time.Now()
	defer func() { m.took = time.Since(start) }()
	pause := time.Duration((0.5 + rand.Float64()) * float64(*think))
	time.Sleep(pause)
	m.late = time.Since(start) - pause
	return m.Model.Generate(ctx, req, onDelta)
}

// TestManyRuns runs many agents, several at a time, and looks at what is left. It logs
// what a step costs beside the model.
func TestManyRuns(t *testing.T) {
	h := localHost(t)
	steps := []string{block("rows = [n * n for n in range(10)]\nprint(sum(rows))"), block("def top(k):\n    return sorted(rows)[-k:]\ntop(3)"), block("final_answer(top(2))")}
	one := func(record func(took, late time.Duration)) {
		m := &thinker{Model: model.Scripted(steps...)}
		a, err := agent.NewCode(agent.Config{Model: m, Host: h})
		if err != nil {
			t.Error(err)
			return
		}
		res, err := a.Run(t.Context(), "the two largest", agent.WithEvents(func(e agent.Event) {
			if s, ok := e.(*agent.StepEvent); ok {
				record(s.Action.Timing.Duration()-m.took, m.late)
			}
		}))
		if err != nil || res.Text != "[64, 81]" {
			t.Errorf("got %+v, %v", res, err)
		}
		if err := a.Close(); err != nil {
			t.Error(err)
		}
	}
	one(func(_, _ time.Duration) {}) // starts the process
	goroutines, processes := runtime.NumGoroutine(), len(executors(t))
	var mu sync.Mutex
	var took, late []time.Duration
	record := func(t, l time.Duration) {
		mu.Lock()
		defer mu.Unlock()
		took, late = append(took, t), append(late, l)
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
	if len(took) != 3**manyRuns {
		t.Fatalf("%d steps were taken", len(took))
	}
	t.Logf("%d runs of 3 steps, %d at a time: %.0f runs a second; beside the model, a step takes %s; the machine ends a sleep late by %s",
		*manyRuns, *together, float64(*manyRuns)/wall.Seconds(), spread(took), spread(late))
	settle(t, "goroutines", goroutines+5, runtime.NumGoroutine)
	settle(t, "processes", processes, func() int { return len(executors(t)) })
}

func spread(d []time.Duration) string {
	slices.Sort(d)
	return fmt.Sprintf("%v in the middle, %v at p99", d[len(d)/2].Round(time.Microsecond), d[len(d)*99/100].Round(time.Microsecond))
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
