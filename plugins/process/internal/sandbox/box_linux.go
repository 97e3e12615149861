package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/plugins/process/internal/launch"
	"github.com/airlockhq/airlock/shared"
)

// Box is one sandbox, with a driver in it from its start to its end.
type Box struct {
	cfg    Config
	python *installation
	bwrap  string
	self   string // the path of this program
	group  *group // nil where cgroups can't be made

	cmd           *exec.Cmd
	init          *os.Process // of the sandbox
	stdin, stdout *os.File    // of the driver, our ends
	stderr        *tail

	gone    chan struct{} // closed once the sandbox has ended
	reason  error         // why it has; read after gone
	peak    int64         // of its memory; read after gone
	removed chan struct{} // closed once nothing of it is left
}

// Start starts a driver in a new sandbox. ctx bounds the start.
func Start(ctx context.Context, cfg Config) (*Box, error) {
	bwrap, err := findBubblewrap()
	if err != nil {
		return nil, err
	}
	python, err := cachedPython(cfg.Python)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	b := &Box{cfg: cfg, python: python, bwrap: bwrap, self: self, stderr: &tail{}, gone: make(chan struct{}), removed: make(chan struct{})}
	b.group, _ = newGroup(cfg) // Enforced and Check tell that there is none
	if err := b.start(ctx); err != nil {
		b.group.remove()
		return nil, err
	}
	go b.watch()
	return b, nil
}

func findBubblewrap() (string, error) {
	path, err := exec.LookPath("bwrap")
	if err != nil {
		return "", shared.Errorf(shared.KindBackendUnavailable, "find bubblewrap: %w; install it (Debian, Ubuntu: apt-get install bubblewrap)", err)
	}
	return path, nil
}

// start starts bubblewrap, and the driver by that.
func (b *Box) start(ctx context.Context) (err error) {
	launcher, err := b.launcher()
	if err != nil {
		return err
	}
	command, program := driver.Compiled(b.python.Executable, b.python.Program)
	cmd := exec.CommandContext(context.WithoutCancel(ctx), b.bwrap) // it outlives its start
	cmd.Env = []string{}                                            // bubblewrap needs none
	cmd.Stderr, cmd.WaitDelay = b.stderr, waitDelay
	gate, err := newGate()
	if err != nil {
		return err
	}
	defer gate.close()
	// The environment may hold secrets, and the arguments of a process are there for all the machine to read.
	args, err := gate.hand("arguments", strings.Join(b.arguments(gate), "\x00")+"\x00")
	if err != nil {
		return err
	}
	cmd.ExtraFiles = gate.files
	cmd.Args = append(cmd.Args, "--args", strconv.Itoa(args))
	cmd.Args = append(cmd.Args, launcher...)
	cmd.Args = append(cmd.Args, command...)
	if err := b.connect(cmd); err != nil {
		return shared.Errorf(shared.KindBackendUnavailable, "start bubblewrap: %w", err)
	}
	b.cmd = cmd
	unhook := context.AfterFunc(ctx, func() { killGroup(cmd) }) // which ends the wait for bubblewrap
	b.init, err = gate.open()
	if !unhook() && err == nil {
		err = context.Cause(ctx)
	}
	if err != nil {
		killGroup(cmd)
		if b.init != nil {
			_ = b.init.Kill()
			defer func() { _ = b.init.Release() }()
		}
		gate.close()
		_ = cmd.Wait()
		closeAll([]*os.File{b.stdin, b.stdout})
		e := shared.Errorf(shared.KindBackendUnavailable, "start the sandbox: %w%s", err, b.stderr)
		e.Hint = needed
		return e
	}
	go func() { _, _ = b.stdin.Write(program) }() // it ends with the process, whose end tells what was wrong
	return nil
}

// connect starts a command with pipes to its standard input and output. Those of
// package exec would be closed by the wait for its end.
func (b *Box) connect(cmd *exec.Cmd) error {
	in, stdin, err := os.Pipe()
	if err != nil {
		return err
	}
	stdout, out, err := os.Pipe()
	if err != nil {
		closeAll([]*os.File{in, stdin})
		return err
	}
	cmd.Stdin, cmd.Stdout = in, out
	err = start(cmd, b.group)
	closeAll([]*os.File{in, out})
	if err != nil {
		closeAll([]*os.File{stdin, stdout})
		return err
	}
	b.stdin, b.stdout = stdin, stdout
	return nil
}

// watch waits for the sandbox's end, and removes what is left of it.
func (b *Box) watch() {
	err := b.cmd.Wait()
	_ = b.init.Release()
	b.peak = b.group.peak()
	if b.group.oomKills() > 0 {
		b.reason = shared.Errorf(shared.KindLimitMemory, "the sandbox used more memory than its %d MiB: the kernel ended it", b.cfg.Memory>>20)
	} else {
		b.reason = shared.Errorf(shared.KindBackendLost, "the interpreter is gone: %s%s", state(b.cmd, err), b.stderr)
	}
	close(b.gone)
	b.group.remove()
	close(b.removed)
}

// Process is the driver in the sandbox.
func (b *Box) Process() *driver.Process {
	return &driver.Process{
		Stdin: b.stdin, Stdout: b.stdout, Kill: b.kill,
		Wait: func() error {
			<-b.gone
			closeAll([]*os.File{b.stdin, b.stdout})
			return b.reason
		},
	}
}

// kill ends the sandbox. It may be called again.
func (b *Box) kill() {
	_ = b.cmd.Process.Kill() // its death ends the sandbox's init, and that all the rest
	_ = b.init.Kill()        // which isn't tied to it from the first
}

// Alive implements pool.Machine.
func (b *Box) Alive() bool {
	select {
	case <-b.gone:
		return false
	default:
		return true
	}
}

// End implements pool.Machine: nothing of the sandbox is left then.
func (b *Box) End() {
	b.kill()
	<-b.removed
	closeAll([]*os.File{b.stdin, b.stdout})
}

// waitDelay bounds the wait for the streams of a bubblewrap that has ended.
const waitDelay = 5 * time.Second

// killGroup ends a bubblewrap that is starting, and the child it made: until
// that is past the gate it isn't tied to its parent.
func killGroup(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
}

// start forks on a thread that stays, since a child is told of the death of the
// thread that made it. The child is in the group from the first.
func start(cmd *exec.Cmd, g *group) error {
	starter.Do(func() {
		go func() {
			runtime.LockOSThread()
			for f := range starts {
				f()
			}
		}()
	})
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
	done := make(chan error)
	starts <- func() { done <- g.start(cmd) }
	return <-done
}

var (
	starter sync.Once
	starts  = make(chan func())
)

func state(cmd *exec.Cmd, err error) string {
	if cmd.ProcessState != nil {
		return cmd.ProcessState.String()
	}
	return fmt.Sprint(err)
}

// tail keeps the last of what a process wrote to its standard error.
type tail struct {
	mu  sync.Mutex
	buf []byte
}

const tailBytes = 4 << 10

func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.buf = append(t.buf, p...)
	if len(t.buf) > tailBytes {
		t.buf = slices.Clone(t.buf[len(t.buf)-tailBytes:])
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	if s := strings.TrimSpace(string(t.buf)); s != "" {
		return ": " + s
	}
	return ""
}

// arguments are those of bubblewrap.
func (b *Box) arguments(g *gate) []string {
	args := []string{
		"--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try", "--hostname", "sandbox",
		"--die-with-parent", "--new-session", "--clearenv",
		"--info-fd", strconv.Itoa(g.infoFD), "--block-fd", strconv.Itoa(g.blockFD),
	}
	if os.Geteuid() == 0 {
		// Root can mount without a user namespace: the guest then is nobody on
		// the machine as well, once the launcher has dropped the last rights.
		args = append(args, "--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID", "--cap-add", "CAP_SETPCAP")
	} else {
		args = append(args, "--unshare-user", "--uid", strconv.Itoa(nobody), "--gid", strconv.Itoa(nobody), "--cap-drop", "ALL")
	}
	args = append(args, "--proc", "/proc", "--dev", "/dev")
	for _, dir := range system {
		args = append(args, bind(dir)...)
	}
	args = append(args, "--perms", "0755", "--dir", "/etc")
	for _, path := range []string{"/etc/ld.so.cache", "/etc/ld.so.conf", "/etc/ld.so.conf.d", "/etc/localtime", "/etc/alternatives"} {
		args = append(args, "--ro-bind-try", path, path)
	}
	args = append(args, "--size", strconv.FormatInt(b.cfg.Tmpfs, 10), "--perms", "1777", "--tmpfs", "/tmp")
	for _, path := range append(b.python.own(), launcherPath) {
		args = append(args, parents(path)...)
	}
	for _, path := range b.python.own() {
		args = append(args, bind(path)...)
	}
	args = append(args,
		"--ro-bind-data", strconv.Itoa(g.passwdFD), "/etc/passwd",
		"--ro-bind", b.self, launcherPath,
		"--remount-ro", "/", "--chdir", home)
	for name, v := range b.environment() {
		args = append(args, "--setenv", name, v)
	}
	return args
}

// launcher is the command in the sandbox, up to the guest's.
func (b *Box) launcher() ([]string, error) {
	filter, err := syscallFilter()
	if err != nil {
		return nil, fmt.Errorf("make the filter of system calls: %w", err)
	}
	spec, err := json.Marshal(launch.Spec{Limits: b.limits(), Filter: filter, User: nobody})
	return []string{launcherPath, launch.Command, string(spec), "--"}, err
}

// limits of each process, where a cgroup doesn't do it better.
func (b *Box) limits() launch.Limits {
	l := launch.Limits{Files: 1024, Size: b.cfg.Tmpfs}
	if !b.group.holds() {
		l.Data, l.Procs = b.cfg.Memory, b.cfg.PIDs
	}
	return l
}

// parents makes the folders that a path lies in, open to the guest: those that
// bubblewrap makes by itself are its own.
func parents(path string) []string {
	var args []string
	for dir := filepath.Dir(path); dir != "/"; dir = filepath.Dir(dir) {
		args = append([]string{"--perms", "0755", "--dir", dir}, args...)
	}
	return args
}

// bind shows a path of the machine at the same place, links as links.
func bind(path string) []string {
	info, err := os.Lstat(path)
	if err != nil {
		return nil
	}
	if info.Mode()&os.ModeSymlink == 0 {
		return []string{"--ro-bind", path, path}
	}
	target, err := os.Readlink(path)
	if err != nil {
		return nil
	}
	args := []string{"--symlink", target, path}
	if !filepath.IsAbs(target) {
		target = filepath.Join(filepath.Dir(path), target)
	}
	for _, dir := range system {
		if target == dir || strings.HasPrefix(target, dir+"/") {
			return args
		}
	}
	return append(args, "--ro-bind-try", target, target)
}

func (b *Box) environment() map[string]string {
	env := map[string]string{
		"PATH": filepath.Dir(b.python.Executable) + ":/usr/local/bin:/usr/bin:/bin", "HOME": home, "TMPDIR": "/tmp", "USER": "nobody", "LOGNAME": "nobody",
		"LANG": "C.UTF-8", "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "MPLCONFIGDIR": "/tmp/.matplotlib",
	}
	for name, v := range b.cfg.Env {
		env[name] = v
	}
	return env
}

// gate holds the sandbox back until it is known by which process it ends, and
// carries what else bubblewrap reads from descriptors.
type gate struct {
	info, block               *os.File   // our ends
	files                     []*os.File // bubblewrap's, from descriptor 3 on
	infoFD, blockFD, passwdFD int
}

func newGate() (_ *gate, err error) {
	g := &gate{infoFD: 3, blockFD: 4}
	defer func() {
		if err != nil {
			g.close()
		}
	}()
	pipe := func() (r, w *os.File) {
		if err == nil {
			r, w, err = os.Pipe()
		}
		return r, w
	}
	info, infoW := pipe()
	blockR, block := pipe()
	g.info, g.block, g.files = info, block, []*os.File{infoW, blockR}
	if err != nil {
		return nil, err
	}
	g.passwdFD, err = g.hand("passwd", fmt.Sprintf("root:x:0:0:root:/:/bin/false\nnobody:x:%d:%d:nobody:%s:/bin/sh\n", nobody, nobody, home))
	return g, err
}

// hand gives bubblewrap a text to read, at the descriptor that it returns.
func (g *gate) hand(name, text string) (int, error) {
	fd, err := unix.MemfdCreate(name, unix.MFD_CLOEXEC)
	if err != nil {
		return 0, fmt.Errorf("make a file in memory: %w", err)
	}
	f := os.NewFile(uintptr(fd), name)
	g.files = append(g.files, f)
	_, err = f.WriteString(text)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	return 2 + len(g.files), err
}

// open lets the sandbox go on, and returns its init; nil if there is none yet.
func (g *gate) open() (init *os.Process, err error) {
	for _, f := range g.files {
		_ = f.Close()
	}
	g.files = nil
	var info struct {
		ChildPID int `json:"child-pid"`
	}
	if err := json.NewDecoder(io.LimitReader(g.info, 4096)).Decode(&info); err != nil {
		return nil, fmt.Errorf("bubblewrap ended: %w", err)
	}
	// It waits at the gate, so that the number is its own.
	if init, err = os.FindProcess(info.ChildPID); err != nil {
		return nil, err
	}
	_, err = g.block.Write([]byte{1})
	return init, err
}

// close may be called again.
func (g *gate) close() {
	for _, f := range append(g.files, g.info, g.block) {
		_ = f.Close() // which a nil file, never opened, answers with an error
	}
}
