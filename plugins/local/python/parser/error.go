package parser

import (
	"strings"

	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// SyntaxError is a program that is not Python, in the words of CPython 3.12.
type SyntaxError struct {
	// Kind is the exception's class: "SyntaxError", "IndentationError",
	// "TabError", and for programs nested too deeply "MemoryError" (the
	// parser gave up) or "RecursionError" (a later pass would).
	Kind     string
	Msg      string
	Filename string
	// Line and Col are CPython's lineno and offset: they count from 1, Col in
	// characters. EndLine and EndCol are the end's (one past the last
	// character); EndCol may be 0 or -1 where CPython knows no end. A Line of
	// 0 means that the error has no place in the source.
	Line, Col, EndLine, EndCol int
	// Text is the source line with its newline; without it for an error of the
	// tokenizer.
	Text string
	// Before is the lines before that one which CPython's text has too.
	Before string
	// Pass is what found the error.
	Pass Pass
	// Incomplete is set when more input could make the source valid, so that
	// an interactive loop asks for another line.
	Incomplete bool
}

// Pass is a pass over the program. CPython's passes after the parser have no
// source: they read the line from the file, if there is one.
type Pass uint8

// The passes.
const (
	Parsing  Pass = iota
	Naming        // resolving names; the exception's arguments lack the place
	Checking      // what CPython's compiler refuses
)

// Error is the message.
func (e *SyntaxError) Error() string { return e.Msg }

// MaxDepth bounds how deep the tree that the parser returns can be, counted in
// nodes from the root to a leaf: a pass over it may recurse.
const MaxDepth = 2990

// tokenError turns the tokenizer's error into the parser's.
func tokenError(f *token.File, e *token.Err, filename string) *SyntaxError {
	return &SyntaxError{
		Kind: string(e.Kind), Msg: e.Msg, Filename: filename,
		Line: int(e.Line), Col: int(e.Col), EndLine: int(e.EndLine), EndCol: int(e.EndCol),
		Text: errorLine(f, e), Incomplete: e.Incomplete,
	}
}

// errorLine is the line of a tokenizer's error: as far as it was read, which for
// errors that end the reading is without its newline. The table of lines ends
// where the reading did.
func errorLine(f *token.File, e *token.Err) string {
	if e.Line < 1 || int(e.Line) > len(f.Lines) {
		return ""
	}
	text := f.Src[f.Lines[e.Line-1]:]
	if i := strings.IndexByte(text, '\n'); i >= 0 {
		if e.Soft {
			i++
		}
		text = text[:i]
	}
	return text
}

// lineText is a source line with its newline.
func lineText(f *token.File, line int) string {
	if line < 1 || line > len(f.Lines) {
		return ""
	}
	text := f.Line(line)
	if int(f.Lines[line-1])+len(text) < len(f.Src) {
		text += "\n"
	}
	return text
}

// SourceLine is a line (from 1) of a source with its newline, "" if there is
// none.
func SourceLine(src string, line int) string {
	for ; line > 1; line-- {
		_, rest, found := strings.Cut(src, "\n")
		if !found {
			return ""
		}
		src = rest
	}
	if i := strings.IndexByte(src, '\n'); i >= 0 {
		return src[:i+1]
	}
	return src
}
