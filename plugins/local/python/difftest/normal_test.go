package difftest

import (
	"regexp"
	"strings"
)

var (
	// Addresses differ from run to run.
	address = regexp.MustCompile(`0x[0-9a-f]{6,16}\b`)
	// CPython's own reports end this with a question mark, as Airlock's do; its
	// module traceback, which the driver uses, forgets it.
	forgotten = regexp.MustCompile(`(orget to import '\w+')\?`)
	// Modules have no files here.
	location = regexp.MustCompile(`(cannot import name '\w+' from '[\w.]+') \(.*?\)`)
	// Modules have other private names, which may be near a misspelt one.
	privateHint = regexp.MustCompile(`\. Did you mean: '_\w*'\?`)
	// Functions of modules are Python's in one, C's in the other.
	functionType = regexp.MustCompile(`'(builtin_function_or_method|function|method)'`)
	// Module io is in Python here.
	ioPrefix = regexp.MustCompile(`\b_io\.`)
	// Types of module typing have its name before theirs.
	typingPrefix = regexp.MustCompile(`'typing\.(\w+)'`)
	// Where modules come from.
	moduleFile = regexp.MustCompile(`<module \\?'([\w.]+)\\?'[^>]*>`)
	// An entry of a traceback.
	entry = regexp.MustCompile(`^[ |]*  File "([^"]*)", line \d+`)
)

// normal is an outcome's text without what differs from run to run, and
// without the library's own frames in tracebacks.
func normal(text string) string {
	text = address.ReplaceAllString(text, "0x")
	text = forgotten.ReplaceAllString(text, "$1")
	text = location.ReplaceAllString(text, "$1")
	text = privateHint.ReplaceAllString(text, "")
	text = functionType.ReplaceAllString(text, "'function'")
	text = typingPrefix.ReplaceAllString(text, "'$1'")
	text = moduleFile.ReplaceAllString(ioPrefix.ReplaceAllString(text, ""), "<module '$1'>")
	return withoutLibrary(text)
}

// withoutLibrary takes the entries of other files than the program out of the
// tracebacks.
func withoutLibrary(text string) string {
	if !strings.Contains(text, "Traceback (") {
		return text
	}
	var out strings.Builder
	skipping := false
	for line := range strings.Lines(text) {
		if m := entry.FindStringSubmatch(line); m != nil {
			skipping = strings.HasPrefix(m[1], "<frozen ") || strings.HasPrefix(m[1], "/")
			if m[1] == "<string>" { // CPython doesn't know its lines
				out.WriteString(line)
				skipping = true
			}
		} else if !strings.HasPrefix(strings.TrimLeft(line, "| "), "[Prev") && !strings.HasPrefix(strings.TrimLeft(line, "|"), "    ") {
			skipping = false
		}
		if !skipping {
			out.WriteString(line)
		}
	}
	return out.String()
}
