// Package tool is what an agent can do beside running code: functions of the host that
// guest code, or the model itself, calls by name.
//
// A Tool has a Spec and is called with arguments that were checked against it. Func
// makes one of a Go function and a struct; package tool/mcp takes those of an MCP
// server, tool/openapi the operations of an HTTP API, tool/web has search and pages.
package tool

import (
	"context"
	"encoding/json"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// Spec says what a tool is called and takes.
type Spec struct {
	shared.ToolSpec
	// InputSchema is the JSON Schema of the arguments where it says more than Inputs do; nil
	// means the one that Inputs make.
	InputSchema json.RawMessage
	// OutputSchema is the JSON Schema of the result, where it is known.
	OutputSchema json.RawMessage
}

// Args are a call's arguments by the names of the inputs. Optional ones that weren't
// given are absent.
type Args map[string]value.Value

// Tool is a function of the host. It may be called from any goroutine.
type Tool interface {
	Spec() *Spec
	// Call runs the tool with arguments that Bind or BindJSON made. An error goes back to
	// the caller as a message; an *Error also as a Python exception of its type. ctx ends
	// when nobody waits for the result any more.
	Call(ctx context.Context, args Args) (value.Value, error)
}

// Error is a tool's failure that guest code can catch by the name of a built-in
// exception, such as ValueError.
type Error struct {
	Type    string
	Message string
	Err     error
}

// Error implements error.
func (e *Error) Error() string { return e.Message }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }
