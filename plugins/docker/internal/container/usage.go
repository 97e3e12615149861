package container

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"strconv"
	"strings"
	"time"

	cerrdefs "github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/container"

	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/shared"
)

// Usage is what the container uses now.
func (c *Container) Usage(ctx context.Context) (*shared.Usage, error) {
	r, err := c.maker.Engine.ContainerStatsOneShot(ctx, c.ID)
	if cerrdefs.IsNotFound(err) || cerrdefs.IsConflict(err) {
		return nil, shared.Errorf(shared.KindBackendLost, "the container is gone: %w", err)
	}
	if err != nil {
		return nil, engine.Explain(err, "ask for the container's statistics")
	}
	defer r.Body.Close()
	var st container.StatsResponse
	if err := json.NewDecoder(r.Body).Decode(&st); err != nil {
		return nil, engine.Explain(err, "read the container's statistics")
	}
	if c.mixed.Load() {
		st.CPUStats, st.MemoryStats, st.PidsStats = container.CPUStats{}, container.MemoryStats{}, container.PidsStats{}
	}
	u := &shared.Usage{
		CPU:         time.Duration(st.CPUStats.CPUUsage.TotalUsage),
		MemoryBytes: int64(st.MemoryStats.Usage), MemoryPeakBytes: int64(st.MemoryStats.MaxUsage), PIDs: int64(st.PidsStats.Current),
	}
	for _, n := range st.Networks {
		u.NetworkRxBytes += int64(n.RxBytes)
		u.NetworkTxBytes += int64(n.TxBytes)
	}
	if peak := c.peakFile(); peak > 0 {
		u.MemoryPeakBytes = peak
	}
	u.MemoryPeakBytes = max(u.MemoryPeakBytes, u.MemoryBytes)
	return u, nil
}

// peakFiles are where the kernel keeps a container's peak of memory, by the
// versions and the drivers of cgroups.
var peakFiles = []string{
	"/sys/fs/cgroup/memory/docker/*/memory.max_usage_in_bytes",
	"/sys/fs/cgroup/docker/*/memory.peak",
	"/sys/fs/cgroup/system.slice/docker-*.scope/memory.peak",
	"/sys/fs/cgroup/memory/system.slice/docker-*.scope/memory.max_usage_in_bytes",
}

// peakFile is the peak of memory as this machine's kernel tells it: at no cost,
// where the engine runs here. 0 means that it isn't known.
func (c *Container) peakFile() int64 {
	names := peakFiles
	if dir := c.group.Load(); dir != nil {
		names = []string{*dir + "/memory.max_usage_in_bytes", *dir + "/memory.peak"}
	}
	for _, name := range names {
		if b, err := os.ReadFile(strings.Replace(name, "*", c.ID, 1)); err == nil {
			n, _ := strconv.ParseInt(string(bytes.TrimSpace(b)), 10, 64)
			return n
		}
	}
	return 0
}

// MemoryPeak is the most memory that was used so far, in bytes. Where only the
// engine can tell, it is asked after runs that took long enough not to notice; 0
// means that it isn't known.
func (c *Container) MemoryPeak(ctx context.Context, took time.Duration) int64 {
	if peak := c.peakFile(); peak > 0 || took < worthAsking {
		return peak
	}
	u, err := c.Usage(ctx)
	if err != nil {
		return 0
	}
	return u.MemoryPeakBytes
}

const worthAsking = 200 * time.Millisecond
