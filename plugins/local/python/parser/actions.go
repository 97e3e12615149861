package parser

import (
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// action raises the error of an alternative that matched up to the token end.
// If it returns, its result says whether the rule matched.
type action func(d *diagnosis, c *captures, end int) bool

// readAction compiles what stands after "=>":
//
//	at a MSG         error at a
//	range a b MSG    error from a to b
//	from a MSG       error from a to the last token looked at
//	last MSG         error at the last token looked at
//	next MSG         error at the token after the match
//	block a MSG      IndentationError at the last token; %d in MSG is a's line
//	named a MSG      error at a; %s in MSG says what a is
//	target t a MSG   error at the part of a that is no target of kind t
//	go name          a function of goActions
func readAction(s string) action {
	verb, rest, _ := strings.Cut(s, " ")
	if verb == "go" {
		act := goActions[rest]
		if act == nil {
			panic(fmt.Sprintf("diagnosis rules: no action %q", rest))
		}
		return act
	}
	quote := strings.IndexByte(rest, '`')
	args, msg := strings.Fields(rest[:quote]), strings.Trim(rest[quote:], "`")
	part := func(i int) int { return int(args[i][0] - 'a') }
	return map[string]func() action{
		"at":     func() action { return raiseAt(part(0), part(0), msg) },
		"range":  func() action { return raiseAt(part(0), part(1), msg) },
		"from":   func() action { return raiseFrom(part(0), msg) },
		"named":  func() action { return raiseNamed(part(0), msg) },
		"block":  func() action { return raiseBlock(part(0), msg) },
		"target": func() action { return raiseTarget(args[0], part(1), msg) },
		"last": func() action {
			return func(d *diagnosis, _ *captures, _ int) bool { d.raiseLast("SyntaxError", msg); return false }
		},
		"next": func() action {
			return func(d *diagnosis, _ *captures, end int) bool {
				d.kind(end)
				panic(d.errorNear(end, "SyntaxError", msg))
			}
		},
	}[verb]()
}

func raiseAt(a, b int, msg string) action {
	return func(d *diagnosis, c *captures, _ int) bool {
		first, last := d.span(c[a]), d.span(c[b])
		panic(d.newError("SyntaxError", msg, int(first.Line), int(first.Col)+1, int(last.EndLine), int(last.EndCol)+1))
	}
}

func raiseFrom(a int, msg string) action {
	return func(d *diagnosis, c *captures, _ int) bool {
		d.raiseFrom(d.span(c[a]), msg)
		return false
	}
}

// raiseFrom raises an error up to where the tokenizer was.
func (d *diagnosis) raiseFrom(at ast.Span, msg string) {
	last := &d.p.toks[d.fill-1]
	endCol := int(last.EndCol)
	if last.Col < 0 {
		endCol = int(last.End - d.p.file.Lines[last.Line-1])
	}
	panic(d.newError("SyntaxError", msg, int(at.Line), int(at.Col)+1, int(last.EndLine), endCol))
}

func raiseNamed(a int, msg string) action {
	return func(d *diagnosis, c *captures, _ int) bool {
		e := d.expr(c[a])
		if e == nil {
			return false
		}
		d.raiseNode(e, fmt.Sprintf(msg, describe(e)))
		return false
	}
}

func raiseBlock(a int, msg string) action {
	return func(d *diagnosis, c *captures, _ int) bool {
		if strings.Contains(msg, "%d") {
			d.raiseLast("IndentationError", fmt.Sprintf(msg, d.p.toks[c[a].start].Line))
		}
		d.raiseLast("IndentationError", msg)
		return false
	}
}

func raiseTarget(kind string, a int, msg string) action {
	return func(d *diagnosis, c *captures, _ int) bool {
		if e := invalidTarget(d.expr(c[a]), kind); e != nil {
			d.raiseNode(e, fmt.Sprintf(msg, describe(e)))
		}
		return false
	}
}

func (d *diagnosis) raiseNode(n ast.Positioned, msg string) { d.raiseNodes(n, n, msg) }

func (d *diagnosis) raiseNodes(first, last ast.Positioned, msg string) {
	a, b := first.Pos(), last.Pos()
	panic(d.newError("SyntaxError", msg, int(a.Line), int(a.Col)+1, int(b.EndLine), int(b.EndCol)+1))
}

// reread runs the parser proper on what a rule matched, as if the source ended
// there; false if it fails.
func (d *diagnosis) reread(c capture, f func(p *parser)) (p *parser, ok bool) {
	p = newParser(d.p.file, d.p.meter.Budget)
	p.back(c.start)
	p.look += c.start
	end := &d.p.toks[c.end]
	kind := end.Kind
	end.Kind = token.EOF
	defer func() { end.Kind = kind }()
	defer p.rescue(&ok)
	f(p)
	return p, true
}

// exprReaders are how the parser proper reads what the rules match.
var exprReaders = map[string]func(p *parser) ast.Expr{
	"expression": (*parser).expression, "quiet_expression": (*parser).expression, "disjunction": (*parser).disjunction,
	"star_expressions": (*parser).starExpressions, "star_named": (*parser).starNamed,
	"bitwise_or": func(p *parser) ast.Expr { return p.binary(1) }, "inversion": (*parser).inversion,
	"yield_expr": (*parser).yield, "annotation_target": (*parser).atom, "starred": (*parser).sliceOrStarred,
}

// expr is the expression that a part matched, nil if the part is none.
func (d *diagnosis) expr(c capture) (e ast.Expr) {
	read := exprReaders[c.rule]
	if read == nil {
		return nil
	}
	d.reread(c, func(p *parser) { e = read(p) })
	return e
}

// span is where a part stands.
func (d *diagnosis) span(c capture) ast.Span {
	if e := d.expr(c); e != nil {
		return *e.Pos()
	}
	end := c.end - 1
	if strings.HasSuffix(c.rule, "param_plain") && d.p.toks[end].Kind == token.Comma {
		end--
	}
	a, b := &d.p.toks[c.start], &d.p.toks[end]
	return ast.Span{Line: a.Line, Col: a.Col, EndLine: b.EndLine, EndCol: b.EndCol}
}

// invalidTarget finds the part of an expression that may not be assigned to,
// deleted or iterated over; nil if there is none.
func invalidTarget(e ast.Expr, kind string) ast.Expr {
	switch n := e.(type) {
	case nil, *ast.Name, *ast.Subscript, *ast.Attribute:
		return nil
	case *ast.List:
		return invalidElement(n.Elts, kind)
	case *ast.Tuple:
		return invalidElement(n.Elts, kind)
	case *ast.Starred:
		if kind == "del" {
			return e
		}
		return invalidTarget(n.Value, kind)
	case *ast.Compare:
		if kind != "for" {
			return e
		}
		// The "in" of the loop was taken for an operator.
		if n.Ops[0] == ast.In {
			return invalidTarget(n.Left, kind)
		}
		return nil
	}
	return e
}

func invalidElement(list []ast.Expr, kind string) ast.Expr {
	for _, e := range list {
		if bad := invalidTarget(e, kind); bad != nil {
			return bad
		}
	}
	return nil
}

// describe says what an expression is, in messages.
func describe(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.BoolOp, *ast.BinOp, *ast.UnaryOp:
		return "expression"
	case *ast.Yield, *ast.YieldFrom:
		return "yield expression"
	case *ast.JoinedStr, *ast.FormattedValue:
		return "f-string expression"
	case *ast.Constant:
		switch e.Value.(type) {
		case nil, bool:
			return ast.Repr(e.Value)
		case ast.Ellipsis:
			return "ellipsis"
		}
		return "literal"
	}
	return descriptions[e.NodeName()]
}

var descriptions = map[string]string{
	"Attribute": "attribute", "Subscript": "subscript", "Starred": "starred", "Name": "name", "List": "list", "Tuple": "tuple",
	"Lambda": "lambda", "Call": "function call", "GeneratorExp": "generator expression", "Await": "await expression",
	"ListComp": "list comprehension", "SetComp": "set comprehension", "DictComp": "dict comprehension",
	"Dict": "dict literal", "Set": "set display", "Compare": "comparison", "IfExp": "conditional expression",
	"NamedExpr": "named expression",
}

// checkNumber raises the error of a number that has too many digits.
func (d *diagnosis) checkNumber(pos int) {
	p, ok := d.reread(capture{start: pos, end: pos + 1}, func(p *parser) { p.number() })
	if !ok && p.err != nil {
		t := &d.p.toks[pos]
		panic(d.newError("SyntaxError", p.err.msg, int(t.Line), 0, int(t.EndLine), 0))
	}
}

// checkStrings raises the errors of string literals at a token.
func (d *diagnosis) checkStrings(c capture, f func(p *parser)) bool {
	p, ok := d.reread(c, f)
	if ok || p.err == nil {
		return true
	}
	if p.err.tok >= 0 {
		d.raiseRange(p.err.tok, p.err.tok, p.err.msg)
	}
	d.raiseLast("SyntaxError", p.err.msg)
	return false
}

// goActions are the actions that need more than a message.
var goActions map[string]action

func init() {
	goActions = map[string]action{
		"comma": missingComma, "legacy": legacyStatement, "bound": typeParamBound,
		"genexp": genexpRange, "genexp_in_call": genexpInCall, "positional": positionalAfterKeyword,
		"comp_target": comprehensionTarget, "key": missingColonAfterKey, "positional_patterns": positionalPatterns,
		"keyword_constant": func(d *diagnosis, c *captures, _ int) bool {
			d.raiseRange(c[0].start, c[1].start, "cannot assign to "+d.text(c[0].start))
			return false
		},
		"strings": func(d *diagnosis, c *captures, _ int) bool {
			return d.checkStrings(c[0], func(p *parser) { p.strings() })
		},
		"fstring": func(d *diagnosis, c *captures, _ int) bool {
			return d.checkStrings(c[0], func(p *parser) { p.fstring(nil) })
		},
		"string": func(d *diagnosis, c *captures, _ int) bool {
			return d.checkStrings(c[0], func(p *parser) { p.str() })
		},
		"conversion": conversionLetter, "conversion_place": conversionPlace, "real": realPart, "imaginary": imaginaryPart, "not_equal": notEqualSign,
	}
}

// missingComma: two expressions in brackets with nothing between them.
func missingComma(d *diagnosis, c *captures, end int) bool {
	a, b := d.expr(c[0]), d.expr(c[1])
	if a == nil || b == nil || legacyName(a) || d.p.toks[end-1].Level == 0 {
		return false
	}
	d.raiseNodes(a, b, "invalid syntax. Perhaps you forgot a comma?")
	return false
}

// legacyName reports whether the expression is the name of a statement of
// Python 2.
func legacyName(e ast.Expr) bool {
	n, ok := e.(*ast.Name)
	return ok && (n.ID == "print" || n.ID == "exec")
}

func legacyStatement(d *diagnosis, c *captures, _ int) bool {
	name := d.text(c[0].start)
	b := d.expr(c[1])
	if name != "print" && name != "exec" || b == nil {
		return false
	}
	a := d.span(c[0])
	panic(d.newError("SyntaxError", fmt.Sprintf("Missing parentheses in call to '%s'. Did you mean %s(...)?", name, name),
		int(a.Line), int(a.Col)+1, int(b.Pos().EndLine), int(b.Pos().EndCol)+1))
}

// typeParamBound: "*T: bound" or "**P: bound".
func typeParamBound(d *diagnosis, c *captures, _ int) bool {
	what, kind := "bound", "TypeVarTuple"
	if _, tuple := d.expr(c[1]).(*ast.Tuple); tuple {
		what = "constraints"
	}
	if d.kind(c[0].start-2) == token.DoubleStar {
		kind = "ParamSpec"
	}
	d.raiseFrom(d.span(c[0]), "cannot use "+what+" with "+kind)
	return false
}

// lastClause is the last expression of the clauses of a comprehension.
func (d *diagnosis) lastClause(c capture) (e ast.Expr) {
	d.reread(c, func(p *parser) {
		list := p.comprehensions()
		last := list[len(list)-1]
		e = last.Iter
		if n := len(last.Ifs); n > 0 {
			e = last.Ifs[n-1]
		}
	})
	return e
}

const parenthesizeGenexp = "Generator expression must be parenthesized"

func genexpRange(d *diagnosis, c *captures, _ int) bool {
	a, b := d.expr(c[0]), d.lastClause(c[1])
	if a != nil && b != nil {
		d.raiseNodes(a, b, parenthesizeGenexp)
	}
	return false
}

// callArgs reads the arguments that a part matched.
func (d *diagnosis) callArgs(c capture) (args []ast.Expr, unpacks bool) {
	d.reread(c, func(p *parser) {
		for p.i < c.end {
			switch {
			case p.k == token.Star:
				args = append(args, p.sliceOrStarred())
			case p.accept(token.DoubleStar):
				unpacks = true
				p.expression()
			case p.k == token.Name && p.peek() == token.Equal:
				p.next()
				p.next()
				p.expression()
			default:
				args = append(args, p.namedExpression())
			}
			if !p.accept(token.Comma) {
				return
			}
		}
	})
	return args, unpacks
}

func genexpInCall(d *diagnosis, c *captures, _ int) bool {
	args, _ := d.callArgs(c[0])
	b := d.lastClause(c[1])
	if len(args) > 1 && b != nil {
		d.raiseNodes(args[len(args)-1], b, parenthesizeGenexp)
	}
	return false
}

func positionalAfterKeyword(d *diagnosis, c *captures, _ int) bool {
	msg := "positional argument follows keyword argument"
	if _, unpacks := d.callArgs(c[0]); unpacks {
		msg += " unpacking"
	}
	d.raiseLast("SyntaxError", msg)
	return false
}

// comprehensionTarget: "[a, b for ...]".
func comprehensionTarget(d *diagnosis, c *captures, _ int) bool {
	var last ast.Expr
	d.reread(c[1], func(p *parser) {
		for p.i < c[1].end {
			last = p.starNamed()
			if !p.accept(token.Comma) {
				return
			}
		}
	})
	if a := d.expr(c[0]); a != nil && last != nil {
		d.raiseNodes(a, last, "did you forget parentheses around the comprehension target?")
	}
	return false
}

func missingColonAfterKey(d *diagnosis, c *captures, _ int) bool {
	if a := d.expr(c[0]); a != nil {
		at := a.Pos()
		panic(d.newError("SyntaxError", "':' expected after dictionary key", int(at.Line), int(at.EndCol), int(at.EndLine), 0))
	}
	return false
}

func positionalPatterns(d *diagnosis, c *captures, _ int) bool {
	var first, last ast.Pattern
	d.reread(c[0], func(p *parser) {
		for p.i < c[0].end {
			last = p.asPattern()
			if first == nil {
				first = last
			}
			if !p.accept(token.Comma) {
				return
			}
		}
	})
	if last != nil {
		d.raiseNodes(first, last, "positional patterns follow keyword patterns")
	}
	return false
}

// conversionPlace checks that "!" and the letter in an f-string touch.
func conversionPlace(d *diagnosis, c *captures, _ int) bool {
	sign, letter := &d.p.toks[c[0].start], &d.p.toks[c[1].start]
	if sign.Line != letter.Line || sign.EndCol != letter.Col {
		d.raiseRange(c[0].start, c[1].start, "f-string: conversion type must come right after the exclamanation mark")
	}
	return true
}

// conversionLetter checks the conversion in an f-string, if there is one.
func conversionLetter(d *diagnosis, c *captures, _ int) bool {
	if c[0].end == 0 {
		return true
	}
	at := c[0].end - 1
	name := d.text(at)
	if name != "s" && name != "r" && name != "a" {
		d.raiseRange(at, at, fmt.Sprintf("f-string: invalid conversion character %s: expected 's', 'r', or 'a'", ast.Repr(name)))
	}
	return true
}

func (d *diagnosis) imaginary(pos int) bool {
	text := d.text(pos)
	return text[len(text)-1]|0x20 == 'j'
}

func realPart(d *diagnosis, c *captures, _ int) bool {
	if d.imaginary(c[0].start) {
		d.raiseRange(c[0].start, c[0].start, "real number required in complex literal")
	}
	return true
}

func imaginaryPart(d *diagnosis, c *captures, _ int) bool {
	if !d.imaginary(c[0].start) {
		d.raiseRange(c[0].start, c[0].start, "imaginary number required in complex literal")
	}
	return true
}

// notEqualSign refuses "<>".
func notEqualSign(d *diagnosis, c *captures, _ int) bool {
	return d.text(c[0].start) == "!="
}
