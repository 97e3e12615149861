// Command airlock runs Python that a language model wrote in a sandbox.
//
// It is the composition root: beside the plugins that the host finds, it can serve
// the local executor itself, by executing its own file once more, so that the one
// binary is enough.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/shared"
)

// version is stamped at link time from VERSION.
var version = "0.0.0-dev"

// serveArg is the first argument of a process that serves a built-in executor.
const serveArg = "__executor"

func main() {
	if len(os.Args) > 2 && os.Args[1] == serveArg {
		os.Exit(serve(os.Args[2], os.Args[3:]))
	}
	os.Exit(cli.Main(context.Background(), cli.Config{
		Version:  version,
		Args:     os.Args[1:],
		Terminal: term.System(),
		Builtins: map[string]host.Builtin{executor.Name: {Args: []string{serveArg, executor.Name}}},
	}))
}

func serve(name string, args []string) int {
	if name != executor.Name {
		fmt.Fprintf(os.Stderr, "serving executor %q: it is not built in\n", name)
		return 2
	}
	executor.TuneRuntime()
	return shared.Serve(shared.ServeConfig{Executor: &executor.Executor{Version: version, OwnsProcess: true}, Args: args, Prepare: executor.Prepare})
}
