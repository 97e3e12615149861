// Package testenv finds what tests need from outside the Go toolchain and decides what a missing piece means.
//
// A test that needs CPython, Docker or a vendor's SDK skips and says why, so that `go test ./...` works with Go alone.
// AIRLOCK_REQUIRE, a comma-separated list of needs (cpython, docker, sdk, smolagents, bubblewrap, jupyter, podman), turns such a skip into a failure:
// continuous integration sets it, so that a check can't vanish unseen.
package testenv

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Need names something that a test wants from the machine, as written in AIRLOCK_REQUIRE.
type Need string

// The needs that AIRLOCK_REQUIRE may list.
const (
	CPython    Need = "cpython"    // CPython 3.12, the oracle of the differential tests
	Docker     Need = "docker"     // a Docker Engine that answers
	SDK        Need = "sdk"        // the vendors' official Python packages
	Smolagents Need = "smolagents" // CPython 3.12 with the reference system installed
	Bubblewrap Need = "bubblewrap" // the sandbox of the process executor
	Jupyter    Need = "jupyter"    // CPython 3.12 with a kernel gateway and packages of science installed
	Podman     Need = "podman"     // Podman and catatonit, run by root, beside a Docker Engine that has the image
)

// Unavailable ends the test because need can't be met, for the reason given: a skip, or a failure when AIRLOCK_REQUIRE
// lists need. It doesn't return.
func Unavailable(t testing.TB, need Need, format string, args ...any) {
	t.Helper()
	reason := fmt.Sprintf(format, args...)
	required, err := required(os.Getenv("AIRLOCK_REQUIRE"))
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(required, need) {
		t.Fatalf("AIRLOCK_REQUIRE lists %s, but: %s", need, reason)
	}
	t.Skipf("needs %s: %s", need, reason)
}

// required splits the value of AIRLOCK_REQUIRE. A name that isn't a need is an error: a typing mistake there would
// otherwise let every check be skipped.
func required(list string) ([]Need, error) {
	var needs []Need
	for _, name := range strings.Split(list, ",") {
		switch need := Need(strings.TrimSpace(name)); need {
		case "":
		case CPython, Docker, SDK, Smolagents, Bubblewrap, Jupyter, Podman:
			needs = append(needs, need)
		default:
			return nil, fmt.Errorf("read AIRLOCK_REQUIRE: %q is not one of cpython, docker, sdk, smolagents, bubblewrap, jupyter, podman", name)
		}
	}
	return needs, nil
}

// Python312 returns the path of a CPython 3.12 that runs, or ends the test as Unavailable does. It tries
// AIRLOCK_PYTHON312, then python3.12 on the PATH, then pyenv's versions in the home folder.
func Python312(t testing.TB) string {
	t.Helper()
	path, err := python312()
	if err != nil {
		Unavailable(t, CPython, "%v; set AIRLOCK_PYTHON312 to its path", err)
	}
	return path
}

// Pythons returns the paths that AIRLOCK_PYTHONS lists, in the form of the PATH: CPythons of several releases to run tests
// under. Without it the test is skipped.
func Pythons(t testing.TB) []string {
	t.Helper()
	paths := filepath.SplitList(os.Getenv("AIRLOCK_PYTHONS"))
	if len(paths) == 0 {
		t.Skip("needs AIRLOCK_PYTHONS, a list of Pythons of several releases, as paths with " + string(filepath.ListSeparator) + " between them")
	}
	return paths
}

// python312 looks once a process: each candidate costs a process start.
var python312 = sync.OnceValues(func() (string, error) {
	if path := os.Getenv("AIRLOCK_PYTHON312"); path != "" {
		if err := isPython312(path); err != nil {
			return "", fmt.Errorf("AIRLOCK_PYTHON312: %w", err)
		}
		return path, nil
	}
	for _, path := range pythonCandidates() {
		// A pyenv shim is on the PATH even when its version isn't selected: only running it tells.
		if isPython312(path) == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("find CPython 3.12: neither python3.12 on the PATH nor a pyenv version 3.12 runs")
})

func pythonCandidates() []string {
	var paths []string
	if path, err := exec.LookPath("python3.12"); err == nil {
		paths = append(paths, path)
	}
	if home, err := os.UserHomeDir(); err == nil {
		found, _ := filepath.Glob(filepath.Join(home, ".pyenv", "versions", "3.12*", "bin", "python3"))
		slices.Reverse(found) // newest patch release first
		paths = append(paths, found...)
	}
	return paths
}

func isPython312(path string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	const probe = "import sys; print(sys.implementation.name, '%d.%d' % sys.version_info[:2])"
	out, err := exec.CommandContext(ctx, path, "-I", "-c", probe).Output()
	if err != nil {
		return fmt.Errorf("run %q: %w", path, err)
	}
	if got := strings.TrimSpace(string(out)); got != "cpython 3.12" {
		return fmt.Errorf("%q is %s, not cpython 3.12", path, got)
	}
	return nil
}

// SmolagentsVersion is the release of the reference system that is compared with.
const SmolagentsVersion = "1.26.0"

// SmolagentsPython returns the path of a CPython 3.12 that has that release, or ends the test as Unavailable does. It tries
// AIRLOCK_SMOLAGENTS, then the environment that `make smolagents` makes.
func SmolagentsPython(t testing.TB) string {
	t.Helper()
	return environment(t, Smolagents, func(path string) error {
		return hasPackage(path, "smolagents", func(version string) bool { return version == SmolagentsVersion })
	})
}

// JupyterPython returns the path of a CPython 3.12 that has a kernel gateway, or ends the test as Unavailable does. It tries
// AIRLOCK_JUPYTER, then the environment that `make jupyter` makes.
func JupyterPython(t testing.TB) string {
	t.Helper()
	return environment(t, Jupyter, func(path string) error {
		return hasPackage(path, "jupyter_kernel_gateway", func(version string) bool { return strings.HasPrefix(version, "3.") })
	})
}

// environment is the Python of the virtual environment that a need names, and that check accepts.
func environment(t testing.TB, need Need, check func(path string) error) string {
	t.Helper()
	variable := "AIRLOCK_" + strings.ToUpper(string(need))
	path := os.Getenv(variable)
	if path == "" {
		path = filepath.Join(Root(t), "bin", string(need), "bin", "python")
	}
	err := isPython312(path)
	if err == nil {
		err = check(path)
	}
	if err != nil {
		Unavailable(t, need, "%v; make %s installs it, or set %s to such a Python's path", err, need, variable)
	}
	return path
}

func hasPackage(path, name string, right func(version string) bool) error {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	const probe = "import importlib.metadata as m, sys; print(m.version(sys.argv[1]))"
	out, err := exec.CommandContext(ctx, path, "-I", "-c", probe, name).Output()
	if err != nil {
		return fmt.Errorf("%q has no %s: %w", path, name, err)
	}
	if got := strings.TrimSpace(string(out)); !right(got) {
		return fmt.Errorf("%q has %s %s, which isn't the one wanted", path, name, got)
	}
	return nil
}

// Root returns the absolute path of the module's top folder, found upwards from the test's own.
func Root(t testing.TB) string {
	t.Helper()
	start, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for dir := start; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatalf("find the module's top folder: no go.mod above %q", start)
		}
	}
}
