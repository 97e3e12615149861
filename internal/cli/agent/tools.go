package agent

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/mcp"
	"github.com/airlockhq/airlock/agent/tool/web"
	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/cli/app"
)

// pythonInterpreter is the tool that makes a tool-calling agent run code.
const pythonInterpreter = "python_interpreter"

// toolNames are those of --tool.
func toolNames() []string {
	return []string{"web_search", "visit_webpage", "wikipedia_search", "user_input", pythonInterpreter}
}

// tools makes the tools of a definition, those of its MCP servers and HTTP APIs last.
func (b *builder) tools(ctx context.Context, def *definition.Agent) ([]tool.Tool, error) {
	var out []tool.Tool
	for _, name := range def.Tools {
		if name == pythonInterpreter {
			continue // the agent makes it
		}
		t, err := b.tool(name)
		if err != nil {
			return nil, err
		}
		out = append(out, t)
	}
	for i := range def.MCP {
		more, err := b.serverTools(ctx, &def.MCP[i])
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	for i := range def.OpenAPI {
		more, err := b.apiTools(ctx, &def.OpenAPI[i])
		if err != nil {
			return nil, err
		}
		out = append(out, more...)
	}
	return out, nil
}

func (b *builder) tool(name string) (tool.Tool, error) {
	base, variant, _ := strings.Cut(name, ":")
	switch base {
	case "web_search":
		p, err := web.NewProvider(variant, b.httpClient(), web.ProviderOptions{})
		if err != nil {
			return nil, app.Usage("--tool %s: %w", name, err)
		}
		return web.WebSearch(p), nil
	case "wikipedia_search":
		t, err := web.Wikipedia(b.httpClient(), web.WikipediaOptions{Language: variant})
		if err != nil {
			return nil, app.Usage("--tool %s: %w", name, err)
		}
		return t, nil
	}
	switch name {
	case "visit_webpage":
		return web.VisitWebpage(b.httpClient()), nil
	case "user_input":
		return tool.UserInput(b.question), nil
	}
	return nil, app.Usage("there is no tool %q; there are %s", name, strings.Join(toolNames(), ", "))
}

// httpClient is that of all web tools, which reaches public addresses alone.
func (b *builder) httpClient() *http.Client {
	if b.web == nil {
		b.web = web.NewClient(nil)
	}
	return b.web
}

// connectTime is how long an MCP server may take to start. Some are downloaded first.
const connectTime = 2 * time.Minute

func (b *builder) serverTools(ctx context.Context, def *definition.MCP) ([]tool.Tool, error) {
	ctx, cancel := context.WithTimeoutCause(ctx, connectTime, fmt.Errorf("it didn't answer within %s", connectTime))
	defer cancel()
	s := &mcp.Server{Command: def.Command, Dir: def.Dir, PassEnv: def.Env, URL: def.URL, Prefix: def.Prefix}
	var err error
	if s.Headers, err = expandAll(def.Headers); err != nil {
		return nil, app.Usage("mcp server %s: %w", def.URL, err)
	}
	for _, name := range def.Env {
		if _, ok := os.LookupEnv(name); !ok {
			return nil, app.Usage("mcp server %s: the environment variable %s, which it is to get, is not set", serverName(def), name)
		}
	}
	b.progress.Phase("starting the MCP server " + serverName(def))
	c, err := mcp.Connect(ctx, s)
	if err != nil {
		return nil, err
	}
	b.closers = append(b.closers, c)
	return c.Tools(ctx)
}

func serverName(def *definition.MCP) string {
	if len(def.Command) > 0 {
		return def.Command[0]
	}
	return def.URL
}

// expandAll expands the values of headers.
func expandAll(headers map[string]string) (map[string]string, error) {
	out := map[string]string{}
	for name, text := range headers {
		v, err := expand(text)
		if err != nil {
			return nil, fmt.Errorf("header %s: %w", name, err)
		}
		out[name] = v
	}
	return out, nil
}

// expand puts environment variables in the place of ${NAME}.
func expand(text string) (string, error) {
	var missing []string
	out := os.Expand(text, func(name string) string {
		v, ok := os.LookupEnv(name)
		if !ok {
			missing = append(missing, name)
		}
		return v
	})
	if len(missing) > 0 {
		return "", fmt.Errorf("the environment variable %s is not set", strings.Join(missing, ", "))
	}
	return out, nil
}

// variablesIn are the environment variables that a text with ${NAME} names.
func variablesIn(text string) []string {
	var names []string
	os.Expand(text, func(name string) string {
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		return ""
	})
	return names
}
