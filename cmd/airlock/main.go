// Command airlock runs Python that a language model wrote in a sandbox.
//
// It is the composition root: beside the plugins that the host finds, it can serve
// the local executor itself, by executing its own file once more, so that the one
// binary is enough.
package main

import (
	"context"
	"os"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli"
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
	}))
}
