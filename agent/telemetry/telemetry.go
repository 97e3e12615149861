// Package telemetry tells OpenTelemetry of an agent's runs: spans for a run, its steps,
// and the calls of models, executors and tools in them, and figures of tokens, times and
// limits. Names are those of OpenTelemetry's semantic conventions for generative AI
// where these have one (https://opentelemetry.io/docs/specs/semconv/gen-ai/), else begin
// with airlock.
package telemetry

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	semconv "go.opentelemetry.io/otel/semconv/v1.41.0"
	"go.opentelemetry.io/otel/trace"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/internal/redact"
	"github.com/airlockhq/airlock/shared"
)

const scope = "github.com/airlockhq/airlock/agent"

// Options say where spans and figures go, and what they tell.
type Options struct {
	Tracer trace.TracerProvider
	Meter  metric.MeterProvider
	// Content adds prompts, answers, code, output and tool arguments to spans. Without it
	// spans tell only names, times and numbers.
	Content bool
	// Secrets are hidden wherever they come up.
	Secrets []string
}

// Telemetry implements agent.Telemetry.
type Telemetry struct {
	tracer  trace.Tracer
	content bool
	redact  redact.Redactor

	tokens     metric.Int64Histogram
	operations metric.Float64Histogram
	executions metric.Float64Histogram
	limits     metric.Int64Counter
	tools      metric.Int64Counter
}

var _ agent.Telemetry = (*Telemetry)(nil)

// New makes a Telemetry.
func New(o Options) (*Telemetry, error) {
	t := &Telemetry{tracer: o.Tracer.Tracer(scope), content: o.Content}
	for _, s := range o.Secrets {
		t.redact.Add("secret", s)
	}
	m := o.Meter.Meter(scope)
	var errs [5]error
	t.tokens, errs[0] = m.Int64Histogram("gen_ai.client.token.usage", metric.WithUnit("{token}"), metric.WithDescription("Tokens of a model call"))
	t.operations, errs[1] = m.Float64Histogram("gen_ai.client.operation.duration", metric.WithUnit("s"), metric.WithDescription("Time of a model call"))
	t.executions, errs[2] = m.Float64Histogram("airlock.execution.duration", metric.WithUnit("s"), metric.WithDescription("Time of a run of code in a sandbox"))
	t.limits, errs[3] = m.Int64Counter("airlock.limits.hit", metric.WithUnit("{hit}"), metric.WithDescription("Runs of code that a limit ended"))
	t.tools, errs[4] = m.Int64Counter("airlock.tool.calls", metric.WithUnit("{call}"), metric.WithDescription("Calls of tools"))
	return t, errors.Join(errs[:]...)
}

// Run implements agent.Telemetry.
func (t *Telemetry) Run(ctx context.Context, name string, m model.Info) (context.Context, func(*agent.Result, error)) {
	ctx, span := t.start(ctx, "invoke_agent "+name, trace.SpanKindInternal,
		semconv.GenAIOperationNameInvokeAgent, semconv.GenAIAgentName(t.word(name)), provider(m), semconv.GenAIRequestModel(m.ID))
	return ctx, func(res *agent.Result, err error) {
		if res != nil {
			span.SetAttributes(attribute.Int("airlock.run.steps", res.Steps), attribute.String("airlock.run.state", string(res.State)))
			span.SetAttributes(usage(&res.Usage)...)
			if res.Usage.Cost != 0 {
				span.SetAttributes(attribute.Float64("airlock.run.cost", res.Usage.Cost))
			}
			t.setContent(span, "airlock.run.answer", res.Text)
		}
		t.end(span, err, "")
	}
}

// Step implements agent.Telemetry.
func (t *Telemetry) Step(ctx context.Context, number int) (context.Context, func(*memory.Action, error)) {
	ctx, span := t.start(ctx, fmt.Sprintf("step %d", number), trace.SpanKindInternal, attribute.Int("airlock.step.number", number))
	return ctx, func(act *memory.Action, err error) {
		if err == nil && act.Error != nil {
			t.end(span, act.Error, string(act.Error.Kind))
			return
		}
		t.end(span, err, "")
	}
}

// Model implements agent.Telemetry.
func (t *Telemetry) Model(ctx context.Context, m model.Info, req *model.Request) (context.Context, func(*model.Response, error)) {
	attrs := []attribute.KeyValue{semconv.GenAIOperationNameChat, provider(m), semconv.GenAIRequestModel(m.ID)}
	ctx, span := t.start(ctx, "chat "+m.ID, trace.SpanKindClient, attrs...)
	if req.MaxTokens > 0 {
		span.SetAttributes(semconv.GenAIRequestMaxTokens(req.MaxTokens))
	}
	if req.Temperature != nil {
		span.SetAttributes(semconv.GenAIRequestTemperature(*req.Temperature))
	}
	t.setJSON(span, string(semconv.GenAIInputMessagesKey), req.Messages)
	start := time.Now()
	return ctx, func(resp *model.Response, err error) {
		kind := errorType(err)
		if kind != "" {
			attrs = append(attrs, semconv.ErrorTypeKey.String(kind))
		}
		t.operations.Record(ctx, time.Since(start).Seconds(), metric.WithAttributes(attrs...))
		if resp != nil {
			t.answered(ctx, span, resp, attrs)
		}
		t.end(span, err, kind)
	}
}

func (t *Telemetry) answered(ctx context.Context, span trace.Span, resp *model.Response, attrs []attribute.KeyValue) {
	if resp.Model != "" {
		span.SetAttributes(semconv.GenAIResponseModel(t.word(resp.Model)))
	}
	if resp.StopReason != "" {
		span.SetAttributes(semconv.GenAIResponseFinishReasons(t.word(string(resp.StopReason))))
	}
	if u := resp.Usage; u != nil {
		span.SetAttributes(usage(u)...)
		t.tokens.Record(ctx, u.InputTokens, metric.WithAttributes(append(attrs, semconv.GenAITokenTypeInput)...))
		t.tokens.Record(ctx, u.OutputTokens, metric.WithAttributes(append(attrs, semconv.GenAITokenTypeOutput)...))
	}
	t.setJSON(span, string(semconv.GenAIOutputMessagesKey), []model.Message{resp.Message})
}

// Execute implements agent.Telemetry.
func (t *Telemetry) Execute(ctx context.Context, executor, code string) (context.Context, func(*shared.Result, error)) {
	name := attribute.String("airlock.executor", executor)
	ctx, span := t.start(ctx, "execute "+executor, trace.SpanKindInternal, name)
	t.setContent(span, "airlock.code", code)
	start := time.Now()
	return ctx, func(res *shared.Result, err error) {
		outcome := "ok"
		if kind := errorType(err); kind != "" {
			outcome = kind
		}
		t.executions.Record(ctx, time.Since(start).Seconds(), metric.WithAttributes(name, attribute.String("airlock.outcome", outcome)))
		var e *shared.Error
		if errors.As(err, &e) && e.Kind.Limit() {
			t.limits.Add(ctx, 1, metric.WithAttributes(name, attribute.String("airlock.limit", string(e.Kind))))
		}
		if res != nil {
			span.SetAttributes(attribute.Int64("airlock.operations", res.Stats.Operations), attribute.Int64("airlock.memory.peak", res.Stats.MemoryPeakBytes),
				attribute.Int64("airlock.tool_calls", res.Stats.ToolCalls), attribute.Bool("airlock.final_answer", res.IsFinalAnswer))
			t.setContent(span, "airlock.logs", res.Logs)
		}
		t.end(span, err, errorType(err))
	}
}

// Tool implements agent.Telemetry.
func (t *Telemetry) Tool(ctx context.Context, call memory.Call) (context.Context, func(memory.Call, error)) {
	name := semconv.GenAIToolName(t.word(call.Name))
	ctx, span := t.start(ctx, "execute_tool "+call.Name, trace.SpanKindInternal,
		semconv.GenAIOperationNameExecuteTool, name, semconv.GenAIToolType("function"), semconv.GenAIToolCallID(t.word(call.ID)))
	t.setContent(span, string(semconv.GenAIToolCallArgumentsKey), call.Arguments)
	return ctx, func(call memory.Call, err error) {
		outcome := "ok"
		if err != nil {
			outcome = "error"
		}
		t.tools.Add(ctx, 1, metric.WithAttributes(name, attribute.String("airlock.outcome", outcome)))
		if err == nil {
			t.setContent(span, string(semconv.GenAIToolCallResultKey), call.Result)
		}
		t.end(span, err, errorType(err))
	}
}

func (t *Telemetry) start(ctx context.Context, name string, kind trace.SpanKind, attrs ...attribute.KeyValue) (context.Context, trace.Span) {
	return t.tracer.Start(ctx, t.word(name), trace.WithSpanKind(kind), trace.WithAttributes(attrs...))
}

// end ends a span. The text of an error may quote what a guest or a model wrote, so it is
// content.
func (t *Telemetry) end(span trace.Span, err error, kind string) {
	if err != nil {
		if kind == "" {
			kind = errorType(err)
		}
		text := kind
		if t.content {
			text = t.text(err.Error(), maxContent)
		}
		span.SetStatus(codes.Error, text)
		span.SetAttributes(semconv.ErrorTypeKey.String(kind))
	}
	span.End()
}

// maxContent is how many bytes of a text a span holds, maxWord of a name.
const (
	maxContent = 64 << 10
	maxWord    = 256
)

// word is a name, which a model, its server or a guest may have chosen.
func (t *Telemetry) word(name string) string { return t.text(name, maxWord) }

// text is a text as spans can hold it: one that isn't UTF-8 would keep all that is sent
// with it from being sent.
func (t *Telemetry) text(s string, limit int) string {
	s = t.redact.Text(s)
	return strings.ToValidUTF8(s[:min(len(s), limit)], "\uFFFD")
}

func (t *Telemetry) setContent(span trace.Span, key, text string) {
	if !t.content || text == "" || !span.IsRecording() {
		return
	}
	span.SetAttributes(attribute.String(key, t.text(text, maxContent)))
}

func (t *Telemetry) setJSON(span trace.Span, key string, messages []model.Message) {
	if !t.content || !span.IsRecording() {
		return
	}
	b, err := json.Marshal(withoutImages(messages))
	if err == nil {
		t.setContent(span, key, string(b))
	}
}

// withoutImages leaves out pictures, whose bytes say nothing in a span.
func withoutImages(messages []model.Message) []model.Message {
	out := make([]model.Message, len(messages))
	for i, m := range messages {
		out[i] = m
		out[i].Parts = nil
		for _, p := range m.Parts {
			if p.Image != nil {
				p = model.Part{Text: fmt.Sprintf("<%s, %d bytes>", p.Image.MIME, len(p.Image.Data))}
			}
			out[i].Parts = append(out[i].Parts, p)
		}
	}
	return out
}

func usage(u *model.Usage) []attribute.KeyValue {
	attrs := []attribute.KeyValue{semconv.GenAIUsageInputTokens(int(u.InputTokens)), semconv.GenAIUsageOutputTokens(int(u.OutputTokens))}
	if u.CachedTokens > 0 {
		attrs = append(attrs, semconv.GenAIUsageCacheReadInputTokens(int(u.CachedTokens)))
	}
	if u.ReasoningTokens > 0 {
		attrs = append(attrs, semconv.GenAIUsageReasoningOutputTokens(int(u.ReasoningTokens)))
	}
	return attrs
}

func provider(m model.Info) attribute.KeyValue {
	return semconv.GenAIProviderNameKey.String(m.Provider)
}

// errorType is a word of few values for an error: the kind where it has one.
func errorType(err error) string {
	var m *model.Error
	var e *shared.Error
	switch {
	case err == nil:
		return ""
	case errors.Is(err, context.Canceled), errors.Is(err, agent.ErrInterrupted):
		return "interrupted"
	case errors.Is(err, context.DeadlineExceeded):
		return "timeout"
	case errors.As(err, &m):
		return string(m.Kind)
	case errors.As(err, &e):
		return string(e.Kind)
	}
	return "error"
}
