package run

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// answer is the object that --json prints, for every outcome.
type answer struct {
	// Output is the value as safe text without its prefix.
	Output        json.RawMessage `json:"output"`
	OutputRepr    guestText       `json:"output_repr"`
	Logs          guestText       `json:"logs"`
	IsFinalAnswer bool            `json:"is_final_answer"`
	Error         *answerError    `json:"error"`
	Displays      []answerDisplay `json:"displays"`
	Stats         answerStats     `json:"stats"`
}

type answerError struct {
	Kind    shared.Kind `json:"kind"`
	Type    guestText   `json:"type"`
	Message guestText   `json:"message"`
	// Line and Column are null if unknown.
	Line      *int          `json:"line"`
	Column    *int          `json:"column"`
	Traceback []answerFrame `json:"traceback"`
	// TracebackText is the traceback as Python prints it; empty if there is none.
	TracebackText guestText `json:"traceback_text"`
	Hint          guestText `json:"hint"`
}

type answerFrame struct {
	File     guestText `json:"file"`
	Line     int       `json:"line"`
	Function guestText `json:"function"`
	Source   guestText `json:"source"`
}

type answerDisplay struct {
	IsResult bool         `json:"is_result"`
	Parts    []answerPart `json:"parts"`
}

type answerPart struct {
	MIME string `json:"mime"`
	// One of Text, Base64 and File holds the data.
	Text   *guestText `json:"text,omitempty"`
	Base64 []byte     `json:"base64,omitempty"`
	File   string     `json:"file,omitempty"`
}

type answerStats struct {
	Operations      int64   `json:"operations"`
	WallSeconds     float64 `json:"wall_seconds"`
	CPUSeconds      float64 `json:"cpu_seconds"`
	MemoryPeakBytes int64   `json:"memory_peak_bytes"`
	OutputBytes     int64   `json:"output_bytes"`
	OutputTruncated bool    `json:"output_truncated"`
	ToolCalls       int64   `json:"tool_calls"`
	ToolSeconds     float64 `json:"tool_seconds"`
}

// PrintJSONError prints the object for an error that came before the run.
func PrintJSONError(t *term.Terminal, err error) error { return (&outcome{}).printJSON(t, err) }

// printJSON prints the object. err is an error of the host's side, if any.
func (c *outcome) printJSON(t *term.Terminal, err error) error {
	a := answer{Output: json.RawMessage("null"), Displays: c.displays.answer()}
	if r := c.result; r != nil {
		if len(r.Value) > 0 {
			a.Output = json.RawMessage(bytes.TrimPrefix(r.Value, []byte(value.SafePrefix)))
		}
		a.OutputRepr, a.Logs, a.IsFinalAnswer = guestText(r.Repr), guestText(r.Logs), r.IsFinalAnswer
		if a.OutputRepr == "" && c.failure == nil && err == nil {
			a.OutputRepr = "None"
		}
		s := r.Stats
		a.Stats = answerStats{
			s.Operations, s.Wall.Seconds(), s.CPU.Seconds(), s.MemoryPeakBytes, s.OutputBytes, r.Truncated, s.ToolCalls, s.ToolTime.Seconds(),
		}
	}
	exit := c.exit()
	switch {
	case err != nil:
		exit = app.Quiet(app.Code(err))
		a.Error = jsonError(hostFailure(err))
	case c.failure != nil:
		a.Error = jsonError(c.failure)
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(a); err != nil {
		return err
	}
	if err := t.WriteJSON(out.Bytes()); err != nil {
		return err
	}
	return exit
}

// hostFailure gives an error of the host's side the form of a guest's.
func hostFailure(err error) *shared.Error {
	e := *shared.AsError(err)
	e.Message = err.Error()
	if app.Code(err) == app.CodeUsage {
		e.Kind = shared.KindInvalidArgument
	}
	return &e
}

func jsonError(e *shared.Error) *answerError {
	out := &answerError{
		Kind: e.Kind, Type: guestText(e.Type), Message: guestText(e.Message), Hint: guestText(e.Hint), TracebackText: guestText(e.TracebackText),
		Traceback: []answerFrame{},
	}
	if e.Line > 0 {
		out.Line = &e.Line
	}
	if e.Column > 0 {
		out.Column = &e.Column
	}
	for _, f := range e.Traceback {
		out.Traceback = append(out.Traceback, answerFrame{guestText(f.File), f.Line, guestText(f.Function), guestText(f.Source)})
	}
	return out
}

// guestText is a text that may hold lone surrogates as the three bytes of CESU; JSON
// can carry them as escapes, which encoding/json can't write.
type guestText string

// MarshalJSON implements json.Marshaler.
func (s guestText) MarshalJSON() ([]byte, error) {
	out := []byte{'"'}
	for rest := string(s); rest != ""; {
		n := validLen(rest)
		piece, err := marshal(rest[:n])
		if err != nil {
			return nil, err
		}
		out = append(out, piece[1:len(piece)-1]...)
		switch rest = rest[n:]; {
		case isSurrogate(rest):
			out = fmt.Appendf(out, `\u%04x`, rune(rest[0]&0x0f)<<12|rune(rest[1]&0x3f)<<6|rune(rest[2]&0x3f))
			rest = rest[3:]
		case rest != "":
			out = append(out, "\ufffd"...)
			rest = rest[1:]
		}
	}
	return append(out, '"'), nil
}

// marshal writes a text that is UTF-8.
func marshal(s string) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(s)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// validLen is the length of the UTF-8 that s begins with.
func validLen(s string) int {
	if utf8.ValidString(s) {
		return len(s)
	}
	for i := 0; ; {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
}

func isSurrogate(s string) bool {
	return len(s) >= 3 && s[0] == 0xed && s[1] >= 0xa0 && s[1] <= 0xbf && s[2]&0xc0 == 0x80
}
