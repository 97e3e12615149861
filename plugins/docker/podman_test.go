//go:build linux

package main

import (
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/shared"
)

// servePodman starts Podman's service with a storage of its own, and the image that Docker
// has. Its mounts are in a namespace that ends with it.
func servePodman(t *testing.T) {
	t.Helper()
	path, err := exec.LookPath("podman")
	if err == nil {
		_, err = exec.LookPath("catatonit")
	}
	if err != nil {
		testenv.Unavailable(t, testenv.Podman, "%v (Debian: apt-get install podman catatonit)", err)
	}
	if os.Geteuid() != 0 {
		testenv.Unavailable(t, testenv.Podman, "the test's service runs as root")
	}
	image, err := needDocker(t).ImageSave(t.Context(), []string{engine.PythonImage})
	if err != nil {
		t.Fatal(err)
	}
	defer image.Close()
	dir := t.TempDir()
	socket := "unix://" + filepath.Join(dir, "s")
	log := &strings.Builder{}
	cmd := exec.Command(path, "--root", filepath.Join(dir, "root"), "--runroot", filepath.Join(dir, "run"), "--tmpdir", filepath.Join(dir, "tmp"),
		"--cgroup-manager", "cgroupfs", "--events-backend", "file", "system", "service", "--time=0", socket)
	cmd.Stdout, cmd.Stderr = log, log
	cmd.Dir = dir // its monitors write a file to where they are, of memory that ran out
	cmd.SysProcAttr = &syscall.SysProcAttr{Unshareflags: syscall.CLONE_NEWNS}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // by the signal
		close(ended)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Signal(syscall.SIGTERM)
		<-ended
		if t.Failed() {
			t.Logf("Podman says:\n%s", log)
		}
	})
	t.Setenv("DOCKER_HOST", socket)
	e := connectSoon(t, ended)
	loaded, err := e.ImageLoad(t.Context(), image)
	if err != nil {
		t.Fatal(err)
	}
	defer loaded.Body.Close()
	if _, err := io.Copy(io.Discard, loaded.Body); err != nil {
		t.Fatal(err)
	}
}

// connectSoon connects to an engine that has just been started.
func connectSoon(t *testing.T, ended <-chan struct{}) *engine.Engine {
	t.Helper()
	for {
		e, err := engine.Connect(t.Context())
		if err == nil {
			return e
		}
		select {
		case <-ended:
			t.Fatalf("Podman's service ended: %v", err)
		case <-t.Context().Done():
			t.Fatal(err)
		case <-time.After(50 * time.Millisecond):
		}
	}
}

// TestPodman: a sandbox is the same on Podman, with the profile of system calls and the limits, and nothing of it stays.
func TestPodman(t *testing.T) {
	servePodman(t)
	e := newTestExecutor(t)
	s, err := e.Open(t.Context(), &shared.OpenRequest{
		Options: map[string]string{"pool": "0"}, Limits: shared.Limits{MemoryBytes: 100 << 20},
		Required: []string{shared.EnforceMemory, shared.EnforceProcesses, shared.EnforceNetwork, shared.EnforceSyscalls},
	}, &shared.Handler{})
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range s.Info().Enforced {
		if f.Name == shared.EnforceSyscalls && !strings.Contains(f.How, "without ptrace") {
			t.Errorf("of system calls it is said: %s", f.How)
		}
	}
	run := func(code, want string) {
		t.Helper()
		if res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, &shared.Handler{}); err != nil || res.Repr != want {
			t.Errorf("%s gives %v, %v", code, res, err)
		}
	}
	run("import ctypes\nctypes.CDLL(None, use_errno=True).ptrace(0, 0, 0, 0), ctypes.get_errno()", "(-1, 1)")
	for code, kind := range map[string]shared.Kind{
		"parts = []\nwhile True: parts.append(b'x' * (1 << 20))": shared.KindLimitMemory,
		"import os\nos._exit(3)":                                 shared.KindBackendLost,
	} {
		if res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, &shared.Handler{}); !errors.Is(err, kind) || !res.StateLost {
			t.Errorf("%q ended with %v, want %s", code, err, kind)
		} else if kind == shared.KindBackendLost && !strings.Contains(err.Error(), "exit status 3") {
			t.Errorf("%q ended with %v", code, err)
		}
		run("1 + 1", "2")
	}
	_, err = e.Open(t.Context(), &shared.OpenRequest{Options: map[string]string{"runtime": "runsc"}}, &shared.Handler{})
	wantError(t, err, shared.KindUnsupported, "Podman heeds no choice", "")
	closeSession(t, s)
	if ids := containersOf(t, e.docker.Engine, os.Getpid()); len(ids) > 0 {
		t.Errorf("containers are left: %v", ids)
	}
}
