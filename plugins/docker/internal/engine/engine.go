// Package engine reaches a Docker Engine as the docker command line does: the
// same environment variables, contexts, certificates and registry credentials.
// It brings images, and says in plain words what went wrong.
package engine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/docker/cli/cli/config"
	"github.com/docker/cli/cli/config/configfile"
	dockercontext "github.com/docker/cli/cli/context/docker"
	"github.com/docker/cli/cli/context/store"
	"github.com/docker/docker/api/types/system"
	"github.com/docker/docker/api/types/versions"
	"github.com/docker/docker/client"

	"github.com/airlockhq/airlock/shared"
)

// Engine is a connection to a Docker Engine. It may be used from any goroutine.
type Engine struct {
	*client.Client
	config *configfile.ConfigFile
	podman string // the version of Podman's own API; empty for Docker

	mu   sync.Mutex
	info *system.Info
}

// answerTime bounds the first question to an engine.
const answerTime = 20 * time.Second

// minVersion is that of Docker 20.10.
const minVersion = "1.41"

// Connect finds the engine and agrees with it on a version of the API.
func Connect(ctx context.Context) (*Engine, error) {
	e, err := find()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	ping, err := e.Ping(ctx)
	if err != nil {
		return nil, Explain(err, "reach the Docker Engine")
	}
	e.NegotiateAPIVersionPing(ping) // which the client would do at its first requests, but not safely if they come at once
	if v := e.ClientVersion(); versions.LessThan(v, minVersion) {
		return nil, hinted(shared.Errorf(shared.KindBackendUnavailable, "the Docker Engine at %s speaks API %s, and %s is needed", e.DaemonHost(), v, minVersion), "use Docker 20.10 or later; DOCKER_API_VERSION, if set, must be high enough")
	}
	if e.podman, err = e.askPodman(ctx); err != nil {
		return nil, Explain(err, "reach the Docker Engine")
	}
	return e, nil
}

func find() (*Engine, error) {
	cfg, err := config.Load(config.Dir())
	if err != nil {
		return nil, hinted(shared.Errorf(shared.KindBackendUnavailable, "read the Docker configuration: %w", err), "mend the file, or point DOCKER_CONFIG to another folder")
	}
	opts, err := endpoint(cfg)
	if err != nil {
		return nil, err
	}
	c, err := client.NewClientWithOpts(opts...)
	if err != nil {
		return nil, hinted(shared.Errorf(shared.KindBackendUnavailable, "find the Docker Engine: %w", err), "check DOCKER_HOST, DOCKER_CERT_PATH and DOCKER_API_VERSION")
	}
	return &Engine{Client: c, config: cfg}, nil
}

// endpoint is where the engine is: DOCKER_HOST, else the context that
// DOCKER_CONTEXT or the configuration names, else the usual socket.
func endpoint(cfg *configfile.ConfigFile) ([]client.Opt, error) {
	name := os.Getenv("DOCKER_CONTEXT")
	if name == "" {
		name = cfg.CurrentContext
	}
	if host := os.Getenv(client.EnvOverrideHost); host != "" || name == "" || name == "default" {
		return defaultEndpoint(host)
	}
	opts, err := contextEndpoint(name)
	if err != nil {
		return nil, hinted(shared.Errorf(shared.KindBackendUnavailable, "read the Docker context %q: %w", name, err), "docker context ls lists those there are; DOCKER_CONTEXT=default is this machine's engine")
	}
	return append(opts, client.WithHTTPHeaders(cfg.HTTPHeaders)), nil
}

func defaultEndpoint(host string) ([]client.Opt, error) {
	ep := dockercontext.Endpoint{EndpointMeta: dockercontext.EndpointMeta{Host: host}}
	opts, err := ep.ClientOpts() // which knows ssh:// too
	if err != nil {
		return nil, hinted(shared.Errorf(shared.KindBackendUnavailable, "read DOCKER_HOST: %w", err), "it looks like unix:///var/run/docker.sock, tcp://HOST:2376 or ssh://USER@HOST")
	}
	certs := os.Getenv(client.EnvOverrideCertPath)
	if os.Getenv(client.EnvTLSVerify) != "" && certs == "" {
		certs = config.Dir()
	}
	if certs != "" {
		if os.Getenv(client.EnvTLSVerify) == "" {
			// The command line's meaning: encrypted, whoever the engine is.
			return append([]client.Opt{client.WithTLSClientConfigFromEnv()}, opts...), nil
		}
		tls := client.WithTLSClientConfig(filepath.Join(certs, "ca.pem"), filepath.Join(certs, "cert.pem"), filepath.Join(certs, "key.pem"))
		opts = append([]client.Opt{tls}, opts...)
	}
	return opts, nil
}

func contextEndpoint(name string) ([]client.Opt, error) {
	if err := store.ValidateContextName(name); err != nil {
		return nil, err
	}
	contexts := store.New(config.ContextStoreDir(), store.NewConfig(
		func() any { return &map[string]any{} },
		store.EndpointTypeGetter(dockercontext.DockerEndpoint, func() any { return &dockercontext.EndpointMeta{} }),
	))
	meta, err := contexts.GetMetadata(name)
	if err != nil {
		return nil, err
	}
	where, err := dockercontext.EndpointFromContext(meta)
	if err != nil {
		return nil, err
	}
	ep, err := dockercontext.WithTLSData(contexts, name, where)
	if err != nil {
		return nil, err
	}
	return ep.ClientOpts()
}

// Info is what the engine says of itself, asked once.
func (e *Engine) Info(ctx context.Context) (*system.Info, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.info == nil {
		info, err := e.Client.Info(ctx)
		if err == nil && e.IsPodman() {
			err = e.amend(ctx, &info)
		}
		if err != nil {
			return nil, Explain(err, "ask the Docker Engine what it can do")
		}
		e.info = &info
	}
	return e.info, nil
}

// Describe is a line about the engine, for people.
func (e *Engine) Describe(ctx context.Context) (string, error) {
	info, err := e.Info(ctx)
	if err != nil {
		return "", err
	}
	name := "engine"
	if e.IsPodman() {
		name = "Podman"
	}
	return fmt.Sprintf("%s %s, API %s, %s %s, cgroup v%s, at %s", name, info.ServerVersion, e.ClientVersion(), info.OSType, info.Architecture, info.CgroupVersion, e.DaemonHost()), nil
}
