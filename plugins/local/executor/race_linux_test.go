//go:build race

package executor_test

func init() { raceDetector = true }
