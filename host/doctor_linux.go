package host

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// absent is a path that is executed to learn whether the system allows a kind of
// process: if it does, the answer is that there is no such file.
const absent = "/nonexistent/airlock"

func systemProbes() []Probe {
	return []Probe{
		onThread(LayerNoNewPrivs, "set on the thread that starts plugins", "this kernel can't keep setuid programs from gaining rights", func() error {
			return unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
		}),
		onThread(LayerPdeathsig, "plugins get SIGKILL when the host dies", "a killed host is noticed by the pipe alone", func() error {
			return unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(unix.SIGKILL), 0, 0, 0)
		}),
		probeRlimits(),
		probeLandlock(),
		probeSeccomp(),
		probeNamespaces(),
		probeCgroup(),
	}
}

// onThread runs f on a thread of its own, which ends with it: its settings must not
// stay with the program.
func onThread(name, detail, hint string, f func() error) Probe {
	ch := make(chan error)
	go func() {
		runtime.LockOSThread()
		ch <- f()
	}()
	return probe(name, <-ch, detail, hint)
}

// probeRlimits starts a traced process: that is how limits are set before its first
// instruction.
func probeRlimits() Probe {
	p := onThread(LayerRlimits, "set while the plugin is stopped at its exec", "limits are set just after a plugin's start instead", func() error {
		_, err := syscall.ForkExec(absent, []string{"airlock"}, &syscall.ProcAttr{Sys: &syscall.SysProcAttr{Ptrace: true}})
		return allowed(err)
	})
	if !p.OK {
		p.Detail = "tracing a child: " + p.Detail
	}
	return p
}

// allowed turns the expected error into none.
func allowed(err error) error {
	if err == nil || errors.Is(err, syscall.ENOENT) {
		return nil
	}
	return err
}

func probeLandlock() Probe {
	const name, hint = "landlock", "needs Linux 5.13 with landlock in the kernel's list of security modules (lsm=)"
	abi, _, errno := unix.Syscall(unix.SYS_LANDLOCK_CREATE_RULESET, 0, 0, unix.LANDLOCK_CREATE_RULESET_VERSION)
	if errno != 0 {
		return probe(name, errno, "", hint)
	}
	if abi < 4 {
		return Probe{Name: name, OK: true, Detail: fmt.Sprintf("ABI %d: files only, TCP from ABI 4 on", abi)}
	}
	return probe(name, nil, fmt.Sprintf("ABI %d", abi), "")
}

func probeSeccomp() Probe {
	const name, hint = "seccomp", "needs a kernel with CONFIG_SECCOMP_FILTER"
	actions, err := os.ReadFile("/proc/sys/kernel/seccomp/actions_avail")
	if err != nil {
		// Without that file the kernel may be older than 4.14, or /proc hidden.
		_, err = unix.PrctlRetInt(unix.PR_GET_SECCOMP, 0, 0, 0, 0)
		return probe(name, err, "filters", hint)
	}
	return probe(name, nil, "actions: "+strings.TrimSpace(string(actions)), "")
}

func probeNamespaces() Probe {
	hint := "allow unprivileged user namespaces: sysctl user.max_user_namespaces, kernel.unprivileged_userns_clone, kernel.apparmor_restrict_unprivileged_userns"
	return onThread(LayerNamespaces, "user, net, pid, ipc, uts", hint, func() error {
		_, err := syscall.ForkExec(absent, []string{"airlock"}, &syscall.ProcAttr{Sys: sysProcAttr(true, false)})
		return allowed(err)
	})
}

// probeCgroup looks for a control group of version 2 that this process may divide.
func probeCgroup() Probe {
	const name, hint = "cgroup", "run under a delegated group (systemd-run --user --scope -p Delegate=yes); without one only the executor's own accounting caps memory"
	data, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return probe(name, err, "", hint)
	}
	for _, line := range strings.Split(string(data), "\n") {
		path, ok := strings.CutPrefix(line, "0::")
		if !ok {
			continue
		}
		dir := filepath.Join("/sys/fs/cgroup", path)
		controllers, err := os.ReadFile(filepath.Join(dir, "cgroup.controllers")) //nolint:gosec // G703: the path comes from the kernel
		switch {
		case err != nil:
			return probe(name, fmt.Errorf("no cgroup v2 tree at /sys/fs/cgroup"), "", hint)
		case !strings.Contains(string(controllers), "memory"):
			return probe(name, fmt.Errorf("%s has no memory controller", dir), "", hint)
		case unix.Access(dir, unix.W_OK) != nil || unix.Access(filepath.Join(dir, "cgroup.procs"), unix.W_OK) != nil:
			return probe(name, fmt.Errorf("%s is not writable", dir), "", hint)
		}
		return probe(name, nil, fmt.Sprintf("%s (%s)", dir, strings.TrimSpace(string(controllers))), "")
	}
	return probe(name, errors.New("only cgroup v1"), "", hint)
}
