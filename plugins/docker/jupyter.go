package main

import (
	"bufio"
	"context"
	"crypto/rand"
	_ "embed"
	"errors"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/airlockhq/airlock/images"
	"github.com/airlockhq/airlock/plugins/docker/internal/container"
	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/plugins/internal/jupyter"
	"github.com/airlockhq/airlock/shared"
)

const (
	gatewayPort   = 8888
	gatewayMemory = 96 << 20 // what a gateway takes beside the guest
)

// gatewayProgram runs a kernel gateway.
//
//go:embed gateway.py
var gatewayProgram string

// forGateway makes the settings those of the mode jupyter. What the client chose itself stays.
func (s *settings) forGateway(chosen map[string]string) {
	port := strconv.Itoa(gatewayPort)
	s.spec.Stdin, s.spec.Publish = true, []string{port + "/tcp"}
	s.spec.Command = []string{
		s.python, "-X", "utf8", "-c", gatewayProgram,
		"--KernelGatewayApp.ip=0.0.0.0", "--KernelGatewayApp.port=" + port, "--KernelGatewayApp.port_retries=0", // else it takes another port and says nothing
		"--AsyncIOLoopKernelRestarter.time_to_dead=0.5", "--ZMQChannelsWebsocketConnection.limit_rate=False", "--Application.log_level=WARN",
	}
	if s.spec.Network == "none" {
		s.spec.Network = "bridge" // the gateway is reached over it
	}
	if s.spec.Memory > 0 {
		s.spec.Memory += gatewayMemory
	}
	if chosen["cpus"] == "" && chosen["cpu_quota"] == "" {
		s.spec.CPUQuota = container.CPUPeriod // two interpreters start
	}
}

// jupyterImage is airlock/jupyter, else what is built from the Dockerfile in this program.
func (d *docker) jupyterImage(ctx context.Context, s *settings, report engine.Report) (*engine.Image, error) {
	if !s.fresh {
		if img, err := d.Find(ctx, engine.JupyterImage, s.source.Platform); img != nil || err != nil {
			return img, err
		}
	}
	dir, err := os.MkdirTemp("", "airlock-image-")
	if err != nil {
		return nil, shared.Errorf(shared.KindInternal, "make a folder for the image's parts: %w", err)
	}
	defer os.RemoveAll(dir)
	if err := writeContext(dir, s.certificates); err != nil {
		return nil, shared.Errorf(shared.KindInvalidArgument, "collect the image's parts: %w", err)
	}
	src := s.source
	src.Build = dir
	if s.fresh {
		src.Pull = "always"
	}
	img, err := d.Image(ctx, src, report)
	if e := shared.AsError(err); e != nil && e.Kind != shared.KindInterrupted {
		e.Message = strings.ReplaceAll(e.Message, dir, engine.JupyterImage)
		e.Hint = "in a checkout of airlock, `make images` makes " + engine.JupyterImage + "; or name an image that has a kernel gateway with --opt image="
		return nil, e
	}
	return img, nil
}

func writeContext(dir, certificates string) error {
	files, err := fs.Sub(images.Jupyter, "jupyter")
	if err != nil {
		return err
	}
	if certificates == "" {
		certificates = os.Getenv("PIP_CERT")
	}
	if certificates != "" {
		pem, err := os.ReadFile(certificates) //nolint:gosec // the path is the user's own choice
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, "ca.pem"), pem, 0o600); err != nil { //nolint:gosec // in a folder that was just made
			return err
		}
	}
	return os.CopyFS(dir, files)
}

// openJupyter opens a session of the mode jupyter.
func openJupyter(ctx context.Context, d *docker, set *settings, req *shared.OpenRequest, events shared.Events) (shared.Session, error) {
	if !d.IsHere() {
		return nil, shared.Errorf(shared.KindUnsupported, "open docker: the mode jupyter needs an engine on this machine, not at %s: its ports are published for that machine alone; use --opt mode=driver", d.DaemonHost())
	}
	opened, enforced, err := d.admit(ctx, set, req)
	if err != nil {
		return nil, err
	}
	img, err := d.image(ctx, set, events.Progress)
	if err != nil {
		return nil, err
	}
	set.spec.Image = img.ID
	s := &session{docker: d, set: set, begun: time.Now()}
	start := func(ctx context.Context) (jupyter.Machine, *jupyter.Waiting, error) {
		m, err := d.gates.Get(ctx, set.spec, set.pool)
		if err != nil {
			return nil, nil, err
		}
		s.mu.Lock()
		s.machine = m
		s.mu.Unlock()
		return gateway{m}, m.kernel, nil
	}
	j, err := jupyter.Open(ctx, jupyter.Config{Start: start, Request: opened, Events: events, Info: shared.SessionInfo{Enforced: withVolumes(enforced, img)}})
	if err != nil {
		return nil, err
	}
	s.Session, s.shut, s.move = j.Session, j.Close, j.Move
	return s, nil
}

// launchGateway starts a machine with a kernel gateway, and a kernel that is ready.
func launchGateway(ctx context.Context, m *container.Maker, spec *container.Spec) (*machine, error) {
	token := rand.Text()
	with := *spec
	with.Env = maps.Clone(spec.Env)
	with.Env["KG_AUTH_TOKEN"] = token
	box, err := m.Start(ctx, &with)
	if err != nil {
		return nil, err
	}
	mc := &machine{box: box, spec: spec, ended: make(chan struct{}), token: token, listens: make(chan struct{})}
	go func() {
		mc.exit = <-box.Exit()
		close(mc.ended)
	}()
	go func() {
		out := bufio.NewReader(box.Stdout())
		_, _ = out.ReadSlice('\n') // what gateway.py says; the end shows elsewhere
		close(mc.listens)
		_, _ = io.Copy(io.Discard, out) // so that the standard error is read
	}()
	mc.address, err = box.Port(ctx, spec.Publish[0])
	if errors.Is(err, container.ErrEnded) {
		mc.End()
		err = gateway{mc}.Reason()
	}
	if err == nil {
		mc.kernel, err = jupyter.Prepare(ctx, gateway{mc})
	}
	if err != nil {
		mc.End()
		return nil, err
	}
	return mc, nil
}

// gateway is a machine as the client of kernel gateways sees it.
type gateway struct{ *machine }

var _ jupyter.Machine = gateway{}

// Gateway implements jupyter.Machine.
func (g gateway) Gateway() jupyter.Gateway {
	return jupyter.Gateway{URL: "http://" + g.address, Token: g.token, Listens: g.listens}
}

// Done implements jupyter.Machine.
func (g gateway) Done() <-chan struct{} { return g.ended }

// Kill implements jupyter.Machine.
func (g gateway) Kill() { g.End() }

// Reason implements jupyter.Machine. A container that was short of memory goes
// with the kernel: what else the kernel of the machine killed in it isn't known.
func (g gateway) Reason() error {
	oom := g.box.OOM()
	if !g.Alive() {
		oom = oom || g.exit.OOM
	} else if oom {
		g.box.Kill()
	}
	said := g.box.Stderr.String()
	switch {
	case oom:
		return shared.Errorf(shared.KindLimitMemory, "the sandbox used more memory than its %d MiB: the kernel ended it", (g.spec.Memory-gatewayMemory)>>20)
	case g.Alive():
		return nil
	case g.exit.Err != nil:
		return shared.Errorf(shared.KindBackendLost, "the connection to the Docker Engine is lost: %w", g.exit.Err)
	case strings.Contains(said, "No module named 'kernel_gateway'"):
		e := shared.Errorf(shared.KindBackendUnavailable, "the image has no Jupyter Kernel Gateway")
		e.Hint = "leave out --opt image=, or install jupyter_kernel_gateway and ipykernel in that image"
		return e
	}
	return shared.Errorf(shared.KindBackendLost, "the container of the kernel gateway is gone: %s%s", status(g.exit.Code), after(": ", said))
}
