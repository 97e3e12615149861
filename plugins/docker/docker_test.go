package main

import (
	"context"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/conformance"
	"github.com/airlockhq/airlock/shared/executortest"
)

// needDocker ends the test if there is no engine, or no image to run.
func needDocker(t testing.TB) *engine.Engine {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second) // also for clean-up
	defer cancel()
	e, err := engine.Connect(ctx)
	if err != nil {
		testenv.Unavailable(t, testenv.Docker, "%v", err)
	}
	if _, err := e.Image(ctx, engine.Source{Ref: engine.PythonImage, Pull: "never"}, func(shared.Progress) {}); err != nil {
		testenv.Unavailable(t, testenv.Docker, "%v", err)
	}
	return e
}

// newTestExecutor makes one that is closed with the test.
func newTestExecutor(t testing.TB) *executor {
	t.Helper()
	needDocker(t)
	e := newExecutor("0.0.0-test")
	t.Cleanup(e.close)
	return e
}

func TestConformance(t *testing.T) {
	t.Parallel()
	e := newTestExecutor(t)
	e.prepare()
	cfg := conformance.Config{Timeout: 5 * time.Minute, Package: "iniconfig"}
	cfg.Open.Options = map[string]string{"build_network": "host", "pool": "2"}
	conformance.Test(t, executortest.Dial(t, e), cfg)
}

// TestUsage: what a sandbox uses can be seen while it works, and its peak after that.
func TestUsage(t *testing.T) {
	t.Parallel()
	s := openDocker(t, newTestExecutor(t), nil, shared.Limits{})
	seen := make(chan *shared.Usage, 1)
	h := &shared.Handler{OnOutput: func(shared.Stream, []byte) error {
		u, err := s.(shared.UsageReporter).Usage(t.Context())
		if err != nil {
			t.Error(err)
		}
		seen <- u
		return nil
	}}
	res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "import subprocess\nx = bytearray(50 << 20)\np = subprocess.Popen(['sleep', '600'])\nprint('now', flush=True)\np.kill()"}, h)
	if err != nil {
		t.Fatal(err)
	}
	if u := <-seen; u == nil || u.PIDs < 3 || u.MemoryBytes < 50<<20 || u.CPU <= 0 || u.MemoryPeakBytes < u.MemoryBytes {
		t.Errorf("the usage is %+v", u)
	}
	if res.Stats.MemoryPeakBytes != 0 && res.Stats.MemoryPeakBytes < 50<<20 {
		t.Errorf("the peak is %d bytes", res.Stats.MemoryPeakBytes)
	}
	if res, err = s.Execute(t.Context(), &shared.ExecuteRequest{Code: "import time\ntime.sleep(0.3)"}, &shared.Handler{}); err != nil || res.Stats.MemoryPeakBytes < 50<<20 {
		t.Errorf("the peak after a longer run is %d bytes: %v", res.Stats.MemoryPeakBytes, err)
	}
}
