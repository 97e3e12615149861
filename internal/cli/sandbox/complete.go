package sandbox

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/plugins/local/python/stdlib"
)

// CompleteExecutors completes the names of executors.
func CompleteExecutors(a *app.App) cobra.CompletionFunc {
	return func(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		cfg, err := a.HostConfig(nil)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		h, err := host.New(cfg)
		if err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		list, err := h.List()
		if err := errors.Join(err, h.Close()); err != nil {
			return nil, cobra.ShellCompDirectiveError
		}
		var names []string
		for _, c := range list {
			if c.State == host.StateUsed && strings.HasPrefix(c.Name, prefix) {
				names = append(names, c.Name)
			}
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	}
}

// Complete adds completions for the flags that Register added.
func Complete(cmd *cobra.Command, a *app.App) {
	fixed := func(names ...string) cobra.CompletionFunc {
		return cobra.FixedCompletions(names, cobra.ShellCompDirectiveNoFileComp)
	}
	modules := func(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
		return append(stdlib.Names(), "*"), cobra.ShellCompDirectiveNoFileComp
	}
	functions := map[string]cobra.CompletionFunc{
		"executor": CompleteExecutors(a), "import": modules,
		"isolate":        fixed(string(host.IsolateClient), string(host.IsolateSession)),
		"allow-function": fixed("eval", "exec", "compile", "globals", "locals", "*"),
		"require-isolation": fixed(host.LayerNoNewPrivs, host.LayerRlimits, host.LayerPdeathsig, host.LayerLifeline,
			host.LayerNamespaces, host.LayerNoNetwork),
	}
	for flag, f := range functions {
		if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
			panic(err) // a flag of that name was registered before
		}
	}
}
