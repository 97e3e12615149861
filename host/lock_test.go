package host

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

const someDigest = "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

func TestLockRoundTrip(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	in := Lock{Plugins: map[string]LockEntry{
		"e2b": {Version: "1.2.3", Digests: map[string]string{"linux/amd64": someDigest}, Env: []string{"E2B_DOMAIN", "E2B_API_KEY"}, Source: "/x"},
	}}
	if err := in.Write(dir); err != nil {
		t.Fatal(err)
	}
	out, err := ReadLock(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := LockEntry{Version: "1.2.3", Digests: map[string]string{"linux/amd64": someDigest}, Env: []string{"E2B_API_KEY", "E2B_DOMAIN"}, Source: "/x"}
	if !reflect.DeepEqual(out.Plugins["e2b"], want) || out.Format != lockFormat {
		t.Fatalf("got %+v", out)
	}
	st, err := os.Stat(filepath.Join(dir, LockName))
	if err != nil || st.Mode().Perm() != 0o600 {
		t.Fatalf("mode %v, %v", st.Mode(), err)
	}
}

func TestMissingLockIsEmpty(t *testing.T) {
	l, err := ReadLock(t.TempDir())
	if err != nil || len(l.Plugins) != 0 {
		t.Fatalf("%v, %v", l, err)
	}
}

func TestLockIsReadStrictly(t *testing.T) {
	entry := func(rest string) string {
		return `{"format":1,"plugins":{"x":{"version":"1.0.0","digests":{"linux/amd64":"` + someDigest + `"},"env":[]` + rest + `}}}`
	}
	for name, c := range map[string]struct{ text, err string }{
		"good":             {entry(""), ""},
		"empty":            {"", "parsing JSON"},
		"unknown field":    {entry(`,"sha1":"x"`), "unknown field"},
		"trailing":         {entry("") + "{}", "something follows"},
		"newer format":     {`{"format":2,"plugins":{}}`, "format 2"},
		"no format":        {`{"plugins":{}}`, "format 0"},
		"bad name":         {`{"format":1,"plugins":{"../x":{"version":"1.0.0","digests":{"a":"` + someDigest + `"},"env":[]}}}`, "not an executor name"},
		"no digest":        {`{"format":1,"plugins":{"x":{"version":"1.0.0","digests":{},"env":[]}}}`, "no digest"},
		"short digest":     {`{"format":1,"plugins":{"x":{"version":"1.0.0","digests":{"a":"abc"},"env":[]}}}`, "not a SHA-256"},
		"loader variable":  {strings.Replace(entry(""), `"env":[]`, `"env":["LD_PRELOAD"]`, 1), "can't be granted"},
		"not a variable":   {strings.Replace(entry(""), `"env":[]`, `"env":["A=B"]`, 1), "not the name"},
		"variable of ours": {strings.Replace(entry(""), `"env":[]`, `"env":["PLUGIN_CLIENT_CERT"]`, 1), "can't be granted"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			if err := os.WriteFile(filepath.Join(dir, LockName), []byte(c.text), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := ReadLock(dir)
			if c.err == "" && err != nil || c.err != "" && (err == nil || !strings.Contains(err.Error(), c.err)) {
				t.Fatalf("got %v, want %q", err, c.err)
			}
		})
	}
}

func TestLockOfOthersIsRefused(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, LockName)
	if err := (Lock{}).Write(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(path, 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadLock(dir); err == nil || !strings.Contains(err.Error(), "writable by others") {
		t.Fatalf("got %v", err)
	}
	if err := os.Rename(path, path+".moved"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(path+".moved", path); err != nil {
		t.Fatal(err)
	}
	if _, err := ReadLock(dir); err == nil {
		t.Fatal("a link was followed")
	}
}
