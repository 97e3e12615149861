package conformance

import (
	"errors"
	"strings"
	"sync"

	"github.com/airlockhq/airlock/shared"
	"github.com/airlockhq/airlock/shared/value"
)

// open opens a session with the request of the configuration, changed by change. It is the caller's to close.
func (s *suite) open(change func(*shared.OpenRequest), events shared.Events) shared.Session {
	s.Helper()
	req := s.cfg.Open
	if change != nil {
		change(&req)
	}
	if events == nil {
		events = &shared.Handler{}
	}
	sess, err := s.exec.Open(s.ctx, &req, events)
	if err != nil {
		s.Fatalf("open: %v", err)
	}
	return sess
}

// with runs f with a session and closes it.
func (s *suite) with(f func(sess shared.Session)) {
	s.Helper()
	sess := s.open(nil, nil)
	defer s.close(sess)
	f(sess)
}

func (s *suite) close(sess shared.Session) {
	s.Helper()
	if _, err := sess.Close(s.ctx); err != nil {
		s.Errorf("close: %v", err)
	}
}

// run runs code that must succeed.
func (s *suite) run(sess shared.Session, code string, events shared.Events) *shared.Result {
	s.Helper()
	res, err := s.try(sess, code, events)
	if err != nil {
		s.Fatalf("run %q: %v", short(code), err)
	}
	return res
}

func (s *suite) try(sess shared.Session, code string, events shared.Events) (*shared.Result, error) {
	if events == nil {
		events = &shared.Handler{}
	}
	return sess.Execute(s.ctx, &shared.ExecuteRequest{Code: code}, events)
}

// failed is what a run failed with.
type failed = shared.Error

// failure is a run that failed as it should.
type failure struct {
	failed
	res *shared.Result
}

// fails runs code that must fail with one of the kinds.
func (s *suite) fails(sess shared.Session, code string, events shared.Events, kinds ...shared.Kind) failure {
	s.Helper()
	res, err := s.try(sess, code, events)
	if err == nil {
		s.Fatalf("run %q: it succeeded with %s, expected a failure of kind %s", short(code), res.Value, kinds)
	}
	for _, k := range kinds {
		if errors.Is(err, k) {
			return failure{*shared.AsError(err), res}
		}
	}
	s.Fatalf("run %q: it failed with %v (kind %s), expected the kind %s", short(code), err, shared.AsError(err).Kind, kinds)
	return failure{} // Fatalf doesn't return
}

// wantValue runs an expression and compares its value, as Text.
func (s *suite) wantValue(sess shared.Session, code string, want any) {
	s.Helper()
	s.sameText(short(code), s.run(sess, code, nil).Value, want)
}

// sameText compares a Text with a Go or Python value.
func (s *suite) sameText(what string, got value.Text, want any) {
	s.Helper()
	v, err := value.Decode(got)
	if err != nil {
		s.Errorf("%s: %v: %.200s", what, err, got)
		return
	}
	have, err := value.Encode(v)
	if err != nil {
		s.Errorf("%s: %v", what, err)
		return
	}
	if exp := value.MustText(want); string(have) != string(exp) {
		s.Errorf("%s: the value is %.200s, want %.200s", what, have, exp)
	}
}

func short(code string) string {
	if len(code) > 80 {
		return code[:80] + "..."
	}
	return code
}

// output collects what a run writes.
type output struct {
	mu             sync.Mutex
	stdout, stderr strings.Builder
}

func (o *output) handler() *shared.Handler {
	return &shared.Handler{OnOutput: func(stream shared.Stream, p []byte) error {
		o.mu.Lock()
		defer o.mu.Unlock()
		if stream == shared.Stderr {
			o.stderr.Write(p)
		} else {
			o.stdout.Write(p)
		}
		return nil
	}}
}

func (o *output) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.stdout.String()
}

// enforced tells whether a session says that it enforces name.
func enforced(sess shared.Session, name string) bool {
	for _, e := range sess.Info().Enforced {
		if e.Name == name {
			return e.Holds
		}
	}
	return false
}

// limited opens a session if it enforces name under the given limits, and skips otherwise.
func (s *suite) limited(name string, limits shared.Limits) shared.Session {
	s.Helper()
	sess := s.open(func(r *shared.OpenRequest) { r.Limits = limits.Merge(r.Limits) }, nil)
	if !enforced(sess, name) {
		s.close(sess)
		s.Skipf("the session says that %s doesn't hold", name)
	}
	return sess
}
