package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/conformance"
	"github.com/airlockhq/airlock/shared/executortest"
)

func TestMain(m *testing.M) {
	if os.Getenv(holderVariable) != "" {
		hold()
	}
	os.Exit(run(m))
}

// run runs the tests with a cache of their own.
func run(m *testing.M) int {
	dir, err := os.MkdirTemp("", "process-cache")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	if err := os.Setenv("XDG_CACHE_HOME", dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return m.Run()
}

func newTestExecutor(t *testing.T) *executor {
	e := newExecutor("0.0.0-test")
	t.Cleanup(e.close)
	return e
}

func needBubblewrap(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("bwrap"); err != nil {
		testenv.Unavailable(t, testenv.Bubblewrap, "%v", err)
	}
}

func TestConformance(t *testing.T) {
	needBubblewrap(t)
	client := executortest.Dial(t, newTestExecutor(t))
	open := shared.OpenRequest{Options: map[string]string{"python": testenv.Python312(t)}}
	conformance.Test(t, client, conformance.Config{Timeout: 5 * time.Minute, Open: open})
}

// TestManySessions: nothing stays of many sessions, one after the other and at once.
func TestManySessions(t *testing.T) {
	needBubblewrap(t)
	e := newTestExecutor(t)
	client := executortest.Dial(t, e)
	options := map[string]string{"python": testenv.Python312(t)}
	sessiontest.Many(t, func() (shared.Session, error) {
		return client.Open(t.Context(), &shared.OpenRequest{Options: options}, &shared.Handler{})
	})
	e.close()
	if left := sandboxes(t, self(t)); len(left) > 0 {
		t.Errorf("processes are left: %q", left)
	}
	if left := groups(os.Getpid()); len(left) > 0 {
		t.Errorf("cgroups are left: %q", left)
	}
}

// TestGivenUp: an opening that is given up at any instant ends, and its sandbox with it.
func TestGivenUp(t *testing.T) {
	needBubblewrap(t)
	e := newTestExecutor(t)
	var left []string
	for i := range 60 {
		open := &shared.OpenRequest{Options: map[string]string{"python": testenv.Python312(t), "pool": strconv.Itoa(i % 3)}}
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*time.Millisecond)
		s, err := e.Open(ctx, open, &shared.Handler{})
		if err == nil {
			_, _ = s.Close(context.Background())
		}
		cancel()
	}
	e.close()
	for range 100 {
		if left = sandboxes(t, self(t)); len(left) == 0 {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	t.Errorf("processes are left: %q", left)
}

// TestBounds: what the kernel can't hold isn't tried. The start of a process in a group with too little
// memory would end the plugin.
func TestBounds(t *testing.T) {
	needBubblewrap(t)
	e := newTestExecutor(t)
	for _, r := range []shared.OpenRequest{
		{Limits: shared.Limits{MemoryBytes: 1}}, {Limits: shared.Limits{MemoryBytes: 8<<20 - 1}},
		{Options: map[string]string{"cpus": "0.009"}}, {Options: map[string]string{"cpus": "1e9"}},
		{Options: map[string]string{"cpus": "+Inf"}}, {Options: map[string]string{"cpus": "NaN"}},
	} {
		s, err := e.Open(t.Context(), &r, &shared.Handler{})
		if err == nil {
			closeSession(t, s)
		}
		if !errors.Is(err, shared.KindInvalidArgument) {
			t.Errorf("%+v gives %v", r, err)
		}
	}
	if left := groups(os.Getpid()); len(left) > 0 {
		t.Errorf("cgroups are left: %q", left)
	}
	least := &shared.OpenRequest{Limits: shared.Limits{MemoryBytes: 8 << 20}, Options: map[string]string{"python": testenv.Python312(t), "cpus": "4096", "pids": "8"}}
	s, err := e.Open(t.Context(), least, &shared.Handler{})
	if err != nil {
		t.Fatal(err)
	}
	defer closeSession(t, s)
	runs(t, s, "1 + 1", "2")
}

func self(t *testing.T) string {
	t.Helper()
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return path
}

// sandboxes are the processes in sandboxes whose launcher is that program.
func sandboxes(t *testing.T, program string) (pids []string) {
	t.Helper()
	files, _ := filepath.Glob("/proc/[0-9]*/mountinfo")
	for _, f := range files {
		b, err := os.ReadFile(f)
		if err == nil && strings.Contains(string(b), program) && strings.Contains(string(b), "/run/airlock/launch") {
			pids = append(pids, f)
		}
	}
	return pids
}
