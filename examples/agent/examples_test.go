// Package agent_test runs the examples as their readers would.
package agent_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
)

// inContainers are the examples that need an engine and the image airlock/python.
var inContainers = map[string]bool{"docker": true, "whole": true}

// TestExamples runs every example and compares what it prints with its expected.txt.
func TestExamples(t *testing.T) {
	files, err := filepath.Glob("*/expected.txt")
	if err != nil || len(files) < 6 {
		t.Fatalf("found %v, %v", files, err)
	}
	bin := plugins(t)
	for _, f := range files {
		name := filepath.Dir(f)
		t.Run(name, func(t *testing.T) {
			if inContainers[name] {
				needImage(t)
			}
			runExample(t, bin, name, f)
		})
	}
}

func runExample(t *testing.T, bin, name, expected string) {
	t.Helper()
	program := filepath.Join(bin, "example-"+name)
	build(t, program, "./examples/agent/"+name)
	ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, program)
	if inContainers[name] {
		cmd.Args = append(cmd.Args, "-plugins", bin)
	}
	cmd.Dir, cmd.Stderr = t.TempDir(), os.Stderr
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(bin, "config"), "XDG_CACHE_HOME="+filepath.Join(bin, "cache"))
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v after\n%s", err, out)
	}
	want, err := os.ReadFile(expected)
	if err != nil {
		t.Fatal(err)
	}
	if string(out) != string(want) {
		t.Errorf("it prints\n%s\nwant\n%s", out, want)
	}
}

func needImage(t *testing.T) {
	t.Helper()
	if out, err := exec.Command("docker", "image", "inspect", "airlock/python").CombinedOutput(); err != nil {
		testenv.Unavailable(t, testenv.Docker, "no image airlock/python (make images makes it): %v: %s", err, out)
	}
}

// plugins builds the docker plugin, and the program that a sandbox gets, into a folder that only its owner can write.
func plugins(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	build(t, filepath.Join(dir, "airlock-executor-docker"), "./plugins/docker")
	build(t, filepath.Join(dir, "airlock-agent"), "./cmd/airlock-agent")
	return dir
}

func build(t *testing.T, program, pkg string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-trimpath", "-ldflags=-s -w", "-o", program, pkg)
	cmd.Dir, cmd.Env = testenv.Root(t), append(os.Environ(), "CGO_ENABLED=0")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", pkg, err, strings.TrimSpace(string(out)))
	}
}
