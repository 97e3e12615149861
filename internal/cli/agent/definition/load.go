package definition

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

const (
	// maxFile is the size of a file in bytes: far above what anybody writes.
	maxFile = 1 << 20
	// maxDepth is how many files may name each other in a row, and maxFiles how many are read.
	maxDepth = 8
	maxFiles = 100
)

// Load reads a file and those of the managed agents that it names. Paths in it are
// relative to its folder.
func Load(path string) (*Agent, error) { return new(loader).load(path, nil) }

// loader counts the files that it reads.
type loader struct{ files int }

func (l *loader) load(path string, above []string) (*Agent, error) {
	if l.files++; l.files > maxFiles {
		return nil, fmt.Errorf("reading the agent file %q: more than %d files of managed agents are named", path, maxFiles)
	}
	abs, err := filepath.Abs(path)
	if err != nil {
		return nil, fmt.Errorf("reading the agent file %q: %w", path, err)
	}
	if slices.Contains(above, abs) {
		return nil, fmt.Errorf("reading the agent file %q: it manages itself, by way of %q", path, above[len(above)-1])
	}
	if len(above) == maxDepth {
		return nil, fmt.Errorf("reading the agent file %q: more than %d files name each other", path, maxDepth)
	}
	text, err := readFile(path)
	if err != nil {
		return nil, err
	}
	a, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("reading the agent file %q: %w", path, err)
	}
	if err := l.resolve(a, filepath.Dir(abs), append(above, abs)); err != nil {
		return nil, err
	}
	return a, nil
}

func readFile(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("reading an agent file: %w", err)
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("reading the agent file %q: %w", path, err)
	}
	if len(text) > maxFile {
		return nil, fmt.Errorf("reading the agent file %q: it is larger than %d bytes", path, maxFile)
	}
	return text, nil
}

// Parse reads a definition. Files that it names aren't read.
func Parse(text []byte) (*Agent, error) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	var doc yaml.Node
	switch err := dec.Decode(&doc); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("it is empty")
	case err != nil:
		return nil, plainError(err)
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return nil, errors.New("it holds more than one document")
	}
	if err := new(fields).check(doc.Content[0], reflect.TypeFor[Agent]()); err != nil {
		return nil, err
	}
	var a Agent
	if err := doc.Decode(&a); err != nil {
		return nil, plainError(err)
	}
	if err := a.check(); err != nil {
		return nil, err
	}
	return &a, nil
}

// plainError is the library's error in one line.
func plainError(err error) error {
	var typed *yaml.TypeError
	if errors.As(err, &typed) {
		return errors.New(strings.Join(typed.Errors, "; "))
	}
	return errors.New(strings.TrimPrefix(err.Error(), "yaml: "))
}

// UnmarshalYAML implements yaml.Unmarshaler: a name alone is the provider.
func (m *Model) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&m.Provider)
	}
	type plain Model
	return n.Decode((*plain)(m))
}

// UnmarshalYAML implements yaml.Unmarshaler: a name alone is the executor's.
func (e *Executor) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&e.Name)
	}
	type plain Executor
	return n.Decode((*plain)(e))
}

// UnmarshalYAML implements yaml.Unmarshaler: a name alone is the document's.
func (o *OpenAPI) UnmarshalYAML(n *yaml.Node) error {
	if n.Kind == yaml.ScalarNode {
		return n.Decode(&o.Document)
	}
	type plain OpenAPI
	return n.Decode((*plain)(o))
}

// Remote tells that the document is at a URL.
func (o *OpenAPI) Remote() bool {
	return strings.HasPrefix(o.Document, "http://") || strings.HasPrefix(o.Document, "https://")
}

// check looks for what the fields' types don't rule out.
func (a *Agent) check() error {
	if a.Kind != "" && a.Kind != KindCode && a.Kind != KindToolCalling {
		return fmt.Errorf("kind is %q: want %s or %s", a.Kind, KindCode, KindToolCalling)
	}
	if err := a.CheckNumbers(); err != nil {
		return err
	}
	if a.Executor != nil {
		if err := checkNames(a.Executor.Env); err != nil {
			return fmt.Errorf("executor: env: %w", err)
		}
	}
	for i, m := range a.MCP {
		if err := checkNames(m.Env); err != nil {
			return fmt.Errorf("mcp server %d: env: %w", i+1, err)
		}
		if (len(m.Command) == 0) == (m.URL == "") {
			return fmt.Errorf("mcp server %d: want either a command or a url", i+1)
		}
	}
	for i, o := range a.OpenAPI {
		if o.Document == "" {
			return fmt.Errorf("openapi %d: want the document that describes the API", i+1)
		}
		if len(o.Headers) > 0 && o.BaseURL == "" && !o.Remote() {
			return fmt.Errorf("openapi %d: want a base-url, so that the headers don't go where the document says", i+1)
		}
	}
	for i := range a.Managed {
		m := &a.Managed[i]
		if m.File != "" && !reflect.DeepEqual(m.Agent, Agent{}) {
			return fmt.Errorf("managed agent %d: want either a file or what would stand in it", i+1)
		}
		if err := m.check(); err != nil {
			return fmt.Errorf("managed agent %d: %w", i+1, err)
		}
	}
	return nil
}

// CheckNumbers refuses what is no number or less than nothing.
func (a *Agent) CheckNumbers() error {
	numbers := map[string]float64{"max-steps": float64(a.MaxSteps), "plan-every": float64(a.PlanEvery)}
	if b := a.Budget; b != nil {
		maps.Copy(numbers, map[string]float64{
			"budget: steps": float64(b.Steps), "budget: tokens": float64(b.Tokens), "budget: cost": b.Cost, "budget: time": float64(b.Time),
		})
	}
	if m := a.Model; m != nil {
		numbers["model: max-tokens"], numbers["model: requests-per-minute"] = float64(m.MaxTokens), m.RequestsPerMinute
		if m.Temperature != nil {
			numbers["model: temperature"] = *m.Temperature
		}
		if p := m.Price; p != nil {
			maps.Copy(numbers, map[string]float64{"model: price: input": p.Input, "model: price: output": p.Output, "model: price: cached": p.Cached})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(numbers)) {
		if n := numbers[name]; !(n >= 0) || math.IsInf(n, 0) {
			return fmt.Errorf("%s is %v: want a number that isn't negative", name, n)
		}
	}
	return nil
}

// checkNames refuses values: an agent file holds no secrets.
func checkNames(env []string) error {
	for _, e := range env {
		if name, _, found := strings.Cut(e, "="); found || name == "" {
			return fmt.Errorf("want names of variables, not their values: %s", name)
		}
	}
	return nil
}

// resolve reads the files of managed agents and makes paths absolute.
func (l *loader) resolve(a *Agent, dir string, above []string) error {
	if m := a.Model; m != nil {
		if kind, path, ok := m.File(); ok {
			m.Provider = kind + ":" + under(dir, path)
			m.elsewhere = !within(dir, under(dir, path))
		}
	}
	for i := range a.MCP {
		if m := &a.MCP[i]; len(m.Command) > 0 {
			m.Dir = under(dir, m.Dir)
		}
	}
	for i := range a.OpenAPI {
		if o := &a.OpenAPI[i]; !o.Remote() {
			o.Document = under(dir, o.Document)
		}
	}
	for i := range a.Managed {
		m := &a.Managed[i]
		if m.File == "" {
			if err := l.resolve(&m.Agent, dir, above); err != nil {
				return err
			}
			continue
		}
		read, err := l.load(under(dir, m.File), above)
		if err != nil {
			return err
		}
		*m = Managed{Agent: *read}
	}
	return nil
}

func under(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// within tells that a file is in a folder or below it, also where links lead.
func within(dir, path string) bool {
	dir, err := filepath.EvalSymlinks(dir)
	if err != nil {
		return false
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return errors.Is(err, fs.ErrNotExist) // opening it tells
	}
	rel, err := filepath.Rel(dir, path)
	return err == nil && filepath.IsLocal(rel)
}

// The models that are files.
const (
	Recorded = "recorded"
	Scripted = "scripted"
)

// File tells that the model is a recording or a script, and where that is.
func (m *Model) File() (kind, path string, ok bool) {
	kind, path, ok = strings.Cut(m.Provider, ":")
	if ok && (kind == Recorded || kind == Scripted) {
		return kind, path, true
	}
	return "", "", false
}

// Elsewhere tells that the model is a file which the agent file names although it isn't
// beside it or below.
func (m *Model) Elsewhere() bool { return m.elsewhere }

// Save writes the definition, as one file with its managed agents that can be loaded again.
func Save(path string, a *Agent) error {
	if err := a.check(); err != nil {
		return err
	}
	text, err := Marshal(a)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path, text, 0o600); err != nil {
		return fmt.Errorf("saving the agent: %w", err)
	}
	return nil
}

// Marshal is what Save writes.
func Marshal(a *Agent) ([]byte, error) {
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(a); err != nil {
		return nil, fmt.Errorf("saving the agent: %w", err)
	}
	if err := enc.Close(); err != nil {
		return nil, fmt.Errorf("saving the agent: %w", err)
	}
	return b.Bytes(), nil
}
