// Command airlock-executor-process is the process executor as a plugin: a
// CPython of this machine, contained by the kernel.
package main

import (
	"os"

	"github.com/airlockhq/airlock/plugins/process/internal/sandbox"
	"github.com/airlockhq/airlock/shared"
)

// version is stamped at link time from plugins/process/VERSION.
var version = "0.0.0-dev"

func main() {
	os.Exit(shared.Serve(shared.ServeConfig{Executor: &executor{version: version}, Prepare: func() { sandbox.Prepare(os.Getenv("AIRLOCK_PYTHON")) }}))
}
