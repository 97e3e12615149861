package app

import (
	"errors"
	"fmt"
	"syscall"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/shared"
)

// Exit codes. A guest's SystemExit has its own.
const (
	CodeDone        = 0
	CodeGuest       = 1 // the guest's code failed
	CodeUsage       = 2 // wrong usage, unknown executor
	CodeSystem      = 3 // the host, a plugin or a backend failed
	CodeInterrupted = 130
	CodeBrokenPipe  = 141 // as if SIGPIPE had ended the process
)

// Exit is an error that knows the exit code. Without Err there is nothing to say any
// more: the command has said it.
type Exit struct {
	Code int
	Err  error
}

// Error implements error.
func (e *Exit) Error() string {
	if e.Err == nil {
		return fmt.Sprintf("exit code %d", e.Code)
	}
	return e.Err.Error()
}

// Unwrap returns the cause.
func (e *Exit) Unwrap() error { return e.Err }

// Usage is an error of the one who wrote the command line.
func Usage(format string, args ...any) error {
	return &Exit{CodeUsage, fmt.Errorf(format, args...)}
}

// Quiet ends the program with a code and without a word.
func Quiet(code int) error { return &Exit{Code: code} }

// Signalled is the end by a signal, after which err is of no interest unless it says
// what became of the guest.
func Signalled(cause, err error) error {
	var exit *Exit
	var sig *host.SignalError
	if errors.As(err, &exit) && exit.Err == nil || !errors.As(cause, &sig) {
		return err
	}
	return Quiet(sig.ExitCode())
}

// Code is the exit code for an error of a command.
func Code(err error) int {
	var exit *Exit
	var failure *shared.Error
	switch {
	case err == nil:
		return CodeDone
	case errors.As(err, &exit):
		return exit.Code
	case errors.Is(err, syscall.EPIPE):
		return CodeBrokenPipe
	case errors.Is(err, host.ErrUnknownExecutor):
		return CodeUsage
	case errors.As(err, &failure):
		return KindCode(failure.Kind)
	}
	return CodeSystem
}

// KindCode is the exit code for a kind of failure.
func KindCode(k shared.Kind) int {
	switch {
	case k.Guest():
		return CodeGuest
	case k == shared.KindInterrupted:
		return CodeInterrupted
	case k == shared.KindInvalidArgument:
		return CodeUsage
	}
	return CodeSystem
}
