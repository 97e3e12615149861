package python

import (
	"errors"
	"fmt"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/code"
	"github.com/airlockhq/airlock/plugins/local/python/compile"
	"github.com/airlockhq/airlock/plugins/local/python/internal/raise"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/py"
	"github.com/airlockhq/airlock/plugins/local/python/symtable"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// compileSource is the machine's way to compile source for eval, exec and
// compile.
func compileSource(vm *py.VM, src, filename, mode string, separateLocals bool) (*code.Code, error) {
	vm.AddSource(filename, src)
	var c *code.Code
	var warnings []token.Warning
	err := vm.FrontEnd(func(budget token.Budget) (err error) {
		c, warnings, err = compileMode(src, filename, mode, compile.Options{Filename: filename, Source: src, UseNames: separateLocals, Budget: budget})
		return err
	})
	if err != nil {
		return nil, guestError(err, filename)
	}
	for _, w := range warnings {
		if err := warn(vm, w, src, filename); err != nil {
			return nil, err
		}
	}
	return c, nil
}

// warn gives a warning of the front end. Where the program makes such warnings
// errors, it is a SyntaxError that knows its place.
func warn(vm *py.VM, w token.Warning, src, filename string) error {
	if err := vm.Tick(1); err != nil {
		return err
	}
	err := vm.WarnAt(py.SyntaxWarning, w.Msg, filename, int(w.Line))
	var e *py.Exception
	if !errors.As(err, &e) || !py.IsInstance(e.Value(), py.SyntaxWarning) {
		return err
	}
	text := ""
	if w.Tokens {
		text = vm.SourceLine(filename, int(w.Line))
	}
	return py.NewSyntaxError(py.SyntaxError, w.Msg, filename, int(w.Line), int(w.Col), int(w.EndLine), int(w.EndCol), text)
}

func compileMode(src, filename, mode string, opts compile.Options) (*code.Code, []token.Warning, error) {
	root, warnings, err := parser.ParseWarn(src, filename, mode, opts.Budget)
	if err != nil {
		return nil, nil, err
	}
	table, err := symtable.Build(root, filename, src, &symtable.Options{Budget: opts.Budget})
	if syntax := new(parser.SyntaxError); errors.As(err, &syntax) {
		// CPython's compiler looks the line up by the file's name.
		bare := *syntax
		bare.Text = ""
		err = &bare
	}
	if err != nil {
		return nil, nil, err
	}
	c, err := compileRoot(root, table, mode, opts)
	return c, warnings, err
}

func compileRoot(root ast.Root, table *symtable.Table, mode string, opts compile.Options) (*code.Code, error) {
	switch root := root.(type) {
	case *ast.Module:
		return compile.Module(root, table, opts)
	case *ast.Expression:
		return compile.Expression(root, table, opts)
	case *ast.Interactive:
		return compile.Interactive(root, table, opts)
	}
	return nil, fmt.Errorf("compile %s: unknown kind of source", mode)
}

// guestError is the exception for an error of the front end.
func guestError(err error, filename string) error {
	var syntax *parser.SyntaxError
	var big *compile.Error
	switch {
	case err == nil:
		return nil
	case errors.As(err, &syntax):
		return raise.Syntax(syntax)
	case errors.As(err, &big):
		return py.NewSyntaxError(py.SyntaxError, big.Msg, filename, int(big.Pos.Line), int(big.Pos.Col)+1, int(big.Pos.EndLine), int(big.Pos.EndCol)+1, "")
	}
	return err
}
