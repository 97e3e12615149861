//go:build unix

package engine

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipesInContext: a pipe is neither waited for nor sent.
func TestPipesInContext(t *testing.T) {
	for name, want := range map[string]string{"Dockerfile": "no regular file", ".dockerignore": "no regular file", "pipe": ""} {
		dir := t.TempDir()
		if name != "Dockerfile" {
			if err := os.WriteFile(filepath.Join(dir, "Dockerfile"), []byte("FROM x"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := syscall.Mkfifo(filepath.Join(dir, name), 0o600); err != nil {
			t.Fatal(err)
		}
		b, err := readContext(dir)
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("a pipe as %s gives %v", name, err)
			}
			continue
		}
		var out strings.Builder
		if err == nil {
			err = b.write(t.Context(), &out)
		}
		if err != nil || strings.Contains(out.String(), name) {
			t.Errorf("a pipe in the context gives %v, and is part: %v", err, strings.Contains(out.String(), name))
		}
	}
}
