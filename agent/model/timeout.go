package model

import (
	"context"
	"errors"
	"time"
)

// Timeout ends a call of m that takes longer than call, and one whose pieces have begun
// to come but don't for the time of stall. 0 is no limit. Either is KindTimeout.
func Timeout(m Model, call, stall time.Duration) Model {
	if call <= 0 && stall <= 0 {
		return m
	}
	return &timed{Model: m, call: call, stall: stall}
}

type timed struct {
	Model
	call, stall time.Duration
}

var (
	errCallTimeout  = errors.New("the call took too long")
	errStallTimeout = errors.New("the answer stalled")
)

// Generate implements Model.
func (t *timed) Generate(ctx context.Context, req *Request, onDelta func(*Delta)) (*Response, error) {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if t.call > 0 {
		defer time.AfterFunc(t.call, func() { cancel(errCallTimeout) }).Stop()
	}
	watched := onDelta
	if t.stall > 0 && onDelta != nil {
		// Made stopped: a model may think for long before its first piece.
		timer := time.AfterFunc(time.Hour, func() { cancel(errStallTimeout) })
		timer.Stop()
		defer timer.Stop()
		watched = func(d *Delta) {
			timer.Stop() // the time that onDelta takes isn't the server's
			onDelta(d)
			timer.Reset(t.stall)
		}
	}
	resp, err := t.Model.Generate(inner, req, watched)
	if err == nil || ctx.Err() != nil {
		return resp, err
	}
	e := &Error{Kind: KindTimeout, Provider: t.Info().Provider, Err: err}
	switch cause := context.Cause(inner); {
	case errors.Is(cause, errCallTimeout):
		e.Message = "no whole answer within " + t.call.String()
		e.Hint = "allow the call more time, or ask for a shorter answer"
	case errors.Is(cause, errStallTimeout):
		e.Message = "the answer stopped coming for " + t.stall.String()
	default:
		return nil, err
	}
	return nil, e
}
