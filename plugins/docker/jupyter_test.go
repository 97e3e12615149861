package main

import (
	"errors"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/conformance"
	"github.com/airlockhq/airlock/shared/executortest"
)

// needJupyter ends the test if there is no engine, or no image with a kernel gateway.
func needJupyter(t testing.TB) {
	t.Helper()
	if img, err := needDocker(t).Find(t.Context(), engine.JupyterImage, ""); img == nil || err != nil {
		testenv.Unavailable(t, testenv.Docker, "no image %s (make images makes it): %v", engine.JupyterImage, err)
	}
}

func TestJupyterConformance(t *testing.T) {
	needJupyter(t)
	cfg := conformance.Config{Timeout: 5 * time.Minute, Package: "iniconfig"}
	cfg.Open = shared.OpenRequest{Options: map[string]string{"mode": "jupyter", "build_network": "host"}}
	conformance.Test(t, executortest.Dial(t, newTestExecutor(t)), cfg)
}

func openKernel(t *testing.T, e *executor, change func(*shared.OpenRequest)) (shared.Session, error) {
	t.Helper()
	req := &shared.OpenRequest{Options: map[string]string{"mode": "jupyter", "pool": "0"}}
	if change != nil {
		change(req)
	}
	return e.Open(t.Context(), req, &shared.Handler{})
}

// TestJupyterLosses: a kernel that dies is replaced, one that used up the memory together with its container; nothing is left.
func TestJupyterLosses(t *testing.T) {
	needJupyter(t)
	e := newTestExecutor(t)
	s, err := openKernel(t, e, func(r *shared.OpenRequest) { r.Limits.MemoryBytes = 160 << 20 })
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Info().Enforced {
		if f.Name == shared.EnforceNetwork && (f.Holds || !strings.Contains(f.How, "bridge")) {
			t.Errorf("of the network it is said: %+v", f)
		}
	}
	run := func(code string) (*shared.Result, error) {
		return s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, &shared.Handler{})
	}
	for _, c := range []struct {
		name, code string
		kind       shared.Kind
	}{
		{"exits", "import os\nos._exit(1)", shared.KindBackendLost},
		{"ends the gateway", "import os\nos.kill(os.getppid(), 9)", shared.KindBackendLost},
		{"fills the memory", "parts = []\nwhile True: parts.append(b'x' * (1 << 20))", shared.KindLimitMemory},
	} {
		res, err := run(c.code)
		if !errors.Is(err, c.kind) || !res.StateLost {
			t.Errorf("%s: ended with %v, state lost: %v", c.name, err, res.StateLost)
		}
		if res, err := run("1 + 1"); err != nil || res.Repr != "2" {
			t.Errorf("%s: the next run gives %q, %v", c.name, res.Repr, err)
		}
	}
	closeSession(t, s)
	if left := containersOf(t, needDocker(t), os.Getpid()); len(left) > 0 {
		t.Errorf("the containers %v are left", left)
	}
}

// TestJupyterImage: an image without a gateway is named as the reason.
func TestJupyterImage(t *testing.T) {
	needJupyter(t)
	e := newTestExecutor(t)
	_, err := openKernel(t, e, func(r *shared.OpenRequest) { r.Options["image"] = engine.PythonImage })
	if !errors.Is(err, shared.KindBackendUnavailable) || !strings.Contains(err.Error(), "has no Jupyter Kernel Gateway") {
		t.Errorf("open: %v", err)
	}
	_, err = openKernel(t, e, func(r *shared.OpenRequest) { r.Options["image"], r.Options["build_new_image"] = "x", "true" })
	if !errors.Is(err, shared.KindInvalidArgument) {
		t.Errorf("open: %v", err)
	}
}
