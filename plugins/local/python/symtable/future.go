package symtable

import (
	"fmt"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
)

var futureNames = map[string]bool{
	"nested_scopes": true, "generators": true, "division": true, "absolute_import": true, "with_statement": true,
	"print_function": true, "unicode_literals": true, "barry_as_FLUFL": true, "generator_stop": true, "annotations": true,
}

// futures reads the __future__ imports at the start of a module and returns
// the line of the last one.
func (r *reporter) futures(body []ast.Stmt, features *Features) (lastLine int32) {
	if hasDoc(body) {
		body = body[1:]
	}
	for _, s := range body {
		imp, ok := s.(*ast.ImportFrom)
		if !ok || imp.Module != "__future__" || imp.Level != 0 {
			return lastLine
		}
		lastLine = imp.Line
		for _, a := range imp.Names {
			switch {
			case a.Name == "annotations":
				features.Annotations = true
			case a.Name == "barry_as_FLUFL":
				features.BarryAsBDFL = true
			case a.Name == "braces":
				r.failFuture(imp, "not a chance")
			case !futureNames[a.Name]:
				r.failFuture(imp, fmt.Sprintf("future feature %.100s is not defined", a.Name))
			}
		}
	}
	return lastLine
}

// failFuture fails at a statement whose end CPython does not tell.
func (r *reporter) failFuture(s *ast.ImportFrom, msg string) {
	e := r.errorAt(&s.Span, msg)
	e.EndLine, e.EndCol = e.Line, 0
	panic(e)
}
