package openai

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/agent/internal/fakeopenai"
	"github.com/airlockhq/airlock/agent/model"
)

// collect puts the pieces of a stream together.
type collect struct {
	text, reasoning strings.Builder
	calls           []model.ToolCall
	resets          int
}

func (c *collect) add(d *model.Delta) {
	if d == nil {
		*c = collect{resets: c.resets + 1}
		return
	}
	c.text.WriteString(d.Text)
	c.reasoning.WriteString(d.Reasoning)
	if tc := d.ToolCall; tc != nil {
		for len(c.calls) <= tc.Index {
			c.calls = append(c.calls, model.ToolCall{})
		}
		call := &c.calls[tc.Index]
		call.ID, call.Name, call.Arguments = call.ID+tc.ID, call.Name+tc.Name, call.Arguments+tc.Arguments
	}
}

func (c *collect) check(t *testing.T, m *model.Message) {
	t.Helper()
	text, reasoning := c.text.String(), c.reasoning.String()
	if text != m.Text() || reasoning != m.Reasoning || len(c.calls)+len(m.ToolCalls) > 0 && !reflect.DeepEqual(c.calls, m.ToolCalls) {
		t.Errorf("the pieces make %.300q, %.300q, %+v;\nthe whole is %.300q, %.300q, %+v",
			text, reasoning, c.calls, m.Text(), m.Reasoning, m.ToolCalls)
	}
}

// start makes a fake server and a model of it.
func start(t *testing.T, c Config, scenarios ...fakeopenai.Scenario) (*Model, *fakeopenai.Server) {
	t.Helper()
	server := fakeopenai.New(scenarios...)
	t.Cleanup(server.Close)
	if c.BaseURL == "" {
		c.BaseURL = server.BaseURL()
	}
	m, err := New("test-model", c)
	if err != nil {
		t.Fatal(err)
	}
	return m, server
}

func hi() *model.Request {
	return &model.Request{Messages: []model.Message{model.Text(model.RoleSystem, "Be kind."), model.Text(model.RoleUser, "Hi")}}
}

// both asks twice, for a whole answer and for one in pieces, which must be the same.
func both(t *testing.T, m *Model, req *model.Request) (*model.Response, error) {
	t.Helper()
	whole, wholeErr := m.Generate(t.Context(), req, nil)
	var c collect
	resp, err := m.Generate(t.Context(), req, c.add)
	if (err == nil) != (wholeErr == nil) {
		t.Fatalf("whole: %v; in pieces: %v", wholeErr, err)
	}
	if err != nil {
		return nil, err
	}
	c.check(t, &resp.Message)
	if !reflect.DeepEqual(whole, resp) {
		t.Errorf("whole: %+v; in pieces: %+v", whole, resp)
	}
	return resp, nil
}

func TestText(t *testing.T) {
	m, server := start(t, Config{Key: "sk-right-key"}, fakeopenai.Answer(fakeopenai.Reply{Text: "Hello, Wörld! 世界", Reasoning: "They greet."}))
	server.Key = "sk-right-key"
	resp, err := both(t, m, hi())
	if err != nil {
		t.Fatal(err)
	}
	if resp.Message.Text() != "Hello, Wörld! 世界" || resp.Message.Reasoning != "They greet." ||
		resp.Message.Role != model.RoleAssistant || resp.StopReason != model.StopEnd || resp.Model != "test-model" {
		t.Errorf("%+v", resp)
	}
	if u := resp.Usage; u == nil || u.InputTokens == 0 || u.OutputTokens == 0 || u.CachedTokens == 0 || u.ReasoningTokens == 0 {
		t.Errorf("usage %+v", u)
	}
}

func TestRequest(t *testing.T) {
	m, server := start(t, Config{Headers: map[string]string{"X-Team": "blue"}, Extra: map[string]any{"reasoning_effort": "low", "seed": 7}}, fakeopenai.Text("ok"))
	temperature := 0.0
	image := model.Image{MIME: "image/png", Data: []byte("pixels")}
	req := &model.Request{
		Messages: []model.Message{
			model.Text(model.RoleSystem, "one"), model.Text(model.RoleSystem, "two"),
			{Role: model.RoleUser, Parts: []model.Part{{Text: "see "}, {Image: &image}}},
			{Role: model.RoleAssistant, Reasoning: "hidden thought", ToolCalls: []model.ToolCall{{ID: "c1", Name: "look", Arguments: `{"x":1}`}}},
			{Role: model.RoleTool, ToolCallID: "c1", Parts: []model.Part{{Text: "seen"}, {Image: &image}}},
			model.Text(model.RoleUser, ""),
		},
		Stop: []string{"a", "b", "c", "d", "e"}, MaxTokens: 9, Temperature: &temperature,
		Tools:      []model.ToolSpec{{Name: "look", Description: "Looks.", Parameters: json.RawMessage(`{"type":"object","properties":{"x":{"type":"integer"}}}`)}},
		ToolChoice: "look",
		Schema:     &model.Schema{Name: "out", Schema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}`)},
	}
	if _, err := m.Generate(t.Context(), req, func(*model.Delta) {}); err != nil {
		t.Fatal(err)
	}
	sent := server.Requests()[0]
	var want map[string]any
	const picture = `{"type":"image_url","image_url":{"url":"data:image/png;base64,cGl4ZWxz"}}`
	if err := json.Unmarshal([]byte(`{
		"model": "test-model", "stream": true, "stream_options": {"include_usage": true},
		"messages": [
			{"role": "system", "content": "one\ntwo"},
			{"role": "user", "content": [{"type": "text", "text": "see "}, `+picture+`]},
			{"role": "assistant", "tool_calls": [{"id": "c1", "type": "function", "function": {"name": "look", "arguments": "{\"x\":1}"}}]},
			{"role": "tool", "tool_call_id": "c1", "content": "seen"},
			{"role": "user", "content": [`+picture+`]}
		],
		"stop": ["a", "b", "c", "d"], "max_tokens": 9, "temperature": 0, "reasoning_effort": "low", "seed": 7,
		"tools": [{"type": "function", "function": {"name": "look", "description": "Looks.", "parameters": {"type": "object", "properties": {"x": {"type": "integer"}}}}}],
		"tool_choice": {"type": "function", "function": {"name": "look"}},
		"response_format": {"type": "json_schema", "json_schema": {"name": "out", "strict": true, "schema": {"type":"object","properties":{"a":{"type":"string"}},"required":["a"],"additionalProperties":false}}}
	}`), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(sent.Body, want) {
		t.Errorf("sent %s", sent.Raw)
	}
	if sent.Header.Get("X-Team") != "blue" || sent.Header.Get("Authorization") != "" {
		t.Errorf("headers %v", sent.Header)
	}
}

func TestToolCalls(t *testing.T) {
	calls := []fakeopenai.Call{{ID: "a", Name: "add", Arguments: `{"x": 1, "y": [2, 3]}`}, {ID: "b", Name: "now"}}
	m, _ := start(t, Config{}, fakeopenai.Answer(fakeopenai.Reply{Text: "Let me add.", Calls: calls}))
	resp, err := both(t, m, hi())
	if err != nil {
		t.Fatal(err)
	}
	want := []model.ToolCall{{ID: "a", Name: "add", Arguments: `{"x": 1, "y": [2, 3]}`}, {ID: "b", Name: "now", Arguments: "{}"}}
	if !reflect.DeepEqual(resp.Message.ToolCalls, want) || resp.StopReason != model.StopToolUse {
		t.Errorf("%+v", resp)
	}
}

func TestAzure(t *testing.T) {
	server := fakeopenai.New(fakeopenai.Text("ok"))
	defer server.Close()
	server.Key = "azure-key"
	base := strings.TrimSuffix(server.BaseURL(), "/v1") + "/openai/deployments/gpt?api-version=2024-10-21"
	m, err := New("gpt", Config{BaseURL: base, Key: "azure-key", KeyHeader: "api-key"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err = both(t, m, hi()); err != nil {
		t.Fatal(err)
	}
	u := server.Requests()[0].URL
	if u.Path != "/openai/deployments/gpt/chat/completions" || u.RawQuery != "api-version=2024-10-21" {
		t.Errorf("asked %s", u)
	}
}

func TestEnvironmentStaysOut(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-for-another-server")
	t.Setenv("OPENAI_BASE_URL", "http://127.0.0.1:1/")
	t.Setenv("OPENAI_ORG_ID", "org-1")
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Leak: yes")
	m, server := start(t, Config{}, fakeopenai.Text("ok"))
	if _, err := m.Generate(t.Context(), hi(), nil); err != nil {
		t.Fatal(err)
	}
	h := server.Requests()[0].Header
	if h.Get("Authorization") != "" || h.Get("Openai-Organization") != "" || h.Get("X-Leak") != "" {
		t.Errorf("headers %v", h)
	}
}

// TestParametersThatAServerRefuses: they are left out, then and in later requests.
func TestParametersThatAServerRefuses(t *testing.T) {
	m, server := start(t, Config{}, fakeopenai.Text("ok"))
	server.Refuse = []string{"stream_options", "stop", "max_tokens"}
	req := hi()
	req.Stop, req.MaxTokens = []string{"END"}, 5
	for range 2 {
		if _, err := m.Generate(t.Context(), req, func(*model.Delta) {}); err != nil {
			t.Fatal(err)
		}
	}
	sent := server.Requests()
	last := sent[len(sent)-1].Body
	if len(sent) != 5 || last["max_completion_tokens"] != 5.0 {
		t.Errorf("%d requests, the last %v", len(sent), last)
	}
	m, server = start(t, Config{MaxCompletionTokens: true}, fakeopenai.Text("ok"))
	server.Refuse = []string{"max_completion_tokens"}
	if _, err := m.Generate(t.Context(), req, nil); err != nil || server.Requests()[1].Body["max_tokens"] != 5.0 {
		t.Errorf("an old server: %v", err)
	}
	m, server = start(t, Config{}, fakeopenai.Text("ok"))
	server.Refuse = []string{"max_tokens", "max_completion_tokens"}
	if _, err := m.Generate(t.Context(), req, nil); !errors.Is(err, model.KindInvalid) || len(server.Requests()) > 4 {
		t.Errorf("one that wants neither: %d requests, %v", len(server.Requests()), err)
	}
}

func TestModelsThatRefuseStop(t *testing.T) {
	for id, want := range map[string]bool{
		"o3": true, "openai/o3-2025-04-16": true, "o3-mini": false, "o4-mini": true, "gpt-5.2": true, "gpt-4o": false,
		"grok-4": true, "x/gpt-5-mini:azure": true, "openai/gpt-oss-120b:groq": false, "olmo": false, "o3x": false,
	} {
		if got := refusesStop(id); got != want {
			t.Errorf("%s: %v", id, got)
		}
	}
}

// TestGatedStream: each piece is passed on before the next is there.
func TestGatedStream(t *testing.T) {
	gate := make(chan struct{})
	m, _ := start(t, Config{}, fakeopenai.Answer(fakeopenai.Reply{Text: "slow as it comes", Gate: gate}))
	came := make(chan string)
	result := make(chan error, 1)
	go func() {
		_, err := m.Generate(t.Context(), hi(), func(d *model.Delta) { came <- d.Text })
		result <- err
	}()
	gate <- struct{}{} // the piece with the role
	for _, want := range []string{"slow", " as ", "it c", "omes"} {
		gate <- struct{}{}
		if got := <-came; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	gate <- struct{}{}
	gate <- struct{}{}
	if err := <-result; err != nil {
		t.Error(err)
	}
}

func TestCancel(t *testing.T) {
	m, server := start(t, Config{}, fakeopenai.Hang, fakeopenai.Answer(fakeopenai.Reply{Text: "long text", Gate: make(chan struct{})}))
	for _, onDelta := range []func(*model.Delta){nil, func(*model.Delta) {}} {
		ctx, cancel := context.WithCancel(t.Context())
		n := len(server.Requests())
		go func() {
			for len(server.Requests()) == n {
				time.Sleep(time.Millisecond)
			}
			cancel()
		}()
		if _, err := m.Generate(ctx, hi(), onDelta); !errors.Is(err, context.Canceled) {
			t.Errorf("%v", err)
		}
	}
}

func TestLongAnswers(t *testing.T) {
	m, _ := start(t, Config{}, fakeopenai.Long(10<<20))
	resp, err := both(t, m, hi())
	if err != nil {
		t.Fatal(err)
	}
	if n := len(resp.Message.Text()); n != 10<<20 {
		t.Errorf("%d bytes", n)
	}
	m, _ = start(t, Config{}, fakeopenai.Long(20<<20))
	if _, err = both(t, m, hi()); !errors.Is(err, model.KindInvalid) || !strings.Contains(err.Error(), "longer than 16 MiB") {
		t.Errorf("%v", err)
	}
}

func TestManyCalls(t *testing.T) {
	m, _ := start(t, Config{}, fakeopenai.Answer(fakeopenai.Reply{Calls: make([]fakeopenai.Call, 1001)}))
	if _, err := both(t, m, hi()); !errors.Is(err, model.KindInvalid) || !strings.Contains(err.Error(), "more than 1000 tool calls") {
		t.Error(err)
	}
}

func TestModelThatIsntThere(t *testing.T) {
	m, _ := start(t, Config{Provider: "ollama", Pull: "ollama pull"},
		fakeopenai.Error(404, "api_error", "", `model "test-model" not found, try pulling it first`))
	if _, err := both(t, m, hi()); !errors.Is(err, model.KindInvalid) || !strings.Contains(err.Error(), "get the model: ollama pull test-model") {
		t.Error(err)
	}
}

func TestRequestsThatCantBe(t *testing.T) {
	m, server := start(t, Config{}, fakeopenai.Text("ok"))
	for want, req := range map[string]*model.Request{
		"no messages": {},
		"isn't one":   {Messages: []model.Message{{Role: "pope", Parts: []model.Part{{Text: "x"}}}}},
		"parameters of tool f": {
			Messages: hi().Messages, Tools: []model.ToolSpec{{Name: "f", Parameters: json.RawMessage(`[1]`)}},
		},
		"the schema of the answer": {Messages: hi().Messages, Schema: &model.Schema{Name: "s", Schema: json.RawMessage(`{`)}},
	} {
		if _, err := m.Generate(t.Context(), req, nil); !errors.Is(err, model.KindInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", want, err)
		}
	}
	if n := len(server.Requests()); n != 0 {
		t.Errorf("%d were sent", n)
	}
	for _, base := range []string{"", "localhost:8000", "ftp://x/", "http://", "http://u:sk-secret@h:x/"} {
		if _, err := New("m", Config{BaseURL: base}); err == nil || strings.Contains(err.Error(), "sk-secret") {
			t.Errorf("%q: %v", base, err)
		}
	}
	if _, err := New("", Config{BaseURL: "http://localhost"}); err == nil {
		t.Error("no id")
	}
}

func TestNoServer(t *testing.T) {
	server := fakeopenai.New()
	base := server.BaseURL()
	server.Close()
	m, err := New("m", Config{BaseURL: base, Provider: "ollama", Start: "ollama serve"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Generate(t.Context(), hi(), nil)
	if !errors.Is(err, model.KindUnavailable) || !strings.Contains(err.Error(), "start it: ollama serve") {
		t.Error(err)
	}
	m, _ = New("m", Config{BaseURL: base})
	if _, err = m.Generate(t.Context(), hi(), nil); !errors.Is(err, model.KindUnavailable) || !strings.Contains(err.Error(), "check that the server is running") {
		t.Error(err)
	}
}

func TestStatuses(t *testing.T) {
	for _, test := range []struct {
		name     string
		scenario fakeopenai.Scenario
		kind     model.Kind
		want     []string
	}{
		{"rate", fakeopenai.RateLimited(2), model.KindRateLimited, []string{"HTTP 429", "Rate limit reached", "wait 2s"}},
		{"quota", fakeopenai.Error(429, "insufficient_quota", "insufficient_quota", "You exceeded your current quota."), model.KindQuota, []string{"credit"}},
		{"payment", fakeopenai.Raw(402, "application/json", `{"error":"You have exceeded your monthly included credits"}`), model.KindQuota, []string{"monthly"}},
		{"server", fakeopenai.Error(500, "server_error", "", "Boom."), model.KindUnavailable, []string{"Boom", "HTTP 500"}},
		{"gateway", fakeopenai.HTML(502), model.KindUnavailable, []string{"page of HTML: Bad Gateway"}},
		{"gateway time", fakeopenai.Raw(504, "text/plain", ""), model.KindTimeout, []string{"Gateway Timeout"}},
		{"no path", fakeopenai.Raw(404, "text/plain", "404 page not found"), model.KindInvalid, []string{"404 page not found", "base URL"}},
		{"no model", fakeopenai.Error(404, "invalid_request_error", "model_not_found", "The model `x` does not exist"), model.KindInvalid, []string{`check the model's name, "test-model"`}},
		{"too long", fakeopenai.Error(400, "invalid_request_error", "context_length_exceeded", "Too many."), model.KindTooLong, []string{"shorten"}},
		{"too long for vLLM", fakeopenai.Raw(400, "application/json", `{"object":"error","message":"This model's maximum context length is 8 tokens.","code":400}`), model.KindTooLong, nil},
		{"pydantic", fakeopenai.Raw(422, "application/json", `{"detail":[{"loc":["body","x"],"msg":"field required"}]}`), model.KindInvalid, []string{"field required"}},
		{"a list", fakeopenai.Raw(400, "application/json", `[{"error":{"code":400,"message":"bad thing"}}]`), model.KindInvalid, []string{"bad thing"}},
		{"forbidden", fakeopenai.Raw(403, "application/json", `{"error":{"message":"no access"}}`), model.KindAuth, []string{"set the environment variable TEST_KEY"}},
		{"redirect", fakeopenai.Redirect("http://127.0.0.1:1/v1/chat/completions?key=1"), model.KindInvalid, []string{"redirects to http://127.0.0.1:1/v1/chat/completions, which"}},
		{"endless error", fakeopenai.Raw(500, "text/plain", strings.Repeat("x ", 1<<20)), model.KindUnavailable, []string{"x x"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, _ := start(t, Config{KeyEnv: "TEST_KEY"}, test.scenario)
			_, err := both(t, m, hi())
			if !errors.Is(err, test.kind) {
				t.Fatalf("%v", err)
			}
			for _, want := range test.want {
				if !strings.Contains(err.Error(), want) {
					t.Errorf("no %q in: %v", want, err)
				}
			}
			if len(err.Error()) > 800 {
				t.Errorf("%d bytes", len(err.Error()))
			}
		})
	}
}

func TestKeysStayOutOfErrors(t *testing.T) {
	secrets := []string{"sk-planted-1234567890", "planted-user", "planted-pass", "planted-header", "planted-query"}
	echo := func(w http.ResponseWriter, r *fakeopenai.Request) {
		text := strings.Join(secrets, " ") + r.Header.Get("Authorization") + r.URL.RawQuery
		fakeopenai.Error(401, "x", "y", text)(w, r)
	}
	config := Config{
		Key: secrets[0], KeyEnv: "TEST_KEY", Headers: map[string]string{"X-Token": "Bearer " + secrets[3]},
	}
	quoted, _ := json.Marshal(strings.Join(secrets, " "))
	for name, scenario := range map[string]fakeopenai.Scenario{
		"status": echo, "text": fakeopenai.Raw(200, "application/json", strings.Join(secrets, ",")),
		"html":    fakeopenai.Raw(500, "text/html", "<title>"+strings.Join(secrets, " ")+"</title>"),
		"stream":  fakeopenai.Events(`{"error":{"message":` + string(quoted) + `}}`),
		"shorn":   fakeopenai.Raw(500, "text/plain", strings.Repeat("x", 490)+secrets[0]),
		"refused": nil,
	} {
		server := fakeopenai.New(scenario)
		config.BaseURL = strings.Replace(server.BaseURL(), "://", "://"+secrets[1]+":"+secrets[2]+"@", 1) + "?key=" + secrets[4]
		m, err := New("m", config)
		if err != nil {
			t.Fatal(err)
		}
		if scenario == nil {
			server.Close()
		}
		_, err = m.Generate(t.Context(), hi(), func(*model.Delta) {})
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		for ; err != nil; err = errors.Unwrap(err) {
			for _, secret := range secrets {
				if strings.Contains(err.Error(), secret) || strings.Contains(err.Error(), secret[:10]) {
					t.Errorf("%s: %v", name, err)
				}
			}
		}
		server.Close()
	}
}
