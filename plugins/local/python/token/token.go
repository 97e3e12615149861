// Package token cuts Python 3.12 source into tokens: names, numbers, strings,
// the pieces of f-strings (PEP 701), operators, and the line structure (NEWLINE,
// INDENT, DEDENT). It reports the errors that CPython's tokenizer reports.
package token

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Kind is the kind of a token.
type Kind uint8

// The kinds of token. Every keyword and operator is a kind of its own; soft
// keywords (match, case, type, _) are Name.
const (
	EOF Kind = iota
	Error
	Newline
	Indent
	Dedent
	Name
	Number
	String
	FStringStart
	FStringMiddle
	FStringEnd

	LParen
	RParen
	LBracket
	RBracket
	LBrace
	RBrace
	Colon
	Comma
	Semi
	Dot
	Ellipsis
	Arrow
	ColonEqual
	Exclamation
	Unknown // a printable character that starts no token

	// Binary operators, in the order of their augmented forms below.
	Plus
	Minus
	Star
	At
	Slash
	Percent
	DoubleStar
	LeftShift
	RightShift
	VBar
	Circumflex
	Amper
	DoubleSlash

	PlusEqual
	MinusEqual
	StarEqual
	AtEqual
	SlashEqual
	PercentEqual
	DoubleStarEqual
	LeftShiftEqual
	RightShiftEqual
	VBarEqual
	CircumflexEqual
	AmperEqual
	DoubleSlashEqual

	Tilde
	Equal
	EqEqual
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual

	False
	None
	True
	And
	As
	Assert
	Async
	Await
	Break
	Class
	Continue
	Def
	Del
	Elif
	Else
	Except
	Finally
	For
	From
	Global
	If
	Import
	In
	Is
	Lambda
	Nonlocal
	Not
	Or
	Pass
	Raise
	Return
	Try
	While
	With
	Yield

	numKinds
)

var kindText = [numKinds]string{
	EOF: "end of input", Error: "error", Newline: "newline", Indent: "indent", Dedent: "dedent",
	Name: "name", Number: "number", String: "string",
	FStringStart: "start of f-string", FStringMiddle: "f-string text", FStringEnd: "end of f-string",
	LParen: "(", RParen: ")", LBracket: "[", RBracket: "]", LBrace: "{", RBrace: "}",
	Colon: ":", Comma: ",", Semi: ";", Dot: ".", Ellipsis: "...", Arrow: "->", ColonEqual: ":=",
	Exclamation: "!", Unknown: "unknown character",
	Plus: "+", Minus: "-", Star: "*", At: "@", Slash: "/", Percent: "%", DoubleStar: "**",
	LeftShift: "<<", RightShift: ">>", VBar: "|", Circumflex: "^", Amper: "&", DoubleSlash: "//",
	PlusEqual: "+=", MinusEqual: "-=", StarEqual: "*=", AtEqual: "@=", SlashEqual: "/=",
	PercentEqual: "%=", DoubleStarEqual: "**=", LeftShiftEqual: "<<=", RightShiftEqual: ">>=",
	VBarEqual: "|=", CircumflexEqual: "^=", AmperEqual: "&=", DoubleSlashEqual: "//=",
	Tilde: "~", Equal: "=", EqEqual: "==", NotEqual: "!=", Less: "<", LessEqual: "<=",
	Greater: ">", GreaterEqual: ">=",
	False: "False", None: "None", True: "True", And: "and", As: "as", Assert: "assert",
	Async: "async", Await: "await", Break: "break", Class: "class", Continue: "continue",
	Def: "def", Del: "del", Elif: "elif", Else: "else", Except: "except", Finally: "finally",
	For: "for", From: "from", Global: "global", If: "if", Import: "import", In: "in", Is: "is",
	Lambda: "lambda", Nonlocal: "nonlocal", Not: "not", Or: "or", Pass: "pass", Raise: "raise",
	Return: "return", Try: "try", While: "while", With: "with", Yield: "yield",
}

// String is the token's text for those that have only one.
func (k Kind) String() string { return kindText[k] }

// IsKeyword reports whether the kind is a reserved word.
func (k Kind) IsKeyword() bool { return k >= False }

var keywords = func() map[string]Kind {
	m := make(map[string]Kind, numKinds-False)
	for k := False; k < numKinds; k++ {
		m[kindText[k]] = k
	}
	return m
}()

// maxKeyword is the length in bytes of the longest keyword.
const maxKeyword = len("continue")

// Token is one token. Start and End are byte offsets into the source; lines
// count from 1 and columns are byte offsets from the start of their line, -1
// for a token without text (INDENT, DEDENT, end of input).
type Token struct {
	Start, End    int32
	Line, EndLine int32
	Col, EndCol   int32
	Level         int16 // open brackets after the token
	Kind          Kind
}

// Bracket is an opening bracket that was not closed yet.
type Bracket struct {
	Char      byte
	Line, Col int32
}

// ErrorKind is the class of exception that an Error becomes.
type ErrorKind string

// The classes of exception.
const (
	SyntaxError      ErrorKind = "SyntaxError"
	IndentationError ErrorKind = "IndentationError"
	TabError         ErrorKind = "TabError"
)

// Err is why the tokenizer stopped.
type Err struct {
	Kind ErrorKind
	Msg  string
	// Line counts from 1. Col counts characters from 1; EndCol is -1 (or 0,
	// as CPython has it) when only the start is known.
	Line, Col, EndLine, EndCol int32
	// Soft is set on errors that do not replace a syntax error before them.
	Soft bool
	// InFString is set on errors inside of f-strings.
	InFString bool
	// Incomplete is set when more input could make the source valid.
	Incomplete bool
}

// Error is the message.
func (e *Err) Error() string { return e.Msg }

// Warning is a message about source that is valid and probably not meant.
// Lines and columns count from 1, columns in bytes.
type Warning struct {
	Msg                        string
	Line, Col, EndLine, EndCol int32
	Tokens                     bool // of the tokens rather than the tree: CPython tells the line's text
}

// WarningSize is what a Warning takes in bytes, roughly.
const WarningSize = 128

// File is a source with its tokens.
type File struct {
	Src    string
	Tokens []Token // the last one is EOF or Error
	Lines  []int32 // offset of the start of each line
	Open   []Bracket
	Err    *Err // set if the last token is Error
	// Warnings are what valid source makes doubtful, in order.
	Warnings []Warning
}

// Text is the source of a token.
func (f *File) Text(t *Token) string { return f.Src[t.Start:t.End] }

// Unclosed is the error about the innermost bracket that was not closed.
func (f *File) Unclosed() *Err {
	top := f.Open[len(f.Open)-1]
	start := f.Lines[top.Line-1]
	return &Err{Kind: SyntaxError, Msg: fmt.Sprintf("'%c' was never closed", top.Char), Soft: true, Incomplete: true,
		Line: top.Line, Col: int32(utf8.RuneCountInString(f.Src[start:start+top.Col])) + 1, EndLine: top.Line, EndCol: 0}
}

// Line is the text of a line (from 1) without its newline, "" past the end.
func (f *File) Line(n int) string {
	if n < 1 || n > len(f.Lines) {
		return ""
	}
	start := int(f.Lines[n-1])
	end := len(f.Src)
	if n < len(f.Lines) {
		end = int(f.Lines[n])
	}
	// Of a source that was refused the tokenizer has not seen all lines.
	if i := strings.IndexByte(f.Src[start:end], '\n'); i >= 0 {
		end = start + i
	}
	return f.Src[start:end]
}
