package jupyter

import (
	"context"
	"time"

	"github.com/airlockhq/airlock/plugins/internal/driver"
	"github.com/airlockhq/airlock/shared"
)

// Waiting is a kernel with the driver in it, ready for the session to come.
type Waiting struct{ kernel *kernel }

// Prepare makes a kernel on a machine that serves no other session, and waits
// until the driver in it is ready. Whatever comes of it ends with the machine.
func Prepare(ctx context.Context, m Machine) (*Waiting, error) {
	nobody := &engine{patience: usualPatience, closed: true}
	k, err := nobody.kernel(ctx, m)
	if err != nil {
		return nil, err
	}
	select {
	case <-k.started:
		return &Waiting{k}, nil
	case <-k.ended:
		return nil, k.wait()
	case <-ctx.Done():
		err := shared.Errorf(shared.KindInterrupted, "the kernel didn't start in time: %w", context.Cause(ctx))
		k.end(err)
		return nil, err
	}
}

// pongTime is how long a kernel that does nothing may take to answer. It takes milliseconds.
const pongTime = time.Second

// Works asks the kernel for a sign of life, by the way that the driver's bytes
// take: what broke on it while nothing was sent may not have been noticed.
func (w *Waiting) Works(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, pongTime)
	defer cancel()
	k := w.kernel
	if err := k.reply(map[string]any{"ping": true}); err != nil {
		return false
	}
	select {
	case <-k.pong:
		return true
	case <-k.ended:
	case <-ctx.Done():
	}
	return false
}

// join gives the kernel to a session.
func (w *Waiting) join(e *engine) *driver.Process {
	w.kernel.engine.Store(e)
	return w.kernel.process()
}
