package host

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// emptyConfig finds nothing but what a test adds.
func emptyConfig(t *testing.T) Config {
	t.Helper()
	base := t.TempDir()
	c := Config{
		ConfigDir: filepath.Join(base, "config"),
		DataDir:   filepath.Join(base, "data"),
		LookupEnv: func(string) (string, bool) { return "", false },
	}
	return c
}

// put writes an executable file named for an executor.
func put(t *testing.T, dir, name string, mode os.FileMode) string {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "airlock-executor-"+name)
	if err := os.WriteFile(path, []byte("#!/bin/false\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestSearchOrder(t *testing.T) {
	c := emptyConfig(t)
	base := t.TempDir()
	c.PluginDirs = []string{filepath.Join(base, "flag1"), filepath.Join(base, "flag2")}
	c.ProgramDir = filepath.Join(base, "program")
	c.LookupEnv = func(n string) (string, bool) {
		return filepath.Join(base, "env"), n == "AIRLOCK_PLUGIN_DIR"
	}
	want := []string{
		filepath.Join(base, "flag1"), filepath.Join(base, "flag2"), filepath.Join(base, "program"),
		filepath.Join(base, "env"), filepath.Join(c.DataDir, "plugins"),
	}
	if runtime.GOOS != "windows" {
		want = append(want, "/usr/lib/airlock/plugins")
	}
	var got []string
	for _, d := range c.Dirs() {
		got = append(got, d.Path)
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Fatalf("folders in order:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestDiscoverRows(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("file modes")
	}
	c := emptyConfig(t)
	base := t.TempDir()
	one, two := filepath.Join(base, "one"), filepath.Join(base, "two")
	c.PluginDirs = []string{one, two, one}
	c.Builtins = map[string]Builtin{"local": {}, "extra": {}}
	good := put(t, one, "good", 0o755)
	put(t, two, "good", 0o755)
	put(t, one, "local", 0o755)
	put(t, one, "open", 0o777)
	put(t, two, "open", 0o755)
	put(t, one, "plain", 0o644)
	put(t, one, "Bad_Name", 0o755)
	if err := os.Mkdir(filepath.Join(two, "airlock-executor-dir"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(good, filepath.Join(two, "airlock-executor-link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("nowhere", filepath.Join(two, "airlock-executor-dangling")); err != nil {
		t.Fatal(err)
	}

	type row struct {
		state  State
		reason string
	}
	got := map[string]row{}
	for _, cand := range c.discover(Lock{}) {
		where := "built-in"
		if !cand.Builtin {
			where = filepath.Base(filepath.Dir(cand.Path))
		}
		key := where + "/" + cand.Name
		if _, twice := got[key]; twice {
			t.Errorf("%s is listed twice", key)
		}
		got[key] = row{cand.State, cand.Reason}
	}
	want := map[string]row{
		"one/good":                      {StateUsed, ""},
		"two/good":                      {StateShadowed, "found first: " + good},
		"one/local":                     {StateUsed, ""},
		"built-in/local":                {StateShadowed, "found first: "},
		"built-in/extra":                {StateUsed, ""},
		"one/open":                      {StateRefused, "writable by others"},
		"two/open":                      {StateShadowed, "found first: "},
		"one/plain":                     {StateRefused, "not executable"},
		"one/airlock-executor-Bad_Name": {StateRefused, "not an executor name"},
		"two/dir":                       {StateRefused, "not a regular file"},
		"two/link":                      {StateUsed, ""},
		"two/dangling":                  {StateRefused, "no such file"},
	}
	for key, w := range want {
		g, ok := got[key]
		if !ok || g.state != w.state || !strings.Contains(g.reason, w.reason) {
			t.Errorf("%s: got %v %q, want %v %q", key, g.state, g.reason, w.state, w.reason)
		}
		delete(got, key)
	}
	for key := range got {
		t.Errorf("unexpected row %s", key)
	}
}

func TestFoldersOfOthersAreRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("file modes")
	}
	base := t.TempDir()
	// The file is named through a link that lies in a folder anybody may write to.
	open := filepath.Join(base, "open")
	if err := os.Mkdir(open, 0o755); err != nil {
		t.Fatal(err)
	}
	inner := filepath.Join(open, "inner")
	path := put(t, inner, "x", 0o755)
	linkDir := filepath.Join(base, "links")
	if err := os.Mkdir(linkDir, 0o755); err != nil {
		t.Fatal(err)
	}
	safe := put(t, filepath.Join(base, "safe"), "x", 0o755)
	link := filepath.Join(linkDir, "airlock-executor-x")
	if err := os.Symlink("../safe/airlock-executor-x", link); err != nil {
		t.Fatal(err)
	}
	check := func(path, want string) {
		t.Helper()
		f, _, err := openTrusted(path)
		if err == nil {
			f.Close()
		}
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("opening %s: %v, want %q", path, err, want)
		}
	}
	chmod := func(dir string, mode os.FileMode) {
		t.Helper()
		if err := os.Chmod(dir, mode); err != nil {
			t.Fatal(err)
		}
	}
	check(path, "")
	check(link, "")
	chmod(open, 0o777)
	check(path, "is writable by others")
	chmod(open, 0o777|os.ModeSticky)
	check(path, "") // only owners replace entries there, and inner is ours
	chmod(inner, 0o777|os.ModeSticky)
	check(path, "is writable by others") // anybody could add a plugin
	chmod(linkDir, 0o777)
	check(link, "is writable by others")
	check(safe, "")
	if os.Geteuid() == 0 {
		if err := os.Chown(safe, 12345, 0); err != nil {
			t.Fatal(err)
		}
		check(safe, "belongs to user 12345")
	}
}

func TestNames(t *testing.T) {
	for name, ok := range map[string]bool{
		"local": true, "e2b": true, "my-backend-2": true, "": false, "2x": false, "a--b": false, "-a": false, "a-": false,
		"A": false, "a_b": false, "../a": false, "a.b": false, strings.Repeat("a", 40): true, strings.Repeat("a", 41): false,
	} {
		if got := validName(name) == nil; got != ok {
			t.Errorf("name %q is valid: %v, want %v", name, got, ok)
		}
	}
}

func TestUnknownExecutorListsWhatIsThere(t *testing.T) {
	c := emptyConfig(t)
	c.Builtins = map[string]Builtin{"local": {}, "other": {}}
	h, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	_, err = h.Open(t.Context(), "nope", OpenOptions{})
	if !errors.Is(err, ErrUnknownExecutor) || !strings.Contains(err.Error(), "found: local, other") {
		t.Fatalf("got %v", err)
	}
	if _, err = h.Open(t.Context(), "../x", OpenOptions{}); !errors.Is(err, ErrUnknownExecutor) {
		t.Fatalf("got %v", err)
	}
}
