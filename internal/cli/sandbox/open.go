package sandbox

import (
	"context"
	"errors"
	"fmt"

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

// unavailable tells that another executor may work where this one doesn't.
func unavailable(err error) bool {
	return errors.Is(err, shared.KindBackendUnavailable) || errors.Is(err, shared.KindBackendAuth) || errors.Is(err, host.ErrUnknownExecutor)
}
