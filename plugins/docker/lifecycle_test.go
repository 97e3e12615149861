package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	dockercontainer "github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/filters"

	"github.com/airlockhq/airlock/plugins/docker/internal/container"
	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/executortest"
)

// containersOf lists the containers of the process with that id.
func containersOf(t testing.TB, e *engine.Engine, pid int) []string {
	t.Helper()
	list, err := e.ContainerList(context.Background(), dockercontainer.ListOptions{All: true, Filters: filters.NewArgs(filters.Arg("label", container.LabelProcess))})
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range list {
		if strings.HasPrefix(c.Labels[container.LabelProcess], strconv.Itoa(pid)+":") {
			ids = append(ids, c.ID)
		}
	}
	return ids
}

// mine lists the containers of the sessions that this test has labelled.
func mine(t testing.TB, e *engine.Engine) (ids []string) {
	t.Helper()
	list, err := e.ContainerList(context.Background(), dockercontainer.ListOptions{All: true, Filters: filters.NewArgs(filters.Arg("label", container.LabelOwner+"="+t.Name()))})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range list {
		ids = append(ids, c.ID)
	}
	return ids
}

// labelled names the test as the owner of a session.
func labelled(t testing.TB) map[string]string { return map[string]string{shared.LabelOwner: t.Name()} }

func closeSession(t testing.TB, s shared.Session) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if _, err := s.Close(ctx); err != nil {
		t.Errorf("close: %v", err)
	}
}

// openFiles is how many files this process has open; 0 where the system doesn't tell.
func openFiles(t testing.TB) int {
	t.Helper()
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	return len(list)
}

// TestManySessions: nothing stays of many sessions, one after the other and at once.
func TestManySessions(t *testing.T) {
	e := newTestExecutor(t)
	e.prepare()
	client := executortest.Dial(t, e)
	open := func() (shared.Session, error) {
		return client.Open(t.Context(), &shared.OpenRequest{}, &shared.Handler{})
	}
	s, err := open()
	if err != nil {
		t.Fatal(err)
	}
	closeSession(t, s)
	files := openFiles(t)
	sessiontest.Many(t, open)
	e.docker.pool.Close()
	if ids := containersOf(t, e.docker.Engine, os.Getpid()); len(ids) > 0 {
		t.Errorf("containers are left: %v", ids)
	}
	e.docker.Close() // idle connections to the engine
	if now := openFiles(t); now > files+3 {
		t.Errorf("%d files are open, %d were", now, files)
	}
}

// TestOpenCancelled: whenever the opening is given up, nothing of it stays.
func TestOpenCancelled(t *testing.T) {
	t.Parallel()
	e := newTestExecutor(t)
	for i := range 8 {
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(i)*40*time.Millisecond)
		s, err := e.Open(ctx, &shared.OpenRequest{Options: map[string]string{"pool": "0"}, Labels: labelled(t)}, &shared.Handler{})
		cancel()
		if err == nil {
			closeSession(t, s)
		} else if !errors.Is(err, shared.KindInterrupted) {
			t.Errorf("after %d ms: %v (%s)", i*40, err, shared.AsError(err).Kind)
		}
	}
	for range 600 {
		if len(mine(t, e.docker.Engine)) == 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Errorf("containers are left: %v", mine(t, e.docker.Engine))
}

// build makes the command and the plugin.
var build = sync.OnceValues(func() (dir string, err error) {
	if dir, err = os.MkdirTemp("", "airlock-docker-test"); err != nil {
		return "", err
	}
	out, err := exec.Command("go", "build", "-o", filepath.Join(dir, "airlock"), "../../cmd/airlock").CombinedOutput()
	if err == nil {
		out, err = exec.Command("go", "build", "-o", filepath.Join(dir, "airlock-executor-docker"), ".").CombinedOutput()
	}
	if err != nil {
		return dir, fmt.Errorf("%w: %s", err, out)
	}
	return dir, nil
})

// TestEnds: whatever ends first, the container goes too.
func TestEnds(t *testing.T) {
	t.Parallel()
	e := needDocker(t)
	dir, err := build()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(dir); err != nil {
			t.Error(err)
		}
	})
	for name, end := range map[string]func(host, plugin int) error{
		"Ctrl-C":        func(host, _ int) error { return syscall.Kill(host, syscall.SIGINT) },
		"SIGTERM":       func(host, _ int) error { return syscall.Kill(host, syscall.SIGTERM) },
		"host killed":   func(host, _ int) error { return syscall.Kill(host, syscall.SIGKILL) },
		"plugin killed": func(_, plugin int) error { return syscall.Kill(plugin, syscall.SIGKILL) },
		"both at a time": func(host, plugin int) error {
			_ = syscall.Kill(plugin, syscall.SIGKILL)
			return syscall.Kill(host, syscall.SIGKILL)
		},
		"end of the code": nil,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			sleep := "600"
			if end == nil {
				sleep = "0.5"
			}
			cmd := exec.Command(filepath.Join(dir, "airlock"), "run", "-x", "docker", "--plugin-dir", dir, "--timeout", "0", "-c",
				"import time\nprint('up', flush=True)\ntime.sleep("+sleep+")")
			cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
			out, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if line, err := bufio.NewReader(out).ReadString('\n'); line != "up\n" {
				t.Fatalf("it says %q: %v", line, err)
			}
			plugin := childOf(t, cmd.Process.Pid)
			ids := containersOf(t, e, plugin)
			if len(ids) != 1 {
				t.Fatalf("it has the containers %v", ids)
			}
			if end != nil {
				if err := end(cmd.Process.Pid, plugin); err != nil {
					t.Fatal(err)
				}
			}
			_ = cmd.Wait() // mostly by that signal
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			gone, failed := e.ContainerWait(ctx, ids[0], dockercontainer.WaitConditionRemoved)
			select {
			case <-gone:
			case err := <-failed:
				if !strings.Contains(strings.ToLower(err.Error()), "no such container") {
					t.Errorf("the container stays: %v", err)
				}
			}
		})
	}
}

// childOf is the only child of a process.
func childOf(t testing.TB, pid int) int {
	t.Helper()
	stats, _ := filepath.Glob("/proc/[0-9]*/stat") // the pattern is right
	for _, f := range stats {
		b, err := os.ReadFile(f)
		if err != nil {
			continue // it ended
		}
		fields := strings.Fields(string(b[strings.LastIndexByte(string(b), ')')+1:]))
		if fields[1] == strconv.Itoa(pid) {
			n, _ := strconv.Atoi(filepath.Base(filepath.Dir(f)))
			return n
		}
	}
	t.Fatalf("process %d has no child", pid)
	return 0
}

// TestReap: what a process that is gone has left is removed, and nothing else.
func TestReap(t *testing.T) {
	e := newTestExecutor(t)
	s := openDocker(t, e, nil, shared.Limits{})
	mine := s.(*session).current().box.ID
	host, err := os.Hostname()
	if err != nil {
		t.Fatal(err)
	}
	labels := map[string]string{container.LabelProcess: "4194303:1:gone", "dev.airlock.host": host, container.LabelOwner: "test@reap"}
	left := leave(t, e.docker.Engine, labels)
	labels["dev.airlock.host"] = "elsewhere.example"
	elsewhere := leave(t, e.docker.Engine, labels)
	find := func(req *shared.ReapRequest, id string) *shared.ReapItem {
		r, err := e.Reap(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		for _, it := range r.Items {
			if strings.HasPrefix(id, it.ID) {
				return &it
			}
		}
		return nil
	}
	if it := find(&shared.ReapRequest{Owner: "other@reap"}, left); it != nil {
		t.Errorf("another owner's was found: %+v", it)
	}
	if it := find(&shared.ReapRequest{OlderThan: time.Hour, DryRun: true}, left); it != nil {
		t.Errorf("a young one was found: %+v", it)
	}
	if it := find(&shared.ReapRequest{Owner: "test@reap", DryRun: true}, left); it == nil || it.Removed {
		t.Errorf("the dry run gives %+v", it)
	}
	if it := find(&shared.ReapRequest{Owner: "test@reap"}, left); it == nil || !it.Removed {
		t.Errorf("the run gives %+v", it)
	}
	if it := find(&shared.ReapRequest{DryRun: true}, mine); it != nil {
		t.Errorf("one in use was found: %+v", it)
	}
	if it := find(&shared.ReapRequest{Owner: "test@reap"}, elsewhere); it != nil {
		t.Errorf("another machine's was found: %+v", it)
	}
	time.Sleep(1100 * time.Millisecond) // ages are in seconds
	if it := find(&shared.ReapRequest{Owner: "test@reap", OlderThan: time.Millisecond}, elsewhere); it == nil || !it.Removed {
		t.Errorf("another machine's old one: %+v", it)
	}
}

// leave makes a container that nobody looks after.
func leave(t testing.TB, e *engine.Engine, labels map[string]string) string {
	t.Helper()
	c, err := e.ContainerCreate(t.Context(), &dockercontainer.Config{Image: engine.PythonImage, Cmd: []string{"sleep", "600"}, Labels: labels},
		&dockercontainer.HostConfig{NetworkMode: "none", Resources: dockercontainer.Resources{Ulimits: []*dockercontainer.Ulimit{
			{Name: "nofile", Soft: 1024, Hard: 1024}, {Name: "nproc", Soft: 1024, Hard: 1024}, // which Podman may not raise everywhere
		}}}, nil, nil, "")
	if err == nil {
		err = e.ContainerStart(t.Context(), c.ID, dockercontainer.StartOptions{})
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = e.ContainerRemove(context.Background(), c.ID, dockercontainer.RemoveOptions{Force: true})
	})
	return c.ID
}

// TestPool: the third session of a kind finds a container that waits, which the end removes.
func TestPool(t *testing.T) {
	t.Parallel()
	e := newTestExecutor(t)
	opts := map[string]string{"pool": "2"}
	for range 2 {
		closeSession(t, openQuietly(t, e, opts))
	}
	var before []string
	for _, m := range e.docker.pool.Idle() {
		before = append(before, m.box.ID)
	}
	if len(before) != 2 {
		t.Fatalf("%d containers wait, want 2", len(before))
	}
	s := openQuietly(t, e, opts)
	if id := s.(*session).current().box.ID; !strings.Contains(strings.Join(before, " "), id) {
		t.Errorf("the session got %s, which isn't one of %v", id, before)
	}
	if res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "'ok'"}, &shared.Handler{}); err != nil || res.Repr != "'ok'" {
		t.Errorf("it runs %v, %v", res, err)
	}
	other := openQuietly(t, e, map[string]string{"pool": "2", "pids": "60"})
	if id := other.(*session).current().box.ID; strings.Contains(strings.Join(before, " "), id) {
		t.Error("a session of another kind got a container of the pool")
	}
	closeSession(t, s)
	closeSession(t, other)
	e.close()
	if ids := mine(t, needDocker(t)); len(ids) > 0 {
		t.Errorf("containers are left: %v", ids)
	}
}

// TestPoolKeepsKinds: that a session moves to another image, with its packages, changes nothing
// of the containers that are started for the next ones.
func TestPoolKeepsKinds(t *testing.T) {
	t.Parallel()
	e := newTestExecutor(t)
	closeSession(t, openQuietly(t, e, nil))
	s := openQuietly(t, e, nil).(*session)
	image := s.set.spec.Image
	s.set.spec.Image = "airlock-test/no-image" // the pool starts one of its kind a little later
	closeSession(t, s)
	if idle := e.docker.pool.Idle(); len(idle) != 1 || idle[0].spec.Image != image {
		t.Errorf("%d containers wait, want one of the image %s", len(idle), image)
	}
}

func openQuietly(t testing.TB, e *executor, opts map[string]string) shared.Session {
	t.Helper()
	s, err := e.Open(t.Context(), &shared.OpenRequest{Options: opts, Labels: labelled(t)}, &shared.Handler{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}
