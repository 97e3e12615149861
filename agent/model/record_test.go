package model

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"sync"
	"testing"
)

func ask(text string) *Request { return &Request{Messages: []Message{Text(RoleUser, text)}} }

func answer(t *testing.T, m Model, req *Request) string {
	t.Helper()
	var c collect
	resp, err := m.Generate(t.Context(), req, c.add)
	if err != nil {
		t.Fatal(err)
	}
	c.check(t, &resp.Message)
	return resp.Message.Text()
}

func TestRecordAndReplay(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	full := &Response{
		Message: Message{
			Role: RoleAssistant, Parts: []Part{{Text: "a <b> & c\n"}}, Reasoning: "hm",
			ToolCalls: []ToolCall{{ID: "1", Name: "f", Arguments: `{"x":1}`}},
		},
		Usage: &Usage{InputTokens: 3, Cost: 0.5}, StopReason: StopToolUse, Model: "m",
	}
	rec, err := Record(ScriptedResponses(
		full,
		&Response{Message: Text(RoleAssistant, "same, first")},
		&Response{Message: Text(RoleAssistant, "same, second")},
	), path)
	if err != nil {
		t.Fatal(err)
	}
	picture := ask("see")
	picture.Messages[0].Parts = append(picture.Messages[0].Parts, Part{Image: &Image{MIME: "image/png", Data: bytes.Repeat([]byte("pixel"), 1000)}})
	picture.Tools = []ToolSpec{{Name: "f", Parameters: json.RawMessage(`{"type": "object", "properties": {}}`)}}
	for _, req := range []*Request{picture, ask("same"), ask("same")} {
		if _, err = rec.Generate(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
	}
	if raw, _ := os.ReadFile(path); len(raw) > 2000 || bytes.Count(raw, []byte("\n")) != 3 {
		t.Errorf("recording of %d bytes:\n%.3000s", len(raw), raw)
	}
	m, err := Replay(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := answer(t, m, ask("same")); got != "same, first" {
		t.Errorf("got %q", got)
	}
	// The same by another spelling of the schema, and with what isn't sent.
	picture.Tools[0].Parameters = json.RawMessage(`{"properties":{},"type":"object"}`)
	picture.Messages[0].Reasoning = "not sent"
	resp, err := m.Generate(t.Context(), picture, nil)
	if err != nil || !reflect.DeepEqual(resp, full) {
		t.Errorf("got %+v, %v", resp, err)
	}
	if got := answer(t, m, ask("same")); got != "same, second" {
		t.Errorf("got %q", got)
	}
	if _, err = m.Generate(t.Context(), ask("same"), nil); !errors.Is(err, KindExhausted) || !strings.Contains(err.Error(), "all 2 answers") {
		t.Errorf("asked once more: %v", err)
	}
	picture.Messages[0].Parts[1].Image.Data[0]++
	if _, err = m.Generate(t.Context(), picture, nil); !errors.Is(err, KindExhausted) || !strings.Contains(err.Error(), "messages[0].parts[1].image.data") {
		t.Errorf("another image: %v", err)
	}
}

func TestReplayTellsTheFirstDifference(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	rec, err := Record(Scripted("1", "2"), path)
	if err != nil {
		t.Fatal(err)
	}
	long := func(end string) *Request {
		req := ask("What is the 100th Fibonacci number?")
		req.Messages = append(req.Messages, Text(RoleAssistant, "Let me see."), Text(RoleUser, strings.Repeat("Observation ", 30)+end))
		return req
	}
	for _, req := range []*Request{ask("other"), long("354224848179261915075")} {
		if _, err = rec.Generate(t.Context(), req, nil); err != nil {
			t.Fatal(err)
		}
	}
	m, err := Replay(path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = m.Generate(t.Context(), long("42"), nil)
	for _, want := range []string{"request 2", "messages[2].parts[0].text", "354224848179261915075", "42"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("no %q in: %v", want, err)
		}
	}
	if n := len(err.Error()); n > 500 {
		t.Errorf("a message of %d bytes", n)
	}
	req := long("354224848179261915075")
	req.Messages = req.Messages[:2]
	if _, err = m.Generate(t.Context(), req, nil); err == nil || !strings.Contains(err.Error(), "messages[2]") {
		t.Errorf("a message less: %v", err)
	}
}

func TestRecordKeepsSecretsOut(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	const secret = `se"cret-1234`
	rec, err := Record(Scripted("you said "+secret), path, secret, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := answer(t, rec, ask("my key is "+secret)); got != "you said "+secret {
		t.Errorf("recording changes the answer: %q", got)
	}
	raw, err := os.ReadFile(path)
	if err != nil || bytes.Contains(raw, []byte("cret-1234")) {
		t.Fatalf("%s, %v", raw, err)
	}
	m, err := Replay(path, "another")
	if err != nil {
		t.Fatal(err)
	}
	if got := answer(t, m, ask("my key is another")); got != "you said ***" {
		t.Errorf("got %q", got)
	}
}

func TestReplayOfBrokenFiles(t *testing.T) {
	dir := t.TempDir()
	good := `{"request":{"messages":null},"response":{"message":{"role":"assistant"}}}` + "\n"
	for text, want := range map[string]string{
		good + "\n" + `{"request":`: ":3: ",
		good + `{"request":{}}`:     `needs a "request" and a "response"`,
		"[]\n":                      ":1: ",
		good + "null\n":             ":2: ",
	} {
		path := filepath.Join(dir, "broken.jsonl")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := Replay(path); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), path) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, err := Replay(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if _, err := Record(Scripted(), filepath.Join(dir, "no", "folder")); !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
}

func TestRecordFromManyGoroutines(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.jsonl")
	rec, err := Record(ScriptedFunc(func(req *Request) (*Response, error) {
		return &Response{Message: Text(RoleAssistant, strings.Repeat(req.Messages[0].Text(), 1000))}, nil
	}), path)
	if err != nil {
		t.Fatal(err)
	}
	var wg sync.WaitGroup
	for _, text := range strings.Split("abcdefghij", "") {
		wg.Go(func() {
			if _, err := rec.Generate(t.Context(), ask(text), nil); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	m, err := Replay(path)
	if err != nil {
		t.Fatal(err)
	}
	if got := answer(t, m, ask("c")); got != strings.Repeat("c", 1000) {
		t.Errorf("got %.20q", got)
	}
}
