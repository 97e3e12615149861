//go:build linux

package host

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/airlockhq/airlock/shared"
)

func TestSessionRunsAndCloses(t *testing.T) {
	r := newRig(t, []string{"ok"}, nil)
	s := r.open("ok", OpenOptions{})
	if got := r.exec(s, "echo hello\necho again"); got != "hello\nagain\n" {
		t.Errorf("output %q", got)
	}
	holds := map[string]bool{}
	for _, e := range s.Info().Enforced {
		holds[e.Name] = e.Holds
	}
	for _, name := range []string{LayerNoNewPrivs, LayerRlimits, LayerPdeathsig, LayerLifeline} {
		if !holds[name] {
			t.Errorf("layer %s doesn't hold: %+v", name, s.Info().Enforced)
		}
	}
	first, err := s.Close(t.Context())
	if err != nil || len(first.Removed) != 1 {
		t.Fatalf("closing: %+v, %v", first, err)
	}
	again, err := s.Close(t.Context())
	if again != first || err != nil {
		t.Errorf("closing again: %+v, %v", again, err)
	}
	if _, err = output(t.Context(), s, "echo x"); err == nil {
		t.Error("a closed session runs code")
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
	_, err = r.Open(t.Context(), "ok", OpenOptions{})
	wantError(t, err, ErrClosed)
}

func TestCheckAndReap(t *testing.T) {
	r := newRig(t, []string{"ok"}, nil)
	c, err := r.Check(t.Context(), "ok", &shared.CheckRequest{})
	if err != nil || !c.OK() || len(c.Items) != 1 {
		t.Errorf("check: %+v, %v", c, err)
	}
	l, err := r.Reap(t.Context(), "ok", &shared.ReapRequest{Owner: DefaultOwner()})
	if err != nil || len(l.Items) != 1 || l.Items[0].ID != DefaultOwner() {
		t.Errorf("reap: %+v, %v", l, err)
	}
}

// The plugin gets what it needs and nothing of the host's.
func TestPluginGetsNothingOfTheHost(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "host-only")
	// A descriptor that something opened without close-on-exec.
	fd, err := syscall.Open("/etc/passwd", syscall.O_RDONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(fd)
	stdin, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	defer w.Close()
	old := os.Stdin
	os.Stdin = stdin
	defer func() { os.Stdin = old }()

	r := newRig(t, []string{"ok"}, func(r *rig) {
		r.env["TEST_TOKEN"], r.env["TEST_PLAIN"], r.env["NEVER_DECLARED"] = "token-value", "plain-value", "never-value"
		r.cfg.GrantEnv = []string{"TEST_TOKEN", "NEVER_DECLARED"}
	})
	s := r.open("ok", OpenOptions{})
	allowed := map[string]bool{
		"AIRLOCK_PLUGIN": true, "AIRLOCK_PARENT_FD": true, "PLUGIN_MIN_PORT": true, "PLUGIN_MAX_PORT": true, "PLUGIN_PROTOCOL_VERSIONS": true,
		"PLUGIN_UNIX_SOCKET_DIR": true, "PLUGIN_CLIENT_CERT": true, "TMPDIR": true, "LANG": true, "TEST_TOKEN": true,
	}
	token := false
	for _, l := range strings.Split(strings.TrimSpace(r.exec(s, "env")), "\n") {
		entry, err := strconv.Unquote(l)
		if err != nil {
			t.Fatal(err)
		}
		name, value, _ := strings.Cut(entry, "=")
		if !allowed[name] {
			t.Errorf("the plugin has %s=%q", name, value)
		}
		token = token || name == "TEST_TOKEN" && value == "token-value"
	}
	if !token {
		t.Error("the plugin lacks a variable that it declares and was granted")
	}
	if got := r.exec(s, "stdin"); got != "\"\" <nil>\n" {
		t.Errorf("standard input gives %s", got)
	}
	for _, l := range strings.Split(strings.TrimSpace(r.exec(s, "fds")), "\n") {
		n, to, _ := strings.Cut(l, " ")
		kind, _, _ := strings.Cut(to, ":")
		switch {
		case n == "0" && to == "/dev/null":
		case kind == "pipe", kind == "socket", kind == "anon_inode", strings.HasPrefix(to, "/proc/"):
		case strings.HasPrefix(to, "/sys/fs/cgroup/"): // Go's runtime watches its CPU limit
		default:
			t.Errorf("descriptor %s is %s", n, to)
		}
	}
}

func TestLimitsHoldFromTheFirstInstruction(t *testing.T) {
	// Something to take away; the test program's own limit may be 0 already.
	var old unix.Rlimit
	if err := unix.Getrlimit(unix.RLIMIT_CORE, &old); err != nil {
		t.Fatal(err)
	}
	if err := unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{Cur: 4096, Max: old.Max}); err != nil || old.Max == 0 {
		t.Logf("the limit of core files can't be raised for this test (%v, max %d)", err, old.Max)
	}
	defer func() { _ = unix.Setrlimit(unix.RLIMIT_CORE, &old) }()

	r := newRig(t, []string{"ok"}, nil)
	s := r.open("ok", OpenOptions{})
	if got := r.exec(s, "core"); got != "0" {
		t.Errorf("the first instruction could write core files of %s bytes", got)
	}
	limits := r.exec(s, "cat /proc/self/limits")
	for _, want := range []string{"Max open files            4096                 4096", "Max core file size        0                    0"} {
		if !strings.Contains(limits, want) {
			t.Errorf("limits lack %q:\n%s", want, limits)
		}
	}
	status := r.exec(s, "cat /proc/self/status")
	for _, want := range []string{"NoNewPrivs:\t1", "TracerPid:\t0"} {
		if !strings.Contains(status, want) {
			t.Errorf("status lacks %q:\n%s", want, status)
		}
	}
	if v, err := unix.PrctlRetInt(unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0); err != nil || v != 0 {
		t.Errorf("the host's own threads got no_new_privs: %d, %v", v, err)
	}
}

func TestInterpreterIsAlone(t *testing.T) {
	r := newRig(t, []string{"interp", "ok"}, nil)
	s := r.open("interp", OpenOptions{})
	for _, l := range s.p.layers() {
		if l.Name == LayerNamespaces && !l.Holds {
			t.Skipf("namespaces: %s", l.How)
		}
	}
	for _, ns := range []string{"user", "net", "pid", "ipc", "uts"} {
		mine, err := os.Readlink("/proc/self/ns/" + ns)
		if err != nil {
			t.Fatal(err)
		}
		if theirs := r.exec(s, "link /proc/self/ns/"+ns); theirs == mine {
			t.Errorf("the plugin shares the %s namespace", ns)
		}
	}
	dev := r.exec(s, "cat /proc/self/net/dev")
	if n := strings.Count(dev, ":"); n != 1 || !strings.Contains(dev, "lo:") {
		t.Errorf("the plugin has network devices:\n%s", dev)
	}
	if got := r.exec(s, "pid"); got != "1" {
		t.Errorf("the plugin is process %s of its namespace", got)
	}
	if _, err := r.Open(t.Context(), "interp", OpenOptions{RequireIsolation: []string{LayerNoNetwork, LayerRlimits}}); err != nil {
		t.Error(err)
	}
	_, err := r.Open(t.Context(), "ok", OpenOptions{RequireIsolation: []string{LayerNoNetwork}})
	wantError(t, err, shared.KindBackendUnavailable, "no_network isn't for this executor")
	_, err = r.Open(t.Context(), "ok", OpenOptions{RequireIsolation: []string{shared.EnforceFilesystem}})
	wantError(t, err, nil, shared.EnforceFilesystem)
}

func TestFailedStarts(t *testing.T) {
	for _, c := range []struct {
		mode  string
		parts []string
	}{
		{"print-early", []string{`"warming up"`, "before shared.Serve"}},
		{"panic-early", []string{"without the handshake line", "exit status 2", "panic: no luck before the handshake"}},
		{"exit-early", []string{"exit status 3", "cannot find my data"}},
		{"hang-early", []string{"didn't answer within 1s"}},
		{"stop-early", []string{"didn't answer within 1s"}},
		{"wrong-version", []string{"incompatible API version", "Plugin version: 99"}},
		{"net-rpc", []string{"unsupported plugin protocol", "netrpc"}},
		{"outside", []string{"isn't in the folder it was given"}},
		{"no-cert", []string{"tls"}},
		{"panic-late", []string{"panic: no luck after the handshake"}},
		{"describe-hang", []string{"it didn't end"}},
		{"describe-flood", []string{"printed more than"}},
		{"describe-text", []string{"parsing JSON"}},
		{"describe-fail", []string{"exit status 4", "no luck today"}},
		{"describe-name", []string{`named "describe-name"`, `calls itself "somebody"`}},
		{"describe-env", []string{"env=[]"}},
	} {
		t.Run(c.mode, func(t *testing.T) {
			t.Parallel()
			r := newRig(t, nil, func(r *rig) {
				if c.parts[0] == "didn't answer within 1s" {
					r.cfg.StartTimeout = time.Second
				}
			})
			r.install(c.mode)
			within(t, 60*time.Second, "failing", func() {
				_, err := r.Open(t.Context(), c.mode, OpenOptions{})
				wantError(t, err, nil, append(c.parts, fmt.Sprintf("%q", c.mode))...)
			})
			// All is gone at once, not when the host closes.
			if n := len(r.processes()); n != 0 {
				t.Errorf("%d processes are kept", n)
			}
			left, err := filepath.Glob(filepath.Join(r.folder.path, "plugin-dir*"))
			if err != nil || len(left) > 0 {
				t.Errorf("folders left: %v, %v", left, err)
			}
		})
	}
}

func TestCancelledStart(t *testing.T) {
	r := newRig(t, []string{"hang-early"}, nil)
	ctx, cancel := contextAfter(t, 300*time.Millisecond)
	defer cancel()
	within(t, 3*time.Second, "giving up", func() {
		_, err := r.Open(ctx, "hang-early", OpenOptions{})
		wantError(t, err, ctx.Err())
	})
	eventually(t, time.Second, "the plugin ends", func() bool { return len(r.alive()) == 0 })
}

// Plugins that weren't built with our SDK, or with a later one, work.
func TestOtherPlugins(t *testing.T) {
	for _, mode := range []string{"stock", "newer"} {
		t.Run(mode, func(t *testing.T) {
			r := newRig(t, []string{mode}, nil)
			if mode == "stock" {
				// Its describe claims a later minor version and has a field we don't know.
				d, err := r.Describe(t.Context(), mode)
				if err != nil || d.ProtocolMinor <= shared.ProtocolMinor {
					t.Fatalf("%+v, %v", d, err)
				}
			}
			s := r.open(mode, OpenOptions{})
			r.exec(s, "anything")
			_, err := s.Usage(t.Context())
			wantError(t, err, shared.KindUnsupported)
			if _, err := s.Close(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestBuiltin(t *testing.T) {
	r := newRig(t, nil, func(r *rig) { r.cfg.Builtins = map[string]Builtin{"builtin": {Args: []string{"serve-builtin"}}} })
	d, err := r.Describe(t.Context(), "builtin")
	if err != nil || d.Version != "0.0.1" {
		t.Fatalf("%+v, %v", d, err)
	}
	s := r.open("builtin", OpenOptions{})
	if got := r.exec(s, "x"); got != "builtin says x" {
		t.Errorf("output %q", got)
	}
	// A file of that name comes first.
	r.script("builtin", "exit 1")
	if _, err := r.Open(t.Context(), "builtin", OpenOptions{}); err == nil {
		t.Error("the built-in was used beside a file")
	}
}

func TestUntrustedIsNeverExecuted(t *testing.T) {
	r := newRig(t, nil, nil)
	mark := filepath.Join(r.run, "executed")
	path := r.script("evil", "touch "+mark+"\n")
	if err := os.Chmod(r.plugins, 0o777); err != nil {
		t.Fatal(err)
	}
	_, err := r.Open(t.Context(), "evil", OpenOptions{})
	wantError(t, err, nil, `"evil" is refused`, "writable by others")
	_, err = r.Describe(t.Context(), "evil")
	wantError(t, err, nil, "writable by others")
	_, err = r.LockPlugins(t.Context(), []string{"evil"}, nil)
	wantError(t, err, nil, "writable by others")
	if err := os.Chmod(r.plugins, 0o700); err != nil {
		t.Fatal(err)
	}

	// Now it is trusted, but not what was locked.
	digests := map[string]string{Platform(): someDigest}
	if err := (Lock{Plugins: map[string]LockEntry{"evil": {Version: "1.0.0", Digests: digests}}}).Write(r.cfg.ConfigDir); err != nil {
		t.Fatal(err)
	}
	_, err = r.Open(t.Context(), "evil", OpenOptions{})
	wantError(t, err, ErrLocked, path, someDigest[:12])
	_, err = r.Describe(t.Context(), "evil")
	wantError(t, err, ErrLocked)
	list, err := r.List()
	if err != nil || len(list) != 1 || list[0].State != StateRefused || !list[0].Locked {
		t.Errorf("list: %+v, %v", list, err)
	}
	if _, err := os.Stat(mark); err == nil {
		t.Fatal("the plugin was executed")
	}
	// The control: it does leave its mark when it is executed.
	if err := (Lock{}).Write(r.cfg.ConfigDir); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Open(t.Context(), "evil", OpenOptions{}); err == nil {
		t.Fatal("opened")
	}
	if _, err := os.Stat(mark); err != nil {
		t.Fatal("the mark of an execution is missing, so this test proves nothing")
	}
}

func TestLockedPlugin(t *testing.T) {
	r := newRig(t, nil, func(r *rig) {
		r.env["TEST_TOKEN"], r.env["TEST_PLAIN"] = "token-value", "plain-value"
		r.cfg.GrantEnv = []string{"TEST_TOKEN", "TEST_PLAIN"}
		r.cfg.RequireLock = true
	})
	// A file of its own, to change.
	data, err := os.ReadFile(testPlugin)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(r.plugins, shared.PluginPrefix+"ok")
	if err := os.WriteFile(path, data, 0o755); err != nil {
		t.Fatal(err)
	}
	_, err = r.Open(t.Context(), "ok", OpenOptions{})
	wantError(t, err, ErrLocked, "not locked", "airlock plugins lock ok")

	lock, err := r.LockPlugins(t.Context(), []string{"ok"}, []string{"TEST_PLAIN", "UNDECLARED"})
	if err != nil {
		t.Fatal(err)
	}
	if e := lock.Plugins["ok"]; e.Version != "1.2.3" || len(e.Env) != 1 || e.Env[0] != "TEST_PLAIN" || len(e.Digests) != 1 {
		t.Errorf("locked as %+v", e)
	}
	s := r.open("ok", OpenOptions{})
	env := r.exec(s, "env")
	if !strings.Contains(env, "TEST_PLAIN=plain-value") || strings.Contains(env, "token-value") {
		t.Error("the lock's grants don't hold")
	}
	rows, err := r.Verify()
	if err != nil || len(rows) != 1 || rows["ok"] != nil {
		t.Errorf("verify: %v, %v", rows, err)
	}

	// Replaced as an installer would: by a new file. What runs goes on.
	if err := os.WriteFile(path+".new", append(data, 0), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		t.Fatal(err)
	}
	_, err = r.Open(t.Context(), "ok", OpenOptions{})
	wantError(t, err, ErrLocked, "airlock plugins lock ok")
	if rows, err = r.Verify(); err != nil || rows["ok"] == nil {
		t.Errorf("verify: %v, %v", rows, err)
	}
	r.exec(s, "echo still here")

	if lock, err = r.LockPlugins(t.Context(), []string{"ok"}, nil); err != nil {
		t.Fatal(err)
	}
	if e := lock.Plugins["ok"]; len(e.Env) != 2 {
		t.Errorf("locked as %+v", e)
	}
	r.open("ok", OpenOptions{})

	// The digest is right and the version isn't.
	e := lock.Plugins["ok"]
	e.Version = "9.9.9"
	lock.Plugins["ok"] = e
	if err := lock.Write(r.cfg.ConfigDir); err != nil {
		t.Fatal(err)
	}
	_, err = r.Open(t.Context(), "ok", OpenOptions{Client: "another"})
	wantError(t, err, ErrLocked, "9.9.9", "1.2.3")

	e.Digests = map[string]string{"plan9/mips": someDigest}
	lock.Plugins["ok"] = e
	if err := lock.Write(r.cfg.ConfigDir); err != nil {
		t.Fatal(err)
	}
	_, err = r.Open(t.Context(), "ok", OpenOptions{})
	wantError(t, err, ErrLocked, "not for "+Platform())

	if err := os.WriteFile(filepath.Join(r.cfg.ConfigDir, LockName), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = r.Open(t.Context(), "ok", OpenOptions{})
	wantError(t, err, nil, LockName, "parsing JSON")
}

// A script is executed by descriptor as well: the interpreter opens what was checked.
func TestScriptPlugin(t *testing.T) {
	r := newRig(t, nil, nil)
	r.script("sh", fmt.Sprintf(`test "$1" = describe || { echo "no server in a script" >&2; exit 7; }
echo '{"name":"sh","version":"0.1.0","protocol":%d,"protocol_minor":0,"isolation":"process","capabilities":{}}'
`, shared.Protocol))
	d, err := r.Describe(t.Context(), "sh")
	if err != nil || d.Version != "0.1.0" {
		t.Fatalf("%+v, %v", d, err)
	}
	_, err = r.Open(t.Context(), "sh", OpenOptions{})
	wantError(t, err, shared.KindBackendUnavailable, "exit status 7", "no server in a script")
}

// BenchmarkColdStart measures what a caller waits for: a new host, a plugin process, a
// session, its first result, and the end of everything.
func BenchmarkColdStart(b *testing.B) {
	for _, mode := range []string{"ok", "interp"} {
		b.Run(mode, func(b *testing.B) {
			r := newRig(b, []string{mode}, nil)
			var first time.Duration
			for b.Loop() {
				begun := time.Now()
				h, err := New(r.cfg)
				if err != nil {
					b.Fatal(err)
				}
				s, err := h.Open(b.Context(), mode, OpenOptions{})
				if err != nil {
					b.Fatal(err)
				}
				if _, err := s.Execute(b.Context(), &shared.ExecuteRequest{Code: "echo x"}, nil); err != nil {
					b.Fatal(err)
				}
				first += time.Since(begun)
				if err := h.Close(); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(first.Microseconds())/float64(b.N)/1000, "ms-to-result")
		})
	}
}

// BenchmarkWarmOpen is the same with the process ready.
func BenchmarkWarmOpen(b *testing.B) {
	r := newRig(b, []string{"ok"}, nil)
	warm := r.open("ok", OpenOptions{})
	defer warm.Close(b.Context())
	for b.Loop() {
		s, err := r.Open(b.Context(), "ok", OpenOptions{})
		if err != nil {
			b.Fatal(err)
		}
		if _, err := s.Execute(b.Context(), &shared.ExecuteRequest{Code: "echo x"}, nil); err != nil {
			b.Fatal(err)
		}
		if _, err := s.Close(b.Context()); err != nil {
			b.Fatal(err)
		}
	}
}
