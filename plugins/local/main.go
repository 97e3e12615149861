// Command airlock-executor-local is the local executor as a plugin: Python
// that a language model wrote, run by an interpreter in Go.
package main

import (
	"os"

	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/shared"
)

// version is stamped at link time from plugins/local/VERSION.
var version = "0.0.0-dev"

func main() {
	executor.TuneRuntime()
	os.Exit(shared.Serve(shared.ServeConfig{Executor: &executor.Executor{Version: version, OwnsProcess: true}, Prepare: executor.Prepare}))
}
