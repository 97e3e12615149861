package container

import (
	"encoding/json"
	"slices"
	"sync"

	"github.com/moby/profiles/seccomp"
)

// refused are system calls that the engine's own profile allows and sandboxes
// don't need: they reach into other processes.
var refused = []string{"ptrace", "process_vm_readv", "process_vm_writev", "process_madvise", "kcmp", "pidfd_getfd", "perf_event_open", "userfaultfd"}

// profile is the newest profile of Docker's, without what is refused. That of an
// old engine allows more, io_uring among it.
var profile = sync.OnceValue(func() string {
	p := seccomp.DefaultProfile()
	for _, s := range p.Syscalls {
		s.Names = slices.DeleteFunc(s.Names, func(name string) bool { return slices.Contains(refused, name) })
	}
	p.Syscalls = slices.DeleteFunc(p.Syscalls, func(s *seccomp.Syscall) bool { return len(s.Names) == 0 })
	b, err := json.Marshal(p)
	if err != nil {
		return ""
	}
	return string(b)
})
