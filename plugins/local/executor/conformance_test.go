package executor_test

import (
	"testing"

	"github.com/airlockhq/airlock/plugins/local/executor"
	"github.com/airlockhq/airlock/shared/conformance"
	"github.com/airlockhq/airlock/shared/executortest"
)

func TestConformance(t *testing.T) {
	conformance.Test(t, executortest.Dial(t, &executor.Executor{Version: "0.0.0-test"}), conformance.Config{})
}
