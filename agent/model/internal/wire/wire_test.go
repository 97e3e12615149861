package wire

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/agent/model"
)

func TestRetryAfter(t *testing.T) {
	later := time.Now().Add(time.Hour).UTC().Format(http.TimeFormat)
	for _, test := range []struct {
		name, value string
		low, high   time.Duration
	}{
		{"Retry-After", "2", 2 * time.Second, 2 * time.Second},
		{"Retry-After", "0.5", time.Second / 2, time.Second / 2},
		{"Retry-After-Ms", "1500", 1500 * time.Millisecond, 1500 * time.Millisecond},
		{"Retry-After", later, 50 * time.Minute, time.Hour},
		{"Retry-After", "Mon, 02 Jan 2006 15:04:05 GMT", 0, 0},
		{"Retry-After", "-3", 0, 0},
		{"Retry-After", "NaN", 0, 0},
		{"Retry-After", "1e300", 24 * time.Hour, 24 * time.Hour},
		{"Retry-After", "soon", 0, 0},
	} {
		h := http.Header{}
		h.Set(test.name, test.value)
		if got := retryAfter(h); got < test.low || got > test.high {
			t.Errorf("%s: %s is %v", test.name, test.value, got)
		}
	}
}

func TestCleanTexts(t *testing.T) {
	p := &Peer{}
	p.Secret("", "abc", "secret", "secret-longer")
	for text, want := range map[string]string{
		"a\n\t b":                     "a b",
		"abc, secret, secret-longer!": "abc, ***, ***!",
		"bad \xff byte":               "bad \uFFFD byte",
		strings.Repeat("é", 501):      strings.Repeat("é", 500) + "…",
	} {
		if got := p.clean(text); got != want {
			t.Errorf("%.40q becomes %.40q", text, got)
		}
	}
}

// endless is a body of the same line again and again.
type endless struct{ line string }

func (e endless) Read(b []byte) (int, error) {
	return copy(b, strings.Repeat(e.line, len(b)/len(e.line)+1)), nil
}
func (endless) Close() error { return nil }

func TestEndlessEvents(t *testing.T) {
	for line, atLeast := range map[string]int64{"data: x\n": MaxEvent, "data: x\n\n": 2 * MaxEvent, "data: x\r\n\r\n": 2 * MaxEvent} {
		c := &capped{ReadCloser: endless{line}, left: 2 * MaxEvent, event: MaxEvent, events: true}
		if n, err := io.Copy(io.Discard, c); !errors.Is(err, errTooBig) || n != atLeast {
			t.Errorf("%q: %d bytes, %v", line, n, err)
		}
	}
}

func TestMergeRoles(t *testing.T) {
	img := model.Part{Image: &model.Image{MIME: "image/png"}}
	in := []model.Message{
		model.Text(model.RoleUser, "a"), model.Text(model.RoleUser, ""), {Role: model.RoleUser, Parts: []model.Part{{Text: "b"}, img}},
		{Role: model.RoleUser, Parts: []model.Part{{Text: "c"}}},
		{Role: model.RoleAssistant, ToolCalls: []model.ToolCall{{ID: "1"}}}, model.Text(model.RoleAssistant, "d"),
		{Role: model.RoleTool, ToolCallID: "1"}, {Role: model.RoleTool, ToolCallID: "2"},
	}
	out := MergeRoles(in)
	if len(out) != 5 || len(out[0].Parts) != 4 || out[0].Text() != "a\nbc" || len(out[1].ToolCalls) != 1 || out[2].Text() != "d" {
		t.Errorf("%+v", out)
	}
	if in[2].Parts[0].Text != "b" {
		t.Error("the caller's messages are changed")
	}
}
