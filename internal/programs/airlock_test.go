package programs

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
)

var prune = flag.Bool("prune", false, "drop the entries that pass from testdata/skips.txt")

// skipsPath lists what doesn't work yet: a name and the reason, a line each.
var skipsPath = filepath.Join("testdata", "skips.txt")

// skips is that list. An entry that passes is a failure, so that the list only shrinks.
type skips struct {
	reasons map[string]string

	mu     sync.Mutex
	passed []string
}

func readSkips(t *testing.T) *skips {
	t.Helper()
	text, err := os.ReadFile(skipsPath)
	if err != nil {
		t.Fatal(err)
	}
	s := &skips{reasons: map[string]string{}}
	for line := range strings.Lines(string(text)) {
		name, reason, _ := strings.Cut(strings.TrimSpace(line), " ")
		if name == "" || strings.HasPrefix(name, "#") {
			continue
		}
		if reason = strings.TrimSpace(reason); reason == "" {
			t.Errorf("%s: %s has no reason", skipsPath, name)
		}
		s.reasons[name] = reason
	}
	return s
}

// judge reports what is wrong with a program, or that it passes and shouldn't be listed.
func (s *skips) judge(t *testing.T, name string, wrong []string) {
	t.Helper()
	reason, listed := s.reasons[name]
	switch {
	case listed && len(wrong) > 0:
		t.Skipf("%s (%s)", reason, wrong[0])
	case listed && *prune:
		s.mu.Lock()
		defer s.mu.Unlock()
		s.passed = append(s.passed, name)
	case listed:
		t.Errorf("it passes: drop it from %s (go test ./internal/programs -run Airlock -prune)", skipsPath)
	}
	for _, w := range wrong {
		t.Error(w)
	}
}

// finish checks that the entries of one kind name something, and prunes.
func (s *skips) finish(t *testing.T, kind string, names []string) {
	t.Helper()
	for name := range s.reasons {
		if strings.HasPrefix(name, kind) && !slices.Contains(names, name) {
			t.Errorf("%s: there is no %s", skipsPath, name)
		}
	}
	if !*prune {
		return
	}
	text, err := os.ReadFile(skipsPath)
	if err != nil {
		t.Fatal(err)
	}
	var kept strings.Builder
	for line := range strings.Lines(string(text)) {
		name, _, _ := strings.Cut(line, " ")
		if !slices.Contains(s.passed, name) {
			kept.WriteString(line)
		}
	}
	if err := os.WriteFile(skipsPath, []byte(kept.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// buildAirlock builds the command line and the local plugin into one folder and returns the former's path.
func buildAirlock(t *testing.T) string {
	t.Helper()
	dir, ext := t.TempDir(), ""
	if runtime.GOOS == "windows" {
		ext = ".exe"
	}
	for name, pkg := range map[string]string{"airlock": "./cmd/airlock", "airlock-executor-local": "./plugins/local"} {
		cmd := exec.Command("go", "build", "-o", filepath.Join(dir, name+ext), pkg)
		cmd.Dir = testenv.Root(t)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("build %s: %v\n%s", pkg, err, out)
		}
	}
	// A test's own folder is below one that everybody can write to, with names that can't
	// be guessed; the plugin's has to be private.
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, "airlock"+ext)
}

// answer is what `airlock run --json` prints.
type answer struct {
	Output json.RawMessage `json:"output"`
	Repr   string          `json:"output_repr"`
	Logs   string          `json:"logs"`
	Final  bool            `json:"is_final_answer"`
	Error  *struct {
		Kind, Type, Message string
		Line                int
		Traceback           []json.RawMessage
	} `json:"error"`
}

// exception is the error as CPython's traceback ends: "Type: message". The message of a
// run has the failing statement before that.
func (a *answer) exception() string {
	if a.Error == nil {
		return ""
	}
	text := a.Error.Message
	if _, after, ok := strings.Cut(text, " due to: "+a.Error.Type); ok {
		return strings.TrimSuffix(a.Error.Type+after, ": ")
	}
	return a.Error.Type + ": " + text
}

// run starts airlock with --json and reads its answer.
func run(t *testing.T, airlock string, env map[string]string, stdin string, args ...string) answer {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, airlock, append([]string{"run", "--json"}, args...)...)
	cmd.Env = append(os.Environ(), "XDG_CONFIG_HOME="+filepath.Join(filepath.Dir(airlock), "config"))
	for k, v := range env {
		cmd.Env = append(cmd.Env, k+"="+v)
	}
	cmd.Stdin = strings.NewReader(stdin)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatalf("run airlock: %v\n%s", err, stderr.String())
	}
	var a answer
	if err := json.Unmarshal(out, &a); err != nil {
		t.Fatalf("read the answer: %v\n%s%s", err, out, stderr.String())
	}
	if a.Error != nil && (a.Error.Kind == "backend_lost" || a.Error.Kind == "internal") {
		t.Errorf("the executor failed: %s: %s\n%s", a.Error.Kind, a.Error.Message, stderr.String())
	}
	return a
}

// TestAirlockAgrees runs every program on the local executor and compares with what CPython 3.12 prints.
func TestAirlockAgrees(t *testing.T) {
	root, airlock, skips := testenv.Root(t), buildAirlock(t), readSkips(t)
	for kind, set := range map[string]func(string) ([]Program, error){"examples/": Examples, "corpus/": Corpus} {
		all, err := set(root)
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		t.Run(kind[:len(kind)-1], func(t *testing.T) {
			for _, p := range all {
				names = append(names, kind+p.Name)
				t.Run(p.Name, func(t *testing.T) {
					t.Parallel()
					a := run(t, airlock, nil, "", append(p.Flags(), p.Path)...)
					stdout := a.Logs
					if a.Final {
						stdout += a.Repr + "\n"
					}
					var wrong []string
					if got := Transcript(stdout, a.exception()); got != p.Expected {
						wrong = append(wrong, difference(got, p.Expected))
					}
					skips.judge(t, kind+p.Name, wrong)
				})
			}
		})
		skips.finish(t, kind, names)
	}
}

// difference is the first line that two transcripts don't share.
func difference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range w {
		if i >= len(g) || g[i] != w[i] {
			last := "nothing"
			if i < len(g) {
				last = fmt.Sprintf("%.200q", g[i])
			}
			return fmt.Sprintf("line %d: airlock prints %s, CPython prints %.200q", i+1, last, w[i])
		}
	}
	return fmt.Sprintf("line %d: airlock prints %.200q, CPython nothing more", len(w)+1, g[len(w)])
}

// TestAirlockHoldsCases runs the cases one after the other: some bound the time.
func TestAirlockHoldsCases(t *testing.T) {
	all, err := Cases(testenv.Root(t))
	if err != nil {
		t.Fatal(err)
	}
	airlock, skips := buildAirlock(t), readSkips(t)
	var names []string
	for _, c := range all {
		name := "cases/" + c.ID
		names = append(names, name)
		t.Run(c.ID, func(t *testing.T) {
			start := time.Now()
			a := run(t, airlock, c.Setup.Env, c.Code, append(c.Flags(), "-")...)
			o := Outcome{Result: a.Output, Stdout: a.Logs, Took: time.Since(start)}
			if a.Error != nil {
				// Without the failing statement, which may quote the marker of an escape.
				o.Result, o.Error, o.Line = nil, a.exception(), a.Error.Line
			}
			skips.judge(t, name, c.Judge(o))
		})
	}
	skips.finish(t, "cases/", names)
}
