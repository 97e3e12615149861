// Package sandbox contains a CPython of this machine with the means of the Linux
// kernel: namespaces and a view of the file system of its own (made by
// bubblewrap), Landlock, a seccomp allow-list, resource limits, cgroups, and the
// user nobody.
//
// bubblewrap starts this program again inside of the sandbox, which as the
// launcher (package launch) locks itself in and becomes Python.
package sandbox

// Config says what a sandbox holds.
type Config struct {
	// Python is a path or a name; empty means python3 of the PATH.
	Python string
	// Memory in bytes; 0 means no limit.
	Memory int64
	CPUs   float64
	PIDs   int64
	// Tmpfs is the size of /tmp, in bytes.
	Tmpfs int64
	// Env is the environment of the guest, beside what it needs.
	Env map[string]string
}

// nobody is the user and group of the guest.
const nobody = 65534

// Paths inside of the sandbox.
const (
	launcherPath = "/run/airlock/launch"
	home         = "/tmp"
)
