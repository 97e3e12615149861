package main

import (
	"fmt"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/process/internal/sandbox"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/conformance"
	"github.com/airlockhq/airlock/shared/executortest"
)

// TestMain is also the launcher inside of the sandboxes of the tests.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == sandbox.LaunchCommand {
		fmt.Fprintln(os.Stderr, sandbox.Launch(os.Args[2:]))
		os.Exit(126)
	}
	os.Exit(m.Run())
}

func needBubblewrap(t *testing.T) {
	t.Helper()
	if _, err := exec.LookPath("bwrap"); err != nil {
		testenv.Unavailable(t, testenv.Bubblewrap, "%v", err)
	}
}

func TestConformance(t *testing.T) {
	needBubblewrap(t)
	client := executortest.Dial(t, &executor{version: "0.0.0-test"})
	open := shared.OpenRequest{Options: map[string]string{"python": testenv.Python312(t)}}
	conformance.Test(t, client, conformance.Config{Timeout: 5 * time.Minute, Open: open})
}
