// Command airlock-agent is airlock with the command agent, which airlock starts by this
// program: the libraries that it links would make airlock's other commands start slower.
package main

import (
	"context"
	"os"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli"
	"github.com/airlockhq/airlock/internal/cli/agent"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/plugins/local/executor"
)

// version is stamped at link time from VERSION.
var version = "0.0.0-dev"

func main() {
	executor.Embed(version)
	os.Exit(cli.Main(context.Background(), cli.Config{
		Version:  version,
		Args:     os.Args[1:],
		Terminal: term.System(),
		Builtins: map[string]host.Builtin{executor.Name: {Args: executor.EmbedArgs()}},
		Agent:    agent.Command,
	}))
}
