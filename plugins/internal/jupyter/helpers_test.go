package jupyter_test

import (
	"context"
	"testing"

	"github.com/airlockhq/airlock/plugins/internal/sessiontest"
	"github.com/airlockhq/airlock/shared"
)

// open opens a session on the common gateway. What comes between the runs goes to the sessiontest.Recorder.
func open(t *testing.T, limits shared.Limits) (shared.Session, *sessiontest.Recorder) {
	t.Helper()
	between := &sessiontest.Recorder{Printed: make(chan struct{}, 1)}
	s, err := plain{gateway: gateway(t)}.Open(t.Context(), &shared.OpenRequest{Limits: limits}, between)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { closeSession(t, s) })
	return s, between
}

// closeSession tells of what a session leaves behind.
func closeSession(t *testing.T, s shared.Session) {
	t.Helper()
	report, err := s.Close(context.Background())
	if err != nil || len(report.Left) > 0 {
		t.Errorf("close: %v, left %q", err, report.Left)
	}
}
