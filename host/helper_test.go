//go:build linux

package host

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/airlockhq/airlock/shared"
)

func errorsIs(err, target error) bool { return errors.Is(err, target) }

// helper is a program that uses a host, for tests that kill or signal one. It prints
// what it did, one line each.
func helper(text string) int {
	var c helperConfig
	if err := json.Unmarshal([]byte(text), &c); err != nil {
		panic(err)
	}
	h, err := New(Config{
		PluginDirs: []string{c.Plugins}, ConfigDir: c.Config, CloseTimeout: 20 * time.Second, Grace: 20 * time.Second,
		LookupEnv: func(n string) (string, bool) { return c.Run, n == "XDG_RUNTIME_DIR" },
	})
	if err != nil {
		panic(err)
	}
	ctx, stop := h.HandleSignals(context.Background(), SignalOptions{
		KeepOpen: c.Do == "prompt", OnIdle: func() { fmt.Println("idle") }, Grace: 15 * time.Second,
	})
	defer stop()
	o := OpenOptions{}
	code := "sleep 60000"
	switch c.Do {
	case "slow-close":
		o.Options = map[string]string{"close": "ignore"}
	case "deaf":
		code = "deaf 60000"
	}
	s, err := h.Open(ctx, "ok", o)
	if err != nil {
		panic(err)
	}
	if _, err := h.Open(ctx, "interp", OpenOptions{}); err != nil {
		panic(err)
	}
	fmt.Println("open", s.p.runner.ID())
	if c.Do != "idle" {
		_, err = output(context.Background(), s, code)
		fmt.Println("ran", errors.Is(err, shared.KindInterrupted))
	}
	if c.Do == "prompt" {
		_, err = output(context.Background(), s, "echo again")
		fmt.Println("again", err)
	}
	<-ctx.Done()
	var sig *SignalError
	if !errors.As(context.Cause(ctx), &sig) {
		return 99
	}
	fmt.Println("closing")
	err = h.Close()
	fmt.Println("closed", err)
	return sig.ExitCode()
}

// running is a helper process.
type running struct {
	cmd   *exec.Cmd
	lines *bufio.Scanner
	rig   *rig
	run   string
}

func startHelper(t testing.TB, do string) *running {
	t.Helper()
	r := newRig(t, []string{"ok", "interp"}, nil)
	c := helperConfig{Do: do, Plugins: r.plugins, Config: r.cfg.ConfigDir, Run: filepath.Join(r.run, "h")}
	if err := os.Mkdir(c.Run, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), helperEnv+"="+c.String())
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() })
	h := &running{cmd: cmd, lines: bufio.NewScanner(out), rig: r, run: c.Run}
	h.expect(t, "open ")
	if n := len(r.alive()); n != 2 {
		t.Fatalf("%d plugins run, want 2", n)
	}
	return h
}

func (h *running) expect(t testing.TB, prefix string) {
	t.Helper()
	if !h.lines.Scan() || !strings.HasPrefix(h.lines.Text(), prefix) {
		t.Fatalf("the helper says %q, want %q", h.lines.Text(), prefix)
	}
}

func (h *running) signal(t *testing.T, sig os.Signal) {
	t.Helper()
	time.Sleep(50 * time.Millisecond) // let the run begin
	if err := h.cmd.Process.Signal(sig); err != nil {
		t.Fatal(err)
	}
}

// gone waits for the helper's exit code and checks that nothing is left of it.
func (h *running) gone(t *testing.T, code int) {
	t.Helper()
	_ = h.cmd.Wait()
	if got := h.cmd.ProcessState.ExitCode(); got != code {
		t.Errorf("exit code %d, want %d", got, code)
	}
	if pids := h.rig.alive(); len(pids) > 0 {
		t.Errorf("processes left: %v", pids)
	}
	if left := h.folders(t); len(left) > 0 {
		t.Errorf("folders left: %v", left)
	}
}

func (h *running) folders(t *testing.T) []string {
	t.Helper()
	left, err := filepath.Glob(filepath.Join(h.run, "airlock", "h*"))
	if err != nil {
		t.Fatal(err)
	}
	return left
}

func TestKilledHostLeavesNothing(t *testing.T) {
	h := startHelper(t, "run")
	if err := h.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = h.cmd.Wait()
	eventually(t, 2*time.Second, "the plugins end", func() bool { return len(h.rig.alive()) == 0 })
	if len(h.folders(t)) != 1 {
		t.Fatalf("folders %v; the test wants to see one swept", h.folders(t))
	}
	f, err := newSocketFolder(func(string) (string, bool) { return h.run, true })
	if err != nil {
		t.Fatal(err)
	}
	if got := h.folders(t); len(got) != 1 || got[0] != f.path {
		t.Errorf("after the sweep there is %v, want only %s", got, f.path)
	}
	// A living host's folder isn't swept.
	g, err := newSocketFolder(func(string) (string, bool) { return h.run, true })
	if err != nil {
		t.Fatal(err)
	}
	if len(h.folders(t)) != 2 {
		t.Errorf("the folder of a living host was swept: %v", h.folders(t))
	}
	if err := errors.Join(f.remove(), g.remove()); err != nil {
		t.Error(err)
	}
}

// Hosts that start while others end must not get in the way of their removal.
func TestSocketFoldersOfManyHosts(t *testing.T) {
	run, err := os.MkdirTemp("/tmp", "al") //nolint:usetesting // sockets live below: t.TempDir is too long for them
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(run) })
	lookup := func(string) (string, bool) { return run, true }
	half := filepath.Join(run, "airlock", "h1") // of a host that was ended while it removed it
	if err := os.MkdirAll(half, 0o700); err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 50 {
				f, err := newSocketFolder(lookup)
				if err != nil {
					t.Error(err)
					return
				}
				if err := f.remove(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	if left, err := filepath.Glob(filepath.Join(run, "airlock", "h*")); err != nil || len(left) > 0 {
		t.Errorf("left: %v, %v", left, err)
	}
}

func TestStoppedHostThatIsKilledLeavesNothing(t *testing.T) {
	h := startHelper(t, "run")
	h.signal(t, syscall.SIGSTOP)
	h.signal(t, syscall.SIGKILL)
	_ = h.cmd.Wait()
	eventually(t, 2*time.Second, "the plugins end", func() bool { return len(h.rig.alive()) == 0 })
}

func TestInterruptEndsTheRunThenCloses(t *testing.T) {
	h := startHelper(t, "run")
	h.signal(t, os.Interrupt)
	h.expect(t, "ran true")
	h.expect(t, "closing")
	h.expect(t, "closed <nil>")
	h.gone(t, 130)
}

func TestTerminateCloses(t *testing.T) {
	h := startHelper(t, "idle")
	h.signal(t, syscall.SIGTERM)
	h.expect(t, "closing")
	h.expect(t, "closed <nil>")
	h.gone(t, 143)
}

func TestSecondInterruptKills(t *testing.T) {
	for _, do := range []string{"deaf", "slow-close"} {
		t.Run(do, func(t *testing.T) {
			h := startHelper(t, do)
			within(t, 5*time.Second, "the end", func() {
				h.signal(t, os.Interrupt)
				time.Sleep(200 * time.Millisecond)
				h.signal(t, os.Interrupt)
				h.expect(t, "ran ")
				h.expect(t, "closing")
				h.expect(t, "closed ")
				h.gone(t, 130)
			})
		})
	}
}

func TestPromptStaysOpenAfterInterrupt(t *testing.T) {
	h := startHelper(t, "prompt")
	h.signal(t, os.Interrupt)
	h.expect(t, "ran true")
	h.expect(t, "again <nil>")
	h.signal(t, os.Interrupt)
	h.expect(t, "idle")
	h.signal(t, syscall.SIGTERM)
	h.expect(t, "closing")
	h.expect(t, "closed <nil>")
	h.gone(t, 143)
}
