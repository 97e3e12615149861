package agent

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/term"
)

// confirm asks once about what agent files want of this machine: commands to start, and
// variables of the environment that leave it. A file may come from a stranger. What was
// allowed is remembered by its hash.
func (j *job) confirm() error {
	wishes, err := j.wishes()
	if err != nil || len(wishes) == 0 {
		return err
	}
	sum := sha256.Sum256([]byte(strings.Join(wishes, "\x00")))
	known, err := openAllowed()
	if err != nil {
		return err
	}
	hash := hex.EncodeToString(sum[:])
	if known.has(hash) {
		return nil
	}
	if !j.trust {
		if err := j.askWishes(wishes); err != nil {
			return err
		}
	}
	return known.add(hash)
}

func (j *job) askWishes(wishes []string) error {
	var text strings.Builder
	text.WriteString("The agent file wants to:\n")
	for _, w := range wishes {
		fmt.Fprintf(&text, "  %s\n", strings.ReplaceAll(term.EscapeAll(w), "\n", `\n`)) // one line each, whatever a stranger wrote
	}
	if !j.term.InTTY || !j.term.ErrTTY {
		return app.Usage("%sRun it once on a terminal to allow that, or with --trust", text.String())
	}
	text.WriteString("Allow that from now on? [y/N] ")
	answer, err := j.ask.ask(context.Background(), text.String())
	if err != nil {
		return err
	}
	if a := strings.ToLower(strings.TrimSpace(answer)); a != "y" && a != "yes" {
		return app.Usage("the agent file's wishes were not allowed")
	}
	return nil
}

// wishes are what the agent files want. What the user typed himself isn't among them.
func (j *job) wishes() ([]string, error) {
	var out []string
	var files []*definition.Agent
	for _, path := range append([]string{j.file}, j.managed...) {
		if path == "" {
			continue
		}
		def, err := definition.Load(path)
		if err != nil {
			return nil, app.Usage("%w", err)
		}
		files = append(files, def)
	}
	for _, def := range files {
		out = append(out, wishesOf(def)...)
	}
	return out, nil
}

func wishesOf(def *definition.Agent) []string {
	var out []string
	for _, m := range def.MCP {
		if len(m.Command) > 0 {
			w := fmt.Sprintf("start the command %q in %s", m.Command, m.Dir)
			if len(m.Env) > 0 {
				w += ", which gets the environment variables " + strings.Join(m.Env, ", ")
			}
			out = append(out, w)
		}
		if m.URL != "" {
			out = append(out, "use the MCP server at "+m.URL)
		}
		out = append(out, wishesOfHeaders(m.Headers, m.URL)...)
	}
	for _, o := range def.OpenAPI {
		w, to := "call the HTTP API that "+o.Document+" describes", o.Document
		if o.BaseURL != "" {
			w, to = w+", at "+o.BaseURL, o.BaseURL
		}
		out = append(append(out, w), wishesOfHeaders(o.Headers, to)...)
	}
	if m := def.Model; m != nil && (m.APIBase != "" || m.KeyEnv != "") {
		if key := keyOf(m); key != "" {
			to := m.APIBase
			if to == "" {
				to = m.Provider
			}
			out = append(out, fmt.Sprintf("send the environment variable %s to %s", key, to))
		}
	}
	if m := def.Model; m != nil && m.Elsewhere() {
		_, path, _ := m.File()
		out = append(out, "read the file "+path)
	}
	if e := def.Executor; e != nil {
		if len(e.Env) > 0 {
			out = append(out, "show code the environment variables "+strings.Join(e.Env, ", "))
		}
		for _, name := range slices.Sorted(maps.Keys(e.Options)) {
			out = append(out, fmt.Sprintf("open the executor %s with the option %s=%s", e.Name, name, e.Options[name]))
		}
	}
	for i := range def.Managed {
		out = append(out, wishesOf(&def.Managed[i].Agent)...)
	}
	return out
}

// wishesOfHeaders are the variables that go to a server.
func wishesOfHeaders(headers map[string]string, to string) []string {
	var out []string
	for _, name := range slices.Sorted(maps.Keys(headers)) {
		if vars := variablesIn(headers[name]); len(vars) > 0 {
			out = append(out, fmt.Sprintf("send the environment variable %s to %s", strings.Join(vars, ", "), to))
		}
	}
	return out
}

// allowed is the file that remembers what was allowed: a hash a line.
type allowed struct {
	path string
	text string
}

func openAllowed() (*allowed, error) {
	config, err := app.ConfigPath()
	if err != nil {
		return nil, err
	}
	a := &allowed{path: filepath.Join(filepath.Dir(config), "agents.allowed")}
	text, err := os.ReadFile(a.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading what agent files may do: %w", err)
	}
	a.text = string(text)
	return a, nil
}

func (a *allowed) has(hash string) bool { return slices.Contains(strings.Fields(a.text), hash) }

func (a *allowed) add(hash string) error {
	if err := os.MkdirAll(filepath.Dir(a.path), 0o700); err != nil {
		return fmt.Errorf("remembering what the agent file may do: %w", err)
	}
	f, err := os.OpenFile(a.path, os.O_WRONLY|os.O_APPEND|os.O_CREATE, 0o600)
	if err != nil {
		return fmt.Errorf("remembering what the agent file may do: %w", err)
	}
	_, err = f.WriteString(hash + "\n")
	return errors.Join(err, f.Close())
}
