// Package interp is what a plugin needs of gpython: run code, convert values and errors, write output.
package interp

import (
	"cmp"
	"errors"
	"strings"

	"github.com/go-python/gpython/ast"
	"github.com/go-python/gpython/parser"
	"github.com/go-python/gpython/py"
	_ "github.com/go-python/gpython/stdlib" // the interpreter's built-ins

	"github.com/airlockhq/airlock/shared"
)

// Eval runs code in a module, and returns the value of its last line if that is an expression.
func Eval(ctx py.Context, module *py.Module, code string) (obj py.Object, isExpr bool, err error) {
	head, tail, err := split(code + "\n")
	if err != nil {
		return nil, false, err
	}
	obj = py.None
	for _, part := range []struct {
		src  string
		mode py.CompileMode
	}{{head, py.ExecMode}, {tail, py.EvalMode}} {
		if strings.TrimSpace(part.src) == "" {
			continue
		}
		c, err := py.Compile(part.src, "<string>", part.mode, 0, true)
		if err != nil {
			return nil, false, err
		}
		if obj, err = ctx.RunCode(c, module.Globals, module.Globals, nil); err != nil {
			return nil, false, err
		}
	}
	return obj, tail != "", nil
}

// split cuts code before its last statement if that is an expression. The tail keeps its line numbers.
func split(code string) (head, tail string, err error) {
	tree, err := parser.ParseString(code, py.ExecMode)
	if err != nil {
		return "", "", err
	}
	body := tree.(*ast.Module).Body
	if len(body) == 0 {
		return "", "", nil
	}
	last, ok := body[len(body)-1].(*ast.ExprStmt)
	if !ok || last.GetColOffset() != 0 {
		return code, "", nil
	}
	lines := strings.SplitAfter(code, "\n")
	at := last.GetLineno() - 1
	return strings.Join(lines[:at], ""), strings.Repeat("\n", at) + strings.Join(lines[at:], ""), nil
}

// Error makes the error that a client sees of what Eval returned.
func Error(err error) error {
	var info py.ExceptionInfo
	var exc *py.Exception
	if errors.As(err, &info) {
		exc, _ = info.Value.(*py.Exception)
	} else {
		errors.As(err, &exc)
	}
	if exc == nil {
		return err
	}
	e := &shared.Error{Kind: shared.KindRuntime, Type: exc.Base.Name}
	if args, ok := exc.Args.(py.Tuple); ok && len(args) > 0 {
		e.Message, _ = py.StrAsString(args[0])
	}
	if py.IsException(py.SyntaxError, exc) {
		e.Kind = shared.KindSyntax
		if line, ok := exc.Dict["lineno"].(py.Int); ok {
			e.Line = int(line)
		}
	}
	if strings.HasPrefix(e.Message, "Import of ") {
		e.Kind = shared.KindPolicy
	}
	for tb := info.Traceback; tb != nil; tb = tb.Next {
		e.Traceback = append(e.Traceback, shared.Frame{File: tb.Frame.Code.Filename, Line: int(tb.Lineno), Function: tb.Frame.Code.Name})
		e.Line = e.Traceback[0].Line
	}
	return e
}

// Exception makes the guest's exception of a tool's error: the built-in of that name, else a new subclass of RuntimeError.
func Exception(ctx py.Context, e *shared.Error) error {
	class, ok := ctx.Store().MustGetModule("builtins").Globals[e.Type].(*py.Type)
	if !ok || !class.IsSubtype(py.ExceptionType) {
		base := py.RuntimeError
		// Not by NewType, which keeps the type in a list that isn't safe for several sessions at once.
		class = &py.Type{
			ObjectType: base, Base: base, Bases: py.Tuple{base}, Name: cmp.Or(e.Type, "ToolError"), New: base.New, Init: base.Init, Flags: base.Flags,
			Dict: py.NewStringDict(),
		}
		class.Mro = append(py.Tuple{class}, base.Mro...)
	}
	return py.ExceptionNewf(class, "%s", e.Message)
}

// Stdout is a file for sys.stdout that writes by a function.
type Stdout func(text string) error

var stdoutType = py.NewType("stdout", "the output of a run")

// Type implements py.Object.
func (Stdout) Type() *py.Type { return stdoutType }

// M__getattribute__ gives the one method that print uses.
func (w Stdout) M__getattribute__(name string) (py.Object, error) {
	if name != "write" {
		return nil, py.ExceptionNewf(py.AttributeError, "stdout has no attribute '%s'", name)
	}
	return py.MustNewMethod("write", func(_, text py.Object) (py.Object, error) {
		out, err := py.StrAsString(text)
		if err != nil {
			return nil, err
		}
		return py.Int(len(out)), w(out)
	}, 0, ""), nil
}
