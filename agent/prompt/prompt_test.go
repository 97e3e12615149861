package prompt

import (
	"slices"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/plugins/local/python/policy"
)

func TestRender(t *testing.T) {
	d := Data{
		Tools: []Tool{{Name: "web", Signature: "def web(q: str) -> str:\n    \"\"\"Looks {{it}} up.\"\"\""}}, Agents: []Tool{{Name: "clerk", Signature: "def clerk(task: str)"}},
		Imports: []string{"math", "re"}, Instructions: "Be {{brief}}.", Open: "<code>", Close: "</code>", Task: "add {{.Open}}", Steps: 3, Name: "x", Answer: "42", Summary: "s",
	}
	var none Templates
	for name, wants := range map[string][]string{
		Code:        {"<code>\nfinal_answer(180)\n</code>", "def web(q: str)", "def clerk(", "math, re.", "Be {{brief}}.", "Looks {{it}} up."},
		Structured:  {`"thought"`, "def web(q: str)", "Be {{brief}}."},
		ToolCalling: {"final_answer", "clerk", "Be {{brief}}."},
		Plan:        {"add {{.Open}}", "def web(", "At most 3 steps", "<end_plan>"},
		Replan:      {"add {{.Open}}", "<end_plan>"},
		ManagedTask: {"assistant x", "add {{.Open}}"},
		Report:      {"Report of x:\n42", "How x worked:\ns"},
		LastAnswer:  {"add {{.Open}}"},
	} {
		text, err := none.Render(name, d)
		if err != nil {
			t.Fatal(err)
		}
		for _, want := range wants {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
	}
}

func TestSet(t *testing.T) {
	var own Templates
	if err := own.Set(Code, "Write code{{range .Tools}} with {{.Name}}{{end}}."); err != nil {
		t.Fatal(err)
	}
	if text, err := own.Render(Code, Data{Tools: []Tool{{Name: "a"}}}); err != nil || text != "Write code with a." {
		t.Errorf("got %q, %v", text, err)
	}
	for name, text := range map[string]string{"unknown": "x", Code: "{{", Plan: "{{.Nothing}}"} {
		if err := own.Set(name, text); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
	}
}

func TestImports(t *testing.T) {
	list, all := Imports([]string{"json", "math"})
	if s := strings.Join(list, " "); all || !strings.HasPrefix(s, "collections datetime") || strings.Count(s, "math") != 1 || !strings.Contains(s, "json") {
		t.Errorf("got %s, %v", s, all)
	}
	if list, _ := Imports(nil); !slices.Equal(list, policy.DefaultModules) {
		t.Errorf("models are told of %v, and code may import %v", list, policy.DefaultModules)
	}
	if _, all := Imports([]string{"*"}); !all {
		t.Error("* isn't all")
	}
}
