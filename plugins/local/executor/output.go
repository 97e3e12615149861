package executor

import "github.com/airlockhq/airlock/shared"

// stdout and stderr are the guest's streams: of the run under way, else of the
// session.
type (
	stdout struct{ s *Session }
	stderr struct{ s *Session }
)

func (w stdout) Write(p []byte) (int, error) {
	if w.s.run == nil {
		return len(p), w.s.between.Output(shared.Stdout, p)
	}
	return len(p), w.s.run.out.Write(p)
}

func (w stderr) Write(p []byte) (int, error) {
	if w.s.run == nil {
		return len(p), w.s.between.Output(shared.Stderr, p)
	}
	if err := w.s.run.out.Flush(); err != nil {
		return 0, err
	}
	return len(p), w.s.run.events.Output(shared.Stderr, p)
}
