package agent

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"go.opentelemetry.io/otel"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/telemetry"
	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/internal/redact"
)

// builder makes an agent of its definition, and ends what it started for that.
type builder struct {
	*job
	host     *host.Host
	progress *term.Progress

	secrets []string
	redact  *redact.Redactor
	models  map[string]model.Model
	web     *http.Client
	spans   agent.Telemetry // nil: none
	closers []io.Closer     // in the order in which they were made
}

func newBuilder(j *job, h *host.Host) *builder {
	return &builder{job: j, host: h, redact: &redact.Redactor{}, models: map[string]model.Model{}}
}

// build makes the agent of the definition.
func (b *builder) build(ctx context.Context) (*agent.Agent, error) {
	if !b.quiet {
		b.progress = b.term.NewProgress("starting")
	}
	defer b.progress.Done()
	if err := b.findSecrets(ctx, b.def); err != nil {
		return nil, err
	}
	for _, s := range b.secrets {
		b.redact.Add("secret", s)
	}
	if err := b.startTelemetry(ctx); err != nil {
		return nil, err
	}
	a, err := b.agent(ctx, b.def, nil)
	if err != nil {
		return nil, b.redact.Err(err)
	}
	b.closers = append(b.closers, a)
	return a, nil
}

// flushTime is how long the last spans may take to be sent.
const flushTime = 5 * time.Second

// startTelemetry connects to the collector of --otlp.
func (b *builder) startTelemetry(ctx context.Context) error {
	if b.otlp == "" {
		return nil
	}
	t, closeAll, err := telemetry.OTLP(ctx, b.otlp, b.app.Version, telemetry.Options{Content: b.otlpContent, Secrets: b.secrets})
	if err != nil {
		return app.Usage("--otlp: %w", err)
	}
	b.spans = t
	otel.SetErrorHandler(otel.ErrorHandlerFunc(b.complainOfTelemetry))
	b.closers = append(b.closers, closerFunc(func() error {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), flushTime)
		defer cancel()
		if err := closeAll(ctx); err != nil {
			b.complainOfTelemetry(err)
		}
		return nil
	}))
	return nil
}

// complainOfTelemetry tells of spans that can't be sent. The run is none the worse for it.
func (b *builder) complainOfTelemetry(err error) {
	if b.quiet {
		return
	}
	fmt.Fprintf(b.term.Err, "telemetry: %s\n", term.Escape(b.redact.Text(err.Error())))
}

type closerFunc func() error

// Close implements io.Closer.
func (f closerFunc) Close() error { return f() }

// close ends what build started, the last first.
func (b *builder) close() error {
	var errs []error
	for _, c := range slices.Backward(b.closers) {
		errs = append(errs, c.Close())
	}
	b.closers = nil
	if b.web != nil {
		b.web.CloseIdleConnections()
	}
	return b.redact.Err(errors.Join(errs...))
}

// agent makes an agent with those that it manages. Managed ones have their manager's
// model and executor where they name none.
func (b *builder) agent(ctx context.Context, def, manager *definition.Agent) (*agent.Agent, error) {
	if manager != nil {
		if def.Model == nil {
			def.Model = manager.Model
		}
		if def.Executor == nil {
			def.Executor = manager.Executor
		}
	}
	cfg, err := b.config(def)
	if err != nil {
		return nil, err
	}
	if cfg.Tools, err = b.tools(ctx, def); err != nil {
		return nil, err
	}
	for i := range def.Managed {
		m, err := b.agent(ctx, &def.Managed[i].Agent, def)
		if err != nil {
			return nil, errors.Join(err, closeAll(cfg.Agents))
		}
		cfg.Agents = append(cfg.Agents, m)
	}
	a, err := makeAgent(def, cfg)
	if err != nil {
		return nil, errors.Join(app.Usage("%w", err), closeAll(cfg.Agents))
	}
	return a, nil
}

func makeAgent(def *definition.Agent, cfg *agent.Config) (*agent.Agent, error) {
	if def.Kind == definition.KindToolCalling {
		return agent.NewToolCalling(*cfg)
	}
	return agent.NewCode(*cfg)
}

func closeAll(agents []*agent.Agent) error {
	var errs []error
	for _, a := range agents {
		errs = append(errs, a.Close())
	}
	return errors.Join(errs...)
}

func (b *builder) config(def *definition.Agent) (*agent.Config, error) {
	box, err := sandboxOptions(def)
	if err != nil {
		return nil, err
	}
	open, err := box.Open()
	if err != nil {
		return nil, err
	}
	m, err := b.model(def.Model)
	if err != nil {
		return nil, err
	}
	cfg := &agent.Config{
		Model: m, Name: def.Name, Description: def.Description, Instructions: def.Instructions,
		Executor: box.Executor, Host: b.host, Sandbox: open, Packages: box.Packages,
		MaxSteps: def.MaxSteps, PlanEvery: def.PlanEvery,
		Markdown: def.Markdown, Structured: def.Structured, ShowImages: def.ShowImages,
		Python:      def.Python || slices.Contains(def.Tools, pythonInterpreter),
		Temperature: def.Model.Temperature, MaxTokens: def.Model.MaxTokens,
		Report: def.Report, Secrets: b.secrets, Telemetry: b.spans,
	}
	if bu := def.Budget; bu != nil {
		cfg.Budget = agent.Budget{Steps: bu.Steps, Tokens: bu.Tokens, Cost: bu.Cost, Time: bu.Time}
	}
	if b.approve {
		cfg.Approve = b.askApproval
	}
	return cfg, nil
}

// findSecrets collects what must not be shown or saved: keys, what sandboxes and servers
// get of the environment, and the secret options of executors.
func (b *builder) findSecrets(ctx context.Context, def *definition.Agent) error {
	names := []string{"BRAVE_API_KEY", "SERPER_API_KEY"} // of the tool web_search
	if def.Model != nil {
		names = append(names, keyOf(def.Model))
	}
	for _, m := range def.MCP {
		names = append(names, m.Env...)
	}
	for _, headers := range headersIn(def) {
		for name, h := range headers {
			names = append(names, variablesIn(h)...)
			if v := os.ExpandEnv(h); authorises(name) {
				b.addSecret(v)
				b.addSecret(v[strings.LastIndexByte(v, ' ')+1:]) // of "Bearer KEY" the key
			}
		}
	}
	for _, name := range names {
		b.addSecret(os.Getenv(name))
	}
	if def.Executor != nil {
		box, err := sandboxOptions(def)
		if err != nil {
			return err
		}
		open, err := box.Open()
		if err != nil {
			return err
		}
		for _, name := range slices.Sorted(maps.Keys(open.Env)) {
			b.addSecret(open.Env[name])
		}
		if len(open.Options) > 0 {
			for name := range secretOptions(ctx, b.host, box.Executor) {
				b.addSecret(open.Options[name])
			}
		}
	}
	for i := range def.Managed {
		if err := b.findSecrets(ctx, &def.Managed[i].Agent); err != nil {
			return err
		}
	}
	return nil
}

// headersIn are those of all servers of a definition.
func headersIn(def *definition.Agent) []map[string]string {
	var out []map[string]string
	for _, m := range def.MCP {
		out = append(out, m.Headers)
	}
	for _, o := range def.OpenAPI {
		out = append(out, o.Headers)
	}
	return out
}

// authorises tells that a header of that name is likely to hold a key.
func authorises(name string) bool {
	name = strings.ToLower(name)
	return slices.ContainsFunc([]string{"auth", "key", "token", "secret", "cookie", "password"}, func(part string) bool { return strings.Contains(name, part) })
}

// minSecret is the length of the shortest value that is hidden: a shorter one is found in too
// many innocent words.
const minSecret = 6

func (b *builder) addSecret(s string) {
	if len(s) >= minSecret && !slices.Contains(b.secrets, s) {
		b.secrets = append(b.secrets, s)
	}
}

// secretOptions are the names of an executor's options whose values are secret. Of an
// executor that isn't there nothing is known; opening it tells why.
func secretOptions(ctx context.Context, h *host.Host, executor string) map[string]bool {
	out := map[string]bool{}
	d, err := h.Describe(ctx, executor)
	if err != nil {
		return out
	}
	for _, o := range d.Options {
		if o.Secret {
			out[o.Name] = true
		}
	}
	return out
}
