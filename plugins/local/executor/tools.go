package executor

import (
	"context"
	"errors"
	"fmt"

	"github.com/airlockhq/airlock/plugins/local/python"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

const finalAnswer = "final_answer"

// SetTools implements shared.Session. Without a tool of that name there is a
// final_answer all the same, which guest code may define anew.
func (s *Session) SetTools(_ context.Context, tools []shared.ToolSpec) error {
	var list []python.Tool
	own := false
	for _, t := range tools {
		f := py.FuncKw(t.Name, s.caller(t)).WithDoc(t.Docstring())
		list = append(list, python.Tool{Name: t.Name, Func: f.In("tools")})
		own = own || t.Name == finalAnswer
	}
	s.py.SetTools(list)
	if !own {
		f := py.FuncSig(finalAnswer, "answer=None", func(vm *py.VM, a []py.Value) (py.Value, error) {
			return py.Value{}, vm.FinalAnswer(a[0])
		})
		s.py.VM().Builtins.SetStr(py.Name(finalAnswer), f.WithDoc("End the run with the answer.").In("tools"))
	}
	return nil
}

// caller is the function that guest code calls for a tool.
func (s *Session) caller(spec shared.ToolSpec) func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
	return func(vm *py.VM, args []py.Value, kw py.Kwargs) (py.Value, error) {
		r := s.run
		if r == nil {
			return py.Value{}, py.Raise(py.RuntimeError, "tool '%s' was called outside a run", spec.Name)
		}
		r.calls++
		if limit := r.limits.ToolCalls; limit > 0 && r.calls > limit {
			return py.Value{}, py.Raise(py.InterpreterError, "Reached the max number of tool calls of %d", limit)
		}
		call := &shared.ToolCall{Name: spec.Name}
		for _, a := range args {
			t, err := s.text(a)
			if err != nil {
				return py.Value{}, err
			}
			call.Args = append(call.Args, t)
		}
		for i, n := range kw.Names {
			t, err := s.text(kw.Vals[i])
			if err != nil {
				return py.Value{}, err
			}
			call.Kwargs = append(call.Kwargs, shared.Variable{Name: n.Str().S, Value: t})
		}
		v, err := s.call(r, vm, call)
		if err == nil && spec.Final {
			err = vm.FinalAnswer(v)
		}
		return v, err
	}
}

// call runs a tool at the client, while other threads of the guest go on.
func (s *Session) call(r *run, vm *py.VM, call *shared.ToolCall) (py.Value, error) {
	if err := r.out.Flush(); err != nil {
		return py.Value{}, err
	}
	var text value.Text
	var err error
	if lost := vm.Outside(func() { text, err = r.events.CallTool(r.ctx, call) }); lost != nil {
		return py.Value{}, lost
	}
	if err != nil {
		return py.Value{}, s.toolError(r, vm, call.Name, err)
	}
	val, err := value.Decode(text)
	if err != nil {
		return py.Value{}, py.Raise(py.RuntimeError, "result of tool '%s': %s", call.Name, err.Error())
	}
	x, err := (&decoder{vm: vm, handles: s.handles}).decode(val)
	var e *shared.Error
	if errors.As(err, &e) { // the guest's own type isn't one: code may go on without
		return py.Value{}, py.Raise(py.TypeError, "result of tool '%s': %s", call.Name, e.Message)
	}
	return x, err
}

// toolError is what a failed tool raises in the guest: the built-in exception
// that it names, else a RuntimeError subclass of that name.
func (s *Session) toolError(r *run, vm *py.VM, tool string, err error) error {
	if r.ctx.Err() != nil {
		// The run was interrupted while it waited; the next poll ends it.
		vm.Interrupt()
	}
	var e *shared.Error
	if !errors.As(err, &e) {
		e = &shared.Error{Kind: shared.KindTool, Message: err.Error()}
	}
	class := py.RuntimeError
	if e.Type != "" {
		class = vm.ExceptionClass(e.Type, py.RuntimeError)
	}
	text := e.Message
	if text == "" {
		text = fmt.Sprintf("tool '%s' failed", tool)
	}
	x := py.NewException(class, text)
	r.toolErrors[x] = true
	return x
}
