package main

import (
	"context"

	"github.com/airlockhq/airlock/plugins/docker/internal/packages"
	"github.com/airlockhq/airlock/shared"
)

// InstallPackages implements shared.PackageInstaller. The session moves to a
// container of an image with the packages: its own is read-only, and has no
// network. That image stays, so that the same packages are there at once next time.
func (s *session) InstallPackages(ctx context.Context, list []string, events shared.Events) error {
	if len(list) == 0 {
		return nil
	}
	s.mu.Lock()
	used := s.used
	s.mu.Unlock()
	if used {
		e := shared.Errorf(shared.KindPackage, "packages can be installed before the first run only: the sandbox is read-only, and a new one would lose the session's state")
		e.Hint = "name them when the session is opened (--package), or open another session"
		return e
	}
	release, err := s.docker.installing(ctx)
	if err != nil {
		return err
	}
	defer release()
	old := s.set.spec.Image
	img, err := packages.Image(ctx, s.docker.maker, packages.Request{
		Base: old, Platform: s.set.spec.Platform, Python: s.set.python, Requirements: list, Network: s.set.network, Certificates: s.set.certificates,
		Runtime: s.set.spec.Runtime, Strict: s.set.spec.Strict,
	}, events.Progress)
	if err != nil {
		return err
	}
	s.set.spec.Image = img.ID
	from := s.current()
	if err := s.move(ctx); err != nil {
		s.set.spec.Image = old
		s.stay(from)
		return err
	}
	return nil
}

// stay ends the machine of a move that failed: the session goes on where it was.
func (s *session) stay(from *machine) {
	s.mu.Lock()
	to := s.machine
	s.machine = from
	s.mu.Unlock()
	if to != from {
		to.End()
	}
}

// installing lets one installation at a time go on, as they may well be the same.
func (d *docker) installing(ctx context.Context) (release func(), err error) {
	select {
	case d.turn <- struct{}{}:
		return func() { <-d.turn }, nil
	case <-ctx.Done():
		return nil, shared.Errorf(shared.KindInterrupted, "waiting for another installation of packages: %w", context.Cause(ctx))
	}
}
