package tool

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/airlockhq/airlock/shared/value"
)

// FinalAnswer is the tool that ends a run with its argument as the answer.
func FinalAnswer() Tool {
	type args struct {
		Answer value.Value `doc:"The answer to the task: any value."`
	}
	t := MustFunc("final_answer", "Gives the final answer to the task and ends the work on it.",
		func(_ context.Context, a args) (value.Value, error) { return a.Answer, nil })
	t.Spec().Final = true
	return t
}

// Asker puts a question to the user and returns the answer.
type Asker func(ctx context.Context, question string) (string, error)

// UserInput is the tool that asks the user.
func UserInput(ask Asker) Tool {
	type args struct {
		Question string `doc:"The question to the user."`
	}
	return MustFunc("user_input", "Asks the user a question and returns the answer as text.",
		func(ctx context.Context, a args) (string, error) { return ask(ctx, a.Question) })
}

// maxAnswer bounds a line of an answer, in bytes.
const maxAnswer = 1 << 20

// AskOn asks on w and reads lines from r, one question at a time. Control characters in questions are shown
// escaped. A line that comes after a question was given up answers the next one.
func AskOn(r io.Reader, w io.Writer) Asker {
	in := bufio.NewScanner(r)
	in.Buffer(nil, maxAnswer)
	p := &prompt{in: in, w: w, turn: make(chan struct{}, 1)}
	return p.ask
}

type prompt struct {
	in   *bufio.Scanner
	w    io.Writer
	turn chan struct{}
	// reading gets the line that is being read; nil if none is. Only who has the turn touches it.
	reading chan line
}

type line struct {
	text string
	err  error
}

func (p *prompt) ask(ctx context.Context, question string) (string, error) {
	select {
	case p.turn <- struct{}{}:
		defer func() { <-p.turn }()
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
	if _, err := fmt.Fprintf(p.w, "%s\n> ", visible(question, `\`)); err != nil {
		return "", fmt.Errorf("ask the user: %w", err)
	}
	if p.reading == nil {
		p.reading = make(chan line, 1)
		go p.read(p.reading)
	}
	select {
	case l := <-p.reading:
		p.reading = nil
		return l.text, l.err
	case <-ctx.Done():
		return "", context.Cause(ctx)
	}
}

func (p *prompt) read(out chan<- line) {
	switch {
	case p.in.Scan():
		out <- line{text: p.in.Text()}
	case p.in.Err() != nil:
		out <- line{err: fmt.Errorf("read the user's answer: %w", p.in.Err())}
	default:
		out <- line{err: &Error{Type: "EOFError", Message: "the user gave no answer: the input has ended", Err: io.EOF}}
	}
}
