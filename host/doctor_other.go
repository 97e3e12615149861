//go:build !linux

package host

import "runtime"

// systemProbes reports the layers that only Linux has.
func systemProbes() []Probe {
	var out []Probe
	for _, name := range []string{LayerNoNewPrivs, LayerPdeathsig, LayerRlimits, "landlock", "seccomp", LayerNamespaces, "cgroup"} {
		out = append(out, Probe{Name: name, Detail: "not available on " + runtime.GOOS, Hint: "use an executor with a container or a microVM for untrusted code"})
	}
	return out
}
