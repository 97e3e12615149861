//go:build linux

package host

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/hashicorp/go-hclog"

	local "github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/shared"
)

// testPlugin is the binary of internal/testplugin, built once.
var testPlugin string

// helperEnv makes the test binary a program that uses a host; see helper_test.go.
const helperEnv = "AIRLOCK_HOST_TEST_HELPER"

func TestMain(m *testing.M) { os.Exit(testMain(m)) }

func testMain(m *testing.M) int {
	local.Embed("0.0.0-test") // for the example
	if len(os.Args) > 1 && os.Args[1] == "serve-builtin" {
		return shared.Serve(shared.ServeConfig{Executor: &builtinExecutor{}, Args: os.Args[2:]})
	}
	if v := os.Getenv(helperEnv); v != "" {
		return helper(v)
	}
	dir, err := os.MkdirTemp("", "airlock-testplugin")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer os.RemoveAll(dir)
	testPlugin = filepath.Join(dir, "testplugin")
	build := exec.Command("go", "build", "-ldflags", "-s -w", "-o", testPlugin, "github.com/airlockhq/airlock/internal/testplugin")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		fmt.Fprintf(os.Stderr, "building the test plugin: %v\n%s", err, out)
		return 1
	}
	return m.Run()
}

// rig is a host with the test plugin in some modes.
type rig struct {
	*Host
	t       testing.TB
	cfg     Config
	plugins string // folder of the plugins
	exe     string // the test plugin under a path of its own, to find its processes by
	run     string // XDG_RUNTIME_DIR
	env     map[string]string
	logs    *syncBuffer
}

// newRig installs the modes and makes a host; what it leaves behind fails the test.
func newRig(t testing.TB, modes []string, change func(*rig)) *rig {
	t.Helper()
	r := &rig{t: t, logs: &syncBuffer{}, env: map[string]string{}}
	base, err := os.MkdirTemp("", "ah") //nolint:usetesting // sockets live below: t.TempDir is too long for them
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	r.run, r.plugins = filepath.Join(base, "run"), filepath.Join(base, "plugins")
	for _, d := range []string{r.run, r.plugins} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	r.exe = filepath.Join(base, "testplugin")
	if err := os.Link(testPlugin, r.exe); err != nil {
		t.Fatal(err)
	}
	for _, mode := range modes {
		r.install(mode)
	}
	r.env["XDG_RUNTIME_DIR"] = r.run
	r.cfg = Config{
		PluginDirs: []string{r.plugins}, ConfigDir: filepath.Join(base, "config"), CacheDir: filepath.Join(base, "cache"),
		LookupEnv:    func(n string) (string, bool) { v, ok := r.env[n]; return v, ok },
		StartTimeout: 20 * time.Second,
		Logger:       hclog.New(&hclog.LoggerOptions{Output: r.logs, Level: hclog.Trace}),
	}
	if change != nil {
		change(r)
	}
	if r.Host, err = New(r.cfg); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = r.Close()
		if pids := r.alive(); len(pids) > 0 {
			t.Errorf("processes left: %v", pids)
		}
		if _, err := os.Stat(r.folder.path); !os.IsNotExist(err) {
			t.Errorf("the socket folder is left: %v", err)
		}
		if t.Failed() {
			t.Logf("log:\n%s", r.logs.tail(8000))
		}
	})
	return r
}

// install puts the test plugin under the name of a mode.
func (r *rig) install(mode string) string {
	r.t.Helper()
	path := filepath.Join(r.plugins, shared.PluginPrefix+mode)
	if err := os.Symlink(r.exe, path); err != nil {
		r.t.Fatal(err)
	}
	return path
}

// script installs a shell script as a plugin.
func (r *rig) script(name, text string) string {
	r.t.Helper()
	path := filepath.Join(r.plugins, shared.PluginPrefix+name)
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		r.t.Fatal(err)
	}
	return path
}

func (r *rig) open(name string, o OpenOptions) *Session {
	r.t.Helper()
	s, err := r.Open(r.t.Context(), name, o)
	if err != nil {
		r.t.Fatalf("opening %q: %v", name, err)
	}
	return s
}

// output runs code and returns what it wrote.
func output(ctx context.Context, s *Session, code string) (string, error) {
	var out bytes.Buffer
	_, err := s.Execute(ctx, &shared.ExecuteRequest{Code: code}, &shared.Handler{
		OnOutput: func(_ shared.Stream, p []byte) error { out.Write(p); return nil },
	})
	return out.String(), err
}

func (r *rig) exec(s *Session, code string) string {
	r.t.Helper()
	out, err := output(r.t.Context(), s, code)
	if err != nil {
		r.t.Fatalf("running %q: %v", code, err)
	}
	return out
}

// alive returns the processes that run the test plugin.
func (r *rig) alive() []int {
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	var pids []int
	for _, e := range entries {
		pid, err := strconv.Atoi(e.Name())
		if err != nil {
			continue
		}
		if to, err := os.Readlink("/proc/" + e.Name() + "/exe"); err == nil && to == r.exe {
			pids = append(pids, pid)
		}
	}
	return pids
}

// eventually waits until ok holds.
func eventually(t testing.TB, d time.Duration, what string, ok func() bool) {
	t.Helper()
	d *= patience
	for end := time.Now().Add(d); ; time.Sleep(5 * time.Millisecond) {
		if ok() {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("%s: not within %s", what, d)
		}
	}
}

// patience stretches every bound on time in these tests. They tell "it ends" from "it hangs", not fast from slow: the figures are
// what an idle machine keeps.
const patience = 10

// within fails the test when f takes longer.
func within(t testing.TB, d time.Duration, what string, f func()) {
	t.Helper()
	begun := time.Now()
	d *= patience
	f()
	if took := time.Since(begun); took > d {
		t.Errorf("%s took %s, want at most %s", what, took.Round(time.Millisecond), d)
	}
}

// wantError checks the kind (nil for any) and parts of the text.
func wantError(t testing.TB, err error, kind error, parts ...string) {
	t.Helper()
	if err == nil {
		t.Errorf("no error, want one with %q", parts)
		return
	}
	for _, p := range parts {
		if !strings.Contains(err.Error(), p) {
			t.Errorf("error %q lacks %q", err, p)
		}
	}
	if kind != nil && !errorsIs(err, kind) {
		t.Errorf("error %q isn't %v", err, kind)
	}
}

// syncBuffer is a log that may be read while it is written.
type syncBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.b.String()
}

func (b *syncBuffer) tail(n int) string {
	s := b.String()
	return s[max(0, len(s)-n):]
}

// builtinExecutor is what the test binary serves when it is executed once more.
type builtinExecutor struct{ shared.Executor }

func (*builtinExecutor) Describe(context.Context) (*shared.Description, error) {
	return &shared.Description{Name: "builtin", Version: "0.0.1", Isolation: shared.IsolationInterpreter}, nil
}

func (*builtinExecutor) Open(context.Context, *shared.OpenRequest, shared.Events) (shared.Session, error) {
	return &builtinSession{}, nil
}

type builtinSession struct{ shared.Session }

func (*builtinSession) Info() *shared.SessionInfo { return &shared.SessionInfo{} }

func (*builtinSession) Execute(_ context.Context, req *shared.ExecuteRequest, ev shared.Events) (*shared.Result, error) {
	return &shared.Result{}, ev.Output(shared.Stdout, []byte("builtin says "+req.Code))
}

func (*builtinSession) Close(context.Context) (*shared.CloseReport, error) {
	return &shared.CloseReport{}, nil
}

// helperConfig is what a helper process is told.
type helperConfig struct {
	Do, Plugins, Config, Run string
}

func (c helperConfig) String() string {
	b, _ := json.Marshal(c)
	return string(b)
}
