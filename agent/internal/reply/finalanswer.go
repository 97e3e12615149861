package reply

import (
	"sort"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
)

const (
	finalAnswer         = "final_answer"
	finalAnswerVariable = "final_answer_variable"
)

// FixFinalAnswer mends code that both calls the tool final_answer and assigns a variable
// of that name, which would erase the tool: the variable gets another name wherever it is
// used. Calls, attributes, keyword arguments, strings and comments stay as they are, as
// does code that isn't valid.
func FixFinalAnswer(code string) string {
	if !strings.Contains(code, finalAnswer) {
		return code
	}
	tree, err := parser.Parse(code, "<reply>")
	if err != nil {
		return code
	}
	var f finder
	f.walk(tree)
	if !f.called || !f.assigned {
		return code
	}
	return replaceNames(code, f.names)
}

// finder looks for the name in a tree.
type finder struct {
	called, assigned bool
	names            []*ast.Name // that aren't the function of a call
}

func (f *finder) walk(n ast.Node) {
	switch n := n.(type) {
	case *ast.Call:
		if name, ok := n.Func.(*ast.Name); ok && name.ID == finalAnswer {
			f.called = true
			for _, field := range n.Fields() {
				if field.Name != "func" {
					f.walkValue(field.Value)
				}
			}
			return
		}
	case *ast.Name:
		if n.ID == finalAnswer {
			f.names = append(f.names, n)
			f.assigned = f.assigned || n.Ctx == ast.Store
		}
		return
	}
	for _, field := range n.Fields() {
		f.walkValue(field.Value)
	}
}

func (f *finder) walkValue(v any) {
	switch v := v.(type) {
	case ast.Node:
		f.walk(v)
	case []ast.Node:
		for _, n := range v {
			if n != nil {
				f.walk(n)
			}
		}
	}
}

// replaceNames writes the variable's new name at the places of the old one.
func replaceNames(code string, names []*ast.Name) string {
	sort.Slice(names, func(i, j int) bool {
		a, b := names[i].Pos(), names[j].Pos()
		return a.Line > b.Line || a.Line == b.Line && a.Col > b.Col
	})
	lines := strings.SplitAfter(code, "\n")
	for _, n := range names {
		p := n.Pos()
		line, from := lines[p.Line-1], int(p.Col)
		if !strings.HasPrefix(line[min(from, len(line)):], finalAnswer) {
			return code // the tree's places aren't those of this text
		}
		lines[p.Line-1] = line[:from] + finalAnswerVariable + line[from+len(finalAnswer):]
	}
	return strings.Join(lines, "")
}
