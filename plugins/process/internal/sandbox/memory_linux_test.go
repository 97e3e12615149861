package sandbox

import (
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

// TestRemembersPythons: until they change, and interpreters alone.
func TestRemembersPythons(t *testing.T) {
	cache, dir := t.TempDir(), t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	python, script := filepath.Join(dir, "bin", "python"), filepath.Join(dir, "script")
	write := func(path, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(python, "an interpreter")
	write(script, "what starts it")
	in := &installation{Executable: python, Version: "3.12", Paths: []string{dir}, Program: []byte{0, 0xff}}
	remember(script, in)
	if got := recall(script); got != nil {
		t.Errorf("a script is remembered: %+v", got)
	}
	for what, change := range map[string]func(){
		"replaced":          func() { write(python, "another interpreter") },
		"made a venv":       func() { write(filepath.Join(dir, "pyvenv.cfg"), "home = /usr/bin") },
		"in an open folder": func() { _ = os.Chmod(filepath.Join(cache, "airlock", "process"), 0o755) },
	} {
		t.Run(what, func(t *testing.T) {
			remember(python, in)
			if got := recall(python); !reflect.DeepEqual(got, in) {
				t.Fatalf("recalled %+v", got)
			}
			change()
			if got := recall(python); got != nil {
				t.Errorf("still recalled: %+v", got)
			}
			_ = os.Chmod(filepath.Join(cache, "airlock", "process"), 0o700)
		})
	}
	for i := range 2 * mostRemembered {
		link := filepath.Join(dir, fmt.Sprint("python", i))
		if err := os.Symlink(python, link); err != nil {
			t.Fatal(err)
		}
		remember(link, in)
	}
	files, err := os.ReadDir(filepath.Join(cache, "airlock", "process"))
	if err != nil || len(files) != mostRemembered {
		t.Errorf("%d files are kept, %v", len(files), err)
	}
}
