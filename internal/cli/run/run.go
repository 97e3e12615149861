// Package run is the command "airlock run".
package run

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
)

type options struct {
	sandbox.Options
	code       string
	json       bool
	displayDir string
	stats      bool
	raw        bool
}

// Command makes the command.
func Command(a *app.App) *cobra.Command {
	o := &options{}
	cmd := &cobra.Command{
		Use:   "run [FILE|-]",
		Short: "Run Python in a sandbox",
		Long: `Run Python in a sandbox: a file, standard input (-) or the text of -c.

What the code prints comes as it is printed. With -c the value of a last expression
that isn't None is printed too. final_answer(x) ends the run and prints x.

Exit codes: 0 done; 1 the code failed (SystemExit: its own code); 2 wrong usage;
3 the host, a plugin or a backend failed; 130 interrupted.`,
		Example: `  airlock run script.py
  airlock run -c 'sum(n * n for n in range(10))'
  echo 'print("hello")' | airlock run -
  airlock run -c 'print(rows[0]["n"])' --var 'rows=[{"n": 1}]'
  airlock run --import csv --import json report.py
  airlock run --timeout 5s --max-memory 128MiB -c 'while True: pass'
  airlock run --json -c '1/0'`,
		Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.run(cmd, a, args)
		},
	}
	fs := cmd.Flags()
	fs.StringVarP(&o.code, "code", "c", "", "run this text")
	o.Register(fs)
	fs.BoolVar(&o.json, "json", false, "print one JSON object with value, output, error and statistics")
	fs.StringVar(&o.displayDir, "display-dir", "", "folder to save pictures and other rich results in")
	fs.BoolVar(&o.stats, "stats", false, "print what the run cost, on standard error")
	fs.BoolVar(&o.raw, "raw", false, "pass control characters of the code's output to a terminal too")
	sandbox.Complete(cmd, a)
	return cmd
}

func (o *options) run(cmd *cobra.Command, a *app.App, args []string) error {
	t := *a.Term
	t.Raw = o.raw
	out, err := o.prepareAndRun(cmd, a, &t, args)
	if o.json {
		return out.printJSON(&t, err)
	}
	if err != nil {
		return err
	}
	return out.shown
}

// prepareAndRun runs the code. The error is one of the host's side; what the guest did
// is in the outcome, which is never nil.
func (o *options) prepareAndRun(cmd *cobra.Command, a *app.App, t *term.Terminal, args []string) (*outcome, error) {
	out := &outcome{term: t}
	src, err := o.source(cmd.Flags().Changed("code"), t.In, t.InTTY, args)
	if err != nil {
		return out, err
	}
	out.source = src
	open, err := o.Open()
	if err != nil {
		return out, err
	}
	vars, err := o.Variables()
	if err != nil {
		return out, err
	}
	if err := out.openDisplayDir(o.displayDir); err != nil {
		return out, err
	}
	cfg, err := a.HostConfig(o.PluginDirs)
	if err != nil {
		return out, err
	}
	cfg.GrantEnv = o.GrantEnv
	err = app.WithHost(cmd.Context(), cfg, host.SignalOptions{}, func(ctx context.Context, h *host.Host) error {
		return o.execute(ctx, h, open, vars, out)
	})
	return out, err
}

func (o *options) execute(ctx context.Context, h *host.Host, open host.OpenOptions, vars []shared.Variable, out *outcome) error {
	out.stream(o.json)
	s, err := sandbox.OpenSession(ctx, h, out.term, &o.Options, open, vars, &shared.Handler{OnOutput: out.output})
	if err != nil {
		return err
	}
	progress := out.watch()
	defer progress.Done()
	res, err := s.Execute(ctx, &shared.ExecuteRequest{Code: out.source.code}, &shared.Handler{OnOutput: out.output, OnDisplay: out.display, OnProgress: progress.Event})
	progress.Done()
	out.result = res
	if out.writeErr != nil {
		return out.writeErr
	}
	if errors.As(err, &out.failure) {
		err = nil
	}
	if err == nil && !o.json && ctx.Err() == nil {
		out.shown = out.print(o) // now, as a sandbox may take its time to close
	}
	return err
}
