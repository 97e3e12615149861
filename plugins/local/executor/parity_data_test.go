package executor_test

import (
	"bufio"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/internal/programs"
	"github.com/airlockhq/airlock/internal/testenv"
)

// snippet is a program of testdata/parity: steps that share a session.
type snippet struct {
	area, name string
	imports    []string
	limits     map[string]int64
	rule       string // the rule by which our outcome differs; "" for none
	steps      []string
}

// loadSnippets reads every file of testdata/parity. A snippet begins with "=== name"; lines ": key words" set it up (import,
// limit operations=N iterations=N time=SECONDS print=CHARACTERS, here RULE); a line "---" divides its steps.
func loadSnippets(t *testing.T) []*snippet {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(testenv.Root(t), "testdata", "parity", "*.txt"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no snippets: %v", err)
	}
	var all []*snippet
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range strings.Split("\n"+string(text), "\n=== ")[1:] {
			s := readSnippet(t, part)
			s.area = strings.TrimSuffix(filepath.Base(path), ".txt")
			for _, other := range all {
				if other.area == s.area && other.name == s.name {
					t.Errorf("%s: there are two snippets %q", path, s.name)
				}
			}
			all = append(all, s)
		}
	}
	return append(all, caseSnippets(t)...)
}

// slowCase goes on for minutes in the reference.
const slowCase = "LS-012"

// caseSnippets are the cases that are about the language; the others are about what the reference lets through.
func caseSnippets(t *testing.T) []*snippet {
	t.Helper()
	cases, err := programs.Cases(testenv.Root(t))
	if err != nil {
		t.Fatal(err)
	}
	var all []*snippet
	for _, c := range cases {
		if c.ID != slowCase && (c.Kind == "semantics" || c.Kind == "error-message") {
			imports := append([]string{}, c.Imports...)
			all = append(all, &snippet{area: "cases", name: c.ID, imports: imports, limits: map[string]int64{}, steps: []string{c.Code}})
		}
	}
	return all
}

func readSnippet(t *testing.T, text string) *snippet {
	t.Helper()
	name, code, _ := strings.Cut(text, "\n")
	s := &snippet{name: name, limits: map[string]int64{}, imports: []string{}}
	for strings.HasPrefix(code, ": ") {
		var line string
		line, code, _ = strings.Cut(code, "\n")
		words := strings.Fields(line[2:])
		switch key, words := words[0], words[1:]; key {
		case "import":
			s.imports = words
		case "here":
			s.rule = words[0]
			if rules[s.rule] == "" {
				t.Errorf("%s: there is no rule %q", name, s.rule)
			}
		case "limit":
			for _, w := range words {
				limit, n, _ := strings.Cut(w, "=")
				var err error
				if s.limits[limit], err = strconv.ParseInt(n, 10, 64); err != nil {
					t.Fatalf("%s: limit %q: %v", name, w, err)
				}
			}
		default:
			t.Fatalf("%s: there is no setting %q", name, key)
		}
	}
	s.steps = strings.Split(strings.TrimRight(code, "\n"), "\n---\n")
	return s
}

// driver is the Python process that runs snippets in smolagents and in CPython.
type driver struct {
	in  io.WriteCloser
	out *bufio.Reader
}

func startDriver(t *testing.T) *driver {
	t.Helper()
	cmd := exec.Command(testenv.SmolagentsPython(t), filepath.Join(testenv.Root(t), "testdata", "parity", "driver.py"))
	cmd.Env = append(os.Environ(), "PYTHONHASHSEED=0", "HF_HUB_OFFLINE=1", "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := in.Close(); err != nil {
			t.Error(err)
		}
		if err := cmd.Wait(); err != nil {
			t.Errorf("the driver: %v", err)
		}
	})
	return &driver{in, bufio.NewReader(out)}
}

// ask runs a snippet in a mode of the driver.
func (d *driver) ask(t *testing.T, mode string, s *snippet) []outcomeOf {
	t.Helper()
	req, err := json.Marshal(map[string]any{"mode": mode, "imports": s.imports, "limits": s.limits, "steps": s.steps})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.in.Write(append(req, '\n')); err != nil {
		t.Fatalf("ask the driver: %v", err)
	}
	line, err := d.out.ReadBytes('\n')
	if err != nil {
		t.Fatalf("the driver's answer to %q: %v", s.name, err)
	}
	var answer []outcomeOf
	if err := json.Unmarshal(line, &answer); err != nil {
		t.Fatalf("read the driver's answer %q: %v", line, err)
	}
	return answer
}
