package plugins

import (
	"context"
	"encoding/json"
	"fmt"
	"time"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
)

type reapOptions struct {
	common
	owner  string
	older  time.Duration
	dryRun bool
	opts   sandbox.Options
	grant  []string
}

func reapCommand(a *app.App) *cobra.Command {
	o := &reapOptions{common: common{app: a}}
	cmd := o.register(&cobra.Command{
		Use:   "reap [EXECUTOR]...",
		Short: "Remove sandboxes that earlier processes left behind",
		Long: `Remove sandboxes that earlier processes left behind, of the named executors or of all.
Only those that you own are removed, unless --owner says otherwise.`,
		Example:           "  airlock plugins reap --dry-run\n  airlock plugins reap docker --older-than 1h",
		ValidArgsFunction: sandbox.CompleteExecutors(a),
		RunE: func(cmd *cobra.Command, args []string) error {
			return o.withHost(cmd.Context(), o.grant, func(ctx context.Context, h *host.Host) error { return o.reap(ctx, h, args) })
		},
	})
	fs := cmd.Flags()
	fs.StringVar(&o.owner, "owner", "", "remove what this owner left instead of what you left; '*' is anybody")
	fs.DurationVar(&o.older, "older-than", 0, "leave alone what is younger, such as 1h")
	fs.BoolVar(&o.dryRun, "dry-run", false, "list without removing")
	fs.StringArrayVar(&o.opts.Opts, "opt", nil, "option of the executor: NAME=VALUE (repeatable)")
	fs.StringArrayVar(&o.grant, "grant-env", nil, "environment variable that the plugins may have (repeatable)")
	o.opts.Isolate = string(host.IsolateClient)
	return cmd
}

// leftover is one sandbox, and what --json prints of it.
type leftover struct {
	Executor string `json:"executor"`
	shared.ReapItem
}

func (o *reapOptions) reap(ctx context.Context, h *host.Host, args []string) error {
	open, err := o.opts.Open()
	if err != nil {
		return err
	}
	which, err := names(h, args, func(host.Candidate) bool { return true })
	if err != nil {
		return err
	}
	owner := o.owner
	switch owner {
	case "":
		owner = host.DefaultOwner()
	case "*":
		owner = ""
	}
	found := []leftover{}
	progress := o.app.Term.NewProgress("looking")
	defer progress.Done()
	var failed error
	for _, name := range which {
		progress.Phase("looking for leftovers of " + name)
		r, err := h.Reap(ctx, name, &shared.ReapRequest{Owner: owner, OlderThan: o.older, DryRun: o.dryRun, Options: open.Options})
		if err != nil {
			// Without names an executor that can't work here is of no interest.
			if len(args) > 0 {
				failed = fmt.Errorf("reaping %q: %w", name, err)
			}
			continue
		}
		for _, it := range r.Items {
			found = append(found, leftover{name, it})
		}
	}
	progress.Done()
	if err := o.print(found); err != nil {
		return err
	}
	return failed
}

func (o *reapOptions) print(found []leftover) error {
	t := o.app.Term
	if o.json {
		return json.NewEncoder(t.Out).Encode(found)
	}
	if len(found) == 0 {
		_, err := fmt.Fprintln(t.Err, "Nothing was left behind.")
		return err
	}
	table := term.NewTable("EXECUTOR", "ID", "KIND", "AGE", "STATE")
	for _, f := range found {
		state := term.Cell{Text: "left", Style: term.Warn}
		switch {
		case f.Removed:
			state = term.Cell{Text: "removed", Style: term.Good}
		case f.Error != "":
			state = term.Cell{Text: f.Error, Style: term.Bad}
		}
		table.Add(f.Executor, f.ID, f.Kind, f.Age.Round(time.Second).String(), state)
	}
	return table.Print(t.Out, t.OutPainter())
}
