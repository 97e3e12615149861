package executor_test

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/policy"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

var update = flag.Bool("update", false, "write docs/parity.md anew")

// outcomeOf is what a step gives, in the terms that both systems have.
type outcomeOf struct {
	Value string `json:"value"` // its repr; "" for None
	Logs  string `json:"logs"`
	Final bool   `json:"final"`
	Error string `json:"error"` // the whole message
}

// verdict is how a snippet's outcomes compare.
type verdict int

const (
	equal verdict = iota
	pythonWins
	here
)

// comparison is a snippet with what became of it.
type comparison struct {
	*snippet
	verdict   verdict
	step      int // of the first difference
	reference outcomeOf
	airlock   outcomeOf
}

// TestParity runs the snippets of testdata/parity through smolagents' executor and through this one. Value, logs, final
// answer and error are the same, or CPython gives what we give, or the snippet is tagged with the rule that we differ by.
// docs/parity.md is the record.
func TestParity(t *testing.T) {
	all := loadSnippets(t)
	d := startDriver(t)
	done := make([]comparison, 0, len(all))
	for _, s := range all {
		t.Run(s.area+"/"+s.name, func(t *testing.T) {
			if c := compare(t, d, s); !t.Failed() {
				done = append(done, c)
			}
		})
	}
	if t.Failed() || len(done) < len(all) {
		return // some are filtered out by -run, or the record would be wrong
	}
	if len(all) < 300 {
		t.Errorf("there are %d snippets, fewer than 300", len(all))
	}
	for rule := range rules {
		if !slices.ContainsFunc(done, func(c comparison) bool { return c.rule == rule }) {
			t.Errorf("no snippet shows the rule %q", rule)
		}
	}
	path := filepath.Join(testenv.Root(t), "docs", "parity.md")
	want := parityDoc(done)
	if *update {
		if err := os.WriteFile(path, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(path); err != nil || string(got) != want {
		t.Errorf("docs/parity.md is not what the snippets give (%v): go test ./plugins/local/executor -run Parity -update", err)
	}
}

// TestParityConstants: the defaults are the reference's.
func TestParityConstants(t *testing.T) {
	got := startDriver(t).ask(t, "constants", &snippet{name: "constants"})[0].Value
	limits, modules := python.DefaultLimits, "'"+strings.Join(policy.DefaultModules, "', '")+"'"
	want := fmt.Sprintf("[%d, %d, %d, %d, %s]", limits.Operations, limits.Iterations, int(limits.Time.Seconds()), 50_000, modules)
	if got != want {
		t.Errorf("smolagents has %s, we have %s", got, want)
	}
}

func compare(t *testing.T, d *driver, s *snippet) comparison {
	t.Helper()
	ref, ours := d.ask(t, "reference", s), runSteps(t, s)
	c := comparison{snippet: s}
	if c.step = firstDifference(ref, ours); c.step < 0 {
		if s.rule != "" {
			t.Errorf("both systems agree: the tag %q is not needed any more", s.rule)
		}
		return c
	}
	c.reference, c.airlock, c.verdict = ref[c.step], ours[c.step], pythonWins
	py := d.ask(t, "python", s)
	at := firstDifference(py, ours)
	switch {
	case at < 0 && s.rule != "":
		t.Errorf("CPython agrees: the tag %q is not needed any more", s.rule)
	case at >= 0 && s.rule == "":
		at = max(at, c.step)
		t.Errorf("step %d differs from both\n%s\nsmolagents: %+v\nCPython:    %+v\nAirlock:    %+v", at+1, s.steps[at], ref[at], py[at], ours[at])
	case at >= 0:
		c.verdict = here
	}
	return c
}

func firstDifference(a, b []outcomeOf) int {
	for i := range b {
		if i >= len(a) || a[i].plain() != b[i].plain() {
			return i
		}
	}
	return -1
}

var (
	address    = regexp.MustCompile(`0x[0-9a-f]{6,}`)
	importList = regexp.MustCompile(`Authorized imports are: \[([^\]]*)\]`)
)

// plain is an outcome without what chance decides: addresses, and the order of the reference's list of imports.
func (o outcomeOf) plain() outcomeOf {
	clean := func(s string) string {
		s = importList.ReplaceAllStringFunc(s, func(list string) string {
			head, names, _ := strings.Cut(strings.TrimSuffix(list, "]"), "[")
			sorted := strings.Split(names, ", ")
			slices.Sort(sorted)
			return head + "[" + strings.Join(sorted, ", ") + "]"
		})
		return strings.TrimRight(address.ReplaceAllString(s, "0x…"), "\n")
	}
	return outcomeOf{Value: clean(o.Value), Logs: clean(o.Logs), Final: o.Final, Error: clean(o.Error)}
}

// runSteps runs a snippet's steps in one session of ours.
func runSteps(t *testing.T, s *snippet) []outcomeOf {
	t.Helper()
	req := &shared.OpenRequest{AuthorizedImports: s.imports, Limits: shared.Limits{
		Operations: s.limits["operations"], Iterations: s.limits["iterations"], OutputChars: s.limits["print"],
		Time: time.Duration(s.limits["time"]) * time.Second,
	}}
	session, err := (&executor.Executor{}).Open(t.Context(), req, &events{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _, _ = session.Close(context.Background()) }()
	tools := []shared.ToolSpec{tool("plus"), tool("search"), tool("fail"), {Name: "final_answer", Final: true}}
	if err := session.SetTools(t.Context(), tools); err != nil {
		t.Fatal(err)
	}
	out := make([]outcomeOf, 0, len(s.steps))
	for _, code := range s.steps {
		res, e := fails(t, session, code, &events{tool: answerTool})
		o := outcomeOf{Value: res.Repr, Logs: res.Logs, Final: res.IsFinalAnswer}
		if e != nil {
			o.Error = e.Message
		}
		out = append(out, o)
	}
	return out
}

// answerTool does what the driver's tools do.
func answerTool(_ context.Context, c *shared.ToolCall) (value.Text, error) {
	args := append([]value.Text(nil), c.Args...)
	for _, kw := range c.Kwargs {
		args = append(args, kw.Value)
	}
	switch c.Name {
	case "final_answer":
		if len(args) == 0 {
			return value.MustText(nil), nil
		}
		return args[0], nil
	case "plus":
		var a, b int
		if err := errors.Join(plainJSON(args[0], &a), plainJSON(args[1], &b)); err != nil {
			return nil, err
		}
		return value.MustText(a + b), nil
	case "search":
		var query string
		limit := 3
		if err := plainJSON(args[0], &query); err != nil {
			return nil, err
		}
		if len(args) > 1 {
			if err := plainJSON(args[1], &limit); err != nil {
				return nil, err
			}
		}
		found := []any{}
		for i := range limit {
			found = append(found, fmt.Sprintf("%s %d", query, i))
		}
		return value.MustText(found), nil
	}
	var text string
	if err := plainJSON(args[0], &text); err != nil {
		return nil, err
	}
	return nil, &shared.Error{Kind: shared.KindTool, Type: "ValueError", Message: text}
}

func plainJSON(t value.Text, into any) error {
	return json.Unmarshal([]byte(strings.TrimPrefix(string(t), value.SafePrefix)), into)
}
