package main

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/process/internal/sandbox"
	"github.com/airlockhq/airlock/shared"
)

// openWith opens a session that the test closes by itself.
func openWith(t *testing.T, e *executor, opts map[string]string) *session {
	t.Helper()
	s, err := e.Open(t.Context(), &shared.OpenRequest{Options: opts}, &shared.Handler{})
	if err != nil {
		t.Fatal(err)
	}
	return s.(*session)
}

func closeSession(t *testing.T, s shared.Session) {
	t.Helper()
	if _, err := s.Close(context.Background()); err != nil {
		t.Errorf("close: %v", err)
	}
}

func runs(t *testing.T, s shared.Session, code, want string) {
	t.Helper()
	res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, &shared.Handler{})
	if err != nil || res.Repr != want {
		t.Errorf("%s gives %+v, %v; want %s", code, res, err, want)
	}
}

// groups are the cgroups that a process made.
func groups(pid int) []string {
	dirs, _ := filepath.Glob(fmt.Sprintf("/sys/fs/cgroup/*/airlock/%d-*", pid))
	unified, _ := filepath.Glob(fmt.Sprintf("/sys/fs/cgroup/airlock/%d-*", pid))
	return append(dirs, unified...)
}

// TestPool: the third session of a kind finds a sandbox that waits, which has seen no
// code; the end removes what nobody took.
func TestPool(t *testing.T) {
	needBubblewrap(t)
	e := newTestExecutor(t)
	opts := map[string]string{"python": testenv.Python312(t), "pool": "2"}
	for range 2 {
		s := openWith(t, e, opts)
		runs(t, s, "open('/tmp/left', 'w').write('x')", "1")
		closeSession(t, s)
	}
	waiting := map[*sandbox.Box]bool{}
	for _, b := range e.pool.Idle() {
		waiting[b] = true
	}
	if len(waiting) != 2 {
		t.Fatalf("%d sandboxes wait, want 2", len(waiting))
	}
	s := openWith(t, e, opts)
	if !waiting[s.current()] {
		t.Error("the session got one that didn't wait")
	}
	runs(t, s, "import os; os.listdir('/tmp')", "[]")
	other := openWith(t, e, map[string]string{"python": testenv.Python312(t), "pool": "2", "pids": "60"})
	if waiting[other.current()] {
		t.Error("a session of another kind got a sandbox of this one")
	}
	closeSession(t, s)
	closeSession(t, other)
	e.close()
	if left := sandboxes(t, self(t)); len(left) > 0 {
		t.Errorf("processes are left: %q", left)
	}
	if left := groups(os.Getpid()); len(left) > 0 {
		t.Errorf("cgroups are left: %q", left)
	}
}

// TestLostAndReplaced: a session whose interpreter died goes on in another sandbox.
func TestLostAndReplaced(t *testing.T) {
	s := openProcess(t, nil, shared.Limits{}).(*session)
	first := s.current()
	if _, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "import os; os._exit(3)"}, &shared.Handler{}); err == nil {
		t.Error("nothing tells of the loss")
	}
	runs(t, s, "1 + 1", "2")
	if s.current() == first || first.Alive() {
		t.Error("it goes on in the sandbox that it lost")
	}
}

// TestGuess: the first session gets the sandbox that was started with the plugin, if
// it is one of that kind; else that one ends.
func TestGuess(t *testing.T) {
	needBubblewrap(t)
	t.Setenv("AIRLOCK_PYTHON", testenv.Python312(t))
	cfg, _, err := config(nil, defaultLimits, nil)
	if err != nil {
		t.Fatal(err)
	}
	for name, opts := range map[string]map[string]string{"it": nil, "another kind": {"pids": "60"}} {
		e := newTestExecutor(t)
		e.pool.Guess(cfg)
		s := openWith(t, e, opts)
		runs(t, s, "1 + 1", "2")
		e.pool.Idle()                                      // what is to end has ended
		if left := sandboxes(t, self(t)); len(left) != 2 { // its init and its interpreter
			t.Errorf("%s: %d processes in sandboxes, want 2", name, len(left))
		}
		closeSession(t, s)
	}
}

// holderVariable makes the test binary hold sandboxes until it is killed.
const holderVariable = "AIRLOCK_TEST_HOLD_PYTHON"

func hold() {
	e := newExecutor("0.0.0-test")
	opts := map[string]string{"python": os.Getenv(holderVariable), "pool": "2"}
	for range 2 {
		if _, err := e.Open(context.Background(), &shared.OpenRequest{Options: opts}, &shared.Handler{}); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
	}
	fmt.Println("idle:", len(e.pool.Idle()))
	select {}
}

// TestKilled: a plugin that is killed takes its sandboxes along, those that wait too,
// and the next one removes their cgroups.
func TestKilled(t *testing.T) {
	needBubblewrap(t)
	holder := filepath.Join(t.TempDir(), "holder")
	if err := os.Link(self(t), holder); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(holder)
	cmd.Env = append(os.Environ(), holderVariable+"="+testenv.Python312(t))
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	said, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || said != "idle: 2\n" {
		t.Errorf("it says %q, %v", said, err)
	}
	if n := len(sandboxes(t, holder)); n < 4 {
		t.Errorf("%d processes in sandboxes, want 4 or more", n)
	}
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	var left []string
	for range 200 {
		if left = sandboxes(t, holder); len(left) == 0 {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if len(left) > 0 {
		t.Errorf("processes are left: %q", left)
	}
	sandbox.Reap(false)
	if left := groups(cmd.Process.Pid); len(left) > 0 {
		t.Errorf("cgroups are left: %q", left)
	}
}
