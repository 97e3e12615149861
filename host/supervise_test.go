//go:build linux

package host

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"
	"github.com/hashicorp/go-plugin"

	"github.com/airlockhq/airlock/shared"
)

func contextAfter(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), d)
}

func TestDeathHarmsOnlyItsSessions(t *testing.T) {
	for _, c := range []struct {
		code  string
		parts []string
	}{
		{"say last words\ndie", []string{"signal: killed", "last words"}},
		{"exit 7", []string{"exit status 7"}},
		{"panic", []string{"exit status 2", "panic: no luck in mid-run"}},
	} {
		t.Run(c.code, func(t *testing.T) {
			r := newRig(t, []string{"ok"}, nil)
			victim := r.open("ok", OpenOptions{Client: "a"})
			neighbour := r.open("ok", OpenOptions{Client: "a"})
			other := r.open("ok", OpenOptions{Client: "b"})
			within(t, 2*time.Second, "noticing", func() {
				_, err := output(t.Context(), victim, c.code)
				wantError(t, err, shared.KindBackendLost, append(c.parts, `"ok" ended while it ran code`)...)
				var e *shared.Error
				if !errors.As(err, &e) || !strings.Contains(e.Hint, "open a new session") {
					t.Errorf("no hint: %+v", e)
				}
			})
			_, err := output(t.Context(), neighbour, "echo x")
			wantError(t, err, shared.KindBackendLost, c.parts[0])
			if got := r.exec(other, "echo unharmed"); got != "unharmed\n" {
				t.Errorf("another client's session says %q", got)
			}
			fresh := r.open("ok", OpenOptions{Client: "a"})
			if got := r.exec(fresh, "echo anew"); got != "anew\n" {
				t.Errorf("the new session says %q", got)
			}
			_, err = victim.Close(t.Context())
			wantError(t, err, shared.KindBackendLost)
			if err := r.Close(); err != nil {
				t.Errorf("closing a host with a dead session: %v", err)
			}
		})
	}
}

func TestMemoryOfAProcessIsCapped(t *testing.T) {
	r := newRig(t, []string{"ok"}, func(r *rig) { r.cfg.ProcessMemory = 128 << 20 })
	s := r.open("ok", OpenOptions{Client: "a"})
	other := r.open("ok", OpenOptions{Client: "b"})
	r.exec(s, "grow 32")
	_, err := output(t.Context(), s, "grow 256\nsleep 5000")
	wantError(t, err, shared.KindBackendLost, "more than the 128 MiB")
	r.exec(other, "echo unharmed")
}

func TestBackoffGrows(t *testing.T) {
	r := newRig(t, []string{"exit-early"}, nil)
	var last time.Duration
	for i := range 4 {
		begun := time.Now()
		if _, err := r.Open(t.Context(), "exit-early", OpenOptions{}); err == nil {
			t.Fatal("opened")
		}
		last = time.Since(begun)
		if i == 0 && last > 2*time.Second {
			t.Errorf("the first start waited: %s", last)
		}
	}
	// 50 to 100 ms, doubled twice.
	if last < 200*time.Millisecond {
		t.Errorf("the fourth start came after %s", last)
	}
	ctx, cancel := contextAfter(t, 20*time.Millisecond)
	defer cancel()
	_, err := r.Open(ctx, "exit-early", OpenOptions{})
	wantError(t, err, context.DeadlineExceeded)
}

// A stopped process answers nothing, and go-plugin's Kill would wait for it for ever.
func TestStoppedPlugin(t *testing.T) {
	r := newRig(t, []string{"ok"}, func(r *rig) { r.cfg.Grace = 300 * time.Millisecond })
	s := r.open("ok", OpenOptions{})
	ctx, cancel := contextAfter(t, 200*time.Millisecond)
	defer cancel()
	within(t, 3*time.Second, "giving up", func() {
		_, err := output(ctx, s, "stop")
		wantError(t, err, nil)
	})
	within(t, 4*time.Second, "closing the session", func() {
		if _, err := s.Close(t.Context()); err == nil {
			t.Error("a stopped plugin closed in order")
		}
	})
	eventually(t, time.Second, "the process ends", func() bool { return len(r.alive()) == 0 })
}

// Nothing in a stopped process looks at the clock: the host does.
func TestPluginThatStopsInARun(t *testing.T) {
	r := newRig(t, []string{"ok"}, func(r *rig) { r.cfg.HungTimeout = 400 * time.Millisecond })
	s := r.open("ok", OpenOptions{})
	within(t, 5*time.Second, "giving up", func() {
		_, err := output(t.Context(), s, "stop")
		wantError(t, err, shared.KindBackendLost, "answered nothing for 200ms")
	})
}

func TestCloseOfAHostWithStoppedPlugin(t *testing.T) {
	r := newRig(t, []string{"ok"}, nil)
	s := r.open("ok", OpenOptions{})
	pid := s.p.runner.started().pid
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	within(t, 4*time.Second, "closing the host", func() {
		_ = r.Close()
	})
	if len(r.alive()) > 0 {
		t.Error("the stopped plugin is left")
	}
}

func TestIgnoredClose(t *testing.T) {
	r := newRig(t, []string{"ok"}, func(r *rig) { r.cfg.CloseTimeout = 400 * time.Millisecond })
	s := r.open("ok", OpenOptions{OpenRequest: shared.OpenRequest{Options: map[string]string{"close": "ignore"}}})
	within(t, 5*time.Second, "closing", func() {
		_, err := s.Close(t.Context())
		wantError(t, err, nil, "400ms")
	})
	eventually(t, 3*time.Second, "the process ends", func() bool { return len(r.alive()) == 0 })

	// A slow teardown is not a hung one, though longer than it takes to see that.
	r2 := newRig(t, []string{"ok"}, func(r *rig) { r.cfg.StopTimeout = 300 * time.Millisecond })
	s = r2.open("ok", OpenOptions{OpenRequest: shared.OpenRequest{Options: map[string]string{"close": "slow"}}})
	if report, err := s.Close(t.Context()); err != nil || len(report.Removed) != 1 {
		t.Errorf("a slow teardown: %+v, %v", report, err)
	}
	s = r2.open("ok", OpenOptions{OpenRequest: shared.OpenRequest{Options: map[string]string{"close": "fail"}}})
	_, err := s.Close(t.Context())
	wantError(t, err, nil, "nothing works")
}

func TestCloseWaitsNoLongerThanItsCaller(t *testing.T) {
	r := newRig(t, []string{"ok"}, nil)
	s := r.open("ok", OpenOptions{OpenRequest: shared.OpenRequest{Options: map[string]string{"close": "slow"}}})
	ctx, cancel := contextAfter(t, 50*time.Millisecond)
	defer cancel()
	within(t, time.Second, "the caller's wait", func() {
		_, err := s.Close(ctx)
		wantError(t, err, context.DeadlineExceeded)
	})
	// The teardown went on.
	if report, err := s.Close(t.Context()); err != nil || len(report.Removed) != 1 {
		t.Errorf("%+v, %v", report, err)
	}
}

func TestChildrenEndWithThePlugin(t *testing.T) {
	// Grandchildren hold the plugin's stderr, for which go-plugin would wait.
	for _, mode := range []string{"ok", "interp"} {
		r := newRig(t, []string{mode}, nil)
		s := r.open(mode, OpenOptions{})
		before := sleepers()
		r.exec(s, "child")
		eventually(t, time.Second, "the child runs", func() bool { return sleepers() == before+1 })
		within(t, 2*time.Second, "dying", func() {
			_, err := output(t.Context(), s, "exit 9")
			wantError(t, err, shared.KindBackendLost)
		})
		within(t, 2*time.Second, "closing", func() { _ = r.Close() })
		eventually(t, time.Second, "the child ends", func() bool { return sleepers() == before })
	}
}

// sleepers counts the processes that the command child starts.
func sleepers() int {
	n := 0
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if b, err := os.ReadFile("/proc/" + e.Name() + "/cmdline"); err == nil && string(b) == "/bin/sleep\x001000\x00" {
			n++
		}
	}
	return n
}

func TestWhoSharesAProcess(t *testing.T) {
	r := newRig(t, []string{"ok", "one"}, nil)
	pid := func(name string, o OpenOptions) string { return r.exec(r.open(name, o), "pid") }
	a1, a2, b := pid("ok", OpenOptions{Client: "a"}), pid("ok", OpenOptions{Client: "a"}), pid("ok", OpenOptions{Client: "b"})
	if a1 != a2 || a1 == b {
		t.Errorf("processes of clients: a %s, a %s, b %s", a1, a2, b)
	}
	s1 := pid("ok", OpenOptions{Client: "a", Isolate: IsolateSession})
	s2 := pid("ok", OpenOptions{Client: "a", Isolate: IsolateSession})
	if s1 == s2 || s1 == a1 || s2 == a1 {
		t.Errorf("processes of sessions alone: %s, %s, beside %s", s1, s2, a1)
	}
	if one, two := pid("one", OpenOptions{}), pid("one", OpenOptions{}); one == two {
		t.Error("a plugin for one session got two")
	}
	_, err := r.Open(t.Context(), "ok", OpenOptions{Isolate: "nobody"})
	wantError(t, err, nil, `"nobody"`)
}

func TestManyOpensShareOneStart(t *testing.T) {
	r := newRig(t, []string{"ok", "one"}, nil)
	for _, c := range []struct {
		name string
		want int
	}{{"ok", 1}, {"one", 6}} {
		var mu sync.Mutex
		pids := map[string]bool{}
		var wg sync.WaitGroup
		for range 6 {
			wg.Go(func() {
				s, err := r.Open(t.Context(), c.name, OpenOptions{})
				if err != nil {
					t.Error(err)
					return
				}
				out, err := output(t.Context(), s, "pid")
				if err != nil {
					t.Error(err)
				}
				mu.Lock()
				pids[out] = true
				mu.Unlock()
			})
		}
		wg.Wait()
		if len(pids) != c.want {
			t.Errorf("%s: %d processes for 6 sessions, want %d", c.name, len(pids), c.want)
		}
	}
}

func TestIdleProcesses(t *testing.T) {
	r := newRig(t, []string{"ok"}, func(r *rig) { r.cfg.IdleTimeout = 300 * time.Millisecond })
	s := r.open("ok", OpenOptions{})
	first := r.exec(s, "pid")
	s.Close(t.Context())
	s = r.open("ok", OpenOptions{})
	if again := r.exec(s, "pid"); again != first {
		t.Error("the next session of the same client got another process")
	}
	time.Sleep(400 * time.Millisecond) // it has a session, so it stays
	r.exec(s, "echo x")
	s.Close(t.Context())
	eventually(t, 2*time.Second, "an idle process ends", func() bool { return len(r.alive()) == 0 })

	s = r.open("ok", OpenOptions{Isolate: IsolateSession})
	s.Close(t.Context())
	if len(r.alive()) != 0 {
		t.Error("the process of a closed session alone is left")
	}
}

func TestPool(t *testing.T) {
	r := newRig(t, []string{"ok"}, func(r *rig) { r.cfg.Pool = map[string]int{"ok": 2} })
	if err := r.Warm(t.Context()); err != nil {
		t.Fatal(err)
	}
	ready := map[string]bool{}
	for _, pid := range r.alive() {
		ready[fmt.Sprint(pid)] = true
	}
	if len(ready) != 2 {
		t.Fatalf("%d processes are ready, want 2", len(ready))
	}
	a := r.exec(r.open("ok", OpenOptions{Client: "a"}), "pid")
	b := r.exec(r.open("ok", OpenOptions{Client: "b", Isolate: IsolateSession}), "pid")
	if !ready[a] || !ready[b] || a == b {
		t.Errorf("sessions got %s and %s, ready were %v", a, b, ready)
	}
	eventually(t, 5*time.Second, "the pool is full again", func() bool { return len(r.alive()) == 4 })
	// A ready process that died is not handed out.
	for _, pid := range r.alive() {
		if p := fmt.Sprint(pid); p != a && p != b {
			_ = syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	eventually(t, time.Second, "they die", func() bool { return len(r.alive()) == 2 })
	r.exec(r.open("ok", OpenOptions{Client: "c"}), "echo x")

	bad := newRig(t, nil, func(r *rig) { r.cfg.Pool = map[string]int{"nope": 1} })
	wantError(t, bad.Warm(t.Context()), ErrUnknownExecutor, `pool of "nope"`)
}

func TestLogFloodDoesNoHarm(t *testing.T) {
	r := newRig(t, []string{"ok"}, nil)
	s := r.open("ok", OpenOptions{})
	start := time.Now()
	within(t, time.Minute, "20 MB of logs", func() { r.exec(s, "log 20000\necho done") })
	// The log says each line twice at most, and the slower the machine, the more the rate lets through.
	if n, most := len(r.logs.String()), 3*(logBurst+int(time.Since(start).Seconds()*logRate)); n > most {
		t.Errorf("%d bytes of log came through, more than %d", n, most)
	}
	r.exec(s, "print from stdout of the process")
	eventually(t, 2*time.Second, "text on the process's stdout is logged", func() bool {
		return strings.Contains(r.logs.String(), "from stdout of the process")
	})
}

func TestSecretsDontLeak(t *testing.T) {
	const token, key = "token-value-123", "wrong-key-value"
	r := newRig(t, []string{"ok"}, func(r *rig) {
		r.env["TEST_TOKEN"] = token
		r.cfg.GrantEnv = []string{"TEST_TOKEN"}
	})
	_, err := r.Open(t.Context(), "ok", OpenOptions{OpenRequest: shared.OpenRequest{Options: map[string]string{"key": key}}})
	wantError(t, err, shared.KindBackendAuth, "[redacted key]")
	s := r.open("ok", OpenOptions{OpenRequest: shared.OpenRequest{Env: map[string]string{"MY_TOKEN": "guest-secret"}}})
	_, err = output(t.Context(), s, "fail with "+token)
	wantError(t, err, shared.KindRuntime, "with [redacted TEST_TOKEN]")
	if strings.Contains(fmt.Sprintf("%+v", err), token) {
		t.Error("the error holds the secret")
	}
	r.exec(s, "say log of "+token+" and guest-secret\nprint out of "+token)
	eventually(t, 2*time.Second, "the log shows both", func() bool {
		return strings.Contains(r.logs.String(), "out of [redacted TEST_TOKEN]")
	})
	_, err = output(t.Context(), s, "say "+token+"\ndie")
	wantError(t, err, shared.KindBackendLost, "[redacted TEST_TOKEN]")
	_ = r.Close()
	for _, secret := range []string{token, key, "guest-secret"} {
		if strings.Contains(r.logs.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
		if strings.Contains(err.Error(), secret) {
			t.Errorf("the error holds %q", secret)
		}
	}
}

func TestSizes(t *testing.T) {
	r := newRig(t, []string{"ok"}, nil)
	s := r.open("ok", OpenOptions{})
	if got := r.exec(s, "big 9000000"); len(got) != 9_000_000 {
		t.Errorf("%d bytes of output", len(got))
	}
	code := "echo " + strings.Repeat("x", 6<<20)
	if got := r.exec(s, code); len(got) != 6<<20+1 {
		t.Errorf("a long program wrote %d bytes", len(got))
	}
	_, err := r.Open(t.Context(), "ok", OpenOptions{OpenRequest: shared.OpenRequest{Env: map[string]string{"X": strings.Repeat("y", 8<<20)}}})
	wantError(t, err, shared.KindInvalidArgument, "bytes")
	if got := r.exec(s, "echo fine"); got != "fine\n" {
		t.Errorf("after all that: %q", got)
	}
}

func TestInterruptOfAllRuns(t *testing.T) {
	r := newRig(t, []string{"ok"}, nil)
	if n := r.Interrupt(t.Context()); n != 0 {
		t.Errorf("%d runs interrupted, none ran", n)
	}
	s := r.open("ok", OpenOptions{})
	done := make(chan error)
	go func() {
		_, err := output(t.Context(), s, "echo begun\nsleep 60000")
		done <- err
	}()
	eventually(t, 5*time.Second, "the run is interrupted", func() bool {
		r.Interrupt(t.Context())
		select {
		case err := <-done:
			wantError(t, err, shared.KindInterrupted)
			return true
		default:
			return false
		}
	})
	r.exec(s, "echo usable")
}

func TestCloseWhileOpening(t *testing.T) {
	r := newRig(t, []string{"hang-early", "ok"}, nil)
	errs := make(chan error, 4)
	for _, name := range []string{"hang-early", "ok", "ok", "ok"} {
		go func() {
			_, err := r.Open(t.Context(), name, OpenOptions{Isolate: IsolateSession})
			errs <- err
		}()
	}
	time.Sleep(20 * time.Millisecond)
	within(t, 5*time.Second, "closing", func() { _ = r.Close() })
	within(t, 5*time.Second, "the opens' ends", func() {
		for range 4 {
			<-errs
		}
	})
	if pids := r.alive(); len(pids) > 0 {
		t.Errorf("processes left: %v", pids)
	}
}

func TestNoGoroutinesLeft(t *testing.T) {
	r := newRig(t, []string{"ok"}, nil)
	cycle := func() {
		s := r.open("ok", OpenOptions{Isolate: IsolateSession})
		r.exec(s, "echo x")
		if _, err := s.Close(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	cycle()
	before := runtime.NumGoroutine()
	for range 10 {
		cycle()
	}
	eventually(t, 3*time.Second, "goroutines end", func() bool { return runtime.NumGoroutine() <= before+5 })
}

// A plugin that runs under a debugger is used where it runs, and left running.
func TestReattach(t *testing.T) {
	reattach := make(chan *plugin.ReattachConfig, 1)
	ctx, cancel := context.WithCancel(t.Context())
	closed := make(chan struct{})
	go plugin.Serve(&plugin.ServeConfig{
		HandshakeConfig:  shared.Handshake,
		VersionedPlugins: map[int]plugin.PluginSet{shared.Protocol: {shared.PluginName: &shared.ExecutorPlugin{Executor: &builtinExecutor{}}}},
		GRPCServer:       plugin.DefaultGRPCServer,
		Logger:           hclog.NewNullLogger(),
		Test:             &plugin.ServeTestConfig{Context: ctx, ReattachConfigCh: reattach, CloseCh: closed},
	})
	c := <-reattach
	r := newRig(t, nil, func(r *rig) { r.env[shared.EnvReattach] = shared.FormatReattach("builtin", c) })
	list, err := r.List()
	if err != nil || len(list) != 1 || list[0].Source != shared.EnvReattach || list[0].State != StateUsed {
		t.Errorf("list: %+v, %v", list, err)
	}
	if d, err := r.Describe(t.Context(), "builtin"); err != nil || d.Version != "0.0.1" {
		t.Errorf("describe: %+v, %v", d, err)
	}
	if got := r.exec(r.open("builtin", OpenOptions{}), "x"); got != "builtin says x" {
		t.Errorf("output %q", got)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	if conn, err := net.Dial("unix", c.Addr.String()); err != nil {
		t.Errorf("the plugin was stopped: %v", err)
	} else {
		conn.Close()
	}
	cancel()
	<-closed
}
