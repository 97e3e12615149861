package archtest

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/testenv"
)

// generated is the line that marks a generated Go file, https://go.dev/s/generatedcode.
var generated = regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`)

// tracked returns the files under version control, relative to root.
func tracked(t *testing.T, root string) []string {
	t.Helper()
	cmd := exec.Command("git", "ls-files", "-z")
	cmd.Dir = root
	out, err := cmd.Output()
	if err != nil {
		t.Skipf("not a git checkout: %v", err)
	}
	return strings.Split(strings.Trim(string(out), "\x00"), "\x00")
}

// The patterns are put together so that this file doesn't contain what it looks for.
var (
	machinePath = regexp.MustCompile(`/work/` + `(main|shared|notes)\b|/ro` + `ot/|/home/\w+/(go|src|work)\b|bash_` + `jobs|C:\\Users\\`)
	unfinished  = regexp.MustCompile(`\b(TO` + `DO|FIX` + `ME)\b|panic\("(not impl|unimpl|to` + `do)`)
)

// TestNoMachinePaths keeps the paths of whoever's machine out of the repository.
func TestNoMachinePaths(t *testing.T) {
	root := testenv.Root(t)
	for _, name := range tracked(t, root) {
		if text := read(t, root, name); bytes.IndexByte(text, 0) < 0 {
			report(t, name, text, machinePath, "names a path of one machine")
		}
	}
}

// TestNothingUnfinished keeps notes to oneself and stubs out of the code: what is missing is an issue, or isn't merged.
func TestNothingUnfinished(t *testing.T) {
	root := testenv.Root(t)
	for _, name := range tracked(t, root) {
		if strings.HasSuffix(name, ".go") || name == "Makefile" || strings.HasPrefix(name, ".ci/") {
			report(t, name, read(t, root, name), unfinished, "is unfinished")
		}
	}
}

// longTables may be long: a reader looks things up in them and doesn't read them through.
var longTables = map[string]string{
	"plugins/local/python/ast/nodes.go": "one type a node of the grammar",
	"plugins/local/python/py/exec.go":   "the machine's loop: one case an operation, in one function by its nature",
}

// TestFilesStayReadable bounds hand-written Go files; generated code is exempt.
func TestFilesStayReadable(t *testing.T) {
	const maxLines = 900
	root := testenv.Root(t)
	for _, name := range tracked(t, root) {
		if !strings.HasSuffix(name, ".go") || longTables[name] != "" {
			continue
		}
		text := read(t, root, name)
		if n := bytes.Count(text, []byte("\n")); n > maxLines && !generated.Match(text) {
			t.Errorf("%s has %d lines, more than %d: split it by subject", name, n, maxLines)
		}
	}
}

func read(t *testing.T, root, name string) []byte {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if os.IsNotExist(err) {
		return nil // deleted, not committed yet
	}
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func report(t *testing.T, name string, text []byte, pattern *regexp.Regexp, what string) {
	t.Helper()
	for i, line := range bytes.Split(text, []byte("\n")) {
		if m := pattern.Find(line); m != nil {
			t.Errorf("%s:%d %s: %q", name, i+1, what, m)
		}
	}
}
