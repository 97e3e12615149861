package executor_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/internal/testenv"
)

// rules are those by which outcomes differ on purpose, as docs/parity.md puts them.
var rules = map[string]string{
	"dunder-text":   "`__name__`, `__qualname__`, `__doc__`, `__module__` and `x.__class__` may be read: they give nothing away. `--strict-dunder` withholds them.",
	"dunder-route":  "The dunder rule holds on every route: writing, augmenting and deleting, `setattr`, `str.format`, `operator.attrgetter` and `methodcaller`, and calls.",
	"dunder-frames": "Frames and code objects can't be reached from functions, generators and exceptions.",
	"tool-bound":    "No statement binds a tool anew: `def`, `class`, `import`, `with`, `del` and the walrus are refused like assignment.",
	"withheld":      "A withheld built-in is refused in the same words wherever it is mentioned, not only where it is called.",
	"names":         "A name that isn't there is a NameError in CPython's words.",
	"modules":       "A module or function that the policy doesn't admit is refused on every route, where it is reached and not where it is used.",
	"import-error":  "A refused import is an ImportError too, so that fallbacks work.",
	"missing-name":  "A name that a module lacks is an ImportError, so that fallbacks work, in the reference's words.",
	"limits":        "Limits can't be caught.",
}

// parityDoc is the text of docs/parity.md.
func parityDoc(all []comparison) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Parity with smolagents %s\n\n", testenv.SmolagentsVersion)
	fmt.Fprintf(&b, "%d snippets (`testdata/parity`) run in smolagents' local executor and in ours; value, logs, final answer and the text of the\n", len(all))
	b.WriteString("error are compared, lists of imports sorted. Where the two differ, either CPython 3.12 gives what Airlock gives, or the snippet is\n" +
		"tagged with the rule by which Airlock differs. `go test ./plugins/local/executor -run Parity` compares, and writes this file with `-update`.\n\n")
	b.WriteString("| area | snippets | equal | Python wins | Airlock differs |\n|---|---|---|---|---|\n")
	count := map[string]*[3]int{}
	var total [3]int
	for _, c := range all {
		if count[c.area] == nil {
			count[c.area] = &[3]int{}
		}
		count[c.area][c.verdict]++
		total[c.verdict]++
	}
	for _, area := range slices.Sorted(maps.Keys(count)) {
		n := count[area]
		fmt.Fprintf(&b, "| %s | %d | %d | %d | %d |\n", area, n[0]+n[1]+n[2], n[equal], n[pythonWins], n[here])
	}
	fmt.Fprintf(&b, "| all | %d | %d | %d | %d |\n", len(all), total[equal], total[pythonWins], total[here])
	b.WriteString("\nIn the lists, the first outcome is smolagents', the second Airlock's; long ones are cut.\n\n## Airlock differs on purpose\n")
	for _, rule := range slices.Sorted(maps.Keys(rules)) {
		list(&b, "\n### "+rule+"\n\n"+rules[rule]+"\n\n", all, func(c *comparison) bool { return c.verdict == here && c.rule == rule })
	}
	b.WriteString("\n## Python wins\n\nAirlock gives what CPython 3.12 gives.\n")
	for _, area := range slices.Sorted(maps.Keys(count)) {
		list(&b, "\n### "+area+"\n\n", all, func(c *comparison) bool { return c.verdict == pythonWins && c.area == area })
	}
	return b.String()
}

// list writes the differences that match, under a heading.
func list(b *strings.Builder, heading string, all []comparison, match func(*comparison) bool) {
	for i := range all {
		c := &all[i]
		if !match(c) {
			continue
		}
		b.WriteString(heading)
		heading = ""
		fmt.Fprintf(b, "- %s: %s\n  - %s\n  - %s\n", c.name, quote(c.steps[c.step], 160), c.reference.tell(c.airlock), c.airlock.tell(c.reference))
	}
}

// tell is an outcome in a line: the error, or the value, and what else tells it from the other.
func (o outcomeOf) tell(other outcomeOf) string {
	o, other = o.plain(), other.plain()
	var parts []string
	if o.Error != "" {
		text := o.Error
		if _, after, ok := strings.Cut(text, "' due to: "); ok && !strings.HasSuffix(other.Error, "' due to: "+after) {
			text = after
		}
		parts = append(parts, quote(text, 200))
	} else {
		v := o.Value
		if v == "" {
			v = "None"
		}
		parts = append(parts, quote(v, 120))
	}
	if o.Final != other.Final {
		parts = append(parts, map[bool]string{true: "as the final answer", false: "not final"}[o.Final])
	}
	if o.Logs != other.Logs {
		parts = append(parts, "printed "+quote(o.Logs, 120))
	}
	return strings.Join(parts, ", ")
}

// quote is text as code in a line, cut to n characters.
func quote(text string, n int) string {
	r := []rune(strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", " ⏎ "))
	if len(r) > n {
		r = append(r[:n:n], '…')
	}
	if len(r) == 0 {
		return "nothing"
	}
	mark := "`"
	for strings.Contains(string(r), mark) {
		mark += "`"
	}
	if len(mark) > 1 {
		return mark + " " + string(r) + " " + mark
	}
	return mark + string(r) + mark
}
