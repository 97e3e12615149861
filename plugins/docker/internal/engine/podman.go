package engine

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"

	"github.com/docker/docker/api/types/system"
)

// IsPodman tells whether the engine is Podman, which speaks Docker's API.
func (e *Engine) IsPodman() bool { return e.podman != "" }

// IsHere tells whether the engine runs on this machine, as far as its address tells.
func (e *Engine) IsHere() bool {
	return strings.HasPrefix(e.DaemonHost(), "unix://") || strings.HasPrefix(e.DaemonHost(), "npipe://")
}

// askPodman is the version of the API that Podman has beside Docker's; empty for Docker.
func (e *Engine) askPodman(ctx context.Context) (string, error) {
	resp, err := e.raw(ctx, http.MethodGet, "/_ping")
	if err != nil {
		return "", err
	}
	return resp.Header.Get("Libpod-Api-Version"), resp.Body.Close()
}

// Initialise makes a container of Podman's ready for its start. Attaching would do the
// same, but doesn't tell why it fails.
func (e *Engine) Initialise(ctx context.Context, id string) error {
	resp, err := e.raw(ctx, http.MethodPost, "/v"+e.podman+"/libpod/containers/"+id+"/init")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	if resp.StatusCode < http.StatusBadRequest {
		return nil
	}
	var said struct{ Message string }
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(&said); err != nil || said.Message == "" {
		return fmt.Errorf("status %d", resp.StatusCode)
	}
	return errors.New(said.Message)
}

// maxAnswer bounds what is read of an answer, in bytes.
const maxAnswer = 1 << 20

// amend puts right what Podman says to Docker's clients: without root it limits what
// the cgroup that was delegated to its user can, and nothing with cgroup v1.
func (e *Engine) amend(ctx context.Context, info *system.Info) error {
	resp, err := e.raw(ctx, http.MethodGet, "/v"+e.podman+"/libpod/info")
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var own struct {
		Host struct {
			CgroupControllers []string
			Security          struct{ Rootless bool }
		}
	}
	if err := json.NewDecoder(io.LimitReader(resp.Body, maxAnswer)).Decode(&own); err != nil {
		return err
	}
	if !own.Host.Security.Rootless {
		return nil
	}
	can := func(controller string) bool {
		return info.CgroupVersion != "1" && slices.Contains(own.Host.CgroupControllers, controller)
	}
	info.MemoryLimit, info.PidsLimit, info.CPUCfsQuota = can("memory"), can("pids"), can("cpu")
	return nil
}

// raw makes a request that Docker's client has no method for. The connection is
// encrypted where it has to be, whatever the scheme says.
func (e *Engine) raw(ctx context.Context, method, path string) (*http.Response, error) {
	dial := e.Dialer()
	c := &http.Client{Transport: &http.Transport{
		DisableKeepAlives: true,
		DialContext:       func(ctx context.Context, _, _ string) (net.Conn, error) { return dial(ctx) },
	}}
	req, err := http.NewRequestWithContext(ctx, method, "http://engine"+path, http.NoBody)
	if err != nil {
		return nil, err
	}
	return c.Do(req)
}
