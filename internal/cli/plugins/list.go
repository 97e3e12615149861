package plugins

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
)

// row is one line of the listing, and what --json prints of it.
type row struct {
	Name    string     `json:"name"`
	Version string     `json:"version,omitempty"`
	State   host.State `json:"state"`
	Reason  string     `json:"reason,omitempty"`
	Path    string     `json:"path,omitempty"`
	Source  string     `json:"source"`
	Locked  bool       `json:"locked"`
	BuiltIn bool       `json:"built_in"`
	Summary string     `json:"summary,omitempty"`
}

func listCommand(a *app.App) *cobra.Command {
	c := &common{app: a}
	return c.register(&cobra.Command{
		Use:     "list",
		Aliases: []string{"ls"},
		Short:   "List what was found, where, and what is not used and why",
		Example: "  airlock plugins list\n  airlock plugins list --json",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.withHost(cmd.Context(), nil, c.list)
		},
	})
}

func (c *common) list(ctx context.Context, h *host.Host) error {
	found, err := h.List()
	if err != nil {
		return err
	}
	rows := make([]row, len(found))
	var wg sync.WaitGroup
	for i, f := range found {
		rows[i] = row{Name: f.Name, State: f.State, Reason: f.Reason, Path: f.Path, Source: f.Source, Locked: f.Locked, BuiltIn: f.Builtin}
		if f.State == host.StateUsed {
			wg.Go(func() { rows[i].describe(ctx, h) })
		}
	}
	wg.Wait()
	if c.json {
		return json.NewEncoder(c.app.Term.Out).Encode(rows)
	}
	return printRows(c.app.Term, rows)
}

// describe asks a usable plugin who it is. One that can't answer is a row with its reason.
func (r *row) describe(ctx context.Context, h *host.Host) {
	d, err := h.Describe(ctx, r.Name)
	if err != nil {
		r.State, r.Reason = host.StateRefused, err.Error()
		return
	}
	r.Version, r.Summary = d.Version, d.Summary
}

func printRows(t *term.Terminal, rows []row) error {
	styles := map[host.State]term.Style{host.StateUsed: term.Good, host.StateShadowed: term.Faint, host.StateRefused: term.Bad}
	table := term.NewTable("NAME", "VERSION", "STATE", "LOCKED", "WHERE", "")
	for _, r := range rows {
		locked, where, about := "-", r.Path, r.Summary
		if r.Locked {
			locked = "yes"
		}
		if where == "" {
			where = r.Source
		}
		if r.Reason != "" {
			about = r.Reason
		}
		version := r.Version
		if version == "" {
			version = "-"
		}
		table.Add(r.Name, version, term.Cell{Text: string(r.State), Style: styles[r.State]}, locked, where, term.Cell{Text: about, Style: term.Faint})
	}
	return table.Print(t.Out, t.OutPainter())
}

func describeCommand(a *app.App) *cobra.Command {
	c := &common{app: a}
	return c.register(&cobra.Command{
		Use:               "describe EXECUTOR",
		Short:             "Show what an executor is, can do, and takes",
		Example:           "  airlock plugins describe local\n  airlock plugins describe --json docker",
		Args:              cobra.ExactArgs(1),
		ValidArgsFunction: sandbox.CompleteExecutors(a),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.withHost(cmd.Context(), nil, func(ctx context.Context, h *host.Host) error {
				d, err := h.Describe(ctx, args[0])
				if err != nil {
					return err
				}
				if c.json {
					return json.NewEncoder(a.Term.Out).Encode(d)
				}
				return printDescription(a.Term, d)
			})
		},
	})
}

func printDescription(t *term.Terminal, d *shared.Description) error {
	p := t.OutPainter()
	fmt.Fprintf(t.Out, "%s %s\n", p.Paint(term.Title, term.Escape(d.Name)), term.Escape(d.Version))
	if d.Summary != "" {
		fmt.Fprintln(t.Out, term.Escape(d.Summary))
	}
	field := func(name string, value any) {
		fmt.Fprintf(t.Out, "  %-13s %s\n", name, term.Escape(fmt.Sprint(value)))
	}
	field("protocol", fmt.Sprintf("%d.%d", d.Protocol, d.ProtocolMinor))
	field("isolation", d.Isolation)
	if len(d.Languages) > 0 {
		field("languages", strings.Join(d.Languages, ", "))
	}
	field("can", strings.Join(capabilities(d.Capabilities), ", "))
	if d.MaxSessions > 0 {
		field("max sessions", d.MaxSessions)
	}
	if err := printOptions(t.Out, p, d.Options); err != nil {
		return err
	}
	return printEnv(t.Out, p, d.Env)
}

func capabilities(c shared.Capabilities) []string {
	var out []string
	for _, f := range []struct {
		name string
		has  bool
	}{
		{"tools", c.Tools}, {"variables", c.Variables}, {"packages", c.Packages}, {"files", c.Files}, {"commands", c.Commands}, {"displays", c.Displays},
		{"interrupt", c.Interrupt}, {"snapshot", c.Snapshot}, {"attach", c.Attach}, {"pickle", c.Pickle}, {"usage", c.Usage},
	} {
		if f.has {
			out = append(out, f.name)
		}
	}
	return out
}

func printOptions(w io.Writer, p term.Painter, options []shared.OptionSpec) error {
	if len(options) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	table := term.NewTable("OPTION (--opt)", "TYPE", "DEFAULT", "")
	for _, o := range options {
		table.Add(o.Name, o.Type, o.Default, o.Help)
	}
	return table.Print(w, p)
}

func printEnv(w io.Writer, p term.Painter, env []shared.EnvSpec) error {
	if len(env) == 0 {
		return nil
	}
	fmt.Fprintln(w)
	table := term.NewTable("ENVIRONMENT", "", "")
	for _, e := range env {
		needed := "optional"
		if e.Required {
			needed = "needed"
		}
		table.Add(e.Name, needed, e.Help)
	}
	return table.Print(w, p)
}
