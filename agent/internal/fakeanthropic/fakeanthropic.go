// Package fakeanthropic is a server with Anthropic's Messages API for tests. It checks
// requests as the real one does, a little more strictly (roles must alternate), and
// answers by scenarios.
package fakeanthropic

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
)

// Request is what a client sent.
type Request struct {
	*http.Request
	Raw  []byte
	Body map[string]any
}

// Scenario answers a request that has been found to be right.
type Scenario func(w http.ResponseWriter, r *Request)

// Server listens on a loopback address.
type Server struct {
	// Key that clients must send; "" lets everyone in.
	Key string

	http      *httptest.Server
	mu        sync.Mutex
	scenarios []Scenario
	requests  []*Request
}

// New starts a server. Each request is answered by the next scenario; the last one
// answers all further ones.
func New(scenarios ...Scenario) *Server {
	s := &Server{scenarios: scenarios}
	s.http = httptest.NewServer(http.HandlerFunc(s.serve))
	return s
}

// BaseURL is that of the API.
func (s *Server) BaseURL() string { return s.http.URL }

// Close ends all connections and the server.
func (s *Server) Close() {
	s.http.CloseClientConnections()
	s.http.Close()
}

// Requests are those of all calls so far, those that were refused included.
func (s *Server) Requests() []*Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.requests)
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, 32<<20))
	if err != nil {
		Error(http.StatusRequestEntityTooLarge, "request_too_large", err.Error())(w, nil)
		return
	}
	req := &Request{Request: r, Raw: raw}
	answer := s.check(req)
	s.mu.Lock()
	s.requests = append(s.requests, req)
	if answer == nil && len(s.scenarios) > 0 {
		answer = s.scenarios[0]
		if len(s.scenarios) > 1 {
			s.scenarios = s.scenarios[1:]
		}
	}
	s.mu.Unlock()
	if answer == nil {
		answer = Error(http.StatusInternalServerError, "api_error", "the fake server has no scenario")
	}
	answer(w, req)
}

// check reads the request, and returns how to refuse it.
func (s *Server) check(r *Request) Scenario {
	switch {
	case r.URL.Path != "/v1/messages":
		return Error(http.StatusNotFound, "not_found_error", "Not Found")
	case s.Key != "" && r.Header.Get("X-Api-Key") != s.Key && r.Header.Get("Authorization") != "Bearer "+s.Key:
		return Error(http.StatusUnauthorized, "authentication_error", "invalid x-api-key")
	case r.Header.Get("Anthropic-Version") == "":
		return invalid("anthropic-version: header is required")
	case json.Unmarshal(r.Raw, &r.Body) != nil:
		return invalid("The request body is not valid JSON")
	}
	for _, name := range []string{"model", "max_tokens", "messages"} {
		if _, ok := r.Body[name]; !ok {
			return invalid(name + ": Field required")
		}
	}
	messages, _ := r.Body["messages"].([]any)
	last := ""
	for i, item := range messages {
		m, _ := item.(map[string]any)
		role, _ := m["role"].(string)
		if role != "user" && role != "assistant" {
			return invalid(fmt.Sprintf("messages.%d: unexpected role %q", i, role))
		}
		if i == 0 && role != "user" || role == last {
			return invalid(fmt.Sprintf("messages.%d: roles must alternate, the user first", i))
		}
		last = role
		if problem := checkContent(m["content"]); problem != "" {
			return invalid(fmt.Sprintf("messages.%d: %s", i, problem))
		}
	}
	if last == "" {
		return invalid("messages: at least one message is required")
	}
	if problem := checkThinking(r.Body, messages); problem != "" {
		return invalid(problem)
	}
	return nil
}

func checkContent(content any) string {
	blocks, _ := content.([]any)
	if text, ok := content.(string); ok && text != "" {
		return ""
	}
	if len(blocks) == 0 {
		return "content must be non-empty"
	}
	for _, item := range blocks {
		b, _ := item.(map[string]any)
		switch b["type"] {
		case "text":
			if text, _ := b["text"].(string); strings.TrimSpace(text) == "" {
				return "text content blocks must contain non-whitespace text"
			}
		case "tool_use":
			if _, ok := b["input"].(map[string]any); !ok {
				return "tool_use.input: Input should be a valid dictionary"
			}
		case "thinking":
			if b["signature"] != Sign(fmt.Sprint(b["thinking"])) {
				return "Invalid `signature` in `thinking` block"
			}
		case "image", "tool_result", "redacted_thinking":
		default:
			return fmt.Sprintf("unexpected block %v", b["type"])
		}
	}
	return ""
}

// checkThinking holds a model that thinks to the API's rules: it isn't made to call, and what
// it thought before a call comes back with that.
func checkThinking(body map[string]any, messages []any) string {
	thinking, _ := body["thinking"].(map[string]any)
	if thinking["type"] != "enabled" {
		return ""
	}
	if c, ok := body["tool_choice"].(map[string]any); ok && c["type"] != "auto" && c["type"] != "none" {
		return "Thinking may not be enabled when tool_choice forces tool use."
	}
	for i, item := range messages {
		m, _ := item.(map[string]any)
		blocks, _ := m["content"].([]any)
		for j, item := range blocks {
			b, _ := item.(map[string]any)
			kind, _ := b["type"].(string)
			first, _ := blocks[0].(map[string]any)
			begin, _ := first["type"].(string)
			if kind == "tool_use" && !strings.HasSuffix(begin, "thinking") {
				return fmt.Sprintf("messages.%d.content.0.type: Expected `thinking` or `redacted_thinking`, but found `%s`", i, begin)
			}
			if strings.HasSuffix(kind, "thinking") && j == len(blocks)-1 {
				return fmt.Sprintf("messages.%d: The final block in an assistant message cannot be `thinking`.", i)
			}
		}
	}
	return ""
}

// Sign makes the signature of a block of thinking.
func Sign(thinking string) string { return fmt.Sprintf("sig-%x", sha256.Sum256([]byte(thinking))) }

func invalid(text string) Scenario {
	return Error(http.StatusBadRequest, "invalid_request_error", text)
}

// Error answers with an error.
func Error(status int, kind, message string) Scenario {
	return func(w http.ResponseWriter, _ *Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(errorBody(kind, message)) // the client may have left
	}
}

func errorBody(kind, message string) map[string]any {
	return map[string]any{"type": "error", "error": map[string]any{"type": kind, "message": message}, "request_id": "req_1"}
}

// Call is a tool call of a Reply.
type Call struct{ ID, Name, Arguments string }

// Reply is an answer of the model, in pieces or whole as it is asked for.
type Reply struct {
	Text, Thinking string
	Redacted       string // thinking that only the server can read
	Calls          []Call
	Stop           string // "" is end_turn, or tool_use with Calls
	// CutAfter that many events the connection is cut, FailAfter that many an error comes; 0
	// is never.
	CutAfter, FailAfter int
}

// Text answers with a text.
func Text(text string) Scenario { return Answer(Reply{Text: text}) }

// Answer answers with r.
func Answer(r Reply) Scenario {
	if r.Stop == "" {
		r.Stop = "end_turn"
		if len(r.Calls) > 0 {
			r.Stop = "tool_use"
		}
	}
	return func(w http.ResponseWriter, req *Request) {
		if req.Body["stream"] != true {
			w.Header().Set("Content-Type", "application/json")
			m := message(req)
			m["content"], m["stop_reason"] = r.content(), r.Stop
			m["usage"] = map[string]any{"input_tokens": 10, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 2, "output_tokens": 20}
			_ = json.NewEncoder(w).Encode(m) // the client may have left
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		for i, e := range r.events(req) {
			if r.CutAfter > 0 && i == r.CutAfter {
				panic(http.ErrAbortHandler)
			}
			if r.FailAfter > 0 && i == r.FailAfter {
				e = errorBody("overloaded_error", "Overloaded")
			}
			data, err := json.Marshal(e)
			if err != nil {
				return
			}
			if _, err = fmt.Fprintf(w, "event: %s\ndata: %s\n\n", e["type"], data); err != nil {
				return
			}
			if err = http.NewResponseController(w).Flush(); err != nil {
				return
			}
		}
	}
}

func message(req *Request) map[string]any {
	return map[string]any{
		"id": "msg_1", "type": "message", "role": "assistant", "model": req.Body["model"], "content": []any{},
		"stop_reason": nil, "stop_sequence": nil,
		"usage": map[string]any{"input_tokens": 10, "cache_read_input_tokens": 4, "cache_creation_input_tokens": 2, "output_tokens": 1},
	}
}

// content are the blocks of a whole answer.
func (r *Reply) content() []any {
	var out []any
	if r.Thinking != "" {
		out = append(out, map[string]any{"type": "thinking", "thinking": r.Thinking, "signature": Sign(r.Thinking)})
	}
	if r.Redacted != "" {
		out = append(out, map[string]any{"type": "redacted_thinking", "data": r.Redacted})
	}
	if r.Text != "" {
		out = append(out, map[string]any{"type": "text", "text": r.Text})
	}
	for _, c := range r.Calls {
		out = append(out, map[string]any{"type": "tool_use", "id": c.ID, "name": c.Name, "input": json.RawMessage(c.Arguments)})
	}
	return out
}

// events are those of an answer's stream.
func (r *Reply) events(req *Request) []map[string]any {
	out := []map[string]any{{"type": "message_start", "message": message(req)}, {"type": "ping"}}
	index := 0
	block := func(begin map[string]any, deltas ...map[string]any) {
		out = append(out, map[string]any{"type": "content_block_start", "index": index, "content_block": begin})
		for _, d := range deltas {
			out = append(out, map[string]any{"type": "content_block_delta", "index": index, "delta": d})
		}
		out = append(out, map[string]any{"type": "content_block_stop", "index": index})
		index++
	}
	if r.Thinking != "" {
		deltas := append(deltas("thinking_delta", "thinking", r.Thinking), map[string]any{"type": "signature_delta", "signature": Sign(r.Thinking)})
		block(map[string]any{"type": "thinking", "thinking": "", "signature": ""}, deltas...)
	}
	if r.Redacted != "" {
		block(map[string]any{"type": "redacted_thinking", "data": r.Redacted})
	}
	if r.Text != "" {
		block(map[string]any{"type": "text", "text": ""}, deltas("text_delta", "text", r.Text)...)
	}
	for _, c := range r.Calls {
		block(map[string]any{"type": "tool_use", "id": c.ID, "name": c.Name, "input": map[string]any{}}, deltas("input_json_delta", "partial_json", c.Arguments)...)
	}
	return append(out,
		map[string]any{"type": "message_delta", "delta": map[string]any{"stop_reason": r.Stop, "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 20}},
		map[string]any{"type": "message_stop"})
}

// deltas cuts a text into pieces of some characters.
func deltas(kind, field, text string) []map[string]any {
	var out []map[string]any
	for runes := []rune(text); len(runes) > 0; {
		n := min(5, len(runes))
		out = append(out, map[string]any{"type": kind, field: string(runes[:n])})
		runes = runes[n:]
	}
	return out
}

// Raw answers with the body as it is.
func Raw(status int, contentType, body string) Scenario {
	return func(w http.ResponseWriter, _ *Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body)) // the client may have left
	}
}
