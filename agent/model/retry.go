package model

import (
	"context"
	"errors"
	"time"

	"github.com/cenkalti/backoff/v5"
)

// RetryPolicy says how Retry goes on after errors that may pass.
type RetryPolicy struct {
	// Retries after the first attempt; 0 means 3, a negative number none.
	Retries int
	// First is the wait before the first retry, give or take the half; it doubles each time
	// up to Max. 0 means 1 and 30 seconds.
	First, Max time.Duration
	// MaxRetryAfter is the longest wait that a server may ask for; when it asks for more,
	// the error is final. 0 means a minute.
	MaxRetryAfter time.Duration
	// Notify is told of each retry before the wait.
	Notify func(err error, wait time.Duration)
}

func (p RetryPolicy) withDefaults() RetryPolicy {
	if p.Retries == 0 {
		p.Retries = 3
	}
	if p.First <= 0 {
		p.First = time.Second
	}
	if p.Max <= 0 {
		p.Max = 30 * time.Second
	}
	if p.MaxRetryAfter <= 0 {
		p.MaxRetryAfter = time.Minute
	}
	return p
}

// Retry calls m again after errors that are Temporary.
func Retry(m Model, policy RetryPolicy) Model {
	if policy.Retries < 0 {
		return m
	}
	return &retrying{Model: m, policy: policy.withDefaults()}
}

type retrying struct {
	Model
	policy RetryPolicy
}

// Generate implements Model.
func (r *retrying) Generate(ctx context.Context, req *Request, onDelta func(*Delta)) (*Response, error) {
	var last error
	attempt := func() (*Response, error) {
		if last != nil && onDelta != nil {
			onDelta(nil)
		}
		resp, err := r.Model.Generate(ctx, req, onDelta)
		last = err
		return resp, r.classify(err)
	}
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.MaxInterval, wait.Multiplier = r.policy.First, r.policy.Max, 2
	options := []backoff.RetryOption{
		backoff.WithBackOff(wait), backoff.WithMaxTries(uint(r.policy.Retries) + 1), backoff.WithMaxElapsedTime(0),
	}
	if r.policy.Notify != nil {
		options = append(options, backoff.WithNotify(func(_ error, d time.Duration) { r.policy.Notify(last, d) }))
	}
	resp, err := backoff.Retry(ctx, attempt, options...)
	switch {
	case err == nil:
		return resp, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, last
}

// classify tells package backoff what to do after err.
func (r *retrying) classify(err error) error {
	if err == nil {
		return nil
	}
	var e *Error
	switch {
	case !errors.As(err, &e) || !e.Temporary() || e.RetryAfter > r.policy.MaxRetryAfter:
		return backoff.Permanent(err)
	case e.RetryAfter > 0:
		return &backoff.RetryAfterError{Duration: e.RetryAfter}
	}
	return err
}
