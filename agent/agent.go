// Package agent runs language models that think in code.
//
// A code agent gives its model a task and the signatures of its tools. The model answers
// with Python, which runs in a sandbox of any executor that the host finds; what the code
// printed and returned goes back to the model, until its code calls final_answer. Tools
// are functions of this process: guest code only sees their names, so that no key and no
// tool's source enters a sandbox. Other agents can be given as tools, too.
//
//	a, err := agent.NewCode(agent.Config{Model: m})
//	if err != nil { ... }
//	defer a.Close()
//	res, err := a.Run(ctx, "What is the 100th Fibonacci number?")
//
// Executors are programs, which lie beside this one or in AIRLOCK_PLUGIN_DIR; a program is its own
// local executor with Embed of plugins/local/executor, as ExampleNewCode shows.
//
// NewToolCalling makes an agent of the other kind, whose model calls tools by JSON.
package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"github.com/hashicorp/go-hclog"

	"github.com/airlockhq/airlock/agent/internal/reply"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/prompt"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/redact"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// Defaults of Config.
const (
	DefaultExecutor = "local"
	DefaultMaxSteps = 20
	// DefaultToolThreads are calls that a tool-calling agent makes at once.
	DefaultToolThreads = 8
)

// FinalAnswer is the name of the tool that ends a run.
const FinalAnswer = "final_answer"

// Config says what an agent is made of. Only Model is needed.
type Config struct {
	Model model.Model
	// Name and Description tell a managing agent's model what this one is for. The name is a
	// Python identifier; both are needed in Agents of another.
	Name, Description string
	// Instructions are added to the system prompt.
	Instructions string

	// Tools are what the model can call, beside FinalAnswer.
	Tools []tool.Tool
	// Functions can be called by code, but the model isn't told of them.
	Functions []tool.Tool
	// Agents are managed ones: functions that take a task and return a report. They are
	// closed with this agent.
	Agents []*Agent

	// Executor is the name of the executor that code runs on ("local").
	Executor string
	// Host finds the executor, and stays the caller's to close. With nil the agent uses its
	// manager's, or makes one of host.DefaultConfig.
	Host *host.Host
	// Sandbox are the executor's options, limits, environment and authorised imports.
	Sandbox host.OpenOptions
	// Packages are installed in the sandbox first, as far as the executor can.
	Packages []string
	// Session is a sandbox to use instead of opening one. It stays the caller's to close.
	Session shared.Session

	// MaxSteps of a run (20). When none is left, the model is asked for an answer once.
	MaxSteps int
	// PlanEvery makes the model write a plan before step 1 and then every so many steps; 0 means never.
	PlanEvery int
	// Budget bounds a run together with those of managed agents.
	Budget Budget

	// Markdown asks for code in markdown fences instead of <code> tags, Structured for
	// replies in JSON (where the model's server knows schemas).
	Markdown, Structured bool
	// ShowImages gives images that code shows back to the model, which must be able to see.
	ShowImages bool
	// Python gives a tool-calling agent the tool python_interpreter.
	Python bool
	// ToolThreads bounds a tool-calling agent's calls at the same time (8).
	ToolThreads int
	// Temperature and MaxTokens of the model's answers; nil and 0 leave them to the server.
	Temperature *float64
	MaxTokens   int
	// Templates replace the built-in prompts.
	Templates prompt.Templates

	// Approve is asked before code runs; nil allows all.
	Approve func(ctx context.Context, a *Approval) (Verdict, error)
	// Checks look at a final answer; after an error the agent goes on.
	Checks []Check
	// On has functions to call after steps.
	On Callbacks
	// Report adds a summary of its steps to a managed agent's answer.
	Report bool

	// Secrets are hidden in errors, events, logs and what is saved; those of managed agents are
	// their manager's, too.
	Secrets []string
	// Logger gets what a person should know; nil drops it.
	Logger hclog.Logger
	// Telemetry gets spans and figures of runs; nil means none.
	Telemetry Telemetry
}

// Approval is code that waits for a yes.
type Approval struct {
	Agent string
	Step  int
	// Thought is what the model wrote beside the code.
	Thought, Code string
}

// Verdict says whether code may run. The reason for a no goes to the model.
type Verdict struct {
	OK     bool
	Reason string
}

// Check looks at a final answer.
type Check struct {
	Name string
	Func func(ctx context.Context, answer value.Value, m *memory.Memory) error
}

// Callbacks are called after a step, before the next begins; nil ones aren't. An error
// ends the run. None is called any more, or still goes on, when the Run has returned that
// they belong to, and so it is with Approve and Checks: they should heed their contexts.
type Callbacks struct {
	Task   func(ctx context.Context, s *memory.Task) error
	Plan   func(ctx context.Context, s *memory.Plan) error
	Action func(ctx context.Context, s *memory.Action) error
	Final  func(ctx context.Context, s *memory.Final) error
}

// Budget bounds a run, with what it was resumed for. Zero fields don't.
type Budget struct {
	Steps  int           `json:"steps,omitempty"`
	Tokens int64         `json:"tokens,omitempty"` // input and output; guessed from the texts where a model doesn't tell
	Cost   float64       `json:"cost,omitempty"`   // as model.Priced counts it
	Time   time.Duration `json:"time,omitempty"`
}

// Agent is a model with tools, a sandbox and a memory. One run at a time uses them;
// calls by managing agents have memories and sandboxes of their own.
type Agent struct {
	cfg    Config
	kind   kind
	tags   reply.Tags
	tools  toolset
	memory *memory.Memory
	boxes  sandboxes
	redact *redact.Redactor

	mu      sync.Mutex
	current *run          // that Interrupt ends
	spent   *ledger       // of the last run, which Resume goes on with
	managed map[*run]bool // calls by managing agents
	closed  bool
	closing chan struct{}          // closed by Close
	state   map[string]value.Value // of the runs that memory holds
}

// kind is how the model acts.
type kind int

const (
	kindCode kind = iota
	kindToolCalling
)

// NewCode makes an agent whose model acts by writing Python. It opens no sandbox yet.
func NewCode(cfg Config) (*Agent, error) { return newAgent(cfg, kindCode) }

// NewToolCalling makes an agent whose model acts by calling tools.
func NewToolCalling(cfg Config) (*Agent, error) { return newAgent(cfg, kindToolCalling) }

func newAgent(cfg Config, k kind) (*Agent, error) {
	if cfg.Model == nil {
		return nil, errors.New("making an agent: Config.Model is not set; see package agent/model")
	}
	if cfg.Structured && cfg.Markdown {
		return nil, errors.New("making an agent: Structured and Markdown exclude each other")
	}
	if cfg.MaxSteps < 0 || cfg.PlanEvery < 0 || cfg.ToolThreads < 0 {
		return nil, errors.New("making an agent: MaxSteps, PlanEvery and ToolThreads can't be negative")
	}
	setDefaults(&cfg)
	for _, m := range cfg.Agents {
		cfg.Secrets = slices.Concat(cfg.Secrets, m.cfg.Secrets)
	}
	a := &Agent{cfg: cfg, kind: k, tags: reply.CodeTags, memory: &memory.Memory{}, closing: make(chan struct{}), state: map[string]value.Value{}, managed: map[*run]bool{}, redact: newRedactor(cfg.Secrets)}
	a.memory.HideBy(a.redact.JSON)
	if cfg.Markdown {
		a.tags = reply.MarkdownTags
	}
	if err := a.tools.init(a); err != nil {
		return nil, fmt.Errorf("making an agent: %w", err)
	}
	a.boxes.init(a)
	return a, nil
}

func setDefaults(cfg *Config) {
	if cfg.Executor == "" {
		cfg.Executor = DefaultExecutor
	}
	if cfg.MaxSteps == 0 {
		cfg.MaxSteps = DefaultMaxSteps
	}
	if cfg.ToolThreads == 0 {
		cfg.ToolThreads = DefaultToolThreads
	}
	if cfg.Logger == nil {
		cfg.Logger = hclog.NewNullLogger()
	}
	if cfg.Telemetry == nil {
		cfg.Telemetry = noTelemetry{}
	}
}

// Name is the agent's name; "agent" where it has none.
func (a *Agent) Name() string {
	if a.cfg.Name == "" {
		return "agent"
	}
	return a.cfg.Name
}

// Memory is what the agent remembers of its runs. Those that a manager asked for aren't in it.
func (a *Agent) Memory() *memory.Memory { return a.memory }

// Reset forgets all runs. Variables of the sandbox stay.
func (a *Agent) Reset() { a.memory.Reset() }

// Interrupt ends the current run, which then returns ErrInterrupted; Resume goes on with
// it. It tells whether there was one.
func (a *Agent) Interrupt() bool {
	a.mu.Lock()
	r := a.current
	a.mu.Unlock()
	if r == nil {
		return false
	}
	r.cancel(ErrInterrupted)
	return true
}

// Close interrupts what runs, and removes the sandboxes of the agent and of those that it
// manages. It waits for the end of the run, so it can't be called from a callback or a tool
// of that. Further calls do nothing.
func (a *Agent) Close() error {
	a.mu.Lock()
	if a.closed {
		a.mu.Unlock()
		return nil
	}
	a.closed = true
	close(a.closing)
	runs := slices.Collect(maps.Keys(a.managed))
	if a.current != nil {
		runs = append(runs, a.current)
	}
	a.mu.Unlock()
	for _, r := range runs {
		r.cancel(ErrClosed)
	}
	for _, r := range runs {
		<-r.done
	}
	var errs []error
	for _, m := range a.cfg.Agents {
		errs = append(errs, m.Close())
	}
	return errors.Join(append(errs, a.boxes.close())...)
}
