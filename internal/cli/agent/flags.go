package agent

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/shared/value"
)

// definition is the agent that the agent file and the flags describe. What was typed
// wins over the file, and that over environment and configuration; lists are added.
func (o *options) definition(fs *pflag.FlagSet) (*definition.Agent, error) {
	def := &definition.Agent{}
	if o.file != "" {
		var err error
		if def, err = definition.Load(o.file); err != nil {
			return nil, app.Usage("%w", err)
		}
	}
	u := &fromFlags{fs}
	if def.Executor == nil {
		def.Executor = &definition.Executor{}
	}
	u.executor(def)
	if err := o.defineModel(u, def); err != nil {
		return nil, err
	}
	o.defineAgent(u, def)
	if err := o.defineMCP(def); err != nil {
		return nil, err
	}
	if err := o.defineOpenAPI(def); err != nil {
		return nil, err
	}
	for _, path := range o.managed {
		m, err := definition.Load(path)
		if err != nil {
			return nil, app.Usage("%w", err)
		}
		def.Managed = append(def.Managed, definition.Managed{Agent: *m})
	}
	if err := def.CheckNumbers(); err != nil {
		return nil, app.Usage("%w", err)
	}
	return def, nil
}

// fromFlags takes values of flags over into a definition.
type fromFlags struct{ *pflag.FlagSet }

// wanted tells that a flag's value counts: it was typed, or set elsewhere while the file
// says nothing.
func (u *fromFlags) wanted(name string, empty bool) bool {
	f := u.Lookup(name)
	return f.Changed && (empty || !app.Configured(f))
}

func take[T comparable](u *fromFlags, name string, to *T, v T) {
	var zero T
	if u.wanted(name, *to == zero) {
		*to = v
	}
}

func (u *fromFlags) executor(def *definition.Agent) {
	e := def.Executor
	texts := map[string]*string{
		"executor": &e.Name, "timeout": &e.Timeout, "max-operations": &e.MaxOperations, "max-while": &e.MaxWhile,
		"max-memory": &e.MaxMemory, "max-output": &e.MaxOutput, "isolate": &e.Isolate,
	}
	for name, to := range texts {
		take(u, name, to, u.Lookup(name).Value.String())
	}
	lists := map[string]*[]string{
		"env": &e.Env, "allow-dunder": &e.AllowDunder, "allow-function": &e.AllowFunction, "require-isolation": &e.RequireIsolation,
		"import": &def.Imports, "package": &def.Packages, "tool": &def.Tools,
	}
	for name, to := range lists {
		for _, v := range u.Lookup(name).Value.(pflag.SliceValue).GetSlice() {
			if !slices.Contains(*to, v) {
				*to = append(*to, v)
			}
		}
	}
	for _, opt := range u.Lookup("opt").Value.(pflag.SliceValue).GetSlice() {
		if name, v, ok := strings.Cut(opt, "="); ok {
			if e.Options == nil {
				e.Options = map[string]string{}
			}
			e.Options[name] = v
		}
	}
	if strict, err := u.GetBool("strict-dunder"); err == nil && strict {
		e.StrictDunder = true
	}
}

func (o *options) defineModel(u *fromFlags, def *definition.Agent) error {
	m := def.Model
	if m == nil {
		m = &definition.Model{}
	}
	if u.wanted("model", m.Provider == "") && o.model != m.Provider {
		// Another provider has other models, addresses and keys.
		m = &definition.Model{Provider: o.model}
	}
	take(u, "model-id", &m.ID, o.modelID)
	take(u, "api-base", &m.APIBase, o.apiBase)
	take(u, "key-env", &m.KeyEnv, o.keyEnv)
	take(u, "max-tokens", &m.MaxTokens, o.maxTokens)
	if u.wanted("temperature", m.Temperature == nil) {
		m.Temperature = &o.temperature
	}
	if u.wanted("price", m.Price == nil) && o.price != "" {
		p, err := parsePrice(o.price)
		if err != nil {
			return err
		}
		m.Price = p
	}
	if m.Provider == "" {
		return app.Usage("no model is named: say who serves it with --model, one of %s, recorded:FILE or scripted:FILE", strings.Join(providerNames(), ", "))
	}
	def.Model = m
	return nil
}

func parsePrice(text string) (*definition.Price, error) {
	var p definition.Price
	to := []*float64{&p.Input, &p.Output, &p.Cached}
	parts := strings.Split(text, ",")
	if len(parts) < 2 || len(parts) > len(to) {
		return nil, app.Usage("--price %q: want INPUT,OUTPUT or INPUT,OUTPUT,CACHED, as in --price 2.5,10", text)
	}
	for i, part := range parts {
		v, err := strconv.ParseFloat(strings.TrimSpace(part), 64)
		if err != nil || !(v >= 0) || math.IsInf(v, 0) {
			return nil, app.Usage("--price %q: %q is not a price", text, part)
		}
		*to[i] = v
	}
	return &p, nil
}

func (o *options) defineAgent(u *fromFlags, def *definition.Agent) {
	take(u, "instructions", &def.Instructions, o.instructions)
	take(u, "max-steps", &def.MaxSteps, o.maxSteps)
	take(u, "plan-every", &def.PlanEvery, o.planEvery)
	take(u, "markdown", &def.Markdown, o.markdown)
	take(u, "structured", &def.Structured, o.structured)
	take(u, "show-images", &def.ShowImages, o.showImages)
	if u.wanted("tool-calling", def.Kind == "") {
		def.Kind = map[bool]string{true: definition.KindToolCalling, false: definition.KindCode}[o.toolCalling]
	}
	b := def.Budget
	if b == nil {
		b = &definition.Budget{}
	}
	take(u, "budget-tokens", &b.Tokens, o.budgetTokens)
	take(u, "budget-cost", &b.Cost, o.budgetCost)
	take(u, "budget-time", &b.Time, o.budgetTime)
	if *b != (definition.Budget{}) {
		def.Budget = b
	}
}

func (o *options) defineMCP(def *definition.Agent) error {
	headers, err := headersOf("--mcp-header", o.mcpHeaders)
	if err != nil {
		return err
	}
	remote := func(text string) bool {
		return strings.HasPrefix(text, "http://") || strings.HasPrefix(text, "https://")
	}
	if len(headers) > 0 && !slices.ContainsFunc(o.mcp, remote) {
		return app.Usage("--mcp-header: no --mcp is a URL, and only those get headers")
	}
	for _, text := range o.mcp {
		if remote(text) {
			def.MCP = append(def.MCP, definition.MCP{URL: text, Headers: headers})
			continue
		}
		words, err := splitWords(text)
		if err != nil || len(words) == 0 {
			return app.Usage("--mcp %q: want the command of a server, or a URL that begins with https:// or http://", text)
		}
		def.MCP = append(def.MCP, definition.MCP{Command: words, Env: o.mcpEnv})
	}
	return nil
}

func (o *options) defineOpenAPI(def *definition.Agent) error {
	headers, err := headersOf("--openapi-header", o.apiHeaders)
	if err != nil {
		return err
	}
	if len(headers) > 0 && len(o.openapi) == 0 {
		return app.Usage("--openapi-header: there is no --openapi")
	}
	for _, document := range o.openapi {
		def.OpenAPI = append(def.OpenAPI, definition.OpenAPI{Document: document, Headers: headers})
	}
	return nil
}

// headersOf reads headers as they are typed.
func headersOf(flag string, list []string) (map[string]string, error) {
	var headers map[string]string
	for _, text := range list {
		name, v, found := strings.Cut(text, "=")
		if !found || name == "" || strings.ContainsAny(name, ": \t") {
			return nil, app.Usage("%s: want NAME=VALUE, as in %s 'Authorization=Bearer ${TOKEN}'", flag, flag) // without what may be a key
		}
		if headers == nil {
			headers = map[string]string{}
		}
		headers[name] = v
	}
	return headers, nil
}

// variables are the values of --var.
func (o *options) variables() (map[string]any, error) {
	vars, err := o.Variables()
	if err != nil {
		return nil, err
	}
	args := map[string]any{}
	for _, v := range vars {
		x, err := value.Decode(v.Value)
		if err != nil {
			return nil, app.Usage("--var %s: %w", v.Name, err)
		}
		args[v.Name] = x
	}
	return args, nil
}

// sandboxOptions are a definition's wishes as the flags' values.
func sandboxOptions(def *definition.Agent) (*sandbox.Options, error) {
	o := &sandbox.Options{}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	o.Register(fs)
	e := def.Executor
	if e == nil {
		e = &definition.Executor{}
	}
	values := map[string][]string{
		"executor": {e.Name}, "timeout": {e.Timeout}, "max-operations": {e.MaxOperations}, "max-while": {e.MaxWhile},
		"max-memory": {e.MaxMemory}, "max-output": {e.MaxOutput}, "isolate": {e.Isolate}, "env": e.Env,
		"allow-dunder": e.AllowDunder, "allow-function": e.AllowFunction, "require-isolation": e.RequireIsolation,
		"import": def.Imports, "package": def.Packages,
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		for _, v := range values[name] {
			if v == "" {
				continue
			}
			if err := fs.Set(name, v); err != nil {
				return nil, app.Usage("executor: %s is %q: %w", name, v, plainFlagError(err))
			}
		}
	}
	for _, name := range slices.Sorted(maps.Keys(e.Options)) {
		o.Opts = append(o.Opts, name+"="+e.Options[name])
	}
	o.StrictDunder = e.StrictDunder
	return o, nil
}

// checkFolder tells before the work that a file can't be written after it.
func checkFolder(flag, path string) error {
	if path == "" {
		return nil
	}
	dir := filepath.Dir(path)
	if st, err := os.Stat(dir); err != nil || !st.IsDir() {
		return app.Usage("%s %q: there is no folder %q", flag, path, dir)
	}
	if st, err := os.Stat(path); err == nil && st.IsDir() {
		return app.Usage("%s %q: it is a folder; name a file in it", flag, path)
	}
	return nil
}

// splitWords splits a command like a shell does: at white space, but not within quotes or
// after a backslash. Nothing is expanded.
func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	var quote rune
	started, escaped := false, false
	for _, c := range text {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			started, escaped = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote != 0:
			word.WriteRune(c)
		case c == '\'' || c == '"':
			quote, started = c, true
		case c == ' ' || c == '\t' || c == '\n':
			if started {
				words = append(words, word.String())
			}
			word.Reset()
			started = false
		default:
			word.WriteRune(c)
			started = true
		}
	}
	if quote != 0 || escaped {
		return nil, fmt.Errorf("%q ends within a quote", text)
	}
	if started {
		words = append(words, word.String())
	}
	return words, nil
}

// plainFlagError is what is wrong with a flag's value, without its name.
func plainFlagError(err error) error {
	var invalid *pflag.InvalidValueError
	if errors.As(err, &invalid) {
		return invalid.Unwrap()
	}
	return err
}
