// Package fakeopenai is an OpenAI-compatible server for tests. It checks requests as the
// real one does, and answers by scenarios: well, badly or not at all.
package fakeopenai

import (
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
	Raw      []byte
	Model    string
	Messages []map[string]any
	Stream   bool
	// Body is all of it.
	Body map[string]any
}

// Scenario answers a request that has been found to be right.
type Scenario func(w http.ResponseWriter, r *Request)

// Server listens on a loopback address.
type Server struct {
	// Key that clients must send; "" lets everyone in.
	Key string
	// Refuse are parameters of requests that this server doesn't know.
	Refuse []string

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
func (s *Server) BaseURL() string { return s.http.URL + "/v1" }

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

const maxRequest = 64 << 20

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	raw, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		Error(http.StatusRequestEntityTooLarge, "invalid_request_error", "", err.Error())(w, nil)
		return
	}
	req := &Request{Request: r, Raw: raw}
	refuse := s.check(req)
	s.mu.Lock()
	s.requests = append(s.requests, req)
	if refuse == nil && len(s.scenarios) > 0 {
		refuse = s.scenarios[0]
		if len(s.scenarios) > 1 {
			s.scenarios = s.scenarios[1:]
		}
	}
	s.mu.Unlock()
	if refuse == nil {
		refuse = Error(http.StatusInternalServerError, "server_error", "", "the fake server has no scenario")
	}
	refuse(w, req)
}

// check reads the request, and returns how to refuse it.
func (s *Server) check(r *Request) Scenario {
	if !strings.HasSuffix(r.URL.Path, "/chat/completions") {
		return Error(http.StatusNotFound, "invalid_request_error", "", fmt.Sprintf("Invalid URL (%s %s)", r.Method, r.URL.Path))
	}
	if r.Method != http.MethodPost {
		return Error(http.StatusMethodNotAllowed, "invalid_request_error", "", "Only POST requests are accepted.")
	}
	if s.Key != "" && r.Header.Get("Authorization") != "Bearer "+s.Key && r.Header.Get("Api-Key") != s.Key {
		return Error(http.StatusUnauthorized, "invalid_request_error", "invalid_api_key",
			"Incorrect API key provided: "+strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")+".")
	}
	if err := json.Unmarshal(r.Raw, &r.Body); err != nil {
		return invalid("We could not parse the JSON body of your request.")
	}
	for _, name := range s.Refuse {
		if _, has := r.Body[name]; has {
			return Error(http.StatusBadRequest, "invalid_request_error", "unsupported_parameter",
				fmt.Sprintf("Unsupported parameter: '%s' is not supported with this model.%s", name, instead(name)))
		}
	}
	if problem := r.parse(); problem != "" {
		return invalid(problem)
	}
	return nil
}

// instead is what OpenAI adds for a parameter that has another name now.
func instead(name string) string {
	if name == "max_tokens" {
		return " Use 'max_completion_tokens' instead."
	}
	return ""
}

func invalid(text string) Scenario {
	return Error(http.StatusBadRequest, "invalid_request_error", "", text)
}

// parse reads the body and says what is wrong with it.
func (r *Request) parse() string {
	r.Model, _ = r.Body["model"].(string)
	if r.Model == "" {
		return "you must provide a model parameter"
	}
	r.Stream, _ = r.Body["stream"].(bool)
	if _, has := r.Body["stream_options"]; has && !r.Stream {
		return "The 'stream_options' parameter is only allowed when 'stream' is enabled."
	}
	if stop, _ := r.Body["stop"].([]any); len(stop) > 4 {
		return "Invalid 'stop': array too long. Expected an array with maximum length 4."
	}
	_, oldMax := r.Body["max_tokens"]
	if _, newMax := r.Body["max_completion_tokens"]; oldMax && newMax {
		return "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported."
	}
	list, _ := r.Body["messages"].([]any)
	if len(list) == 0 {
		return "Invalid 'messages': empty array."
	}
	called := map[string]bool{}
	for i, item := range list {
		m, ok := item.(map[string]any)
		if !ok {
			return fmt.Sprintf("Invalid type for 'messages[%d]': expected an object.", i)
		}
		if problem := checkMessage(m, i, called); problem != "" {
			return problem
		}
		r.Messages = append(r.Messages, m)
	}
	return ""
}

func checkMessage(m map[string]any, i int, called map[string]bool) string {
	role, _ := m["role"].(string)
	calls, _ := m["tool_calls"].([]any)
	for _, c := range calls {
		call, _ := c.(map[string]any)
		id, _ := call["id"].(string)
		called[id] = true
	}
	switch role {
	case "system", "developer", "user":
	case "assistant":
		if len(calls) > 0 {
			return ""
		}
	case "tool":
		id, _ := m["tool_call_id"].(string)
		if !called[id] {
			return "Invalid parameter: messages with role 'tool' must be a response to a preceding message with 'tool_calls'."
		}
	default:
		return fmt.Sprintf("Invalid value: '%s'. Supported values are: 'system', 'assistant', 'user', 'function', 'tool', and 'developer'.", role)
	}
	switch content := m["content"].(type) {
	case string:
	case []any:
		for _, part := range content {
			p, _ := part.(map[string]any)
			if t := p["type"]; t != "text" && t != "image_url" {
				return fmt.Sprintf("Invalid value: '%v'. Supported values are: 'text' and 'image_url'.", t)
			}
		}
	default:
		return fmt.Sprintf("Invalid value for 'content': expected a string, got null. (messages[%d])", i)
	}
	return ""
}
