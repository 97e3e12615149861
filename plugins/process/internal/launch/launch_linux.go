package launch

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"runtime"
	"syscall"
	"unsafe"

	"github.com/landlock-lsm/go-landlock/landlock"
	"golang.org/x/sys/unix"
)

func init() {
	if len(os.Args) > 1 && os.Args[1] == Command {
		fmt.Fprintln(os.Stderr, "airlock launch:", launch(os.Args[2:]))
		os.Exit(126)
	}
}

// launch locks the process in and becomes the command after "--". It returns
// only if that fails.
func launch(args []string) error {
	runtime.LockOSThread()
	if len(args) < 3 || args[1] != "--" {
		return errors.New("this is for the process executor alone")
	}
	var s Spec
	if err := json.Unmarshal([]byte(args[0]), &s); err != nil {
		return err
	}
	command := args[2:]
	for _, step := range []struct {
		what string
		do   func() error
	}{
		{"become another user", func() error { return dropRights(s.User) }},
		{"limit resources", s.Limits.set},
		{"set Landlock", restrictPaths},
		{"set seccomp", func() error { return filterSyscalls(s.Filter) }},
	} {
		if err := step.do(); err != nil {
			return fmt.Errorf("%s: %w", step.what, err)
		}
	}
	return syscall.Exec(command[0], command, os.Environ())
}

// dropRights gives up the last rights of root, where the sandbox has no user
// namespace, for good.
func dropRights(user int) error {
	if os.Getuid() == 0 {
		for c := uintptr(0); c <= unix.CAP_LAST_CAP; c++ {
			if err := unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0); err != nil && !errors.Is(err, unix.EINVAL) { // an older kernel has fewer
				return fmt.Errorf("capability %d: %w", c, err)
			}
		}
		for _, drop := range []func() error{
			func() error { return syscall.Setgroups(nil) },
			func() error { return syscall.Setresgid(user, user, user) },
			func() error { return syscall.Setresuid(user, user, user) },
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

func (l Limits) set() error {
	set := func(resource int, n int64) error {
		return unix.Setrlimit(resource, &unix.Rlimit{Cur: uint64(n), Max: uint64(n)})
	}
	for _, r := range []struct {
		resource int
		n        int64
		always   bool
	}{
		{unix.RLIMIT_CORE, 0, true}, {unix.RLIMIT_NOFILE, l.Files, false}, {unix.RLIMIT_FSIZE, l.Size, false}, {unix.RLIMIT_MEMLOCK, 64 << 10, true},
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

// filterSyscalls lets all threads, and the program that this process becomes,
// make the system calls alone that the filter allows.
func filterSyscalls(filter []byte) error {
	const size = int(unsafe.Sizeof(unix.SockFilter{}))
	if len(filter) == 0 || len(filter)%size != 0 {
		return errors.New("there is no filter")
	}
	program := unix.SockFprog{Len: uint16(len(filter) / size), Filter: (*unix.SockFilter)(unsafe.Pointer(&filter[0]))}
	_, _, err := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC, uintptr(unsafe.Pointer(&program)))
	if err != 0 {
		return err
	}
	return nil
}
