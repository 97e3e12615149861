package agent_test

import (
	"os"
	"testing"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/shared"
)

// serveArg makes the test's own binary serve the local executor.
const serveArg = "__executor"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == serveArg {
		executor.TuneRuntime()
		os.Exit(shared.Serve(shared.ServeConfig{
			Executor: &executor.Executor{Version: "0.0.0-test", OwnsProcess: true}, Args: os.Args[2:], Prepare: executor.Prepare,
		}))
	}
	os.Exit(m.Run())
}

// localHost is a host that finds the local executor alone.
func localHost(tb testing.TB) *host.Host {
	tb.Helper()
	h, err := host.New(host.Config{
		ConfigDir: tb.TempDir(),
		Builtins:  map[string]host.Builtin{executor.Name: {Args: []string{serveArg}}},
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		if err := h.Close(); err != nil {
			tb.Error(err)
		}
	})
	return h
}
