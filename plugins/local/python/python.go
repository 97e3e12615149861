package python

import (
	"errors"

	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/compile"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
)

// Mode says what a source is compiled to.
type Mode uint8

// The modes.
const (
	ModeExec Mode = iota // a module; running it gives None
	ModeLast             // a module; running it gives the value of its last statement
	ModeEval             // an expression
)

// Compile translates a source. The error is a guest exception: a SyntaxError
// or one of its subclasses, or a MemoryError for a program that is too large.
func Compile(src, filename string, mode Mode) (*code.Code, error) {
	opts := compile.Options{Filename: filename, CaptureResult: mode == ModeLast}
	if mode == ModeEval {
		e, err := parser.ParseExpr(src, filename)
		if err != nil {
			return nil, guestError(err, filename)
		}
		table, err := symtable.Build(e, filename, src, nil)
		if err != nil {
			return nil, guestError(err, filename)
		}
		c, err := compile.Expression(e, table, opts)
		return c, guestError(err, filename)
	}
	mod, err := parser.Parse(src, filename)
	if err != nil {
		return nil, guestError(err, filename)
	}
	table, err := symtable.Build(mod, filename, src, nil)
	if err != nil {
		return nil, guestError(err, filename)
	}
	c, err := compile.Module(mod, table, opts)
	return c, guestError(err, filename)
}

// guestError is the exception for an error of the front end.
func guestError(err error, filename string) error {
	var syntax *parser.SyntaxError
	var big *compile.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		t := py.SyntaxError
		switch syntax.Kind {
		case "IndentationError":
			t = py.IndentationError
		case "TabError":
			t = py.TabError
		case "MemoryError":
			return py.NewException(py.MemoryError, syntax.Msg)
		case "RecursionError":
			return py.NewException(py.RecursionError, syntax.Msg)
		}
		return py.NewSyntaxError(t, syntax.Msg, syntax.Filename, syntax.Line, syntax.Col, syntax.EndLine, syntax.EndCol, syntax.Text)
	case errors.As(err, &big):
		return py.NewSyntaxError(py.SyntaxError, big.Msg, filename, int(big.Pos.Line), int(big.Pos.Col)+1, int(big.Pos.EndLine), int(big.Pos.EndCol)+1, "")
	}
	return err
}

// Run compiles a source and runs it in the machine's __main__ namespace, within
// the budgets of the current run (see VM.StartRun). The error is a guest
// exception (*py.Exception) or an end that the guest could not catch (*py.Stop).
func Run(vm *py.VM, src, filename string, mode Mode) (py.Value, error) {
	vm.AddSource(filename, src)
	c, err := Compile(src, filename, mode)
	if err != nil {
		return py.Value{}, err
	}
	return vm.RunModule(c, vm.Main)
}
