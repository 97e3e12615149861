package container

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/cenkalti/backoff/v5"
	cerrdefs "github.com/containerd/errdefs"
	"github.com/docker/docker/api/types"
	"github.com/docker/docker/api/types/container"
	"github.com/docker/go-connections/nat"

	"github.com/airlockhq/airlock/plugins/docker/internal/engine"
	"github.com/airlockhq/airlock/shared"
)

// Maker makes containers on one engine.
type Maker struct {
	Engine *engine.Engine
	ctx    context.Context // of the watcher
	watch  func() *watcher
}

// NewMaker makes one that listens to the engine's events until ctx ends, from
// its first container on.
func NewMaker(ctx context.Context, e *engine.Engine) *Maker {
	return &Maker{Engine: e, ctx: ctx, watch: sync.OnceValue(func() *watcher { return watch(ctx, e) })}
}

// Container is one that runs. Its end removes it.
type Container struct {
	ID string
	// Warnings are limits that the engine can't hold.
	Warnings []string
	// Stderr is the end of what was written to the standard error.
	Stderr Tail

	maker  *Maker
	group  atomic.Pointer[string] // its cgroup's folder of memory, where that is looked at
	mixed  atomic.Bool            // it has no cgroup of its own, so that its use can't be told from others'
	stream types.HijackedResponse
	stdout *stdout
	silent chan struct{} // closed once its output has ended
	quiet  func()        // closes that
	exit   chan Exit     // gets how it ended, once it is removed
	over   chan struct{} // closed then
	giveUp func()        // ends the wait for that
	kill   sync.Once
}

// Exit is how a container ended.
type Exit struct {
	// Code is negative where it isn't known.
	Code int
	// OOM says that the kernel killed something in it for want of memory.
	OOM bool
	// Err says that the engine was lost, and with it what it could tell.
	Err error
}

// settle bounds requests that clean up, createTime the making of a container by
// an engine that is busy.
const (
	settle     = 20 * time.Second
	createTime = 2 * time.Minute
)

// Start makes a container and starts it, with the caller attached to its
// standard streams. ctx bounds the start only.
func (m *Maker) Start(ctx context.Context, spec *Spec) (_ *Container, err error) {
	watcher := m.watch()
	select {
	case <-watcher.listening:
	case <-ctx.Done():
		return nil, engine.Explain(context.Cause(ctx), "listen to the engine")
	}
	if m.Engine.IsPodman() && m.Engine.IsHere() {
		if err := checkSources(spec); err != nil {
			return nil, err
		}
	}
	made, err := m.create(ctx, spec)
	if err != nil {
		return nil, err
	}
	c := &Container{ID: made.ID, Warnings: made.Warnings, maker: m, silent: make(chan struct{}), exit: make(chan Exit, 1), over: make(chan struct{})}
	c.quiet = sync.OnceFunc(func() {
		c.lookForOOM()
		close(c.silent)
	})
	watcher.fate(c.ID, true)
	defer func() {
		if err == nil {
			return
		}
		if c.stream.Conn != nil {
			_ = c.stream.Conn.Close()
		}
		discard(m.Engine, c.ID)
		watcher.forget(c.ID)
	}()
	if m.Engine.IsPodman() {
		if err = m.Engine.Initialise(ctx, c.ID); err != nil {
			return nil, startFailed(err, spec)
		}
	}
	c.stream, err = m.Engine.ContainerAttach(ctx, c.ID, container.AttachOptions{Stream: true, Stdin: spec.Stdin, Stdout: true, Stderr: true})
	if err != nil {
		return nil, engine.Explain(err, "attach to the container")
	}
	c.stdout = newStdout(c.stream.Reader, &c.Stderr, c.quiet)
	waiting, giveUp := context.WithCancel(m.ctx)
	c.giveUp = giveUp
	gone, failed := c.removal(waiting)
	go func() {
		defer giveUp()
		select {
		case r := <-gone:
			code, oom := watcher.end(c.ID)
			if !m.Engine.IsPodman() {
				code = int(r.StatusCode)
			}
			c.exit <- Exit{Code: code, OOM: oom}
		case err := <-failed:
			_, oom := watcher.end(c.ID)
			c.exit <- Exit{Err: err, OOM: oom}
		}
		close(c.over)
		_ = c.stream.Conn.Close()
	}()
	if err := m.Engine.ContainerStart(ctx, c.ID, container.StartOptions{}); err != nil {
		return nil, startFailed(err, spec)
	}
	if m.Engine.IsPodman() && m.Engine.IsHere() {
		c.findGroup(ctx)
	}
	return c, nil
}

// removal tells of the container's removal.
func (c *Container) removal(ctx context.Context) (<-chan container.WaitResponse, <-chan error) {
	if c.maker.Engine.IsPodman() {
		return c.heardRemoval(ctx)
	}
	return c.maker.Engine.ContainerWait(ctx, c.ID, container.WaitConditionRemoved)
}

// create makes a container. The request isn't given up with ctx: the engine would
// go on with it all the same, and nobody would know of the container.
func (m *Maker) create(ctx context.Context, spec *Spec) (container.CreateResponse, error) {
	type answer struct {
		made container.CreateResponse
		err  error
	}
	done := make(chan answer, 1)
	go func() {
		asking, cancel := context.WithTimeout(context.WithoutCancel(ctx), createTime)
		defer cancel()
		cfg, host, net, platform := spec.config(ownerLabels())
		if m.Engine.IsPodman() {
			free, err := forPodman(host)
			if err != nil {
				done <- answer{err: err}
				return
			}
			defer free()
		}
		made, err := m.Engine.ContainerCreate(asking, cfg, host, net, platform, newName(spec.Kind))
		done <- answer{made, err}
	}()
	select {
	case a := <-done:
		if a.err != nil {
			return a.made, createFailed(a.err, spec)
		}
		return a.made, nil
	case <-ctx.Done():
		go func() {
			if a := <-done; a.err == nil {
				discard(m.Engine, a.made.ID)
			}
		}()
		return container.CreateResponse{}, engine.Explain(context.Cause(ctx), "make a container")
	}
}

// discard removes a container that isn't wanted. What can't be removed now is
// for the next reap.
func discard(e *engine.Engine, id string) {
	ctx, cancel := context.WithTimeout(context.Background(), settle)
	defer cancel()
	_ = remove(ctx, e, id)
}

func createFailed(err error, spec *Spec) error {
	if cerrdefs.IsNotFound(err) && strings.Contains(err.Error(), "No such image") {
		return shared.Errorf(shared.KindBackendUnavailable, "make a container: the image %s is gone from the engine: %w", spec.Image, err)
	}
	return advise(engine.Explain(err, "make a container"), spec)
}

func startFailed(err error, spec *Spec) error {
	return advise(engine.Explain(err, "start the container"), spec)
}

// advise adds what to do about an error of the engine that only its words tell.
func advise(err error, spec *Spec) error {
	var e *shared.Error
	if !errors.As(err, &e) || e.Hint != "" {
		return err
	}
	says := func(any ...string) bool {
		return slices.ContainsFunc(any, func(s string) bool { return strings.Contains(e.Message, s) })
	}
	switch {
	case says("executable file not found"):
		e.Hint = fmt.Sprintf("the image must hold %s: choose another by --opt image=", spec.Command[0])
	case says("exec format error"):
		e.Hint = "the image is for another kind of processor: see --opt platform="
	case says("nknown runtime", "nknown or invalid runtime", "invalid runtime"):
		e.Kind, e.Hint = shared.KindInvalidArgument, "the option runtime must be one that the engine knows: docker info lists them"
	case says("unable to find user", "unable to find group", "no matching entries in"):
		e.Kind, e.Hint = shared.KindInvalidArgument, "the option user must be UID:GID, or a name that the image knows"
	case says("network "+spec.Network, "unable to find network"):
		e.Kind, e.Hint = shared.KindInvalidArgument, "the option network must be none, bridge, or one that docker network ls lists"
	case says("bind source path does not exist", "invalid mount config"):
		e.Kind, e.Hint = shared.KindInvalidArgument, "the option mounts names paths of the engine's machine that must be there"
	case says("opening seccomp profile"):
		e.Hint = "Podman's service doesn't see the files of this process: use --opt seccomp=engine, which is its own profile"
	case says("cgroup"):
		e.Hint = "the engine's machine can't limit what was asked for: see `airlock doctor docker`"
	}
	return err
}

// Stdin is the standard input; closing it ends it.
func (c *Container) Stdin() io.WriteCloser { return stdin{c} }

type stdin struct{ c *Container }

func (s stdin) Write(p []byte) (int, error) { return s.c.stream.Conn.Write(p) }
func (s stdin) Close() error                { return s.c.stream.CloseWrite() }

// Stdout reads the standard output.
func (c *Container) Stdout() io.Reader { return c.stdout }

// Silent tells that nothing came from the standard output so far.
func (c *Container) Silent() bool { return !c.stdout.some.Load() }

// Kill ends all processes of the container, without waiting for that.
func (c *Container) Kill() {
	c.kill.Do(func() { go c.doKill() })
}

func (c *Container) doKill() {
	ctx, cancel := context.WithTimeout(context.Background(), settle)
	defer cancel()
	err := c.maker.Engine.ContainerKill(ctx, c.ID, "KILL")
	if err == nil || cerrdefs.IsNotFound(err) || cerrdefs.IsConflict(err) || c.maker.refusesDead(err) {
		select {
		case <-c.over:
			return
		case <-ctx.Done():
		}
	}
	// The engine doesn't do it, or doesn't answer: nobody must wait for it for ever.
	_ = c.stream.Conn.Close()
	c.giveUp()
}

// OOM tells whether the kernel killed something in it for want of memory, so far.
func (c *Container) OOM() bool {
	c.lookForOOM()
	w := c.maker.watch()
	w.mu.Lock()
	defer w.mu.Unlock()
	f := w.seen[c.ID]
	return f != nil && f.oom
}

// Exit is how it ended, told once it is removed. It is told once.
func (c *Container) Exit() <-chan Exit { return c.exit }

// ErrEnded is the error of [Container.Port] for a container that has ended, if
// its removal isn't told yet.
var ErrEnded = errors.New("the container has ended")

// portPatience is how long an engine may take to publish the port of a container that it has started.
const portPatience = 5 * time.Second

// Port is where a published port of the container is on this machine. It is
// there a moment after the start.
func (c *Container) Port(ctx context.Context, port string) (address string, err error) {
	return backoff.Retry(ctx, func() (string, error) {
		in, err := c.maker.Engine.ContainerInspect(ctx, c.ID)
		switch {
		case cerrdefs.IsNotFound(err):
			return "", backoff.Permanent(ErrEnded)
		case err != nil:
			return "", backoff.Permanent(engine.Explain(err, "look at the container"))
		}
		for _, b := range in.NetworkSettings.Ports[nat.Port(port)] {
			if b.HostPort != "" {
				return b.HostIP + ":" + b.HostPort, nil
			}
		}
		if !in.State.Running {
			return "", backoff.Permanent(ErrEnded)
		}
		return "", shared.Errorf(shared.KindBackendUnavailable, "the engine published no port for %s", port)
	}, backoff.WithBackOff(backoff.NewConstantBackOff(20*time.Millisecond)), backoff.WithMaxElapsedTime(portPatience))
}

// Prepare does what the first Start would wait for.
func (m *Maker) Prepare() { <-m.watch().listening }
