package python

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/airlockhq/airlock/plugins/local/python/ast"
	"github.com/airlockhq/airlock/plugins/local/python/compile"
	"github.com/airlockhq/airlock/plugins/local/python/internal/raise"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/plugins/local/python/py"
)

// Kind says why a run failed; the texts are those of the executor protocol.
type Kind string

// The kinds of failure.
const (
	KindSyntax          Kind = "syntax"
	KindRuntime         Kind = "runtime"
	KindPolicy          Kind = "policy"
	KindLimitOperations Kind = "limit_operations"
	KindLimitIterations Kind = "limit_iterations"
	KindLimitTime       Kind = "limit_time"
	KindLimitMemory     Kind = "limit_memory"
	KindLimitOutput     Kind = "limit_output"
	KindInterrupted     Kind = "interrupted"
	KindInternal        Kind = "internal"
)

// Failure is the error of a run that the guest's code, or a limit, ended.
type Failure struct {
	Kind Kind
	// Type is the name of the exception's class.
	Type string
	// Message is the whole message, with the failing statement.
	Message string
	// Line and Column count from 1 and are 0 if unknown.
	Line, Column int
	SourceLine   string
	Traceback    []py.FrameInfo
	// TracebackText is the whole traceback as Python prints it.
	TracebackText string
	Hint          string
	// Exception is the guest's; nil for syntax errors and limits.
	Exception *py.Exception
	// ExitCode of a SystemExit.
	ExitCode int
	// Stack is the interpreter's own, of an error that is a bug in it.
	Stack string
}

func (f *Failure) Error() string { return f.Message }

// syntaxFailure is the failure of code that does not parse or compile.
func (s *Session) syntaxFailure(err error) error {
	var e *parser.SyntaxError
	var big *compile.Error
	if errors.As(err, &big) {
		e = &parser.SyntaxError{Kind: "SyntaxError", Msg: big.Msg, Line: int(big.Pos.Line), Col: int(big.Pos.Col) + 1}
	} else if !errors.As(err, &e) {
		return &Failure{Kind: KindInternal, Type: "SystemError", Message: "Code parsing failed: " + err.Error()}
	}
	f := &Failure{Kind: KindSyntax, Type: e.Kind, Line: e.Line, Column: e.Col, SourceLine: strings.TrimRight(e.Text, "\r\n")}
	var b strings.Builder
	fmt.Fprintf(&b, "Code parsing failed on line %d due to: %s: %s (%s, line %d)\n", e.Line, e.Kind, e.Msg, Filename, e.Line)
	if f.SourceLine != "" {
		b.WriteString(f.SourceLine + "\n" + strings.Repeat(" ", max(e.Col-1, 0)) + "^")
	}
	f.Message = strings.TrimRight(b.String(), "\n")
	var x *py.Exception
	if e.Filename == "" {
		e.Filename = Filename
	}
	if errors.As(raise.Syntax(e), &x) {
		f.TracebackText = s.vm.FormatException(x)
	}
	return f
}

var stopKinds = map[py.StopKind]Kind{
	py.StopOperations: KindLimitOperations, py.StopIterations: KindLimitIterations, py.StopTime: KindLimitTime,
	py.StopMemory: KindLimitMemory, py.StopOutput: KindLimitOutput, py.StopInterrupted: KindInterrupted,
}

// failure is the failure of code that ran.
func (s *Session) failure(err error, mod *ast.Module, src string) error {
	var stop *py.Stop
	if errors.As(err, &stop) {
		return s.stopFailure(stop, mod, src)
	}
	var e *py.Exception
	if !errors.As(err, &e) {
		return &Failure{Kind: KindInternal, Type: "SystemError", Message: "Code execution failed: " + err.Error()}
	}
	f := &Failure{Kind: KindRuntime, Type: e.Type().Name, Exception: e, Traceback: s.vm.TracebackInfo(e)}
	if e.Type().IsSubtype(py.InterpreterError) {
		f.Kind = KindPolicy
	}
	text := shorten(s.vm.ExceptionText(e)) + s.vm.Suggestion(e)
	if e.Type().IsSubtype(py.SystemExit) {
		f.ExitCode = s.vm.ExitCode(e)
	}
	f.place(f.Traceback, src)
	f.Message = fmt.Sprintf("Code execution failed at line '%s' due to: %s: %s", f.segment(mod, src), f.Type, text)
	f.TracebackText = s.vm.FormatException(e)
	f.Hint = s.hint(e)
	return f
}

func (s *Session) stopFailure(stop *py.Stop, mod *ast.Module, src string) error {
	f := &Failure{Kind: stopKinds[stop.Kind], Type: "InterpreterError", Message: stop.Message, Traceback: s.vm.StopFrames(stop)}
	f.place(f.Traceback, src)
	switch stop.Kind {
	case py.StopTime:
		f.Type = "ExecutionTimeoutError"
	case py.StopMemory:
		f.Type = "MemoryError"
	case py.StopInterrupted:
		f.Type = "KeyboardInterrupt"
	case py.StopInternal:
		f.Kind, f.Type = KindInternal, "SystemError"
	default:
		f.Message = fmt.Sprintf("Code execution failed at line '%s' due to: InterpreterError: %s", f.segment(mod, src), stop.Message)
	}
	return f
}

// place takes line, column and source from the innermost frame in the run's
// own code.
func (f *Failure) place(frames []py.FrameInfo, src string) {
	for i := len(frames) - 1; i >= 0; i-- {
		fr := frames[i]
		if fr.File != Filename || fr.Line == 0 {
			continue
		}
		f.Line, f.SourceLine = fr.Line, fr.Source
		if f.SourceLine == "" {
			f.SourceLine = line(src, fr.Line)
		}
		if fr.Column > 0 {
			f.Column = utf8.RuneCountInString(f.SourceLine[:min(fr.Column-1, len(f.SourceLine))]) + 1
		}
		return
	}
}

// line is line n of the source, without its end.
func line(src string, n int) string {
	for ; n > 1; n-- {
		_, rest, ok := strings.Cut(src, "\n")
		if !ok {
			return ""
		}
		src = rest
	}
	text, _, _ := strings.Cut(src, "\n")
	return strings.TrimSuffix(text, "\r")
}

// maxText is the longest text of an exception that a message holds, in
// characters; longer ones lose their middle.
const maxText = 20_000

func shorten(text string) string {
	if len(text) <= maxText || utf8.RuneCountInString(text) <= maxText {
		return text
	}
	head, tail := 0, len(text)
	for range maxText / 2 {
		_, n := utf8.DecodeRuneInString(text[head:])
		head += n
		_, n = utf8.DecodeLastRuneInString(text[:tail])
		tail -= n
	}
	return fmt.Sprintf("%s\n..._This content has been truncated to stay below %d characters_...\n%s", text[:head], maxText, text[tail:])
}

// segment is the source of the top-level statement that was being executed.
// Decorators belong to the statement, but not to its source.
func (f *Failure) segment(mod *ast.Module, src string) string {
	at, col := f.Line, 0
	for _, fr := range f.Traceback {
		if fr.File == Filename {
			at, col = fr.Line, fr.Column-1
			break
		}
	}
	// The last statement that begins at or before the place: several may stand
	// on one line.
	var found *ast.Span
	for _, stmt := range mod.Body {
		p := stmt.Pos()
		if at > int(p.EndLine) || at < firstLine(stmt) || at == int(p.Line) && col < int(p.Col) {
			continue
		}
		found = p
	}
	if found == nil {
		return line(src, at)
	}
	return cut(src, found)
}

// firstLine is the line on which a statement or its decorators begin.
func firstLine(stmt ast.Stmt) int {
	line := int(stmt.Pos().Line)
	var decorators []ast.Expr
	switch s := stmt.(type) {
	case *ast.FunctionDef:
		decorators = s.DecoratorList
	case *ast.ClassDef:
		decorators = s.DecoratorList
	}
	if len(decorators) > 0 {
		line = min(line, int(decorators[0].Pos().Line))
	}
	return line
}

// cut is the source between the span's ends.
func cut(src string, p *ast.Span) string {
	lines := strings.SplitAfter(src, "\n")
	if int(p.EndLine) > len(lines) {
		return ""
	}
	part := lines[p.Line-1 : p.EndLine]
	last := part[len(part)-1]
	text := strings.Join(part[:len(part)-1], "") + last[:min(int(p.EndCol), len(last))]
	return strings.TrimRight(text[min(int(p.Col), len(text)):], "\r\n")
}

// StopFailure is the failure of a stop outside of Run: while a result was
// being shown.
func (s *Session) StopFailure(stop *py.Stop) error { return s.stopFailure(stop, &ast.Module{}, "") }
