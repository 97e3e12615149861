package symtable_test

import (
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// TestStandardLibrary compares the scopes of all files of CPython's library
// with its code objects. CPython drops code that can't run and inlines the
// comprehensions of class bodies, so a few scopes have no counterpart.
func TestStandardLibrary(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles all of CPython's library")
	}
	cmd := exec.Command(testenv.Python312(t), "-I", "testdata/scopes_lib.py")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("run CPython: %v", err)
	}
	files := strings.Split(string(out), "FILE ")[1:]
	if len(files) < 1500 {
		t.Fatalf("CPython compiles only %d files of its library", len(files))
	}
	scopes, unmatched := 0, 0
	for _, file := range files {
		path, text, _ := strings.Cut(file, "\n")
		n, missing := compareFile(t, path, strings.Split(strings.TrimSpace(text), "\n"))
		scopes += n
		unmatched += len(missing)
		for _, m := range missing {
			t.Logf("%s: %s", path, m)
		}
	}
	t.Logf("%d scopes, %d without counterpart", scopes, unmatched)
	if unmatched*1000 > scopes {
		t.Errorf("%d of %d scopes differ from CPython's", unmatched, scopes)
	}
}

// compareFile returns how many code objects CPython has and those of either
// side that the other lacks.
func compareFile(t *testing.T, path string, want []string) (n int, missing []string) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	src, err := token.Decode(data)
	if err != nil {
		return 0, nil // another encoding
	}
	mod, err := parser.Parse(src, path)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	table, err := symtable.Build(mod, path, src, nil)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	count := map[string]int{}
	for _, line := range want {
		count[line]++
	}
	for _, line := range describeScopes(table.Top, nil) {
		count[line]--
	}
	for line, d := range count {
		if d > 0 {
			missing = append(missing, "only in CPython: "+line)
		} else if d < 0 {
			missing = append(missing, "not in CPython: "+line)
		}
	}
	return len(want), missing
}

// describeScopes writes a scope and those inside as the script does.
func describeScopes(s *symtable.Scope, lines []string) []string {
	if !s.Inlinable {
		cells := cellsOf(s)
		slices.Sort(cells)
		lines = append(lines, strings.Join([]string{
			s.QualName, strings.Join(slices.Compact(cells), ","), strings.Join(s.Frees, ","),
			strconv.Itoa(codeFlags(s)), strings.Join(s.Locals[:s.NumParams], ","),
		}, "|"))
	}
	for _, child := range s.Children {
		lines = describeScopes(child, lines)
	}
	return lines
}

// cellsOf are the cells of a scope and of the comprehensions inlined into it.
func cellsOf(s *symtable.Scope) []string {
	cells := slices.Clone(s.Cells)
	for _, child := range s.Children {
		if child.Inlinable {
			cells = append(cells, cellsOf(child)...)
		}
	}
	return cells
}

func codeFlags(s *symtable.Scope) int {
	const generator, coroutine, asyncGenerator = 0x20, 0x80, 0x200
	switch {
	case s.Generator && s.Coroutine:
		return asyncGenerator
	case s.Generator:
		return generator
	case s.Coroutine:
		return coroutine
	}
	return 0
}
