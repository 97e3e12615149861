package main

import (
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/plugins/docker/internal/container"
	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/plugins/internal/options"
	"github.com/airlockhq/airlock/plugins/internal/pool"
	"github.com/airlockhq/airlock/shared"
)

// optionSpecs are those of a session, with their defaults. Where docker run has
// such an option, the name is that.
var optionSpecs = []shared.OptionSpec{
	{Name: "mode", Type: "string", Default: "driver", Help: "what runs the code in the container: driver (Python alone, without a network) or jupyter (a kernel of a Jupyter Kernel Gateway, as notebooks have it; it needs a network)"},
	{Name: "image", Type: "string", Help: "the image, which must hold python3 (default: " + engine.PythonImage + " if it was made, else " + engine.PublicImage + "); in the mode jupyter a kernel gateway too (default: " + engine.JupyterImage + " if it was made, else one that is built)"},
	{Name: "build_new_image", Type: "bool", Default: "false", Help: "whether the image of the mode jupyter is built even where there is one"},
	{Name: "build", Type: "path", Help: "a folder with a Dockerfile, or a Dockerfile, to build the image from; what didn't change is built once"},
	{Name: "pull", Type: "string", Default: "missing", Help: "when images are pulled: missing, always or never"},
	{Name: "platform", Type: "string", Help: "the image's platform, such as linux/arm64"},
	{Name: "python", Type: "string", Default: "python3", Help: "the Python to run in the image: a name or a path"},
	{Name: "memory", Type: "bytes", Default: "512MiB", Help: "memory of the sandbox, without swap, where --max-memory doesn't say"},
	{Name: "cpus", Type: "float", Default: "0.5", Help: "how much of the processors the sandbox may use; 0 is no limit"},
	{Name: "cpu_quota", Type: "int", Default: "0", Help: "the same in microseconds of each 100000; more than 0 goes before cpus"},
	{Name: "pids", Type: "int", Default: "100", Help: "how many processes and threads it may have"},
	{Name: "tmpfs", Type: "bytes", Default: "64MiB", Help: "the size of its /tmp, which counts as memory; 0 is none"},
	{Name: "exec", Type: "bool", Default: "false", Help: "whether programs in /tmp may be executed, as a whole agent in the sandbox needs it"},
	{Name: "read_only", Type: "bool", Default: "true", Help: "whether all but /tmp is read-only"},
	{Name: "network", Type: "string", Default: "none", Help: "the network: none, bridge, or the name of one; never the machine's own"},
	{Name: "user", Type: "string", Default: "65534:65534", Help: "who runs the code: UID:GID, or a name of the image"},
	{Name: "mounts", Type: "string", Help: "folders and files of the engine's machine to show: SOURCE:TARGET[:rw], separated by commas; read-only unless said; never what holds an engine's socket"},
	{Name: "seccomp", Type: "string", Default: "strict", Help: "the filter of system calls: strict (Docker's newest without ptrace and the like) or engine (the engine's own)"},
	{Name: "runtime", Type: "string", Help: "the OCI runtime, such as runsc (gVisor), as the engine knows it"},
	{Name: "pool", Type: "int", Default: "1", Help: "how many idle containers are kept running for the next sessions of the same kind, from the second one on; 0 is none"},
	{Name: "build_network", Type: "string", Help: "the network while packages are installed and images are built, such as host (default: the engine's)"},
	{Name: "ca_bundle", Type: "path", Help: "certificates that pip trusts while packages are installed (default: the file that PIP_CERT names)"},
}

// settings are the options of a session, read and checked.
type settings struct {
	mode   string
	python string
	fresh  bool // the image is to be built
	source engine.Source
	spec   container.Spec // without the image
	pool   int
	// Of the installation of packages.
	network, certificates string
}

// configure makes settings of what a client asks for.
func configure(req *shared.OpenRequest) (*settings, error) {
	v, err := options.Parse("docker", optionSpecs, req.Options)
	if err != nil {
		return nil, err
	}
	s := &settings{
		mode: v["mode"], python: v["python"], fresh: v.Bool("build_new_image"), pool: int(v.Int("pool")), network: v["build_network"], certificates: v["ca_bundle"],
		source: engine.Source{Ref: v["image"], Build: v["build"], Pull: v["pull"], Platform: v["platform"], Network: v["build_network"]},
		spec: container.Spec{
			Kind: "sandbox", Platform: v["platform"], Dir: container.Home, User: v["user"], Network: v["network"], Runtime: v["runtime"],
			CPUQuota: v.Int("cpu_quota"), PIDs: v.Int("pids"), Tmpfs: v.Bytes("tmpfs"), Exec: v.Bool("exec"), ReadOnly: v.Bool("read_only"), Strict: v["seccomp"] == "strict",
			Labels: container.SessionLabels(req.Labels), Env: environment(req.Env),
		},
	}
	if v["seccomp"] != "strict" && v["seccomp"] != "engine" {
		return nil, invalid(fmt.Errorf("seccomp must be strict or engine, not %q", v["seccomp"]))
	}
	if err := engine.CheckSource(s.source); err != nil {
		return nil, invalid(err)
	}
	if err := options.CheckEnvironment("docker", req.Env); err != nil {
		return nil, err
	}
	switch limit := req.Limits.MemoryBytes; {
	case limit == 0:
		s.spec.Memory = v.Bytes("memory")
	case limit > 0:
		s.spec.Memory = limit
	}
	if cpus := v.Float("cpus"); s.spec.CPUQuota == 0 && cpus != 0 {
		if !(cpus > 0 && cpus < maxCPUs) {
			return nil, invalid(fmt.Errorf("cpus must be from 0 to %d, not %q", maxCPUs, v["cpus"]))
		}
		s.spec.CPUQuota = max(minQuota, int64(cpus*container.CPUPeriod))
	}
	if s.spec.Mounts, err = readMounts(v["mounts"]); err != nil {
		return nil, invalid(err)
	}
	if s.mode == "jupyter" {
		s.forGateway(req.Options)
	}
	return s, s.check()
}

// What Docker takes, and what Python and the driver need to start.
const (
	minMemory = 32 << 20
	minPIDs   = 16
	minTmpfs  = 1 << 20
	minQuota  = 1000
	maxCPUs   = 4096
)

func (s *settings) check() error {
	var err error
	switch {
	case modes[s.mode] == nil:
		err = fmt.Errorf("there is no mode %q", s.mode)
	case s.spec.Memory != 0 && s.spec.Memory < minMemory:
		err = fmt.Errorf("memory must be at least %d MiB", minMemory>>20)
	case s.spec.PIDs < minPIDs:
		err = fmt.Errorf("pids must be at least %d", minPIDs)
	case s.spec.Tmpfs != 0 && s.spec.Tmpfs < minTmpfs:
		err = fmt.Errorf("tmpfs must be at least %d MiB, or 0", minTmpfs>>20)
	case s.spec.CPUQuota != 0 && s.spec.CPUQuota < minQuota:
		err = fmt.Errorf("cpu_quota must be at least %d, or 0", minQuota)
	case s.pool < 0 || s.pool > pool.Most:
		err = fmt.Errorf("pool must be from 0 to %d", pool.Most)
	case s.fresh && (s.mode != "jupyter" || s.source.Ref != "" || s.source.Build != ""):
		err = fmt.Errorf("build_new_image is for the mode jupyter without an image or build of your own")
	case s.python == "" || s.spec.Network == "" || s.spec.User == "":
		err = fmt.Errorf("python, network and user must not be empty")
	case s.spec.Network == "host" || strings.Contains(s.spec.Network, ":"):
		err = fmt.Errorf("the network can't be %q: that of the machine, or of another container, is no sandbox's", s.spec.Network)
	}
	if err != nil {
		return invalid(err)
	}
	return nil
}

func invalid(err error) error {
	return shared.Errorf(shared.KindInvalidArgument, "open docker: %w", err)
}

// environment is the guest's: what Python and its libraries need in a sandbox,
// and what was asked for.
func environment(given map[string]string) map[string]string {
	env := map[string]string{
		"HOME": container.Home, "TMPDIR": container.Home, "LANG": "C.UTF-8", "MPLCONFIGDIR": container.Home + "/.matplotlib",
		"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", // each thread counts as a process
	}
	for name, v := range given {
		env[name] = v
	}
	return env
}

// limits are those of the driver, with the memory of the container.
func (s *settings) limits(given shared.Limits) shared.Limits {
	l := given.Merge(driver.DefaultLimits)
	l.MemoryBytes = s.spec.Memory
	return l
}
