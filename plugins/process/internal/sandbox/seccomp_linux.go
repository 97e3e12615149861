package sandbox

import (
	"encoding/binary"
	"sync"

	seccomp "github.com/elastic/go-seccomp-bpf"
	"github.com/elastic/go-seccomp-bpf/arch"
	"golang.org/x/net/bpf"
	"golang.org/x/sys/unix"
)

// allowed are the system calls that Python, its usual libraries and child
// processes need. What isn't here fails with EPERM: mounts, namespaces, modules,
// tracing, other processes' memory, keyrings, BPF, io_uring, clocks, reboot...
var allowed = []string{
	// files
	"read", "write", "open", "openat", "openat2", "creat", "close", "close_range", "stat", "fstat", "lstat", "newfstatat", "statx", "lseek", "pread64", "pwrite64",
	"readv", "writev", "preadv", "pwritev", "preadv2", "pwritev2", "access", "faccessat", "faccessat2", "pipe", "pipe2", "dup", "dup2", "dup3", "fcntl", "flock",
	"fsync", "fdatasync", "truncate", "ftruncate", "getdents", "getdents64", "getcwd", "chdir", "fchdir", "rename", "renameat", "renameat2", "mkdir", "mkdirat", "rmdir",
	"link", "linkat", "unlink", "unlinkat", "symlink", "symlinkat", "readlink", "readlinkat", "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown",
	"fchownat", "umask", "utime", "utimes", "utimensat", "futimesat", "statfs", "fstatfs", "fadvise64", "fallocate", "sendfile", "copy_file_range", "splice", "tee",
	"sync_file_range", "getxattr", "lgetxattr", "fgetxattr", "listxattr", "llistxattr", "flistxattr", "inotify_init", "inotify_init1", "inotify_add_watch", "inotify_rm_watch",
	"ioctl", "memfd_create",
	// waiting
	"poll", "ppoll", "select", "pselect6", "epoll_create", "epoll_create1", "epoll_ctl", "epoll_wait", "epoll_pwait", "epoll_pwait2", "eventfd", "eventfd2", "signalfd",
	"signalfd4", "timerfd_create", "timerfd_settime", "timerfd_gettime",
	// memory
	"mmap", "mprotect", "munmap", "brk", "mremap", "msync", "mincore", "madvise", "mlock", "munlock", "mlock2", "membarrier",
	// processes, threads and signals
	"execve", "execveat", "fork", "vfork", "wait4", "waitid", "exit", "exit_group", "kill", "tkill", "tgkill", "pause", "getpid", "gettid", "getppid", "getpgid", "getpgrp",
	"setpgid", "getsid", "setsid", "getuid", "geteuid", "getgid", "getegid", "getresuid", "getresgid", "getgroups", "getrlimit", "prlimit64", "setrlimit", "getrusage", "times",
	"getpriority", "setpriority", "sched_yield", "sched_getaffinity", "sched_setaffinity", "sched_getparam", "sched_getscheduler", "sched_get_priority_max",
	"sched_get_priority_min", "sched_rr_get_interval", "set_tid_address", "set_robust_list", "get_robust_list", "futex", "futex_waitv", "rseq", "prctl", "arch_prctl",
	"capget", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn", "rt_sigpending", "rt_sigtimedwait", "rt_sigsuspend", "rt_sigqueueinfo", "rt_tgsigqueueinfo", "sigaltstack",
	"restart_syscall", "pidfd_open", "pidfd_send_signal", "seccomp", "landlock_create_ruleset", "landlock_add_rule", "landlock_restrict_self",
	// time and the machine
	"nanosleep", "clock_gettime", "clock_getres", "clock_nanosleep", "gettimeofday", "time", "alarm", "getitimer", "setitimer", "timer_create", "timer_settime",
	"timer_gettime", "timer_getoverrun", "timer_delete", "uname", "sysinfo", "getcpu", "getrandom",
	// sockets within the sandbox
	"socketpair", "bind", "connect", "listen", "accept", "accept4", "getsockname", "getpeername", "getsockopt", "setsockopt", "shutdown", "sendto", "recvfrom", "sendmsg",
	"recvmsg", "sendmmsg", "recvmmsg",
}

// namespaces are the flags of clone that would make one.
const namespaces = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC | unix.CLONE_NEWUSER | unix.CLONE_NEWPID | unix.CLONE_NEWNET

// syscallFilter is the filter that lets a sandbox make the allowed system calls
// alone, as the launcher takes it. It is the same for all of them.
var syscallFilter = sync.OnceValues(func() ([]byte, error) {
	info, err := arch.GetInfo("")
	if err != nil {
		return nil, err
	}
	var names []string
	for _, name := range allowed {
		if _, ok := info.SyscallNames[name]; ok { // not every architecture has the old ones
			names = append(names, name)
		}
	}
	// Threads and children are made by clone; glibc falls back to it where there is no clone3, whose flags can't be seen here.
	conditions := []seccomp.NameWithConditions{
		{Name: "socket", Conditions: seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.Equal, Value: unix.AF_UNIX}}},
		{Name: "clone", Conditions: seccomp.ArgumentConditions{{Argument: 0, Operation: seccomp.BitsNotSet, Value: namespaces}}},
	}
	policy := seccomp.Policy{
		DefaultAction: seccomp.ActionErrno, // EPERM
		Syscalls: []seccomp.SyscallGroup{
			{Action: seccomp.ActionAllow, Names: names, NamesWithCondtions: conditions},
			{Action: seccomp.ActionErrno | seccomp.Action(unix.ENOSYS), Names: []string{"clone3"}},
		},
	}
	instructions, err := policy.Assemble()
	if err != nil {
		return nil, err
	}
	raw, err := bpf.Assemble(instructions)
	if err != nil {
		return nil, err
	}
	var filter []byte
	for _, i := range raw { // a struct sock_filter each
		filter = binary.NativeEndian.AppendUint16(filter, i.Op)
		filter = append(filter, i.Jt, i.Jf)
		filter = binary.NativeEndian.AppendUint32(filter, i.K)
	}
	return filter, nil
})
