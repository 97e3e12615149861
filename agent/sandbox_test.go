package agent

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/airlockhq/airlock/shared"
)

// closedSession tells when it is closed.
type closedSession struct {
	shared.Session
	close func()
}

func (s *closedSession) Close(context.Context) (*shared.CloseReport, error) {
	s.close()
	return nil, nil
}

func TestIdleSandboxesAreFew(t *testing.T) {
	var mu sync.Mutex
	var closed []int
	s := &sandboxes{agent: &Agent{}}
	for i := range maxIdle + 3 {
		box := &sandbox{owned: true, session: &closedSession{close: func() {
			mu.Lock()
			defer mu.Unlock()
			closed = append(closed, i)
		}}}
		s.all = append(s.all, box)
	}
	for _, box := range slices.Clone(s.all) {
		s.giveBack(box)
	}
	s.extra.Wait()
	slices.Sort(closed)
	if !slices.Equal(closed, []int{0, 1, 2}) || len(s.all) != maxIdle || len(s.free) != maxIdle {
		t.Errorf("%v are closed, %d are known, %d free", closed, len(s.all), len(s.free))
	}
	if err := s.close(); err != nil || len(closed) != maxIdle+3 {
		t.Errorf("%d are closed in the end; %v", len(closed), err)
	}
}
