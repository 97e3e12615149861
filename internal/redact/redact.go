// Package redact hides secrets in what leaves the program as log, error or file.
package redact

import (
	"errors"
	"fmt"
	"io"
	"log"
	"maps"
	"slices"
	"sort"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/hashicorp/go-hclog"

	"github.com/airlockhq/airlock/internal/redact/forms"
	"github.com/airlockhq/airlock/shared"
)

// minSecret is the shortest value that is hidden: a shorter one is found in too many
// innocent words to hide anything.
const minSecret = 6

// Redactor replaces secret values in what leaves the program, whatever a plugin or
// server wrote. Safe from any goroutine.
type Redactor struct {
	mu       sync.Mutex
	secrets  map[string]string // value to name
	replacer atomic.Pointer[strings.Replacer]
}

// Add makes value secret; name is shown in its place. The forms in which keys travel in
// headers, addresses and files are hidden too.
func (r *Redactor) Add(name, value string) {
	if len(value) < minSecret {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.secrets == nil {
		r.secrets = map[string]string{}
	}
	for _, form := range forms.Of(value) {
		r.secrets[form] = name
	}
	values := r.values()
	pairs := make([]string, 0, 2*len(values))
	for _, v := range values {
		pairs = append(pairs, v, "[redacted "+r.secrets[v]+"]")
	}
	r.replacer.Store(strings.NewReplacer(pairs...))
}

// values are all forms of the secrets, the longest first: one secret may contain another.
// The caller holds the lock.
func (r *Redactor) values() []string {
	values := slices.Sorted(maps.Keys(r.secrets))
	sort.SliceStable(values, func(i, j int) bool { return len(values[i]) > len(values[j]) })
	return values
}

// Empty tells that there is nothing to hide.
func (r *Redactor) Empty() bool { return r.replacer.Load() == nil }

// Text returns s without secrets.
func (r *Redactor) Text(s string) string {
	if rep := r.replacer.Load(); rep != nil {
		return rep.Replace(s)
	}
	return s
}

// redactedError shows its cause without secrets and is still that cause for
// errors.Is and errors.As.
type redactedError struct {
	text  string
	cause error
}

func (e *redactedError) Error() string { return e.text }
func (e *redactedError) Unwrap() error { return e.cause }

// Err returns err, or one without secrets where its text or the *shared.Error in its
// chain holds one.
func (r *Redactor) Err(err error) error {
	if err == nil || r.replacer.Load() == nil {
		return err
	}
	var e *shared.Error
	if errors.As(err, &e) {
		if c := r.sharedError(e); c != nil {
			return c
		}
	}
	text := err.Error()
	if clean := r.Text(text); clean != text {
		return &redactedError{clean, hiddenCause{err}}
	}
	return err
}

// hiddenCause lets errors.Is reach sentinels of the chain, without handing out the
// errors themselves, whose texts hold the secret.
type hiddenCause struct{ err error }

func (h hiddenCause) Error() string        { return "redacted" }
func (h hiddenCause) Is(target error) bool { return errors.Is(h.err, target) }

// sharedError returns a clean copy of e, nil where e holds no secret. The cause is left
// out: it may hold the same.
func (r *Redactor) sharedError(e *shared.Error) *shared.Error {
	c := &shared.Error{
		Kind: e.Kind, Type: r.Text(e.Type), Message: r.Text(e.Message), Line: e.Line, Column: e.Column, SourceLine: r.Text(e.SourceLine),
		Traceback: slices.Clone(e.Traceback), Hint: r.Text(e.Hint), ExitCode: e.ExitCode, TracebackText: r.Text(e.TracebackText),
	}
	for i := range c.Traceback {
		f := &c.Traceback[i]
		f.File, f.Function, f.Source = r.Text(f.File), r.Text(f.Function), r.Text(f.Source)
	}
	if c.Type == e.Type && c.Message == e.Message && c.SourceLine == e.SourceLine && c.Hint == e.Hint &&
		c.TracebackText == e.TracebackText && slices.Equal(c.Traceback, e.Traceback) {
		return nil
	}
	return c
}

// Logger returns l with everything that passes it redacted.
func (r *Redactor) Logger(l hclog.Logger) hclog.Logger {
	return &redactedLogger{Logger: l, r: r}
}

type redactedLogger struct {
	hclog.Logger
	r *Redactor
}

var _ hclog.Logger = (*redactedLogger)(nil)

func (l *redactedLogger) args(in []any) []any {
	if l.r.replacer.Load() == nil {
		return in
	}
	out := make([]any, len(in))
	for i, a := range in {
		out[i] = a
		var s string
		switch a := a.(type) {
		case string:
			s = a
		case []byte:
			s = string(a)
		default:
			s = fmt.Sprint(a)
		}
		if clean := l.r.Text(s); clean != s {
			out[i] = clean
		}
	}
	return out
}

func (l *redactedLogger) Log(level hclog.Level, msg string, args ...any) {
	l.Logger.Log(level, l.r.Text(msg), l.args(args)...)
}

func (l *redactedLogger) Trace(msg string, args ...any) { l.Log(hclog.Trace, msg, args...) }
func (l *redactedLogger) Debug(msg string, args ...any) { l.Log(hclog.Debug, msg, args...) }
func (l *redactedLogger) Info(msg string, args ...any)  { l.Log(hclog.Info, msg, args...) }
func (l *redactedLogger) Warn(msg string, args ...any)  { l.Log(hclog.Warn, msg, args...) }
func (l *redactedLogger) Error(msg string, args ...any) { l.Log(hclog.Error, msg, args...) }

func (l *redactedLogger) With(args ...any) hclog.Logger {
	return l.r.Logger(l.Logger.With(l.args(args)...))
}
func (l *redactedLogger) Named(name string) hclog.Logger { return l.r.Logger(l.Logger.Named(name)) }
func (l *redactedLogger) ResetNamed(name string) hclog.Logger {
	return l.r.Logger(l.Logger.ResetNamed(name))
}

func (l *redactedLogger) StandardLogger(o *hclog.StandardLoggerOptions) *log.Logger {
	return log.New(l.StandardWriter(o), "", 0)
}

func (l *redactedLogger) StandardWriter(*hclog.StandardLoggerOptions) io.Writer { return LogWriter{l} }

// LogWriter turns writes into debug lines of L.
type LogWriter struct{ L hclog.Logger }

// Write implements io.Writer.
func (w LogWriter) Write(p []byte) (int, error) {
	for _, line := range strings.Split(strings.TrimRight(string(p), "\n"), "\n") {
		w.L.Debug(line)
	}
	return len(p), nil
}
