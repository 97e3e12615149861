package agent

import (
	"context"
	"sync"
	"time"

	"github.com/airlockhq/airlock/agent/model"
)

// ledger counts what a run and those of its managed agents use.
type ledger struct {
	budget Budget
	parent *ledger // of the managing run

	time time.Duration // of what was before a Resume; guarded by the agent

	mu      sync.Mutex
	steps   int
	usage   model.Usage
	unknown bool // a model didn't say what it used
}

// step takes a step, unless none is left.
func (l *ledger) step() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch b := l.budget; {
	case b.Steps > 0 && l.steps >= b.Steps:
		return &BudgetError{"steps", b.Steps}
	case b.Tokens > 0 && l.usage.InputTokens+l.usage.OutputTokens >= b.Tokens:
		return &BudgetError{"tokens", b.Tokens}
	case b.Cost > 0 && l.usage.Cost >= b.Cost:
		return &BudgetError{"cost", b.Cost}
	}
	if l.parent != nil {
		if err := l.parent.step(); err != nil {
			return err
		}
	}
	l.steps++
	return nil
}

// spend counts an answer of a model.
func (l *ledger) spend(u *model.Usage) {
	if l.parent != nil {
		l.parent.spend(u)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if u == nil {
		l.unknown = true
		return
	}
	l.usage = l.usage.Add(*u)
}

// total returns what was used; complete is false if a model didn't say.
func (l *ledger) total() (usage model.Usage, complete bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.usage, !l.unknown
}

// parentKey finds the run that a managed agent is called from in a call's context.
type parentKey struct{}

// parentOf returns the run whose tool call ctx belongs to, nil if there is none.
func parentOf(ctx context.Context) *run {
	r, _ := ctx.Value(parentKey{}).(*run)
	return r
}
