package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/shared"
)

// TestVenvs: one that lies in a project, was made by way of a link, and names
// another project for import. Neither project is shown.
func TestVenvs(t *testing.T) {
	needBubblewrap(t)
	dir := t.TempDir()
	linked, venv, other := filepath.Join(dir, "bin", "python3"), filepath.Join(dir, "a project\n"), filepath.Join(dir, "other")
	for _, d := range []string{filepath.Dir(linked), venv, other} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(testenv.Python312(t), linked); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command(linked, "-m", "venv", "--without-pip", venv).CombinedOutput(); err != nil {
		t.Fatalf("make a venv: %v: %s", err, out)
	}
	packages := filepath.Join(venv, "lib", "python3.12", "site-packages")
	for path, text := range map[string]string{
		filepath.Join(venv, ".env"): "secret", filepath.Join(other, ".env"): "secret", filepath.Join(packages, "other.pth"): other + "\n", filepath.Join(packages, "own.py"): "word = 'own'",
	} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s := openProcess(t, map[string]string{"python": filepath.Join(venv, "bin", "python")}, shared.Limits{})
	code := fmt.Sprintf("import os, own, sys\nown.word, sys.prefix == %q, [os.path.exists(p + '/.env') for p in (%[1]q, %q)]", venv, other)
	res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: code}, &shared.Handler{})
	if err != nil || res.Repr != "('own', True, [False, False])" {
		t.Errorf("the venv gives %+v, %v", res, err)
	}
}

// TestPythonsThatCantBe: what is wrong with a Python is said before a sandbox fails.
func TestPythonsThatCantBe(t *testing.T) {
	needBubblewrap(t)
	open := func(python string) error {
		s, err := newTestExecutor(t).Open(t.Context(), &shared.OpenRequest{Options: map[string]string{"python": python}}, &shared.Handler{})
		if err == nil {
			_, _ = s.Close(context.Background())
		}
		return err
	}
	script := filepath.Join(t.TempDir(), "python")
	if err := os.WriteFile(script, []byte("#!/bin/sh\nprintf '3.12\\0/home/bin/python\\0/home\\0\\0'\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	t.Setenv("AIRLOCK_PYTHON", "venv/bin/python")
	for python, want := range map[string]string{"/bin/false": "ask /bin/false", "/no/such/python": "find Python", script: "all of which the sandbox would show", "": "depends on the working directory"} {
		if err := open(python); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q gives %v, want %s", python, err, want)
		}
	}
}

// TestPrivatePython: root's Python that nobody else may read.
func TestPrivatePython(t *testing.T) {
	needBubblewrap(t)
	if os.Geteuid() != 0 {
		t.Skip("the guest has this user's rights on files: only root's is another user")
	}
	venv := filepath.Join(t.TempDir(), "venv")
	if out, err := exec.Command(testenv.Python312(t), "-m", "venv", "--without-pip", venv).CombinedOutput(); err != nil {
		t.Fatalf("make a venv: %v: %s", err, out)
	}
	if err := os.Chmod(filepath.Join(venv, "lib"), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := newTestExecutor(t).Open(t.Context(), &shared.OpenRequest{Options: map[string]string{"python": filepath.Join(venv, "bin", "python")}}, &shared.Handler{})
	if !errors.Is(err, shared.KindBackendUnavailable) || !strings.Contains(err.Error(), "by its owner alone") {
		t.Errorf("open: %v", err)
	}
}

// TestEnvironmentIsNotShown: what the guest gets may be secret, and the
// arguments of processes are there for all users of the machine to read.
func TestEnvironmentIsNotShown(t *testing.T) {
	needBubblewrap(t)
	const word = "word-that-none-may-see"
	s, err := newTestExecutor(t).Open(t.Context(), &shared.OpenRequest{
		Options: map[string]string{"python": testenv.Python312(t)}, Env: map[string]string{"WORD": word, "LARGE": strings.Repeat("x", 100_000)},
	}, &shared.Handler{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = s.Close(context.Background()) })
	res, err := s.Execute(t.Context(), &shared.ExecuteRequest{Code: "import os\nos.environ['WORD'], len(os.environ['LARGE'])"}, &shared.Handler{})
	if err != nil || res.Repr != "('"+word+"', 100000)" {
		t.Errorf("the guest has %+v, %v", res, err)
	}
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	if err != nil || len(files) == 0 {
		t.Fatalf("no processes are seen: %v", err)
	}
	for _, f := range files {
		if b, err := os.ReadFile(f); err == nil && strings.Contains(string(b), word) {
			t.Errorf("%s shows it", f)
		}
	}
	_, err = newTestExecutor(t).Open(t.Context(), &shared.OpenRequest{Env: map[string]string{"A=B": "x"}}, &shared.Handler{})
	if !errors.Is(err, shared.KindInvalidArgument) {
		t.Errorf("a name that is none gives %v", err)
	}
}
