package agent

import (
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/airlockhq/airlock/agent/model/provider"
	"github.com/airlockhq/airlock/internal/cli/agent/definition"
	"github.com/airlockhq/airlock/internal/cli/app"
	"github.com/airlockhq/airlock/internal/cli/sandbox"
)

// complete adds the completions of the flags.
func complete(cmd *cobra.Command, a *app.App) {
	sandbox.Complete(cmd, a)
	yaml := cobra.FixedCompletions([]cobra.Completion{"yaml", "yml"}, cobra.ShellCompDirectiveFilterFileExt)
	functions := map[string]cobra.CompletionFunc{
		"model": completeModels, "file": yaml, "managed": yaml, "save-agent": yaml,
		"tool":    cobra.FixedCompletions(toolNames(), cobra.ShellCompDirectiveNoFileComp),
		"key-env": completeKeys, "mcp-env": completeEnv, "env": completeEnv,
		"display-dir": cobra.FixedCompletions(nil, cobra.ShellCompDirectiveFilterDirs),
	}
	for flag, f := range functions {
		if err := cmd.RegisterFlagCompletionFunc(flag, f); err != nil {
			panic(err) // a flag of that name was registered before
		}
	}
}

func completeModels(_ *cobra.Command, _ []string, prefix string) ([]string, cobra.ShellCompDirective) {
	if strings.HasPrefix(prefix, definition.Recorded+":") || strings.HasPrefix(prefix, definition.Scripted+":") {
		return nil, cobra.ShellCompDirectiveDefault
	}
	return append(providerNames(), definition.Recorded+":", definition.Scripted+":"), cobra.ShellCompDirectiveNoSpace | cobra.ShellCompDirectiveNoFileComp
}

// completeKeys are the variables that providers' keys usually come from.
func completeKeys(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, p := range provider.All() {
		names = append(names, p.KeyEnv)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeEnv are the names of this process's variables.
func completeEnv(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, kv := range os.Environ() {
		name, _, _ := strings.Cut(kv, "=")
		names = append(names, name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
