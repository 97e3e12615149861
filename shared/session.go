package shared

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"github.com/airlockhq/airlock/shared/value"
)

// Session is one sandbox with a Python namespace that lives from run to run.
//
// The client's session may be used from any goroutine. In a plugin the requests that touch the namespace (those of this interface but
// Info and Close, InstallPackages, Snapshot, Restore) are called one at a time; the others at any time. Close is called exactly once,
// when no other call runs any more.
type Session interface {
	// Info tells what was opened.
	Info() *SessionInfo
	// SetTools replaces the tools that guest code can call.
	SetTools(ctx context.Context, tools []ToolSpec) error
	// SetVariables puts values into the namespace.
	SetVariables(ctx context.Context, vars []Variable) error
	// GetVariables reads values by name; without names all that the guest defined, in order. Names that don't exist are left out.
	GetVariables(ctx context.Context, names []string) ([]Variable, error)
	// Execute runs code and blocks until it ended. It returns a Result in every case; with an error the result has what is known
	// (logs, stats), and errors.As finds an [*Error]. Guest mistakes are errors with Error.Guest true.
	//
	// The end of ctx interrupts the run. An executor stops the guest and returns an error of KindInterrupted; the client waits for that
	// answer for a grace period, then closes the session.
	Execute(ctx context.Context, req *ExecuteRequest, events Events) (*Result, error)
	// Close removes the sandbox, waits for that, and reports. The client's Close may be called again: it returns the first outcome.
	Close(ctx context.Context) (*CloseReport, error)
}

// PackageInstaller is a Session that can install Python packages, given as requirement specifiers.
type PackageInstaller interface {
	InstallPackages(ctx context.Context, packages []string, events Events) error
}

// Interrupter is a Session whose run can be ended without ending a context: the session stays usable.
type Interrupter interface {
	// Interrupt ends the run that is being executed at the time of the call, and tells whether there was one.
	Interrupt(ctx context.Context) (wasRunning bool, err error)
}

// FileStore is a Session with files. Paths are the sandbox's.
type FileStore interface {
	// PutFile writes all of r to a file, made with the given permission bits (0 means 0644).
	PutFile(ctx context.Context, path string, mode fs.FileMode, r io.Reader) error
	// GetFile writes the file to w. Writes to w block while the receiver is slow.
	GetFile(ctx context.Context, path string, w io.Writer) error
}

// CommandRunner is a Session that runs commands in its sandbox.
type CommandRunner interface {
	// RunCommand returns the exit code, 128+n after signal n; output goes to events.
	RunCommand(ctx context.Context, cmd *Command, events Events) (code int, err error)
}

// Snapshotter is a Session whose state can be saved and put back.
type Snapshotter interface {
	Snapshot(ctx context.Context, w io.Writer) error
	Restore(ctx context.Context, r io.Reader) error
}

// UsageReporter is a Session that knows what its sandbox uses.
type UsageReporter interface {
	Usage(ctx context.Context) (*Usage, error)
}

// Events receives what a request emits while it runs. Plugins are given one and call it from any goroutine until the request
// returns (calls after that fail, output of guest threads goes to the session's Events then). Host code usually passes a [*Handler].
type Events interface {
	// Output is text that the guest wrote. It may block while the receiver is slow; an error means that nobody listens any more.
	// p is not kept.
	Output(stream Stream, p []byte) error
	// Display is a rich result.
	Display(d *Display) error
	// Progress tells how far a slow step is. It never blocks, and may be dropped.
	Progress(p Progress)
	// CallTool runs a tool at the client and waits for its result. Errors are an *Error of KindTool, with the name of the Python
	// exception in Type; or the end of ctx.
	CallTool(ctx context.Context, call *ToolCall) (value.Text, error)
}

// Stream is one of the two text streams of a guest.
type Stream int

// The streams.
const (
	Stdout Stream = 1
	Stderr Stream = 2
)

// Handler is an Events made of functions; those that are nil drop what they get (a nil CallTool fails the call).
type Handler struct {
	OnOutput   func(stream Stream, p []byte) error
	OnDisplay  func(d *Display) error
	OnProgress func(p Progress)
	// OnTool is called in a goroutine of its own. ctx ends when the run no longer wants the result.
	OnTool func(ctx context.Context, call *ToolCall) (value.Text, error)
}

var _ Events = (*Handler)(nil)

// Output implements Events.
func (h *Handler) Output(stream Stream, p []byte) error {
	if h.OnOutput == nil {
		return nil
	}
	return h.OnOutput(stream, p)
}

// Display implements Events.
func (h *Handler) Display(d *Display) error {
	if h.OnDisplay == nil {
		return nil
	}
	return h.OnDisplay(d)
}

// Progress implements Events.
func (h *Handler) Progress(p Progress) {
	if h.OnProgress != nil {
		h.OnProgress(p)
	}
}

// CallTool implements Events.
func (h *Handler) CallTool(ctx context.Context, call *ToolCall) (value.Text, error) {
	if h.OnTool == nil {
		return nil, Errorf(KindTool, "call tool %q: this session has no tools", call.Name)
	}
	return h.OnTool(ctx, call)
}

// SessionInfo tells what was opened.
type SessionInfo struct {
	// ID names the session. A plugin may leave it empty: Serve makes one up.
	ID string
	// Secret lets others attach with ID; empty if the session can't be attached to. Serve makes it.
	Secret   string
	Enforced []Enforced
}

// Enforced says for one limit or isolation layer whether it holds, and how.
type Enforced struct {
	Name  string `json:"name"`
	Holds bool   `json:"holds"`
	How   string `json:"how,omitempty"`
}

// Names of what can be enforced.
const (
	EnforceOperations = "operations"
	EnforceIterations = "iterations"
	EnforceTime       = "time"
	EnforceMemory     = "memory"
	EnforceOutput     = "output"
	EnforceToolCalls  = "tool_calls"
	EnforceImports    = "imports"
	EnforceNetwork    = "network"
	EnforceFilesystem = "filesystem"
	EnforceProcesses  = "processes"
	EnforceSyscalls   = "syscalls"
)

// ToolSpec is a function that guest code can call and that runs at the client.
type ToolSpec struct {
	// Name is a valid Python identifier.
	Name   string
	Doc    string
	Inputs []ToolInput
	// OutputType is one of the types of ToolInput.
	OutputType string
	// Final makes the tool end the run with its result as the final answer.
	Final bool
	// Timeout of one call; 0 means none.
	Timeout time.Duration
	// Packages that guest code needs for the values of this tool.
	Packages []string
}

// Docstring is what guest code sees as the tool's __doc__: its own text and its parameters.
func (t *ToolSpec) Docstring() string {
	if len(t.Inputs) == 0 {
		return t.Doc
	}
	var b strings.Builder
	b.WriteString(t.Doc + "\n\nArgs:")
	for _, in := range t.Inputs {
		fmt.Fprintf(&b, "\n    %s (%s): %s", in.Name, in.Type, in.Description)
	}
	return b.String()
}

// ToolInput is one parameter of a tool.
type ToolInput struct {
	Name string
	// Type is string, boolean, integer, number, image, audio, array, object, any or null.
	Type        string
	Description string
	Optional    bool
	// Default of an optional input; nil means None.
	Default value.Text
}

// ToolCall is a call that guest code made.
type ToolCall struct {
	// ID is unique in the session; Events implementations give it.
	ID   uint64
	Name string
	Args []value.Text
	// Kwargs in the order of the call.
	Kwargs []Variable
}

// Variable is a name and its value.
type Variable struct {
	Name  string
	Value value.Text
}

// ExecuteRequest is code to run.
type ExecuteRequest struct {
	Code string
	// Limits of this run; fields that are 0 fall back to those of the session.
	Limits Limits
}

// Result is what a run produced.
type Result struct {
	// Value of the last statement as safe text; nil means None.
	Value value.Text
	// Repr is the value as the guest's Python prints it; Text is str() of it. Both are empty for None.
	Repr, Text string
	// IsFinalAnswer tells that final_answer ended the run with Value.
	IsFinalAnswer bool
	// IsExpression tells that the last statement was an expression, as opposed to an assignment.
	IsExpression bool
	// Logs is what print wrote, cut in the middle if Truncated.
	Logs      string
	Truncated bool
	Stats     Stats
	// StateLost tells that variables of earlier runs are gone. Only with an error.
	StateLost bool
}

// Stats are the cost of a run; 0 in fields that the backend doesn't count.
type Stats struct {
	Operations int64 `json:"operations"`
	// Wall is the time of the run without the time in tools.
	Wall            time.Duration `json:"wall"`
	CPU             time.Duration `json:"cpu"`
	MemoryPeakBytes int64         `json:"memory_peak_bytes"`
	OutputBytes     int64         `json:"output_bytes"`
	ToolCalls       int64         `json:"tool_calls"`
	ToolTime        time.Duration `json:"tool_time"`
}

// Display is a rich result in one or more representations, best first.
type Display struct {
	Parts []MimePart
	// IsResult tells that it shows the value of the last expression.
	IsResult bool
}

// MimePart is one representation: text as UTF-8, binary kinds raw (not base64).
type MimePart struct {
	MIME string
	Data []byte
}

// Progress tells how far a slow step is.
type Progress struct {
	// Phase is pull, create, install, ...
	Phase   string
	Current int64
	// Total is 0 if unknown.
	Total int64
	// Unit is bytes, steps, ...
	Unit string
	Text string
}

// Command is a program to run in the sandbox.
type Command struct {
	Argv  []string
	Env   map[string]string
	Stdin []byte
	// Dir is the working directory; empty means the sandbox's.
	Dir string
}

// Usage has 0 in fields that the backend doesn't know.
type Usage struct {
	CPU             time.Duration
	MemoryBytes     int64
	MemoryPeakBytes int64
	PIDs            int64
	DiskBytes       int64
	NetworkRxBytes  int64
	NetworkTxBytes  int64
	Uptime          time.Duration
}

// CloseReport says what teardown did.
type CloseReport struct {
	Removed []string
	// Left could not be removed; each with the reason.
	Left  []string
	Total Stats
}
