package host

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"sync"
	"syscall"

	"golang.org/x/sys/unix"
)

// spawner starts processes from one goroutine that is locked to its thread for the
// life of the host. Two things need that:
//
//   - The parent-death signal is tied to the thread that forked, not to the
//     process: with a thread that Go ends, its plugins would die.
//   - no_new_privs belongs to a thread and is inherited by what that thread starts.
//     Set here once, it holds for every plugin from its first instruction on, and
//     not for the rest of the host's process.
//
// Resource limits belong to the whole process, so they can't be inherited that way.
// Each child is started as traced instead: the kernel stops it at the end of its
// exec, before its first instruction, the limits are set from outside and the child
// is let go. Compared with a small program in between that limits itself, this
// costs no second exec and needs no hook in the main function of those who embed us.
type spawner struct {
	jobs chan func()
	quit chan struct{}
	end  sync.Once

	// Only touched on the thread.
	noNewPrivs error
	noTrace    error // set when tracing was refused once
	noNS       error // set when namespaces were refused once
}

func newSpawner() *spawner {
	s := &spawner{jobs: make(chan func()), quit: make(chan struct{})}
	go s.loop()
	return s
}

// loop runs jobs until quit. The thread is never unlocked, so it ends with the loop
// and its settings reach nobody else.
func (s *spawner) loop() {
	runtime.LockOSThread()
	s.noNewPrivs = unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
	// Package os finds out with a child of its own what it can do, when it first handles
	// a process: that is better done beside the rest of the host's start.
	if p, err := os.FindProcess(os.Getpid()); err == nil {
		_ = p.Release()
	}
	for {
		select {
		case job := <-s.jobs:
			job()
		case <-s.quit:
			return
		}
	}
}

// close ends the thread, and with it every child that still runs.
func (s *spawner) close() { s.end.Do(func() { close(s.quit) }) }

// spawn starts a process.
func (s *spawner) spawn(spec spawnSpec) (*child, error) {
	type answer struct {
		c   *child
		err error
	}
	ch := make(chan answer, 1)
	job := func() {
		c, err := s.start(spec)
		ch <- answer{c, err}
	}
	select {
	case s.jobs <- job:
	case <-s.quit:
		return nil, errors.New("starting a process: the host is closed")
	}
	a := <-ch
	if a.err != nil {
		return nil, a.err
	}
	go a.c.watch()
	return a.c, nil
}

// start tries with all layers and does without those that the system refuses; the
// child's layers say which hold. It runs on the thread.
func (s *spawner) start(spec spawnSpec) (*child, error) {
	null, err := openNull()
	if err != nil {
		return nil, err
	}
	defer null.Close()
	files := []*os.File{null, spec.stdout, spec.stderr, spec.lifeline}
	if spec.lifeline == nil {
		files[lifelineFD] = null
	}
	path := spec.path
	if spec.exe != nil && isScript(spec.exe) {
		files = append(files, spec.exe)
		path = fdPath(scriptFD)
	} else if spec.exe != nil {
		fd, err := aside(spec.exe, files)
		if err != nil {
			return nil, fmt.Errorf("starting %q: %w", spec.path, err)
		}
		defer unix.Close(fd)
		path = fdPath(fd)
	}
	// Descriptors that some part of the program opened without close-on-exec would
	// be the plugin's too. Kernels before 5.11 don't know this call.
	_ = unix.CloseRange(3, math.MaxInt32, unix.CLOSE_RANGE_CLOEXEC)
	for {
		ns, trace := spec.namespaces && s.noNS == nil, s.noTrace == nil
		attr := &os.ProcAttr{Dir: "/", Env: spec.env, Files: files, Sys: sysProcAttr(ns, trace)}
		p, err := os.StartProcess(path, spec.argv, attr)
		switch {
		case err == nil:
			return s.started(p, spec, ns, trace), nil
		case ns && refused(err):
			s.noNS = err
		case trace && refused(err):
			s.noTrace = err
		default:
			return nil, fmt.Errorf("starting %q: %w", spec.path, err)
		}
	}
}

func fdPath(fd int) string { return "/proc/self/fd/" + strconv.Itoa(fd) }

// isScript says that the kernel will start an interpreter, which opens the path again
// and so needs the descriptor itself.
func isScript(f *os.File) bool {
	var b [2]byte
	_, err := f.ReadAt(b[:], 0)
	return err == nil && string(b[:]) == "#!"
}

// aside returns a descriptor of f that is closed by the exec, so that neither the plugin
// nor its children have it, and that lies above those that the fork moves around.
func aside(f *os.File, files []*os.File) (int, error) {
	highest := len(files)
	for _, other := range files {
		highest = max(highest, int(other.Fd()))
	}
	return unix.FcntlInt(f.Fd(), unix.F_DUPFD_CLOEXEC, highest+2*len(files)+8)
}

// refused says that the kernel or a policy doesn't allow a layer; other errors are
// about the file.
func refused(err error) bool {
	for _, e := range []error{unix.EPERM, unix.EACCES, unix.EINVAL, unix.ENOSPC, unix.ENOSYS, unix.EUSERS} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// nobody is the user that a process in a user namespace of its own sees itself as.
const nobody = 65534

func sysProcAttr(ns, trace bool) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{
		// A session of its own: no terminal, no Ctrl-C of the user, and a group
		// that can be killed as a whole.
		Setsid:    true,
		Pdeathsig: syscall.SIGKILL,
		Ptrace:    trace,
	}
	if ns {
		a.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWPID | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
		a.UidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: os.Geteuid(), Size: 1}}
		a.GidMappings = []syscall.SysProcIDMap{{ContainerID: nobody, HostID: os.Getegid(), Size: 1}}
	}
	return a
}

// started sets the limits of a stopped child, lets it go and says what holds.
func (s *spawner) started(p *os.Process, spec spawnSpec, ns, trace bool) *child {
	c := &child{pid: p.Pid, proc: p, done: make(chan struct{})}
	if trace {
		awaitExecStop(p.Pid)
	}
	limits := setLimits(p.Pid, ns)
	if trace {
		// Fails only when the child is gone already, which watch will see.
		_ = unix.PtraceDetach(p.Pid)
	}
	how := "set while stopped at exec"
	if !trace {
		how = fmt.Sprintf("set just after the start (tracing: %v)", s.noTrace)
	}
	c.layers = []Layer{
		layer(LayerNoNewPrivs, s.noNewPrivs, "inherited from the starting thread"),
		layer(LayerRlimits, limits, how),
		{Name: LayerPdeathsig, Holds: true, How: "SIGKILL when the host's starting thread ends"},
		{Name: LayerLifeline, Holds: spec.lifeline != nil, How: "pipe on descriptor 3"},
	}
	if spec.namespaces {
		c.layers = append(c.layers,
			layer(LayerNamespaces, s.noNS, "user, pid, ipc, uts"),
			layer(LayerNoNetwork, s.noNS, "empty network namespace"))
	}
	return c
}

func layer(name string, err error, how string) Layer {
	if err != nil {
		return Layer{Name: name, How: err.Error()}
	}
	return Layer{Name: name, Holds: true, How: how}
}

// awaitExecStop waits until the traced child stopped at the end of its exec. Another
// signal that comes first is handed on.
func awaitExecStop(pid int) {
	for {
		var ws syscall.WaitStatus
		_, err := syscall.Wait4(pid, &ws, syscall.WALL, nil)
		switch {
		case errors.Is(err, syscall.EINTR):
			continue
		case err != nil || !ws.Stopped() || ws.StopSignal() == syscall.SIGTRAP:
			return
		}
		_ = unix.PtraceCont(pid, int(ws.StopSignal()))
	}
}

// The limits of a plugin's process. Memory isn't among them: RLIMIT_AS counts the
// addresses that Go reserves, not what it uses.
const (
	limitFiles = 4096
	limitProcs = 512
)

func setLimits(pid int, ns bool) error {
	set := func(what string, resource int, n uint64) error {
		var old unix.Rlimit
		if err := unix.Prlimit(pid, resource, nil, &old); err == nil && old.Max < n {
			n = old.Max
		}
		if err := unix.Prlimit(pid, resource, &unix.Rlimit{Cur: n, Max: n}, nil); err != nil {
			return fmt.Errorf("setting the limit of %s: %w", what, err)
		}
		return nil
	}
	err := errors.Join(
		set("open files", unix.RLIMIT_NOFILE, limitFiles),
		// A core file would hold what the guest and the plugin had in memory.
		set("core files", unix.RLIMIT_CORE, 0),
	)
	// The number of processes is counted per user over the whole machine, so a
	// limit would fail plugins of a busy user. Only within a user namespace, and
	// since Linux 5.14, the namespace has a count of its own.
	if ns && kernelAtLeast(5, 14) {
		err = errors.Join(err, set("processes", unix.RLIMIT_NPROC, limitProcs))
	}
	return err
}

func kernelAtLeast(major, minor int) bool {
	var u unix.Utsname
	if unix.Uname(&u) != nil {
		return false
	}
	var a, b int
	if n, _ := fmt.Sscanf(unix.ByteSliceToString(u.Release[:]), "%d.%d", &a, &b); n != 2 {
		return false
	}
	return a > major || a == major && b >= minor
}

// awaitExit waits until the process ended, and leaves it as a zombie.
func awaitExit(c *child) *os.ProcessState {
	for {
		err := unix.Waitid(unix.P_PID, c.pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if !errors.Is(err, unix.EINTR) {
			return nil
		}
	}
}

func killGroup(pid int) { _ = unix.Kill(-pid, unix.SIGKILL) }

// residentBytes returns the memory that a process uses; 0 when it is gone.
func residentBytes(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/statm", pid))
	if err != nil {
		return 0
	}
	var total, resident int64
	if n, _ := fmt.Sscan(string(data), &total, &resident); n != 2 {
		return 0
	}
	return resident * int64(os.Getpagesize())
}
