// Package parser turns Python 3.12 source into the tree of package ast: node
// for node, and place for place, what CPython's ast.parse gives.
//
// Parsing is recursive descent over the tokens without backtracking. A source
// that it refuses is read a second time by the slower diagnosis (diagnose.go),
// which finds CPython's message for it.
package parser

import (
	"strings"

	"golang.org/x/text/unicode/norm"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// mode is what a source is: a module, one expression or one interactive
// statement.
type mode uint8

const (
	modeExec mode = iota
	modeEval
	modeSingle
	modePrompt // the same, but blocks have to end in an empty line
)

// ParseMode parses a source as the built-in function compile does, whose word
// mode is: "exec", "eval" or "single". The error is a *SyntaxError or the
// budget's.
func ParseMode(src, filename, how string, budget token.Budget) (ast.Root, error) {
	root, _, err := ParseWarn(src, filename, how, budget)
	return root, err
}

// ParseWarn is ParseMode that gives the warnings about a valid source, too.
func ParseWarn(src, filename, how string, budget token.Budget) (ast.Root, []token.Warning, error) {
	m := modeExec
	switch how {
	case "eval":
		m = modeEval
	case "single":
		m = modeSingle
	}
	return parse(src, filename, m, budget)
}

// Parse parses a module. The error is a *SyntaxError.
func Parse(src, filename string) (*ast.Module, error) {
	root, _, err := parse(src, filename, modeExec, nil)
	if err != nil {
		return nil, err
	}
	return root.(*ast.Module), nil
}

// ParseExpr parses a single expression, as eval does.
func ParseExpr(src, filename string) (*ast.Expression, error) {
	root, _, err := parse(src, filename, modeEval, nil)
	if err != nil {
		return nil, err
	}
	return root.(*ast.Expression), nil
}

// ParseInteractive parses one statement as the interactive prompt does. See
// NeedsMore for when to ask for another line first.
func ParseInteractive(src, filename string) (*ast.Interactive, error) {
	root, _, err := parse(src, filename, modeSingle, nil)
	if err != nil {
		return nil, err
	}
	return root.(*ast.Interactive), nil
}

// NeedsMore reports whether what was typed at the interactive prompt so far,
// without the last line break, is the start of a statement that goes on: an open
// bracket or string, a block without an empty line after it. It answers as
// CPython's codeop does.
func NeedsMore(src string) bool {
	blank := true
	for line := range strings.SplitSeq(src, "\n") {
		line = strings.TrimSpace(line)
		blank = blank && (line == "" || line[0] == '#')
	}
	if blank {
		return false
	}
	if _, _, err := parse(src, "", modePrompt, nil); err == nil {
		return false
	}
	_, _, err := parse(src+"\n", "", modePrompt, nil)
	if err == nil {
		return true
	}
	return err.(*SyntaxError).Incomplete
}

func parse(src, filename string, m mode, budget token.Budget) (root ast.Root, warnings []token.Warning, err error) {
	defer token.Catch(&err)
	if strings.IndexByte(src, 0) >= 0 {
		return nil, nil, &SyntaxError{Kind: "SyntaxError", Msg: "source code string cannot contain null bytes", Filename: filename}
	}
	if err := token.CheckUTF8(src); err != nil {
		return nil, nil, &SyntaxError{Kind: "SyntaxError", Msg: err.Error(), Filename: filename}
	}
	src = token.NormalizeNewlines(src)
	if m == modeExec && src != "" && src[len(src)-1] != '\n' {
		src += "\n"
	}
	f := token.Tokenize(src, budget)
	if m == modeSingle || m == modePrompt {
		endStatement(f, m == modeSingle)
	}
	p := newParser(f, budget)
	root, ok := p.root(m)
	if !ok {
		return nil, nil, diagnose(p, filename, m)
	}
	if p.tooDeep(root) {
		return nil, nil, &SyntaxError{Kind: "RecursionError", Msg: "maximum recursion depth exceeded during compilation", Filename: filename}
	}
	return root, f.Warnings, nil
}

// endStatement ends an interactive statement with a NEWLINE token wherever its
// source ends, and if dedent is set with the DEDENT tokens that are missing.
func endStatement(f *token.File, dedent bool) {
	last := len(f.Tokens) - 1
	if last == 0 || f.Tokens[last].Kind != token.EOF {
		return
	}
	end := f.Tokens[last]
	if dedent && f.Tokens[last-1].Kind == token.Indent { // spaces alone
		f.Tokens = append(f.Tokens[:last-1], end)
		last--
	}
	depth := 0
	for i := range f.Tokens {
		switch f.Tokens[i].Kind {
		case token.Indent:
			depth++
		case token.Dedent:
			depth--
		}
	}
	f.Tokens[last].Kind = token.Newline
	if depth > 0 && dedent {
		end.Kind = token.Dedent
		for range depth {
			f.Tokens = append(f.Tokens, end)
		}
		end.Kind = token.Newline
		f.Tokens = append(f.Tokens, end)
	}
	end.Kind = token.EOF
	f.Tokens = append(f.Tokens, end)
}

// parser is the state of one parse.
type parser struct {
	file *token.File
	toks []token.Token
	i    int        // current token
	k    token.Kind // its kind

	meter token.Meter
	look  int // the token at which the budget is told next

	depth    int // nested calls
	maxDepth int
	long     int // nodes in long left-recursive chains

	top int      // start of the statement of the module that is being parsed
	err *failure // why a literal could not be read
}

// failure is an error that the parser proper found.
type failure struct {
	kind string
	msg  string
	tok  int // the token to blame, -1 for the last one that was read
}

// bailout unwinds a failed parse.
type bailout struct{}

func newParser(f *token.File, budget token.Budget) *parser {
	return &parser{file: f, toks: f.Tokens, k: f.Tokens[0].Kind, meter: token.Meter{Budget: budget}, look: tokensPerReport}
}

// root parses the whole source; false if it is not valid.
func (p *parser) root(m mode) (root ast.Root, ok bool) {
	defer p.rescue(&ok)
	switch m {
	case modeEval:
		root = p.evalRoot()
	case modeSingle, modePrompt:
		root = p.interactiveRoot()
	default:
		root = p.moduleRoot()
	}
	return root, true
}

// rescue ends the unwinding that fail began.
func (p *parser) rescue(ok *bool) {
	switch e := recover(); e.(type) {
	case nil:
	case bailout:
		*ok = false
	default:
		panic(e)
	}
}

func (p *parser) moduleRoot() ast.Root {
	mod := &ast.Module{}
	for p.k != token.EOF {
		p.top = p.i
		mod.Body = p.statement(mod.Body)
	}
	return mod
}

func (p *parser) evalRoot() ast.Root {
	e := &ast.Expression{Body: p.expressions()}
	for p.k == token.Newline {
		p.next()
	}
	p.want(token.EOF)
	return e
}

const severalStatements = "multiple statements found while compiling a single statement"

func (p *parser) interactiveRoot() ast.Root {
	in := &ast.Interactive{}
	if p.accept(token.Newline) {
		in.Body = []ast.Stmt{&ast.Pass{Span: p.span(p.i - 1)}}
	} else if s := p.compound(); s != nil {
		in.Body = []ast.Stmt{s}
		p.want(token.Newline)
	} else {
		in.Body = p.simpleLine(nil)
	}
	for p.k == token.Newline || p.k == token.Dedent {
		p.next()
	}
	if p.k != token.EOF {
		p.failWith("SyntaxError", severalStatements, -1)
	}
	return in
}

// next moves to the next token.
func (p *parser) next() {
	p.i++
	p.k = p.toks[p.i].Kind
	if p.i >= p.look {
		p.look = p.i + tokensPerReport
		p.meter.Report(tokensPerReport * treeSize)
	}
}

const (
	// tokensPerReport is how many tokens are read between two calls of the
	// budget.
	tokensPerReport = 1024
	// treeSize is what a token's share of the tree takes in bytes, roughly.
	treeSize = 64
)

// back moves to an earlier token.
func (p *parser) back(i int) {
	p.i = i
	p.k = p.toks[i].Kind
}

// peek is the kind of the token after the current one.
func (p *parser) peek() token.Kind {
	if p.i+1 < len(p.toks) {
		return p.toks[p.i+1].Kind
	}
	return token.EOF
}

// accept moves past a token of the kind if it is there.
func (p *parser) accept(k token.Kind) bool {
	if p.k != k {
		return false
	}
	p.next()
	return true
}

// want moves past a token of the kind that has to be there.
func (p *parser) want(k token.Kind) {
	if p.k != k {
		p.fail()
	}
	if k != token.EOF {
		p.next()
	}
}

// fail gives up at the current token.
func (p *parser) fail() { panic(bailout{}) }

// failWith gives up with a message about a token, or the last one read (-1).
func (p *parser) failWith(kind, msg string, tok int) {
	p.err = &failure{kind: kind, msg: msg, tok: tok}
	panic(bailout{})
}

// maxParserDepth bounds the recursion of the parser, near CPython's limit.
const maxParserDepth = 6000

// enter counts a nested construct, and gives up on too many. weight is how much
// of CPython's stack the construct takes, roughly.
func (p *parser) enter(weight int) {
	p.depth += weight
	if p.depth > p.maxDepth {
		p.maxDepth = p.depth
		if p.depth > maxParserDepth {
			p.failWith("MemoryError", "Parser stack overflowed - Python source too complex to parse", -1)
		}
	}
}

func (p *parser) leave(weight int) { p.depth -= weight }

// longChain is how many nodes a left-recursive chain may have before it counts
// towards the depth of the tree.
const longChain = 16

// chained counts one more node on top of a chain of n.
func (p *parser) chained(n int) {
	if n == longChain {
		p.long += longChain
	} else if n > longChain {
		p.long++
	}
}

// tooDeep reports whether the tree is deeper than MaxDepth. It is measured only
// where the nesting of the source lets it be.
func (p *parser) tooDeep(root ast.Root) bool {
	if p.maxDepth*longChain+p.long < MaxDepth {
		return false
	}
	return ast.DeeperThan(root, MaxDepth)
}

// span is from the token start to the last token before the current one that
// has text.
func (p *parser) span(start int) ast.Span {
	s := &p.toks[start]
	i := p.i - 1
	if i < start {
		i = start
	}
	for i > start && p.toks[i].Kind <= token.Dedent {
		i--
	}
	e := &p.toks[i]
	return ast.Span{Line: s.Line, Col: s.Col, EndLine: e.EndLine, EndCol: e.EndCol}
}

// name takes an identifier.
func (p *parser) name() string {
	if p.k != token.Name {
		p.fail()
	}
	s := p.nameAt(p.i)
	p.next()
	return s
}

// nameAt is the identifier at a token, in normal form NFKC.
func (p *parser) nameAt(i int) string {
	s := p.file.Text(&p.toks[i])
	for j := range len(s) {
		if s[j] >= 0x80 {
			return norm.NFKC.String(s)
		}
	}
	return s
}

// isName reports whether the current token is this word.
func (p *parser) isName(word string) bool {
	return p.k == token.Name && p.file.Text(&p.toks[p.i]) == word
}
