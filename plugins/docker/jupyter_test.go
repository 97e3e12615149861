package main

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"

	dockercontainer "github.com/docker/docker/api/types/container"

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
	t.Parallel()
	needJupyter(t)
	cfg := conformance.Config{Timeout: 5 * time.Minute, Package: "iniconfig"}
	cfg.Open = shared.OpenRequest{Options: map[string]string{"mode": "jupyter", "build_network": "host", "pool": "2"}}
	conformance.Test(t, executortest.Dial(t, newTestExecutor(t)), cfg)
}

func openKernel(t *testing.T, e *executor, change func(*shared.OpenRequest)) (shared.Session, error) {
	t.Helper()
	req := &shared.OpenRequest{Options: map[string]string{"mode": "jupyter", "pool": "0"}, Labels: labelled(t)}
	if change != nil {
		change(req)
	}
	return e.Open(t.Context(), req, &shared.Handler{})
}

// TestJupyterLosses: a kernel that dies is replaced, one that used up the memory together with its container; nothing is left.
func TestJupyterLosses(t *testing.T) {
	t.Parallel()
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
	if left := mine(t, needDocker(t)); len(left) > 0 {
		t.Errorf("the containers %v are left", left)
	}
}

// TestJupyterImage: an image without a gateway is named as the reason.
func TestJupyterImage(t *testing.T) {
	t.Parallel()
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

// waiting is the only machine that waits in a pool.
func waiting(t *testing.T, p *machines) *machine {
	t.Helper()
	idle := p.Idle()
	if len(idle) != 1 {
		t.Fatalf("%d machines wait, want one", len(idle))
	}
	return idle[0]
}

// TestJupyterPool: a session gets the kernel that waits, and another one if that died meanwhile. Nothing is left.
func TestJupyterPool(t *testing.T) {
	t.Parallel()
	needJupyter(t)
	e := newTestExecutor(t)
	one := func() string {
		t.Helper()
		s, err := openKernel(t, e, func(r *shared.OpenRequest) { r.Options["pool"] = "1" })
		if err != nil {
			t.Fatal(err)
		}
		if res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "1 + 1"}, &shared.Handler{}); err != nil || res.Repr != "2" {
			t.Errorf("it runs %v, %v", res, err)
		}
		id := s.(*session).current().box.ID
		closeSession(t, s)
		return id
	}
	one()
	one() // which finds none, and lets one wait for the next
	m := waiting(t, e.docker.gates)
	if got := one(); got != m.box.ID {
		t.Errorf("the session got %s, and %s was waiting", got, m.box.ID)
	}
	m = waiting(t, e.docker.gates)
	killKernel(t, e.docker.Engine, m.box.ID)
	if got := one(); got == m.box.ID {
		t.Error("the session got the container whose kernel is dead")
	}
	e.close()
	if left := mine(t, needDocker(t)); len(left) > 0 {
		t.Errorf("the containers %v are left", left)
	}
}

// killKernel kills what was started as a kernel in a container.
func killKernel(t *testing.T, e *engine.Engine, id string) {
	t.Helper()
	const code = `import os
for p in filter(str.isdigit, os.listdir("/proc")):
    if open("/proc/%s/cmdline" % p, "rb").read().split(b"\0")[1:3] == [b"-m", b"ipykernel_launcher"]: os.kill(int(p), 9); print("killed")`
	x, err := e.ContainerExecCreate(t.Context(), id, dockercontainer.ExecOptions{Cmd: []string{"python3", "-c", code}, AttachStdout: true})
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.ContainerExecAttach(t.Context(), x.ID, dockercontainer.ExecAttachOptions{})
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if said, err := io.ReadAll(out.Reader); err != nil || strings.Count(string(said), "killed") != 1 {
		t.Fatalf("kill the kernel: %q, %v", said, err)
	}
}
