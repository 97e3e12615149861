package container

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	cerrdefs "github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/client"

	"github.com/airlockhq/airlock/shared"
)

// podmanProcesses is the limit of a user's processes where Podman would set one of a
// million, which a service without CAP_SYS_RESOURCE may not. That of the cgroup is far lower.
const podmanProcesses = 4096

const seccompOption = "seccomp="

// forPodman puts a configuration as Podman takes it. free is called once the container is made.
func forPodman(host *container.HostConfig) (free func(), err error) {
	host.Ulimits = append(host.Ulimits, &container.Ulimit{Name: "nproc", Soft: podmanProcesses, Hard: podmanProcesses})
	for i, opt := range host.SecurityOpt {
		profile, ok := strings.CutPrefix(opt, seccompOption)
		if !ok {
			continue
		}
		path, err := writeProfile(profile) // it takes no profile, but the name of a file
		if err != nil {
			return nil, shared.Errorf(shared.KindInternal, "write the seccomp profile for Podman: %w", err)
		}
		host.SecurityOpt[i] = seccompOption + path
		return func() { _ = os.Remove(path) }, nil
	}
	return func() {}, nil
}

func writeProfile(profile string) (path string, err error) {
	f, err := os.CreateTemp("", "airlock-seccomp-*.json")
	if err != nil {
		return "", err
	}
	_, err = f.WriteString(profile)
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}

// refusesDead tells of an answer of Podman's to the killing of a container. It has many
// words for one that has ended, and the same status for all of them.
func (m *Maker) refusesDead(err error) bool {
	return m.Engine.IsPodman() && !client.IsErrConnectionFailed(err)
}

// How often Podman is asked for a container whose removal isn't told: as long as its
// output goes on, and after that.
const (
	lookSeldom = 10 * time.Second
	lookOften  = time.Second
	lateEvents = 5 * time.Second // of a container that is gone
)

// heardRemoval hears of the removal from events. Podman's service waits for it without
// a pause between two looks, which takes a whole processor.
func (c *Container) heardRemoval(ctx context.Context) (<-chan container.WaitResponse, <-chan error) {
	gone, failed := make(chan container.WaitResponse, 1), make(chan error, 1)
	f := c.maker.watch().fate(c.ID, true)
	go func() {
		silent := c.silent
		look := time.NewTicker(lookSeldom)
		defer look.Stop()
		for {
			select {
			case <-f.gone:
				gone <- container.WaitResponse{}
				return
			case <-ctx.Done():
				failed <- ctx.Err()
				return
			case <-silent:
				silent = nil
				look.Reset(lookOften)
			case <-look.C:
				switch _, err := c.maker.Engine.ContainerInspect(ctx, c.ID); {
				case goneFromPodman(err):
					select {
					case <-f.gone:
					case <-time.After(lateEvents):
					}
					gone <- container.WaitResponse{}
					return
				case err != nil:
					failed <- err
					return
				}
			}
		}
	}()
	return gone, failed
}

// goneFromPodman tells of an answer about a container that isn't there: one that is being
// removed gives another status.
func goneFromPodman(err error) bool {
	return cerrdefs.IsNotFound(err) || err != nil && strings.Contains(err.Error(), "no such container")
}

// findGroup finds the container's cgroup: Podman has no event for a lack of memory, and
// what its kernel counted goes with the container.
func (c *Container) findGroup(ctx context.Context) {
	in, err := c.maker.Engine.ContainerInspect(ctx, c.ID)
	if err != nil || in.State == nil || in.State.Pid == 0 {
		return
	}
	f, err := os.Open(fmt.Sprintf("/proc/%d/cgroup", in.State.Pid))
	if err != nil {
		return
	}
	defer f.Close()
	if dir := memoryGroup(bufio.NewScanner(f), c.ID); dir != "" {
		c.group.Store(&dir)
	} else {
		c.mixed.Store(true)
	}
}

// checkSources refuses mounts of what isn't there, as Docker does: Podman would make folders of these names.
func checkSources(spec *Spec) error {
	for _, m := range spec.Mounts {
		if _, err := os.Stat(m.Source); errors.Is(err, fs.ErrNotExist) {
			return advise(shared.Errorf(shared.KindBackendUnavailable, "make a container: bind source path does not exist: %s", m.Source), spec)
		}
	}
	return nil
}

// memoryGroup is the folder of the cgroup that counts a process' memory, of the lines
// of /proc/PID/cgroup. It must be the container's own.
func memoryGroup(lines *bufio.Scanner, id string) (dir string) {
	for lines.Scan() {
		parts := strings.SplitN(lines.Text(), ":", 3)
		switch {
		case len(parts) < 3 || !strings.Contains(parts[2], id):
		case parts[1] == "memory":
			return filepath.Join("/sys/fs/cgroup/memory", parts[2])
		case parts[0] == "0":
			dir = filepath.Join("/sys/fs/cgroup", parts[2]) // if memory isn't with the old ones
		}
	}
	return dir
}

// lookForOOM notes whether the kernel killed something in the container for want of
// memory, where no event tells that.
func (c *Container) lookForOOM() {
	dir := c.group.Load()
	if dir == nil {
		return
	}
	for _, name := range []string{"memory.oom_control", "memory.events"} {
		b, err := os.ReadFile(filepath.Join(*dir, name))
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(b)) {
			if n, ok := strings.CutPrefix(line, "oom_kill "); ok && strings.TrimSpace(n) != "0" {
				c.maker.watch().ranOut(c.ID)
			}
		}
	}
}
