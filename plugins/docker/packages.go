package main

import (
	"context"

	"github.com/airlockhq/airlock/shared"
)

func (s *session) InstallPackages(ctx context.Context, packages []string, events shared.Events) error {
	return shared.Errorf(shared.KindUnsupported, "not yet")
}
