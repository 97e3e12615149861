// Package memory is what an agent remembers of its work: typed steps, in order, which
// become the messages that the model reads, and which save to and load from JSON.
package memory

import (
	"slices"
	"sync"
	"time"

	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// Step is one entry of a memory: *Task, *Note, *Plan, *Action or *Final.
type Step interface {
	// Messages are what the model is told of the step. In a summary, which a new plan is
	// made from, old plans and the model's own words are left out.
	Messages(summary bool) []model.Message
	kind() string
}

// Timing of a step.
type Timing struct {
	Start time.Time `json:"start"`
	End   time.Time `json:"end"`
}

// Duration is the time between start and end.
func (t Timing) Duration() time.Duration { return t.End.Sub(t.Start) }

// Task is what the agent was asked.
type Task struct {
	Text   string        `json:"text"`
	Images []model.Image `json:"images,omitempty"`
}

// Note is what the agent itself tells its model between two steps, such as that the
// variables are lost.
type Note struct {
	Text string `json:"text"`
}

// Plan is the model's view of how to go on.
type Plan struct {
	Text string `json:"text"`
	// First tells that no step was taken before it.
	First  bool          `json:"first,omitempty"`
	Output model.Message `json:"output"`
	Usage  *model.Usage  `json:"usage,omitempty"`
	Timing Timing        `json:"timing"`
}

// Action is one turn of model and executor.
type Action struct {
	// Agent is the name of the agent whose step it is, with its managers' names before it.
	Agent string `json:"agent,omitempty"`
	// Number counts from 1 within a run.
	Number int    `json:"number"`
	Timing Timing `json:"timing"`
	// Output is the model's answer.
	Output model.Message `json:"output"`
	// Code that was executed.
	Code string `json:"code,omitempty"`
	// Calls of tools: those that the model asked for, or those that the code made.
	Calls []Call `json:"calls,omitempty"`
	// Observations are what the model is told of the outcome.
	Observations string `json:"observations,omitempty"`
	// Images that the code showed or returned.
	Images []model.Image `json:"images,omitempty"`
	// ShowImages tells that the model is shown them.
	ShowImages bool   `json:"show_images,omitempty"`
	Error      *Error `json:"error,omitempty"`
	// Result is the value of the code's last statement, or the final answer; nil is None.
	// ResultText is how Python prints it.
	Result     value.Text   `json:"result,omitempty"`
	ResultText string       `json:"result_text,omitempty"`
	Final      bool         `json:"final,omitempty"`
	Usage      *model.Usage `json:"usage,omitempty"`
	// Stats of the execution, with the time spent in the executor as the agent saw it.
	Stats *shared.Stats `json:"stats,omitempty"`
	// Managed are the runs of other agents that the step called for.
	Managed []*Managed `json:"managed,omitempty"`
}

// Managed is a run that a managing agent's step called for.
type Managed struct {
	Agent  string  `json:"agent"`
	Task   string  `json:"task"`
	Memory *Memory `json:"memory"`
}

// Call is a call of a tool within a step.
type Call struct {
	ID        string `json:"id,omitempty"`
	Name      string `json:"name"`
	Arguments string `json:"arguments,omitempty"` // JSON of an object, shortened
	Result    string `json:"result,omitempty"`    // as the model is told it, shortened
	Error     string `json:"error,omitempty"`
	// ByModel tells that the model asked for it, as opposed to its code.
	ByModel  bool          `json:"by_model,omitempty"`
	Duration time.Duration `json:"duration,omitempty"` // in nanoseconds
}

// ErrorKind says in which part of a step an Error came up.
type ErrorKind string

// The kinds of errors.
const (
	ErrorParsing   ErrorKind = "parsing"   // the model's answer holds no code
	ErrorExecution ErrorKind = "execution" // the code failed
	ErrorTool      ErrorKind = "tool"      // a tool that the model called failed
	ErrorRefused   ErrorKind = "refused"   // the code wasn't approved
	ErrorCheck     ErrorKind = "check"     // a check refused the final answer
	ErrorMaxSteps  ErrorKind = "max_steps"
	// ErrorInterrupted: the run ended before the step did.
	ErrorInterrupted ErrorKind = "interrupted"
)

// Error is what went wrong in a step, as the model is told it.
type Error struct {
	Kind    ErrorKind `json:"kind"`
	Message string    `json:"message"`
	// Executor's kind of error, where it was one.
	Executor shared.Kind `json:"executor,omitempty"`
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// Final is the end of a run.
type Final struct {
	Answer value.Text `json:"answer"`
	Text   string     `json:"text"`
}

// Memory is the steps of an agent. It may be used from any goroutine; the steps
// themselves must not be changed any more once they are added.
type Memory struct {
	mu     sync.RWMutex
	system string
	steps  []Step
	hide   func([]byte) ([]byte, error)
}

// HideBy has f take secrets out of the JSON form.
func (m *Memory) HideBy(f func([]byte) ([]byte, error)) { m.hide = f }

// SetSystem sets the system prompt, which comes before all steps.
func (m *Memory) SetSystem(prompt string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.system = prompt
}

// System is the system prompt.
func (m *Memory) System() string {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return m.system
}

// Add appends a step.
func (m *Memory) Add(s Step) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.steps = append(m.steps, s)
}

// Reset forgets all steps.
func (m *Memory) Reset() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.steps = nil
}

// Steps returns the steps so far.
func (m *Memory) Steps() []Step {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return slices.Clone(m.steps)
}

// Len is the number of steps.
func (m *Memory) Len() int {
	m.mu.RLock()
	defer m.mu.RUnlock()
	return len(m.steps)
}

// Code is all code that was executed, as one program.
func (m *Memory) Code() string {
	var code string
	for _, s := range m.Steps() {
		if a, ok := s.(*Action); ok && a.Code != "" {
			if code != "" {
				code += "\n\n"
			}
			code += a.Code
		}
	}
	return code
}

// Usage is the sum of all steps' tokens.
func (m *Memory) Usage() model.Usage {
	var sum model.Usage
	for _, s := range m.Steps() {
		var u *model.Usage
		switch s := s.(type) {
		case *Action:
			u = s.Usage
		case *Plan:
			u = s.Usage
		}
		if u != nil {
			sum = sum.Add(*u)
		}
	}
	return sum
}

// Messages are the system prompt (not in a summary) and the messages of all steps. Turns
// of the same role that follow each other are one message: many servers want them to
// alternate.
func (m *Memory) Messages(summary bool) []model.Message {
	var out []model.Message
	if system := m.System(); system != "" && !summary {
		out = append(out, model.Text(model.RoleSystem, system))
	}
	for _, s := range m.Steps() {
		for _, msg := range s.Messages(summary) {
			out = appendMessage(out, msg)
		}
	}
	return out
}

func appendMessage(list []model.Message, m model.Message) []model.Message {
	if len(list) > 0 {
		last := &list[len(list)-1]
		if last.Role == m.Role && m.Role == model.RoleUser {
			// The slice may be a step's own.
			last.Parts = append(slices.Clip(last.Parts), m.Parts...)
			return list
		}
	}
	return append(list, m)
}
