package host

import (
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"time"
)

// Probe is one finding about this machine: whether something that isolation or an
// executor builds on is there.
type Probe struct {
	Name   string `json:"name"`
	OK     bool   `json:"ok"`
	Detail string `json:"detail"`         // what was found
	Hint   string `json:"hint,omitempty"` // what to do where OK is false
}

// probeTime bounds each probe that asks another program.
const probeTime = 3 * time.Second

// Doctor finds out which layers of isolation this machine offers. It changes nothing
// and needs no Host.
func Doctor(ctx context.Context) []Probe {
	probes := systemProbes()
	return append(probes, probeBubblewrap(ctx), probeDocker(ctx), probeSockets())
}

func probe(name string, err error, detail, hint string) Probe {
	if err != nil {
		return Probe{Name: name, Detail: err.Error(), Hint: hint}
	}
	return Probe{Name: name, OK: true, Detail: detail}
}

// probeBubblewrap starts the smallest sandbox: a bwrap that is installed may still be
// kept from making namespaces.
func probeBubblewrap(ctx context.Context) Probe {
	const name, hint = "bubblewrap", "install the package bubblewrap; executor \"process\" needs it"
	path, err := exec.LookPath("bwrap")
	if err != nil {
		return probe(name, fmt.Errorf("bwrap is not installed"), "", hint)
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "--ro-bind", "/", "/", "--unshare-all", "--die-with-parent", "true")
	cmd.Env = []string{"PATH=/usr/bin:/bin"}
	if out, err := cmd.CombinedOutput(); err != nil {
		return probe(name, fmt.Errorf("%s doesn't work: %w: %.200s", path, err, strings.TrimSpace(string(out))), "",
			"allow unprivileged user namespaces")
	}
	return probe(name, nil, path, "")
}

// probeDocker asks the engine for its version, over a Unix socket only: anything else
// is the docker plugin's own Check to find out.
func probeDocker(ctx context.Context) Probe {
	const name, hint = "docker", "start the engine, or set DOCKER_HOST; executor \"docker\" needs it"
	addr := "unix:///var/run/docker.sock"
	if v := os.Getenv("DOCKER_HOST"); v != "" {
		addr = v
	}
	path, ok := strings.CutPrefix(addr, "unix://")
	if !ok {
		return Probe{Name: name, OK: true, Detail: "DOCKER_HOST is not a Unix socket; airlock doctor asks the plugin"}
	}
	ctx, cancel := context.WithTimeout(ctx, probeTime)
	defer cancel()
	client := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
			var d net.Dialer
			return d.DialContext(ctx, "unix", path)
		},
	}}
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://docker/_ping", nil)
	if err != nil {
		return probe(name, err, "", hint)
	}
	res, err := client.Do(req)
	if err != nil {
		return probe(name, fmt.Errorf("no engine answers at %s: %w", path, err), "", hint)
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 1<<10))
	if res.StatusCode != http.StatusOK {
		return probe(name, fmt.Errorf("the engine at %s answers %s", path, res.Status), "", hint)
	}
	return probe(name, nil, fmt.Sprintf("API %s at %s", res.Header.Get("Api-Version"), path), "")
}

// probeSockets makes and removes the folder that every host needs.
func probeSockets() Probe {
	f, err := newSocketFolder(os.LookupEnv)
	if err == nil {
		defer func() { _ = f.remove() }() // the probe was to make it
		return probe("sockets", nil, f.path, "")
	}
	return probe("sockets", err, "", "set XDG_RUNTIME_DIR to a folder of your own with a short path")
}
