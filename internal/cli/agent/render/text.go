package render

import (
	"fmt"
	"io"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/memory"
	"github.com/airlockhq/airlock/agent/model"
	"github.com/airlockhq/airlock/internal/cli/term"
)

// of is what was shown of a step.
func (r *Renderer) of(src agent.Source) *progress {
	p := r.shown[src]
	if p == nil {
		p = &progress{}
		r.shown[src] = p
	}
	return p
}

// header begins a step, or returns to one after lines of another agent that works at the
// same time. Lines of managed agents are indented, which is enough within a call.
func (r *Renderer) header(src agent.Source) {
	p := r.of(src)
	name := fmt.Sprintf("Step %d", src.Step)
	switch {
	case !p.header:
		p.header = true
		r.rule(src, name, src.Agent)
	case r.last.Agent != src.Agent && !strings.HasPrefix(r.last.Agent, src.Agent+"/"):
		r.rule(src, name+" goes on", src.Agent)
	}
	r.last = src
}

// rule writes a heading with a line to the right.
func (r *Renderer) rule(src agent.Source, title, name string) {
	r.close()
	head := strings.Repeat(r.marks.rule, 2) + " " + title
	if name != "agent" {
		head += " (" + r.clean(name) + ")"
	}
	head += " "
	indent := r.indent(src)
	rest := max(r.o.Width-term.Width(indent+head), 2)
	r.write(indent + r.o.Painter.Paint(term.Title, head) + r.o.Painter.Paint(term.Faint, strings.Repeat(r.marks.rule, rest)) + "\n")
}

// indent shows how deep an agent is managed, as far as there is room.
func (r *Renderer) indent(src agent.Source) string {
	const most = 8
	return strings.Repeat("    ", min(strings.Count(src.Agent, "/"), most))
}

// line writes a text that is one line.
func (r *Renderer) line(src agent.Source, style term.Style, text string) {
	if text == "" {
		return
	}
	r.close()
	r.put(block{src, "  ", style}, text)
	r.close()
}

// put writes text, each of its lines after the block's prefix. The last line stays open,
// for more of the same block.
func (r *Renderer) put(b block, text string) {
	if text == "" {
		return
	}
	if r.block != b {
		r.close()
	}
	r.block = b
	var out strings.Builder
	for line := range strings.Lines(r.clean(text)) {
		if !r.open {
			out.WriteString(r.indent(b.src) + r.o.Painter.Paint(term.Faint, b.prefix))
		}
		body, ended := strings.CutSuffix(line, "\n")
		out.WriteString(r.o.Painter.Paint(b.style, body))
		if ended {
			out.WriteByte('\n')
		}
		r.open = !ended
	}
	r.write(out.String())
}

// close ends an open line.
func (r *Renderer) close() {
	if r.open {
		r.open = false
		r.write("\n")
	}
}

func (r *Renderer) write(text string) {
	if r.err == nil {
		_, r.err = io.WriteString(r.o.Out, text)
	}
}

func (r *Renderer) escapes() bool { return r.o.Terminal && !r.o.Raw }

// clean is text of strangers as it may be shown.
func (r *Renderer) clean(text string) string {
	text = r.o.Hide(text)
	if r.escapes() {
		return term.Escape(text)
	}
	return text
}

// whole cuts a character off whose rest is to come.
func whole(text string) (complete, rest string) {
	for back := 1; back < utf8.UTFMax && back <= len(text); back++ {
		if utf8.RuneStart(text[len(text)-back]) {
			if !utf8.FullRuneInString(text[len(text)-back:]) {
				return text[:len(text)-back], text[len(text)-back:]
			}
			break
		}
	}
	return text, ""
}

// oneLine is a text shortened to a line.
func oneLine(text string, limit int) string {
	text = strings.Join(strings.FieldsFunc(text, func(c rune) bool { return c == '\n' || c == '\r' }), " ")
	if len(text) > limit {
		if runes := []rune(text); len(runes) > limit {
			return string(runes[:limit]) + "..."
		}
	}
	return text
}

// spent tells what a step took.
func spent(t memory.Timing, u *model.Usage) string {
	text := Duration(t.Duration())
	if u != nil {
		text += ", " + Tokens(*u)
		if u.Cost > 0 {
			text += ", cost " + cost(u.Cost)
		}
	}
	return text
}

// Duration is a time for people.
func Duration(d time.Duration) string {
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	}
	return d.Round(time.Second).String()
}

// Tokens is what a model used, for people.
func Tokens(u model.Usage) string {
	text := fmt.Sprintf("%d tokens in, %d out", u.InputTokens, u.OutputTokens)
	if u.CachedTokens > 0 {
		text += fmt.Sprintf(" (%d cached)", u.CachedTokens)
	}
	return text
}

func cost(c float64) string { return fmt.Sprintf("%.4f", c) }

// Count writes a number of things.
func Count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
