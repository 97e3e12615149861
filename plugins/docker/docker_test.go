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
	e, err := engine.Connect()
	if err != nil {
		testenv.Unavailable(t, testenv.Docker, "%v", err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
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
	e := newTestExecutor(t)
	e.prepare()
	cfg := conformance.Config{Timeout: 5 * time.Minute, Package: "iniconfig"}
	cfg.Open.Options = map[string]string{"build_network": "host"}
	conformance.Test(t, executortest.Dial(t, e), cfg)
}
