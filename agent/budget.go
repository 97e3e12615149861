package agent

import (
	"context"
	"slices"
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
	unknown bool  // a model didn't say what it used
	guessed int64 // tokens of such answers
}

// step takes a step, unless none is left.
func (l *ledger) step() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch b := l.budget; {
	case b.Steps > 0 && l.steps >= b.Steps:
		return &BudgetError{"steps", b.Steps}
	case b.Tokens > 0 && l.usage.InputTokens+l.usage.OutputTokens+l.guessed >= b.Tokens:
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
func (l *ledger) spend(req *model.Request, resp *model.Response) {
	if l.parent != nil {
		l.parent.spend(req, resp)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if resp.Usage == nil {
		l.unknown = true
		l.guessed += guess(req, resp)
		return
	}
	l.usage = l.usage.Add(*resp.Usage)
}

// guess is about how many tokens a call took: most tokenizers make one of some four bytes.
func guess(req *model.Request, resp *model.Response) int64 {
	n := 0
	for _, m := range append(slices.Clone(req.Messages), resp.Message) {
		n += len(m.Text()) + len(m.Reasoning)
		for _, c := range m.ToolCalls {
			n += len(c.Arguments)
		}
	}
	return int64(n/4 + 1)
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
