package sandbox

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/shared"
)

// installation is where a Python lies.
type installation struct {
	Executable, Version string
	Paths               []string
	// Program is the driver as compiled by it.
	Program []byte `json:"-"`
}

// ask prints what installation holds, each item ended by a zero byte, and after one
// more zero byte the program on its standard input, compiled. It imports nothing that
// Python doesn't import anyway, as a session waits for it. -I leaves out what the environment and the
// user's folder would add. What a venv is made of is shown, and not what else lies
// beside it; what a .pth file adds to sys.path, such as a project that is being
// worked on, isn't shown either.
const ask = `
import os, sys
def links(path):
    for _ in range(40):
        yield path
        if not os.path.islink(path):
            break
        path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
paths = {sys.base_prefix, sys.base_exec_prefix, os.path.realpath(sys.executable)}
paths.update(links(sys.executable))
if sys.prefix != sys.base_prefix:
    for name in ("pyvenv.cfg", "bin", "include", "lib", "lib64", "share", "etc"):
        paths.add(os.path.join(sys.prefix, name))
for item in ["%d.%d" % sys.version_info[:2], sys.executable] + sorted(p for p in paths if os.path.exists(p)):
    sys.stdout.buffer.write(os.fsencode(item) + b"\0")
sys.stdout.buffer.write(b"\0")
` + driver.Compile

// findPython finds a Python and what of the file system it needs.
func findPython(ctx context.Context, name string) (*installation, error) {
	if name == "" {
		name = "python3"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, shared.Errorf(shared.KindBackendUnavailable, "find Python: %w; install Python 3.8 or later, or say which with --opt python=PATH", err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	if in := recall(path); in != nil {
		return in, in.check()
	}
	in, err := question(ctx, path)
	if err != nil {
		return nil, err
	}
	remember(path, in)
	return in, in.check()
}

// question starts a Python to ask it what it needs.
func question(ctx context.Context, path string) (*installation, error) {
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "-I", "-c", ask)
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	cmd.Stdin = strings.NewReader(driver.Program())
	// What is called python3 may be a script that starts others on its way there.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
	out, err := cmd.Output()
	if cause := context.Cause(ctx); err != nil && cause != nil {
		err = cause
	}
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = errors.New(lastLine(exit.Stderr))
		}
		return nil, shared.Errorf(shared.KindBackendUnavailable, "ask %s what it needs: %w; --opt python= must name a CPython 3.8 or later", path, err)
	}
	said, program, ok := bytes.Cut(out, []byte("\x00\x00"))
	items := strings.Split(string(said), "\x00")
	if len(items) < 3 || !ok {
		return nil, shared.Errorf(shared.KindBackendUnavailable, "%s is no Python that can be used: it says %.100q", path, out)
	}
	return &installation{Version: items[0], Executable: items[1], Paths: items[2:], Program: program}, nil
}

// lastLine is what a program said at last, in short.
func lastLine(said []byte) string {
	lines := strings.Split(strings.TrimSpace(string(said)), "\n")
	last := lines[len(lines)-1]
	return strings.ToValidUTF8(last[:min(len(last), 500)], "")
}

// check refuses an installation that would show what is private, or that the
// guest can't read.
func (in *installation) check() error {
	private := []string{"/root", "/home", "/etc", "/var", "/tmp", "/run", "/srv"}
	if u, err := user.Current(); err == nil {
		private = append(private, u.HomeDir, filepath.Join(u.HomeDir, ".local"))
	}
	for _, path := range in.own() {
		for _, p := range private {
			if path == p || strings.HasPrefix(p, path+"/") {
				return refused("the Python %s is installed right into %s, all of which the sandbox would show", in.Executable, path)
			}
		}
	}
	if os.Geteuid() != 0 {
		return nil // the guest has the user's own rights on files
	}
	for _, path := range append(in.own(), filepath.Dir(in.Executable)) {
		info, err := os.Stat(path)
		if err != nil {
			return shared.Errorf(shared.KindBackendUnavailable, "look at what Python needs: %w", err)
		}
		if mode := info.Mode().Perm(); mode&0o4 == 0 || info.IsDir() && mode&0o1 == 0 {
			return refused("%s, which the Python %s needs, can be read by its owner alone, and the guest is another user (nobody)", path, in.Executable)
		}
	}
	return nil
}

func refused(format string, args ...any) error {
	e := shared.Errorf(shared.KindBackendUnavailable, format, args...)
	e.Hint = "make a venv (python3 -m venv FOLDER) that all may read, and name it with --opt python=FOLDER/bin/python"
	return e
}

// system are the folders of shared libraries and programs, which hold nothing
// private.
var system = []string{"/usr", "/lib", "/lib32", "/lib64", "/bin"}

// own are the paths of the installation that lie outside of the system's
// folders, none within another.
func (in *installation) own() []string {
	var out []string
	covered := func(p string, by []string) bool {
		for _, b := range by {
			if p == b || strings.HasPrefix(p, b+"/") {
				return true
			}
		}
		return false
	}
	for _, p := range in.Paths { // sorted, so that a folder comes before what it holds
		if !covered(p, system) && !covered(p, out) && p != "/" {
			out = append(out, p)
		}
	}
	return out
}
