package sandbox

import (
	"context"
	"fmt"
	"os"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/shared"
)

// Enforced tells what holds around the interpreter.
func (b *Box) Enforced() []shared.Enforced {
	memory := shared.Enforced{Name: shared.EnforceMemory, Holds: b.cfg.Memory > 0, How: "cgroup"}
	pids := shared.Enforced{Name: shared.EnforceProcesses, Holds: true, How: fmt.Sprintf("PID namespace; a cgroup with at most %d", b.cfg.PIDs)}
	if !b.group.holds() {
		memory.How = "RLIMIT_DATA of each process: the cgroups aren't writable"
		pids.How = fmt.Sprintf("PID namespace; RLIMIT_NPROC of %d", b.cfg.PIDs)
	}
	user := "user nobody"
	if os.Geteuid() != 0 {
		user = "user namespace"
	}
	return []shared.Enforced{
		memory, pids,
		{Name: shared.EnforceNetwork, Holds: true, How: "network namespace without interfaces; seccomp allows Unix sockets alone"},
		{Name: shared.EnforceFilesystem, Holds: true, How: fmt.Sprintf("mount namespace, %s: system libraries and Python read-only, a tmpfs of %d MiB; Landlock", user, b.cfg.Tmpfs>>20)},
		{Name: shared.EnforceSyscalls, Holds: true, How: "seccomp allow-list, no_new_privs, no capabilities"},
	}
}

// needed is what bubblewrap mostly lacks where it doesn't work.
const needed = "bubblewrap needs user namespaces, or root: see sysctl kernel.unprivileged_userns_clone and kernel.apparmor_restrict_unprivileged_userns"

// Check tries whether sandboxes work, by running one.
func Check(ctx context.Context, cfg Config) []shared.CheckItem {
	var items []shared.CheckItem
	failed := func(name string, err error, hint string) []shared.CheckItem {
		return append(items, shared.CheckItem{Name: name, Status: shared.CheckFailed, Detail: err.Error(), Hint: hint})
	}
	if _, err := findBubblewrap(); err != nil {
		return failed("bubblewrap", err, "Debian, Ubuntu: apt-get install bubblewrap")
	}
	python, err := cachedPython(cfg.Python)
	if err != nil {
		return failed("python", err, "install Python 3.8 or later, or name one with --opt python=PATH")
	}
	items = append(items, shared.CheckItem{Name: "python", Status: shared.CheckOK, Detail: python.Executable + ", " + python.Version})
	box, err := Start(ctx, cfg)
	if err != nil {
		return failed("sandbox", err, "")
	}
	defer box.End()
	start := func(context.Context) (*driver.Process, error) { return box.Process(), nil }
	s, err := driver.Open(ctx, driver.Config{Start: start, Request: &shared.OpenRequest{}, Events: &shared.Handler{}})
	if err != nil {
		return failed("sandbox", err, needed)
	}
	_, _ = s.Close(ctx)
	items = append(items, shared.CheckItem{Name: "sandbox", Status: shared.CheckOK, Detail: "starts, locks itself in and runs Python"})
	if _, err := newGroupOnce(cfg); err != nil {
		items = append(items, shared.CheckItem{Name: "cgroup", Status: shared.CheckWarning, Detail: err.Error(),
			Hint: "memory and processes are limited by RLIMIT_DATA and RLIMIT_NPROC instead; run as root or in a delegated cgroup for more"})
	}
	return items
}

// newGroupOnce makes a cgroup and removes it.
func newGroupOnce(cfg Config) (*group, error) {
	g, err := newGroup(cfg)
	g.remove()
	return g, err
}
