// Package agent is the command "airlock agent".
package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/internal/cli/term"
)

// options are the values of the flags.
type options struct {
	sandbox.Options
	file      string
	saveAgent string

	model       string
	modelID     string
	apiBase     string
	keyEnv      string
	temperature float64
	maxTokens   int
	price       string
	record      string

	instructions string
	toolCalling  bool
	markdown     bool
	structured   bool
	tools        []string
	mcp          []string
	mcpEnv       []string
	mcpHeaders   []string
	openapi      []string
	apiHeaders   []string // of --openapi-header
	managed      []string
	maxSteps     int
	planEvery    int
	budgetTokens int64
	budgetCost   float64
	budgetTime   time.Duration

	images     []string
	showImages bool
	displayDir string
	whole      bool
	approve    bool
	trust      bool

	stream  bool
	quiet   bool
	raw     bool
	json    bool
	events  bool
	saveRun string

	otlp        string
	otlpContent bool
}

// Command makes the command.
func Command(a *app.App) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "agent [TASK|-]",
		Short: "Let a model solve a task by writing Python, which runs in a sandbox",
		Long: `Let a model solve a task by writing Python, which runs in a sandbox.

The model's code is executed, what it printed goes back to the model, until its code
calls final_answer. The answer is printed on standard output, the steps on standard
error. Without a task it is a conversation; - reads the task from standard input.

Models: ` + strings.Join(providerNames(), ", ") + `,
recorded:FILE (answers that --record wrote), scripted:FILE (answers in a text file,
with lines of --- between them). Keys come from the environment, such as OPENAI_API_KEY.

Exit codes: 0 an answer; 1 the agent ended without one of its own (no step or budget
left); 2 wrong usage, unknown executor, provider or tool; 3 the model, the host or a
backend failed; 130 interrupted.`,
		Example: `  airlock agent --model openai --model-id gpt-4.1 'What is the 100th Fibonacci number?'
  airlock agent --model ollama --model-id qwen3 --import numpy -x docker
  airlock agent --model anthropic --model-id claude-sonnet-4-5 --tool web_search --stream 'Who won the last Tour de France?'
  airlock agent --model openai --model-id gpt-4.1 --mcp 'npx -y @modelcontextprotocol/server-time' 'What time is it in Oslo?'
  airlock agent --model openai --model-id gpt-4.1 --var 'rows=[3, 1, 2]' --save-run run.json 'Sort the rows'
  airlock agent --whole-agent -x docker --opt network=bridge --env OPENAI_API_KEY --model openai --model-id gpt-4.1 'What is 2**100?'
  airlock agent --file researcher.yaml 'Compare the two reports'
  airlock agent inspect run.json`,
		Args: taskArgs,
		RunE: func(cmd *cobra.Command, args []string) error { return o.run(cmd, a, args) },
	}
	o.register(cmd)
	complete(cmd, a)
	cmd.AddCommand(replayCommand(a), inspectCommand(a))
	return cmd
}

// taskArgs tells a task in several words from one in quotes.
func taskArgs(_ *cobra.Command, args []string) error {
	if len(args) > 1 {
		return fmt.Errorf("the task is one argument, put it in quotes: airlock agent %q", strings.Join(args, " "))
	}
	return nil
}

func (o *options) register(cmd *cobra.Command) {
	fs := cmd.Flags()
	fs.StringVarP(&o.file, "file", "f", "", "agent file (YAML) to start from; flags win over it")
	fs.StringVar(&o.model, "model", "", "who serves the model: a provider, recorded:FILE or scripted:FILE")
	fs.StringVar(&o.modelID, "model-id", "", "the model's name there")
	fs.StringVar(&o.apiBase, "api-base", "", "address of the provider's API, where it isn't the usual one")
	fs.StringVar(&o.keyEnv, "key-env", "", "environment variable that holds the API key, where it isn't the usual one")
	fs.Float64Var(&o.temperature, "temperature", 0, "how freely the model chooses its words; the default is the server's")
	fs.IntVar(&o.maxTokens, "max-tokens", 0, "most tokens of one answer; 0 = the model's own limit")
	fs.StringVar(&o.price, "price", "", "price of a million tokens: INPUT,OUTPUT[,CACHED]")
	fs.StringVar(&o.record, "record", "", "append the model's answers to this file, for --model recorded:FILE")
	fs.StringVar(&o.instructions, "instructions", "", "text that is added to the system prompt")
	fs.StringArrayVar(&o.tools, "tool", nil, "give the agent a tool: "+strings.Join(toolNames(), ", ")+" (repeatable)")
	fs.StringArrayVar(&o.mcp, "mcp", nil, "give the agent the tools of an MCP server: its command, or its URL (repeatable)")
	fs.StringArrayVar(&o.mcpEnv, "mcp-env", nil, "environment variable that the commands of --mcp get (repeatable)")
	fs.StringArrayVar(&o.mcpHeaders, "mcp-header", nil, "header for the URLs of --mcp: NAME=VALUE, where ${VARIABLE} is one of the environment (repeatable)")
	fs.StringArrayVar(&o.openapi, "openapi", nil, "give the agent the operations of an HTTP API: its OpenAPI document, a URL or a file (repeatable)")
	fs.StringArrayVar(&o.apiHeaders, "openapi-header", nil, "header for the APIs of --openapi: NAME=VALUE, as for --mcp-header (repeatable)")
	fs.StringArrayVar(&o.managed, "managed", nil, "agent file of an agent that this one may call (repeatable)")
	fs.BoolVar(&o.toolCalling, "tool-calling", false, "the model acts by calling tools, not by writing code")
	fs.BoolVar(&o.markdown, "markdown", false, "ask for code in markdown fences instead of <code> tags")
	fs.BoolVar(&o.structured, "structured", false, "ask for replies in JSON, where the server knows schemas")
	fs.IntVar(&o.maxSteps, "max-steps", 0, "most steps of a run; 0 = 20")
	fs.IntVar(&o.planEvery, "plan-every", 0, "write a plan before the first step and then every so many; 0 = never")
	fs.Int64Var(&o.budgetTokens, "budget-tokens", 0, "end the run when it has used so many tokens; 0 = no limit")
	fs.Float64Var(&o.budgetCost, "budget-cost", 0, "end the run when it has cost so much, by --price; 0 = no limit")
	fs.DurationVar(&o.budgetTime, "budget-time", 0, "end the run after this time; 0 = no limit")
	fs.StringArrayVar(&o.images, "image", nil, "show the model a picture with the task (repeatable)")
	fs.BoolVar(&o.showImages, "show-images", false, "show the model the pictures that its code makes")
	fs.BoolVar(&o.whole, "whole-agent", false, "run the whole agent in the sandbox, not only its code; it gets the environment of --env alone")
	fs.BoolVar(&o.approve, "approve", false, "ask before code runs")
	fs.BoolVar(&o.trust, "trust", false, "do what the agent file asks for (commands, keys) without asking")
	fs.BoolVar(&o.stream, "stream", false, "show the model's answers as they come")
	fs.BoolVarP(&o.quiet, "quiet", "q", false, "show the answer alone")
	fs.BoolVar(&o.raw, "raw", false, "pass control characters of the model's and the code's texts to a terminal too")
	fs.StringVar(&o.displayDir, "display-dir", "", "folder to save pictures in")
	fs.BoolVar(&o.json, "json", false, "print one JSON object with answer, steps, usage and error")
	fs.BoolVar(&o.events, "events", false, "print everything that happens as lines of JSON")
	fs.StringVar(&o.saveRun, "save-run", "", "save the run in this file, for replay and inspect")
	fs.StringVar(&o.saveAgent, "save-agent", "", "save the agent that the flags describe as an agent file")
	fs.StringVar(&o.otlp, "otlp", "", "send OpenTelemetry spans and figures to this collector, such as http://localhost:4318")
	fs.BoolVar(&o.otlpContent, "otlp-content", false, "let the spans have prompts, answers, code and output too")
	o.Register(fs)
	fs.Lookup("var").Usage = "set a variable and tell the model of it: NAME=JSON (repeatable)"
	_ = fs.MarkHidden("fallback-executor") // it exists: Register added it
}

// job is one start of the command.
type job struct {
	*options
	app  *app.App
	term *term.Terminal
	def  *definition.Agent
	args map[string]any // variables
	ask  *asker
}

func (o *options) run(cmd *cobra.Command, a *app.App, args []string) error {
	t := *a.Term
	t.Raw = o.raw
	j := &job{options: o, app: a, term: &t, ask: newAsker(t.In, t.Err)}
	task, err := j.prepare(cmd, args)
	if err != nil {
		return err
	}
	cfg, err := a.HostConfig(o.PluginDirs)
	if err != nil {
		return err
	}
	cfg.GrantEnv = o.GrantEnv
	return app.WithHost(cmd.Context(), cfg, host.SignalOptions{KeepOpen: task == ""}, func(ctx context.Context, h *host.Host) error {
		b := newBuilder(j, h)
		err := j.work(ctx, b, task)
		return errors.Join(err, b.close())
	})
}

// prepare checks everything that can be checked before something is started. The task
// is empty for a conversation.
func (j *job) prepare(cmd *cobra.Command, args []string) (string, error) {
	if j.json && j.events {
		return "", app.Usage("both --json and --events are given: choose one of them")
	}
	var err error
	if j.def, err = j.definition(cmd.Flags()); err != nil {
		return "", err
	}
	if j.args, err = j.variables(); err != nil {
		return "", err
	}
	if err := checkFolder("--save-agent", j.saveAgent); err != nil {
		return "", err
	}
	task, err := j.task(args)
	if err != nil {
		return "", err
	}
	if err := checkFolder("--save-run", j.saveRun); err != nil {
		return "", err
	}
	if j.whole {
		if err := j.checkWhole(task); err != nil {
			return "", err
		}
	}
	return task, j.confirm()
}

// maxTask is the length of a task from standard input, in bytes.
const maxTask = 1 << 20

func (j *job) task(args []string) (string, error) {
	switch {
	case len(args) == 1 && args[0] != "-":
		if strings.TrimSpace(args[0]) == "" {
			return "", app.Usage("the task is empty")
		}
		return args[0], nil
	case len(args) == 0 && j.saveAgent != "":
		return "", nil // no more is to be done
	case len(args) == 0 && j.term.InTTY:
		if j.json || j.events || j.quiet {
			return "", app.Usage("--json, --events and --quiet need a task: airlock agent --json 'What is ...?'")
		}
		return "", nil
	}
	if j.approve {
		return "", app.Usage("--approve asks on standard input, so the task can't come from there: give it as an argument")
	}
	text, err := io.ReadAll(io.LimitReader(j.term.In, maxTask+1))
	switch {
	case err != nil:
		return "", app.Usage("reading the task from standard input: %w", err)
	case len(text) > maxTask:
		return "", app.Usage("reading the task from standard input: it is longer than %d bytes; pass data with --var", maxTask)
	case strings.TrimSpace(string(text)) == "":
		return "", app.Usage("reading the task from standard input: it is empty; give the task as an argument: airlock agent 'What is ...?'")
	}
	return string(text), nil
}

func (j *job) work(ctx context.Context, b *builder, task string) error {
	if j.saveAgent != "" {
		if err := b.saveDefinition(ctx); err != nil {
			return err
		}
	}
	switch {
	case task != "":
		return j.solve(ctx, b, task)
	case j.saveAgent != "":
		return nil
	}
	return j.converse(ctx, b)
}
