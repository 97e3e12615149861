package shared

import (
	"context"
	"time"
)

// Executor is a backend: something that opens sandboxes. Its methods may be called from any goroutine.
type Executor interface {
	// Describe tells what the backend is and can do. It needs no configuration, no network and little time.
	Describe(ctx context.Context) (*Description, error)
	// Check tells whether the backend can work now. Findings that failed are items of the report, not an error.
	Check(ctx context.Context, req *CheckRequest) (*CheckReport, error)
	// Reap removes sandboxes that earlier processes left behind. Backends that can't leave any return an empty report.
	Reap(ctx context.Context, req *ReapRequest) (*ReapReport, error)
	// Open creates a sandbox. ctx bounds the opening only. Until the session is closed events gets what belongs to no request:
	// progress of the opening, and output that the guest writes between runs. In a plugin events is never nil.
	Open(ctx context.Context, req *OpenRequest, events Events) (Session, error)
}

// Isolation is the strongest boundary between guest code and the machine of the plugin.
type Isolation string

// The isolations, weakest first.
const (
	IsolationInterpreter Isolation = "interpreter"
	IsolationProcess     Isolation = "process"
	IsolationContainer   Isolation = "container"
	IsolationMicroVM     Isolation = "microvm"
)

// Description is the identity of a plugin. Its JSON form is what the describe subcommand prints.
type Description struct {
	// Name is the NAME of airlock-executor-NAME.
	Name string `json:"name"`
	// Version of the plugin (SemVer).
	Version string `json:"version"`
	// Protocol and ProtocolMinor are filled in by Serve.
	Protocol      int `json:"protocol"`
	ProtocolMinor int `json:"protocol_minor"`
	// Summary is one line for listings.
	Summary      string       `json:"summary,omitempty"`
	Capabilities Capabilities `json:"capabilities"`
	Isolation    Isolation    `json:"isolation"`
	// MaxSessions at once in one process; 0 means no limit of its own.
	MaxSessions int          `json:"max_sessions,omitempty"`
	Options     []OptionSpec `json:"options,omitempty"`
	Env         []EnvSpec    `json:"env,omitempty"`
	// Languages that guest code may be written in, e.g. "python 3.12".
	Languages []string `json:"languages,omitempty"`
}

// Capabilities say which requests a plugin can answer.
type Capabilities struct {
	Tools     bool `json:"tools"`
	Variables bool `json:"variables"`
	Packages  bool `json:"packages"`
	Files     bool `json:"files"`
	Commands  bool `json:"commands"`
	Displays  bool `json:"displays"`
	Interrupt bool `json:"interrupt"`
	Snapshot  bool `json:"snapshot"`
	// Attach is filled in by Serve, which keeps detached sessions for every plugin.
	Attach bool `json:"attach"`
	Pickle bool `json:"pickle"`
	Usage  bool `json:"usage"`
}

// OptionSpec is one option that OpenRequest.Options takes.
type OptionSpec struct {
	Name string `json:"name"`
	// Type is string, int, bool, float, duration, bytes, path (one of the client's machine, which the host makes
	// absolute) or program (a path, or a name that is looked up on the PATH).
	Type    string `json:"type"`
	Default string `json:"default,omitempty"`
	Help    string `json:"help,omitempty"`
	Secret  bool   `json:"secret,omitempty"`
}

// EnvSpec is one environment variable that the plugin wants from the host.
type EnvSpec struct {
	Name     string `json:"name"`
	Help     string `json:"help,omitempty"`
	Required bool   `json:"required,omitempty"`
	Secret   bool   `json:"secret,omitempty"`
}

// CheckRequest carries the options under which a session would be opened.
type CheckRequest struct {
	Options map[string]string
}

// CheckStatus is the outcome of one finding.
type CheckStatus string

// The outcomes of a finding.
const (
	CheckOK      CheckStatus = "ok"
	CheckWarning CheckStatus = "warning"
	CheckFailed  CheckStatus = "failed"
)

// CheckReport is a list of findings. An empty one means that there was nothing to check.
type CheckReport struct {
	Items []CheckItem `json:"items"`
}

// OK tells that no finding failed.
func (r *CheckReport) OK() bool {
	for _, it := range r.Items {
		if it.Status == CheckFailed {
			return false
		}
	}
	return true
}

// CheckItem is one finding.
type CheckItem struct {
	Name   string      `json:"name"`
	Status CheckStatus `json:"status"`
	Detail string      `json:"detail,omitempty"`
	// Hint says what to do next.
	Hint string `json:"hint,omitempty"`
}

// ReapRequest selects leftovers; all conditions given must hold.
type ReapRequest struct {
	// Owner is a value of the label airlock.owner; empty means any.
	Owner     string
	Labels    map[string]string
	OlderThan time.Duration
	// DryRun lists without removing.
	DryRun  bool
	Options map[string]string
}

// ReapReport lists what was found.
type ReapReport struct {
	Items []ReapItem `json:"items"`
}

// ReapItem is one leftover.
type ReapItem struct {
	ID      string            `json:"id"`
	Kind    string            `json:"kind"`
	Age     time.Duration     `json:"age"`
	Labels  map[string]string `json:"labels,omitempty"`
	Removed bool              `json:"removed"`
	Error   string            `json:"error,omitempty"`
}

// OpenRequest says what sandbox to create. The zero value asks for the defaults.
type OpenRequest struct {
	// Executor is the executor's name, where a server offers several; plugins ignore it.
	Executor          string
	Options           map[string]string
	AuthorizedImports []string
	Policy            Policy
	// Limits are the defaults of every run of the session.
	Limits Limits
	// Env is the environment of the guest.
	Env map[string]string
	// Labels mark the sandbox at its backend. LabelOwner names who may reap it.
	Labels map[string]string
	// DetachTTL keeps the sandbox that long after the stream ended without Close; 0 means not at all.
	DetachTTL time.Duration
	// Required are names of Enforced that must hold, else Open fails.
	Required    []string
	AllowPickle bool
}

// LabelOwner is the label that tells whose a sandbox is.
const LabelOwner = "airlock.owner"

// Policy widens or narrows what guest code may do, where the backend has a policy.
type Policy struct {
	// AllowDunder are attribute names, or "*".
	AllowDunder []string
	// AllowFunction are dangerous functions (eval, exec, ...), or "*".
	AllowFunction []string
	// StrictDunder refuses the few dunder attributes that are harmless, too.
	StrictDunder bool
}

// Unlimited is the value of a limit that is switched off. It works for Limits.Time too.
const Unlimited = -1

// Limits of a run. In every field 0 means the default and Unlimited no limit.
type Limits struct {
	// Operations is the number of evaluated syntax nodes.
	Operations int64
	// Iterations of one while loop.
	Iterations int64
	// Time on the wall, without the time in tools.
	Time time.Duration
	// MemoryBytes of the session.
	MemoryBytes int64
	// OutputChars are kept in Result.Logs.
	OutputChars int64
	// OutputBytes is the raw output of a run.
	OutputBytes int64
	ToolCalls   int64
}

// Merge returns l with the fields that are 0 taken from defaults.
func (l Limits) Merge(defaults Limits) Limits {
	pick := func(v *int64, d int64) {
		if *v == 0 {
			*v = d
		}
	}
	pick(&l.Operations, defaults.Operations)
	pick(&l.Iterations, defaults.Iterations)
	pick((*int64)(&l.Time), int64(defaults.Time))
	pick(&l.MemoryBytes, defaults.MemoryBytes)
	pick(&l.OutputChars, defaults.OutputChars)
	pick(&l.OutputBytes, defaults.OutputBytes)
	pick(&l.ToolCalls, defaults.ToolCalls)
	return l
}
