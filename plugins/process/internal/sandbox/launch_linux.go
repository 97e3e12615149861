package sandbox

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

// limits are the resource limits of every process in the sandbox.
type limits struct {
	Data  int64 `json:"data,omitempty"` // bytes that a process may allocate; 0: the cgroup's cap holds
	Files int64 `json:"files"`
	Size  int64 `json:"size"` // of a file, in bytes
	Procs int64 `json:"procs,omitempty"`
}

// limits of the sandbox, where a cgroup doesn't do it better.
func (b *Box) limits() limits {
	l := limits{Files: 1024, Size: b.cfg.Tmpfs}
	if !b.group.holds() {
		l.Data, l.Procs = b.cfg.Memory, b.cfg.PIDs
	}
	return l
}

// Launch locks the process in and becomes the command after "--". It returns
// only if that fails.
func Launch(args []string) error {
	runtime.LockOSThread()
	if len(args) < 3 || args[1] != "--" {
		return errors.New("airlock launch: this is for the process executor alone")
	}
	var l limits
	if err := json.Unmarshal([]byte(args[0]), &l); err != nil {
		return fmt.Errorf("airlock launch: %w", err)
	}
	command := args[2:]
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"become nobody", becomeNobody},
		{"limit resources", l.set},
		{"set Landlock", restrictPaths},
		{"set seccomp", filterSyscalls},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("airlock launch: %s: %w", step.what, err)
		}
	}
	return fmt.Errorf("airlock launch: %w", syscall.Exec(command[0], command, os.Environ()))
}

// becomeNobody gives up the last rights of root, where the sandbox has no user
// namespace, for good.
func becomeNobody() error {
	if os.Getuid() == 0 {
		for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
			if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil && !errors.Is(err, unix.EINVAL) { // an older kernel has fewer
				return fmt.Errorf("capability %d: %w", c, err)
			}
		}
		for _, drop := range []func() error{
			func() error { return syscall.Setgroups(nil) },
			func() error { return syscall.Setresgid(nobody, nobody, nobody) },
			func() error { return syscall.Setresuid(nobody, nobody, nobody) },
		} {
			if err := drop(); err != nil {
				return err
			}
		}
	}
	header, none := unix.CapUserHeader{Version: unix.LINUX_CAPABILITY_VERSION_3}, [2]unix.CapUserData{}
	if err := unix.Capset(&header, &none[0]); err != nil {
		return fmt.Errorf("capabilities: %w", err)
	}
	return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
}

func (l limits) set() error {
	set := func(resource int, n int64) error {
		return unix.Setrlimit(resource, &unix.Rlimit{Cur: uint64(n), Max: uint64(n)})
	}
	for _, r := range []struct {
		resource int
		n        int64
		always   bool
	}{
		{unix.RLIMIT_CORE, 0, true}, {unix.RLIMIT_NOFILE, l.Files, true}, {unix.RLIMIT_FSIZE, l.Size, true}, {unix.RLIMIT_MEMLOCK, 64 << 10, true},
		{unix.RLIMIT_DATA, l.Data, false}, {unix.RLIMIT_NPROC, l.Procs, false},
	} {
		if !r.always && r.n == 0 {
			continue
		}
		if err := set(r.resource, r.n); err != nil {
			return fmt.Errorf("resource %d: %w", r.resource, err)
		}
	}
	return nil
}

// restrictPaths allows reading what the view of the file system shows, writing
// to the tmpfs, and no TCP. Kernels know more or fewer of these rules; those
// that they know hold.
func restrictPaths() error {
	devices := []string{"/dev/null", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom"}
	return landlock.V6.BestEffort().Restrict(
		landlock.RODirs("/"),
		landlock.RWDirs("/tmp", "/dev/shm").IgnoreIfMissing(),
		landlock.RWFiles(devices...).IgnoreIfMissing(),
		landlock.RWFiles("/proc/self").IgnoreIfMissing(),
	)
}
