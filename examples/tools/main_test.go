package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/shared"
)

// plugins builds the local plugin into a folder that only its owner can write.
func plugins(t *testing.T) string {
	t.Helper()
	dir, ext := t.TempDir(), ""
	if runtime.GOOS == "windows" {
		ext = ".exe"
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("go", "build", "-o", filepath.Join(dir, "airlock-executor-local"+ext), "./plugins/local")
	cmd.Dir = testenv.Root(t)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build the local plugin: %v\n%s", err, out)
	}
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	return dir
}

const want = `by position: Oslo
by name: {'max': 16, 'min': 6}
in a comprehension: [4, 4]
nested function: 45
nested data: {'first': {'n': 1}, 'rows': 2, 'tags': ['a', 'b']}
failed: LookupError no rooms in Atlantis
slow: done
two sessions: guest 1 met the other and guest 2 met the other; at most 2 calls ran at once
`

func TestTools(t *testing.T) {
	dir := plugins(t)
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	var out strings.Builder
	if err := run(ctx, dir, &out); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Errorf("the example prints\n%s\nwant\n%s", out.String(), want)
	}

	cfg, err := host.DefaultConfig()
	if err != nil {
		t.Fatal(err)
	}
	cfg.PluginDirs = []string{dir}
	h, err := host.New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()

	t.Run("an error that nobody catches is the tool's", func(t *testing.T) {
		_, err := execute(ctx, h, &toolbox{}, `book(city="Atlantis")`, nil)
		var e *shared.Error
		if !errors.As(err, &e) || e.Kind != shared.KindTool || e.Type != "LookupError" {
			t.Errorf("got %v, want a LookupError of kind %q", err, shared.KindTool)
		}
	})
	t.Run("wrong arguments are a TypeError", func(t *testing.T) {
		got, err := execute(ctx, h, &toolbox{}, "try:\n    forecast(1, 2)\nexcept TypeError as e:\n    print('caught')\n", nil)
		if err != nil || got != "caught\n" {
			t.Errorf("got %q, %v", got, err)
		}
	})
	t.Run("the clock stands still in a tool", func(t *testing.T) {
		limits := &shared.Limits{Time: 300 * time.Millisecond}
		got, err := execute(ctx, h, &toolbox{}, `print(slow_echo("late", delay=0.6))`, limits)
		if err != nil || got != "late\n" {
			t.Errorf("got %q, %v", got, err)
		}
	})
}
