// Package highlight colours Python.
package highlight

import (
	"strings"

	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/plugins/local/python/token"
)

// Python colours source, which need not be whole, each line by itself. What could act on
// a terminal or reorder what is read is shown escaped. It uses the interpreter's own
// tokenizer: a library of lexers would cost every start of airlock some 30 ms.
func Python(p term.Painter, src string) string {
	f := token.Tokenize(src, nil)
	var b strings.Builder
	at := 0
	for i := range f.Tokens {
		t := &f.Tokens[i]
		start, end := int(t.Start), int(t.End)
		if t.Kind == token.Error || start < at || end > len(src) || end <= start {
			continue
		}
		paintLines(&b, p, gapStyle(src[at:start]), src[at:start])
		paintLines(&b, p, tokenStyle(t.Kind), src[start:end])
		at = end
	}
	paintLines(&b, p, gapStyle(src[at:]), src[at:])
	return b.String()
}

func tokenStyle(k token.Kind) term.Style {
	switch {
	case k.IsKeyword():
		return term.Keyword
	case k == token.String, k == token.FStringStart, k == token.FStringMiddle, k == token.FStringEnd:
		return term.String
	case k == token.Number:
		return term.Number
	}
	return term.Plain
}

// gapStyle is the look of what is between tokens: white space, comments, and the rest
// after an error.
func gapStyle(gap string) term.Style {
	if strings.HasPrefix(strings.TrimLeft(gap, " \t\n"), "#") {
		return term.Comment
	}
	return term.Plain
}

// paintLines colours each line by itself, since a line is what gets a prompt before it.
func paintLines(b *strings.Builder, p term.Painter, s term.Style, text string) {
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.Paint(s, Visible(line)))
	}
}

// Visible is text as a prompt shows it: a pasted escape sequence must not act, and a
// tab has a width that depends on nothing.
func Visible(text string) string { return strings.ReplaceAll(term.Escape(text), "\t", "    ") }
