package main

import (
	"testing"
	"time"

	"github.com/airlockhq/airlock/shared/conformance"
	"github.com/airlockhq/airlock/shared/executortest"
)

func TestConformance(t *testing.T) {
	conformance.Test(t, executortest.Dial(t, executor{}), conformance.Config{Timeout: 3 * time.Minute})
}
