// Command airlock-executor-process is the process executor as a plugin: a
// CPython of this machine, contained by the kernel.
package main

import (
	"os"

	"github.com/airlockhq/airlock/shared"
)

// version is stamped at link time from plugins/process/VERSION.
var version = "0.0.0-dev"

func main() {
	e := newExecutor(version)
	code := shared.Serve(shared.ServeConfig{Executor: e, Prepare: e.prepare})
	e.close()
	os.Exit(code)
}
