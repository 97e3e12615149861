package parser

import (
	"fmt"
	"math/big"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// This file has the warnings that CPython's compiler gives about expressions
// that can do nothing but fail, or not what they look like.

// warn notes a warning about a node.
func (p *parser) warn(at ast.Span, format string, args ...any) {
	p.meter.Step(token.WarningSize)
	p.file.Warnings = append(p.file.Warnings, token.Warning{
		Msg: fmt.Sprintf(format, args...), Line: at.Line, Col: at.Col + 1, EndLine: at.EndLine, EndCol: at.EndCol + 1,
	})
}

// warnEscape warns about an escape of the current token, if there is one.
func (p *parser) warnEscape(escape string) {
	if escape == "" {
		return
	}
	t := &p.toks[p.i]
	kind := "escape"
	switch {
	case len(escape) > 1:
		kind = "octal escape"
	case escape == bracedEscape && int(t.End) < len(p.file.Src):
		escape = p.file.Src[t.End : t.End+1]
	}
	p.warn(ast.Span{Line: t.Line, Col: t.Col, EndLine: t.EndLine, EndCol: t.EndCol}, "invalid %s sequence '\\%s'", kind, escape)
	p.file.Warnings[len(p.file.Warnings)-1].Tokens = true
}

// checkIdentity warns of "is" with a literal.
func (p *parser) checkIdentity(n *ast.Compare) {
	left := n.Left
	for i, op := range n.Ops {
		right := n.Comparators[i]
		if op == ast.Is || op == ast.IsNot {
			literal := left
			if !isLiteral(left) {
				literal = right
			}
			if isLiteral(literal) {
				word, meant := "is", "=="
				if op == ast.IsNot {
					word, meant = "is not", "!="
				}
				p.warn(n.Span, `"%s" with '%s' literal. Did you mean "%s"?`, word, typeName(literal), meant)
				return
			}
		}
		left = right
	}
}

// isLiteral reports whether an expression is a constant that need not be one
// object: None, True, False and ... are, and its like.
func isLiteral(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.Constant:
		switch e.Value.(type) {
		case nil, bool, ast.Ellipsis:
			return false
		}
		return true
	case *ast.UnaryOp:
		return e.Op != ast.Not && isNumber(e.Operand)
	case *ast.Tuple:
		for _, x := range e.Elts {
			if !isLiteral(x) && !isConstant(x) {
				return false
			}
		}
		return true
	}
	return false
}

func isNumber(e ast.Expr) bool {
	if c, ok := e.(*ast.Constant); ok {
		switch c.Value.(type) {
		case int64, *big.Int, float64, complex128:
			return true
		}
	}
	return false
}

// checkCalled warns of a call of something that can't be called.
func (p *parser) checkCalled(f ast.Expr) {
	switch f.(type) {
	case *ast.Name, *ast.Attribute:
	case *ast.Constant, *ast.Tuple, *ast.List, *ast.ListComp, *ast.Dict, *ast.DictComp, *ast.Set, *ast.SetComp, *ast.GeneratorExp, *ast.JoinedStr:
		p.warn(*f.Pos(), "'%s' object is not callable; perhaps you missed a comma?", typeName(f))
	}
}

// checkSubscript warns of a subscript of something that has no items, or none
// of that kind of index.
func (p *parser) checkSubscript(n *ast.Subscript) {
	switch e := n.Value.(type) {
	case *ast.Name, *ast.Attribute:
	case *ast.Set, *ast.SetComp, *ast.GeneratorExp, *ast.Lambda:
		p.notSubscriptable(n.Value)
	case *ast.Constant:
		switch e.Value.(type) {
		case string, ast.Bytes:
			p.checkIndex(n)
		default:
			p.notSubscriptable(n.Value)
		}
	case *ast.Tuple, *ast.List, *ast.ListComp, *ast.JoinedStr:
		p.checkIndex(n)
	}
}

func (p *parser) notSubscriptable(e ast.Expr) {
	p.warn(*e.Pos(), "'%s' object is not subscriptable; perhaps you missed a comma?", typeName(e))
}

func (p *parser) checkIndex(n *ast.Subscript) {
	if index := typeName(n.Slice); index != "" && index != "int" && index != "bool" {
		p.warn(*n.Value.Pos(), "%s indices must be integers or slices, not %s; perhaps you missed a comma?", typeName(n.Value), index)
	}
}

// typeName is the type of an expression's value; "" if it depends.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Tuple:
		return "tuple"
	case *ast.List, *ast.ListComp:
		return "list"
	case *ast.Dict, *ast.DictComp:
		return "dict"
	case *ast.Set, *ast.SetComp:
		return "set"
	case *ast.GeneratorExp:
		return "generator"
	case *ast.Lambda:
		return "function"
	case *ast.JoinedStr:
		return "str"
	case *ast.UnaryOp:
		if e.Op != ast.Not && isNumber(e.Operand) {
			return typeName(e.Operand)
		}
	case *ast.Constant:
		return constantType(e.Value)
	}
	return ""
}

func constantType(v ast.Const) string {
	switch v.(type) {
	case nil:
		return "NoneType"
	case bool:
		return "bool"
	case int64, *big.Int:
		return "int"
	case float64:
		return "float"
	case complex128:
		return "complex"
	case string:
		return "str"
	case ast.Bytes:
		return "bytes"
	}
	return "ellipsis"
}
