// Package container makes, watches and removes the containers of sandboxes:
// hardened, labelled, and tied to the process that made them.
package container

import (
	"crypto/rand"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"

	"github.com/docker/docker/api/types/container"
	"github.com/docker/docker/api/types/mount"
	"github.com/docker/docker/api/types/network"
	"github.com/docker/go-connections/nat"
	v1 "github.com/opencontainers/image-spec/specs-go/v1"

	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
)

// Spec says what container to make. Its JSON form tells configurations apart.
type Spec struct {
	// Kind is what the container is for, as its label says.
	Kind string
	// Image is an ID.
	Image    string
	Platform string
	Command  []string
	Env      map[string]string
	Dir      string
	User     string
	// Stdin says that the container's life hangs on the stream that is attached to it.
	Stdin bool

	Network string
	// Publish are ports of the container, such as 8888/tcp, that get a free port on 127.0.0.1.
	Publish []string

	// Memory in bytes, without swap; 0 means no limit.
	Memory int64
	// CPUQuota is in microseconds of processor in each CPUPeriod; 0 means no limit.
	CPUQuota, PIDs int64
	// Tmpfs is the size of /tmp in bytes; 0 means that there is none.
	Tmpfs int64
	// Exec lets programs in it be executed.
	Exec     bool
	ReadOnly bool
	// Capabilities that are kept; all others are dropped.
	Capabilities []string
	Runtime      string
	Mounts       []Mount
	// Strict says that system calls are filtered by this plugin's profile instead of the engine's.
	Strict bool

	Labels map[string]string
}

// Mount shows a folder or file of the engine's machine in the container.
type Mount struct {
	Source, Target string
	Writable       bool
}

// CPUPeriod is what CPUQuota is a part of, in microseconds.
const CPUPeriod = 100_000

// Home is the working directory of sandboxes, and where they can write.
const Home = "/tmp"

// config is the spec in the engine's terms.
func (s *Spec) config(labels map[string]string) (*container.Config, *container.HostConfig, *network.NetworkingConfig, *v1.Platform) {
	stopTimeout, yes := 1, true
	all := maps.Clone(s.Labels)
	if all == nil {
		all = map[string]string{}
	}
	maps.Copy(all, labels)
	all[LabelKind] = s.Kind
	cfg := &container.Config{
		Hostname: "sandbox", User: s.User, Image: s.Image, WorkingDir: s.Dir, Labels: all, StopTimeout: &stopTimeout,
		Entrypoint: s.Command[:1], Cmd: s.Command[1:],
		Healthcheck: &container.HealthConfig{Test: []string{"NONE"}}, // an image's own would run beside the code
		OpenStdin:   s.Stdin, StdinOnce: s.Stdin, AttachStdin: s.Stdin, AttachStdout: true, AttachStderr: true,
	}
	for _, name := range slices.Sorted(maps.Keys(s.Env)) {
		cfg.Env = append(cfg.Env, name+"="+s.Env[name])
	}
	host := &container.HostConfig{
		AutoRemove: true, Init: &yes, NetworkMode: container.NetworkMode(s.Network), ReadonlyRootfs: s.ReadOnly, Runtime: s.Runtime,
		CapDrop: []string{"ALL"}, CapAdd: s.Capabilities, SecurityOpt: []string{"no-new-privileges"},
		LogConfig: container.LogConfig{Type: "none"}, IpcMode: container.IPCModePrivate, RestartPolicy: container.RestartPolicy{Name: container.RestartPolicyDisabled},
		Resources: container.Resources{
			Memory: s.Memory, MemorySwap: s.Memory,
			Ulimits: []*container.Ulimit{{Name: "nofile", Soft: 1024, Hard: 1024}, {Name: "core"}},
		},
	}
	if p := profile(); s.Strict && p != "" {
		host.SecurityOpt = append(host.SecurityOpt, "seccomp="+p)
	}
	if s.CPUQuota > 0 {
		host.CPUPeriod, host.CPUQuota = CPUPeriod, s.CPUQuota
	}
	if s.PIDs > 0 {
		host.PidsLimit = &s.PIDs
	}
	if s.Tmpfs > 0 {
		exec := "noexec"
		if s.Exec {
			exec = "exec"
		}
		host.Tmpfs = map[string]string{Home: fmt.Sprintf("rw,nosuid,nodev,%s,mode=1777,size=%d", exec, s.Tmpfs)}
		host.ShmSize = s.Tmpfs
	}
	for _, m := range s.Mounts {
		host.Mounts = append(host.Mounts, mount.Mount{Type: mount.TypeBind, Source: m.Source, Target: m.Target, ReadOnly: !m.Writable})
	}
	for _, p := range s.Publish {
		if cfg.ExposedPorts == nil {
			cfg.ExposedPorts, host.PortBindings = nat.PortSet{}, nat.PortMap{}
		}
		cfg.ExposedPorts[nat.Port(p)] = struct{}{}
		host.PortBindings[nat.Port(p)] = []nat.PortBinding{{HostIP: "127.0.0.1", HostPort: "0"}}
	}
	return cfg, host, &network.NetworkingConfig{}, engine.Platform(s.Platform)
}

// newName makes a name for people to see in docker ps.
func newName(kind string) string {
	b := make([]byte, 6)
	_, _ = rand.Read(b) // which never fails
	return "airlock-" + kind + "-" + hex.EncodeToString(b)
}
