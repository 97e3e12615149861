package conformance_test

import (
	"context"
	"testing"
	"time"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/conformance"
	"github.com/airlockhq/airlock/shared/executortest"
)

// TestReport: the suite passes what holds, fails what doesn't (the fake speaks no Python), skips what isn't declared, and goes on after each.
func TestReport(t *testing.T) {
	fake := &executortest.Fake{Description: shared.Description{
		Name: "fake", Version: "1.0.0", Isolation: shared.IsolationProcess, Capabilities: shared.Capabilities{Usage: true, Files: true},
	}}
	seen := 0
	report, err := conformance.Run(context.Background(), executortest.Dial(t, fake), conformance.Config{Timeout: 10 * time.Second}, func(conformance.Outcome) { seen++ })
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]conformance.Outcome{}
	for _, o := range report.Outcomes {
		got[o.Name] = o
	}
	for name, want := range map[string]conformance.Status{
		"describe": conformance.Passed, "open_close": conformance.Passed, "close_twice": conformance.Passed, "files": conformance.Passed, "usage": conformance.Passed,
		"state": conformance.Failed, "error_runtime": conformance.Failed, "stream_cut": conformance.Failed,
		"tools": conformance.Skipped, "snapshot": conformance.Skipped, "limit_time": conformance.Skipped,
	} {
		if o := got[name]; o.Status != want || o.Status != conformance.Passed && len(o.Log) == 0 {
			t.Errorf("%s: %+v, want it %s", name, o, want)
		}
	}
	if report.OK() || report.Executor != "fake" || seen != len(report.Outcomes) {
		t.Errorf("the report is OK: %v, of %q, %d outcomes seen", report.OK(), report.Executor, seen)
	}
	if open, _ := fake.Sessions(); open != 0 {
		t.Errorf("%d sessions are left open", open)
	}
	only, err := conformance.Run(context.Background(), executortest.Dial(t, fake), conformance.Config{Only: "desc"}, nil)
	if err != nil || len(only.Outcomes) != 1 || !only.OK() {
		t.Errorf("one check alone: %+v, %v", only, err)
	}
}

// TestBadDescription: an identity that no host could use is found.
func TestBadDescription(t *testing.T) {
	fake := &executortest.Fake{Description: shared.Description{Name: "No Name", Version: "one"}}
	report, err := conformance.Run(context.Background(), executortest.Dial(t, fake), conformance.Config{Only: "describe"}, nil)
	if err != nil || report.OK() || len(report.Outcomes[0].Log) != 3 {
		t.Errorf("%+v, %v", report, err)
	}
}
