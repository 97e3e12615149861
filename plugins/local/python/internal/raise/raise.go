// Package raise makes the exceptions that guest code sees of the front end's errors.
package raise

import (
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Syntax is the exception for an error of the parser.
func Syntax(e *parser.SyntaxError) error {
	t := py.SyntaxError
	switch e.Kind {
	case "IndentationError":
		t = py.IndentationError
	case "TabError":
		t = py.TabError
	case "MemoryError":
		return py.NewException(py.MemoryError, e.Msg)
	case "RecursionError":
		return py.NewException(py.RecursionError, e.Msg)
	}
	text := e.Before + e.Text
	if e.Pass != parser.Parsing {
		text = "" // there is no file to read it from
	}
	if e.Line == 0 {
		return py.NewEmptySourceError(t, e.Msg, e.Filename)
	}
	x := py.NewSyntaxError(t, e.Msg, e.Filename, e.Line, e.Col, e.EndLine, e.EndCol, text)
	if e.Pass == parser.Naming {
		x.Args.Items = x.Args.Items[:1]
	}
	return x
}
