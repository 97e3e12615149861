package agent

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
)

// Braces of a text that are looked at, and bytes that are read for that: each is read to the
// end of its object, which may hold the next ones.
const (
	maxObjects    = 2000
	maxObjectText = 4 << 20
)

// callInText reads a call that a model wrote as text, wherever it stands in it: the first
// JSON object with the name of a known tool, and with arguments (or parameters). Without
// one it is the first call of another name, which the model is told of.
func callInText(text string, known func(name string) bool) (*model.ToolCall, error) {
	var first *model.ToolCall
	problem := errors.New("it holds no JSON object")
	at := strings.IndexByte(text, '{')
	for n, size := 0, 0; at >= 0 && n < maxObjects && size < maxObjectText; n++ {
		object, whole := objectIn(text[at:])
		size += len(object)
		call, shape, err := readCall(object, whole)
		if err == nil && known(call.Name) {
			return call, nil
		}
		past := 1 // another object may be within
		switch {
		case err == nil && (first == nil || shape):
			if first == nil {
				first = call
			}
			if shape {
				past = len(object) // what is within are its arguments
			}
		case n == 0:
			problem = err
		}
		next := strings.IndexByte(text[at+past:], '{')
		if next < 0 {
			break
		}
		at += past + next
	}
	if first != nil {
		return first, nil
	}
	return nil, fmt.Errorf("the reply calls no tool (%w). Call one, or give the answer with final_answer. As text a call is written {\"name\": \"final_answer\", \"arguments\": {\"answer\": \"…\"}}", problem)
}

// readCall reads an object with a name; shape tells that it has arguments, too.
func readCall(object string, whole bool) (call *model.ToolCall, shape bool, err error) {
	var c struct {
		Name       string          `json:"name"`
		Arguments  json.RawMessage `json:"arguments"`
		Parameters json.RawMessage `json:"parameters"`
	}
	if !whole {
		return nil, false, errors.New("its JSON object has no end")
	}
	if err = json.Unmarshal([]byte(object), &c); err != nil {
		if json.Unmarshal(tool.MendJSON([]byte(object)), &c) != nil {
			return nil, false, err
		}
	}
	if c.Name == "" {
		return nil, false, errors.New(`the JSON object has no "name"`)
	}
	if c.Arguments == nil {
		c.Arguments = c.Parameters
	}
	return &model.ToolCall{Name: c.Name, Arguments: string(c.Arguments)}, c.Arguments != nil, nil
}

// objectIn is the object that a text begins with, whole if it ends.
func objectIn(text string) (object string, whole bool) {
	depth, quoted := 0, false
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case quoted && c == '\\':
			i++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '{':
			depth++
		case c == '}':
			if depth--; depth == 0 {
				return text[:i+1], true
			}
		}
	}
	return text, false
}
