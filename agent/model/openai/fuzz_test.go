package openai

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/airlockhq/airlock/agent/model"
)

// FuzzAnswer: whatever a server sends ends, and the pieces make the whole.
func FuzzAnswer(f *testing.F) {
	for _, body := range []string{
		"data: " + delta(`{"content":"<think>a</think>b"}`) + "\n\ndata: [DONE]\n\n",
		"data: " + delta(`{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":{"a":1}}},{"function":{"name":"g"}}]}`) + "\n\ndata: " + finished,
		`{"choices":[{"message":{"content":[{"thinking":["x"]},"a\n</think>\nb"],"refusal":"r"}}],"usage":{"prompt_tokens":"5"}}`,
		`{"error":[{"message":"x","code":429}]}`,
	} {
		f.Add(body)
	}
	m, err := New("m", Config{BaseURL: "http://localhost"})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body string) {
		var c collect
		resp, err := m.read(t.Context(), &http.Response{Body: io.NopCloser(strings.NewReader(body))}, c.add)
		if err != nil {
			return
		}
		c.check(t, &resp.Message)
		if resp.Message.Role != model.RoleAssistant {
			t.Errorf("%+v", resp)
		}
	})
}
