package sandbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/airlockhq/airlock/host"
	"github.com/airlockhq/airlock/internal/cli/term"
	"github.com/airlockhq/airlock/shared"
)

// OpenSession opens a session, installs its packages and sets its variables, showing
// how far that is.
func OpenSession(ctx context.Context, h *host.Host, t *term.Terminal, o *Options, open host.OpenOptions, vars []shared.Variable, events *shared.Handler) (*host.Session, error) {
	progress := t.NewProgress("starting " + o.Executor)
	defer progress.Done()
	events.OnProgress = progress.Event
	open.Events = events
	s, err := h.Open(ctx, o.Executor, open)
	if o.Fallback != "" && unavailable(err) {
		progress.Done()
		fmt.Fprintf(t.Err, "%s; using %s instead\n", term.Escape(err.Error()), term.Escape(o.Fallback))
		s, err = h.Open(ctx, o.Fallback, open)
	}
	if errors.Is(err, shared.KindPackage) && o.Fallback == "" {
		err = fmt.Errorf("%w%s", err, elsewhere(ctx, h, o.Executor))
	}
	if err != nil {
		return nil, err
	}
	if len(o.Packages) > 0 {
		progress.Phase("installing packages")
		if err := s.InstallPackages(ctx, o.Packages, &shared.Handler{OnProgress: progress.Event}); err != nil {
			return nil, fmt.Errorf("installing packages: %w", err)
		}
	}
	if len(vars) > 0 {
		if err := s.SetVariables(ctx, vars); err != nil {
			return nil, fmt.Errorf("setting variables: %w", err)
		}
	}
	return s, nil
}

// unavailable tells that another executor may work where this one doesn't: it
// isn't there, or lacks a module that is authorised.
func unavailable(err error) bool {
	return errors.Is(err, shared.KindBackendUnavailable) || errors.Is(err, shared.KindBackendAuth) ||
		errors.Is(err, shared.KindPackage) || errors.Is(err, host.ErrUnknownExecutor)
}

// elsewhere names the executors that may have the modules that this one lacks:
// those that run CPython.
func elsewhere(ctx context.Context, h *host.Host, name string) string {
	list, err := h.List()
	if err != nil {
		return ""
	}
	var names, installs []string
	for _, c := range list {
		if c.State != host.StateUsed || c.Name == name {
			continue
		}
		d, err := h.Describe(ctx, c.Name)
		if err != nil || d.Isolation == shared.IsolationInterpreter {
			continue
		}
		names = append(names, c.Name)
		if d.Capabilities.Packages {
			installs = append(installs, c.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	text := fmt.Sprintf(" CPython may have them: --fallback-executor NAME runs the session there instead, with NAME %s.", strings.Join(names, " or "))
	if len(installs) > 0 {
		text += fmt.Sprintf(" With --package they are installed in %s.", strings.Join(installs, ", "))
	}
	return text
}
