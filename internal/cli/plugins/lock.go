package plugins

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
	"github.com/airlockhq/airlock/internal/cli/term"
)

func lockCommand(a *app.App) *cobra.Command {
	c := &common{app: a}
	var grant []string
	cmd := c.register(&cobra.Command{
		Use:   "lock [EXECUTOR]...",
		Short: "Pin plugins as they are now",
		Long: `Pin plugins as they are now: checksum, version, and the environment variables that
they are given. A locked plugin that changes is refused. Without names all plugin files
that are found are locked. The lock is airlock.lock in the configuration folder.`,
		Example:           "  airlock plugins lock\n  airlock plugins lock e2b --grant-env E2B_API_KEY",
		ValidArgsFunction: sandbox.CompleteExecutors(a),
		RunE: func(cmd *cobra.Command, args []string) error {
			return c.withHost(cmd.Context(), nil, func(ctx context.Context, h *host.Host) error {
				if !cmd.Flags().Changed("grant-env") {
					grant = nil
				}
				return c.lock(ctx, h, args, grant)
			})
		},
	})
	cmd.Flags().StringArrayVar(&grant, "grant-env", nil, "environment variable that the plugins may have (repeatable); without it those of the vendor")
	return cmd
}

func (c *common) lock(ctx context.Context, h *host.Host, args, grant []string) error {
	which, err := names(h, args, func(c host.Candidate) bool { return !c.Builtin && c.Path != "" })
	if err != nil {
		return err
	}
	if len(which) == 0 {
		return app.Usage("locking plugins: no plugin file was found; built-in executors need no lock, since they are part of airlock")
	}
	lock, err := h.LockPlugins(ctx, which, grant)
	if err != nil {
		return err
	}
	if c.json {
		return json.NewEncoder(c.app.Term.Out).Encode(lock)
	}
	table := term.NewTable("NAME", "VERSION", "SHA-256", "ENVIRONMENT", "FILE")
	for _, name := range slices.Sorted(maps.Keys(lock.Plugins)) {
		e := lock.Plugins[name]
		env := strings.Join(e.Env, ", ")
		if env == "" {
			env = "-"
		}
		table.Add(name, e.Version, fmt.Sprintf("%.16s", e.Digests[host.Platform()]), env, e.Source)
	}
	return table.Print(c.app.Term.Out, c.app.Term.OutPainter())
}

// verdict is one locked plugin, and what --json prints of it.
type verdict struct {
	Name  string `json:"name"`
	OK    bool   `json:"ok"`
	Error string `json:"error,omitempty"`
}

func verifyCommand(a *app.App) *cobra.Command {
	c := &common{app: a}
	return c.register(&cobra.Command{
		Use:     "verify",
		Short:   "Check that locked plugins are unchanged (exit code 3 if not)",
		Example: "  airlock plugins verify",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return c.withHost(cmd.Context(), nil, func(_ context.Context, h *host.Host) error { return c.verify(h) })
		},
	})
}

func (c *common) verify(h *host.Host) error {
	found, err := h.Verify()
	if err != nil {
		return err
	}
	ok := true
	list := []verdict{}
	for _, name := range slices.Sorted(maps.Keys(found)) {
		v := verdict{Name: name, OK: found[name] == nil}
		if !v.OK {
			ok, v.Error = false, found[name].Error()
		}
		list = append(list, v)
	}
	if c.json {
		err = json.NewEncoder(c.app.Term.Out).Encode(list)
	} else {
		err = printVerdicts(c.app.Term, list)
	}
	if err == nil && !ok {
		return app.Quiet(app.CodeSystem)
	}
	return err
}

func printVerdicts(t *term.Terminal, list []verdict) error {
	if len(list) == 0 {
		_, err := fmt.Fprintln(t.Err, "Nothing is locked: airlock plugins lock pins the plugins that are found.")
		return err
	}
	table := term.NewTable("NAME", "STATE", "")
	for _, v := range list {
		state := term.Cell{Text: "unchanged", Style: term.Good}
		if !v.OK {
			state = term.Cell{Text: "refused", Style: term.Bad}
		}
		table.Add(v.Name, state, v.Error)
	}
	return table.Print(t.Out, t.OutPainter())
}
