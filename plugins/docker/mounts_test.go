package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/airlockhq/airlock/plugins/docker/internal/container"
)

// TestMountsOfSockets: an engine's socket is refused wherever it is, and by which path it is named.
func TestMountsOfSockets(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"engine", "data"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for link, target := range map[string]string{"short": "engine", "usual": "/var/run"} {
		if err := os.Symlink(target, filepath.Join(dir, link)); err != nil {
			t.Fatal(err)
		}
	}
	for host, paths := range map[string]map[string]bool{
		"unix://" + dir + "/short/e.sock": {"": true, "engine": true, "short": true, "engine/e.sock": true, "usual": true, "data": false, "engine/other": false},
		"tcp://127.0.0.1:2375":            {"": false, "engine": false, "usual": false, "data": false}, // links of another machine aren't known
	} {
		for path, refused := range paths {
			err := checkMounts([]container.Mount{{Source: filepath.Join(dir, path), Target: "/m"}}, host)
			if (err != nil) != refused {
				t.Errorf("with the engine at %s the mount of %q gives %v", host, path, err)
			}
		}
	}
}
