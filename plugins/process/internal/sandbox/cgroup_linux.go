package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/containerd/cgroups/v3"
	"github.com/containerd/cgroups/v3/cgroup1"
	"github.com/containerd/cgroups/v3/cgroup2"
	specs "github.com/opencontainers/runtime-spec/specs-go"

	"github.com/airlockhq/airlock/shared"
)

// parent is the cgroup that those of all sandboxes lie in.
const parent = "/airlock"

// group is the cgroup of a sandbox. A nil one holds nothing.
type group struct {
	name string
	v1   cgroup1.Cgroup
	v2   *cgroup2.Manager
}

var groups atomic.Int64 // made so far, for their names

// cpuPeriod is the period of the share of processors, in microseconds.
const cpuPeriod = 100_000

// newGroup makes one. Its name begins with the process's id, so that Reap knows
// whose it is.
func newGroup(cfg Config) (*group, error) {
	period, quota := uint64(cpuPeriod), int64(cfg.CPUs*cpuPeriod)
	pids := cfg.PIDs + 1 // bubblewrap, which waits outside of the sandbox
	res := &specs.LinuxResources{
		CPU:  &specs.LinuxCPU{Period: &period, Quota: &quota},
		Pids: &specs.LinuxPids{Limit: &pids},
	}
	if cfg.Memory > 0 {
		res.Memory = &specs.LinuxMemory{Limit: &cfg.Memory}
	}
	g := &group{name: fmt.Sprintf("%s/%d-%d", parent, os.Getpid(), groups.Add(1))}
	var err error
	if cgroups.Mode() == cgroups.Unified {
		g.v2, err = cgroup2.NewManager("/sys/fs/cgroup", g.name, cgroup2.ToResources(res))
	} else {
		g.v1, err = cgroup1.New(cgroup1.StaticPath(g.name), res, cgroup1.WithHierarchy(hierarchy))
		if err == nil && cfg.Memory > 0 {
			// Without swap, where the kernel counts it.
			_ = os.WriteFile(filepath.Join("/sys/fs/cgroup/memory", g.name, "memory.memsw.limit_in_bytes"), []byte(strconv.FormatInt(cfg.Memory, 10)), 0)
		}
		if err == nil {
			err = g.check()
		}
	}
	if err != nil {
		g.discard()
		return nil, err
	}
	return g, nil
}

// discard removes what was made of a group that can't be used.
func (g *group) discard() {
	dirs, _ := filepath.Glob("/sys/fs/cgroup/*" + g.name) // the pattern is right
	for _, dir := range dirs {
		_ = os.Remove(dir) // what stays is left to Reap
	}
}

// hierarchy is the part of cgroup v1 that is used here.
func hierarchy() ([]cgroup1.Subsystem, error) {
	all, err := cgroup1.Default()
	if err != nil {
		return nil, err
	}
	var used []cgroup1.Subsystem
	for _, s := range all {
		switch s.Name() {
		case cgroup1.Memory, cgroup1.Pids, cgroup1.Cpu, cgroup1.Cpuacct:
			used = append(used, s)
		}
	}
	if len(used) < 3 {
		return nil, errors.New("the cgroups memory, pids and cpu aren't mounted")
	}
	return used, nil
}

func (g *group) holds() bool { return g != nil }

// oomKills is how many processes the kernel ended because memory was out. Each
// start and end of a driver asks for it, so that only one file is read.
func (g *group) oomKills() uint64 {
	if g == nil {
		return 0
	}
	path := filepath.Join("/sys/fs/cgroup/memory", g.name, "memory.oom_control")
	if g.v2 != nil {
		path = filepath.Join("/sys/fs/cgroup", g.name, "memory.events")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	for line := range strings.Lines(string(text)) {
		if n, ok := strings.CutPrefix(line, "oom_kill "); ok {
			kills, _ := strconv.ParseUint(strings.TrimSpace(n), 10, 64) // the kernel writes a number
			return kills
		}
	}
	return 0
}

// MemoryPeak is the most memory that the sandbox had, in bytes; 0 if it isn't
// known.
func (b *Box) MemoryPeak() int64 {
	if b.Alive() {
		return b.group.peak()
	}
	return b.peak
}

// peak is the most memory that the group had. Each run asks for it, so that only one file is read.
func (g *group) peak() int64 {
	if g == nil {
		return 0
	}
	path := filepath.Join("/sys/fs/cgroup/memory", g.name, "memory.max_usage_in_bytes")
	if g.v2 != nil {
		path = filepath.Join("/sys/fs/cgroup", g.name, "memory.peak") // since Linux 5.19
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64) // the kernel writes a number
	return n
}

// Usage is what the sandbox uses now.
func (b *Box) Usage() (*shared.Usage, error) {
	g := b.group
	if g == nil {
		return nil, shared.Errorf(shared.KindUnsupported, "the use of a sandbox is known only where cgroups are writable")
	}
	if g.v2 != nil {
		m, err := g.v2.Stat()
		if err != nil {
			return nil, fmt.Errorf("read the cgroup: %w", err)
		}
		return &shared.Usage{
			CPU: time.Duration(m.CPU.GetUsageUsec()) * time.Microsecond, MemoryBytes: int64(m.Memory.GetUsage()),
			MemoryPeakBytes: int64(m.Memory.GetMaxUsage()), PIDs: int64(m.Pids.GetCurrent()),
		}, nil
	}
	m, err := g.v1.Stat(cgroup1.IgnoreNotExist)
	if err != nil {
		return nil, fmt.Errorf("read the cgroup: %w", err)
	}
	return &shared.Usage{
		CPU: time.Duration(m.CPU.GetUsage().GetTotal()), MemoryBytes: int64(m.Memory.GetUsage().GetUsage()),
		MemoryPeakBytes: int64(m.Memory.GetUsage().GetMax()), PIDs: int64(m.Pids.GetCurrent()),
	}, nil
}

// remove waits for the group to be empty, since its processes are being killed,
// and removes it.
func (g *group) remove() {
	if g == nil {
		return
	}
	for wait := time.Millisecond; wait <= 40*time.Millisecond; wait += time.Millisecond { // 0.8 s in all
		var err error
		if g.v2 != nil {
			err = g.v2.Delete()
		} else {
			err = g.v1.Delete()
		}
		if err == nil || errors.Is(err, cgroup1.ErrCgroupDeleted) {
			return
		}
		time.Sleep(wait)
	}
}

// Reap removes the cgroups of plugins that are gone.
func Reap(dryRun bool) *shared.ReapReport {
	report := &shared.ReapReport{}
	seen := map[string]bool{}
	for _, pattern := range []string{"/sys/fs/cgroup" + parent + "/*", "/sys/fs/cgroup/*" + parent + "/*"} {
		dirs, _ := filepath.Glob(pattern) // the pattern is right
		for _, dir := range dirs {
			id := filepath.Base(dir)
			owner, _, ok := strings.Cut(id, "-")
			pid, err := strconv.Atoi(owner)
			if !ok || err != nil || alive(pid) {
				continue
			}
			removed := !dryRun && removeLeft(dir)
			if !seen[id] {
				seen[id] = true
				report.Items = append(report.Items, shared.ReapItem{ID: id, Kind: "cgroup", Removed: removed})
			}
		}
	}
	return report
}

// removeLeft removes a cgroup whose plugin is gone, unless a sandbox runs there.
func removeLeft(dir string) bool {
	for try := 0; ; try++ {
		if err := os.Remove(dir); err == nil || errors.Is(err, os.ErrNotExist) {
			return true
		}
		if !endOrphans(dir) || try == 100 {
			return false
		}
		time.Sleep(5 * time.Millisecond) // the dead are leaving
	}
}

// endOrphans ends the init of a sandbox that was being made when its plugin was killed: it waits for a bubblewrap that is gone,
// for ever. It tells whether there was one. The plugin may just not be seen from here, in another PID namespace;
// what nobody took over has lost its parent.
func endOrphans(dir string) (found bool) {
	text, err := os.ReadFile(filepath.Join(dir, "cgroup.procs"))
	if err != nil {
		return false
	}
	for _, field := range strings.Fields(string(text)) {
		pid, err := strconv.Atoi(field)
		if err != nil || pid < 2 {
			continue
		}
		p, err := os.FindProcess(pid) // whose number may be another's afterwards
		if err != nil {
			continue
		}
		if status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid)); err == nil && strings.Contains(string(status), "\nPPid:\t1\n") {
			found = true
			_ = p.Kill()
		}
		_ = p.Release()
	}
	return found
}

func alive(pid int) bool {
	_, err := os.Stat("/proc/" + strconv.Itoa(pid))
	return err == nil
}
