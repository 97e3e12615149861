package driver

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/airlockhq/airlock/shared"
)

// Process is a driver that runs somewhere.
type Process struct {
	// Stdin and Stdout are the driver's; Stdin is closed to end it.
	Stdin  io.WriteCloser
	Stdout io.Reader
	// Interrupt sends it a SIGINT from outside, and returns once that is done or can't be; nil where there is no way to. It is
	// for a driver that doesn't heed the interrupt it was sent as a message.
	Interrupt func()
	// Kill ends it and all that it started. It may be called from any goroutine, and again.
	Kill func()
	// Wait blocks until it has ended and gives the reason, as an [*shared.Error] where that is known. It is called once.
	Wait func() error
}

// conn is the connection to one driver.
type conn struct {
	proc    *Process
	w       *writer
	between shared.Events // gets what belongs to no run

	ready chan struct{} // the driver has started
	done  chan struct{} // closed once the driver is gone
	err   error         // why it is; read after done
	told  atomic.Bool   // a request has failed with err

	mu      sync.Mutex
	last    uint32
	waiting map[uint32]chan *message
	jobs    map[uint32]*job
	run     *run
}

func connect(p *Process, between shared.Events) *conn {
	c := &conn{
		proc: p, w: newWriter(p.Stdin, p.Kill), between: between,
		ready: make(chan struct{}, 1), done: make(chan struct{}),
		waiting: map[uint32]chan *message{}, jobs: map[uint32]*job{},
	}
	go c.read()
	return c
}

// read handles frames until the driver is gone.
func (c *conn) read() {
	err := c.frames()
	flood := c.w.overflowed()
	c.w.close()
	c.proc.Kill()
	if reason := c.proc.Wait(); reason != nil && (errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)) {
		err = reason
	}
	if flood {
		err = errReadsNothing
	}
	var e *shared.Error
	if !errors.As(err, &e) {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			err = errors.New("its process ended, or closed its connection")
		}
		e = shared.Errorf(shared.KindBackendLost, "the interpreter is gone: %w", err)
	}
	c.err = e
	c.mu.Lock()
	r := c.run
	c.mu.Unlock()
	if r != nil {
		r.cancel()
	}
	close(c.done)
}

func (c *conn) frames() error {
	for {
		f, err := readFrame(c.proc.Stdout)
		if err != nil {
			return err
		}
		if err := c.handle(f); err != nil {
			return err
		}
	}
}

func (c *conn) handle(f frame) error {
	switch f.letter {
	case letterStdout:
		return c.output(shared.Stdout, f.body)
	case letterStderr:
		return c.output(shared.Stderr, f.body)
	case letterData, letterCommand:
		return c.piece(f)
	case letterJSON:
		m := &message{}
		if err := json.Unmarshal(f.body, m); err != nil {
			return shared.Errorf(shared.KindBackendLost, "the interpreter sent what is no message: %w", err)
		}
		return c.message(m)
	}
	return shared.Errorf(shared.KindBackendLost, "the interpreter sent a frame of the unknown kind %q", f.letter)
}

// output passes on what the guest wrote. That nobody listens any more is no
// failure of the connection: the session's end comes anyway.
func (c *conn) output(stream shared.Stream, p []byte) error {
	if r := c.current(); r != nil {
		r.output(stream, p)
	} else {
		_ = c.between.Output(stream, p)
	}
	return nil
}

func (c *conn) message(m *message) error {
	switch m.Op {
	case "ready":
		select {
		case c.ready <- struct{}{}:
		default: // a forged second one
		}
	case "done":
		c.mu.Lock()
		ch := c.waiting[m.ID]
		delete(c.waiting, m.ID)
		c.mu.Unlock()
		if ch != nil {
			ch <- m
		}
	case "call":
		if r := c.current(); r != nil {
			return r.call(c, m)
		}
		return c.answer(m.Call, nil, &toolError{Type: "RuntimeError", Message: "tool '" + m.Name[:min(len(m.Name), 100)] + "' was called outside a run"})
	case "display":
		d := &shared.Display{IsResult: m.IsResult}
		size := 0
		for _, p := range m.Parts {
			d.Parts = append(d.Parts, shared.MimePart{MIME: p.MIME, Data: p.Data})
			size += len(p.Data)
		}
		if r := c.current(); r == nil {
			_ = c.between.Display(d) // nobody listens any more: the end comes anyway
		} else if r.charge(size) {
			_ = r.events.Display(d)
		}
	}
	return nil
}

func (c *conn) current() *run {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.run
}

func (c *conn) setRun(r *run) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.run = r
}

// answer sends the result of a tool call.
func (c *conn) answer(call uint64, v json.RawMessage, e *toolError) error {
	return c.w.sendJSON(&request{Op: "result", Call: call, Value: v, Error: e})
}

// register makes an id for a request, and the channel that its answer comes on.
func (c *conn) register() (uint32, chan *message) {
	ch := make(chan *message, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.last++
	c.waiting[c.last] = ch
	return c.last, ch
}

// killGrace is how long an interrupted request may take to end by itself.
const killGrace = 2 * time.Second

// interruptGrace is how long it may take before it is interrupted from outside.
const interruptGrace = 500 * time.Millisecond

// do sends a request that touches the namespace and waits for its answer. The
// end of ctx, or of the time that a run may take, is the end of the driver: such
// requests can't be interrupted.
func (c *conn) do(ctx context.Context, limit time.Duration, req *request) (*message, error) {
	var over <-chan time.Time
	if limit > 0 {
		timer := time.NewTimer(limit)
		defer timer.Stop()
		over = timer.C
	}
	id, ch := c.register()
	req.ID = id
	if err := c.w.sendJSON(req); err != nil {
		return nil, c.lost(err)
	}
	select {
	case m := <-ch:
		if m.Error != nil {
			return m, m.Error.failure()
		}
		return m, nil
	case <-c.done:
		return nil, c.loss()
	case <-ctx.Done():
		c.proc.Kill()
		<-c.done
		return nil, shared.Errorf(shared.KindInterrupted, "the request was interrupted: %w", context.Cause(ctx))
	case <-over:
		c.proc.Kill()
		<-c.done
		c.told.Store(true)
		return nil, shared.Errorf(shared.KindLimitTime, "the interpreter didn't answer a request within %s, and was ended: the session's state is lost", seconds(limit))
	}
}

// lost is the error of a write that failed: mostly because the driver is gone.
func (c *conn) lost(err error) error {
	select {
	case <-c.done:
		return c.loss()
	case <-time.After(killGrace):
		return shared.Errorf(shared.KindBackendLost, "write to the interpreter: %w", err)
	}
}

// loss is why the driver is gone, for a request that fails with it.
func (c *conn) loss() error {
	c.told.Store(true)
	return c.err
}

// alive tells whether the driver still runs, as far as is known.
func (c *conn) alive() bool {
	select {
	case <-c.done:
		return false
	default:
		return true
	}
}

// close ends the driver: gently, then not.
func (c *conn) close(ctx context.Context) {
	_ = c.proc.Stdin.Close()
	select {
	case <-c.done:
		return
	case <-time.After(closeGrace):
	case <-ctx.Done():
	}
	c.proc.Kill()
	<-c.done
}

// closeGrace is how long a driver may take to end once its input has.
const closeGrace = 200 * time.Millisecond

// id of the job that a frame belongs to, and the rest of the frame.
func split(f frame) (uint32, []byte, error) {
	if len(f.body) < 4 {
		return 0, nil, shared.Errorf(shared.KindBackendLost, "the interpreter sent a piece without a number")
	}
	return binary.BigEndian.Uint32(f.body), f.body[4:], nil
}
