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
	if os.Getenv(shared.Handshake.MagicCookieKey) == shared.Handshake.MagicCookieValue { // a host waits for sessions
		go e.prepare() // sooner than ServeConfig.Prepare would be called: mostly it waits for other processes
	}
	code := shared.Serve(shared.ServeConfig{Executor: e})
	e.close()
	os.Exit(code)
}
