// Package prompt holds the texts that an agent tells its model: the system prompts of
// the two kinds of agents, the words around planning, managed agents and the last
// answer. Each is a text/template and can be replaced.
package prompt

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"
	"text/template"
)

//go:embed templates/*.tmpl
var files embed.FS

// Names of the templates.
const (
	Code        = "code"         // system prompt of an agent that writes code
	Structured  = "structured"   // the same, with replies in JSON
	ToolCalling = "tool_calling" // system prompt of an agent that calls tools by JSON
	Plan        = "plan"         // asks for the first plan
	Replan      = "replan"       // asks for a new plan, after the history
	ManagedTask = "managed_task" // a manager's request, as the managed agent is told it
	Report      = "report"       // a managed agent's answer, as the manager is told it
	LastAnswer  = "last_answer"  // asks for an answer when no step is left
)

var names = []string{Code, Structured, ToolCalling, Plan, Replan, ManagedTask, Report, LastAnswer}

// Tool is a tool as templates see it.
type Tool struct {
	Name string
	// Signature is the Python function that the tool looks like, docstring included.
	Signature string
	// Description is its first paragraph.
	Description string
}

// Data is what the templates can use; each uses its part.
type Data struct {
	Tools []Tool
	// Agents are the managed ones, as tools.
	Agents []Tool
	// Imports lists the modules that code may import; AnyImport tells that all are allowed.
	Imports      []string
	AnyImport    bool
	Instructions string
	// Open and Close are the tags around code.
	Open, Close string
	// Task is the user's, or the manager's.
	Task string
	// Steps that are left.
	Steps int
	// Name of the agent; Answer and Summary (optional) of a managed one.
	Name, Answer, Summary string
}

// Templates are the texts of an agent. The zero value has Airlock's own.
type Templates struct {
	custom map[string]*template.Template
}

// functions that templates may call.
var functions = template.FuncMap{
	"join": strings.Join,
}

// Set replaces a template. The text is one of text/template; it is tried with an empty
// Data at once, so that a mistake shows here.
func (t *Templates) Set(name, text string) error {
	if !slices.Contains(names, name) {
		return fmt.Errorf("there is no template %q: want one of %s", name, strings.Join(names, ", "))
	}
	p, err := template.New(name).Funcs(functions).Parse(text)
	if err != nil {
		return fmt.Errorf("template %s: %w", name, err)
	}
	if err := p.Execute(&strings.Builder{}, Data{}); err != nil {
		return fmt.Errorf("template %s: %w", name, err)
	}
	if t.custom == nil {
		t.custom = map[string]*template.Template{}
	}
	t.custom[name] = p
	return nil
}

// builtin are Airlock's own templates, read when the first is needed.
var builtin = sync.OnceValues(func() (*template.Template, error) {
	return template.New("").Funcs(functions).ParseFS(files, "templates/*.tmpl")
})

// Render fills a template in.
func (t *Templates) Render(name string, d Data) (string, error) {
	p := t.custom[name]
	if p == nil {
		all, err := builtin()
		if err != nil {
			return "", fmt.Errorf("template %s: %w", name, err)
		}
		p = all.Lookup(name + ".tmpl")
	}
	var b strings.Builder
	if err := p.Execute(&b, d); err != nil {
		return "", fmt.Errorf("template %s: %w", name, err)
	}
	return strings.TrimSpace(b.String()), nil
}

// defaultImports are the modules that every executor admits.
var defaultImports = []string{
	"collections", "datetime", "itertools", "math", "queue", "random", "re", "stat", "statistics", "time", "unicodedata",
}

// Imports is the list of modules that code may import when more are authorised beside
// the default ones; all tells that every module is.
func Imports(more []string) (list []string, all bool) {
	list = slices.Concat(defaultImports, more)
	slices.Sort(list)
	return slices.Compact(list), slices.Contains(more, "*")
}
