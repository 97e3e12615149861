package agent

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// toolset are the functions of an agent.
type toolset struct {
	told   []tool.Tool // that the model is told of, final_answer last
	agents []tool.Tool // managed agents
	guest  []tool.Tool // all that code can call
	byName map[string]tool.Tool
}

func (s *toolset) init(a *Agent) error {
	s.byName = map[string]tool.Tool{}
	for _, t := range a.cfg.Tools {
		if t.Spec().Name != FinalAnswer {
			s.told = append(s.told, t)
		}
	}
	final := tool.FinalAnswer()
	for _, t := range a.cfg.Tools {
		if t.Spec().Name == FinalAnswer {
			final = t
		}
	}
	s.told = append(s.told, final)
	for _, m := range a.cfg.Agents {
		t, err := m.AsTool()
		if err != nil {
			return err
		}
		s.agents = append(s.agents, t)
	}
	s.guest = slices.Concat(s.told, s.agents, a.cfg.Functions)
	for _, t := range s.guest {
		if err := s.add(t); err != nil {
			return err
		}
	}
	if a.kind == kindToolCalling && a.cfg.Python {
		t := pythonTool{a}
		s.told = slices.Insert(s.told, 0, tool.Tool(t))
		return s.add(t)
	}
	return nil
}

func (s *toolset) add(t tool.Tool) error {
	spec := t.Spec()
	if err := tool.Check(spec); err != nil {
		return err
	}
	if s.byName[spec.Name] != nil {
		return fmt.Errorf("two tools are named %s", spec.Name)
	}
	s.byName[spec.Name] = t
	return nil
}

// specs are the tools as a sandbox gets them.
func (s *toolset) specs() []shared.ToolSpec {
	var list []shared.ToolSpec
	for _, t := range s.guest {
		spec := t.Spec().ToolSpec
		spec.Final = spec.Name == FinalAnswer
		list = append(list, spec)
	}
	return list
}

// modelSpecs are the tools as a model gets them that calls them by JSON.
func (s *toolset) modelSpecs() []model.ToolSpec {
	var list []model.ToolSpec
	for _, t := range slices.Concat(s.told, s.agents) {
		spec := t.Spec()
		list = append(list, model.ToolSpec{Name: spec.Name, Description: spec.Doc, Parameters: spec.JSONSchema()})
	}
	return list
}

// names of all tools, for messages.
func (s *toolset) names() []string {
	var list []string
	for _, t := range slices.Concat(s.told, s.agents) {
		list = append(list, t.Spec().Name)
	}
	return list
}

const (
	// maxCalls of a step are remembered, and as many runs of managed agents.
	maxCalls = 100
	// maxCallText is how many characters of a call's arguments and result are remembered.
	maxCallText = 2000
)

// guestCall serves a call that code made. It is called from several goroutines.
func (r *run) guestCall(ctx context.Context, act *memory.Action, c *shared.ToolCall) (value.Text, error) {
	t := r.agent.tools.byName[c.Name]
	if _, internal := t.(pythonTool); t == nil || internal {
		return nil, shared.Errorf(shared.KindTool, "there is no tool %q", c.Name)
	}
	args, err := tool.Bind(t.Spec(), c.Args, c.Kwargs)
	if err != nil {
		return nil, toolError(err)
	}
	rec := memory.Call{ID: fmt.Sprint(c.ID), Name: c.Name, Arguments: argumentText(args)}
	v, _, err := r.call(ctx, act, t, args, rec)
	if err != nil {
		return nil, toolError(err)
	}
	text, err := value.Encode(v)
	if err != nil {
		return nil, toolError(fmt.Errorf("the result of %s can't be handed over: %w", c.Name, err))
	}
	return text, nil
}

// call runs a tool. A call that code made is recorded in the step; those that the model
// asked for are recorded in their order when all are done.
func (r *run) call(ctx context.Context, act *memory.Action, t tool.Tool, args tool.Args, rec memory.Call) (value.Value, time.Duration, error) {
	silent := rec.Name == FinalAnswer
	if !silent {
		r.emit(&ToolCallEvent{Source: r.at(act), Call: rec})
	}
	ctx, end := r.agent.cfg.Telemetry.Tool(context.WithValue(ctx, parentKey{}, r), rec)
	start := time.Now()
	v, err := tool.Call(ctx, t, args)
	rec.Duration = time.Since(start)
	if err != nil {
		err = r.agent.redact.Err(err)
		rec.Error = shorten(err.Error(), maxCallText)
	} else {
		rec.Result = shorten(describe(v), maxCallText)
	}
	end(rec, err)
	if !silent {
		r.emit(&ToolResultEvent{Source: r.at(act), Call: rec})
	}
	if !silent && !rec.ByModel {
		r.recordCall(act, rec)
	}
	return v, rec.Duration, err
}

// toolError is an error as the sandbox's Python raises it.
func toolError(err error) error {
	var t *tool.Error
	if errors.As(err, &t) {
		return &shared.Error{Kind: shared.KindTool, Type: t.Type, Message: t.Message}
	}
	var e *shared.Error
	if errors.As(err, &e) {
		return e
	}
	return &shared.Error{Kind: shared.KindTool, Type: "RuntimeError", Message: err.Error()}
}

// argumentText is the JSON of a call's arguments, shortened.
func argumentText(args tool.Args) string {
	var shown value.Dict
	for _, name := range slices.Sorted(maps.Keys(args)) {
		v := args[name]
		if img, ok := v.(value.Image); ok {
			v = value.Str(fmt.Sprintf("<image of %d bytes>", len(img)))
		}
		shown = append(shown, value.Item{Key: value.Str(name), Value: v})
	}
	return shorten(describe(shown), maxCallText)
}
