package openai

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent/internal/fakeopenai"
	"github.com/airlockhq/airlock/agent/model"
)

func delta(d string) string {
	return `{"choices":[{"index":0,"delta":` + d + `,"finish_reason":null}]}`
}

const finished = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`

// TestOddStreams are streams as servers are seen to send them.
func TestOddStreams(t *testing.T) {
	event := func(data ...string) string { return "data: " + strings.Join(data, "\n\ndata: ") + "\n\n" }
	hello := event(delta(`{"content":"Hel"}`), delta(`{"content":"lo"}`))
	for _, test := range []struct {
		name, body string
		text       string
		calls      string // name(arguments), …
		kind       model.Kind
	}{
		{name: "usual", body: hello + event(finished, "[DONE]"), text: "Hello"},
		{name: "no DONE", body: hello + event(finished), text: "Hello"},
		{name: "no finish", body: hello + event("[DONE]"), text: "Hello"},
		{name: "no last empty line", body: strings.TrimRight(hello+event(finished), "\n"), text: "Hello"},
		{name: "no empty lines", body: strings.ReplaceAll(hello+event(finished, "[DONE]"), "\n\n", "\n"), text: "Hello"},
		{name: "CRLF", body: strings.ReplaceAll(hello+event(finished, "[DONE]"), "\n", "\r\n"), text: "Hello"},
		{name: "no space", body: strings.ReplaceAll(hello+event(finished), "data: ", "data:"), text: "Hello"},
		{name: "comments and noise", body: ": PROCESSING\n\n\n%%% noise\nevent: x\nid: 7\n\n" + hello + ": ping\n\n" + event(finished), text: "Hello"},
		{name: "content as list", body: event(delta(`{"content":[{"type":"text","text":"Hel"},"lo"]}`), finished), text: "Hello"},
		{name: "content that nests", body: event(delta(`{"content":`+strings.Repeat(`{"text":`, 9000)+`"no"`+strings.Repeat("}", 9000)+`}`), delta(`{"content":[{"content":[{"text":"Hello"}]}]}`), finished), text: "Hello"},
		{name: "null everywhere", body: event(`{"id":null,"model":null,"usage":null,"error":null,"choices":[{"index":null,"delta":{"role":null,"content":null,"tool_calls":null,"reasoning":null},"finish_reason":null}]}`, `{"choices":null}`) + hello + event(finished), text: "Hello"},
		{name: "usage of another form", body: hello + event(finished, `{"choices":[],"usage":[1,"x"]}`), text: "Hello"},
		{name: "message in place of delta", body: event(`{"choices":[{"message":{"content":"Hello"},"finish_reason":"eos_token"}]}`), text: "Hello"},
		{name: "other choices", body: event(`{"choices":[{"index":1,"delta":{"content":"no"}},{"index":0,"delta":{"content":"Hello"}}]}`, finished), text: "Hello"},
		{name: "whole answer", body: ` {"choices":[{"message":{"role":"assistant","content":"Hello"},"finish_reason":"stop"}]}`, text: "Hello"},
		{name: "refusal", body: event(delta(`{"refusal":"I can't."}`), finished), text: "I can't."},

		{name: "calls without index", calls: `f({"a":1}), g({"b":2})`, body: event(
			delta(`{"tool_calls":[{"id":"x","function":{"name":"f","arguments":"{\"a\""}}]}`), delta(`{"tool_calls":[{"function":{"arguments":":1}"}}]}`),
			delta(`{"tool_calls":[{"id":"y","function":{"name":"g","arguments":"{\"b\":2}"}}]}`), finished)},
		{name: "calls that all have the index 0", calls: `f({"a":1}), f({"b":2})`, body: event(
			delta(`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\":1}"}}]}`),
			delta(`{"tool_calls":[{"index":0,"id":"y","function":{"name":"f","arguments":"{\"b\":"}}]}`), delta(`{"tool_calls":[{"index":0,"function":{"arguments":"2}"}}]}`), finished)},
		{name: "calls without ids", calls: `f({}), g({})`, body: event(
			delta(`{"tool_calls":[{"index":0,"function":{"name":"f"}},{"index":1,"function":{"name":"g","arguments":null}}]}`), finished)},
		{name: "the same id in each piece", calls: `f({"a":1})`, body: event(
			delta(`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\""}}]}`), delta(`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":":1}"}}]}`), finished)},
		{name: "the name comes later", calls: `f({"a":1})`, body: event(
			delta(`{"tool_calls":[{"index":0,"id":"x","function":{"arguments":""}}]}`), delta(`{"tool_calls":[{"index":0,"function":{"name":"f","arguments":"{\"a\":1}"}}]}`), finished)},
		{name: "arguments as an object", calls: `f({"a":[1,2]})`, body: event(
			delta(`{"tool_calls":{"index":0,"id":5,"function":{"name":"f","arguments":{"a": [1, 2]}}}}`), finished)},
		{name: "interleaved calls", calls: `f({"a":1}), g({"b":2})`, body: event(
			delta(`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{\"a\""}}]}`), delta(`{"tool_calls":[{"index":1,"id":"y","function":{"name":"g","arguments":"{\"b\""}}]}`),
			delta(`{"tool_calls":[{"index":0,"function":{"arguments":":1}"}}]}`), delta(`{"tool_calls":[{"index":1,"function":{"arguments":":2}"}}]}`), finished)},

		{name: "nothing", body: "", kind: model.KindBadResponse},
		{name: "only DONE", body: event("[DONE]"), kind: model.KindBadResponse},
		{name: "no choices", body: event(`{"choices":[]}`, "[DONE]"), kind: model.KindBadResponse},
		{name: "ends without finish", body: hello, kind: model.KindBadResponse},
		{name: "broken JSON", body: hello + event(`{"choices":[{"ind`, finished), kind: model.KindBadResponse},
		{name: "delta of another form", body: event(delta(`"abc"`), finished), kind: model.KindBadResponse},
		{name: "HTML", body: "<html><title>Login</title>", kind: model.KindBadResponse},
		{name: "JSON of something else", body: `{"hello":"world"}`, kind: model.KindBadResponse},
		{name: "an error inside", body: hello + event(`{"error":{"message":"the engine died","type":"oops"}}`), kind: model.KindBadResponse},
		{name: "overloaded inside", body: hello + event(`{"error":{"message":"busy","code":503}}`), kind: model.KindUnavailable},
		{name: "rate limit inside", body: event(`{"error":{"message":"slow down","type":"rate_limit_error"}}`), kind: model.KindRateLimited},
		{name: "too long inside", body: event(`{"error":{"message":"x","code":"context_length_exceeded"}}`), kind: model.KindTooLong},
		{name: "error as text", body: `{"error":"it broke"}`, kind: model.KindBadResponse},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, _ := start(t, Config{}, fakeopenai.Raw(http.StatusOK, "text/event-stream", test.body))
			// What is a stream is read as one also where none was asked for.
			for _, stream := range []bool{true, false} {
				var c collect
				onDelta := c.add
				if !stream {
					onDelta = nil
				}
				resp, err := m.Generate(t.Context(), hi(), onDelta)
				if test.kind != "" {
					if !errors.Is(err, test.kind) {
						t.Errorf("%+v, %v", resp, err)
					}
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				if stream {
					c.check(t, &resp.Message)
				}
				checkOdd(t, resp, test.text, test.calls)
			}
		})
	}
}

func checkOdd(t *testing.T, resp *model.Response, text, calls string) {
	t.Helper()
	var got []string
	ids := map[string]bool{}
	for _, call := range resp.Message.ToolCalls {
		got = append(got, call.Name+"("+call.Arguments+")")
		ids[call.ID] = true
	}
	if resp.Message.Text() != text || strings.Join(got, ", ") != calls {
		t.Errorf("text %q, calls %s", resp.Message.Text(), strings.Join(got, ", "))
	}
	if len(ids) != len(got) || ids[""] {
		t.Errorf("ids %v", ids)
	}
}

func TestOddWholeAnswers(t *testing.T) {
	for body, want := range map[string]struct{ text, calls string }{
		`{"choices":[{"message":{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"Hello"}]}}]}`:                              {text: "Hello"},
		`{"choices":{"message":{"content":{"type":"text","text":"Hello"}}}}`:                                                                                               {text: "Hello"},
		`{"choices":[{"message":{"content":42}}]}`:                                                                                                                         {},
		`{"choices":[{"message":{"content":null,"tool_calls":[{"function":{"name":"f","arguments":{"a":1}}},{"function":{"name":"f","arguments":"{}"}}]}}]}`:               {calls: `f({"a":1}), f({})`},
		`{"choices":[{"message":{"tool_calls":[{"id":"x","function":{"name":"f","arguments":"{}"}},{"id":"x","function":{"name":"f","arguments":"{}"}}]}}]}`:               {calls: "f({}), f({})"},
		`{"choices":[{"message":{"tool_calls":[{"id":"x","index":0,"function":{"name":"f","arguments":"{}"}},{"id":"y","index":0,"function":{"name":"g"}}]}}],"x":[[[]]]}`: {calls: "f({}), g({})"},
	} {
		m, _ := start(t, Config{}, fakeopenai.Raw(http.StatusOK, "application/json", body))
		resp, err := m.Generate(t.Context(), hi(), nil)
		if err != nil {
			t.Errorf("%s: %v", body, err)
			continue
		}
		checkOdd(t, resp, want.text, want.calls)
	}
}

func TestCutConnections(t *testing.T) {
	m, _ := start(t, Config{}, fakeopenai.Answer(fakeopenai.Reply{Text: "a text of some pieces", CutAfter: 3}))
	if _, err := both(t, m, hi()); !errors.Is(err, model.KindBadResponse) || !strings.Contains(err.Error(), "broke off") {
		t.Error(err)
	}
	m, _ = start(t, Config{}, func(http.ResponseWriter, *fakeopenai.Request) { panic(http.ErrAbortHandler) })
	if _, err := both(t, m, hi()); !errors.Is(err, model.KindUnavailable) {
		t.Error(err)
	}
}

func TestThinkTags(t *testing.T) {
	for _, test := range []struct{ content, text, reasoning string }{
		{"<think>hm\nhm</think>\n\nHello", "Hello", "hm\nhm"},
		{"\n<think></think>Hello", "Hello", ""},
		{"<think>never ends", "", "never ends"},
		{"<think>a</thin</think>b</think>c", "b</think>c", "a</thin"},
		{"<thinking> is fine", "<thinking> is fine", ""},
		{"<thi", "<thi", ""},
		{" \n", " \n", ""},
		{"Hello <think>not here</think>", "Hello <think>not here</think>", ""},
		{"hm\nso\n</think>\n\nHello\n</think>\n", "Hello\n</think>\n", "hm\nso\n"},
		{"hm\n</think>", "", "hm\n"},
		{"</think>\nHello", "Hello", ""},
		{`x = s.split("</think>")` + "\ny = 1\n", `x = s.split("</think>")` + "\ny = 1\n", ""},
		{"a\n  </think>\n", "a\n  </think>\n", ""},
		{"a\n</think> b\n", "a\n</think> b\n", ""},
		{"a\n</thi", "a\n</thi", ""},
	} {
		for size := 1; size <= len(test.content); size++ {
			var c collect
			a := newAnswer(c.add)
			for rest := test.content; rest != ""; {
				n := min(size, len(rest))
				a.addText(rest[:n])
				rest = rest[n:]
			}
			resp := a.response()
			if resp.Message.Text() != test.text || resp.Message.Reasoning != test.reasoning {
				t.Errorf("%q by %d: text %q, reasoning %q", test.content, size, resp.Message.Text(), resp.Message.Reasoning)
			}
			c.check(t, &resp.Message)
		}
	}
}

func TestStopReasons(t *testing.T) {
	for finish, want := range map[string]model.StopReason{
		"stop": model.StopEnd, "eos_token": model.StopEnd, "length": model.StopLength, "content_filter": model.StopFiltered, "strange": "strange",
	} {
		m, _ := start(t, Config{}, fakeopenai.Answer(fakeopenai.Reply{Text: "x", Finish: finish, NoUsage: true}))
		resp, err := both(t, m, hi())
		if err != nil || resp.StopReason != want || resp.Usage != nil {
			t.Errorf("%s: %+v, %v", finish, resp, err)
		}
	}
}
