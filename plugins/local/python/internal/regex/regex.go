// Package regex is a backtracking regular expression engine with the syntax,
// the semantics and the error messages of Python 3.12's re module.
//
// A pattern is parsed into a tree, the tree is resolved under its flags into a
// second tree without flags, and that is compiled to a small instruction set.
// The matcher keeps its choice points on an explicit stack, so neither the
// pattern nor the text can exhaust the Go stack, and it polls a [Budget], so a
// catastrophic pattern can be stopped.
//
// Texts are Go strings. A text pattern sees UTF-8, where a lone surrogate is
// encoded as three bytes as if it were any other code point; a bytes pattern
// sees one character per byte. All offsets are byte offsets; [Input.RuneIndex],
// [Input.Offset] and [Cursor] translate to and from character indexes.
package regex

import "fmt"

// Flags are the flags of a pattern, with the values of Python's re.RegexFlag.
type Flags uint32

// The flags of Python 3.12's re module.
const (
	TemplateFlag Flags = 1
	IgnoreCase   Flags = 2
	Locale       Flags = 4
	Multiline    Flags = 8
	DotAll       Flags = 16
	Unicode      Flags = 32
	Verbose      Flags = 64
	Debug        Flags = 128
	ASCII        Flags = 256
)

const (
	typeFlags   = ASCII | Locale | Unicode
	globalFlags = Debug | TemplateFlag
)

// maxDepth bounds the nesting of groups. It is where CPython's parser runs
// into its recursion limit.
const maxDepth = 490

// MaxRepeat is the count that stands for "no upper limit".
const MaxRepeat = 1<<32 - 1

// The limits of a pattern: its length in characters and the memory that its
// classes may take, in bytes.
const (
	maxPattern = 1 << 19
	maxClasses = 1 << 26
)

// CompileBytesPerChar is a generous estimate of the memory in bytes that
// compiling takes for each character of the pattern, for callers that charge
// memory before they use it.
const CompileBytesPerChar = 512

// A NamedGroup is an entry of a pattern's groupindex.
type NamedGroup struct {
	Name  string
	Index int
}

// A Program is a compiled pattern. It is immutable and safe for concurrent use.
type Program struct {
	// Pattern is the source as given to Compile.
	Pattern string
	// IsBytes tells a bytes pattern from a text pattern.
	IsBytes bool
	// Flags are the flags given to Compile, those set inside the pattern and
	// the implied Unicode.
	Flags Flags
	// Groups is the number of capturing groups, the whole match not counted.
	Groups int
	// GroupIndex lists the named groups in the order of their appearance.
	GroupIndex []NamedGroup
	// Warnings are the FutureWarning messages that compiling gave rise to, in
	// order.
	Warnings []string

	code     []inst
	loops    int // slots for repeat counters
	cuts     int // slots for atomic groups and assertions
	minWidth int // a match is at least this many characters
	pre      prefilter
	exact    bool // see generator.exact
}

// Compile compiles a pattern. A bytes pattern's text holds one character per
// byte, a text pattern's text is UTF-8. The error is an *Error.
func Compile(pattern string, isBytes bool, flags Flags) (prog *Program, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case *Error:
			prog, err = nil, r
		default:
			panic(r)
		}
	}()
	p := newParser(pattern, isBytes, flags)
	tree := p.parse()
	r := &resolver{parser: p, bytes: isBytes}
	body := r.resolve(tree, p.flags)
	prog = &Program{
		Pattern:    pattern,
		IsBytes:    isBytes,
		Flags:      p.flags,
		Groups:     len(p.groups) - 1,
		GroupIndex: p.names,
		Warnings:   p.warnings,
		minWidth:   int(tree.width(p).min),
	}
	generate(prog, body)
	prog.pre.also = r.outerClass(tree, p.flags)
	return prog, nil
}

// GroupName returns the name of a group, or "" if it has none.
func (prog *Program) GroupName(index int) string {
	for _, g := range prog.GroupIndex {
		if g.Index == index {
			return g.Name
		}
	}
	return ""
}

// GroupNumber returns the index of the group called name.
func (prog *Program) GroupNumber(name string) (int, bool) {
	for _, g := range prog.GroupIndex {
		if g.Name == name {
			return g.Index, true
		}
	}
	return 0, false
}

// String returns the pattern and its flags, for debugging.
func (prog *Program) String() string {
	return fmt.Sprintf("regex(%q, flags=%d)", prog.Pattern, prog.Flags)
}
