package openai

import (
	"strings"

	"github.com/airlockhq/airlock/agent/model/internal/textcut"
)

const (
	thinkOpen  = "<think>"
	thinkClose = "</think>"
)

// split is what a piece of content is made of. With wasReasoning all text before it was
// reasoning too.
type split struct {
	text, reasoning strings.Builder
	wasReasoning    bool
}

// thinkSplitter parts the reasoning that open models write in front of their answer,
// between <think> and </think>, from the answer. Where the model's template has written
// the opening tag, which the server then doesn't send, a closing one that stands alone
// on a line shows that what came before was reasoning.
type thinkSplitter struct {
	state   thinkState
	pending string // can't be told yet
	// lineStart tells that nothing but pending has come since the last newline.
	lineStart bool
}

type thinkState int

const (
	thinkStart  thinkState = iota // only white space has come
	thinkInside                   // after <think>
	thinkAfter                    // after </think>, before the answer's first letter
	thinkText                     // in the answer; there may be a lone </think>
	thinkDone                     // in the answer for good
)

// feed takes the next piece of content.
func (t *thinkSplitter) feed(piece string, out *split) {
	t.pending += piece
	for t.step(out) {
	}
}

// end takes what is left when the content is over.
func (t *thinkSplitter) end(out *split) {
	switch {
	case t.state == thinkInside:
		out.reasoning.WriteString(t.pending)
	case t.state == thinkAfter:
	case t.state == thinkText && t.lineStart && strings.TrimSpace(t.pending) == thinkClose:
		out.wasReasoning = true
	default:
		out.text.WriteString(t.pending)
	}
	t.pending = ""
}

// step goes on in pending, and tells whether there is more to do.
func (t *thinkSplitter) step(out *split) bool {
	switch t.state {
	case thinkStart:
		return t.start()
	case thinkInside:
		return t.inside(out)
	case thinkAfter:
		t.pending = strings.TrimLeft(t.pending, " \r\n\t")
		if t.pending == "" {
			return false
		}
		t.state = thinkDone
		return true
	case thinkText:
		return t.lines(out)
	}
	out.text.WriteString(t.pending)
	t.pending = ""
	return false
}

func (t *thinkSplitter) start() bool {
	begin := strings.TrimLeft(t.pending, " \r\n\t")
	switch {
	case strings.HasPrefix(begin, thinkOpen):
		t.state, t.pending = thinkInside, begin[len(thinkOpen):]
	case strings.HasPrefix(thinkOpen, begin): // also of nothing
		return false
	default:
		t.state, t.lineStart = thinkText, true
	}
	return true
}

func (t *thinkSplitter) inside(out *split) bool {
	if i := strings.Index(t.pending, thinkClose); i >= 0 {
		out.reasoning.WriteString(t.pending[:i])
		t.state, t.pending = thinkAfter, t.pending[i+len(thinkClose):]
		return true
	}
	n := len(t.pending) - textcut.HeldBack(t.pending, thinkClose)
	out.reasoning.WriteString(t.pending[:n])
	t.pending = t.pending[n:]
	return false
}

// lines passes text on line by line, holding back a line that may be a lone </think>.
func (t *thinkSplitter) lines(out *split) bool {
	if t.pending == "" {
		return false
	}
	line, rest, whole := strings.Cut(t.pending, "\n")
	if t.lineStart {
		trimmed := strings.TrimRight(line, " \r\t")
		switch {
		case whole && trimmed == thinkClose:
			out.reasoning.WriteString(out.text.String())
			out.text.Reset()
			out.wasReasoning = true
			t.state, t.pending = thinkAfter, rest
			return true
		case !whole && (strings.HasPrefix(thinkClose, trimmed) || trimmed == thinkClose):
			return false
		}
	}
	if whole {
		out.text.WriteString(line)
		out.text.WriteByte('\n')
		t.pending, t.lineStart = rest, true
		return true
	}
	out.text.WriteString(line)
	t.pending, t.lineStart = "", false
	return false
}
