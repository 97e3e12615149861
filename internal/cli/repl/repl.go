// Package repl is the command "airlock repl".
package repl

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/highlight"
	"github.com/airlockhq/airlock/internal/cli/prompt"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/plugins/local/python/parser"
	"github.com/airlockhq/airlock/shared"
)

type options struct {
	sandbox.Options
	raw bool
}

// Command makes the command.
func Command(a *app.App) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "repl",
		Short: "Try Python at a prompt, in a sandbox",
		Long: `Try Python at a prompt, in a sandbox. Variables live from statement to statement.

Ctrl-C interrupts a run, Ctrl-D ends. :vars shows the variables, :reset starts afresh,
:help has the rest. Piped input runs statement by statement, without prompts.`,
		Example: "  airlock repl\n  airlock repl --import json --var 'rows=[1, 2, 3]'",
		Args:    cobra.NoArgs,
		RunE:    func(cmd *cobra.Command, _ []string) error { return o.run(cmd.Context(), a) },
	}
	o.Register(cmd.Flags())
	cmd.Flags().BoolVar(&o.raw, "raw", false, "pass control characters of the code's output to a terminal too")
	sandbox.Complete(cmd, a)
	return cmd
}

func (o *options) run(ctx context.Context, a *app.App) error {
	t := *a.Term
	t.Raw = o.raw
	open, err := o.Open()
	if err != nil {
		return err
	}
	vars, err := o.Variables()
	if err != nil {
		return err
	}
	cfg, err := a.HostConfig(o.PluginDirs)
	if err != nil {
		return err
	}
	cfg.GrantEnv = o.GrantEnv
	r := &repl{options: o, app: a, term: &t, open: open, variables: vars}
	if t.InTTY && t.OutTTY {
		r.history = prompt.LoadHistory("history")
	}
	return app.WithHost(ctx, cfg, host.SignalOptions{KeepOpen: true}, func(ctx context.Context, h *host.Host) error {
		r.host = h
		if err := r.reset(ctx); err != nil {
			return err
		}
		return r.loop(ctx)
	})
}

// repl is one prompt and its session.
type repl struct {
	*options
	app       *app.App
	term      *term.Terminal
	host      *host.Host
	open      host.OpenOptions
	variables []shared.Variable
	history   *prompt.History // nil: input is not typed
	lines     *lineReader

	session *host.Session
	// failed is the exit code of piped input, of the first statement that failed.
	failed int
}

// reset opens a new session in place of the old one.
func (r *repl) reset(ctx context.Context) error {
	if r.session != nil {
		if _, err := r.session.Close(ctx); err != nil && !errors.Is(err, shared.KindBackendLost) {
			fmt.Fprintf(r.term.Err, "closing the session: %s\n", term.Escape(err.Error()))
		}
	}
	s, err := sandbox.OpenSession(ctx, r.host, r.term, &r.Options, r.open, r.variables, &shared.Handler{OnOutput: newScreen(r.term, nil).output})
	if err != nil {
		return err
	}
	r.session = s
	return nil
}

func (r *repl) loop(ctx context.Context) error {
	if r.history != nil {
		d := r.session.Description()
		fmt.Fprintf(r.term.Out, "airlock %s, executor %s %s. :help for help, Ctrl-D to leave.\n", r.app.Version, term.Escape(d.Name), term.Escape(d.Version))
	} else {
		r.lines = newLineReader(r.term.In)
	}
	for {
		text, err := r.read(ctx)
		switch {
		case errors.Is(err, prompt.ErrInterrupted):
			fmt.Fprintln(r.term.Err, "KeyboardInterrupt")
			continue
		case errors.Is(err, io.EOF):
			if r.failed != 0 {
				return app.Quiet(r.failed)
			}
			return nil
		case err != nil:
			return err
		}
		if err := r.statement(ctx, text); err != nil {
			return err
		}
		if ctx.Err() != nil {
			return nil
		}
	}
}

func (r *repl) read(ctx context.Context) (string, error) {
	if r.history == nil {
		return r.lines.statement()
	}
	return prompt.Read(ctx, r.term, &prompt.Options{First: ">>> ", More: "... ", History: r.history, Whole: isWhole, Paint: paint})
}

// isWhole tells that a statement needs no more lines.
func isWhole(text string) bool { return isCommand(text) || !parser.NeedsMore(text) }

// isCommand tells a command of the prompt from Python, in which nothing begins with a colon.
func isCommand(text string) bool { return strings.HasPrefix(strings.TrimSpace(text), ":") }

// paint colours what is typed.
func paint(p term.Painter, text string) string {
	if isCommand(text) {
		return p.Paint(term.Accent, highlight.Visible(text))
	}
	return highlight.Python(p, text)
}

const help = `  :vars          show the variables
  :reset         forget everything and start a new session
  :help          this
  :quit          leave, as Ctrl-D does
Ctrl-C interrupts a run. Enter ends a statement that is whole, else the line; an empty
line ends a block. Up and down go through what was typed before.
`

func (r *repl) statement(ctx context.Context, text string) error {
	switch command := strings.TrimSpace(text); {
	case command == "":
		return nil
	case isCommand(command):
		return r.command(ctx, command)
	}
	return r.execute(ctx, text)
}

func (r *repl) command(ctx context.Context, command string) error {
	var err error
	switch command {
	case ":q", ":quit", ":exit":
		return app.Quiet(r.failed)
	case ":vars":
		err = r.vars(ctx)
	case ":reset":
		err = r.reset(ctx)
	case ":help", ":h", ":?":
		_, err = io.WriteString(r.term.Out, help)
	default:
		fmt.Fprintf(r.term.Err, "there is no command %s; there are :vars, :reset, :help, :quit\n", term.Escape(command))
	}
	var failure *shared.Error
	if errors.As(err, &failure) {
		return r.recover(ctx, failure)
	}
	return err
}

// execute runs one statement and shows what comes of it. Only an error that ends the
// prompt is returned.
func (r *repl) execute(ctx context.Context, text string) error {
	progress := r.term.NewProgress("running (Ctrl-C interrupts)")
	defer progress.Done()
	screen := newScreen(r.term, progress)
	res, err := r.session.Execute(ctx, &shared.ExecuteRequest{Code: text}, &shared.Handler{OnOutput: screen.output, OnProgress: progress.Event})
	progress.Done()
	if screen.err != nil {
		return screen.err
	}
	var failure *shared.Error
	if errors.As(err, &failure) {
		_ = screen.endLine() // a broken pipe shows at the next write
		return r.recover(ctx, failure)
	}
	if err != nil {
		return err
	}
	if err := screen.endLine(); err != nil {
		return err
	}
	return r.show(res)
}

// show prints the value of an expression, or a final answer.
func (r *repl) show(res *shared.Result) error {
	text := res.Repr
	switch {
	case res.IsFinalAnswer && text == "":
		text = "None"
	case !res.IsFinalAnswer && !res.IsExpression:
		return nil
	}
	if text == "" {
		return nil
	}
	if !r.term.OutTTY || r.term.Raw {
		_, err := fmt.Fprintln(r.term.Out, text)
		return err
	}
	_, err := fmt.Fprintln(r.term.Out, highlight.Python(r.term.OutPainter(), text))
	return err
}

// recover shows a failure and replaces a session that is lost.
func (r *repl) recover(ctx context.Context, failure *shared.Error) error {
	if failure.Type == sandbox.SystemExit {
		if text := sandbox.ExitText(failure); text != "" {
			fmt.Fprintln(r.term.Err, term.Escape(text))
		}
		return app.Quiet(failure.ExitCode & 0xff)
	}
	w := r.term.GuestErr()
	sandbox.PrintFailure(w, r.term.ErrPainter(), failure, "<stdin>")
	if err := w.Flush(); err != nil {
		return err
	}
	if r.history == nil && r.failed == 0 {
		r.failed = app.KindCode(failure.Kind)
	}
	if failure.Kind != shared.KindBackendLost || ctx.Err() != nil {
		return nil
	}
	fmt.Fprintln(r.term.Err, "The session is lost; starting a new one. Its variables are gone.")
	return r.reset(ctx)
}

// screen is where output of the guest goes.
type screen struct {
	mu       sync.Mutex
	out, msg *term.GuestWriter
	progress *term.Progress
	err      error
}

func newScreen(t *term.Terminal, p *term.Progress) *screen {
	return &screen{out: t.GuestOut(), msg: t.GuestErr(), progress: p}
}

func (s *screen) output(stream shared.Stream, p []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	w := s.out
	if stream == shared.Stderr {
		w = s.msg
	}
	s.progress.Around(func() bool {
		if s.err == nil {
			_, s.err = w.Write(p)
		}
		return w.MidLine()
	})
	return s.err
}

func (s *screen) endLine() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.msg.Flush(); err != nil {
		return err
	}
	return s.out.EndLine()
}
