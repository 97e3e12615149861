package agent

import (
	"context"
	"fmt"
	"time"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/prompt"
)

// generate asks the model. Its answer comes in pieces where somebody listens.
func (r *run) generate(ctx context.Context, req *model.Request, plan bool) (*model.Response, error) {
	cfg := &r.agent.cfg
	req.Temperature, req.MaxTokens = cfg.Temperature, cfg.MaxTokens
	var onDelta func(*model.Delta)
	text, reasoning := r.events.r.Pieces(), r.events.r.Pieces()
	tell := func(d *model.Delta) {
		e := &TokenEvent{Source: r.source(), Plan: plan, Restart: d == nil}
		if d == nil {
			text.End()
			reasoning.End()
		} else {
			e.Text, e.Reasoning = d.Text, d.Reasoning
		}
		if e.Restart || e.Text != "" || e.Reasoning != "" {
			r.emit(e)
		}
	}
	if r.events.heard() {
		onDelta = func(d *model.Delta) {
			if d != nil {
				d = &model.Delta{Text: text.Add(d.Text), Reasoning: reasoning.Add(d.Reasoning)}
			}
			tell(d)
		}
	}
	ctx, end := cfg.Telemetry.Model(ctx, cfg.Model.Info(), req)
	start := time.Now()
	resp, err := cfg.Model.Generate(ctx, req, onDelta)
	r.modelTime += time.Since(start)
	end(resp, err)
	if err != nil {
		return nil, fmt.Errorf("asking the model: %w", err)
	}
	tell(&model.Delta{Text: text.End(), Reasoning: reasoning.End()})
	r.ledger.spend(req, resp)
	return resp, nil
}

// plan makes the model take stock and write a plan.
func (r *run) plan(ctx context.Context) error {
	a := r.agent
	data := a.promptData()
	data.Task, data.Steps = r.task, r.maxSteps-(r.number-r.first)
	first := r.memory.Len() == 1 // the task alone
	name, messages := prompt.Plan, []model.Message(nil)
	if !first {
		name, messages = prompt.Replan, r.memory.Messages(true)
	}
	text, err := a.cfg.Templates.Render(name, data)
	if err != nil {
		return err
	}
	messages = append(messages, model.Text(model.RoleUser, text))
	step := &memory.Plan{First: first}
	step.Timing.Start = time.Now()
	resp, err := r.generate(ctx, &model.Request{Messages: messages, Stop: []string{"<end_plan>"}}, true)
	if err != nil {
		return err
	}
	step.Timing.End = time.Now()
	step.Output, step.Usage = resp.Message, resp.Usage
	head := "This is what I know and how I will go on:"
	step.Text = head + "\n" + resp.Message.Text()
	r.memory.Add(step)
	r.emit(&PlanEvent{Source: r.source(), Plan: step})
	if f := a.cfg.On.Plan; f != nil {
		return r.callback(func() error { return f(ctx, step) })
	}
	return nil
}

// promptData is what the templates are told of the agent.
func (a *Agent) promptData() prompt.Data {
	d := prompt.Data{Name: a.Name(), Instructions: a.cfg.Instructions, Open: a.tags.Open, Close: a.tags.Close}
	for _, t := range a.tools.told {
		d.Tools = append(d.Tools, promptTool(t))
	}
	for _, t := range a.tools.agents {
		d.Agents = append(d.Agents, promptTool(t))
	}
	d.Imports, d.AnyImport = prompt.Imports(a.cfg.Sandbox.AuthorizedImports)
	return d
}

// systemPrompt is the agent's.
func (a *Agent) systemPrompt() (string, error) {
	name := prompt.Code
	switch {
	case a.kind == kindToolCalling:
		name = prompt.ToolCalling
	case a.cfg.Structured:
		name = prompt.Structured
	}
	return a.cfg.Templates.Render(name, a.promptData())
}
