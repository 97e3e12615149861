package container

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"

	cerrdefs "github.com/containerd/errdefs"
	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/filters"

	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/shared"
)

// The labels of everything that is made here.
const (
	prefix = "dev.airlock."
	// LabelKind is what a container is for.
	LabelKind = prefix + "kind"
	// LabelOwner is the user that shared.LabelOwner names.
	LabelOwner = prefix + "owner"
	// labelHost and labelProcess name the process that a container belongs to.
	labelHost    = prefix + "host"
	LabelProcess = prefix + "process"
)

// SessionLabels are the labels that a client gave, as those of a container.
func SessionLabels(given map[string]string) map[string]string {
	labels := map[string]string{}
	for name, v := range given {
		if name == shared.LabelOwner {
			labels[LabelOwner] = v
		} else {
			labels[prefix+"label."+name] = v
		}
	}
	return labels
}

// ownerLabels name this process.
var ownerLabels = sync.OnceValue(func() map[string]string {
	return map[string]string{labelHost: hostName(), LabelProcess: processName(os.Getpid())}
})

// hostName is the machine, and where processes have numbers of their own, as in
// a container that has the machine's name, that part of it.
func hostName() string {
	name, err := os.Hostname()
	if err != nil {
		name = "localhost"
	}
	if space, err := os.Readlink("/proc/self/ns/pid"); err == nil && space != firstSpace {
		name += " " + space
	}
	return name
}

// firstSpace is the namespace of process numbers that Linux starts with.
const firstSpace = "pid:[4026531836]"

// processName tells a process from all others of its machine that ever had its
// number, where the system knows their start. It is empty for one that is gone.
func processName(pid int) string {
	if !alive(pid) {
		return ""
	}
	return strings.Join(append([]string{strconv.Itoa(pid)}, started(pid)...), ":")
}

// left tells whether the owner of a container is gone. That of another machine
// can't be known: those count as left once they are as old as was asked for.
func left(labels map[string]string, age time.Duration, req *shared.ReapRequest) bool {
	if age < req.OlderThan || req.Owner != "" && labels[LabelOwner] != req.Owner {
		return false
	}
	for name, v := range SessionLabels(req.Labels) {
		if labels[name] != v {
			return false
		}
	}
	owner := labels[LabelProcess]
	if owner == "" {
		return false
	}
	if labels[labelHost] != hostName() {
		return req.OlderThan > 0
	}
	number, _, _ := strings.Cut(owner, ":")
	pid, err := strconv.Atoi(number)
	return err != nil || processName(pid) != owner
}

// Reap removes the containers whose owner is gone.
func Reap(ctx context.Context, e *engine.Engine, req *shared.ReapRequest) (*shared.ReapReport, error) {
	list, err := e.ContainerList(ctx, container.ListOptions{All: true, Filters: filters.NewArgs(filters.Arg("label", LabelProcess))})
	if err != nil {
		return nil, engine.Explain(err, "list the containers")
	}
	report := &shared.ReapReport{}
	for _, c := range list {
		age := max(0, time.Since(time.Unix(c.Created, 0)))
		if !left(c.Labels, age, req) {
			continue
		}
		item := shared.ReapItem{ID: c.ID[:min(12, len(c.ID))], Kind: "container", Age: age, Labels: c.Labels}
		if !req.DryRun {
			if err := remove(ctx, e, c.ID); err != nil {
				item.Error = err.Error()
			} else {
				item.Removed = true
			}
		}
		report.Items = append(report.Items, item)
	}
	return report, nil
}

// remove ends a container and removes it. One that is gone, or going, is fine.
func remove(ctx context.Context, e *engine.Engine, id string) error {
	err := e.ContainerRemove(ctx, id, container.RemoveOptions{Force: true, RemoveVolumes: true})
	switch {
	case err == nil || cerrdefs.IsNotFound(err):
		return nil
	case !cerrdefs.IsConflict(err):
		return engine.Explain(err, "remove the container %.12s", id)
	}
	// Somebody else removes it: wait for that.
	gone, failed := e.ContainerWait(ctx, id, container.WaitConditionRemoved)
	select {
	case <-gone:
		return nil
	case err := <-failed:
		if cerrdefs.IsNotFound(err) {
			return nil
		}
		return engine.Explain(err, "wait for the removal of the container %.12s", id)
	}
}

// errNoStart is that the start of a process isn't known.
var errNoStart = errors.New("not known")

// started is when a process began, and in which life of the machine; nothing
// where the system doesn't tell.
func started(pid int) []string {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return nil
	}
	ticks, err := startTicks(pid)
	if err != nil {
		return nil
	}
	return []string{ticks, strings.TrimSpace(string(boot))}
}

// startTicks is field 22 of /proc/PID/stat. The name before may hold anything.
func startTicks(pid int) (string, error) {
	stat, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	if err != nil {
		return "", err
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+1:]))
	if len(fields) < 20 {
		return "", errNoStart
	}
	return fields[19], nil
}
