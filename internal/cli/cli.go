// Package cli is the command line: the tree of commands, and what becomes of their
// errors. Each command is a package of its own below this one.
package cli

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/run"
	"github.com/airlockhq/airlock/internal/cli/term"
)

// Config is what the program's main knows.
type Config struct {
	Version  string
	Args     []string // without the program's name
	Terminal *term.Terminal
	Builtins map[string]host.Builtin
}

// Main runs the command line and returns the exit code.
func Main(ctx context.Context, cfg Config) int {
	a := &app.App{Version: cfg.Version, Term: cfg.Terminal, Builtins: cfg.Builtins}
	c := &commandLine{app: a}
	root := c.root()
	root.SetArgs(cfg.Args)
	root.SetIn(a.Term.In)
	root.SetOut(a.Term.Out)
	root.SetErr(a.Term.Err)
	err := root.ExecuteContext(ctx)
	return c.report(err)
}

// commandLine tells errors of the command line from those of a command.
type commandLine struct {
	app     *app.App
	started bool
}

func (c *commandLine) root() *cobra.Command {
	root := &cobra.Command{
		Use:           "airlock",
		Short:         "Run Python that a language model wrote, where it can do no harm",
		Version:       c.app.Version,
		SilenceErrors: true,
		SilenceUsage:  true,
		PersistentPreRunE: func(cmd *cobra.Command, args []string) error {
			c.started = true
			return nil
		},
	}
	root.AddCommand(run.Command(c.app))
	return root
}

// report shows an error that nobody has shown yet and returns the exit code.
func (c *commandLine) report(err error) int {
	if err == nil {
		return app.CodeDone
	}
	if !c.started {
		err = &app.Exit{Code: app.CodeUsage, Err: err}
	}
	code := app.Code(err)
	var exit *app.Exit
	if errors.As(err, &exit) && exit.Err == nil || code == app.CodeBrokenPipe {
		return code
	}
	fmt.Fprintln(c.app.Term.Err, "airlock:", term.Escape(err.Error()))
	return code
}
