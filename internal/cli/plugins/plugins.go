// Package plugins is the command "airlock plugins".
package plugins

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
)

// common are the flags that all subcommands have.
type common struct {
	app  *app.App
	dirs []string
	json bool
}

func (c *common) register(cmd *cobra.Command) *cobra.Command {
	cmd.Flags().BoolVar(&c.json, "json", false, "print JSON")
	sandbox.RegisterPluginDir(cmd.Flags(), &c.dirs)
	return cmd
}

func (c *common) withHost(ctx context.Context, grant []string, f func(ctx context.Context, h *host.Host) error) error {
	cfg, err := c.app.HostConfig(c.dirs)
	if err != nil {
		return err
	}
	cfg.GrantEnv = grant
	return app.WithHost(ctx, cfg, host.SignalOptions{}, f)
}

// Command makes the command.
func Command(a *app.App) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "plugins",
		Short: "List, pin, check and test executors",
		Long: `List, pin, check and test executors.

A plugin is an executable named airlock-executor-NAME. Searched, first hit wins:
--plugin-dir, the folder of airlock, $AIRLOCK_PLUGIN_DIR, $XDG_DATA_HOME/airlock/plugins,
/usr/lib/airlock/plugins. The executor "local" is built in where none is found.`,
		Args: cobra.NoArgs,
	}
	cmd.AddCommand(listCommand(a), describeCommand(a), lockCommand(a), verifyCommand(a), conformanceCommand(a), reapCommand(a))
	return cmd
}

// names are the executors that a command works on: those given, else all that are used
// and that keep lets through.
func names(h *host.Host, args []string, keep func(host.Candidate) bool) ([]string, error) {
	if len(args) > 0 {
		return args, nil
	}
	list, err := h.List()
	if err != nil {
		return nil, err
	}
	var out []string
	for _, c := range list {
		if c.State == host.StateUsed && keep(c) {
			out = append(out, c.Name)
		}
	}
	return out, nil
}
