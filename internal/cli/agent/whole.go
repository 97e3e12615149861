package agent

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/whole"
	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/shared"
)

// checkWhole refuses what works on this machine alone.
func (j *job) checkWhole(task string) error {
	switch {
	case task == "":
		return app.Usage("--whole-agent needs a task: airlock agent --whole-agent -x docker 'What is ...?'")
	case j.approve:
		return app.Usage("--approve asks here before code runs, and with --whole-agent nothing of the agent is here: choose one of them")
	case len(j.images) > 0, j.record != "", j.otlp != "":
		return app.Usage("--image, --record and --otlp don't work with --whole-agent")
	}
	return nil
}

// runWhole puts the agent into the sandbox, with the environment that --env names, and
// shows what it does there.
func (t *turn) runWhole(ctx context.Context, task string) error {
	if err := t.findSecrets(ctx, t.def); err != nil {
		return err
	}
	for _, s := range t.secrets {
		t.redact.Add("secret", s)
	}
	inside, files, err := insideOf(t.def)
	if err != nil {
		return err
	}
	text, err := definition.Marshal(inside)
	if err != nil {
		return err
	}
	box, err := sandboxOptions(t.def)
	if err != nil {
		return err
	}
	session, env, err := t.openWhole(ctx, box)
	if err != nil {
		return err
	}
	if err := t.startView(); err != nil {
		return err
	}
	t.name, t.memory = "agent", &memory.Memory{}
	if t.def.Name != "" {
		t.name = t.def.Name
	}
	args := []string{"--trust"} // the sandbox is what contains it
	for _, v := range t.Vars {
		args = append(args, "--var", v)
	}
	t.result, err = whole.Run(ctx, session, task, &whole.Options{
		Definition: text, Files: files, Args: args, Env: env,
		Events: func(e agent.Event) { t.remember(e); t.event(e) },
	})
	return t.finish(err)
}

// openWhole opens the sandbox. Where the executor has options for it, programs may be
// executed and have room.
func (t *turn) openWhole(ctx context.Context, box *sandbox.Options) (s whole.Box, env map[string]string, err error) {
	open, err := box.Open()
	if err != nil {
		return nil, nil, err
	}
	d, err := t.host.Describe(ctx, box.Executor)
	if err != nil {
		return nil, nil, err
	}
	if !d.Capabilities.Files || !d.Capabilities.Commands {
		return nil, nil, app.Usage("--whole-agent needs an executor that holds files and runs commands, which %s doesn't: choose docker, for example, with -x docker", box.Executor)
	}
	for name, v := range map[string]string{"exec": "true", "tmpfs": "256MiB"} {
		for _, o := range d.Options {
			if _, given := open.Options[name]; o.Name == name && !given {
				open.Options[name] = v
			}
		}
	}
	session, err := sandbox.OpenSession(ctx, t.host, t.term, box, open, nil, &shared.Handler{})
	if err != nil {
		return nil, nil, err
	}
	return session, open.Env, nil
}

// insideOf is the agent's file as it is in the sandbox, with the files that it names: its
// code runs with the local executor that the program holds.
func insideOf(def *definition.Agent) (*definition.Agent, map[string][]byte, error) {
	files := map[string][]byte{}
	inside, err := moveInside(*def, files)
	return inside, files, err
}

func moveInside(def definition.Agent, files map[string][]byte) (*definition.Agent, error) {
	if e := def.Executor; e != nil {
		def.Executor = &definition.Executor{
			Timeout: e.Timeout, MaxOperations: e.MaxOperations, MaxWhile: e.MaxWhile, MaxMemory: e.MaxMemory, MaxOutput: e.MaxOutput,
			AllowDunder: e.AllowDunder, AllowFunction: e.AllowFunction, StrictDunder: e.StrictDunder,
		}
	}
	def.Packages = nil // the sandbox has them
	def.MCP = slices.Clone(def.MCP)
	for i := range def.MCP {
		def.MCP[i].Dir = "" // a folder of this machine
	}
	def.OpenAPI = slices.Clone(def.OpenAPI)
	for i := range def.OpenAPI {
		if o := &def.OpenAPI[i]; !o.Remote() {
			text, err := readFile(o.Document, maxDocument)
			if err != nil {
				return nil, app.Usage("reading the OpenAPI document: %w", err)
			}
			o.Document = fmt.Sprintf("api-%d%s", len(files)+1, filepath.Ext(o.Document))
			files[o.Document] = text
		}
	}
	if def.Model != nil {
		if kind, path, ok := def.Model.File(); ok {
			text, err := readFile(path, maxRun)
			if err != nil {
				return nil, app.Usage("--model: %w", err)
			}
			m, name := *def.Model, fmt.Sprintf("model-%d%s", len(files)+1, filepath.Ext(path))
			files[name] = text
			m.Provider = kind + ":" + name
			def.Model = &m
		}
	}
	managed := make([]definition.Managed, len(def.Managed))
	for i := range def.Managed {
		m, err := moveInside(def.Managed[i].Agent, files)
		if err != nil {
			return nil, err
		}
		managed[i] = definition.Managed{Agent: *m}
	}
	def.Managed = managed
	return &def, nil
}

// remember keeps the steps of an agent that works elsewhere, those of its managed ones
// aside.
func (t *turn) remember(e agent.Event) {
	if filepath.Base(e.From().Agent) != e.From().Agent {
		return
	}
	switch e := e.(type) {
	case *agent.TaskEvent:
		t.memory.Add(&memory.Task{Text: e.Text})
	case *agent.PlanEvent:
		t.memory.Add(e.Plan)
	case *agent.StepEvent:
		t.memory.Add(e.Action)
	case *agent.FinalEvent:
		t.memory.Add(&memory.Final{Answer: e.Result.Answer, Text: e.Result.Text})
	}
}

// exitOfWhole gives a failure in the sandbox the exit code that it had there.
func exitOfWhole(err error, inside *whole.Error) error {
	switch inside.Code {
	case app.CodeGuest, app.CodeUsage, app.CodeInterrupted:
		return &app.Exit{Code: inside.Code, Err: err}
	}
	return &app.Exit{Code: app.CodeSystem, Err: err}
}
