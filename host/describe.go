package host

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"time"
	"unicode"

	"github.com/airlockhq/airlock/shared"
)

const (
	describeTime = 5 * time.Second
	maxDescribe  = 1 << 20 // bytes of output
)

// isVersion tells whether s is a version after the core of semver.org's grammar.
func isVersion(s string) bool {
	s, build, hasBuild := strings.Cut(s, "+")
	s, pre, hasPre := strings.Cut(s, "-")
	if hasBuild && !isVersionSuffix(build) || hasPre && !isVersionSuffix(pre) {
		return false
	}
	parts := strings.Split(s, ".")
	for _, p := range parts {
		if p == "" || p[0] == '0' && p != "0" || strings.Trim(p, "0123456789") != "" {
			return false
		}
	}
	return len(parts) == 3
}

func isVersionSuffix(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool {
		return r != '.' && r != '-' && (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
}

// describe asks the plugin's file what it is, without starting a server: it is run
// with the one argument "describe", an empty environment, an empty standard input and
// limits of time and output. The answer for one state of a file is remembered.
func (h *Host) describe(ctx context.Context, t *target) (*shared.Description, error) {
	known := h.verdicts.get(t.id)
	if text := known.Describe[t.name]; text != nil && !t.builtin {
		if d, err := parseDescription(t.name, text); err == nil {
			return d, t.checkVersion(d)
		}
	}
	out, err := h.runDescribe(ctx, t)
	if err != nil {
		return nil, fmt.Errorf("describing executor %q: %w", t.name, err)
	}
	d, err := parseDescription(t.name, out)
	if err != nil {
		return nil, fmt.Errorf("describing executor %q: %w", t.name, err)
	}
	if err := t.checkVersion(d); err != nil {
		return nil, err
	}
	if !t.builtin {
		if known.Describe == nil {
			known.Describe = map[string]json.RawMessage{}
		}
		known.Describe[t.name] = bytes.TrimSpace(out)
		h.verdicts.put(known)
	}
	return d, nil
}

func (h *Host) runDescribe(ctx context.Context, t *target) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, describeTime)
	defer cancel()
	outR, outW, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer outR.Close()
	errR, errW, err := os.Pipe()
	if err != nil {
		outW.Close()
		return nil, err
	}
	defer errR.Close()
	c, err := h.spawner.spawn(spawnSpec{
		path: t.path, exe: t.file, argv: append(t.argv(), "describe"), env: []string{},
		stdout: outW, stderr: errW, namespaces: true,
	})
	outW.Close()
	errW.Close()
	if err != nil {
		return nil, err
	}
	defer func() { c.kill(); <-c.done }()
	stop := context.AfterFunc(ctx, c.kill)
	defer stop()

	var said tail
	logs := make(chan struct{})
	go func() {
		defer close(logs)
		p := &stderrPump{src: io.LimitReader(errR, maxDescribe), tail: &said, out: discardPipe(), done: make(chan struct{})}
		p.run()
	}()
	out, err := io.ReadAll(io.LimitReader(outR, maxDescribe+1))
	switch {
	case len(out) > maxDescribe:
		return nil, fmt.Errorf("it printed more than %d bytes", maxDescribe)
	case ctx.Err() != nil:
		return nil, fmt.Errorf("it didn't end: %w", ctx.Err())
	case err != nil:
		return nil, err
	}
	select {
	case <-c.done:
	case <-ctx.Done():
		return nil, fmt.Errorf("it didn't end: %w", ctx.Err())
	}
	if !c.state.Success() {
		<-logs
		return nil, fmt.Errorf("it failed with %s%s", c.state, quoteTail(h.redact.Text(said.text())))
	}
	return out, nil
}

// discardPipe is a pipe's end that nobody reads: writes fail at once.
func discardPipe() *io.PipeWriter {
	r, w := io.Pipe()
	r.Close()
	return w
}

// quoteTail formats the last lines of a plugin for the end of an error message.
func quoteTail(text string) string {
	if text == "" {
		return ""
	}
	return "; its last lines:\n  " + strings.ReplaceAll(text, "\n", "\n  ")
}

// parseDescription parses the JSON that describe prints. A plugin of our minor
// version or an older one must not have unknown fields; a newer one may.
func parseDescription(name string, data []byte) (*shared.Description, error) {
	var d shared.Description
	err := decodeStrict(data, &d)
	if err != nil {
		var loose shared.Description
		if json.Unmarshal(data, &loose) != nil || loose.ProtocolMinor <= shared.ProtocolMinor {
			return nil, err
		}
		d = loose
	}
	if err := checkDescription(name, &d); err != nil {
		return nil, err
	}
	return &d, nil
}

// checkDescription refuses what a plugin says about itself where it can't be right.
// It holds for the answer over gRPC too.
func checkDescription(name string, d *shared.Description) error {
	var errs []error
	if d.Name != name {
		errs = append(errs, fmt.Errorf("the file is named %q, the plugin calls itself %q", name, d.Name))
	}
	if !isVersion(d.Version) || len(d.Version) > 100 {
		errs = append(errs, fmt.Errorf("%.100q is not a version (want MAJOR.MINOR.PATCH)", d.Version))
	}
	if d.Protocol != shared.Protocol {
		errs = append(errs, fmt.Errorf("it speaks protocol %d, this host %d: install a matching version", d.Protocol, shared.Protocol))
	}
	switch d.Isolation {
	case shared.IsolationInterpreter, shared.IsolationProcess, shared.IsolationContainer, shared.IsolationMicroVM:
	default:
		errs = append(errs, fmt.Errorf("unknown isolation %.100q", d.Isolation))
	}
	if d.MaxSessions < 0 {
		errs = append(errs, fmt.Errorf("max_sessions is %d", d.MaxSessions))
	}
	for _, e := range d.Env {
		if err := checkEnvName(e.Name); err != nil {
			errs = append(errs, err)
		}
	}
	if strings.ContainsFunc(d.Summary, unicode.IsControl) {
		errs = append(errs, errors.New("the summary holds control characters"))
	}
	return errors.Join(errs...)
}

// checkVersion compares what the plugin says with what was locked: the same file
// with another version runs something that the digest doesn't cover.
func (t *target) checkVersion(d *shared.Description) error {
	if t.lock != nil && t.lock.Version != d.Version {
		return fmt.Errorf("executor %q: locked is version %s, it says %s: run airlock plugins lock %s: %w",
			t.name, t.lock.Version, d.Version, t.name, ErrLocked)
	}
	return nil
}
