package ast

import (
	"math"
	"strings"
)

// Unparse gives the text of an expression as CPython writes annotations that
// stay strings ("from __future__ import annotations").
func Unparse(e Expr) string {
	var u unparser
	u.expr(e, precTest)
	return u.String()
}

// The precedences of the grammar: an expression is put into parentheses where
// one of higher precedence is wanted.
const (
	precTuple = iota
	precTest  // lambda, if-else
	precOr
	precAnd
	precNot
	precCompare
	precBitOr
	precBitXor
	precBitAnd
	precShift
	precArith
	precTerm
	precFactor
	precPower
	precAwait
	precAtom
)

var binaryText = [...]struct {
	text string
	prec int
}{
	Add: {" + ", precArith}, Sub: {" - ", precArith}, Mult: {" * ", precTerm}, MatMult: {" @ ", precTerm},
	Div: {" / ", precTerm}, Mod: {" % ", precTerm}, Pow: {" ** ", precPower}, LShift: {" << ", precShift},
	RShift: {" >> ", precShift}, BitOr: {" | ", precBitOr}, BitXor: {" ^ ", precBitXor},
	BitAnd: {" & ", precBitAnd}, FloorDiv: {" // ", precTerm},
}

var compareText = [...]string{
	Eq: " == ", NotEq: " != ", Lt: " < ", LtE: " <= ", Gt: " > ", GtE: " >= ",
	Is: " is ", IsNot: " is not ", In: " in ", NotIn: " not in ",
}

type unparser struct{ strings.Builder }

// in writes body in parentheses if the place wants more than prec.
func (u *unparser) in(level, prec int, body func()) {
	if level > prec {
		u.WriteByte('(')
		body()
		u.WriteByte(')')
		return
	}
	body()
}

func (u *unparser) list(elts []Expr) {
	for i, e := range elts {
		if i > 0 {
			u.WriteString(", ")
		}
		u.expr(e, precTest)
	}
}

func (u *unparser) expr(e Expr, level int) {
	switch e := e.(type) {
	case *Name:
		u.WriteString(e.ID)
	case *Constant:
		u.constant(e)
	case *Attribute:
		u.expr(e.Value, precAtom)
		if c, ok := e.Value.(*Constant); ok && isInt(c.Value) {
			u.WriteByte(' ')
		}
		u.WriteString("." + e.Attr)
	case *Subscript:
		u.expr(e.Value, precAtom)
		u.WriteByte('[')
		u.expr(e.Slice, precTuple)
		u.WriteByte(']')
	case *Slice:
		u.slice(e)
	case *Starred:
		u.WriteByte('*')
		u.expr(e.Value, precBitOr)
	case *Tuple:
		u.tuple(e, level)
	case *List:
		u.WriteByte('[')
		u.list(e.Elts)
		u.WriteByte(']')
	case *Set:
		u.WriteByte('{')
		u.list(e.Elts)
		u.WriteByte('}')
	case *Dict:
		u.dict(e)
	case *Call:
		u.call(e)
	case *JoinedStr, *FormattedValue:
		u.WriteString("f" + reprString(fstringBody(e)))
	default:
		u.operator(e, level)
	}
}

// operator writes the expressions that may need parentheses, and
// comprehensions.
func (u *unparser) operator(e Expr, level int) {
	switch e := e.(type) {
	case *BoolOp:
		text, prec := " and ", precAnd
		if e.Op == Or {
			text, prec = " or ", precOr
		}
		u.in(level, prec, func() {
			for i, v := range e.Values {
				if i > 0 {
					u.WriteString(text)
				}
				u.expr(v, prec+1)
			}
		})
	case *BinOp:
		op := binaryText[e.Op]
		u.in(level, op.prec, func() {
			left, right := op.prec, op.prec+1
			if e.Op == Pow {
				left, right = right, left
			}
			u.expr(e.Left, left)
			u.WriteString(op.text)
			u.expr(e.Right, right)
		})
	case *UnaryOp:
		text, prec := [...]string{Invert: "~", Not: "not ", UAdd: "+", USub: "-"}[e.Op], precFactor
		if e.Op == Not {
			prec = precNot
		}
		u.in(level, prec, func() {
			u.WriteString(text)
			u.expr(e.Operand, prec)
		})
	case *Compare:
		u.in(level, precCompare, func() {
			u.expr(e.Left, precCompare+1)
			for i, op := range e.Ops {
				u.WriteString(compareText[op])
				u.expr(e.Comparators[i], precCompare+1)
			}
		})
	case *IfExp:
		u.in(level, precTest, func() {
			u.expr(e.Body, precTest+1)
			u.WriteString(" if ")
			u.expr(e.Test, precTest+1)
			u.WriteString(" else ")
			u.expr(e.OrElse, precTest)
		})
	case *Lambda:
		u.in(level, precTest, func() {
			u.WriteString("lambda")
			u.arguments(e.Args)
			u.WriteString(": ")
			u.expr(e.Body, precTest)
		})
	case *NamedExpr:
		u.in(level, precTuple, func() {
			u.expr(e.Target, precAtom)
			u.WriteString(" := ")
			u.expr(e.Value, precAtom)
		})
	case *Await:
		u.in(level, precAwait, func() {
			u.WriteString("await ")
			u.expr(e.Value, precAtom)
		})
	case *Yield:
		u.WriteString("(yield")
		if e.Value != nil {
			u.WriteByte(' ')
			u.expr(e.Value, precTest)
		}
		u.WriteByte(')')
	case *YieldFrom:
		u.WriteString("(yield from ")
		u.expr(e.Value, precTest)
		u.WriteByte(')')
	case *ListComp:
		u.comprehension('[', ']', e.Elt, nil, e.Generators)
	case *SetComp:
		u.comprehension('{', '}', e.Elt, nil, e.Generators)
	case *GeneratorExp:
		u.comprehension('(', ')', e.Elt, nil, e.Generators)
	case *DictComp:
		u.comprehension('{', '}', e.Key, e.Value, e.Generators)
	}
}

func isInt(v Const) bool {
	switch v.(type) {
	case nil, bool, float64, complex128, string, Bytes, Ellipsis:
		return false
	}
	return true
}

// hugeText is a literal that is infinite as a float.
const hugeText = "1e309"

func (u *unparser) constant(c *Constant) {
	u.WriteString(c.Kind)
	text := Repr(c.Value)
	switch v := c.Value.(type) {
	case Ellipsis:
		text = "..."
	case float64:
		if math.IsInf(v, 0) {
			text = strings.ReplaceAll(text, "inf", hugeText)
		}
	case complex128:
		if math.IsInf(imag(v), 0) {
			text = strings.ReplaceAll(text, "inf", hugeText)
		}
	}
	u.WriteString(text)
}

func (u *unparser) slice(e *Slice) {
	if e.Lower != nil {
		u.expr(e.Lower, precTest)
	}
	u.WriteByte(':')
	if e.Upper != nil {
		u.expr(e.Upper, precTest)
	}
	if e.Step != nil {
		u.WriteByte(':')
		u.expr(e.Step, precTest)
	}
}

func (u *unparser) tuple(e *Tuple, level int) {
	if len(e.Elts) == 0 {
		u.WriteString("()")
		return
	}
	u.in(level, precTuple, func() {
		u.list(e.Elts)
		if len(e.Elts) == 1 {
			u.WriteByte(',')
		}
	})
}

func (u *unparser) dict(e *Dict) {
	u.WriteByte('{')
	for i, v := range e.Values {
		if i > 0 {
			u.WriteString(", ")
		}
		if e.Keys[i] == nil {
			u.WriteString("**")
			u.expr(v, precBitOr)
			continue
		}
		u.expr(e.Keys[i], precTest)
		u.WriteString(": ")
		u.expr(v, precTest)
	}
	u.WriteByte('}')
}

func (u *unparser) call(e *Call) {
	u.expr(e.Func, precAtom)
	if len(e.Args) == 1 && len(e.Keywords) == 0 {
		if g, ok := e.Args[0].(*GeneratorExp); ok {
			u.expr(g, precTest)
			return
		}
	}
	u.WriteByte('(')
	u.list(e.Args)
	for i, k := range e.Keywords {
		if i > 0 || len(e.Args) > 0 {
			u.WriteString(", ")
		}
		if k.Arg == "" {
			u.WriteString("**")
		} else {
			u.WriteString(k.Arg + "=")
		}
		u.expr(k.Value, precTest)
	}
	u.WriteByte(')')
}

func (u *unparser) comprehension(start, end byte, elt, value Expr, generators []*Comprehension) {
	u.WriteByte(start)
	u.expr(elt, precTest)
	if value != nil {
		u.WriteString(": ")
		u.expr(value, precTest)
	}
	for _, g := range generators {
		if g.IsAsync {
			u.WriteString(" async")
		}
		u.WriteString(" for ")
		u.expr(g.Target, precTuple)
		u.WriteString(" in ")
		u.expr(g.Iter, precTest+1)
		for _, c := range g.Ifs {
			u.WriteString(" if ")
			u.expr(c, precTest+1)
		}
	}
	u.WriteByte(end)
}

// arguments writes the parameters of a lambda. As in CPython, a space goes
// before them only if there are positional ones.
func (u *unparser) arguments(a *Arguments) {
	sep := ""
	if len(a.PosOnlyArgs)+len(a.Args) > 0 {
		sep = " "
	}
	next := func(text string) {
		u.WriteString(sep + text)
		sep = ", "
	}
	positional := append(append([]*Arg(nil), a.PosOnlyArgs...), a.Args...)
	for i, p := range positional {
		next(p.Arg)
		if j := i - (len(positional) - len(a.Defaults)); j >= 0 {
			u.WriteByte('=')
			u.expr(a.Defaults[j], precTest)
		}
		if i == len(a.PosOnlyArgs)-1 {
			next("/")
		}
	}
	if a.VarArg != nil {
		next("*" + a.VarArg.Arg)
	} else if len(a.KwOnlyArgs) > 0 {
		next("*")
	}
	for i, p := range a.KwOnlyArgs {
		next(p.Arg)
		if d := a.KwDefaults[i]; d != nil {
			u.WriteByte('=')
			u.expr(d, precTest)
		}
	}
	if a.KwArg != nil {
		next("**" + a.KwArg.Arg)
	}
}

// fstringBody is the text between the quotes of an f-string.
func fstringBody(e Expr) string {
	switch e := e.(type) {
	case *Constant:
		s, _ := e.Value.(string)
		return strings.NewReplacer("{", "{{", "}", "}}").Replace(s)
	case *JoinedStr:
		var b strings.Builder
		for _, v := range e.Values {
			b.WriteString(fstringBody(v))
		}
		return b.String()
	case *FormattedValue:
		var u unparser
		u.expr(e.Value, precTest+1)
		text := "{" + u.String()
		if strings.HasPrefix(u.String(), "{") {
			text = "{ " + u.String()
		}
		if e.Conversion > 0 {
			text += "!" + string(rune(e.Conversion))
		}
		if e.FormatSpec != nil {
			text += ":" + fstringBody(e.FormatSpec)
		}
		return text + "}"
	}
	return ""
}
