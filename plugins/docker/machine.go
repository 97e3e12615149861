package main

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/airlockhq/airlock/plugins/docker/internal/container"
	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/plugins/internal/jupyter"
	"github.com/airlockhq/airlock/shared"
)

// machine is a container with a driver as its main process. A machine serves one
// session, or waits in the pool for it.
type machine struct {
	box  *container.Container
	spec *container.Spec
	// ended is closed once the container is gone; exit tells how.
	ended chan struct{}
	exit  container.Exit
	// Of a kernel gateway in it: where it is, when it can be reached, and the kernel that was made first.
	address, token string
	listens        chan struct{}
	kernel         *jupyter.Waiting
}

// launch starts a machine. The container ends when the connection to it does, so
// it can't outlive this process.
func launch(ctx context.Context, m *container.Maker, spec *container.Spec) (*machine, error) {
	box, err := m.Start(ctx, spec)
	if err != nil {
		return nil, err
	}
	mc := &machine{box: box, spec: spec, ended: make(chan struct{})}
	go func() {
		mc.exit = <-box.Exit()
		close(mc.ended)
	}()
	// It fits into the buffers on the way if Python doesn't read yet; if Python ended, how is told by the exit.
	unhook := context.AfterFunc(ctx, box.Kill)
	_, _ = io.WriteString(box.Stdin(), driver.Program())
	unhook()
	return mc, nil
}

// process is the driver in the machine.
func (m *machine) process() *driver.Process {
	return &driver.Process{Stdin: m.box.Stdin(), Stdout: m.box.Stdout(), Kill: m.box.Kill, Wait: m.wait}
}

// wait waits for the end of the container and tells the reason.
func (m *machine) wait() error {
	<-m.ended
	said := m.box.Stderr.String()
	switch {
	case m.exit.OOM:
		return shared.Errorf(shared.KindLimitMemory, "the sandbox used more memory than its %d MiB: the kernel ended it", m.spec.Memory>>20)
	case m.exit.Err != nil:
		return shared.Errorf(shared.KindBackendLost, "the connection to the Docker Engine is lost: %w", m.exit.Err)
	case m.box.Silent():
		return neverStarted(m.exit.Code, said, m.spec)
	}
	return shared.Errorf(shared.KindBackendLost, "the interpreter is gone: %s%s", status(m.exit.Code), after(": ", said))
}

// neverStarted is the error of a container in which the driver said nothing.
func neverStarted(code int, said string, spec *container.Spec) error {
	e := shared.Errorf(shared.KindBackendUnavailable, "Python didn't start in the container: %s%s", status(code), after(": ", said))
	switch {
	case code == 127 || strings.Contains(said, "No such file or directory"):
		e.Hint = fmt.Sprintf("the image must hold %s: choose another image with --opt image=, or say where Python is with --opt python=", spec.Command[0])
	case code == 126 || strings.Contains(said, "Exec format error"):
		e.Hint = "the image is for another kind of processor: see --opt platform="
	case strings.Contains(said, "Python 3.8 or later"), strings.Contains(said, "nknown option"):
		e.Hint = "choose an image with a newer Python with --opt image=, or another Python of it with --opt python="
	default:
		e.Hint = "more --opt memory=, pids= or tmpfs= may be needed"
	}
	return e
}

// status is an exit code in words.
func status(code int) string {
	switch {
	case code < 0:
		return "its exit status isn't known"
	case code > 128:
		return fmt.Sprintf("ended by signal %d", code-128)
	}
	return fmt.Sprintf("exit status %d", code)
}

func after(sep, s string) string {
	if s == "" {
		return ""
	}
	return sep + s
}

// Alive tells whether the container runs, as far as is known.
func (m *machine) Alive() bool {
	select {
	case <-m.ended:
		return false
	default:
		return true
	}
}

// End ends the container and waits for that.
func (m *machine) End() {
	m.box.Kill()
	<-m.ended
}
