package agent

import (
	"errors"
	"fmt"
	"strings"
	"time"
)

// Errors that a run can end with, beside those of model and host.
var (
	// ErrInterrupted: Interrupt was called. Resume goes on.
	ErrInterrupted = errors.New("the run was interrupted")
	// ErrBusy: the agent has a run already.
	ErrBusy = errors.New("the agent is running a task already")
	// ErrClosed: Close was called.
	ErrClosed = errors.New("the agent is closed")
	// ErrNothingToResume: no task was given yet.
	ErrNothingToResume = errors.New("there is no run to resume")
)

// UnsupportedExecutorError says that no executor of that name is found.
type UnsupportedExecutorError struct {
	Name  string
	Found []string
	Err   error
}

// Error implements error.
func (e *UnsupportedExecutorError) Error() string {
	text := "Unsupported executor type: " + e.Name
	if len(e.Found) == 0 {
		return text + " (no executor is found: they lie beside this program, in AIRLOCK_PLUGIN_DIR or in the host's PluginDirs; executor.Embed builds local in)"
	}
	return fmt.Sprintf("%s (found: %s)", text, strings.Join(e.Found, ", "))
}

// Unwrap returns the host's error.
func (e *UnsupportedExecutorError) Unwrap() error { return e.Err }

// BudgetError says that a run used up what Config.Budget gave it and its managed agents.
type BudgetError struct {
	What  string // steps, tokens, cost or time
	Limit any
}

// Error implements error.
func (e *BudgetError) Error() string {
	limit := fmt.Sprint(e.Limit)
	if d, ok := e.Limit.(time.Duration); ok {
		limit = d.String()
	}
	return fmt.Sprintf("the budget of %s %s is used up", limit, e.What)
}
