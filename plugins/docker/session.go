package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/docker/docker/api/types/system"

	"github.com/airlockhq/airlock/plugins/docker/internal/container"
	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/shared"
)

// session is the driver's, and the containers that it runs in, one after the other.
type session struct {
	*driver.Session
	docker *docker
	set    *settings
	// What differs between the modes: how the interpreter is closed, and how it gets a new container.
	shut func(context.Context) (*shared.CloseReport, error)
	move func(context.Context) error

	mu      sync.Mutex
	machine *machine
	used    bool // code ran, so that there is a state to lose
	begun   time.Time
}

var (
	_ shared.UsageReporter    = (*session)(nil)
	_ shared.PackageInstaller = (*session)(nil)
)

// openDriver opens a session of the mode driver.
func openDriver(ctx context.Context, d *docker, set *settings, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	opened, enforced, err := d.admit(ctx, set, req)
	if err != nil {
		return nil, err
	}
	img, err := d.image(ctx, set, events.Progress)
	if err != nil {
		return nil, err
	}
	set.spec.Image, set.spec.Command, set.spec.Stdin = img.ID, driver.Loader(set.python), true
	s := &session{docker: d, set: set, begun: time.Now()}
	s.Session, err = driver.Open(ctx, driver.Config{Start: s.start, Request: opened, Events: events, Info: shared.SessionInfo{Enforced: withVolumes(enforced, img)}})
	if err != nil {
		s.end()
		return nil, err
	}
	s.shut, s.move = s.Session.Close, s.Restart
	return s, nil
}

// admit checks that the engine holds what is required, and completes the request.
func (d *docker) admit(ctx context.Context, set *settings, req *shared.OpenRequest) (*shared.OpenRequest, []shared.Enforced, error) {
	info, err := d.Info(ctx)
	if err != nil {
		return nil, nil, err
	}
	if info.OSType != "linux" {
		return nil, nil, shared.Errorf(shared.KindUnsupported, "open docker: the engine runs %s containers, and sandboxes are Linux ones; switch the engine to those", info.OSType)
	}
	if set.spec.Runtime != "" && d.IsPodman() {
		return nil, nil, shared.Errorf(shared.KindUnsupported, "open docker: Podman heeds no choice of the OCI runtime; name it in the containers.conf of its service, and leave out --opt runtime=")
	}
	filter := filterOf(info)
	// Without seccomp a profile is an error, and one that the engine's owner chose stays. Podman reads it from a file of its machine.
	set.spec.Strict = set.spec.Strict && filter == builtIn && (!d.IsPodman() || d.IsHere())
	enforced := enforced(&set.spec, info)
	for _, name := range req.Required {
		if !slices.ContainsFunc(append(enforced, driver.Enforced()...), func(f shared.Enforced) bool { return f.Name == name && f.Holds }) {
			return nil, nil, shared.Errorf(shared.KindUnsupported, "open docker: %s was required and doesn't hold here; `airlock doctor docker` says why", name)
		}
	}
	opened := *req
	opened.Limits = set.limits(req.Limits)
	return &opened, enforced, nil
}

// start gives the session a machine: its first, or one for that it lost.
func (s *session) start(ctx context.Context) (*driver.Process, error) {
	m, err := s.docker.pool.Get(ctx, s.set.spec, s.set.pool)
	if err != nil {
		return nil, err
	}
	s.mu.Lock()
	s.machine = m
	s.mu.Unlock()
	return m.process(), nil
}

func (s *session) current() *machine {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.machine
}

// end ends what still runs and waits for that.
func (s *session) end() {
	if m := s.current(); m != nil {
		m.End()
	}
}

// Execute adds the peak of memory to the stats of a run, where it is known.
func (s *session) Execute(ctx context.Context, req *shared.ExecuteRequest, events shared.Events) (*shared.Result, error) {
	s.mu.Lock()
	s.used = true
	s.mu.Unlock()
	res, err := s.Session.Execute(ctx, req, events)
	if res != nil && !res.StateLost {
		res.Stats.MemoryPeakBytes = s.current().box.MemoryPeak(ctx, res.Stats.Wall)
	}
	return res, err
}

// Usage implements shared.UsageReporter.
func (s *session) Usage(ctx context.Context) (*shared.Usage, error) {
	u, err := s.current().box.Usage(ctx)
	if u != nil {
		u.Uptime = time.Since(s.begun)
	}
	return u, err
}

// Close implements shared.Session.
func (s *session) Close(ctx context.Context) (*shared.CloseReport, error) {
	report, err := s.shut(ctx)
	s.end()
	if report != nil {
		m := s.current()
		what := "container " + m.box.ID[:12]
		if m.exit.Err != nil {
			report.Left = append(report.Left, what+": "+m.exit.Err.Error())
		} else {
			report.Removed = append(report.Removed, what)
		}
	}
	return report, err
}

// enforced tells what holds around the interpreter.
func enforced(spec *container.Spec, info *system.Info) []shared.Enforced {
	memory := shared.Enforced{Name: shared.EnforceMemory, Holds: spec.Memory > 0 && info.MemoryLimit, How: fmt.Sprintf("cgroup v%s, %d MiB, no swap", info.CgroupVersion, spec.Memory>>20)}
	switch {
	case spec.Memory == 0:
		memory.How = "no limit was asked for"
	case !info.MemoryLimit:
		memory.How = "the engine can't limit memory"
	case !info.SwapLimit && info.CgroupVersion == "1":
		memory.How += " limit: the engine's kernel can't limit that"
	}
	pids := shared.Enforced{Name: shared.EnforceProcesses, Holds: info.PidsLimit, How: fmt.Sprintf("PID namespace; a cgroup with at most %d", spec.PIDs)}
	if !info.PidsLimit {
		pids.How = "the engine can't limit processes"
	}
	network := shared.Enforced{Name: shared.EnforceNetwork, Holds: spec.Network == "none", How: "network namespace without interfaces"}
	if !network.Holds {
		network.How = "the network is " + spec.Network
	}
	files := shared.Enforced{Name: shared.EnforceFilesystem, Holds: true, How: fmt.Sprintf("the image, read-only; a tmpfs of %d MiB; user %s", spec.Tmpfs>>20, spec.User)}
	if !spec.ReadOnly {
		files.How = "the image and a writable layer without a limit; user " + spec.User
	}
	for _, m := range spec.Mounts {
		if m.Writable {
			files.Holds, files.How = false, files.How+"; "+m.Source+" of the machine can be written"
		}
	}
	return []shared.Enforced{memory, pids, network, files, syscalls(spec, info)}
}

// withVolumes tells of what the image declares as volumes: it stays writable in a
// read-only container, and neither the engine nor the tmpfs bounds it.
func withVolumes(all []shared.Enforced, img *engine.Image) []shared.Enforced {
	shown := slices.DeleteFunc(slices.Clone(img.Volumes), func(path string) bool { return path == container.Home })
	for i := range all {
		if all[i].Name == shared.EnforceFilesystem && len(shown) > 0 {
			all[i].How += "; the image's volumes, without a limit: " + strings.Join(shown, ", ")
		}
	}
	return all
}

// filter says what of system calls the engine filters.
type filter int

const (
	noFilter filter = iota
	builtIn
	chosen // by the engine's owner
)

func filterOf(info *system.Info) filter {
	for _, o := range info.SecurityOptions {
		switch profile, ok := strings.CutPrefix(o, "name=seccomp"); {
		case !ok:
		case strings.Contains(profile, "unconfined"):
			return noFilter
		case profile == "", strings.HasSuffix(profile, "profile=default"), strings.HasSuffix(profile, "profile=builtin"):
			return builtIn
		default:
			return chosen
		}
	}
	return noFilter
}

func syscalls(spec *container.Spec, info *system.Info) shared.Enforced {
	f := shared.Enforced{Name: shared.EnforceSyscalls, Holds: filterOf(info) != noFilter, How: "the engine's seccomp profile, no-new-privileges, no capabilities"}
	switch {
	case !f.Holds:
		f.How = "no-new-privileges and no capabilities, but the engine has no seccomp"
	case spec.Strict:
		f.How = "seccomp profile without ptrace and the like, no-new-privileges, no capabilities"
	}
	return f
}
