package agent

import (
	"maps"
	"slices"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/internal/redact"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// setActing says which step calls belong to; those that come later belong to none.
func (r *run) setActing(act *memory.Action) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.acting = act
}

func (r *run) actingStep() *memory.Action {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.acting
}

func (r *run) recordCall(act *memory.Action, rec memory.Call) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.acting == act && len(act.Calls) < maxCalls {
		act.Calls = append(act.Calls, rec)
	}
}

func (r *run) recordManaged(m *memory.Managed) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.acting != nil && len(r.acting.Managed) < maxCalls {
		r.acting.Managed = append(r.acting.Managed, m)
	}
}

// lend makes part, which code of python_interpreter does, what calls belong to, unless the
// step is over that it is part of.
func (r *run) lend(act, part *memory.Action) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.acting != act {
		return false
	}
	r.acting = part
	return true
}

// merge adds the part to the step that called it, and gives back what lend took.
func (r *run) merge(act, part *memory.Action) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.acting != part {
		return false
	}
	r.acting = act
	if act.Code != "" {
		act.Code += "\n\n"
	}
	act.Code += part.Code
	act.Calls = append(act.Calls, part.Calls[:min(len(part.Calls), max(0, maxCalls-len(act.Calls)))]...)
	act.Images = append(act.Images, part.Images...)
	act.Managed = append(act.Managed, part.Managed[:min(len(part.Managed), maxCalls-len(act.Managed))]...)
	act.Stats = part.Stats
	if part.Final {
		act.Result, act.ResultText, act.Final = part.Result, part.ResultText, true
	}
	return true
}

// stateVariables are the arguments of the tasks in memory, for a new sandbox.
func (r *run) stateVariables() ([]shared.Variable, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	var vars []shared.Variable
	for _, name := range slices.Sorted(maps.Keys(r.state)) {
		if !isIdentifier(name) {
			continue // an image's
		}
		t, err := value.Encode(r.state[name])
		if err != nil {
			return nil, err
		}
		vars = append(vars, shared.Variable{Name: name, Value: t})
	}
	return vars, nil
}

// newRedactor hides the agent's secrets.
func newRedactor(secrets []string) *redact.Redactor {
	r := &redact.Redactor{}
	for _, s := range secrets {
		r.Add("secret", s)
	}
	return r
}
