package model

import (
	"fmt"
	"time"
)

// Kind sorts errors of models by what to do about them. A Kind is an error itself, so
// that errors.Is(err, model.KindAuth) works.
type Kind string

// The kinds of errors.
const (
	KindAuth        Kind = "auth"         // the key is missing, wrong or not enough
	KindRateLimited Kind = "rate_limited" // too many requests
	KindQuota       Kind = "quota"        // the account has nothing left to spend
	KindInvalid     Kind = "invalid"      // the server refuses the request as it is
	KindTooLong     Kind = "too_long"     // the messages exceed what the model can read
	KindTimeout     Kind = "timeout"      // no answer in time
	KindUnavailable Kind = "unavailable"  // the server can't be reached, or fails
	KindBadResponse Kind = "bad_response" // the answer can't be understood, or broke off
	KindExhausted   Kind = "exhausted"    // a script or a recording has no answer left
)

// Error implements error.
func (k Kind) Error() string { return string(k) }

// Error is a failure of a model. Its text never holds a key.
type Error struct {
	Kind     Kind
	Provider string
	// Status of HTTP; 0 where there was no answer.
	Status  int
	Message string
	// RetryAfter is what the server asks to wait; 0 if it says nothing.
	RetryAfter time.Duration
	// Hint says what to do next.
	Hint string
	Err  error
}

// Error implements error.
func (e *Error) Error() string {
	text := "model: " + e.Message
	if e.Provider != "" {
		text = "model of " + e.Provider + ": " + e.Message
	}
	if e.Status != 0 {
		text += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	return text
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Is makes a Kind the target of errors.Is.
func (e *Error) Is(target error) bool {
	k, ok := target.(Kind)
	return ok && k == e.Kind
}

// Temporary tells that the same request may succeed later.
func (e *Error) Temporary() bool {
	switch e.Kind {
	case KindRateLimited, KindTimeout, KindUnavailable, KindBadResponse:
		return true
	}
	return false
}
