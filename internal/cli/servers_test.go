package cli_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/rogpeppe/go-internal/testscript"
)

// asServer makes the test binary an MCP server on its standard input and output.
const asServer = "mcp-server"

// serverKey is what the servers want to be called with.
const serverKey = "right-key-0123456789"

// pixel is a picture.
const pixel = "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01\x00\x00\x00\x01\x08\x00\x00\x00\x00:~\x9bU" +
	"\x00\x00\x00\nIDATx\x9cc`\x00\x00\x00\x02\x00\x01H\xaf\xa4q\x00\x00\x00\x00IEND\xaeB`\x82"

func serveTools() int {
	if err := toolServer().Run(context.Background(), &mcp.StdioTransport{}); err != nil && !errors.Is(err, io.EOF) {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// toolServer is an MCP server.
func toolServer() *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	type addArgs struct {
		A int `json:"a" jsonschema:"the first"`
		B int `json:"b" jsonschema:"the second"`
	}
	type sum struct {
		Sum int `json:"sum"`
	}
	mcp.AddTool(s, &mcp.Tool{Name: "add", Description: "Adds two numbers."}, func(_ context.Context, _ *mcp.CallToolRequest, a addArgs) (*mcp.CallToolResult, sum, error) {
		return nil, sum{a.A + a.B}, nil
	})
	type none struct{}
	add := func(name string, f func(*mcp.CallToolRequest) mcp.Content) {
		mcp.AddTool(s, &mcp.Tool{Name: name}, func(_ context.Context, r *mcp.CallToolRequest, _ none) (*mcp.CallToolResult, any, error) {
			return &mcp.CallToolResult{Content: []mcp.Content{f(r)}}, nil, nil
		})
	}
	add("picture", func(*mcp.CallToolRequest) mcp.Content {
		return &mcp.ImageContent{Data: []byte(pixel), MIMEType: "image/png"}
	})
	add("token", func(*mcp.CallToolRequest) mcp.Content { return &mcp.TextContent{Text: os.Getenv("TOKEN")} })
	add("key", func(r *mcp.CallToolRequest) mcp.Content { return &mcp.TextContent{Text: r.Extra.Header.Get("X-Key")} })
	return s
}

// collector takes what is sent to it by OTLP.
type collector struct {
	mu   sync.Mutex
	sent strings.Builder
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	fmt.Fprintf(&c.sent, "%s %s\n%s\n", r.Method, r.URL.Path, body)
}

// collected TEXT looks for a text in what was sent to the collector.
func checkCollected(ts *testscript.TestScript, neg bool, args []string) {
	c, ok := ts.Value("collector").(*collector)
	if !ok || len(args) != 1 {
		ts.Fatalf("usage: collected TEXT, where there is a collector")
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if strings.Contains(c.sent.String(), args[0]) == neg {
		ts.Fatalf("collected is:\n%s", c.sent.String())
	}
}

// shop is an HTTP API with its document; other is the server that another document names.
func shop(other string) http.Handler {
	const document = `{"openapi": "3.0.3", "info": {"title": "Shop", "version": "1"}%s, "paths": {"/stock/{item}": {"get": {
		"operationId": "stock", "summary": "Counts an item.",
		"parameters": [{"name": "item", "in": "path", "required": true, "schema": {"type": "string"}}],
		"responses": {"200": {"description": "ok", "content": {"application/json": {"schema": {"type": "integer"}}}}}}}}}`
	mux := http.NewServeMux()
	mux.HandleFunc("GET /openapi.json", func(w http.ResponseWriter, _ *http.Request) { fmt.Fprintf(w, document, "") })
	mux.HandleFunc("GET /elsewhere.json", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintf(w, document, fmt.Sprintf(`, "servers": [{"url": %q}]`, other))
	})
	mux.HandleFunc("GET /stock/{item}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.Header.Get("Authorization") != "Bearer "+serverKey {
			w.WriteHeader(http.StatusUnauthorized)
			fmt.Fprint(w, `{"error": "no key"}`)
			return
		}
		fmt.Fprint(w, len(r.PathValue("item")))
	})
	return mux
}

// withKey lets only those in who have the key.
func withKey(h http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("X-Key") != serverKey {
			http.Error(w, "no key", http.StatusUnauthorized)
			return
		}
		h.ServeHTTP(w, r)
	})
}

// TestAgentScripts runs agents with servers that listen on loopback addresses.
func TestAgentScripts(t *testing.T) {
	runScripts(t, "agent", func(e *testscript.Env) error {
		exe, err := os.Executable()
		if err != nil {
			return err
		}
		serve := func(name string, h http.Handler) string {
			s := httptest.NewServer(h)
			e.Defer(s.Close)
			e.Setenv(name, s.URL)
			return s.URL
		}
		c := &collector{}
		e.Values["collector"] = c
		e.Setenv("SERVER", exe)
		e.Setenv("KEY", serverKey)
		serve("COLLECTOR", c)
		serve("MCP", withKey(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return toolServer() }, nil)))
		serve("API", shop(serve("OTHER", shop(""))))
		return nil
	})
}
