package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/redact"
)

// savedRun is a file of --save-run.
type savedRun struct {
	Agent    string         `json:"agent"`
	Executor string         `json:"executor,omitempty"`
	Provider string         `json:"provider,omitempty"`
	Model    string         `json:"model,omitempty"`
	Result   *agent.Result  `json:"result,omitempty"`
	Error    string         `json:"error,omitempty"`
	Memory   *memory.Memory `json:"memory"`
}

// writeRun writes a run to a file that only its owner can read, whatever became of the run.
func (b *builder) writeRun(path string, t *turn, failed error) error {
	run := &savedRun{Agent: t.name, Executor: b.def.Executor.Name, Provider: b.def.Model.Provider, Model: b.def.Model.ID, Result: t.result, Memory: t.memory}
	if failed != nil {
		run.Error = failed.Error()
	}
	text, err := marshalHidden(b.redact, run)
	if err != nil {
		return fmt.Errorf("saving the run: %w", err)
	}
	return writePrivate(path, append(text, '\n'))
}

// writePrivate replaces a file at once, by one of the mode 0600.
func writePrivate(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".airlock-*")
	if err != nil {
		return fmt.Errorf("saving %s: %w", path, err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		_ = os.Remove(f.Name()) // the error that counts is the first
		return fmt.Errorf("saving %s: %w", path, err)
	}
	return nil
}

// maxRun is the size of a saved run, in bytes.
const maxRun = 256 << 20

// readRun reads a saved run, or the memory alone, as programs save it.
func readRun(path string) (*savedRun, error) {
	text, err := readFile(path, maxRun)
	if err != nil {
		return nil, app.Usage("reading a saved run: %w", err)
	}
	var run savedRun
	if err := json.Unmarshal(text, &run); err != nil {
		return nil, app.Usage("reading the saved run %q: %w", path, err)
	}
	if run.Memory == nil {
		run = savedRun{Memory: &memory.Memory{}}
		if err := json.Unmarshal(text, run.Memory); err != nil {
			return nil, app.Usage("reading the saved run %q: %w", path, err)
		}
	}
	if run.Agent == "" {
		run.Agent = "agent"
	}
	return &run, nil
}

// marshalHidden is the JSON of v without secrets.
func marshalHidden(r *redact.Redactor, v any) ([]byte, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return nil, err
	}
	return r.JSON(text)
}

// saveDefinition writes the agent file, without secrets: of the sandbox's environment
// only the names.
func (b *builder) saveDefinition(ctx context.Context) error {
	def := *b.def
	exec := *b.def.Executor
	exec.Env = nil
	for _, e := range b.def.Executor.Env {
		name, _, _ := strings.Cut(e, "=")
		exec.Env = append(exec.Env, name)
	}
	def.Executor = &exec
	if len(exec.Options) > 0 {
		secret := secretOptions(ctx, b.host, exec.Name)
		for name := range exec.Options {
			if secret[name] {
				return app.Usage("--save-agent: the option %s of %s is a secret, and an agent file holds none; leave --opt %s out here and give it when the agent runs", name, exec.Name, name)
			}
		}
	}
	for _, headers := range headersIn(&def) {
		for name, v := range headers {
			if authorises(name) && len(variablesIn(v)) == 0 {
				return app.Usage("--save-agent: the header %s holds a key, and an agent file holds no secrets; give the key in an environment variable and the header as '%s=${VARIABLE}'", name, name)
			}
		}
	}
	for _, address := range addressesIn(&def) {
		if shown, secret := secretAddress(address); secret {
			return app.Usage("--save-agent: the address %s holds a password or a key, and an agent file holds no secrets; leave it out here and give it when the agent runs", shown)
		}
	}
	if err := definition.Save(b.saveAgent, &def); err != nil {
		return app.Usage("--save-agent: %w", err)
	}
	return nil
}

// addressesIn are those of all servers of a definition.
func addressesIn(def *definition.Agent) []string {
	out := []string{def.Model.APIBase}
	for _, m := range def.MCP {
		out = append(out, m.URL)
	}
	for _, o := range def.OpenAPI {
		out = append(out, o.Document, o.BaseURL)
	}
	return out
}

// secretAddress tells that an address holds what is likely a key, and how to show it without.
func secretAddress(address string) (shown string, secret bool) {
	u, err := url.Parse(address)
	if err != nil {
		return "", false
	}
	secret = u.User != nil
	for name := range u.Query() {
		secret = secret || authorises(name)
	}
	if u.RawQuery != "" {
		u.RawQuery = "..."
	}
	return u.Redacted(), secret
}
