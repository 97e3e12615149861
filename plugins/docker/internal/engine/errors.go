package engine

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"

	cerrdefs "github.com/containerd/errdefs"
	"github.com/docker/docker/client"

	"github.com/airlockhq/airlock/shared"
)

// Explain makes an error of the client's one that says what to do next. doing is
// what was attempted.
func Explain(err error, doing string, args ...any) error {
	var known *shared.Error
	if err == nil || errors.As(err, &known) {
		return err
	}
	kind, hint := classify(err)
	return hinted(shared.Errorf(kind, "%s: %w", fmt.Sprintf(doing, args...), err), hint)
}

func hinted(e *shared.Error, hint string) *shared.Error {
	e.Hint = hint
	return e
}

func classify(err error) (kind shared.Kind, hint string) {
	text := err.Error()
	switch {
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return shared.KindInterrupted, ""
	case errors.Is(err, fs.ErrPermission), strings.Contains(text, "permission denied while trying to connect"):
		return shared.KindBackendUnavailable, "your user may not use the engine: add it to the group docker and log in again, or use a rootless engine by DOCKER_HOST"
	case client.IsErrConnectionFailed(err), strings.Contains(text, "annot connect to the Docker daemon"):
		return shared.KindBackendUnavailable, "start the engine (such as: systemctl start docker), or say where one is by DOCKER_HOST or DOCKER_CONTEXT"
	case strings.Contains(text, "no space left on device"):
		return shared.KindBackendUnavailable, "the engine's disk is full: docker system df shows what takes the room, docker system prune frees it"
	case strings.Contains(text, "client version") && strings.Contains(text, "too new"):
		return shared.KindBackendUnavailable, "unset DOCKER_API_VERSION, so that the version is negotiated"
	case cerrdefs.IsUnauthorized(err), cerrdefs.IsPermissionDenied(err):
		return shared.KindBackendAuth, "docker login stores the credentials of a registry"
	case cerrdefs.IsInvalidArgument(err), cerrdefs.IsNotFound(err):
		return shared.KindInvalidArgument, ""
	}
	return shared.KindBackendUnavailable, ""
}
