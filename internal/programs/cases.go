package programs

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Case is one program of testdata/cases with what must and must not come of it; testdata/cases/README.md has the fields.
type Case struct {
	ID          string   `json:"id"`
	Kind        string   `json:"kind"`
	Code        string   `json:"code"`
	Imports     []string `json:"authorized_imports"`
	Marker      string   `json:"escape_marker"`
	MaxSeconds  float64  `json:"max_seconds"`
	MaxStdout   int      `json:"stdout_max_chars"`
	MentionLine int      `json:"should_mention_line"`
	Expect      struct {
		Result           json.RawMessage `json:"result"`
		Stdout           *string         `json:"stdout"`
		ErrorContains    string          `json:"error_contains"`
		ErrorContainsAny []string        `json:"error_contains_any"`
		MustNot          string          `json:"must_not"`
	} `json:"expect"`
	Limits struct {
		TimeoutSeconds float64 `json:"timeout_seconds"`
		MaxOperations  int64   `json:"max_operations"`
		MemoryMB       int64   `json:"memory_mb"`
		MaxPrintChars  int     `json:"max_print_chars"`
	} `json:"limits"`
	Setup struct {
		Env map[string]string `json:"env"`
	} `json:"setup"`
}

// Outcome is what came of a case: the value as safe text (tagged JSON, without its "safe:"), the output, and the error as
// the user sees it, with the line that it names (0 for none).
type Outcome struct {
	Result json.RawMessage
	Stdout string
	Error  string
	Line   int
	Took   time.Duration
}

// Cases loads testdata/cases below the module's top folder root.
func Cases(root string) ([]Case, error) {
	paths, err := filepath.Glob(filepath.Join(root, "testdata", "cases", "*.json"))
	if err != nil {
		return nil, fmt.Errorf("list cases: %w", err)
	}
	all := make([]Case, len(paths))
	for i, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			return nil, fmt.Errorf("load case: %w", err)
		}
		if err := json.Unmarshal(text, &all[i]); err != nil {
			return nil, fmt.Errorf("load case %q: %w", path, err)
		}
	}
	return all, nil
}

// Flags returns the arguments of `airlock run` that give the case its settings.
func (c Case) Flags() []string {
	var flags []string
	add := func(set bool, name string, value any) {
		if set {
			flags = append(flags, name, fmt.Sprint(value))
		}
	}
	for _, m := range c.Imports {
		add(true, "--import", m)
	}
	add(c.Limits.TimeoutSeconds > 0, "--timeout", time.Duration(c.Limits.TimeoutSeconds*float64(time.Second)))
	add(c.Limits.MaxOperations > 0, "--max-operations", c.Limits.MaxOperations)
	add(c.Limits.MemoryMB > 0, "--max-memory", fmt.Sprintf("%dMiB", c.Limits.MemoryMB))
	add(c.Limits.MaxPrintChars > 0, "--max-output", c.Limits.MaxPrintChars)
	return flags
}

// Judge returns what is wrong with the outcome; nothing means that the case passes.
func (c Case) Judge(o Outcome) []string {
	var wrong []string
	fail := func(format string, args ...any) { wrong = append(wrong, fmt.Sprintf(format, args...)) }

	if c.Marker != "" && strings.Contains(o.Stdout+string(o.Result)+o.Error, c.Marker) {
		fail("it got out: it must not %s", c.Expect.MustNot)
	}
	if c.MaxSeconds > 0 && o.Took.Seconds() > c.MaxSeconds {
		fail("took %.1f s, more than %g s", o.Took.Seconds(), c.MaxSeconds)
	}
	if n := len([]rune(o.Stdout)); c.MaxStdout > 0 && n > c.MaxStdout {
		fail("printed %d characters, more than %d", n, c.MaxStdout)
	}
	if c.Expect.Stdout != nil && o.Stdout != *c.Expect.Stdout {
		fail("printed %q, want %q", o.Stdout, *c.Expect.Stdout)
	}
	if c.MentionLine > 0 && o.Line != c.MentionLine {
		fail("the error names line %d, want %d", o.Line, c.MentionLine)
	}
	if c.Expect.Result != nil {
		if same, err := sameValue(o.Result, c.Expect.Result); err != nil || !same {
			fail("result %s, want %s (error %q)", o.Result, c.Expect.Result, o.Error)
		}
	}
	if want := c.Expect.ErrorContains; want != "" && !strings.Contains(o.Error, want) {
		fail("error %q, want one with %q", o.Error, want)
	}
	if words := c.Expect.ErrorContainsAny; len(words) > 0 && !containsAny(o, words) {
		fail("error %q and result %s, want one of %q", o.Error, o.Result, words)
	}
	return wrong
}

// containsAny reports whether a limit shows. The run may be refused, or the program may have caught the error and answer
// its name. An answer of true passes as well: it is that of a program whose work was within the limits after all, such as
// a regular expression that an engine matches in linear time.
func containsAny(o Outcome, words []string) bool {
	if o.Error == "" && string(o.Result) == "true" {
		return true
	}
	said := strings.ToLower(o.Error + string(o.Result))
	return slices.ContainsFunc(words, func(w string) bool { return strings.Contains(said, strings.ToLower(w)) })
}
