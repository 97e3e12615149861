package driver

import (
	"encoding/json"
	"fmt"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// request is a message to the driver. Unused fields stay out.
type request struct {
	Op    string            `json:"op"`
	ID    uint32            `json:"id"`
	Code  string            `json:"code,omitempty"`
	Names []string          `json:"names,omitempty"`
	Vars  [][2]any          `json:"vars,omitempty"`
	Tools []toolSpec        `json:"tools,omitempty"`
	Path  string            `json:"path,omitempty"`
	Mode  uint32            `json:"mode,omitempty"`
	Argv  []string          `json:"argv,omitempty"`
	Env   map[string]string `json:"env,omitempty"`
	Dir   string            `json:"dir,omitempty"`
	// Of the result of a tool.
	Call  uint64          `json:"call,omitempty"`
	Value json.RawMessage `json:"value,omitempty"`
	Error *toolError      `json:"error,omitempty"`
}

type toolSpec struct {
	Name   string      `json:"name"`
	Doc    string      `json:"doc"`
	Final  bool        `json:"final"`
	Output string      `json:"output"`
	Inputs []toolInput `json:"inputs"`
}

type toolInput struct {
	Name     string          `json:"name"`
	Type     string          `json:"type"`
	Optional bool            `json:"optional"`
	Default  json.RawMessage `json:"default,omitempty"`
}

type toolError struct {
	Type    string `json:"type"`
	Message string `json:"message"`
}

// message is one from the driver, or from a guest that pretends to be it.
type message struct {
	Op string `json:"op"`
	ID uint32 `json:"id"`
	// call
	Call   uint64                  `json:"call"`
	Name   string                  `json:"name"`
	Args   few[json.RawMessage]    `json:"args"`
	Kwargs few[[2]json.RawMessage] `json:"kwargs"`
	// display
	IsResult bool          `json:"is_result"`
	Parts    few[mimePart] `json:"parts"`
	// done
	Value      json.RawMessage         `json:"value"`
	Repr       text                    `json:"repr"`
	Text       text                    `json:"text"`
	Final      bool                    `json:"final"`
	Expression bool                    `json:"expression"`
	CPU        float64                 `json:"cpu"` // seconds
	Missing    few[string]             `json:"missing"`
	Vars       few[[2]json.RawMessage] `json:"vars"`
	Code       int                     `json:"code"`
	Error      *guestError             `json:"error"`
}

type mimePart struct {
	MIME string `json:"mime"`
	Data []byte `json:"data"`
}

// few is a list of a length that is checked before anything is made of it: an
// element of two bytes takes fifty as a Go value.
type few[T any] []T

const maxElements = 20_000

func (f *few[T]) UnmarshalJSON(b []byte) error {
	if n := elements(b); n > maxElements {
		return fmt.Errorf("a list of %d elements, at most %d are allowed", n, maxElements)
	}
	return json.Unmarshal(b, (*[]T)(f))
}

// elements counts those of a valid JSON list, from the commas at its own level.
func elements(b []byte) int {
	n, depth, text := 1, 0, false
	for i := 0; i < len(b); i++ {
		switch c := b[i]; {
		case text && c == '\\':
			i++
		case c == '"':
			text = !text
		case text:
		case c == '[' || c == '{':
			depth++
		case c == ']' || c == '}':
			depth--
		case c == ',' && depth == 1:
			n++
		}
	}
	return n
}

// guestError is a failure inside of the sandbox.
type guestError struct {
	Kind       string          `json:"kind"`
	Type       string          `json:"type"`
	Text       text            `json:"text"`
	Line       int             `json:"line"`
	Column     int             `json:"column"`
	SourceLine text            `json:"source_line"`
	Segment    text            `json:"segment"`
	ExitCode   int             `json:"exit_code"`
	Frames     few[guestFrame] `json:"frames"`
}

type guestFrame struct {
	File      string `json:"file"`
	Line      int    `json:"line"`
	Function  string `json:"function"`
	Source    text   `json:"source"`
	Column    int    `json:"column"`
	EndColumn int    `json:"end_column"`
}

// text is a str; one with lone surrogates comes as base64.
type text string

func (t *text) UnmarshalJSON(b []byte) error {
	if len(b) > 0 && b[0] == '"' {
		return json.Unmarshal(b, (*string)(t))
	}
	var wrapped struct {
		B64 []byte `json:"b64"`
	}
	if err := json.Unmarshal(b, &wrapped); err != nil {
		return err
	}
	*t = text(wrapped.B64)
	return nil
}

// maxText bounds a text about a value or an error, in bytes: more than the driver sends.
const maxText = 8 << 20

// cut is the text as far as it may be long.
func (t text) cut() string { return string(t[:min(len(t), maxText)]) }

// safeText checks a value that came out of the sandbox. Without one it is nil, which is None.
func safeText(raw json.RawMessage) (value.Text, error) {
	if len(raw) == 0 || string(raw) == "null" {
		return nil, nil
	}
	t := append(value.Text(value.SafePrefix), raw...)
	if _, err := value.Decode(t); err != nil {
		return nil, shared.Errorf(shared.KindSerialization, "a value from the sandbox: %w", err)
	}
	return t, nil
}

// rawJSON is the JSON of a value on its way in.
func rawJSON(t value.Text) json.RawMessage {
	if len(t) <= len(value.SafePrefix) {
		return json.RawMessage("null")
	}
	return json.RawMessage(t[len(value.SafePrefix):])
}

// wireValue is rawJSON of a value in the one form that the driver reads: the
// client may send any that the decoder of values takes, bare NaN too.
func wireValue(t value.Text) (json.RawMessage, error) {
	v, err := value.Decode(t)
	if err != nil {
		return nil, err
	}
	t, err = value.Encode(v)
	return rawJSON(t), err
}
