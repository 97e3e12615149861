package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/airlockhq/airlock/plugins/docker/internal/container"
)

// readMounts reads the option of that name.
func readMounts(list string) ([]container.Mount, error) {
	var mounts []container.Mount
	for _, text := range strings.Split(list, ",") {
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		parts := strings.Split(text, ":")
		m := container.Mount{Source: parts[0]}
		switch {
		case len(parts) == 3 && parts[2] == "rw":
			m.Writable = true
		case len(parts) != 2 && (len(parts) != 3 || parts[2] != "ro"):
			return nil, fmt.Errorf("a mount must be SOURCE:TARGET, SOURCE:TARGET:ro or SOURCE:TARGET:rw, not %q", text)
		}
		m.Target = parts[1]
		if !strings.HasPrefix(m.Source, "/") || !strings.HasPrefix(m.Target, "/") {
			return nil, fmt.Errorf("both paths of the mount %q must begin with /", text)
		}
		mounts = append(mounts, m)
	}
	return mounts, checkMounts(mounts, "")
}

// engineSockets are where engines usually listen: who may talk to one is root of its machine.
var engineSockets = []string{
	"/var/run/docker.sock", "/run/docker.sock", "/var/run/containerd/containerd.sock", "/run/containerd/containerd.sock",
	"/var/run/docker/containerd/containerd.sock", "/run/docker/containerd/containerd.sock", "/var/run/podman/podman.sock", "/run/podman/podman.sock",
	"/var/run/crio/crio.sock", "/run/crio/crio.sock",
}

// checkMounts refuses what would show an engine's socket. host is the address of
// the engine in use; one on this machine lets links be followed.
func checkMounts(mounts []container.Mount, host string) error {
	sockets := engineSockets
	own, local := strings.CutPrefix(host, "unix://")
	if local {
		sockets = append([]string{own}, sockets...)
	}
	for _, m := range mounts {
		for _, socket := range sockets {
			if shows(m.Source, socket) || strings.HasSuffix(filepath.Clean(m.Source), "/docker.sock") || local && shows(resolved(m.Source), resolved(socket)) {
				return fmt.Errorf("the mount of %s would show %s to the sandbox, and with that an engine: it would be root of the machine; mount a folder that doesn't hold it", m.Source, socket)
			}
		}
	}
	return nil
}

// shows tells whether a path is another one, or a folder that it lies in.
func shows(path, other string) bool {
	path = filepath.Clean(path)
	return path == "/" || path == other || strings.HasPrefix(other, path+"/")
}

// resolved is a path without links, as far as it is there.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	dir := filepath.Dir(path)
	if dir == path {
		return path
	}
	return filepath.Join(resolved(dir), filepath.Base(path))
}
