package telemetry_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/telemetry"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

const secret = "sk-planted-98765"

// session executes nothing: code that says "limit" hits one, other code calls the tool
// and answers.
type session struct{ shared.Session }

func (session) Info() *shared.SessionInfo                             { return &shared.SessionInfo{ID: "s"} }
func (session) SetTools(context.Context, []shared.ToolSpec) error     { return nil }
func (session) SetVariables(context.Context, []shared.Variable) error { return nil }
func (session) Close(context.Context) (*shared.CloseReport, error)    { return &shared.CloseReport{}, nil }
func (session) Execute(ctx context.Context, req *shared.ExecuteRequest, ev shared.Events) (*shared.Result, error) {
	if strings.Contains(req.Code, "limit") {
		return &shared.Result{}, shared.Errorf(shared.KindLimitTime, "too slow with %s", secret)
	}
	if _, err := ev.CallTool(ctx, &shared.ToolCall{ID: 1, Name: "lookup", Args: []value.Text{value.MustText(secret)}}); err != nil {
		return nil, err
	}
	return &shared.Result{Value: value.MustText(42), Text: "42", IsFinalAnswer: true, Logs: "key " + secret + " \xed\xa0\x80 lone" + strings.Repeat("é", 40_000)}, nil
}

// work runs an agent of two steps.
func work(t *testing.T, tel agent.Telemetry) {
	t.Helper()
	reply := func(code string) *model.Response {
		return &model.Response{
			Message: model.Text(model.RoleAssistant, "<code>"+code+"</code>"), Usage: &model.Usage{InputTokens: 11, OutputTokens: 5}, StopReason: model.StopEnd,
		}
	}
	lookup := tool.MustFunc("lookup", "Looks up.", func(_ context.Context, a struct {
		Key string `json:"key"`
	}) (string, error) {
		return "found " + a.Key, nil
	})
	a, err := agent.NewCode(agent.Config{
		Model: model.ScriptedResponses(reply("limit()"), reply("lookup('x')")), Session: session{}, Telemetry: tel, Tools: []tool.Tool{lookup}, Name: "tester",
	})
	if err != nil {
		t.Fatal(err)
	}
	if res, err := a.Run(t.Context(), "go, with "+secret); err != nil || res.Text != "42" {
		t.Fatalf("got %+v, %v", res, err)
	}
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

func TestSpansAndFigures(t *testing.T) {
	for _, content := range []bool{false, true} {
		t.Run(fmt.Sprintf("content=%v", content), func(t *testing.T) {
			spans, figures := tracetest.NewInMemoryExporter(), metric.NewManualReader()
			tel, err := telemetry.New(telemetry.Options{
				Tracer: trace.NewTracerProvider(trace.WithSyncer(spans)), Meter: metric.NewMeterProvider(metric.WithReader(figures)),
				Content: content, Secrets: []string{secret},
			})
			if err != nil {
				t.Fatal(err)
			}
			work(t, tel)
			checkSpans(t, spans.GetSpans(), content)
			var all metricdata.ResourceMetrics
			if err := figures.Collect(t.Context(), &all); err != nil {
				t.Fatal(err)
			}
			text := fmt.Sprintf("%+v", all)
			for _, want := range []string{"gen_ai.client.token.usage", "gen_ai.client.operation.duration", "airlock.execution.duration", "airlock.limits.hit", "limit_time", "airlock.tool.calls"} {
				if !strings.Contains(text, want) {
					t.Errorf("no figure says %s", want)
				}
			}
		})
	}
}

func checkSpans(t *testing.T, spans tracetest.SpanStubs, content bool) {
	t.Helper()
	parents := map[string]string{}
	byID := map[string]string{}
	for _, s := range spans {
		byID[s.SpanContext.SpanID().String()] = s.Name
	}
	var tree []string
	for _, s := range spans {
		parents[s.Name] = byID[s.Parent.SpanID().String()]
		tree = append(tree, s.Name)
	}
	for child, parent := range map[string]string{
		"step 1": "invoke_agent tester", "step 2": "invoke_agent tester", "execute local": "step 2", "execute_tool lookup": "execute local", "chat scripted": "step 2",
	} {
		if parents[child] != parent {
			t.Errorf("%s is within %q, want %q (%v)", child, parents[child], parent, tree)
		}
	}
	all := fmt.Sprintf("%+v", spans)
	if strings.Contains(all, secret) {
		t.Error("a span tells the secret")
	}
	for _, text := range []string{"lookup('x')", "go, with [redacted secret]", "found [redacted secret]"} {
		if strings.Contains(all, text) != content {
			t.Errorf("with content %v: spans say %q: %v", content, text, !content)
		}
	}
}

func TestOTLP(t *testing.T) {
	var mu sync.Mutex
	got := map[string]string{}
	srv := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			t.Error(err)
		}
		mu.Lock()
		got[r.URL.Path] += string(body)
		mu.Unlock()
	}))
	defer srv.Close()
	tel, closeAll, err := telemetry.OTLP(t.Context(), srv.URL, "1.2.3", telemetry.Options{Content: true})
	if err != nil {
		t.Fatal(err)
	}
	work(t, tel)
	if err := closeAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	mu.Lock()
	defer mu.Unlock()
	if !strings.Contains(got["/v1/traces"], "invoke_agent tester") || !strings.Contains(got["/v1/metrics"], "gen_ai.client.token.usage") {
		t.Errorf("the collector got %d bytes of spans, %d of figures", len(got["/v1/traces"]), len(got["/v1/metrics"]))
	}
	if _, _, err := telemetry.OTLP(t.Context(), "localhost:4318", "1", telemetry.Options{}); err == nil || errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
