package sandbox

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
)

// PrintFailure shows why a run failed: the traceback where it says more than the
// message does, the message, and what to try next. file is what the frames of the run's
// own code are said to be in.
func PrintFailure(w io.Writer, p term.Painter, e *shared.Error, file string) {
	var b strings.Builder
	if len(e.Traceback) > 1 || len(e.Traceback) == 1 && e.Traceback[0].Line > 1 {
		b.WriteString("Traceback (most recent call last):\n")
		printFrames(&b, e.Traceback, file)
	}
	b.WriteString(Message(e))
	b.WriteByte('\n')
	if e.Hint != "" {
		fmt.Fprintf(&b, "hint: %s\n", e.Hint)
	}
	_, _ = io.WriteString(w, b.String()) // the failure is told by the exit code all the same
}

// SystemExit is the type of the failure by which a program ends itself.
const SystemExit = "SystemExit"

// ExitText is what Python prints for a SystemExit: nothing for one that has a number,
// else the text that stands in its place.
func ExitText(e *shared.Error) string {
	text := e.Message
	if _, after, ok := strings.Cut(text, "due to: SystemExit: "); ok {
		text = after
	}
	text = strings.TrimPrefix(text, "SystemExit: ")
	if text == strconv.Itoa(e.ExitCode) || text == "None" {
		return ""
	}
	return text
}

// Message is the message with the exception's name, once, its lines cut to what a
// person reads.
func Message(e *shared.Error) string {
	text := e.Message
	if e.Type != "" && !strings.Contains(text, e.Type) && e.Kind != shared.KindLimitTime {
		text = e.Type + ": " + text
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		lines[i] = cutLine(l)
	}
	return strings.Join(lines, "\n")
}

// maxLine is the length of a line of a message or of source, in characters: generated
// code may have lines of any length.
const maxLine = 1000

func cutLine(s string) string {
	if len(s) <= maxLine {
		return s
	}
	if r := []rune(s); len(r) > maxLine {
		return string(r[:maxLine]) + "..."
	}
	return s
}

// maxFrames of a traceback are shown; of a longer one the first and last half.
const maxFrames = 20

func printFrames(b *strings.Builder, frames []shared.Frame, file string) {
	for i, f := range frames {
		if cut := len(frames) - maxFrames; cut > 0 && i >= maxFrames/2 && i < maxFrames/2+cut {
			if i == maxFrames/2 {
				fmt.Fprintf(b, "  [%d more frames]\n", cut)
			}
			continue
		}
		name := f.File
		if name == "<unknown>" {
			name = file
		}
		fmt.Fprintf(b, "  File %q, line %d, in %s\n", name, f.Line, f.Function)
		if src := strings.TrimSpace(f.Source); src != "" {
			fmt.Fprintf(b, "    %s\n%s", cutLine(src), carets(f, []rune(src)))
		}
	}
}

// carets marks the part of the line that failed, if that isn't all of it.
func carets(f shared.Frame, src []rune) string {
	indent := len([]rune(f.Source)) - len([]rune(strings.TrimLeft(f.Source, " \t\f")))
	start, width := f.Column-1-indent, f.EndColumn-f.Column
	if f.Column == 0 || start < 0 || width <= 0 || width >= len(src) || start+width > min(len(src), maxLine) {
		return ""
	}
	return strings.Repeat(" ", 4+start) + strings.Repeat("^", width) + "\n"
}
