package agent

import (
	"context"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/shared"
)

// Telemetry is told of the parts of runs. Each method returns the context for what
// happens within that part, and a function that ends it. Package agent/telemetry has one
// for OpenTelemetry.
type Telemetry interface {
	Run(ctx context.Context, agent string, m model.Info) (context.Context, func(*Result, error))
	Step(ctx context.Context, number int) (context.Context, func(*memory.Action, error))
	Model(ctx context.Context, m model.Info, req *model.Request) (context.Context, func(*model.Response, error))
	Execute(ctx context.Context, executor, code string) (context.Context, func(*shared.Result, error))
	Tool(ctx context.Context, call memory.Call) (context.Context, func(memory.Call, error))
}

// noTelemetry drops everything.
type noTelemetry struct{}

func (noTelemetry) Run(ctx context.Context, _ string, _ model.Info) (context.Context, func(*Result, error)) {
	return ctx, func(*Result, error) {}
}

func (noTelemetry) Step(ctx context.Context, _ int) (context.Context, func(*memory.Action, error)) {
	return ctx, func(*memory.Action, error) {}
}

func (noTelemetry) Model(ctx context.Context, _ model.Info, _ *model.Request) (context.Context, func(*model.Response, error)) {
	return ctx, func(*model.Response, error) {}
}

func (noTelemetry) Execute(ctx context.Context, _, _ string) (context.Context, func(*shared.Result, error)) {
	return ctx, func(*shared.Result, error) {}
}

func (noTelemetry) Tool(ctx context.Context, _ memory.Call) (context.Context, func(memory.Call, error)) {
	return ctx, func(memory.Call, error) {}
}
