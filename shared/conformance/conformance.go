// Package conformance is the suite that every executor passes: what the protocol promises, checked with guest code.
//
// A check whose capability the executor doesn't declare is skipped; what a session says it enforces is held against it. Guest code
// in it keeps to what Python 3.4 has, so that small interpreters can take part.
//
// In a Go test:
//
//	conformance.Test(t, exec, conformance.Config{})
//
// Elsewhere Run returns a report.
package conformance

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/airlockhq/airlock/shared"
)

// T is how a check reports; *testing.T is one.
type T interface {
	Helper()
	Logf(format string, args ...any)
	Errorf(format string, args ...any)
	Fatalf(format string, args ...any)
	Skipf(format string, args ...any)
}

// Config tunes the suite. The zero value is good.
type Config struct {
	// Open is the request that sessions are opened with.
	Open shared.OpenRequest
	// Timeout of one check; 0 means a minute.
	Timeout time.Duration
	// Package is a small package to install, where the executor can; empty skips that check.
	Package string
	// Only runs the checks whose name begins with it.
	Only string
}

func (c Config) timeout() time.Duration {
	if c.Timeout == 0 {
		return time.Minute
	}
	return c.Timeout
}

// check is one part of the suite.
type check struct {
	name string
	// needs tells whether the executor declares what the check is about; nil means always.
	needs func(c shared.Capabilities) bool
	run   func(s *suite)
}

// suite is what a check works with.
type suite struct {
	T
	ctx  context.Context
	exec shared.Executor
	desc *shared.Description
	cfg  Config
}

// Parent is a T with subtests, as *testing.T is.
type Parent[S T] interface {
	T
	Run(name string, f func(S)) bool
}

// Test runs the suite as subtests.
func Test[S T](t Parent[S], exec shared.Executor, cfg Config) {
	desc, err := exec.Describe(context.Background())
	if err != nil {
		t.Fatalf("describe: %v", err)
	}
	for _, c := range selected(cfg) {
		t.Run(c.name, func(t S) { c.do(t, context.Background(), exec, desc, cfg) })
	}
}

func selected(cfg Config) (out []check) {
	for _, c := range checks {
		if strings.HasPrefix(c.name, cfg.Only) {
			out = append(out, c)
		}
	}
	return out
}

func (c check) do(t T, ctx context.Context, exec shared.Executor, desc *shared.Description, cfg Config) {
	if c.needs != nil && !c.needs(desc.Capabilities) {
		t.Skipf("%s doesn't declare it", desc.Name)
	}
	ctx, cancel := context.WithTimeout(ctx, cfg.timeout())
	defer cancel()
	c.run(&suite{T: t, ctx: ctx, exec: exec, desc: desc, cfg: cfg})
}

// Status is the outcome of a check.
type Status string

// The outcomes.
const (
	Passed  Status = "passed"
	Failed  Status = "failed"
	Skipped Status = "skipped"
)

// Outcome of one check.
type Outcome struct {
	Name   string        `json:"name"`
	Status Status        `json:"status"`
	Took   time.Duration `json:"took"`
	// Log is what the check said, a line each.
	Log []string `json:"log,omitempty"`
}

// Report is the outcome of the suite.
type Report struct {
	Executor string    `json:"executor"`
	Version  string    `json:"version"`
	Outcomes []Outcome `json:"outcomes"`
}

// OK tells that no check failed.
func (r *Report) OK() bool {
	for _, o := range r.Outcomes {
		if o.Status == Failed {
			return false
		}
	}
	return true
}

// Run runs the suite. each, if not nil, is told every outcome as it comes. The error is that of Describe, or of ctx.
func Run(ctx context.Context, exec shared.Executor, cfg Config, each func(Outcome)) (*Report, error) {
	desc, err := exec.Describe(ctx)
	if err != nil {
		return nil, fmt.Errorf("describe: %w", err)
	}
	r := &Report{Executor: desc.Name, Version: desc.Version}
	for _, c := range selected(cfg) {
		if ctx.Err() != nil {
			return r, context.Cause(ctx)
		}
		o := c.outcome(ctx, exec, desc, cfg)
		r.Outcomes = append(r.Outcomes, o)
		if each != nil {
			each(o)
		}
	}
	return r, nil
}

// outcome runs a check in a goroutine that Fatalf and Skipf can end.
func (c check) outcome(ctx context.Context, exec shared.Executor, desc *shared.Description, cfg Config) Outcome {
	t := &recorder{o: Outcome{Name: c.name, Status: Passed}}
	start := time.Now()
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if v := recover(); v != nil {
				t.Errorf("panic: %v", v)
			}
		}()
		c.do(t, ctx, exec, desc, cfg)
	}()
	<-done
	t.o.Took = time.Since(start)
	return t.o
}

// recorder is a T that keeps what it is told.
type recorder struct{ o Outcome }

func (r *recorder) Helper() {}

func (r *recorder) Logf(format string, args ...any) {
	r.o.Log = append(r.o.Log, fmt.Sprintf(format, args...))
}

func (r *recorder) Errorf(format string, args ...any) {
	r.Logf(format, args...)
	r.o.Status = Failed
}

func (r *recorder) Fatalf(format string, args ...any) {
	r.Errorf(format, args...)
	runtime.Goexit()
}

func (r *recorder) Skipf(format string, args ...any) {
	r.Logf(format, args...)
	r.o.Status = Skipped
	runtime.Goexit()
}
