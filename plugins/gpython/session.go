package main

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-python/gpython/py"

	"github.com/airlockhq/airlock/plugins/gpython/internal/interp"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// session is one interpreter.
type session struct {
	py    py.Context
	main  *py.Module
	tools []string
	run   *run // what is being executed
}

// run is one Execute.
type run struct {
	ctx    context.Context
	events shared.Events
	logs   strings.Builder
	final  value.Text // the final answer, once there is one
}

func newSession(imports []string) *session {
	s := &session{py: py.NewContext(py.ContextOpts{})}
	s.main, _ = s.py.ModuleInit(&py.ModuleImpl{Info: py.ModuleInfo{Name: "__main__"}}) // fails only for code, and there is none
	builtins := s.py.Store().MustGetModule("builtins").Globals
	for _, name := range []string{"open", "input", "compile", "eval", "exec"} {
		delete(builtins, name)
	}
	builtins["__import__"] = importer(s.py, append([]string{"math", "string", "time"}, imports...))
	s.py.Store().MustGetModule("sys").Globals["stdout"] = interp.Stdout(func(text string) error {
		s.run.logs.WriteString(text)
		return s.run.events.Output(shared.Stdout, []byte(text))
	})
	return s
}

// importer is the policy: modules that nobody authorised can't be imported.
func importer(ctx py.Context, allowed []string) py.Object {
	return py.MustNewMethod("__import__", func(_ py.Object, args py.Tuple) (py.Object, error) {
		name := string(args[0].(py.String))
		if !slices.Contains(allowed, name) && !slices.Contains(allowed, "*") {
			return nil, py.ExceptionNewf(py.ImportError, "Import of %s is not allowed. Authorized imports are: %v", name, allowed)
		}
		return py.ImportModuleLevelObject(ctx, name, nil, nil, nil, 0)
	}, 0, "")
}

func (s *session) Info() *shared.SessionInfo {
	return &shared.SessionInfo{Enforced: []shared.Enforced{
		{Name: shared.EnforceImports, Holds: true, How: "__import__ is replaced"},
		{Name: shared.EnforceTime, How: "gpython can't be interrupted"},
	}}
}

func (s *session) SetTools(_ context.Context, tools []shared.ToolSpec) error {
	for _, name := range s.tools {
		delete(s.main.Globals, name)
	}
	s.tools = nil
	for _, t := range tools {
		s.tools = append(s.tools, t.Name)
		s.main.Globals[t.Name] = py.MustNewMethod(t.Name, func(_ py.Object, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
			return s.callTool(t, args, kwargs)
		}, 0, t.Doc)
	}
	return nil
}

// callTool is what a tool is for the guest.
func (s *session) callTool(t shared.ToolSpec, args py.Tuple, kwargs py.StringDict) (py.Object, error) {
	call := &shared.ToolCall{Name: t.Name}
	for _, a := range args {
		call.Args = append(call.Args, interp.Encode(a))
	}
	for _, name := range slices.Sorted(maps.Keys(kwargs)) {
		call.Kwargs = append(call.Kwargs, shared.Variable{Name: name, Value: interp.Encode(kwargs[name])})
	}
	text, err := s.run.events.CallTool(s.run.ctx, call)
	if err != nil {
		return nil, interp.Exception(s.py, shared.AsError(err))
	}
	if t.Final {
		s.run.final = text
		return nil, py.ExceptionNewf(py.SystemExit, "final answer") // unwinds the guest
	}
	return interp.Decode(text)
}

func (s *session) SetVariables(_ context.Context, vars []shared.Variable) error {
	for _, v := range vars {
		obj, err := interp.Decode(v.Value)
		if err != nil {
			return fmt.Errorf("set variable %q: %w", v.Name, err)
		}
		s.main.Globals[v.Name] = obj
	}
	return nil
}

func (s *session) GetVariables(_ context.Context, names []string) (vars []shared.Variable, err error) {
	if len(names) == 0 {
		names = slices.Sorted(maps.Keys(s.main.Globals))
		names = slices.DeleteFunc(names, func(n string) bool { return strings.HasPrefix(n, "__") || slices.Contains(s.tools, n) })
	}
	for _, n := range names {
		if obj, ok := s.main.Globals[n]; ok {
			vars = append(vars, shared.Variable{Name: n, Value: interp.Encode(obj)})
		}
	}
	return vars, nil
}

func (s *session) Execute(ctx context.Context, req *shared.ExecuteRequest, events shared.Events) (*shared.Result, error) {
	s.run = &run{ctx: ctx, events: events}
	obj, expr, err := interp.Eval(s.py, s.main, req.Code)
	res := &shared.Result{Logs: s.run.logs.String()}
	switch {
	case s.run.final != nil:
		res.Value, res.IsFinalAnswer = s.run.final, true
	case err != nil:
		return res, interp.Error(err)
	case expr && obj != py.None:
		res.Value, res.IsExpression = interp.Encode(obj), true
		res.Repr, _ = py.ReprAsString(obj)
		res.Text, _ = py.StrAsString(obj)
	}
	return res, nil
}

func (s *session) Close(context.Context) (*shared.CloseReport, error) {
	return &shared.CloseReport{}, s.py.Close()
}
