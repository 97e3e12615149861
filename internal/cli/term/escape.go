package term

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// GuestWriter writes text of strangers. Escaping, it shows every control, escape and
// bidirectional character but newline and tab as Python's repr would, so that the
// text can't move the cursor, set the title or reorder what is read.
type GuestWriter struct {
	w      io.Writer
	escape bool
	// partial is the start of a character whose rest comes with the next Write.
	partial []byte
	// midLine tells that what was written so far doesn't end a line.
	midLine bool
}

func newGuestWriter(w io.Writer, escape bool) *GuestWriter {
	return &GuestWriter{w: w, escape: escape}
}

// Write implements io.Writer.
func (g *GuestWriter) Write(p []byte) (int, error) {
	if len(p) == 0 {
		return 0, nil
	}
	g.midLine = p[len(p)-1] != '\n'
	if !g.escape {
		return g.w.Write(p)
	}
	text := append(g.partial, p...)
	whole := completeLen(text)
	g.partial = append([]byte(nil), text[whole:]...)
	if _, err := io.WriteString(g.w, Escape(string(text[:whole]))); err != nil {
		return 0, err
	}
	return len(p), nil
}

// Flush writes what is left of a character that was never completed.
func (g *GuestWriter) Flush() error {
	if len(g.partial) == 0 {
		return nil
	}
	_, err := io.WriteString(g.w, Escape(string(g.partial)))
	g.partial = nil
	return err
}

// MidLine tells that what was written so far doesn't end a line.
func (g *GuestWriter) MidLine() bool { return g.midLine }

// EndLine starts a new line unless the text so far ended one.
func (g *GuestWriter) EndLine() error {
	if err := g.Flush(); err != nil || !g.midLine {
		return err
	}
	_, err := g.Write([]byte{'\n'})
	return err
}

// completeLen is the length of p without a character at its end that is cut off.
func completeLen(p []byte) int {
	for back := 1; back < utf8.UTFMax && back <= len(p); back++ {
		if c := p[len(p)-back]; utf8.RuneStart(c) {
			if !utf8.FullRune(p[len(p)-back:]) {
				return len(p) - back
			}
			break
		}
	}
	return len(p)
}

// Escape returns s as it may be shown on a terminal.
func Escape(s string) string { return escape(s, unsafeRune) }

func escape(s string, unsafe func(rune) bool) string {
	if !strings.ContainsFunc(s, unsafe) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case r == '\r':
			b.WriteString(`\r`)
		case !unsafe(r) || r == utf8.RuneError:
			b.WriteString(s[i : i+size])
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
		i += size
	}
	return b.String()
}

// EscapeAll is Escape that leaves no character unseen: spaces of other kinds, joiners, selectors of
// variants and fillers, of which texts in some scripts and emoji are made, are shown as well.
func EscapeAll(s string) string {
	return escape(s, func(r rune) bool { return unsafeRune(r) || unseenRune(r) })
}

// EscapeJSON is a JSON text as it may be shown on a terminal, still the same JSON.
func EscapeJSON(text []byte) []byte {
	if !bytes.ContainsFunc(text, unsafeRune) {
		return text
	}
	var b bytes.Buffer
	for _, r := range string(text) {
		switch {
		case !unsafeRune(r) || r == utf8.RuneError:
			b.WriteRune(r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			high, low := utf16.EncodeRune(r)
			fmt.Fprintf(&b, `\u%04x\u%04x`, high, low)
		}
	}
	return b.Bytes()
}

// unseenRune tells what a terminal acts on as little as it shows it.
func unseenRune(r rune) bool {
	switch r {
	case ' ':
		return false
	case 0x034f, 0x115f, 0x1160, 0x17b4, 0x17b5, 0x2800, 0x3164, 0xffa0: // fillers
		return true
	}
	return unicode.In(r, unicode.Zs, unicode.Cf, unicode.Variation_Selector)
}

// unsafeRune tells what a terminal may act on or reorder by. Bytes that are no
// character count too (as RuneError), since a terminal may take them for C1 controls.
func unsafeRune(r rune) bool {
	switch {
	case r == '\n' || r == '\t':
		return false
	case r < 0x20 || r >= 0x7f && r < 0xa0:
		return true
	case r == 0x061c || r == 0x200e || r == 0x200f: // marks of direction
		return true
	case r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069: // embeddings, overrides, isolates
		return true
	case r == 0x2028 || r == 0x2029 || r == 0xfeff: // separators of lines; zero width
		return true
	case r >= 0xe0000 && r <= 0xe007f: // tags, invisible text
		return true
	case r == utf8.RuneError:
		return true
	}
	return false
}
