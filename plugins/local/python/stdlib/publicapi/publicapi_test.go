package publicapi

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib"
)

// The table is what the generator makes of CPython.
func TestTableIsCPythons(t *testing.T) {
	out, err := exec.Command(testenv.Python312(t), "-I", "-S", "generate.py").Output()
	if err != nil {
		t.Fatal(err)
	}
	got, want := strings.Split(names, "\n"), strings.Split(string(out), "\n")
	if got[0] != want[0] {
		t.Skipf("the table is of %s, this is %s", got[0][2:], want[0][2:])
	}
	for i := range min(len(got), len(want)) {
		if got[i] != want[i] {
			t.Fatalf("line %d of names.txt is\n%s\nwant\n%s\n(go generate)", i+1, got[i], want[i])
		}
	}
	if len(got) != len(want) {
		t.Fatalf("names.txt has %d lines, want %d (go generate)", len(got), len(want))
	}
}

// Every public module that we have is in the table.
func TestTableCoversModules(t *testing.T) {
	listed := map[string]bool{"posixpath": true} // another name of os.path
	for _, m := range Modules() {
		listed[m.Name] = true
	}
	for _, name := range stdlib.Names() {
		// The parts of asyncio are documented as asyncio itself.
		hidden := strings.Contains("."+name, "._") || strings.HasPrefix(name, "asyncio.")
		if !listed[name] && (!hidden || name == "__future__") {
			t.Errorf("module %s is not among the generator's", name)
		}
	}
}

func TestMissing(t *testing.T) {
	vm := py.NewVM(py.Config{Import: stdlib.Import})
	vm.UseBuiltins(func(string) bool { return true })
	m := Module{Name: "bisect", Names: []string{"bisect", "nonesuch"}}
	missing, err := m.Missing(vm)
	if err != nil || strings.Join(missing, " ") != "nonesuch" {
		t.Errorf("missing: %v, %v", missing, err)
	}
	m = Module{Name: "collections", Names: []string{"deque.append", "deque.shuffle", "Nonesuch", "Nonesuch.f"}}
	missing, err = m.Missing(vm)
	if err != nil || strings.Join(missing, " ") != "deque.shuffle Nonesuch" {
		t.Errorf("missing: %v, %v", missing, err)
	}
}
