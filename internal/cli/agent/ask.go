package agent

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/muesli/cancelreader"

	"github.com/airlockhq/airlock/agent"
	"github.com/airlockhq/airlock/agent/tool"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/highlight"
	"github.com/airlockhq/airlock/internal/cli/term"
)

// asker puts questions to the user, one at a time, and reads a line for each.
type asker struct {
	in       io.Reader
	out      io.Writer
	progress *term.Progress // is out of the way meanwhile
	turn     chan struct{}
	source   source
	lines    *bufio.Reader
}

// source reads from the reader of the current question.
type source struct{ io.Reader }

func newAsker(in io.Reader, out io.Writer) *asker {
	a := &asker{in: in, out: out, turn: make(chan struct{}, 1)}
	a.lines = bufio.NewReader(&a.source)
	return a
}

// ask shows a text that is safe to show, and returns the line that is typed.
func (a *asker) ask(ctx context.Context, text string) (string, error) {
	select {
	case a.turn <- struct{}{}:
		defer func() { <-a.turn }()
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	var err error
	a.progress.Around(func() bool {
		_, err = io.WriteString(a.out, text)
		return true
	})
	if err != nil {
		return "", fmt.Errorf("asking the user: %w", err)
	}
	line, err := a.line(ctx)
	a.progress.Around(func() bool { return false })
	if c := context.Cause(ctx); c != nil {
		return "", c
	}
	return strings.TrimRight(line, "\r\n"), err
}

// line reads a line. The end of ctx gives that up where the system can, so that what is
// typed later goes to the next reader.
func (a *asker) line(ctx context.Context) (string, error) {
	a.source.Reader = a.in
	if r, err := cancelreader.NewReader(a.in); err == nil { // a file can't be waited for, nor needs it
		defer r.Close()
		defer context.AfterFunc(ctx, func() { r.Cancel() })()
		a.source.Reader = r
	}
	line, err := a.lines.ReadString('\n')
	switch {
	case errors.Is(err, io.EOF) && line == "":
		return "", &tool.Error{Type: "EOFError", Message: "the user gave no answer: the input has ended", Err: io.EOF}
	case err != nil && !errors.Is(err, io.EOF):
		return "", fmt.Errorf("reading the user's answer: %w", err)
	}
	return line, nil
}

// question is the tool user_input.
func (b *builder) question(ctx context.Context, text string) (string, error) {
	return b.ask.ask(ctx, term.Escape(b.redact.Text(text))+"\n> ")
}

// askApproval shows code and asks whether it may run. Nothing in the code can hide: what
// could act on a terminal, change the order of what is read, or isn't seen, is shown
// escaped.
func (b *builder) askApproval(ctx context.Context, p *agent.Approval) (agent.Verdict, error) {
	paint := b.term.ErrPainter()
	var text strings.Builder
	fmt.Fprintf(&text, "%s\n", paint.Paint(term.Title, fmt.Sprintf("%s wants to run in step %d:", term.Escape(p.Agent), p.Step)))
	code := highlight.Python(paint, term.EscapeAll(b.redact.Text(strings.TrimRight(p.Code, "\n"))))
	for i, line := range strings.Split(code, "\n") {
		fmt.Fprintf(&text, "%s %s\n", paint.Paint(term.Faint, fmt.Sprintf("%4d", i+1)), line)
	}
	text.WriteString("Run it? y = yes, n = no, or say why not: ")
	answer, err := b.ask.ask(ctx, text.String())
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = app.Usage("--approve: there is nobody to ask, standard input has ended")
		}
		return agent.Verdict{}, err
	}
	switch answer = strings.TrimSpace(answer); strings.ToLower(answer) {
	case "y", "yes":
		return agent.Verdict{OK: true}, nil
	case "", "n", "no":
		return agent.Verdict{}, nil
	}
	return agent.Verdict{Reason: answer}, nil
}
