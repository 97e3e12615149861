package shared

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"
)

// Kind sorts errors by who has to act. A Kind is itself an error, the sentinel of its kind: errors.Is(err, KindLimitTime) works
// on both sides of the wire.
type Kind string

// The kinds of errors.
const (
	KindSyntax             Kind = "syntax"
	KindRuntime            Kind = "runtime"
	KindPolicy             Kind = "policy"
	KindLimitOperations    Kind = "limit_operations"
	KindLimitIterations    Kind = "limit_iterations"
	KindLimitTime          Kind = "limit_time"
	KindLimitMemory        Kind = "limit_memory"
	KindLimitOutput        Kind = "limit_output"
	KindTool               Kind = "tool"
	KindSerialization      Kind = "serialization"
	KindPackage            Kind = "package"
	KindBackendUnavailable Kind = "backend_unavailable"
	KindBackendAuth        Kind = "backend_auth"
	KindBackendLost        Kind = "backend_lost"
	KindUnsupported        Kind = "unsupported"
	KindInvalidArgument    Kind = "invalid_argument"
	KindInterrupted        Kind = "interrupted"
	KindInternal           Kind = "internal"
)

// Error implements error, so that a Kind can be the target of errors.Is.
func (k Kind) Error() string { return string(k) }

// Guest tells that the guest's code failed: the mistake is the program's, not the system's.
func (k Kind) Guest() bool {
	switch k {
	case KindSyntax, KindRuntime, KindPolicy, KindTool, KindSerialization:
		return true
	}
	return k.Limit()
}

// Limit tells that a limit ended the run.
func (k Kind) Limit() bool { return strings.HasPrefix(string(k), "limit_") }

// Error is a failure of a request. Texts that guests influence may hold lone surrogates, in the three bytes that UTF-8 would use.
type Error struct {
	Kind Kind
	// Type is the name of the Python exception class; empty if there is none.
	Type    string
	Message string
	// Line and Column count from 1; 0 means unknown.
	Line, Column int
	SourceLine   string
	// Traceback, outermost frame first.
	Traceback []Frame
	// TracebackText is the traceback as Python prints it, with the exceptions that led to this one, the members of groups, notes
	// and carets.
	TracebackText string
	// Hint says what to try next.
	Hint string
	// ExitCode of a SystemExit.
	ExitCode int

	cause error
}

// ErrClosed is what requests after Close fail with.
var ErrClosed = &Error{Kind: KindInvalidArgument, Message: "the session is closed"}

// Frame is one entry of a traceback.
type Frame struct {
	File     string `json:"file"`
	Line     int    `json:"line"`
	Function string `json:"function"`
	Source   string `json:"source,omitempty"`
	// Column and EndColumn count from 1 and are 0 if unknown; EndColumn is exclusive.
	Column    int `json:"column,omitempty"`
	EndColumn int `json:"end_column,omitempty"`
}

// Error returns the message, with the exception's name before it where the message doesn't name it.
func (e *Error) Error() string {
	switch {
	case e.Message == "" && e.Type == "":
		return string(e.Kind)
	case e.Message == "":
		return e.Type
	case e.Type == "" || strings.Contains(e.Message, e.Type):
		return e.Message
	}
	return e.Type + ": " + e.Message
}

// Is makes a Kind match.
func (e *Error) Is(target error) bool {
	k, ok := target.(Kind)
	return ok && k == e.Kind
}

// Unwrap returns the error that caused this one; it never crosses the wire.
func (e *Error) Unwrap() error { return e.cause }

// Errorf makes an Error. A %w in format becomes what Unwrap returns.
func Errorf(kind Kind, format string, args ...any) *Error {
	err := fmt.Errorf(format, args...)
	return &Error{Kind: kind, Message: err.Error(), cause: errors.Unwrap(err)}
}

// AsError finds the *Error in err, or makes one: of KindInterrupted for the end of a context, else of KindInternal.
// It returns nil for nil.
func AsError(err error) *Error {
	if err == nil {
		return nil
	}
	var e *Error
	if errors.As(err, &e) {
		return e
	}
	var k Kind
	switch {
	case errors.As(err, &k):
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		k = KindInterrupted
	default:
		k = KindInternal
	}
	return &Error{Kind: k, Message: err.Error(), cause: err}
}

// Died tells that the plugin, or the connection to it, is gone: the session is lost and a new one may work.
func Died(err error) bool {
	if errors.Is(err, KindBackendLost) {
		return true
	}
	s, ok := status.FromError(err)
	return ok && s.Code() == codes.Unavailable
}

// Cancelled tells that the caller itself ended the request, by its context or by Interrupt.
func Cancelled(err error) bool {
	if errors.Is(err, KindInterrupted) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return true
	}
	s, ok := status.FromError(err)
	return ok && (s.Code() == codes.Canceled || s.Code() == codes.DeadlineExceeded)
}
