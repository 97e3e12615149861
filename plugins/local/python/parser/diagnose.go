package parser

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// diagnosis finds the message for a source that the parser refused. CPython's
// messages depend on the order in which its grammar tries alternatives and on
// how far ahead it looked, so this is a second, slower parser that works like
// CPython's: a grammar with backtracking (diagnosis.go), read once as it is and,
// if that raises nothing, once more with alternatives that only match errors.
type diagnosis struct {
	p        *parser
	filename string
	rules    map[string]*pegRule
	fill     int  // tokens looked at so far
	errors   bool // the error alternatives are on
	level    int
	memo     [2][][]int32 // by rule and token: the end + 2; shared rules use the first
}

// maxLevel bounds the recursion, as in CPython.
const maxLevel = 6000

// memoSize is what a remembered result takes in bytes, with the room that append
// makes.
const memoSize = 6

// maxStatement is how many tokens the diagnosis reads at most: it remembers a
// result for nearly every rule at each of them, some hundred bytes in all.
const maxStatement = 50_000

// diagnose finds the error of a source that the parser refused.
func diagnose(p *parser, filename string, m mode) (err *SyntaxError) {
	if p.err != nil && p.err.kind == "MemoryError" {
		return &SyntaxError{Kind: p.err.kind, Msg: p.err.msg, Filename: filename}
	}
	if p.err != nil && p.err.msg == severalStatements {
		d := &diagnosis{p: p, filename: filename, fill: p.i}
		return d.lastError(p.err.kind, p.err.msg)
	}
	d := &diagnosis{p: p, filename: filename, rules: pegGrammar()}
	if p.i-p.top > maxStatement {
		d.fill = p.i + 1
		if p.k == token.Error {
			return d.tokenError()
		}
		return d.generic(p.i)
	}
	if top := d.firstSuspect(); p.i-top <= maxStatement {
		p.top = top
	}
	start := d.rules[[...]string{modeExec: "file", modeEval: "eval", modeSingle: "interactive", modePrompt: "interactive"}[m]]
	err = d.pass(start, false)
	last := d.fill - 1
	incomplete := int(p.toks[last].Start) >= len(p.file.Src)
	if p.toks[last].Kind == token.Error {
		incomplete = p.file.Err.Incomplete
	}
	if err == nil {
		err = d.pass(start, true)
	}
	if err == nil {
		err = d.generic(last)
	} else if p.toks[d.fill-1].Kind != token.Error && err.Kind != "MemoryError" {
		err = d.rest(err)
	}
	err.Incomplete = incomplete
	return err
}

// firstSuspect is the statement of the module where the diagnosis starts: the
// one that failed, or an earlier one that is valid but that the error
// alternatives may take for a match statement without a colon or a print
// statement of Python 2.
func (d *diagnosis) firstSuspect() int {
	toks := d.p.toks
	top, depth := 0, 0
	for i := 0; i < d.p.top; i++ {
		starts := i == 0
		if i > 0 {
			prev := toks[i-1].Kind
			starts = prev == token.Newline || prev == token.Indent || prev == token.Dedent
		}
		switch toks[i].Kind {
		case token.Indent:
			depth++
		case token.Dedent:
			depth--
		case token.Elif, token.Else, token.Except, token.Finally:
		case token.Name:
			if starts && depth == 0 && !d.decorated(i) {
				top = i
			}
			if d.suspect(i, starts) {
				return top
			}
		default:
			if starts && depth == 0 && !d.decorated(i) {
				top = i
			}
		}
	}
	return d.p.top
}

// decorated reports whether the line before a token is a decorator.
func (d *diagnosis) decorated(i int) bool {
	toks := d.p.toks
	if i == 0 || toks[i-1].Kind != token.Newline {
		return false
	}
	for i -= 2; i > 0 && toks[i-1].Kind > token.Dedent; i-- {
	}
	return i >= 0 && toks[i].Kind == token.At
}

func (d *diagnosis) suspect(i int, starts bool) bool {
	next := d.p.toks[i+1].Kind
	switch d.text(i) {
	case "match":
		return starts && (startsExpression[next] || next == token.Star)
	case "print", "exec":
		return next != token.LParen && (startsExpression[next] || next == token.Star)
	}
	return false
}

// pass reads the source once and returns the error that it raised, if any.
func (d *diagnosis) pass(start *pegRule, errors bool) (err *SyntaxError) {
	defer func() {
		if e := recover(); e != nil {
			raised, ok := e.(*SyntaxError)
			if !ok {
				panic(e)
			}
			err = raised
		}
	}()
	d.errors = errors
	d.level = 0
	d.memo = [2][][]int32{make([][]int32, len(d.rules)), make([][]int32, len(d.rules))}
	d.match(start, d.p.top)
	return nil
}

// match matches a rule at a token.
func (d *diagnosis) match(r *pegRule, pos int) int {
	list := &d.memo[d.memoIndex(r)][r.index]
	if i := pos - d.p.top; i < len(*list) && (*list)[i] != 0 {
		return int((*list)[i]) - 2
	}
	d.p.meter.Step(0)
	d.level++
	if d.level > maxLevel {
		panic(&SyntaxError{Kind: "MemoryError", Msg: "Parser stack overflowed - Python source too complex to parse", Filename: d.filename})
	}
	end := d.try(r, pos)
	d.level--
	i := pos - d.p.top
	if n := i + 1 - len(*list); n > 0 {
		d.p.meter.Step(int64(n) * memoSize)
		*list = append(*list, make([]int32, n)...)
	}
	(*list)[i] = int32(end + 2)
	return end
}

// memoIndex says where results of the rule are kept. Those of shared rules
// stay valid when the error alternatives are switched on or off.
func (d *diagnosis) memoIndex(r *pegRule) int {
	if d.errors && !r.shared {
		return 1
	}
	return 0
}

func (d *diagnosis) try(r *pegRule, pos int) int {
	if r.name == "quiet_expression" {
		defer func(on bool) { d.errors = on }(d.errors)
		d.errors = false
	}
	for i := range r.alts {
		alt := &r.alts[i]
		if alt.errorOnly && !d.errors {
			continue
		}
		var c captures
		end := alt.match(d, pos, &c)
		switch {
		case end == cut:
			return noMatch
		case end < 0:
			continue
		case alt.act != nil:
			if !alt.act(d, &c, end) {
				return noMatch
			}
		}
		return end
	}
	return noMatch
}

// kind is the kind of a token; reaching the tokenizer's error raises it.
func (d *diagnosis) kind(pos int) token.Kind {
	t := &d.p.toks[pos]
	if pos >= d.fill {
		d.fill = pos + 1
	}
	if t.Kind == token.Error {
		panic(d.tokenError())
	}
	return t.Kind
}

func (d *diagnosis) tokenError() *SyntaxError {
	f := d.p.file
	return tokenError(f, f.Err, d.filename)
}

func (d *diagnosis) text(pos int) string { return d.p.file.Text(&d.p.toks[pos]) }

// generic is the error when no alternative has a better one: at the last token
// that the first pass looked at.
func (d *diagnosis) generic(last int) *SyntaxError {
	t := &d.p.toks[last]
	switch t.Kind {
	case token.Indent:
		return d.lastError("IndentationError", "unexpected indent")
	case token.Dedent:
		return d.lastError("IndentationError", "unexpected unindent")
	}
	return d.rest(d.rangeError(last, last, "invalid syntax"))
}

// rest gives an error of the tokenizer further on precedence, unless it is in an
// f-string.
func (d *diagnosis) rest(err *SyntaxError) *SyntaxError {
	f := d.p.file
	if f.Err == nil {
		return err
	}
	if !f.Err.Soft {
		if f.Err.InFString {
			return err
		}
		return d.tokenError()
	}
	if n := len(f.Open); n > 0 && d.p.toks[d.fill-1].Line > f.Open[n-1].Line {
		return tokenError(f, f.Unclosed(), d.filename)
	}
	return err
}

// lastError is an error at the last token looked at.
func (d *diagnosis) lastError(kind, msg string) *SyntaxError { return d.errorNear(d.fill-1, kind, msg) }

// errorNear is an error at a token; one without text stands where the tokenizer
// was.
func (d *diagnosis) errorNear(pos int, kind, msg string) *SyntaxError {
	t := &d.p.toks[pos]
	col, endCol := int(t.Col)+1, int(t.EndCol)+1
	if t.Col < 0 {
		last := &d.p.toks[d.fill-1]
		col, endCol = int(last.End-d.p.file.Lines[last.Line-1]), -1
	}
	return d.newError(kind, msg, int(t.Line), col, int(t.EndLine), endCol)
}

func (d *diagnosis) raiseLast(kind, msg string) { panic(d.lastError(kind, msg)) }

// rangeError is an error from one token to another.
func (d *diagnosis) rangeError(first, last int, msg string) *SyntaxError {
	a, b := &d.p.toks[first], &d.p.toks[last]
	return d.newError("SyntaxError", msg, int(a.Line), int(a.Col)+1, int(b.EndLine), int(b.EndCol)+1)
}

func (d *diagnosis) raiseRange(first, last int, msg string) { panic(d.rangeError(first, last, msg)) }

// newError makes an error whose columns are bytes counted from 1.
func (d *diagnosis) newError(kind, msg string, line, col, endLine, endCol int) *SyntaxError {
	text := lineText(d.p.file, line)
	if int(d.p.toks[d.fill-1].EndLine) > line {
		text = strings.TrimSuffix(text, "\n") // CPython's tokenizer has left the line
	}
	e := &SyntaxError{Kind: kind, Msg: msg, Filename: d.filename, Text: text, Line: line, EndLine: endLine, EndCol: endCol}
	if line > 0 && int(d.p.toks[d.fill-1].EndLine) == line {
		e.Before = d.before(line)
	}
	e.Col = characters(text, col)
	if endCol > 0 {
		e.EndCol = characters(text, endCol)
	}
	return e
}

// before is the lines that CPython's tokenizer still has in its buffer at the
// end of a line: those that a string or a backslash joins to it.
func (d *diagnosis) before(line int) string {
	f := d.p.file
	first := line
	for i := d.fill - 1; i >= 0; i-- {
		t := &d.p.toks[i]
		if int(t.Line) < first && int(t.EndLine) >= first {
			first = int(t.Line)
		} else if int(t.EndLine) == first-1 && t.End > t.Start {
			if strings.TrimSpace(f.Src[t.End:f.Lines[first-1]]) != "\\" {
				break
			}
			first--
		} else if int(t.EndLine) < first-1 {
			break
		}
	}
	return f.Src[f.Lines[first-1]:f.Lines[line-1]]
}

// characters turns an offset in bytes, from 1, into one in characters. As in
// CPython the line is that of the error's start even for its end.
func characters(line string, offset int) int {
	if offset > len(line)+1 {
		offset = len(line) + 1
	}
	if offset < 0 {
		return offset
	}
	extra := 0
	if offset > len(line) {
		extra, offset = offset-len(line), len(line)
	}
	n := strings.Count(line[:offset], "") - 1
	return n + extra
}
