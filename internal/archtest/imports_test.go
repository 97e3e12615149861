package archtest

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
)

const module = "github.com/airlockhq/airlock"

// interpreter is where the Python implementation lives. It reads what strangers wrote, so what it can reach is bounded here.
const interpreter = module + "/plugins/local/python"

// pkg is the part of `go list -json` that the tests look at.
type pkg struct {
	ImportPath string
	Name       string
	Doc        string
	Standard   bool
	Imports    []string // direct, without those of tests
	Deps       []string // all, without those of tests
	GoFiles    []string
}

// list returns what `go list` says of this module's packages, by import path.
func list(t *testing.T) map[string]pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json=ImportPath,Name,Doc,Standard,Imports,Deps,GoFiles", "./...")
	cmd.Dir = testenv.Root(t)
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, stderrOf(err))
	}
	pkgs := map[string]pkg{}
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return pkgs
		} else if err != nil {
			t.Fatalf("read go list's answer: %v", err)
		}
		pkgs[p.ImportPath] = p
	}
}

func stderrOf(err error) string {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return string(exit.Stderr)
	}
	return ""
}

// in reports whether path is the package or folder dir (relative to the module) or lies below it.
func in(path, dir string) bool {
	full := module + "/" + dir
	return path == full || strings.HasPrefix(path, full+"/")
}

// frontEnd reads Python and runs nothing: the agent uses it to tell code from prose (docs/decisions/0007).
var frontEnd = []string{"plugins/local/python/token", "plugins/local/python/ast", "plugins/local/python/parser"}

// TestLayers holds the arrows cli → agent → host → shared ← plugins, through any number of packages in between.
func TestLayers(t *testing.T) {
	rules := []struct {
		layer string
		never []string
	}{
		{"shared", []string{"host", "agent", "plugins", "cmd", "internal/cli"}},
		{"plugins", []string{"host", "agent", "cmd", "internal/cli"}},
		{"host", []string{"agent", "plugins", "cmd", "internal/cli"}},
		{"agent", []string{"plugins", "cmd", "internal/cli"}},
		{"internal/cli", []string{"cmd"}},
		// The agent's libraries would make every start of airlock slower.
		{"cmd/airlock", []string{"agent", "internal/cli/agent"}},
	}
	pkgs := list(t)
	for _, rule := range rules {
		for path, p := range pkgs {
			if !in(path, rule.layer) {
				continue
			}
			for _, dep := range p.Deps {
				if rule.layer == "agent" && slices.ContainsFunc(frontEnd, func(dir string) bool { return in(dep, dir) }) {
					continue
				}
				if slices.ContainsFunc(rule.never, func(dir string) bool { return in(dep, dir) }) {
					t.Errorf("%s must not depend on %s", path, dep)
				}
			}
		}
	}
}

// TestPluginsStandAlone keeps one backend's code, and so its dependencies, out of another's binary.
func TestPluginsStandAlone(t *testing.T) {
	for path, p := range list(t) {
		name, ok := strings.CutPrefix(path, module+"/plugins/")
		if !ok {
			continue
		}
		name, _, _ = strings.Cut(name, "/")
		for _, dep := range p.Deps {
			if in(dep, "plugins") && !in(dep, "plugins/"+name) && !in(dep, "plugins/internal") {
				t.Errorf("%s depends on another plugin's %s", path, dep)
			}
		}
	}
}

// TestHostLinksNoVendor keeps the backends' libraries out of the command line's binary: they belong to the plugins.
func TestHostLinksNoVendor(t *testing.T) {
	vendors := []string{"github.com/go-python/gpython", "github.com/docker/docker"}
	for path, p := range list(t) {
		if !in(path, "cmd") && !in(path, "host") && !in(path, "shared") {
			continue
		}
		for _, dep := range p.Deps {
			if slices.ContainsFunc(vendors, func(v string) bool { return dep == v || strings.HasPrefix(dep, v+"/") }) {
				t.Errorf("%s links %s", path, dep)
			}
		}
	}
}

// TestVendorsStayHome keeps a backend's libraries out of the other backends' binaries.
func TestVendorsStayHome(t *testing.T) {
	homes := map[string]string{
		"github.com/docker/docker": "plugins/docker", "github.com/docker/cli": "plugins/docker", "github.com/go-python/gpython": "plugins/gpython",
	}
	for path, p := range list(t) {
		for _, dep := range p.Deps {
			for vendor, home := range homes {
				if (dep == vendor || strings.HasPrefix(dep, vendor+"/")) && !in(path, home) {
					t.Errorf("%s links %s, which is for %s alone", path, dep, home)
				}
			}
		}
	}
}

// TestInterpreterReachesNothing bounds what the Python implementation can do to the machine by what it can import:
// the standard library without processes, network and loading of code, and the Unicode tables of x/text.
func TestInterpreterReachesNothing(t *testing.T) {
	never := []string{"net", "net/http", "os/exec", "os/signal", "os/user", "plugin", "runtime/cgo", "C"}
	// Imported by parts of the standard library that the interpreter needs, hence only barred by name.
	neverDirectly := []string{"os", "syscall", "io/ioutil", "net/rpc", "debug/elf", "runtime/trace"}
	found := false
	for path, p := range list(t) {
		if path != interpreter && !strings.HasPrefix(path, interpreter+"/") {
			continue
		}
		found = true
		for _, dep := range p.Deps {
			if slices.Contains(never, dep) {
				t.Errorf("%s depends on %s", path, dep)
			}
			if outside(dep) && !strings.HasPrefix(dep, "golang.org/x/text/") {
				t.Errorf("%s depends on %s: only the standard library and golang.org/x/text may be", path, dep)
			}
		}
		for _, dep := range p.Imports {
			if slices.Contains(neverDirectly, dep) || strings.HasPrefix(dep, "golang.org/x/sys") {
				t.Errorf("%s imports %s", path, dep)
			}
		}
	}
	if !found {
		t.Errorf("no package below %s: has it moved?", interpreter)
	}
}

// outside reports whether path is neither of the standard library nor of the interpreter. A first element without a dot
// is the standard library's, which also brings its own copies as vendor/golang.org/x/....
func outside(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return strings.Contains(first, ".") && path != interpreter && !strings.HasPrefix(path, interpreter+"/")
}

// TestPackageComments wants a sentence for every package that a person wrote.
func TestPackageComments(t *testing.T) {
	for path, p := range list(t) {
		generated := !slices.ContainsFunc(p.GoFiles, func(f string) bool { return !strings.HasSuffix(f, ".pb.go") })
		if p.Doc == "" && !generated {
			t.Errorf("%s has no package comment", path)
		}
	}
}
