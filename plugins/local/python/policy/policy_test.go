package policy

import (
	"strings"
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python/py"
)

func TestAuthorized(t *testing.T) {
	p := New(Config{Modules: []string{"numpy.*", "os.path", "json"}})
	for path, want := range map[string]bool{
		"math": true, "json": true, "json.tool": false, "numpy": true, "numpy.random.mtrand": true,
		"os": true, "os.path": true, "os.spawn": false, "sys": false, "collections.abc": false,
	} {
		if got := p.Authorized(path); got != want {
			t.Errorf("Authorized(%q) = %v, want %v", path, got, want)
		}
	}
	if !New(Config{Modules: []string{"*"}}).Authorized("posix") {
		t.Error("* must admit everything")
	}
}

func TestImportMessage(t *testing.T) {
	py.Prepare()
	p := New(Config{})
	err := p.Import(nil, "os", false)
	want := "InterpreterError: Import of os is not allowed. Authorized imports are: ['collections', 'datetime', "
	if err == nil || !strings.HasPrefix(err.Error(), want) {
		t.Fatalf("got %v", err)
	}
	e := err.(*py.Exception)
	if !py.IsInstance(py.Of(&e.Object), py.ImportError) || !py.IsInstance(py.Of(&e.Object), py.ValueError) {
		t.Error("a refused import must be an ImportError and a ValueError")
	}
}

func TestAttr(t *testing.T) {
	for _, tt := range []struct {
		cfg    Config
		name   string
		access py.Access
		want   string
	}{
		{Config{}, "__class__", py.AccessRead, ""},
		{Config{}, "__class__", py.AccessWrite, "Forbidden access to dunder attribute: __class__"},
		{Config{StrictDunder: true}, "__class__", py.AccessRead, "Forbidden access to dunder attribute: __class__"},
		{Config{}, "__dict__", py.AccessRead, "Forbidden access to dunder attribute: __dict__"},
		{Config{Dunders: []string{"__dict__"}}, "__dict__", py.AccessWrite, ""},
		{Config{}, "__add__", py.AccessCall, "Forbidden call to dunder function: __add__"},
		{Config{}, "__init__", py.AccessCall, ""},
		{Config{Dunders: []string{"*"}}, "__subclasses__", py.AccessCall, ""},
	} {
		err := New(tt.cfg).Attr(nil, py.None, tt.name, tt.access)
		got := ""
		if err != nil {
			got = strings.TrimPrefix(err.Error(), "InterpreterError: ")
		}
		if got != tt.want {
			t.Errorf("%v %s: got %q, want %q", tt.cfg, tt.name, got, tt.want)
		}
	}
}

func TestModuleAttr(t *testing.T) {
	p := New(Config{Modules: []string{"io"}})
	if _, err := p.ModuleAttr(nil, "random", "_os"); err == nil || err.Error() != "InterpreterError: Forbidden access to module: os" {
		t.Errorf("random._os: %v", err)
	}
	if target, err := p.ModuleAttr(nil, "statistics", "random"); err != nil || target != "random" {
		t.Errorf("statistics.random: %q, %v", target, err)
	}
	if _, err := p.ModuleAttr(nil, "os", "system"); err == nil {
		t.Error("os.system must be refused")
	}
}
