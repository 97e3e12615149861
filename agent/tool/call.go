package tool

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/airlockhq/airlock/shared/value"
)

// maxErrorText bounds the message of a tool's error, in bytes.
const maxErrorText = 64 << 10

// Call runs a tool under the time limit of its Spec. A panic of the tool is an error, as is a result that
// can't travel to guest code, for its type or its size. A tool that doesn't heed its context is left alone
// when that ends: Call returns, and what the tool still does is lost.
func Call(ctx context.Context, t Tool, args Args) (value.Value, error) {
	spec := t.Spec()
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("tool %s: %w", spec.Name, context.Cause(ctx))
	}
	var timer <-chan time.Time
	inner, cancel := context.WithCancel(ctx)
	defer cancel()
	if spec.Timeout > 0 {
		tm := time.NewTimer(spec.Timeout)
		defer tm.Stop()
		timer = tm.C
	}
	done := make(chan outcome, 1)
	go run(inner, t, args, done)
	select {
	case o := <-done:
		return o.checked(spec)
	case <-timer:
		return nil, &Error{
			Type: "TimeoutError", Err: context.DeadlineExceeded,
			Message: fmt.Sprintf("tool %s gave no result within %v", spec.Name, spec.Timeout),
		}
	case <-ctx.Done():
		return nil, fmt.Errorf("tool %s: %w", spec.Name, context.Cause(ctx))
	}
}

type outcome struct {
	v   value.Value
	err error
}

// run calls the tool. It answers in any case, also when the tool ends its goroutine.
func run(ctx context.Context, t Tool, args Args, done chan<- outcome) {
	o := outcome{err: &Error{Type: "RuntimeError", Message: "tool " + t.Spec().Name + " ended without a result"}}
	defer func() {
		if p := recover(); p != nil {
			o = outcome{err: &Error{Type: "RuntimeError", Message: fmt.Sprintf("tool %s panicked: %v", t.Spec().Name, p)}}
		}
		done <- o
	}()
	v, err := t.Call(ctx, args)
	o = outcome{v, err}
}

// checked is the outcome as guest code may have it.
func (o outcome) checked(spec *Spec) (value.Value, error) {
	if o.err != nil {
		return nil, shorten(o.err)
	}
	if o.v == nil {
		return value.None{}, nil
	}
	if travels(o.v) {
		return o.v, nil
	}
	if _, err := value.Encode(o.v); err != nil {
		return nil, &Error{Type: "RuntimeError", Message: fmt.Sprintf("the result of tool %s can't travel: %v", spec.Name, err), Err: err}
	}
	return o.v, nil
}

// travels tells of small scalars, cheaply, that they can be encoded.
func travels(v value.Value) bool {
	switch v.(type) {
	case value.None, value.Bool, value.Float:
		return true
	}
	return false
}

// shorten cuts the message of an error that would fill a prompt; its type stays.
func shorten(err error) error {
	text := err.Error()
	if len(text) <= maxErrorText {
		return err
	}
	short := &Error{Message: strings.ToValidUTF8(text[:maxErrorText], "") + "… (cut)", Err: err}
	var e *Error
	if errors.As(err, &e) {
		short.Type = e.Type
	}
	return short
}
