package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"github.com/airlockhq/airlock/shared"
)

// installation is where a Python lies.
type installation struct {
	Executable string   `json:"executable"`
	Version    string   `json:"version"`
	Paths      []string `json:"paths"`
}

// ask prints what installation holds. -I leaves out what the environment and the
// user's folder would add.
const ask = `
import json, os, site, sys, sysconfig
paths = {sys.prefix, sys.base_prefix, sys.exec_prefix, sys.base_exec_prefix, *sys.path, *sysconfig.get_paths().values()}
real = os.path.realpath(sys.executable)
print(json.dumps({"executable": sys.executable, "version": "%d.%d" % sys.version_info[:2],
    "paths": sorted(p for p in paths | {sys.executable, real} if os.path.exists(p))}))
`

// findPython finds a Python and what of the file system it needs.
func findPython(ctx context.Context, name string) (*installation, error) {
	if name == "" {
		name = "python3"
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return nil, shared.Errorf(shared.KindBackendUnavailable, "find Python: %w; install Python 3.8 or later, or say which with --opt python=PATH", err)
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, "-I", "-c", ask)
	cmd.Env = []string{"LC_ALL=C.UTF-8"}
	out, err := cmd.Output()
	if err != nil {
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			err = errors.New(strings.TrimSpace(string(bytes.TrimSpace(exit.Stderr))))
		}
		return nil, shared.Errorf(shared.KindBackendUnavailable, "ask %s what it needs: %w; --opt python= must name a CPython 3.8 or later", path, err)
	}
	in := &installation{}
	if err := json.Unmarshal(out, in); err != nil {
		return nil, shared.Errorf(shared.KindBackendUnavailable, "%s is no Python that can be used: %w", path, err)
	}
	return in, nil
}

// system are the folders of shared libraries and programs, which hold nothing
// private.
var system = []string{"/usr", "/lib", "/lib32", "/lib64", "/bin"}

// own are the paths of the installation that lie outside of the system's
// folders, none within another.
func (in *installation) own() []string {
	var out []string
	covered := func(p string, by []string) bool {
		for _, b := range by {
			if p == b || strings.HasPrefix(p, b+"/") {
				return true
			}
		}
		return false
	}
	for _, p := range in.Paths { // sorted, so that a folder comes before what it holds
		if !covered(p, system) && !covered(p, out) && p != "/" {
			out = append(out, p)
		}
	}
	return out
}
