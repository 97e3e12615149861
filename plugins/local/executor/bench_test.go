package executor_test

import (
	"context"
	"testing"

	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// openBench opens a session without a transport, to see what the executor itself costs beside it.
func openBench(b *testing.B) shared.Session {
	b.Helper()
	s, err := (&executor.Executor{Version: "0.0.0-test"}).Open(b.Context(), &shared.OpenRequest{}, &shared.Handler{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() { _, _ = s.Close(context.Background()) })
	return s
}

func BenchmarkOpen(b *testing.B) {
	for b.Loop() {
		s, err := (&executor.Executor{Version: "0.0.0-test"}).Open(b.Context(), &shared.OpenRequest{}, &shared.Handler{})
		if err != nil {
			b.Fatal(err)
		}
		_, _ = s.Close(b.Context())
	}
}

func BenchmarkExecute(b *testing.B) {
	s := openBench(b)
	req := &shared.ExecuteRequest{Code: "1"}
	for b.Loop() {
		if _, err := s.Execute(b.Context(), req, &shared.Handler{}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkToolCall(b *testing.B) {
	s := openBench(b)
	if err := s.SetTools(b.Context(), []shared.ToolSpec{{Name: "f"}}); err != nil {
		b.Fatal(err)
	}
	if err := s.SetVariables(b.Context(), []shared.Variable{{Name: "n", Value: value.Text("safe:100")}}); err != nil {
		b.Fatal(err)
	}
	events := &shared.Handler{OnTool: func(context.Context, *shared.ToolCall) (value.Text, error) { return value.Text("safe:2"), nil }}
	req := &shared.ExecuteRequest{Code: "for i in range(n):\n    f(1)"}
	for b.Loop() {
		if _, err := s.Execute(b.Context(), req, events); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/100, "ns/call")
}
