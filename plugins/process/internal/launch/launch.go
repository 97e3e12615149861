// Package launch is what this program does inside of a sandbox: it locks the process in and becomes another
// program, before any of its own code runs.
//
// Some layers can only be put on from within. A program that links this package and is started with [Command] as its
// first argument is the launcher, from the package's init function on: everything that the rest of the program
// initialises would be waited for. So what the launcher needs is little, and made ready outside.
package launch

// Command is the first argument of the launcher. The second is a [Spec] as JSON, the third "--", and the rest is
// the program to become, with its arguments.
const Command = "launch"

// Spec says how the process is locked in.
type Spec struct {
	// Limits are the resource limits of every process in the sandbox.
	Limits Limits `json:"limits"`
	// Filter is the program that decides on system calls: BPF instructions as the kernel of this machine takes them.
	Filter []byte `json:"filter"`
	// User is the user and group to become where the process is root.
	User int `json:"user"`
}

// Limits are resource limits; one of 0 isn't set.
type Limits struct {
	Data  int64 `json:"data,omitempty"` // bytes that a process may allocate
	Files int64 `json:"files,omitempty"`
	Size  int64 `json:"size,omitempty"` // of a file, in bytes
	Procs int64 `json:"procs,omitempty"`
}
