//go:build unix

package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"image"
	"image/jpeg"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/agent/tool/mcp"
	"github.com/airlockhq/airlock/shared/value"
)

// asServer makes the test binary a server on its standard input and output.
const asServer = "MCP_TEST_SERVER"

func TestMain(m *testing.M) {
	switch os.Getenv(asServer) {
	case "":
		os.Exit(m.Run())
	case "broken":
		_, _ = os.Stderr.WriteString("no licence found\n")
		os.Exit(3)
	}
	if err := newServer().Run(context.Background(), &sdk.StdioTransport{}); err != nil {
		os.Exit(1)
	}
	if os.Getenv(asServer) == "stubborn" {
		select {}
	}
}

var cancelled atomic.Int64

type addArgs struct {
	B    int      `json:"b" jsonschema:"the second"`
	A    int      `json:"a" jsonschema:"the first"`
	Note *string  `json:"note,omitempty"`
	Tags []string `json:"class,omitempty"`
}

type sum struct {
	Sum   int     `json:"sum"`
	Ratio float64 `json:"ratio"`
	Note  string  `json:"a_note"`
}

func newServer() *sdk.Server {
	s := sdk.NewServer(&sdk.Implementation{Name: "test", Version: "1"}, &sdk.ServerOptions{PageSize: 3})
	sdk.AddTool(s, &sdk.Tool{Name: "add", Description: "Adds \"\"\" numbers."}, func(_ context.Context, _ *sdk.CallToolRequest, a addArgs) (*sdk.CallToolResult, sum, error) {
		out := sum{Sum: a.A + a.B, Ratio: 2.5, Note: strings.Join(a.Tags, "+")}
		if a.A < 0 {
			return nil, out, errors.New("a must not be negative")
		}
		return nil, out, nil
	})
	content := func(name string, parts ...sdk.Content) {
		s.AddTool(&sdk.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return &sdk.CallToolResult{Content: parts}, nil
		})
	}
	var photo bytes.Buffer
	if err := jpeg.Encode(&photo, image.NewGray(image.Rect(0, 0, 2, 2)), nil); err != nil {
		panic(err)
	}
	content("get-page", &sdk.TextContent{Text: "one"}, &sdk.TextContent{Text: "two"})
	content("get_page", &sdk.TextContent{Text: "other"})
	content("mixed", &sdk.TextContent{Text: "t"}, &sdk.ImageContent{Data: photo.Bytes(), MIMEType: "image/jpeg"}, &sdk.AudioContent{Data: []byte{1}, MIMEType: "audio/wav"},
		&sdk.EmbeddedResource{Resource: &sdk.ResourceContents{URI: "file:///x", Text: "inside"}}, &sdk.ResourceLink{URI: "file:///y", Name: "y"})
	content("nothing")
	content("final_answer")
	content("print")
	s.AddTool(&sdk.Tool{Name: "exact", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		text := `{"z": 1152921504606846977, "a": [1.0]}`
		return &sdk.CallToolResult{StructuredContent: json.RawMessage(text), Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil
	})
	run := func(name string, f func(context.Context, *sdk.CallToolRequest) string) {
		s.AddTool(&sdk.Tool{Name: name, InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: f(ctx, r)}}}, nil
		})
	}
	run("environ", func(context.Context, *sdk.CallToolRequest) string { return strings.Join(os.Environ(), "\n") })
	run("wait", func(ctx context.Context, _ *sdk.CallToolRequest) string { <-ctx.Done(); cancelled.Add(1); return "" })
	run("cancelled", func(context.Context, *sdk.CallToolRequest) string { return strconv.FormatInt(cancelled.Load(), 10) })
	run("die", func(context.Context, *sdk.CallToolRequest) string { os.Exit(7); return "" })
	run("header", func(_ context.Context, r *sdk.CallToolRequest) string { return r.Extra.Header.Get("X-Key") })
	run("child", func(context.Context, *sdk.CallToolRequest) string {
		c := exec.Command("sleep", "1000")
		if err := c.Start(); err != nil {
			return err.Error()
		}
		return strconv.Itoa(c.Process.Pid)
	})
	run("grow", func(context.Context, *sdk.CallToolRequest) string { content("grown"); return "" })
	return s
}

func connect(t *testing.T, s *mcp.Server) *mcp.Client {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel() // what was bounded is over; the connection must live on
	c, err := mcp.Connect(ctx, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

func stdio(t *testing.T, kind string) *mcp.Server {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return &mcp.Server{Command: []string{exe}, Env: map[string]string{asServer: kind}}
}

func tools(t *testing.T, c *mcp.Client) map[string]tool.Tool {
	t.Helper()
	list, err := c.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]tool.Tool{}
	for _, tl := range list {
		out[tl.Spec().Name] = tl
	}
	return out
}

func call(t *testing.T, tl tool.Tool, args ...value.Value) (value.Value, error) {
	t.Helper()
	if tl == nil {
		t.Fatal("there is no such tool")
	}
	var texts []value.Text
	for _, a := range args {
		texts = append(texts, value.MustText(a))
	}
	bound, err := tool.Bind(tl.Spec(), texts, nil)
	if err != nil {
		t.Fatal(err)
	}
	return tool.Call(t.Context(), tl, bound)
}

// calls are the checks that hold on any way to the server.
func calls(t *testing.T, c *mcp.Client) {
	ts := tools(t, c)
	add := ts["add"]
	want := `def add(b: int, a: int, class_: list = None, note: str = None) -> dict:`
	if sig := add.Spec().Signature(); !strings.HasPrefix(sig, want) {
		t.Errorf("signature %s", sig)
	}
	v, err := call(t, add, value.NewInt(2), value.NewInt(3), value.Tuple{value.Str("x"), value.Str("y")})
	if got := string(value.MustText(v)); err != nil || got != `safe:{"a_note":"x+y","ratio":2.5,"sum":5}` {
		t.Errorf("add: %s, %v", got, err)
	}
	v, err = call(t, ts["exact"])
	if got := string(value.MustText(v)); err != nil || got != `safe:{"z":{"__type__":"int","data":"1152921504606846977"},"a":[1.0]}` {
		t.Errorf("exact: %s, %v", got, err)
	}
	var e *tool.Error
	if _, err := call(t, add, value.NewInt(2), value.NewInt(-3)); !errors.As(err, &e) || e.Type != "RuntimeError" || e.Message != "a must not be negative" {
		t.Errorf("a failure of the tool: %v", err)
	}
	if v, err := call(t, ts["get_page"]); v != value.Str("one\ntwo") || err != nil {
		t.Errorf("get-page: %v, %v", v, err)
	}
	if v, err := call(t, ts["get_page_2"]); v != value.Str("other") || err != nil {
		t.Errorf("get_page: %v, %v", v, err)
	}
	v, err = call(t, ts["mixed"])
	parts, _ := v.(value.List)
	if err != nil || len(parts) != 5 || parts[3] != value.Str("inside") || parts[4] != value.Str("y file:///y") {
		t.Fatalf("mixed: %v, %v", v, err)
	}
	if png, ok := parts[1].(value.Image); !ok || !bytes.HasPrefix(png, []byte("\x89PNG")) {
		t.Errorf("the picture is a %s", value.TypeName(parts[1]))
	}
	if v, err := call(t, ts["nothing"]); v != (value.None{}) || err != nil {
		t.Errorf("nothing: %v, %v", v, err)
	}
	if ts["final_answer"] != nil || ts["final_answer_2"] == nil || ts["print"] != nil || ts["print_2"] == nil {
		t.Error("a server's tools take the names of others")
	}
	ts["wait"].Spec().Timeout = 50 * time.Millisecond
	if _, err := call(t, ts["wait"]); !errors.As(err, &e) || e.Type != "TimeoutError" {
		t.Errorf("a call that takes too long: %v", err)
	}
	for n := value.Value(value.Str("0")); n == value.Str("0"); { // the word that it was cancelled is on its way
		if n, err = call(t, ts["cancelled"]); err != nil {
			t.Fatal(err)
		}
	}
}

func TestStdio(t *testing.T) {
	t.Setenv("MCP_SECRET", "s")
	t.Setenv("MCP_GRANTED", "g")
	s := stdio(t, "yes")
	s.PassEnv = []string{"MCP_GRANTED"}
	c := connect(t, s)
	calls(t, c)
	env, err := call(t, tools(t, c)["environ"])
	if text, _ := env.(value.Str); err != nil || !strings.Contains(string(text), "MCP_GRANTED=g") || strings.Contains(string(text), "MCP_SECRET") {
		t.Errorf("the environment is %v, %v", env, err)
	}
}

func TestHTTP(t *testing.T) {
	server := newServer()
	h := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	t.Cleanup(h.Close)
	cancelled.Store(0)
	c := connect(t, &mcp.Server{URL: h.URL, Headers: map[string]string{"X-Key": "k"}})
	calls(t, c)
	if v, err := call(t, tools(t, c)["header"]); v != value.Str("k") || err != nil {
		t.Errorf("the header is %v, %v", v, err)
	}
}

func TestRedirectKeepsHeaders(t *testing.T) {
	var leaked atomic.Value
	other := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { leaked.Store(r.Header.Get("X-Key")) }))
	defer other.Close()
	h := httptest.NewServer(http.RedirectHandler(other.URL, http.StatusTemporaryRedirect))
	defer h.Close()
	_, err := mcp.Connect(t.Context(), &mcp.Server{URL: h.URL, Headers: map[string]string{"X-Key": "k"}})
	if err == nil || leaked.Load() != nil {
		t.Errorf("connected by a redirect to another server: %v, key %v", err, leaked.Load())
	}
}

func TestQueryKeys(t *testing.T) {
	h := httptest.NewServer(http.NotFoundHandler())
	h.Close()
	if _, err := mcp.Connect(t.Context(), &mcp.Server{URL: h.URL + "/mcp?apiKey=planted-0123"}); err == nil || strings.Contains(err.Error(), "planted") || !strings.Contains(err.Error(), "connection refused") {
		t.Errorf("a server that isn't there: %v", err)
	}
	// One that goes away, so that it can't be told of the end.
	server := newServer()
	h = httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return server }, nil))
	c, err := mcp.Connect(t.Context(), &mcp.Server{URL: h.URL + "/mcp?apiKey=planted-0123"})
	if err != nil {
		t.Fatal(err)
	}
	h.CloseClientConnections()
	h.Close()
	// Whether the end of the connection or the refusal of the next is seen first is up to chance.
	if _, err := c.Tools(t.Context()); err == nil || strings.Contains(err.Error(), "planted") || !strings.Contains(err.Error(), "connection is gone") && !strings.Contains(err.Error(), "connection refused") {
		t.Errorf("a server that went: %v", err)
	}
	if err := c.Close(); err != nil {
		t.Error(err)
	}
}

func TestListChanged(t *testing.T) {
	changed := make(chan struct{}, 8)
	s := stdio(t, "yes")
	s.Prefix = "srv."
	s.OnChange = func() { changed <- struct{}{} }
	c := connect(t, s)
	ts := tools(t, c)
	if _, err := call(t, ts["srv_grow"]); err != nil || ts["srv_grown"] != nil {
		t.Fatalf("grow: %v", err)
	}
	select {
	case <-changed:
	case <-time.After(time.Minute):
		t.Fatal("nobody was told of the new tool")
	}
	if tools(t, c)["srv_grown"] == nil {
		t.Error("the new tool isn't listed")
	}
}

func TestDeadServer(t *testing.T) {
	c := connect(t, stdio(t, "yes"))
	ts := tools(t, c)
	for _, name := range []string{"die", "environ"} {
		if _, err := call(t, ts[name]); err == nil || !strings.Contains(err.Error(), "of MCP server") || !strings.Contains(err.Error(), "the server has ended (exit status 7)") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := c.Tools(t.Context()); err == nil {
		t.Error("a dead server lists tools")
	}
	if _, err := mcp.Connect(t.Context(), stdio(t, "broken")); err == nil || !strings.Contains(err.Error(), "exit status 3") || !strings.Contains(err.Error(), "no licence found") {
		t.Errorf("a server that doesn't start: %v", err)
	}
	if _, err := mcp.Connect(t.Context(), &mcp.Server{Command: []string{"sh", "-c", "echo Listening.; exec cat >/dev/null"}}); err == nil || !strings.Contains(err.Error(), "a server logs to standard error") {
		t.Errorf("a program that is no server: %v", err)
	}
	if _, err := mcp.Connect(t.Context(), &mcp.Server{Command: []string{"/nowhere/server"}}); err == nil || !strings.Contains(err.Error(), "start") {
		t.Errorf("a command that doesn't exist: %v", err)
	}
	for _, s := range []mcp.Server{{}, {URL: "ftp://x"}, {URL: "http://u:p@x"}, {URL: "http://x", Command: []string{"x"}}} {
		if _, err := mcp.Connect(t.Context(), &s); err == nil {
			t.Errorf("%+v: connected", s)
		}
	}
}

func TestCloseEndsTheGroup(t *testing.T) {
	for _, kind := range []string{"yes", "stubborn"} {
		c, err := mcp.Connect(t.Context(), stdio(t, kind))
		if err != nil {
			t.Fatal(err)
		}
		v, err := call(t, tools(t, c)["child"])
		if err != nil {
			t.Fatal(err)
		}
		pid, err := strconv.Atoi(string(v.(value.Str)))
		if err != nil {
			t.Fatal(v)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if err := c.Close(); err != nil {
			t.Error(err)
		}
		if _, err := c.Tools(t.Context()); err == nil || !strings.Contains(err.Error(), "the client is closed") {
			t.Errorf("after Close: %v", err)
		}
		gone := func() bool { // a zombie that nobody waits for here counts as gone
			stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
			return err != nil && syscall.Kill(pid, 0) != nil || strings.Contains(string(stat), ") Z ")
		}
		for end := time.Now().Add(time.Minute); !gone(); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the server's child %d lives on", pid)
			}
		}
	}
}
