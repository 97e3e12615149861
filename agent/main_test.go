package agent_test

import (
	"os"
	"testing"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/plugins/local/executor"
)

func TestMain(m *testing.M) {
	executor.Embed("0.0.0-test")
	os.Exit(m.Run())
}

// localHost is a host that finds the local executor alone.
func localHost(tb testing.TB) *host.Host {
	tb.Helper()
	h, err := host.New(host.Config{
		ConfigDir: tb.TempDir(),
		Builtins:  map[string]host.Builtin{executor.Name: {Args: executor.EmbedArgs()}},
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
