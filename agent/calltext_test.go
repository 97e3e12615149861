package agent

import (
	"strings"
	"testing"
)

func TestCallInText(t *testing.T) {
	known := func(name string) bool {
		return name == "square" || name == "final_answer" || name == "python_interpreter"
	}
	for text, want := range map[string]string{
		`{"name": "square", "arguments": {"n": 3}}`:                                                        `square {"n": 3}`,
		`I use {braces} and {"x": 1}. Action: {"name": "square", "arguments": {"n": 3}} Then {more}.`:      `square {"n": 3}`,
		"```json\n{\"name\": \"square\", \"parameters\": {\"n\": 3}}\n```":                                 `square {"n": 3}`,
		`[{"type": "function", "function": {"name": "square", "arguments": "{\"n\": 3}"}}]`:                `square "{\"n\": 3}"`,
		`{"name": "Bob", "age": 3} is who asks. {"name": "square", "arguments": {"n": 3}}`:                 `square {"n": 3}`,
		`{"name": "cube", "arguments": {"name": "square"}}`:                                                `cube {"name": "square"}`,
		`{"name": "cube", "arguments": {}} {"name": "final_answer", "arguments": {"answer": "a } brace"}}`: `final_answer {"answer": "a } brace"}`,
		`An open { and {"name": "final_answer"}`:                                                           `final_answer `,
		"{\"name\": \"python_interpreter\", \"arguments\": {\"code\": \"a = {}\nprint(a)\",}}":             `python_interpreter {"code": "a = {}\u000aprint(a)"}`,
		`{"name": "cube"}`: `cube `,
		"no call":          "error: it holds no JSON object",
		`{"n": 1}`:         `error: the JSON object has no "name"`,
		`{"name": 1}`:      "error: json: cannot unmarshal",
		strings.Repeat(`{"a":`, 100_000) + `{"name": "square"}`: "error: its JSON object has no end",
	} {
		call, err := callInText(text, known)
		got := ""
		if err != nil {
			got = "error: " + strings.TrimPrefix(err.Error(), "the reply calls no tool (")
		} else {
			got = call.Name + " " + call.Arguments
		}
		if !strings.HasPrefix(got, want) || err == nil && got != want {
			t.Errorf("%.200s\nis read as %.200s\nwant %s", text, got, want)
		}
	}
}
