// Command airlock-executor-docker is the docker executor as a plugin: CPython in
// a hardened container.
package main

import (
	"os"

	"github.com/airlockhq/airlock/shared"
)

// version is stamped at link time from plugins/docker/VERSION.
var version = "0.0.0-dev"

func main() {
	e := newExecutor(version)
	code := shared.Serve(shared.ServeConfig{Executor: e, Prepare: e.prepare})
	e.close()
	os.Exit(code)
}
