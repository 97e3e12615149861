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
	"github.com/airlockhq/airlock/shared/conformance"
)

// hosted is an executor behind the host, as the suite wants one.
type hosted struct {
	h    *host.Host
	name string
}

var _ shared.Executor = hosted{}

func (e hosted) Describe(ctx context.Context) (*shared.Description, error) {
	return e.h.Describe(ctx, e.name)
}

func (e hosted) Check(ctx context.Context, req *shared.CheckRequest) (*shared.CheckReport, error) {
	return e.h.Check(ctx, e.name, req)
}

func (e hosted) Reap(ctx context.Context, req *shared.ReapRequest) (*shared.ReapReport, error) {
	return e.h.Reap(ctx, e.name, req)
}

func (e hosted) Open(ctx context.Context, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	s, err := e.h.Open(ctx, e.name, host.OpenOptions{OpenRequest: *req, Events: events})
	if err != nil {
		return nil, err
	}
	return s, nil
}

func conformanceCommand(a *app.App) *cobra.Command {
	c := &common{app: a}
	var only, pkg string
	var opts sandbox.Options
	cmd := c.register(&cobra.Command{
		Use:   "conformance EXECUTOR",
		Short: "Test whether an executor keeps the protocol's promises",
		Long: `Test whether an executor keeps the protocol's promises: the suite that every backend
passes for what it declares. It opens some dozens of sandboxes.`,
		Example:           "  airlock plugins conformance local\n  airlock plugins conformance mine --plugin-dir . --only limits",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: sandbox.CompleteExecutors(a),
		RunE: func(cmd *cobra.Command, args []string) error {
			open, err := opts.Open()
			if err != nil {
				return err
			}
			cfg := conformance.Config{Open: open.OpenRequest, Package: pkg, Only: only}
			return c.withHost(cmd.Context(), nil, func(ctx context.Context, h *host.Host) error {
				return c.conformance(ctx, hosted{h, args[0]}, cfg)
			})
		},
	})
	opts.Isolate = string(host.IsolateClient)
	cmd.Flags().StringVar(&only, "only", "", "run the checks whose name begins so")
	cmd.Flags().StringVar(&pkg, "package", "", "a small package to install, where the executor can")
	cmd.Flags().StringArrayVar(&opts.Opts, "opt", nil, "option of the executor: NAME=VALUE (repeatable)")
	return cmd
}

func (c *common) conformance(ctx context.Context, e hosted, cfg conformance.Config) error {
	t := c.app.Term
	progress := t.NewProgress("running the suite")
	defer progress.Done()
	n := 0
	report, err := conformance.Run(ctx, e, cfg, func(o conformance.Outcome) {
		n++
		progress.Phase(fmt.Sprintf("check %d", n+1))
		if !c.json {
			progress.Around(func() bool { printOutcome(t, o); return false })
		}
	})
	progress.Done()
	if err != nil {
		return err
	}
	if c.json {
		err = json.NewEncoder(t.Out).Encode(report)
	} else {
		err = printSummary(t, report)
	}
	if err == nil && !report.OK() {
		return app.Quiet(app.CodeSystem)
	}
	return err
}

var outcomeStyles = map[conformance.Status]term.Style{
	conformance.Passed: term.Good, conformance.Failed: term.Bad, conformance.Skipped: term.Faint,
}

func printOutcome(t *term.Terminal, o conformance.Outcome) {
	status := t.OutPainter().Paint(outcomeStyles[o.Status], fmt.Sprintf("%-7s", o.Status))
	fmt.Fprintf(t.Out, "%s  %-40s %8s\n", status, term.Escape(o.Name), o.Took.Round(time.Millisecond))
	for _, line := range o.Log {
		fmt.Fprintf(t.Out, "         %s\n", term.Escape(line))
	}
}

func printSummary(t *term.Terminal, r *conformance.Report) error {
	count := map[conformance.Status]int{}
	for _, o := range r.Outcomes {
		count[o.Status]++
	}
	_, err := fmt.Fprintf(t.Out, "\n%s %s: %d passed, %d failed, %d skipped\n", term.Escape(r.Executor), term.Escape(r.Version),
		count[conformance.Passed], count[conformance.Failed], count[conformance.Skipped])
	return err
}
