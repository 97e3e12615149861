package model

import (
	"context"
	"fmt"

	"golang.org/x/time/rate"
)

// Limit spaces the calls of m evenly, so that a minute has at most perMinute of them.
// 0 is no limit.
func Limit(m Model, perMinute float64) Model {
	if perMinute <= 0 {
		return m
	}
	return &limited{Model: m, perMinute: perMinute, limiter: rate.NewLimiter(rate.Limit(perMinute/60), 1)}
}

type limited struct {
	Model
	perMinute float64
	limiter   *rate.Limiter
}

// Generate implements Model.
func (l *limited) Generate(ctx context.Context, req *Request, onDelta func(*Delta)) (*Response, error) {
	if err := l.limiter.Wait(ctx); err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		// The limiter gives up at once where the wait would outlast ctx.
		return nil, fmt.Errorf("model: the limit of %g requests a minute leaves no time for this one: %w", l.perMinute, context.DeadlineExceeded)
	}
	return l.Model.Generate(ctx, req, onDelta)
}
