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
	// Steps of this run, those of managed agents aside; Usage and Timing with them.
	Steps int         `json:"steps"`
	Usage model.Usage `json:"usage"`
	// UsageKnown is false if a model didn't say how many tokens it used.
	UsageKnown bool          `json:"usage_known"`
	Timing     memory.Timing `json:"timing"`
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
