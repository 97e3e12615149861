// Package cli is the command line: the tree of commands, and what becomes of their
// errors. Each command is a package of its own below this one.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"

	"charm.land/fang/v2"
	"charm.land/lipgloss/v2"
	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/delegate"
	"github.com/airlockhq/airlock/internal/cli/dev"
	"github.com/airlockhq/airlock/internal/cli/doctor"
	"github.com/airlockhq/airlock/internal/cli/plugins"
	"github.com/airlockhq/airlock/internal/cli/repl"
	"github.com/airlockhq/airlock/internal/cli/run"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/internal/cli/version"
	"github.com/airlockhq/airlock/shared"
)

// Config is what the program's main knows.
type Config struct {
	Version  string
	Args     []string // without the program's name
	Terminal *term.Terminal
	Builtins map[string]host.Builtin
	// Agent makes the command agent. With nil it is left to the program airlock-agent,
	// whose libraries would make every other start slower.
	Agent func(*app.App) *cobra.Command
}

// Main runs the command line and returns the exit code.
func Main(ctx context.Context, cfg Config) int {
	if cfg.Agent == nil {
		if delegate.Wanted(cfg.Args) {
			return delegate.Run(cfg.Terminal, cfg.Args)
		}
		cfg.Agent = delegate.Command
	}
	c := &commandLine{agent: cfg.Agent, app: &app.App{Version: cfg.Version, Term: cfg.Terminal, Builtins: cfg.Builtins}, json: slices.Contains(cfg.Args, "--json")}
	root := c.root()
	root.SetArgs(cfg.Args)
	root.SetIn(cfg.Terminal.In)
	root.SetOut(cfg.Terminal.Out)
	root.SetErr(cfg.Terminal.Err)
	err := fang.Execute(ctx, root,
		fang.WithVersion(cfg.Version), fang.WithColorSchemeFunc(colors), fang.WithErrorHandler(c.usageError))
	if err == nil {
		return c.report(c.err)
	}
	// What isn't an error of a command is one of the command line itself, which fang
	// has shown.
	return c.answer(app.Usage("%w", err))
}

// commandLine keeps the error of a command, since fang would show it, and ask the
// terminal for its colours first.
type commandLine struct {
	app   *app.App
	agent func(*app.App) *cobra.Command
	// json tells that a program reads the answer.
	json bool
	err  error
}

func (c *commandLine) root() *cobra.Command {
	root := &cobra.Command{
		Use:   "airlock",
		Short: "Run Python that a language model wrote, where it can do no harm",
		Long: `Run Python that a language model wrote, where it can do no harm.

Code runs in executors: separate processes with one protocol. The executor "local" is
a Python 3.12 interpreter without files, network or processes; it needs nothing.

Every flag can be set by the environment (--max-memory by AIRLOCK_MAX_MEMORY) and in
$XDG_CONFIG_HOME/airlock/config.yaml (max-memory: 1GiB). A flag wins over the
environment, and that over the file.`,
		Example: `  airlock run -c 'print(2 ** 100)'
  airlock run script.py
  airlock repl
  airlock agent --model openai --model-id gpt-4.1 'What is the 100th Fibonacci number?'
  airlock plugins list
  airlock doctor`,
	}
	root.AddCommand(run.Command(c.app), repl.Command(c.app), c.agent(c.app), plugins.Command(c.app), doctor.Command(c.app), dev.Command(c.app), version.Command(c.app))
	c.wrap(root)
	return root
}

// wrap makes every command read its configuration first and keep its error here.
func (c *commandLine) wrap(cmd *cobra.Command) {
	if f := cmd.RunE; f != nil {
		cmd.RunE = func(cmd *cobra.Command, args []string) error {
			if c.err = app.Configure(cmd); c.err == nil {
				c.err = f(cmd, args)
			}
			return nil
		}
	}
	for _, sub := range cmd.Commands() {
		c.wrap(sub)
	}
}

// report shows the error of a command, unless the command has, and returns the exit code.
func (c *commandLine) report(err error) int {
	if err == nil {
		return app.CodeDone
	}
	code := app.Code(err)
	var exit *app.Exit
	if errors.As(err, &exit) && exit.Err == nil || code == app.CodeBrokenPipe {
		return code
	}
	p := c.app.Term.ErrPainter()
	fmt.Fprintf(c.app.Term.Err, "%s %s\n", p.Paint(term.Bad, "airlock:"), term.Escape(err.Error()))
	var failure *shared.Error
	if errors.As(err, &failure) && failure.Hint != "" {
		fmt.Fprintf(c.app.Term.Err, "hint: %s\n", term.Escape(failure.Hint))
	}
	return c.answer(err)
}

// answer gives a program that asked for JSON the error in that form too.
func (c *commandLine) answer(err error) int {
	if c.json {
		_ = run.PrintJSONError(c.app.Term, err) // the exit code tells it as well
	}
	return app.Code(err)
}

// usageError shows an error of the command line itself.
func (c *commandLine) usageError(w io.Writer, _ fang.Styles, err error) {
	p := c.app.Term.ErrPainter()
	fmt.Fprintf(w, "%s %s\nSee airlock --help, or --help after a command.\n", p.Paint(term.Bad, "airlock:"), term.Escape(err.Error()))
}

// colors is the theme of the help: the terminal's own sixteen colours.
func colors(lipgloss.LightDarkFunc) fang.ColorScheme {
	var none lipgloss.NoColor
	return fang.ColorScheme{
		Base: none, Title: lipgloss.Blue, Description: none, Codeblock: none, Program: lipgloss.Cyan, DimmedArgument: lipgloss.BrightBlack,
		Comment: lipgloss.BrightBlack, Flag: lipgloss.Green, FlagDefault: lipgloss.BrightBlack, Command: lipgloss.Magenta, QuotedString: lipgloss.Yellow,
		Argument: none, Help: none, Dash: none, ErrorDetails: none,
	}
}
