package fakeopenai

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
)

// Call is a tool call of a Reply.
type Call struct{ ID, Name, Arguments string }

// Reply is an answer of the model. It goes out in pieces to who asked for a stream.
type Reply struct {
	Text, Reasoning string
	Calls           []Call
	Finish          string // "" is stop, or tool_calls with Calls
	NoUsage         bool
	// Gate, if there is one, is received from before each piece.
	Gate <-chan struct{}
	// CutAfter that many pieces the connection is cut; 0 is never.
	CutAfter int
}

// Text answers with a text.
func Text(text string) Scenario { return Answer(Reply{Text: text}) }

// Answer answers with r.
func Answer(r Reply) Scenario {
	if r.Finish == "" {
		r.Finish = "stop"
		if len(r.Calls) > 0 {
			r.Finish = "tool_calls"
		}
	}
	return func(w http.ResponseWriter, req *Request) {
		if req.Stream {
			r.stream(w, req)
			return
		}
		if r.CutAfter > 0 {
			w.Header().Set("Content-Length", "1000")
			writeJSON(w, http.StatusOK, map[string]any{"id": "chatcmpl-1"})
			panic(http.ErrAbortHandler)
		}
		writeJSON(w, http.StatusOK, r.whole(req))
	}
}

// Long answers with n bytes.
func Long(n int) Scenario {
	const line = "0123456789abcde\n"
	return Text(strings.Repeat(line, n/len(line)))
}

// Error answers with an error as OpenAI words it.
func Error(status int, kind, code, message string) Scenario {
	var c any
	if code != "" {
		c = code
	}
	return func(w http.ResponseWriter, _ *Request) {
		writeJSON(w, status, map[string]any{
			"error": map[string]any{"message": message, "type": kind, "param": nil, "code": c},
		})
	}
}

// RateLimited answers 429 and asks to wait.
func RateLimited(seconds float64) Scenario {
	refuse := Error(http.StatusTooManyRequests, "requests", "rate_limit_exceeded", "Rate limit reached for requests per min.")
	return func(w http.ResponseWriter, r *Request) {
		w.Header().Set("Retry-After", strconv.FormatFloat(seconds, 'f', -1, 64))
		refuse(w, r)
	}
}

// Raw answers with the body as it is.
func Raw(status int, contentType, body string) Scenario {
	return func(w http.ResponseWriter, _ *Request) {
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body)) // the client may have left
	}
}

// Events answers with a stream of the data, each an event.
func Events(data ...string) Scenario {
	var body strings.Builder
	for _, d := range data {
		body.WriteString("data: " + d + "\n\n")
	}
	return Raw(http.StatusOK, "text/event-stream", body.String())
}

// HTML answers with a page, as proxies do.
func HTML(status int) Scenario {
	return Raw(status, "text/html", "<!DOCTYPE html>\n<html><head><title>Bad Gateway</title></head><body><h1>Oops</h1></body></html>")
}

// Redirect answers with a redirect that keeps the method.
func Redirect(to string) Scenario {
	return func(w http.ResponseWriter, r *Request) { http.Redirect(w, r.Request, to, http.StatusTemporaryRedirect) }
}

// Hang doesn't answer until the client leaves.
func Hang(_ http.ResponseWriter, r *Request) { <-r.Context().Done() }

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v) // the client may have left
}

// usage counts words for tokens.
func (r *Reply) usage(req *Request) map[string]any {
	in, out := len(strings.Fields(string(req.Raw))), len(pieces(r.Text))+len(pieces(r.Reasoning))
	return map[string]any{
		"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out,
		"prompt_tokens_details":     map[string]any{"cached_tokens": in / 2},
		"completion_tokens_details": map[string]any{"reasoning_tokens": len(pieces(r.Reasoning))},
	}
}

func envelope(object, model string) map[string]any {
	return map[string]any{"id": "chatcmpl-1", "object": object, "created": 1700000000, "model": model, "system_fingerprint": "fp_1"}
}

// whole is the answer in one piece.
func (r *Reply) whole(req *Request) map[string]any {
	message := map[string]any{"role": "assistant", "content": r.Text, "refusal": nil}
	if r.Text == "" {
		message["content"] = nil
	}
	if r.Reasoning != "" {
		message["reasoning_content"] = r.Reasoning
	}
	var calls []any
	for _, c := range r.Calls {
		calls = append(calls, map[string]any{
			"id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": c.Arguments},
		})
	}
	if calls != nil {
		message["tool_calls"] = calls
	}
	out := envelope("chat.completion", req.Model)
	out["choices"] = []any{map[string]any{"index": 0, "message": message, "logprobs": nil, "finish_reason": r.Finish}}
	if !r.NoUsage {
		out["usage"] = r.usage(req)
	}
	return out
}

// stream sends the answer in pieces.
func (r *Reply) stream(w http.ResponseWriter, req *Request) {
	w.Header().Set("Content-Type", "text/event-stream")
	flusher := http.NewResponseController(w)
	sent := 0
	send := func(chunk map[string]any) bool {
		if r.CutAfter > 0 && sent == r.CutAfter {
			panic(http.ErrAbortHandler)
		}
		sent++
		if r.Gate != nil {
			select {
			case <-r.Gate:
			case <-req.Context().Done():
				return false
			}
		}
		data, err := json.Marshal(chunk)
		if err != nil {
			return false
		}
		if _, err = fmt.Fprintf(w, "data: %s\n\n", data); err != nil {
			return false
		}
		return flusher.Flush() == nil
	}
	for _, d := range r.deltas() {
		if !send(piece(req, d, nil)) {
			return
		}
	}
	if !send(piece(req, map[string]any{}, r.Finish)) {
		return
	}
	options, _ := req.Body["stream_options"].(map[string]any)
	if options["include_usage"] == true && !r.NoUsage {
		last := envelope("chat.completion.chunk", req.Model)
		last["choices"], last["usage"] = []any{}, r.usage(req)
		if !send(last) {
			return
		}
	}
	_, _ = w.Write([]byte("data: [DONE]\n\n")) // the client may have left
}

func piece(req *Request, delta map[string]any, finish any) map[string]any {
	out := envelope("chat.completion.chunk", req.Model)
	out["choices"] = []any{map[string]any{"index": 0, "delta": delta, "logprobs": nil, "finish_reason": finish}}
	return out
}

// deltas are the pieces of the answer.
func (r *Reply) deltas() []map[string]any {
	out := []map[string]any{{"role": "assistant", "content": "", "refusal": nil}}
	for _, p := range pieces(r.Reasoning) {
		out = append(out, map[string]any{"reasoning_content": p})
	}
	for _, p := range pieces(r.Text) {
		out = append(out, map[string]any{"content": p})
	}
	for i, c := range r.Calls {
		out = append(out, map[string]any{"tool_calls": []any{map[string]any{
			"index": i, "id": c.ID, "type": "function", "function": map[string]any{"name": c.Name, "arguments": ""},
		}}})
		for _, p := range pieces(c.Arguments) {
			out = append(out, map[string]any{"tool_calls": []any{map[string]any{
				"index": i, "function": map[string]any{"arguments": p},
			}}})
		}
	}
	return out
}

// pieces cuts a text about as a tokenizer does: some characters each, few in a short text.
func pieces(text string) []string {
	size := max(4, len(text)/1000)
	var out []string
	start, n := 0, 0
	for i := range text {
		if n == size {
			out = append(out, text[start:i])
			start, n = i, 0
		}
		n++
	}
	if start < len(text) {
		out = append(out, text[start:])
	}
	return out
}
