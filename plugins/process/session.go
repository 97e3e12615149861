package main

import (
	"context"
	"sync"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/plugins/process/internal/sandbox"
	"github.com/airlockhq/airlock/shared"
)

// session is the driver's, and the sandboxes that it runs in, one after the other.
type session struct {
	*driver.Session
	fresh func(context.Context) (*sandbox.Box, error)

	mu   sync.Mutex
	box  *sandbox.Box
	used bool // the driver has the box's process
}

var _ shared.UsageReporter = (*session)(nil)

// start gives the driver the process of the session's first sandbox, or of one for
// that it lost.
func (s *session) start(ctx context.Context) (*driver.Process, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.used {
		box, err := s.fresh(ctx)
		if err != nil {
			return nil, err
		}
		s.box = box
	}
	s.used = true
	return s.box.Process(), nil
}

func (s *session) current() *sandbox.Box {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.box
}

// Usage implements shared.UsageReporter.
func (s *session) Usage(context.Context) (*shared.Usage, error) { return s.current().Usage() }

// Execute adds the peak of memory to the stats of a run, where it is known.
func (s *session) Execute(ctx context.Context, req *shared.ExecuteRequest, events shared.Events) (*shared.Result, error) {
	res, err := s.Session.Execute(ctx, req, events)
	if res != nil {
		res.Stats.MemoryPeakBytes = s.current().MemoryPeak()
	}
	return res, err
}

// Close implements shared.Session.
func (s *session) Close(ctx context.Context) (*shared.CloseReport, error) {
	report, err := s.Session.Close(ctx)
	s.current().End()
	return report, err
}
