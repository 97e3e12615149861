package driver_test

import (
	"context"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/airlockhq/airlock/internal/testenv"
	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/conformance"
	"github.com/airlockhq/airlock/shared/executortest"
)

// plain is an executor that runs the driver as a child process, without a sandbox.
type plain struct {
	sessiontest.Plain
	python string
}

func (p plain) Open(ctx context.Context, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	return driver.Open(ctx, driver.Config{Start: p.start, Request: req, Events: events})
}

func (p plain) start(context.Context) (*driver.Process, error) {
	args := driver.Command(p.python)
	cmd := exec.Command(args[0], args[1:]...)
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &driver.Process{Stdin: in, Stdout: out, Kill: func() { _ = cmd.Process.Kill() }, Wait: func() error {
		err := cmd.Wait()
		return shared.Errorf(shared.KindBackendLost, "the interpreter is gone: %v: %s", err, stderr.String())
	}}, nil
}

func TestConformance(t *testing.T) {
	conformance.Test(t, executortest.Dial(t, plain{python: testenv.Python312(t)}), conformance.Config{Timeout: 3 * time.Minute})
}
