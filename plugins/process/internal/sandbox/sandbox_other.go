//go:build !linux

package sandbox

import (
	"context"
	"runtime"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/shared"
)

// Box is a sandbox, of which there are none on this system.
type Box struct{}

func unsupported() error {
	return shared.Errorf(shared.KindUnsupported, "open process: its sandbox needs Linux, and this is %s; use local, or docker", runtime.GOOS)
}

// Start fails.
func Start(context.Context, Config) (*Box, error) { return nil, unsupported() }

// Prepare fails.
func Prepare(string) error { return unsupported() }

// Process is none.
func (*Box) Process() *driver.Process { return nil }

// Alive is false.
func (*Box) Alive() bool { return false }

// Enforced is empty.
func (*Box) Enforced() []shared.Enforced { return nil }

// Usage fails.
func (*Box) Usage() (*shared.Usage, error) { return nil, unsupported() }

// MemoryPeak is unknown.
func (*Box) MemoryPeak() int64 { return 0 }

// End does nothing.
func (*Box) End() {}

// Reap finds nothing.
func Reap(bool) *shared.ReapReport { return &shared.ReapReport{} }

// Check tells that there is no sandbox here.
func Check(context.Context, Config) []shared.CheckItem {
	return []shared.CheckItem{{Name: "sandbox", Status: shared.CheckFailed, Detail: unsupported().Error()}}
}
