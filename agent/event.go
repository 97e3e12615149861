package agent

import (
	"encoding/json"
	"fmt"
	"sync"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/internal/redact"
	"github.com/airlockhq/airlock/shared"
)

// Event is something that happens in a run: one of the types that end in Event.
type Event interface {
	// From says whose it is.
	From() Source
	eventType() string
}

// Source says in whose which step something happened.
type Source struct {
	// Agent's name, with its managers' names before it: "manager/researcher".
	Agent string `json:"agent"`
	// Step counts from 1; 0 is before the first.
	Step int `json:"step"`
}

// From implements Event.
func (s Source) From() Source { return s }

// The events, in about the order in which they come.
type (
	// TaskEvent begins a run.
	TaskEvent struct {
		Source
		Text string `json:"text"`
	}
	// ProgressEvent tells how far a slow part is, such as the start of a sandbox.
	ProgressEvent struct {
		Source
		Progress shared.Progress `json:"progress"`
	}
	// TokenEvent is a piece of the model's answer.
	TokenEvent struct {
		Source
		Text      string `json:"text,omitempty"`
		Reasoning string `json:"reasoning,omitempty"`
		// Plan tells that it belongs to a plan.
		Plan bool `json:"plan,omitempty"`
		// Restart takes back the pieces so far: the request is made again.
		Restart bool `json:"restart,omitempty"`
	}
	// PlanEvent is a plan that is complete.
	PlanEvent struct {
		Source
		Plan *memory.Plan `json:"plan"`
	}
	// CodeEvent is code that is about to run.
	CodeEvent struct {
		Source
		Thought string `json:"thought,omitempty"`
		Code    string `json:"code"`
	}
	// OutputEvent is text that code printed.
	OutputEvent struct {
		Source
		Stream shared.Stream `json:"stream"`
		Text   string        `json:"text"`
	}
	// DisplayEvent is a rich result that code showed.
	DisplayEvent struct {
		Source
		Display *shared.Display `json:"display"`
	}
	// ToolCallEvent is a call of a tool that begins.
	ToolCallEvent struct {
		Source
		Call memory.Call `json:"call"`
	}
	// ToolResultEvent is the end of a call.
	ToolResultEvent struct {
		Source
		Call memory.Call `json:"call"`
	}
	// StepEvent is a step that is complete.
	StepEvent struct {
		Source
		Action *memory.Action `json:"action"`
	}
	// FinalEvent ends a run that has an answer.
	FinalEvent struct {
		Source
		Result *Result `json:"result"`
	}
)

func (*TaskEvent) eventType() string       { return "task" }
func (*ProgressEvent) eventType() string   { return "progress" }
func (*TokenEvent) eventType() string      { return "token" }
func (*PlanEvent) eventType() string       { return "plan" }
func (*CodeEvent) eventType() string       { return "code" }
func (*OutputEvent) eventType() string     { return "output" }
func (*DisplayEvent) eventType() string    { return "display" }
func (*ToolCallEvent) eventType() string   { return "tool_call" }
func (*ToolResultEvent) eventType() string { return "tool_result" }
func (*StepEvent) eventType() string       { return "step" }
func (*FinalEvent) eventType() string      { return "final" }

// sink hands events to one function, one at a time.
type sink struct {
	mu       sync.Mutex
	f        func(Event)
	r        *redact.Redactor
	panicked func(any) // is told of f's panic, which may come up in any goroutine
}

func (s *sink) emit(e Event) {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	defer func() {
		if v := recover(); v != nil {
			s.f = nil
			s.panicked(v)
		}
	}()
	if s.f != nil {
		s.f(hidden(s.r, e))
	}
}

// hidden is an event without secrets. It is copied only where it holds one: steps are
// the memory's own.
func hidden(r *redact.Redactor, e Event) Event {
	if r.Empty() {
		return e
	}
	text, err := MarshalEvent(e)
	if err != nil || r.Text(string(text)) == string(text) {
		return e
	}
	clean, err := r.JSON(text)
	if err != nil {
		return e
	}
	if c, err := UnmarshalEvent(clean); err == nil {
		return c
	}
	return e
}

// close drops what calls that outlive the run still tell.
func (s *sink) close() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.f = nil
}

func (s *sink) heard() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.f != nil
}

// MarshalEvent makes the JSON of an event: an object whose field type says which it is.
func MarshalEvent(e Event) ([]byte, error) {
	b, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("writing an event: %w", err)
	}
	// Every event has a source, so the object isn't empty.
	return append([]byte(`{"type":"`+e.eventType()+`",`), b[1:]...), nil
}
