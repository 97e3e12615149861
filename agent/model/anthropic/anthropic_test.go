package anthropic

import (
	"encoding/json"
	"errors"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent/internal/fakeanthropic"
	"github.com/airlockhq/airlock/agent/model"
)

func start(t *testing.T, c Config, scenarios ...fakeanthropic.Scenario) (*Model, *fakeanthropic.Server) {
	t.Helper()
	server := fakeanthropic.New(scenarios...)
	t.Cleanup(server.Close)
	if c.BaseURL == "" {
		c.BaseURL = server.BaseURL()
	}
	m, err := New("claude-test", c)
	if err != nil {
		t.Fatal(err)
	}
	return m, server
}

func hi() *model.Request {
	return &model.Request{Messages: []model.Message{model.Text(model.RoleSystem, "Be kind."), model.Text(model.RoleUser, "Hi")}}
}

// generate asks in pieces, and checks that they make the whole.
func generate(t *testing.T, m *Model, req *model.Request) (*model.Response, error) {
	t.Helper()
	var text, reasoning, arguments strings.Builder
	var names []string
	resp, err := m.Generate(t.Context(), req, func(d *model.Delta) {
		text.WriteString(d.Text)
		reasoning.WriteString(d.Reasoning)
		if d.ToolCall != nil {
			if d.ToolCall.Name != "" {
				names = append(names, d.ToolCall.Name)
			}
			arguments.WriteString(d.ToolCall.Arguments)
		}
	})
	if err != nil {
		return nil, err
	}
	if text.String() != resp.Message.Text() || reasoning.String() != resp.Message.Reasoning {
		t.Errorf("the pieces make %q, %q; the whole is %+v", text.String(), reasoning.String(), resp.Message)
	}
	wholeArguments := ""
	for i, c := range resp.Message.ToolCalls {
		wholeArguments += c.Arguments
		if len(names) != len(resp.Message.ToolCalls) || names[i] != c.Name {
			t.Errorf("the pieces name %v", names)
		}
	}
	if arguments.String() != wholeArguments {
		t.Errorf("the pieces make the arguments %s, the whole is %s", arguments.String(), wholeArguments)
	}
	return resp, nil
}

func TestAnswers(t *testing.T) {
	m, server := start(t, Config{Key: "sk-ant-right"}, fakeanthropic.Answer(fakeanthropic.Reply{
		Text: "Let me add. 世界", Thinking: "They want a sum.", Redacted: "c2VhbGVk",
		Calls: []fakeanthropic.Call{{ID: "t1", Name: "add", Arguments: `{"x": 1, "y": 2}`}, {ID: "t2", Name: "now"}},
	}))
	server.Key = "sk-ant-right"
	resp, err := generate(t, m, hi())
	if err != nil {
		t.Fatal(err)
	}
	want := &model.Response{
		Message: model.Message{
			Role: model.RoleAssistant, Parts: []model.Part{{Text: "Let me add. 世界"}}, Reasoning: "They want a sum.",
			Thinking:  []model.Thinking{{Text: "They want a sum.", Signature: fakeanthropic.Sign("They want a sum.")}, {Redacted: "c2VhbGVk"}},
			ToolCalls: []model.ToolCall{{ID: "t1", Name: "add", Arguments: `{"x": 1, "y": 2}`}, {ID: "t2", Name: "now", Arguments: "{}"}},
		},
		Usage:      &model.Usage{InputTokens: 16, CachedTokens: 4, OutputTokens: 20},
		StopReason: model.StopToolUse, Model: "claude-test",
	}
	if !reflect.DeepEqual(resp, want) {
		t.Errorf("%+v", resp)
	}
	whole, err := m.Generate(t.Context(), hi(), nil)
	if err != nil || !reflect.DeepEqual(whole, want) {
		t.Errorf("%+v, %v", whole, err)
	}
}

func TestSchema(t *testing.T) {
	m, server := start(t, Config{}, fakeanthropic.Answer(fakeanthropic.Reply{Calls: []fakeanthropic.Call{{ID: "t1", Name: "step", Arguments: `{"code": "x"}`}}}))
	req := hi()
	req.Schema = &model.Schema{Name: "step", Schema: json.RawMessage(`{"type":"object","properties":{"code":{"type":"string"}},"$defs":{}}`)}
	resp, err := generate(t, m, req)
	if err != nil {
		t.Fatal(err)
	}
	if resp.Message.Text() != `{"code": "x"}` || len(resp.Message.ToolCalls) != 0 || resp.StopReason != model.StopEnd {
		t.Errorf("%+v", resp)
	}
	sent := server.Requests()[0].Body
	if c, _ := sent["tool_choice"].(map[string]any); c["type"] != "tool" || c["name"] != "step" {
		t.Errorf("sent %v", sent["tool_choice"])
	}
}

func TestRequest(t *testing.T) {
	m, server := start(t, Config{Headers: map[string]string{"X-Team": "blue"}, Extra: map[string]any{"top_k": 5}}, fakeanthropic.Text("ok"))
	temperature := 0.5
	image := model.Image{MIME: "image/png", Data: []byte("pixels")}
	req := &model.Request{
		Messages: []model.Message{
			model.Text(model.RoleSystem, "one"),
			model.Text(model.RoleUser, "a"), {Role: model.RoleUser, Parts: []model.Part{{Image: &image}, {Text: " "}}},
			{Role: model.RoleAssistant, Parts: []model.Part{{Text: "calling"}}, Reasoning: "hidden", ToolCalls: []model.ToolCall{
				{ID: "c1", Name: "look", Arguments: `{"x":1}`}, {ID: "c2", Name: "look", Arguments: "not JSON"},
			}},
			{Role: model.RoleTool, ToolCallID: "c1", Parts: []model.Part{{Text: "seen"}, {Image: &image}}},
			{Role: model.RoleTool, ToolCallID: "c2"},
			model.Text(model.RoleUser, "and?"),
			model.Text(model.RoleAssistant, "Thought: \n"),
		},
		Stop: []string{"Observation:", "\n"}, Temperature: &temperature,
		Tools:      []model.ToolSpec{{Name: "look", Description: "Looks.", Parameters: json.RawMessage(`{"type":"object","properties":{"x":{"type":"integer"}}}`)}, {Name: "bare"}},
		ToolChoice: model.ToolChoiceRequired,
	}
	if _, err := m.Generate(t.Context(), req, nil); err != nil {
		t.Fatal(err)
	}
	sent := server.Requests()[0]
	var want map[string]any
	const picture = `{"type":"image","source":{"type":"base64","media_type":"image/png","data":"cGl4ZWxz"}}`
	if err := json.Unmarshal([]byte(`{
		"model": "claude-test", "stream": true, "max_tokens": 8192, "temperature": 0.5, "top_k": 5, "stop_sequences": ["Observation:"],
		"system": [{"type": "text", "text": "one"}],
		"messages": [
			{"role": "user", "content": [{"type": "text", "text": "a"}, `+picture+`]},
			{"role": "assistant", "content": [{"type": "text", "text": "calling"},
				{"type": "tool_use", "id": "c1", "name": "look", "input": {"x": 1}},
				{"type": "tool_use", "id": "c2", "name": "look", "input": {"arguments": "not JSON"}}]},
			{"role": "user", "content": [
				{"type": "tool_result", "tool_use_id": "c1", "content": [{"type": "text", "text": "seen"}, `+picture+`]},
				{"type": "tool_result", "tool_use_id": "c2"},
				{"type": "text", "text": "and?"}]},
			{"role": "assistant", "content": [{"type": "text", "text": "Thought:"}]}
		],
		"tools": [
			{"name": "look", "description": "Looks.", "input_schema": {"type": "object", "properties": {"x": {"type": "integer"}}}},
			{"name": "bare", "input_schema": {"type": "object"}}],
		"tool_choice": {"type": "any"}
	}`), &want); err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(sent.Body, want) {
		t.Errorf("sent %s", sent.Raw)
	}
	if sent.Header.Get("X-Team") != "blue" || sent.Header.Get("X-Api-Key") != "" {
		t.Errorf("headers %v", sent.Header)
	}
	if text := req.Messages[7].Text(); text != "Thought: \n" {
		t.Errorf("the caller's message became %q", text)
	}
}

func TestStopReasons(t *testing.T) {
	for stop, want := range map[string]model.StopReason{
		"end_turn": model.StopEnd, "stop_sequence": model.StopEnd, "max_tokens": model.StopLength, "refusal": model.StopFiltered, "pause_turn": "pause_turn",
	} {
		m, _ := start(t, Config{}, fakeanthropic.Answer(fakeanthropic.Reply{Text: "x", Stop: stop}))
		resp, err := generate(t, m, hi())
		if err != nil || resp.StopReason != want {
			t.Errorf("%s: %+v, %v", stop, resp, err)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name     string
		scenario fakeanthropic.Scenario
		kind     model.Kind
		want     string
	}{
		{"key", fakeanthropic.Error(401, "authentication_error", "invalid x-api-key"), model.KindAuth, "check the key in ANTHROPIC_API_KEY"},
		{"credit", fakeanthropic.Error(400, "invalid_request_error", "Your credit balance is too low to access the Anthropic API."), model.KindQuota, "credit"},
		{"no model", fakeanthropic.Error(404, "not_found_error", "model: claude-test"), model.KindInvalid, "check the model's name"},
		{"too long", fakeanthropic.Error(400, "invalid_request_error", "prompt is too long: 9 tokens > 8 maximum"), model.KindTooLong, "shorten"},
		{"overloaded", fakeanthropic.Error(529, "overloaded_error", "Overloaded"), model.KindUnavailable, "HTTP 529"},
		{"rate", fakeanthropic.Error(429, "rate_limit_error", "slow down"), model.KindRateLimited, "slow down"},
		{"cut", fakeanthropic.Answer(fakeanthropic.Reply{Text: "some text", CutAfter: 4}), model.KindBadResponse, "broke off"},
		{"cut late", fakeanthropic.Answer(fakeanthropic.Reply{Text: "some text", CutAfter: 7}), model.KindBadResponse, "broke off"},
		{"an error inside", fakeanthropic.Answer(fakeanthropic.Reply{Text: "some text", FailAfter: 4}), model.KindUnavailable, "Overloaded"},
		{"HTML", fakeanthropic.Raw(http.StatusOK, "text/html", "<html></html>"), model.KindBadResponse, "check the base URL"},
		{"broken", fakeanthropic.Raw(http.StatusOK, "text/event-stream", "event: message_start\ndata: {\"ty\n\n"), model.KindBadResponse, "broke off"},
		{"empty", fakeanthropic.Raw(http.StatusOK, "text/event-stream", ""), model.KindBadResponse, "check the base URL"},
		{"page", fakeanthropic.Raw(http.StatusBadGateway, "text/html", "<html><title>Oops</title></html>"), model.KindUnavailable, "Oops"},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, server := start(t, Config{Key: "sk-ant-planted", KeyEnv: "ANTHROPIC_API_KEY"}, test.scenario)
			for _, onDelta := range []func(*model.Delta){nil, func(*model.Delta) {}} {
				_, err := m.Generate(t.Context(), hi(), onDelta)
				if !errors.Is(err, test.kind) || !strings.Contains(err.Error(), test.want) {
					t.Errorf("%v", err)
				}
			}
			if n := len(server.Requests()); n != 2 { // Retry is for that
				t.Errorf("%d requests for 2 calls", n)
			}
		})
	}
}

func TestKeysStayOutOfErrors(t *testing.T) {
	const secret = "sk-ant-planted-1234"
	for name, scenario := range map[string]fakeanthropic.Scenario{
		"status": fakeanthropic.Error(401, "x", "the key "+secret+" is wrong"),
		"stream": fakeanthropic.Raw(200, "text/event-stream", "event: error\ndata: {\"error\":{\"message\":\""+secret+"\"}}\n\n"),
	} {
		m, _ := start(t, Config{Key: secret}, scenario)
		_, err := m.Generate(t.Context(), hi(), nil)
		if err == nil {
			t.Errorf("%s: no error", name)
		}
		for ; err != nil; err = errors.Unwrap(err) {
			if strings.Contains(err.Error(), secret) {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

func TestEnvironmentStaysOut(t *testing.T) {
	t.Setenv("ANTHROPIC_API_KEY", "sk-ant-other")
	t.Setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:1")
	m, server := start(t, Config{}, fakeanthropic.Text("ok"))
	if _, err := m.Generate(t.Context(), hi(), nil); err != nil {
		t.Fatal(err)
	}
	if h := server.Requests()[0].Header; h.Get("X-Api-Key") != "" || h.Get("Authorization") != "" {
		t.Errorf("headers %v", h)
	}
	m, _ = start(t, Config{BaseURL: server.BaseURL() + "/v1/"})
	if _, err := m.Generate(t.Context(), hi(), nil); err != nil {
		t.Error(err)
	}
}
