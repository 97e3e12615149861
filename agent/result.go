package agent

import (
	"time"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/shared/value"
)

// State says how a run ended.
type State string

// The states.
const (
	// StateDone: the agent called final_answer.
	StateDone State = "done"
	// StateMaxSteps: no step was left, and the answer is the model's best guess.
	StateMaxSteps State = "max_steps"
)

// Result is the outcome of a run.
type Result struct {
	State State `json:"state"`
	// Answer is the value of the final answer; nil is None. Text is how Python prints it.
	Answer value.Text `json:"answer"`
	Text   string     `json:"text"`
	// Steps that were taken for the task, those before a Resume too and those of managed agents
	// aside. At StateMaxSteps the model's last word isn't one of them, although memory has it as
	// an Action: with MaxSteps 20, Steps is 20. Usage is of the same steps with managed agents.
	Steps int         `json:"steps"`
	Usage model.Usage `json:"usage"`
	// UsageKnown is false if a model didn't say how many tokens it used.
	UsageKnown bool `json:"usage_known"`
	// Timing is that of the call of Run or Resume, as are the following.
	Timing memory.Timing `json:"timing"`
	// ModelTime is what was spent waiting for the agent's own model, ExecuteTime for its
	// executor, tools included; nanoseconds in JSON.
	ModelTime   time.Duration `json:"model_time"`
	ExecuteTime time.Duration `json:"execute_time"`
}

// Value decodes the answer.
func (r *Result) Value() (value.Value, error) { return value.Decode(r.Answer) }

// Go is the answer as a Go value, in the manner of value.ToGo; the text where it can't be
// decoded.
func (r *Result) Go() any {
	v, err := r.Value()
	if err != nil {
		return r.Text
	}
	return value.ToGo(v)
}
